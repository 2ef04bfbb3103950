// SPDX-License-Identifier: Apache-2.0
// Games in the memory of one process; they are lost when it ends.

import { runCallback } from '../../core/callbacks.js'
import type { Color } from '../../game/squares.js'
import { decodeEvent, encodeEvent } from '../../session/codec.js'
import type { SessionEvent } from '../../session/commands.js'
import { sessionError } from '../../session/errors.js'
import { isColor } from '../../session/setup.js'
import { DueHeap } from './due-heap.js'
import { GameLists } from './game-lists.js'
import type { Appended, DueListener, HintListener, Outage, SessionStore } from './session-store.js'
import { LEASE, LONGEST_GAP } from './session-store.js'

/** The interval of the heartbeats, in milliseconds. */
const BEAT = 250
/** Only timers that are due within this time keep the process running, in milliseconds. */
const KEEPS_RUNNING = 10_000
/** The most outages that are kept for listeners that are added later. */
const KEPT_OUTAGES = 16
/** Lines are appended to a string, which is flattened after this many. */
const FLATTEN_AFTER = 16

/** A log with `lines` of JSON: one string takes a third of the memory of an array. */
type Log = { length: number; lines: string }

/**
 * The built-in store, for one process: nothing to install, and nothing is kept after the process ends. Its clock is independent
 * of changes of the system's clock. If the process is suspended for more than 3 seconds, that is an outage.
 */
export class MemoryStore implements SessionStore {
  #logs: Map<string, Log> = new Map()
  /** by game; mostly a game has one listener, that of a host, so a Set would take more memory */
  #listeners: Map<string, readonly HintListener[]> = new Map()
  #dueListeners: Set<DueListener> = new Set()
  #outageListeners: Set<(outage: Outage) => void> = new Set()
  #outages: Outage[] = []
  #timers = new DueHeap()
  #seats = new DueHeap()
  #lists = new GameLists(() => this.now())
  #alarm: ReturnType<typeof setTimeout> | undefined
  /** The time for which #alarm is set. */
  #alarmAt = Number.POSITIVE_INFINITY
  #lastBeat: number
  #beats: NodeJS.Timeout
  #hints: (() => void)[] = []
  #closed = false

  /** Creates an empty store. */
  constructor() {
    this.#lastBeat = this.now()
    this.#beats = setInterval(() => this.#beat(), BEAT).unref()
  }

  /** Whether it answers: true until close(). */
  get ready() {
    return !this.#closed
  }

  /**
   * The time of all its games.
   * @returns integer milliseconds since 1970, never backwards
   */
  now(): number {
    return Math.floor(performance.timeOrigin + performance.now())
  }

  /**
   * Appends events if the log has the expected length.
   * @param version the expected length
   * @param due when onDue() is called for the game; null: never
   * @throws {ChessError} ERR_SESSION_FORMAT for a malformed event
   */
  async append(game: string, version: number, events: SessionEvent[], due: number | null): Promise<Appended> {
    return this.#keep(game, version, events, due, false)
  }

  /**
   * Replaces a whole log, if it has the expected length.
   * @param version the expected length
   * @param events at least as many; those after it are new
   * @param due as append()
   * @throws {ChessError} ERR_SESSION_FORMAT for a malformed event
   */
  async redact(game: string, version: number, events: SessionEvent[], due: number | null): Promise<Appended> {
    return this.#keep(game, version, events, due, true)
  }

  /** @param isWhole whether the events replace the log */
  #keep(
    game: string,
    version: number,
    events: SessionEvent[],
    due: number | null,
    isWhole: boolean,
  ): Appended {
    this.#check()
    if (this.#beat()) return { ok: false, missed: [] }
    let log = this.#logs.get(game)
    const length = log?.length ?? 0
    if (length !== version) return { ok: false, missed: log === undefined ? [] : eventsFrom(log, version) }
    const lines = events.map(encodeEvent).join('\n')
    const fresh = isWhole ? events.slice(version) : events
    if (log === undefined || isWhole) {
      log = { length: 0, lines: '' }
      if (events.length > 0) this.#logs.set(game, log)
    }
    log.lines = log.length === 0 ? lines : events.length === 0 ? log.lines : `${log.lines}\n${lines}`
    log.length += events.length
    // Reading a character makes V8 flatten the string.
    if (log.length % FLATTEN_AFTER < events.length) log.lines.charCodeAt(0)
    if (due === null) this.#timers.delete(game)
    else this.#timers.set(game, due)
    this.#setAlarm()
    if (fresh.length > 0) this.#hint(game, log.length, fresh)
    return { ok: true }
  }

  /**
   * Returns the log of a game; [] if it does not exist.
   * @param since the number of the first event to read, from 0
   */
  async read(game: string, since = 0): Promise<SessionEvent[]> {
    this.#check()
    const log = this.#logs.get(game)
    return log === undefined ? [] : eventsFrom(log, since)
  }

  /** Returns the ids of all games. */
  games(): string[] {
    return [...this.#logs.keys()]
  }

  /**
   * Adds a listener for each append() to a game; it is called after the answer.
   * @returns a function that removes the listener
   */
  subscribe(game: string, fn: HintListener): () => void {
    this.#listeners.set(game, (this.#listeners.get(game) ?? []).concat([fn]))
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = this.#listeners.get(game)?.filter(other => other !== fn) ?? []
      if (left.length > 0) this.#listeners.set(game, left)
      else this.#listeners.delete(game)
    }
  }

  /**
   * Adds a listener for games that are due.
   * @param fn called for each due timer, and for seats that are no longer held
   */
  onDue(fn: DueListener) {
    this.#dueListeners.add(fn)
    this.#setAlarm()
  }

  /** Adds a listener for outages. */
  onOutage(fn: (outage: Outage) => void) {
    this.#outageListeners.add(fn)
    for (const outage of this.#outages) runCallback(fn, [outage])
  }

  /**
   * Holds a seat, because its player is connected.
   * @param until in store time
   */
  async hold(game: string, color: Color, until: number): Promise<void> {
    this.#check()
    const seat = seatKey(game, color)
    const before = this.#seats.get(seat)
    this.#seats.set(seat, until)
    if (before !== undefined && until < before) this.#hint(game)
    this.#setAlarm()
  }

  /**
   * Deletes a game if its log has the expected length.
   * @returns whether it was deleted
   */
  async remove(game: string, version: number): Promise<boolean> {
    this.#check()
    if ((this.#logs.get(game)?.length ?? 0) !== version) return false
    this.#logs.delete(game)
    this.#timers.delete(game)
    this.#seats.delete(seatKey(game, 'white'))
    this.#seats.delete(seatKey(game, 'black'))
    this.#hint(game)
    return true
  }

  /**
   * Puts a game on a list.
   * @param until in store time; a past time removes the game
   */
  async enlist(list: string, game: string, until: number): Promise<void> {
    this.#check()
    return this.#lists.enlist(list, game, until)
  }

  /** Returns the games on the list, the last to expire first. */
  async listed(list: string): Promise<string[]> {
    this.#check()
    return this.#lists.listed(list)
  }

  /** Ends its timers; every later call rejects with ERR_STORE_AWAY. */
  async close() {
    this.#closed = true
    clearInterval(this.#beats)
    clearTimeout(this.#alarm)
    this.#timers.clear()
    this.#seats.clear()
    this.#lists.clear()
    this.#listeners.clear()
    this.#hints = []
  }

  #check() {
    if (this.#closed) throw sessionError('ERR_STORE_AWAY', 'the store was closed')
  }

  /** @returns whether an outage was found and announced */
  #beat(): boolean {
    const now = this.now()
    const from = this.#lastBeat
    this.#lastBeat = now
    if (now - from <= LONGEST_GAP) return false
    const outage = { from, to: now, has: () => true }
    this.#outages.push(outage)
    if (this.#outages.length > KEPT_OUTAGES) this.#outages.shift()
    for (const fn of this.#outageListeners) runCallback(fn, [outage])
    return true
  }

  #hint(game: string, version?: number, events?: SessionEvent[]) {
    if (!this.#listeners.has(game)) return
    if (this.#hints.length === 0) setImmediate(() => this.#sendHints())
    this.#hints.push(() => {
      for (const fn of this.#listeners.get(game) ?? []) {
        if (!this.#listeners.get(game)?.includes(fn)) continue
        runCallback(fn, version === undefined ? [] : [version, events])
      }
    })
  }

  #sendHints() {
    const hints = this.#hints
    this.#hints = []
    for (const hint of hints) hint()
  }

  #setAlarm() {
    if (this.#dueListeners.size === 0 || this.#closed) return
    const first = Math.min(this.#timers.first, this.#seats.first)
    if (first === this.#alarmAt) return
    clearTimeout(this.#alarm)
    this.#alarmAt = first
    if (first === Number.POSITIVE_INFINITY) return
    const wait = Math.max(0, first - this.now())
    this.#alarm = setTimeout(() => this.#ring(), Math.min(wait, KEEPS_RUNNING))
    if (wait > KEEPS_RUNNING) this.#alarm.unref()
  }

  /** Claims due timers and seats, and calls the listeners. */
  #ring() {
    this.#alarmAt = Number.POSITIVE_INFINITY
    this.#beat()
    const now = this.now()
    const lease = now + LEASE
    const calls: (() => void)[] = []
    while (this.#timers.first <= now) {
      const game = this.#timers.firstKey
      this.#timers.set(game, lease)
      calls.push(() => this.#call(game))
    }
    const gone: Map<string, Color[]> = new Map()
    while (this.#seats.first <= now) {
      const seat = this.#seats.firstKey
      this.#seats.set(seat, lease)
      const { game, color } = readSeatKey(seat)
      if (isColor(color)) gone.set(game, [...(gone.get(game) ?? []), color])
    }
    for (const [game, colors] of gone) calls.push(() => this.#callGone(game, colors, lease))
    for (const call of calls) call()
    this.#setAlarm()
  }

  /** @returns whether all handlers have succeeded */
  async #call(game: string, gone?: Color[]): Promise<boolean> {
    try {
      await Promise.all(Array.from(this.#dueListeners, fn => (gone ? fn(game, gone) : fn(game))))
      return true
    } catch {
      return false // called again when the lease ends
    }
  }

  async #callGone(game: string, colors: Color[], lease: number) {
    if (!(await this.#call(game, colors))) return
    for (const color of colors) {
      const seat = seatKey(game, color)
      if (this.#seats.get(seat) === lease) this.#seats.delete(seat)
    }
  }
}

function eventsFrom(log: Log, since: number) {
  return since >= log.length ? [] : log.lines.split('\n').slice(since).map(decodeEvent)
}

function seatKey(game: string, color: Color) {
  return `${game}:${color}`
}

function readSeatKey(seat: string) {
  const colon = seat.lastIndexOf(':')
  return { game: seat.slice(0, colon), color: seat.slice(colon + 1) }
}
