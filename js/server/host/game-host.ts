// SPDX-License-Identifier: Apache-2.0
// Serves games without sockets: executes commands, stores their events, and notifies watchers. Any number of hosts may
// serve the same games through one store.
//
//   callers ──> GameHost ──> LiveGames ──> LiveGame ──> GameLog ──> store
//                                             │ events
//   the store's timers ──> DueGames           v
//   and outages ─────────> Followers: lists, rematches, presence, …

import { runCallback } from '../../core/callbacks.js'
import { argumentError } from '../../core/errors.js'
import { isObject } from '../../core/objects.js'
import { checkOptions } from '../../core/options.js'
import type { Color } from '../../game/squares.js'
import { faultOf } from '../../session/commands.js'
import { sessionError } from '../../session/errors.js'
import { FIELDS, isColor, isGameId } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import type { Challenge, GameSummary, PlayingOptions, RunningGame } from '../../session/summary.js'
import { readPlaying } from '../../session/summary.js'
import type { Archive } from '../archive/archive.js'
import type { SessionStore } from '../stores/session-store.js'
import { Adjudicator } from './adjudicator.js'
import type { Answer, GameNews, HostCommand, User } from './answers.js'
import { Creations } from './creations.js'
import { DueGames } from './due-games.js'
import { Followers } from './followers.js'
import { forgetUser } from './forget.js'
import type { GameHostOptions } from './game-host-options.js'
import { readHostOptions } from './game-host-options.js'
import { Gate } from './gate.js'
import { HostLog } from './host-log.js'
import { Listings } from './listings.js'
import type { LiveGame } from './live-game.js'
import { FULL, UNAVAILABLE } from './live-game.js'
import { LiveGames } from './live-games.js'
import type { Machine, Meter } from './machine.js'
import { MACHINE, NO_METER, newId } from './machine.js'
import { Outages } from './outages.js'
import { makeRematch } from './rematch.js'
import { Retention } from './retention.js'
import { RunningGames } from './running-games.js'
import { UnansweredGames } from './unanswered-games.js'
import type { Watcher } from './watchers.js'
import { isOver, NEW, OVER } from './watchers.js'
import { Work } from './work.js'

/** Serves the games of a store, as one of any number of hosts. It has no sockets: bind it to any transport. */
export class GameHost {
  #store: SessionStore
  #archive: Archive | undefined
  #machine: Machine
  #meter: Meter
  #log: HostLog
  #work: Work
  #gate: Gate | undefined
  #listings: Listings
  #running: RunningGames
  #games: LiveGames
  #creations: Creations
  #unanswered: UnansweredGames
  #due: DueGames
  #followers: Followers

  /**
   * Creates a host for the games of a store.
   * @param machine timers and random numbers, for simulations
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(options: GameHostOptions, machine: Machine = MACHINE) {
    const settings = readHostOptions(options)
    const { store, archive, before, adjudicate, onStarted, onEnded, limits, log: write } = settings
    const log = new HostLog(write)
    const work = new Work(log)
    const meter = machine.meter ?? NO_METER
    const outages = new Outages()
    const retention = new Retention(settings.archiveAfter)
    const { listedPerPlace } = limits
    const listings = new Listings(store, game => this.#games.current(game), listedPerPlace, retention)
    const games = new LiveGames(
      {
        store,
        listings,
        meter,
        outages,
        patience: limits.patience,
        onEvents: (game, added) => this.#followers.onEvents(game, added),
        revive: async id => (work.isClosed ? null : makeRematch(store, id)),
        onUnanswered: game => this.#unanswered.add(game),
        log: log.write,
        retention,
      },
      limits.cachedGames,
    )
    const running = new RunningGames({
      store,
      lists: listings.lists,
      mostOfPlace: listedPerPlace,
      host: newId(MACHINE.random),
      games,
      read: id =>
        games.use(games.get(id), async game => {
          await game.read()
          return game.state
        }),
    })
    const adjudicator = adjudicate && new Adjudicator(adjudicate, machine, log.write)
    this.#store = store
    this.#archive = archive
    this.#machine = machine
    this.#meter = meter
    this.#log = log
    this.#work = work
    this.#gate = before && new Gate(before, machine, log.write)
    this.#listings = listings
    this.#running = running
    this.#games = games
    this.#creations = new Creations(machine, limits.cachedGames)
    this.#unanswered = new UnansweredGames({ store, machine, games, work })
    this.#due = new DueGames({
      store,
      archive,
      outages,
      listings,
      retention,
      machine,
      meter,
      games,
      work,
      log,
    })
    this.#followers = new Followers({
      store,
      games,
      listings,
      running,
      outages,
      adjudicator,
      onStarted,
      onEnded,
      machine,
      meter,
      work,
      log,
    })
    store.onDue((game, gone) => this.#due.handle(game, gone))
    store.onOutage?.(outage => this.#followers.onOutage(outage))
  }

  /** The store's clock, in milliseconds. */
  get now() {
    return this.#store.now()
  }

  /** Number of games that are watched here. */
  get games() {
    return this.#games.watched.size
  }

  /**
   * Executes a command of a user.
   * @param game its id; undefined for `create`: the answer has it
   * @param user the sender; null for the server itself
   * @param command `{ type, id?, … }`; the same id again returns the first outcome. Its `by` is ignored. `create` with
   *   `listed: true` puts the game into the lobby while its creator watches it
   * @returns never rejects
   */
  async command(game: string | undefined, user: User | string | null, command: unknown): Promise<Answer> {
    const arrival = this.#store.now()
    if (this.#work.isClosed) return this.#answered(command, UNAVAILABLE)
    try {
      const answer = await this.#work.do(() => this.#execute(game, user, command, arrival))
      return this.#answered(command, answer)
    } catch (error) {
      this.#log.fault(game, error)
      return this.#answered(command, UNAVAILABLE)
    }
  }

  /**
   * Watches a game. The first news are the events after `since`, even if there are none; then all later events, in order
   * and once each, never before watch() returns.
   * @param since the version that the watcher has, 0 for nothing
   * @param user the watcher: a player is present while watching, and private games are closed to others, including null.
   *   Without it every game may be watched
   * @param at time of the last event that the watcher has: if the log differs there, all events are sent, as `rewound`
   * @returns stops watching
   */
  watch(
    game: string,
    since: number,
    fn: (news: GameNews) => void,
    user?: User | string | null,
    at?: number,
  ): () => void {
    const watcher: Watcher = {
      fn,
      user: typeof user === 'string' ? { id: user } : user,
      since: Number.isSafeInteger(since) && since > 0 ? since : 0,
      at,
      seat: null,
      phase: NEW,
    }
    if (!isGameId(game)) {
      queueMicrotask(() => isOver(watcher) || runCallback(fn, [{ gone: 'noGame' }]))
      return () => {
        watcher.phase = OVER
      }
    }
    const live = this.#games.get(game)
    live.watch(watcher)
    this.#games.watch(live)
    this.#followers.admit(live, watcher)
    return () => {
      live.unwatch(watcher)
      this.#games.keep(live)
    }
  }

  /**
   * Returns the challenges of all hosts: waiting games that were created with `listed: true` and that their creators watch.
   * @returns the newest first, at most 100, and at most three of one user; the list may be a second old
   * @throws {ChessError} of the store: ERR_STORE_AWAY
   */
  lobby(): Promise<Challenge[]> {
    return this.#reported(this.#listings.lobby())
  }

  /**
   * Returns games of all hosts that are being played and that anybody may watch.
   * @returns the most watched first, then those that began last; the list may be a second old, and what other hosts count as
   *   watchers five seconds
   * @throws {ChessError} ERR_ARGUMENT; of the store: ERR_STORE_AWAY
   */
  async playing(options: PlayingOptions = {}): Promise<RunningGame[]> {
    const read = readPlaying(checkOptions(options, ['tag', 'limit']))
    if (typeof read === 'string') throw argumentError(read)
    return this.#reported(this.#running.list(read))
  }

  /**
   * Returns the games of a user in the store: running, waiting and recently ended ones.
   * @returns at most 100 games, the latest first: running ones, beginning with those in which it is the user's turn, then
   *   waiting ones, then ended ones
   * @throws {ChessError} of the store: ERR_STORE_AWAY
   */
  gamesOf(user: User | string): Promise<GameSummary[]> {
    return this.#reported(this.#listings.gamesOf(typeof user === 'string' ? user : user.id))
  }

  /**
   * Forgets a user: removes the id and the names from the logs of all games in the store, including running ones, from the
   * lists, and from this host's archive if it has `forget`. A waiting game of the user ends; in a running game the opponent
   * plays on against an absent player. If it fails, call it again. The user may play again.
   * @returns the number of games and records that were changed
   * @throws {ChessError} ERR_ARGUMENT, also for a store without redact(), enlist() and listed(); of the store; of the archive
   */
  async forget(userId: string): Promise<number> {
    if (this.#work.isClosed) throw sessionError('ERR_STORE_AWAY', 'the host stops')
    return this.#work.do(() =>
      forgetUser(userId, {
        store: this.#store,
        listings: this.#listings,
        archive: this.#archive,
        known: this.#games.all,
        forgetIn: id => this.#games.use(this.#games.get(id), game => game.forget(userId)),
      }),
    )
  }

  /**
   * Stops serving: commands and timers in progress are finished, later ones are refused. Watchers stay. If this is the last
   * host with an archive of a MemoryStore, its games are archived, unfinished ones as 'unterminated'.
   */
  async drain(): Promise<void> {
    await this.stop()
    await this.archiveRest()
  }

  /** @internal */
  get listings() {
    return this.#listings
  }

  /** @internal */
  archiveRest(...limits: Parameters<DueGames['archiveRest']>) {
    return this.#due.archiveRest(...limits)
  }

  /** The first part of drain(). @internal */
  async stop() {
    this.#followers.close()
    this.#due.close()
    this.#unanswered.close()
    await this.#work.close()
  }

  /** Serves watchers that could not be served because the store was away. @internal */
  serveWaiting() {
    this.#followers.serveWaiting()
  }

  /** Returns the state of a game that this host knows; null otherwise. */
  stateOf(game: string): SessionState | null {
    return this.#games.find(game)?.state ?? null
  }

  /** Returns whether the player of that color watches the game here. */
  isPresent(game: string, color: Color): boolean {
    return this.#games.find(game)?.presence.has(color) ?? false
  }

  /**
   * Players of a new game who do not watch it soon count as away. For transports with connections; without them, players need
   * not watch.
   * @internal
   * @param game that is known here
   */
  expectPlayers(game: string) {
    const live = this.#games.find(game)
    if (live?.state) live.presence.expectAll(live.state)
  }

  /** @returns the same promise; unexpected errors are logged */
  #reported<T>(promise: Promise<T>): Promise<T> {
    promise.catch(error => this.#log.fault(undefined, error))
    return promise
  }

  #answered(command: unknown, answer: Answer) {
    const type = isObject(command) ? command.type : undefined
    this.#meter.command(typeof type === 'string' ? type : '', answer.ok ? 'ok' : answer.code)
    return answer
  }

  #execute(
    id: string | undefined,
    user: User | string | null,
    command: unknown,
    arrival: number,
  ): Promise<Answer> | Answer {
    // Only null is the server itself: an unauthenticated user must not count as the server.
    if (user === undefined) return badCommand('user is an id, { id, name } or null')
    if (!isObject(command)) return badCommand(faultOf(command))
    const { type } = command
    if (type === 'create') return this.#create(id, user, command, arrival)
    const isOwn = user === null || (type === 'adjudicate' && isArbiter(user))
    const signed: HostCommand = isOwn
      ? { ...command, by: undefined }
      : { ...command, by: user, id: command.id ?? newId(this.#machine.random) }
    if (!isGameId(id)) {
      const why = faultOf(signed)
      return why === undefined ? { ok: false, code: 'noGame' } : badCommand(why)
    }
    const game = this.#games.get(id)
    return isOwn ? this.#games.run(game, signed, arrival) : this.#runSigned(game, user, signed, arrival)
  }

  /** @param command with `by` and an id */
  async #runSigned(
    game: LiveGame,
    user: User | string,
    command: HostCommand,
    arrival: number,
  ): Promise<Answer> {
    const known = game.refusalOf(command, arrival)
    const refusal = known ?? (this.#gate && (await this.#gate.refusalOf(game, user, command)))
    if (refusal !== undefined) {
      this.#games.keep(game)
      return refusal
    }
    const mayStart = command.type === 'create' || command.type === 'join'
    if (mayStart && (game.state === null || game.state.status === 'waiting'))
      this.#running.expect(game.id, typeof user === 'string' ? undefined : user.place)
    return this.#games.run(game, command, arrival)
  }

  async #create(
    given: string | undefined,
    user: User | string | null,
    command: Record<string, unknown>,
    arrival: number,
  ): Promise<Answer> {
    const { listed = false } = command
    if (user === null) return badCommand('a user creates a game')
    if (given !== undefined && !isGameId(given)) return badCommand(FIELDS.game)
    if (typeof listed !== 'boolean') return badCommand('listed is true or false')
    const signed = this.#creations.complete(given, user, command)
    const id = signed.game
    const game = this.#games.get(id, true)
    const answer = await this.#make(game, user, signed, arrival)
    if (!answer.ok) return answer
    if (game.state?.status === 'waiting') {
      const maker = typeof user === 'string' ? { id: user } : user
      game.presence.expect(isColor(signed.color) ? signed.color : 'white', maker)
      if (listed) await this.#listings.offer(game.state, maker)
    }
    return { ...answer, game: id }
  }

  /** @param command that creates it */
  async #make(game: LiveGame, user: User | string, command: HostCommand, arrival: number): Promise<Answer> {
    try {
      // The game may exist already, if the command was sent before.
      if (this.#store.full === true) await game.read()
      if (this.#store.full === true && game.state === null) return FULL
      return await this.#runSigned(game, user, command, arrival)
    } catch (error) {
      if (this.#store.full === true) return FULL
      throw error
    } finally {
      this.#games.keep(game)
    }
  }
}

const badCommand = (why: string | undefined): Answer => ({ ok: false, code: 'badCommand', why })

function isArbiter(user: User | string) {
  return typeof user === 'object' && Array.isArray(user.roles) && user.roles.includes('arbiter')
}
