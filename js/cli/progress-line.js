// SPDX-License-Identifier: Apache-2.0
// One line at the bottom of a terminal with the progress of a long job.

import { byteSize, counted, fitEnd, printable, textWidth } from './text.js'

/** @import { Io } from './main.js' */

/**
 * The progress of reading a file.
 * @typedef {object} Progress
 * @property {string} name printable
 * @property {number} read bytes
 * @property {number | undefined} total bytes, in the units of `read`; undefined if unknown
 * @property {number} speed bytes of text a second
 * @property {number} games
 */

const GAP = '  '
const SHORTEST_NAME = 8
const LONGEST_NAME = 32
const SHORTEST_BAR = 8
const LONGEST_BAR = 40
/** Milliseconds between two drawings. */
const PAUSE = 100
const ERASE_LINE = '\r\x1b[K'

/**
 * @param {Progress} progress
 * @param {number} columns
 * @returns {string} at most this wide: name, share, bar, speed and games, or those of them that fit
 */
export function progressText({ name, read, total, speed, games }, columns) {
  const share = total === undefined ? undefined : Math.min(read / total, 1)
  return barLine(
    name,
    share,
    byteSize(read),
    [`${megabytes(speed)} MB/s`.padStart(9), counted(games, 'game')],
    columns,
  )
}

/**
 * @param {string} name printable
 * @param {number | undefined} share 0 to 1; undefined if it is unknown
 * @param {string} done replaces an unknown share
 * @param {readonly string[]} more facts, the most important first
 * @param {number} columns
 * @returns {string} at most this wide: name, share, bar and facts, or those of them that fit
 */
export function barLine(name, share, done, more, columns) {
  const facts = [share === undefined ? done : `${Math.floor(share * 100)}%`.padStart(4), ...more]
  while (facts.length > 0 && textWidth(facts.join(GAP)) > columns) facts.pop()
  let room = columns - textWidth(facts.join(GAP)) - GAP.length
  const shownName = room < SHORTEST_NAME ? [] : [fitEnd(name, Math.min(room, LONGEST_NAME))]
  if (shownName.length > 0) room -= textWidth(shownName[0]) + GAP.length
  const bar = share === undefined || room < SHORTEST_BAR ? [] : [barText(share, Math.min(room, LONGEST_BAR))]
  return [...shownName, ...facts.slice(0, 1), ...bar, ...facts.slice(1)].join(GAP)
}

/** @param {number} bytes */
const megabytes = bytes => (bytes < 9.95e6 ? (bytes / 1e6).toFixed(1) : String(Math.round(bytes / 1e6)))

/**
 * @param {number} share 0 to 1
 * @param {number} columns
 */
function barText(share, columns) {
  const inside = columns - 2
  const filled = Math.round(share * inside)
  return `[${'#'.repeat(filled)}${'-'.repeat(inside - filled)}]`
}

/** Draws the line over itself; on a dumb terminal, or none, it draws nothing. */
export class ProgressLine {
  #stderr
  #terminal
  #shown = false
  /** When to draw next; a short job ends before. */
  #next = performance.now() + PAUSE

  /**
   * @param {Pick<Io, 'stderr' | 'env'>} io
   * @param {boolean} quiet draws nothing
   */
  constructor({ stderr, env }, quiet) {
    this.#stderr = stderr
    this.#terminal = stderr.isTTY && env.TERM !== 'dumb' && !quiet ? stderr : undefined
  }

  /**
   * Draws, but not more often than users can see.
   * @param {(columns: number) => string} text printable, at most this wide
   */
  update(text) {
    const now = performance.now()
    if (this.#terminal === undefined || now < this.#next) return
    this.#next = now + PAUSE
    this.#shown = true
    // On some terminals a line of full width would wrap.
    this.#terminal.write(ERASE_LINE + text((this.#terminal.columns || 80) - 1))
  }

  /**
   * @param {string} file
   * @param {{ bytesRead: number, totalBytes: number | undefined }} source its bytes
   * @param {() => number} games so far
   * @returns {(at: { bytes: number }) => void} draws the progress of reading it; `bytes` of text
   */
  ofReading(file, source, games) {
    const start = performance.now()
    return ({ bytes }) =>
      this.update(columns => {
        const speed = bytes / ((performance.now() - start) / 1000)
        const { bytesRead: read, totalBytes: total } = source
        return progressText({ name: printable(file), read, total, speed, games: games() }, columns)
      })
  }

  /** @returns {boolean} whether anything is drawn */
  get isVisible() {
    return this.#terminal !== undefined
  }

  /**
   * Clears the line for other text.
   * @param {string} [text] for standard error
   */
  clear(text = '') {
    if (this.#shown) this.#terminal?.write(ERASE_LINE)
    this.#shown = false
    if (text !== '') this.#stderr.write(text)
  }
}
