// SPDX-License-Identifier: Apache-2.0
// parsePgn(), and what it shares with readPgn(), which is loaded apart where files are not read.

import type { ChessError } from '../core/errors.js'
import { argumentError } from '../core/errors.js'
import { PGN_RESULT, PGN_SKIP_MOVES, PGN_VARIANT } from '../core/generated/bindings.js'
import { pgnFacts, RESULTS } from '../core/pgn-text.js'
import { VARIANTS } from '../game/variants.js'
import { gameFacts } from './game-facts.js'
import { GameReader } from './game-reader.js'
import type { PgnGame } from './pgn-game.js'
import { pgnGameOf, pgnGameOfText } from './pgn-game.js'
import type { CheckedOptions, PgnProgress, ReadPgnOptions } from './pgn-options.js'
import { checkPgnOptions } from './pgn-options.js'
import { checkSource, isBlob, isWhole, wholeChunks } from './source.js'

/**
 * Reads all games of a PGN in memory (PGN standard 8).
 *
 * Games with errors are returned, too: `errors` lists the errors, and the moves end before the first one of the main line.
 * @param source a string, or bytes in UTF-8; a tag or comment that is not valid UTF-8 is read as Latin-1
 * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY; with onError: 'throw', the first ERR_PGN_*
 */
export function parsePgn(source: string | Uint8Array, options?: ReadPgnOptions): PgnGame[] {
  const checked = checkPgnOptions(options)
  const whole = checkSource(source)
  if (!isWhole(whole)) throw argumentError('parsePgn() takes a string or a Uint8Array, and readPgn() streams')
  const reader = new GameReader(checked, checked.headersOnly ? PGN_SKIP_MOVES : 0)
  const progress = new Progress(checked, whole)
  const games: PgnGame[] = []
  const take = () => {
    while (reader.next()) games.push(takeGame(reader, checked))
    progress.games = games.length
  }
  try {
    for (const chunk of wholeChunks(whole)) {
      checked.signal?.throwIfAborted()
      reader.push(chunk)
      take()
      progress.report(chunk.bytes.length)
    }
    reader.end()
    take()
    progress.report(0)
  } finally {
    reader.release()
  }
  return games
}

/** @throws {ChessError} with onError: 'throw', the first error of the game */
export function takeGame(reader: GameReader, options: CheckedOptions): PgnGame {
  if (options.throws) throwFirst(reader.errors)
  const { reading, reached } = reader
  const text = reader.text()
  const origin = { range: reader.range(), reached, reading }
  if (text === undefined) return pgnGameOf(gameFacts(reader.errors), origin)
  const facts = pgnFacts()
  return pgnGameOfText(text, RESULTS[facts[PGN_RESULT]], VARIANTS[facts[PGN_VARIANT]], origin)
}

/** @throws {ChessError} the first error that is not a warning */
export function throwFirst(errors: ChessError[]) {
  const first = errors.find(error => !error.warning)
  if (first !== undefined) throw first
}

/** Reports the progress of reading. */
export class Progress {
  games = 0
  bytes = 0
  #total: number | undefined
  #onProgress: ((progress: PgnProgress) => void) | undefined

  constructor({ onProgress }: CheckedOptions, source: unknown) {
    this.#onProgress = onProgress
    this.#total = onProgress && totalBytes(source)
  }

  /** @param bytes the bytes since the last report */
  report(bytes: number) {
    this.bytes += bytes
    this.#onProgress?.({ bytes: this.bytes, totalBytes: this.#total, games: this.games })
  }
}

function totalBytes(source: unknown): number | undefined {
  if (typeof source === 'string') return utf8Length(source)
  if (isWhole(source)) return source.length
  return isBlob(source) ? source.size : undefined
}

function utf8Length(text: string) {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0
    if (point > 0xffff) i++
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}
