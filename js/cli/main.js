#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// `binbo`, the command line. Each command is a module of its own, loaded when it is called.

import { readFileSync } from 'node:fs'
import { printable } from './text.js'
import { UsageError } from './usage-error.js'

/**
 * What a command sees of the world.
 * @typedef {object} Io
 * @property {import('node:stream').Readable & { isTTY?: boolean }} stdin
 * @property {import('node:tty').WriteStream} stdout a terminal, or what has only the methods of a stream
 * @property {import('node:tty').WriteStream} stderr as stdout
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal ends the command early: the reason is 'SIGINT', or 'EPIPE' when nobody
 *   reads the output any more
 */

/**
 * @typedef {object} Command
 * @property {string} name the words that call it
 * @property {string} summary
 * @property {() => Promise<{ run(args: string[], io: Io): Promise<number> }>} load `run` returns the exit code
 */

/** @type {readonly Command[]} */
const COMMANDS = [
  {
    name: 'pgn check',
    summary: 'replay every game of PGN files and list the errors',
    load: () => import('./pgn-check.js'),
  },
]

const WRONG_USAGE = 2
/** Milliseconds that an interrupted program may take to end by itself. */
const PATIENCE = 300

const HELP = `usage: binbo COMMAND …

commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

binbo COMMAND --help tells more; binbo --version prints the version.
`

/**
 * @param {string[]} args without node and the script
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
async function run(args, io) {
  if (args[0] === '--version' || args[0] === '-v') return print(io, `${version()}\n`)
  if (args[0] === '--help' || args[0] === '-h' || args[0] === 'help') return print(io, HELP)
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, i) => args[i] === word))
  if (command === undefined) throw new UsageError(unknownCommand(args))
  const module = await command.load()
  return module.run(args.slice(command.name.split(' ').length), io)
}

/**
 * @param {Io} io
 * @param {string} text
 */
function print(io, text) {
  io.stdout.write(text)
  return 0
}

/** @param {string[]} args */
function unknownCommand([word, next]) {
  const commands = `; the commands are: ${COMMANDS.map(({ name }) => name).join(', ')}`
  if (word === undefined) return `no command is given${commands}`
  const group = COMMANDS.some(({ name }) => name.startsWith(`${word} `)) && next !== undefined
  return `there is no command '${group ? `${word} ${next}` : word}'${commands}`
}

/** @returns {string} of the package that this file is in */
function version() {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** @returns {AbortSignal} of Ctrl-C and of an output that is closed; a second Ctrl-C ends the process */
function interruptions() {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort('SIGINT'))
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', error => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error
      if (stream === process.stdout) controller.abort('EPIPE')
    })
  }
  return controller.signal
}

/**
 * @param {unknown} error
 * @returns {number} the exit code
 */
function tell(error) {
  const text =
    error instanceof UsageError
      ? `${printable(error.message)}\n${['binbo', error.command, '--help'].filter(Boolean).join(' ')} tells more.`
      : error instanceof Error
        ? error.stack
        : String(error)
  process.stderr.write(`binbo: ${text}\n`)
  return WRONG_USAGE
}

const { stdin, stdout, stderr, env } = process
const signal = interruptions()
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal }).catch(tell)
// A read from a pipe that nobody writes to cannot be taken back: exit() would wait for it, as the event loop does.
if (signal.aborted) setTimeout(() => process.kill(process.pid, 'SIGINT'), PATIENCE).unref()
