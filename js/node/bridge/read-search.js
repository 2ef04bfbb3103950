// SPDX-License-Identifier: Apache-2.0
// Reads `position` and `go`, checks them by the rules of chess and applies the limits. The engine never gets them
// unchecked: it may crash on what it does not expect.

import { RootPosition } from '../../uci/engine/search-request.js'
import { goCommand, LIMIT_NAMES } from '../../uci/text/commands.js'
import { LARGEST_INT, uciMoveText } from '../../uci/text/word-cursor.js'
import { indexOfWord, Refusal } from './client-message.js'

/** @typedef {import('../../game/options.js').Variant} Variant */
/** @typedef {import('../../uci/text/commands.js').Limits} Limits */

const FROM_START = { q: 1, r: 2, b: 2, n: 2 }
const PAWNS = 8

/**
 * @param {readonly string[]} words after `position`
 * @param {Variant} variant
 * @returns {RootPosition} legal; owned by the caller, who frees it
 * @throws {Refusal}
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*
 */
export function readPosition(words, variant) {
  const at = indexOfWord(words, 'moves')
  const start = words.slice(0, at < 0 ? undefined : at)
  const fen = readStart(start)
  return new RootPosition({ fen, moves: at < 0 ? [] : readMoves(words.slice(at + 1)), variant })
}

/**
 * @param {readonly string[]} words
 * @returns {string | undefined} undefined for the start position
 */
function readStart([kind = '', ...rest]) {
  switch (kind.toLowerCase()) {
    case 'startpos':
      if (rest.length > 0) throw new Refusal("only 'moves' may follow 'startpos'")
      return undefined
    case 'fen':
      if (!isMaterialOfGames(rest[0] ?? ''))
        throw new Refusal('the position has more promoted pieces than missing pawns')
      return rest.join(' ')
    default:
      throw new Refusal("'startpos' or 'fen' must follow 'position'")
  }
}

/**
 * Engines have room for 218 moves, the most in any position of a game. With 15 queens there can be more.
 * @param {string} board of a FEN
 */
function isMaterialOfGames(board) {
  return ['QRBNP', 'qrbnp'].every(letters => {
    const [q, r, b, n, pawns] = Array.from(letters, letter => board.split(letter).length - 1)
    const { q: queens, r: rooks, b: bishops, n: knights } = FROM_START
    const promoted = [q - queens, r - rooks, b - bishops, n - knights]
    return promoted.reduce((sum, count) => sum + Math.max(count, 0), 0) <= PAWNS - pawns
  })
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
