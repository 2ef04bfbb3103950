// SPDX-License-Identifier: Apache-2.0
// A game server that the page is connected to: one client for all its games. The user's identity there is kept.

import { connectGames } from 'binbo/session'
import { Listeners } from '../page/listeners.js'
import { hostOf, savedToken, saveToken } from './places.js'

/** @import { ConnectionStatus, GameClient } from 'binbo/session' */

export class GameServer {
  #url
  /** @type {GameClient} */
  client
  #wasOpen = false
  #isClosed = false
  #changes = new Listeners()
  #renewals = new Listeners()

  /** @param {string} url */
  constructor(url) {
    this.#url = url
    this.client = this.#connect(savedToken(url))
  }

  /** @returns {string} what is wrong with the connection, as text for users; '' if nothing is */
  get trouble() {
    const { state, reason = '' } = this.client.status
    if (state === 'open') return ''
    if (state === 'closed') return `${hostOf(this.#url)} refuses the connection: ${reason}.`
    if (this.#wasOpen) return 'No connection: trying again…'
    return state === 'waiting' ? `${hostOf(this.#url)} does not answer: trying again…` : 'Connecting…'
  }

  /** @param {() => void} listener called when the connection changes @returns {() => void} removes it */
  onChange(listener) {
    return this.#changes.add(listener)
  }

  /** @param {() => void} listener called when there is another client: games are to be opened again @returns {() => void} */
  onRenewal(listener) {
    return this.#renewals.add(listener)
  }

  close() {
    this.#isClosed = true
    this.client.close()
  }

  /** @param {string | undefined} token @returns {GameClient} */
  #connect(token) {
    const client = connectGames(this.#url.split(' '), { token })
    client.on('status', ({ state }) => {
      if (state === 'open') {
        this.#wasOpen = true
        saveToken(this.#url, client.token)
      }
      // It has another secret than before, or the token is too old: the user is a new one there.
      if (state === 'closed' && token !== undefined && !this.#isClosed) {
        saveToken(this.#url, undefined)
        this.client = this.#connect(undefined)
        this.#renewals.emit()
      }
      this.#changes.emit()
    })
    return client
  }
}
