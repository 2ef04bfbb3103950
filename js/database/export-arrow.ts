// SPDX-License-Identifier: Apache-2.0
// Writes tables for other programs, as streams of Apache Arrow: games, and their positions.

import type { ArrowColumn, ArrowField } from './arrow-ipc.js'
import { ARROW_END, arrowBatch, arrowSchema, numberColumn, textColumn, Validity } from './arrow-ipc.js'
import type { Cell, TableColumn } from './export-columns.js'
import { rowOf } from './export-columns.js'
import { ROW_PLIES, ROW_RESULT } from './generated/bindings.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

/** The rows of a record batch; for positions the fewest, since a game is not split. */
const GAME_ROWS = 4096
const POSITION_ROWS = 1 << 14
const ALL_PLIES = 2 ** 32 - 1

export const POSITION_FIELDS: readonly ArrowField[] = [
  { name: 'key', type: 'uint64', nullable: false },
  { name: 'ply', type: 'uint32', nullable: false },
  { name: 'game', type: 'uint32', nullable: false },
  { name: 'move', type: 'uint16', nullable: true },
  { name: 'result', type: 'int8', nullable: true },
]

/** Results by C's PgnResult; undefined becomes null. */
const OUTCOMES = [undefined, 1, -1, 0]

/** A row for each game. */
export function* gameTable(open: () => Store, ids: Uint32Array, _: Sources, columns: readonly TableColumn[]) {
  yield arrowSchema(columns)
  for (let from = 0; from < ids.length; from += GAME_ROWS) {
    const store = open()
    const rows = Array.from(ids.subarray(from, from + GAME_ROWS), id => rowOf(store, id, columns))
    yield arrowBatch(
      rows.length,
      columns.map(({ type }, i) =>
        gameColumn(
          type,
          rows.map(row => row[i]),
        ),
      ),
    )
  }
  yield ARROW_END
}

function gameColumn(type: TableColumn['type'], cells: Cell[]): ArrowColumn {
  const missing = new Validity(cells.length)
  for (const [i, cell] of cells.entries()) if (cell === null) missing.clear(i)
  const validity = missing.nulls > 0 ? missing : undefined
  if (type === 'utf8')
    return textColumn(
      cells.map(cell => String(cell ?? '')),
      validity,
    )
  const numbers = cells.map(Number)
  return numberColumn(type === 'uint16' ? Uint16Array.from(numbers) : Uint32Array.from(numbers), validity)
}

/** A row for each position; the last position of a game has no move. */
export function* positionTable(open: () => Store, ids: Uint32Array) {
  yield arrowSchema(POSITION_FIELDS)
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const store = open()
    let rows = 0
    for (; to < ids.length && rows < POSITION_ROWS; to++) rows += positionCount(store, ids[to])
    const { keys, plies, games, moves, results, hasMove, hasResult } = positionsOf(
      store,
      ids.subarray(from, to),
      rows,
    )
    yield arrowBatch(rows, [
      numberColumn(keys),
      numberColumn(plies),
      numberColumn(games),
      numberColumn(moves, hasMove),
      numberColumn(results, hasResult),
    ])
  }
  yield ARROW_END
}

/** @returns of a game */
export const positionCount = (store: Store, id: number): number =>
  store.views().words[store.row(id) / 4 + ROW_PLIES] + 1

/**
 * @param rows the number of positions of these games
 * @returns a value for each position
 */
export function positionsOf(store: Store, ids: Uint32Array, rows: number) {
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
  return { keys, plies, games, moves, results, hasMove, hasResult }
}
