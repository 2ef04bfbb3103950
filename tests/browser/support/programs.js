// SPDX-License-Identifier: Apache-2.0
// Programs that the page shows, run by Node with the built package as users do.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './pages.js'

/** @param {string} text of a module @returns {Promise<string>} what it prints */
export async function runProgram(text) {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-program-'))
  try {
    await mkdir(`${folder}/node_modules`)
    await symlink(root, `${folder}/node_modules/binbo`)
    await symlink(`${root}node_modules/stockfish`, `${folder}/node_modules/stockfish`)
    await writeFile(`${folder}/program.mjs`, text)
    return await new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        ['program.mjs'],
        { cwd: folder, env: { ...process.env, FORCE_COLOR: '0' } },
        (error, stdout, stderr) => {
          const end = error && (error.signal ?? `code ${error.code}`)
          if (error)
            reject(new assert.AssertionError({ message: `it ended with ${end}: ${stderr}\n${text}` }))
          else resolve(stdout)
        },
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
