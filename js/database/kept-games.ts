// SPDX-License-Identifier: Apache-2.0
// Reads games from their texts, if these can be read. A text belongs to a game if it has the game's moves.

import {
  PGN_ERROR_COUNT,
  PGN_MAIN_LINE,
  PGN_PASSED_VARIATIONS,
  PGN_PLIES,
  PGN_RESULT,
  PGN_VARIANT,
} from '../core/generated/bindings.js'
import { pgnFacts } from '../core/pgn-text.js'
import { encode } from '../core/utf8.js'
import { mainWords } from '../pgn/game-facts.js'
import { GameReader } from '../pgn/game-reader.js'
import { parsePgn, takeGame } from '../pgn/parse-pgn.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { checkPgnOptions } from '../pgn/pgn-options.js'
import { ROW_MOVES, ROW_PLIES, ROW_RESULT, ROW_VARIANT } from './generated/bindings.js'
import { pgnOf } from './heads.js'
import { placesOf } from './places.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

const OPTIONS = checkPgnOptions(undefined)
const BRACKET = 0x5b
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** It begins a comment up to the end of the line, which may hide the result. */
const SEMICOLON = 0x3b
/** The end of a text after which other games may follow. */
const END = /(?:^|[\s)}])(?:1-0|0-1|1\/2-1\/2|\*)$/
/** More than the longest result and the character before it. */
const END_SIZE = 8

/**
 * @param id the number of an existing game
 * @returns the whole game if its text is kept, otherwise its moves
 * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_MEMORY
 */
export async function gameOf(store: Store, sources: Sources, id: number): Promise<PgnGame> {
  const whole = (_: Uint8Array, reader: GameReader) => takeGame(reader, OPTIONS)
  const { value: game } = await keptGames(store, sources, [id], 0, whole).next()
  return game ?? parsePgn(pgnOf(store, id))[0]
}

/**
 * @param ids the numbers of existing games
 * @returns each game as PGN, with a line break at its end, so that others may follow: its text byte for byte if that is
 *   UTF-8, begins with a tag, ends with a result and has no errors, otherwise in the export format
 * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_MEMORY
 */
export async function* gamePgns(
  store: Store,
  sources: Sources,
  ids: Iterable<number>,
): AsyncGenerator<Uint8Array, void> {
  const all = ids[Symbol.iterator]()
  const ownText = (text: Uint8Array) => cleanText(text) ?? encode(parsePgn(text)[0].toString())
  for await (const text of keptGames(store, sources, ids, PGN_MAIN_LINE, ownText)) {
    const id: number = all.next().value
    yield text ?? encode(pgnOf(store, id))
  }
}

/**
 * @param mode PGN_* flags
 * @param use called with the text of each game while C has the game
 * @returns its results; undefined for a text that cannot be read, or belongs to another game
 */
async function* keptGames<T>(
  store: Store,
  sources: Sources,
  ids: Iterable<number>,
  mode: number,
  use: (text: Uint8Array, reader: GameReader) => T,
): AsyncGenerator<T | undefined, void> {
  for (const batch of placesOf(store, ids)) {
    const texts = batch.places.some(Boolean) ? await sources.read(batch.places) : []
    for (const [i, id] of batch.ids.entries()) {
      const text = texts[i]
      yield text && withGame(text, mode, reader => (hasMoves(store, id) ? use(text, reader) : undefined))
    }
  }
}

/**
 * Reads a game into C.
 * @param mode PGN_* flags
 * @param use called while C has the game: the facts of a large text go with it
 * @returns its result; undefined without a game
 */
function withGame<T>(text: Uint8Array, mode: number, use: (reader: GameReader) => T): T | undefined {
  const reader = new GameReader(OPTIONS, mode)
  reader.push({ bytes: text, wide: false })
  reader.end()
  try {
    return reader.next() ? use(reader) : undefined
  } finally {
    reader.release()
  }
}

/** @returns whether the game that C has read has the moves of this game */
function hasMoves(store: Store, id: number): boolean {
  const facts = pgnFacts()
  const row = store.row(id)
  const moves = (store.wasm.binbo_database_moves(Math.floor(id / store.segmentGames)) >>> 0) / 2
  const { words, halves, bytes } = store.views()
  const plies = words[row / 4 + ROW_PLIES]
  if (bytes[row + ROW_VARIANT] !== facts[PGN_VARIANT] || bytes[row + ROW_RESULT] !== facts[PGN_RESULT])
    return false
  const first = moves + words[row / 4 + ROW_MOVES]
  // The lower half of a word is the move.
  return (
    plies === facts[PGN_PLIES] && mainWords().every((word, ply) => halves[first + ply] === (word & 0xffff))
  )
}

/**
 * @param text the text of the game whose main line C has read
 * @returns undefined if it cannot be written between other games
 */
function cleanText(text: Uint8Array): Uint8Array | undefined {
  let { length } = text
  while (length > 0 && text[length - 1] <= 0x20) length--
  const line =
    1 + Math.max(text.lastIndexOf(LINE_FEED, length - 1), text.lastIndexOf(CARRIAGE_RETURN, length - 1))
  const end = String.fromCharCode(...text.subarray(Math.max(line, length - END_SIZE), length))
  if (text[0] !== BRACKET || !END.test(end) || text.indexOf(SEMICOLON, line) >= 0) return undefined
  if (pgnFacts()[PGN_ERROR_COUNT] > 0) return undefined
  // Errors in variations are found when these are read.
  if (pgnFacts()[PGN_PASSED_VARIATIONS] && withGame(text, 0, () => pgnFacts()[PGN_ERROR_COUNT]) !== 0)
    return undefined
  if (!isUtf8(text)) return undefined
  const clean = new Uint8Array(length + 1)
  clean.set(text.subarray(0, length))
  clean[length] = LINE_FEED
  return clean
}

/**
 * Several times faster than a decoder. Source: The Unicode Standard, table 3-7.
 * @returns whether the text is valid UTF-8
 */
function isUtf8(text: Uint8Array): boolean {
  const { length } = text
  const numbers = new DataView(text.buffer, text.byteOffset, length)
  for (let at = 0; at < length; ) {
    while (at + 8 <= length && ((numbers.getInt32(at) | numbers.getInt32(at + 4)) & 0x80808080) === 0) at += 8
    while (at < length && text[at] < 0x80) at++
    if (at === length) break
    const lead = text[at++]
    const second = text[at++]
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (lead < 0xc2 || lead > 0xf4 || !(second >= least && second <= most)) return false
    if (lead >= 0xe0 && (text[at++] & 0xc0) !== 0x80) return false
    if (lead >= 0xf0 && (text[at++] & 0xc0) !== 0x80) return false
  }
  return true
}
