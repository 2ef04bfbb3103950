// SPDX-License-Identifier: Apache-2.0
// The evaluation over the game as a curve, with dots at its marked moves. It is a slider: its value is the current move.

import { h, svg } from '../page/dom.js'
import { moveName } from '../study/nodes.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Moment } from './verdict.js' */

/** Moves for Page Up and Page Down. */
const PAGE = 10
/** Glyphs with dots, the classes of these, and words. @type {Map<number, [name: string, words: string]>} */
const MARKS = new Map([
  [1, ['good', 'only move']],
  [6, ['inaccuracy', 'inaccuracy']],
  [2, ['mistake', 'mistake']],
  [4, ['blunder', 'blunder']],
])

export class EvaluationCurve {
  #black = svg('path', { class: 'graph-black' })
  #area = svg('path', { class: 'graph-area' })
  #curve = svg('path', { class: 'graph-curve' })
  #dots = Array.from(MARKS, ([glyph, [name]]) => ({
    glyph,
    path: svg('path', { class: `graph-dot ${name}` }),
  }))
  #mark = h('div', { class: 'graph-mark' })
  root = h(
    'div',
    { class: 'graph', role: 'slider', tabindex: 0, 'aria-label': 'Evaluation over the game' },
    svg(
      'svg',
      { viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      this.#black,
      this.#area,
      svg('path', { class: 'graph-even', d: 'M0 .5H1' }),
      this.#curve,
      ...this.#dots.map(({ path }) => path),
    ),
    this.#mark,
  )
  /** @type {Moment[]} */
  #moments = []
  #index = 0
  #goTo
  #markOf

  /**
   * @param {(node: PgnNode) => void} goTo
   * @param {(node: PgnNode) => number | undefined} markOf the glyph of a move, $1, $2, $4 or $6
   */
  constructor(goTo, markOf) {
    this.#goTo = goTo
    this.#markOf = markOf
    this.root.addEventListener('keydown', event => this.#key(event))
    this.root.addEventListener('pointerdown', event => {
      this.root.setPointerCapture(event.pointerId)
      this.#point(event)
    })
    this.root.addEventListener('pointermove', event => {
      if (this.root.hasPointerCapture(event.pointerId)) this.#point(event)
    })
  }

  /** @param {Moment[]} moments of the main line, borrowed */
  show(moments) {
    this.#moments = moments
    const last = Math.max(1, moments.length - 1)
    let black = ''
    let area = ''
    let curve = ''
    let from = -1
    for (let index = 0; index <= moments.length; index++) {
      const verdict = moments[index]?.verdict
      const x = index / last
      if (verdict) {
        const y = 1 - verdict.share
        curve += `${from < 0 ? 'M' : 'L'}${x} ${y}`
        area += `${from < 0 ? `M${x} 1` : ''}L${x} ${y}`
        if (from < 0) from = index
      } else if (from >= 0) {
        // A single verdict is drawn as a dot.
        if (from === index - 1) curve += 'h0'
        const end = (index - 1) / last
        area += `L${end} 1Z`
        black += `M${from / last} 0V1H${end}V0Z`
        from = -1
      }
    }
    this.#black.setAttribute('d', black)
    this.#area.setAttribute('d', area)
    this.#curve.setAttribute('d', curve)
    for (const { glyph, path } of this.#dots) path.setAttribute('d', this.#dotsOf(glyph))
    this.root.setAttribute('aria-valuemin', '0')
    this.root.setAttribute('aria-valuemax', String(moments.length - 1))
    this.mark(this.#index)
  }

  /** @param {number} glyph @returns {string} a path with a dot at each move that has it */
  #dotsOf(glyph) {
    const last = Math.max(1, this.#moments.length - 1)
    return this.#moments
      .map(({ node, verdict }, index) =>
        verdict && this.#markOf(node) === glyph ? `M${index / last} ${1 - verdict.share}h0` : '',
      )
      .join('')
  }

  /** @param {number} index of the current moment */
  mark(index) {
    this.#index = Math.min(index, this.#moments.length - 1)
    const moment = this.#moments[this.#index]
    if (!moment) return
    this.#mark.style.setProperty('--at', String(this.#index / Math.max(1, this.#moments.length - 1)))
    this.root.setAttribute('aria-valuenow', String(this.#index))
    const words = moment.verdict?.words ?? 'not evaluated'
    const mark = MARKS.get(this.#markOf(moment.node) ?? 0)?.[1]
    this.root.setAttribute('aria-valuetext', `${moveName(moment.node)}: ${words}${mark ? `, ${mark}` : ''}`)
  }

  /** @param {number} index */
  #go(index) {
    const within = Math.min(Math.max(index, 0), this.#moments.length - 1)
    const moment = this.#moments[within]
    if (moment && within !== this.#index) this.#goTo(moment.node)
  }

  /** @param {PointerEvent} event */
  #point({ clientX }) {
    const { left, width } = this.root.getBoundingClientRect()
    this.#go(Math.round(((clientX - left) / width) * (this.#moments.length - 1)))
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#index
    const to = /** @type {Record<string, number>} */ ({
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - PAGE,
      PageUp: at + PAGE,
      Home: 0,
      End: this.#moments.length - 1,
    })[event.key]
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    // The page's own keys go through the moves as well.
    event.stopPropagation()
    this.#go(to)
  }
}
