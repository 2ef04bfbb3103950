// SPDX-License-Identifier: Apache-2.0
// Opening books on the command line: opened, and written.

import { writeFileSync } from 'node:fs'
import { Book } from '../book/book.js'
import { fileBytes } from '../node/file-bytes.js'
import { fileFailure } from './input-files.js'
import { UsageError } from './usage-error.js'

/**
 * @param {string} file
 * @param {string} command
 * @returns {Promise<Book>}
 * @throws {UsageError} for a file that cannot be read or is no book
 */
export async function openBook(file, command) {
  try {
    return await Book.open(fileBytes(file))
  } catch (error) {
    throw new UsageError(fileFailure(file, /** @type {Error} */ (error)), command)
  }
}

/**
 * @param {Book} book
 * @param {string} file
 * @param {string} command
 * @throws {UsageError} for a file that cannot be written
 */
export async function writeBook(book, file, command) {
  const bytes = await book.bytes()
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    throw new UsageError(`cannot write ${fileFailure(file, /** @type {Error} */ (error))}`, command)
  }
}
