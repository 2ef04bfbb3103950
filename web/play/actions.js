// SPDX-License-Identifier: Apache-2.0
// The buttons of a game that is played: take back, hint, draw and resign; pause and stop for two engines; confirm and cancel
// for a move that waits; and after the end rematch, analyse and new.

import { html, nothing } from 'lit-html'
import { focusBoard } from '../page/focus.js'
import { showWhile } from '../page/hold.js'
import { onKeys } from '../page/keys.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { button } from '../page/templates.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { takeLastBack } from '../study/removal.js'

/** @import { PgnResult } from 'binbo/pgn' */
/** @import { Study } from '../study/study.js' */
/** @import { Page, State } from './standing.js' */

/** @typedef {(state: State, page: Page) => unknown} View */

/** Each has its own place: another row gets no focus of the one before. @type {[kind: string, view: View][]} */
const ROWS = [
  [
    'play',
    (state, page) =>
      row('', 'What you may do', [
        backButton('takeback', state, page),
        act('hint', 'Hint', () => page.questions.askHint(), { off: !state.standing.mayAskHint }),
        drawButton(state, page),
        act(
          'resign',
          state.match.setup ? 'Resign' : `${colorName(state.standing.human)} resigns`,
          () => resign(page),
          { off: !state.standing.live },
        ),
      ]),
  ],
  [
    'engines',
    ({ match: { paused } }, { match }) =>
      row('', 'What you may do', [
        act('pause', paused ? 'Go on' : 'Pause', () => (paused ? match.goOn() : match.pause())),
        act('stop', 'Stop', () => match.playByHand()),
      ]),
  ],
  [
    'confirm',
    (_state, page) =>
      row('play-answer', 'The move on the board', [
        act('confirm', 'Confirm', () => answer(page, 'confirm'), { class: 'primary' }),
        act('cancel', 'Cancel', () => answer(page, 'cancel')),
      ]),
  ],
  [
    'over',
    (state, page) =>
      row('game-over', 'The game is over', [
        act(
          'rematch',
          'Rematch',
          () =>
            openPart(
              () => import('./rematch.js'),
              part => part.rematch(page),
            ),
          { class: 'primary' },
        ),
        endButtons(page),
        backButton('takeback-end', state, page),
      ]),
  ],
]

/** @type {View} */
export function actionsView(state, page) {
  const { mode, match, standing, proposed } = state
  if (mode !== 'play') return nothing
  const usual = match.setup?.friend ? '' : standing.ended ? 'over' : standing.watches ? 'engines' : 'play'
  const shown = proposed ? 'confirm' : usual
  return ROWS.map(([kind, view]) => (kind === shown ? view(state, page) : nothing))
}

/** @param {string} id @param {string} label of the group @param {unknown[]} buttons */
export const row = (id, label, buttons) =>
  html`<div class="actions-row" id=${id || nothing} role="group" aria-label=${label}>${buttons}</div>`

/**
 * @param {string} name
 * @param {string} label
 * @param {() => unknown} run
 * @param {Partial<Parameters<typeof button>[0]>} [rest]
 */
export const act = (name, label, run, rest) => button({ id: `play-${name}`, icon: name, label, run, ...rest })

/** What follows the end of any game. @param {Page} page */
export const endButtons = page => [
  act('analyse', 'Analyse', () => page.study.setMode('analyse')),
  act('new', 'New game', () =>
    openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(page),
    ),
  ),
]

/** @param {string} name @param {State} state @param {Page} page */
const backButton = (name, { standing: { takesBack } }, page) =>
  act(name, 'Take back', () => takeLastBack(page), { icon: 'takeback', off: !takesBack })

/** A claim takes precedence over an offer. @type {View} */
function drawButton({ match, questions, standing: { claim, mayMove, human } }, page) {
  const run = () => {
    if (claim) end(page, '1/2-1/2', `${colorName(human)} claimed ${claim}`)
    else if (match.setup) page.questions.offerDraw(human)
    else end(page, '1/2-1/2', 'The players agreed to a draw')
  }
  const label = claim ? 'Claim a draw' : match.setup ? 'Offer draw' : 'Agree a draw'
  return act('draw', label, run, {
    off: !claim && (questions.asking !== '' || !mayMove),
    class: claim ? 'primary' : '',
    name: claim ? `Claim a draw by ${claim}` : undefined,
  })
}

/** @param {Page} page */
function resign(page) {
  const { study, store } = page
  const { human } = store.state.standing
  const giveUp = () => end(page, human === 'white' ? '0-1' : '1-0', `${colorName(human)} resigned`)
  // The engine may end the game while the dialog is open.
  askResign(study, `${colorName(otherColor(human))} will win.`, () => store.state.standing.live && giveUp())
}

/**
 * Asks whether to resign.
 * @param {Study} study
 * @param {string} text the consequence
 * @param {() => void} onResign
 */
export function askResign(study, text, onResign) {
  const words = { title: 'Resign this game?', text, label: 'Resign', other: 'Go on' }
  openPart(
    () => import('../study/game-dialog.js'),
    part => part.askFirst(study, words, onResign),
  )
}

/**
 * Ends the game, and offers to play on as long as it has this result.
 * @param {Page} page
 * @param {PgnResult} result
 * @param {string} how such as 'Black resigned'
 */
function end({ study }, result, how) {
  const { tree } = study
  study.finish(result, how)
  const playOn = { label: 'Play on', run: () => study.finish('*') }
  const close = notify({ text: `${how}.`, actions: [playOn], seconds: 10 })
  showWhile(() => study.tree === tree && study.outcome?.how === how, close)
}

/** @param {Page} page @param {'confirm' | 'cancel'} how */
function answer({ proposal }, how) {
  proposal[how]()
  focusBoard()
}

/** Enter and Escape answer a move that waits, and "Confirm" gets the focus. @param {Page} page */
export function listenToAnswers(page) {
  const takeAnswer = (/** @type {'confirm' | 'cancel'} */ how) => {
    if (!page.proposal.move) return false
    answer(page, how)
  }
  onKeys({ confirm: () => takeAnswer('confirm'), cancel: () => takeAnswer('cancel') })
  page.store.react(({ proposed }, before) => {
    if (proposed && proposed !== before?.proposed)
      document.getElementById('play-confirm')?.focus({ preventScroll: true })
  })
}
