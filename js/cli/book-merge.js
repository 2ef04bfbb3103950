// SPDX-License-Identifier: Apache-2.0
// binbo book merge: joins two opening books.

import { parseArgs } from 'node:util'
import { Book } from '../book/book.js'
import { inputFiles } from './input-files.js'
import { openBook, writeBook } from './open-book.js'
import { counted, printable } from './text.js'
import { usageError } from './usage-error.js'

/** @import { Io } from './main.js' */

const HELP = `usage: binbo book merge -o BOOK BOOK BOOK

Joins two opening books in the format of Polyglot: the weights of moves that both have are added.

options:
  -o, --output BOOK   where the book goes, in place of what it holds
  -q, --quiet         no summary
  -h, --help          this text

exit code: 0 the book was written; 2 wrong usage, or a file that cannot be read or written
`

const OPTIONS = /** @type {const} */ ({
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})
const COMMAND = 'book merge'

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  const given = readOptions(args)
  if (given === undefined) {
    io.stdout.write(HELP)
    return 0
  }
  const { files, output, quiet } = given
  const [a, b] = [await openBook(files[0], COMMAND), await openBook(files[1], COMMAND)]
  const book = await Book.merge(a, b)
  await writeBook(book, output, COMMAND)
  if (!quiet) io.stderr.write(`${printable(output)}: ${counted(book.length, 'move')}\n`)
  return 0
}

/**
 * @param {string[]} args
 * @returns {{ files: string[], output: string, quiet: boolean } | undefined} undefined: help is wanted
 * @throws {UsageError}
 */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { help, output, quiet } = values
    if (help) return undefined
    if (!output) throw new Error('-o BOOK names the file of the new book')
    if (positionals.length !== 2) throw new Error('two books are joined')
    return { files: inputFiles(positionals, output), output, quiet }
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}
