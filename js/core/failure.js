// SPDX-License-Identifier: Apache-2.0
// Makes errors from the negative results of C, and converts C's byte offsets to offsets, lines and columns of the source.
// Call these functions at once: the next call of C may overwrite the place of the failure.

import { io32 } from './buffer.js'
import { chessError, codeName } from './errors.js'
import { sanOf } from './san-writer.js'
import { decode } from './utf8.js'
import { wasm } from './wasm.js'

/** @import { ChessError, ErrorPlace } from './errors.js' */

/** How much of a PGN an error quotes. */
const QUOTE = 40
const QUOTE_BYTES = QUOTE * 4
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * @param {number} result of a call to C
 * @param {string} [input] the text that was passed in
 * @returns {number} the result, if it is no failure
 * @throws {ChessError}
 */
export function checked(result, input) {
  if (result < 0) throw failure(result, input)
  return result
}

/**
 * @param {number} result a negated ErrorCode
 * @param {string} [input] the text that was passed in
 * @param {string} [hint] what to do about it
 * @returns {ChessError}
 */
export function failure(result, input, hint) {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  /** @type {ErrorPlace} */
  const place = { ply }
  if (input !== undefined && !isAboutGame(code)) {
    place.input = input
    if (offset !== undefined) place.offset = utf16Offset(input, offset)
  }
  return chessError(code, hint ?? candidates(code), place)
}

/**
 * @param {number} result a negated ErrorCode
 * @param {readonly string[]} moves that were passed in, one a line
 * @returns {ChessError} of the move that failed; its offset counts from the start of that move
 */
export function moveListFailure(result, moves) {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  /** @type {ErrorPlace} */
  const place = { ply }
  if (ply !== undefined && ply <= moves.length) {
    const input = moves[ply - 1]
    place.input = input
    if (offset !== undefined) place.offset = utf16Offset(input, offset)
  }
  return chessError(code, [ply && `ply ${ply}`, candidates(code)].filter(Boolean).join('; '), place)
}

/**
 * @param {number} result a negated ErrorCode
 * @param {string | Uint8Array} source the PGN
 * @returns {ChessError} with line and column
 */
export function pgnFailure(result, source) {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  if (offset === undefined) return chessError(code, '', { ply })
  const at = typeof source === 'string' ? utf16Offset(source, offset) : Math.min(offset, source.length)
  const { line, column } = lineAndColumn(source, at)
  const details = [`line ${line}, column ${column}`, ply && `ply ${ply}`, candidates(code)]
  const input = quote(source, at) || undefined
  return chessError(code, details.filter(Boolean).join('; '), { offset: at, ply, line, column, input })
}

/** @returns {{ offset?: number, ply?: number }} */
function failurePlace() {
  const offset = wasm.binbo_error_offset()
  const ply = wasm.binbo_error_ply()
  return { offset: offset < 0 ? undefined : offset, ply: ply > 0 ? ply : undefined }
}

/** @param {string} code */
const isAboutGame = code => code === 'ERR_GAME_STOPPED' || code === 'ERR_MEMORY'

/**
 * @param {string | Uint8Array} source
 * @param {number} at
 * @returns {string} the word that stands there, cut when it is long
 */
function quote(source, at) {
  const text =
    typeof source === 'string'
      ? source.slice(at, at + QUOTE)
      : decode(source.slice(at, at + QUOTE_BYTES)).slice(0, QUOTE)
  return /^\S*/.exec(text)?.[0] ?? ''
}

/**
 * @param {string} code
 * @returns {string} the moves that may be meant, for the codes that have some
 */
function candidates(code) {
  if (!code.startsWith('ERR_SAN')) return ''
  const count = wasm.binbo_error_candidates()
  if (count <= 0) return ''
  const sans = Array.from(io32().subarray(0, count), sanOf)
  return code === 'ERR_SAN_AMBIGUOUS'
    ? `it fits ${sans.join(' and ')}`
    : `legal ${sans.length === 1 ? 'is' : 'are'} ${sans.join(', ')}`
}

/**
 * @param {string} text
 * @param {number} offset in bytes of its UTF-8 form
 * @returns {number} the same place in UTF-16 units; at most the text's length
 */
function utf16Offset(text, offset) {
  let rest = offset
  let i = 0
  while (rest > 0 && i < text.length) {
    const point = /** @type {number} */ (text.codePointAt(i))
    rest -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    i += point < 0x10000 ? 1 : 2
  }
  return i
}

/**
 * CRLF, CR and LF are one line break each.
 * @param {string | Uint8Array} source
 * @param {number} offset in units of the source
 * @returns {{ line: number, column: number }} from 1
 */
function lineAndColumn(source, offset) {
  const at =
    typeof source === 'string'
      ? (/** @type {number} */ i) => source.charCodeAt(i)
      : (/** @type {number} */ i) => source[i]
  let line = 1
  let start = 0
  for (let i = 0; i < offset; i++) {
    const unit = at(i)
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && at(i + 1) !== LINE_FEED)) {
      line++
      start = i + 1
    }
  }
  return { line, column: offset - start + 1 }
}
