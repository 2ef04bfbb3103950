// SPDX-License-Identifier: Apache-2.0
// WebSockets without a network, for clients of game servers: a test says what comes, and sees what is sent.

/** @typedef {InstanceType<ReturnType<typeof scriptedSockets>['WebSocket']>} ScriptedSocket */

/** @param {(socket: any, message: any) => void} [onSend] called for each message of the client */
export function scriptedSockets(onSend = () => {}) {
  /** @type {any[]} in the order in which they were made */
  const sockets = []
  class WebSocket {
    readyState = 0
    isClosedByClient = false
    /** @type {any[]} */
    sent = []
    /** @type {Map<string, (event: any) => void>} */
    #listeners = new Map()

    /** @param {string} url */
    constructor(url) {
      this.url = url
      sockets.push(this)
    }

    /** @param {string} name @param {(event: any) => void} listener */
    addEventListener(name, listener) {
      this.#listeners.set(name, listener)
    }

    /** @param {string} text */
    send(text) {
      const message = JSON.parse(text)
      this.sent.push(message)
      onSend(this, message)
    }

    close() {
      this.isClosedByClient = true
      this.readyState = 3
    }

    // What a test does.

    open() {
      this.readyState = 1
      this.#listeners.get('open')?.({})
    }

    /** @param {unknown} message text and bytes as they are, other things as JSON */
    receive(message) {
      const isData = typeof message === 'string' || ArrayBuffer.isView(message)
      this.#listeners.get('message')?.({ data: isData ? message : JSON.stringify(message) })
    }

    fail() {
      this.#listeners.get('error')?.({})
    }

    /** @param {number} code @param {string} [reason] */
    end(code, reason = '') {
      this.readyState = 3
      this.#listeners.get('close')?.({ code, reason })
    }
  }
  return { WebSocket, sockets }
}

export const WELCOME = { type: 'welcome', user: { id: '~a' }, token: 'a token', now: 1_790_000_000_000 }
