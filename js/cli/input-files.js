// SPDX-License-Identifier: Apache-2.0
// The PGN files that a command reads: their names, and why one cannot be read.

import { statSync } from 'node:fs'
import { failureText } from './text.js'

/**
 * @param {string[]} names on the command line
 * @param {string} [output] the file that is written
 * @returns {string[]} '-' is standard input, also where there is no name
 * @throws {Error} if standard input is named twice, or the output is an input
 */
export function inputFiles(names, output) {
  if (names.filter(name => name === '-').length > 1) throw new Error('standard input can be read only once')
  if (output !== undefined && names.some(name => isSameFile(name, output)))
    throw new Error(`the output ${output} is also an input`)
  return names.length > 0 ? names : ['-']
}

/**
 * @param {string} file
 * @param {Error & { code?: string, input?: string }} error
 * @returns {string} such as 'games.pgn: no such file or directory (ENOENT)'
 */
export function fileFailure(file, error) {
  const { message, input } = error
  return input !== undefined && message.startsWith(input) ? message : `${file}: ${failureText(error)}`
}

/**
 * @param {string} file
 * @param {string} other
 * @returns {boolean}
 */
function isSameFile(file, other) {
  const [one, two] = [file, other].map(path => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino && one.isFile()
}
