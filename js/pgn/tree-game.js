// SPDX-License-Identifier: Apache-2.0
// A line of a tree as a Game.

import { ChessError, chessError } from '../core/errors.js'
import { Game } from '../game/game.js'
import { exportTags, headersOfTags } from '../game/headers.js'
import { RECORD } from '../game/internals.js'
import { playWords } from '../game/move-lists.js'
import { ownedTags, START_TAGS, startTags } from '../game/pgn-writer.js'
import { fenTagError } from './read-errors.js'

/** @import { CompactTree, TreeOwner } from './compact-tree.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { GameOptions } from '../game/options.js' */
/** @typedef {{ startFen: string, variant: Variant }} StartOf */

/**
 * @param {CompactTree} tree
 * @returns {Map<string, string>} the tags that are written: the headers, with those that say where the game starts
 *   and the result behind the moves
 */
export function tagsOf(tree) {
  const { headers, result, errors } = /** @type {TreeOwner} */ (tree.owner)
  const read = exportTags(headersOfTags(tree.tags())).filter(([name]) => START_TAGS.has(name))
  const isMended = errors.some(({ code }) => code === 'ERR_PGN_FEN_MENDED')
  const ownTags = isMended
    ? startTags(/** @type {StartOf} */ (tree), new Map(read).get('Variant'))
    : new Map(read)
  ownTags.set('Result', result)
  return ownedTags(exportTags(headers), ownTags)
}

/**
 * @param {CompactTree} tree
 * @param {Int32Array} words the moves from the tree's start
 * @param {GameOptions} options
 * @returns {Game}
 * @throws {ChessError} ERR_PGN_NULL_MOVE with its ply; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN; ERR_ARGUMENT, ERR_MEMORY
 */
export function gameOfLine(tree, words, options) {
  void tree.start // throws where it could not be read
  const ply = words.indexOf(0) + 1
  if (ply > 0) throw chessError('ERR_PGN_NULL_MOVE', `ply ${ply}`, { ply, input: '--' })
  const game = startOf(tree, options)
  try {
    if (words.length > 0) playWords(game, words)
    game[RECORD]().adopt({ result: undefined, headers: tagsOf(tree) })
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * @param {CompactTree} tree
 * @param {GameOptions} options
 * @returns {Game} without moves
 * @throws {ChessError} ERR_PGN_TAG_FEN with the cause, where the start is not one that `strict` takes
 */
function startOf({ startFen, variant }, options) {
  try {
    return new Game({ ...options, fen: startFen, variant: /** @type {Variant} */ (variant) })
  } catch (cause) {
    if (!(cause instanceof ChessError && cause.code.startsWith('ERR_FEN_'))) throw cause
    throw fenTagError(startFen, cause)
  }
}
