// SPDX-License-Identifier: Apache-2.0
// What a host does without a call: after events of a game, after an outage, and once a second for watched games.

import { runCallback } from '../../core/callbacks.js'
import type { Color } from '../../game/squares.js'
import { COLORS } from '../../game/squares.js'
import type { SessionEvent } from '../../session/commands.js'
import type { SessionState } from '../../session/state.js'
import { runningOf } from '../../session/summary.js'
import { isWorthKeeping, recordOf } from '../archive/archive.js'
import type { SessionStore } from '../stores/session-store.js'
import type { Adjudicator } from './adjudicator.js'
import type { HostCommand } from './answers.js'
import type { GameHostOptions } from './game-host-options.js'
import type { EventsAdded } from './game-log.js'
import type { HostLog } from './host-log.js'
import type { Listings } from './listings.js'
import type { LiveGame } from './live-game.js'
import type { LiveGames } from './live-games.js'
import type { Machine, Meter } from './machine.js'
import type { Outages } from './outages.js'
import { rematchOf } from './rematch.js'
import type { RunningGames } from './running-games.js'
import type { Watcher } from './watchers.js'
import { ADMITTED, NEW } from './watchers.js'
import type { Work } from './work.js'

type FollowerServices = {
  store: SessionStore
  games: LiveGames
  listings: Listings
  running: RunningGames
  outages: Outages
  adjudicator: Adjudicator | undefined
  onStarted: GameHostOptions['onStarted']
  onEnded: GameHostOptions['onEnded']
  machine: Machine
  meter: Meter
  work: Work
  log: HostLog
}

/** The interval of the rounds, in milliseconds. */
const ROUND = 1000

export class Followers {
  #services: FollowerServices
  /** the timer of the next round */
  #round: unknown

  constructor(services: FollowerServices) {
    this.#services = services
  }

  /** Stops the rounds. */
  close() {
    this.#services.machine.clearTimeout(this.#round)
  }

  // Events of a game.

  onEvents(game: LiveGame, { state, events, by }: EventsAdded) {
    const { listings, running, adjudicator, machine } = this.#services
    const isOwn = by === 'own'
    listings.note(state, events, isOwn)
    if (isOwn) running.note(state, events)
    if (isOwn && adjudicator !== undefined && events.some(({ type }) => type === 'moved'))
      this.#askAfterMove(state, adjudicator)
    for (const event of events) {
      if (event.type === 'moved') continue
      this.#onEvent(game, state, event, isOwn)
      machine.onEvent?.(state, event)
    }
  }

  /**
   * @param state after all events of the same batch
   * @param isOwn whether this host has appended it
   */
  #onEvent(game: LiveGame, state: SessionState, event: SessionEvent, isOwn: boolean) {
    const { games, onStarted, onEnded, work } = this.#services
    const { id, presence } = game
    switch (event.type) {
      case 'away':
        // This node holds the seat, even if another node does not know it yet.
        this.#welcomeBack(game, event.color)
        break
      case 'rematchOffered':
        // Hold the seat again, to notice when the player leaves.
        if (event.by !== undefined && presence.has(event.by)) presence.renew(state)
        break
      case 'rematched':
        if (isOwn) this.#execute(games.get(event.game), rematchOf(state))
        break
      case 'started':
        if (isOwn) this.#report(id, onStarted, runningOf(state, game.spectators))
        break
      case 'ended':
        if (isOwn && onEnded !== undefined) work.inBackground(id, () => this.#reportEnd(id))
    }
  }

  async #askAfterMove(state: SessionState, adjudicator: Adjudicator) {
    if (state.status !== 'playing') return
    const { games } = this.#services
    const command = await adjudicator.commandFor(state)
    const now = games.find(state.id)?.state
    // After a takeback, another position may have the same ply.
    if (command === null || (now && now.moves !== state.moves)) return
    this.#execute(games.get(state.id), command)
  }

  /** @param game whose end this host has stored */
  async #reportEnd(game: string) {
    const { store, onEnded } = this.#services
    const events = await store.read(game)
    if (isWorthKeeping(events)) this.#report(game, onEnded, recordOf(events))
  }

  #report<Value>(game: string, hook: ((value: Value) => unknown) | undefined, value: Value) {
    runCallback(hook, [value], error => this.#services.log.hookFault(game, error))
  }

  /** @param color a player who is connected */
  async #welcomeBack(game: LiveGame, color: Color) {
    const { state, presence } = game
    if (state?.status !== 'playing' || state.away[color] === null || !presence.has(color)) return
    if (await presence.hold(color)) this.#execute(game, { type: 'back', color })
  }

  /** Executes a command of the server's own. */
  #execute(game: LiveGame, command: HostCommand) {
    const { games, store, work } = this.#services
    if (!work.isClosed) work.inBackground(game.id, () => games.run(game, command, store.now()))
  }

  // Outages.

  /** @param announced an Outage */
  onOutage(announced: unknown) {
    const { games, outages, meter, work, log } = this.#services
    const outage = outages.add(announced)
    if (outage === null) return
    const { from, to, has } = outage
    if (outages.isNews(outage)) {
      meter.outage()
      log.write({ event: 'outage', from: new Date(from).toJSON(), to: new Date(to).toJSON() })
    }
    // After an outage a log may have changed without changing its length: read each log before continuing it.
    for (const game of games.all) game.doubt()
    if (work.isClosed) return
    // A store may announce one outage for each of its parts; games of other parts ignore it.
    for (const game of games.watched) if (has(game.id)) work.inBackground(game.id, () => game.settle())
  }

  // Watched games.

  /** Sends a watcher its first news, and follows its game from then on. */
  admit(game: LiveGame, watcher: Watcher) {
    this.#startRounds()
    this.#admit(game, watcher)
  }

  async #admit(game: LiveGame, watcher: Watcher) {
    const { games, log } = this.#services
    watcher.phase = ADMITTED
    try {
      await game.admit(watcher)
      if (watcher.seat !== null) this.#welcomeBack(game, watcher.seat)
    } catch (error) {
      // The store is away: the next round tries again.
      log.fault(game.id, error)
    } finally {
      if (watcher.phase === ADMITTED) watcher.phase = NEW
      games.keep(game)
    }
  }

  /** Serves watchers that could not be served because the store was away. */
  serveWaiting() {
    for (const game of this.#services.games.watched)
      for (const watcher of game.watchers) if (watcher.phase === NEW) this.#admit(game, watcher)
  }

  #startRounds() {
    const { games, machine, work } = this.#services
    if (this.#round !== undefined || work.isClosed) return
    this.#round = machine.setTimeout(() => {
      this.#round = undefined
      if (work.isClosed) return
      this.#makeRound()
      if (games.watched.size > 0) this.#startRounds()
    }, ROUND)
  }

  /** Renews held seats, checks quiet games, and serves watchers that could not be served. */
  #makeRound() {
    const { games, store, running } = this.#services
    this.serveWaiting()
    running.publish()
    const now = store.now()
    for (const game of games.watched) {
      game.presence.renewIfDue(game.state, now)
      // The command 'back' of a player may have failed.
      if (!game.isBusy) for (const color of COLORS) this.#welcomeBack(game, color)
      game.readIfQuiet(now)
    }
  }
}
