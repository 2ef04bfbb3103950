// SPDX-License-Identifier: Apache-2.0
// Games as PGN, written to a file or to standard output.

import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { cannotWrite, fileFailure } from './files.js'
import type { Io } from './main.js'
import type { ProgressLine } from './progress-line.js'
import { shown } from './text.js'

/** The output cannot be written. */
export class OutputError extends Error {}

export class GameOutput {
  #path: string
  #file: number | undefined
  #io: Io
  #isBegun = false

  /**
   * @param path in place of what it holds; default, also '-': standard output
   * @throws {UsageError} if it cannot be written
   */
  constructor(path: string | undefined, io: Io) {
    this.#path = path ?? '-'
    this.#io = io
    try {
      this.#file = this.#path === '-' ? undefined : openSync(this.#path, 'w')
    } catch (error) {
      throw cannotWrite(this.#path, error)
    }
  }

  /**
   * @param progress a line that is cleared for a game on the terminal
   * @throws {OutputError}
   */
  async write(pgn: string, progress: ProgressLine) {
    const text = this.#isBegun ? `\n${pgn}` : pgn
    this.#isBegun = true
    const { stdout, signal } = this.#io
    if (this.#file === undefined) {
      if (stdout.isTTY) progress.clear()
      if (!stdout.write(shown(stdout, text))) await once(stdout, 'drain', { signal })
      return
    }
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done)
    } catch (error) {
      throw new OutputError(fileFailure(this.#path, error))
    }
  }

  close() {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}
