// SPDX-License-Identifier: Apache-2.0
// The filters of the database: a field for words, and chips that read as a sentence. A chip opens the fields of its filter below
// it; they take effect as they are typed.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { fieldValue } from '../page/dom.js'
import { button, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import { checkChip, findField } from '../pgn/game-list.js'
import type { Criteria, FilterName } from './criteria.js'
import {
  COLOURS,
  EVERYTHING,
  FILTERS,
  isNarrow,
  OUTCOMES,
  RESULTS,
  SPEEDS,
  usedFilters,
  without,
} from './criteria.js'
import type { DatabaseState } from './database-state.js'
import type { GamesDatabase } from './games-database.js'

type Filter = (typeof FILTERS)[number]
/** The criteria of these names are texts, ranges, and lists. */
type TextName = 'player' | 'opponent' | 'opening' | 'event' | 'eco' | 'material'
type RangeName = 'dates' | 'elo'
type ListName = 'speeds' | 'results'

/** The field with the words. */
export const FIND = 'database-find'

/** @param patternView of the pattern, which has a board of its own */
export function filterView(
  { criteria, problems, editing, hasRare }: DatabaseState,
  model: GamesDatabase,
  patternView: (criteria: Criteria) => unknown,
) {
  const used = usedFilters(criteria)
  const offered = FILTERS.filter(
    filter => !filter.within && !used.includes(filter) && (hasRare || !filter.isRare),
  )
  const submit = (event: Event) => {
    event.preventDefault()
    if (document.activeElement?.id === FIND) model.openAt(0)
    else model.edit('')
  }
  const end = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    model.edit('')
  }
  return html`<form class="pgn-filter" role="search" @submit=${submit}>${findField({
    ...{ id: FIND, placeholder: say`Player, event, opening, year`, words: criteria.words },
    ...{ find: words => model.filter({ words }), select: () => model.select(model.shown.selection.place) },
  })}<div class="db-chips" role="group"
    aria-label=${say`Filters`}>${used.map(filter => usedChip(filter, { criteria, problems, editing }, model))}${offered.map(
      filter => offeredChip(filter, editing, model),
    )}${button({
      ...{ class: 'chip', icon: 'new', label: hasRare ? say`Fewer filters` : say`Filter`, pressed: hasRare },
      ...{ title: say`Event, ECO, pattern and material`, run: () => model.toggleRare() },
    })}${
      isNarrow(criteria)
        ? button({ class: 'quiet', label: say`Show all`, run: () => model.filter(EVERYTHING) })
        : nothing
    }</div>${
      editing
        ? html`<div class="db-editor" id="database-editor" @keydown=${end}>${
            editing === 'pattern' ? patternView(criteria) : EDITORS[editing]?.(criteria, model)
          }${button({ class: 'quiet', icon: 'close', title: say`Close this filter`, run: () => model.edit('') })}</div>`
        : nothing
    }<p class="error db-problem" role="alert">${
      problems.length > 0
        ? `${problems.map(({ text }) => text).join(' ')} ${say`The list is as it was before.`}`
        : nothing
    }</p></form>`
}

function usedChip(
  filter: Filter,
  { criteria, problems, editing }: Pick<DatabaseState, 'criteria' | 'problems' | 'editing'>,
  model: GamesDatabase,
) {
  const { name, label, within = name } = filter
  const text = filter.text(criteria)
  const says = html`${label ? html`<span>${label} </span>` : nothing}<b>${text}</b>`
  const isFaulty = problems.some(problem => problem.name === name)
  return html`<span class="chip used" data-filter=${name} ?data-faulty=${isFaulty}>${
    name === 'fen'
      ? html`<span>${says}</span>`
      : html`<button type="button" aria-expanded=${editing === within} @click=${() => turn(within, editing, model)}>${says}</button>`
  }<button type="button" aria-label=${say`Without ${[label, text].filter(Boolean).join(' ')}`} @click=${() =>
    model.filter(without(criteria, filter))}>${picture('close')}</button></span>`
}

const offeredChip = ({ name, label }: Filter, editing: FilterName | '', model: GamesDatabase) =>
  name === 'fen'
    ? button({ class: 'chip', label: say`Position on the board`, run: () => model.filterByBoard(true) })
    : html`<button type="button" class="chip" aria-expanded=${editing === name} @click=${() =>
        turn(name, editing, model)}>${label}</button>`

/** Opens the fields of a filter, or closes them. */
const turn = (name: FilterName, editing: FilterName | '', model: GamesDatabase) =>
  model.edit(name === editing ? '' : name)

const textField = (
  name: TextName,
  label: string,
  placeholder: string,
  criteria: Criteria,
  model: GamesDatabase,
) =>
  html`<label>${label}<input type="text" autocomplete="off" spellcheck="false" placeholder=${placeholder}
    .value=${live(criteria[name])} @input=${(event: Event) => model.filter({ [name]: fieldValue(event) })}></label>`

function rangeField(
  name: RangeName,
  label: string,
  examples: readonly [string, string],
  criteria: Criteria,
  model: GamesDatabase,
) {
  return [say`${label}, from`, say`${label}, to`].map((end, at) => {
    const take = (event: Event) => {
      // Both may change within a frame.
      const [from, to] = model.shown.criteria[name]
      const text = fieldValue(event)
      model.filter({ [name]: at === 0 ? [text, to] : [from, text] })
    }
    return html`<label>${end}<input type="text" autocomplete="off" placeholder=${examples[at]}
      .value=${live(criteria[name][at])} @input=${take}></label>`
  })
}

/** Checkboxes for some of the values of a list; no value is all of them. */
function choices<T extends string>(
  name: ListName,
  label: string,
  texts: Readonly<Record<T, string>>,
  criteria: Criteria,
  model: GamesDatabase,
) {
  const isChosen = (value: string, { [name]: list }: Criteria) => list.some(chosen => chosen === value)
  const take = (value: T, isOn: boolean) => {
    const now = model.shown.criteria
    model.filter({
      [name]: keysOf(texts).filter(known => (known === value ? isOn : isChosen(known, now))),
    })
  }
  return html`<div class="pgn-chips" role="group" aria-label=${label}>${keysOf(texts).map(value =>
    checkChip(texts[value], isChosen(value, criteria), isOn => take(value, isOn)),
  )}</div>`
}

/** One of some values, or none of them. */
function choice<T extends string>(
  label: string,
  none: string,
  texts: Readonly<Record<T, string>>,
  chosen: T | '',
  choose: (value: T | '') => void,
) {
  const all: ['' | T, string][] = [
    ['', none],
    ...keysOf(texts).map((value): [T, string] => [value, texts[value]]),
  ]
  return html`<div class="pgn-chips" role="radiogroup" aria-label=${label}>${all.map(
    ([
      value,
      text,
    ]) => html`<label class="chip"><input type="radio" name=${label} .checked=${live(chosen === value)}
      @change=${() => choose(value)}>${text}</label>`,
  )}</div>`
}

/** By filter: its fields. */
const EDITORS: Partial<Record<FilterName, (criteria: Criteria, model: GamesDatabase) => unknown>> = {
  player: (criteria, model) => [
    textField('player', say`Player`, say`Name begins with`, criteria, model),
    criteria.player.trim() === ''
      ? nothing
      : [
          choice(say`Outcome`, say`any result`, OUTCOMES, criteria.outcome, outcome =>
            model.filter({ outcome }),
          ),
          choice(say`Colour`, say`either colour`, COLOURS, criteria.colour, colour =>
            model.filter({ colour }),
          ),
          textField('opponent', say`Against`, say`Name begins with`, criteria, model),
        ],
  ],
  opening: (criteria, model) =>
    textField('opening', say`Opening, by the moves`, say`Sicilian, Najdorf, B90, B20-B99`, criteria, model),
  speeds: (criteria, model) => choices('speeds', say`Time control`, SPEEDS, criteria, model),
  dates: (criteria, model) => rangeField('dates', say`Date`, ['1990', '2026.05.24'], criteria, model),
  elo: (criteria, model) => rangeField('elo', say`Rating of both`, ['2200', '2900'], criteria, model),
  results: (criteria, model) => choices('results', say`Result`, RESULTS, criteria, model),
  event: (criteria, model) => textField('event', say`Event`, say`Name begins with`, criteria, model),
  eco: (criteria, model) =>
    textField('eco', say`ECO, of the header`, say`B90, B or B20-B99`, criteria, model),
  material: (criteria, model) => textField('material', say`Material`, 'KRPvKR', criteria, model),
}
