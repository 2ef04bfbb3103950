// SPDX-License-Identifier: Apache-2.0
// A connection to one game server, shared by all its games and closed with its last listener. The user's token is saved.

import { connectGames } from 'binbo/session'
import { hostOf, savedToken, saveToken } from './places.js'

/** @import { GameClient } from 'binbo/session' */

/** The status of the first try. */
export const CONNECTING = 'Connecting…'

export class GameServer {
  /** @type {GameClient} */
  client
  #wasOpen = false
  #listeners = /** @type {Set<(isNew: boolean) => void>} */ (new Set())
  /** True once the last listener was removed. */
  isClosed = false

  /** @param {string} url */
  constructor(url) {
    this.url = url
    this.client = this.#connect(savedToken(url))
  }

  /** @returns {string} what is wrong with the connection, as text for users; '' if nothing is */
  get trouble() {
    const { state, reason = '' } = this.client.status
    if (state === 'open') return ''
    if (state === 'closed') return `${hostOf(this.url)} refuses the connection: ${reason}.`
    if (this.#wasOpen) return 'No connection: trying again…'
    return state === 'waiting' ? `${hostOf(this.url)} does not answer: trying again…` : CONNECTING
  }

  /**
   * @param {(isNew: boolean) => void} listener called when the connection changes; `isNew`: the client was replaced, so
   *   games must be opened again
   * @returns {() => void} removes it; without listeners the connection is closed
   */
  onChange(listener) {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0 || this.isClosed) return
      this.isClosed = true
      this.client.close()
    }
  }

  /** @param {string | undefined} token @returns {GameClient} */
  #connect(token) {
    const client = connectGames(this.url.split(' '), { token })
    client.on('status', ({ state }) => {
      if (state === 'open') {
        this.#wasOpen = true
        saveToken(this.url, client.token)
      }
      // The server refused the token (it is too old, or its secret has changed): connect as a new user.
      const isNew = state === 'closed' && token !== undefined && !this.isClosed
      if (isNew) {
        saveToken(this.url, undefined)
        this.client = this.#connect(undefined)
      }
      for (const listener of [...this.#listeners]) listener(isNew)
    })
    return client
  }
}
