// SPDX-License-Identifier: Apache-2.0
// The games of the file that is open, in a database in memory: it is made when it is first asked, and gone with the file.

import { openDatabase } from 'binbo/database'
import { addSource } from './add-source.js'

/** @import { Database } from 'binbo/database' */
/** @import { Readable } from './add-source.js' */
/** @import { Way } from './answers.js' */

export class FileGames {
  /** @type {Database | null} */
  #database = null

  /** @returns {Database} */
  get database() {
    if (!this.#database) throw new Error('no file was read')
    return this.#database
  }

  /**
   * Reads a file, in place of the one before.
   * @param {Readable} source
   * @param {Way} way reports how many bytes are read
   * @returns {Promise<number>} games
   * @throws {import('binbo').ChessError} as Database.add(); the signal's reason
   */
  async read(source, { signal, report }) {
    await this.close()
    const database = (this.#database = await openDatabase())
    await addSource(database, source, { keep: 'reference', signal }, report)
    signal.throwIfAborted()
    return database.games
  }

  /** Gives the memory back. */
  async close() {
    await this.#database?.close()
    this.#database = null
  }
}
