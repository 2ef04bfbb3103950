// SPDX-License-Identifier: Apache-2.0
// The log, signals and limits of commands that serve until they are stopped.

import { constants } from 'node:os'
import type { WriteStream } from 'node:tty'
import { codeOf, reasonOf } from '../core/caught.js'
import { ChessError } from '../core/errors.js'
import { keysOf } from '../core/options.js'
import type { LimitRule } from '../net/server-options.js'
import { readLimits } from '../net/server-options.js'
import { complain, FAILURE, SUCCESS } from './command.js'
import type { Io } from './main.js'
import { visibleJson } from './text.js'
import { detailsOf, UsageError } from './usage-error.js'

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const
/** Log entries are dropped while more bytes than this are unread. */
const MOST_UNREAD = 1 << 16

/** @returns a log that drops entries while the stream is not read, and reports their number */
function jsonLog(stream: WriteStream): (entry: object) => void {
  let dropped = 0
  const write = (entry: object) => void stream.write(`${visibleJson(entry)}\n`)
  return entry => {
    if (stream.writableLength > MOST_UNREAD) {
      dropped++
      return
    }
    if (dropped > 0)
      write({ time: new Date().toISOString(), event: 'warning', reason: 'entries are lost', count: dropped })
    dropped = 0
    write(entry)
  }
}

/**
 * @param signal the signal of the command
 * @returns `promise` resolves when the server must stop; a later signal ends the process at once
 */
function untilStopped(signal: AbortSignal): { promise: Promise<void>; forget: () => void } {
  let resolve = () => {}
  const promise: Promise<void> = new Promise(done => (resolve = done))
  let isStopped = false
  const stop = () => {
    isStopped = true
    resolve()
  }
  const onSignal = (name: (typeof SIGNALS)[number]) => {
    if (isStopped) process.exit(128 + constants.signals[name])
    // SIGINT aborts the command's own signal.
    if (name !== 'SIGINT') stop()
  }
  if (signal.aborted) stop()
  // Added last, so that one SIGINT is not handled twice.
  const onAbort = () => queueMicrotask(stop)
  signal.addEventListener('abort', onAbort)
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    promise,
    forget() {
      signal.removeEventListener('abort', onAbort)
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}

export type Log = (entry: object) => void
/** After the server has stopped, the log may be read for this time, in milliseconds. */
const PATIENCE = 500

/**
 * Serves until the process is stopped.
 * @param start adds functions to `ends`, which are called after the server is closed, the last one first
 * @returns the exit code
 * @throws {UsageError}
 * @throws {ChessError} ERR_ARGUMENT
 */
export async function serve(
  io: Io,
  quiet: boolean,
  start: (
    log: Log | undefined,
    ends: (() => Promise<unknown>)[],
  ) => Promise<{ url: string; close: () => Promise<unknown> }>,
): Promise<number> {
  const stopped = untilStopped(io.signal)
  const ends: (() => Promise<unknown>)[] = []
  try {
    const server = await start(quiet ? undefined : jsonLog(io.stderr), ends)
    io.stdout.write(`${server.url}\n`)
    await stopped.promise
    await server.close()
  } catch (error) {
    if (error instanceof UsageError || codeOf(error) === 'ERR_ARGUMENT') throw error
    if (error instanceof ChessError) throw new UsageError(detailsOf(error))
    complain(io, `cannot listen: ${reasonOf(error)}`)
    return FAILURE
  } finally {
    for (const end of ends.reverse()) await end()
    stopped.forget()
  }
  // Unread output would keep the process running.
  setTimeout(() => process.exit(), PATIENCE).unref()
  return SUCCESS
}

/**
 * @param given values of --limit, each NAME=VALUE
 * @param table of all limits
 * @throws {UsageError}
 */
export function readLimitOptions<Name extends string>(
  given: readonly string[] | undefined,
  table: Readonly<Record<Name, LimitRule>>,
): { [N in Name]?: number } {
  const names = keysOf(table)
  const limits: { [N in Name]?: number } = {}
  for (const text of given ?? []) {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(text) ?? []
    if (name === undefined) throw new UsageError(`--limit is NAME=VALUE, not '${text}'`)
    const known = names.find(other => other === name)
    if (known === undefined)
      throw new UsageError(`--limit: there is no limit '${name}'; the limits are ${names.join(', ')}`)
    if (known in limits) throw new UsageError(`--limit ${name} is given twice`)
    if (!/^\d{1,15}(\.\d{1,6})?$/.test(value))
      throw new UsageError(`--limit ${name} is a number, not '${value}'`)
    limits[known] = Number(value)
  }
  try {
    readLimits(limits, table)
  } catch (error) {
    throw new UsageError(`--limit ${detailsOf(error)}`)
  }
  return limits
}
