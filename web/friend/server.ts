// SPDX-License-Identifier: Apache-2.0
// A connection to one game server, shared by all its games and closed with its last listener. The user's token is saved.

import type { GameClient } from 'binbo/session'
import { connectGames } from 'binbo/session'
import { say } from '../page/texts.js'
import { hostOf, savedToken, saveToken } from './addresses.js'

/** The status during the first try. */
export const CONNECTING = say`Connecting…`

export class GameServer {
  client: GameClient
  #wasOpen = false
  #listeners: Set<(isNew: boolean) => void> = new Set()
  /** True once the last listener was removed. */
  isClosed = false

  declare url: string

  constructor(url: string) {
    this.url = url
    this.client = this.#connect(savedToken(url))
  }

  /** @returns what is wrong with the connection, as text for users; '' if nothing is */
  get trouble(): string {
    const { state, reason = '' } = this.client.status
    if (state === 'open') return ''
    if (state === 'closed') return `${say`${hostOf(this.url)} refuses the connection.`} ${reason}.`
    if (this.#wasOpen) return say`No connection: trying again…`
    return state === 'waiting' ? say`${hostOf(this.url)} does not answer: trying again…` : CONNECTING
  }

  /**
   * @param listener called when the connection changes; `isNew`: the client was replaced, and games must be opened again
   * @returns removes the listener; the last one closes the connection
   */
  onChange(listener: (isNew: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0 || this.isClosed) return
      this.isClosed = true
      this.client.close()
    }
  }

  #connect(token: string | undefined): GameClient {
    const client = connectGames(this.url.split(' '), { token })
    client.on('status', ({ state }) => {
      if (state === 'open') {
        this.#wasOpen = true
        saveToken(this.url, client.token)
      }
      // The server refused the token, which is too old, or the server's secret has changed: connect as a new user.
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
