// SPDX-License-Identifier: Apache-2.0
// The dialog for a new game: opponent, strength, clock, variant and start position.

import { chess960Fen, variants } from 'binbo'
import { STRONGEST, strengthOfStep, strengthWords } from '../engine/strength.js'
import { openDialog } from '../page/dialog.js'
import { h, icon, writeText } from '../page/dom.js'
import { allow, focusBoard } from '../page/focus.js'
import { variantName } from '../study/descriptions.js'
import { controlText } from './clock-text.js'
import {
  controlOf,
  DAYS,
  drawNumber,
  INCREMENT,
  lastChoice,
  MINUTES,
  matchOf,
  PRESETS,
  readChoice,
  saveChoice,
  startOf,
} from './new-game-choice.js'
import { numberField, radios, rangeField, selectField } from './new-game-fields.js'
import { DEPTH, MOVE_SECONDS } from './opponent.js'
import { engineName } from './standing.js'

/** @import { Choice } from './new-game-choice.js' */
/** @import { App } from '../app.js' */

/** @param {App} app */
export const openNewGame = app => new NewGameDialog(app).open()

class NewGameDialog {
  #app
  #choice
  #strength
  #blackStrength
  #presets
  #row = h('output', { class: 'start-row', for: 'new-game-number' })
  #form
  #submit = h('button', { type: 'submit', class: 'primary' }, 'Start the game')
  /** What is asked for a game with a friend; loaded when that is chosen. */
  #friendFields = h('div', { class: 'friend-fields' })
  /** @type {import('../friend/invitation.js').Invitation | undefined} */
  #invitation
  /** @type {Promise<boolean> | undefined} */
  #loading
  /** Aborted when the dialog is closed. */
  #closed = new AbortController()
  /** @type {HTMLDialogElement | undefined} */
  #dialog

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    const choice = (this.#choice = lastChoice())
    const isOver = app.study.status.over
    if (isOver && choice.start === 'position') choice.start = 'standard'
    this.#strength = rangeField('step', STRONGEST, choice.step)
    this.#blackStrength = rangeField('blackStep', STRONGEST, choice.blackStep)
    this.#presets = PRESETS.map(([minutes, increment]) => this.#presetButton(minutes, increment))
    this.#form = h(
      'form',
      {
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault()
          void this.#start()
        },
        oninput: () => this.#update(),
      },
      radios('opponent', 'Opponent', choice.opponent, [
        ['engine', engineName(app.room)],
        ['two', 'Two players on this board'],
        ['friend', 'A friend, somewhere else'],
        ['engines', 'Engine against engine'],
      ]),
      part(
        'engine friend',
        radios('side', 'Your side', choice.side, [
          ['white', 'White'],
          ['black', 'Black'],
          ['random', 'Random'],
        ]),
      ),
      part('engine engines', this.#strength.root),
      part('engines', this.#blackStrength.root),
      this.#paceFields(),
      this.#startFields(isOver),
      part('friend', this.#friendFields),
      h('div', { class: 'actions foot' }, this.#submit),
    )
  }

  open() {
    const onClose = () => this.#closed.abort()
    this.#dialog = openDialog('New game', { class: 'new-game', onClose }, this.#form)
    this.#update()
  }

  #paceFields() {
    const { pace, minutes, increment, days, limit, seconds, depth } = this.#choice
    return h(
      'fieldset',
      { class: 'pace' },
      h('legend', {}, 'Time'),
      radios('pace', null, pace, [
        ['none', 'No clock'],
        ['clock', 'Clock'],
        ['days', 'Days a move'],
      ]),
      h(
        'div',
        { class: 'by-clock' },
        h(
          'div',
          { class: 'presets', role: 'group', 'aria-label': 'Minutes and increment' },
          ...this.#presets,
        ),
        h(
          'div',
          { class: 'row' },
          numberField('minutes', 'Minutes a side', minutes, { ...MINUTES, step: 0.25 }),
          numberField('increment', 'Seconds a move', increment, INCREMENT),
        ),
      ),
      numberField('days', 'Days for each move, 1 to 14', days, DAYS),
      part(
        'engine engines',
        h(
          'div',
          { class: 'by-move row' },
          radios('limit', 'The engine thinks for each move', limit, [
            ['time', 'For a time'],
            ['depth', 'To a depth'],
          ]),
          numberField('seconds', 'Seconds, 0.1 to 30', seconds, { ...MOVE_SECONDS, step: 0.1 }),
          numberField('depth', 'Depth in half-moves, 1 to 30', depth, DEPTH),
        ),
      ),
    )
  }

  /** @param {boolean} isOver whether the game on the board is over */
  #startFields(isOver) {
    const names = variants.map(variant => /** @type {[string, string]} */ ([variant, variantName(variant)]))
    return h(
      'div',
      { class: 'start-fields' },
      selectField('start', 'Game', this.#choice.start, [
        ...names,
        ['position', 'The position on the board', isOver],
      ]),
      h(
        'div',
        { class: 'row chess960' },
        numberField('number', 'Number, 0 to 959', this.#choice.number ?? drawNumber(), { min: 0, max: 959 }),
        h(
          'button',
          { type: 'button', id: 'new-game-draw', onclick: () => this.#draw() },
          icon('die'),
          'New number',
        ),
        this.#row,
      ),
    )
  }

  /** @param {number} minutes @param {number} increment */
  #presetButton(minutes, increment) {
    const choose = () => {
      this.#field('minutes').value = String(minutes)
      this.#field('increment').value = String(increment)
      this.#update()
    }
    const text = controlText({ base: minutes * 60_000, increment: increment * 1000 })
    return h('button', { type: 'button', 'data-preset': text, onclick: choose }, text)
  }

  #update() {
    const isFriend = this.#field('opponent').value === 'friend'
    this.#offerDays(isFriend)
    if (isFriend) void this.#loadInvitation()
    const now = this.#read()
    const isClock = now.pace === 'clock'
    this.#form.dataset.opponent = now.opponent
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (this.#form.querySelectorAll('[data-for]')))
      box.hidden = !box.dataset.for?.split(' ').includes(now.opponent)
    const byMove = !isClock && (now.opponent === 'engine' || now.opponent === 'engines')
    this.#show('.by-clock', isClock)
    this.#show('.by-move', byMove)
    this.#show('.chess960', now.start === 'chess960')
    // A hidden field must not be validated: it would keep the form from being submitted.
    for (const name of ['minutes', 'increment']) this.#enable(name, isClock)
    this.#enable('days', now.pace === 'days')
    this.#enable('seconds', byMove && now.limit === 'time')
    this.#enable('depth', byMove && now.limit === 'depth')
    this.#enable('number', now.start === 'chess960')
    const isTwoEngines = now.opponent === 'engines'
    this.#strength.show(isTwoEngines ? 'White’s strength' : 'Strength', words(now.step))
    this.#blackStrength.show('Black’s strength', words(now.blackStep))
    const control = controlOf(now)
    for (const button of this.#presets)
      button.setAttribute(
        'aria-pressed',
        String(control !== null && button.dataset.preset === controlText(control)),
      )
    if (now.number !== null) writeText(this.#row, startRow(now.number))
  }

  /** @param {boolean} isFriend others have no days for a move */
  #offerDays(isFriend) {
    const [none, , days] = /** @type {NodeListOf<HTMLInputElement>} */ (
      this.#form.querySelectorAll('[name="pace"]')
    )
    if (days.parentElement) days.parentElement.hidden = !isFriend
    if (days.checked && !isFriend) none.checked = true
  }

  async #loadInvitation() {
    this.#loading ??= this.#app.withFriends(part => {
      this.#invitation = part.mountInvitation(this.#friendFields, this.#app, {
        close: () => this.#dialog?.close(),
        signal: this.#closed.signal,
      })
    })
    // After a failure the next call tries again.
    if (!(await this.#loading)) this.#loading = undefined
  }

  /** @param {Choice} choice */
  async #invite(choice) {
    const { study } = this.#app
    await this.#loadInvitation()
    const { fen, variant } = startOf(choice, null, '', study) ?? {}
    const { pace, days, side } = choice
    const clock = pace === 'days' ? { perMove: days * 86_400_000 } : controlOf(choice)
    allow(this.#submit, false)
    const isOpen = await this.#invitation?.start({ fen, variant, clock, color: side })
    allow(this.#submit, true)
    if (isOpen && !this.#closed.signal.aborted) {
      this.#dialog?.close()
      focusBoard()
    }
  }

  /** @returns {Choice} disabled fields keep their former values */
  #read() {
    return readChoice({ ...this.#choice, ...Object.fromEntries(new FormData(this.#form)) })
  }

  /** @param {string} selector @param {boolean} on */
  #show(selector, on) {
    const box = this.#form.querySelector(selector)
    if (box instanceof HTMLElement) box.hidden = !on
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(name))
  }

  /** @param {string} name @param {boolean} on a disabled field is hidden with its label */
  #enable(name, on) {
    const field = this.#field(name)
    field.disabled = !on
    if (field.parentElement) field.parentElement.hidden = !on
  }

  #draw() {
    this.#field('number').value = String(drawNumber())
    this.#update()
  }

  #start() {
    const { study, match, room } = this.#app
    const now = this.#read()
    saveChoice(now)
    if (now.opponent === 'friend') return this.#invite(now)
    this.#dialog?.close()
    focusBoard()
    const setup = matchOf(now)
    const begin = () => match.begin(setup, startOf(now, setup, engineName(room), study), controlOf(now))
    return this.#app.games.open(begin, `New game. ${sidesText(setup)}`)
  }
}

/** @param {import('./opponent.js').MatchSetup | null} setup @returns {string} */
function sidesText(setup) {
  if (!setup) return 'Two players on this board.'
  if (setup.human === null) return 'Engine against engine.'
  return `You play ${setup.human === 'white' ? 'White' : 'Black'}.`
}

/** @param {number} step */
const words = step => strengthWords(strengthOfStep(step))

/** @param {string} opponents that it is shown for @param {...Node} content */
const part = (opponents, ...content) => h('div', { 'data-for': opponents }, ...content)

/** @param {number} number @returns {string} White's first rank, such as 'R N B Q K B N R' */
const startRow = number => chess960Fen(number).split('/')[0].toUpperCase().split('').join(' ')
