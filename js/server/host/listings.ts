// SPDX-License-Identifier: Apache-2.0
// What a host lists: the challenges that anybody may join, and the games of each player. Lists are kept by the store, or
// by this host if the store has none. They are hints, the log of each game is the truth.
//
//   lobby           challenges whose maker is there: kept on it like seats, renewed while it is open
//   challenges:ID   the challenges of a user: a node to which their maker comes puts them into the lobby again
//   games:ID        the games of a user
//   revoked:ID      has an entry while the user is refused; `revoked` has those of the last minutes, for other nodes
//
// A challenge is on its lists as "game", or as "game#place" if its maker comes from a place: a node that has not made it
// knows then, too, how many of that place it shows.

import { codeOf } from '../../core/caught.js'
import { COLORS } from '../../game/squares.js'
import { dueAt } from '../../session/clock.js'
import { isForgotten } from '../../session/commands/seats.js'
import type { SessionEvent } from '../../session/commands.js'
import { foldSession } from '../../session/reducer.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { Challenge, GameSummary } from '../../session/summary.js'
import { challengeOf, summaryOf } from '../../session/summary.js'
import { GameLists } from '../stores/game-lists.js'
import type { SessionStore } from '../stores/session-store.js'
import type { User } from './answers.js'
import { GRACE, HOLD_TIME, isNew } from './presence.js'

/** Games that are shown of a list. */
const MOST_SHOWN = 100
/** Challenges of one user that are shown. */
const MOST_OF_ONE = 3
/** Between a game and a place: no id of a game has it. */
const AT = '#'
/** Challenges that are read from their logs at once. */
const MOST_READ = 200
/** The lobby is read again after this time, in milliseconds. */
const FRESH = 1000
/** A player's game stays listed for this time after the last sign of it, in milliseconds: moves may take 30 days. */
const KEPT = 40 * 24 * 3_600_000
/** A finished game may go to the archive late, in milliseconds. */
const ARCHIVING = 60_000
/** Other nodes look every second for users whose connections they must close; in milliseconds. */
const NEWS_TIME = 600_000

const LOBBY = 'lobby'
const REVOKED = 'revoked'
const challengesOf = (user: string) => `challenges:${user}`
const gamesOf = (user: string) => `games:${user}`
const revoked = (user: string) => `${REVOKED}:${user}`

/**
 * a waiting game; `entry` on the lists of challenges, null if it is not for the lobby, undefined while that is not
 * known
 */
type Offer = { maker: string; entry: string | null | undefined }
/** what is on the lobby's list */
type Known = { challenge: Challenge; maker: string; place: string }

/** The lists of a store. */
type Lists = { enlist: NonNullable<SessionStore['enlist']>; listed: NonNullable<SessionStore['listed']> }

export class Listings {
  #store: SessionStore
  #current: (game: string) => SessionState | null
  #mostOfPlace: number
  #lists: Lists
  /** by game, those whose maker is here */
  #offers: Map<string, Offer> = new Map()
  /** what is in the lobby, by entry; null: a game that does not wait */
  #known: Map<string, Known | null> = new Map()
  #lobby: { at: number; changes: number; challenges: Promise<Challenge[]> } | undefined
  /** Changes of the lobby by this host. */
  #changes = 0

  /**
   * @param current the state of a game that is watched here
   * @param mostOfPlace challenges of one place that are shown
   */
  constructor(store: SessionStore, current: (game: string) => SessionState | null, mostOfPlace: number) {
    this.#mostOfPlace = mostOfPlace
    this.#store = store
    this.#current = current
    this.#lists = hasLists(store) ? store : new GameLists(() => store.now())
  }

  /**
   * The challenges of all nodes, at most a second old; this host's own changes are in it.
   * @returns the newest first
   * @throws {ChessError} of the store
   */
  lobby(): Promise<Challenge[]> {
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
   * @param user an id
   * @throws {ChessError} of the store
   */
  async gamesOf(user: string): Promise<GameSummary[]> {
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
   * @param state waiting
   * @param user who has made it
   * @throws {ChessError} of the store
   */
  async offer(state: SessionState, user: User): Promise<void> {
    const { id } = state
    const { place } = user
    const maker = makerOf(state)
    const entry = place === undefined ? id : `${id}${AT}${place}`
    const offer = this.#offers.get(id)
    if (offer !== undefined) offer.entry = entry
    const now = this.#store.now()
    // A new identity, which costs nothing, must be there first.
    const isShown = offer !== undefined || !isNew(user, now)
    await Promise.all([
      this.#lists.enlist(challengesOf(maker), entry, Number(dueAt(state))),
      isShown && this.#lists.enlist(LOBBY, entry, now + HOLD_TIME),
    ])
    this.#changes++
  }

  /**
   * The maker of a waiting game is here: still, or again.
   * @throws {ChessError} of the store
   */
  async keep(state: SessionState): Promise<void> {
    const { id } = state
    const offer: Offer = this.#offers.get(id) ?? { maker: makerOf(state), entry: undefined }
    this.#offers.set(id, offer)
    if (offer.entry === undefined) {
      const challenges = await this.#lists.listed(challengesOf(offer.maker))
      const entry = challenges.find(entry => gameOf(entry) === id) ?? null
      offer.entry ??= entry
    }
    if (offer.entry === null || this.#offers.get(id) !== offer) return
    await this.#lists.enlist(LOBBY, offer.entry, this.#store.now() + HOLD_TIME)
    if (!this.#known.has(offer.entry)) this.#changes++
  }

  /**
   * The maker of a game that waited has left.
   * @param mayReturn whether it is shown for a moment: pages are reloaded
   */
  leave(game: string, mayReturn: boolean) {
    const offer = this.#offers.get(game)
    this.#offers.delete(game)
    if (!offer?.entry) return
    this.#put(LOBBY, offer.entry, mayReturn ? this.#store.now() + GRACE : 0)
    if (!mayReturn) this.#changes++
  }

  /**
   * Refuses a user from now on.
   * @param user an id
   * @param until in the store's time
   * @throws {ChessError} of the store: it is not certain then
   */
  async revoke(user: string, until: number): Promise<void> {
    await this.#lists.enlist(revoked(user), user, until)
    await this.#lists.enlist(REVOKED, user, this.#store.now() + NEWS_TIME)
  }

  /**
   * @param user an id
   * @returns whether the user is refused
   * @throws {ChessError} of the store
   */
  async isRevoked(user: string): Promise<boolean> {
    return (await this.#lists.listed(revoked(user))).length > 0
  }

  /**
   * @returns users who were revoked in the last minutes
   * @throws {ChessError} of the store
   */
  revokedLately(): Promise<string[]> {
    return this.#lists.listed(REVOKED)
  }

  /**
   * A game has got events.
   * @param state after them
   * @param isOwn whether this host has appended them
   */
  note(state: SessionState, events: SessionEvent[], isOwn: boolean) {
    const { id, status, clock } = state
    // A game with a clock ends within days, and then it is noted again.
    const isTimed = clock !== null && !('perMove' in clock)
    if (isTimed && !events.some(({ type }) => type === 'created' || type === 'joined' || type === 'ended'))
      return
    if (status !== 'waiting') this.#withdraw(id, isOwn && state.ply === 0)
    if (isOwn) this.#enlist(state)
  }

  /**
   * The archive has not taken a game: it stays on the lists of its players as long as it is in the store.
   * @param state that is over
   */
  delay(state: SessionState) {
    this.#enlist(state)
  }

  #enlist(state: SessionState) {
    const { id, players, status } = state
    const now = this.#store.now()
    const until = status === 'playing' ? now + KEPT : Math.max(now, Number(dueAt(state))) + ARCHIVING
    for (const color of COLORS) {
      const seat = players[color]
      if (seat !== null && !isForgotten(seat)) this.#put(gamesOf(seat.id), id, until)
    }
  }

  /**
   * All games that the lists of a user have, also those that are not shown.
   * @param user an id
   * @throws {ChessError} of the store
   */
  async allOf(user: string): Promise<Set<string>> {
    const lists = [gamesOf(user), challengesOf(user)].map(list => this.#lists.listed(list))
    return new Set((await Promise.all(lists)).flat().map(gameOf))
  }

  /**
   * Empties the lists of a user, whose id is in their names.
   * @param user an id
   * @throws {ChessError} of the store
   */
  async forget(user: string): Promise<void> {
    for (const list of [gamesOf(user), challengesOf(user)])
      for (const entry of await this.#lists.listed(list)) await this.#lists.enlist(list, entry, 0)
  }

  /**
   * A game does not wait any more.
   * @param isOwn whether this host has ended that: the maker may be on another node
   */
  #withdraw(game: string, isOwn: boolean) {
    const offer = this.#offers.get(game)
    this.#offers.delete(game)
    const shown = [...this.#known.keys()].filter(entry => gameOf(entry) === game)
    if (offer?.entry) this.#put(challengesOf(offer.maker), offer.entry, 0)
    for (const entry of new Set([offer?.entry, ...(isOwn ? [game, ...shown] : [])]))
      if (entry) this.#put(LOBBY, entry, 0)
    for (const entry of shown) this.#known.delete(entry)
    if (shown.length > 0) this.#changes++
  }

  async #readLobby(): Promise<Challenge[]> {
    const entries = await this.#lists.listed(LOBBY)
    const listed = new Set(entries)
    for (const entry of this.#known.keys()) if (!listed.has(entry)) this.#known.delete(entry)
    const news = entries.filter(entry => !this.#known.has(entry)).slice(0, MOST_READ)
    const states = await this.#states(news.map(gameOf))
    for (const [at, [game, state]] of states.entries()) {
      const known = state?.status === 'waiting' && {
        challenge: challengeOf(state),
        maker: makerOf(state),
        place: news[at].slice(game.length),
      }
      this.#known.set(news[at], known || null)
    }
    const offered = [...this.#known].flatMap(([entry, known]) => (known && listed.has(entry) ? known : []))
    return shownOf(offered, this.#mostOfPlace)
  }

  /** @returns null: it is gone; undefined: a newer version has played it */
  #states(games: string[]): Promise<(readonly [game: string, state: SessionState | null | undefined])[]> {
    return Promise.all(
      games.map(async game => [game, this.#current(game) ?? (await this.#read(game))] as const),
    )
  }

  async #read(game: string) {
    try {
      return foldSession(null, await this.#store.read(game))
    } catch (error) {
      if (codeOf(error) === 'ERR_SESSION_FORMAT') return undefined
      throw error
    }
  }

  async #put(list: string, game: string, until: number) {
    try {
      await this.#lists.enlist(list, game, until)
    } catch {
      // The store is away. A list that is wrong is put right when it is read, or ends by itself.
    }
  }
}

/** @returns whether nodes share its lists */
const hasLists = (store: SessionStore): store is SessionStore & Lists =>
  typeof store.enlist === 'function' && typeof store.listed === 'function'

/**
 * @param state waiting
 * @returns the id of its only player
 */
function makerOf({ players }: SessionState): string {
  return (players.white ?? players.black)?.id ?? ''
}

/** @param entry of a list of challenges */
const gameOf = (entry: string) => entry.split(AT, 1)[0]

/** @returns the newest first, some of each user and of each place */
function shownOf(offered: Known[], mostOfPlace: number): Challenge[] {
  const byMaker: Map<string, number> = new Map()
  const byPlace: Map<string, number> = new Map()
  const shown = []
  for (const { challenge, maker, place } of offered.sort((a, b) => b.challenge.since - a.challenge.since)) {
    const [ofMaker, ofPlace] = [byMaker.get(maker) ?? 0, byPlace.get(place) ?? 0]
    if (ofMaker >= MOST_OF_ONE || (ofPlace >= mostOfPlace && place !== '')) continue
    byMaker.set(maker, ofMaker + 1)
    byPlace.set(place, ofPlace + 1)
    shown.push(challenge)
    if (shown.length === MOST_SHOWN) break
  }
  return shown
}

const rankOf = ({ status, turn, color }: GameSummary) =>
  status === 'playing' ? Number(turn !== color) : status === 'waiting' ? 2 : 3
