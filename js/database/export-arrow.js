// SPDX-License-Identifier: Apache-2.0
// Tables for other programs, as streams of Apache Arrow: the heads of games, and their positions.

import { ARROW_END, arrowBatch, arrowSchema, numberColumn, textColumn, Validity } from './arrow-ipc.js'
import { ROW_PLIES, ROW_RESULT } from './generated/bindings.js'
import { HEAD_COLUMNS, headOf } from './heads.js'

/** @import { ArrowColumn, ArrowField } from './arrow-ipc.js' */
/** @import { Pieces } from './export.js' */
/** @import { GameHead } from './heads.js' */
/** @import { Store } from './store.js' */

/** Rows of a record batch; of positions at least, since a game is not split. */
const HEAD_ROWS = 4096
const POSITION_ROWS = 1 << 14
const ALL_PLIES = 2 ** 32 - 1

/** @type {readonly ArrowField[]} */
const POSITION_FIELDS = [
  { name: 'key', type: 'uint64', nullable: false },
  { name: 'ply', type: 'uint32', nullable: false },
  { name: 'game', type: 'uint32', nullable: false },
  { name: 'move', type: 'uint16', nullable: true },
  { name: 'result', type: 'int8', nullable: true },
]

/** By C's PgnResult; none is null. */
const OUTCOMES = [undefined, 1, -1, 0]

/** @type {Pieces} a row a game */
export function* headTable(open, ids) {
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

/**
 * @param {ArrowField} field
 * @param {GameHead[]} heads
 * @returns {ArrowColumn}
 */
function headColumn({ name, type }, heads) {
  const values = heads.map(head => head[/** @type {keyof GameHead} */ (name)])
  if (type === 'utf8') return textColumn(/** @type {string[]} */ (values))
  const validity = new Validity(values.length)
  const numbers = new (type === 'uint16' ? Uint16Array : Uint32Array)(values.length)
  for (const [i, value] of values.entries())
    if (value === undefined) validity.clear(i)
    else numbers[i] = Number(value)
  return numberColumn(numbers, validity.nulls > 0 ? validity : undefined)
}

/** @type {Pieces} a row a position, the last one of each game without a move */
export function* positionTable(open, ids) {
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

/**
 * @param {Store} store
 * @param {Uint32Array} ids
 * @param {number} rows which their games have
 * @returns {ArrowColumn[]}
 */
function positionColumns(store, ids, rows) {
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
