// SPDX-License-Identifier: Apache-2.0
// `position`, read by the rules of chess and not by the engine, which may crash on what it does not expect.

import { RootPosition } from '../../uci/engine/search-request.js'
import { uciMoveText } from '../../uci/text/word-cursor.js'
import { indexOfWord } from './message-words.js'
import { Refusal } from './refusal.js'

/** @typedef {import('../../game/options.js').Variant} Variant */

const FROM_START = { q: 1, r: 2, b: 2, n: 2 }
const PAWNS = 8

/**
 * @param {readonly string[]} words after `position`
 * @param {Variant} variant
 * @returns {RootPosition} legal; to be freed
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
      if (rest.length > 0) throw new Refusal("after 'startpos' comes nothing but 'moves'")
      return undefined
    case 'fen':
      if (!isMaterialOfGames(rest[0] ?? ''))
        throw new Refusal('the position has more promoted pieces than missing pawns')
      return rest.join(' ')
    default:
      throw new Refusal("after 'position' comes 'startpos' or 'fen'")
  }
}

/**
 * Engines have room for the 218 moves that a position of a game has at most. One with 15 queens has more.
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
 * @returns {string[]} moves in UCI, which may be legal
 * @throws {Refusal}
 */
export function readMoves(words) {
  return words.map(word => {
    const move = uciMoveText(word)
    if (move === undefined) throw new Refusal(`'${word}' is no move`)
    return move
  })
}
