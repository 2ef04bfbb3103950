// SPDX-License-Identifier: Apache-2.0
// Reads and writes opening books for the command line.

import { writeFileSync } from 'node:fs'
import { Book } from '../book/book.js'
import { fileBytes } from '../node/file-bytes.js'
import { cannotWrite, fileFailure } from './files.js'
import { UsageError } from './usage-error.js'

/** @throws {UsageError} if the file cannot be read or is not a book */
export async function openBook(file: string): Promise<Book> {
  try {
    return await Book.open(fileBytes(file))
  } catch (error) {
    throw new UsageError(fileFailure(file, error))
  }
}

/** @throws {UsageError} if the file cannot be written */
export async function writeBook(book: Book, file: string) {
  const bytes = await book.bytes()
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}
