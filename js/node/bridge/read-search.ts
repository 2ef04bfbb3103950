// SPDX-License-Identifier: Apache-2.0
// Reads `position` and `go`, checks them by the rules of chess and applies the limits. Engines may crash on unchecked input.

import type { Variant } from '../../core/generated/bindings.js'
import { TRAIT_HORDE, TRAIT_POCKETS } from '../../core/generated/bindings.js'
import { hasTrait } from '../../game/traits.js'
import { RootPosition } from '../../uci/engine/search-request.js'
import type { Limits } from '../../uci/text/commands.js'
import { goCommand, LIMIT_NAMES } from '../../uci/text/commands.js'
import { LARGEST_INT, uciMoveText } from '../../uci/text/lines.js'
import { indexOfWord, Refusal } from './client-message.js'

/** The pieces of a side at the start, in the order of the `letters` below. */
const FROM_START = { q: 1, r: 2, b: 2, n: 2, k: 1 }
const PAWNS = 8
const PAWNS_OF_HORDE = 36

/** The options that the client has set in the engine. */
type Settings = {
  variant: Variant
  /** whether the engine reads and writes castling as king takes rook */
  chess960: boolean
}

/**
 * @param words the words after `position`
 * @returns a legal position; owned by the caller, who frees it
 * @throws {Refusal}
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*
 */
export function readPosition(words: readonly string[], { variant, chess960 }: Settings): RootPosition {
  const at = indexOfWord(words, 'moves')
  const fen = readStart(words.slice(0, at < 0 ? undefined : at), variant)
  const moves = at < 0 ? [] : readMoves(words.slice(at + 1))
  const root = new RootPosition({ fen, moves, variant }, chess960)
  if (!root.takesRook || chess960) return root
  root.free()
  throw new Refusal('castling in this position needs the option UCI_Chess960')
}

/** @returns undefined for the start position */
function readStart([kind = '', ...rest]: readonly string[], variant: Variant): string | undefined {
  switch (kind.toLowerCase()) {
    case 'startpos':
      if (rest.length > 0) throw new Refusal("only 'moves' may follow 'startpos'")
      return undefined
    case 'fen':
      if (!isReachableMaterial(rest[0] ?? '', variant))
        throw new Refusal('the position has more promoted pieces than missing pawns')
      return rest.join(' ')
    default:
      throw new Refusal("'startpos' or 'fen' must follow 'position'")
  }
}

/**
 * Engines reserve room for 218 moves, the most of any reachable position. Unreachable material, such as 15 queens, can
 * exceed that and crash them.
 * @param board the placement of a FEN, with the pockets
 */
function isReachableMaterial(board: string, variant: Variant) {
  // Captured pieces change sides.
  if (hasTrait(variant, TRAIT_POCKETS)) return mayBePromoted(board.toLowerCase(), 'qrbnkp', 2, 2 * PAWNS)
  const isHorde = hasTrait(variant, TRAIT_HORDE)
  return (
    mayBePromoted(board, 'QRBNKP', isHorde ? 0 : 1, isHorde ? PAWNS_OF_HORDE : PAWNS) &&
    mayBePromoted(board, 'qrbnkp', 1, PAWNS)
  )
}

/**
 * @param letters the letters of the pieces, in the order of FROM_START, and then that of the pawn
 * @param sides the number of sets of pieces at the start
 * @param most the number of pawns at the start
 * @returns whether missing pawns can have become the pieces that were not there at the start
 */
function mayBePromoted(board: string, letters: string, sides: number, most: number): boolean {
  const counts = Array.from(letters, letter => board.split(letter).length - 1)
  const promoted = Object.values(FROM_START).map((count, i) => Math.max(counts[i] - count * sides, 0))
  return promoted.reduce((sum, count) => sum + count, 0) <= most - counts[letters.length - 1]
}

/**
 * @returns moves in UCI, not checked for legality
 * @throws {Refusal}
 */
function readMoves(words: readonly string[]): string[] {
  return words.map(word => {
    const move = uciMoveText(word)
    if (move === undefined) throw new Refusal(`'${word}' is not a move`)
    return move
  })
}

/** The largest limits of a search; Infinity for no ceiling. */
export type SearchCeilings = {
  /** in milliseconds */
  movetime: number
  nodes: number
  /** in plies */
  depth: number
}

type Go = {
  limits: Limits
  ponder: boolean
  searchMoves: string[]
}

const INTEGER = /^[+-]?\d{1,20}$/
/** Limits whose smaller values count as the minimum. */
const TIMES = new Set(['wtime', 'btime', 'winc', 'binc', 'movetime'])
const WORDS = new Set([...LIMIT_NAMES, 'infinite', 'ponder', 'searchmoves'])

/**
 * @param words the words after `go`
 * @param ceilings the ceilings of nodes and depth are added to every search
 * @param checkMoves throws for illegal moves
 * @returns the command, written from the words read
 * @throws {Refusal}
 * @throws {ChessError} ERR_MOVE_*
 */
export function readGo(
  words: readonly string[],
  ceilings: SearchCeilings,
  checkMoves: (moves: string[]) => string[],
): { line: string; ponder: boolean } {
  const { limits, ponder, searchMoves } = readWords(words)
  for (const name of ['movetime', 'nodes', 'depth'] as const) {
    const ceiling = ceilings[name]
    const given = limits[name]
    if (given !== undefined) limits[name] = Math.min(given, ceiling)
    else if (name !== 'movetime' && ceiling < Infinity) limits[name] = ceiling
  }
  if (Object.keys(limits).length === 0) limits.infinite = true
  return { line: goCommand(limits, { ponder, searchMoves: checkMoves(searchMoves) }), ponder }
}

function readWords(words: readonly string[]): Go {
  const go: Go = { limits: {}, ponder: false, searchMoves: [] }
  const seen = new Set()
  for (let i = 0; i < words.length; ) {
    const word = words[i++].toLowerCase()
    if (!WORDS.has(word)) throw new Refusal(`'go ${word}' is not allowed here`)
    if (seen.has(word)) throw new Refusal(`'${word}' stands twice`)
    seen.add(word)
    if (word === 'infinite') go.limits.infinite = true
    else if (word === 'ponder') go.ponder = true
    else if (word === 'searchmoves') {
      const end = words.findIndex((next, at) => at >= i && WORDS.has(next.toLowerCase()))
      const moves = words.slice(i, end < 0 ? words.length : end)
      if (moves.length === 0) throw new Refusal("moves must follow 'searchmoves'")
      go.searchMoves = readMoves([...new Set(moves)])
      i += moves.length
    } else Object.assign(go.limits, { [word]: readNumber(word, words[i++]) })
  }
  return go
}

/** @returns a number in the range that engines can read */
function readNumber(name: string, text: string | undefined): number {
  const least = name === 'winc' || name === 'binc' ? 0 : 1
  if (text === undefined || !INTEGER.test(text)) throw new Refusal(`an integer must follow '${name}'`)
  const number = Number(text)
  if (number < least && !TIMES.has(name)) throw new Refusal(`${name} is at least ${least}`)
  return Math.min(Math.max(number, least), name === 'nodes' ? Number.MAX_SAFE_INTEGER : LARGEST_INT)
}
