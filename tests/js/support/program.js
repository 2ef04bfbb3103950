// SPDX-License-Identifier: Apache-2.0
// A program under test as a child process.

import { spawn } from 'node:child_process'

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns `output` grows; `ended` gives it with the exit code and the signal
 */
export function startProgram(file, args, options) {
  const child = spawn(file, args, options)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', text => {
      output[name] += text
    })
  child.stdin.on('error', () => {}) // it may not want all of it
  const ended = new Promise(resolve =>
    child.on('close', (code, signal) => resolve({ ...output, code, signal })),
  )
  return { child, output, ended }
}
