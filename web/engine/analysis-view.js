// SPDX-License-Identifier: Apache-2.0
// What the engine thinks of the position that is looked at: its lines, the bar beside the board, and arrows on it.

import { describeStatus } from '../game/descriptions.js'
import { plyAt } from '../game/nodes.js'
import { element, h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { paced } from '../page/paced.js'
import { makeFailure } from './analysis-failure.js'
import { makeFacts, makeHead, wantsArrows } from './analysis-head.js'
import { EvalBar } from './eval-bar.js'
import { SHOWN_PLIES } from './line-row.js'
import { LinesView } from './lines-view.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./line-row.js').ShownLine} ShownLine */

const WAITING = 'The engine is busy with something else. The analysis goes on afterwards.'

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
  const failure = makeFailure(app, () => head.toggle)
  // In one place: whatever there is to say, what stands below stays where it is.
  const body = h('div', { class: 'analysis-body' }, lines.root, remark, failure.root)

  /** @type {ShownLine[]} */
  let shown = []
  let shownArrows = ''

  const showLines = () => {
    const { game } = analyst
    shown = readLines(app)
    lines.resize(analyst.lineCount)
    if (!game || shown.length === 0) lines.clear()
    else lines.show(shown, plyAt(game.fen))
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
    const { node, game } = study
    const written = verdictAt(node)
    evalBar.show(shown[0]?.verdict ?? verdictOfEnd(game.status) ?? written, board.flipped)
  }

  const showRemark = () => {
    const text = remarkOf(app, remark.textContent)
    writeText(remark, text)
    remark.hidden = text === ''
    const isAway = text !== '' || !failure.root.hidden
    keepFocus(
      lines.root,
      () => head.toggle,
      () => lines.root.classList.toggle('away', isAway),
    )
  }

  const show = () => {
    root.dataset.state = analyst.state
    head.show()
    facts.show()
    showLines()
    failure.show()
    showRemark()
    showArrows()
    showBar()
  }

  root.append(head.root, facts.root, body)
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

/**
 * @param {App} app
 * @param {string | null} before the last one
 * @returns {string} why there are no lines
 */
function remarkOf({ analyst: { state }, room, study }, before) {
  if (state === 'off') return 'Turn it on to see the engine’s best moves here.'
  if (state === 'over') return `${describeStatus(study.game).headline}. There is nothing to analyse.`
  if (state === 'waiting') return WAITING
  if (state !== 'starting' || room.delay) return ''
  if (room.state === 'starting') return 'The engine is starting…'
  // Between two things that it is busy with it is free for moments.
  return before === WAITING ? WAITING : ''
}
