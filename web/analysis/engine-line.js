// SPDX-License-Identifier: Apache-2.0
// The best line in one row, for screens that have no room for the analysis beside the board.

import { h, writeText } from '../page/dom.js'
import { paced } from '../page/pace.js'
import { moveNumber, plyAt } from '../study/nodes.js'
import { readLines } from './lines-view.js'
import { verdictAt, verdictOfEnd } from './verdict.js'

/** @import { App } from '../app.js' */

/** Moves that a phone shows. */
const PLIES = 6

/**
 * Fills the row while the study is analysed and the row has a place. A tap turns the analysis on if it is off, and opens
 * the tab of the analysis.
 * @param {HTMLElement} root
 * @param {App} app
 */
export function mountEngineLine(root, { analyst, room, study, review, tabs }) {
  const score = h('span', { class: 'score' })
  const moves = h('span', { class: 'text' })
  const open = () => {
    if (!analyst.on && !analyst.held) analyst.start()
    tabs.show('analysis')
  }
  const button = h(
    'button',
    { type: 'button', class: 'quiet best-line', 'aria-label': 'Analysis', onclick: open },
    score,
    ' ',
    moves,
  )
  root.append(button)
  // To ask for its visibility at each move would lay out the page each time.
  let isShown = false
  new ResizeObserver(([{ contentRect }]) => {
    isShown = contentRect.width > 0
    show()
  }).observe(root)

  const show = () => {
    if (!isShown) return
    const [best] = readLines(analyst, PLIES)
    const known = verdictOfEnd(study.status) ?? verdictAt(study.node, review.evaluationOf(study.node))
    writeText(score, (best?.verdict ?? known)?.text ?? '')
    writeText(moves, best ? lineText(best.moves, plyAt(study.node)) : restText())
    button.setAttribute('aria-label', `Analysis: ${[score.textContent, moves.textContent].join(' ').trim()}`)
  }

  function restText() {
    if (analyst.held) return 'Find a better move'
    if (analyst.state === 'off') return 'Analyse this position'
    if (analyst.state === 'failed' || analyst.state === 'lost') return 'The engine has failed'
    if (analyst.state === 'over') return 'The game is over'
    if (analyst.state === 'waiting') return 'The engine is busy'
    return room.state === 'starting' ? 'The engine is starting…' : ''
  }

  const showSoon = paced(show)
  analyst.onChange(showSoon)
  review.onChange(showSoon)
  study.onChange(show)
}

/** @param {import('binbo').Move[]} moves @param {number} ply of the first one @returns {string} such as '4… Nf6 5. O-O' */
const lineText = (moves, ply) =>
  moves
    .map(({ san }, index) => {
      const at = ply + index
      return at % 2 === 0 || index === 0 ? `${moveNumber(at)} ${san}` : san
    })
    .join(' ')
