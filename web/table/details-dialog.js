// SPDX-License-Identifier: Apache-2.0
// The dialog that edits the names, the event and the result of a game.

import { html, nothing } from 'lit-html'
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
  const check = (/** @type {Event} */ { target }) => {
    const input = /** @type {HTMLInputElement} */ (target)
    if (input.name === 'Date') input.setCustomValidity(faultOf(input))
  }
  const save = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault()
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (event.currentTarget.querySelectorAll('input'))
    const chosen = /** @type {PgnResult} */ (new FormData(event.currentTarget).get('Result'))
    study.history.editHeaders('About this game', () => {
      for (const input of inputs) {
        const tag = input.name
        const value = input.value.trim() || UNKNOWN[tag]
        if (tag === 'Date' && input.value !== input.defaultValue) headers.set(tag, dateOf(value) ?? value)
        else if (value) headers.set(tag, value)
        else headers.delete(tag)
      }
      if (chosen !== result) study.finish(chosen)
    })
    dialog.close()
  }
  const dialog = openGameDialog(
    study,
    'About this game',
    {},
    () => html`<form @submit=${save} @input=${check}><div class="header-fields">${FIELDS.map(
      ([tag, label, example]) => {
        const value = headers.get(tag) ?? ''
        return html`<label>${label}<input name=${tag} value=${value === UNKNOWN[tag] ? '' : value} placeholder=${
          example && `such as ${example}`
        } autocomplete="off" inputmode=${tag.endsWith('Elo') ? 'numeric' : nothing}></label>`
      },
    )}</div><label>Result of the game<select name="Result">${RESULT_CHOICES.map(
      ([value, label]) => html`<option value=${value} ?selected=${value === result}>${label}</option>`,
    )}</select></label><div class="actions"><button type="button" @click=${() => dialog.close()}>Cancel</button><button
      class="primary">Save</button></div></form>`,
  )
}
