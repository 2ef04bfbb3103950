// SPDX-License-Identifier: Apache-2.0
// Hints through Redis's sharded channels, one for each game that has watchers on this node.

import { runCallback } from '../../../core/callbacks.js'
import { decodeEvent } from '../../../session/codec.js'
import type { SessionEvent } from '../../../session/commands.js'
import type { HintListener } from '../session-store.js'
import type { RedisConnection } from './connection.js'

/** A subscription that failed is tried again after this time, in milliseconds, or when the connection is back. */
const RETRY = 500

/** If more of this node's hints to itself than this do not come back, the connection is silent. */
const MOST_MISSED = 2

/** Between a shard's tag and the game, in the name of a channel. */
const MARK = '}:c:'

/** `active`: Redis has confirmed the subscription */
type Channel = { listeners: readonly HintListener[]; active: boolean }

export class Hints {
  /** by game */
  #channels: Map<string, Channel> = new Map()
  #connection: RedisConnection | undefined
  #channelOf: (game: string) => string = game => game
  #retry: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** the channels on which this node sends hints to itself */
  #echoes: { channel: string; missed: number }[] = []

  /** @param channelOf returns the channel of a game, which ends with '}:c:' and the game */
  open(connection: RedisConnection, channelOf: (game: string) => string) {
    this.#connection = connection
    this.#channelOf = channelOf
    this.renew()
  }

  /**
   * @param fn called without arguments once Redis has confirmed the subscription: earlier hints may be missed
   * @returns a function that ends the subscription
   */
  add(game: string, fn: HintListener): () => void {
    let entry = this.#channels.get(game)
    if (entry === undefined) {
      entry = { listeners: [], active: false }
      this.#channels.set(game, entry)
      this.#subscribe(game, entry)
    }
    entry.listeners = entry.listeners.concat([fn])
    return () => {
      entry.listeners = entry.listeners.filter(other => other !== fn)
      if (entry.listeners.length > 0 || this.#channels.get(game) !== entry) return
      this.#channels.delete(game)
      this.#connection?.unsubscribe(this.#channelOf(game), this.#receive).catch(() => {})
    }
  }

  /** After a reconnection: reports that hints may have been missed, and tries failed subscriptions again. */
  renew() {
    for (const [game, entry] of this.#channels) {
      if (entry.active) this.#call(entry)
      else this.#subscribe(game, entry)
    }
  }

  /**
   * Subscribes to channels for hints to itself: one connection can be silent while others work.
   * @param names no game has them
   */
  listen(names: string[]) {
    for (const name of names) {
      const echo = { channel: this.#channelOf(name), missed: 0 }
      this.add(name, version => {
        if (version !== undefined) echo.missed = 0
      })
      this.#echoes.push(echo)
    }
  }

  /** Sends hints to itself; while they do not come back, hints of all games count as missed. */
  sound(publish: (channel: string, message: string) => void) {
    for (const echo of this.#echoes) {
      echo.missed++
      publish(echo.channel, '0')
    }
    if (this.#echoes.some(({ missed }) => missed > MOST_MISSED)) this.renew()
  }

  /** Hints that were sent while the store was away need not come back. */
  forgive() {
    for (const echo of this.#echoes) echo.missed = 0
  }

  close() {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#channels.clear()
    this.#connection?.close()
  }

  async #subscribe(game: string, entry: Channel) {
    if (this.#connection === undefined) return
    try {
      await this.#connection.subscribe(this.#channelOf(game), this.#receive)
      if (entry.active) return
      entry.active = true
      this.#call(entry)
    } catch {
      if (this.#closed) return
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        for (const [name, other] of this.#channels) if (!other.active) this.#subscribe(name, other)
      }, RETRY)
    }
  }

  #receive: (message: string, channel: string) => void = (message, channel) => {
    const entry = this.#channels.get(channel.slice(channel.indexOf(MARK) + MARK.length))
    if (entry === undefined) return
    if (message === '') return this.#call(entry)
    const [version, ...lines] = message.split('\n')
    try {
      const events = lines.map(decodeEvent)
      this.#call(entry, Number(version), events)
    } catch {
      this.#call(entry) // the log has the same event, and reading it gives the error
    }
  }

  #call(entry: Channel, version?: number, events?: SessionEvent[]) {
    for (const fn of entry.listeners) runCallback(fn, version === undefined ? [] : [version, events])
  }
}
