// SPDX-License-Identifier: Apache-2.0
// The errors of a game in PGN, as text for players: where it stops, why, and how much of it was read.

import { ChessError, Setup, START_FEN } from 'binbo'
import type { PgnGame, PgnNode } from 'binbo/pgn'
import type { Words } from '../page/error-words.js'
import { addressWords, errorWords, quoted } from '../page/error-words.js'
import { say } from '../page/texts.js'
import { isCut, moveWords } from './move-words.js'
import { moveNumber, plyAt } from './nodes.js'

const NAMED: Record<string, string> = {
  ERR_PGN_TOKEN: say`this is not a move`,
  ERR_PGN_MOVE: say`this move is not possible there`,
  ERR_PGN_AMBIGUOUS: say`more than one piece can make this move`,
  ERR_PGN_NULL_MOVE: say`a side cannot pass its turn there`,
}

/**
 * @param error of the game
 * @param game the readable part
 * @param file the game's file, if there are several
 * @returns one to three sentences
 */
export function gameWords(error: ChessError, game: PgnGame, file = ''): Words {
  const { code, line = 1, cause, input = '' } = error
  const where = line > 1 ? (file ? say`line ${line} of ${file}` : say`line ${line}`) : file
  const place = where ? ` (${where})` : ''
  const address = code === 'ERR_PGN_TOKEN' && game.root.children.length === 0 ? addressWords(input) : ''
  if (address) return { text: address, code }
  if (Object.hasOwn(NAMED, code)) return { text: stopWords(error, game, place), code }
  const reason = cause instanceof ChessError ? ` ${errorWords(cause).text}` : ''
  return { text: `${errorWords(error).text.replace(/\.$/, '')}${place}.${reason}`, code }
}

/**
 * @param error about a word among the moves
 * @param place of the error in the file, such as ' (line 12)', or ''
 */
function stopWords({ code, ply, input = '' }: ChessError, game: PgnGame, place: string) {
  const word = quoted(input).slice(1, -1)
  if (ply === undefined) return `“${word}”: ${NAMED[code]}${place}.`
  const first = plyAt({ position: new Setup(game.startFen || START_FEN) })
  const at = first + ply - 1
  const { last, plies, isSingle } = mainLine(game)
  const isMain = isSingle && ply === plies + 1
  const isMove = code === 'ERR_PGN_MOVE' || code === 'ERR_PGN_AMBIGUOUS'
  const move = `${moveNumber(at)} ${word}`
  const name = isMain ? say`It stops at ${move}` : say`A line of it stops at ${move}`
  const why =
    isMove && isMain
      ? `${place}. ${moveWords(input, last.position)}`
      : `: ${isCut(input) ? say`the move is cut off` : NAMED[code]}${place}.`
  return `${name}${why}${isMain ? readWords((at >> 1) - (first >> 1)) : ''}`
}

/** @param count the number of readable moves of both sides */
const readWords = (count: number) =>
  count < 1
    ? ''
    : ` ${count === 1 ? say`The move before it was read.` : say`The ${count} moves before it were read.`}`

/** @returns the last node and the length of the main line, and whether it is the only line */
function mainLine({ root }: PgnGame): { last: PgnNode; plies: number; isSingle: boolean } {
  let [last, plies, isSingle] = [root, 0, true]
  for (; last.children.length > 0; plies++) {
    isSingle &&= last.children.length === 1
    last = last.children[0]
  }
  return { last, plies, isSingle }
}
