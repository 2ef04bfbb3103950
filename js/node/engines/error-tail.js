// SPDX-License-Identifier: Apache-2.0
// What a program wrote to stderr last, for the sentence that tells of its end.

import { stripVTControlCharacters } from 'node:util'
import { readText } from './read-text.js'

/** @typedef {import('node:stream').Readable} Readable */

/** In UTF-16 units. Node writes some 15 lines below the one that says what is wrong. */
const KEPT = 4000
const SHOWN_LINES = 5
/** In UTF-16 units. */
const SHOWN = 500
/** As Node and Python tell what ended a program. */
const THROWN = /^[A-Za-z.]*(Error|Exception)\b.*:/

export class ErrorTail {
  #text = ''

  /** @param {Readable | null | undefined} stderr is read to its end */
  constructor(stderr) {
    if (stderr) readText(stderr, text => this.#push(text))
  }

  /** @returns {string} the error that was thrown, else the last lines, or '' */
  toString() {
    const lines = stripVTControlCharacters(this.#text)
      .split(/[\r\n]+/)
      .filter(line => line.trim() !== '')
    const thrown = lines.findLast(line => THROWN.test(line))
    return thrown?.slice(0, SHOWN) ?? lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN).trim()
  }

  /** @param {string} text */
  #push(text) {
    this.#text = (this.#text + text.slice(-KEPT)).slice(-KEPT)
  }
}
