// SPDX-License-Identifier: Apache-2.0
// What one client sends, on its way to the server. Each step passes on as much as it may now, and then holds up the one
// before it, down to the client's TCP window:
//
//   socket ── chunks ──> MeteredReader ── pieces ──> ws ── messages ──> Inbox ── messages ──> server
//                        as far as the account                          at the client's rate,
//                        by time allows                                 and when it is not held

import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Client, ClientOwner } from './client-socket.js'
import type { Turns, WorkAccount } from './rate-limit.js'
import { LONGEST_TURN, RateLimit } from './rate-limit.js'

// The states of a reader, and of an inbox.
/** Input is passed on at once. */
const OPEN = 0
/** A turn or a timer will continue. */
const WAITING = 1
/** Nothing is passed on until release(). */
const HELD = 2
/** Input is dropped. */
const CLOSED = 3

/** A piece should take between these times, in milliseconds. */
const SHORTEST_PIECE = 0.05
const LONGEST_PIECE = 0.2
/** In bytes. */
const FIRST_PIECE = 512
const SMALLEST_PIECE = 32
/** Below it ws never pauses the socket itself. */
const LARGEST_PIECE = 8192
/** Between two chunks that are dropped, in milliseconds. */
const DROP_PAUSE = 50

/** The largest burst of messages after a pause, in seconds of the steady rate. */
export const BURST = 2
/** Characters that cost as much as one message. */
const CHARACTERS = 1024
/** This many waiting messages, or as many as it may send in a second, are a backlog: the client does not wait for answers. */
const BACKLOG = 64
/** The same for their characters. */
const LARGEST_BACKLOG = 1 << 18
/** A client may have backlogs for this long without a calm phase, in milliseconds. */
const LONGEST_BACKLOG = 10_000
/** Milliseconds; for shorter ones a timer is not worthwhile. */
const SHORTEST_PAUSE = 5

const READER = Symbol('reader')
type MeteredSocket = Socket & { [READER]: MeteredReader }

/**
 * Passes the bytes of a socket to ws, in small pieces. What ws and the server do with a piece is billed, so frames
 * that carry no message cost what they take. It takes the place of ws's own listeners: a stream between the two would
 * cost each connection 3 kB, and each message a tenth of its time.
 */
export class MeteredReader {
  #socket: MeteredSocket
  #account: WorkAccount
  #turns: Turns
  #state = OPEN
  #read
  #readEnd
  /** not passed on yet */
  #chunks: Buffer[] | undefined
  #pieceSize = FIRST_PIECE
  #hasEnded = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param socket that ws has just begun to read
   * @param account of the client
   * @param turns of all clients
   */
  constructor(socket: Socket, account: WorkAccount, turns: Turns) {
    this.#socket = socket as MeteredSocket
    this.#account = account
    this.#turns = turns
    this.#socket[READER] = this
    this.#read = replaceLastListener(socket, 'data', MeteredReader.#LISTENERS.data)
    this.#readEnd = replaceLastListener(socket, 'end', MeteredReader.#LISTENERS.end)
  }

  /** The same functions for all sockets: two of its own, with what they remember, take 130 bytes of each. */
  static #LISTENERS = {
    data(this: MeteredSocket, chunk: Buffer) {
      this[READER].#receive(chunk)
    },
    end(this: MeteredSocket) {
      this[READER].#onEnd()
    },
  }

  /** Whether it waits for the client alone. */
  get isOpen() {
    return this.#state === OPEN
  }

  hold() {
    if (this.#state === CLOSED) return
    this.#clearTimer()
    this.#state = HELD
  }

  release() {
    if (this.#state === HELD) this.#wait(0)
  }

  /** Reads and drops all further input, slowly. The connection stays open. */
  close() {
    this.#state = CLOSED
    this.#chunks = undefined
    this.#clearTimer()
    this.#socket.resume()
  }

  #receive(chunk: Buffer) {
    if (this.#state === CLOSED) {
      if (this.#timer !== undefined) return
      this.#socket.pause()
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#socket.resume()
      }, DROP_PAUSE)
      return
    }
    if (this.#chunks !== undefined) this.#chunks.push(chunk)
    else this.#chunks = [chunk]
    if (this.#state === OPEN) this.#pass()
    if (this.#chunks !== undefined) this.#socket.pause()
  }

  #onEnd() {
    this.#hasEnded = true
    if (this.#state === OPEN) this.#pass()
  }

  /** Passes on the available data, for one turn. */
  #pass() {
    const end = performance.now() + LONGEST_TURN
    while (this.#chunks !== undefined) {
      const now = performance.now()
      const debt = this.#account.debt(now)
      if (debt > 0 || now > end) return this.#wait(debt)
      this.#passPiece(this.#takePiece(this.#chunks), now)
      if (this.#state !== OPEN || this.#socket.destroyed) return
    }
    if (this.#hasEnded) this.#readEnd.call(this.#socket)
    else this.#socket.resume()
  }

  #passPiece(piece: Buffer, begin: number) {
    this.#turns.begin(this.#account)
    this.#read.call(this.#socket, piece)
    const time = performance.now() - begin
    if (time > LONGEST_PIECE) this.#pieceSize = Math.max(SMALLEST_PIECE, this.#pieceSize >> 1)
    else if (time < SHORTEST_PIECE) this.#pieceSize = Math.min(LARGEST_PIECE, this.#pieceSize << 1)
  }

  #takePiece(chunks: Buffer[]) {
    const [chunk] = chunks
    if (chunk.length <= this.#pieceSize) {
      if (chunks.length === 1) this.#chunks = undefined
      else chunks.shift()
      return chunk
    }
    chunks[0] = chunk.subarray(this.#pieceSize)
    return chunk.subarray(0, this.#pieceSize)
  }

  /** @param milliseconds after which it takes its next turn */
  #wait(milliseconds: number) {
    this.#state = WAITING
    this.#clearTimer()
    if (milliseconds > 0) this.#timer = setTimeout(() => this.#wait(0), milliseconds)
    else
      this.#turns.enter(() => {
        if (this.#state !== WAITING || this.#socket.destroyed) return
        this.#state = OPEN
        this.#pass()
      })
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

type Listener = Parameters<EventEmitter['on']>[1]

/** @returns the listener whose place it takes: it is not called any more */
function replaceLastListener(socket: Socket, event: string, listener: Listener): Listener {
  const last = socket.listeners(event).pop() as Listener
  socket.on(event, listener)
  socket.off(event, last)
  return last
}

/** Messages of a client that may send too fast: it is slowed down, and disconnected if it ignores that. */
export class Inbox {
  #client: Client
  #owner: ClientOwner
  #reader: MeteredReader
  #account: WorkAccount
  #turns: Turns
  #rate: RateLimit
  #backlog: number
  #state = OPEN
  #messages: string[] = []
  #length = 0
  /** start of the backlogs since the last calm phase */
  #backlogSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param owner gets the messages
   * @param reader of the messages
   * @param account of the client
   * @param turns of all clients
   * @param rate messages a second
   */
  constructor(
    client: Client,
    owner: ClientOwner,
    reader: MeteredReader,
    account: WorkAccount,
    turns: Turns,
    rate: number,
  ) {
    this.#client = client
    this.#owner = owner
    this.#reader = reader
    this.#account = account
    this.#turns = turns
    this.#rate = new RateLimit(rate, rate * BURST, performance.now())
    this.#backlog = Math.min(BACKLOG, rate)
  }

  /** @param text of a message */
  receive(text: string) {
    if (this.#state === OPEN) {
      const wait = this.#take(text)
      if (wait === 0) {
        if (this.#rate.isCalm) this.#backlogSince = undefined
        return this.#owner.onMessage(text)
      }
      this.#pause(wait)
    }
    if (this.#state === CLOSED) return
    this.#messages.push(text)
    this.#length += text.length
    if (this.#isBacklog) this.#reader.hold()
  }

  /** @param messages that an answer costs in addition to its request */
  charge(messages: number) {
    this.#rate.spend(performance.now(), messages)
  }

  /** Delivers nothing until release(). */
  hold() {
    if (this.#state === CLOSED) return
    clearTimeout(this.#timer)
    this.#state = HELD
  }

  release() {
    if (this.#state !== HELD) return
    this.#state = OPEN
    if (this.#messages.length > 0) this.#wait(0)
  }

  /** Stops the delivery. Later input of the client is read: the closing handshake. */
  close() {
    clearTimeout(this.#timer)
    this.#state = CLOSED
    this.#messages = []
    this.#reader.release()
  }

  get #isBacklog() {
    return this.#messages.length >= this.#backlog || this.#length >= LARGEST_BACKLOG
  }

  #take(text: string) {
    return this.#rate.take(performance.now(), 1 + Math.floor(text.length / CHARACTERS))
  }

  /** Delivers waiting messages for one turn, as far as the rate and the client's account allow. */
  #deliver() {
    const end = performance.now() + LONGEST_TURN
    while (this.#messages.length > 0) {
      const [text] = this.#messages
      const wait = this.#account.debt(performance.now()) || this.#take(text)
      if (wait > 0) return this.#pause(wait)
      this.#messages.shift()
      this.#length -= text.length
      this.#turns.begin(this.#account)
      this.#owner.onMessage(text)
      if (this.#state !== OPEN) break
      if (performance.now() > end && this.#messages.length > 0) return this.#wait(0)
    }
    if (this.#state !== CLOSED && !this.#isBacklog) this.#reader.release()
  }

  #pause(milliseconds: number) {
    // A client that waits for answers has few messages here and is only slowed down.
    const now = performance.now()
    if (this.#isBacklog) {
      this.#backlogSince ??= now
      if (now - this.#backlogSince > LONGEST_BACKLOG) return this.#client.refuse('too many messages a second')
    }
    this.#wait(Math.max(milliseconds, SHORTEST_PAUSE))
  }

  /** @param milliseconds after which it takes its next turn */
  #wait(milliseconds: number) {
    this.#state = WAITING
    clearTimeout(this.#timer)
    if (milliseconds > 0) this.#timer = setTimeout(() => this.#wait(0), milliseconds)
    else
      this.#turns.enter(() => {
        if (this.#state !== WAITING) return
        this.#state = OPEN
        this.#deliver()
      })
  }
}
