// SPDX-License-Identifier: Apache-2.0
// The dialog that edits the names, the event and the result of a game.

import { html, nothing } from 'lit-html'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { RESULT_CHOICES } from '../study/descriptions.js'
import { openGameDialog } from '../study/game-dialog.js'
import { UNKNOWN } from '../study/headers.js'
import type { Study } from '../study/study.js'

/** The seven-tag roster and the ratings. */
const FIELDS: [tag: string, label: string, example: string][] = [
  ['White', say`White`, ''],
  ['WhiteElo', say`Rating of White`, '2310'],
  ['Black', say`Black`, ''],
  ['BlackElo', say`Rating of Black`, '1985'],
  ['Event', say`Event`, ''],
  ['Site', say`Site`, ''],
  ['Round', say`Round`, '3'],
  ['Date', say`Date`, '2026.11.21'],
]

/** @returns a date of PGN, such as '2026.11.??'; null for other texts */
function dateOf(text: string): string | null {
  const [, year, month = '??', day = '??'] =
    /^(\d{4}|\?{4})(?:[-./](\d\d?|\?\?)(?:[-./](\d\d?|\?\?))?)?$/.exec(text) ?? []
  if (!year) return null
  const [m, d] = [month, day].map(part => Number(part.replace('??', '1')))
  const date = new Date(Date.UTC(Number(year.replace('????', '2000')), m - 1, d))
  const isReal = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.') : null
}

/** @param input a date @returns the reason why it cannot be saved; an unchanged date of a file always can */
const faultOf = ({ value, defaultValue }: HTMLInputElement): string =>
  value.trim() === '' || value === defaultValue || dateOf(value.trim())
    ? ''
    : say`There is no such date. Write it as 2026.11.21, or 2026 alone.`

export function openDetails(study: Study) {
  const { headers, result } = study.tree
  const check = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.name === 'Date')
      target.setCustomValidity(faultOf(target))
  }
  const save = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const inputs: NodeListOf<HTMLInputElement> = event.currentTarget.querySelectorAll('input')
    const results = RESULT_CHOICES.map(([value]) => value)
    const chosen = oneOf(results, new FormData(event.currentTarget).get('Result')) ?? result
    study.history.editHeaders(say`About this game`, () => {
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
    say`About this game`,
    {},
    () => html`<form @submit=${save} @input=${check}><div class="header-fields">${FIELDS.map(
      ([tag, label, example]) => {
        const value = headers.get(tag) ?? ''
        return html`<label>${label}<input name=${tag} value=${value === UNKNOWN[tag] ? '' : value} placeholder=${
          example && say`such as ${example}`
        } autocomplete="off" inputmode=${tag.endsWith('Elo') ? 'numeric' : nothing}></label>`
      },
    )}</div><label>${say`Result of the game`}<select name="Result">${RESULT_CHOICES.map(
      ([value, label]) => html`<option value=${value} ?selected=${value === result}>${label}</option>`,
    )}</select></label><div class="actions"><button type="button" @click=${() => dialog.close()}>${say`Cancel`}</button><button
      class="primary">${say`Save`}</button></div></form>`,
  )
}
