// SPDX-License-Identifier: Apache-2.0
// Games from one start, joined into one tree of moves with counts.

import { argumentError } from '../core/errors.js'
import { checkSignal } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { RESULTS } from '../core/pgn-text.js'
import { startFenOf } from '../game/fen.js'
import { Position } from '../game/position.js'
import type { Color } from '../game/squares.js'
import { COLORS, requireColor } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { PgnGame } from '../pgn/pgn-game.js'
import type { PgnNode } from '../pgn/pgn-node.js'
import { nodeAccess } from '../pgn/pgn-node.js'
import { readOptions, requireCount } from './game-set.js'
import { ROW_MOVES, ROW_PLIES, ROW_RESULT, ROW_START, ROW_VARIANT } from './generated/bindings.js'
import { wordsOf } from './heads.js'
import type { Store } from './store.js'

/** What a tree of games has. */
export type TreeOptions = {
  /** How deep it is; default: all moves. */
  plies?: number | undefined
  /** Moves with fewer games are left out; default 1. */
  minGames?: number | undefined
  /** Of this side's moves only the most played one of each position. */
  side?: Color | undefined
  /** Ends the work with its reason. */
  signal?: AbortSignal | undefined
}

const OPTION_NAMES = ['plies', 'minGames', 'side', 'signal']
/** A tree has at most so many moves. */
const MOST_MOVES = 500_000
const MOVES = 1 << 16
/** Results as a row has them. */
const [WHITE_WON, DRAW, BLACK_WON] = ['1-0', '1/2-1/2', '0-1'].map(result => RESULTS.indexOf(result))

/**
 * @param options TreeOptions
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkTreeOptions(options: unknown) {
  const given = readOptions(options, OPTION_NAMES)
  const { plies = Number.POSITIVE_INFINITY, minGames = 1, side } = given
  return {
    plies: requireCount('plies', plies, 0),
    minGames: requireCount('minGames', minGames, 1),
    side: side === undefined ? undefined : COLORS[requireColor(side)],
    signal: checkSignal(given.signal),
  }
}

/** The games of a node, from place `from` to before `to`. `words` are the moves of the first one. */
type Part = { node: PgnNode; ply: number; from: number; to: number; words: Int32Array }

/** The games that play a move. */
type Branch = { from: number; to: number; games: number; white: number; draws: number; black: number }

/**
 * @param ids of the games, ascending; owned by the tree
 * @param check throws if the database is closed
 * @throws {ChessError} ERR_ARGUMENT for too many moves, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED; the signal's reason
 */
export async function treeOf(
  store: Store,
  ids: Uint32Array,
  { plies, minGames, side, signal }: ReturnType<typeof checkTreeOptions>,
  check: () => void,
): Promise<PgnGame> {
  signal?.throwIfAborted()
  const { fen, variant, ids: own } = commonestStart(store, ids)
  const tree = new PgnGame({ fen, variant })
  const reader = new MovesReader(store, own)
  const games = own.map((_, index) => index)
  /** Whether the plies with one move are even or odd. */
  const chosen = side === undefined ? undefined : tree.root.position.sideToMove === side ? 0 : 1
  tree.root.comments.push(commentOf(reader.count(games)))
  const open: Part[] = []
  if (own.length > 0)
    open.push({ node: tree.root, ply: 0, from: 0, to: own.length, words: wordsOf(store, own[0]) })
  const pause = new Pause()
  let moves = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, ply, words } = part
    if (ply >= plies || part.to - part.from < minGames) continue
    const first = games[part.from]
    const branches = reader.split(games, part, minGames)
    if (ply % 2 === chosen) branches.length = Math.min(branches.length, 1)
    moves += branches.length
    if (moves > MOST_MOVES)
      throw argumentError(`A tree has at most ${MOST_MOVES} moves: plies and minGames make it smaller`)
    for (const branch of branches) {
      const line = games[branch.from] === first ? words : wordsOf(store, own[games[branch.from]])
      // A game of an untrusted file ends before its first illegal move.
      if (ply >= line.length) continue
      const child = nodeAccess.append(node, line[ply])
      child.comments = [commentOf(branch)]
      open.push({ node: child, ply: ply + 1, from: branch.from, to: branch.to, words: line })
    }
    if (!pause.isDue()) continue
    await pause.take()
    signal?.throwIfAborted()
    check()
    reader.refresh()
  }
  return tree
}

const commentOf = ({ games, white, draws, black }: Omit<Branch, 'from' | 'to'>) =>
  `[%games ${games},${white},${draws},${black}]`

/** @returns the start of most of the games, among equals that of the first one, and its games */
function commonestStart(store: Store, ids: Uint32Array): { fen: string; variant: string; ids: Uint32Array } {
  /** By variant and the number of its FEN. */
  const known = new Map<number, { key: string; fen: string; variant: string }>()
  const counts = new Map<string, { count: number; fen: string; variant: string }>()
  const startOf = (id: number) => {
    const { words, bytes } = store.views()
    const row = store.row(id)
    const number = words[row / 4 + ROW_START] * VARIANTS.length + bytes[row + ROW_VARIANT]
    let start = known.get(number)
    if (start === undefined) {
      const variant = VARIANTS[bytes[row + ROW_VARIANT]]
      const fen = store.name(words[row / 4 + ROW_START]) || startFenOf(variant)
      const fields = Position.from(fen, { variant }).toFen({ enPassant: 'legal' }).split(' ')
      start = { key: [variant, ...fields.slice(0, -2)].join(' '), fen, variant }
      known.set(number, start)
    }
    return start
  }
  for (const id of ids) {
    const { key, fen, variant } = startOf(id)
    const start = counts.get(key)
    if (start === undefined) counts.set(key, { count: 1, fen, variant })
    else start.count++
  }
  const [[key, { fen, variant }] = ['', { fen: startFenOf('standard'), variant: 'standard' }]] = [
    ...counts,
  ].sort(([, a], [, b]) => b.count - a.count)
  return { fen, variant, ids: counts.size > 1 ? ids.filter(id => startOf(id).key === key) : ids }
}

/** Reads moves and results of games, and sorts games by their next move. A game is its place among the ids. */
class MovesReader {
  #store: Store
  #ids: Uint32Array
  /** The first move in its segment, the number of moves, and the result of each game. */
  #begins: Uint32Array
  #plies: Uint32Array
  #results: Uint8Array
  /** The first move of each segment, an index of 16-bit numbers. */
  #segments: number[] = []
  #shift: number
  /** The branch of each move while games are split; 0 for none, else 1 + its index. */
  #slots = new Uint16Array(MOVES)

  constructor(store: Store, ids: Uint32Array) {
    this.#store = store
    this.#ids = ids
    this.#shift = Math.log2(store.segmentGames)
    const { words, bytes } = store.views()
    const rows = ids.map(id => store.row(id))
    this.#begins = rows.map(row => words[row / 4 + ROW_MOVES])
    this.#plies = rows.map(row => words[row / 4 + ROW_PLIES])
    this.#results = Uint8Array.from(rows, row => bytes[row + ROW_RESULT])
    this.refresh()
  }

  /** Games that were added may have moved the others. */
  refresh() {
    const { wasm, segments } = this.#store
    this.#segments = Array.from(
      { length: segments },
      (_, segment) => (wasm.binbo_database_moves(segment) >>> 0) / Uint16Array.BYTES_PER_ELEMENT,
    )
  }

  /** @returns the games of a part as a branch */
  count(games: Uint32Array): Branch {
    const all = { from: 0, to: games.length, games: 0, white: 0, draws: 0, black: 0 }
    for (const game of games) this.#count(all, game)
    return all
  }

  #count(branch: Branch, game: number) {
    branch.games++
    const result = this.#results[game]
    if (result === WHITE_WON) branch.white++
    else if (result === DRAW) branch.draws++
    else if (result === BLACK_WON) branch.black++
  }

  /**
   * Sorts the games of a node by their next move.
   * @param games their part is sorted
   * @returns the moves with enough games, most games first, then that of the first game
   */
  split(games: Uint32Array, { from, to, ply }: Part, minGames: number): Branch[] {
    const [slots, segments, shift] = [this.#slots, this.#segments, this.#shift]
    const { halves } = this.#store.views()
    const played: number[] = []
    const branches: Branch[] = []
    const part = games.slice(from, to)
    /** By game of the part: the branch as in #slots. */
    const taken = new Uint16Array(part.length)
    for (let i = 0; i < part.length; i++) {
      const game = part[i]
      if (ply >= this.#plies[game]) continue
      const move = halves[segments[this.#ids[game] >>> shift] + this.#begins[game] + ply]
      if (slots[move] === 0) {
        played.push(move)
        slots[move] = branches.push({ from: 0, to: 0, games: 0, white: 0, draws: 0, black: 0 })
      }
      taken[i] = slots[move]
      this.#count(branches[taken[i] - 1], game)
    }
    for (const move of played) slots[move] = 0
    const chosen = branches.filter(branch => branch.games >= minGames).sort((a, b) => b.games - a.games)
    let place = from
    for (const branch of chosen) {
      branch.from = branch.to = place
      place += branch.games
    }
    for (let i = 0; i < part.length; i++) {
      const branch = taken[i] === 0 ? undefined : branches[taken[i] - 1]
      if (branch !== undefined && branch.games >= minGames) games[branch.to++] = part[i]
    }
    return chosen
  }
}
