// SPDX-License-Identifier: Apache-2.0
// Games in files: saved once, or written after every move, since a session may end at any time, such as when its
// terminal is closed.

import { constants, existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { access, open, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../core/caught.js'
import { failureText } from '../text.js'
import { UsageError } from '../usage-error.js'

/**
 * @param replace whether to replace an existing file
 * @returns false if the file exists; it is then unchanged
 * @throws {UsageError} if it cannot be written
 */
export async function saveGame(file: string, pgn: string, replace: boolean): Promise<boolean> {
  try {
    await writeFile(file, pgn, { flag: replace ? 'w' : 'wx' })
    return true
  } catch (error) {
    const isFolder = (await stat(file).catch(() => undefined))?.isDirectory()
    if (isFolder) throw new UsageError(`cannot write ${file}: it is a folder`, 'play')
    if (codeOf(error) === 'EEXIST') return false
    throw fileError(file, error)
  }
}

/**
 * Checks before the game whether it can be saved.
 * @param file it need not exist
 * @throws {UsageError} if it cannot be written
 */
export async function checkWritable(file: string) {
  try {
    if (existsSync(file)) await (await open(file, 'r+')).close()
    else await access(dirname(file), constants.W_OK)
  } catch (error) {
    throw fileError(file, error)
  }
}

function fileError(file: string, error: unknown): UsageError {
  return new UsageError(`cannot write ${file}: ${failureText(error)}`, 'play')
}

const NOTHING = Buffer.alloc(0)

/** The current game at the end of a file of games, rewritten after every move. */
export class GameFile {
  #path: string
  /** The game's offset in the file, in bytes. */
  #start = 0
  /** The game's text in the file. */
  #written = NOTHING

  /** @param path created if necessary; the game is added after the games in it */
  constructor(path: string) {
    this.#path = path
  }

  /**
   * @param pgn the current game; '' removes it from the file
   * @param isLast whether the game is final: pipes and other files that are not regular get only the final game
   * @throws {UsageError} if it cannot be written
   */
  async write(pgn: string, isLast: boolean) {
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

  async #put(file: FileHandle, size: number, pgn: string) {
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
    // Only if necessary: text that other programs add at this moment would be lost.
    if (size > this.#start + bytes.length) await file.truncate(this.#start + bytes.length)
    this.#written = bytes
  }

  /**
   * Other programs may have written to the file meanwhile; their text must not be lost.
   * @returns whether the file still ends with the game's text
   */
  async #isLastIn(file: FileHandle, size: number): Promise<boolean> {
    const length = this.#written.length
    if (size !== this.#start + length) return false
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#start)
    return bytesRead === length && buffer.equals(this.#written)
  }
}
