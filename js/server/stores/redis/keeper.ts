// SPDX-License-Identifier: Apache-2.0
// Runs while a RedisStore is open: it keeps the connections and the clock, and every 100 ms sends each shard a tick, a script
// that writes the heartbeat, finds outages and claims due timers. Every command has a deadline.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ChessError } from '../../../core/errors.js'
import { inputAlarm } from '../../../core/waiting.js'
import type { Color } from '../../../game/squares.js'
import { sessionError } from '../../../session/errors.js'
import { isColor } from '../../../session/setup.js'
import type { Outage } from '../session-store.js'
import { LEASE } from '../session-store.js'
import { StoreClock } from '../store-clock.js'
import { checkServer, keepShards } from './check.js'
import type { Client } from './client.js'
import { clientFactory, faultText, isDemoted, notDone, RedisConnection } from './connection.js'
import { Hints } from './hints.js'
import type { RedisStoreSettings } from './options.js'
import { Replicas } from './replicas.js'
import { Room } from './room.js'
import type { Script } from './scripts.js'
import { CLOCK, LEFT, TICK } from './scripts.js'
import { Shard, shardNumber } from './shards.js'

/** The error code for a command that was not answered. */
type Outcome = 'ERR_STORE_AWAY' | 'ERR_STORE_UNKNOWN'

type KeeperListeners = {
  /** called for a due timer, or with `gone` for seats that are no longer held; resolves to whether it was handled */
  onDue: (game: string, gone?: Color[]) => Promise<boolean>
  /** whether due timers are handled at all */
  takesDue: () => boolean
  onOutage: (outage: Outage) => void
}

/** The interval of the ticks, in milliseconds. */
const TICK_INTERVAL = 100
/** The most timers of a shard that one tick claims. */
const MOST_CLAIMED = '100'
/** The interval at which Redis's clock is read, in milliseconds. */
const CLOCK_INTERVAL = 5000
/** The interval at which Redis's memory is measured, in milliseconds. */
const ROOM_INTERVAL = 1000
/** The number of readings at the start, and later; the quickest one counts. */
const FIRST_READINGS = 8
const READINGS = 4
/** The interval of the hints that this node sends to itself, in milliseconds. */
const ECHO_INTERVAL = 400
/** The number of channels for hints to itself. In a cluster, each server should have some of them. */
const ECHOES = { server: 1, cluster: 16 }
/** The most messages logged about one failure: errors that contain a number are different each time. */
const MOST_LOGGED = 16
/** The pause before another attempt to start, in milliseconds. */
const RETRY_PAUSE = 100
/** The shortest interval between two reconnections because the server is no longer the primary, in milliseconds. */
const LEAST_RENEWAL = 500
/** The start of an error reply of Redis, such as 'WRONGTYPE Operation against …'. */
const ANSWERED_ERROR = /^[A-Z]{3,} /
/**
 * A shard is stalled if its tick is not answered within this fraction of the deadline. Ticks are counted instead of measuring
 * the time, because this process may itself have been suspended.
 */
const STALLED = 0.8

export class RedisKeeper {
  hints = new Hints()
  #settings
  #listeners: KeeperListeners
  #replicas: Replicas
  #room: Room
  #madeAt = performance.now()
  /** When a shard last answered. */
  #answeredAt = this.#madeAt
  #clock = new StoreClock(performance.timeOrigin, performance.now())
  /** Store time minus Redis's time, in milliseconds, as Redis keeps it; not 0 after Redis's clock was set back. */
  #shift = '0'
  #shards: Shard[] = []
  /** Makes clients, once npm `redis` is loaded: that takes most of a second, so it begins in the constructor. */
  #loaded: Promise<() => Client>
  #makeClient: () => Client = () => {
    throw sessionError('ERR_STORE_AWAY', 'the package is not loaded')
  }
  /** for all commands except those of #writer */
  #connection: RedisConnection | undefined
  /** with waitReplicas, for writes that replicas must confirm: WAIT blocks the connection */
  #writer: RedisConnection | undefined
  /** The connection of a store that has begun to connect. */
  get #server(): RedisConnection {
    if (this.#connection === undefined) throw sessionError('ERR_STORE_AWAY', this.#reason ?? '')
    return this.#connection
  }
  /** Whether Redis is a cluster: each of its nodes then confirms writes, and is reconnected, separately. */
  get #isCluster() {
    return this.#connection?.isCluster ?? false
  }
  #renewedAt = Number.NEGATIVE_INFINITY
  #intervals: ReturnType<typeof setInterval>[] = []
  #started: Promise<void>
  #open = false
  /** Whether Redis did not answer at the last tick. */
  #away = false
  /** The last failure, as text for operators; '' while Redis answers without errors. */
  #trouble = ''
  /** the messages logged since Redis last answered without errors */
  #logged: Set<string> = new Set()
  #closed = new AbortController()
  /** the permanent error with which all calls reject */
  #fault: ChessError | undefined
  #reason: string | null = 'it has not connected yet'

  constructor(settings: RedisStoreSettings, listeners: KeeperListeners) {
    this.#settings = settings
    this.#listeners = listeners
    this.#replicas = new Replicas(settings)
    this.#room = new Room(settings.log)
    this.#loaded = clientFactory(settings)
    this.#started = this.#start().catch(error => this.#fail(error))
  }

  /** Why it is not ready; null if it is. */
  get reason() {
    if (this.#reason !== null) return this.#reason
    return this.#shards.every(shard => shard.stalled) ? this.#complaint : null
  }

  /** For how long no shard has answered, in milliseconds; 0 if it is ready. */
  get silence() {
    return this.reason === null ? 0 : performance.now() - this.#answeredAt
  }

  get #complaint() {
    return `Redis does not answer${this.#trouble && `: ${this.#trouble}`}`
  }

  /** Whether Redis is short of memory: it has no room for another game. */
  get isFull() {
    return this.#room.isFull
  }

  /** @returns the last outages of all shards */
  get outages(): Outage[] {
    return this.#shards.flatMap(shard => shard.announced)
  }

  /** Store time minus Redis's, for scripts. */
  get shift() {
    return this.#shift
  }

  /** @returns store time */
  now(): number {
    return this.#clock.now(performance.now())
  }

  shardOf(game: string) {
    return this.#shards[shardNumber(game, this.#shards.length)]
  }

  /**
   * Waits until the store is open: until the package is loaded, and then at most for the deadline.
   * @returns undefined if it is already open
   */
  opening(): Promise<void> | undefined {
    return this.#open ? undefined : this.#opening()
  }

  async #opening() {
    await this.#loaded.catch(() => {})
    const end = new AbortController()
    const late = wait(this.#settings.deadline, undefined, { signal: end.signal }).catch(() => {})
    await Promise.race([this.#started, late])
    end.abort()
    if (this.#closed.signal.aborted) throw sessionError('ERR_STORE_AWAY', 'the store was closed')
    if (this.#fault !== undefined) throw this.#fault
    if (!this.#open) throw sessionError('ERR_STORE_AWAY', this.#reason ?? '')
  }

  /**
   * Runs a script on behalf of a game.
   * @param outcome the error code if it is not answered
   * @throws {ChessError} `outcome`, or ERR_STORE_AWAY if it has certainly not been run
   */
  run<Answer>(
    shard: Shard,
    script: Script<Answer>,
    keys: string[],
    args: string[],
    outcome: Outcome,
  ): Promise<Answer> {
    const writer = outcome === 'ERR_STORE_UNKNOWN' ? this.#writer : undefined
    return this.within(shard, outcome, this.#settings.deadline, connection =>
      (writer ?? connection).run(script, keys, args),
    )
  }

  /** Sends a command with a time limit. A late answer stalls the shard: it gets no command until a tick is answered. */
  within<Answer>(
    shard: Shard,
    outcome: Outcome,
    milliseconds: number,
    send: (connection: RedisConnection) => Promise<Answer>,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const connection = this.#connection
      if (connection === undefined || shard.stalled || this.#closed.signal.aborted)
        return reject(
          this.#fault ?? sessionError('ERR_STORE_AWAY', this.reason ?? 'it has not answered before'),
        )
      const cancel = inputAlarm(milliseconds, () => {
        shard.stalled = true
        reject(sessionError(outcome, `no answer within ${milliseconds} ms`))
      })
      send(connection).then(
        answer => {
          cancel()
          resolve(answer)
        },
        cause => {
          cancel()
          this.#onCommandError(cause)
          reject(sessionError(notDone(cause) ? 'ERR_STORE_AWAY' : outcome, '', { cause }))
        },
      )
    })
  }

  /**
   * Waits for replicas to confirm what was written before.
   * @param began when the call began, as performance.now() counts
   * @param others whether writes of other connections must be confirmed, too
   * @throws {ChessError} ERR_STORE_UNKNOWN if they have not
   */
  async confirm(shard: Shard, began: number, others: boolean) {
    await this.#replicas.confirm(this.#writer ?? this.#server, shard, began, others)
  }

  /** Sends a hint; it may be lost. */
  publish(channel: string, message: string) {
    this.#connection?.send(channel, ['SPUBLISH', channel, message]).catch(() => {})
  }

  /**
   * Announces the outages that were not announced before.
   * @param lines all outages that Redis keeps
   */
  learn(shard: Shard, lines: string[]) {
    const has = (game: string) => this.shardOf(game) === shard
    const made = this.now() - (performance.now() - this.#madeAt)
    for (const outage of shard.learn(lines, has, made)) {
      this.#clock.advance(outage.to, performance.now())
      this.#listeners.onOutage(outage)
    }
  }

  async close() {
    this.#closed.abort()
    this.#reason = 'the store was closed'
    this.#open = false
    this.#disconnect()
    await this.#started
  }

  async #start() {
    this.#makeClient = await this.#loaded
    if (this.#closed.signal.aborted) return
    this.#connect()
    const subscriber = this.#connectOne(() => this.hints.renew())
    this.#closed.signal.addEventListener('abort', () => subscriber.close())
    while (!this.#open && !this.#closed.signal.aborted) {
      try {
        await this.#begin(subscriber)
      } catch (error) {
        if (error instanceof ChessError && error.code === 'ERR_ARGUMENT') throw error
        // The error of a client without a connection does not say why.
        if (!notDone(error) || ANSWERED_ERROR.test(faultText(error))) this.#trouble = faultText(error)
        this.#reason = this.#complaint
        if (this.#trouble !== '') this.#logAway(this.#reason)
        await wait(RETRY_PAUSE)
      }
    }
  }

  /** Checks the server, and starts the timers. */
  async #begin(subscriber: RedisConnection) {
    const connection = this.#server
    const { shards, warnings } = await this.#withDeadline(checkServer(connection, this.#settings))
    this.#shards = Array.from({ length: shards }, (_, number) => new Shard(this.#settings.prefix, number))
    await this.#setClock(FIRST_READINGS)
    if (this.#closed.signal.aborted) return
    for (const message of warnings) this.#settings.log({ event: 'warning', message })
    this.#intervals = [
      setInterval(() => this.#tickAll(), TICK_INTERVAL),
      setInterval(() => this.#setClock(READINGS).catch(() => {}), CLOCK_INTERVAL),
      setInterval(() => this.#checkShards(), CLOCK_INTERVAL),
      setInterval(() => this.#measure(), ROOM_INTERVAL),
      setInterval(() => this.#sendEchoes(), ECHO_INTERVAL),
    ]
    this.#open = true
    this.#reason = null
    this.#clearTrouble()
    this.hints.open(subscriber, game => this.shardOf(game).channel(game))
    const echoes = ECHOES[this.#isCluster ? 'cluster' : 'server']
    this.hints.listen(Array.from({ length: echoes }, () => randomUUID()))
    this.#settings.log({ event: 'ready', message: `Redis keeps the games, in ${shards} shards` })
    this.#tickAll()
  }

  /** @param error an error that no retry can resolve */
  #fail(error: unknown) {
    this.#fault =
      error instanceof ChessError ? error : sessionError('ERR_STORE_AWAY', faultText(error), { cause: error })
    this.#open = false
    this.#reason = this.#fault.message
    this.#settings.log({ event: 'fault', message: this.#fault.message })
    this.#disconnect()
  }

  #connect() {
    // The logs of a new server may lack the latest events, so games are read before they continue.
    this.#connection = this.#connectOne(() => this.hints.renew())
    if (this.#settings.waitReplicas > 0) this.#writer = this.#connectOne()
  }

  #connectOne(onReady = () => {}) {
    const onError = (error: unknown) => {
      this.#trouble = faultText(error)
    }
    const connection = new RedisConnection(this.#makeClient, onError, onReady)
    connection.connect()
    return connection
  }

  #disconnect() {
    for (const interval of this.#intervals) clearInterval(interval)
    this.#connection?.close()
    this.#writer?.close()
    this.hints.close()
  }

  /**
   * Writes the number of shards again if Redis was emptied, or restarted without its file: nodes that start later must find
   * the same number.
   */
  async #checkShards() {
    const connection = this.#server
    try {
      await this.#withDeadline(keepShards(connection, this.#settings.prefix, this.#shards.length))
    } catch (error) {
      if (error instanceof ChessError && error.code === 'ERR_ARGUMENT') this.#fail(error)
    }
  }

  /** Sends hints to this node itself, to check that hints arrive. */
  #sendEchoes() {
    if (this.reason === null) this.hints.sound((channel, message) => this.publish(channel, message))
    else this.hints.forgive()
  }

  async #measure() {
    const connection = this.#server
    await this.#withDeadline(this.#room.measure(connection)).catch(() => {
      // Redis does not answer; the next measurement counts.
    })
  }

  /** @param error the error of a command */
  #onCommandError(error: unknown) {
    if (this.#room.noteError(error)) return
    if (isDemoted(error)) this.#renew()
    const text = faultText(error)
    if (!ANSWERED_ERROR.test(text)) return
    this.#trouble = text
    this.#logAway(`Redis answers: ${text}`)
  }

  /** @param message logged once until Redis answers without errors again */
  #logAway(message: string) {
    if (this.#logged.has(message) || this.#logged.size >= MOST_LOGGED) return
    this.#logged.add(message)
    this.#settings.log({ event: 'away', message })
  }

  #clearTrouble() {
    this.#trouble = ''
    this.#logged.clear()
  }

  /** Reconnects because the server is no longer the primary: its host name may now lead to another server. */
  #renew() {
    if (this.#isCluster || this.#closed.signal.aborted) return
    if (performance.now() - this.#renewedAt < LEAST_RENEWAL) return
    this.#renewedAt = performance.now()
    this.#retire(this.#connection)
    this.#retire(this.#writer)
    this.#connect()
  }

  /**
   * Closes a connection after the deadline, so that pending commands get their answers: a refused one is certainly not done.
   */
  async #retire(connection: RedisConnection | undefined) {
    await wait(this.#settings.deadline, undefined, { ref: false, signal: this.#closed.signal }).catch(
      () => {},
    )
    connection?.close()
  }

  /** @returns the same result; it rejects after the deadline */
  async #withDeadline<T>(promise: Promise<T>): Promise<T> {
    const end = new AbortController()
    const late = wait(this.#settings.deadline, undefined, { signal: end.signal })
    try {
      return await Promise.race([
        promise,
        late.then(() => {
          throw sessionError('ERR_STORE_AWAY', `no answer within ${this.#settings.deadline} ms`)
        }),
      ])
    } finally {
      end.abort()
      late.catch(() => {})
      promise.catch(() => {})
    }
  }

  /** @param count the number of readings */
  async #setClock(count: number) {
    const [{ beat, outages, shift }] = this.#shards
    const connection = this.#server
    const readings = []
    for (let index = 0; index < count; index++) {
      const sent = performance.now()
      const [seconds, micros, back] = await this.#withDeadline(
        connection.run(CLOCK, [beat, outages, shift], []),
      )
      readings.push({ sent, received: performance.now(), time: seconds * 1000 + micros / 1000 + back })
      this.#shift = String(back)
    }
    const jump = this.#clock.adjust(readings)
    if (jump > 0) for (const shard of this.#shards) shard.jump = Math.ceil(jump)
  }

  #tickAll() {
    const now = this.now()
    const lease = String(now + LEASE)
    const limit = this.#listeners.takesDue() ? MOST_CLAIMED : '0'
    for (const shard of this.#shards) this.#tick(shard, String(now), lease, limit)
    const away = this.reason !== null
    if (away === this.#away) return
    this.#away = away
    if (away) return this.#logAway(this.#complaint)
    this.#clearTrouble()
    this.#settings.log({ event: 'ready', message: 'Redis answers again' })
    // Reads that followed the reconnection have failed: nothing is sent before a tick is answered.
    this.hints.renew()
  }

  /** @param now store time */
  #tick(shard: Shard, now: string, lease: string, limit: string) {
    if (shard.asked > 0) {
      if (shard.asked++ * TICK_INTERVAL > this.#settings.deadline * STALLED) shard.stalled = true
      return
    }
    shard.asked = 1
    const sent = performance.now()
    const connection = this.#server
    const args = [now, lease, limit, shard.known, this.#shift, String(shard.jump), ...shard.busy]
    connection.run(TICK, shard.tickKeys, args).then(
      ([outages, games, seats, time]) => {
        shard.asked = 0
        shard.stalled = false
        this.#answeredAt = performance.now()
        shard.jump = 0
        shard.heard(sent, performance.now(), time)
        if (outages.length > 0) this.learn(shard, outages)
        for (const game of games) this.#handle(shard, game)
        if (seats.length > 0) this.#reportLeft(shard, seats, lease)
      },
      error => {
        shard.asked = 0
        shard.stalled = true
        this.#onCommandError(error)
      },
    )
  }

  /** Reports a game that is due. */
  async #handle(shard: Shard, game: string) {
    shard.busy.add(game)
    await this.#listeners.onDue(game)
    shard.busy.delete(game)
  }

  /** Reports seats that are no longer held. */
  async #reportLeft(shard: Shard, seats: string[], lease: string) {
    const gone: Map<string, Color[]> = new Map()
    for (const seat of seats) {
      const colon = seat.lastIndexOf(':')
      const game = seat.slice(0, colon)
      const color = seat.slice(colon + 1)
      if (isColor(color)) gone.set(game, [...(gone.get(game) ?? []), color])
    }
    for (const [game, colors] of gone) {
      this.#listeners.onDue(game, colors).then(async done => {
        if (!done) return
        const left = colors.map(color => `${game}:${color}`)
        await this.run(shard, LEFT, [shard.seats], [lease, ...left], 'ERR_STORE_AWAY').catch(() => {})
      })
    }
  }
}
