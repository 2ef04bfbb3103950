// SPDX-License-Identifier: Apache-2.0

import { readPgn } from '../pgn/reader.js'
import { PgnFile } from './pgn-file.js'

/** @typedef {import('../pgn/pgn-game.js').PgnGame} PgnGame */

/**
 * Reads a PGN file of any size, game by game. What is compressed with gzip (`.gz`) or, from Node 22.15 on,
 * Zstandard (`.zst`) is unpacked on the way. The file is opened when the first game is asked for, and closed
 * when the iteration ends: behind the last game, by `break`, by an error or by `signal`.
 * @param {string | URL | Uint8Array} path
 * @param {import('../pgn/reader.js').ReadPgnOptions} [options] as those of readPgn(); in `onProgress`, `bytes` and
 *   `totalBytes` are those of the file, compressed or not, so that they make a percentage
 * @returns {AsyncIterable<PgnGame>}
 * @throws {ChessError} ERR_ARGUMENT; while iterating as readPgn(), and the errors of the file system and of zlib as
 *   they are, with their `code` and the `path`
 */
export function readPgnFile(path, options) {
  const file = new PgnFile(path, options?.signal)
  const onProgress = options?.onProgress
  if (typeof onProgress !== 'function') return readPgn(file, options)
  return readPgn(file, {
    ...options,
    onProgress: ({ games }) => onProgress({ bytes: file.bytesRead, totalBytes: file.totalBytes, games }),
  })
}
