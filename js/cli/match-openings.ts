// SPDX-License-Identifier: Apache-2.0
// The openings of a match on the command line: EPD, FENs, PGN, or random lines of a Polyglot book.

import { readEpd } from '../epd/read-epd.js'
import { Game } from '../game/game.js'
import type { OpeningSource } from '../match/pairings.js'
import { randomFrom } from '../match/pairings.js'
import { readPgn } from '../pgn/reader.js'
import { fileFailure, openInput } from './files.js'
import type { Io } from './main.js'
import { openBook } from './open-book.js'
import { Failure } from './usage-error.js'

type OpeningSettings = {
  variant: string | undefined
  plies: number | undefined
  seed: number | undefined
  rounds: number
}

/** Half-moves of a line of a book. */
const BOOK_PLIES = 8

/**
 * @throws {UsageError} for a book that cannot be read
 * @throws {Failure} for another file that cannot be read, has an error, or no opening
 */
export async function readOpenings(
  file: string,
  settings: OpeningSettings,
  io: Io,
): Promise<OpeningSource[]> {
  if (/\.bin$/i.test(file)) return linesOfBook(file, settings)
  const openings: OpeningSource[] = []
  const { variant = 'standard' } = settings
  const { signal } = io
  try {
    const source = openInput(file, io, true)
    if (/\.(epd|fen|txt)(\.|$)/i.test(file)) {
      for await (const { position, errors } of readEpd(source, { variant, signal })) {
        if (position === null) throw errors[0]
        openings.push(position)
      }
    } else for await (const game of readPgn(source, { onError: 'throw', signal })) openings.push(game)
  } catch (error) {
    throw new Failure(fileFailure(file, error))
  }
  if (openings.length === 0) throw new Failure(`${file}: there is no opening`)
  return openings
}

/** @returns a random line for each round, by weight; more rounds only add lines */
async function linesOfBook(file: string, { variant, plies, seed, rounds }: OpeningSettings): Promise<Game[]> {
  const book = await openBook(file)
  const random = randomFrom(seed ?? 0)
  const lines: Game[] = []
  if ((await book.find(new Game({ variant }))).length === 0)
    throw new Failure(`${file}: the book has no move at the start`)
  for (let round = 0; round < rounds; round++) {
    const line = new Game({ variant })
    for (let ply = 0; ply < (plies ?? BOOK_PLIES); ply++) {
      const move = await book.pick(line, { random })
      if (move === null || line.move(move.uci).over) break
    }
    lines.push(line)
  }
  return lines
}
