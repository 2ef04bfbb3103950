// SPDX-License-Identifier: Apache-2.0
// Sockets with plain requests. Each may send one request at a time and must read the answer; health checks and browsers
// always do.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { READ_TIME } from './http-answers.js'

/** In bytes. Node reads all requests of a chunk, up to 64 kB, before it checks whether the socket is destroyed. */
const PIECE = 256

const PIECES = Symbol('pieces')
/** `rest`: the unread rest of the current chunk. */
type Pieces = { read: (piece: Buffer) => void; rest: Buffer }
type HttpSocket = Socket & { [PIECES]?: Pieces }

const NONE = Buffer.alloc(0)

export class HttpSockets {
  /** sockets whose answer is not yet sent, with the time at which it began */
  #answering: Map<Socket, number> = new Map()

  /**
   * Makes Node read incoming data in small pieces.
   * @param socket a new connection
   */
  read(socket: HttpSocket) {
    const read = socket.listeners('data').pop() as Pieces['read'] | undefined
    // Deno reads in another way.
    if (read === undefined) return
    socket[PIECES] = { read, rest: NONE }
    socket.on('data', passPieces)
    socket.off('data', read)
  }

  /**
   * @param socket a socket whose HTTP has ended with an upgrade
   * @param head the data after the request that Node has read
   * @returns all data after the request
   */
  endOf(socket: HttpSocket, head: Buffer): Buffer {
    socket.off('data', passPieces)
    const rest = socket[PIECES]?.rest ?? NONE
    socket[PIECES] = undefined
    return rest.length > 0 ? Buffer.concat([head, rest]) : head
  }

  /** @returns whether its last answer is not yet sent */
  isAnswering(socket: Socket): boolean {
    return this.#answering.has(socket)
  }

  /**
   * Begins an answer. If the last one is not yet sent, the socket is destroyed instead.
   * @returns whether to answer
   */
  begin(socket: Socket, response: ServerResponse): boolean {
    if (this.#answering.has(socket)) socket.destroy()
    if (socket.destroyed) return false
    this.#answering.set(socket, performance.now())
    const end = () => this.#answering.delete(socket)
    response.once('finish', end).once('close', end)
    return true
  }

  /** Destroys sockets that do not read. Called about once a second. @param now as performance.now() */
  tick(now: number) {
    for (const [socket, since] of this.#answering) {
      if (socket.destroyed) this.#answering.delete(socket)
      else if (socket.writableLength > 0 && now - since > READ_TIME) socket.destroy()
    }
  }
}

/** One listener for all sockets. */
function passPieces(this: HttpSocket, chunk: Buffer) {
  const pieces = this[PIECES] as Pieces
  pieces.rest = chunk
  while (pieces.rest.length > 0 && this[PIECES] === pieces && this.writable) {
    const piece = pieces.rest.subarray(0, PIECE)
    pieces.rest = pieces.rest.subarray(PIECE)
    pieces.read.call(this, piece)
  }
  pieces.rest = NONE
}
