// SPDX-License-Identifier: Apache-2.0
// Finds programs on the PATH, and engines by path or name.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isNodeScript } from '../node/transports/program.js'

/** Where Debian installs engines; not always on the PATH. */
const GAMES_FOLDER = '/usr/games'
const SUFFIX = process.platform === 'win32' ? '.exe' : ''
/** The native Stockfish. */
export const STOCKFISH = `stockfish${SUFFIX}`
/** The native Fairy-Stockfish, which plays variants. */
export const FAIRY_STOCKFISH = `fairy-stockfish${SUFFIX}`

/** @returns the path of the program; undefined if it is neither on the PATH nor in GAMES_FOLDER */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), GAMES_FOLDER]
  return folders.map(folder => join(folder, name)).find(isProgram)
}

/**
 * @param engine a path, a script for Node, or the name of a program
 * @returns the path for processTransport(); undefined for a name that findProgram() does not find
 */
export function enginePath(engine: string, env: NodeJS.ProcessEnv): string | undefined {
  return /[\\/]/.test(engine) || isNodeScript(engine) ? engine : findProgram(engine, env)
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
