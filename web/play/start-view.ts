// SPDX-License-Identifier: Apache-2.0
// The offers of the page before a game, and when "Play" is chosen while a game is only viewed: the computer, a friend, the
// user's own game, and famous games. Each is one click.

import { html, nothing } from 'lit-html'
import { STRONGEST, strengthOfStep, strengthPlayer } from '../engine/strength.js'
import { fieldValue } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { button, miniBoard, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import type { FamousGame } from './famous-games.js'
import { FAMOUS_GAMES } from './famous-games.js'
import type { Choice } from './new-game-choice.js'
import { NO_SERVER, saveChoice, startGame } from './new-game-choice.js'
import type { Page, State } from './standing.js'

const SIDES: [Choice['side'], name: string, pieces: string[]][] = [
  ['white', say`White`, ['wk']],
  ['random', say`Random colour`, ['wk', 'bk']],
  ['black', say`Black`, ['bk']],
]

/**
 * Starts a game against the computer with the last choice.
 * @param change to the choice, for this game only
 */
export function playComputer(page: Page, change: Partial<Choice> = {}) {
  startGame(page, { ...page.store.state.choice, ...change, opponent: 'engine' })
  focusBoard()
}

/** Two players on this board: from the start, or from the position on the board. */
function playTwo(page: Page, isFrom: boolean) {
  if (isFrom) page.study.setMode('play')
  else
    page.games.open(() => page.match.begin(null), say`New game. Two players on this board.`, { quiet: true })
  focusBoard()
}

export function startView(state: State, page: Page) {
  if (state.view !== 'start') return nothing
  const { choice, isBlank, status, isOffline, due } = state
  const save = (change: Partial<Choice>) => saveChoice({ ...choice, ...change })
  // A game cannot start from a finished position.
  const isFrom = !isBlank && !status.over
  const { figure, player } = strengthPlayer(strengthOfStep(choice.step))
  const friend = () => {
    save({ opponent: 'friend' })
    return openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(page),
    )
  }
  return html`${
    isOffline
      ? html`<p class="soft" role="status">${say`You are offline. What was used here before still works; the engine is loaded when it is first used.`}</p>`
      : nothing
  }<div class="hero"><h2>${say`Play the computer`}</h2><p class="level"><b>${figure}</b> · ${player}</p><input
    type="range" id="start-strength" min="0" max=${STRONGEST} .value=${String(choice.step)} aria-label=${say`Strength`}
    aria-valuetext=${`${figure}, ${player}`} @input=${(event: Event) =>
      save({
        step: Number(fieldValue(event)),
      })}><p class="ends" aria-hidden="true"><span>${say`Beginner`}</span><span>${say`Full strength`}</span></p><div class="sides" role="radiogroup" aria-label=${say`Your side`}>${SIDES.map(
      ([
        side,
        name,
        pieces,
      ]) => html`<label title=${name}><input type="radio" class="visually-hidden" name="start-side"
        value=${side} .checked=${choice.side === side} @change=${() => save({ side })}><span
        class="visually-hidden">${name}</span>${pieces.map(
          piece => html`<svg viewBox="0 0 40 40" aria-hidden="true"><use href=${`#${piece}`}></use></svg>`,
        )}</label>`,
    )}</div>${button({
      ...{
        id: 'start-computer',
        class: 'primary big',
        label: isFrom ? say`Play from this position` : say`Play`,
      },
      run: () =>
        playComputer(page, {
          start: isFrom ? 'position' : choice.start === 'position' ? 'standard' : choice.start,
        }),
    })}${isBlank ? html`<p class="fine">${say`Or just move a piece: the computer answers.`}</p>` : nothing}</div>
    <ul class="start-list">${item(...['train', 'target', say`Train`, dueText(due)], () => page.places.show('train'))}${
      page.hasServer
        ? item('friend', 'friend', say`Play a friend`, say`By a link, wherever your friend is.`, friend)
        : html`<li class="item off">${picture('friend')}<div><b>${say`Play a friend`}</b><span>${NO_SERVER}</span></div>${twoHere(page, isFrom)}</li>`
    }${
      page.hasServer
        ? html`<li class="item">${picture('hand')}<div><b>${say`Two players`}</b><span>${say`Here, on this board.`}</span></div>${twoHere(page, isFrom)}</li>`
        : nothing
    }${item(
      ...['open', 'open', say`Open or paste a game`, say`PGN of any size, or a FEN. Drop it anywhere.`],
      () => page.openFile.show(),
    )}</ul>
    <h3>${say`Look at a famous game`}</h3><div class="famous">${FAMOUS_GAMES.map(
      game =>
        html`<button type="button" @click=${() => openFamous(page, game)}>${miniBoard(
          game.placement,
          game.move,
        )}<span><b>${game.title}</b> ${game.players}</span></button>`,
    )}</div>
    <div class="developers"><h3>${say`For developers`}</h3><p>${say`Rules, PGN, engines and game servers for JavaScript. This page is built with it.`} <a href="docs/index.html">${say`Documents`}</a></p></div>`
}

/** @returns such as 'Due: 16 opening moves, 12 mistakes.' */
function dueText({ openings, mistakes, puzzles }: State['due']): string {
  const parts = [
    openings > 0 && (openings === 1 ? say`1 opening move` : say`${openings} opening moves`),
    mistakes > 0 && (mistakes === 1 ? say`1 mistake` : say`${mistakes} mistakes`),
    puzzles > 0 && (puzzles === 1 ? say`1 puzzle` : say`${puzzles} puzzles`),
  ].filter(Boolean)
  return parts.length > 0 ? say`Due: ${parts.join(', ')}.` : say`Your openings, your mistakes, and puzzles.`
}

const twoHere = (page: Page, isFrom: boolean) =>
  button({ id: 'start-two', label: say`Two here`, run: () => playTwo(page, isFrom) })

const item = (id: string, icon: string, title: string, text: string, run: () => unknown) =>
  html`<li><button type="button" class="item" id=${`start-${id}`} @click=${run}>${picture(icon)}<div><b>${title}</b><span>${text}</span></div>${picture('forward')}</button></li>`

const openFamous = (page: Page, game: FamousGame) =>
  openPart(
    () => import('./famous-moves.js'),
    part => {
      part.openFamous(page, game)
      focusBoard()
    },
  )
