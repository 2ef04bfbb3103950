// SPDX-License-Identifier: Apache-2.0
// The usage of an address over all of its connections: a new connection does not reset it.

import { RateLimit } from './rate-limit.js'
import { WorkAccount } from './work-account.js'

export type MeterLimits = {
  connectionsPerAddressMinute: number
  requestsPerAddressSecond: number
  /** a share of a core */
  workPerAddress: number
  refusalsPerAddressMinute?: number
}

/** In seconds. */
const MINUTE = 60
/** The most networks that are remembered, at half a kilobyte each. An attacker with more gains little by being forgotten. */
const MOST_NETWORKS = 10_000

/** The usage of one network. Each limit is a bucket with a burst and a steady rate. */
export class AddressMeter {
  #connections: RateLimit
  #refusals: RateLimit | undefined
  /** Plain requests. */
  requests
  /** The work of all of its clients. */
  work

  constructor({
    connectionsPerAddressMinute: connections,
    requestsPerAddressSecond: requests,
    workPerAddress,
    refusalsPerAddressMinute: refusals,
  }: MeterLimits) {
    const now = performance.now()
    this.#connections = new RateLimit(connections / MINUTE, connections, now)
    this.#refusals = refusals === undefined ? undefined : new RateLimit(refusals / MINUTE, refusals, now)
    this.requests = new RateLimit(requests, requests, now)
    this.work = new WorkAccount(workPerAddress)
  }

  /** Counts a message that was refused. Open connections stay: each has a limit of its own. */
  refuse() {
    this.#refusals?.spend(performance.now(), 1)
  }

  /** A connection failed without fault of the client, which will try again. */
  excuse() {
    this.#connections.spend(performance.now(), -1)
  }

  /**
   * Counts a new connection, unless a limit forbids it.
   * @returns the exceeded limit, and the milliseconds to wait
   */
  connect(): { excess: string; ms: number } | undefined {
    const now = performance.now()
    const waits = [
      ['many refused messages', this.#refusals?.debt(now) ?? 0],
      ['much work', this.work.debt(now)],
    ] as const
    for (const [excess, ms] of waits) if (ms > 0) return { excess, ms }
    const ms = this.#connections.take(now, 1)
    return ms > 0 ? { excess: 'many new connections', ms } : undefined
  }
}

export class AddressMeters {
  #limits: MeterLimits
  /** by network; the latest is last */
  #meters: Map<string, AddressMeter> = new Map()

  constructor(limits: MeterLimits) {
    this.#limits = limits
  }

  /** @returns undefined for undefined: no limits */
  of(network: string | undefined): AddressMeter | undefined {
    if (network === undefined) return undefined
    const meter = this.#meters.get(network) ?? new AddressMeter(this.#limits)
    this.#meters.delete(network)
    this.#meters.set(network, meter)
    if (this.#meters.size > MOST_NETWORKS) this.#meters.delete(this.#meters.keys().next().value ?? '')
    return meter
  }
}
