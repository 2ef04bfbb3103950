// SPDX-License-Identifier: Apache-2.0
// The users of one node: who a client is, and how many connections and games a user may have.

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { reasonOf } from '../../core/caught.js'
import { isObject } from '../../core/objects.js'
import { COLORS } from '../../game/squares.js'
import { RateLimit } from '../../net/rate-limit.js'
import { CLOSE_IDENTITY, REVOKED } from '../../session/protocol.js'
import { isShortText } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import type { User } from '../host/answers.js'
import type { Listings } from '../host/listings.js'
import { MACHINE } from '../host/machine.js'
import type { SessionStore } from '../stores/session-store.js'
import type { GameServerSettings } from './game-server-options.js'
import { ANONYMOUS, Identities } from './identity.js'

/** A connection of a user. */
type Connection = { user: User | undefined; close: (code: number, reason: string) => void }
/**
 * 'unknown': the server does not know the user. 'revoked': it refuses the user. 'failed': it could not find out. 'away': the
 * store is away.
 */
type Identified = { user: User; token?: string } | 'unknown' | 'revoked' | 'failed' | 'away'

const MINUTE = 60
/** The most users whose creations are counted. */
const MOST_USERS = 10_000
/** The most users whose games are counted. Games that other nodes have ended stay in the count until recount(). */
const MOST_COUNTED = 100_000
/** An outage of this length, in milliseconds, may have hidden revocations: the store keeps them for twice as long. */
const LONG_OUTAGE = 300_000
/** How many users are checked at once. */
const CHECKED_AT_ONCE = 64

export class Users {
  #settings: GameServerSettings
  #log
  #identities: Identities
  #store: SessionStore
  #listings: Listings
  /** by user */
  #connections: Map<string, readonly Connection[]> = new Map()
  /** unfinished games that this node knows, by user; the latest user is last */
  #games: Map<string, readonly string[]> = new Map()
  /** recounts in progress, by user */
  #recounts: Map<string, Promise<void>> = new Map()
  /** by user, the latest last */
  #creations: Map<string, RateLimit> = new Map()
  /** users who were connected when the store was lost */
  #known: Set<string> | undefined
  /** When the store was lost, as performance.now() counts. */
  #lostAt = 0
  /** users who were not checked with the store, or too long ago */
  #unchecked: Set<string> = new Set()
  /** Whether dismissRevoked() is running. */
  #isDismissing = false

  constructor(
    settings: GameServerSettings,
    log: (facts: { event: string; reason: string }) => void,
    store: SessionStore,
    listings: Listings,
  ) {
    this.#listings = listings
    this.#store = store
    this.#settings = settings
    this.#log = log
    const { secrets } = settings
    this.#identities = new Identities(secrets.length > 0 ? secrets : [randomBytes(32).toString('hex')])
  }

  /**
   * @param now by the store's clock
   * @param network the network of the address, for limits
   */
  async identify(
    request: IncomingMessage,
    hello: Record<string, unknown>,
    now: number,
    network: string | undefined,
  ): Promise<Identified> {
    const identified = await this.#identify(request, hello, now)
    if (typeof identified === 'object' && network !== undefined)
      identified.user.place = this.#identities.placeOf(network)
    return identified
  }

  async #identify(
    request: IncomingMessage,
    hello: Record<string, unknown>,
    now: number,
  ): Promise<Identified> {
    const { authenticate } = this.#settings
    const identified =
      authenticate === undefined
        ? this.#anonymous(hello.token, now)
        : await this.#authenticated(authenticate, request, hello)
    // A new identity cannot have been revoked.
    if (typeof identified === 'string' || (authenticate === undefined && !hello.token)) return identified
    try {
      return (await this.#listings.isRevoked(identified.user.id)) ? 'revoked' : identified
    } catch {
      // Clients who found no store on other nodes come back to this one.
      const { id } = identified.user
      if (!this.#connections.has(id) && !this.#known?.has(id)) return 'away'
      this.#unchecked.add(id)
      return identified
    }
  }

  async #authenticated(
    authenticate: NonNullable<GameServerSettings['authenticate']>,
    request: IncomingMessage,
    hello: Record<string, unknown>,
  ): Promise<Identified> {
    const { token, client } = hello
    try {
      const isText = token === undefined || token === null || typeof token === 'string'
      const given = {
        token: isText ? (token ?? undefined) : '',
        client: typeof client === 'string' ? client : undefined,
      }
      const user = isText ? await authenticate(request, given) : null
      if (user === null || user === undefined) return 'unknown'
      const fault = faultOf(user)
      if (fault === undefined)
        return { user: { id: user.id, name: user.name || undefined, roles: user.roles ?? undefined } }
      this.#log({ event: 'error', reason: `authenticate() returned an invalid user: ${fault}` })
      return 'unknown'
    } catch (error) {
      this.#log({ event: 'error', reason: `authenticate() failed: ${reasonOf(error)}` })
      return 'failed'
    }
  }

  /** The id of a game that a user creates. */
  gameId(user: string, command: string) {
    return this.#identities.gameId(user, command)
  }

  /** @returns false if the user has too many connections */
  enter(connection: Connection, { id }: User): boolean {
    const connections = this.#connections.get(id) ?? []
    if (connections.length >= this.#settings.limits.connectionsPerUser) return false
    this.#connections.set(id, connections.concat([connection]))
    return true
  }

  /**
   * Refuses a user from now on, on all nodes.
   * @param user an id
   * @param milliseconds for how long
   * @throws {ChessError} of the store
   */
  async revoke(user: string, milliseconds: number): Promise<void> {
    await this.#listings.revoke(user, this.#store.now() + milliseconds)
    this.#dismiss(user)
  }

  /** The store is lost: users who are here may come back until onStoreBack(). */
  onStoreLost() {
    this.#known = new Set(this.#connections.keys())
    this.#lostAt = performance.now()
  }

  onStoreBack() {
    this.#known = undefined
    if (performance.now() - this.#lostAt < LONG_OUTAGE) return
    for (const id of this.#connections.keys()) this.#unchecked.add(id)
  }

  /** Closes the connections of users who were revoked on other nodes. */
  async dismissRevoked() {
    // A store may need longer than a round, above all when it is just back.
    if (this.#connections.size === 0 || this.#isDismissing) return
    this.#isDismissing = true
    try {
      for (const user of await this.#listings.revokedLately()) this.#dismiss(user)
      while (this.#unchecked.size > 0)
        await Promise.all([...this.#unchecked].slice(0, CHECKED_AT_ONCE).map(user => this.#check(user)))
    } catch {
      // The store is away: the next round tries again.
    } finally {
      this.#isDismissing = false
    }
  }

  /** @param user a user who was admitted unchecked */
  async #check(user: string) {
    if (await this.#listings.isRevoked(user)) this.#dismiss(user)
    this.#unchecked.delete(user)
  }

  #dismiss(user: string) {
    for (const connection of this.#connections.get(user) ?? []) connection.close(CLOSE_IDENTITY, REVOKED)
  }

  leave(connection: Connection) {
    const id = connection.user?.id
    if (id !== undefined) remove(this.#connections, id, connection)
  }

  /** @returns whether the user may have no other game, as far as this node knows; recount() makes sure */
  isFull({ id }: User): boolean {
    return (this.#games.get(id)?.length ?? 0) >= this.#settings.limits.gamesPerUser
  }

  /** Forgets games that have ended on other nodes. It never rejects. */
  recount({ id }: User): Promise<void> {
    const running = this.#recounts.get(id)
    if (running !== undefined) return running
    const recount = this.#recount(id).finally(() => this.#recounts.delete(id))
    this.#recounts.set(id, recount)
    return recount
  }

  async #recount(id: string) {
    for (const game of this.#games.get(id) ?? []) {
      try {
        const events = await this.#store.read(game)
        if (events.length === 0 || events.some(({ type }) => type === 'ended')) this.#forget(id, game)
      } catch {
        // The store is away: the game is still counted.
      }
    }
  }

  /**
   * @param type 'create' or 'join'
   * @returns the limit that forbids another game, with `ms` until one is allowed if that is known
   */
  excess(
    user: User,
    type: string,
  ): { limit: 'gamesPerUser' | 'creationsPerMinute'; ms?: number } | undefined {
    const { creationsPerMinute } = this.#settings.limits
    if (this.isFull(user)) return { limit: 'gamesPerUser' }
    if (type !== 'create') return undefined
    const { id } = user
    const now = performance.now()
    const creations =
      this.#creations.get(id) ?? new RateLimit(creationsPerMinute / MINUTE, creationsPerMinute, now)
    this.#creations.delete(id)
    this.#creations.set(id, creations)
    if (this.#creations.size > MOST_USERS) this.#creations.delete(this.#creations.keys().next().value ?? '')
    const ms = creations.take(now, 1)
    return ms > 0 ? { limit: 'creationsPerMinute', ms: Math.ceil(ms) } : undefined
  }

  /** A creation that excess() has counted was refused by the program: it does not count. */
  excuse({ id }: User) {
    this.#creations.get(id)?.spend(performance.now(), -1)
  }

  /** @param state the state of a game whose players or status have changed */
  count({ id, players, status }: SessionState) {
    for (const color of COLORS) {
      const user = players[color]?.id
      if (user === undefined) continue
      if (status === 'over') this.#forget(user, id)
      else this.#remember(user, id)
    }
  }

  #remember(user: string, game: string) {
    const games = this.#games.get(user) ?? []
    this.#games.delete(user)
    this.#games.set(user, games.includes(game) ? games : games.concat(game))
    if (this.#games.size > MOST_COUNTED) this.#games.delete(this.#games.keys().next().value ?? '')
  }

  #forget(user: string, game: string) {
    remove(this.#games, user, game)
  }

  /** @param given the token of the client */
  #anonymous(given: unknown, now: number): Identified {
    if (given === undefined || given === null) {
      const { id, since, token } = this.#identities.create(now, MACHINE.random)
      return { user: { id, since }, token }
    }
    const identity = this.#identities.read(given, now)
    if (identity === undefined) return 'unknown'
    const { id, since, token } = this.#identities.renew(identity, now)
    return { user: { id, since }, token }
  }
}

function remove<T>(map: Map<string, readonly T[]>, key: string, item: T) {
  const rest = map.get(key)?.filter(other => other !== item) ?? []
  if (rest.length > 0) map.set(key, rest)
  else map.delete(key)
}

/**
 * @param user the result of authenticate()
 * @returns why it is not a user
 */
function faultOf(user: unknown): string | undefined {
  if (!isObject(user)) return 'it must be an object with an id, or null'
  const { id, name, roles } = user
  if (!isShortText(id)) return 'its id must be text of 1 to 64 characters'
  if (id.startsWith(ANONYMOUS)) return `its id must not begin with ${ANONYMOUS}`
  if (name !== undefined && name !== null && name !== '' && !isShortText(name))
    return 'its name must be text of at most 64 characters'
  const areTexts = Array.isArray(roles) && roles.every(role => typeof role === 'string')
  if (roles !== undefined && roles !== null && !areTexts) return 'its roles must be an array of texts'
}
