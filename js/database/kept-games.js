// SPDX-License-Identifier: Apache-2.0
// Games as they were, from their texts where these can be reached.

import { LINE } from '../core/move-word.js'
import { parsePgn } from '../pgn/reader.js'
import { outlineOf, pgnOf } from './heads.js'
import { placesOf } from './places.js'

/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { Sources } from './sources.js' */
/** @import { Store } from './store.js' */

/**
 * @param {Store} store
 * @param {Sources} sources
 * @param {Iterable<number>} ids of games that there are
 * @returns {AsyncGenerator<PgnGame | undefined, void>} each game as it was; undefined where its text cannot be reached, or is another
 *   one's
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export async function* keptGames(store, sources, ids) {
  for (const batch of placesOf(store, ids)) {
    const texts = batch.places.some(Boolean) ? await sources.read(batch.places) : []
    for (const [i, id] of batch.ids.entries()) {
      const text = texts[i]
      const game = text === undefined ? undefined : parsePgn(text)[0]
      yield game !== undefined && isGame(store, id, game) ? game : undefined
    }
  }
}

/**
 * @param {Store} store
 * @param {Sources} sources
 * @param {number} id of a game that there is
 * @returns {Promise<PgnGame>} as it was, or its moves
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export async function gameOf(store, sources, id) {
  const { value } = await keptGames(store, sources, [id]).next()
  return value ?? parsePgn(pgnOf(store, id))[0]
}

/** @param {Store} store @param {number} id @param {PgnGame} game @returns {boolean} has it these moves? */
function isGame(store, id, game) {
  const { variant, result, words } = outlineOf(store, id)
  if (game.variant !== variant || game.result !== result) return false
  const line = game[LINE]().words
  return line.length === words.length && words.every((word, i) => word === line[i])
}
