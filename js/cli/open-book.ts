// SPDX-License-Identifier: Apache-2.0
// Reads and writes opening books for the command line.

import { Book } from '../book/book.js'
import { fileBytes } from '../node/file-bytes.js'
import { fileFailure } from './files.js'
import { writeOutput } from './output-file.js'
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
  writeOutput(file, await book.bytes())
}
