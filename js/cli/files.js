// SPDX-License-Identifier: Apache-2.0
// The files that a command reads and writes: their names, and errors with them.

import { statSync } from 'node:fs'
import { PgnFileSource } from '../node/pgn-file-source.js'
import { failureText } from './text.js'
import { UsageError } from './usage-error.js'

/** @import { Io } from './main.js' */

/**
 * @param {string[]} names on the command line
 * @param {string} [output] the file that is written
 * @returns {string[]} '-' is standard input, also where there is no name
 * @throws {UsageError} if standard input is named twice, or the output is an input
 */
export function inputFiles(names, output) {
  if (names.filter(name => name === '-').length > 1)
    throw new UsageError('standard input can be read only once')
  if (output !== undefined && names.some(name => isSameFile(name, output)))
    throw new UsageError(`the output ${output} is also an input`)
  return names.length > 0 ? names : ['-']
}

/**
 * @param {string} file '-' is standard input; a user at a terminal is told how it ends
 * @param {Io} io
 * @param {boolean} quiet
 * @returns {PgnFileSource}
 */
export function openInput(file, { stdin, stderr, signal }, quiet) {
  if (file !== '-') return new PgnFileSource(file, signal)
  if (stdin.isTTY && !quiet) stderr.write('reading standard input; Ctrl-D ends it\n')
  return new PgnFileSource(stdin, signal)
}

/**
 * @param {string} file
 * @param {unknown} error
 * @returns {string} such as 'games.pgn: no such file or directory (ENOENT)'
 */
export function fileFailure(file, error) {
  const failure = /** @type {Error & { input?: string }} */ (error)
  const { message, input } = failure
  return input !== undefined && message.startsWith(input) ? message : `${file}: ${failureText(failure)}`
}

/** @param {string} file @param {unknown} error @returns {UsageError} */
export const cannotWrite = (file, error) => new UsageError(`cannot write ${fileFailure(file, error)}`)

/**
 * @param {string} file
 * @param {string} other
 * @returns {boolean}
 */
function isSameFile(file, other) {
  const [one, two] = [file, other].map(path => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino && one.isFile()
}
