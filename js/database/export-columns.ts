// SPDX-License-Identifier: Apache-2.0
// The columns of exported tables of games.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import type { Lookup } from '../core/options.js'
import type { ArrowField } from './arrow-ipc.js'
import type { GameHead } from './heads.js'
import { headOf } from './heads.js'
import type { Store } from './store.js'

/** A column of an exported table: a field of a GameHead, the code of its opening, or any header, by its name. */
export type ExportColumn = keyof GameHead | 'openingEco' | { readonly tag: string }

/** A value of a table; null: the game has none. */
export type Cell = string | number | null

/** A column of a table of games. */
export type TableColumn = ArrowField & { read: (head: GameHead, store: Store) => Cell }

const headColumn = (
  name: Exclude<keyof GameHead, 'opening'>,
  type: ArrowField['type'],
  nullable = false,
): TableColumn => ({ name, type, nullable, read: head => head[name] ?? null })

/** The columns of a table by default. */
const HEAD_COLUMNS: readonly TableColumn[] = [
  headColumn('id', 'uint32'),
  headColumn('white', 'utf8'),
  headColumn('black', 'utf8'),
  headColumn('whiteElo', 'uint16', true),
  headColumn('blackElo', 'uint16', true),
  headColumn('result', 'utf8'),
  headColumn('date', 'utf8'),
  headColumn('event', 'utf8'),
  headColumn('site', 'utf8'),
  headColumn('eco', 'utf8'),
  headColumn('plies', 'uint32'),
  headColumn('variant', 'utf8'),
  { name: 'opening', type: 'utf8', nullable: true, read: ({ opening }) => opening?.name ?? null },
  { name: 'openingEco', type: 'utf8', nullable: true, read: ({ opening }) => opening?.eco ?? null },
  headColumn('timeControl', 'utf8'),
  headColumn('speed', 'utf8'),
]

/** The columns except headers. */
export const HEAD_NAMES: Lookup<string> = HEAD_COLUMNS.map(({ name }) => name)

const tagColumn = (name: string): TableColumn => ({
  name,
  type: 'utf8',
  nullable: true,
  read: ({ id }, store) => store.tag(id, name) ?? null,
})

/**
 * @param columns ExportColumn[]; default: all of a GameHead
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkColumns(columns: unknown): readonly TableColumn[] {
  if (columns === undefined) return HEAD_COLUMNS
  if (!Array.isArray(columns) || columns.length === 0)
    throw contentError("columns is a list, such as ['id', { tag: 'Annotator' }]", columns)
  const table = columns.map(columnOf)
  const names = table.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw argumentError('The columns of a table have different names', twice)
  return table
}

function columnOf(column: unknown): TableColumn {
  const read = readColumn(column)
  if (typeof read === 'object') return tagColumn(read.tag)
  return HEAD_COLUMNS[HEAD_NAMES.indexOf(read)]
}

/** @throws {ChessError} ERR_ARGUMENT */
function readColumn(column: unknown): ExportColumn {
  if (isHeadName(column)) return column
  if (isObject(column) && Object.keys(column).length === 1) {
    const { tag } = column
    if (typeof tag === 'string' && tag !== '') return { tag }
  }
  throw contentError(`Columns are '${HEAD_NAMES.join("', '")}' or { tag: name }`, column)
}

export const isHeadName = (column: unknown): column is Exclude<ExportColumn, object> =>
  HEAD_NAMES.includes(column)

/** @param id the number of an existing game @returns a value for each column */
export function rowOf(store: Store, id: number, columns: readonly TableColumn[]): Cell[] {
  const head = headOf(store, id)
  return columns.map(({ read }) => read(head, store))
}
