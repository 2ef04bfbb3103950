// SPDX-License-Identifier: Apache-2.0
// Splits the first game of a PGN into its tags, the texts of its main line, and the comments and NAGs on them (PGN standard 7
// and 8). It also reads usual files that chess.js cannot read: several comments in a row, escaped lines, null moves, and
// several games. C reads the moves.

import type { Suffix } from './constants.js'
import { SUFFIX_LIST } from './constants.js'

/** A move, or the comments before the first one. */
export type PgnMove = {
  /** '' before the first move */
  text: string
  /** all comments on the move */
  comment: string | undefined
  suffix: Suffix | undefined
  nags: number[]
}

type PgnParts = { tags: [name: string, value: string][]; moves: PgnMove[]; result: string }

const TAG = /\s*\[\s*([^\s"[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]/y
/** A tag with quotes in its value, which reaches to the end of its line. */
const QUOTED_TAG = /\s*\[\s*([^\s"[\]]+)\s*"(.*)"\s*\][ \t]*$/my
/** Blanks, including invisible characters: control characters and marks without width. */
const BLANK = /[\s\p{Cc}\p{Cf}\ufffd]+/uy
const COMMENT = /\{([^}]*)\}|;([^\n]*)/y
const ESCAPED_LINE = /^%.*$/my
const NAG = /\$(\d+)/y
const HALF = '(?:1[/⁄]2|½|0[.,]5)'
const DASH = '[-:\u2010-\u2015\u2212]'
/** Results as in the standard, and in common spellings. */
const RESULT_TEXT = `(?:1${DASH}[0Oo]|[0Oo]${DASH}1|${HALF}(?:\\s*${DASH}\\s*${HALF})?|\\*)`
const RESULT = new RegExp(RESULT_TEXT, 'uy')
/** Hermes knows \p{…} only in literals, which Babel lowers. */
const AFTER_RESULT = /(?=$|[\s\p{Cc}\p{Cf}{;(])/uy
const RESULT_VALUE = new RegExp(`^${RESULT_TEXT}$`, 'u')
const EN_PASSANT = /\(\s*e\.?\s?p\.?\s*\)|e\.?\s?p(?:\.|(?=\s))/iy
const NUMBER = /\d*\.+|\d+(?=\s)/y
const MOVE = /([^\s\p{Cc}\p{Cf}{}();$!?.[\]]+)([!?]*)/uy
const NULL_MOVE = /^(?:-{2,4}|z0|@@@@|null|pass)$/i

/** @throws {SyntaxError} if it is not PGN */
export function parsePgn(pgn: string): PgnParts {
  const text = pgn.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  let at = 0
  /** @param pattern a sticky pattern */
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const tags: PgnParts['tags'] = []
  for (;;) {
    match(BLANK)
    if (match(ESCAPED_LINE)) continue
    const tag = match(TAG)
    const found = tag ?? match(QUOTED_TAG)
    if (!found) break
    const value = tag ? found[2].replace(/\\(["\\])/g, '$1') : found[2]
    tags.push([
      found[1],
      found[1] === 'Result' && RESULT_VALUE.test(value.replace(/\s/g, '')) ? resultOf(value) : value,
    ])
  }
  let last: PgnMove = { text: '', comment: undefined, suffix: undefined, nags: [] }
  const moves = [last]
  let result = ''
  let followsResult = false
  let depth = 0
  const fail = () => {
    throw new SyntaxError(`Invalid PGN: unexpected ${text[at] ? `'${text[at]}'` : 'end'} at ${at}`)
  }
  while (at < text.length) {
    if (match(BLANK) || match(ESCAPED_LINE)) continue
    const comment = match(COMMENT)
    if (comment) {
      if (depth > 0) continue
      const text = textOf(comment)
      // As in chess.js, a comment after the result replaces one before it, unless it is empty.
      if (followsResult) last.comment = text || last.comment
      else last.comment = last.comment === undefined ? text : `${last.comment} ${text}`
      followsResult = false
      continue
    }
    if (depth === 0 && text[at] === '[' && moves.length + tags.length > 1) break // the next game
    if (match(EN_PASSANT)) continue
    if (text[at] === '(' || text[at] === ')') {
      depth += text[at] === '(' ? 1 : -1
      if (depth < 0 || moves.length === 1) fail()
      at++
      continue
    }
    const nag = match(NAG)
    if (nag) {
      if (depth === 0) last.nags.push(Number(nag[1]))
      continue
    }
    const from = at
    const end = match(RESULT)
    if (end && match(AFTER_RESULT)) {
      followsResult = depth === 0 && result === ''
      if (depth === 0) result ||= resultOf(end[0])
      continue
    }
    at = from
    if (match(NUMBER)) continue
    const move = result && depth === 0 ? null : match(MOVE)
    if (!move) fail()
    else if (depth === 0) {
      last = {
        text: NULL_MOVE.test(move[1]) ? '--' : move[1],
        comment: undefined,
        suffix: SUFFIX_LIST.find(suffix => suffix === move[2]),
        nags: [],
      }
      moves.push(last)
    }
  }
  if (depth > 0) fail()
  return { tags, moves, result }
}

/** @param found a comment in braces, or up to the end of its line */
const textOf = ([, braces, line]: RegExpExecArray): string =>
  braces === undefined ? line.trim() : braces.replace(/\n+/g, ' ')

/** @param text a result in any spelling @returns the result as in the PGN standard */
function resultOf(text: string): string {
  if (/[½25]/.test(text)) return '1/2-1/2'
  if (text.includes('*')) return '*'
  return text.trim()[0] === '1' ? '1-0' : '0-1'
}
