// SPDX-License-Identifier: Apache-2.0
// Packs games into few bytes. Version 1:
//
//   byte 0   bits 0-2 version, 3-4 result (*, 1-0, 0-1, 1/2-1/2), 5-6 the lowest bits of the number of plies, 7 more follows
//   more     only with bit 7 of byte 0: bits 0-3 the number of the variant, as C has it, 4 a FEN follows, 5 the game was
//            ended by hand
//   plies    the higher bits of their number, 7 bits in a byte, the lowest first, all bytes except the last with bit 7
//   FEN      if a FEN follows: its length in one byte, its text
//   moves    by the model of src/compact/model.h; for variants, the index of each move in the list of legal moves by number:
//            one byte, or 255 and two bytes, the lower one first

import { bytesOf } from '../core/brand.js'
import { argumentError, ChessError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { VARIANTS } from '../core/generated/bindings.js'
import { decodeStrictly, encode } from '../core/utf8.js'
import type { AnyLine } from '../game/any-line.js'
import { anyLine, anyResult, isAnyGame } from '../game/any-line.js'
import { startFenIn, startFenOf } from '../game/fen.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { legalWords, playWords } from '../game/move-lists.js'
import { hasStandardRules } from '../game/traits.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { compactError } from './errors.js'
import { COMPACT_PLIES } from './generated/bindings.js'
import { packMoves, unpackMoves } from './packer.js'

const VERSION = 1
const VERSION_MASK = 7
const RESULT_SHIFT = 3
const RESULTS = ['*', '1-0', '0-1', '1/2-1/2']
const PLIES_SHIFT = 5
const PLIES_MASK = 3
const HAS_MORE = 128
const VARIANT_MASK = 15
const HAS_FEN = 16
const BY_HAND = 32
const LONG_INDEX = 255
/** Not all runtimes have btoa(). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Packs a game: its main line, start position, variant and result. Other headers, comments, variations and the mode of draws
 * are not kept.
 * @param game a game; of a PgnGame with errors, only the moves before the first error
 * @returns about 3.3 bits for each move, and three bytes
 * @throws {ChessError} ERR_COMPACT_MOVE for a null move, ERR_COMPACT_LENGTH; ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function encodeGame(game: Game | PgnGame): Uint8Array<ArrayBuffer> {
  if (!isAnyGame(game)) throw argumentError('encodeGame() takes a Game or a PgnGame', game)
  const line = anyLine(game)
  if (line === undefined)
    throw argumentError('The start of this game cannot be read', game.headers.get('FEN'))
  const { startFen, variant, words } = line
  const ply = words.indexOf(0) + 1
  if (ply > 0) throw compactError('ERR_COMPACT_MOVE', `ply ${ply}`, { ply, input: '--' })
  if (words.length > COMPACT_PLIES) throw compactError('ERR_COMPACT_LENGTH', `${words.length}`)
  const result = Math.max(0, RESULTS.indexOf(anyResult(game)))
  const isVariant = !hasStandardRules(variant)
  const fen = encode(startFen === startFenOf(variant) ? '' : startFen)
  const more =
    VARIANTS.indexOf(variant) |
    (fen.length > 0 ? HAS_FEN : 0) |
    (game instanceof Game && game.status.reason === 'manual' ? BY_HAND : 0)
  const low = words.length & PLIES_MASK
  const head = [
    VERSION | (result << RESULT_SHIFT) | (low << PLIES_SHIFT) | (more > 0 ? HAS_MORE : 0),
    ...(more > 0 ? [more] : []),
    ...numberBytes(words.length >> 2),
    ...(fen.length > 0 ? [fen.length, ...fen] : []),
  ]
  const moves = isVariant ? indexBytes(line) : packMoves(startFen, words)
  const bytes = new Uint8Array(head.length + moves.length)
  bytes.set(head)
  bytes.set(moves, head.length)
  return bytes
}

/**
 * Unpacks a game.
 * @param bytes the result of encodeGame()
 * @returns the game, with the draws mode 'automatic'. A result that does not follow from the moves is set by hand if it was
 *   set by hand in the packed game; otherwise it is the header Result
 * @throws {ChessError} ERR_COMPACT_DAMAGED, ERR_COMPACT_VERSION, ERR_ARGUMENT
 */
export function decodeGame(bytes: Uint8Array | ArrayBuffer): Game {
  const packed = bytesOf(bytes)
  if (packed === undefined) throw argumentError('A packed game is a Uint8Array or an ArrayBuffer', bytes)
  const reader = new Reader(packed)
  const flags = reader.byte()
  if ((flags & VERSION_MASK) !== VERSION)
    throw compactError(
      (flags & VERSION_MASK) > VERSION ? 'ERR_COMPACT_VERSION' : 'ERR_COMPACT_DAMAGED',
      'byte 0',
    )
  const more = flags & HAS_MORE ? reader.byte() : 0
  const count = (reader.number() << 2) | ((flags >> PLIES_SHIFT) & PLIES_MASK)
  const variant = VARIANTS[more & VARIANT_MASK]
  if (variant === undefined || count > COMPACT_PLIES || more > (VARIANT_MASK | HAS_FEN | BY_HAND))
    throw compactError('ERR_COMPACT_DAMAGED', 'the head')
  const game = gameFrom(variant, more & HAS_FEN ? reader.text() : undefined)
  try {
    const startFen = startFenIn(game[HANDLE]())
    const words = hasStandardRules(variant)
      ? unpackMoves(startFen, count, reader.rest())
      : indexedMoves(game, count, reader)
    if (count > 0) playWords(game, words)
    setResult(game, RESULTS[(flags >> RESULT_SHIFT) & 3], (more & BY_HAND) !== 0)
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * Packs a game as text for links: base64url (RFC 4648, section 5) without padding.
 * @returns 45 characters for a game of 65 plies
 * @throws {ChessError} as encodeGame()
 */
export function encodeText(game: Game | PgnGame): string {
  const bytes = encodeGame(game)
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const signs = Math.min(bytes.length - at, 3) + 1
    for (let i = 0; i < signs; i++) text += ALPHABET[(three >> (18 - 6 * i)) & 63]
  }
  return text
}

/**
 * Unpacks a game from text.
 * @param text the result of encodeText()
 * @throws {ChessError} as decodeGame()
 */
export function decodeText(text: string): Game {
  if (typeof text !== 'string') throw argumentError('A packed game is a text', text)
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1)
    throw compactError('ERR_COMPACT_DAMAGED', 'not base64url')
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  for (let i = 0, bits = 0, at = 0; i < text.length; i++) {
    bits = (bits << 6) | ALPHABET.indexOf(text[i])
    if (i % 4 > 0) bytes[at++] = bits >> (6 - 2 * (i % 4))
  }
  return decodeGame(bytes)
}

function numberBytes(number: number): number[] {
  const bytes = []
  for (; number > 127; number >>= 7) bytes.push((number & 127) | 128)
  return [...bytes, number]
}

/** @throws {ChessError} ERR_COMPACT_DAMAGED */
function gameFrom(
  variant: Variant,
  fen: string | undefined,
  draws: 'automatic' | 'none' = 'automatic',
): Game {
  try {
    return new Game({ variant, fen, draws })
  } catch (error) {
    if (error instanceof ChessError && error.code.startsWith('ERR_FEN_'))
      throw compactError('ERR_COMPACT_DAMAGED', error.message)
    throw error
  }
}

function setResult(game: Game, result: string, byHand: boolean) {
  if (result === '*' || game.status.over) return
  if (!byHand) game.headers.set('Result', result)
  else if (result === '1/2-1/2') game.draw()
  else game.setWinner(result === '1-0' ? 'white' : 'black')
}

/**
 * Plays the moves of a variant one after the other.
 * @param next gets the legal moves by number, and returns one of them; undefined ends the game
 */
function replay(variant: Variant, fen: string, next: (legal: Uint16Array) => number | undefined) {
  const board = gameFrom(variant, fen, 'none')
  try {
    for (;;) {
      const legal = Uint16Array.from(legalWords(board)).sort()
      const move = next(legal)
      if (move === undefined) return
      playWords(board, Int32Array.of(move))
    }
  } finally {
    board.stop()
  }
}

function indexBytes({ variant, startFen, words }: AnyLine): Uint8Array {
  const bytes: number[] = []
  let ply = 0
  replay(variant, startFen, legal => {
    if (ply === words.length) return undefined
    const move = words[ply++] & 0xffff
    const index = legal.indexOf(move)
    if (index < LONG_INDEX) bytes.push(index)
    else bytes.push(LONG_INDEX, index & 255, index >> 8)
    return move
  })
  return Uint8Array.from(bytes)
}

/**
 * @param game a game at its start
 * @throws {ChessError} ERR_COMPACT_DAMAGED
 */
function indexedMoves(game: Game, count: number, reader: Reader): Int32Array {
  const words = new Int32Array(Math.min(count, reader.left))
  if (words.length < count) throw compactError('ERR_COMPACT_DAMAGED', 'moves are missing')
  let ply = 0
  replay(game.variant, startFenIn(game[HANDLE]()), legal => {
    if (ply === count) return undefined
    const short = reader.byte()
    const move = legal[short < LONG_INDEX ? short : reader.byte() | (reader.byte() << 8)]
    if (move === undefined) throw compactError('ERR_COMPACT_DAMAGED', `ply ${ply + 1}`)
    words[ply++] = move
    return move
  })
  if (reader.left > 0) throw compactError('ERR_COMPACT_DAMAGED', 'there are bytes behind the game')
  return words
}

/** Reads a packed game. */
class Reader {
  #bytes: Uint8Array<ArrayBufferLike>
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The number of bytes that are left. */
  get left() {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    if (this.left === 0) throw compactError('ERR_COMPACT_DAMAGED', 'it is cut')
    return this.#bytes[this.#at++]
  }

  number(): number {
    let number = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      number |= (byte & 127) << shift
      if (byte < 128) return number
    }
    throw compactError('ERR_COMPACT_DAMAGED', 'the number of plies')
  }

  text(): string {
    const length = this.byte()
    if (length > this.left) throw compactError('ERR_COMPACT_DAMAGED', 'it is cut')
    this.#at += length
    try {
      return decodeStrictly(this.#bytes.subarray(this.#at - length, this.#at))
    } catch {
      throw compactError('ERR_COMPACT_DAMAGED', 'the FEN')
    }
  }

  /** @returns the bytes that are left; borrowed */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }
}
