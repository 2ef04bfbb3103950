// SPDX-License-Identifier: Apache-2.0
// Serves games without sockets: takes commands, keeps what they decide, sends it to watchers. Any number of hosts may
// serve the same games over one store.

import { runCallback } from '../../core/callbacks.js'
import { chessError } from '../../core/errors.js'
import { COLORS } from '../../game/squares.js'
import { isGameId } from '../../session/setup.js'
import { isWorthKeeping, recordOf } from '../archive/archive.js'
import { Adjudicator } from './adjudicator.js'
import { Creations } from './creations.js'
import { DueGames } from './due-games.js'
import { forgetUser } from './forget.js'
import { readHostOptions } from './game-host-options.js'
import { HintTrust } from './game-log.js'
import { Gate } from './gate.js'
import { Listings } from './listings.js'
import { FULL, UNAVAILABLE } from './live-game.js'
import { LiveGames } from './live-games.js'
import { MACHINE, NO_METER, newId } from './machine.js'
import { Outages } from './outages.js'
import { makeRematch, rematchOf } from './rematch.js'
import { UnansweredGames } from './unanswered-commands.js'
import { ADMITTED, isOver, NEW, OVER } from './watchers.js'

/** @import { Answer, GameNews, User } from './answers.js' */
/** @import { GameHostOptions } from './game-host-options.js' */
/** @import { Color } from '../../game/squares.js' */
/** @import { LiveGame } from './live-game.js' */
/** @import { Machine } from './machine.js' */
/** @import { Watcher } from './watchers.js' */
/** @import { SessionEvent } from '../../session/commands.js' */
/** @import { SessionState } from '../../session/state.js' */
/** @import { Challenge, GameSummary } from '../../session/summary.js' */

/** Between two rounds of housekeeping, in milliseconds. */
const ROUND = 1000

/** Serves the games of a store, as one of any number of hosts. It has no sockets: bind it to any transport. */
export class GameHost {
  #store
  #limits
  #log
  /** @type {Gate | undefined} */
  #gate
  /** @type {Adjudicator | undefined} */
  #adjudicator
  /** @type {GameHostOptions['onEnded']} */
  #onEnded
  #machine
  #meter
  #outages = new Outages()
  #listings
  #games
  #creations
  /** Commands and timers in progress. */
  #inFlight = 0
  /** @type {(() => void)[]} */
  #onIdle = []
  #isDraining = false
  /** @type {any} */
  #round
  #archive
  #due
  #unanswered

  /**
   * Makes a host for the games of a store.
   * @param {GameHostOptions} options
   * @param {Machine} [machine] timers and random numbers, for simulations
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(options, machine = MACHINE) {
    const { store, archive, before, adjudicate, onEnded, limits, log } = readHostOptions(options)
    this.#store = store
    this.#limits = limits
    this.#log = log
    this.#gate = before && new Gate(before, machine, entry => this.#write(entry))
    this.#adjudicator = adjudicate && new Adjudicator(adjudicate, machine, entry => this.#write(entry))
    this.#onEnded = onEnded
    this.#machine = machine
    this.#creations = new Creations(machine, this.#limits.cachedGames)
    this.#meter = machine.meter ?? NO_METER
    this.#listings = new Listings(this.#store, game => this.#current(game), this.#limits.listedPerPlace)
    this.#games = new LiveGames(
      {
        store: this.#store,
        listings: this.#listings,
        meter: this.#meter,
        hints: new HintTrust(),
        outages: this.#outages,
        patience: this.#limits.patience,
        onEvents: this.#onEvents.bind(this),
        revive: async (/** @type {string} */ id) => !this.#isDraining && makeRematch(this.#store, id),
        onUnanswered: (/** @type {LiveGame} */ game) => this.#unanswered.add(game),
        log: this.#write.bind(this),
      },
      this.#limits.cachedGames,
    )
    this.#archive = archive
    this.#unanswered = new UnansweredGames({
      store: this.#store,
      machine,
      answer: game => {
        this.#inFlight++
        return game.answerUnanswered().finally(() => {
          this.#games.keep(game)
          this.#leave()
        })
      },
    })
    this.#due = new DueGames({
      store: this.#store,
      archive: this.#archive,
      outages: this.#outages,
      listings: this.#listings,
      machine,
      meter: this.#meter,
      call: id => this.#onDue(id),
      log: entry => this.#write(entry),
    })
    this.#store.onDue((game, gone) => this.#onDue(game, gone))
    // A simple store may pass `from` and `to`.
    this.#store.onOutage?.((/** @type {any[]} */ ...outage) => this.#onOutage(outage[0], outage[1]))
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
   * @param {string | undefined} game its id; undefined for `create`: the answer has it
   * @param {User | string | null} user whose command it is; null for the server itself
   * @param {any} command `{ type, id?, … }`; the same id again gives the first outcome. Its `by` is not read. `create` with
   *   `listed: true` puts the game into the lobby while its maker watches it
   * @returns {Promise<Answer>} never rejects
   */
  async command(game, user, command) {
    const arrival = this.#store.now()
    if (this.#isDraining) return this.#answered(command, UNAVAILABLE)
    this.#inFlight++
    try {
      return this.#answered(command, await this.#execute(game, user, command, arrival))
    } catch (error) {
      this.#onFault(game, error)
      return this.#answered(command, UNAVAILABLE)
    } finally {
      this.#leave()
    }
  }

  /**
   * Watches a game. The first news are the events after `since`, also if there are none; then come all others, in
   * order and once each. They never come before watch() returns.
   * @param {string} game
   * @param {number} since version that the watcher has, 0 for nothing
   * @param {(news: GameNews) => void} fn
   * @param {User | string | null} [user] who watches: a player is present while watching, and a private game is closed
   *   for others, null included. Without it everything is seen
   * @param {number} [at] time of the last event that the watcher has: if the log's is another, all news come, as `rewound`
   * @returns {() => void} ends it
   */
  watch(game, since, fn, user, at) {
    /** @type {Watcher} */
    const watcher = {
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
    this.#startRounds()
    this.#admit(live, watcher)
    return () => {
      live.unwatch(watcher)
      this.#games.keep(live)
    }
  }

  /**
   * The challenges of all hosts: games that were created with `listed: true`, wait, and whose makers watch them.
   * @returns {Promise<Challenge[]>} the newest first, at most 100, and three of one user; at most a second old
   * @throws {ChessError} of the store: ERR_STORE_AWAY
   */
  lobby() {
    return this.#reported(this.#listings.lobby())
  }

  /**
   * The games of a user that are in the store: running, waiting and recently ended ones.
   * @param {User | string} user
   * @returns {Promise<GameSummary[]>} at most 100; first those that are played, those on turn before others, then those
   *   that wait; the latest first
   * @throws {ChessError} of the store: ERR_STORE_AWAY
   */
  gamesOf(user) {
    return this.#reported(this.#listings.gamesOf(typeof user === 'string' ? user : user.id))
  }

  /**
   * Forgets a user: the id and the names go from the logs of all games in the store, running ones too, from the lists, and from
   * this host's archive, if that has `forget`. A waiting game of the user ends; a running one goes on against an opponent who
   * stays away. Calling it again mends a call that failed. It does not keep the user from playing again.
   * @param {string} userId
   * @returns {Promise<number>} of games and records that were changed
   * @throws {ChessError} ERR_ARGUMENT, also for a store without redact(), enlist() and listed(); of the store; of the archive
   */
  async forget(userId) {
    if (this.#isDraining) throw chessError('ERR_STORE_AWAY', 'the host stops')
    this.#inFlight++
    try {
      return await forgetUser(userId, {
        store: this.#store,
        listings: this.#listings,
        archive: this.#archive,
        known: this.#games.all,
        forgetIn: id => this.#use(this.#games.get(id), game => game.forget(userId)),
      })
    } finally {
      this.#leave()
    }
  }

  /**
   * Stops serving: commands and timers in progress are finished, later ones refused. Watchers stay. The games of a
   * MemoryStore whose last host this is go to the archive, unfinished ones as 'unterminated'.
   * @returns {Promise<void>}
   */
  async drain() {
    await this.stop()
    await this.archiveRest()
  }

  /** @internal */
  get listings() {
    return this.#listings
  }

  /** @internal @param {Parameters<DueGames['archiveRest']>} limits */
  archiveRest(...limits) {
    return this.#due.archiveRest(...limits)
  }

  /** The first part of drain(). @internal */
  async stop() {
    this.#isDraining = true
    this.#machine.clearTimeout(this.#round)
    this.#due.close()
    this.#unanswered.close()
    if (this.#inFlight > 0) await new Promise(resolve => this.#onIdle.push(() => resolve(undefined)))
  }

  /** @param {string} game @returns {SessionState | null} the state of a game, as far as this host knows it */
  stateOf(game) {
    return this.#games.find(game)?.state ?? null
  }

  /**
   * @param {string} game
   * @param {Color} color
   * @returns {boolean} whether that player watches it here
   */
  isPresent(game, color) {
    return this.#games.find(game)?.presence.has(color) ?? false
  }

  /**
   * Players who do not watch a game that was just started are away soon. For transports that know of connections: others play
   * without watching. @internal
   * @param {string} game that is known here
   */
  expectPlayers(game) {
    const live = this.#games.find(game)
    if (live?.state) live.presence.expectAll(live.state)
  }

  /**
   * @param {string} game
   * @returns {SessionState | null} as the log has it: hints say what changes
   */
  #current(game) {
    const live = this.#games.find(game)
    return live?.isWatched && !live.isStale ? live.state : null
  }

  /**
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>} the same; what should not happen is logged
   */
  #reported(promise) {
    promise.catch(error => this.#onFault(undefined, error))
    return promise
  }

  #leave() {
    if (--this.#inFlight === 0) for (const call of this.#onIdle.splice(0)) call()
  }

  /**
   * @param {any} command
   * @param {Answer} answer
   */
  #answered(command, answer) {
    this.#meter.command(typeof command?.type === 'string' ? command.type : '', answer.ok ? 'ok' : answer.code)
    return answer
  }

  /**
   * @param {string | undefined} id
   * @param {User | string | null} user
   * @param {any} command
   * @param {number} arrival
   * @returns {Promise<Answer> | Answer}
   */
  #execute(id, user, command, arrival) {
    // Only null is the server itself: a user who was not authenticated must not be taken for it.
    if (user === undefined || Object(command) !== command) return { ok: false, code: 'badCommand' }
    const { type } = command
    if (type === 'create') return this.#create(id, user, command, arrival)
    if (!isGameId(id)) return { ok: false, code: 'noGame' }
    const game = this.#games.get(/** @type {string} */ (id))
    if (user === null || (type === 'adjudicate' && isArbiter(user))) {
      const { by: _, ...unsigned } = command
      return this.#run(game, unsigned, arrival)
    }
    const signed = { ...command, by: user, id: command.id ?? newId(this.#machine.random) }
    return this.#runSigned(game, user, signed, arrival)
  }

  /**
   * @param {LiveGame} game
   * @param {User | string} user
   * @param {any} command with `by` and an id
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  async #runSigned(game, user, command, arrival) {
    const known = game.refusalOf(command, arrival)
    const refusal = known ?? (this.#gate && (await this.#gate.refusalOf(game, user, command)))
    if (refusal === undefined) return this.#run(game, command, arrival)
    this.#games.keep(game)
    return refusal
  }

  /**
   * @param {LiveGame} game
   * @param {any} command
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  #run(game, command, arrival) {
    return game.isWatched
      ? game.command(command, arrival)
      : this.#use(game, () => game.command(command, arrival))
  }

  /**
   * @template T
   * @param {LiveGame} game
   * @param {(game: LiveGame) => Promise<T>} job
   * @returns {Promise<T>}
   */
  async #use(game, job) {
    try {
      return await job(game)
    } finally {
      this.#games.keep(game)
    }
  }

  /**
   * @param {string | undefined} given
   * @param {User | string | null} user
   * @param {any} command
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  async #create(given, user, command, arrival) {
    const { listed = false } = command
    if (user === null || (given !== undefined && !isGameId(given))) return { ok: false, code: 'badCommand' }
    if (typeof listed !== 'boolean') return { ok: false, code: 'badCommand', why: 'listed is true or false' }
    const signed = this.#creations.complete(given, user, command)
    const id = signed.game
    const game = this.#games.get(id, true)
    const answer = await this.#make(game, user, signed, arrival)
    if (!answer.ok) return answer
    if (game.state?.status === 'waiting') {
      const maker = typeof user === 'string' ? { id: user } : user
      game.presence.expect(signed.color ?? 'white', maker)
      if (listed) await this.#listings.offer(game.state, maker)
    }
    return { ...answer, game: id }
  }

  /**
   * @param {LiveGame} game
   * @param {User | string} user
   * @param {any} command that creates it
   * @param {number} arrival
   * @returns {Promise<Answer>}
   */
  async #make(game, user, command, arrival) {
    try {
      // It may have been made before: the command comes again.
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

  /**
   * @param {LiveGame} game
   * @param {Watcher} watcher
   */
  async #admit(game, watcher) {
    watcher.phase = ADMITTED
    try {
      await game.admit(watcher)
      if (watcher.seat !== null) this.#welcomeBack(game, watcher.seat)
    } catch (error) {
      // The store is away: the next round tries again.
      this.#onFault(game.id, error)
    } finally {
      if (watcher.phase === ADMITTED) watcher.phase = NEW
      this.#games.keep(game)
    }
  }

  /**
   * @param {LiveGame} game
   * @param {Color} color a player who is connected
   */
  async #welcomeBack(game, color) {
    const { state, presence } = game
    if (state?.status !== 'playing' || state.away[color] === null || !presence.has(color)) return
    if (await presence.hold(color)) this.#inBackground(game, { type: 'back', color })
  }

  /**
   * Executes a command of the server's own.
   * @param {LiveGame} game
   * @param {object} command
   */
  #inBackground(game, command) {
    if (!this.#isDraining) this.#background(game.id, () => this.#run(game, command, this.#store.now()))
  }

  /**
   * Does what drain() waits for.
   * @param {string} game
   * @param {() => Promise<unknown>} job
   */
  async #background(game, job) {
    this.#inFlight++
    try {
      await job()
    } catch (error) {
      this.#onFault(game, error)
    } finally {
      this.#leave()
    }
  }

  /**
   * @param {LiveGame} game
   * @param {SessionEvent[]} events
   * @param {boolean} isOwn
   */
  #onEvents(game, events, isOwn) {
    if (game.state !== null) this.#listings.note(game.state, events, isOwn)
    if (isOwn && this.#adjudicator !== undefined && events.some(({ type }) => type === 'moved'))
      this.#askAfterMove(game.state, this.#adjudicator)
    for (const event of events) {
      if (event.type === 'moved') continue
      // This node holds the seat, even if another node has not heard of it.
      if (event.type === 'away') this.#welcomeBack(game, event.color)
      // The seat is held again, so that it is noticed if the player leaves.
      else if (event.type === 'rematchOffered' && event.by !== undefined && game.presence.has(event.by))
        game.presence.renew(game.state)
      else if (event.type === 'rematched' && isOwn && game.state !== null)
        this.#inBackground(this.#games.get(event.game), rematchOf(game.state))
      else if (event.type === 'ended' && isOwn && this.#onEnded !== undefined)
        this.#background(game.id, () => this.#reportEnd(game.id))
      if (game.state !== null) this.#machine.onEvent?.(game.state, event)
    }
  }

  /**
   * @param {SessionState | null} state
   * @param {Adjudicator} adjudicator
   */
  async #askAfterMove(state, adjudicator) {
    if (state?.status !== 'playing') return
    const command = await adjudicator.commandFor(state)
    const now = this.#games.find(state.id)?.state
    // After a takeback, another position may have the same ply.
    if (command === null || (now && now.moves !== state.moves)) return
    this.#inBackground(this.#games.get(state.id), command)
  }

  /** @param {string} game that this host has ended */
  async #reportEnd(game) {
    const events = await this.#store.read(game)
    if (isWorthKeeping(events)) runCallback(this.#onEnded, [recordOf(events)])
  }

  /**
   * A game's timer is due, or the players of some seats have left.
   * @param {string} id
   * @param {unknown} [gone] seats
   */
  async #onDue(id, gone) {
    // The lease brings it to another node.
    if (this.#isDraining || !isGameId(id)) return
    this.#inFlight++
    try {
      const game = this.#games.get(id)
      if (Array.isArray(gone) && gone.length > 0) await this.#due.gone(game, gone)
      else await this.#due.due(game)
    } catch (error) {
      this.#onFault(id, error)
      throw error
    } finally {
      const game = this.#games.find(id)
      if (game) this.#games.keep(game)
      this.#leave()
    }
  }

  /**
   * @param {unknown} announced
   * @param {unknown} end
   */
  #onOutage(announced, end) {
    const outage = this.#outages.add(announced, end)
    if (outage === null) return
    const { from, to, has } = outage
    if (this.#outages.isNews(outage)) {
      this.#meter.outage()
      this.#write({ event: 'outage', from: new Date(from).toJSON(), to: new Date(to).toJSON() })
    }
    // After an outage a log may be another, of the same length: none is continued unread.
    for (const game of this.#games.all) game.doubt()
    for (const game of this.#games.watched) {
      if (this.#isDraining) return
      // A store may announce one outage for each of its parts; games of other parts skip it when they come to it.
      if (!has(game.id)) continue
      this.#background(game.id, () => game.settle())
    }
  }

  #startRounds() {
    if (this.#round !== undefined || this.#isDraining) return
    this.#round = this.#machine.setTimeout(() => {
      this.#round = undefined
      if (this.#isDraining) return
      this.#makeRound()
      if (this.#games.watched.size > 0) this.#startRounds()
    }, ROUND)
  }

  /** Serves watchers that could not be served, as the store was away. @internal */
  serveWaiting() {
    for (const game of this.#games.watched)
      for (const watcher of game.watchers) if (watcher.phase === NEW) this.#admit(game, watcher)
  }

  /** Holds seats again, looks at games that are quiet, and serves watchers that could not be served. */
  #makeRound() {
    this.serveWaiting()
    const now = this.#store.now()
    for (const game of this.#games.watched) {
      game.presence.renewIfDue(game.state, now)
      // The note that a player is back may have failed.
      if (!game.isBusy) for (const color of COLORS) this.#welcomeBack(game, color)
      game.readIfQuiet(now)
    }
  }

  /**
   * @param {string | undefined} game
   * @param {unknown} error
   */
  #onFault(game, error) {
    const { code, message, stack } = /** @type {any} */ (error) ?? {}
    if (code === 'ERR_STORE_AWAY' || code === 'ERR_STORE_UNKNOWN') return
    this.#write({
      event: 'error',
      game,
      code,
      reason: message,
      stack: code === undefined ? stack : undefined,
    })
  }

  /** @param {any} entry */
  #write(entry) {
    runCallback(this.#log, [entry])
  }
}

/** @param {User | string} user */
function isArbiter(user) {
  return typeof user === 'object' && Array.isArray(user.roles) && user.roles.includes('arbiter')
}
