// SPDX-License-Identifier: Apache-2.0
// Lines of UCI: checked, split from a stream of text, and their words read as numbers and moves. Blanks are all
// characters up to U+0020, so no word has an ASCII control character but DEL.

import { chessError } from '../../core/errors.js'
import { uciError } from '../errors.js'

/** These characters would end a line early. */
const FORBIDDEN = /[\r\n\0]/

/**
 * The longest line that is passed on, in UTF-16 units; the rest of a longer one is dropped. No meaningful line of
 * UCI comes near it.
 */
export const LONGEST_LINE = 65536
const LAST_BLANK = 0x20
/** The largest C `int`: engines count in it. */
export const LARGEST_INT = 2 ** 31 - 1
/** Squares with a promotion, to king in antichess, or a drop of crazyhouse. */
const MOVE = /^(?:[a-h][1-8][a-h][1-8][qrbnk]?|[pnbrq]@[a-h][1-8])$/i
/** How engines write "no move". */

/** @throws {ChessError} ERR_UCI_LINE, ERR_ARGUMENT */
export function checkLine(line: unknown): asserts line is string {
  if (typeof line !== 'string') throw chessError('ERR_ARGUMENT', 'A line for an engine is a string')
  if (FORBIDDEN.test(line)) throw uciError('ERR_UCI_LINE', '', { input: line })
}

/** Splits at '\n' and removes one '\r' from a line's end. */
export class LineSplitter {
  /** of the incomplete line, together at most LONGEST_LINE + 1 units */
  #parts: string[] = []
  #length = 0

  /**
   * @param text the next chunk
   * @returns the lines that it completes
   */
  push(text: string): string[] {
    const lines = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const part = text.slice(start, Math.min(end, start + LONGEST_LINE + 1))
      if (this.#length === 0) lines.push(lineOf(part))
      else {
        this.#keep(part)
        lines.push(this.#take())
      }
      start = end + 1
    }
    this.#keep(text.slice(start))
    return lines
  }

  /** @returns the rest at the end of the stream: at most one line */
  end(): string[] {
    return this.#length > 0 ? [this.#take()] : []
  }

  #keep(part: string) {
    // One unit more than is passed on: a '\r' that is removed later.
    const room = LONGEST_LINE + 1 - this.#length
    if (room <= 0 || part === '') return
    const kept = part.length > room ? part.slice(0, room) : part
    this.#parts.push(kept)
    this.#length += kept.length
  }

  #take() {
    const line = this.#parts.join('')
    this.#parts = []
    this.#length = 0
    return lineOf(line)
  }
}

/** @param text at most one unit longer than what is passed on */
const lineOf = (text: string): string =>
  (text.endsWith('\r') ? text.slice(0, -1) : text).slice(0, LONGEST_LINE)

/** Every step is linear in the text that it passes. */
export class WordCursor {
  #text: string
  #start = 0
  #end = 0

  /** @param from where to begin, in UTF-16 units */
  constructor(text: string, from = 0) {
    this.#text = text
    this.#moveTo(from)
  }

  /** The word at the cursor; '' at the end of the line. */
  get current() {
    return this.#text.slice(this.#start, this.#end)
  }

  /** @returns the word at the cursor, which moves on; '' at the end of the line */
  take(): string {
    const word = this.current
    this.#moveTo(this.#end)
    return word
  }

  /** @returns the rest of the line, with blanks inside as they are and none at its end */
  takeRest(): string {
    let end = this.#text.length
    while (end > this.#start && this.#text.charCodeAt(end - 1) <= LAST_BLANK) end--
    const rest = this.#text.slice(this.#start, end)
    this.#moveTo(this.#text.length)
    return rest
  }

  /** @returns another cursor at the same place */
  fork(): WordCursor {
    return new WordCursor(this.#text, this.#start)
  }

  #moveTo(at: number) {
    const text = this.#text
    let start = at
    while (start < text.length && text.charCodeAt(start) <= LAST_BLANK) start++
    let end = start
    while (end < text.length && text.charCodeAt(end) > LAST_BLANK) end++
    this.#start = start
    this.#end = end
  }
}

/**
 * @param most a safe integer
 * @returns the word at the cursor, if it is an integer in that range, never -0; undefined, and the cursor stays, if
 *   it is not
 */
export function takeInteger(words: WordCursor, least: number, most: number): number | undefined {
  const word = words.current
  if (!/^[+-]?\d{1,16}$/.test(word)) return undefined
  const value = Number(word)
  if (value < least || value > most) return undefined
  words.take()
  return value === 0 ? 0 : value
}

/**
 * @returns such as 'e2e4', 'e7e8q' or 'P@e6', in any case of letters; undefined when it does not look like a move.
 *   Legality is not checked
 */
export function uciMoveText(word: string): string | undefined {
  if (!MOVE.test(word)) return undefined
  const text = word.toLowerCase()
  return text[1] === '@' ? text[0].toUpperCase() + text.slice(1) : text
}
