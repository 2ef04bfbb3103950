// SPDX-License-Identifier: Apache-2.0
// Converts a line of a tree to a Game.

import { ChessError, chessError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { Game } from '../game/game.js'
import { exportTags, headersOfTags } from '../game/headers.js'
import { RECORD } from '../game/internals.js'
import { playWords } from '../game/move-lists.js'
import type { GameOptions } from '../game/options.js'
import { ownedTags, START_TAGS, startTags } from '../game/pgn-writer.js'
import type { CompactTree, TreeOwner } from './compact-tree.js'
import { fenTagError } from './read-errors.js'

type StartOf = { startFen: string; variant: Variant }

/** @returns the tags to write: the headers, with the tags of the start position and the result after the moves */
export function tagsOf(tree: CompactTree): Map<string, string> {
  const { headers, result, errors } = tree.owner as TreeOwner
  const read = exportTags(headersOfTags(tree.tags())).filter(([name]) => START_TAGS.has(name))
  const hasOtherStart = errors.some(({ code }) => code === 'ERR_PGN_FEN_MENDED')
  const ownTags = hasOtherStart ? startTags(tree as StartOf, new Map(read).get('Variant')) : new Map(read)
  ownTags.set('Result', result)
  return ownedTags(exportTags(headers), ownTags)
}

/**
 * @param words the moves from the start
 * @returns a game with the tags of the tree
 * @throws {ChessError} ERR_PGN_NULL_MOVE with its ply; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN; ERR_ARGUMENT, ERR_MEMORY
 */
export function gameOfLine(tree: CompactTree, words: Int32Array, options: GameOptions): Game {
  void tree.start // throws if it could not be read
  const ply = words.indexOf(0) + 1
  if (ply > 0) throw chessError('ERR_PGN_NULL_MOVE', `ply ${ply}`, { ply, input: '--' })
  const game = playedLine(tree.startFen, tree.variant, words, options)
  try {
    game[RECORD]().adopt({ result: undefined, headers: tagsOf(tree) })
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * @param words legal moves
 * @throws {ChessError} ERR_PGN_TAG_FEN, ERR_ARGUMENT, ERR_MEMORY
 */
export function playedLine(startFen: string, variant: string, words: Int32Array, options: GameOptions): Game {
  const game = startOf(startFen, variant, options)
  try {
    if (words.length > 0) playWords(game, words)
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * @returns a game without moves
 * @throws {ChessError} ERR_PGN_TAG_FEN with the cause, if `strict` refuses the start
 */
function startOf(startFen: string, variant: string, options: GameOptions): Game {
  try {
    return new Game({ ...options, fen: startFen, variant: variant })
  } catch (cause) {
    if (!(cause instanceof ChessError && cause.code.startsWith('ERR_FEN_'))) throw cause
    throw fenTagError(startFen, cause)
  }
}
