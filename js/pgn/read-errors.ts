// SPDX-License-Identifier: Apache-2.0
// The errors and warnings of the game that C read last, as ChessErrors.

import { decodeText, readText } from '../core/buffer.js'
import type { ChessError, ErrorCode, ErrorPlace } from '../core/errors.js'
import { chessError, codeName } from '../core/errors.js'
import { PGN_ERROR_COUNT, PGN_VARIANT } from '../core/generated/bindings.js'
import { pgnFacts, tagsText } from '../core/pgn-text.js'
import { decodeStrictly } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import { validateFen } from '../game/fen.js'
import { headersOfTags } from '../game/headers.js'
import { VARIANTS } from '../game/variants.js'
import type { TextPlace } from './text-places.js'

/** How much of the text an error quotes, in characters and in bytes. */
const QUOTE = 40
const QUOTE_BYTES = 4 * QUOTE

const isLine = (code: string) => code === 'ERR_PGN_TAG' || code === 'ERR_PGN_COMMENT'

const MOVE_ERRORS = new Set(['ERR_PGN_TOKEN', 'ERR_PGN_MOVE', 'ERR_PGN_AMBIGUOUS'])

/**
 * @param game the number of the game, from 1
 * @param bytes the text
 * @param base the index at which the text of C begins
 * @param placeOf returns the place of an index in the text
 * @returns the errors in the order of the text
 */
export function readErrors(
  game: number,
  bytes: Uint8Array,
  base: number,
  placeOf: (at: number) => TextPlace,
): ChessError[] {
  const count = pgnFacts()[PGN_ERROR_COUNT]
  if (count === 0) return []
  const errors = Array.from({ length: count }, (_, index) => {
    const code = codeName(-wasm.binbo_pgn_error(index))
    const at = wasm.binbo_error_offset() + base
    const ply = wasm.binbo_error_ply() || undefined
    return errorAt(code, bytes, at, { ...placeOf(at), game, ply })
  })
  return errors.sort((a, b) => Number(a.offset) - Number(b.offset))
}

/** @returns the words before the column in the message of an error */
export const placeWords = ({ game, line }: { game: number; line: number }): string =>
  `game ${game}, line ${line}, column `

/** @returns the number of errors that another language may remove */
export function countMoveErrors(): number {
  let count = 0
  for (let index = pgnFacts()[PGN_ERROR_COUNT]; index-- > 0; ) {
    if (MOVE_ERRORS.has(codeName(-wasm.binbo_pgn_error(index)))) count++
  }
  return count
}

function errorAt(
  code: ErrorCode,
  bytes: Uint8Array,
  at: number,
  place: TextPlace & { game: number; ply: number | undefined },
): ChessError {
  const { column, ply } = place
  const details = [`${placeWords(place)}${column}`, ply && `ply ${ply}`].filter(Boolean).join('; ')
  if (code === 'ERR_PGN_TAG_FEN') {
    const fen = tagOf('FEN')
    const { error } = validateFen(fen, { variant: VARIANTS[pgnFacts()[PGN_VARIANT]] })
    return fenTagError(fen, error, details, place)
  }
  if (code === 'ERR_PGN_FEN_MENDED') {
    const fen = tagOf('FEN')
    return chessError(code, `${mendings(fen)}; ${details}`, { ...place, input: fen })
  }
  const input = tokenOf(code, bytes, at) || undefined
  return chessError(code, details, { ...place, input })
}

/**
 * @param fen the FEN of the tag
 * @param cause why it is not valid
 * @param details the details of this case
 * @returns ERR_PGN_TAG_FEN, with the reason in its message
 */
export function fenTagError(
  fen: string,
  cause: ChessError | undefined,
  details = '',
  place: ErrorPlace = {},
): ChessError {
  // The message already has the FEN.
  const reason = cause?.message.replace(/: '.*'(?= \(|$)/s, '')
  const words = [reason, details].filter(Boolean).join('; ')
  return chessError('ERR_PGN_TAG_FEN', words, { ...place, input: fen, cause })
}

const FEN_FIELDS = [
  'placement',
  'side to move',
  'castling rights',
  'en passant',
  'halfmove clock',
  'move number',
]

/**
 * @param given the FEN tag of the game that was read last, which was corrected
 * @returns the corrections, as text
 */
function mendings(given: string): string {
  const fen = readText(wasm.binbo_pgn_start_fen())
  const isChess960 = VARIANTS[pgnFacts()[PGN_VARIANT]] === 'chess960'
  const [fields, mended] = [given.split(' '), fen.split(' ')]
  const changes = mended.flatMap((field, index) =>
    fields[index] === field || (isChess960 && index === 2 && fields[index]?.length === field.length)
      ? []
      : [`${FEN_FIELDS[index]} '${fields[index]}' became '${field}'`],
  )
  if (isChess960) changes.unshift('variant chess960')
  const hasUsualFields = mended.length === FEN_FIELDS.length && fields.length === mended.length
  return hasUsualFields ? changes.join(', ') : `read as '${fen}'`
}

/**
 * @returns the token at the offset, cut if it is long: the line of a tag, its value, the beginning of a comment, or a word
 */
function tokenOf(code: string, bytes: Uint8Array, at: number): string {
  if (code === 'ERR_PGN_VARIANT') return tagOf('Variant')
  const token = isLine(code)
    ? /^[^\r\n]*/
    : code === 'ERR_PGN_RESULT' || code === 'ERR_PGN_NO_START'
      ? /^[^"\r\n]*/
      : code === 'ERR_PGN_SKIPPED'
        ? /^(?:\(null\)|[a-z\d]*[\x80-\xff]+|[a-z]+|.)/is
        : /^(?:[^ \t\r\n\v\f()[\]{}<>;"*]+|[^ \t\r\n\v\f]?)/
  const text = String.fromCharCode(...bytes.subarray(at, at + QUOTE_BYTES))
  const word = bytes.subarray(at, at + (token.exec(text)?.[0].length ?? 0))
  return decodeStart(word)
    .trim()
    .slice(0, QUOTE)
    .replace(/[\ud800-\udbff]$/, '')
}

/** @param bytes they may end inside a character */
function decodeStart(bytes: Uint8Array): string {
  for (let cut = 0; cut < 4; cut++) {
    try {
      return decodeStrictly(bytes.subarray(0, Math.max(0, bytes.length - cut)))
    } catch {
      // Try one byte less.
    }
  }
  return decodeText(bytes)
}

/**
 * @param name the name of a tag about the start of the game
 * @returns its value in the game that was read last
 */
export function tagOf(name: string): string {
  return headersOfTags(tagsText()).get(name) ?? ''
}
