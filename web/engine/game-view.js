// SPDX-License-Identifier: Apache-2.0
// The evaluation of the whole game: what makes it, its curve, and the moves with which the game turned.

import { allow } from '../page/allow.js'
import { h, icon } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { announce } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { GameAnalysis } from './game-analysis.js'
import { Graph } from './graph.js'
import { momentsOf } from './timeline.js'
import { TurningPointsView } from './turning-points-view.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */

const PACES = /** @type {[milliseconds: number, label: string][]} */ ([
  [200, '0.2 s a move'],
  [1000, '1 s a move'],
  [5000, '5 s a move'],
])
const QUICK = PACES[0][0]

/** @param {HTMLElement} root @param {App} app */
export function mountCurve(root, app) {
  const { study } = app
  const goTo = (/** @type {PgnNode} */ node) => study.goTo(node)
  const graph = new Graph(goTo)
  const turns = new TurningPointsView(goTo)
  const result = h('div', { class: 'game-result' }, graph.root, turns.root)
  const controls = makeControls(app, () => show())
  /** @type {Map<PgnNode, number>} of the main line */
  let places = new Map()

  const mark = () => {
    // In a variation: where it leaves the game.
    let { node } = study
    while (node.parent && !places.has(node)) node = node.parent
    graph.mark(places.get(node) ?? 0)
    turns.mark(study.node)
  }

  const show = () => {
    const moments = momentsOf(study.tree)
    places = new Map(moments.map(({ node }, place) => [node, place]))
    controls.allow(moments.length > 1)
    // One evaluation makes no curve, and mate on the board is none; what is on its way has its place.
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
 * @param {() => void} onRunning it has begun, or is over
 * @returns {{ root: HTMLElement, running: boolean, allow: (hasMoves: boolean) => void }}
 */
function makeControls({ study, room }, onRunning) {
  const analysis = new GameAnalysis(study, room)
  const pace = h('select', { 'aria-label': 'Time for each move' })
  for (const [value, label] of PACES)
    pace.append(h('option', { value, selected: value === setting('analysis-pace', QUICK) }, label))
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

  // What failed before is not what keeps people waiting now.
  room.onChange(() => {
    if (analysis.running) failure.textContent = room.delay
    else if (room.state === 'starting') failure.textContent = ''
  })
  analysis.onChange(() => {
    const { done, total } = analysis.progress
    const isOther = idle.classList.contains('away') !== analysis.running
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
    if (isOther) onRunning()
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
