// SPDX-License-Identifier: Apache-2.0
// The lists of a host: challenges that anybody may join, and the games of each player. The store keeps them, or this host if
// the store has no lists. They are only hints; the log of each game is the truth.
//
//   lobby           challenges whose creator is connected: renewed like seats while the creator has the game open
//   challenges:ID   the challenges of a user: the node to which the creator connects puts them into the lobby again
//   games:ID        the games of a user
//   archived:ID     when the ended game ended, if it was archived and is still in the store
//   revoked:ID      has an entry while the user is refused; `revoked` has those of the last minutes, for other nodes
//
// A challenge is listed as "game", or as "game#place" if its creator has a place: so all nodes can count the challenges of a
// place.

import { codeOf } from '../../core/caught.js'
import { COLORS } from '../../game/squares.js'
import { dueAt } from '../../session/clock.js'
import { isForgotten } from '../../session/commands/seats.js'
import type { SessionEvent } from '../../session/commands.js'
import { foldSession } from '../../session/reducer.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { Challenge, GameSummary } from '../../session/summary.js'
import { challengeOf, MOST_SHOWN, summaryOf } from '../../session/summary.js'
import { GameLists } from '../stores/game-lists.js'
import type { SessionStore } from '../stores/session-store.js'
import type { User } from './answers.js'
import { GRACE, HOLD_TIME, isNew } from './presence.js'
import type { Retention } from './retention.js'
import { ARCHIVING } from './retention.js'

/** The most challenges of one user that are shown. */
const MOST_OF_ONE = 3
/** Separates a game and a place; ids of games do not contain it. */
const AT = '#'
/** Challenges whose logs are read at once. */
const MOST_READ = 200
/** The lobby is read again after this time, in milliseconds. */
const FRESH = 1000
/**
 * A player's game stays listed for this time after its last event, in milliseconds: moves may take 30 days. An archived game is
 * known as archived for this time, if no node removes it.
 */
const KEPT = 40 * 24 * 3_600_000
/** How long revoked users stay on the list that other nodes read every second, in milliseconds. */
const NEWS_TIME = 600_000

const LOBBY = 'lobby'
const REVOKED = 'revoked'
const challengesOf = (user: string) => `challenges:${user}`
const gamesOf = (user: string) => `games:${user}`
const archivedOf = (game: string) => `archived:${game}`
const revoked = (user: string) => `${REVOKED}:${user}`

/**
 * A waiting game; `entry`: its entry on the lists of challenges, null if it is not for the lobby, undefined while that is
 * unknown.
 */
type Offer = { maker: string; entry: string | null | undefined }
/** A game on the lobby's list. */
type Known = { challenge: Challenge; maker: string; place: string }

/** The lists of a store. */
export type Lists = {
  enlist: NonNullable<SessionStore['enlist']>
  listed: NonNullable<SessionStore['listed']>
}

export class Listings {
  #store: SessionStore
  #current: (game: string) => SessionState | null
  #mostOfPlace: number
  #retention: Retention
  #lists: Lists
  /** by game: offers whose creator is here */
  #offers: Map<string, Offer> = new Map()
  /** the games of the lobby, by entry; null if a game does not wait */
  #known: Map<string, Known | null> = new Map()
  #lobby: { at: number; changes: number; challenges: Promise<Challenge[]> } | undefined
  /** The number of changes of the lobby by this host. */
  #changes = 0

  /**
   * @param current the state of a game that is watched here
   * @param mostOfPlace the most challenges of one place that are shown
   */
  constructor(
    store: SessionStore,
    current: (game: string) => SessionState | null,
    mostOfPlace: number,
    retention: Retention,
  ) {
    this.#mostOfPlace = mostOfPlace
    this.#retention = retention
    this.#store = store
    this.#current = current
    this.#lists = hasLists(store) ? store : new GameLists(() => store.now())
  }

  /** The store's lists, or this host's own. */
  get lists(): Lists {
    return this.#lists
  }

  /**
   * Returns the challenges of all nodes, at most a second old, including this host's own changes.
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
   * Returns the games of a user in the store: running games first, beginning with those in which it is the user's turn; then
   * waiting ones; the latest first.
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
   * Puts a challenge into the lobby. It stays there while its creator watches the game.
   * @param state of a waiting game
   * @param user its creator
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
    // The creator of a new identity, which costs nothing, must connect first.
    const isShown = offer !== undefined || !isNew(user, now)
    await Promise.all([
      this.#lists.enlist(challengesOf(maker), entry, Number(dueAt(state))),
      isShown && this.#lists.enlist(LOBBY, entry, now + HOLD_TIME),
    ])
    this.#changes++
  }

  /**
   * The creator of a waiting game is connected, still or again.
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
   * The creator of a waiting game has left.
   * @param mayReturn whether it stays listed for a moment, because pages are reloaded
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
   * @throws {ChessError} of the store: then it is uncertain
   */
  async revoke(user: string, until: number): Promise<void> {
    await this.#lists.enlist(revoked(user), user, until)
    await this.#lists.enlist(REVOKED, user, Math.min(until, this.#store.now() + NEWS_TIME))
  }

  /**
   * Admits a user again.
   * @param user an id
   * @throws {ChessError} of the store: then it is uncertain
   */
  async restore(user: string): Promise<void> {
    for (const list of [REVOKED, revoked(user)]) await this.#lists.enlist(list, user, 0)
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
   * A game has new events.
   * @param state after them
   * @param isOwn whether this host has appended them
   */
  note(state: SessionState, events: SessionEvent[], isOwn: boolean) {
    const { id, status, clock } = state
    // A game with a clock ends within days, and is then listed again.
    const isTimed = clock !== null && !('perMove' in clock)
    if (isTimed && !events.some(({ type }) => type === 'created' || type === 'joined' || type === 'ended'))
      return
    if (status !== 'waiting') this.#withdraw(id, isOwn && state.ply === 0)
    if (isOwn) this.#enlist(state)
  }

  /**
   * The archive has accepted a game, which stays in the store; dropArchived() follows when it leaves.
   * @param state of an ended game
   * @throws {ChessError} of the store
   */
  noteArchived(state: SessionState): Promise<void> {
    const { id, time } = state
    return this.#lists.enlist(archivedOf(id), String(time.since), this.#retention.removalAt(state) + KEPT)
  }

  /** @param state of an archived game that has left the store */
  dropArchived({ id, time }: SessionState) {
    this.#put(archivedOf(id), String(time.since), 0)
  }

  /**
   * @param state of an ended game
   * @returns whether the archive has surely accepted it
   * @throws {ChessError} of the store
   */
  async isArchived({ id, time }: SessionState): Promise<boolean> {
    return (await this.#lists.listed(archivedOf(id))).includes(String(time.since))
  }

  /**
   * The archive has not accepted a game: it stays on the lists of its players as long as it is in the store.
   * @param state of an ended game
   */
  delay(state: SessionState) {
    this.#enlist(state)
  }

  #enlist(state: SessionState) {
    const { id, players, status } = state
    const now = this.#store.now()
    const end = status === 'over' ? this.#retention.removalAt(state) : Number(dueAt(state))
    const until = status === 'playing' ? now + KEPT : Math.max(now, end) + ARCHIVING
    for (const color of COLORS) {
      const seat = players[color]
      if (seat !== null && !isForgotten(seat)) this.#put(gamesOf(seat.id), id, until)
    }
  }

  /**
   * Returns all games on the lists of a user, including those that are not shown.
   * @param user an id
   * @throws {ChessError} of the store
   */
  async allOf(user: string): Promise<Set<string>> {
    const lists = [gamesOf(user), challengesOf(user)].map(list => this.#lists.listed(list))
    return new Set((await Promise.all(lists)).flat().map(gameOf))
  }

  /**
   * Empties the lists of a user, whose names contain the user's id.
   * @param user an id
   * @throws {ChessError} of the store
   */
  async forget(user: string): Promise<void> {
    for (const list of [gamesOf(user), challengesOf(user)])
      for (const entry of await this.#lists.listed(list)) await this.#lists.enlist(list, entry, 0)
  }

  /**
   * A game no longer waits.
   * @param isOwn whether this host has stored the event: the creator may be on another node
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

  /** @returns null if it is gone; undefined if it has events of a newer version */
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
      // The store is away. A wrong entry is corrected when the list is read, or expires.
    }
  }
}

/** @returns whether the store has lists, which nodes share */
const hasLists = (store: SessionStore): store is SessionStore & Lists =>
  typeof store.enlist === 'function' && typeof store.listed === 'function'

/**
 * @param state of a waiting game
 * @returns the id of its only player
 */
function makerOf({ players }: SessionState): string {
  return (players.white ?? players.black)?.id ?? ''
}

/** @param entry of a list of challenges */
const gameOf = (entry: string) => entry.split(AT, 1)[0]

/** @returns the newest first, with limits per user and per place */
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
