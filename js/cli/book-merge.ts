// SPDX-License-Identifier: Apache-2.0
// binbo book merge: joins two opening books.

import { Book } from '../book/book.js'
import { defineCommand, flag, option, SUCCESS } from './command.js'
import { inputFiles } from './files.js'
import { openBook, writeBook } from './open-book.js'
import { counted, printable } from './text.js'
import { UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'book merge',
  help: `-o BOOK BOOK BOOK

Joins two opening books in the format of Polyglot: the weights of moves that both have are added.

options:

exit code: 0 the book was written; 2 wrong usage, or a file that cannot be read or written
`,
  column: 22,
  options: {
    output: option('-o, --output BOOK', 'the file of the new book, which is replaced'),
    quiet: flag('-q, --quiet', 'no summary'),
  },
  takesWords: true,
  async run({ output, quiet }, words, io) {
    if (!output) throw new UsageError('-o BOOK names the file of the new book')
    if (words.length !== 2) throw new UsageError('two books are joined')
    const [first, second] = inputFiles(words, output)
    const book = await Book.merge(await openBook(first), await openBook(second))
    await writeBook(book, output)
    if (!quiet) io.stderr.write(`${printable(output)}: ${counted(book.length, 'move')}\n`)
    return SUCCESS
  },
})
