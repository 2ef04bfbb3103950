// SPDX-License-Identifier: Apache-2.0
// The filter fields of the database: words, results, names and ranges. They take effect as they are typed.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { isChecked, listenerOf } from '../page/dom.js'
import { button } from '../page/templates.js'
import type { Criteria } from './criteria.js'
import { EVERYTHING, hasPattern, isNarrow, NAME_FIELDS, RANGE_FIELDS, usedFields } from './criteria.js'
import type { DatabaseState, GamesDatabase } from './games-database.js'

const RESULTS: [value: string, label: string][] = [
  ['1-0', 'White won'],
  ['1/2-1/2', 'Draw'],
  ['0-1', 'Black won'],
]

export function filterView({ criteria, hasFields, showsPattern }: DatabaseState, model: GamesDatabase) {
  const read = (event: Event) => model.filter(criteriaIn(new FormData(listenerOf(event, HTMLFormElement))))
  const submit = (event: Event) => {
    event.preventDefault()
    model.openAt(0)
  }
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('.db-table .pgn-list')?.focus()
    model.select(model.shown.selection.place)
  }
  const used = usedFields(criteria)
  return html`<form class="db-filter" role="search" @input=${read} @submit=${submit}><label class="db-words"><span
    class="visually-hidden">Find</span><input type="search" id="database-find" name="words" autocomplete="off"
    placeholder="Player, event, place, ECO or year" .value=${live(criteria.words)} @keydown=${enterList}></label><div
    class="pgn-chips" role="group" aria-label="Result">${RESULTS.map(
      ([value, label]) =>
        html`<label class="chip"><input type="checkbox" name="results" value=${value}
          .checked=${live(criteria.results.includes(value))}>${label}</label>`,
    )}<label class="chip"><input type="checkbox" .checked=${live(criteria.fen !== '')}
      @input=${(event: Event) => event.stopPropagation()} @change=${(event: Event) =>
        model.filterByBoard(
          isChecked(event),
        )}>With the board’s position</label></div><button type="button" class="db-more" aria-expanded=${hasFields} aria-controls="database-fields"
    @click=${() => model.toggleFields()}>Filters${used > 0 ? ` (${used})` : ''}</button><button type="button" class="db-toggle" aria-expanded=${showsPattern} aria-controls="database-pattern"
    @click=${() => model.togglePattern()}>Pattern${hasPattern(criteria) ? ' (1)' : ''}</button>${
      isNarrow(criteria)
        ? button({ class: 'quiet', label: 'Show all', run: () => model.filter(EVERYTHING) })
        : nothing
    }<div class="db-fields" id="database-fields">${NAME_FIELDS.map(
      ([name, label]) =>
        html`<label>${label}<input type="text" name=${name} autocomplete="off" placeholder="Name begins with"
          .value=${live(criteria[name])}></label>`,
    )}${RANGE_FIELDS.map(
      ({ name, label, examples: [from, to] }) =>
        html`<fieldset><legend>${label}</legend><input type="text" name=${`${name}-from`} autocomplete="off"
          placeholder=${from} aria-label=${`${label}, from`} .value=${live(criteria[name][0])}><span
          aria-hidden="true">–</span><input type="text" name=${`${name}-to`} autocomplete="off" placeholder=${to}
          aria-label=${`${label}, to`} .value=${live(criteria[name][1])}></fieldset>`,
    )}<label>Material<input type="text" name="material" autocomplete="off" spellcheck="false" placeholder="KRPvKR"
      .value=${live(criteria.material)}></label></div></form>`
}

function criteriaIn(data: FormData): Partial<Criteria> {
  const text = (name: string) => String(data.get(name) ?? '')
  const ranges = RANGE_FIELDS.map(({ name }) => [name, [text(`${name}-from`), text(`${name}-to`)]])
  return {
    ...{ words: text('words'), material: text('material'), results: data.getAll('results').map(String) },
    ...Object.fromEntries([...NAME_FIELDS.map(([name]) => [name, text(name)]), ...ranges]),
  }
}
