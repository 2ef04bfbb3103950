// SPDX-License-Identifier: Apache-2.0
// The output of a program: text out of a stream of bytes, and the last lines of stderr.

import { stripVTControlCharacters, TextDecoder } from 'node:util'

/** @import { Readable } from 'node:stream' */

/**
 * Reads a stream of UTF-8 to its end: characters are never cut at the borders of chunks, and a byte order mark at the
 * start is removed. Errors of the stream are ignored; its owner reports them.
 * @param {Readable} stream of bytes
 * @param {(text: string) => void} receive called with text that is not empty
 */
export function readText(stream, receive) {
  const decoder = new TextDecoder()
  const pass = (/** @type {string} */ text) => text !== '' && receive(text)
  stream.on('data', bytes => pass(decoder.decode(bytes, { stream: true })))
  stream.on('end', () => pass(decoder.decode()))
  stream.on('error', () => {})
}

/** In UTF-16 units. Node writes some 15 lines below the line with the error. */
const KEPT = 4000
const SHOWN_LINES = 5
/** In UTF-16 units. */
const SHOWN = 500
/** A line of Node or Python with the error that ended a program. */
const THROWN = /^[A-Za-z.]*(Error|Exception)\b.*:/

/** The end of what a program writes to stderr, for the message about its end. */
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
