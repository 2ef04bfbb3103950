// SPDX-License-Identifier: Apache-2.0
// The game that is being played, in a file of games: written anew after every move, as a session may end at any time
// and without a word, such as with its terminal.

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileError } from './save.js'

/** @typedef {import('node:fs/promises').FileHandle} FileHandle */

const NOTHING = Buffer.alloc(0)

export class GameFile {
  #path
  /** Where the game begins, in bytes. */
  #start = 0
  /** What was written of it. */
  #written = NOTHING

  /** @param {string} path the file is made, or gets the game behind those that it has */
  constructor(path) {
    this.#path = path
  }

  /**
   * @param {string} pgn the game as it is now; '' takes it out of the file
   * @param {boolean} isLast whether it stays so: what is no regular file, such as a pipe, gets nothing but that
   * @throws {UsageError} when it cannot be written
   */
  async write(pgn, isLast) {
    if (pgn === '' && this.#written.length === 0) return
    try {
      const file = await open(this.#path, constants.O_RDWR | constants.O_CREAT)
      try {
        const stat = await file.stat()
        if (stat.isFile()) await this.#put(file, stat.size, pgn)
        else if (isLast) await file.appendFile(pgn)
      } finally {
        await file.close()
      }
    } catch (error) {
      throw fileError(this.#path, error)
    }
  }

  /**
   * @param {FileHandle} file
   * @param {number} size
   * @param {string} pgn
   */
  async #put(file, size, pgn) {
    if (!(await this.#isLastIn(file, size))) {
      this.#start = size
      this.#written = NOTHING
    }
    const bytes = Buffer.from(pgn !== '' && this.#start > 0 ? `\n${pgn}` : pgn)
    if (bytes.equals(this.#written)) return
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, this.#start + done)
      done += bytesWritten
    }
    // Not without need: what others add at this moment would go.
    if (size > this.#start + bytes.length) await file.truncate(this.#start + bytes.length)
    this.#written = bytes
  }

  /**
   * Others may have written to the file meanwhile, and nothing of theirs is to be lost.
   * @param {FileHandle} file
   * @param {number} size
   * @returns {Promise<boolean>} whether the file ends with what was written of the game
   */
  async #isLastIn(file, size) {
    const length = this.#written.length
    if (size !== this.#start + length) return false
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#start)
    return bytesRead === length && buffer.equals(this.#written)
  }
}
