// SPDX-License-Identifier: Apache-2.0
// Where games leave a repertoire. Its positions are compared, not its moves: lines that meet by transposition are one.

import { argumentError } from '../core/errors.js'
import { MOVE_MASK } from '../core/move-word.js'
import { checkSignal } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { RESULTS } from '../core/pgn-text.js'
import { sanOf } from '../core/san-writer.js'
import { legalWords } from '../game/move-lists.js'
import type { Position } from '../game/position.js'
import type { Color } from '../game/squares.js'
import { COLORS, requireColor } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { PgnGame } from '../pgn/pgn-game.js'
import type { PgnNode, PgnPath } from '../pgn/pgn-node.js'
import { databaseError } from './errors.js'
import type { GameSet } from './game-set.js'
import { readOptions } from './game-set.js'
import { DATABASE_STEP, QUERY_END, ROW_RESULT } from './generated/bindings.js'
import type { Scan } from './search.js'
import { segmentsOf, useGames } from './search.js'
import type { Store } from './store.js'

/** The games that are compared with a repertoire. */
export type LeavesOptions = {
  /** Only these games. */
  in?: GameSet | undefined
  /** Ends the work with its reason. */
  signal?: AbortSignal | undefined
}

/** A place in a repertoire. */
export type RepertoirePlace = {
  /** The index of its game. */
  game: number
  /** Of the node. */
  path: PgnPath
}

/** A move by which games leave a repertoire. Its place is the first node that has the position. */
export type RepertoireLeft = RepertoirePlace & {
  /** 'me': the repertoire's side. */
  by: 'me' | 'them'
  position: Position
  /** The moves that the repertoire has there. */
  expected: string[]
  played: string
  games: number
  /** Of the repertoire's side in games with a result, from 0 to 1; null without any. */
  score: number | null
}

/** How games follow a repertoire. */
export type RepertoireLeaves = {
  /** That reach a position of it. */
  games: number
  /** Those that are in it up to its end, or up to their own. */
  covered: number
  /** The other ones, by their last position in it and the move played there; most games first. */
  left: RepertoireLeft[]
  /** Its nodes that no game reaches, though one reaches the position before; each line to a position has one. */
  unused: RepertoirePlace[]
}

const OPTION_NAMES = ['in', 'signal']

/**
 * @param options LeavesOptions
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkLeavesOptions(options: unknown): { in?: unknown; signal: AbortSignal | undefined } {
  const given = readOptions(options, OPTION_NAMES)
  return { in: given.in, signal: checkSignal(given.signal) }
}

/** A position: its first node, and the moves of all its nodes. */
type Known = RepertoirePlace & { position: Position; expected: Set<string> }
type Repertoire = {
  /** By C's number. */
  positions: Known[]
  /** All nodes without the roots: the numbers of their position and of the one before. */
  nodes: (RepertoirePlace & { number: number; before: number })[]
}

/** The repertoire that C has. */
const current: WeakMap<Store, Repertoire> = new WeakMap()

/**
 * @param games a PgnGame, or an array of them
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED, of a game without a start ERR_PGN_VARIANT,
 *   ERR_PGN_TAG_FEN; the signal's reason
 */
export async function leavesOf(
  games: unknown,
  color: unknown,
  scan: Omit<Scan, 'program' | 'workers'>,
): Promise<RepertoireLeaves> {
  const { store, signal } = scan
  const side = COLORS[requireColor(color)]
  signal?.throwIfAborted()
  const repertoire = readRepertoire(store, games)
  const leaves = new Leaves(repertoire, side)
  try {
    await countLeaves(repertoire, leaves, scan)
  } finally {
    if (current.get(store) === repertoire) release(store)
  }
  return leaves.report()
}

async function countLeaves(
  repertoire: Repertoire,
  leaves: Leaves,
  { store, bits, signal, check }: Omit<Scan, 'program' | 'workers'>,
) {
  const pause = new Pause()
  for (const { segment, wanted } of segmentsOf(store, bits)) {
    for (let from = 0; from < 32 * wanted.length; from += DATABASE_STEP) {
      const step = wanted.subarray(from / 32, (from + DATABASE_STEP) / 32)
      if (!step.some(word => word !== 0)) continue
      useRepertoire(store, repertoire)
      useGames(store, from, step)
      const hits = store.wasm.binbo_database_leave(segment, from, from + 32 * step.length)
      const { words, bytes } = store.views()
      const at = (store.wasm.binbo_database_hits() >>> 0) / 4
      for (let hit = at; hit < at + 3 * hits; hit += 3) {
        const row = store.row(segment * store.segmentGames + words[hit])
        leaves.add(words[hit + 1], words[hit + 2], RESULTS[bytes[row + ROW_RESULT]])
      }
      const reached = store.wasm.binbo_database_reached() >>> 0
      leaves.reach(bytes.subarray(reached, reached + repertoire.positions.length))
      if (!pause.isDue()) continue
      await pause.take()
      signal?.throwIfAborted()
      check()
    }
  }
}

/** Counts the games of each last position and the move played there. */
class Leaves {
  #repertoire: Repertoire
  #side: Color
  #games = 0
  #covered = 0
  #left: Map<number, { number: number; move: number; games: number; points: number; decided: number }> =
    new Map()
  /** By position, whether a game reaches it. */
  #reached: Uint8Array

  constructor(repertoire: Repertoire, side: Color) {
    this.#repertoire = repertoire
    this.#side = side
    this.#reached = new Uint8Array(repertoire.positions.length)
  }

  /**
   * Counts a game.
   * @param number of its last position
   * @param move the next one, QUERY_END for none
   */
  add(number: number, move: number, result: string) {
    this.#games++
    if (move === QUERY_END || this.#repertoire.positions[number].expected.size === 0) {
      this.#covered++
      return
    }
    const key = number * QUERY_END + move
    const leave = this.#left.get(key) ?? { number, move, games: 0, points: 0, decided: 0 }
    this.#left.set(key, leave)
    leave.games++
    if (result === '*') return
    leave.decided++
    leave.points += result === '1/2-1/2' ? 0.5 : (result === '1-0') === (this.#side === 'white') ? 1 : 0
  }

  reach(reached: Uint8Array) {
    for (let number = 0; number < reached.length; number++) this.#reached[number] |= reached[number]
  }

  report(): RepertoireLeaves {
    const { positions, nodes } = this.#repertoire
    const sorted = [...this.#left.values()].sort((a, b) => b.games - a.games || a.number - b.number)
    return {
      games: this.#games,
      covered: this.#covered,
      left: sorted.map(({ number, move, games, points, decided }) => {
        const { game, path, position, expected } = positions[number]
        const word = legalWords(position).find(legal => (legal & MOVE_MASK) === move) ?? 0 // a null move
        return {
          by: position.sideToMove === this.#side ? 'me' : 'them',
          game,
          path,
          position,
          expected: [...expected],
          played: sanOf(word),
          games,
          score: decided > 0 ? points / decided : null,
        }
      }),
      unused: nodes
        .filter(({ number, before }) => this.#reached[number] === 0 && this.#reached[before] !== 0)
        .map(({ game, path }) => ({ game, path })),
    }
  }
}

/**
 * Gives C all positions of a repertoire.
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, as PgnNode's position
 */
function readRepertoire(store: Store, given: unknown): Repertoire {
  const games: unknown[] = Array.isArray(given) ? given : [given]
  const repertoire: Repertoire = { positions: [], nodes: [] }
  const { positions, nodes } = repertoire
  release(store)
  for (const [index, game] of games.entries()) {
    if (!(game instanceof PgnGame)) throw argumentError('A repertoire is a PgnGame or an array of them', game)
    const numbers = new Map<PgnNode, number>()
    for (const node of [game.root, ...game.nodes({ order: 'main' })]) {
      const { parent, position, path, san } = node
      const number = addPosition(store, position)
      numbers.set(node, number)
      positions[number] ??= { game: index, path, position, expected: new Set() }
      const before = parent === null ? undefined : numbers.get(parent)
      if (before === undefined) continue
      nodes.push({ game: index, path, number, before })
      positions[before].expected.add(san ?? '')
    }
  }
  current.set(store, repertoire)
  return repertoire
}

/**
 * @returns its number
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function addPosition(store: Store, { fen, variant }: Position): number {
  const number = store.wasm.binbo_database_repertoire(store.writeText(fen), VARIANTS.indexOf(variant))
  if (number < 0) throw databaseError('ERR_DATABASE_MEMORY')
  return number
}

/** Gives C the positions again, if another repertoire was used meanwhile. */
function useRepertoire(store: Store, repertoire: Repertoire) {
  if (current.get(store) === repertoire) return
  release(store)
  for (const { position } of repertoire.positions) addPosition(store, position)
  current.set(store, repertoire)
}

function release(store: Store) {
  store.wasm.binbo_database_repertoire(0, 0)
  current.delete(store)
}
