// SPDX-License-Identifier: Apache-2.0

import { PGN_SKIP_MOVES } from '../core/generated/bindings.js'
import { Game } from '../game/game.js'
import { GameReader } from '../pgn/game-reader.js'
import { checkPgnOptions } from '../pgn/pgn-options.js'
import { PgnFile } from './pgn-file.js'

/**
 * Reads the first game of a PGN file, and no more of the file than that takes. What is compressed with gzip (`.gz`)
 * or, from Node 22.15 on, Zstandard (`.zst`) is unpacked on the way.
 * @param {string | URL | Uint8Array} path
 * @returns {Promise<Game>}
 * @throws {ChessError} as Game's loadPgn(); ERR_ARGUMENT for no path, ERR_PGN_TOO_LARGE for a game above 32 MiB; errors of
 *   the file system and of zlib as they are, with their `code` and the `path`
 */
export async function loadPgnFile(path) {
  const text = await firstGame(new PgnFile(path))
  const game = new Game()
  try {
    game.loadPgn(text)
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} source
 * @returns {Promise<Uint8Array>} the first game, and what came with it
 * @throws {ChessError} ERR_PGN_TOO_LARGE
 */
async function firstGame(source) {
  const reader = new GameReader(checkPgnOptions(undefined), PGN_SKIP_MOVES)
  const pieces = []
  try {
    for await (const bytes of source) {
      pieces.push(bytes)
      reader.push({ bytes, wide: false })
      if (reader.next()) break
    }
  } finally {
    reader.release()
  }
  const tooLarge = reader.errors.find(({ code }) => code === 'ERR_PGN_TOO_LARGE')
  if (tooLarge) throw tooLarge
  return Buffer.concat(pieces)
}
