// SPDX-License-Identifier: Apache-2.0
// Doubles of games, which C compares (src/database/doubles.h): JS folds the names for it, and sorts games by a hash.

import { Pause } from '../core/pause.js'
import { databaseError } from './errors.js'
import { DATABASE_UNFOLDED } from './generated/bindings.js'
import type { Aliases } from './names.js'
import { fold } from './names.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

/** So many games are grouped in one call, or all that may be doubles of each other. */
const BATCH = 1 << 12
/** So many keys or fewer are sorted at once. */
const PART = 1 << 15
const HALF = 2 ** 32
/** Of the upper half of a hash: 53 bits of a hash are a whole number of floating point. */
const UPPER_BITS = 0x1fffff

/**
 * Folds the names of players that C cannot fold.
 * @returns whether there were any
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function foldPlayers(store: Store, aliases: Aliases): boolean {
  const { wasm } = store
  if (store.aliases !== aliases) {
    store.aliases = undefined
    join(store, '', '')
    for (const [same, ...names] of aliases.groups) for (const name of names) join(store, name, same)
    store.aliases = aliases
  }
  let isAny = false
  for (let name = wasm.binbo_database_unfolded(); name !== 0; name = wasm.binbo_database_unfolded()) {
    isAny = true
    const length = store.writeText(fold(store.name(name >>> 0)))
    if (wasm.binbo_database_fold(name, length) === 0) throw databaseError('ERR_DATABASE_MEMORY')
  }
  return isAny
}

function join(store: Store, name: string, same: string) {
  const length = store.writeText(name + same)
  const own = length - new TextEncoder().encode(same).length
  if (store.wasm.binbo_database_join(own, length - own) === 0) throw databaseError('ERR_DATABASE_MEMORY')
}

/**
 * @param call of C; it is repeated if names are to be folded first
 * @returns its result
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function withPlayers(store: Store, aliases: Aliases, call: () => number): number {
  for (;;) {
    const result = call()
    if (result === 0) throw databaseError('ERR_DATABASE_MEMORY')
    if (result !== DATABASE_UNFOLDED) return result
    foldPlayers(store, aliases)
  }
}

/**
 * Prepares the comparison of games: with the players of all names, and notes in texts that can be read.
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export async function compareGames(store: Store, aliases: Aliases, sources: Sources): Promise<void> {
  const words = await sources.readable()
  foldPlayers(store, aliases)
  store.views().words.set(words, store.input(words.byteLength) / 4)
  if (store.wasm.binbo_database_sources(words.length) === 0) throw databaseError('ERR_DATABASE_MEMORY')
}

/** A game of a group; `isWorse`: another one is the better copy. */
export type GroupedGame = { id: number; isWorse: boolean }

/**
 * @param bits of the games
 * @param check throws if the database is closed
 * @returns groups of two games or more, by their lowest number; in each, games by number
 * @throws {ChessError} ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
 */
export async function groupDoubles(
  store: Store,
  aliases: Aliases,
  sources: Sources,
  bits: Uint32Array,
  check: () => void,
): Promise<GroupedGame[][]> {
  await compareGames(store, aliases, sources)
  check()
  const pause = new Pause()
  const turn = async () => {
    if (pause.isDue()) await pause.take()
    check()
  }
  const { size, keys } = await sortedKeys(store, aliases, bits, turn)
  const groups: Map<number, GroupedGame[]> = new Map()
  const batch: number[] = []
  for (let from = 0, to = 0; from < keys.length; from = to) {
    const hash = Math.floor(keys[from] / size)
    while (to < keys.length && Math.floor(keys[to] / size) === hash) to++
    if (to - from > 1) for (let at = from; at < to; at++) batch.push(keys[at] % size)
    if (batch.length < BATCH && to < keys.length) continue
    groupBatch(store, aliases, batch.splice(0), groups)
    await turn()
  }
  const found = Array.from(groups.values(), games => games.sort((a, b) => a.id - b.id))
  return found.filter(({ length }) => length > 1).sort((a, b) => a[0].id - b[0].id)
}

/**
 * @param turn called between two segments
 * @returns for each game, sorted, `size` times as much of its hash as fits beside its number, and its number
 */
async function sortedKeys(
  store: Store,
  aliases: Aliases,
  bits: Uint32Array,
  turn: () => Promise<void>,
): Promise<{ size: number; keys: Float64Array }> {
  const { segmentGames } = store
  const games = Math.min(store.games, 32 * bits.length)
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, games)))
  const keys = new Float64Array(games)
  let count = 0
  for (let first = 0; first < games; first += segmentGames) {
    withPlayers(store, aliases, () => store.wasm.binbo_database_double_hashes(first / segmentGames))
    const at = store.input(0) / 4
    const { words } = store.views()
    for (let id = first; id < Math.min(games, first + segmentGames); id++) {
      if (((bits[id >>> 5] >>> (id & 31)) & 1) === 0) continue
      const place = at + 2 * (id - first)
      const hash = (words[place + 1] & UPPER_BITS) * HALF + words[place]
      keys[count++] = hash - (hash % size) + id
    }
    await turn()
  }
  return { size, keys: await sorted(keys.subarray(0, count), turn) }
}

/**
 * Sorts numbers below 2^53 that are spread evenly, in parts by their first bits.
 * @param turn called between two parts
 */
async function sorted(keys: Float64Array, turn: () => Promise<void>): Promise<Float64Array> {
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(keys.length / PART)))
  const width = 2 ** 53 / count
  const ends = new Uint32Array(count + 1)
  for (const key of keys) ends[Math.floor(key / width) + 1]++
  for (let part = 0; part < count; part++) ends[part + 1] += ends[part]
  const result = new Float64Array(keys.length)
  const next = ends.slice()
  for (const key of keys) result[next[Math.floor(key / width)]++] = key
  for (let part = 0; part < count; part++) {
    result.subarray(ends[part], ends[part + 1]).sort()
    await turn()
  }
  return result
}

/** @param groups by the first game of each; filled */
function groupBatch(store: Store, aliases: Aliases, ids: number[], groups: Map<number, GroupedGame[]>) {
  if (ids.length === 0) return
  withPlayers(store, aliases, () => {
    store.views().words.set(ids, store.input(8 * ids.length) / 4)
    return store.wasm.binbo_database_double_groups(ids.length)
  })
  const at = store.input(0) / 4
  const { words } = store.views()
  for (const [i, id] of ids.entries()) {
    const first = words[at + 2 * i]
    const group = groups.get(first) ?? []
    group.push({ id, isWorse: words[at + 2 * i + 1] === 1 })
    groups.set(first, group)
  }
}
