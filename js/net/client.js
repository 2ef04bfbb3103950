// SPDX-License-Identifier: Apache-2.0
// One WebSocket of a server: incoming messages are checked for size, form and rate, outgoing ones bounded, the time of
// its work is billed, and a client that is silent, floods or does not close is disconnected.

import { alarm } from '../core/waiting.js'
import { Inbox } from './inbox.js'
import { MeteredSocket } from './metered-socket.js'
import { Outbox } from './outbox.js'
import { RateLimit } from './rate-limit.js'
import { WorkAccount } from './work-account.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { WebSocket, WebSocketServer } from 'ws' */
/** @import { Turns } from './turns.js' */

/**
 * @typedef {object} ClientLimits
 * @property {number} messagesPerSecond in the long run; bursts of twice as many are taken
 * @property {number} idle milliseconds without a message after which the client is disconnected, unless it waits
 */

/**
 * @typedef {object} ClientEvents
 * @property {(text: string) => void} onMessage
 * @property {(code: number, reason: string) => void} onEnd once: nothing is sent or received any more
 * @property {() => void} onClosed once, after onEnd: the socket is gone
 * @property {() => boolean} isBusy whether the client waits for an answer; then it may be silent
 * @property {(line: string) => boolean} mayDrop whether a line can be dropped for a slow reader
 */

/** Close codes of RFC 6455, section 7.4.1. */
export const NORMAL = 1000
export const GOING_AWAY = 1001
const UNSUPPORTED = 1003
const ABNORMAL = 1006
export const POLICY = 1008
export const INTERNAL_ERROR = 1011

/** Pings answered per second, and pongs taken. */
const PINGS = 100
/** Milliseconds of this process a second for what a client sends and is answered; and at once. */
const WORK = 50
const WORK_AT_ONCE = 500
/** The same for lines that may be dropped. */
const OPTIONAL_WORK = 200
const OPTIONAL_WORK_AT_ONCE = 500
/** A ping must be answered within this time, in milliseconds. */
const HEARTBEAT = 30_000
/** The longest closing handshake, in milliseconds. */
const CLOSE_TIME = 2000
/** A client that is sent away is not disconnected before this time, in milliseconds: it would come back at once. */
const LINGER = 250
/** The longest reason of a close frame, in bytes. */
const LONGEST_REASON = 123

export class Client {
  #socket
  #stream
  #events
  #inbox
  #outbox
  #optionalWork = new WorkAccount(OPTIONAL_WORK, OPTIONAL_WORK_AT_ONCE)
  #dropped = 0
  #pings = new RateLimit(PINGS, PINGS, performance.now())
  #pongs = new RateLimit(PINGS, PINGS, performance.now())
  #idle
  #lastMessage = performance.now()
  #alive = true
  #closing = false
  #cancelHeartbeat = () => {}
  #cancelIdle = () => {}
  #cancelClose = () => {}
  #cancelLinger = () => {}

  /**
   * Answers the request for a WebSocket.
   * @param {WebSocketServer} server
   * @param {IncomingMessage} request
   * @param {Socket} socket
   * @param {Buffer} head
   * @param {Turns} turns of all clients
   * @param {(webSocket: WebSocket, stream: MeteredSocket) => void} begin called if the request is well-formed, with
   *   what a Client is made of
   */
  static accept(server, request, socket, head, turns, begin) {
    const stream = new MeteredSocket(socket, head, new WorkAccount(WORK, WORK_AT_ONCE), turns)
    server.handleUpgrade(request, stream, Buffer.alloc(0), webSocket => begin(webSocket, stream))
  }

  /**
   * @param {WebSocket} socket open
   * @param {MeteredSocket} stream below it
   * @param {Turns} turns of all clients
   * @param {ClientLimits} limits
   * @param {ClientEvents} events
   */
  constructor(socket, stream, turns, { messagesPerSecond, idle }, events) {
    this.#socket = socket
    this.#stream = stream
    this.#events = events
    this.#outbox = new Outbox(socket, events.mayDrop)
    this.#inbox = new Inbox(
      stream,
      turns,
      messagesPerSecond,
      text => events.onMessage(text),
      () => this.close(POLICY, 'too many messages a second'),
    )
    this.#idle = idle
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('ping', data => this.#pong(data))
    socket.on('pong', () => this.#onPong())
    // After a frame that is too large or breaks the protocol; ws then closes the socket with the right code.
    socket.on('error', error => {
      this.#sendAway()
      this.#end(ABNORMAL, error.message)
    })
    socket.on('close', (code, reason) => {
      this.#end(code, plainText(String(reason), LONGEST_REASON))
      this.#cancelClose()
      this.#cancelLinger()
      events.onClosed()
    })
    this.#beat()
    this.#watchIdle(idle)
  }

  /** Lines dropped so far because the client reads too slowly. */
  get dropped() {
    return this.#dropped + this.#outbox.dropped
  }

  /**
   * Does work for the client, which is billed: a client that causes too much of it is slowed down.
   * @param {() => void} work
   */
  run(work) {
    this.#stream.account.run(work)
  }

  /** @param {string} line */
  send(line) {
    if (this.#closing) return
    if (!this.#events.mayDrop(line)) return this.run(() => this.#send(line))
    if (this.#optionalWork.debt > 0) this.#dropped++
    else this.#optionalWork.run(() => this.#send(line))
  }

  /** Takes no more messages until release(). */
  hold() {
    this.#inbox.hold()
  }

  release() {
    this.#inbox.release()
  }

  /** Restarts the idle time: the client may need time for what it just got. */
  touch() {
    this.#lastMessage = performance.now()
  }

  /**
   * Closes the connection. Only the first call has an effect.
   * @param {number} code
   * @param {string} reason for the client
   */
  close(code, reason) {
    if (this.#closing) return
    const text = plainText(reason, LONGEST_REASON)
    this.#socket.close(code, text)
    if (code === POLICY) this.#sendAway()
    this.#end(code, text)
  }

  /** Ends the connection without a closing handshake. */
  terminate() {
    this.#socket.terminate()
  }

  /** What it still sends is not read, also not the end of the closing handshake. */
  #sendAway() {
    this.#stream.discard()
    this.#cancelLinger = alarm(LINGER, () => {
      // A slow reader has not read why.
      if (this.#socket.bufferedAmount === 0) this.terminate()
    })
  }

  /**
   * @param {unknown} data a Buffer, of UTF-8 if it is text
   * @param {boolean} isBinary
   */
  #receive(data, isBinary) {
    if (this.#closing) return
    this.#alive = true
    this.#lastMessage = performance.now()
    if (isBinary) return this.close(UNSUPPORTED, 'messages are text')
    this.#inbox.receive(String(data))
  }

  /** @param {Buffer} data */
  #pong(data) {
    if (this.#closing) return
    this.#alive = true
    if (this.#pings.take(performance.now(), 1) > 0) return this.close(POLICY, 'too many pings a second')
    // A client that pings and does not read would fill the memory.
    if (this.#outbox.isFull) return
    this.#socket.pong(data)
  }

  #onPong() {
    if (this.#closing) return
    this.#alive = true
    if (this.#pongs.take(performance.now(), 1) > 0) this.close(POLICY, 'too many pongs a second')
  }

  /** @param {string} line */
  #send(line) {
    if (!this.#outbox.send(line)) this.close(POLICY, 'the client reads too slowly')
  }

  #beat() {
    const { written } = this.#outbox
    this.#cancelHeartbeat = alarm(HEARTBEAT, () => {
      // With a slow reader the ping still waits behind unread lines.
      if (!this.#alive && this.#outbox.written === written) {
        this.#end(ABNORMAL, 'no answer to a ping, and nothing was read')
        return this.terminate()
      }
      this.#alive = false
      this.#socket.ping()
      this.#beat()
    })
  }

  /** @param {number} milliseconds to wait */
  #watchIdle(milliseconds) {
    this.#cancelIdle = alarm(milliseconds, () => {
      if (this.#events.isBusy()) this.touch()
      const left = this.#lastMessage + this.#idle - performance.now()
      if (left > 0) return this.#watchIdle(left)
      this.close(NORMAL, `idle for ${Math.round(this.#idle / 1000)} s`)
    })
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    if (this.#closing) return
    this.#closing = true
    this.#inbox.close()
    this.#cancelHeartbeat()
    this.#cancelIdle()
    this.#cancelClose = alarm(CLOSE_TIME, () => this.terminate())
    this.#events.onEnd(code, reason)
  }
}

/**
 * @param {string} text of any origin
 * @param {number} length the longest result, in characters
 * @returns {string} in printable ASCII, with ? for other characters
 */
export function plainText(text, length) {
  const plain = text.slice(0, length + 1).replace(/[^\x20-\x7e]/g, '?')
  return plain.length <= length ? plain : `${plain.slice(0, length - 3)}...`
}
