// SPDX-License-Identifier: Apache-2.0
// Addresses to listen at, and origins of pages.

import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * @param {string} host a name or an address
 * @returns {boolean} whether only this machine can reach it
 */
export function isLoopback(host) {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * @param {string} text
 * @returns {string | undefined} scheme, host and port as browsers write them; undefined for no origin of that kind
 */
export function originOf(text) {
  try {
    const { origin, href } = new URL(text)
    return origin !== 'null' && (href === origin || href === `${origin}/`) ? origin : undefined
  } catch {
    return undefined
  }
}
