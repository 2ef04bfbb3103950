// SPDX-License-Identifier: Apache-2.0
// The state of the database for views, and how it begins.

import type { GameHead } from 'binbo/database'
import type { Words } from '../page/error-words.js'
import { say } from '../page/texts.js'
import type { Fault } from './adding.js'
import type { Criteria, FilterName } from './criteria.js'
import { EVERYTHING } from './criteria.js'
import type { Preview } from './preview.js'
import type {
  Doubles,
  Found,
  Grouped,
  GroupTab,
  ImportProgress,
  Names,
  SearchProgress,
  Sort,
} from './service.js'
import type { Shelved } from './shelf.js'

/** An import of a file, or of a player's games from a site: their number is not known, and `wait` is in seconds. */
export type Importing =
  | (Omit<ImportProgress, 'totals'> & { name: string })
  | { name: string; host: string; added: number; wait: number }

/** The room's part of the snapshot. */
export type DatabaseState = {
  /** whether the database is shown instead of the open file */
  isShown: boolean
  /** number of games */
  games: number
  /** size of all games */
  bytes: number
  /** the error code why games are not saved, or '' */
  unsaved: string
  /** whether another tab changes the database */
  isReadOnly: boolean
  /** the user's databases, the open one first */
  shelf: readonly Shelved[]
  /** whether the database has been opened */
  isOpen: boolean
  importing: Importing | null
  /** the outcome of the last import, as text for users */
  remark: string
  /** the errors of the last import: their number, and the first ones */
  faults: { readonly count: number; readonly list: readonly Fault[] }
  failure: Words
  criteria: Criteria
  /** why criteria cannot be read: while there is a problem, the games found are those before */
  problems: readonly { name: FilterName; text: string }[]
  /** the filter whose fields are shown, or '' */
  editing: FilterName | ''
  /** whether rare filters are offered */
  hasRare: boolean
  /** progress of a long search */
  searching: Omit<SearchProgress, 'heads'> | null
  /** version -1: the first games of a running search */
  found: Found
  sort: Sort
  /** place of the first row in `heads` */
  from: number
  heads: readonly GameHead[]
  /** place of the first row in sight, as requested last */
  asked: number
  /** changes when the games found or their order change */
  restarts: number
  selection: { readonly place: number }
  /** how the games found are shown */
  tab: Tab
  /** the content of the other tabs, of the games with this version; null: it is not loaded */
  grouped: (Grouped & { by: GroupTab; version: number }) | null
  names: (Names & { version: number }) | null
  doubles: (Doubles & { version: number }) | null
  /** place of the selected group */
  group: { readonly place: number }
  /** of names that may be one player's: which the user joins, by their number, if not as proposed */
  joining: ReadonlyMap<number, boolean>
  /** of groups of doubles: the copy that stays, by its id, if not as proposed */
  staying: ReadonlyMap<number, number>
  /** of the selected game; null: it is not loaded, or there is no room for it */
  preview: Preview | null
  /** id of the game on the board, or -1 */
  opened: number
}

/** The games, or their groups, names and doubles. */
export type Tab = 'games' | GroupTab | 'names' | 'doubles'

export const IN_ANOTHER_TAB = say`The database is open in another tab: here its games can be looked at, not changed.`
export const NO_WORDS: Words = { text: '', code: '' }
export const NOTHING_FOUND = { count: 0, version: 0, white: 0, draws: 0, black: 0, easier: [] }
/** The version of games found by a running search. */
export const UNFINISHED = -1
export const NOTHING_ADDED = { added: 0, skipped: 0, faults: 0, list: [] }
export const NO_FAULTS = { count: 0, list: [] }
export const NO_ROWS = { from: 0, heads: [], asked: 0, selection: { place: -1 } }
export const EMPTY: DatabaseState = Object.freeze({
  ...{ isShown: false, games: 0, bytes: 0, unsaved: '', isReadOnly: false, shelf: [], isOpen: false },
  ...{ importing: null, remark: '', faults: NO_FAULTS, failure: NO_WORDS },
  ...{ criteria: EVERYTHING, problems: [], editing: '' as const, hasRare: false, searching: null },
  ...{ found: NOTHING_FOUND, sort: { column: 'id' as const, down: false }, ...NO_ROWS, restarts: 0 },
  ...{ tab: 'games' as const, grouped: null, names: null, doubles: null, group: { place: -1 } },
  ...{ joining: new Map(), staying: new Map(), preview: null, opened: -1 },
})
