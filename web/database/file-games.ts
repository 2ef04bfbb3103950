// SPDX-License-Identifier: Apache-2.0
// The games of the file that is open, in a database in memory: it is made when it is first asked, and gone with the file.

import type { Database } from 'binbo/database'
import { openDatabase } from 'binbo/database'
import type { Readable } from './add-source.js'
import { addSource } from './add-source.js'
import type { Way } from './answers.js'

export class FileGames {
  #database: Database | null = null

  get database(): Database {
    if (!this.#database) throw new Error('no file was read')
    return this.#database
  }

  /**
   * Reads a file, in place of the one before.
   * @param way reports how many bytes are read
   * @returns games
   * @throws {import('binbo').ChessError} as Database.add(); the signal's reason
   */
  async read(source: Readable, { signal, report }: Way): Promise<number> {
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
