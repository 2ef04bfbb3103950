// SPDX-License-Identifier: Apache-2.0
// The options of all listening servers, checked before anything listens.

import { argumentError } from '../core/errors.js'
import { checkOptions, keysOf } from '../core/options.js'
import { readOrigin } from './access.js'
import { isNetwork } from './addresses.js'

/** The largest limit, in any unit: sums of a few of them are still exact. */
const MOST = 1e15
const LARGEST_PORT = 65535

/** The address of a server, its allowed clients, and its log. */
export type ServerSettings = {
  host: string
  port: number
  /** normalised; undefined: none, or the pages of the shared server */
  origins: ReadonlySet<string> | undefined
  proxies: string[]
  log: ((entry: never) => void) | undefined
}

/**
 * @param allFault why the origin '*' is refused, if it is
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readServerOptions(
  {
    host = '127.0.0.1',
    port = 0,
    origins,
    proxies,
    log,
  }: { [name: string]: unknown; log?: ServerSettings['log'] },
  allFault?: string,
): ServerSettings {
  if (typeof host !== 'string' || host === '') throw argumentError('host is a name or an address', host)
  if (log !== undefined && typeof log !== 'function') throw argumentError('log is a function', log)
  return {
    host,
    port: integer('port', port, 0, LARGEST_PORT),
    origins: readOrigins(origins, allFault),
    proxies: readProxies(proxies),
    log,
  }
}

/**
 * The rule of a limit: an integer of at least 1, with its default and optionally its maximum; or a share, above 0 and at most 1.
 */
export type LimitRule = number | readonly [byDefault: number, most: number] | { readonly share: number }

/**
 * @returns all limits; only one with the maximum Infinity may be Infinity
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readLimits<Name extends string>(
  limits: unknown,
  table: Readonly<Record<Name, LimitRule>>,
): Record<Name, number> {
  const names = keysOf(table)
  const given = checkOptions(limits, names)
  const read = {} as Record<Name, number>
  for (const name of names) {
    const row = table[name]
    if (typeof row === 'object' && 'share' in row) {
      read[name] = share(name, given[name] ?? row.share)
      continue
    }
    const [byDefault, most] = typeof row === 'number' ? [row, MOST] : row
    const value = given[name] ?? byDefault
    read[name] =
      value === Infinity && most === Infinity ? value : integer(name, value, 1, Math.min(most, MOST))
  }
  return read
}

function share(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 1) return value
  throw argumentError(`${name} is a number above 0 and at most 1`, value)
}

/**
 * @param allFault why '*' is refused, if it is
 * @returns the normalised origins; undefined for undefined
 */
function readOrigins(origins: unknown, allFault: string | undefined): Set<string> | undefined {
  if (origins === undefined) return undefined
  if (!Array.isArray(origins) || !origins.every(origin => typeof origin === 'string'))
    throw argumentError('origins are an array of strings', origins)
  return new Set(
    origins.map(origin => {
      if (origin === '*' && allFault !== undefined) throw argumentError(allFault, origin)
      const normalised = origin === '*' ? origin : readOrigin(origin)
      if (normalised === undefined)
        throw argumentError(
          "An origin has the form 'https://example.org', 'http://localhost:8000' or 'tauri://localhost'",
          origin,
        )
      return normalised
    }),
  )
}

function readProxies(proxies: unknown): string[] {
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

/** @throws {ChessError} ERR_ARGUMENT */
export function integer(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw argumentError(`${name} is an integer from ${least} to ${most}`, value)
}
