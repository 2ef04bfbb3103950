// SPDX-License-Identifier: Apache-2.0
// The dialog for a new game: against whom, how strong, and from where.

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
/** @typedef {import('./new-game-choice.js').Choice} Choice */

/** @param {App} app */
export function openNewGame(app) {
  const { study, match, room } = app
  const choice = lastChoice()
  const engine = engineName(room)
  const isOver = study.game.status.over
  if (isOver && choice.start === 'position') choice.start = 'classic'

  const strength = h('input', {
    type: 'range',
    id: 'strength',
    name: 'step',
    min: 0,
    max: STRONGEST,
    step: 1,
    value: choice.step,
    'aria-describedby': 'strength-words',
  })
  const strengthText = h('p', { id: 'strength-words', class: 'soft' })
  const number = numberField('number', 'Number, 0 to 959', choice.number, { min: 0, max: 959 })
  const row = h('output', { class: 'start-row', for: 'new-game-number' })
  const againstEngine = h(
    'div',
    { class: 'against-engine' },
    radios('side', 'Your side', choice.side, [
      ['white', 'White'],
      ['black', 'Black'],
      ['random', 'Random'],
    ]),
    h('div', { class: 'field' }, h('label', { for: 'strength' }, 'Strength'), strength, strengthText),
    radios('limit', 'It thinks for each move', choice.limit, [
      ['time', 'For a time'],
      ['depth', 'To a depth'],
    ]),
    h(
      'div',
      { class: 'field' },
      numberField('seconds', 'Seconds, 0.1 to 30', choice.seconds, { ...MOVE_SECONDS, step: 0.1 }),
      numberField('depth', 'Depth in half-moves, 1 to 30', choice.depth, DEPTH),
    ),
  )
  const chess960 = h(
    'div',
    { class: 'row chess960' },
    number,
    h('button', { type: 'button', onclick: shuffle }, 'Random number'),
    row,
  )
  const form = h(
    'form',
    { onsubmit: start, oninput: update },
    radios('opponent', 'Opponent', choice.opponent, [
      ['engine', engine],
      ['hand', 'Both sides by hand'],
    ]),
    againstEngine,
    radios('start', 'Start', choice.start, [
      ['classic', 'Classic'],
      ['chess960', 'Chess960'],
      ['position', 'The position on the board', isOver],
    ]),
    chess960,
    h('div', { class: 'actions foot' }, h('button', { type: 'submit', class: 'primary' }, 'Start the game')),
  )
  const dialog = openDialog('New game', { class: 'new-game' }, form)
  update()

  /** @returns {Choice} */
  function chosen() {
    return readChoice(Object.fromEntries(new FormData(form)))
  }

  function update() {
    const now = chosen()
    againstEngine.hidden = now.opponent === 'hand'
    chess960.hidden = now.start !== 'chess960'
    // What is hidden is neither checked nor in the way of the start.
    enable('seconds', now.opponent === 'engine' && now.limit === 'time')
    enable('depth', now.opponent === 'engine' && now.limit === 'depth')
    enable('number', now.start === 'chess960')
    const words = strengthWords(strengthOfStep(now.step))
    strengthText.textContent = words
    strength.setAttribute('aria-valuetext', words)
    row.textContent = startRow(now.number)
  }

  /** @param {string} name @param {boolean} on a field that is off is hidden with its label */
  function enable(name, on) {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
    field.disabled = !on
    if (field.parentElement) field.parentElement.hidden = !on
  }

  function shuffle() {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('number'))
    field.value = String(Math.floor(Math.random() * 960))
    update()
  }

  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault()
    // Fields that are off keep what they had.
    const now = readChoice({ ...choice, ...Object.fromEntries(new FormData(form)) })
    saveChoice(now)
    dialog.close()
    focusBoard()
    const setup = matchOf(now)
    const who = setup ? `You play ${setup.human === 'white' ? 'White' : 'Black'}.` : 'Both sides by hand.'
    const begin = () => match.begin(setup, startOf(now, setup, engine, study))
    replaceGame(app, begin, `New game. ${who}`, { seconds: UNDO_SECONDS })
  }
}

/** @param {number} number @returns {string} the pieces of the first row, such as 'R N B Q K B N R' */
const startRow = number => chess960Fen(number).split('/')[0].toUpperCase().split('').join(' ')

/**
 * @param {string} name
 * @param {string} legend
 * @param {string} value the one that is chosen
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
