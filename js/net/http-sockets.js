// SPDX-License-Identifier: Apache-2.0
// Sockets with plain requests: one request at a time each, and answers that are read. Health checks and browsers never
// send the next request before they have an answer.

import { READ_TIME } from './http-answers.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

/** In bytes. Node reads all requests of a chunk, up to 64 kB, before it looks whether the socket is destroyed. */
const PIECE = 256

const PIECES = Symbol('pieces')
/** `rest`: of the chunk that is being read. @typedef {{ read: (piece: Buffer) => void, rest: Buffer }} Pieces */
/** @typedef {Socket & { [PIECES]?: Pieces }} HttpSocket */

const NONE = Buffer.alloc(0)

export class HttpSockets {
  /** @type {Map<Socket, number>} whose answer is not sent yet, with the time since when */
  #answering = new Map()

  /**
   * Has Node read what comes in small pieces.
   * @param {HttpSocket} socket of a new connection
   */
  read(socket) {
    const read = /** @type {Pieces['read'] | undefined} */ (socket.listeners('data').pop())
    // Deno reads by other means.
    if (read === undefined) return
    socket[PIECES] = { read, rest: NONE }
    socket.on('data', passPieces)
    socket.off('data', read)
  }

  /**
   * @param {HttpSocket} socket whose HTTP has ended with an upgrade
   * @param {Buffer} head that has come with it, as far as Node has read
   * @returns {Buffer} all of it
   */
  endOf(socket, head) {
    socket.off('data', passPieces)
    const rest = socket[PIECES]?.rest ?? NONE
    socket[PIECES] = undefined
    return rest.length > 0 ? Buffer.concat([head, rest]) : head
  }

  /**
   * @param {Socket} socket
   * @returns {boolean} whether it has not got its last answer
   */
  isAnswering(socket) {
    return this.#answering.has(socket)
  }

  /**
   * Begins an answer, unless the socket has not got the last one: it is destroyed then.
   * @param {Socket} socket
   * @param {ServerResponse} response
   * @returns {boolean} whether to answer
   */
  begin(socket, response) {
    if (this.#answering.has(socket)) socket.destroy()
    if (socket.destroyed) return false
    this.#answering.set(socket, performance.now())
    const end = () => this.#answering.delete(socket)
    response.once('finish', end).once('close', end)
    return true
  }

  /** Destroys sockets that do not read. To be called about once a second. @param {number} now as performance.now() */
  tick(now) {
    for (const [socket, since] of this.#answering) {
      if (socket.destroyed) this.#answering.delete(socket)
      else if (socket.writableLength > 0 && now - since > READ_TIME) socket.destroy()
    }
  }
}

/** One listener for all sockets. @this {HttpSocket} @param {Buffer} chunk */
function passPieces(chunk) {
  const pieces = /** @type {Pieces} */ (this[PIECES])
  pieces.rest = chunk
  while (pieces.rest.length > 0 && this[PIECES] === pieces && this.writable) {
    const piece = pieces.rest.subarray(0, PIECE)
    pieces.rest = pieces.rest.subarray(PIECE)
    pieces.read.call(this, piece)
  }
  pieces.rest = NONE
}
