// SPDX-License-Identifier: Apache-2.0
// The buttons of a game in play: take back, hint, draw and resign; pause and stop for two engines; confirm and cancel for a
// proposed move; after the end rematch, analyse and new.

import type { PgnResult } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { focusBoard } from '../page/focus.js'
import { showWhile } from '../page/hold.js'
import { onKeys } from '../page/keys.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { takeLastBack } from '../study/removal.js'
import type { Study } from '../study/study.js'
import type { Page, State } from './standing.js'

type View = (state: State, page: Page) => unknown

/** Each row has an element of its own: the focus does not move from one row to another. */
const ROWS: [kind: string, view: View][] = [
  [
    'play',
    (state, page) =>
      row('', say`What you may do`, [
        backButton('takeback', state, page),
        act('hint', say`Hint`, () => page.questions.askHint(), { off: !state.standing.mayAskHint }),
        drawButton(state, page),
        act(
          'resign',
          state.match.setup ? say`Resign` : say`${colorName(state.standing.human)} resigns`,
          () => resign(state, page),
          { off: !state.standing.live },
        ),
      ]),
  ],
  [
    'engines',
    ({ match: { paused } }, { match }) =>
      row('', say`What you may do`, [
        act('pause', paused ? say`Go on` : say`Pause`, () => (paused ? match.goOn() : match.pause())),
        act('stop', say`Stop`, () => match.playByHand()),
      ]),
  ],
  [
    'confirm',
    (_state, page) =>
      row('play-answer', say`The move on the board`, [
        act('confirm', say`Confirm`, () => answer(page, 'confirm'), { class: 'primary' }),
        act('cancel', say`Cancel`, () => answer(page, 'cancel')),
      ]),
  ],
  [
    'over',
    (state, page) =>
      row('game-over', say`The game is over`, [
        act(
          'rematch',
          say`Rematch`,
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

export function actionsView(state: State, page: Page) {
  const { mode, match, standing, proposed } = state
  if (mode !== 'play') return nothing
  const usual = match.setup?.friend ? '' : standing.ended ? 'over' : standing.watches ? 'engines' : 'play'
  const shown = proposed ? 'confirm' : usual
  return ROWS.map(([kind, view]) => (kind === shown ? view(state, page) : nothing))
}

/** @param label of the group */
export const row = (id: string, label: string, buttons: unknown[]) =>
  html`<div class="actions-row" id=${id || nothing} role="group" aria-label=${label}>${buttons}</div>`

export const act = (
  name: string,
  label: string,
  run: () => unknown,
  rest?: Partial<Parameters<typeof button>[0]>,
) => button({ id: `play-${name}`, icon: name, label, run, ...rest })

/** The buttons after the end of any game. */
export const endButtons = (page: Page) => [
  act('analyse', say`Analyse`, () => page.study.setMode('analyse')),
  act('new', say`New game`, () =>
    openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(page),
    ),
  ),
]

const backButton = (name: string, { standing: { takesBack } }: State, page: Page) =>
  act(name, say`Take back`, () => takeLastBack(page), { icon: 'takeback', off: !takesBack })

/** A claim takes precedence over an offer. */
function drawButton({ match, questions, standing: { claim, mayMove, human } }: State, page: Page) {
  const run = () => {
    if (claim)
      end(
        page,
        '1/2-1/2',
        say`${colorName(human)} claimed ${claim}`,
        match.setup ? say`You claimed ${claim}` : null,
      )
    else if (match.setup) page.questions.offerDraw(human)
    else end(page, '1/2-1/2', say`The players agreed to a draw`)
  }
  const label = claim ? say`Claim a draw` : match.setup ? say`Offer draw` : say`Agree a draw`
  return act('draw', label, run, {
    off: !claim && (questions.asking !== '' || !mayMove),
    class: claim ? 'primary' : '',
    name: claim ? say`Claim a draw by ${claim}` : undefined,
  })
}

function resign({ match: { setup } }: Pick<State, 'match'>, page: Page) {
  const { study, store } = page
  const { human } = store.state.standing
  const giveUp = () =>
    end(
      page,
      human === 'white' ? '0-1' : '1-0',
      say`${colorName(human)} resigned`,
      setup ? say`You resigned` : null,
    )
  // The engine may end the game while the dialog is open.
  const other = colorName(otherColor(human))
  const text = setup ? say`You will lose the game.` : say`${other} will win.`
  askResign(study, text, () => store.state.standing.live && giveUp())
}

/**
 * Asks whether to resign.
 * @param text the consequence
 */
export function askResign(study: Study, text: string, onResign: () => void) {
  const words = { title: say`Resign this game?`, text, label: say`Resign`, other: say`Go on` }
  openPart(
    () => import('../study/game-dialog.js'),
    part => part.askFirst(study, words, onResign),
  )
}

/**
 * Ends the game; "Undo" continues it while it has this result.
 * @param how such as 'Black resigned'
 * @param own such as 'You resigned'; null: both sides are moved by hand
 */
function end({ study }: Page, result: PgnResult, how: string, own: string | null = null) {
  const { tree } = study
  const text = own ?? how
  study.finish(result, how)
  const playOn = { label: say`Play on`, run: () => study.finish('*') }
  const close = notify({ text: `${text}.`, actions: [playOn], seconds: 10 })
  showWhile(() => study.tree === tree && study.outcome?.how === how, close)
}

function answer({ proposal }: Page, how: 'confirm' | 'cancel') {
  proposal[how]()
  focusBoard()
}

/** Enter and Escape confirm or cancel a proposed move, and "Confirm" gets the focus. */
export function listenToAnswers(page: Page) {
  const takeAnswer = (how: 'confirm' | 'cancel') => {
    if (!page.proposal.move) return false
    answer(page, how)
  }
  onKeys({ confirm: () => takeAnswer('confirm'), cancel: () => takeAnswer('cancel') })
  page.store.react(({ proposed }, before) => {
    if (proposed && proposed !== before?.proposed)
      document.getElementById('play-confirm')?.focus({ preventScroll: true })
  })
}
