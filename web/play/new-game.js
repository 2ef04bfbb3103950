// SPDX-License-Identifier: Apache-2.0
// The dialog for a new game: opponent, strength and start position.

import { chess960Fen } from 'binbo'
import { STRONGEST, strengthOfStep, strengthWords } from '../engine/strength.js'
import { replaceGame } from '../game/earlier-games.js'
import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { UNDO_SECONDS } from '../page/notices.js'
import { lastChoice, matchOf, readChoice, saveChoice, startOf } from './new-game-choice.js'
import { DEPTH, MOVE_SECONDS } from './opponent.js'
import { engineName } from './standing.js'

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export const openNewGame = app => new NewGameDialog(app).open()

class NewGameDialog {
  #app
  #choice = lastChoice()
  #strength
  #strengthText = h('p', { id: 'strength-text', class: 'soft' })
  #startRow = h('output', { class: 'start-row', for: 'new-game-number' })
  #againstEngine
  #chess960
  #form
  /** @type {HTMLDialogElement | undefined} */
  #dialog

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    const choice = this.#choice
    const isOver = app.study.game.status.over
    if (isOver && choice.start === 'position') choice.start = 'classic'
    this.#strength = h('input', {
      type: 'range',
      id: 'strength',
      name: 'step',
      min: 0,
      max: STRONGEST,
      step: 1,
      value: choice.step,
      'aria-describedby': 'strength-text',
    })
    this.#againstEngine = this.#engineFields()
    this.#chess960 = this.#chess960Fields()
    this.#form = h(
      'form',
      {
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault()
          this.#start()
        },
        oninput: () => this.#update(),
      },
      radios('opponent', 'Opponent', choice.opponent, [
        ['engine', engineName(app.room)],
        ['hand', 'Both sides by hand'],
      ]),
      this.#againstEngine,
      radios('start', 'Start', choice.start, [
        ['classic', 'Classic'],
        ['chess960', 'Chess960'],
        ['position', 'The position on the board', isOver],
      ]),
      this.#chess960,
      h(
        'div',
        { class: 'actions foot' },
        h('button', { type: 'submit', class: 'primary' }, 'Start the game'),
      ),
    )
  }

  open() {
    this.#dialog = openDialog('New game', { class: 'new-game' }, this.#form)
    this.#update()
  }

  #engineFields() {
    const { side, limit, seconds, depth } = this.#choice
    return h(
      'div',
      { class: 'against-engine' },
      radios('side', 'Your side', side, [
        ['white', 'White'],
        ['black', 'Black'],
        ['random', 'Random'],
      ]),
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'strength' }, 'Strength'),
        this.#strength,
        this.#strengthText,
      ),
      radios('limit', 'It thinks for each move', limit, [
        ['time', 'For a time'],
        ['depth', 'To a depth'],
      ]),
      h(
        'div',
        { class: 'field' },
        numberField('seconds', 'Seconds, 0.1 to 30', seconds, { ...MOVE_SECONDS, step: 0.1 }),
        numberField('depth', 'Depth in half-moves, 1 to 30', depth, DEPTH),
      ),
    )
  }

  #chess960Fields() {
    return h(
      'div',
      { class: 'row chess960' },
      numberField('number', 'Number, 0 to 959', this.#choice.number, { min: 0, max: 959 }),
      h('button', { type: 'button', onclick: () => this.#shuffle() }, 'Random number'),
      this.#startRow,
    )
  }

  #update() {
    const now = readChoice(Object.fromEntries(new FormData(this.#form)))
    this.#againstEngine.hidden = now.opponent === 'hand'
    this.#chess960.hidden = now.start !== 'chess960'
    // A hidden field must not be validated: it would keep the form from being submitted.
    this.#enable('seconds', now.opponent === 'engine' && now.limit === 'time')
    this.#enable('depth', now.opponent === 'engine' && now.limit === 'depth')
    this.#enable('number', now.start === 'chess960')
    const text = strengthWords(strengthOfStep(now.step))
    this.#strengthText.textContent = text
    this.#strength.setAttribute('aria-valuetext', text)
    this.#startRow.textContent = startRow(now.number)
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

  #shuffle() {
    this.#field('number').value = String(Math.floor(Math.random() * 960))
    this.#update()
  }

  #start() {
    const { study, match, room } = this.#app
    // Disabled fields keep their former values.
    const now = readChoice({ ...this.#choice, ...Object.fromEntries(new FormData(this.#form)) })
    saveChoice(now)
    this.#dialog?.close()
    focusBoard()
    const setup = matchOf(now)
    const sides = setup ? `You play ${setup.human === 'white' ? 'White' : 'Black'}.` : 'Both sides by hand.'
    const begin = () => match.begin(setup, startOf(now, setup, engineName(room), study))
    replaceGame(this.#app, begin, `New game. ${sides}`, { seconds: UNDO_SECONDS })
  }
}

/** @param {number} number @returns {string} White's first rank, such as 'R N B Q K B N R' */
const startRow = number => chess960Fen(number).split('/')[0].toUpperCase().split('').join(' ')

/**
 * @param {string} name
 * @param {string} legend
 * @param {string} value the checked one
 * @param {[value: string, label: string, disabled?: boolean][]} options
 */
const radios = (name, legend, value, options) =>
  h(
    'fieldset',
    {},
    h('legend', {}, legend),
    h(
      'div',
      { class: 'row choices' },
      ...options.map(([option, label, disabled = false]) =>
        h(
          'label',
          { class: 'check' },
          h('input', { type: 'radio', name, value: option, checked: option === value, disabled }),
          label,
        ),
      ),
    ),
  )

/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {{ min: number, max: number, step?: number }} range
 */
const numberField = (name, label, value, { min, max, step = 1 }) =>
  h(
    'label',
    { class: 'number' },
    label,
    h('input', {
      type: 'number',
      id: `new-game-${name}`,
      name,
      value,
      min,
      max,
      step,
      required: true,
      inputmode: step < 1 ? 'decimal' : 'numeric',
    }),
  )
