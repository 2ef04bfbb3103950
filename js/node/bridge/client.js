// SPDX-License-Identifier: Apache-2.0
// One WebSocket of the bridge: what comes in is checked for size, form and rate, what goes out is bounded, and a
// peer that is silent, floods or does not go away is ended.

import { alarm } from '../../core/waiting.js'
import { Inbox } from './inbox.js'
import { Outbox } from './outbox.js'
import { RateLimit } from './rate-limit.js'
import { plainText } from './refusal.js'

/** @typedef {import('ws').WebSocket} WebSocket */
/** @typedef {import('./serve-options.js').BridgeLimits} BridgeLimits */

/**
 * @typedef {object} ClientEvents
 * @property {(text: string) => void} onMessage
 * @property {(code: number, reason: string) => void} onEnd once: nothing more goes in or out
 * @property {() => void} onClosed once, after onEnd: the socket is gone
 * @property {() => boolean} isBusy whether the client waits for something; then it may be silent
 */

/** Close codes of RFC 6455, section 7.4.1. */
export const NORMAL = 1000
export const GOING_AWAY = 1001
const UNSUPPORTED = 1003
const ABNORMAL = 1006
export const POLICY = 1008
export const ENGINE_FAILED = 1011

/** That are answered, a second. */
const PINGS = 100
/** A peer has so long to answer a ping, and the closing handshake, in milliseconds. */
const HEARTBEAT = 30_000
const CLOSE_TIME = 2000
/** The most that fits into a close frame, in bytes. */
const LONGEST_REASON = 123

export class Client {
  #socket
  #events
  #inbox
  #outbox
  #pings = new RateLimit(PINGS, PINGS, performance.now())
  #idle
  #lastMessage = performance.now()
  #alive = true
  #closing = false
  #cancelHeartbeat = () => {}
  #cancelIdle = () => {}
  #cancelClose = () => {}

  /**
   * @param {WebSocket} socket open
   * @param {BridgeLimits} limits
   * @param {ClientEvents} events
   */
  constructor(socket, { messagesPerSecond, idle }, events) {
    this.#socket = socket
    this.#events = events
    this.#outbox = new Outbox(socket)
    this.#inbox = new Inbox(
      socket,
      messagesPerSecond,
      text => events.onMessage(text),
      () => this.close(POLICY, 'too many messages a second'),
    )
    this.#idle = idle
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('ping', data => this.#pong(data))
    socket.on('pong', () => {
      this.#alive = true
    })
    // Of a frame that breaks the protocol or is too large; ws closes the socket with the right code.
    socket.on('error', error => this.#end(ABNORMAL, error.message))
    socket.on('close', (code, reason) => {
      this.#end(code, String(reason))
      this.#cancelClose()
      events.onClosed()
    })
    this.#beat()
    this.#watchIdle(idle)
  }

  /** How many `info` lines were left out because it reads too slowly. */
  get dropped() {
    return this.#outbox.dropped
  }

  /** @param {string} line */
  send(line) {
    if (!this.#closing && !this.#outbox.send(line)) this.#tooSlow()
  }

  /** Something happened that the client may think about for a while. */
  touch() {
    this.#lastMessage = performance.now()
  }

  /**
   * Only the first call counts.
   * @param {number} code
   * @param {string} reason for the client
   */
  close(code, reason) {
    if (this.#closing) return
    const text = plainText(reason, LONGEST_REASON)
    this.#socket.close(code, text)
    this.#end(code, text)
  }

  /** Ends the connection without a word. */
  terminate() {
    this.#socket.terminate()
  }

  /**
   * @param {unknown} data a Buffer of UTF-8, when it is text
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
    // Who pings and does not read would fill the memory.
    if (this.#outbox.isFull) return
    this.#socket.pong(data)
  }

  #tooSlow() {
    this.close(POLICY, 'the client reads too slowly')
  }

  #beat() {
    const { written } = this.#outbox
    this.#cancelHeartbeat = alarm(HEARTBEAT, () => {
      // A ping waits behind what a slow reader has not read yet.
      if (!this.#alive && this.#outbox.written === written) {
        this.#end(ABNORMAL, 'it does not answer, and reads nothing')
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
