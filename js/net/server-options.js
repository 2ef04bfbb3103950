// SPDX-License-Identifier: Apache-2.0
// Options that all listening servers have, checked before anything listens.

import { argumentError } from '../core/errors.js'
import { originOf } from './access.js'
import { isNetwork } from './addresses.js'

/** The largest limit, in any unit: sums of a few of them are still exact. */
export const MOST = 1e15
const LARGEST_PORT = 65535

/**
 * @param {unknown} host
 * @returns {string}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readHost(host) {
  if (typeof host !== 'string' || host === '') throw argumentError('host is a name or an address', host)
  return host
}

/**
 * @param {unknown} port
 * @returns {number}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readPort(port) {
  return integer('port', port, 0, LARGEST_PORT)
}

/**
 * @param {unknown} log
 * @returns {((entry: any) => void) | undefined}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readLog(log) {
  if (log !== undefined && typeof log !== 'function') throw argumentError('log is a function', log)
  return /** @type {((entry: any) => void) | undefined} */ (log)
}

/**
 * @param {unknown} origins
 * @param {string} [allFault] why '*' is refused, if it is
 * @returns {Set<string>} normalised; empty for undefined
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readOrigins(origins, allFault) {
  if (origins === undefined) return new Set()
  if (!Array.isArray(origins) || !origins.every(origin => typeof origin === 'string'))
    throw argumentError('origins are an array of strings', origins)
  return new Set(
    origins.map(origin => {
      if (origin === '*' && allFault !== undefined) throw argumentError(allFault, origin)
      const normalised = origin === '*' ? origin : originOf(origin)
      if (normalised === undefined)
        throw argumentError(
          "An origin has the form 'https://example.org', 'http://localhost:8000' or 'tauri://localhost'",
          origin,
        )
      return normalised
    }),
  )
}

/**
 * @param {unknown} proxies
 * @returns {string[]}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readProxies(proxies) {
  if (proxies === undefined) return []
  if (!Array.isArray(proxies)) throw argumentError('proxies are an array of addresses', proxies)
  const wrong = proxies.find(proxy => typeof proxy !== 'string' || !isNetwork(proxy))
  if (wrong !== undefined)
    throw argumentError(
      "A proxy is an IP address such as '10.0.0.1', or a network such as '10.0.0.0/8'",
      wrong,
    )
  return [...proxies]
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {number}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function integer(name, value, least, most) {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw argumentError(`${name} is an integer from ${least} to ${most}`, value)
}

/**
 * The URL of a server for clients on this machine.
 * @param {string} scheme
 * @param {string} host that it listens at
 * @param {number} port
 * @returns {string} such as 'ws://127.0.0.1:8080'
 */
export function localUrl(scheme, host, port) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
