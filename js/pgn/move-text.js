// SPDX-License-Identifier: Apache-2.0
// Move text as it grows, token by token: parentheses stick to their neighbours, comments are broken into lines
// where that changes nothing, and a line comment has the rest of its line.

import { wrap } from '../game/pgn-writer.js'
import { isBlank } from './comment-text.js'

export class MoveText {
  /** @type {string[]} */
  #lines = []
  /** @type {string[]} What comes after them. */
  #tokens = []
  #opening = ''
  #width

  /** @param {number} width the longest line, where it can be broken */
  constructor(width) {
    this.#width = width
  }

  /** @param {string} token */
  add(token) {
    this.#tokens.push(this.#opening + token)
    this.#opening = ''
  }

  /** Begins a variation. */
  open() {
    this.#opening = '('
  }

  /** Ends a variation. */
  close() {
    this.add(`${this.#tokens.pop() ?? ''})`)
  }

  /** @param {string[]} words of a comment in braces, with one space between them; none has a '}' */
  addBraces(words) {
    const pieces = unbroken(words)
    pieces[0] = `{${pieces[0]}`
    pieces[pieces.length - 1] += '}'
    for (const piece of pieces) this.add(piece)
  }

  /** @param {string} comment to the end of the line (PGN standard 5); it may have a '}', but no line break */
  addLine(comment) {
    if (this.#opening !== '') this.add('')
    this.#finishLine()
    this.#lines.push(`;${comment}`)
  }

  #finishLine() {
    if (this.#tokens.length > 0) this.#lines.push(wrap(this.#tokens, this.#width))
    this.#tokens = []
  }

  /** @returns {string} ends with a line break */
  toString() {
    this.#finishLine()
    return `${this.#lines.join('\n')}\n`
  }
}

/**
 * @param {string[]} words at least one
 * @returns {string[]} the same words, those in one that no line break may part
 */
function unbroken(words) {
  /** @type {string[]} */
  const pieces = []
  let before = ''
  for (const word of words) {
    if (mayBreak(before, word) || pieces.length === 0) pieces.push(word)
    else pieces[pieces.length - 1] += ` ${word}`
    before = word
  }
  return pieces
}

/**
 * A line break is read as one space, with all blanks around it. It must not be followed by what readers look for
 * at the beginning of a line: a tag, or the sign of a line to skip (PGN standard 6).
 * @param {string} before
 * @param {string} after
 */
function mayBreak(before, after) {
  if (before === '' || after === '' || /^(%|\[(?!%))/.test(after)) return false
  return !isBlank(before.charCodeAt(before.length - 1)) && !isBlank(after.charCodeAt(0))
}
