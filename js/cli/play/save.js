// SPDX-License-Identifier: Apache-2.0
// Games in files.

import { constants, existsSync } from 'node:fs'
import { access, open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failureText } from '../text.js'
import { UsageError } from '../usage-error.js'

/**
 * @param {string} file
 * @param {string} pgn
 * @param {boolean} replace what the file held
 * @returns {Promise<boolean>} false when there is such a file, which stays as it is
 * @throws {UsageError} when it cannot be written
 */
export async function saveGame(file, pgn, replace) {
  try {
    await writeFile(file, pgn, { flag: replace ? 'w' : 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw fileError(file, error)
  }
}

/**
 * Finds out before the game what would spoil its end.
 * @param {string} file need not be there yet
 * @throws {UsageError} when it cannot be written
 */
export async function checkWritable(file) {
  try {
    if (existsSync(file)) await (await open(file, 'r+')).close()
    else await access(dirname(file), constants.W_OK)
  } catch (error) {
    throw fileError(file, error)
  }
}

/**
 * @param {string} file
 * @param {unknown} error
 * @returns {UsageError}
 */
export function fileError(file, error) {
  return new UsageError(
    `cannot write ${file}: ${failureText(/** @type {NodeJS.ErrnoException} */ (error))}`,
    'play',
  )
}
