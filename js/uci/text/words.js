// SPDX-License-Identifier: Apache-2.0
// A cursor over the words of a line. Blanks are all characters up to U+0020, so no word holds a control
// character; every step is linear in the text that it passes.

const LAST_BLANK = 0x20

export class Words {
  #text
  #start = 0
  #end = 0

  /**
   * @param {string} text
   * @param {number} [from] where to begin, in UTF-16 units
   */
  constructor(text, from = 0) {
    this.#text = text
    this.#moveTo(from)
  }

  /** The word at the cursor; '' at the end of the line. */
  get current() {
    return this.#text.slice(this.#start, this.#end)
  }

  /** @returns {string} the word at the cursor, which is passed; '' at the end of the line */
  take() {
    const word = this.current
    this.#moveTo(this.#end)
    return word
  }

  /** @returns {string} the text from the cursor on, which is passed: blanks inside as they are, none at its end */
  takeRest() {
    let end = this.#text.length
    while (end > this.#start && this.#text.charCodeAt(end - 1) <= LAST_BLANK) end--
    const rest = this.#text.slice(this.#start, end)
    this.#moveTo(this.#text.length)
    return rest
  }

  /** @returns {Words} another cursor at the same place */
  fork() {
    return new Words(this.#text, this.#start)
  }

  /** @param {number} at */
  #moveTo(at) {
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
 * @param {Words} words
 * @param {number} least
 * @param {number} most a safe integer
 * @returns {number | undefined} the word at the cursor, passed, if it is an integer in that range; never -0
 */
export function takeInteger(words, least, most) {
  const word = words.current
  if (!/^[+-]?\d{1,16}$/.test(word)) return undefined
  const value = Number(word)
  if (value < least || value > most) return undefined
  words.take()
  return value === 0 ? 0 : value
}
