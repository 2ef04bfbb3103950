// SPDX-License-Identifier: Apache-2.0
// The buttons of a game that is played: take back, hint, draw and resign; pause and stop for two engines; confirm and cancel
// for a move that waits; and after the end rematch, analyse and new.

import { html, nothing } from 'lit-html'
import { focusBoard } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { button } from '../page/templates.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { takeLastBack } from '../study/removal.js'

/** @import { PgnResult } from 'binbo/pgn' */
/** @import { App } from '../app.js' */
/** @import { State } from '../state.js' */
/** @import { Study } from '../study/study.js' */

/** Enter is theirs. */
const CONTROLS = 'button, a, input, select, textarea, summary'

/** @typedef {(state: State, app: App) => unknown} View */

/** Each has its own place: another row gets no focus of the one before. @type {[kind: string, view: View][]} */
const ROWS = [
  [
    'play',
    (state, app) =>
      row('', 'What you may do', [
        backButton('takeback', state, app),
        act('hint', 'Hint', () => app.questions.askHint(), { off: !state.standing.mayAskHint }),
        drawButton(state, app),
        act(
          'resign',
          state.match.setup ? 'Resign' : `${colorName(state.standing.human)} resigns`,
          () => resign(app),
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
    (_state, app) =>
      row('play-answer', 'The move on the board', [
        act('confirm', 'Confirm', () => answer(app, 'confirm'), { class: 'primary' }),
        act('cancel', 'Cancel', () => answer(app, 'cancel')),
      ]),
  ],
  [
    'over',
    (state, app) =>
      row('game-over', 'The game is over', [
        act(
          'rematch',
          'Rematch',
          () =>
            openPart(
              () => import('./rematch.js'),
              part => part.rematch(app),
            ),
          { class: 'primary' },
        ),
        endButtons(app),
        backButton('takeback-end', state, app),
      ]),
  ],
]

/** @type {View} */
export function actionsView(state, app) {
  const { mode, match, standing, proposed } = state
  if (mode !== 'play') return nothing
  const usual = match.setup?.friend ? '' : standing.ended ? 'over' : standing.watches ? 'engines' : 'play'
  const shown = proposed ? 'confirm' : usual
  return ROWS.map(([kind, view]) => (kind === shown ? view(state, app) : nothing))
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

/** What follows the end of any game. @param {App} app */
export const endButtons = app => [
  act('analyse', 'Analyse', () => app.study.setMode('analyse')),
  act('new', 'New game', () =>
    openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(app),
    ),
  ),
]

/** @param {string} name @param {State} state @param {App} app */
const backButton = (name, { standing: { takesBack } }, app) =>
  act(name, 'Take back', () => takeLastBack(app), { icon: 'takeback', off: !takesBack })

/** A claim takes precedence over an offer. @type {View} */
function drawButton({ match, questions, standing: { claim, mayMove, human } }, app) {
  const run = () => {
    if (claim) end(app, '1/2-1/2', `${colorName(human)} claimed ${claim}`)
    else if (match.setup) app.questions.offerDraw(human)
    else end(app, '1/2-1/2', 'The players agreed to a draw')
  }
  const label = claim ? 'Claim a draw' : match.setup ? 'Offer draw' : 'Agree a draw'
  return act('draw', label, run, {
    off: !claim && (questions.asking !== '' || !mayMove),
    class: claim ? 'primary' : '',
    name: claim ? `Claim a draw by ${claim}` : undefined,
  })
}

/** @param {App} app */
function resign(app) {
  const { study, store } = app
  const { human } = store.state.standing
  const giveUp = () => end(app, human === 'white' ? '0-1' : '1-0', `${colorName(human)} resigned`)
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
 * @param {App} app
 * @param {PgnResult} result
 * @param {string} how such as 'Black resigned'
 */
function end({ study }, result, how) {
  const { tree } = study
  study.finish(result, how)
  const playOn = { label: 'Play on', run: () => study.finish('*') }
  const close = notify({ text: `${how}.`, actions: [playOn], seconds: 10 })
  const stop = study.onChange(() => {
    if (study.tree === tree && study.outcome?.how === how) return
    stop()
    close()
  })
}

/** @param {App} app @param {'confirm' | 'cancel'} how */
function answer({ proposal }, how) {
  proposal[how]()
  focusBoard()
}

/** Enter and Escape answer a move that waits, and "Confirm" gets the focus. @param {App} app */
export function listenToAnswers(app) {
  const takeAnswer = (/** @type {KeyboardEvent} */ event) => {
    const { key } = event
    const isConfirm = key === 'Enter' && !document.activeElement?.closest(CONTROLS)
    if (!app.proposal.move || document.querySelector('dialog:modal') || !(isConfirm || key === 'Escape'))
      return
    event.preventDefault()
    event.stopPropagation()
    answer(app, isConfirm ? 'confirm' : 'cancel')
  }
  // Before the board, where these keys mean other things while no move waits.
  addEventListener('keydown', takeAnswer, { capture: true })
  app.store.react(({ proposed }, before) => {
    if (proposed && proposed !== before?.proposed)
      document.getElementById('play-confirm')?.focus({ preventScroll: true })
  })
}
