// SPDX-License-Identifier: Apache-2.0
// Who may connect to a server: programs that know the token, and pages of the listed origins.

import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { TOKEN_PREFIX } from '../core/token-protocol.js'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * @param {string} host a name or an address
 * @returns {boolean} whether it is reachable only from this machine
 */
function isLoopback(host) {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * @param {string} text
 * @returns {string | undefined} scheme, host and port as browsers write them; undefined for anything else
 */
export function originOf(text) {
  try {
    const { origin, href } = new URL(text)
    return origin !== 'null' && (href === origin || href === `${origin}/`) ? origin : undefined
  } catch {
    return undefined
  }
}

/** Shorter tokens can be guessed; in UTF-16 units. */
const SAFE_TOKEN = 16
const HINT = 'openssl rand -hex 32 creates one'

/**
 * @param {string} host that a server listens at
 * @param {string | undefined} token that it requires
 * @returns {string | undefined} the reason why it must not, if there is one
 */
export function tokenFault(host, token) {
  if (isLoopback(host) || token !== undefined) return undefined
  return `${host} is reachable from other machines, so a token is required: ${HINT}`
}

/**
 * @param {string} host that a server listens at
 * @param {string | undefined} token that it requires
 * @returns {string | undefined} a warning about the token, if there is one
 */
export function tokenWarning(host, token) {
  if (isLoopback(host) || (token !== undefined && token.length >= SAFE_TOKEN)) return undefined
  return `${host} is reachable from other machines, and the token is short enough to be guessed: ${HINT}`
}

/** Decides which requests may connect. */
export class Access {
  #digest
  #origins

  /**
   * @param {string | undefined} token undefined if none is required
   * @param {ReadonlySet<string>} origins normalised, or '*'
   */
  constructor(token, origins) {
    this.#digest = token === undefined ? undefined : digest(Buffer.from(token))
    this.#origins = origins
  }

  /**
   * @param {IncomingMessage} request
   * @returns {boolean} also true without an Origin header: browsers always send one, other programs do not
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
   * Takes the same time for every wrong token.
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
 * @returns {Buffer[]} the tokens that the client offers, in bytes
 */
function tokensOf({ authorization = '', 'sec-websocket-protocol': protocols = '' }) {
  const bearer = /^Bearer +(\S.*)$/i.exec(authorization.trim())
  const offered = protocols.split(',').map(name => name.trim())
  return [
    // Node decodes headers as Latin-1.
    ...(bearer ? [Buffer.from(bearer[1], 'latin1')] : []),
    ...offered
      .filter(name => name.startsWith(TOKEN_PREFIX))
      .map(name => Buffer.from(name.slice(TOKEN_PREFIX.length), 'base64url')),
  ]
}
