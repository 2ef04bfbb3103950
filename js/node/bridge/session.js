// SPDX-License-Identifier: Apache-2.0
// One client and its engine. The engine sees one command at a time that it can take: some engines deadlock on
// anything but `stop` during a search. It is ended when it does not do what it should in time.

import { alarm, inputAlarm } from '../../core/waiting.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import { ENGINE_FAILED, NORMAL, POLICY } from './client.js'
import { refusalLine } from './refusal.js'

/** @typedef {import('../../uci/transports/line-transport.js').CloseReason} CloseReason */
/** @typedef {import('../../uci/transports/line-transport.js').Transport} Transport */
/** @typedef {import('./command-filter.js').Command} Command */
/** @typedef {import('./command-filter.js').CommandFilter} CommandFilter */
/** @typedef {import('./serve-options.js').BridgeLimits} BridgeLimits */
/** @typedef {import('./start-queue.js').StartQueue} StartQueue */

/**
 * @typedef {object} SessionClient
 * @property {(line: string) => void} send
 * @property {(code: number, reason: string) => void} close
 * @property {() => void} touch
 */

/**
 * @typedef {object} SessionSettings
 * @property {SessionClient} client
 * @property {CommandFilter} filter
 * @property {BridgeLimits} limits
 * @property {StartQueue} starts
 * @property {() => Transport} startEngine
 * @property {(event: string, details?: object) => void} log
 */

/**
 * `go` was sent and no `bestmove` has come yet.
 * @typedef {object} Search
 * @property {boolean} ponder
 * @property {boolean} stopping `stop` was sent, too
 * @property {() => void} cancel the alarm that runs
 */

/** An engine that starts slowly does not keep the others waiting for longer, in milliseconds. */
const LONGEST_TURN = 5000
/** Messages that wait for the engine. */
const MOST_WAITING = 64
const MOST_WAITING_LENGTH = 1 << 18
/** What is written to an engine that says nothing, in UTF-16 units. */
const MOST_UNANSWERED = 1 << 20
const DURING_SEARCH = new Set(['stop', 'ponderhit', 'isready', 'quit'])

export class Session {
  #settings
  #client
  #filter
  #limits
  /** @type {Transport | undefined} */
  #engine
  /** @type {'waiting' | 'starting' | 'ready' | 'ended'} */
  #state = 'waiting'
  #leaveQueue
  #cancelStart = () => {}
  /** @type {string[]} commands that take defaults of the engine below the ceilings */
  #lowerings = []
  /** @type {string[]} messages, in order */
  #waiting = []
  #waitingLength = 0
  /** @type {Search | undefined} */
  #search
  #unanswered = 0
  /** @type {Promise<void> | undefined} */
  #ending

  /** @param {SessionSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#client = settings.client
    this.#filter = settings.filter
    this.#limits = settings.limits
    this.#leaveQueue = settings.starts.enter(() => this.#start())
  }

  /** Whether a search runs or the engine has still to start. */
  get isBusy() {
    return this.#search !== undefined || this.#state !== 'ready'
  }

  /** @param {string} message of the client */
  receive(message) {
    if (this.#state === 'ended') return
    if (this.#state === 'ready' && this.#waiting.length === 0 && !this.#mustWait(message))
      return this.#handle(message)
    this.#waiting.push(message)
    this.#waitingLength += message.length
    if (this.#waiting.length > MOST_WAITING || this.#waitingLength > MOST_WAITING_LENGTH)
      this.#client.close(POLICY, 'too many commands wait for the engine')
  }

  /**
   * Ends the engine, gently if it lets itself.
   * @returns {Promise<void>} when it is dead; it never rejects
   */
  end() {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end() {
    this.#state = 'ended'
    this.#leaveQueue()
    this.#cancelStart()
    this.#endSearch()
    this.#waiting = []
    this.#filter.free()
    await this.#engine?.close()
  }

  #start() {
    const { startEngine } = this.#settings
    this.#state = 'starting'
    const cancelTurn = alarm(LONGEST_TURN, this.#leaveQueue)
    const cancelStart = inputAlarm(this.#limits.startTimeout, () =>
      this.#fail('the engine did not start in time'),
    )
    this.#cancelStart = () => {
      cancelTurn()
      cancelStart()
    }
    const engine = startEngine()
    this.#engine = engine
    engine.onLine = line => this.#hear(line)
    engine.onClose = reason => this.#died(reason)
    this.#tell('uci')
  }

  /** @param {string} line of the engine */
  #hear(line) {
    this.#unanswered = 0
    const [word] = /\S+/.exec(line) ?? ['']
    if (this.#state === 'starting') this.#hearStart(word, line)
    else if (word === 'option') this.#answer(this.#filter.declare(line).line)
    else {
      this.#answer(line)
      if (word === 'bestmove') this.#hearBestMove()
    }
  }

  /**
   * The bridge's own `uci` tells which options there are; the client asks again.
   * @param {string} word
   * @param {string} line
   */
  #hearStart(word, line) {
    if (word === 'option') {
      const { lowering } = this.#filter.declare(line)
      if (lowering !== null) this.#lowerings.push(lowering)
    }
    if (word !== 'uciok') return
    this.#state = 'ready'
    this.#cancelStart()
    this.#leaveQueue()
    for (const lowering of this.#lowerings) this.#tell(lowering)
    this.#settings.log('ready')
    this.#advance()
  }

  #hearBestMove() {
    if (this.#search === undefined) return
    this.#endSearch()
    this.#client.touch()
    this.#advance()
  }

  /** Handles what waits, up to the next search. */
  #advance() {
    while (this.#waiting.length > 0 && this.#state === 'ready' && !this.#mustWait(this.#waiting[0])) {
      const message = /** @type {string} */ (this.#waiting.shift())
      this.#waitingLength -= message.length
      this.#handle(message)
    }
  }

  /**
   * A client that has said `stop` need not wait for `bestmove` before it goes on.
   * @param {string} message
   */
  #mustWait(message) {
    const name = this.#search?.stopping ? this.#filter.nameOf(message) : undefined
    return name !== undefined && !DURING_SEARCH.has(name)
  }

  /** @param {string} message */
  #handle(message) {
    const name = this.#search && this.#filter.nameOf(message)
    if (name !== undefined && !DURING_SEARCH.has(name)) {
      if (name === 'position') this.#filter.losePosition()
      return this.#refuse(message, `'${name}' has to wait for 'bestmove': a search is running`, 'BUSY')
    }
    const command = this.#filter.read(message)
    if ('refused' in command) return this.#refuse(message, command.refused, command.code)
    this.#do(command)
  }

  /** @param {Command} command */
  #do({ name, line, ponder }) {
    switch (name) {
      case 'quit':
        return this.#client.close(NORMAL, 'quit')
      case 'stop':
        // One that comes after `bestmove` was on its way.
        return this.#search === undefined ? undefined : this.#stop()
      case 'ponderhit':
        if (!this.#search?.ponder) return this.#refuse(line, "no 'go ponder' is running", 'NOT_PONDERING')
        this.#search.ponder = false
        break
      case 'go':
        this.#search = { ponder, stopping: false, cancel: alarm(this.#limits.movetime, () => this.#stop()) }
        break
    }
    this.#tell(line)
  }

  #stop() {
    const search = /** @type {Search} */ (this.#search)
    if (search.stopping) return
    search.stopping = true
    search.cancel()
    search.cancel = inputAlarm(this.#limits.stopTimeout, () => this.#fail("the engine ignored 'stop'"))
    this.#tell('stop')
  }

  #endSearch() {
    this.#search?.cancel()
    this.#search = undefined
  }

  /** @param {string} line for the engine */
  #tell(line) {
    this.#unanswered += line.length
    if (this.#unanswered > MOST_UNANSWERED) {
      this.#client.close(POLICY, "too much was sent without an answer of the engine: ask 'isready'")
      return
    }
    this.#engine?.send(line)
  }

  /** @param {string | null} line for the client */
  #answer(line) {
    if (line !== null) this.#client.send(line)
  }

  /**
   * @param {string} message
   * @param {string} reason for the client, which may quote the message
   * @param {string} code for the log, where the message has no place
   */
  #refuse(message, reason, code) {
    const name = this.#filter.nameOf(message)
    this.#settings.log('refused', { command: name ?? 'unknown', reason: code })
    this.#client.send(refusalLine(reason))
    // Nobody waits for ever for the end of a search that did not begin.
    if (name === 'go' && this.#search === undefined) this.#client.send('bestmove (none)')
  }

  /** @param {string} reason */
  #fail(reason) {
    if (this.#state === 'ended') return
    this.#settings.log('engine-failed', { reason })
    this.#client.close(ENGINE_FAILED, reason)
    this.end()
  }

  /** @param {CloseReason} reason */
  #died({ message, exitCode, signal }) {
    if (this.#state === 'ended') return
    this.#settings.log('engine-died', { reason: message })
    // The message may hold paths, and what the engine wrote to stderr.
    const how =
      exitCode != null || signal != null
        ? endText({ exitCode: exitCode ?? null, signal: signal ?? null })
        : this.#state === 'starting'
          ? 'could not be started'
          : 'closed its output'
    this.#client.close(ENGINE_FAILED, `the engine ${how}`)
    this.end()
  }
}
