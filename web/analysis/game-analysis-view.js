// SPDX-License-Identifier: Apache-2.0
// The evaluation of the whole game: the controls, the curve, the turning points, and what the analysis found.

import { element, h, icon } from '../page/dom.js'
import { allow, keepFocus } from '../page/focus.js'
import { loadPart } from '../page/load.js'
import { announce } from '../page/notices.js'
import { paced } from '../page/pace.js'
import { saveSetting, setting } from '../page/settings.js'
import { moveName } from '../study/nodes.js'
import { EvaluationCurve } from './evaluation-curve.js'
import { momentsOf, turningPoints } from './verdict.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Moment } from './verdict.js' */
/** @import { App } from '../app.js' */

const PACES = /** @type {[milliseconds: number, label: string][]} */ ([
  [200, '0.2 s a move'],
  [1000, '1 s a move'],
  [5000, '5 s a move'],
])
const DEFAULT_PACE = PACES[0][0]
/** Of bad moves. @type {Map<number | undefined, string>} */
const SIGNS = new Map([
  [2, '?'],
  [4, '??'],
  [6, '?!'],
])
/** @type {Record<import('./review.js').End, string>} */
const ENDS = {
  finished: 'The game is analysed.',
  cancelled: 'The analysis of the game was cancelled.',
  changed: 'The analysis of the game was cancelled: its moves have changed.',
}

/** @param {HTMLElement} root @param {App} app */
export function mountGameAnalysis(root, app) {
  const { study, review } = app
  const goTo = (/** @type {PgnNode} */ node) => study.goTo(node)
  const graph = new EvaluationCurve(goTo, node => review.markOf(node))
  const turns = new TurningPointsView(goTo, node => review.markOf(node))
  const figures = h('div', { class: 'figures' })
  const result = h('div', { class: 'game-result' }, graph.root, figures, turns.root)
  const controls = makeControls(app)
  /** @type {ReturnType<typeof import('./summary-view.js').makeSummary> | undefined} */
  let summary
  /** @type {Map<PgnNode, number>} of the main line */
  let places = new Map()

  const mark = () => {
    // In a variation: the move where it leaves the game.
    let { node } = study
    while (node.parent && !places.has(node)) node = node.parent
    graph.mark(places.get(node) ?? 0)
    turns.mark(study.node)
  }

  const show = () => {
    const moments = momentsOf(study.tree, node => review.evaluationOf(node))
    places = new Map(moments.map(({ node }, place) => [node, place]))
    controls.show(moments.length > 1)
    // One evaluation makes no curve, and mate on the board is not an evaluation.
    const evaluated = moments.filter(({ node }) => review.evaluationOf(node) ?? node.eval)
    result.hidden = evaluated.length < 2
    if (!result.hidden) {
      graph.show(moments)
      turns.show(moments)
    }
    figures.hidden = review.findings === null
    summary?.show()
    mark()
  }

  async function showFindings() {
    show()
    if (!review.findings || summary) return
    await loadPart(
      () => import('./summary-view.js'),
      ({ makeSummary }) => {
        if (summary) return
        summary = makeSummary(app, element('analysis', HTMLElement), () => controls.start)
        figures.append(summary.root)
        summary.show()
      },
    )
  }

  const showProgress = paced(() => controls.showProgress())
  let findings = review.findings
  let running = review.running
  study.onChange(change => {
    if (change === 'node') mark()
    else show()
  })
  review.onChange(() => {
    if (review.running !== running) controls.toggle()
    else showProgress()
    if (review.running === running && review.findings === findings) return
    running = review.running
    findings = review.findings
    void showFindings()
  })
  show()
  root.append(controls.root, result)
}

/**
 * @param {App} app
 * @returns {{ root: HTMLElement, start: HTMLElement, show: (hasMoves: boolean) => void, toggle: () => void,
 *   showProgress: () => void }} toggle(): the analysis has begun or ended
 */
function makeControls({ review, room }) {
  const pace = h('select', { 'aria-label': 'Time for each move' })
  for (const [value, label] of PACES)
    pace.append(h('option', { value, selected: value === setting('analysis-pace', DEFAULT_PACE) }, label))
  pace.addEventListener('change', () => saveSetting('analysis-pace', Number(pace.value)))
  const start = h(
    'button',
    { type: 'button', id: 'analyse-game', onclick: () => void run() },
    icon('graph'),
    'Analyse the game',
  )
  const bar = h('progress', { 'aria-label': 'Analysis of the game' })
  const count = h('span', { class: 'soft count' })
  const cancel = h('button', { type: 'button', onclick: () => review.cancel() }, 'Cancel')
  const idle = h('div', { class: 'row game-start' }, start, pace)
  const busy = h('div', { class: 'row game-progress away' }, bar, count, cancel)
  const controls = h('div', { class: 'game-controls' }, idle, busy)
  const failure = h('p', { class: 'error', role: 'alert' })

  async function run() {
    failure.textContent = ''
    try {
      announce(ENDS[await review.run(Number(pace.value))])
    } catch (error) {
      failure.textContent = room.explain(error)
    }
  }

  const showProgress = () => {
    const { done, total } = review.progress
    bar.max = total
    bar.value = done
    count.textContent = `${done} of ${total}`
  }

  // While the user waits, an earlier failure is out of date.
  room.onChange(() => {
    if (review.running) failure.textContent = room.delay
    else if (room.state === 'starting') failure.textContent = ''
  })
  return {
    root: h('div', {}, controls, failure),
    start,
    show(hasMoves) {
      allow(start, hasMoves)
    },
    toggle() {
      showProgress()
      keepFocus(
        controls,
        () => (review.running ? cancel : start),
        () => {
          idle.classList.toggle('away', review.running)
          busy.classList.toggle('away', !review.running)
        },
      )
    },
    showProgress,
  }
}

/** The turning points of the game, as a list of buttons. */
class TurningPointsView {
  #list = h('ol', { class: 'turning-points' })
  #none = h('p', { class: 'soft' }, 'No move has changed it much.')
  root = h('div', { class: 'turns' }, h('h3', {}, 'Where the game turned'), this.#list, this.#none)
  /** @type {{ node: PgnNode, button: HTMLButtonElement }[]} */
  #buttons = []
  #shown = ''
  #goTo
  #markOf

  /** @param {(node: PgnNode) => void} goTo @param {(node: PgnNode) => number | undefined} markOf glyph of a move */
  constructor(goTo, markOf) {
    this.#goTo = goTo
    this.#markOf = markOf
  }

  /** @param {Moment[]} moments of the main line */
  show(moments) {
    const points = turningPoints(moments)
    this.#list.hidden = points.length === 0
    this.#none.hidden = points.length > 0
    const names = points.map(({ node, before, after }) => [
      `${moveName(node)}${SIGNS.get(this.#markOf(node)) ?? ''}`,
      `${before.text} to ${after.text}`,
    ])
    // Unchanged buttons stay, since they may have the focus.
    const isSame =
      String(names) === this.#shown && points.every(({ node }, i) => node === this.#buttons[i].node)
    if (isSame) return
    this.#shown = String(names)
    this.#buttons = points.map(({ node }, i) => ({ node, button: this.#makeButton(node, names[i]) }))
    this.#list.replaceChildren(...this.#buttons.map(({ button }) => h('li', {}, button)))
  }

  /** @param {PgnNode} node the current one */
  mark(node) {
    for (const point of this.#buttons) {
      if (point.node === node) point.button.setAttribute('aria-current', 'step')
      else point.button.removeAttribute('aria-current')
    }
  }

  /** @param {PgnNode} node @param {string[]} name */
  #makeButton(node, [move, change]) {
    return h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => this.#goTo(node) },
      h('span', { class: 'san' }, move),
      h('span', { class: 'change' }, change),
    )
  }
}
