// SPDX-License-Identifier: Apache-2.0
// The source of the user's lines: a terminal, with history and completion, or any other stream.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { LineSplitter } from '../../uci/text/lines.js'
import { isHangUp, leaveTerminal } from '../terminal.js'
import { failureText } from '../text.js'
import { UsageError } from '../usage-error.js'

/** @import { Io } from '../main.js' */

/** Ctrl-C at a question. */
export const INTERRUPT = Symbol('interrupt')

/**
 * @typedef {object} Prompt
 * @property {boolean} isTerminal
 * @property {(question: string) => Promise<string | typeof INTERRUPT | null>} ask the next line; INTERRUPT for
 *   Ctrl-C, unless it only cleared the line; null at the end of the input
 * @property {(stop: () => void) => () => void} busy until the returned function is called, Ctrl-C and the end of a
 *   terminal's input call `stop`
 * @property {() => void} close
 */

/**
 * @param {Io} io
 * @param {AbortSignal} signal ends the input
 * @param {(start: string) => string[]} complete possible completions of a line
 * @param {() => void} hangUp called when the terminal is gone
 * @returns {Prompt}
 */
export function openPrompt(io, signal, complete, hangUp) {
  return io.stdin.isTTY && io.stdout.isTTY
    ? new TerminalPrompt(io, signal, complete, hangUp)
    : new PipedLines(io.stdin, signal)
}

/** Lines of a file or pipe; prints nothing. */
class PipedLines {
  isTerminal = false
  #stdin
  #signal
  #lines

  /**
   * @param {Io['stdin']} stdin
   * @param {AbortSignal} signal
   */
  constructor(stdin, signal) {
    this.#stdin = stdin
    this.#signal = signal
    this.#lines = linesOf(stdin)
  }

  /** @returns {Promise<string | null>} */
  ask() {
    const signal = this.#signal
    if (signal.aborted) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      const end = () => resolve(null)
      signal.addEventListener('abort', end, { once: true })
      this.#lines
        .next()
        .then(({ value }) => resolve(value ?? null), reject)
        .finally(() => signal.removeEventListener('abort', end))
    })
  }

  busy() {
    return () => {}
  }

  close() {
    this.#stdin.destroy()
  }
}

/**
 * @param {Io['stdin']} stdin
 * @throws {UsageError} if it cannot be read; the error itself if its terminal is gone
 */
async function* linesOf(stdin) {
  const splitter = new LineSplitter()
  stdin.setEncoding('utf8')
  try {
    for await (const text of stdin) yield* splitter.push(text)
  } catch (error) {
    if (isHangUp(error, 0)) throw error
    const why = failureText(/** @type {NodeJS.ErrnoException} */ (error))
    throw new UsageError(`cannot read standard input: ${why}`, 'play')
  }
  yield* splitter.end()
}

/** Asks on a terminal. Text typed between questions is kept, without echo, for the next one. */
class TerminalPrompt {
  isTerminal = true
  #output
  #readline
  #signal
  /** @type {string[]} typed between questions */
  #waiting = []
  #closed = false
  /** @type {((answer: string | typeof INTERRUPT | null) => void) | undefined} set while a question is open */
  #answer
  /** @type {(() => void) | undefined} */
  #stop

  /**
   * @param {Io} io
   * @param {AbortSignal} signal
   * @param {(start: string) => string[]} complete
   * @param {() => void} hangUp
   */
  constructor({ stdin, stdout }, signal, complete, hangUp) {
    this.#signal = signal
    this.#output = new Echo(stdout)
    this.#readline = createInterface({
      input: stdin,
      output: this.#output,
      terminal: true,
      completer: (/** @type {string} */ line) => [complete(line), line],
      tabSize: 4,
      removeHistoryDuplicates: true,
    })
    this.#readline
      .on('line', line => this.#take(line))
      .on('SIGINT', () => this.#interrupt())
      .on('SIGCONT', () => this.#readline.resume()) // readline pauses when Ctrl-Z has stopped the process
      .on('error', () => {
        leaveTerminal()
        hangUp()
      })
      .on('close', () => this.#end())
    signal.addEventListener('abort', () => this.#end(), { once: true })
  }

  /**
   * @param {string} question
   * @returns {Promise<string | typeof INTERRUPT | null>}
   */
  async ask(question) {
    const typed = this.#waiting.shift()
    if (typed !== undefined) {
      this.#output.show(`${question}${typed}\n`)
      return typed
    }
    if (this.#closed || this.#signal.aborted) return null
    this.#output.muted = false
    this.#readline.setPrompt(question)
    this.#readline.prompt(true)
    return new Promise(resolve => {
      this.#answer = resolve
    })
  }

  /** @param {() => void} stop */
  busy(stop) {
    this.#stop = stop
    if (this.#closed) stop()
    return () => {
      this.#stop = undefined
    }
  }

  close() {
    this.#readline.close()
  }

  /** @param {string} line */
  #take(line) {
    if (this.#answer) this.#settle(line)
    else this.#waiting.push(line)
  }

  #interrupt() {
    if (this.#answer === undefined) return this.#stop?.()
    this.#output.show('\n')
    if (this.#readline.line === '') return this.#settle(INTERRUPT)
    this.#output.muted = true
    this.#readline.write(null, { ctrl: true, name: 'e' })
    this.#readline.write(null, { ctrl: true, name: 'u' })
    this.#output.muted = false
    this.#readline.prompt()
  }

  #end() {
    this.#closed = true
    if (this.#answer) this.#output.show('\n')
    this.#settle(null)
    this.#stop?.()
  }

  /** @param {string | typeof INTERRUPT | null} answer */
  #settle(answer) {
    this.#output.muted = true
    this.#answer?.(answer)
    this.#answer = undefined
  }
}

/** The terminal for readline, which can be muted. */
class Echo extends Writable {
  isTTY = true
  muted = true
  #terminal

  /** @param {import('node:tty').WriteStream} terminal */
  constructor(terminal) {
    super({ decodeStrings: false })
    this.#terminal = terminal
    const resized = () => this.emit('resize')
    terminal.on('resize', resized)
    this.on('close', () => terminal.off('resize', resized))
  }

  get columns() {
    return this.#terminal.columns
  }

  get rows() {
    return this.#terminal.rows
  }

  /** @param {string} text */
  show(text) {
    this.#terminal.write(text)
  }

  /**
   * @override
   * @param {string} text
   * @param {BufferEncoding} _encoding
   * @param {() => void} done
   */
  _write(text, _encoding, done) {
    if (!this.muted) this.show(text)
    done()
  }
}
