// SPDX-License-Identifier: Apache-2.0
// The evaluation of the whole game: the controls, the curve, and the turning points.

import { moveName } from '../game/nodes.js'
import { h, icon } from '../page/dom.js'
import { allow, keepFocus } from '../page/focus.js'
import { announce } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { EvaluationCurve } from './evaluation-curve.js'
import { GameAnalysis } from './game-analysis.js'
import { momentsOf, turningPoints } from './verdict.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('./verdict.js').Moment} Moment */

const PACES = /** @type {[milliseconds: number, label: string][]} */ ([
  [200, '0.2 s a move'],
  [1000, '1 s a move'],
  [5000, '5 s a move'],
])
const DEFAULT_PACE = PACES[0][0]

/** @param {HTMLElement} root @param {App} app */
export function mountGameAnalysis(root, app) {
  const { study } = app
  const goTo = (/** @type {PgnNode} */ node) => study.goTo(node)
  const graph = new EvaluationCurve(goTo)
  const turns = new TurningPointsView(goTo)
  const result = h('div', { class: 'game-result' }, graph.root, turns.root)
  const controls = makeControls(app, () => show())
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
    const moments = momentsOf(study.tree)
    places = new Map(moments.map(({ node }, place) => [node, place]))
    controls.allow(moments.length > 1)
    // One evaluation makes no curve, and mate on the board is not an evaluation. During the analysis the place is kept.
    result.hidden = !controls.running && moments.filter(({ node }) => node.eval).length < 2
    if (!result.hidden) {
      graph.show(moments)
      turns.show(moments)
    }
    mark()
  }

  study.onChange(change => {
    if (change === 'node') mark()
    else show()
  })
  show()
  root.append(controls.root, result)
}

/**
 * @param {App} app
 * @param {() => void} onRunning called when the analysis begins and ends
 * @returns {{ root: HTMLElement, running: boolean, allow: (hasMoves: boolean) => void }}
 */
function makeControls({ study, room }, onRunning) {
  const analysis = new GameAnalysis(study, room)
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
  const cancel = h('button', { type: 'button', onclick: () => analysis.cancel() }, 'Cancel')
  const idle = h('div', { class: 'row game-start' }, start, pace)
  const busy = h('div', { class: 'row game-progress away' }, bar, count, cancel)
  const controls = h('div', { class: 'game-controls' }, idle, busy)
  const failure = h('p', { class: 'error', role: 'alert' })

  async function run() {
    failure.textContent = ''
    try {
      const end = await analysis.run(Number(pace.value))
      announce(end === 'finished' ? 'The game is analysed.' : 'The analysis of the game was cancelled.')
    } catch (error) {
      failure.textContent = room.explain(error)
    }
  }

  // While the user waits, an earlier failure is out of date.
  room.onChange(() => {
    if (analysis.running) failure.textContent = room.delay
    else if (room.state === 'starting') failure.textContent = ''
  })
  analysis.onChange(() => {
    const { done, total } = analysis.progress
    const isToggled = idle.classList.contains('away') !== analysis.running
    keepFocus(
      controls,
      () => (analysis.running ? cancel : start),
      () => {
        idle.classList.toggle('away', analysis.running)
        busy.classList.toggle('away', !analysis.running)
      },
    )
    bar.max = total
    bar.value = done
    count.textContent = `${done} of ${total}`
    if (isToggled) onRunning()
  })
  return {
    get running() {
      return analysis.running
    },
    root: h('div', {}, controls, failure),
    allow(hasMoves) {
      allow(start, hasMoves)
    },
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

  /** @param {(node: PgnNode) => void} goTo */
  constructor(goTo) {
    this.#goTo = goTo
  }

  /** @param {Moment[]} moments of the main line */
  show(moments) {
    const points = turningPoints(moments)
    this.#list.hidden = points.length === 0
    this.#none.hidden = points.length > 0
    const names = points.map(({ node, before, after }) => [moveName(node), `${before.text} to ${after.text}`])
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
