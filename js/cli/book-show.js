// SPDX-License-Identifier: Apache-2.0
// binbo book show: the moves of an opening book.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { START_FEN } from '../game/fen.js'
import { openBook } from './open-book.js'
import { UsageError, usageError } from './usage-error.js'

/** @import { Io } from './main.js' */

const HELP = `usage: binbo book show BOOK [FEN]

Shows the moves that an opening book in the format of Polyglot has in a position, without FEN in the start
position: the share of each, and its weight. A weight of 0 says not to play the move.

options:
  -h, --help   this text

exit code: 0 there are moves; 1 there is none; 2 wrong usage, or a file that cannot be read
`

const OPTIONS = /** @type {const} */ ({ help: { type: 'boolean', short: 'h', default: false } })
const FOUND = 0
const NOTHING_FOUND = 1
const COMMAND = 'book show'

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  provideWasm(carriedWasm)
  const given = readOptions(args)
  if (given === undefined) {
    io.stdout.write(HELP)
    return FOUND
  }
  const book = await openBook(given.file, COMMAND)
  const moves = await book.find(given.fen, { minWeight: 0 }).catch(error => {
    throw new UsageError(error.message, COMMAND)
  })
  const total = moves.reduce((sum, { weight }) => sum + weight, 0) || 1
  for (const { san, weight } of moves)
    io.stdout.write(`${san.padEnd(8)} ${((100 * weight) / total).toFixed(1).padStart(5)} %  ${weight}\n`)
  if (moves.length === 0) io.stderr.write('no move\n')
  return moves.length > 0 ? FOUND : NOTHING_FOUND
}

/**
 * @param {string[]} args
 * @returns {{ file: string, fen: string } | undefined} undefined: help is wanted
 * @throws {UsageError}
 */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (values.help) return undefined
    const [file, ...fen] = positionals
    if (file === undefined) throw new Error('the file of a book comes first')
    return { file, fen: fen.join(' ') || START_FEN }
  } catch (error) {
    throw usageError(error, COMMAND)
  }
}
