// SPDX-License-Identifier: Apache-2.0
// Writes tables for other programs, as files of Apache Parquet: games, and their positions. Only these exports load the
// writer of such files.

import type { ArrowField } from './arrow-ipc.js'
import { POSITION_FIELDS, positionCount, positionsOf } from './export-arrow.js'
import type { Cell, TableColumn } from './export-columns.js'
import { rowOf } from './export-columns.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

/** A group of rows ends after so many rows, or bytes: estimated, and without one more row, at most 64 MB. */
const GROUP_ROWS = 1 << 17
const GROUP_BYTES = 60e6
/** The most bytes of a number, of the length of a text, and of a unit of UTF-16. */
const [NUMBER_BYTES, LENGTH_BYTES, UNIT_BYTES] = [8, 4, 3]
/** Between so many games other work may run. */
const GAMES = 1 << 10

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer> | undefined, void>

async function begin(fields: readonly ArrowField[]) {
  const { ParquetFile } = await import('./parquet-file.js')
  return new ParquetFile(fields)
}

/** A row for each game. */
export async function* gameParquet(
  open: () => Store,
  ids: Uint32Array,
  _: Sources,
  columns: readonly TableColumn[],
): Pieces {
  const file = await begin(columns)
  for (let at = 0, from = 0; at < ids.length; from = at) {
    const table: Cell[][] = columns.map(() => [])
    for (let bytes = 0; at < ids.length && at - from < GROUP_ROWS && bytes < GROUP_BYTES; at++) {
      if (at % GAMES === 0) yield undefined
      for (const [i, cell] of rowOf(open(), ids[at], columns).entries()) {
        table[i].push(cell)
        bytes += typeof cell === 'string' ? LENGTH_BYTES + UNIT_BYTES * cell.length : NUMBER_BYTES
      }
    }
    yield file.group(at - from, table)
  }
  open()
  yield file.end()
}

/** A row for each position, as positionTable() has them. */
export async function* positionParquet(open: () => Store, ids: Uint32Array): Pieces {
  const file = await begin(POSITION_FIELDS)
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const store = open()
    let rows = 0
    for (; to < ids.length && rows < GROUP_ROWS; to++) rows += positionCount(store, ids[to])
    const { keys, plies, games, moves, results, hasMove, hasResult } = positionsOf(
      store,
      ids.subarray(from, to),
      rows,
    )
    yield file.group(rows, [
      keys,
      plies,
      games,
      Array.from(moves, (move, i) => (hasMove.has(i) ? move : null)),
      Array.from(results, (result, i) => (hasResult.has(i) ? result : null)),
    ])
  }
  open()
  yield file.end()
}
