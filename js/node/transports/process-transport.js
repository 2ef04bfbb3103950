// SPDX-License-Identifier: Apache-2.0
// A local engine as a child process, which does not outlive this one.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { checkOptions } from '../../core/options.js'
import { inputAlarm } from '../../core/waiting.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import { LineTransport } from '../../uci/transports/line-transport.js'
import { checkArguments, checkEnvironment, checkPath, isNodeScript } from './program.js'
import { ErrorTail, readText } from './program-output.js'

/** @typedef {import('../../uci/text/bridge-protocol.js').ProcessEnd} ProcessEnd */
/** @typedef {import('../../uci/transports/line-transport.js').CloseReason} CloseReason */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Kills a process when this one exits, also by an uncaught error, unless it has ended before. If this one is killed by
 * SIGKILL it cannot, but the stdin of its children is closed then, and UCI engines end at that.
 * @param {import('node:child_process').ChildProcess} child just started
 */
function killAtExit(child) {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * @typedef {object} ProcessTransportOptions
 * @property {string | URL | undefined} [cwd] the folder that the engine runs in, and a relative path of the
 *   engine starts from. Default: this process's
 * @property {Readonly<Record<string, string | undefined>> | undefined} [env] the engine's whole environment;
 *   default: this process's
 */

/**
 * Milliseconds to wait for the rest of the output after the process has ended, and for its end after its output has.
 * It takes long only if another process holds the pipe.
 */
const DRAIN = 1000
const OPTIONS = ['cwd', 'env']

/**
 * Starts an engine at once, without a shell, and keeps this process running as long as the engine runs. The engine is
 * killed when this process exits. onClose reports a start that fails, and the end of the process with its exit code or
 * signal and, if it failed, the last lines of its stderr.
 * @param {string | URL} path of a program, or its name if it is in the PATH; a script that ends with .js, .mjs or
 *   .cjs, such as those of npm stockfish, is run with this Node
 * @param {readonly string[]} [args]
 * @param {ProcessTransportOptions} [options]
 * @returns {LineTransport}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function processTransport(path, args, options) {
  const program = checkPath(path, 'an engine')
  const list = checkArguments(args)
  const { cwd, env } = checkOptions(options, OPTIONS)
  const settings = { cwd: cwd === undefined ? undefined : checkPath(cwd, 'cwd'), env: checkEnvironment(env) }
  const start = () => run(program, list, settings, start)
  return start()
}

/**
 * @param {string} path
 * @param {string[]} args
 * @param {{ cwd: string | undefined, env: NodeJS.ProcessEnv | undefined }} settings
 * @param {() => LineTransport} again
 * @returns {LineTransport}
 */
function run(path, args, settings, again) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let cancelAlarm = () => {}
  /** @type {ProcessEnd | undefined} */
  let exit
  /** @type {Promise<void> | undefined} resolves when the process has ended */
  let gone

  const release = () => {
    cancelAlarm()
    child?.kill('SIGKILL')
    // A pipe that another process holds open, or does not read, would keep this one running.
    for (const stream of child?.stdio ?? []) stream?.destroy()
    child?.unref()
  }
  /** @param {CloseReason} reason */
  const finish = reason => {
    release()
    transport.closed(reason)
  }
  const transport = new LineTransport({
    write(line) {
      if (child?.stdin?.writable) child.stdin.write(`${line}\n`)
    },
    end() {
      if (child?.stdin?.writable) child.stdin.end('quit\n')
    },
    kill() {
      release()
      return gone
    },
    again,
  })

  try {
    child = isNodeScript(path)
      ? spawn(process.execPath, [path, ...args], { ...settings, windowsHide: true })
      : spawn(path, args, { ...settings, windowsHide: true })
  } catch (error) {
    finish(startFailure(path, settings.cwd, error))
    return transport
  }
  const { pid, stdin, stdout, stderr } = child
  // The end of the process follows, and says more than a broken pipe.
  stdin?.on('error', () => {})
  child.on('error', error => {
    if (pid === undefined) finish(startFailure(path, settings.cwd, error))
  })
  if (pid === undefined || !stdout) return transport

  killAtExit(child)
  gone = new Promise(resolve => child?.once('exit', () => resolve()))
  const errors = new ErrorTail(stderr)
  const end = () => finish(endOf(exit, String(errors)))
  const settle = () => {
    cancelAlarm()
    cancelAlarm = inputAlarm(DRAIN, end)
  }
  readText(stdout, text => transport.receive(text))
  stdout.on('end', settle)
  child.on('exit', (exitCode, signal) => {
    exit = { exitCode, signal }
    settle()
  })
  child.on('close', end)
  return transport
}

/**
 * @param {string} path
 * @param {string | undefined} cwd
 * @param {unknown} cause
 * @returns {CloseReason}
 */
function startFailure(path, cwd, cause) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause)
  const reason = { message: `could not start '${path}': ${message}`, cause }
  if (code === 'EACCES') reason.message = `could not start '${path}': it is not an executable file`
  if (code !== 'ENOENT') return reason
  if (cwd !== undefined && !existsSync(cwd))
    reason.message = `could not start '${path}': there is no folder '${cwd}'`
  else if (isAbsolute(path) && existsSync(path))
    reason.message = `could not start '${path}': the interpreter or loader that it requires is missing`
  else reason.message = `could not start '${path}': there is no such program`
  return reason
}

/**
 * @param {ProcessEnd | undefined} exit undefined when it has not ended
 * @param {string} errors
 * @returns {CloseReason}
 */
function endOf(exit, errors) {
  if (exit === undefined) return { message: 'the process closed its output' }
  const why = exit.exitCode === 0 || errors === '' ? '' : `: ${errors}`
  return { message: `the process ${endText(exit)}${why}`, ...exit }
}
