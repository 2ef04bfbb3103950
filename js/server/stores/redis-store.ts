// SPDX-License-Identifier: Apache-2.0
// Games in Redis, for any number of nodes. redis/scripts.ts has the keys and the operations.

import { runCallback } from '../../core/callbacks.js'
import type { Color } from '../../game/squares.js'
import { decodeEvent, encodeEvent } from '../../session/codec.js'
import type { SessionEvent } from '../../session/commands.js'
import { sessionError } from '../../session/errors.js'
import { RedisKeeper } from './redis/keeper.js'
import type { RedisStoreOptions } from './redis/options.js'
import { readRedisOptions } from './redis/options.js'
import { APPEND, CREATE, ENLIST, HOLD, REDACT, REMOVE } from './redis/scripts.js'
import type { Shard } from './redis/shards.js'
import type { Appended, DueListener, HintListener, Outage, SessionStore } from './session-store.js'

/** The most arguments of one command that holds seats, three for each seat: a long script delays moves. */
const MOST_HOLDS = 300

/**
 * A store in Redis 7.0 or later, with npm `redis` 6 or later. It starts by itself, and calls wait for that. Each call ends
 * within the deadline, even if Redis fails.
 */
export class RedisStore implements SessionStore {
  #settings
  #keeper: RedisKeeper
  #dueListeners: Set<DueListener> = new Set()
  #outageListeners: Set<(outage: Outage) => void> = new Set()
  /** games with an append that replicas did not confirm in time, so no hint was sent */
  #unpublished: Set<string> = new Set()

  /**
   * Makes a store, which connects by itself.
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(options: RedisStoreOptions) {
    this.#settings = readRedisOptions(options)
    this.#keeper = new RedisKeeper(this.#settings, {
      takesDue: () => this.#dueListeners.size > 0,
      onDue: (game, gone) => this.#callDue(game, gone),
      onOutage: outage => {
        for (const fn of this.#outageListeners) runCallback(fn, [outage])
      },
    })
  }

  /** Whether Redis answers now. */
  get ready() {
    return this.#keeper.reason === null
  }

  /** Whether Redis is short of memory: no games are created, and games in progress go on. */
  get full() {
    return this.#keeper.isFull
  }

  /** The time without an answer of Redis, in milliseconds; 0 while it is ready. */
  get silence() {
    return this.#keeper.silence
  }

  /** Why it is not ready; null if it is. */
  get reason() {
    return this.#keeper.reason
  }

  /**
   * The time of all nodes, which is Redis's time; until the store is ready, the time of this node.
   * @returns integer milliseconds since 1970, never backwards once it is ready
   */
  now(): number {
    return this.#keeper.now()
  }

  /**
   * Appends events if the log has the expected length.
   * @param version the expected length
   * @param due when onDue() is called for the game, on one node; null: never
   * @throws {ChessError} ERR_STORE_UNKNOWN if it is not known whether the events were appended: read the log; ERR_STORE_AWAY if
   *   they were certainly not appended; ERR_SESSION_FORMAT for a malformed event
   */
  append(game: string, version: number, events: SessionEvent[], due: number | null): Promise<Appended> {
    return this.#keep(version === 0 ? CREATE : APPEND, game, version, events, due, 0)
  }

  /**
   * Replaces a whole log, if it has the expected length.
   * @param version the expected length
   * @param events at least as many; those after it are new
   * @param due as append()
   * @throws {ChessError} as append()
   */
  redact(game: string, version: number, events: SessionEvent[], due: number | null): Promise<Appended> {
    return this.#keep(REDACT, game, version, events, due, version)
  }

  /** @param known how many of the events were known before */
  async #keep(
    script: typeof APPEND,
    game: string,
    version: number,
    events: SessionEvent[],
    due: number | null,
    known: number,
  ): Promise<Appended> {
    const began = performance.now()
    const lines = events.map(encodeEvent)
    const age = this.now() - (events.at(-1)?.at ?? 0)
    const opening = this.#keeper.opening()
    if (opening !== undefined) await opening
    const shard = this.#keeper.shardOf(game)
    const keys = [shard.log(game), shard.timers, shard.beat, shard.outages]
    const strict = this.#settings.waitReplicas > 0
    const args = [
      String(version),
      game,
      due === null ? '' : String(due),
      shard.known,
      this.#keeper.shift,
      strict ? '' : shard.channel(game),
      script === REDACT ? '' : shard.latest(began, age),
      ...lines,
    ]
    const reply = await this.#keeper.run(shard, script, keys, args, 'ERR_STORE_UNKNOWN')
    if (reply === 1) {
      shard.kept(performance.now() - began)
      const fresh = lines.slice(known)
      if (strict) await this.#confirm(shard, game, version + fresh.length, fresh, began)
      return { ok: true }
    }
    if (reply[0] === 'late') {
      shard.refused(this.#settings.deadline)
      return { ok: false, missed: [] }
    }
    if (reply[0] !== 'outage') {
      if (strict && reply.length > 0) await this.#makeSure(shard, game, began)
      return { ok: false, missed: reply.map(decodeEvent) }
    }
    this.#keeper.learn(shard, reply.slice(1))
    return { ok: false, missed: [] }
  }

  /**
   * Returns the log of a game; [] if it does not exist.
   * @param since the number of the first event to read, from 0
   * @throws {ChessError} ERR_STORE_AWAY; ERR_SESSION_FORMAT for an event that this version does not know
   */
  async read(game: string, since = 0): Promise<SessionEvent[]> {
    const began = performance.now()
    await this.#keeper.opening()
    const shard = this.#keeper.shardOf(game)
    const key = shard.log(game)
    const range = ['LRANGE', key, String(since), '-1']
    const lines: string[] = await this.#keeper.within(
      shard,
      'ERR_STORE_AWAY',
      this.#settings.deadline,
      connection => connection.send<string[]>(key, range),
    )
    if (this.#settings.waitReplicas > 0 && lines.length > 0) await this.#makeSure(shard, game, began)
    return lines.map(decodeEvent)
  }

  /**
   * Adds a listener for each append() to a game, on any node; it is also called if an append may have been missed.
   * @returns a function that removes the listener
   */
  subscribe(game: string, fn: HintListener): () => void {
    return this.#keeper.hints.add(game, fn)
  }

  /**
   * Adds a listener for games that are due.
   * @param fn called on one node, for each due timer, and for seats that are no longer held
   */
  onDue(fn: DueListener) {
    this.#dueListeners.add(fn)
  }

  /** Adds a listener for outages. */
  onOutage(fn: (outage: Outage) => void) {
    this.#outageListeners.add(fn)
    for (const outage of this.#keeper.outages) runCallback(fn, [outage])
  }

  /**
   * Holds a seat, because its player is connected.
   * @param until in store time
   * @throws {ChessError} ERR_STORE_AWAY
   */
  async hold(game: string, color: Color, until: number): Promise<void> {
    await this.#keeper.opening()
    const shard = this.#keeper.shardOf(game)
    shard.holds ??= this.#holdSoon(shard)
    const { args, done } = shard.holds
    args.push(`${game}:${color}`, String(until), shard.channel(game))
    if (args.length >= MOST_HOLDS) shard.holds = undefined
    await done
  }

  /** Holds all seats of this turn of the event loop with one command: a host holds seats of many games at once. */
  #holdSoon(shard: Shard) {
    const args: string[] = []
    const done = Promise.resolve().then(() => {
      if (shard.holds?.args === args) shard.holds = undefined
      return this.#keeper.run(shard, HOLD, [shard.seats], args, 'ERR_STORE_AWAY')
    })
    return { args, done }
  }

  /**
   * Deletes a game if its log has the expected length.
   * @returns whether it was deleted
   * @throws {ChessError} ERR_STORE_UNKNOWN, ERR_STORE_AWAY
   */
  async remove(game: string, version: number): Promise<boolean> {
    await this.#keeper.opening()
    const shard = this.#keeper.shardOf(game)
    const keys = [shard.log(game), shard.timers, shard.seats]
    const args = [String(version), game, shard.channel(game)]
    return (await this.#keeper.run(shard, REMOVE, keys, args, 'ERR_STORE_UNKNOWN')) === 1
  }

  /**
   * Puts a game on a list.
   * @param until in store time; a past time removes the game
   * @throws {ChessError} ERR_STORE_AWAY
   */
  async enlist(list: string, game: string, until: number): Promise<void> {
    await this.#keeper.opening()
    const shard = this.#keeper.shardOf(list)
    const args = [game, String(until), String(this.now())]
    await this.#keeper.run(shard, ENLIST, [shard.list(list)], args, 'ERR_STORE_AWAY')
  }

  /**
   * Returns the games on the list, the last to expire first.
   * @throws {ChessError} ERR_STORE_AWAY
   */
  async listed(list: string): Promise<string[]> {
    await this.#keeper.opening()
    const shard = this.#keeper.shardOf(list)
    const key = shard.list(list)
    const range = ['ZRANGE', key, '+inf', `(${this.now()}`, 'BYSCORE', 'REV']
    return this.#keeper.within(shard, 'ERR_STORE_AWAY', this.#settings.deadline, connection =>
      connection.send<string[]>(key, range),
    )
  }

  /** Ends connections and timers; calls in progress and later calls reject. */
  close() {
    return this.#keeper.close()
  }

  /**
   * Waits for replicas to confirm an append, and then publishes it: events that may still be lost are not shown.
   * @param version the length of the log after it
   * @throws {ChessError} ERR_STORE_UNKNOWN
   */
  async #confirm(shard: Shard, game: string, version: number, lines: string[], began: number) {
    try {
      await this.#keeper.confirm(shard, began, false)
    } catch (error) {
      this.#unpublished.add(game)
      throw error
    }
    if (lines.length > 0) this.#keeper.publish(shard.channel(game), `${version}\n${lines.join('\n')}`)
  }

  /**
   * Waits for replicas to confirm events that were read, also those that another node has written.
   * @throws {ChessError} ERR_STORE_AWAY
   */
  async #makeSure(shard: Shard, game: string, began: number) {
    try {
      await this.#keeper.confirm(shard, began, true)
    } catch (cause) {
      throw sessionError('ERR_STORE_AWAY', '', { cause })
    }
    if (this.#unpublished.delete(game)) this.#keeper.publish(shard.channel(game), '')
  }

  /** @returns whether all listeners have succeeded */
  async #callDue(game: string, gone?: Color[]): Promise<boolean> {
    try {
      await Promise.all(Array.from(this.#dueListeners, fn => (gone ? fn(game, gone) : fn(game))))
      return true
    } catch {
      return false // called again when the lease ends
    }
  }
}
