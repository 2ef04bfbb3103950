// SPDX-License-Identifier: Apache-2.0
// Anonymous identities: a random id, and a token with which its owner proves it. The token is signed with the server's
// secret, so nothing is stored, and every node with the same secret can check it. While the secret is being changed, tokens
// signed with the old one are accepted, too.
//
//   token = version "." id "." end of validity, seconds, base 36 "." HMAC-SHA-256 (RFC 2104) of the text before, base64url

import { createHmac, timingSafeEqual } from 'node:crypto'
import { encodeId, newId } from '../host/machine.js'

/** `since` when the token was made, in milliseconds */
type Identity = { id: string; token: string; since: number }

/** Only ids of anonymous users begin with it. */
export const ANONYMOUS = '~'
const VERSION = '1'
const DAY = 24 * 3_600_000
/** How long a token is valid, in milliseconds. */
export const LIFETIME = 180 * DAY
/** Only older tokens are renewed, in milliseconds: the age of a token shows that the identity is not new. */
const RENEWED_AFTER = DAY
const ID = /^~[1-9A-HJ-NP-Za-km-z]{12}$/
const LONGEST_TOKEN = 200

export class Identities {
  #secrets: readonly string[]
  #lifetime: number

  /**
   * @param secrets the first one signs, all are accepted
   * @param lifetime how long tokens are valid, in milliseconds
   */
  constructor(secrets: readonly string[], lifetime: number = LIFETIME) {
    this.#secrets = secrets
    this.#lifetime = lifetime
  }

  /**
   * @param now in milliseconds
   * @param random from 0 to 1
   * @returns a new user
   */
  create(now: number, random: () => number): Identity {
    return this.renew({ id: ANONYMOUS + newId(random), since: now }, now)
  }

  /**
   * @param now in milliseconds
   * @returns the identity with its token, or with a new one if that is old
   */
  renew({ id, since }: { id: string; since: number }, now: number): Identity {
    const begin = now - since > RENEWED_AFTER ? now : since
    const end = Math.ceil((begin + this.#lifetime) / 1000).toString(36)
    const text = `${VERSION}.${id}.${end}`
    return { id, since, token: `${text}.${this.#sign(text, this.#secrets[0])}` }
  }

  /**
   * @param token the token of a client
   * @param now in milliseconds
   * @returns the id that it proves, and when the token was made; undefined if it is wrong, expired or signed with another
   *   secret
   */
  read(token: unknown, now: number): { id: string; since: number } | undefined {
    if (typeof token !== 'string' || token.length > LONGEST_TOKEN) return undefined
    const dot = token.lastIndexOf('.')
    const text = token.slice(0, Math.max(0, dot))
    const given = Buffer.from(token.slice(dot + 1))
    const isOf = (secret: string) => {
      // Compared as text: several texts are the same bytes in base64url.
      const wanted = Buffer.from(this.#sign(text, secret))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    }
    if (!this.#secrets.some(isOf)) return undefined
    const [version, id, end] = text.split('.')
    if (version !== VERSION || !ID.test(id)) return undefined
    const expiry = Number.parseInt(end, 36) * 1000
    return expiry > now ? { id, since: expiry - this.#lifetime } : undefined
  }

  /** The id of a game that a user creates: the same on every node with this secret, and unknown to others. */
  gameId(user: string, command: string): string {
    return encodeId(
      hmac('game', this.#secrets[0])
        .update(JSON.stringify([user, command]))
        .digest(),
    )
  }

  /** @returns a pseudonym for the network, the same on every node with this secret */
  placeOf(network: string): string {
    return encodeId(hmac('place', this.#secrets[0]).update(network).digest())
  }

  #sign(text: string, secret: string) {
    return hmac('identity', secret).update(text).digest('base64url')
  }
}

/** @param purpose signatures for one purpose are not valid for another */
const hmac = (purpose: string, secret: string) => createHmac('sha256', secret).update(`binbo ${purpose}\n`)
