#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// `binbo`, the command line: its process, signals and exit codes.

import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { COMMANDS, groupOf, helpText, unknownCommand } from './commands.js'
import { HANG_UP_EXIT_CODE, isHangUp, releaseTerminal } from './terminal.js'
import { failureText, printable, shown } from './text.js'
import { UsageError } from './usage-error.js'

/** A command's input, output and environment. */
export type Io = {
  stdin: Readable & { isTTY?: boolean }
  /** a terminal, or any stream */
  stdout: WriteStream
  /** a terminal, or any stream */
  stderr: WriteStream
  env: NodeJS.ProcessEnv
  /**
   * ends the command early: the reason is 'SIGINT', 'EPIPE' if the output is closed, 'SIGHUP' if its terminal is gone,
   * or 'OUTPUT' if it cannot be written
   */
  signal: AbortSignal
}

const WRONG_USAGE = 2
/** The signal's reason if standard output cannot be written, such as on a full disk. */
const UNWRITABLE = 'OUTPUT'
/**
 * Turns of the event loop, each of at least TURN milliseconds, in which an interrupted program may end by itself. A single
 * timeout would also end a program that had no turn on a busy machine.
 */
const TURNS = 30
const TURN = 10

const HELP_WORDS = ['--help', '-h', 'help']

/**
 * Runs the command that the arguments name.
 * @param args without node and the script
 * @returns the exit code
 * @throws {UsageError}
 */
async function run(args: string[], io: Io): Promise<number> {
  if (args[0] === '--version' || args[0] === '-v') return print(io, `${version()}\n`)
  if (HELP_WORDS.includes(args[0])) return print(io, helpText('', COMMANDS))
  const group = groupOf(args[0])
  if (HELP_WORDS.includes(args[1]) && group.length > 0) return print(io, helpText(args[0], group))
  const found = COMMANDS.find(([name]) => name.split(' ').every((word, i) => args[i] === word))
  if (found === undefined) throw new UsageError(unknownCommand(args), group.length > 0 ? args[0] : '')
  const [name, , load] = found
  const { command } = await load()
  return command.run(args.slice(name.split(' ').length), io)
}

function print(io: Io, text: string) {
  io.stdout.write(text)
  return 0
}

/** @returns the package's version */
function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/**
 * @returns a signal, aborted by Ctrl-C and if the output is closed or cannot be written; a second Ctrl-C ends the process.
 *   Failed writes to standard error are ignored.
 */
function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort('SIGINT'))
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (controller.signal.aborted) return
    if (error.code === 'EPIPE') return controller.abort('EPIPE')
    if (isHangUp(error, 1)) {
      releaseTerminal()
      return controller.abort('SIGHUP')
    }
    controller.abort(UNWRITABLE)
    process.stderr.write(`binbo: standard output: ${failureText(error)}\n`)
    process.exitCode = WRONG_USAGE
  })
  return controller.signal
}

/** @returns the exit code */
function report(error: unknown): number {
  if (signal.reason === 'SIGHUP') return HANG_UP_EXIT_CODE
  if (isHangUp(error, 0)) {
    releaseTerminal()
    return HANG_UP_EXIT_CODE
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
process.on('exit', releaseTerminal)
const signal = interruptSignal()
const exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal }).catch(report)
process.exitCode =
  signal.reason === UNWRITABLE ? WRONG_USAGE : signal.reason === 'SIGHUP' ? HANG_UP_EXIT_CODE : exitCode
// A pending read from a pipe cannot be cancelled, and exit() would wait for it.
let turns = 0
if (signal.aborted) setInterval(() => ++turns === TURNS && process.kill(process.pid, 'SIGINT'), TURN).unref()
