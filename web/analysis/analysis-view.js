// SPDX-License-Identifier: Apache-2.0
// The analysis of the current position: its lines, the bar beside the board, and arrows on it.

import { BUILT_IN } from '../engine/source.js'
import { h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { paced } from '../page/pace.js'
import { saveSetting, setting } from '../page/settings.js'
import { describeStatus } from '../study/descriptions.js'
import { plyAt } from '../study/nodes.js'
import { MAX_LINES } from './analyst.js'
import { EvalBar } from './eval-bar.js'
import { readLines, SHOWN_PLIES } from './lines.js'
import { LinesView } from './lines-view.js'
import { verdictAt, verdictOfEnd } from './verdict.js'

/** @import { ShownLine } from './lines.js' */
/** @import { App } from '../app.js' */

const WAITING = 'The engine is busy with something else. The analysis goes on afterwards.'
/** States without lines, and perhaps for long. @type {Set<import('./analyst.js').AnalystState>} */
const PLACELESS = new Set(['off', 'over', 'lost', 'failed'])

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} bar beside the board
 * @param {App} app
 */
export function mountAnalysis(root, bar, app) {
  const view = new AnalysisView(root, bar, app)
  const showSoon = paced(() => view.show())
  app.analyst.onChange(showSoon)
  app.review.onChange(showSoon)
  // At once, since lines of another position are wrong here.
  app.study.onChange(() => view.show())
  app.board.onFlip(showSoon)
  view.show()
}

class AnalysisView {
  #root
  #app
  #bar
  #head
  #facts
  #lines
  #failure
  #remark = h('p', { class: 'soft' })
  /** @type {ShownLine[]} */
  #shown = []
  /** The arrows on the board, as text. */
  #arrows = ''

  /** @param {HTMLElement} root @param {HTMLElement} bar @param {App} app */
  constructor(root, bar, app) {
    this.#root = root
    this.#app = app
    this.#bar = new EvalBar(bar)
    this.#head = makeHead(app, () => this.#showArrows())
    this.#facts = makeFacts(app, () => this.#head.toggle)
    this.#lines = new LinesView(moves => app.study.playLine(moves.map(({ uci }) => uci)))
    this.#failure = makeFailure(app, () => this.#head.toggle)
    // In one place, so that nothing below moves when one replaces another.
    const body = h('div', { class: 'analysis-body' }, this.#lines.root, this.#remark, this.#failure.root)
    root.append(this.#head.root, this.#facts.root, body)
  }

  show() {
    this.#root.dataset.state = this.#app.analyst.state
    this.#head.show()
    this.#facts.show()
    this.#showLines()
    this.#failure.show()
    this.#showRemark()
    this.#showArrows()
    this.#showBar()
  }

  #showLines() {
    const { game, lineCount } = this.#app.analyst
    this.#shown = readLines(this.#app.analyst, SHOWN_PLIES)
    this.#lines.resize(lineCount)
    if (!game || this.#shown.length === 0) this.#lines.clear()
    else this.#lines.show(this.#shown, plyAt(game))
  }

  /** After showLines() and the failure. */
  #showRemark() {
    const text = remarkOf(this.#app, this.#remark.textContent)
    writeText(this.#remark, text)
    this.#remark.hidden = text === ''
    const { root } = this.#lines
    const { state } = this.#app.analyst
    const isAway = text !== '' || !this.#failure.root.hidden
    keepFocus(
      root,
      () => this.#head.toggle,
      () => {
        root.classList.toggle('away', isAway)
        // While the engine begins or is busy for a while, the place of the lines is kept.
        root.hidden = PLACELESS.has(state) && isAway
      },
    )
  }

  #showArrows() {
    const arrows = wantsArrows()
      ? this.#shown.map(({ moves: [{ from, to }] }, index) => ({ from, to, rank: index + 1 }))
      : []
    const text = arrows.map(({ from, to }) => from + to).join()
    if (text === this.#arrows) return
    this.#arrows = text
    this.#app.board.showEngineArrows(arrows)
  }

  #showBar() {
    const { study, review, board } = this.#app
    const { node, status } = study
    const known = verdictOfEnd(status) ?? verdictAt(node, review.evaluationOf(node))
    this.#bar.show(this.#shown[0]?.verdict ?? known, board.flipped)
  }
}

/**
 * @param {App} app
 * @param {string | null} before the last remark
 * @returns {string} why there are no lines
 */
function remarkOf({ analyst: { state, game }, room, study }, before) {
  if (state === 'off') return 'Engine off. Turn it on to see the best moves.'
  if (state === 'over') return `${describeStatus(study).headline}. There is nothing to analyse.`
  if (state === 'waiting') return WAITING
  if (state !== 'starting' || room.delay || game) return ''
  if (room.state === 'starting') return 'The engine is starting…'
  // Between two other tasks the engine is free for moments.
  return before === WAITING ? WAITING : ''
}

/** @returns {boolean} whether the first moves of the lines are shown on the board */
const wantsArrows = () => setting('arrows', true)

/**
 * @param {App} app
 * @param {() => void} onArrows called when arrows were turned on or off
 * @returns {{ root: HTMLElement, toggle: HTMLButtonElement, show: () => void }}
 */
function makeHead({ analyst }, onArrows) {
  const toggle = h('button', {
    type: 'button',
    id: 'analysis-switch',
    role: 'switch',
    class: 'switch',
    'aria-labelledby': 'analysis-title',
    onclick: () => (analyst.on ? analyst.stop() : analyst.start()),
  })
  const count = h('select', { id: 'line-count' })
  for (let lines = 1; lines <= MAX_LINES; lines++)
    count.append(h('option', { value: lines, selected: lines === analyst.lineCount }, lines))
  count.addEventListener('change', () => {
    analyst.lineCount = Number(count.value)
  })
  const arrows = h('input', { type: 'checkbox', id: 'engine-arrows', checked: wantsArrows() })
  arrows.addEventListener('change', () => {
    saveSetting('arrows', arrows.checked)
    onArrows()
  })
  const choices = h(
    'div',
    { class: 'row analysis-choices' },
    h('span', { class: 'row' }, h('label', { for: 'line-count' }, 'Lines'), count),
    h('label', { class: 'check' }, arrows, 'Arrows'),
  )
  const title = h('h2', { id: 'analysis-title' }, 'Analysis')
  return {
    root: h('div', { class: 'analysis-head' }, title, toggle, choices),
    show() {
      toggle.setAttribute('aria-checked', String(analyst.on))
    },
    toggle,
  }
}

/**
 * @param {App} app
 * @param {() => HTMLElement} next gets the focus from "Go deeper" once it is used
 * @returns {{ root: HTMLElement, show: () => void }} the engine's name, depth and speed
 */
function makeFacts({ analyst, room }, next) {
  const name = h('span', { class: 'engine-name' })
  const depth = h('span', { class: 'depth' })
  const speed = h('span', { class: 'speed' })
  const deeper = h(
    'button',
    { type: 'button', class: 'quiet deeper', hidden: true, onclick: () => analyst.deeper() },
    'Go deeper',
  )
  const root = h('div', { class: 'facts soft' }, name, depth, speed, deeper)
  return {
    root,
    show() {
      const { depth: plies, seldepth, nps } = analyst.progress
      const pace = nps === undefined ? '' : speedText(nps)
      name.textContent = analyst.on ? room.name : ''
      depth.textContent = plies === undefined ? '' : `Depth ${plies}${seldepth ? `/${seldepth}` : ''}`
      const isEnough = analyst.state === 'enough'
      speed.textContent = analyst.state === 'done' ? 'search complete' : pace
      keepFocus(root, next, () => {
        deeper.hidden = !isEnough
        speed.hidden = isEnough
      })
    },
  }
}

/** @param {number} nps @returns {string} such as '1.2 M nodes/s' */
function speedText(nps) {
  if (nps >= 1e6) return `${(nps / 1e6).toFixed(1)} M nodes/s`
  return nps >= 1e3 ? `${Math.round(nps / 1e3)} k nodes/s` : `${nps} nodes/s`
}

/**
 * Why the analysis has failed, or does not begin, and buttons to continue.
 * @param {App} app
 * @param {() => HTMLElement} next gets the focus from a button that is used
 * @returns {{ root: HTMLElement, show: () => void }}
 */
function makeFailure({ analyst, room }, next) {
  /** @param {string} label @param {() => void} mend */
  const makeButton = (label, mend) => {
    const onclick = () => {
      mend()
      if (analyst.state !== 'lost') analyst.start()
    }
    return h('button', { type: 'button', onclick }, label)
  }
  const text = h('p', { class: 'error' })
  const outlook = h('p', { class: 'soft' }, 'It is tried again by itself.')
  const tryAgain = makeButton('Try again', () => room.mend())
  const useBuiltIn = makeButton('Use the built-in engine', () => room.use(BUILT_IN))
  const buttons = h('div', { class: 'row' }, tryAgain, useBuiltIn)
  const root = h('div', { class: 'analysis-failure', role: 'alert' }, text, outlook, buttons)
  return {
    root,
    show() {
      const { state } = analyst
      const isLost = state === 'lost'
      // While it is tried again, the reason stays.
      if (isLost && room.failure === '') return
      const failure = state === 'failed' || isLost ? analyst.failure : state === 'starting' ? room.delay : ''
      keepFocus(root, next, () => {
        root.hidden = failure === ''
        outlook.hidden = !isLost
        useBuiltIn.hidden = room.source.kind === 'builtin'
      })
      writeText(text, failure)
    },
  }
}
