// SPDX-License-Identifier: Apache-2.0
// An engine's script in a worker thread of Node.

import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { checkOptions, flag } from '../../core/options.js'
import { deadline } from '../../core/waiting.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import type { CloseReason } from '../../uci/transports/line-transport.js'
import { LineTransport } from '../../uci/transports/line-transport.js'
import { arrivalTime } from './arrival.js'
import { checkArguments, checkEnvironment, checkPath, ErrorTail, readUtf8 } from './program.js'

/**
 * Runs in a worker thread and starts an engine's script there as `node script` does. A line for the engine is a message
 * to the thread. A script that listens to messages gets them unchanged; a script that reads process.stdin gets them there
 * as lines, of which `quit` is the last.
 *
 * A program for Node's main thread, such as npm stockfish, runs only if it detects the main thread. Such programs are
 * recognised by the names that they use; `asMain` takes precedence.
 *
 * Deno would also print the script's process.stdout in the parent's terminal, and its console does not use process.stdout.
 * In Bun, `require.main` is the file of `Bun.main`; its `self`, which Node does not have, misleads npm stockfish. Both load
 * the script with require(), for `require.main`, which refuses a module with a top-level await before any of it has run.
 *
 * It is a string, so that bundlers and instrumentation insert no names that a thread does not have, and no second file is
 * needed.
 */
const SOURCE = `
import { readFileSync } from 'node:fs'
import { createRequire, Module, syncBuiltinESMExports } from 'node:module'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import threads from 'node:worker_threads'

const { path, args, asMain, workerData } = threads.workerData
const port = threads.parentPort
let isReading = false

function take(line) {
  stdin.push(line + '\\n')
  if (line !== 'quit') return
  port.off('message', take)
  stdin.push(null)
}
const stdin = new Readable({
  read() {
    if (!isReading) port.on('message', take)
    isReading = true
  },
  destroy(error, done) {
    port.off('message', take)
    done(error)
  },
})
stdin.on('pause', () => port.unref())
stdin.on('resume', () => port.listenerCount('message') > 0 && port.ref())
Object.defineProperty(process, 'stdin', { value: stdin, configurable: true, enumerable: true, writable: true })

if (process.versions.deno !== undefined) {
  let rest = ''
  const stdout = new Writable({
    write(bytes, encoding, done) {
      const lines = (rest + bytes).split('\\n')
      rest = lines.pop()
      for (const line of lines) port.postMessage(line)
      done()
    },
  })
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true, enumerable: true, writable: true })
  const log = (...values) => process.stdout.write(format(...values) + '\\n')
  Object.assign(console, { log, info: log, debug: log })
}

function isProgram() {
  try {
    const text = readFileSync(path, 'utf8')
    return text.includes('isMainThread') && text.includes('require.main')
  } catch {
    return false
  }
}

threads.workerData = workerData
if (asMain ?? isProgram()) Object.assign(threads, { isMainThread: true, parentPort: null })
syncBuiltinESMExports()
process.argv = [process.execPath, path, ...args]
if (process.versions.bun !== undefined) {
  Bun.main = path
  Object.defineProperty(globalThis, 'self', { value: undefined })
}
try {
  if (process.versions.bun === undefined) Module.runMain()
  else createRequire(path)(path)
} catch (error) {
  if (!/^require\\(\\) .*\\bawait\\b/.test(error?.message)) throw error
  await import(pathToFileURL(path))
}
//# sourceURL=binbo-worker-bootstrap
`

/** The script for `new Worker()`, with `{ path, args, asMain, workerData }` as its workerData; path is absolute. */
const BOOTSTRAP = new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`)

/** How workerThreadTransport() starts the script. */
export type WorkerThreadTransportOptions = {
  /** The script's process.argv, from the third on. */
  args?: readonly string[] | undefined
  /** The script's process.env; default: a copy of this process's. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** The workerData that the script gets from node:worker_threads. */
  workerData?: unknown
  /**
   * True: the script sees itself in the main thread. Default: whether it uses both `isMainThread` and `require.main`,
   * as npm stockfish does.
   */
  asMain?: boolean | undefined
}

/** Milliseconds to wait for the rest of a thread's output. */
const DRAIN = 1000
const OPTIONS = ['args', 'env', 'workerData', 'asMain']

/**
 * Starts a script at once, in a thread that keeps this process running as long as it runs itself. The script may be
 * npm stockfish's, or your own that speaks UCI in messages of its `parentPort`, where each message is a string with one
 * line, or on process.stdin and process.stdout. onClose reports a start that fails, and the end of the thread with its
 * exit code and its error.
 * @param path relative paths start from the current folder
 * @throws {ChessError} ERR_ARGUMENT
 */
export function workerThreadTransport(
  path: string | URL,
  options?: WorkerThreadTransportOptions,
): LineTransport {
  const script = resolve(checkPath(path, 'A script'))
  const { args, env, workerData, asMain } = checkOptions(options, OPTIONS)
  const data = {
    path: script,
    args: checkArguments(args),
    asMain: asMain === undefined ? undefined : flag('asMain', asMain, false),
    workerData,
  }
  const environment = checkEnvironment(env)
  const start = () => run(data, environment, start)
  return start()
}

function run(
  workerData: { path: string; args: string[]; asMain: boolean | undefined; workerData: unknown },
  env: NodeJS.ProcessEnv | undefined,
  again: () => LineTransport,
): LineTransport {
  let worker: Worker | undefined
  const transport = new LineTransport({
    write: line => worker?.postMessage(line),
    end: () => worker?.postMessage('quit'),
    async kill() {
      worker?.unref()
      await worker?.terminate()
    },
    again,
  })
  try {
    worker = new Worker(BOOTSTRAP, { workerData, env, stdout: true, stderr: true })
  } catch (cause) {
    transport.closed({ message: `could not start '${workerData.path}': ${sentence(cause)}`, cause })
    return transport
  }
  const { stdout, stderr } = worker
  const errors = new ErrorTail(stderr)
  const drained = Promise.all([closing(stdout), closing(stderr)])
  let failure: { cause: unknown } | undefined
  readUtf8(stdout, text => transport.receive(text, arrivalTime()))
  worker.on('message', data => {
    if (typeof data === 'string') transport.receiveMessage(data, arrivalTime())
  })
  worker.on('error', cause => {
    failure = { cause }
  })
  worker.on('exit', async exitCode => {
    await deadline(drained, DRAIN)
    transport.closed(endOf(exitCode, failure, String(errors)))
  })
  return transport
}

/** It never rejects. */
function closing(stream: Readable): Promise<void> {
  return new Promise(resolve => stream.once('close', resolve))
}

function endOf(exitCode: number, failure: { cause: unknown } | undefined, errors: string): CloseReason {
  if (failure)
    return { message: `the worker thread failed: ${sentence(failure.cause)}`, exitCode, ...failure }
  const why = exitCode === 0 || errors === '' ? '' : `: ${errors}`
  return { message: `the worker thread ${endText({ exitCode, signal: null })}${why}`, exitCode }
}

/** @returns its first line */
function sentence(thrown: unknown): string {
  return String(thrown instanceof Error ? thrown.message : thrown).split('\n', 1)[0]
}
