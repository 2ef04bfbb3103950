// SPDX-License-Identifier: Apache-2.0
// Games in the memory of one process. They end with it.

import { runCallback } from '../../core/callbacks.js'
import { chessError } from '../../core/errors.js'
import { decodeEvent, encodeEvent } from '../../session/codec.js'
import { DueHeap } from './due-heap.js'
import { GameLists } from './game-lists.js'
import { LEASE, LONGEST_GAP } from './session-store.js'

/** @import { Color } from '../../game/squares.js' */
/** @import { Appended, DueListener, HintListener, Outage, SessionStore } from './session-store.js' */
/** @import { SessionEvent } from '../../session/commands.js' */

/** Between two heartbeats, in milliseconds. */
const BEAT = 250
/** A timer that is due within this time keeps the process running, in milliseconds; a later one does not. */
const KEEPS_RUNNING = 10_000
/** The newest outages, which listeners that are added later also get: this many. */
const KEPT_OUTAGES = 16
/** Lines are added to a string; after this many it is made one piece again. */
const FLATTEN_AFTER = 16

/** @typedef {{ length: number, lines: string }} Log lines of JSON: one string takes a third of the memory of an array */

/**
 * The embedded store: one process, nothing to install, nothing kept after the process ends. Its clock does not follow
 * the system's, so changes of that one do not matter. A process that was suspended for more than 3 seconds is an outage.
 * @implements {SessionStore}
 */
export class MemoryStore {
  /** @type {Map<string, Log>} */
  #logs = new Map()
  /** @type {Map<string, readonly HintListener[]>} by game; one of a host, so that a Set would take much more memory */
  #listeners = new Map()
  /** @type {Set<DueListener>} */
  #dueListeners = new Set()
  /** @type {Set<(outage: Outage) => void>} */
  #outageListeners = new Set()
  /** @type {Outage[]} */
  #outages = []
  #timers = new DueHeap()
  #seats = new DueHeap()
  #lists = new GameLists(() => this.now())
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm
  /** The time for which #alarm is set. */
  #alarmAt = Number.POSITIVE_INFINITY
  #lastBeat
  #beats
  /** @type {(() => void)[]} */
  #hints = []
  #closed = false

  /** Makes an empty store. */
  constructor() {
    this.#lastBeat = this.now()
    this.#beats = setInterval(() => this.#beat(), BEAT).unref()
  }

  /** Whether it answers: until close(). */
  get ready() {
    return !this.#closed
  }

  /**
   * The clock of all its games.
   * @returns {number} integer milliseconds since 1970, never backwards
   */
  now() {
    return Math.floor(performance.timeOrigin + performance.now())
  }

  /**
   * Keeps events if the log has the expected length.
   * @param {string} game
   * @param {number} version the expected length
   * @param {SessionEvent[]} events
   * @param {number | null} due when onDue() is called for the game; null for never
   * @returns {Promise<Appended>}
   * @throws {ChessError} ERR_SESSION_FORMAT for an event that is none
   */
  async append(game, version, events, due) {
    return this.#keep(game, version, events, due, false)
  }

  /**
   * Keeps events in place of a whole log, if it has the expected length.
   * @param {string} game
   * @param {number} version the expected length
   * @param {SessionEvent[]} events at least as many; those behind it are new ones
   * @param {number | null} due as append()
   * @returns {Promise<Appended>}
   * @throws {ChessError} ERR_SESSION_FORMAT for an event that is none
   */
  async redact(game, version, events, due) {
    return this.#keep(game, version, events, due, true)
  }

  /**
   * @param {string} game
   * @param {number} version
   * @param {SessionEvent[]} events
   * @param {number | null} due
   * @param {boolean} isWhole whether they replace what is there
   * @returns {Appended}
   */
  #keep(game, version, events, due, isWhole) {
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
    // Reading a character makes V8 copy the parts into one string.
    if (log.length % FLATTEN_AFTER < events.length) log.lines.charCodeAt(0)
    if (due === null) this.#timers.delete(game)
    else this.#timers.set(game, due)
    this.#setAlarm()
    if (fresh.length > 0) this.#hint(game, log.length, fresh)
    return { ok: true }
  }

  /**
   * @param {string} game
   * @param {number} [since] the first event's number, from 0
   * @returns {Promise<SessionEvent[]>} empty if there is no such game
   */
  async read(game, since = 0) {
    this.#check()
    const log = this.#logs.get(game)
    return log === undefined ? [] : eventsFrom(log, since)
  }

  /** @returns {string[]} the games that it has now */
  games() {
    return [...this.#logs.keys()]
  }

  /**
   * Calls back after each append() to a game, later than its answer.
   * @param {string} game
   * @param {HintListener} fn
   * @returns {() => void} ends it
   */
  subscribe(game, fn) {
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
   * @param {DueListener} fn called for each timer that is due, and for seats that are not held any more
   */
  onDue(fn) {
    this.#dueListeners.add(fn)
    this.#setAlarm()
  }

  /**
   * Adds a listener for outages.
   * @param {(outage: Outage) => void} fn
   */
  onOutage(fn) {
    this.#outageListeners.add(fn)
    for (const outage of this.#outages) runCallback(fn, [outage])
  }

  /**
   * Notes that the player of a seat is connected.
   * @param {string} game
   * @param {Color} color
   * @param {number} until in store time
   * @returns {Promise<void>}
   */
  async hold(game, color, until) {
    this.#check()
    const seat = seatKey(game, color)
    const before = this.#seats.get(seat)
    this.#seats.set(seat, until)
    if (before !== undefined && until < before) this.#hint(game)
    this.#setAlarm()
  }

  /**
   * Deletes a game if its log has the expected length.
   * @param {string} game
   * @param {number} version
   * @returns {Promise<boolean>} whether it was deleted
   */
  async remove(game, version) {
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
   * @param {string} list
   * @param {string} game
   * @param {number} until in store time; one that has passed takes it off
   * @returns {Promise<void>}
   */
  async enlist(list, game, until) {
    this.#check()
    return this.#lists.enlist(list, game, until)
  }

  /**
   * @param {string} list
   * @returns {Promise<string[]>} the games on it, the one that stays longest first
   */
  async listed(list) {
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
    if (this.#closed) throw chessError('ERR_STORE_AWAY', 'the store was closed')
  }

  /** @returns {boolean} whether an outage has been found, and announced */
  #beat() {
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

  /**
   * @param {string} game
   * @param {number} [version]
   * @param {SessionEvent[]} [events]
   */
  #hint(game, version, events) {
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

  /** Claims what is due, and calls back. */
  #ring() {
    this.#alarmAt = Number.POSITIVE_INFINITY
    this.#beat()
    const now = this.now()
    const lease = now + LEASE
    /** @type {(() => void)[]} */
    const calls = []
    while (this.#timers.first <= now) {
      const game = this.#timers.firstKey
      this.#timers.set(game, lease)
      calls.push(() => this.#call(game))
    }
    /** @type {Map<string, Color[]>} */
    const gone = new Map()
    while (this.#seats.first <= now) {
      const seat = this.#seats.firstKey
      this.#seats.set(seat, lease)
      const { game, color } = readSeatKey(seat)
      gone.set(game, [...(gone.get(game) ?? []), color])
    }
    for (const [game, colors] of gone) calls.push(() => this.#callGone(game, colors, lease))
    for (const call of calls) call()
    this.#setAlarm()
  }

  /**
   * @param {string} game
   * @param {Color[]} [gone]
   * @returns {Promise<boolean>} whether all handlers have succeeded
   */
  async #call(game, gone) {
    try {
      await Promise.all(Array.from(this.#dueListeners, fn => (gone ? fn(game, gone) : fn(game))))
      return true
    } catch {
      return false // the lease ends, and it comes again
    }
  }

  /**
   * @param {string} game
   * @param {Color[]} colors
   * @param {number} lease
   */
  async #callGone(game, colors, lease) {
    if (!(await this.#call(game, colors))) return
    for (const color of colors) {
      const seat = seatKey(game, color)
      if (this.#seats.get(seat) === lease) this.#seats.delete(seat)
    }
  }
}

/**
 * @param {Log} log
 * @param {number} since
 */
function eventsFrom(log, since) {
  return since >= log.length ? [] : log.lines.split('\n').slice(since).map(decodeEvent)
}

/**
 * @param {string} game
 * @param {Color} color
 */
function seatKey(game, color) {
  return `${game}:${color}`
}

/** @param {string} seat */
function readSeatKey(seat) {
  const colon = seat.lastIndexOf(':')
  return { game: seat.slice(0, colon), color: /** @type {Color} */ (seat.slice(colon + 1)) }
}
