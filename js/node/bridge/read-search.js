// SPDX-License-Identifier: Apache-2.0
// Reads `position` and `go`, checks them by the rules of chess and applies the limits. The engine never gets them
// unchecked: it may crash on what it does not expect.

import { RootPosition } from '../../uci/engine/search-request.js'
import { goCommand, LIMIT_NAMES } from '../../uci/text/commands.js'
import { LARGEST_INT, uciMoveText } from '../../uci/text/lines.js'
import { indexOfWord, Refusal } from './client-message.js'

/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { Limits } from '../../uci/text/commands.js' */

const FROM_START = { q: 1, r: 2, b: 2, n: 2, k: 1 }
const PAWNS = 8
const PAWNS_OF_HORDE = 36

/**
 * What the client has set in the engine.
 * @typedef {object} Settings
 * @property {Variant} variant
 * @property {boolean} chess960 whether the engine reads and writes castling as king takes rook
 */

/**
 * @param {readonly string[]} words after `position`
 * @param {Settings} settings
 * @returns {RootPosition} legal; owned by the caller, who frees it
 * @throws {Refusal}
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*
 */
export function readPosition(words, { variant, chess960 }) {
  const at = indexOfWord(words, 'moves')
  const fen = readStart(words.slice(0, at < 0 ? undefined : at), variant)
  const moves = at < 0 ? [] : readMoves(words.slice(at + 1))
  const root = new RootPosition({ fen, moves, variant }, chess960)
  if (!root.takesRook || chess960) return root
  root.free()
  throw new Refusal('castling in this position needs the option UCI_Chess960')
}

/**
 * @param {readonly string[]} words
 * @param {Variant} variant
 * @returns {string | undefined} undefined for the start position
 */
function readStart([kind = '', ...rest], variant) {
  switch (kind.toLowerCase()) {
    case 'startpos':
      if (rest.length > 0) throw new Refusal("only 'moves' may follow 'startpos'")
      return undefined
    case 'fen':
      if (!isMaterialOfGames(rest[0] ?? '', variant))
        throw new Refusal('the position has more promoted pieces than missing pawns')
      return rest.join(' ')
    default:
      throw new Refusal("'startpos' or 'fen' must follow 'position'")
  }
}

/**
 * Engines have room for 218 moves, the most in any position of a game. With 15 queens there can be more. Engines that
 * play variants have room for the moves of their games.
 * @param {string} board of a FEN, with the pockets
 * @param {Variant} variant
 */
function isMaterialOfGames(board, variant) {
  // Captured pieces of crazyhouse change sides.
  if (variant === 'crazyhouse') return mayBePromoted(board.toLowerCase(), 'qrbnkp', 2, 2 * PAWNS)
  const isHorde = variant === 'horde'
  return (
    mayBePromoted(board, 'QRBNKP', isHorde ? 0 : 1, isHorde ? PAWNS_OF_HORDE : PAWNS) &&
    mayBePromoted(board, 'qrbnkp', 1, PAWNS)
  )
}

/**
 * @param {string} board
 * @param {string} letters of the pieces, in the order of FROM_START, then of the pawn
 * @param {number} sides how many sets of pieces there were at the start
 * @param {number} most how many pawns there were
 * @returns {boolean} whether missing pawns can have become the pieces that were not there at the start
 */
function mayBePromoted(board, letters, sides, most) {
  const counts = Array.from(letters, letter => board.split(letter).length - 1)
  const promoted = Object.values(FROM_START).map((count, i) => Math.max(counts[i] - count * sides, 0))
  return promoted.reduce((sum, count) => sum + count, 0) <= most - counts[letters.length - 1]
}

/**
 * @param {readonly string[]} words
 * @returns {string[]} moves in UCI, not checked for legality
 * @throws {Refusal}
 */
function readMoves(words) {
  return words.map(word => {
    const move = uciMoveText(word)
    if (move === undefined) throw new Refusal(`'${word}' is not a move`)
    return move
  })
}

/**
 * The largest limits of a search; Infinity for no ceiling.
 * @typedef {object} SearchCeilings
 * @property {number} movetime in milliseconds
 * @property {number} nodes
 * @property {number} depth in plies
 */

/**
 * @typedef {object} Go
 * @property {Limits} limits
 * @property {boolean} ponder
 * @property {string[]} searchMoves
 */

const INTEGER = /^[+-]?\d{1,20}$/
/** Values below the minimum count as the minimum. */
const TIMES = new Set(['wtime', 'btime', 'winc', 'binc', 'movetime'])
const WORDS = new Set([...LIMIT_NAMES, 'infinite', 'ponder', 'searchmoves'])

/**
 * @param {readonly string[]} words after `go`
 * @param {SearchCeilings} ceilings those of nodes and depth are added to every search
 * @param {(moves: string[]) => string[]} checkMoves throws for illegal moves
 * @returns {{ line: string, ponder: boolean }} the command, written from the words read
 * @throws {Refusal}
 * @throws {ChessError} ERR_MOVE_*
 */
export function readGo(words, ceilings, checkMoves) {
  const { limits, ponder, searchMoves } = readWords(words)
  for (const name of /** @type {const} */ (['movetime', 'nodes', 'depth'])) {
    const ceiling = ceilings[name]
    const given = limits[name]
    if (given !== undefined) limits[name] = Math.min(given, ceiling)
    else if (name !== 'movetime' && ceiling < Infinity) limits[name] = ceiling
  }
  if (Object.keys(limits).length === 0) limits.infinite = true
  return { line: goCommand(limits, { ponder, searchMoves: checkMoves(searchMoves) }), ponder }
}

/**
 * @param {readonly string[]} words
 * @returns {Go}
 */
function readWords(words) {
  /** @type {Go} */
  const go = { limits: {}, ponder: false, searchMoves: [] }
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

/**
 * @param {string} name
 * @param {string | undefined} text
 * @returns {number} within the range that engines can read
 */
function readNumber(name, text) {
  const least = name === 'winc' || name === 'binc' ? 0 : 1
  if (text === undefined || !INTEGER.test(text)) throw new Refusal(`an integer must follow '${name}'`)
  const number = Number(text)
  if (number < least && !TIMES.has(name)) throw new Refusal(`${name} is at least ${least}`)
  return Math.min(Math.max(number, least), name === 'nodes' ? Number.MAX_SAFE_INTEGER : LARGEST_INT)
}
