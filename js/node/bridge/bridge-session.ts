// SPDX-License-Identifier: Apache-2.0
// One client and its engine. The engine gets one command at a time, and only when it can process it: some engines deadlock
// on any command except `stop` during a search. An engine that does not react in time is killed.

import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { alarm, inputAlarm } from '../../core/waiting.js'
import type { AddressMeter } from '../../net/address-meters.js'
import type { ClientOwner } from '../../net/client-socket.js'
import { Client, INTERNAL_ERROR, NORMAL } from '../../net/client-socket.js'
import type { SocketServer } from '../../net/socket-server.js'
import { endText } from '../../uci/text/bridge-protocol.js'
import type { CloseReason, Transport } from '../../uci/transports/line-transport.js'
import { refusalLine } from './client-message.js'
import type { EngineCommand } from './command-filter.js'
import { CommandFilter } from './command-filter.js'
import type { EngineServerLogEntry, ServeSettings } from './serve-options.js'
import type { StartQueue } from './start-queue.js'

type SessionSettings = {
  /** the number of the client, from 1 */
  number: number
  /** the address of the client */
  address: string
  /** the meter of the address */
  meter: AddressMeter | undefined
  settings: ServeSettings
  starts: StartQueue
  startEngine: () => Transport
}

/** The state from `go` until `bestmove`. */
type RunningSearch = {
  ponder: boolean
  /** whether `stop` was sent */
  stopping: boolean
  /** cancels the current alarm */
  cancel: () => void
}

/** The interval of progress lines for a client that waits for its engine, in milliseconds. */
const NEWS_INTERVAL = 5000
/** A client's next message waits this long for the answer to `uci` or `isready`, in milliseconds. */
const LONGEST_ANSWER = 1000
/** No engine is started for a client that is sent away within this time, in milliseconds. */
const START_DELAY = 25
/** If a client leaves before its engine has started, the next start waits for this time, in milliseconds. */
const EARLY_LEAVE = 250
/** The longest time that a slow start delays others, in milliseconds. */
const LONGEST_TURN = 5000
/** The most messages that wait for the engine. */
const MOST_WAITING = 64
/** Their total length, in UTF-16 units. */
const MOST_WAITING_LENGTH = 1 << 18
/** The most text that is written to an engine without an answer, in UTF-16 units. */
const MOST_UNANSWERED = 1 << 20
/** Commands that the engine answers at once, and the last lines of the answers. */
const ANSWERS = new Map([
  ['uci', 'uciok'],
  ['isready', 'readyok'],
])
const DURING_SEARCH = new Set(['stop', 'ponderhit', 'isready', 'quit'])

export class BridgeSession implements ClientOwner {
  #server: SocketServer<BridgeSession>
  #settings: SessionSettings
  #limits
  #filter: CommandFilter
  #lastMessage = performance.now()
  #closed = () => {}
  #socketClosed: Promise<void> = new Promise(resolve => (this.#closed = resolve))
  #engine: Transport | undefined
  #state: 'waiting' | 'starting' | 'ready' | 'ended' = 'waiting'
  #leaveQueue = () => {}
  #cancelStart = () => {}
  #cancelNews = () => {}
  /** commands that lower the engine's defaults to the ceilings */
  #lowerings: string[] = []
  /** messages, in order */
  #waiting: string[] = []
  #waitingLength = 0
  #search: RunningSearch | undefined
  #unanswered = 0
  /** the answer that the client's next message waits for */
  #awaited: string | undefined
  #cancelAnswer = () => {}
  #ending: Promise<void> | undefined

  declare client: Client

  /**
   * @param webSocket just opened
   * @param socket the TCP socket below it
   */
  constructor(
    webSocket: WebSocket,
    socket: Socket,
    server: SocketServer<BridgeSession>,
    settings: SessionSettings,
  ) {
    const { limits, allowOptions } = settings.settings
    this.#server = server
    this.#settings = settings
    this.#limits = limits
    this.#filter = new CommandFilter(limits, allowOptions)
    this.client = new Client(webSocket, socket, server.clientLimits, this, settings.meter?.work)
    this.#log('connected')
    this.#cancelStart = alarm(START_DELAY, () => {
      this.#leaveQueue = settings.starts.enter(() => this.#start())
    })
    this.#reportNews()
  }

  // Called by its client.

  /** @param message a message of the client */
  onMessage(message: string) {
    this.#lastMessage = performance.now()
    if (this.#state === 'ended') return
    if (this.#state === 'ready' && this.#waiting.length === 0 && !this.#mustWait(message))
      return this.#handle(message)
    this.#waiting.push(message)
    this.#waitingLength += message.length
    if (this.#waiting.length > MOST_WAITING || this.#waitingLength > MOST_WAITING_LENGTH)
      this.client.refuse('too many commands wait for the engine')
  }

  /** A client may be silent while a search is running or the engine has not started yet. */
  onTick(now: number) {
    const { idle } = this.#limits
    if (this.#search !== undefined || this.#state !== 'ready') this.#lastMessage = now
    if (now - this.#lastMessage >= idle) this.close(NORMAL, `idle for ${Math.round(idle / 1000)} s`)
  }

  async onEnd(code: number, reason: string) {
    const { dropped } = this.client
    this.#log('disconnected', { code, reason, ...(dropped > 0 && { dropped }) })
    await Promise.all([this.end(), this.#socketClosed])
    this.#server.remove(this)
  }

  onClosed() {
    this.#closed()
  }

  /**
   * Disconnects the client, and ends the engine.
   * @param reason text for the client
   */
  close(code: number, reason: string) {
    this.client.close(code, reason)
  }

  #log(event: EngineServerLogEntry['event'], details?: object) {
    const { number, address } = this.#settings
    this.#server.log.write({ event, client: number, address, ...details })
  }

  /**
   * Ends the engine, by force if it ignores `quit`.
   * @returns resolves when it has ended; it never rejects
   */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end() {
    const wasStarting = this.#state === 'starting'
    this.#state = 'ended'
    this.#cancelStart()
    // Clients that connect and leave must not start engines at full speed.
    if (wasStarting) setTimeout(this.#leaveQueue, EARLY_LEAVE).unref()
    else this.#leaveQueue()
    this.#cancelNews()
    this.#cancelAnswer()
    this.#endSearch()
    this.#waiting = []
    this.#filter.free()
    await this.#engine?.close()
  }

  /** Sends a progress line: a client without any news would give up. */
  #reportNews() {
    this.#cancelNews = alarm(NEWS_INTERVAL, () => {
      const what = this.#state === 'waiting' ? 'the engine waits for its turn to start' : 'the engine starts'
      this.client.offer(`info string ${what}`)
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

  /** @param line a line of the engine */
  #onLine(line: string) {
    this.#unanswered = 0
    const [word] = /\S+/.exec(line) ?? ['']
    if (this.#state === 'starting') return this.#onStartLine(word, line)
    if (word === 'info') return this.client.offer(line)
    this.client.charge(1)
    if (word === 'option') return this.#sendToClient(this.#filter.declare(line).line)
    this.#sendToClient(line)
    if (word === this.#awaited) this.#release()
    if (word === 'bestmove') this.#onBestMove()
  }

  /** Reads the answer to the bridge's own `uci`, which lists the options. The client later sends a `uci` of its own. */
  #onStartLine(word: string, line: string) {
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
    this.#log('ready')
    this.#advance()
  }

  #onBestMove() {
    if (this.#search === undefined) return
    this.#endSearch()
    this.#lastMessage = performance.now()
    this.#advance()
  }

  /** Handles waiting messages, up to the next search. */
  #advance() {
    while (this.#waiting.length > 0 && this.#state === 'ready' && !this.#mustWait(this.#waiting[0])) {
      const [message] = this.#waiting
      this.#waiting.shift()
      this.#waitingLength -= message.length
      this.#handle(message)
    }
  }

  /** After `stop`, a client need not wait for `bestmove`. */
  #mustWait(message: string) {
    const name = this.#search?.stopping ? this.#filter.nameOf(message) : undefined
    return name !== undefined && !DURING_SEARCH.has(name)
  }

  #handle(message: string) {
    const name = this.#search && this.#filter.nameOf(message)
    if (name !== undefined && !DURING_SEARCH.has(name)) {
      if (name === 'position') this.#filter.losePosition()
      return this.#refuse(message, `'${name}' has to wait for 'bestmove': a search is running`, 'BUSY')
    }
    const command = this.#filter.read(message)
    if ('refused' in command) return this.#refuse(message, command.refused, command.code)
    this.#do(command)
  }

  #do({ name, line, ponder }: EngineCommand) {
    switch (name) {
      case 'quit':
        return this.client.close(NORMAL, 'quit')
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
   * Delays the client's next message until the answer: many answers at once would delay other clients.
   * @param answer the last line of the engine's answer
   */
  #await(answer: string) {
    this.#awaited = answer
    this.client.hold()
    this.#cancelAnswer()
    this.#cancelAnswer = alarm(LONGEST_ANSWER, () => this.#release())
  }

  #release() {
    this.#awaited = undefined
    this.#cancelAnswer()
    this.client.release()
  }

  #stop() {
    const search = this.#search
    if (!search || search.stopping) return
    search.stopping = true
    search.cancel()
    search.cancel = inputAlarm(this.#limits.stopTimeout, () => this.#fail("the engine ignored 'stop'"))
    this.#sendToEngine('stop')
  }

  #endSearch() {
    this.#search?.cancel()
    this.#search = undefined
  }

  /** @param line a line for the engine */
  #sendToEngine(line: string) {
    this.#unanswered += line.length
    if (this.#unanswered > MOST_UNANSWERED) {
      this.client.refuse("too much was sent without an answer of the engine: send 'isready' in between")
      return
    }
    this.#engine?.send(line)
  }

  /** @param line a line for the client */
  #sendToClient(line: string | null) {
    if (line !== null) this.client.send(line)
  }

  /**
   * @param reason text for the client, which may quote the message
   * @param code a code for the log, which never contains the message
   */
  #refuse(message: string, reason: string, code: string) {
    const name = this.#filter.nameOf(message)
    const { number, address } = this.#settings
    this.#server.log.sum({
      event: 'refused',
      client: number,
      address,
      command: name ?? 'unknown',
      reason: code,
    })
    this.client.offer(refusalLine(reason))
    // Otherwise the client would wait for the end of a search that did not start.
    if (name === 'go' && this.#search === undefined) this.client.send('bestmove (none)')
  }

  #fail(reason: string) {
    if (this.#state === 'ended') return
    this.#log('engine-failed', { reason })
    this.client.close(INTERNAL_ERROR, reason)
    this.end()
  }

  #onDeath({ message, exitCode, signal }: CloseReason) {
    if (this.#state === 'ended') return
    this.#log('engine-died', { reason: message })
    // The message may contain paths, and the engine's stderr.
    const how =
      exitCode != null || signal != null
        ? endText({ exitCode: exitCode ?? null, signal: signal ?? null })
        : this.#state === 'starting'
          ? 'could not be started'
          : 'closed its output'
    this.client.close(INTERNAL_ERROR, `the engine ${how}`)
    this.end()
  }
}
