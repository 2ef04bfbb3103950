// SPDX-License-Identifier: Apache-2.0
// One process of an engine: lines out, messages in, waits with deadlines, and one error for all of them when it dies.

import { callQuietly } from '../../core/callbacks.js'
import type { ChessError } from '../../core/errors.js'
import { alarm, deadline, inputAlarm, isThenable, silenceAlarm } from '../../core/waiting.js'
import { uciError } from '../errors.js'
import type { WordCursor } from '../text/lines.js'
import type { BestMoveMessage, UciMessage } from '../text/parse-line.js'
import { infoWords, parseLine } from '../text/parse-line.js'
import type { CloseReason, Transport } from '../transports/line-transport.js'
import { Readiness } from './readiness.js'

type ConnectionEvents = {
  /** any message but an info */
  onMessage: (message: UciMessage) => void
  /** what follows `info` */
  onInfo: (words: WordCursor) => void
  /** every line, after its message: listeners see what the line has changed */
  onLine: (line: string) => void
  /** ERR_UCI_ENGINE_DEAD, once */
  onDeath: (error: ChessError) => void
  /** adds known facts to the reason of its death */
  explain: (reason: string, signal: string | null | undefined) => string
}

type Waiter = { resolve: (message: UciMessage) => void; reject: (error: ChessError) => void }

/** Milliseconds that a transport may take to close. */
const CLOSE_TIMEOUT = 3000
/** An engine that keeps sending lines gets this many times the milliseconds of a silent one before `uciok`. */
const MOST_PATIENCE = 10
/** Milliseconds for a program without `uciok` to write the rest of its buffer, as `quit` makes it do. */
const LAST_WORDS = 300
/** The errors of engines that lived, and said nothing. */
const silences: WeakSet<ChessError> = new WeakSet()
/** @returns whether the engine was ended because an expected line did not come */
export const isSilence = (error: ChessError): boolean => silences.has(error)

/** Stockfish prints this before it throws. */
const CRITICAL = /^info string CRITICAL ERROR/

export class EngineConnection {
  /** those of the library know when their last text arrived, as performance.now() counts */
  #transport: Transport & { heard?: number }
  #events: ConnectionEvents
  /** in order of arrival */
  #waiters: Map<UciMessage['kind'], Waiter[]> = new Map()
  #error: ChessError | undefined
  /** Has it answered all that was sent, by `readyok` or `bestmove`? */
  #isReady = false
  /** When the last line arrived. */
  #heard = 0
  /** of a death that only waits for the program's last words */
  #verdict: CloseReason | undefined
  #cancelVerdict = () => {}
  #readiness = new Readiness({
    send: () => this.send('isready'),
    heard: () => this.#heard,
    overdue: milliseconds => this.dieWithout('readyok', milliseconds),
  })

  /** Reports its end, and nothing else until greet(). */
  constructor(transport: Transport, events: ConnectionEvents) {
    this.#transport = transport
    this.#events = events
    transport.onClose = reason => this.die(reasonOf(reason))
  }

  /** @returns the reason for its end; undefined while it lives */
  get error(): ChessError | undefined {
    return this.#error
  }

  /** @returns when the last line arrived, as performance.now() counts; 0 before */
  get heard(): number {
    return this.#heard
  }

  /** @returns whether the engine has processed everything sent before */
  get isReady(): boolean {
    return this.#isReady
  }

  /** @throws {ChessError} ERR_UCI_LINE, ERR_ARGUMENT; any other failure of the transport counts as death */
  send(line: string) {
    if (this.#error !== undefined) return
    this.#isReady = false
    const fail = (cause: unknown) => this.die({ message: 'the transport could not send', cause })
    try {
      const sent: unknown = this.#transport.send(line)
      if (isThenable(sent)) Promise.resolve(sent).catch(fail)
    } catch (cause) {
      const { code }: Partial<ChessError> = cause ?? {}
      if (code === 'ERR_UCI_LINE' || code === 'ERR_ARGUMENT') throw cause
      fail(cause)
    }
  }

  /**
   * Sends a line that starts a search, which `bestmove` ends.
   * @param isEndless whether the engine searches until `stop`
   * @throws {ChessError} as send()
   */
  go(line: string, isEndless: boolean) {
    this.#readiness.searchBegins(isEndless)
    this.send(line)
  }

  /**
   * Starts to listen, also to lines that the transport has kept, and sends `uci`. The time counts anew from each line,
   * up to a limit.
   * @param milliseconds after which the engine counts as dead
   * @returns when `uciok` has arrived
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  async greet(milliseconds: number): Promise<void> {
    const late = (time: number) => () => this.#dieAfterOutput(missing('uciok', time))
    const most = MOST_PATIENCE * milliseconds
    const cancelLast = inputAlarm(most, late(most))
    const cancel = silenceAlarm(milliseconds, () => this.#heard, late(milliseconds))
    try {
      const answer = this.next('uciok')
      if (this.#error === undefined) this.#transport.onLine = line => this.#receive(line)
      this.send('uci')
      await answer
    } finally {
      cancel()
      cancelLast()
    }
  }

  /**
   * @param milliseconds after which the engine counts as dead; default Infinity
   * @returns the next message of that kind; every message goes to one waiter
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  next(kind: 'bestmove', milliseconds?: number): Promise<BestMoveMessage>
  next(kind: 'uciok', milliseconds?: number): Promise<UciMessage>
  next(kind: 'uciok' | 'bestmove', milliseconds: number = Number.POSITIVE_INFINITY): Promise<UciMessage> {
    if (this.#error !== undefined) return Promise.reject(this.#error)
    const cancel = inputAlarm(milliseconds, () => this.dieWithout(kind, milliseconds))
    return new Promise((resolve, reject) => {
      const waiters = this.#waiters.get(kind) ?? []
      this.#waiters.set(kind, waiters)
      waiters.push({
        resolve: message => {
          cancel()
          resolve(message)
        },
        reject: error => {
          cancel()
          reject(error)
        },
      })
    })
  }

  /**
   * Sends `isready`, after a search where the engine answers only then.
   * @param milliseconds after which the engine counts as dead; during a search only if it is silent so long
   * @returns when the engine has processed everything sent before
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  ready(milliseconds: number): Promise<void> {
    return this.#error === undefined ? this.#readiness.ask(milliseconds) : Promise.reject(this.#error)
  }

  /**
   * Sends `isready` for a user, who waits for the answer's line.
   * @param milliseconds as of ready()
   */
  userReady(line: string, milliseconds: number) {
    this.#readiness.askedByUser(milliseconds)
    this.send(line)
  }

  /** Ends the engine by force; everything that waits rejects. */
  die(reason: CloseReason, isSilent = false) {
    if (this.#error !== undefined) return
    const { message, exitCode, signal, cause } = this.#verdict ?? reason
    const explained = this.#events.explain(message, signal)
    const error = uciError('ERR_UCI_ENGINE_DEAD', explained, { exitCode, signal, cause })
    if (isSilent) silences.add(error)
    this.#fail(error)
    callQuietly(() => this.#transport.kill())
    this.#events.onDeath(error)
  }

  /** Ends the engine by force: this word did not come in time. */
  dieWithout(word: string, milliseconds: number) {
    this.die({ message: `no '${word}' within ${milliseconds} ms` }, true)
  }

  /**
   * Ends the engine with `quit`, and by force if that takes too long. Everything that waits rejects at once.
   * @param error with which waits reject
   * @returns when it has ended; it never rejects
   */
  async quit(error: ChessError): Promise<void> {
    if (this.#error !== undefined) return
    this.#fail(error)
    callQuietly(() => this.#transport.send('quit'))
    const closing = Promise.resolve().then(() => this.#transport.close())
    await deadline(closing, CLOSE_TIMEOUT)
    callQuietly(() => this.#transport.kill())
  }

  #dieAfterOutput(reason: CloseReason) {
    if (this.#verdict !== undefined) return
    this.#verdict = reason
    this.#cancelVerdict = alarm(LAST_WORDS, () => this.die(reason))
    callQuietly(() => this.#transport.send('quit'))
  }

  #fail(error: ChessError) {
    this.#error = error
    this.#cancelVerdict()
    this.#transport.onLine = () => {}
    for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(error)
    this.#waiters.clear()
    this.#readiness.end(error)
  }

  /** @param text a line; foreign transports may leave its '\r', or deliver several at once */
  #receive(text: unknown) {
    if (typeof text !== 'string') return
    if (!text.includes('\n')) this.#receiveLine(text.trimEnd())
    else for (const line of text.split('\n')) this.#receiveLine(line.trimEnd())
  }

  #receiveLine(line: string) {
    if (this.#error !== undefined) return
    this.#heard = this.#transport.heard ?? performance.now()
    const isFatal = CRITICAL.test(line)
    if (!isFatal && this.#verdict === undefined) this.#read(line)
    this.#events.onLine(line)
    if (isFatal) this.die({ message: line.slice('info string '.length) })
  }

  #read(line: string) {
    const words = infoWords(line)
    if (words === undefined) this.#take(parseLine(line))
    else this.#events.onInfo(words)
  }

  #take(message: UciMessage) {
    if (message.kind === 'readyok') this.#readiness.answer()
    if (message.kind === 'bestmove') this.#readiness.searchEnds()
    if (message.kind === 'readyok' || message.kind === 'bestmove') this.#isReady = true
    this.#waiters.get(message.kind)?.shift()?.resolve(message)
    this.#events.onMessage(message)
  }
}

const missing = (word: string, milliseconds: number): CloseReason => ({
  message: `no '${word}' within ${milliseconds} ms`,
})

/** @param reason of any transport, also a foreign one */
function reasonOf(reason: unknown): CloseReason {
  if (reason instanceof Error) return { message: reason.message, cause: reason }
  if (typeof reason === 'object' && reason !== null) {
    const { message, exitCode, signal, cause }: Partial<CloseReason> = reason
    return { message: message ?? 'the transport was closed', exitCode, signal, cause }
  }
  return { message: typeof reason === 'string' && reason !== '' ? reason : 'the transport was closed' }
}
