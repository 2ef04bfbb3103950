// SPDX-License-Identifier: Apache-2.0
// Programs that are not ours, measured from outside: the shell's `time` speaks of the whole process.
import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { findProgram as find } from '#js/cli/find-program.js'

const execFileAsync = promisify(execFile)

/** @param {string} name @returns {string | undefined} its path */
export const findProgram = name => find(name, process.env)

/**
 * Runs a program to its end; what it says on stderr goes nowhere.
 * @param {string} program
 * @param {string[]} args
 * @param {string} [input]
 * @returns {Promise<{ elapsed: number, cpu: number, output: string }>} seconds; `cpu` is user and system
 */
export const timed = async (program, args, input = '') => {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>/dev/null'
  const running = execFileAsync('bash', ['-c', script, 'bash', program, ...args])
  running.child.stdin?.end(input)
  const { stdout, stderr } = await running
  const [elapsed, user, system] = stderr.trim().split(' ').map(Number)
  return { elapsed, cpu: user + system, output: stdout }
}
