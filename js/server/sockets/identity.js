// SPDX-License-Identifier: Apache-2.0
// Anonymous identities: an id that a server draws, and a token with which its owner proves it. The token is signed with
// the server's secret, so that nothing is stored, and every node with the same secret knows it. While the secret is changed,
// tokens of the old one are believed, too.
//
//   token = version "." id "." end of validity, seconds, base 36 "." HMAC-SHA-256 (RFC 2104) of what stands before, base64url

import { createHmac, timingSafeEqual } from 'node:crypto'
import { encodeId, newId } from '../host/machine.js'

/** @typedef {{ id: string, token: string, since: number }} Identity `since` when the token was made, in milliseconds */

/** Ids of anonymous users begin with it, and no other ids. */
export const ANONYMOUS = '~'
const VERSION = '1'
const DAY = 24 * 3_600_000
/** A token is good for this time, in milliseconds. */
export const LIFETIME = 180 * DAY
/** An older one is renewed: until then its age shows that the identity was not made just now. */
const RENEWED_AFTER = DAY
const ID = /^~[1-9A-HJ-NP-Za-km-z]{12}$/
const LONGEST_TOKEN = 200

export class Identities {
  #secrets
  #lifetime

  /**
   * @param {readonly string[]} secrets the first signs, all are believed
   * @param {number} [lifetime] of tokens, in milliseconds
   */
  constructor(secrets, lifetime = LIFETIME) {
    this.#secrets = secrets
    this.#lifetime = lifetime
  }

  /**
   * @param {number} now in milliseconds
   * @param {() => number} random from 0 to 1
   * @returns {Identity} a new user
   */
  create(now, random) {
    return this.renew({ id: ANONYMOUS + newId(random), since: now }, now)
  }

  /**
   * @param {{ id: string, since: number }} identity
   * @param {number} now in milliseconds
   * @returns {Identity} with a token: the one that it has, unless that is old
   */
  renew({ id, since }, now) {
    const begin = now - since > RENEWED_AFTER ? now : since
    const end = Math.ceil((begin + this.#lifetime) / 1000).toString(36)
    const text = `${VERSION}.${id}.${end}`
    return { id, since, token: `${text}.${this.#sign(text, this.#secrets[0])}` }
  }

  /**
   * @param {unknown} token of a client
   * @param {number} now in milliseconds
   * @returns {{ id: string, since: number } | undefined} the id that it proves, and when the token was made; undefined if it is
   *   wrong, expired or of another secret
   */
  read(token, now) {
    if (typeof token !== 'string' || token.length > LONGEST_TOKEN) return undefined
    const dot = token.lastIndexOf('.')
    const text = token.slice(0, Math.max(0, dot))
    const given = Buffer.from(token.slice(dot + 1))
    const isOf = (/** @type {string} */ secret) => {
      // As text: other texts have the same bytes in base64url.
      const wanted = Buffer.from(this.#sign(text, secret))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    }
    if (!this.#secrets.some(isOf)) return undefined
    const [version, id, end] = text.split('.')
    if (version !== VERSION || !ID.test(id)) return undefined
    const expiry = Number.parseInt(end, 36) * 1000
    return expiry > now ? { id, since: expiry - this.#lifetime } : undefined
  }

  /**
   * The id of a game that a user creates: the same on every node with this secret, and unknown to others.
   * @param {string} user
   * @param {string} command
   * @returns {string}
   */
  gameId(user, command) {
    return encodeId(
      hmac('game', this.#secrets[0])
        .update(JSON.stringify([user, command]))
        .digest(),
    )
  }

  /**
   * @param {string} network
   * @returns {string} a name for it that says nothing about it: the same on every node with this secret
   */
  placeOf(network) {
    return encodeId(hmac('place', this.#secrets[0]).update(network).digest())
  }

  /** @param {string} text @param {string} secret */
  #sign(text, secret) {
    return hmac('identity', secret).update(text).digest('base64url')
  }
}

/** @param {string} purpose signatures for one are none for another @param {string} secret */
const hmac = (purpose, secret) => createHmac('sha256', secret).update(`binbo ${purpose}\n`)
