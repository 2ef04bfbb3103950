// SPDX-License-Identifier: Apache-2.0
// One game on one node: its commands one after another, its cached state, and those who watch it. Decisions are appended
// to the log only if the log still has the length that they were made for, so a state that is behind costs time and
// never a wrong game.

import { dueAt } from '../../session/clock.js'
import { foldSession, reduceSession } from '../../session/reducer.js'
import { isSame } from './hints.js'
import { maySee, Watchers } from './watchers.js'

/** @import { Answer } from './game-host.js' */
/** @import { Watcher } from './watchers.js' */
/** @import { SessionEvent } from '../../session/commands.js' */
/** @import { SessionState } from '../../session/state.js' */

/**
 * What a game takes from its host.
 * @typedef {object} HostServices
 * @property {import('../stores/session-store.js').SessionStore} store
 * @property {import('./machine.js').Meter} meter
 * @property {import('./hints.js').Hints} hints
 * @property {import('./outages.js').Outages} outages
 * @property {import('./listings.js').Listings} listings
 * @property {number} patience milliseconds after which a command is not tried again
 * @property {(game: LiveGame, events: SessionEvent[], isOwn: boolean) => void} onEvents events were added; `isOwn` if
 *   this node appended them
 * @property {(game: string) => Promise<boolean>} revive called for a game without a log, which may be a rematch that was
 *   agreed and not made: makes it
 * @property {(facts: object) => void} log
 */

/** The most appends tried for one command, also within its time. */
const MOST_TRIES = 64
/** Commands of one game that may wait. */
const MOST_WAITING = 256

/** @type {Answer} */
export const UNAVAILABLE = Object.freeze({ ok: false, code: 'unavailable' })
/** @type {Answer} */
const TOO_FAST = Object.freeze({ ok: false, code: 'tooFast' })

export class LiveGame {
  /** @type {SessionState | null} null: there is no log, or it is not read yet */
  state = null
  /** When something was last heard of it, by the store's clock. */
  heardAt = 0
  /** When its seats were last held. */
  renewedAt = 0
  #id
  #services
  /** @type {SessionEvent | undefined} the last one of the log, as far as it is known */
  #last
  /** Whether the log must be read before the next decision. */
  #isStale
  #isBusy = false
  // Arrays only while there is something in them: one that had something keeps room for 17.
  /** @type {(() => void)[] | undefined} jobs that wait for their turn */
  #waiting
  /** @type {[version: unknown, events: unknown][] | undefined} hints that came during a job */
  #heard
  /** @type {[version: unknown, events: unknown] | undefined} a hint that could not be believed without a look */
  #unsure
  /** Outages that need no more attention. */
  #settled = 0
  #watchers
  /** @type {(() => void) | undefined} */
  #unsubscribe

  /**
   * @param {string} id
   * @param {HostServices} services
   * @param {boolean} isNew its id was just drawn: there is no log to be read
   */
  constructor(id, services, isNew) {
    this.#id = id
    this.#services = services
    this.#isStale = !isNew
    this.#watchers = new Watchers(id, services)
  }

  get id() {
    return this.#id
  }

  get version() {
    return this.state === null ? 0 : this.state.version
  }

  get presence() {
    return this.#watchers.presence
  }

  get isWatched() {
    return this.#watchers.size > 0
  }

  get isBusy() {
    return this.#isBusy || this.#waiting !== undefined
  }

  get isStale() {
    return this.#isStale
  }

  /** The log may have changed without a hint. */
  doubt() {
    this.#isStale = true
  }

  /**
   * @param {any} command with `by`, unless it is the server's
   * @param {number} arrival by the store's clock: the player's time ends here, however long the store takes
   * @returns {Promise<Answer>}
   * @throws {ChessError} of the store
   */
  async command(command, arrival) {
    if (this.#waiting !== undefined && this.#waiting.length >= MOST_WAITING) return TOO_FAST
    await this.#enter()
    try {
      // It may have waited for a store that does not answer.
      if (this.#services.store.now() - arrival > this.#services.patience && command.by) return UNAVAILABLE
      return await this.#decide(command, arrival)
    } finally {
      this.#leave()
    }
  }

  /**
   * Reads the log from where the state ends.
   * @returns {Promise<void>}
   * @throws {ChessError} of the store
   */
  async look() {
    await this.#enter()
    try {
      await this.#look()
    } finally {
      this.#leave()
    }
  }

  /** Commits outages that it has not had. */
  async settle() {
    await this.#enter()
    try {
      if (!this.#isStale) await this.#compensate()
    } finally {
      this.#leave()
    }
  }

  /**
   * Deletes the log and all that belongs to it, if it has not grown.
   * @param {number} version
   * @returns {Promise<boolean>}
   */
  async remove(version) {
    await this.#enter()
    try {
      if (!(await this.#services.store.remove(this.#id, version))) {
        this.#isStale = true
        return false
      }
      this.state = null
      this.#last = undefined
      this.#isStale = true
      this.#dismissAll('removed')
      return true
    } finally {
      this.#leave()
    }
  }

  /** @param {Watcher} watcher gets its first news later */
  watch(watcher) {
    this.#watchers.add(watcher)
  }

  /**
   * Gives a watcher the events that it does not have; from then on it gets them as they come.
   * @param {Watcher} watcher
   * @throws {ChessError} of the store
   */
  async admit(watcher) {
    await this.#enter()
    try {
      if (!watcher.isOver && !watcher.isActive) await this.#admit(watcher)
    } finally {
      this.#leave()
    }
  }

  /** @param {Watcher} watcher */
  unwatch(watcher) {
    this.#watchers.delete(watcher, this.state)
    this.#rest()
  }

  /** @returns {Iterable<Watcher>} */
  get watchers() {
    return this.#watchers
  }

  // Jobs of a game follow one another. A job begins with #enter() and ends with #leave().

  #enter() {
    if (!this.#isBusy) {
      this.#isBusy = true
      return
    }
    this.#waiting ??= []
    const waiting = this.#waiting
    return /** @type {Promise<void>} */ (new Promise(resolve => waiting.push(resolve)))
  }

  #leave() {
    let mustLook = false
    const heard = this.#heard
    if (heard !== undefined) {
      this.#heard = undefined
      for (const [version, events] of heard) mustLook = this.#merge(version, events) || mustLook
    }
    const waiting = this.#waiting
    if (waiting !== undefined) {
      const next = waiting.shift()
      if (waiting.length === 0) this.#waiting = undefined
      if (next) return next()
    }
    this.#isBusy = false
    if (mustLook) this.lookLater()
  }

  /**
   * @param {any} command
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  async #decide(command, arrival) {
    const { store, meter, outages, patience } = this.#services
    // Whether the state has been read since the command came.
    let isSure = false
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (this.#isStale) {
        await this.#look()
        isSure = true
      }
      if (this.#settled < outages.count && !(await this.#compensate())) continue
      const decision = reduceSession(this.state, command, arrival)
      if (decision.events.length === 0) {
        // Refusals are never given for a state that is behind. Nor is nothing to note: its player may be back since.
        const isFinal = decision.ok ? decision.duplicate : decision.code === 'badCommand'
        if (isFinal || isSure) return answerOf(decision, this.version)
        this.#isStale = true
        continue
      }
      const outcome = await this.#append(decision)
      if (outcome === 'kept') return answerOf(decision, this.version)
      if (outcome === 'unknown') {
        meter.unknown()
        if (store.ready === false) break
      } else meter.conflict()
      if (store.now() - arrival > patience) break
    }
    return UNAVAILABLE
  }

  /**
   * @param {{ state: SessionState | null, events: SessionEvent[] }} decision
   * @returns {Promise<'kept' | 'refused' | 'unknown'>}
   */
  async #append({ state, events }) {
    const { store, meter } = this.#services
    const before = this.version
    const begin = meter.now()
    let appended
    try {
      appended = await store.append(this.#id, before, events, state === null ? null : dueAt(state))
    } catch (error) {
      this.#isStale = true
      if (/** @type {any} */ (error)?.code === 'ERR_STORE_AWAY') throw error
      return 'unknown'
    }
    meter.append(meter.now() - begin)
    if (appended.ok) {
      this.#apply(state, events, true)
      return 'kept'
    }
    const { missed } = appended
    if (Array.isArray(missed) && isNext(this.state, missed[0])) this.#follow(missed)
    else this.#isStale = true
    return 'refused'
  }

  /**
   * Gives back the time of outages.
   * @returns {Promise<boolean>} false if the log must be looked at first
   */
  async #compensate() {
    const { outages, store } = this.#services
    // A game that is not known yet, or that begins with a command that came in the outage, gets its time back later.
    if (this.state === null || this.state.status === 'waiting') return true
    while (this.#settled < outages.count) {
      const outage = outages.at(this.#settled)
      if (
        outage &&
        this.state?.status === 'playing' &&
        outage.to > this.state.outage &&
        outage.has(this.#id)
      ) {
        const { from, to } = outage
        const decision = reduceSession(this.state, { type: 'compensate', from, to }, store.now())
        if (decision.events.length > 0) {
          if ((await this.#append(decision)) !== 'kept') {
            if (this.#isStale) return false
            continue
          }
        }
      }
      this.#settled++
    }
    return true
  }

  /**
   * @returns {Promise<{ since: number, events: SessionEvent[] }>} what it has read
   */
  async #look() {
    const read = await this.#lookAtLog()
    if (this.#unsure) {
      // Now it is known which versions the store's hints carry.
      this.#services.hints.judge(this.version, this.#last, ...this.#unsure)
      this.#unsure = undefined
    }
    return read
  }

  async #lookAtLog() {
    const { store } = this.#services
    const { state } = this
    // The last known event is read again: it may be gone, or another.
    const since = state === null ? 0 : state.version - 1
    const events = await this.#read(since)
    this.#isStale = false
    this.heardAt = store.now()
    if (state === null) {
      const all =
        events.length === 0 && (await this.#services.revive(this.#id)) ? await this.#read(0) : events
      if (all.length > 0) this.#follow(all)
      return { since, events: all }
    }
    if (isSame(events[0], this.#last)) {
      if (events.length > 1) this.#follow(events.slice(1))
      return { since, events }
    }
    const all = await this.#read(0)
    this.#rewind(all)
    return { since: 0, events: all }
  }

  /**
   * The log is another than the one that was known: a failover has lost events, or it was removed.
   * @param {SessionEvent[]} events all
   */
  #rewind(events) {
    const before = this.state
    this.#settled = 0
    if (events.length === 0) {
      this.state = null
      this.#last = undefined
      this.#isStale = true
      this.#dismissAll(before?.status === 'over' ? 'removed' : 'noGame')
      return
    }
    this.#services.log({ event: 'rewound', game: this.#id, from: before?.version, to: events.length })
    this.#apply(this.#fold(null, events), events, false, true)
  }

  /** @param {SessionEvent[]} events of another node, that follow the state */
  #follow(events) {
    this.#apply(this.#fold(this.state, events), events, false)
  }

  /**
   * @param {number} since
   * @returns {Promise<SessionEvent[]>}
   */
  async #read(since) {
    try {
      return await this.#services.store.read(this.#id, since)
    } catch (error) {
      this.#onFault(error)
      throw error
    }
  }

  /**
   * @param {SessionState | null} state
   * @param {SessionEvent[]} events
   * @returns {SessionState}
   * @throws {ChessError} ERR_SESSION_FORMAT
   */
  #fold(state, events) {
    try {
      return foldSession(state, events)
    } catch (error) {
      this.#onFault(error)
      throw error
    }
  }

  /** @param {unknown} error */
  #onFault(error) {
    this.#isStale = true
    if (/** @type {any} */ (error)?.code !== 'ERR_SESSION_FORMAT') return
    // A newer node can serve it. A decision on a state that was misread would be appended like any other.
    this.state = null
    this.#last = undefined
    this.#dismissAll('unknownEvent')
  }

  /**
   * @param {SessionState | null} state that the events lead to
   * @param {SessionEvent[]} events
   * @param {boolean} isOwn
   * @param {boolean} [rewound] these are all events
   */
  #apply(state, events, isOwn, rewound = false) {
    if (state === null) return
    const before = this.state
    this.state = state
    this.#last = events[events.length - 1]
    this.heardAt = state.at
    if (this.#watchers.size > 0) {
      if (before === null || before.status !== state.status || before.players !== state.players)
        this.#watchers.seat(state)
      const { version } = state
      this.#watchers.notifyAll(rewound ? { version, events, rewound } : { version, events })
      this.#rest()
    }
    this.#services.onEvents(this, events, isOwn)
  }

  /** @param {import('./game-host.js').Gone} gone why it cannot be watched any more */
  #dismissAll(gone) {
    for (const watcher of [...this.#watchers]) this.#watchers.dismiss(watcher, this.state, gone)
    this.#rest()
  }

  /** Listens to the store only while the game has watchers. */
  #rest() {
    if (this.#watchers.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  /** @param {Watcher} watcher */
  async #admit(watcher) {
    if (this.#unsubscribe === undefined) {
      // Events that came while it did not listen are not known.
      this.#isStale = true
      this.#unsubscribe = this.#services.store.subscribe(this.#id, (version, events) =>
        this.#hear(version, events),
      )
    }
    const read = this.#isStale || watcher.since > this.version ? await this.#look() : undefined
    if (watcher.isOver) return
    const { state } = this
    const gone = state === null ? 'noGame' : maySee(state, watcher) ? undefined : 'private'
    if (state === null || gone !== undefined) {
      this.#watchers.dismiss(watcher, state, gone ?? 'noGame')
      return this.#rest()
    }
    const rewound = watcher.since > state.version
    const since = rewound ? 0 : watcher.since
    const events =
      since === state.version
        ? []
        : read !== undefined && read.since <= since
          ? read.events.slice(since - read.since)
          : await this.#readOn(since)
    if (watcher.isOver || this.state === null) return
    const { version } = this
    this.#watchers.begin(watcher, this.state, rewound ? { version, events, rewound } : { version, events })
  }

  /**
   * @param {number} since below the version
   * @returns {Promise<SessionEvent[]>} all up to the version, which may rise
   */
  async #readOn(since) {
    const events = await this.#read(since)
    const known = this.version - since
    if (events.length < known) {
      await this.#look()
      return this.#read(since)
    }
    if (events.length > known) this.#follow(events.slice(known))
    return events
  }

  /**
   * A hint of the store: events of any node, also this one's own.
   * @param {unknown} version
   * @param {unknown} events
   */
  #hear(version, events) {
    if (this.#isBusy) {
      this.#heard ??= []
      this.#heard.push([version, events])
    } else if (this.#merge(version, events)) this.lookLater()
  }

  /** Looks at the log in a job of its own. */
  lookLater() {
    this.#isStale = true
    this.look().catch(() => {
      // The store is away: the state stays stale, and the host tries again.
    })
  }

  /**
   * @param {unknown} version
   * @param {unknown} events
   * @returns {boolean} whether the log must be looked at
   */
  #merge(version, events) {
    const verdict = this.#services.hints.judge(this.version, this.#last, version, events)
    if (verdict === 'old') return false
    if (verdict === 'next') {
      try {
        this.#follow(/** @type {SessionEvent[]} */ (events))
      } catch {
        // #fold() has dealt with it.
      }
      return false
    }
    if (verdict === 'empty') this.#watchers.presence.renew(this.state)
    else this.#unsure = [version, events]
    this.#isStale = true
    return true
  }
}

/**
 * @param {SessionState | null} state
 * @param {SessionEvent | undefined} event
 * @returns {boolean} whether it can come next
 */
function isNext(state, event) {
  if (event === undefined) return false
  return state === null ? event.type === 'created' : event.type !== 'created' && event.at >= state.at
}

/**
 * @param {import('../../session/family.js').Decision} decision
 * @param {number} version after it
 * @returns {Answer}
 */
function answerOf(decision, version) {
  if (decision.ok) {
    const { events } = decision
    return decision.duplicate ? { ok: true, version, events, duplicate: true } : { ok: true, version, events }
  }
  const { state: _, ...refusal } = decision
  return { ...refusal, version }
}
