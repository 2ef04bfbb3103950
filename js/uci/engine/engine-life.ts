// SPDX-License-Identifier: Apache-2.0
// The life of an engine: its start, with options checked, its deaths and restarts, and its end.

import { isA } from '../../core/brand.js'
import type { ChessError } from '../../core/errors.js'
import { argumentError } from '../../core/errors.js'
import { checkOptions, keysOf } from '../../core/options.js'
import { alarm, inputAlarm, onAbort, quiet } from '../../core/waiting.js'
import { uciError } from '../errors.js'
import type { WordCursor } from '../text/lines.js'
import type { UciOption } from '../text/options.js'
import type { UciMessage } from '../text/parse-line.js'
import type { Transport } from '../transports/line-transport.js'
import { EngineConnection } from './connection.js'
import { killTransport } from './kill-transport.js'
import type { OptionChange } from './option-table.js'
import { OptionTable } from './option-table.js'
import type { Restart, RestartOptions, RestartSettings } from './restart-plan.js'
import { RestartPlan, readRestart } from './restart-plan.js'

/** How Engine.start() starts an engine. */
export type StartOptions = {
  /**
   * Milliseconds from 'uci' to 'uciok', loading included; they count anew from each line, but 'uciok' comes within ten
   * times as long. Default 30,000.
   */
  handshakeTimeout?: number | undefined
  /** Milliseconds from 'isready' to 'readyok'; default 30,000. */
  readyTimeout?: number | undefined
  /** Milliseconds that an engine may take to stop, after its time is over or after `stop`; default 5,000. */
  stopTimeout?: number | undefined
  /**
   * Milliseconds without a line after which a search that only depth, nodes or mate limit is stopped; default 30,000,
   * or ten times the stopTimeout if that is less.
   */
  silenceTimeout?: number | undefined
  /** Milliseconds after which such a search is stopped in any case; default 3,600,000. */
  searchTimeout?: number | undefined
  /**
   * True: a dead engine is started again after 250 ms, and each time in a row after twice as long, at most 10 s, until
   * a minute has passed without an engine. A number: at most this many times in a row. A function makes the transports.
   * Default false.
   */
  restart?: boolean | number | (() => Transport) | RestartOptions | undefined
  /** Aborts the start. */
  signal?: AbortSignal | undefined
  /** Called with every line of the engine, from the first one on. */
  onLine?: ((line: string) => void) | undefined
}

export type StartSettings = {
  handshakeTimeout: number
  readyTimeout: number
  stopTimeout: number
  silenceTimeout: number
  searchTimeout: number
  restart: RestartSettings
  signal: AbortSignal | undefined
  onLine: ((line: string) => void) | undefined
}

const TIMES = {
  handshakeTimeout: 30_000,
  readyTimeout: 30_000,
  stopTimeout: 5_000,
  silenceTimeout: 30_000,
  searchTimeout: 3_600_000,
}
const NAMES = [...Object.keys(TIMES), 'restart', 'signal', 'onLine']

/** @throws {ChessError} ERR_ARGUMENT */
export function checkTransport(transport: unknown): asserts transport is Transport {
  const { send, close, kill }: Partial<Record<keyof Transport, unknown>> = transport ?? {}
  if (typeof send !== 'function' || typeof close !== 'function' || typeof kill !== 'function')
    throw argumentError(
      'An engine needs a transport (workerTransport(url), processTransport(path) of binbo/node, or any object with send(line), close() and kill())',
      transport,
    )
  if (!Object.isFrozen(transport)) return
  killTransport(transport)
  throw argumentError('onLine and onClose of a transport can be set')
}

/**
 * @param transport the first one
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readStartOptions(transport: Transport, options: unknown): StartSettings {
  const given: StartOptions = checkOptions(options, NAMES)
  const { signal, onLine, restart } = given
  if (signal !== undefined && !isA(signal, 'AbortSignal'))
    throw argumentError('signal is an AbortSignal', signal)
  if (onLine !== undefined && typeof onLine !== 'function')
    throw argumentError('onLine is a function', onLine)
  return {
    ...readTimes(given),
    restart: readRestart(transport, restart),
    signal,
    onLine,
  }
}

function readTimes(given: StartOptions) {
  const times = { ...TIMES }
  for (const name of keysOf(TIMES)) {
    const value = given[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value > 0))
      throw argumentError(`${name} is a number of milliseconds above 0, or Infinity`, value)
    times[name] = value
  }
  if (given.silenceTimeout === undefined)
    times.silenceTimeout = Math.min(times.silenceTimeout, 10 * times.stopTimeout)
  return times
}

type LifeEvents = {
  onLine: (line: string) => void
  /** after the handshake */
  onMessage: (message: UciMessage) => void
  /** after the handshake: what follows `info` */
  onInfo: (words: WordCursor) => void
  /** it accepts commands */
  onOpen: (connection: EngineConnection) => void
  /** it is going to be started again */
  onRestart: (restart: Restart) => void
  /** it accepts no more commands; the life's `error` is set when that is permanent */
  onClose: (error: ChessError) => void
  /** once for each death, after onClose */
  onExit: (error: ChessError) => void
}

const QUIT = 'quit() was called'
const ABORTED = 'the start was aborted'
/** How many of the first and of the last lines of a program without `uciok` an error quotes. */
const FIRST = 2
const LAST = 2
/** How much of each line, in UTF-16 units. */
const SHOWN = 60
/** Lines that only UCI engines write. */
const UCI = /^\s*(?:id|option|info|uciok|readyok|copyprotection|registration)(?:\s|$)/
/** Reasons that say why a program does not run, whatever it speaks. */
const CAUSE = /^the worker failed|^the worker says nothing: |could not be started/
/** How xboard engines refuse the command `uci`, a line that has both: 'Error (unknown command): uci', 'Illegal move: uci'. */
const REFUSAL = [/\b(?:error|illegal|invalid|unknown)\b/i, /:\s*uci\s*$/i]
/** Characters that do not print, or change how others print. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** transports that an engine has or had */
const taken: WeakSet<Transport> = new WeakSet()

/**
 * Ensures that a transport serves one engine only.
 * @throws {ChessError} ERR_ARGUMENT when another engine has or had it
 */
export function claimTransport(transport: Transport) {
  if (taken.has(transport)) throw argumentError('This transport already has an engine: create another one')
  taken.add(transport)
}

export class EngineLife {
  /** from the engine's `id` lines */
  id: Readonly<{ name: string; author: string }> = Object.freeze({ name: '', author: '' })
  /** for users */
  options: Map<string, UciOption> = new Map()
  /** Its options, and their current values. */
  table = new OptionTable()
  /** by key: what the user has set, sent again after a restart */
  wanted: Map<string, OptionChange> = new Map()
  /** Was `ucinewgame` sent? */
  newGameSent = false
  /** undefined while it accepts no commands */
  connection: EngineConnection | undefined
  /** set when it is permanently dead */
  error: ChessError | undefined

  #settings: StartSettings
  #events: LifeEvents
  #plan: RestartPlan
  #cancelRestart = () => {}
  /** during the handshake */
  #inHandshake: EngineConnection | undefined
  /** Did it ever accept commands? */
  #hasLived = false
  #quitting: Promise<void> | undefined

  constructor(settings: StartSettings, events: LifeEvents) {
    this.#settings = settings
    this.#events = events
    this.#plan = new RestartPlan(settings.restart)
  }

  /**
   * @param transport claimed
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
   */
  async start(transport: Transport) {
    const { signal } = this.#settings
    if (signal?.aborted) {
      killTransport(transport)
      throw aborted(signal)
    }
    const { connection, done } = this.#handshake(transport)
    const abort = () => connection.die({ message: ABORTED, cause: signal?.reason })
    const unlisten = signal === undefined ? () => {} : onAbort(signal, abort)
    try {
      await done
    } catch (error) {
      throw signal?.aborted ? aborted(signal) : error
    } finally {
      unlisten()
    }
  }

  /** To be called when a search succeeded: restarts count from zero again. */
  resetRestarts() {
    this.#plan.reset()
  }

  /** @returns when it has ended; it never rejects */
  quit(): Promise<void> {
    this.#quitting ??= this.#quit()
    return this.#quitting
  }

  /** @returns done when it accepts commands */
  #handshake(transport: Transport): { connection: EngineConnection; done: Promise<void> } {
    const table = new OptionTable()
    const id = { name: '', author: '' }
    const words = new FirstWords()
    let isGreeted = false
    let isRegistered = false
    const connection = new EngineConnection(transport, {
      onMessage: message => {
        if (message.kind === 'registration' && message.value === 'error' && !isRegistered) {
          isRegistered = true // once: some engines answer with the same error
          connection.send('register later')
        }
        // Also after 'uciok': Fairy-Stockfish and others name their variants anew when a file of them is loaded.
        if (message.kind === 'option') table.declare(message.option)
        else if (connection === this.connection) this.#events.onMessage(message)
        else if (message.kind === 'uciok') isGreeted = true
        else if (message.kind === 'id') id[message.field] = message.value
      },
      onInfo: words => {
        if (connection === this.connection) this.#events.onInfo(words)
      },
      onLine: line => {
        const isRefused = !isGreeted && words.hear(line)
        this.#events.onLine(line)
        if (isRefused) connection.die({ message: "no 'uciok'" })
      },
      onDeath: error => this.#onDeath(error),
      explain: (reason, signal) =>
        isGreeted || !(words.isForeign || reason.startsWith("no 'uciok'"))
          ? reason
          : `${reason}${words.after(signal ? undefined : reason)}`,
    })
    const done = this.#greet(connection, table).then(() => {
      // It may have died after `readyok`.
      if (connection.error !== undefined) throw connection.error
      this.id = Object.freeze(id)
      this.table = table
      table.publish(this.options)
      this.connection = connection
      this.#inHandshake = undefined
      this.#hasLived = true
      this.#plan.started(performance.now())
      this.#events.onOpen(connection)
    })
    this.#inHandshake = connection
    return { connection, done: quiet(done) }
  }

  /** @param table filled with its options */
  async #greet(connection: EngineConnection, table: OptionTable) {
    const { handshakeTimeout, readyTimeout } = this.#settings
    await connection.greet(handshakeTimeout)
    for (const { name, value } of this.wanted.values())
      if (table.accepts(name, value)) table.send(connection, [table.check(name, value)])
    if (this.newGameSent) connection.send('ucinewgame')
    await connection.ready(readyTimeout)
  }

  #onDeath(error: ChessError) {
    const isNew = this.#hasLived && this.error === undefined
    const restart = isNew ? this.#plan.next(performance.now()) : undefined
    const wasOpen = this.connection !== undefined
    this.#inHandshake = undefined
    if (restart === undefined) this.error ??= error
    // Requests between two restarts wait for the next one.
    if (wasOpen || this.error !== undefined) this.#close(error)
    if (restart !== undefined) this.#cancelRestart = alarm(restart.delay, () => this.#startAgain())
    if (isNew) this.#events.onExit(error)
    if (restart !== undefined && this.error === undefined) this.#events.onRestart(restart)
  }

  #startAgain() {
    try {
      const transport = this.#settings.restart.again?.()
      checkTransport(transport)
      claimTransport(transport)
      this.#watchRestart(this.#handshake(transport))
    } catch (cause) {
      this.#end(uciError('ERR_UCI_ENGINE_DEAD', 'restart gave no transport', { cause }))
    }
  }

  /** Ends the handshake when the time for restarts is over. */
  #watchRestart({ connection, done }: { connection: EngineConnection; done: Promise<void> }) {
    const { within } = this.#settings.restart
    const cancel = inputAlarm(this.#plan.left(performance.now()), () =>
      connection.die({ message: `it was not back within ${within} ms` }),
    )
    done.then(cancel, cancel)
  }

  async #quit() {
    if (this.error !== undefined) return
    const error = uciError('ERR_UCI_ENGINE_DEAD', QUIT)
    const connection = this.connection ?? this.#inHandshake
    await this.#end(error, () => connection?.quit(error))
  }

  /**
   * Permanently dead.
   * @param leave awaited before onExit
   */
  async #end(error: ChessError, leave?: () => Promise<void> | undefined) {
    this.error = error
    this.#cancelRestart()
    this.#close(error)
    await leave?.()
    this.#events.onExit(error)
  }

  #close(error: ChessError) {
    this.connection = undefined
    this.#inHandshake = undefined
    this.#events.onClose(error)
  }
}

const aborted = (signal: AbortSignal): ChessError =>
  uciError('ERR_UCI_CANCELLED', ABORTED, { cause: signal.reason })

/** The first and last lines of a program before `uciok`, quoted if `uciok` never arrives: it may not be a UCI engine. */
class FirstWords {
  #first: string[] = []
  #last: string[] = []
  #hasMore = false
  #isUci = false

  /** @returns whether it is an xboard engine's refusal of `uci` */
  hear(line: string): boolean {
    const text = line.replace(UNPRINTABLE, ' ').trim()
    if (UCI.test(line)) this.#isUci = true
    else if (text !== '') this.#keep(text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text)
    return REFUSAL.every(part => part.test(line))
  }

  /** @returns whether it wrote anything that is not UCI */
  get isForeign(): boolean {
    return this.#first.length > 0
  }

  /**
   * @param reason undefined if a signal ended the program
   * @returns text for users, to follow the reason why the engine did not start; a guess only where the reason is no cause
   */
  after(reason: string | undefined): string {
    const middle = this.#hasMore ? ['…'] : []
    const quoted = [...this.#first.map(quote), ...middle, ...this.#last.map(quote)].join(', ')
    const said = quoted === '' ? 'nothing' : quoted
    if (this.#isUci || reason === undefined || CAUSE.test(reason))
      return quoted === '' ? '' : `; it said ${quoted}`
    return (
      `; it said ${said}: an xboard engine? Only UCI is spoken here, so it needs a UCI mode, such as gnuchess --uci` +
      ' (the adapter polyglot of Debian runs UCI engines only)'
    )
  }

  #keep(text: string) {
    if (this.#first.length < FIRST) {
      this.#first.push(text)
      return
    }
    this.#last.push(text)
    if (this.#last.length <= LAST) return
    this.#last.shift()
    this.#hasMore = true
  }
}

const quote = (text: string) => `'${text}'`
