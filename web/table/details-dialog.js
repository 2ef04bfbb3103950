// SPDX-License-Identifier: Apache-2.0
// The dialog that edits the names, the event and the result of a game.

import { h } from '../page/dom.js'
import { RESULT_CHOICES } from '../study/descriptions.js'
import { openGameDialog } from '../study/game-dialog.js'
import { UNKNOWN } from '../study/headers.js'

/** @import { PgnResult } from 'binbo/pgn' */
/** @import { Study } from '../study/study.js' */

/** The seven-tag roster and the ratings. @type {[tag: string, label: string, example: string][]} */
const FIELDS = [
  ['White', 'White', ''],
  ['WhiteElo', 'Rating of White', '2310'],
  ['Black', 'Black', ''],
  ['BlackElo', 'Rating of Black', '1985'],
  ['Event', 'Event', ''],
  ['Site', 'Site', ''],
  ['Round', 'Round', '3'],
  ['Date', 'Date', '2026.11.21'],
]

/** @param {string} text @returns {string | null} as PGN writes a date, such as '2026.11.??'; null for none */
function dateOf(text) {
  const [, year, month = '??', day = '??'] =
    /^(\d{4}|\?{4})(?:[-./](\d\d?|\?\?)(?:[-./](\d\d?|\?\?))?)?$/.exec(text) ?? []
  if (!year) return null
  const [m, d] = [month, day].map(part => Number(part.replace('??', '1')))
  const date = new Date(Date.UTC(Number(year.replace('????', '2000')), m - 1, d))
  const isReal = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.') : null
}

/** @param {HTMLInputElement} input a date @returns {string} why it cannot be saved; a file's own, as it was, can */
const faultOf = ({ value, defaultValue }) =>
  value.trim() === '' || value === defaultValue || dateOf(value.trim())
    ? ''
    : 'There is no such date. Write it as 2026.11.21, or 2026 alone.'

/** @param {Study} study */
export function openDetails(study) {
  const { headers, result } = study.tree
  const inputs = FIELDS.map(([tag, label, example]) => {
    const value = headers.get(tag) ?? ''
    const input = h('input', {
      name: tag,
      value: value === UNKNOWN[tag] ? '' : value,
      placeholder: example && `such as ${example}`,
      autocomplete: 'off',
      inputmode: tag.endsWith('Elo') && 'numeric',
      oninput: () => tag === 'Date' && input.setCustomValidity(faultOf(input)),
    })
    return { tag, input, field: h('label', {}, label, input) }
  })
  const results = h(
    'select',
    { name: 'Result' },
    ...RESULT_CHOICES.map(([value, label]) => h('option', { value, selected: value === result }, label)),
  )
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault()
    study.history.editHeaders('About this game', () => {
      for (const { tag, input } of inputs) {
        const value = input.value.trim() || UNKNOWN[tag]
        if (tag === 'Date' && input.value !== input.defaultValue) headers.set(tag, dateOf(value) ?? value)
        else if (value) headers.set(tag, value)
        else headers.delete(tag)
      }
      if (results.value !== result) study.finish(/** @type {PgnResult} */ (results.value))
    })
    dialog.close()
  }
  const dialog = openGameDialog(
    study,
    'About this game',
    {},
    h(
      'form',
      { onsubmit: save },
      h('div', { class: 'header-fields' }, ...inputs.map(({ field }) => field)),
      h('label', {}, 'Result of the game', results),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        h('button', { class: 'primary' }, 'Save'),
      ),
    ),
  )
}
