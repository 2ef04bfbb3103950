// SPDX-License-Identifier: Apache-2.0
// The birth, deaths and end of an engine: it shakes hands, is started again where that is wanted, and quits.

import { callContained } from '../core/emitter.js'
import { argumentError, chessError } from '../core/errors.js'
import { alarm, quiet } from '../core/waiting.js'
import { Connection } from './connection.js'
import { OptionTable } from './option-table.js'
import { checkTransport } from './start-options.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('./option-table.js').OptionChange} OptionChange */
/** @typedef {import('./start-options.js').StartSettings} StartSettings */
/** @typedef {import('./text/option.js').UciOption} UciOption */
/** @typedef {import('./text/parse-line.js').UciMessage} UciMessage */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */

/**
 * @typedef {object} LifeEvents
 * @property {(line: string) => void} onLine
 * @property {(message: UciMessage) => void} onMessage of an engine that has shaken hands
 * @property {(connection: Connection) => void} onOpen it takes commands
 * @property {(error: ChessError) => void} onClose it takes none any more; `error` of this is set when that is for good
 * @property {(error: ChessError) => void} onExit once for each death, after onClose
 */

/** Milliseconds before the second start in a row, doubled for each that follows. */
const RESTART_DELAY = 250
const QUIT = 'it was told to quit'
const ABORTED = 'the start was aborted'
/** @type {WeakSet<Transport>} what is or was an engine's */
const taken = new WeakSet()

/**
 * Makes sure that a transport serves one engine.
 * @param {Transport} transport
 * @throws {ChessError} ERR_ARGUMENT when it is or was another engine's
 */
export function claimTransport(transport) {
  if (taken.has(transport)) throw argumentError('this transport has an engine already: make another one')
  taken.add(transport)
}

export class EngineLife {
  /** @type {Readonly<{ name: string, author: string }>} who the engine says it is */
  id = Object.freeze({ name: '', author: '' })
  /** @type {Map<string, UciOption>} for users */
  options = new Map()
  /** What it has, and what it has it set to. */
  table = new OptionTable()
  /** @type {Map<string, OptionChange>} by key: what the user has set, for the next start */
  wanted = new Map()
  /** Was it told of a new game? */
  newGameSent = false
  /** @type {Connection | undefined} undefined while it takes no commands */
  connection
  /** @type {ChessError | undefined} set when it is dead for good */
  error

  #settings
  #events
  /** Restarts since the last search that went well. */
  #restarts = 0
  #cancelRestart = () => {}
  /** @type {Connection | undefined} that is shaking hands */
  #shaking
  /** Did it ever take commands? */
  #hasLived = false
  /** @type {Promise<void> | undefined} */
  #quitting

  /**
   * @param {StartSettings} settings
   * @param {LifeEvents} events
   */
  constructor(settings, events) {
    this.#settings = settings
    this.#events = events
  }

  /**
   * @param {Transport} transport claimed
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
   */
  async start(transport) {
    const { signal } = this.#settings
    if (signal?.aborted) {
      callContained(() => transport.kill(), [])
      throw aborted(signal)
    }
    const { connection, done } = this.#shakeHands(transport)
    const abort = () => connection.die({ message: ABORTED, cause: signal?.reason })
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await done
    } catch (error) {
      throw signal?.aborted ? aborted(signal) : error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** It has done something well: what comes is not a death in a row. */
  prove() {
    this.#restarts = 0
  }

  /** @returns {Promise<void>} when it has ended; it never rejects */
  quit() {
    this.#quitting ??= this.#quit()
    return this.#quitting
  }

  /**
   * @param {Transport} transport
   * @returns {{ connection: Connection, done: Promise<void> }} done when it takes commands
   */
  #shakeHands(transport) {
    const table = new OptionTable()
    const id = { name: '', author: '' }
    const connection = new Connection(transport, {
      onLine: this.#events.onLine,
      onMessage: message => {
        if (connection === this.connection) this.#events.onMessage(message)
        else if (message.kind === 'option') table.declare(message.option)
        else if (message.kind === 'id') id[message.field] = message.value
      },
      onDeath: error => this.#mourn(error),
    })
    const done = this.#greet(connection, table).then(() => {
      // It may have died since it said that it is ready.
      if (connection.error !== undefined) throw connection.error
      this.id = Object.freeze(id)
      this.table = table
      table.publish(this.options)
      this.connection = connection
      this.#shaking = undefined
      this.#hasLived = true
      this.#events.onOpen(connection)
    })
    this.#shaking = connection
    return { connection, done: quiet(done) }
  }

  /**
   * @param {Connection} connection
   * @param {OptionTable} table gets its options
   */
  async #greet(connection, table) {
    const { handshakeTimeout, readyTimeout } = this.#settings
    const uciok = connection.next('uciok', handshakeTimeout)
    connection.open()
    connection.send('uci')
    await uciok
    for (const { name, value } of this.wanted.values())
      if (table.accepts(name, value)) table.send(connection, [table.check(name, value)])
    if (this.newGameSent) connection.send('ucinewgame')
    await connection.ready(readyTimeout)
  }

  /** @param {ChessError} error */
  #mourn(error) {
    const isNews = this.#hasLived && this.error === undefined
    if (!this.#hasLived || this.#restarts >= this.#settings.restarts) this.error ??= error
    this.#close(error)
    if (this.error === undefined) this.#restart()
    if (isNews) this.#events.onExit(error)
  }

  /** Starts the engine again, at once the first time. */
  #restart() {
    const wait = this.#restarts === 0 ? 0 : RESTART_DELAY * 2 ** (this.#restarts - 1)
    this.#restarts++
    this.#cancelRestart = alarm(wait, () => this.#startAgain())
  }

  #startAgain() {
    try {
      const transport = this.#settings.again?.()
      checkTransport(transport)
      claimTransport(transport)
      this.#shakeHands(transport)
    } catch (cause) {
      this.#end(chessError('ERR_UCI_ENGINE_DEAD', 'restart gave no transport', { cause }))
    }
  }

  async #quit() {
    if (this.error !== undefined) return
    const error = chessError('ERR_UCI_ENGINE_DEAD', QUIT)
    const connection = this.connection ?? this.#shaking
    await this.#end(error, () => connection?.quit(error))
  }

  /**
   * It is dead for good.
   * @param {ChessError} error
   * @param {() => Promise<void> | undefined} [leave] what there is to do before it has ended
   */
  async #end(error, leave) {
    this.error = error
    this.#cancelRestart()
    this.#close(error)
    await leave?.()
    this.#events.onExit(error)
  }

  /** @param {ChessError} error */
  #close(error) {
    this.connection = undefined
    this.#shaking = undefined
    this.#events.onClose(error)
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {ChessError}
 */
const aborted = signal => chessError('ERR_UCI_CANCELLED', ABORTED, { cause: signal.reason })
