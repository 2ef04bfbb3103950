// SPDX-License-Identifier: Apache-2.0
// Makes errors from the negative results of C, and converts C's byte offsets to offsets, lines and columns of the source.
// Call these functions at once: the next call of C may overwrite the place of the failure.

import { io32 } from './buffer.js'
import type { ChessError, ErrorPlace } from './errors.js'
import { chessError, codeName } from './errors.js'
import { sanOf } from './san-writer.js'
import { decode } from './utf8.js'
import { wasm } from './wasm.js'

/** How much of a PGN an error quotes. */
const QUOTE = 40
const QUOTE_BYTES = QUOTE * 4
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * @param result the result of a call to C
 * @param input the text that was passed in
 * @returns the result, if it is not a failure
 * @throws {ChessError}
 */
export function checked(result: number, input?: string): number {
  if (result < 0) throw failure(result, input)
  return result
}

/**
 * @param result a negated ErrorCode
 * @param input the text that was passed in
 * @param hint advice for the user
 */
export function failure(result: number, input?: string, hint?: string): ChessError {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  const place: ErrorPlace = { ply }
  if (input !== undefined && !isAboutGame(code)) {
    place.input = input
    if (offset !== undefined) place.offset = utf16Offset(input, offset)
  }
  return chessError(code, hint ?? candidates(code), place)
}

/**
 * @param result a negated ErrorCode
 * @param moves the moves that were passed in, one on each line
 * @returns the error of the move that failed; its offset counts from the start of that move
 */
export function moveListFailure(result: number, moves: readonly string[]): ChessError {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  const place: ErrorPlace = { ply }
  if (ply !== undefined && ply <= moves.length) {
    const input = moves[ply - 1]
    place.input = input
    if (offset !== undefined) place.offset = utf16Offset(input, offset)
  }
  return chessError(code, [ply && `ply ${ply}`, candidates(code)].filter(Boolean).join('; '), place)
}

/**
 * @param result a negated ErrorCode
 * @param source the PGN
 * @returns the error, with line and column
 */
export function pgnFailure(result: number, source: string | Uint8Array): ChessError {
  const code = codeName(-result)
  const { offset, ply } = failurePlace()
  if (offset === undefined) return chessError(code, '', { ply })
  const at = typeof source === 'string' ? utf16Offset(source, offset) : Math.min(offset, source.length)
  const { line, column } = lineAndColumn(source, at)
  const details = [`line ${line}, column ${column}`, ply && `ply ${ply}`, candidates(code)]
  const input = quote(source, at) || undefined
  return chessError(code, details.filter(Boolean).join('; '), { offset: at, ply, line, column, input })
}

function failurePlace(): { offset?: number; ply?: number } {
  const offset = wasm.binbo_error_offset()
  const ply = wasm.binbo_error_ply()
  return { offset: offset < 0 ? undefined : offset, ply: ply > 0 ? ply : undefined }
}

const isAboutGame = (code: string) => code === 'ERR_GAME_STOPPED' || code === 'ERR_MEMORY'

/** @returns the word at the offset; cut if it is long */
function quote(source: string | Uint8Array, at: number): string {
  const text =
    typeof source === 'string'
      ? source.slice(at, at + QUOTE)
      : decode(source.slice(at, at + QUOTE_BYTES)).slice(0, QUOTE)
  return /^\S*/.exec(text)?.[0] ?? ''
}

/** @returns the moves that may be meant; '' for codes without such moves */
function candidates(code: string): string {
  if (!code.startsWith('ERR_SAN')) return ''
  const count = wasm.binbo_error_candidates()
  if (count <= 0) return ''
  const sans = Array.from(io32().subarray(0, count), sanOf)
  return code === 'ERR_SAN_AMBIGUOUS'
    ? `it fits ${sans.join(' and ')}`
    : `legal ${sans.length === 1 ? 'is' : 'are'} ${sans.join(', ')}`
}

/**
 * @param offset in bytes of its UTF-8 form
 * @returns the same place in UTF-16 units; at most the text's length
 */
function utf16Offset(text: string, offset: number): number {
  let rest = offset
  let i = 0
  while (rest > 0 && i < text.length) {
    const point = text.codePointAt(i) as number
    rest -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    i += point < 0x10000 ? 1 : 2
  }
  return i
}

/**
 * CRLF, CR and LF are one line break each.
 * @param offset in units of the source
 * @returns line and column, from 1
 */
function lineAndColumn(source: string | Uint8Array, offset: number): { line: number; column: number } {
  const at = typeof source === 'string' ? (i: number) => source.charCodeAt(i) : (i: number) => source[i]
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
