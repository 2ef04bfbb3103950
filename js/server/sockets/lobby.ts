// SPDX-License-Identifier: Apache-2.0
// The clients of this node that watch the lobby. However many they are, it is read and written as text once a round.

import type { GameHost } from '../host/game-host.js'

/** a client that watches the lobby */
type LobbyWatcher = { client: { isSlow: boolean }; send: (text: string) => void }

export class Lobby {
  #host: GameHost
  /** the text that each has */
  #watchers: Map<LobbyWatcher, string> = new Map()
  /** The last list, as a message. */
  #text = ''
  #isTelling = false

  constructor(host: GameHost) {
    this.#host = host
  }

  /**
   * @returns the message with all challenges
   * @throws {ChessError} of the store
   */
  async text(): Promise<string> {
    const text = JSON.stringify({ lobby: await this.#host.lobby() })
    // The same string is compared quickly.
    if (text !== this.#text) this.#text = text
    return this.#text
  }

  /**
   * @param peer gets the list when it changes
   * @param text that it has
   */
  watch(peer: LobbyWatcher, text: string) {
    this.#watchers.set(peer, text)
  }

  unwatch(peer: LobbyWatcher) {
    this.#watchers.delete(peer)
  }

  /** Sends the newest list to clients that do not have it. To be called now and then. */
  async publish() {
    if (this.#watchers.size === 0 || this.#isTelling) return
    this.#isTelling = true
    try {
      const text = await this.text()
      for (const [peer, own] of this.#watchers) {
        if (own === text || peer.client.isSlow) continue
        this.#watchers.set(peer, text)
        peer.send(text)
      }
    } catch {
      // The store is away: the next round tries again.
    } finally {
      this.#isTelling = false
    }
  }
}
