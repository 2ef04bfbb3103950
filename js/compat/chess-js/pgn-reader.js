// SPDX-License-Identifier: Apache-2.0
// Splits the first game of a PGN into its tags, the texts of its main line and the comments and NAGs on them. Usual files
// that chess.js cannot read are read, too: several comments in a row, escaped lines, null moves, more games. C reads the
// moves. PGN standard 7 and 8.

import { SUFFIX_LIST } from './constants.js'

/** @import { Suffix } from './constants.js' */

/**
 * A move, or what stands before the first one.
 * @typedef {object} PgnMove
 * @property {string} text '' before the first move
 * @property {string | undefined} comment all of them
 * @property {Suffix | undefined} suffix
 * @property {number[]} nags
 */

/** @typedef {{ tags: [name: string, value: string][], moves: PgnMove[], result: string }} PgnParts */

const TAG = /\s*\[\s*([^\s"[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]/y
/** A tag with quotes in its value, which reaches to the end of its line. */
const QUOTED_TAG = /\s*\[\s*([^\s"[\]]+)\s*"(.*)"\s*\][ \t]*$/my
const BLANK = /\s+/y
const COMMENT = /\{([^}]*)\}|;([^\n]*)/y
const ESCAPED_LINE = /^%.*$/my
const NAG = /\$(\d+)/y
const RESULT = /(1-0|0-1|1\/2-1\/2|\*)(?=$|[\s{;])/y
const NUMBER = /\d*\.+|\d+(?=\s)|e\.p\./y
const MOVE = /([^\s{}();$!?.[\]]+)([!?]*)/y

/**
 * @param {string} pgn
 * @returns {PgnParts}
 * @throws {SyntaxError} where it is none
 */
export function parsePgn(pgn) {
  const text = pgn.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  let at = 0
  /** @param {RegExp} pattern sticky */
  const match = pattern => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  /** @type {PgnParts['tags']} */
  const tags = []
  for (;;) {
    match(BLANK)
    if (match(ESCAPED_LINE)) continue
    const tag = match(TAG)
    const found = tag ?? match(QUOTED_TAG)
    if (!found) break
    tags.push([found[1], tag ? found[2].replace(/\\(["\\])/g, '$1') : found[2]])
  }
  /** @type {PgnMove} */
  let last = { text: '', comment: undefined, suffix: undefined, nags: [] }
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
      // As in chess.js, a comment after the result takes the place of one before it, unless it is empty.
      if (followsResult) last.comment = text || last.comment
      else last.comment = last.comment === undefined ? text : `${last.comment} ${text}`
      followsResult = false
      continue
    }
    if (depth === 0 && text[at] === '[' && moves.length + tags.length > 1) break // the next game
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
    const end = match(RESULT)
    if (end) {
      followsResult = depth === 0 && result === ''
      if (depth === 0) result ||= end[1]
      continue
    }
    if (match(NUMBER)) continue
    const move = result && depth === 0 ? null : match(MOVE)
    if (!move) fail()
    else if (depth === 0) {
      const suffix = /** @type {Suffix} */ (move[2])
      last = {
        text: /^(?:--|Z0)$/.test(move[1]) ? '--' : move[1],
        comment: undefined,
        suffix: SUFFIX_LIST.includes(suffix) ? suffix : undefined,
        nags: [],
      }
      moves.push(last)
    }
  }
  if (depth > 0) fail()
  return { tags, moves, result }
}

/** @param {RegExpExecArray} found a comment in braces, or up to the end of its line @returns {string} */
const textOf = ([, braces, line]) => (braces === undefined ? line.trim() : braces.replace(/\n+/g, ' '))
