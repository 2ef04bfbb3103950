// SPDX-License-Identifier: Apache-2.0
// Where a program is.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian puts engines, which is not on everybody's PATH. */
const GAMES_FOLDER = '/usr/games'

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined} its path; undefined when it is neither on the PATH nor among the games
 */
export function findProgram(name, env) {
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), GAMES_FOLDER]
  return folders.map(folder => join(folder, name)).find(isProgram)
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
