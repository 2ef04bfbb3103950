// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives an action a folder of its own in the system's folder for such things, and removes it afterwards.
 * @template T
 * @param {(write: (name: string, text: string) => string) => Promise<T>} action `write` makes a file there, and returns
 *   its path
 * @returns {Promise<T>}
 */
export const withTemporaryFiles = async action => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-bench-'))
  try {
    return await action((name, text) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
