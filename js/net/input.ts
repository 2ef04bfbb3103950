// SPDX-License-Identifier: Apache-2.0
// The messages of one client, before the server gets them. One bucket of tokens pays for messages and their characters,
// another one for the time that they cost. While one is empty, messages wait here, and a client with many waiting messages
// is not read, which finally fills its TCP window:
//
//   socket ── bytes ──> ws ── messages ──> Inbox ── messages ──> server
//                       unless it is       one a turn of the event loop, at the client's rate,
//                       paused             and when it is not held

import type { WebSocket } from 'ws'
import type { Client, ClientOwner } from './client-socket.js'
import { RateLimit } from './rate-limit.js'
import type { WorkAccount } from './work-account.js'

// The states of an inbox.
/** Messages are passed on at once. */
const OPEN = 0
/** A turn or a timer will continue. */
const WAITING = 1
/** Nothing is passed on until release(). */
const HELD = 2
/** Messages are dropped. */
const CLOSED = 3

/** The largest burst of messages after a pause, in seconds of the steady rate. */
export const BURST = 2
/** This many waiting messages, or those of a second, are a backlog: the client does not wait for answers. */
const BACKLOG = 64
/** The same for their characters. */
const LARGEST_BACKLOG = 1 << 18
/** A client may have backlogs for this long without a calm phase, in milliseconds. */
const LONGEST_BACKLOG = 10_000
/** In milliseconds; a timer is not worthwhile for shorter pauses. */
const SHORTEST_PAUSE = 5

export type InputLimits = {
  /** on average; bursts may have twice as many */
  messagesPerSecond: number
  /** for each of this many characters, a message costs one more */
  characters: number
}

/** Messages of a client that may send too fast: it is slowed down, and disconnected if it ignores that. */
export class Inbox {
  #client: Client
  #owner: ClientOwner
  #webSocket: WebSocket
  #rate: RateLimit
  #account: WorkAccount
  #characters: number
  #backlog: number
  #state = OPEN
  #messages: string[] = []
  #length = 0
  /** start of the backlogs since the last calm phase */
  #backlogSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #immediate: ReturnType<typeof setImmediate> | undefined
  /** the turn in which it last passed on a message */
  #turn: number | undefined

  /**
   * @param owner gets the messages
   * @param webSocket the sender, which is paused while too many wait
   * @param account the account of the client
   */
  constructor(
    client: Client,
    owner: ClientOwner,
    webSocket: WebSocket,
    account: WorkAccount,
    { messagesPerSecond: rate, characters }: InputLimits,
  ) {
    this.#client = client
    this.#owner = owner
    this.#webSocket = webSocket
    this.#rate = new RateLimit(rate, rate * BURST, performance.now())
    this.#account = account
    this.#characters = characters
    this.#backlog = Math.min(BACKLOG, rate)
  }

  /** @param text a message */
  receive(text: string) {
    if (this.#state === CLOSED) return
    if (this.#state === OPEN) {
      const isLater = this.#turn === currentTurn()
      const wait = isLater ? 0 : this.#take(text)
      if (!isLater && wait === 0) return this.#pass(text)
      this.#pause(wait)
      if (this.#isClosed) return
    }
    this.#messages.push(text)
    this.#length += text.length
    if (this.#isBacklog) this.#webSocket.pause()
  }

  /** @param messages the cost of an answer, in messages, in addition to its request */
  charge(messages: number) {
    this.#account.bill()
    this.#rate.spend(performance.now(), messages)
  }

  /** Delivers nothing until release(). */
  hold() {
    if (this.#state === CLOSED) return
    this.#clearTimers()
    this.#state = HELD
  }

  release() {
    if (this.#state !== HELD) return
    this.#state = OPEN
    if (this.#messages.length > 0) this.#wait(0)
  }

  /** Stops the delivery. Input is still read, for the closing handshake. */
  close() {
    this.#clearTimers()
    this.#state = CLOSED
    this.#messages = []
    this.#resume()
  }

  get #isBacklog() {
    return this.#messages.length >= this.#backlog || this.#length >= LARGEST_BACKLOG
  }

  #take(text: string) {
    const now = performance.now()
    return this.#account.debt(now) || this.#rate.take(now, 1 + Math.floor(text.length / this.#characters))
  }

  /** @param text a message that is paid for */
  #pass(text: string) {
    if (this.#rate.isCalm) this.#backlogSince = undefined
    this.#turn = currentTurn()
    this.#account.bill()
    this.#owner.onMessage(text)
  }

  /** Passes on the first waiting message; the next one follows in another turn, so that other clients get theirs. */
  #deliver() {
    const wait = this.#take(this.#messages[0])
    if (wait > 0) return this.#pause(wait)
    const text = this.#messages.shift() as string
    this.#length -= text.length
    this.#state = OPEN
    this.#pass(text)
    if (this.#isClosed) return
    if (!this.#isBacklog) this.#resume()
    if (this.#state === OPEN && this.#messages.length > 0) this.#wait(0)
  }

  get #isClosed() {
    return this.#state === CLOSED
  }

  #resume() {
    if (this.#webSocket.isPaused) this.#webSocket.resume()
  }

  #pause(milliseconds: number) {
    if (milliseconds === 0) return this.#wait(0)
    // A client that waits for answers has few messages here and is only slowed down.
    const now = performance.now()
    if (this.#isBacklog) {
      this.#backlogSince ??= now
      if (now - this.#backlogSince > LONGEST_BACKLOG) return this.#client.refuse('too many messages a second')
    }
    this.#wait(Math.max(milliseconds, SHORTEST_PAUSE))
  }

  /** @param milliseconds the time until the next message is delivered; 0: after the input that has arrived */
  #wait(milliseconds: number) {
    this.#clearTimers()
    this.#state = WAITING
    if (milliseconds > 0) this.#timer = setTimeout(() => this.#deliver(), milliseconds)
    else this.#immediate = setImmediate(() => this.#deliver())
  }

  #clearTimers() {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = this.#immediate = undefined
  }
}

/** The number of turns of the event loop with messages; all clients share it. */
let turns = 0
let isCounted = false

function currentTurn(): number {
  if (isCounted) return turns
  isCounted = true
  setImmediate(() => {
    isCounted = false
    turns++
  })
  return turns
}
