// SPDX-License-Identifier: Apache-2.0
// What the engine thinks of the position that is looked at: its lines, the bar beside the board, and arrows on it.

import { describeStatus } from '../game/words.js'
import { element, h } from '../page/dom.js'
import { makeFailure } from './analysis-failure.js'
import { makeFacts, makeHead, wantsArrows } from './analysis-head.js'
import { EvalBar } from './eval-bar.js'
import { makeGameView } from './game-view.js'
import { LinesView, SHOWN_PLIES } from './lines-view.js'
import { paced } from './paced.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./lines-view.js').ShownLine} ShownLine */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} bar beside the board
 * @param {App} app
 */
export function mountAnalysis(root, bar, app) {
  const { study, board, analyst } = app
  const evalBar = new EvalBar(bar)
  const head = makeHead(app, () => showArrows())
  const facts = makeFacts(app)
  const lines = new LinesView(moves => study.playLine(moves.map(({ uci }) => uci)))
  const remark = h('p', { class: 'soft' })
  const failure = makeFailure(app)

  /** @type {ShownLine[]} */
  let shown = []
  let shownArrows = ''

  const showLines = () => {
    const { game, on, state } = analyst
    shown = readLines(app)
    lines.root.hidden = !on || state === 'over'
    lines.resize(analyst.lineCount)
    if (!game || shown.length === 0) lines.clear()
    else lines.show(shown, 2 * game.fullmoveNumber + (game.sideToMove === 'white' ? 0 : 1))
  }

  const showArrows = () => {
    const wanted = wantsArrows()
      ? shown.map(({ moves: [{ from, to }] }, index) => ({ from, to, rank: index + 1 }))
      : []
    const text = wanted.map(({ from, to }) => from + to).join()
    if (text === shownArrows) return
    shownArrows = text
    board.showEngineArrows(wanted)
  }

  const showBar = () => {
    const { node, game, tree } = study
    const written = verdictAt(node)
    const isUsed = analyst.on || written !== null || tree.root.children[0]?.eval !== undefined
    if (isUsed) evalBar.show(shown[0]?.verdict ?? verdictOfEnd(game.status) ?? written, board.flipped)
    else evalBar.hide()
  }

  const show = () => {
    root.dataset.state = analyst.state
    head.show()
    facts.show()
    showLines()
    remark.textContent = remarkOf(app)
    remark.hidden = remark.textContent === ''
    failure.show()
    showArrows()
    showBar()
  }

  root.append(head.root, facts.root, lines.root, remark, failure.root, makeGameView(app))
  const showSoon = paced(show)
  analyst.onChange(showSoon)
  // At once: lines of another position are no lines of this one.
  study.onChange(show)
  element('board', HTMLElement).addEventListener('flip', showSoon)
  show()
}

/** @param {App} app @returns {ShownLine[]} the best one first */
function readLines({ analyst: { game, lines } }) {
  if (!game) return []
  // A line may be missing while the engine begins.
  return lines
    .filter(line => line !== undefined)
    .map(({ score, pv }) => ({
      verdict: verdictOf(score.white()),
      moves: game.line(pv.slice(0, SHOWN_PLIES)),
    }))
}

/** @param {App} app @returns {string} why there are no lines, where that is not plain */
function remarkOf({ analyst: { state }, room, study }) {
  if (state === 'over') return `${describeStatus(study.game).headline}. There is nothing to analyse.`
  if (state === 'waiting') return 'The engine is busy with something else. The analysis goes on afterwards.'
  if (state === 'done') return 'The engine has searched as deep as it can.'
  return state === 'starting' && room.state !== 'ready' ? 'The engine is starting…' : ''
}
