// SPDX-License-Identifier: Apache-2.0
// What a program says before `uciok`: quoted when it never comes, for then it may be no UCI engine.

/** Quoted of the first lines, and of the last ones. */
const FIRST = 2
const LAST = 2
/** Of each line, in UTF-16 units. */
const SHOWN = 60
/** Lines that only UCI engines write. */
const UCI = /^\s*(?:id|option|info|uciok|readyok|copyprotection|registration)(?:\s|$)/
/** How xboard engines refuse the command `uci`: 'Error (unknown command): uci', 'Illegal move: uci'. */
const REFUSAL = /\b(?:error|illegal|invalid|unknown)\b.*:\s*uci\s*$/i
/** Characters that do not print, or change how others print. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export class FirstWords {
  /** @type {string[]} */
  #first = []
  /** @type {string[]} */
  #last = []
  #hasMore = false
  #isUci = false

  /**
   * @param {string} line
   * @returns {boolean} whether it is an xboard engine's refusal of `uci`
   */
  hear(line) {
    const text = line.replace(UNPRINTABLE, ' ').trim()
    if (UCI.test(line)) this.#isUci = true
    else if (text !== '') this.#keep(text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text)
    return REFUSAL.test(line)
  }

  /** @returns {boolean} whether it said anything that is not UCI */
  get isForeign() {
    return this.#first.length > 0
  }

  /** @returns {string} for users, after the reason why it did not start */
  toString() {
    const middle = this.#hasMore ? ['…'] : []
    const quoted = [...this.#first.map(quote), ...middle, ...this.#last.map(quote)].join(', ')
    const said = quoted === '' ? 'nothing' : quoted
    if (this.#isUci) return quoted === '' ? '' : `; it said ${quoted}`
    return (
      `; it said ${said}: an xboard engine? Only UCI is spoken here, so it needs a UCI mode, such as gnuchess --uci` +
      ' (the adapter polyglot of Debian runs UCI engines only)'
    )
  }

  /** @param {string} text */
  #keep(text) {
    if (this.#first.length < FIRST) {
      this.#first.push(text)
      return
    }
    this.#last.push(text)
    if (this.#last.length <= LAST) return
    this.#last.shift()
    this.#hasMore = true
  }
}

/** @param {string} text */
const quote = text => `'${text}'`
