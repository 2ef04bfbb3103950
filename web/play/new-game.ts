// SPDX-License-Identifier: Apache-2.0
// The dialog for a new game: who plays, how strong, how fast; rare options are under "More options". Each
// input event makes a new Choice, from which the dialog is redrawn.

import type { Variant } from 'binbo'
import { chess960Fen, VARIANTS } from 'binbo'
import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { STRONGEST, strengthOfStep, strengthPlayer } from '../engine/strength.js'
import type { Dialog } from '../page/dialog.js'
import { openDialog } from '../page/dialog.js'
import { find } from '../page/dom.js'
import { allow, focusBoard } from '../page/focus.js'
import { setting } from '../page/settings.js'
import { button, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { variantName } from '../study/descriptions.js'
import type { Choice } from './new-game-choice.js'
import {
  controlOf,
  DAYS,
  drawNumber,
  INCREMENT,
  lastChoice,
  MINUTES,
  NO_SERVER,
  PRESETS,
  readChoice,
  SERVER,
  saveChoice,
  startGame,
  startOf,
} from './new-game-choice.js'
import { DEPTH, MOVE_SECONDS } from './opponent.js'
import type { Invitation, Page } from './standing.js'

/** Days for which each player of a correspondence game may pause their clock. */
const VACATION = 14
const OPPONENTS: [Choice['opponent'], string, string][] = [
  ['engine', 'engine', say`The computer`],
  ['friend', 'share', say`A friend, by link`],
  ['two', 'setup', say`Two on this board`],
  ['engines', 'graph', say`Engine against engine`],
]
const SIDES: [Choice['side'], string, string[]][] = [
  ['white', say`White`, ['wk']],
  ['random', say`Random`, ['wk', 'bk']],
  ['black', say`Black`, ['bk']],
]
/** The state of the dialog. */
type Shown = {
  choice: Choice
  /** the chosen time: see timesFor() */
  time: string
  /** the rules of a game from the start */
  rules: Variant
  /** whether all options are shown */
  more: boolean
}

export const openNewGame = (page: Page) => new NewGameDialog(page).open()

class NewGameDialog {
  #page: Page
  #shown: Shown
  /** Whether the game can begin at the position on the board. */
  #hasPosition: boolean
  /** The part of the dialog for a game with a friend; loaded when that opponent is chosen. */
  #invitation: Invitation | undefined
  #loading: Promise<boolean> | undefined
  /** Aborted when the dialog is closed. */
  #closed = new AbortController()
  #dialog: Dialog | undefined

  constructor(page: Page) {
    this.#page = page
    const { tree, status, node } = page.study
    this.#hasPosition = !status.over && (node !== tree.root || tree.headers.has('FEN'))
    const choice = lastChoice()
    const rules = choice.start === 'position' ? 'standard' : choice.start
    const start = choice.start === 'position' && !this.#hasPosition ? 'standard' : choice.start
    const number = choice.number ?? drawNumber()
    this.#shown = { choice: { ...choice, start, number }, time: timeOf(choice), rules, more: false }
  }

  open() {
    const onClose = () => this.#closed.abort()
    this.#dialog = openDialog(say`New game`, { class: 'new-game', onClose }, () => this.#view())
    if (this.#shown.choice.opponent === 'friend') void this.#loadInvitation()
  }

  #change(changes: Partial<Shown>) {
    this.#shown = { ...this.#shown, ...changes }
    this.#draw()
  }

  /** Reads the fields. Hidden fields keep their values. */
  #read(form: HTMLFormElement) {
    const values = Object.fromEntries(new FormData(form))
    const { choice, rules: before, time: formerTime } = this.#shown
    const rules = oneOf(VARIANTS, values.rules) ?? before
    const { opponent } = readChoice({ ...choice, ...values })
    const times = timesFor(opponent).map(([name]) => name)
    const time = oneOf(times, values.time ?? formerTime) ?? 'none'
    const start = values.from === 'position' ? 'position' : rules
    const next = readChoice({ ...choice, ...values, ...paceOf(time), start })
    if (opponent === 'friend') void this.#loadInvitation()
    this.#change({ choice: next, time, rules })
  }

  #draw() {
    this.#dialog?.draw()
  }

  #view() {
    const acts = {
      hasPosition: this.#hasPosition,
      friendFields: this.#invitation?.root,
      hasServer: this.#page.hasServer || setting(SERVER, '') !== '',
      showMore: () => this.#change({ more: !this.#shown.more }),
      drawNumber: () => this.#change({ choice: { ...this.#shown.choice, number: drawNumber() } }),
      playHere: () => this.#change({ choice: { ...this.#shown.choice, opponent: 'two' } }),
    }
    const start = (event: SubmitEvent) => {
      event.preventDefault()
      this.#start()
    }
    const read = ({ currentTarget }: { currentTarget: HTMLFormElement }) => this.#read(currentTarget)
    return html`<form @submit=${start} @input=${read}>${dialogView(this.#shown, acts)}</form>`
  }

  async #loadInvitation() {
    const dialog = { close: () => this.#dialog?.close(), signal: this.#closed.signal }
    this.#loading ??= this.#page.withInvitation(dialog, invitation => {
      this.#invitation = invitation
      this.#draw()
    })
    // After a failure the next call tries again.
    if (!(await this.#loading)) this.#loading = undefined
  }

  async #invite(choice: Choice) {
    const { study } = this.#page
    saveChoice(choice)
    await this.#loadInvitation()
    if (!this.#dialog) return
    const submit = find(this.#dialog.body, '[type="submit"]', HTMLButtonElement)
    const { fen, variant } = startOf(choice, null, '', study) ?? {}
    const { pace, days, side } = choice
    const slow = { clock: { perMove: days * 86_400_000 }, allow: { vacation: VACATION } }
    const time = pace === 'days' ? slow : { clock: controlOf(choice) }
    allow(submit, false)
    const isOpen = await this.#invitation?.start({ fen, variant, ...time, color: side })
    allow(submit, true)
    if (isOpen && !this.#closed.signal.aborted) {
      this.#dialog.close()
      focusBoard()
    }
  }

  #start() {
    const { choice } = this.#shown
    if (choice.opponent === 'friend') return void this.#invite(choice)
    this.#dialog?.close()
    focusBoard()
    startGame(this.#page, choice)
    // At once: the next key or click is for the new game.
    this.#page.store.draw()
  }
}

/** the actions and facts that the view needs besides its state */
type Acts = {
  hasPosition: boolean
  friendFields: HTMLElement | undefined
  /** is a game server known? */
  hasServer: boolean
  showMore: () => void
  drawNumber: () => void
  playHere: () => void
}

function dialogView({ choice, time, rules, more }: Shown, acts: Acts) {
  const { opponent, step, blackStep, pace, start } = choice
  const isEngine = opponent === 'engine' || opponent === 'engines'
  const isFriend = opponent === 'friend'
  const isServerless = isFriend && !acts.hasServer
  const needsServer = isServerless && !more
  const cards = group(
    say`Opponent`,
    'opponents',
    OPPONENTS.map(([name, icon, label]) =>
      pick('opponent', name, opponent, html`${picture(icon)}<span>${label}</span>`),
    ),
  )
  const times = group(
    say`Time`,
    'times',
    timesFor(opponent).map(([name, label, kind]) =>
      pick('time', name, time, html`<b>${label}</b><span>${kind}</span>`),
    ),
    say`minutes + seconds a move`,
  )
  const fields = [
    ...(time === 'own'
      ? [
          numberField('minutes', say`Minutes a side`, choice, { ...MINUTES, step: 0.25 }),
          numberField('increment', say`Seconds a move`, choice, INCREMENT),
        ]
      : []),
    ...(pace === 'days' ? [numberField('days', say`Days for each move, 1 to 14`, choice, DAYS)] : []),
  ]
  const own = fields.length > 0 ? html`<div class="row">${fields}</div>` : nothing
  const sides = group(
    say`You play`,
    'sides',
    SIDES.map(([name, label, kings]) => pick('side', name, choice.side, kingsView(kings), label)),
  )
  const isNumbered = start === 'chess960'
  const options = html`<div class="more" id="new-game-more" ?hidden=${!more}>
    ${isEngine ? thinkFields(choice) : nothing}
    ${isServerless ? acts.friendFields : nothing}
    ${!isEngine && !isFriend ? html`<p class="soft">${say`Both sides are moved by hand.`}</p>` : nothing}</div>`
  return html`${cards}
    ${
      needsServer
        ? html`<p>${NO_SERVER}</p>`
        : html`${isEngine ? strengthField('step', opponent === 'engines' ? say`White’s strength` : say`Strength`, step) : nothing}
    ${opponent === 'engines' ? strengthField('blackStep', say`Black’s strength`, blackStep) : nothing}
    ${times}${own}
    <div class="row sides-row">${opponent === 'engine' || isFriend ? sides : nothing}
      <div class="rules">${acts.hasPosition ? fromField(start) : nothing}
        ${start === 'position' ? nothing : rulesField(rules)}</div></div>
    ${isNumbered ? numberFields(choice, acts.drawNumber) : nothing}
    ${isFriend && acts.hasServer ? acts.friendFields : nothing}`
    }${options}
    <div class="actions foot">
      <button type="button" class="quiet" aria-expanded=${more} aria-controls="new-game-more" @click=${acts.showMore}>${say`More options`}</button>
      ${
        needsServer
          ? button({ run: acts.playHere, label: say`Two on this board`, class: 'primary' })
          : html`<button type="submit" class="primary">${say`Start the game`}</button>`
      }</div>`
}

/** @param kind a class */
const group = (legend: string, kind: string, picks: unknown[], note?: string) =>
  html`<fieldset><legend>${legend}${note ? html` <span class="soft">${note}</span>` : nothing}</legend><div class=${kind}>${picks}</div></fieldset>`

/** A radio button as a card. @param label if the content has none */
const pick = (name: string, value: string, chosen: string, content: unknown, label?: string) =>
  html`<label class="pick" title=${label ?? nothing}><input type="radio" name=${name} value=${value}
    aria-label=${label ?? nothing} .checked=${live(value === chosen)} />${content}</label>`

/** @param kings one picture, or two halves */
const kingsView = (kings: string[]) =>
  html`<span class="kings" data-kings=${kings.length} aria-hidden="true">${kings.map(
    king => html`<svg viewBox="0 0 40 40"><use href=${`#${king}`}></use></svg>`,
  )}</span>`

function strengthField(name: string, label: string, step: number) {
  const { figure, player } = strengthPlayer(strengthOfStep(step))
  return html`<div class="strength"><label for=${`new-game-${name}`}>${label}</label><output><b>${figure}</b> · ${player}</output>
    <input type="range" id=${`new-game-${name}`} name=${name} min="0" max=${STRONGEST} step="1" .value=${live(String(step))}
      aria-valuetext=${`${figure}, ${player}`} /><span class="ends soft" aria-hidden="true"><span>${say`Beginner`}</span><span>${say`Full strength`}</span></span></div>`
}

const numberField = (
  name: 'minutes' | 'increment' | 'days' | 'seconds' | 'depth',
  label: string,
  choice: Choice,
  { min, max, step = 1 }: { min: number; max: number; step?: number },
) =>
  html`<label class="number">${label}<input type="number" id=${`new-game-${name}`} name=${name} min=${min} max=${max} step=${step}
    required inputmode=${step < 1 ? 'decimal' : 'numeric'} value=${choice[name]} /></label>`

const fromField = (start: Choice['start']) =>
  group(
    say`Begin`,
    'row',
    [
      ['start', say`From the start`],
      ['position', say`From this position`],
    ].map(
      ([value, label]) =>
        html`<label class="check"><input type="radio" name="from" value=${value} .checked=${live((value === 'position') === (start === 'position'))} />${label}</label>`,
    ),
  )

const rulesField = (rules: Variant) =>
  html`<label>${say`Rules`}<select name="rules" id="new-game-rules">${VARIANTS.map(
    variant => html`<option value=${variant} ?selected=${variant === rules}>${variantName(variant)}</option>`,
  )}</select></label>`

/** @param draw another number */
const numberFields = (
  { number }: Choice,
  draw: () => void,
) => html`<div class="row chess960"><label class="number">${say`Number, 0 to 959`}<input
    type="number" id="new-game-number" name="number" min="0" max="959" step="1" required inputmode="numeric" .value=${live(String(number ?? ''))} /></label>
  ${button({ id: 'new-game-draw', icon: 'die', label: say`New number`, run: draw })}
  <output class="start-row" for="new-game-number">${number === null ? '' : startRow(number)}</output></div>`

function thinkFields(choice: Choice) {
  const { pace, limit } = choice
  if (pace === 'clock') return html`<p class="soft">${say`The computer thinks as its clock allows.`}</p>`
  return html`<fieldset><legend>${say`The computer’s moves`}</legend><div class="row">${[
    ['time', say`Thinks for a time`],
    ['depth', say`Looks ahead`],
  ].map(
    ([value, label]) =>
      html`<label class="check"><input type="radio" name="limit" value=${value} .checked=${live(value === limit)} />${label}</label>`,
  )}
  ${
    limit === 'time'
      ? numberField('seconds', say`Seconds, 0.1 to 30`, choice, { ...MOVE_SECONDS, step: 0.1 })
      : numberField('depth', say`Half-moves ahead, 1 to 30`, choice, DEPTH)
  }</div></fieldset>`
}

type Time = [name: string, label: string, kind: string]

/** @returns six times to choose from */
function timesFor(opponent: Choice['opponent']): Time[] {
  const [blitz, slower, rapid, long] = PRESETS.map(
    ([minutes, increment, kind]): Time => [`${minutes}+${increment}`, `${minutes}+${increment}`, kind],
  )
  const last: Time = opponent === 'friend' ? ['days', '1–14', say`Days a move`] : long
  return [['none', '∞', say`No clock`], blitz, slower, rapid, last, ['own', '…', say`Own`]]
}

/** @returns the name of the choice's time in timesFor() */
function timeOf({ pace, minutes, increment, opponent }: Choice): string {
  if (pace !== 'clock') return pace
  const name = `${minutes}+${increment}`
  return timesFor(opponent).some(([known]) => known === name) ? name : 'own'
}

function paceOf(time: string): Partial<Choice> {
  if (time === 'none' || time === 'days') return { pace: time }
  const [minutes, increment] = time.split('+').map(Number)
  return time === 'own' ? { pace: 'clock' } : { pace: 'clock', minutes, increment }
}

/** @returns White's first rank, such as 'R N B Q K B N R' */
const startRow = (number: number): string =>
  chess960Fen(number).split('/')[0].toUpperCase().split('').join(' ')
