// SPDX-License-Identifier: Apache-2.0
// Reads games from PGN files. The types of this file do not use Node's types, which users may not have installed.

import { PGN_SKIP_MOVES } from '../core/generated/bindings.js'
import { Game } from '../game/game.js'
import { GameReader } from '../pgn/game-reader.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { ReadPgnOptions } from '../pgn/pgn-options.js'
import { checkPgnOptions } from '../pgn/pgn-options.js'
import { readPgn } from '../pgn/reader.js'
import { PgnFileSource } from './pgn-file-source.js'

/**
 * Reads the first game of a PGN file, and no more of the file than necessary. Files compressed with gzip (`.gz`) or,
 * from Node 22.15 on, Zstandard (`.zst`) are decompressed.
 * @throws {ChessError} as Game's loadPgn(); ERR_ARGUMENT for no path, ERR_PGN_TOO_LARGE for a game above 32 MiB; errors of
 *   the file system and of zlib unchanged, with their `code` and the `path`
 */
export async function loadPgnFile(path: string | URL | Uint8Array): Promise<Game> {
  const text = await firstGame(new PgnFileSource(path))
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
 * @returns the first game, and the rest of its last chunk
 * @throws {ChessError} ERR_PGN_TOO_LARGE
 */
async function firstGame(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
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

/**
 * Reads a PGN file of any size, game by game. Files compressed with gzip (`.gz`) or, from Node 22.15 on, Zstandard
 * (`.zst`) are decompressed. The file is opened when the first game is requested, and closed when the iteration ends:
 * after the last game, by `break`, by an error or by `signal`.
 * @param options as those of readPgn(); in `onProgress`, `bytes` and `totalBytes` count bytes of the file, compressed
 *   or not, so that they give a percentage
 * @throws {ChessError} ERR_ARGUMENT; while iterating as readPgn(), and errors of the file system and of zlib
 *   unchanged, with their `code` and the `path`
 */
export function readPgnFile(
  path: string | URL | Uint8Array,
  options?: ReadPgnOptions,
): AsyncIterable<PgnGame> {
  const file = new PgnFileSource(path, options?.signal)
  const onProgress = options?.onProgress
  if (typeof onProgress !== 'function') return readPgn(file, options)
  return readPgn(file, {
    ...options,
    onProgress: ({ games }) => onProgress({ bytes: file.bytesRead, totalBytes: file.totalBytes, games }),
  })
}
