// SPDX-License-Identifier: Apache-2.0
// A program under test: as a child process, or a command of `binbo` within this process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { printable } from '#js/cli/text.js'
import { UsageError } from '#js/cli/usage-error.js'

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

/**
 * @param {ReturnType<typeof startProgram>} program
 * @returns {Promise<string>} its first line: of a server, where it listens
 * @throws {Error} how it ended without one
 */
export async function firstLine({ child, output, ended }) {
  const failed = ended.then(({ code, signal, stderr }) => {
    throw new Error(`it ended with exit code ${code}, signal ${signal}\n${stderr}`)
  })
  failed.catch(() => {})
  while (!output.stdout.includes('\n')) await Promise.race([once(child.stdout, 'data'), failed])
  return output.stdout.split('\n')[0]
}

const SIGNALS = ['SIGHUP', 'SIGTERM']

/**
 * Runs a command of `binbo` here, where starting a program would take longer than the test: what depends on signals,
 * terminals and pipes needs the program.
 * @param {(args: string[], io: import('#js/cli/main.js').Io) => Promise<number>} run of the command's module
 * @param {string[]} args
 * @param {{ input?: string | Uint8Array, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ stdout: string, stderr: string, code: number, signal: null }>} as the program would have it
 */
export async function runCommand(run, args, { input = '', env = process.env } = {}) {
  const written = { stdout: [], stderr: [] }
  const stream = name =>
    new Writable({
      write(chunk, _, done) {
        written[name].push(chunk)
        done()
      },
    })
  const io = { stdout: stream('stdout'), stderr: stream('stderr'), env }
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input)] : [], { objectMode: false })
  const before = SIGNALS.map(name => process.listeners(name))
  const code = await run(args, { ...io, stdin, signal: new AbortController().signal }).catch(error => {
    if (!(error instanceof UsageError)) throw error
    io.stderr.write(`binbo: ${printable(error.message)}\nSee binbo ${error.command} --help.\n`)
    return 2
  })
  // A command ends with its process, and leaves its listeners to it.
  for (const [i, name] of SIGNALS.entries())
    for (const listener of process.listeners(name))
      if (!before[i].includes(listener)) process.off(name, listener)
  const text = name => Buffer.concat(written[name]).toString()
  return { stdout: text('stdout'), stderr: text('stderr'), code, signal: null }
}
