// SPDX-License-Identifier: Apache-2.0
// Reads games from PGN files. The types of this file do not use Node's types, which users may not have installed.

import { checked } from '../core/failure.js'
import { PGN_MAIN_LINE, PGN_PLAYABLE } from '../core/generated/bindings.js'
import { tagsText } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import { Game } from '../game/game.js'
import { HANDLE, RECORD } from '../game/internals.js'
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
  const reader = new GameReader(checkPgnOptions(undefined), PGN_MAIN_LINE | PGN_PLAYABLE)
  const pieces: Uint8Array[] = []
  const game = new Game()
  const load = () => {
    if (!reader.next()) return false
    loadRead(game, reader, pieces)
    return true
  }
  try {
    for await (const bytes of new PgnFileSource(path)) {
      pieces.push(bytes)
      reader.push({ bytes, wide: false })
      if (load()) return game
    }
    reader.end()
    if (!load()) game.loadPgn(Buffer.concat(pieces)) // throws the error
    return game
  } catch (error) {
    game.stop()
    throw error
  } finally {
    reader.release()
  }
}

/**
 * Loads the game that C has read into a new game.
 * @param pieces the text
 * @throws {ChessError} ERR_PGN_*
 */
function loadRead(game: Game, { errors }: GameReader, pieces: readonly Uint8Array[]) {
  const error = errors.find(({ warning }) => !warning)
  if (error?.code === 'ERR_PGN_TOO_LARGE') throw error
  if (error) return game.loadPgn(Buffer.concat(pieces)) // throws it, with places of the text
  const tags = tagsText()
  checked(wasm.binbo_pgn_load(game[HANDLE]()))
  game[RECORD]().reset(tags)
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
