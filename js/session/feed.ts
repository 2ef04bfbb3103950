// SPDX-License-Identifier: Apache-2.0
// A list that the server sends whenever it changes: it is watched while it has listeners.

import { runCallback } from '../core/callbacks.js'
import type { Connection, Request } from './connection.js'
import type { ServerFields } from './server-messages.js'

/** The lists that can be watched, by the type of the request and the field of the answer. */
export type FeedName = 'lobby' | 'playing'
type List<Name extends FeedName> = NonNullable<ServerFields[Name]>
type Listener = (value: never) => void
type FeedServices<Name extends FeedName> = {
  connection: () => Pick<Connection, 'isOpen' | 'request' | 'send'>
  newId: () => string
  /** called with a new list, for all listeners */
  emit: (list: List<Name>) => void
}

export class Feed<Name extends FeedName> {
  #name: Name
  #services: FeedServices<Name>
  #listeners: Set<Listener> = new Set()
  /** as last sent to the listeners */
  #list: List<Name> | undefined
  /** the request to watch, until it is answered */
  #watching: Request | undefined

  constructor(name: Name, services: FeedServices<Name>) {
    this.#name = name
    this.#services = services
  }

  add(listener: Listener) {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) return this.watch()
    // The first list has arrived, or all listeners still wait for it.
    queueMicrotask(() => {
      if (this.#list && this.#listeners.has(listener)) runCallback(listener, [this.#list as never])
    })
  }

  delete(listener: Listener) {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
    this.#watching?.cancel()
    this.#list = undefined
    this.#services.connection().send({ type: this.#name, watch: false })
  }

  /** Watches the list, if it has listeners and there is a connection. */
  watch() {
    const connection = this.#services.connection()
    if (this.#listeners.size === 0 || !connection.isOpen) return
    this.#watching?.cancel()
    const message = { type: this.#name, id: this.#services.newId(), watch: true }
    this.#watching = connection.request(message, Number.POSITIVE_INFINITY, () => {
      this.#watching = undefined
    })
  }

  /** @param request that the message answers */
  receive(message: ServerFields, request: Request | undefined) {
    const list = message[this.#name]
    if (!list || (request !== undefined && request !== this.#watching) || this.#listeners.size === 0) return
    this.#list = list
    this.#services.emit(list)
  }
}
