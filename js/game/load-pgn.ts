// SPDX-License-Identifier: Apache-2.0
// Reads the first game of a PGN into a Game.

import { bytesIn } from '../core/brand.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked, pgnFailure } from '../core/failure.js'
import {
  PGN_ERROR_COUNT,
  PGN_FIRST,
  PGN_INCOMPLETE,
  PGN_LAST,
  PGN_MAIN_LINE,
  PGN_NOTHING,
  PGN_PLAYABLE,
  PGN_STATE,
  PGN_STRICT,
} from '../core/generated/bindings.js'
import { claimPgnText, pgnFacts, releasePgnText, tagsText } from '../core/pgn-text.js'
import { encodeInto } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'

/** Formats that are mistaken for PGN, and the functions that read them. */
const MISTAKES: [RegExp, string][] = [
  [/^\S{1,1024}\.(?:pgn|gz|zst)$/i, 'This is a path, not a PGN; readPgnFile() of binbo/node takes it:'],
  [/^(?:[^/\s]+\/){7}\S+ [wb] .*\s{0,2}$/, 'This is a FEN, not a PGN; newGame() takes it:'],
]
/** How many bytes of the source are read at first. */
const FIRST_SIZE = 1 << 16

/** @throws {ChessError} ERR_ARGUMENT for another format that is mistaken for PGN */
export function refuseMistakes(text: string) {
  for (const [mistake, hint] of MISTAKES) if (mistake.test(text)) throw argumentError(hint, text)
}

/**
 * Reads the first game of a PGN into a game, which stays unchanged on any error.
 * @param game a handle
 * @param given a string or a Uint8Array
 * @param strict whether the FEN tag is checked strictly
 * @returns C's status, and the tags for headersOfTags()
 * @throws {ChessError} ERR_PGN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_GAME_STOPPED
 */
export function loadPgn(game: number, given: unknown, strict: boolean): { status: number; tags: string } {
  const variant = checked(wasm.binbo_game_own_variant(game))
  let source: string | Uint8Array
  if (typeof given === 'string') refuseMistakes((source = given))
  else source = bytesIn(given, 'A PGN is a string or a Uint8Array')
  const flags = PGN_FIRST | PGN_MAIN_LINE | PGN_PLAYABLE | (strict ? PGN_STRICT : 0)
  try {
    readFirst(source, flags, variant)
    const facts = pgnFacts()
    if (facts[PGN_STATE] === PGN_NOTHING) throw chessError('ERR_PGN_EMPTY')
    for (let index = 0; index < facts[PGN_ERROR_COUNT]; index++) {
      const error = pgnFailure(wasm.binbo_pgn_error(index), source)
      if (!error.warning) throw error
    }
    const tags = tagsText()
    return { status: checked(wasm.binbo_pgn_load(game)), tags }
  } finally {
    releasePgnText()
  }
}

function readFirst(source: string | Uint8Array, flags: number, variant: number) {
  for (let size = FIRST_SIZE; ; size *= 4) {
    const target = claimPgnText(loadPgn, size)
    let read = Math.min(source.length, size)
    let written = read
    if (typeof source === 'string') ({ read, written } = encodeInto(source, target))
    else target.set(source.subarray(0, read))
    const last = read === source.length
    checked(wasm.binbo_pgn_read(0, written, last ? flags | PGN_LAST : flags, variant))
    if (pgnFacts()[PGN_STATE] !== PGN_INCOMPLETE) return
  }
}
