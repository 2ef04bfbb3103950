// SPDX-License-Identifier: Apache-2.0
// Games as PGN, written to a file or to standard output.

import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { fileFailure } from './files.js'
import type { Io } from './main.js'
import { OutputFile } from './output-file.js'
import type { ProgressLine } from './progress-line.js'
import { shown } from './text.js'

/** The output cannot be written. */
export class OutputError extends Error {}

export class GameOutput {
  #path: string
  #output: OutputFile | undefined
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
    if (this.#path === '-') return
    this.#output = new OutputFile(this.#path)
    try {
      this.#file = openSync(this.#output.path, 'w')
    } catch (error) {
      throw this.#output.failure(error)
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
      this.#output?.discard()
      throw new OutputError(fileFailure(this.#path, error))
    }
  }

  /**
   * @param isWhole false: not all was read. The file has the games until then; without any, it stays as it was
   * @throws {UsageError} if the file cannot be written
   */
  close(isWhole: boolean) {
    if (this.#file !== undefined) closeSync(this.#file)
    if (isWhole || this.#isBegun) this.#output?.keep()
    else this.#output?.discard()
  }
}
