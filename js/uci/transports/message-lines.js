// SPDX-License-Identifier: Apache-2.0
// Lines out of messages: one or several a message, or a stream that was cut anywhere.

import { inputAlarm } from '../../core/waiting.js'

/** @typedef {import('./line-transport.js').LineTransport} LineTransport */

/** How long the rest of a line may take to come, in milliseconds; then it was the whole line. */
const LONGEST_PAUSE = 1000

/**
 * Most servers send whole lines. Some pass on what an engine writes, in whatever pieces: they are known by messages
 * that end with a line break, and from then on one that does not may go on in the next.
 */
export class MessageLines {
  #transport
  #isStream = false
  #cancelAlarm = () => {}

  /** @param {LineTransport} transport that gets the lines */
  constructor(transport) {
    this.#transport = transport
  }

  /** @param {string} text of a message */
  receive(text) {
    this.#cancelAlarm()
    const isWhole = text.endsWith('\n')
    if (isWhole) this.#isStream = true
    if (!this.#isStream) return this.#transport.receiveMessage(text)
    this.#transport.receive(text)
    if (!isWhole) this.#cancelAlarm = inputAlarm(LONGEST_PAUSE, () => this.#transport.receive('\n'))
  }

  /** Nothing more will come. */
  end() {
    this.#cancelAlarm()
  }
}
