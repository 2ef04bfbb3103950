// SPDX-License-Identifier: Apache-2.0
// A local engine as a child process, which ends with this one.

import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { checkOptions } from '../../core/options.js'
import { inputAlarm } from '../../core/waiting.js'
import type { ProcessEnd } from '../../uci/text/bridge-protocol.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import type { CloseReason } from '../../uci/transports/line-transport.js'
import { LineTransport } from '../../uci/transports/line-transport.js'
import { arrivalTime } from './arrival.js'
import { ProcessGroup } from './process-group.js'
import {
  checkArguments,
  checkEnvironment,
  checkPath,
  ErrorTail,
  isNodeScript,
  nodeProgram,
  readUtf8,
} from './program.js'

/** How processTransport() starts the program. */
export type ProcessTransportOptions = {
  /** The folder in which the engine runs, and from which a relative path of the engine starts. Default: this process's. */
  cwd?: string | URL | undefined
  /** The engine's whole environment; default: this process's. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * Milliseconds to wait for the rest of the output after the process has ended, and for its end after its output has ended.
 * This takes long only if another process holds the pipe.
 */
const DRAIN = 1000
const OPTIONS = ['cwd', 'env']
const ARGUMENTS_HINT = '; its arguments come apart, as a list'

/**
 * Starts an engine at once, without a shell, and keeps this process running as long as the engine runs. Except on Windows,
 * the engine leads a process group of its own, so a Ctrl-C for this process does not reach it. When this process exits, the
 * engine and all processes of its group are killed. onClose reports a start that fails, and the end of the process with its
 * exit code or signal and, if it failed, the last lines of its stderr.
 * @param path the path of a program, or its name if it is in the PATH. A script that ends with .js, .mjs or .cjs, such as
 *   npm stockfish's, is run with this Node; in Bun, Deno and programs packed into one file, with the `node` in the PATH
 * @throws {ChessError} ERR_ARGUMENT
 */
export function processTransport(
  path: string | URL,
  args?: readonly string[],
  options?: ProcessTransportOptions,
): LineTransport {
  const program = checkPath(path, 'An engine')
  const list = checkArguments(args)
  const { cwd, env } = checkOptions(options, OPTIONS)
  return startProgram(program, list, {
    cwd: cwd === undefined ? undefined : checkPath(cwd, 'cwd'),
    env: checkEnvironment(env),
  })
}

type ProgramSettings = {
  cwd?: string
  env?: Record<string, string | undefined> | undefined
  /** whether it runs at a lower priority than this process */
  background?: boolean
}

/** The same with checked settings. */
export function startProgram(path: string, args: string[], settings: ProgramSettings): LineTransport {
  const start = () => run(path, args, settings, start)
  return start()
}

function run(
  path: string,
  args: string[],
  settings: ProgramSettings,
  again: () => LineTransport,
): LineTransport {
  const { cwd, env, background = false } = settings
  let group: ProcessGroup | undefined
  let cancelAlarm = () => {}
  let exit: ProcessEnd | undefined
  /** resolves when the process has ended */
  let gone: Promise<void> | undefined

  /** of stdin */
  let held = ''
  const flush = () => {
    if (held !== '' && group?.child.stdin?.writable) group.child.stdin.write(held)
    held = ''
  }
  const release = () => {
    cancelAlarm()
    group?.release()
  }
  const finish = (reason: CloseReason) => {
    // Processes that the program leaves in its group may run until its end is reported.
    if (exit === undefined) release()
    else setImmediate(release)
    transport.closed(reason)
  }
  const transport = new LineTransport({
    write(line) {
      const stdin = group?.child.stdin
      if (!stdin?.writable) return
      // An engine answers nothing to `position`, so it can go with the next line, mostly `go`: each write wakes the engine.
      if (line.startsWith('position ')) {
        if (held === '') process.nextTick(flush)
        held += `${line}\n`
        return
      }
      const text = `${held}${line}\n`
      held = ''
      stdin.write(text)
    },
    end() {
      flush()
      if (group?.child.stdin?.writable) group.child.stdin.end('quit\n')
    },
    kill() {
      release()
      return gone
    },
    again,
  })

  try {
    group = isNodeScript(path)
      ? new ProcessGroup(nodeProgram(), [path, ...args], { cwd, env })
      : new ProcessGroup(path, args, { cwd, env })
  } catch (error) {
    finish(startFailure(path, cwd, error))
    return transport
  }
  const { child } = group
  const { pid, stdin, stdout, stderr } = child
  // The end of the process follows, with a better reason than a broken pipe.
  stdin?.on('error', () => {})
  child.on('error', error => {
    if (pid === undefined) finish(startFailure(path, cwd, error))
  })
  if (pid === undefined || !stdout) return transport

  if (background) group.lowerPriority()
  gone = new Promise(resolve => child.once('exit', () => resolve()))
  const errors = new ErrorTail(stderr)
  const end = () => finish(endOf(exit, String(errors)))
  const settle = () => {
    cancelAlarm()
    cancelAlarm = inputAlarm(DRAIN, end)
  }
  readUtf8(stdout, text => transport.receive(text, arrivalTime()))
  stdout.on('end', settle)
  child.on('exit', (exitCode, signal) => {
    exit = { exitCode, signal }
    settle()
  })
  child.on('close', end)
  return transport
}

function startFailure(path: string, cwd: string | undefined, cause: unknown): CloseReason {
  const { code, message }: Partial<NodeJS.ErrnoException> = Object(cause)
  const reason = { message: `could not start '${path}': ${message}`, cause }
  if (code === 'EACCES') reason.message = `could not start '${path}': it is not an executable file`
  if (code !== 'ENOENT') return reason
  if (cwd !== undefined && !existsSync(cwd))
    reason.message = `could not start '${path}': there is no folder '${cwd}'`
  else if (isNodeScript(path))
    reason.message = `could not start '${path}': it needs Node, and there is no 'node' in the PATH: install Node, or use a native engine`
  else if (isAbsolute(path) && existsSync(path))
    reason.message = `could not start '${path}': the interpreter or loader that it requires is missing`
  else
    reason.message = `could not start '${path}': there is no such program${/\s/.test(path) ? ARGUMENTS_HINT : ''}`
  return reason
}

/** @param exit undefined if the process has not ended */
function endOf(exit: ProcessEnd | undefined, errors: string): CloseReason {
  if (exit === undefined) return { message: 'the process closed its output' }
  const why = exit.exitCode === 0 || errors === '' ? '' : `: ${errors}`
  return { message: `the process ${endText(exit)}${why}`, ...exit }
}
