// SPDX-License-Identifier: Apache-2.0
// The offers of the page before a game, and when "Play" is chosen while a game is only viewed: the computer, a friend, the
// user's own game, and famous games. Each is one click.

import { html, nothing } from 'lit-html'
import { STRONGEST, strengthOfStep, strengthPlayer } from '../engine/strength.js'
import { fieldValue, find, listenerOf, openPicker, takeFiles } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { button, miniBoard, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import { countEarlier } from '../storage/earlier-games.js'
import { readDays, runAt } from '../train/days.js'
import type { Source } from '../train/due.js'
import { dueCounts, dueTomorrow, dueView, SOURCE_NAMES, SOURCES, sumOf } from '../train/due.js'
import type { Page as TrainPage } from '../train/room.js'
import type { FamousGame } from './famous-games.js'
import { FAMOUS_GAMES } from './famous-games.js'
import type { Choice } from './new-game-choice.js'
import { INCREMENT, MINUTES, NO_SERVER, START_PRESETS, saveChoice, startGame } from './new-game-choice.js'
import type { Page, State } from './standing.js'

const SIDES: [Choice['side'], name: string, pieces: string[]][] = [
  ['white', say`White`, ['wk']],
  ['random', say`Random colour`, ['wk', 'bk']],
  ['black', say`Black`, ['bk']],
]

/** The models that the start page uses. */
type StartPage = Page & TrainPage

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

/** The user's last games that are shown. */
export const MOST_LAST = 3
/** Shows the user's last games; set when it is loaded. */
let viewLast: (() => readonly unknown[]) | null = null
export const offerLast = (view: () => readonly unknown[]) => {
  viewLast = view
}

/** Whether a time of the user's own is chosen, although it is one of those offered. */
let isOwnTime = false

export function startView(state: State, page: StartPage) {
  if (state.view !== 'start') return nothing
  const { choice, isBlank, status, isOffline } = state
  const save = (change: Partial<Choice>) => saveChoice({ ...choice, ...change })
  // A game cannot start from a finished position.
  const isFrom = !isBlank && !status.over
  const { figure, player } = strengthPlayer(strengthOfStep(choice.step))
  return html`${
    isOffline
      ? html`<p class="soft" role="status">${say`You are offline. What was used here before still works; the engine is loaded when it is first used.`}</p>`
      : nothing
  }<div class="hero"><div class="head"><h2>${say`Play the computer`}</h2>${
    isBlank ? html`<p class="fine">${say`Or just move a piece: the computer answers.`}</p>` : nothing
  }</div><div><p class="level"><b>${figure}</b> · ${player}</p><input
    type="range" id="start-strength" min="0" max=${STRONGEST} .value=${String(choice.step)} aria-label=${say`Strength`}
    aria-valuetext=${`${figure}, ${player}`} @input=${(event: Event) =>
      save({
        step: Number(fieldValue(event)),
      })}><p class="ends" aria-hidden="true"><span>${say`Beginner`}</span><span>${say`Full strength`}</span></p></div><div class="sides" role="radiogroup" aria-label=${say`Your side`}>${SIDES.map(
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
        class: isFrom ? 'primary big long' : 'primary big',
        label: isFrom ? say`Play from this position` : say`Play`,
      },
      run: () =>
        playComputer(page, {
          start: isFrom ? 'position' : choice.start === 'position' ? 'standard' : choice.start,
        }),
    })}${timesView(choice, save)}</div>
    <ul class="start-list">${friendViews(page, isFrom, () => save({ opponent: 'friend' }))}${trainView(
      state,
      page,
    )}${openingView(page)}</ul><div class="start-games">${lastGamesView()}<section><h3>${say`Look at a famous game`}</h3><div class="famous">${FAMOUS_GAMES.map(
      game =>
        html`<button type="button" @click=${() => openFamous(page, game)}>${miniBoard(
          game.placement,
          game.move,
        )}<span><b>${game.title}</b> ${game.players}</span></button>`,
    )}</div></section></div>
    <div class="developers"><h3>${say`For developers`}</h3><p>${say`Rules, PGN, engines and game servers for JavaScript. This page is built with it.`} <a href="docs/index.html">${say`Documents`}</a></p></div>
    <p class="fine">${say`Everything stays on this device.`}</p>`
}

/** The clocks to choose from, and fields for other ones. */
function timesView(choice: Choice, save: (change: Partial<Choice>) => void) {
  const { pace, minutes, increment } = choice
  const isClock = pace === 'clock'
  const preset = START_PRESETS.findIndex(([base, more]) => base === minutes && more === increment)
  const chosen = !isClock ? 'none' : isOwnTime || preset < 0 ? 'own' : String(preset)
  const pick = (name: string, label: string, kind: string, change: Partial<Choice>) =>
    html`<label><input type="radio" class="visually-hidden" name="start-time" value=${name} .checked=${name === chosen}
      @change=${() => {
        isOwnTime = name === 'own'
        save(change)
      }}><b>${label}</b>${kind ? html` <small>${kind}</small>` : nothing}</label>`
  const field = (name: 'minutes' | 'increment', label: string, { min, max }: typeof MINUTES) =>
    html`<label>${label}<input type="number" min=${min} max=${max} step=${min || 1} required .value=${String(choice[name])}
      @change=${({ currentTarget: { valueAsNumber, validity } }: { currentTarget: HTMLInputElement }) =>
        validity.valid && save({ [name]: valueAsNumber })}></label>`
  return html`<div class="times" role="radiogroup" aria-label=${say`Time`} title=${say`minutes + seconds a move`}>${START_PRESETS.map(
    ([base, more, kind], at) =>
      pick(String(at), `${base}+${more}`, kind, { pace: 'clock', minutes: base, increment: more }),
  )}${pick('none', say`No clock`, '', { pace: 'none' })}${pick('own', say`Other`, say`Your own`, { pace: 'clock' })}</div>${
    chosen === 'own'
      ? html`<div class="own-time">${field('minutes', say`Minutes a side`, MINUTES)}${field('increment', say`Seconds a move`, INCREMENT)}</div>`
      : nothing
  }`
}

/** A friend, by a link or here. */
function friendViews(page: StartPage, isFrom: boolean, choose: () => void) {
  const two = button({ id: 'start-two', label: say`Two here`, run: () => playTwo(page, isFrom) })
  if (!page.hasServer)
    return html`<li class="item off whole">${picture('friend')}<div><b>${say`Play a friend`}</b><span>${NO_SERVER}</span></div>${two}</li>`
  const friend = () => {
    choose()
    return openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(page),
    )
  }
  return html`${item('friend', 'friend', say`Play a friend`, say`By a link, wherever your friend is.`, friend)}<li class="item">${picture('hand')}<div><b>${say`Two players`}</b><span>${say`Here, on this board.`}</span></div>${two}</li>`
}

function trainView({ due }: State, page: StartPage) {
  const run = runAt(readDays(), Date.now())
  const text = html`${dueText(due)}${run > 1 ? html` <em>${say`${run} days in a row`}</em>` : nothing}`
  const train = (source: Source) => {
    page.places.show('train')
    return openPart(
      () => import('../train/room.js'),
      part => part.roomOf(page).choose(source),
    )
  }
  return html`<li>${itemButton('train', 'target', say`Train`, text, () => page.places.show('train'))}<div class="row">${SOURCE_NAMES.map(
    source => button({ label: html`${SOURCES[source]}${dueView(due[source])}`, run: () => train(source) }),
  )}</div></li>`
}

/** @returns such as 'Due: 16 opening moves, 12 mistakes.' */
function dueText(due: State['due']): string {
  const { openings, mistakes, puzzles } = due
  const parts = [
    openings > 0 && (openings === 1 ? say`1 opening move` : say`${openings} opening moves`),
    mistakes > 0 && (mistakes === 1 ? say`1 mistake` : say`${mistakes} mistakes`),
    puzzles > 0 && (puzzles === 1 ? say`1 puzzle` : say`${puzzles} puzzles`),
  ].filter(Boolean)
  if (parts.length > 0) return say`Due: ${parts.join(', ')}.`
  if (sumOf(dueCounts(Number.POSITIVE_INFINITY)) === 0) return say`Your openings, your mistakes, and puzzles.`
  const coming = dueTomorrow(due, Date.now())
  if (coming === 0) return say`All done.`
  return `${say`All done.`} ${coming === 1 ? say`1 is due tomorrow.` : say`${coming} are due tomorrow.`}`
}

/** What opens a game: a file, a text, or the games of a site. */
function openingView({ openFile, withDatabase }: StartPage) {
  // The field keeps nothing: what it gets is opened at once.
  const take = (field: HTMLTextAreaElement, text: string) => {
    field.value = ''
    if (text.trim() !== '') openFile.readText(text)
  }
  const takePaste = (event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const { clipboardData, currentTarget } = event
    if (!clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    take(currentTarget, clipboardData.getData('text/plain'))
  }
  const press = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    take(event.currentTarget, event.currentTarget.value)
  }
  const paste = async (event: Event) => {
    const field = find(
      listenerOf(event, HTMLElement).closest('li') ?? document,
      'textarea',
      HTMLTextAreaElement,
    )
    // Some browsers do not let the page read it: the user can paste into the field.
    const text = await navigator.clipboard?.readText().catch(() => '')
    if (text) take(field, text)
    else field.focus()
  }
  return html`<li class="opener">${itemButton('open', 'open', say`Open or paste a game`, say`PGN of any size, or a FEN. Drop it anywhere.`, () => openFile.show())}<textarea
    rows="3" spellcheck="false" autocomplete="off" aria-label=${say`A game, a position or an address`}
    placeholder=${say`Paste a game, a position (FEN), or the address of a game at Lichess or Chess.com`}
    @paste=${takePaste} @keydown=${press}></textarea><div class="row"><input type="file" multiple hidden aria-label=${say`A file of games`}
    @change=${(event: Event) => openFile.readFiles(takeFiles(event))}>${[
      button({ icon: 'open', label: say`Choose a file`, run: openPicker }),
      button({ icon: 'paste', label: say`Paste`, run: paste }),
      button({
        ...{
          icon: 'download',
          label: say`Your games`,
          title: say`Fetches your games from Lichess or Chess.com`,
        },
        run: () => withDatabase(database => database.askPlayer()),
      }),
    ]}</div></li>`
}

/** Its height is known before the games are read: nothing jumps. */
function lastGamesView() {
  const views = viewLast?.()
  const count = views?.length ?? Math.min(countEarlier(), MOST_LAST)
  return count === 0
    ? nothing
    : html`<section><h3>${say`Your last games`}</h3><ul class="last-games" style=${`--games: ${count}`}>${views}</ul></section>`
}

const item = (id: string, icon: string, title: string, text: unknown, run: () => unknown) =>
  html`<li>${itemButton(id, icon, title, text, run)}</li>`

const itemButton = (id: string, icon: string, title: string, text: unknown, run: () => unknown) =>
  html`<button type="button" class="item" id=${`start-${id}`} @click=${run}>${picture(icon)}<div><b>${title}</b><span>${text}</span></div>${picture('forward')}</button>`

const openFamous = (page: Page, game: FamousGame) =>
  openPart(
    () => import('./famous-moves.js'),
    part => {
      part.openFamous(page, game)
      focusBoard()
    },
  )
