// SPDX-License-Identifier: Apache-2.0
// The users of one node: who a client is, and how many connections and games a user may have.

import { randomBytes } from 'node:crypto'
import { RateLimit } from '../net/rate-limit.js'
import { isShortText } from '../session/setup.js'
import { countOf, isIn, withItem, withoutItem } from './few.js'
import { MACHINE } from './host-room.js'
import { ANONYMOUS, Identities } from './identity.js'
import { COLORS } from './presence.js'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('./game-host.js').User} User */
/** @typedef {import('./game-server-options.js').GameServerSettings} GameServerSettings */
/** @typedef {import('./peer.js').Peer} Peer */
/** @typedef {{ user: User, token?: string } | null} Identified null: nobody that the server knows */

const MINUTE = 60
/** Users whose creations are counted. */
const MOST_USERS = 10_000

export class Users {
  #settings
  #failures
  #log
  #identities
  /** @type {Map<string, import('./few.js').Few<Peer>>} by user */
  #connections = new Map()
  /** @type {Map<string, import('./few.js').Few<string>>} unfinished ones by user */
  #games = new Map()
  /** @type {Map<string, RateLimit>} by user, the latest last */
  #creations = new Map()

  /**
   * @param {GameServerSettings} settings
   * @param {import('../net/failures.js').Failures} failures gets addresses with wrong tokens
   * @param {(facts: { event: string, reason: string }) => void} log
   */
  constructor(settings, failures, log) {
    this.#settings = settings
    this.#failures = failures
    this.#log = log
    this.#identities = new Identities(settings.secret ?? randomBytes(32).toString('hex'))
  }

  /**
   * @param {IncomingMessage} request
   * @param {any} hello
   * @param {number} now by the store's clock
   * @param {string} address
   * @returns {Promise<Identified>}
   */
  async identify(request, hello, now, address) {
    const { authenticate } = this.#settings
    if (authenticate === undefined) return this.#anonymous(hello.token, now, address)
    const { token, client } = hello
    try {
      const user = await authenticate(/** @type {any} */ (request), { token, client })
      if (user === null || user === undefined) this.#failures.add(address)
      else if (isUser(user)) return { user: { id: user.id, name: user.name, roles: user.roles } }
      else this.#log({ event: 'error', reason: 'authenticate() returned no user' })
    } catch (error) {
      this.#log({ event: 'error', reason: `authenticate() failed: ${/** @type {any} */ (error)?.message}` })
    }
    return null
  }

  /**
   * The id of a game that a user creates.
   * @param {string} user
   * @param {string} command
   */
  gameId(user, command) {
    return this.#identities.gameId(user, command)
  }

  /**
   * @param {Peer} peer
   * @param {User} user
   * @returns {boolean} false if the user has too many connections
   */
  enter(peer, { id }) {
    const peers = this.#connections.get(id)
    if (countOf(peers) >= this.#settings.limits.connectionsPerUser) return false
    this.#connections.set(id, withItem(peers, peer))
    return true
  }

  /** @param {Peer} peer */
  leave(peer) {
    const id = peer.user?.id
    if (id === undefined || !isIn(this.#connections.get(id), peer)) return
    put(this.#connections, id, withoutItem(this.#connections.get(id), peer))
  }

  /**
   * @param {User} user
   * @param {string} type 'create' or 'join'
   * @returns {boolean} whether the user may have another game
   */
  mayBegin({ id }, type) {
    const { gamesPerUser, creationsPerMinute } = this.#settings.limits
    if (countOf(this.#games.get(id)) >= gamesPerUser) return false
    if (type !== 'create') return true
    const now = performance.now()
    const creations =
      this.#creations.get(id) ?? new RateLimit(creationsPerMinute / MINUTE, creationsPerMinute, now)
    this.#creations.delete(id)
    this.#creations.set(id, creations)
    if (this.#creations.size > MOST_USERS) this.#creations.delete(this.#creations.keys().next().value ?? '')
    return creations.take(now, 1) === 0
  }

  /** @param {import('../session/state.js').SessionState} state of a game whose players or status have changed */
  count({ id, players, status }) {
    for (const color of COLORS) {
      const user = players[color]?.id
      if (user === undefined) continue
      const games = this.#games.get(user)
      put(this.#games, user, status === 'over' ? withoutItem(games, id) : withItem(games, id))
    }
  }

  /**
   * @param {unknown} given token
   * @param {number} now
   * @param {string} address
   * @returns {Identified}
   */
  #anonymous(given, now, address) {
    if (given === undefined || given === null) {
      const { id, token } = this.#identities.create(now, MACHINE.random)
      return { user: { id }, token }
    }
    const id = this.#identities.read(given, now)
    if (id === undefined) {
      this.#failures.add(address)
      return null
    }
    return { user: { id }, token: this.#identities.renew(id, now).token }
  }
}

/**
 * @template T
 * @param {Map<string, T>} map
 * @param {string} key
 * @param {T | undefined} value undefined deletes it
 */
function put(map, key, value) {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

/** @param {any} user @returns {user is User} */
function isUser(user) {
  return (
    typeof user === 'object' &&
    isShortText(user.id) &&
    !user.id.startsWith(ANONYMOUS) &&
    (user.name === undefined || isShortText(user.name)) &&
    (user.roles === undefined || Array.isArray(user.roles))
  )
}
