// SPDX-License-Identifier: Apache-2.0
// One game on one node: its commands, one by one, and its watchers. A decision is appended to the log only if the log still
// has the length for which it was made, so an outdated state costs time, but never makes a wrong game.
//
//   command(), admit(), read(), … ──> JobLine: one job at a time ──┬─> GameLog reads and appends
//   hints of the store ─────────────> at once, or after the job ───┤
//                                                                  └─> what it has added: Watchers, then the host

import { isCommand } from '../../session/commands.js'
import { sessionError } from '../../session/errors.js'
import type { Decision } from '../../session/family.js'
import { withoutUser } from '../../session/forget.js'
import { reduceAny, reduceSession } from '../../session/reducer.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { Answer, Gone, HostCommand } from './answers.js'
import type { EventsAdded, Hint, LogServices } from './game-log.js'
import { GameLog } from './game-log.js'
import type { Party } from './job-line.js'
import { JobLine } from './job-line.js'
import type { Outages } from './outages.js'
import type { PresenceServices } from './presence.js'
import { UnansweredCommands } from './unanswered-commands.js'
import type { Watcher } from './watchers.js'
import { ACTIVE, isOver, maySee, OVER, Watchers } from './watchers.js'

/** The services of the host for a game, in addition to those for its log and its presence. */
type GameServices = {
  outages: Outages
  /** milliseconds for which a command is retried */
  patience: number
  /** called when events were added */
  onEvents: (game: LiveGame, added: EventsAdded) => void
  /** called for a game whose unanswered commands wait for the store */
  onUnanswered: (game: LiveGame) => void
}
export type HostServices = LogServices & PresenceServices & GameServices

/** The most appends for one command, even within its time. */
const MOST_TRIES = 64
/** The log of a watched game without news is read after this time, in milliseconds, as hints may be lost. */
const QUIET = 10_000

export const UNAVAILABLE: Answer = Object.freeze({ ok: false, code: 'unavailable' })
export const FULL: Answer = Object.freeze({ ok: false, code: 'unavailable', why: 'the store is full' })
export const TOO_FAST: Answer = Object.freeze({ ok: false, code: 'tooFast' })

export class LiveGame {
  #id: string
  #services: HostServices
  #log: GameLog
  #watchers: Watchers
  #line = new JobLine()
  /** hints that arrived during the current job */
  #hints: Hint[] | undefined
  /** the next read, which has not started */
  #nextRead: Promise<unknown> | undefined
  /** the watchers for the next admission */
  #arrivals: { watchers: Watcher[]; done: Promise<void> } | undefined
  /** The number of outages that were handled. */
  #settledOutages = 0
  /** undefined if there are none */
  #unanswered: UnansweredCommands | undefined
  /** ends the subscription to the store's hints, which lasts while the game is watched */
  #unsubscribe: (() => void) | undefined

  /** @param isNew its id was just created, so there is no log yet */
  constructor(id: string, services: HostServices, isNew: boolean) {
    this.#id = id
    this.#services = services
    this.#log = new GameLog(id, services, isNew)
    this.#watchers = new Watchers(id, services)
  }

  get id() {
    return this.#id
  }

  /** @returns null if there is no log, or it was not read yet */
  get state(): SessionState | null {
    return this.#log.state
  }

  get presence() {
    return this.#watchers.presence
  }

  get isWatched() {
    return this.#watchers.size > 0
  }

  /** The number of watchers without a seat, except the embedding program. */
  get spectators() {
    return this.#watchers.spectators
  }

  get isBusy() {
    return this.#line.isBusy
  }

  /** Whether commands wait for the store; the game must then stay in memory, to recognize repeated commands. */
  get hasUnanswered() {
    return this.#unanswered !== undefined
  }

  /** Whether the log must be read before the next decision. */
  get isStale() {
    return this.#log.isStale
  }

  /** The log may have changed without a hint. */
  doubt() {
    this.#log.doubt()
  }

  // Jobs: one at a time.

  /** @param party the owner of the job */
  async #do<T>(party: Party, job: () => Promise<T>): Promise<T> {
    const turn = this.#line.begin(party)
    if (turn !== undefined) await turn
    try {
      return await job()
    } finally {
      this.#endJob()
    }
  }

  #endJob() {
    let mustRead = false
    const hints = this.#hints
    if (hints !== undefined) {
      this.#hints = undefined
      for (const hint of hints) mustRead = this.#takeHint(hint) || mustRead
    }
    if (!this.#line.end() && mustRead) this.#readLater()
  }

  /**
   * Refuses commands that no newer state would accept: malformed ones, and those of users without a seat in a game whose
   * players no longer change.
   * @param command with `by`
   * @param arrival by the store's clock
   * @returns undefined if it must be decided
   */
  refusalOf(command: HostCommand, arrival: number): Answer | undefined {
    const log = this.#log
    const isStrange = !log.isStale && log.state?.status !== 'waiting' && this.#partyOf(command) === 'stranger'
    if (!isStrange && isCommand(command)) return undefined
    const decision = reduceAny(log.state, command, arrival)
    return decision.ok || decision.events.length > 0 ? undefined : answerOf(decision, log.version)
  }

  /**
   * @param arrival by the store's clock: the player's clock stops then, however long the store takes; the opponent's starts
   *   when the command is in the log
   * @throws {ChessError} of the store
   */
  async command(command: HostCommand, arrival: number): Promise<Answer> {
    const party = this.#partyOf(command)
    if (this.#line.isFull(party)) return TOO_FAST
    const mark = this.#log.asked
    return this.#do(party, async () => {
      await this.#carryOut(command)
      return this.#answer(command, arrival, mark)
    })
  }

  /** @returns the owner of the command, as far as the players are known */
  #partyOf({ by }: HostCommand): Party {
    if (!by) return 'house'
    const user = typeof by === 'string' ? by : by.id
    const { state } = this.#log
    return state === null ? `user:${user}` : (seatOf(state, user) ?? 'stranger')
  }

  /**
   * Retries the commands that were answered as 'unavailable'.
   * @returns whether some still wait
   */
  answerUnanswered(): Promise<boolean> {
    return this.#do('house', async () => {
      await this.#carryOut()
      return this.#unanswered !== undefined
    })
  }

  /**
   * Executes commands that arrived while the store was away before newer ones, so that no flag falls first.
   * @param until a command; later ones wait
   */
  async #carryOut(until?: HostCommand) {
    const { store } = this.#services
    if (this.#unanswered === undefined || store.ready === false) return
    const now = store.now()
    const mark = this.#log.asked
    const last = until && this.#unanswered.find(until)
    for (const unanswered of this.#unanswered.all(now)) {
      if (unanswered === last) break
      // The store is away again: they keep waiting.
      const answer = await this.#answer(unanswered.command, unanswered.arrival, mark, now).catch(
        () => UNAVAILABLE,
      )
      if (answer === UNAVAILABLE) break
    }
    if (this.#unanswered?.size === 0) this.#unanswered = undefined
  }

  /**
   * @param mark of the log when the command came
   * @param began when this attempt started
   * @throws {ChessError} of the store
   */
  async #answer(given: HostCommand, arrival: number, mark: number, began: number = arrival): Promise<Answer> {
    const { store, patience } = this.#services
    // If the same command arrived while the store was away, that arrival counts.
    const first = this.#unanswered?.find(given) ?? { command: given, arrival }
    let answer = UNAVAILABLE
    try {
      // It may have waited for a store that does not answer.
      if (store.now() - began <= patience || !given.by)
        answer = await this.#decide(first.command, first.arrival, mark, began)
      return answer
    } finally {
      if (answer !== UNAVAILABLE) this.#unanswered?.delete(given)
      else if (UnansweredCommands.takes(first.command, this.state, this.isWatched)) {
        this.#unanswered ??= new UnansweredCommands()
        this.#unanswered.add(first, store.now())
        this.#services.onUnanswered(this)
      }
    }
  }

  /**
   * Reads the log after the state. One read serves all callers that wait for it.
   * @throws {ChessError} of the store
   */
  read(): Promise<unknown> {
    if (!this.#line.isBusy) return this.#do('house', () => this.#followed(this.#log.read()))
    this.#nextRead ??= this.#do('house', () => {
      this.#nextRead = undefined
      return this.#followed(this.#log.read())
    })
    return this.#nextRead
  }

  /** Reads the log in a job of its own. */
  #readLater() {
    this.#log.doubt()
    this.read().catch(() => {
      // The store is away: the state stays stale, and the host tries again.
    })
  }

  /**
   * Reads the log if something may have been missed.
   * @param now by the store's clock
   */
  readIfQuiet(now: number) {
    if (this.isBusy || (!this.#log.isStale && now - this.#log.heardAt < QUIET)) return
    this.#log.heardAt = now
    this.#readLater()
  }

  /** Compensates for outages that were not handled yet. */
  settle() {
    return this.#do('house', async () => {
      if (this.#log.isStale) await this.#followed(this.#log.read())
      await this.#compensate()
    })
  }

  /** Deletes the log, its timer and its seats, if it has not grown. */
  remove(version: number): Promise<boolean> {
    return this.#do('house', async () => {
      const isRemoved = await this.#services.store.remove(this.#id, version)
      if (isRemoved) this.#log.forget('removed')
      else this.#log.doubt()
      this.#follow()
      return isRemoved
    })
  }

  /**
   * Sets the timer of an ended game.
   * @param due by the store's clock
   */
  postpone(due: number): Promise<unknown> {
    return this.#do('house', () => this.#followed(this.#log.append({ state: this.state, events: [], due })))
  }

  /**
   * Removes a user from the log.
   * @param user an id
   * @returns whether the user was in it
   * @throws {ChessError} of the store
   */
  forget(user: string): Promise<boolean> {
    return this.#do('house', async () => {
      const { store, outages } = this.#services
      const log = this.#log
      let isSent = false
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        log.doubt()
        await this.#followed(log.read())
        if (this.#settledOutages < outages.count && !(await this.#compensate())) continue
        const events = await store.read(this.#id)
        if (events.length !== log.version) continue
        const change = withoutUser(events, user, store.now())
        if (change === null) return isSent
        const outcome = await this.#followed(log.append(change))
        if (outcome === 'kept') return true
        if (outcome === 'unknown') isSent = true
      }
      throw sessionError('ERR_STORE_UNKNOWN', `game ${this.#id} changes all the time`)
    })
  }

  // Decisions.

  async #decide(command: HostCommand, arrival: number, mark: number, began: number): Promise<Answer> {
    const { store, meter, outages, patience } = this.#services
    const log = this.#log
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (log.isStale) await this.#followed(log.read())
      if (this.#settledOutages < outages.count && !(await this.#compensate())) continue
      if (log.isStale) continue
      // After an append that was too late, the command is decided again, with the new time.
      const decision = reduceAny(log.state, command, store.now(), arrival)
      if (decision.events.length === 0) {
        // An outdated state cannot decide a refusal, or that nothing has changed: a player may have come back since. But if a
        // game cannot be created now, it never can.
        const isHopeless = log.state === null && command.type === 'create'
        const isFinal = decision.ok ? decision.duplicate : decision.code === 'badCommand' || isHopeless
        if (isFinal || log.isConfirmedSince(mark)) return answerOf(decision, log.version)
        log.doubt()
        continue
      }
      const outcome = await this.#followed(log.append(decision))
      if (outcome === 'kept') return answerOf(decision, log.version)
      if (outcome === 'unknown') {
        meter.unknown()
        if (store.ready === false) break
      } else meter.conflict()
      if (store.now() - began > patience) break
    }
    return UNAVAILABLE
  }

  /**
   * Compensates for outages.
   * @returns false if the log must be read first
   */
  async #compensate(): Promise<boolean> {
    const { outages, store } = this.#services
    const log = this.#log
    // A game that is unknown, or that starts with a command from the outage, is compensated later.
    if (log.state === null || log.state.status === 'waiting') return true
    while (this.#settledOutages < outages.count) {
      const outage = outages.at(this.#settledOutages)
      const { state } = log
      if (outage && state?.status === 'playing' && outage.to > state.outage && outage.has(this.#id)) {
        const { from, to } = outage
        // This node's clock may still be before the end of the outage.
        const now = Math.max(to, store.now())
        const decision = reduceSession(state, { type: 'compensate', from, to }, now)
        if (decision.events.length > 0 && (await this.#followed(log.append(decision))) !== 'kept') {
          if (log.isStale) return false
          continue
        }
      }
      this.#settledOutages++
    }
    return true
  }

  // After a change of the log.

  /**
   * @param call a read of the log, or an append
   * @returns the same, after watchers and host were notified of the changes
   */
  async #followed<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } finally {
      this.#follow()
    }
  }

  #follow() {
    for (const change of this.#log.takeChanges())
      if (change.gone === undefined) this.#onEvents(change)
      else this.#onGone(change.gone)
  }

  #onEvents(added: EventsAdded) {
    const { before, state, events, by } = added
    if (by === 'rewound') this.#settledOutages = 0
    if (this.#watchers.size > 0) {
      if (before === null || before.status !== state.status || before.players !== state.players)
        this.#watchers.seat(state)
      const { version } = state
      this.#watchers.notifyAll(by === 'rewound' ? { version, events, rewound: true } : { version, events })
      this.#unsubscribeIfUnwatched()
    }
    this.#services.onEvents(this, added)
  }

  /** @param gone the reason why it can no longer be watched */
  #onGone(gone: Gone) {
    this.#settledOutages = 0
    for (const watcher of this.#watchers) this.#watchers.dismiss(watcher, null, gone)
    this.#unsubscribeIfUnwatched()
  }

  // Watchers.

  get watchers(): Iterable<Watcher> {
    return this.#watchers
  }

  /** @param watcher gets its first news later */
  watch(watcher: Watcher) {
    this.#watchers.add(watcher)
  }

  unwatch(watcher: Watcher) {
    this.#watchers.delete(watcher, this.state)
    this.#unsubscribeIfUnwatched()
  }

  /**
   * Sends a watcher the events that it does not have; later events follow as they arrive. Waiting watchers are admitted
   * together.
   * @throws {ChessError} of the store
   */
  admit(watcher: Watcher): Promise<void> {
    if (this.#arrivals !== undefined) {
      this.#arrivals.watchers.push(watcher)
      return this.#arrivals.done
    }
    const watchers = [watcher]
    if (!this.#line.isBusy) return this.#do('watchers', () => this.#admit(watchers))
    const done = this.#do('watchers', () => {
      this.#arrivals = undefined
      return this.#admit(watchers)
    })
    this.#arrivals = { watchers, done }
    return done
  }

  async #admit(watchers: Watcher[]) {
    const log = this.#log
    if (watchers.every(isAdmitted)) return
    if (this.#unsubscribe === undefined) {
      // Events before the subscription are unknown.
      log.doubt()
      this.#unsubscribe = this.#services.store.subscribe(this.#id, (version, events) =>
        this.#onHint([version, events]),
      )
    }
    const isBehind = log.isStale || watchers.some(({ since }) => since > log.version)
    const tail = isBehind ? await this.#followed(log.read()) : { since: Number.POSITIVE_INFINITY, events: [] }
    // Reads for the watcher with the lowest version, which serves all.
    for (const watcher of watchers.sort((a, b) => a.since - b.since)) {
      if (isAdmitted(watcher)) continue
      const { state } = log
      if (state === null || !maySee(state, watcher)) {
        this.#watchers.dismiss(watcher, state, state === null ? 'noGame' : 'private')
        continue
      }
      const news = await this.#followed(log.newsFor(watcher, tail))
      // The watcher may have left in between, or the game may be gone.
      if (isOver(watcher) || log.state === null) continue
      this.#watchers.begin(watcher, log.state, { version: log.version, ...news })
    }
    this.#unsubscribeIfUnwatched()
  }

  #unsubscribeIfUnwatched() {
    if (this.#watchers.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #onHint(hint: Hint) {
    if (this.isBusy) (this.#hints ??= []).push(hint)
    else if (this.#takeHint(hint)) this.#readLater()
  }

  /** @returns whether the log must be read */
  #takeHint(hint: Hint): boolean {
    const verdict = this.#log.takeHint(hint)
    this.#follow()
    if (verdict === 'empty') this.#watchers.presence.renew(this.state)
    return verdict === 'empty' || verdict === 'unsure'
  }
}

/** @returns whether it has got its first news, or has left */
const isAdmitted = ({ phase }: Watcher): boolean => phase === ACTIVE || phase === OVER

/** @param version after it */
function answerOf(decision: Decision, version: number): Answer {
  if (decision.ok) {
    const { events } = decision
    return decision.duplicate ? { ok: true, version, events, duplicate: true } : { ok: true, version, events }
  }
  const { state: _, ...refusal } = decision
  return { ...refusal, version }
}
