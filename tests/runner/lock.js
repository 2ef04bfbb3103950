// SPDX-License-Identifier: Apache-2.0
// One run of tests in a checkout at a time: two would overwrite each other's page, results and seeds in build/.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const LOCK = 'build/runner/lock'
/** Has the process id of the run, for programs that it starts: these may start runs of their own. */
const HOLDER = 'BINBO_RUN'

/** @param {string} pid */
function isAlive(pid) {
  try {
    return Boolean(process.kill(Number(pid), 0))
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Holds the lock until this process ends.
 * @throws {Error} if another run holds it
 */
export function lock() {
  if (process.env[HOLDER]) return
  mkdirSync(dirname(LOCK), { recursive: true })
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' })
  } catch {
    const holder = readFileSync(LOCK, 'utf8')
    if (isAlive(holder))
      throw new Error(
        `process ${holder} is running tests in this folder: wait, or use another clone. If it is something else, delete ${LOCK}`,
      )
    // The run before was killed.
    rmSync(LOCK)
    lock()
    return
  }
  process.env[HOLDER] = `${process.pid}`
  process.once('exit', () => rmSync(LOCK, { force: true }))
}
