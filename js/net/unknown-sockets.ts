// SPDX-License-Identifier: Apache-2.0
// Connections that have not yet authenticated. Their number is limited, for each address and in all, so that they do not
// displace others.

import type { Socket } from 'node:net'

/** The limits of an engine server, which has few clients. */
const MOST = { ofAddress: 16, all: 256 }

type UnknownSocket = {
  /** the network by which its limit counts; undefined: only the limit in all applies */
  network: string | undefined
  /** whether it has not yet sent a request */
  isSilent: boolean
}

export class UnknownSockets {
  #networkOf: (address: string | undefined) => string | undefined
  #onExcess: (address: string | undefined) => void
  #most
  /** oldest first */
  #sockets: Map<Socket, UnknownSocket> = new Map()
  /** the number of sockets by network */
  #counts: Map<string, number> = new Map()

  /**
   * @param networkOf returns the network by which limits count
   * @param onExcess called for every socket that is closed in favour of a newer one
   */
  constructor(
    networkOf: (address: string | undefined) => string | undefined,
    onExcess: (address: string | undefined) => void,
    most: { ofAddress: number; all: number } = MOST,
  ) {
    this.#networkOf = networkOf
    this.#onExcess = onExcess
    this.#most = most
  }

  /** Adds a new connection, until delete(). If there are too many, the oldest silent one is closed. */
  add(socket: Socket) {
    const network = this.#networkOf(socket.remoteAddress)
    this.#sockets.set(socket, { network, isSilent: true })
    if (network !== undefined) {
      const count = (this.#counts.get(network) ?? 0) + 1
      this.#counts.set(network, count)
      if (count > this.#most.ofAddress) return this.#closeOldest(network)
    }
    if (this.#sockets.size > this.#most.all) this.#closeOldest()
  }

  /** @param socket a socket that has sent a request, and may send more */
  hear(socket: Socket) {
    const known = this.#sockets.get(socket)
    if (known) known.isSilent = false
  }

  /** @param socket a socket that has authenticated or is closed */
  delete(socket: Socket) {
    const known = this.#sockets.get(socket)
    if (known === undefined) return
    this.#sockets.delete(socket)
    const { network } = known
    if (network === undefined) return
    const count = (this.#counts.get(network) ?? 0) - 1
    if (count > 0) this.#counts.set(network, count)
    else this.#counts.delete(network)
  }

  /** @param network only sockets of this network */
  #closeOldest(network?: string) {
    let oldest: Socket | undefined
    for (const [socket, known] of this.#sockets) {
      if (network !== undefined && known.network !== network) continue
      oldest ??= socket
      if (!known.isSilent) continue
      oldest = socket
      break
    }
    if (oldest === undefined) return
    const { remoteAddress } = oldest
    this.delete(oldest)
    oldest.destroy()
    this.#onExcess(remoteAddress)
  }
}
