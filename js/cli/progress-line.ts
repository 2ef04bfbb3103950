// SPDX-License-Identifier: Apache-2.0
// One line at the bottom of a terminal with the progress of a long job.

import type { WriteStream } from 'node:tty'
import type { Io } from './main.js'
import { byteSize, counted, fitEnd, printable, textWidth } from './text.js'

/** The progress of reading a file. */
type Progress = {
  /** printable */
  name: string
  /** bytes */
  read: number
  /** bytes, in the units of `read`; undefined if unknown */
  total: number | undefined
  /** bytes of text per second */
  speed: number
  games: number
}

const GAP = '  '
const SHORTEST_NAME = 8
const LONGEST_NAME = 32
const SHORTEST_BAR = 8
const LONGEST_BAR = 40
/** Milliseconds between two drawings. */
const PAUSE = 100
const ERASE_LINE = '\r\x1b[K'

/** @returns text of at most `columns` columns: name, share, bar, speed and games, as far as they fit */
export function progressText({ name, read, total, speed, games }: Progress, columns: number): string {
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
 * @param name printable
 * @param share 0 to 1; undefined if it is unknown
 * @param done text in place of an unknown share
 * @param more facts, the most important first
 * @returns text of at most `columns` columns: name, share, bar and facts, as far as they fit
 */
export function barLine(
  name: string,
  share: number | undefined,
  done: string,
  more: readonly string[],
  columns: number,
): string {
  const facts = [share === undefined ? done : `${Math.floor(share * 100)}%`.padStart(4), ...more]
  while (facts.length > 0 && textWidth(facts.join(GAP)) > columns) facts.pop()
  let room = columns - textWidth(facts.join(GAP)) - GAP.length
  const shownName = room < SHORTEST_NAME ? [] : [fitEnd(name, Math.min(room, LONGEST_NAME))]
  if (shownName.length > 0) room -= textWidth(shownName[0]) + GAP.length
  const bar = share === undefined || room < SHORTEST_BAR ? [] : [barText(share, Math.min(room, LONGEST_BAR))]
  return [...shownName, ...facts.slice(0, 1), ...bar, ...facts.slice(1)].join(GAP)
}

const megabytes = (bytes: number) =>
  bytes < 9.95e6 ? (bytes / 1e6).toFixed(1) : String(Math.round(bytes / 1e6))

/** @param share 0 to 1 */
function barText(share: number, columns: number) {
  const inside = columns - 2
  const filled = Math.round(share * inside)
  return `[${'#'.repeat(filled)}${'-'.repeat(inside - filled)}]`
}

/** Redraws the line in place; draws nothing without a terminal, or on a dumb one. */
export class ProgressLine {
  #stderr: WriteStream
  #terminal: WriteStream | undefined
  #shown = false
  /** When to draw next; short jobs end before the first drawing. */
  #next = performance.now() + PAUSE

  /** @param quiet draws nothing */
  constructor({ stderr, env }: Pick<Io, 'stderr' | 'env'>, quiet: boolean) {
    this.#stderr = stderr
    this.#terminal = stderr.isTTY && env.TERM !== 'dumb' && !quiet ? stderr : undefined
  }

  /**
   * Draws, but not more often than users can perceive.
   * @param text returns printable text of at most so many columns
   */
  update(text: (columns: number) => string) {
    const now = performance.now()
    if (this.#terminal === undefined || now < this.#next) return
    this.#next = now + PAUSE
    this.#shown = true
    // A line of full width would wrap on some terminals.
    this.#terminal.write(ERASE_LINE + text((this.#terminal.columns || 80) - 1))
  }

  /**
   * @param source the file; a Blob is the text itself
   * @param games returns the number of games so far
   * @returns a function that draws the progress of reading; `bytes`: of text
   */
  ofReading(
    file: string,
    source: { bytesRead: number; totalBytes: number | undefined } | Blob,
    games: () => number,
  ): (at: { bytes: number }) => void {
    const start = performance.now()
    return ({ bytes }) =>
      this.update(columns => {
        const speed = bytes / ((performance.now() - start) / 1000)
        const [read, total] = 'size' in source ? [bytes, source.size] : [source.bytesRead, source.totalBytes]
        return progressText({ name: printable(file), read, total, speed, games: games() }, columns)
      })
  }

  /** @returns whether it draws at all */
  get isVisible(): boolean {
    return this.#terminal !== undefined
  }

  /**
   * Clears the line for other text.
   * @param text for standard error
   */
  clear(text = '') {
    if (this.#shown) this.#terminal?.write(ERASE_LINE)
    this.#shown = false
    if (text !== '') this.#stderr.write(text)
  }
}
