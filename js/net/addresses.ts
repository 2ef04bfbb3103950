// SPDX-License-Identifier: Apache-2.0
// The origin of requests: the address of a client, also behind proxies, and the network by which limits count.

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The most proxies that a request may have passed. */
const MOST_PROXIES = 32
const LARGEST_PREFIX = { ipv4: 32, ipv6: 128 }

const loopback = new BlockList()
loopback.addAddress('::1', 'ipv6')
// IPv4 addresses in the form of IPv6.
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/**
 * @param host a name or an address
 * @returns whether it is reachable only from this machine
 */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  // A check by a BlockList costs microseconds and memory outside the heap.
  return version === 4 ? host.startsWith('127.') : host === '::1' || loopback.check(host, 'ipv6')
}

/** @returns whether it is an IP address, or a network such as '10.0.0.0/8' */
export function isNetwork(text: string): boolean {
  const [address, prefix, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= LARGEST_PREFIX[familyOf(address)])
  )
}

/** Reads addresses, and knows which proxies are trusted. */
export class Addresses {
  /** undefined without proxies */
  #proxies: BlockList | undefined

  /** @param proxies addresses and networks whose X-Forwarded-For counts */
  constructor(proxies: readonly string[]) {
    if (proxies.length === 0) return
    const list = new BlockList()
    for (const proxy of proxies) {
      const [address, prefix] = proxy.split('/')
      if (prefix === undefined) list.addAddress(address, familyOf(address))
      else list.addSubnet(address, Number(prefix), familyOf(address))
    }
    this.#proxies = list
  }

  /** @returns the address of the client that sent it: the last one that is not a trusted proxy */
  of({ socket, headers }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress)
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (let i = forwarded.length - 1; i >= 0 && forwarded.length - i <= MOST_PROXIES; i--) {
      if (!this.#isProxy(address)) break
      const next = plainAddress(forwarded[i])
      if (next === '') break
      address = next
    }
    return address
  }

  /**
   * @returns the network by which its limits count; undefined for loopback addresses and proxies, which have no limits
   */
  limitedNetwork(address: string | undefined): string | undefined {
    const plain = plainAddress(address)
    return plain === '' || isLoopback(plain) || this.#isProxy(plain) ? undefined : networkOf(plain)
  }

  /** @param address a plain address */
  #isProxy(address: string) {
    return address !== '' && this.#proxies !== undefined && this.#proxies.check(address, familyOf(address))
  }
}

/**
 * @param text perhaps with a port, as some proxies write it
 * @returns an IP address, as IPv4 if it is mapped to IPv6; '' if it is not an address
 */
function plainAddress(text: string | undefined = ''): string {
  const trimmed = text.trim()
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(trimmed) ?? []
  const address = inBrackets ?? beforePort ?? trimmed
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  const [plain] = (mapped ?? address).split('%')
  return isIP(plain) === 0 ? '' : plain
}

/**
 * @param address a plain address
 * @returns the network: for IPv6 the first 64 bits, since one machine may have all addresses with these bits
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head, tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
