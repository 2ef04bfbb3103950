// SPDX-License-Identifier: Apache-2.0
// The source of the user's lines: a terminal, with history and completion, or any other stream.

import type { Interface } from 'node:readline'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { LineSplitter } from '../../uci/text/lines.js'
import type { Io } from '../main.js'
import { isHangUp, releaseTerminal } from '../terminal.js'
import { failureText } from '../text.js'
import { UsageError } from '../usage-error.js'

/** Ctrl-C at a prompt. */
export const INTERRUPT = Symbol('interrupt')

export type Prompt = {
  isTerminal: boolean
  /** resolves to the next line; INTERRUPT for Ctrl-C, unless that only cleared the line; null at the end of the input */
  ask: (question: string) => Promise<string | typeof INTERRUPT | null>
  /** until the returned function is called, Ctrl-C and the end of a terminal's input call `stop` */
  busy: (stop: () => void) => () => void
  close: () => void
}

/**
 * @param signal ends the input
 * @param complete returns possible completions of a line
 * @param hangUp called when the terminal has disappeared
 */
export function openPrompt(
  io: Io,
  signal: AbortSignal,
  complete: (start: string) => string[],
  hangUp: () => void,
): Prompt {
  return io.stdin.isTTY && io.stdout.isTTY
    ? new TerminalPrompt(io, signal, complete, hangUp)
    : new PipedLines(io.stdin, signal)
}

/** Lines of a file or pipe; prints nothing. */
class PipedLines {
  isTerminal = false
  #stdin
  #signal: AbortSignal
  #lines: AsyncGenerator<string, void, unknown>

  constructor(stdin: Io['stdin'], signal: AbortSignal) {
    this.#stdin = stdin
    this.#signal = signal
    this.#lines = linesOf(stdin)
  }

  ask(): Promise<string | null> {
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

/** @throws {UsageError} if it cannot be read; the error itself if its terminal has disappeared */
async function* linesOf(stdin: Io['stdin']) {
  const splitter = new LineSplitter()
  stdin.setEncoding('utf8')
  try {
    for await (const text of stdin) yield* splitter.push(text)
  } catch (error) {
    if (isHangUp(error, 0)) throw error
    const why = failureText(error)
    throw new UsageError(`cannot read standard input: ${why}`, 'play')
  }
  yield* splitter.end()
}

/** Prompts on a terminal. Text typed between prompts is kept, without echo, for the next one. */
class TerminalPrompt {
  isTerminal = true
  #output: Echo
  #readline: Interface
  #signal: AbortSignal
  /** lines typed between prompts */
  #waiting: string[] = []
  #closed = false
  /** set while a prompt waits */
  #answer: ((answer: string | typeof INTERRUPT | null) => void) | undefined
  #stop: (() => void) | undefined

  constructor(
    { stdin, stdout }: Io,
    signal: AbortSignal,
    complete: (start: string) => string[],
    hangUp: () => void,
  ) {
    this.#signal = signal
    this.#output = new Echo(stdout)
    this.#readline = createInterface({
      input: stdin,
      output: this.#output,
      terminal: true,
      completer: (line: string) => [complete(line), line],
      tabSize: 4,
      removeHistoryDuplicates: true,
    })
    this.#readline
      .on('line', line => this.#take(line))
      .on('SIGINT', () => this.#interrupt())
      .on('SIGCONT', () => this.#readline.resume()) // readline pauses when Ctrl-Z has stopped the process
      .on('error', () => {
        releaseTerminal()
        hangUp()
      })
      .on('close', () => this.#end())
    signal.addEventListener('abort', () => this.#end(), { once: true })
  }

  async ask(question: string): Promise<string | typeof INTERRUPT | null> {
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

  busy(stop: () => void) {
    this.#stop = stop
    if (this.#closed) stop()
    return () => {
      this.#stop = undefined
    }
  }

  close() {
    this.#readline.close()
  }

  #take(line: string) {
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

  #settle(answer: string | typeof INTERRUPT | null) {
    this.#output.muted = true
    this.#answer?.(answer)
    this.#answer = undefined
  }
}

/** The terminal for readline, which can be muted. */
class Echo extends Writable {
  isTTY = true
  muted = true
  #terminal: WriteStream

  constructor(terminal: WriteStream) {
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

  show(text: string) {
    this.#terminal.write(text)
  }

  override _write(text: string, _encoding: BufferEncoding, done: () => void) {
    if (!this.muted) this.show(text)
    done()
  }
}
