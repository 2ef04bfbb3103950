// SPDX-License-Identifier: Apache-2.0
// A WebSocket client that costs little: ten thousand of them must leave the cores to the server that they measure. It
// sends short text only, and takes for granted that the server keeps to RFC 6455.

import { connect } from 'node:net'
import { handshake } from '../websocket-frames.js'

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
const HEAD_END = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

export class RawClient {
  /** @type {(message: any) => void} */
  onMessage = () => {}
  /** @type {() => void} once: the connection is gone, or was never there */
  onClose = () => {}
  #socket
  #rest = EMPTY
  #isOpen = false

  /**
   * @param {{ port: number }} target on this machine
   * @param {() => void} onOpen
   */
  constructor({ port }, onOpen) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('connect', () => this.#socket.write(handshake()))
    this.#socket.on('data', data => this.#receive(data, onOpen))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.onClose())
  }

  /** @param {object} message less than 64 kB of ASCII */
  send(message) {
    this.#write(TEXT, Buffer.from(JSON.stringify(message), 'latin1'))
  }

  /** Ends it without a handshake. */
  destroy() {
    this.#socket.destroy()
  }

  /**
   * @param {number} opcode
   * @param {Buffer} payload
   */
  #write(opcode, payload) {
    const { length } = payload
    const start = length < 126 ? 6 : 8
    // The mask is zeros.
    const frame = Buffer.alloc(start + length)
    frame[0] = 0x80 | opcode
    if (length < 126) frame[1] = 0x80 | length
    else {
      frame[1] = 0x80 | 126
      frame.writeUInt16BE(length, 2)
    }
    payload.copy(frame, start)
    this.#socket.write(frame)
  }

  /**
   * @param {Buffer} data
   * @param {() => void} onOpen
   */
  #receive(data, onOpen) {
    let bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data])
    if (!this.#isOpen) {
      const end = bytes.indexOf(HEAD_END)
      if (end < 0) {
        this.#rest = bytes
        return
      }
      if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return this.destroy()
      this.#isOpen = true
      bytes = bytes.subarray(end + HEAD_END.length)
      onOpen()
    }
    let at = 0
    for (;;) {
      const next = this.#frame(bytes, at)
      if (next === undefined) break
      at = next
    }
    this.#rest = at === bytes.length ? EMPTY : bytes.subarray(at)
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at where a frame begins
   * @returns {number | undefined} where the next one does, if this one is complete
   */
  #frame(bytes, at) {
    if (bytes.length < at + 2) return undefined
    let length = bytes[at + 1]
    let start = at + 2
    if (length === 126) {
      if (bytes.length < at + 4) return undefined
      length = bytes.readUInt16BE(start)
      start += 2
    } else if (length === 127) {
      if (bytes.length < at + 10) return undefined
      length = Number(bytes.readBigUInt64BE(start))
      start += 8
    }
    const end = start + length
    if (bytes.length < end) return undefined
    const opcode = bytes[at] & 15
    if (opcode === TEXT) this.onMessage(JSON.parse(bytes.toString('utf8', start, end)))
    else if (opcode === PING) this.#write(PONG, bytes.subarray(start, end))
    else if (opcode === CLOSE) this.destroy()
    return end
  }
}
