// SPDX-License-Identifier: Apache-2.0
// A Chess as a Game of Binbo. The class Game is not imported: it is as large as all of this entry, and who wants one has
// it from 'binbo'.

import { io8, releaseBuffer, writeText } from '../../core/buffer.js'
import { argumentError } from '../../core/errors.js'
import { checked } from '../../core/failure.js'
import { DRAWS_AUTOMATIC, EN_PASSANT_ALWAYS, STANDARD } from '../../core/generated/bindings.js'
import { classes, wasm } from '../../core/wasm.js'
import { append, fenOf, walk } from './live-games.js'

/** @import { GameSource } from './live-games.js' */
/** @import { Game } from '../../game/game.js' */

/**
 * @param {GameSource} source
 * @param {Record<string, string>} headers
 * @returns {Game} from the last null move or change of the board on
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function gameOf(source, headers) {
  const { Game } = classes
  if (Game === undefined) throw argumentError('toGame() needs the class Game, which binbo exports: import it')
  const { words, edits } = source
  const first = Math.max(words.lastIndexOf(0) + 1, edits.at(-1)?.ply ?? 0)
  let { start } = source
  if (first > 0)
    walk(source, (handle, ply) => {
      if (ply === first) start = fenOf(handle, EN_PASSANT_ALWAYS)
    })
  const game = Game.fromState(
    stateOf(edits.find(({ ply }) => ply === first)?.fen ?? start, words.slice(first)),
  )
  for (const [name, value] of Object.entries(headers)) game.headers.set(name, value)
  return game
}

/** @param {string} start @param {number[]} words @returns {Uint8Array} */
function stateOf(start, words) {
  const handle = checked(wasm.binbo_game_new(writeText(start), STANDARD, DRAWS_AUTOMATIC, 0), start)
  try {
    append(handle, words)
    return io8().slice(0, checked(wasm.binbo_game_state(handle, 0)))
  } finally {
    releaseBuffer()
    wasm.binbo_game_forget(handle)
  }
}
