// SPDX-License-Identifier: Apache-2.0
// Access to a server, for programs that know the token and pages of the listed origins. After some wrong tokens, an address
// may try only one a second.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { TOKEN_PREFIX } from '../core/token-protocol.js'
import { isLoopback } from './addresses.js'
import { RateLimit } from './rate-limit.js'

/** Origins of pages on the web: no browser sends one with a wildcard. */
const WEB_ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/
/** Origins of apps and extensions, which URL does not read. */
const APP_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/
/** Schemes that no origin of a page has. */
const NOT_OF_PAGES = /^(about|blob|data|file|ftp|javascript|wss?):/

/** @returns scheme, host and port as browsers write them; undefined for anything that no browser sends as an origin */
export function readOrigin(text: string): string | undefined {
  const app = text.toLowerCase().replace(/\/$/, '')
  if (NOT_OF_PAGES.test(app)) return undefined
  if (!/^https?:/.test(app)) return APP_ORIGIN.test(app) ? app : undefined
  try {
    const { origin, href } = new URL(text)
    return WEB_ORIGIN.test(origin) && (href === origin || href === `${origin}/`) ? origin : undefined
  } catch {
    return undefined
  }
}

/** Shorter tokens can be guessed; in UTF-16 units. */
const SAFE_TOKEN = 16
const HINT = 'openssl rand -hex 32 creates one'

/**
 * @param host the host at which a server listens
 * @param token the token that it requires
 * @returns the reason for a refusal, if any
 */
export function tokenFault(host: string, token: string | undefined): string | undefined {
  if (isLoopback(host) || token !== undefined) return undefined
  return `${host} is reachable from other machines, so a token is required: ${HINT}`
}

/**
 * @param token the token that a server requires
 * @returns a warning about the token, if any
 */
export function tokenWarning(token: string | undefined): string | undefined {
  if (token === undefined || token.trim().length >= SAFE_TOKEN) return undefined
  const what = token.trim() === '' ? 'the token is blank' : 'the token is short enough to be guessed'
  return `${what}: ${HINT}`
}

/** Wrong tokens that an address may send at once, and per second on average. */
const BURST = 32
const RATE = 1
/** The most addresses with wrong tokens that are remembered. */
const MOST_ADDRESSES = 10_000

/** Decides which requests may connect. */
export class Access {
  #digest: NonSharedBuffer | undefined
  #origins: ReadonlySet<string>
  /** wrong tokens by network; the latest is last */
  #failures: Map<string, RateLimit> = new Map()

  /**
   * @param token undefined if none is required
   * @param origins normalised, or '*'; default: none
   */
  constructor(token: string | undefined, origins: ReadonlySet<string> = new Set()) {
    this.#digest = token === undefined ? undefined : digest(Buffer.from(token))
    this.#origins = origins
  }

  /** @returns also true without an Origin header: browsers always send one, other programs do not */
  allowsOrigin({ headersDistinct }: IncomingMessage): boolean {
    const names = ['origin', 'sec-websocket-origin']
    return names
      .flatMap(name => headersDistinct[name] ?? [])
      .every(origin => {
        if (this.#origins.has('*')) return true
        const normalised = readOrigin(origin)
        return normalised !== undefined && this.#origins.has(normalised)
      })
  }

  /**
   * Takes the same time for every wrong token.
   * @returns also 'wrong' for more than one token, since that would be many guesses
   */
  checkToken({ headers }: IncomingMessage): 'allowed' | 'missing' | 'wrong' {
    const wanted = this.#digest
    if (wanted === undefined) return 'allowed'
    const tokens = tokensOf(headers)
    if (tokens.length === 0) return 'missing'
    const [token] = tokens
    return tokens.length === 1 && token !== undefined && timingSafeEqual(digest(token), wanted)
      ? 'allowed'
      : 'wrong'
  }

  /**
   * @param network the network of the address; undefined: no limits
   * @returns milliseconds until the address may try again; 0 if it may now
   */
  wait(network: string | undefined): number {
    return this.#failures.get(network ?? '')?.debt(performance.now()) ?? 0
  }

  /** @param network the network that has sent a wrong token */
  addFailure(network: string | undefined) {
    if (network === undefined) return
    const now = performance.now()
    const limit = this.#failures.get(network) ?? new RateLimit(RATE, BURST, now)
    limit.spend(now, 1)
    this.#failures.delete(network)
    this.#failures.set(network, limit)
    if (this.#failures.size > MOST_ADDRESSES) this.#failures.delete(this.#failures.keys().next().value ?? '')
  }
}

function digest(token: Buffer) {
  return createHash('sha256').update(token).digest()
}

/** @returns the tokens that the client offers, in bytes; undefined for one that tokenProtocol() does not write */
function tokensOf({
  authorization = '',
  'sec-websocket-protocol': protocols = '',
}: IncomingHttpHeaders): (Buffer | undefined)[] {
  const bearer = /^Bearer +(\S.*)$/i.exec(authorization.trim())
  const offered = protocols.split(',').map(name => name.trim())
  return [
    // Node decodes headers as Latin-1.
    ...(bearer ? [Buffer.from(bearer[1], 'latin1')] : []),
    ...offered
      .filter(name => name.startsWith(TOKEN_PREFIX))
      .map(name => decoded(name.slice(TOKEN_PREFIX.length))),
  ]
}

function decoded(base64url: string) {
  const bytes = Buffer.from(base64url, 'base64url')
  return bytes.toString('base64url') === base64url ? bytes : undefined
}
