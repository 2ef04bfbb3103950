#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// `binbo`, the command line. Each command is a module, loaded when it is called.

import { readFileSync } from 'node:fs'
import { HANG_UP, isHangUp, leaveTerminal } from './terminal.js'
import { failureText, printable, shown } from './text.js'
import { UsageError } from './usage-error.js'

/**
 * A command's input, output and environment.
 * @typedef {object} Io
 * @property {import('node:stream').Readable & { isTTY?: boolean }} stdin
 * @property {import('node:tty').WriteStream} stdout a terminal, or any stream
 * @property {import('node:tty').WriteStream} stderr likewise
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal ends the command early: the reason is 'SIGINT', 'EPIPE' if the output is closed,
 *   'SIGHUP' if its terminal is gone, or 'OUTPUT' if it cannot be written
 */

/**
 * @typedef {object} CliCommand
 * @property {string} name the words that call it
 * @property {string} summary
 * @property {() => Promise<{ run(args: string[], io: Io): Promise<number> }>} load `run` returns the exit code
 */

/** @type {readonly CliCommand[]} */
const COMMANDS = [
  {
    name: 'pgn check',
    summary: 'replay every game of PGN files and list the errors',
    load: () => import('./pgn-check.js'),
  },
  {
    name: 'pgn analyse',
    summary: 'analyse every game of PGN files with an engine',
    load: () => import('./pgn-analyse.js'),
  },
  {
    name: 'pgn find',
    summary: 'find the games of PGN files that reach a position or material',
    load: () => import('./pgn-find.js'),
  },
  {
    name: 'play',
    summary: 'play chess in the terminal, against an engine or by hand',
    load: () => import('./play.js'),
  },
  {
    name: 'engine-server',
    summary: 'serve a UCI engine over WebSocket',
    load: () => import('./engine-server.js'),
  },
  {
    name: 'server',
    summary: 'serve games that people play against each other, over WebSocket',
    load: () => import('./server.js'),
  },
  {
    name: 'book make',
    summary: 'make an opening book of the games of PGN files',
    load: () => import('./book-make.js'),
  },
  {
    name: 'book show',
    summary: 'show the moves that an opening book has in a position',
    load: () => import('./book-show.js'),
  },
  {
    name: 'book merge',
    summary: 'join two opening books',
    load: () => import('./book-merge.js'),
  },
  {
    name: 'db add',
    summary: 'add the games of PGN files to a database',
    load: () => import('./db-add.js'),
  },
  {
    name: 'db explore',
    summary: 'count what was played from a position',
    load: () => import('./db-explore.js'),
  },
  {
    name: 'db search',
    summary: 'find games by headers, positions, patterns, material and moves',
    load: () => import('./db-search.js'),
  },
  {
    name: 'db export',
    summary: 'write games as PGN, CSV, Arrow tables or an opening book',
    load: () => import('./db-export.js'),
  },
  {
    name: 'db stat',
    summary: 'say what a database holds',
    load: () => import('./db-stat.js'),
  },
  {
    name: 'db remove',
    summary: 'take games out of a database',
    load: () => import('./db-remove.js'),
  },
  {
    name: 'epd run',
    summary: 'play the test suites of EPD files with an engine',
    load: () => import('./epd-run.js'),
  },
  {
    name: 'svg',
    summary: 'draw a position as an SVG',
    load: () => import('./svg.js'),
  },
  {
    name: 'tablebase',
    summary: 'say who wins an endgame, by Syzygy tables',
    load: () => import('./tablebase.js'),
  },
]

const WRONG_USAGE = 2
/** The signal's reason if standard output cannot be written, such as on a full disk. */
const UNWRITABLE = 'OUTPUT'
/**
 * Turns of the event loop, each of at least TURN milliseconds, for an interrupted program to end by itself. One time-out
 * would also end a program that had no turn meanwhile, on a busy machine.
 */
const TURNS = 30
const TURN = 10

const HELP_WORDS = ['--help', '-h', 'help']

/**
 * @param {string[]} args without node and the script
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
async function run(args, io) {
  if (args[0] === '--version' || args[0] === '-v') return print(io, `${version()}\n`)
  if (HELP_WORDS.includes(args[0])) return print(io, helpText('', COMMANDS))
  const group = groupOf(args[0])
  if (HELP_WORDS.includes(args[1]) && group.length > 0) return print(io, helpText(args[0], group))
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, i) => args[i] === word))
  if (command === undefined) throw new UsageError(unknownCommand(args), group.length > 0 ? args[0] : '')
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

/**
 * @param {string | undefined} word that several commands begin with, such as 'pgn'
 * @returns {CliCommand[]} those commands
 */
const groupOf = word => COMMANDS.filter(({ name }) => name.startsWith(`${word} `))

/**
 * @param {string} group the first word of the commands if they share it, else ''
 * @param {readonly CliCommand[]} commands
 */
function helpText(group, commands) {
  const start = ['binbo', group].filter(Boolean).join(' ')
  return `usage: ${start} COMMAND …

commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}

See binbo COMMAND --help for details; binbo --version prints the version.
`
}

/** @param {string[]} args */
function unknownCommand([word, next]) {
  const group = groupOf(word)
  const names = (group.length > 0 ? group : COMMANDS).map(({ name }) => name).join(', ')
  const commands = `; the commands are: ${names}`
  if (word === undefined) return `no command is given${commands}`
  if (group.length === 0) return `there is no command '${word}'${commands}`
  return next === undefined
    ? `no command of '${word}' is given${commands}`
    : `there is no command '${word} ${next}'${commands}`
}

/** @returns {string} the package's version */
function version() {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/**
 * @returns {AbortSignal} aborted by Ctrl-C and by an output that is closed or cannot be written; a second Ctrl-C ends
 *   the process. Failed writes to standard error are ignored.
 */
function interruptSignal() {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort('SIGINT'))
  process.stderr.on('error', () => {})
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (controller.signal.aborted) return
    if (error.code === 'EPIPE') return controller.abort('EPIPE')
    if (isHangUp(error, 1)) {
      leaveTerminal()
      return controller.abort('SIGHUP')
    }
    controller.abort(UNWRITABLE)
    process.stderr.write(`binbo: standard output: ${failureText(error)}\n`)
    process.exitCode = WRONG_USAGE
  })
  return controller.signal
}

/**
 * @param {unknown} error
 * @returns {number} the exit code
 */
function report(error) {
  if (signal.reason === 'SIGHUP') return HANG_UP
  if (isHangUp(error, 0)) {
    leaveTerminal()
    return HANG_UP
  }
  const text =
    error instanceof UsageError
      ? `${printable(error.message)}\nSee ${['binbo', error.command, '--help'].filter(Boolean).join(' ')}.`
      : error instanceof Error
        ? shown(process.stderr, error.stack ?? '')
        : shown(process.stderr, String(error))
  process.stderr.write(`binbo: ${text}\n`)
  return WRONG_USAGE
}

const { stdin, stdout, stderr, env } = process
process.on('exit', leaveTerminal)
const signal = interruptSignal()
const exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal }).catch(report)
process.exitCode =
  signal.reason === UNWRITABLE ? WRONG_USAGE : signal.reason === 'SIGHUP' ? HANG_UP : exitCode
// A pending read from a pipe cannot be cancelled: exit() would wait for it, as the event loop does.
let turns = 0
if (signal.aborted) setInterval(() => ++turns === TURNS && process.kill(process.pid, 'SIGINT'), TURN).unref()
