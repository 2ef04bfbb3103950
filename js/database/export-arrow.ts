// SPDX-License-Identifier: Apache-2.0
// Writes tables for other programs, as streams of Apache Arrow: the heads of games, and their positions.

import type { ArrowColumn, ArrowField } from './arrow-ipc.js'
import { ARROW_END, arrowBatch, arrowSchema, numberColumn, textColumn, Validity } from './arrow-ipc.js'
import { ROW_PLIES, ROW_RESULT } from './generated/bindings.js'
import type { GameHead, HeadColumn } from './heads.js'
import { HEAD_COLUMNS, headOf } from './heads.js'
import type { Store } from './store.js'

/** The rows of a record batch; for positions the fewest, since a game is not split. */
const HEAD_ROWS = 4096
const POSITION_ROWS = 1 << 14
const ALL_PLIES = 2 ** 32 - 1

const POSITION_FIELDS: readonly ArrowField[] = [
  { name: 'key', type: 'uint64', nullable: false },
  { name: 'ply', type: 'uint32', nullable: false },
  { name: 'game', type: 'uint32', nullable: false },
  { name: 'move', type: 'uint16', nullable: true },
  { name: 'result', type: 'int8', nullable: true },
]

/** Results by C's PgnResult; undefined becomes null. */
const OUTCOMES = [undefined, 1, -1, 0]

/** A row for each game. */
export function* headTable(open: () => Store, ids: Uint32Array) {
  yield arrowSchema(HEAD_COLUMNS)
  for (let from = 0; from < ids.length; from += HEAD_ROWS) {
    const store = open()
    const heads = Array.from(ids.subarray(from, from + HEAD_ROWS), id => headOf(store, id))
    yield arrowBatch(
      heads.length,
      HEAD_COLUMNS.map(field => headColumn(field, heads)),
    )
  }
  yield ARROW_END
}

function headColumn({ read, type }: HeadColumn, heads: GameHead[]): ArrowColumn {
  const values = heads.map(read)
  if (type === 'utf8') return textColumn(values.map(String))
  const validity = new Validity(values.length)
  const numbers = new (type === 'uint16' ? Uint16Array : Uint32Array)(values.length)
  for (const [i, value] of values.entries())
    if (value === undefined) validity.clear(i)
    else numbers[i] = Number(value)
  return numberColumn(numbers, validity.nulls > 0 ? validity : undefined)
}

/** A row for each position; the last position of a game has no move. */
export function* positionTable(open: () => Store, ids: Uint32Array) {
  yield arrowSchema(POSITION_FIELDS)
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const store = open()
    const { words } = store.views()
    let rows = 0
    for (; to < ids.length && rows < POSITION_ROWS; to++)
      rows += words[store.row(ids[to]) / 4 + ROW_PLIES] + 1
    yield arrowBatch(rows, positionColumns(store, ids.subarray(from, to), rows))
  }
  yield ARROW_END
}

/** @param rows the number of positions of these games */
function positionColumns(store: Store, ids: Uint32Array, rows: number): ArrowColumn[] {
  const keys = new BigUint64Array(rows)
  const plies = new Uint32Array(rows)
  const games = new Uint32Array(rows)
  const moves = new Uint16Array(rows)
  const results = new Int8Array(rows)
  const hasMove = new Validity(rows)
  const hasResult = new Validity(rows)
  let row = 0
  for (const id of ids) {
    const line = store.line(id, ALL_PLIES)
    const last = row + line.moves.length
    const outcome = OUTCOMES[store.views().bytes[store.row(id) + ROW_RESULT]]
    keys.set(line.keys, row)
    moves.set(line.moves, row)
    games.fill(id, row, last + 1)
    results.fill(outcome ?? 0, row, last + 1)
    for (let ply = 0; row + ply <= last; ply++) plies[row + ply] = ply
    if (outcome === undefined) for (let i = row; i <= last; i++) hasResult.clear(i)
    hasMove.clear(last)
    row = last + 1
  }
  return [
    numberColumn(keys),
    numberColumn(plies),
    numberColumn(games),
    numberColumn(moves, hasMove),
    numberColumn(results, hasResult),
  ]
}
