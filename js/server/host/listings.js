// SPDX-License-Identifier: Apache-2.0
// What a host lists: the challenges that anybody may join, and the games of each player. Lists are kept by the store, or
// by this host if the store has none. They are hints, the log of each game is the truth.
//
//   lobby           challenges whose maker is there: kept on it like seats, renewed while it is open
//   challenges:ID   the challenges of a user: a node to which their maker comes puts them into the lobby again
//   games:ID        the games of a user

import { COLORS } from '../../game/squares.js'
import { dueAt } from '../../session/clock.js'
import { foldSession } from '../../session/reducer.js'
import { seatOf } from '../../session/state.js'
import { challengeOf, summaryOf } from '../../session/summary.js'
import { GameLists } from '../stores/game-lists.js'
import { GRACE, HOLD_TIME } from './presence.js'

/** @import { SessionStore } from '../stores/session-store.js' */
/** @import { SessionEvent } from '../../session/commands.js' */
/** @import { SessionState } from '../../session/state.js' */
/** @import { Challenge, GameSummary } from '../../session/summary.js' */

/** Games that are shown of a list. */
const MOST_SHOWN = 100
/** Challenges of one user that are shown. */
const MOST_OF_ONE = 3
/** Challenges that are read from their logs at once. */
const MOST_READ = 200
/** The lobby is read again after this time, in milliseconds. */
const FRESH = 1000
/** A player's game stays listed for this time after the last sign of it, in milliseconds: moves may take 30 days. */
const KEPT = 40 * 24 * 3_600_000
/** A finished game may go to the archive late, in milliseconds. */
const ARCHIVING = 60_000

const LOBBY = 'lobby'
const challengesOf = (/** @type {string} */ user) => `challenges:${user}`
const gamesOf = (/** @type {string} */ user) => `games:${user}`

/** @typedef {{ maker: string, isListed: boolean | undefined }} Offer a waiting game; undefined: not known yet */

export class Listings {
  #store
  #current
  /** @type {{ enlist: NonNullable<SessionStore['enlist']>, listed: NonNullable<SessionStore['listed']> }} */
  #lists
  /** @type {Map<string, Offer>} by game, those whose maker is here */
  #offers = new Map()
  /** @type {Map<string, { challenge: Challenge, maker: string } | null>} what is in the lobby; null: a game that does not wait */
  #known = new Map()
  /** @type {{ at: number, changes: number, challenges: Promise<Challenge[]> } | undefined} */
  #lobby
  /** Changes of the lobby by this host. */
  #changes = 0

  /**
   * @param {SessionStore} store
   * @param {(game: string) => SessionState | null} current the state of a game that is watched here
   */
  constructor(store, current) {
    this.#store = store
    this.#current = current
    const hasLists = typeof store.enlist === 'function' && typeof store.listed === 'function'
    this.#lists = hasLists ? /** @type {any} */ (store) : new GameLists(() => store.now())
  }

  /**
   * The challenges of all nodes, at most a second old; this host's own changes are in it.
   * @returns {Promise<Challenge[]>} the newest first
   * @throws {ChessError} of the store
   */
  lobby() {
    const at = this.#store.now()
    const last = this.#lobby
    if (last !== undefined && last.changes === this.#changes && at - last.at < FRESH) return last.challenges
    const lobby = { at, changes: this.#changes, challenges: this.#readLobby() }
    this.#lobby = lobby
    lobby.challenges.catch(() => {
      if (this.#lobby === lobby) this.#lobby = undefined
    })
    return lobby.challenges
  }

  /**
   * The games of a user that are in the store: those that are played first, those on turn before others, then those that
   * wait; the latest first.
   * @param {string} user an id
   * @returns {Promise<GameSummary[]>}
   * @throws {ChessError} of the store
   */
  async gamesOf(user) {
    const games = (await this.#lists.listed(gamesOf(user))).slice(0, MOST_SHOWN)
    const summaries = []
    for (const [game, state] of await this.#states(games)) {
      const color = seatOf(state ?? null, user)
      if (state && color) summaries.push(summaryOf(state, color))
      else if (state !== undefined) this.#put(gamesOf(user), game, 0)
    }
    return summaries.sort((a, b) => rankOf(a) - rankOf(b) || b.at - a.at)
  }

  /**
   * Puts a challenge into the lobby. It stays there while its maker watches the game.
   * @param {SessionState} state waiting
   * @returns {Promise<void>}
   * @throws {ChessError} of the store
   */
  async offer(state) {
    const { id } = state
    const maker = makerOf(state)
    const offer = this.#offers.get(id)
    if (offer !== undefined) offer.isListed = true
    await Promise.all([
      this.#lists.enlist(challengesOf(maker), id, Number(dueAt(state))),
      this.#lists.enlist(LOBBY, id, this.#store.now() + HOLD_TIME),
    ])
    this.#changes++
  }

  /**
   * The maker of a waiting game is here: still, or again.
   * @param {SessionState} state
   * @returns {Promise<void>}
   * @throws {ChessError} of the store
   */
  async keep(state) {
    const { id } = state
    const offer = this.#offers.get(id) ?? { maker: makerOf(state), isListed: undefined }
    this.#offers.set(id, offer)
    if (offer.isListed === undefined) {
      const challenges = await this.#lists.listed(challengesOf(offer.maker))
      offer.isListed ??= challenges.includes(id)
    }
    if (!offer.isListed || this.#offers.get(id) !== offer) return
    await this.#lists.enlist(LOBBY, id, this.#store.now() + HOLD_TIME)
    if (!this.#known.has(id)) this.#changes++
  }

  /**
   * The maker of a game that waited has left.
   * @param {string} game
   */
  leave(game) {
    const offer = this.#offers.get(game)
    this.#offers.delete(game)
    if (offer?.isListed) this.#put(LOBBY, game, this.#store.now() + GRACE)
  }

  /**
   * A game has got events.
   * @param {SessionState} state after them
   * @param {SessionEvent[]} events
   * @param {boolean} isOwn whether this host has appended them
   */
  note(state, events, isOwn) {
    const { id, players, status, clock } = state
    // A game with a clock ends within days, and then it is noted again.
    const isTimed = clock !== null && !('perMove' in clock)
    if (isTimed && !events.some(({ type }) => type === 'created' || type === 'joined' || type === 'ended'))
      return
    if (status !== 'waiting') this.#withdraw(id, isOwn && state.ply === 0)
    if (!isOwn) return
    const until = status === 'playing' ? this.#store.now() + KEPT : Number(dueAt(state)) + ARCHIVING
    for (const color of COLORS) {
      const user = players[color]?.id
      if (user !== undefined) this.#put(gamesOf(user), id, until)
    }
  }

  /**
   * A game does not wait any more.
   * @param {string} game
   * @param {boolean} isOwn whether this host has ended that: the maker may be on another node
   */
  #withdraw(game, isOwn) {
    const offer = this.#offers.get(game)
    this.#offers.delete(game)
    if (offer?.isListed) this.#put(challengesOf(offer.maker), game, 0)
    if (isOwn) this.#put(LOBBY, game, 0)
    if (this.#known.delete(game)) this.#changes++
  }

  /** @returns {Promise<Challenge[]>} */
  async #readLobby() {
    const games = await this.#lists.listed(LOBBY)
    const listed = new Set(games)
    for (const game of this.#known.keys()) if (!listed.has(game)) this.#known.delete(game)
    const news = games.filter(game => !this.#known.has(game)).slice(0, MOST_READ)
    for (const [game, state] of await this.#states(news)) {
      const isWaiting = state?.status === 'waiting'
      this.#known.set(game, isWaiting ? { challenge: challengeOf(state), maker: makerOf(state) } : null)
    }
    /** @type {Map<string, number>} */
    const counts = new Map()
    const shown = []
    const offered = [...this.#known.values()].filter(known => known !== null)
    for (const { challenge, maker } of offered.sort((a, b) => b.challenge.since - a.challenge.since)) {
      const count = counts.get(maker) ?? 0
      if (count >= MOST_OF_ONE || !listed.has(challenge.game)) continue
      counts.set(maker, count + 1)
      shown.push(challenge)
      if (shown.length === MOST_SHOWN) break
    }
    return shown
  }

  /**
   * @param {string[]} games
   * @returns {Promise<(readonly [game: string, state: SessionState | null | undefined])[]>} null: it is gone; undefined: a
   *   newer version has played it
   */
  #states(games) {
    return Promise.all(
      games.map(async game => /** @type {const} */ ([game, this.#current(game) ?? (await this.#read(game))])),
    )
  }

  /** @param {string} game */
  async #read(game) {
    try {
      return foldSession(null, await this.#store.read(game))
    } catch (error) {
      if (/** @type {any} */ (error)?.code === 'ERR_SESSION_FORMAT') return undefined
      throw error
    }
  }

  /**
   * @param {string} list
   * @param {string} game
   * @param {number} until
   */
  async #put(list, game, until) {
    try {
      await this.#lists.enlist(list, game, until)
    } catch {
      // The store is away. A list that is wrong is put right when it is read, or ends by itself.
    }
  }
}

/**
 * @param {SessionState} state waiting
 * @returns {string} the id of its only player
 */
function makerOf({ players }) {
  return /** @type {{ id: string }} */ (players.white ?? players.black).id
}

/** @param {GameSummary} game */
const rankOf = ({ status, turn, color }) =>
  status === 'playing' ? Number(turn !== color) : status === 'waiting' ? 2 : 3
