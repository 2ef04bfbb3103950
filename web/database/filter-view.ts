// SPDX-License-Identifier: Apache-2.0
// The filters of games, of the database and of the open file: a field for words, and chips that read as a sentence. A chip opens
// the fields of its filter below it; they take effect as they are typed.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { fieldValue } from '../page/dom.js'
import { button, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
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
import { checkChip } from './game-list.js'

type Filter = (typeof FILTERS)[number]
/** The criteria of these names are texts, ranges, and lists. */
type TextName = 'player' | 'opponent' | 'opening' | 'event' | 'eco' | 'material'
type RangeName = 'dates' | 'elo'
type ListName = 'speeds' | 'results'

/** What is typed, and which fields are shown. */
export type Typed = Pick<DatabaseState, 'criteria' | 'problems' | 'editing' | 'hasRare'>
/** The games that are filtered. */
type Filtered = {
  readonly shown: Typed & Pick<DatabaseState, 'selection'>
  filter: (change: Partial<Criteria>) => unknown
  edit: (editing: FilterName | '') => void
  toggleRare: () => void
  openAt: (place: number) => unknown
  select: (place: number) => void
  /** only of the database */
  filterByBoard?: (isOn: boolean) => void
}

const DATABASE = {
  ...{ id: 'database-find', placeholder: say`Player, event, opening, year`, names: null, choices: nothing },
  more: say`Event, ECO, pattern and material`,
}

/**
 * @param patternView of the pattern, which has a board of its own
 * @param source.choices chips that are always in sight
 * @param source.names the filters that it can answer besides; null: all
 * @param source.more what "Filter" offers
 */
export function filterView(
  { criteria, problems, editing, hasRare }: Typed,
  model: Filtered,
  patternView: (criteria: Criteria) => unknown,
  source: {
    id: string
    placeholder: string
    choices: unknown
    names: readonly FilterName[] | null
    more: string
  } = DATABASE,
) {
  const { id, placeholder, choices, names, more } = source
  const used = usedFilters(criteria).filter(({ name }) => names?.includes(name) ?? true)
  const offered = FILTERS.filter(
    filter =>
      !filter.within &&
      !used.includes(filter) &&
      (names ? hasRare && names.includes(filter.name) : hasRare || !filter.isRare),
  )
  const submit = (event: Event) => {
    event.preventDefault()
    if (document.activeElement?.id === id) model.openAt(0)
    else model.edit('')
  }
  const end = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    model.edit('')
  }
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('.pgn-list')?.focus()
    model.select(model.shown.selection.place)
  }
  return html`<form class="pgn-filter" role="search" @submit=${submit}><label class="pgn-find"><span
    class="visually-hidden">${say`Find`}</span><input type="search" id=${id} placeholder=${placeholder} autocomplete="off"
    .value=${live(criteria.words)} @keydown=${enterList}
    @input=${(event: Event) => model.filter({ words: fieldValue(event) })}></label><div class="db-chips" role="group"
    aria-label=${say`Filters`}>${used.map(filter => usedChip(filter, { criteria, problems, editing }, model))}${offered.map(
      filter => offeredChip(filter, editing, model),
    )}${button({
      ...{ class: 'chip', icon: 'new', label: hasRare ? say`Fewer filters` : say`Filter`, pressed: hasRare },
      ...{ title: more, run: () => model.toggleRare() },
    })}${choices}${
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

/** Moves the focus into the fields of a filter, or from there back to its chip. */
export const focusFields = (editing: FilterName | '') =>
  document
    .querySelector<HTMLElement>(
      editing
        ? '#database-editor input, #database-editor button'
        : '.db-chips [aria-expanded], .pgn-find input',
    )
    ?.focus()

function usedChip(filter: Filter, { criteria, problems, editing }: Omit<Typed, 'hasRare'>, model: Filtered) {
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

const offeredChip = ({ name, label }: Filter, editing: FilterName | '', model: Filtered) =>
  name === 'fen'
    ? button({ class: 'chip', label: say`Position on the board`, run: () => model.filterByBoard?.(true) })
    : html`<button type="button" class="chip" aria-expanded=${editing === name} @click=${() =>
        turn(name, editing, model)}>${label}</button>`

/** Opens the fields of a filter, or closes them. */
const turn = (name: FilterName, editing: FilterName | '', model: Filtered) =>
  model.edit(name === editing ? '' : name)

const textField = (name: TextName, label: string, placeholder: string, criteria: Criteria, model: Filtered) =>
  html`<label>${label}<input type="text" autocomplete="off" spellcheck="false" placeholder=${placeholder}
    .value=${live(criteria[name])} @input=${(event: Event) => model.filter({ [name]: fieldValue(event) })}></label>`

function rangeField(
  name: RangeName,
  label: string,
  examples: readonly [string, string],
  criteria: Criteria,
  model: Filtered,
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
  model: Filtered,
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
  const chip = (value: T | '', text: string) =>
    html`<label class="chip"><input type="radio" name=${label} .checked=${live(chosen === value)}
      @change=${() => choose(value)}>${text}</label>`
  return html`<div class="pgn-chips" role="radiogroup" aria-label=${label}>${chip('', none)}${keysOf(
    texts,
  ).map(value => chip(value, texts[value]))}</div>`
}

/** By filter: its fields. */
const EDITORS: Partial<Record<FilterName, (criteria: Criteria, model: Filtered) => unknown>> = {
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
