// SPDX-License-Identifier: Apache-2.0
// Who may connect: programs that show the token, and pages of origins that are listed.

import { createHash, timingSafeEqual } from 'node:crypto'
import { TOKEN_PREFIX } from '../../core/token-protocol.js'
import { isLoopback, originOf } from './addresses.js'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

/** What can be guessed is shorter, in UTF-16 units. */
const SAFE_TOKEN = 16
const MAKES_ONE = 'openssl rand -hex 32 makes one'

/**
 * @param {string} host where a server listens
 * @param {string | undefined} token that it asks for
 * @returns {string | undefined} why it may not, if it may not
 */
export function tokenFault(host, token) {
  if (isLoopback(host) || token !== undefined) return undefined
  return `others can reach ${host}, so it needs a token: ${MAKES_ONE}`
}

/**
 * @param {string} host where a server listens
 * @param {string | undefined} token that it asks for
 * @returns {string | undefined} what is to be said about the token, if anything is
 */
export function tokenWarning(host, token) {
  if (isLoopback(host) || (token !== undefined && token.length >= SAFE_TOKEN)) return undefined
  return `others can reach ${host}, and the token is short enough to be guessed: ${MAKES_ONE}`
}

/** Who may connect. */
export class Access {
  #digest
  #origins

  /**
   * @param {string | undefined} token undefined when none is asked for
   * @param {ReadonlySet<string>} origins normalised, or '*'
   */
  constructor(token, origins) {
    this.#digest = token === undefined ? undefined : digest(Buffer.from(token))
    this.#origins = origins
  }

  /**
   * @param {IncomingMessage} request
   * @returns {boolean} true for what is no browser: only browsers send an Origin, and they always do
   */
  allowsOrigin({ headersDistinct }) {
    const names = ['origin', 'sec-websocket-origin']
    return names
      .flatMap(name => headersDistinct[name] ?? [])
      .every(origin => {
        if (this.#origins.has('*')) return true
        const normalised = originOf(origin)
        return normalised !== undefined && this.#origins.has(normalised)
      })
  }

  /**
   * Takes the same time for each wrong token.
   * @param {IncomingMessage} request
   */
  allowsToken({ headers }) {
    const wanted = this.#digest
    if (wanted === undefined) return true
    return tokensOf(headers).some(token => timingSafeEqual(digest(token), wanted))
  }
}

/** @param {Buffer} token */
function digest(token) {
  return createHash('sha256').update(token).digest()
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @returns {Buffer[]} as the client shows them, in bytes
 */
function tokensOf({ authorization = '', 'sec-websocket-protocol': protocols = '' }) {
  const bearer = /^Bearer +(\S.*)$/i.exec(authorization.trim())
  const offered = protocols.split(',').map(name => name.trim())
  return [
    // Node gives the bytes of a header as characters.
    ...(bearer ? [Buffer.from(bearer[1], 'latin1')] : []),
    ...offered
      .filter(name => name.startsWith(TOKEN_PREFIX))
      .map(name => Buffer.from(name.slice(TOKEN_PREFIX.length), 'base64url')),
  ]
}
