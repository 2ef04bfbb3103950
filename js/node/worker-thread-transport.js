// SPDX-License-Identifier: Apache-2.0
// An engine's script in a worker thread of Node.

import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { checkOptions, flag } from '../core/options.js'
import { deadline } from '../core/waiting.js'
import { endText } from '../uci/text/bridge-protocol.js'
import { LineTransport } from '../uci/transports/line-transport.js'
import { ErrorTail } from './engines/error-tail.js'
import { checkArguments, checkEnvironment, checkPath } from './engines/program.js'
import { readText } from './engines/read-text.js'
import { BOOTSTRAP } from './engines/worker-bootstrap.js'

/** @typedef {import('../uci/transports/line-transport.js').CloseReason} CloseReason */

/**
 * @typedef {object} WorkerThreadTransportOptions
 * @property {readonly string[] | undefined} [args] the script's process.argv, from the third on
 * @property {Readonly<Record<string, string | undefined>> | undefined} [env] the script's process.env; default: a
 *   copy of this process's
 * @property {unknown} [workerData] the script's own, from node:worker_threads
 * @property {boolean | undefined} [asMain] whether the script is made to believe that it runs in the main thread.
 *   Default: whether it asks for both `isMainThread` and `require.main`, as npm stockfish does
 */

/** How long the rest of a thread's output is waited for, in milliseconds. */
const DRAIN = 1000
const OPTIONS = ['args', 'env', 'workerData', 'asMain']

/**
 * Starts a script at once, in a thread that keeps this process running as long as it runs itself. The script may be
 * npm stockfish's, or one of your own that speaks UCI in messages of its `parentPort`, one line a message, a string,
 * each way, or on process.stdin and process.stdout. A start that fails is told by onClose, as is the end of
 * the thread, with its exit code and what it threw.
 * @param {string | URL} path relative paths are seen from the current folder
 * @param {WorkerThreadTransportOptions} [options]
 * @returns {LineTransport}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function workerThreadTransport(path, options) {
  const script = resolve(checkPath(path, 'a script'))
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

/**
 * @param {{ path: string, args: string[], asMain: boolean | undefined, workerData: unknown }} workerData
 * @param {NodeJS.ProcessEnv | undefined} env
 * @param {() => LineTransport} again
 * @returns {LineTransport}
 */
function run(workerData, env, again) {
  /** @type {Worker | undefined} */
  let worker
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
  /** @type {{ cause: unknown } | undefined} */
  let failure
  readText(stdout, text => transport.receive(text))
  worker.on('message', data => {
    if (typeof data === 'string') transport.receiveMessage(data)
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

/**
 * @param {import('node:stream').Readable} stream
 * @returns {Promise<void>} never rejects
 */
function closing(stream) {
  return new Promise(resolve => stream.once('close', resolve))
}

/**
 * @param {number} exitCode
 * @param {{ cause: unknown } | undefined} failure
 * @param {string} errors
 * @returns {CloseReason}
 */
function endOf(exitCode, failure, errors) {
  if (failure)
    return { message: `the worker thread failed: ${sentence(failure.cause)}`, exitCode, ...failure }
  const why = exitCode === 0 || errors === '' ? '' : `: ${errors}`
  return { message: `the worker thread ${endText({ exitCode, signal: null })}${why}`, exitCode }
}

/**
 * @param {unknown} thrown
 * @returns {string} its first line
 */
function sentence(thrown) {
  return String(thrown instanceof Error ? thrown.message : thrown).split('\n', 1)[0]
}
