// SPDX-License-Identifier: Apache-2.0
// Players who follow the wire's protocol, one game each, and note what they were told: they send one command at a time,
// again under its id until it is answered, and go to another node when theirs is silent or gone.

import { WebSocket } from 'ws'

/** All in milliseconds. A command is sent again when it was not answered for so long; */
const RESEND = 1000
/** a ping must be answered within this time, and comes as often; */
const SILENCE = 1500
/** the store was away: this long before another try; */
const UNAVAILABLE_PAUSE = 150
/** a node whose store is away is left after as many tries; */
const TRIES = 6
/** and pauses before the next node. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1000
const TICK = 100

/** @typedef {'white' | 'black'} Color */
/**
 * @typedef {object} Sent
 * @property {string} id
 * @property {string} type
 * @property {number} ply before it
 * @property {number} at when it was first sent, by performance.now()
 * @property {number} ms until the answer that counts
 * @property {number} version of the answer
 * @property {string} [code] why it was refused
 */

let names = 0

export class Player {
  #urls
  #at
  /** @type {WebSocket | undefined} */
  #socket
  #isWelcome = false
  #heard = 0
  #pinged = 0
  #pause = 0
  #nextConnect = 0
  #openAgain = Number.POSITIVE_INFINITY
  #script = /** @type {string[]} */ ([])
  #think = () => 0
  #isStopped = false
  #moveTimer
  #ticks
  #count = 0
  /** Version of the last answer. */
  #answered = 0
  #name = `p${++names}`
  /** @type {{ message: any, sent: Sent, last: number, tries: number,
   *   resolve: (answer: any) => void } | undefined} */
  #pending
  /** @type {((welcome: any) => void)[]} */
  #onWelcome = []

  token
  user
  game
  /** @type {Color | undefined} */
  color
  version = 0
  /** @type {any[]} events as they came */
  events = []
  ply = 0
  status = 'none'
  startedAt = 0
  /** @type {Sent[]} */
  accepted = []
  /** @type {Sent[]} */
  refused = []
  /** @type {{ at: number, ms: number }[]} since the command was sent, each answer 'unavailable' */
  unavailable = []
  rewinds = 0
  connects = 0
  /** @type {number[]} when a welcome came */
  welcomes = []
  byes = 0

  /**
   * @param {() => string[]} urls of the nodes
   * @param {number} [first] which of them is the first one
   */
  constructor(urls, first = 0) {
    this.#urls = urls
    this.#at = first
    this.#ticks = setInterval(() => this.#tick(), TICK)
  }

  /** Where it is connected, or tries to. */
  get url() {
    const urls = this.#urls()
    return urls[this.#at % urls.length]
  }

  get isConnected() {
    return this.#isWelcome
  }

  get isWaiting() {
    return this.#pending !== undefined
  }

  /** @returns {Promise<any>} the welcome */
  connect() {
    return new Promise(resolve => {
      this.#onWelcome.push(resolve)
      this.#connect()
    })
  }

  /**
   * @param {string} game
   * @param {Color} color
   */
  watch(game, color) {
    this.game = game
    this.color = color
    this.#open()
  }

  /**
   * Plays moves of a script from now on, whenever it is its turn.
   * @param {string[]} script moves of both sides
   * @param {() => number} think milliseconds
   */
  play(script, think) {
    this.#script = script
    this.#think = think
    this.#isStopped = false
    this.#consider()
  }

  /** Makes no more moves. */
  stop() {
    this.#isStopped = true
    clearTimeout(this.#moveTimer)
    this.#moveTimer = undefined
  }

  /**
   * Sends a command until it is answered.
   * @param {string} type
   * @param {{ id?: string, [name: string]: unknown }} [fields]
   * @returns {Promise<any>} the answer that counts
   */
  command(type, { id = `${this.#name}-${++this.#count}`, ...fields } = {}) {
    if (this.#pending) throw new Error('one command at a time')
    const message = { type, id, game: this.game, ...fields }
    const now = performance.now()
    const sent = { id, type, ply: this.ply, at: now, ms: 0, version: 0 }
    return new Promise(resolve => {
      this.#pending = { message, sent, last: 0, tries: 0, resolve }
      this.#transmit()
    })
  }

  /** Breaks the connection. */
  drop() {
    this.#socket?.terminate()
  }

  close() {
    clearInterval(this.#ticks)
    this.stop()
    this.#urls = () => []
    this.#socket?.terminate()
  }

  #connect() {
    const { url } = this
    if (url === undefined) return
    const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: SILENCE })
    this.#socket = socket
    this.#isWelcome = false
    this.#heard = performance.now()
    socket.on('open', () => {
      const token = this.token === undefined ? {} : { token: this.token }
      this.#send({ type: 'hello', ...token })
      if (this.token === undefined) return
      this.#open()
      this.#transmit()
    })
    socket.on('message', data => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(data)))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket === socket) this.#leave()
    })
  }

  /** To the next node, soon. */
  #leave() {
    this.#socket = undefined
    this.#isWelcome = false
    this.#at++
    this.#pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, this.#pause * 2))
    this.#nextConnect = performance.now() + this.#pause * (0.5 + Math.random() / 2)
  }

  #tick() {
    const now = performance.now()
    if (this.#socket === undefined) {
      if (now >= this.#nextConnect) this.#connect()
      return
    }
    if (now - this.#heard > SILENCE) {
      const socket = this.#socket
      this.#leave()
      socket.terminate()
      return
    }
    if (now - this.#heard > SILENCE / 2 && now - this.#pinged > SILENCE / 2) {
      this.#pinged = now
      this.#send({ type: 'ping', t: Math.round(now) })
    }
    if (now >= this.#openAgain) {
      this.#openAgain = Number.POSITIVE_INFINITY
      this.#open()
    }
    if (this.#pending && now - this.#pending.last > RESEND) this.#transmit()
  }

  #transmit() {
    const pending = this.#pending
    if (pending === undefined || this.#socket?.readyState !== WebSocket.OPEN) return
    pending.last = performance.now()
    this.#send(pending.message)
  }

  #open() {
    const at = this.events.at(-1)?.at
    if (this.game !== undefined) this.#send({ type: 'open', game: this.game, since: this.version, at })
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** @param {any} message */
  #receive(message) {
    this.#heard = performance.now()
    if (message.type === 'welcome') this.#welcome(message)
    else if (message.type === 'bye') this.byes++
    else if (message.gone !== undefined) this.#openAgain = performance.now() + UNAVAILABLE_PAUSE
    else {
      if (message.events !== undefined && message.game === this.game) this.#merge(message)
      if (message.re !== undefined && message.re === this.#pending?.message.id) this.#answer(message)
      this.#consider()
    }
  }

  /** @param {any} message */
  #welcome(message) {
    if (this.user !== undefined && this.user.id !== message.user.id)
      throw new Error(`a token of ${this.user.id} is ${message.user.id} on another node`)
    this.user = message.user
    this.token = message.token ?? this.token
    this.connects++
    this.welcomes.push(performance.now())
    this.#isWelcome = true
    this.#pause = 0
    for (const resolve of this.#onWelcome.splice(0)) resolve(message)
  }

  /** @param {{ version: number, events: any[], rewound?: true }} message */
  #merge({ version, events, rewound }) {
    if (rewound) {
      this.rewinds++
      this.#answered = 0
      this.version = 0
      this.events = []
      this.ply = 0
    }
    const before = version - events.length
    if (before > this.version) return this.#open()
    for (const event of events.slice(this.version - before)) {
      this.events.push(event)
      this.version++
      if (event.type === 'started') {
        this.status = 'playing'
        this.startedAt = performance.now()
      }
      if (event.type === 'moved') this.ply++
      else if (event.type === 'tookBack') this.ply -= event.plies
      else if (event.type === 'ended') this.status = 'over'
    }
  }

  /** @param {any} message */
  #answer(message) {
    const { sent, resolve } = /** @type {NonNullable<typeof this.#pending>} */ (this.#pending)
    const ms = performance.now() - sent.at
    if (!message.ok && (message.code === 'unavailable' || message.code === 'tooFast')) {
      this.unavailable.push({ at: performance.now(), ms })
      const pending = /** @type {NonNullable<typeof this.#pending>} */ (this.#pending)
      if (++pending.tries % TRIES === 0) return this.drop()
      setTimeout(() => pending === this.#pending && this.#transmit(), UNAVAILABLE_PAUSE)
      return
    }
    this.#pending = undefined
    const kept = { ...sent, ms, version: message.version }
    if (message.ok) {
      this.accepted.push(kept)
      this.#answered = message.version
    } else this.refused.push({ ...kept, code: message.code })
    resolve(message)
  }

  #consider() {
    if (this.#isStopped || this.#pending || this.#moveTimer || this.status !== 'playing') return
    // The answer may have come before older events.
    if (this.version < this.#answered) return
    if ((this.ply % 2 === 0 ? 'white' : 'black') !== this.color || this.ply >= this.#script.length) return
    this.#moveTimer = setTimeout(() => {
      this.#moveTimer = undefined
      if (this.#isStopped || this.#pending || this.status !== 'playing') return
      if ((this.ply % 2 === 0 ? 'white' : 'black') !== this.color) return
      this.command('move', { ply: this.ply, uci: this.#script[this.ply] })
    }, this.#think())
  }
}
