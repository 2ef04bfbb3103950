// SPDX-License-Identifier: Apache-2.0
// Writes the Polyglot book of games, as Book.fromGames() makes it. A book is sorted by key, and the moves of a million games
// are too many to sort at once, so the games are replayed for one range of keys after another.

import { writeEntries } from '../book/entries.js'
import type { KeyRange } from '../book/tally.js'
import { DEFAULT_PLIES, pointsOf, Tally } from '../book/tally.js'
import { TRAIT_STANDARD_RULES, VARIANT_TRAITS } from '../core/generated/bindings.js'
import { RESULTS } from '../core/pgn-text.js'
import { ROW_RESULT, ROW_VARIANT } from './generated/bindings.js'
import type { Store } from './store.js'

/** Games for each range of keys: the range then has a few million moves at most. */
const GAMES_A_RANGE = 1 << 15
const MOST_RANGES = 1 << 10
/** Games that are replayed in one step. */
const STEP = 256

export function* polyglotBook(open: () => Store, ids: Uint32Array) {
  const count = Math.min(MOST_RANGES, 2 ** Math.ceil(Math.log2(Math.max(1, ids.length / GAMES_A_RANGE))))
  const size = 2 ** 32 / count
  let largest = 0
  let tally: Tally | undefined
  for (let from = 0; from < 2 ** 32; from += size) {
    tally = yield* tallyOf(open, ids, { from, size })
    largest = Math.max(largest, tally.heaviest())
  }
  for (let from = 0; from < 2 ** 32; from += size) {
    if (count > 1 || tally === undefined) tally = yield* tallyOf(open, ids, { from, size })
    for (const entries of tally.entries(1, false, { from, size })) {
      open()
      yield writeEntries(entries, largest)
    }
  }
}

/** @param range the keys that are counted */
function* tallyOf(
  open: () => Store,
  ids: Uint32Array,
  range: KeyRange,
): Generator<undefined, Tally, unknown> {
  const tally = new Tally()
  for (let from = 0; from < ids.length; from += STEP) {
    const store = open()
    for (const id of ids.subarray(from, from + STEP)) countGame(store, id, tally, range)
    yield
  }
  return tally
}

/** Counts the moves of a game, up to its first null move. */
function countGame(store: Store, id: number, tally: Tally, { from, size }: KeyRange) {
  const row = store.row(id)
  const { bytes } = store.views()
  if ((VARIANT_TRAITS[bytes[row + ROW_VARIANT]] & TRAIT_STANDARD_RULES) === 0) return
  const points = pointsOf(RESULTS[bytes[row + ROW_RESULT]])
  const { keys, keyHalves, moves, side } = store.line(id, DEFAULT_PLIES)
  for (let ply = 0; ply < moves.length && moves[ply] !== 0; ply++) {
    const place = keyHalves[2 * ply + 1] - from
    if (place >= 0 && place < size) tally.count(keys[ply], moves[ply], points[(side + ply) & 1])
  }
}
