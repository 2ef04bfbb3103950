// SPDX-License-Identifier: Apache-2.0
// What a node knows of one game's log: the state that its events lead to. The log in the store is the truth; a replica of it
// may be behind, and is read on before the next decision:
//
//             read()                       append() kept, or a hint whose events follow
//   STALE ─────────────> CURRENT ─────────────────────────────────────────────────────────> CURRENT
//     ^                     │   append() refused or of unknown outcome, a hint that does not
//     └─────────────────────┘   follow, doubt(), a fault

import { codeOf } from '../../core/caught.js'
import { argumentError } from '../../core/errors.js'
import type { SessionEvent } from '../../session/commands.js'
import { foldSession } from '../../session/reducer.js'
import type { SessionState } from '../../session/state.js'
import type { Appended, SessionStore } from '../stores/session-store.js'
import type { Gone } from './answers.js'
import type { HostLog } from './host-log.js'
import type { Meter } from './machine.js'
import type { Retention } from './retention.js'

/** What a log takes from its host. */
export type LogServices = {
  store: SessionStore
  meter: Meter
  /** makes a game without a log, if it is a rematch that was agreed on and not made; returns who has made it */
  revive: (game: string) => Promise<'own' | 'other' | null>
  log: HostLog['write']
  retention: Retention
}

/** Where events come from: this node, another one, or a log that is not the one known, which they are all of. */
type EventOrigin = 'own' | 'other' | 'rewound'
/** Events that have led from one state to another. */
export type EventsAdded = {
  before: SessionState | null
  /** after them */
  state: SessionState
  events: SessionEvent[]
  by: EventOrigin
  gone?: undefined
}
/** A store's hint that a game has changed: what its listener was called with. */
export type Hint = readonly [version?: unknown, events?: unknown]
/** What has happened to a log: events were added, or there is no longer a state. */
type LogChange = EventsAdded | { gone: Gone }
/** The events of a log from a version on; Infinity for none. */
type Tail = { since: number; events: SessionEvent[] }

/** Nothing is missing, as far as is known. */
const CURRENT = 0
/** It must be read before the next decision. */
const STALE = 1
const NO_CHANGES: readonly LogChange[] = []

export class GameLog {
  /** null: there is no log, or it is not read yet */
  state: SessionState | null = null
  /** When something was last heard of it, by the store's clock. */
  heardAt = 0
  #id: string
  #services: LogServices
  #replica: number
  /** that were not taken yet */
  #changes: LogChange[] | undefined
  /** the last one, as far as it is known */
  #last: SessionEvent | undefined
  /** Questions to the store about the whole log: reads and appends. */
  #asked = 0
  /** The last of them whose answer the state agrees with. */
  #confirmed = 0

  /**
   * @param id of the game
   * @param isNew the game's id was just drawn: there is no log to be read
   */
  constructor(id: string, services: LogServices, isNew: boolean) {
    this.#id = id
    this.#services = services
    this.#replica = isNew ? CURRENT : STALE
  }

  get version() {
    return this.state === null ? 0 : this.state.version
  }

  get isStale() {
    return this.#replica === STALE
  }

  /** Number of times that the store was asked how the log goes on: a mark for isConfirmedSince(). */
  get asked() {
    return this.#asked
  }

  /** @returns whether the store was asked after it, and the state agrees with the answer */
  isConfirmedSince(mark: number): boolean {
    return this.#confirmed > mark
  }

  /** The log may have changed without a hint. */
  doubt() {
    this.#replica = STALE
  }

  /**
   * Returns what has happened since the last call. Callers take it after everything that reads or appends, also after a fault.
   * @returns the changes in order
   */
  takeChanges(): readonly LogChange[] {
    const changes = this.#changes ?? NO_CHANGES
    this.#changes = undefined
    return changes
  }

  #note(change: LogChange) {
    this.#changes ??= []
    this.#changes.push(change)
  }

  /** @param gone why there is no longer a state */
  forget(gone: Gone) {
    this.state = null
    this.#last = undefined
    this.#replica = STALE
    this.#note({ gone })
  }

  /**
   * @param decision for the current state; with `log`, the whole log is replaced by it; `due` of the timer, if it is not the
   *   usual time
   * @throws {ChessError} ERR_STORE_AWAY
   */
  async append({
    state,
    events,
    log,
    due = state === null ? null : this.#services.retention.dueAt(state),
  }: {
    state: SessionState | null
    events: SessionEvent[]
    log?: SessionEvent[]
    due?: number | null
  }): Promise<'kept' | 'refused' | 'unknown'> {
    const { store, meter } = this.#services
    const begin = meter.now()
    const question = ++this.#asked
    let appended: Appended
    try {
      if (log === undefined) appended = await store.append(this.#id, this.version, events, due)
      else if (store.redact) appended = await store.redact(this.#id, this.version, log, due)
      else throw argumentError('forget() needs a store with redact()')
    } catch (error) {
      this.#replica = STALE
      if (codeOf(error) === 'ERR_STORE_AWAY') throw error
      return 'unknown'
    }
    meter.append(meter.now() - begin)
    if (appended.ok) {
      if (events.length > 0) {
        this.#confirmed = question
        this.#apply(state, events, 'own')
      } else this.#replica = STALE
      return 'kept'
    }
    const { missed } = appended
    if (Array.isArray(missed) && isNext(this.state, missed[0])) {
      this.#confirmed = question
      this.#follow(missed)
    } else this.#replica = STALE
    return 'refused'
  }

  /**
   * Reads on from where the state ends.
   * @returns what it has read
   * @throws {ChessError} of the store
   */
  async read(): Promise<Tail> {
    const { store, revive } = this.#services
    const { state } = this
    const id = this.#id
    // The last known event is read again: it may be gone, or another.
    let since = state === null ? 0 : state.version - 1
    const question = ++this.#asked
    let events = await this.#eventsFrom(since)
    this.#replica = CURRENT
    this.#confirmed = question
    this.heardAt = store.now()
    if (state === null) {
      const maker = events.length > 0 ? 'other' : await revive(id)
      if (events.length === 0 && maker !== null) events = await this.#eventsFrom(0)
      if (events.length > 0) this.#apply(this.#fold(null, events), events, maker ?? 'other')
    } else if (isSame(events[0], this.#last)) {
      if (events.length > 1) this.#follow(events.slice(1))
    } else {
      since = 0
      events = await this.#eventsFrom(0)
      this.#rewind(events)
    }
    return { since, events }
  }

  /**
   * What a watcher does not have: all, if what it has is not the beginning of the log.
   * @param tail what was read just now; gets what is read besides
   * @throws {ChessError} of the store
   */
  async newsFor(
    { since, at }: { since: number; at: number | undefined },
    tail: Tail,
  ): Promise<{ events: SessionEvent[]; rewound?: true }> {
    if (since <= this.version) {
      if (since === 0 || at === undefined) return { events: await this.#eventsSince(since, tail) }
      if (since === this.version && this.#last?.at === at) return { events: [] }
      const [last, ...events] = await this.#eventsSince(since - 1, tail)
      if (last?.at === at) return { events }
    }
    return { events: await this.#eventsSince(0, tail), rewound: true }
  }

  /**
   * @returns all up to the version, which may rise
   * @throws {ChessError} of the store
   */
  async #eventsSince(since: number, tail: Tail): Promise<SessionEvent[]> {
    if (since === this.version) return []
    if (tail.since > since) {
      const events = await this.#eventsFrom(since)
      const known = this.version - since
      if (events.length < known) {
        tail.since = Number.POSITIVE_INFINITY
        await this.read()
        return this.#eventsFrom(since)
      }
      Object.assign(tail, { since, events })
      if (events.length > known) this.#follow(events.slice(known))
    }
    // The same events for all who have none: what is made of them is made once.
    return since === tail.since ? tail.events : tail.events.slice(since - tail.since)
  }

  /**
   * Takes a hint of the store: events of any node, also this one's own.
   * @returns 'next': its events were added; 'unsure': only the log has the answer, 'empty': something else about the
   *   game has changed: it must be read
   */
  takeHint([version, events]: Hint): 'old' | 'next' | 'unsure' | 'empty' {
    if (typeof version !== 'number' || !Array.isArray(events) || events.length === 0) {
      this.#replica = STALE
      return 'empty'
    }
    const own = this.version
    const last = events[events.length - 1]
    if (version < own || (version === own && isSame(last, this.#last))) return 'old'
    if (version - events.length !== own) {
      this.#replica = STALE
      return 'unsure'
    }
    try {
      this.#follow(events)
    } catch {
      // #fold() has dealt with it.
    }
    return 'next'
  }

  /**
   * The log is another than the one that was known: a failover has lost events, or it was removed.
   * @param events all
   */
  #rewind(events: SessionEvent[]) {
    const before = this.state
    if (events.length === 0) return this.forget(before?.status === 'over' ? 'removed' : 'noGame')
    this.#services.log({ event: 'rewound', game: this.#id, from: before?.version, to: events.length })
    this.#apply(this.#fold(null, events), events, 'rewound')
  }

  /** @param events of another node, that follow the state */
  #follow(events: SessionEvent[]) {
    this.#apply(this.#fold(this.state, events), events, 'other')
  }

  /** @param state that the events lead to */
  #apply(state: SessionState | null, events: SessionEvent[], by: EventOrigin) {
    if (state === null) return
    const before = this.state
    this.state = state
    this.#last = events[events.length - 1]
    this.heardAt = state.at
    this.#note({ before, state, events, by })
  }

  async #eventsFrom(since: number): Promise<SessionEvent[]> {
    try {
      // A copy: a store may go on with its own.
      return [...(await this.#services.store.read(this.#id, since))]
    } catch (error) {
      this.#onFault(error)
      throw error
    }
  }

  /** @throws {ChessError} ERR_SESSION_FORMAT */
  #fold(state: SessionState | null, events: SessionEvent[]): SessionState {
    try {
      return foldSession(state, events)
    } catch (error) {
      this.#onFault(error)
      throw error
    }
  }

  #onFault(error: unknown) {
    this.#replica = STALE
    // A newer node can serve it. A decision on a state that was misread would be appended like any other.
    if (codeOf(error) === 'ERR_SESSION_FORMAT') this.forget('unknownEvent')
  }
}

/** @returns whether it can come next */
function isNext(state: SessionState | null, event: SessionEvent | undefined): boolean {
  if (event === undefined) return false
  return state === null ? event.type === 'created' : event.type !== 'created' && event.at >= state.at
}

/**
 * @param one the event in the store; it has lost the id of its command if the player was forgotten
 * @param other the event that this node knows
 * @returns whether they can be the same event of one game
 */
function isSame(one: SessionEvent | undefined, other: SessionEvent | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const a: Record<string, unknown> = one
  const b: Record<string, unknown> = other
  if (a.command !== b.command && a.command !== undefined) return false
  return a.type === b.type && a.at === b.at && a.uci === b.uci && a.by === b.by
}
