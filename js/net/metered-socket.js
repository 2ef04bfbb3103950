// SPDX-License-Identifier: Apache-2.0
// A connection whose incoming bytes are passed on in small pieces, as far as the client's account allows. The
// time that the reader takes for a piece is billed, also for frames that carry no message.

import { Duplex } from 'node:stream'
import { alarm } from '../core/waiting.js'
import { LONGEST_TURN } from './turns.js'

/** @import { Socket } from 'node:net' */
/** @import { Turns } from './turns.js' */
/** @import { WorkAccount } from './work-account.js' */

/** A piece should take between these times, in milliseconds. */
const SHORTEST_PIECE = 0.05
const LONGEST_PIECE = 0.2
/** In bytes. */
const FIRST_PIECE = 512
const SMALLEST_PIECE = 32
const LARGEST_PIECE = 16_384
/** Between two chunks that are thrown away, in milliseconds. */
const DISCARD_PAUSE = 50

/** What a reader reads and writes in place of the socket. */
export class MeteredSocket extends Duplex {
  #socket
  #account
  #turns
  /** @type {Buffer[]} not passed on yet */
  #chunks = []
  #pieceSize = FIRST_PIECE
  #hasEnded = false
  #isHeld = false
  #isDiscarding = false
  /** Whether a turn or an alarm will continue. */
  #waits = false
  #cancelAlarm = () => {}

  /**
   * @param {Socket} socket
   * @param {Buffer} head bytes of it that were read before
   * @param {WorkAccount} account of the client
   * @param {Turns} turns
   */
  constructor(socket, head, account, turns) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#account = account
    this.#turns = turns
    if (head.length > 0) this.#chunks.push(head)
    socket.setTimeout(0)
    socket.setNoDelay()
    socket.on('data', chunk => this.#receive(chunk))
    socket.on('end', () => {
      this.#hasEnded = true
      this.#continue()
    })
    socket.on('error', error => this.destroy(error))
    socket.on('close', () => this.destroy())
    // Readers do not listen at all times.
    this.on('error', () => {})
  }

  /** The account that the reader's work is billed to. */
  get account() {
    return this.#account
  }

  /** Passes nothing on until release(). */
  hold() {
    this.#isHeld = true
  }

  release() {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#wait(0)
  }

  /** Throws away all that still comes, slowly. The connection stays open until it is destroyed. */
  discard() {
    this.#isDiscarding = true
    this.#chunks = []
    this.#cancelAlarm()
    this.#socket.resume()
  }

  /** @override */
  _read() {
    // What is pushed here would not be passed on before the next tick.
    if (this.#chunks.length > 0) this.#wait(0)
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _
   * @param {(error?: Error | null) => void} done
   */
  _write(chunk, _, done) {
    this.#socket.write(chunk, done)
  }

  /**
   * @override
   * @param {{ chunk: Buffer }[]} chunks
   * @param {(error?: Error | null) => void} done
   */
  _writev(chunks, done) {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [i, { chunk }] of chunks.entries()) this.#socket.write(chunk, i === last ? done : undefined)
    this.#socket.uncork()
  }

  /**
   * @override
   * @param {(error?: Error | null) => void} done
   */
  _final(done) {
    if (!this.#isDiscarding) this.#socket.end(() => done())
  }

  /**
   * @override
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} done
   */
  _destroy(error, done) {
    this.#cancelAlarm()
    this.#chunks = []
    this.#socket.destroy()
    done(error)
  }

  /** @param {Buffer} chunk */
  #receive(chunk) {
    if (this.#isDiscarding) {
      this.#socket.pause()
      this.#cancelAlarm = alarm(DISCARD_PAUSE, () => this.#socket.resume())
      return
    }
    this.#chunks.push(chunk)
    this.#continue()
  }

  #continue() {
    if (!this.#waits) this.#pass()
    if (this.#chunks.length > 0) this.#socket.pause()
  }

  /** Passes on what there is, for one turn. */
  #pass() {
    const end = performance.now() + LONGEST_TURN
    while (this.#chunks.length > 0) {
      if (this.#isHeld || this.destroyed) return
      const { debt } = this.#account
      if (debt > 0 || performance.now() > end) return this.#wait(debt)
      if (!this.#passPiece()) return
    }
    if (this.destroyed) return
    if (this.#hasEnded) this.push(null)
    else this.#socket.resume()
  }

  /** @returns {boolean} whether the reader takes more now */
  #passPiece() {
    const piece = this.#takePiece()
    const begin = performance.now()
    let takesMore = false
    this.#account.run(() => {
      takesMore = this.push(piece)
    })
    const time = performance.now() - begin
    if (time > LONGEST_PIECE) this.#pieceSize = Math.max(SMALLEST_PIECE, this.#pieceSize >> 1)
    else if (time < SHORTEST_PIECE) this.#pieceSize = Math.min(LARGEST_PIECE, this.#pieceSize << 1)
    return takesMore
  }

  #takePiece() {
    const [chunk] = this.#chunks
    if (chunk.length <= this.#pieceSize) {
      this.#chunks.shift()
      return chunk
    }
    this.#chunks[0] = chunk.subarray(this.#pieceSize)
    return chunk.subarray(0, this.#pieceSize)
  }

  /** @param {number} milliseconds after which it takes its next turn */
  #wait(milliseconds) {
    if (this.#waits) return
    this.#waits = true
    const enter = () =>
      this.#turns.enter(() => {
        this.#waits = false
        this.#pass()
      })
    if (milliseconds > 0) this.#cancelAlarm = alarm(milliseconds, enter)
    else enter()
  }
}
