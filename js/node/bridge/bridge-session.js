// SPDX-License-Identifier: Apache-2.0
// One client and its engine. The engine gets one command at a time, and only ones that it can process: some engines
// deadlock on anything but `stop` during a search. It is killed when it does not react in time.

import { alarm, inputAlarm } from '../../core/waiting.js'
import { INTERNAL_ERROR, NORMAL, POLICY } from '../../net/client.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import { refusalLine } from './client-message.js'

/** @import { Command, CommandFilter } from './command-filter.js' */
/** @import { BridgeLimits } from './serve-options.js' */
/** @import { StartQueue } from './start-queue.js' */
/** @import { CloseReason, Transport } from '../../uci/transports/line-transport.js' */

/**
 * @typedef {object} SessionClient
 * @property {(line: string) => void} send
 * @property {(code: number, reason: string) => void} close
 * @property {() => void} touch
 * @property {(work: () => void) => void} run does work that is billed
 * @property {() => void} hold takes no messages until release()
 * @property {() => void} release
 */

/**
 * @typedef {object} SessionSettings
 * @property {SessionClient} client
 * @property {CommandFilter} filter
 * @property {BridgeLimits} limits
 * @property {StartQueue} starts
 * @property {() => Transport} startEngine
 * @property {(event: string, details?: object) => void} log
 * @property {(details: object) => void} logRefusal
 */

/**
 * The state from `go` until `bestmove`.
 * @typedef {object} RunningSearch
 * @property {boolean} ponder
 * @property {boolean} stopping whether `stop` was sent
 * @property {() => void} cancel cancels the current alarm
 */

/** Between two lines for a client that waits for its engine, in milliseconds. */
const NEWS_INTERVAL = 5000
/** A client's next message waits this long for the answer to `uci` or `isready`, in milliseconds. */
const LONGEST_ANSWER = 1000
/** No engine is started for a client that is sent away within this time, in milliseconds. */
const START_DELAY = 25
/** An engine whose client leaves before it has started keeps others waiting for this time, in milliseconds. */
const EARLY_LEAVE = 250
/** Longest time that a slow start keeps others waiting, in milliseconds. */
const LONGEST_TURN = 5000
/** Of messages that wait for the engine. */
const MOST_WAITING = 64
/** In UTF-16 units. */
const MOST_WAITING_LENGTH = 1 << 18
/** Written to an engine without any line in return, in UTF-16 units. */
const MOST_UNANSWERED = 1 << 20
/** Commands that the engine answers at once, with these lines. */
const ANSWERS = new Map([
  ['uci', 'uciok'],
  ['isready', 'readyok'],
])
const DURING_SEARCH = new Set(['stop', 'ponderhit', 'isready', 'quit'])

export class BridgeSession {
  #settings
  #client
  #filter
  #limits
  /** @type {Transport | undefined} */
  #engine
  /** @type {'waiting' | 'starting' | 'ready' | 'ended'} */
  #state = 'waiting'
  #leaveQueue = () => {}
  #cancelStart = () => {}
  #cancelNews = () => {}
  /** @type {string[]} commands that lower the engine's defaults to the ceilings */
  #lowerings = []
  /** @type {string[]} messages, in order */
  #waiting = []
  #waitingLength = 0
  /** @type {RunningSearch | undefined} */
  #search
  #unanswered = 0
  /** @type {string | undefined} the answer that the client's next message waits for */
  #awaited
  #cancelAnswer = () => {}
  /** @type {Promise<void> | undefined} */
  #ending

  /** @param {SessionSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#client = settings.client
    this.#filter = settings.filter
    this.#limits = settings.limits
    this.#cancelStart = alarm(START_DELAY, () => {
      this.#leaveQueue = settings.starts.enter(() => this.#start())
    })
    this.#reportNews()
  }

  /** Whether a search is running or the engine has not started yet. */
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
   * Ends the engine, by force if it ignores `quit`.
   * @returns {Promise<void>} when it has ended; it never rejects
   */
  end() {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end() {
    const wasStarting = this.#state === 'starting'
    this.#state = 'ended'
    this.#cancelStart()
    // Clients that come and go must not start engines as fast as they can.
    if (wasStarting) setTimeout(this.#leaveQueue, EARLY_LEAVE).unref()
    else this.#leaveQueue()
    this.#cancelNews()
    this.#cancelAnswer()
    this.#endSearch()
    this.#waiting = []
    this.#filter.free()
    await this.#engine?.close()
  }

  /** A client that hears nothing would give up. */
  #reportNews() {
    this.#cancelNews = alarm(NEWS_INTERVAL, () => {
      const what = this.#state === 'waiting' ? 'the engine waits for its turn to start' : 'the engine starts'
      this.#client.send(`info string ${what}`)
      this.#reportNews()
    })
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
    engine.onLine = line => this.#onLine(line)
    engine.onClose = reason => this.#onDeath(reason)
    this.#sendToEngine('uci')
  }

  /** @param {string} line of the engine */
  #onLine(line) {
    this.#unanswered = 0
    const [word] = /\S+/.exec(line) ?? ['']
    // The client bills it apart, since it may drop it.
    if (word === 'info' && this.#state === 'ready') this.#client.send(line)
    else this.#client.run(() => this.#read(word, line))
  }

  /**
   * @param {string} word
   * @param {string} line
   */
  #read(word, line) {
    if (this.#state === 'starting') return this.#onStartLine(word, line)
    if (word === 'option') return this.#sendToClient(this.#filter.declare(line).line)
    this.#sendToClient(line)
    if (word === this.#awaited) this.#release()
    if (word === 'bestmove') this.#onBestMove()
  }

  /**
   * Reads the answer to the bridge's own `uci`, which lists the options; the client sends `uci` again.
   * @param {string} word
   * @param {string} line
   */
  #onStartLine(word, line) {
    if (word === 'option') {
      const { lowering } = this.#filter.declare(line)
      if (lowering !== null) this.#lowerings.push(lowering)
    }
    if (word !== 'uciok') return
    this.#state = 'ready'
    this.#cancelStart()
    this.#cancelNews()
    this.#leaveQueue()
    for (const lowering of this.#lowerings) this.#sendToEngine(lowering)
    this.#settings.log('ready')
    this.#advance()
  }

  #onBestMove() {
    if (this.#search === undefined) return
    this.#endSearch()
    this.#client.touch()
    this.#advance()
  }

  /** Handles waiting messages, up to the next search. */
  #advance() {
    while (this.#waiting.length > 0 && this.#state === 'ready' && !this.#mustWait(this.#waiting[0])) {
      const message = /** @type {string} */ (this.#waiting.shift())
      this.#waitingLength -= message.length
      this.#handle(message)
    }
  }

  /**
   * A client that has sent `stop` may continue without waiting for `bestmove`.
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
        // After `bestmove` a late `stop` is ignored.
        return this.#search === undefined ? undefined : this.#stop()
      case 'ponderhit':
        if (!this.#search?.ponder) return this.#refuse(line, "no 'go ponder' is running", 'NOT_PONDERING')
        this.#search.ponder = false
        break
      case 'go':
        this.#search = { ponder, stopping: false, cancel: alarm(this.#limits.movetime, () => this.#stop()) }
        break
    }
    this.#sendToEngine(line)
    const answer = this.#search === undefined ? ANSWERS.get(name) : undefined
    if (answer !== undefined) this.#await(answer)
  }

  /**
   * Lets the client's next message wait: many answers at once would keep the bridge from other clients.
   * @param {string} answer of the engine
   */
  #await(answer) {
    this.#awaited = answer
    this.#client.hold()
    this.#cancelAnswer()
    this.#cancelAnswer = alarm(LONGEST_ANSWER, () => this.#release())
  }

  #release() {
    this.#awaited = undefined
    this.#cancelAnswer()
    this.#client.release()
  }

  #stop() {
    const search = /** @type {RunningSearch} */ (this.#search)
    if (search.stopping) return
    search.stopping = true
    search.cancel()
    search.cancel = inputAlarm(this.#limits.stopTimeout, () => this.#fail("the engine ignored 'stop'"))
    this.#sendToEngine('stop')
  }

  #endSearch() {
    this.#search?.cancel()
    this.#search = undefined
  }

  /** @param {string} line for the engine */
  #sendToEngine(line) {
    this.#unanswered += line.length
    if (this.#unanswered > MOST_UNANSWERED) {
      this.#client.close(
        POLICY,
        "too much was sent without an answer of the engine: send 'isready' in between",
      )
      return
    }
    this.#engine?.send(line)
  }

  /** @param {string | null} line for the client */
  #sendToClient(line) {
    if (line !== null) this.#client.send(line)
  }

  /**
   * @param {string} message
   * @param {string} reason for the client, which may quote the message
   * @param {string} code for the log, which never contains the message
   */
  #refuse(message, reason, code) {
    const name = this.#filter.nameOf(message)
    this.#settings.logRefusal({ command: name ?? 'unknown', reason: code })
    this.#client.send(refusalLine(reason))
    // Without it the client would wait for the end of a search that did not start.
    if (name === 'go' && this.#search === undefined) this.#client.send('bestmove (none)')
  }

  /** @param {string} reason */
  #fail(reason) {
    if (this.#state === 'ended') return
    this.#settings.log('engine-failed', { reason })
    this.#client.close(INTERNAL_ERROR, reason)
    this.end()
  }

  /** @param {CloseReason} reason */
  #onDeath({ message, exitCode, signal }) {
    if (this.#state === 'ended') return
    this.#settings.log('engine-died', { reason: message })
    // The message may contain paths, and the engine's stderr.
    const how =
      exitCode != null || signal != null
        ? endText({ exitCode: exitCode ?? null, signal: signal ?? null })
        : this.#state === 'starting'
          ? 'could not be started'
          : 'closed its output'
    this.#client.close(INTERNAL_ERROR, `the engine ${how}`)
    this.end()
  }
}
