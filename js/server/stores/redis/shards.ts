// SPDX-License-Identifier: Apache-2.0
// Shards: the parts into which games are divided. All keys of a shard have the same hash tag, so one script can use them on
// a cluster.

import type { Outage } from '../session-store.js'

/** The most shards: each one costs a script every 100 ms on every node. */
export const MOST_SHARDS = 4096

/** Appends are refused that reach Redis later than this after the time of their events, in milliseconds. */
const PROMPT = 100
/** Events that are older than this when they are appended have no time limit, in milliseconds: they are not played now. */
const OLD = 60_000

/** One shard: the names of its keys, and its state as far as this node knows. */
export class Shard {
  declare tag: string
  declare timers: string
  declare seats: string
  declare beat: string
  declare outages: string
  declare shift: string
  /** The keys of a tick; only shard 0 has a shift. */
  declare tickKeys: string[]
  /** The last outage that was announced, as Redis keeps it; '' before the first one. */
  declare known: string
  /** outages that were announced */
  declare announced: Outage[]
  /** Whether the last command was not answered: nothing is then sent until a tick is answered. */
  declare stalled: boolean
  /** The number of intervals since the tick that is not yet answered, from 1; 0 if all are answered. */
  declare asked: number
  /** due games that this node handles now: it claims them no second time */
  declare busy: Set<string>
  /** seats that will be held with the next command */
  declare holds: { args: string[]; done: Promise<unknown> } | undefined
  /** By how much Redis's clock has jumped ahead, in milliseconds, until a tick has reported it. */
  declare jump: number
  /** The time of its Redis minus this node's monotonic time, in milliseconds; too large by at most the time of a request. */
  declare offset: number
  /** How much later than PROMPT an append may come, in milliseconds. It grows with each refusal, so that retries succeed. */
  declare patience: number

  constructor(prefix: string, number: number) {
    const tag = `${prefix}{s${number}}:`
    this.tag = tag
    this.timers = `${tag}t`
    this.seats = `${tag}p`
    this.beat = `${tag}beat`
    this.outages = `${tag}out`
    this.shift = `${tag}shift`
    this.tickKeys = [this.timers, this.seats, this.beat, this.outages, ...(number === 0 ? [this.shift] : [])]
    this.known = ''
    this.announced = []
    this.stalled = false
    this.asked = 0
    this.busy = new Set()
    this.holds = undefined
    this.jump = 0
    this.offset = Number.POSITIVE_INFINITY
    this.patience = 0
  }

  /**
   * Takes a reading of Redis's clock.
   * @param sent monotonic time before the request
   * @param received monotonic time after the answer
   * @param time the reading, in whole milliseconds
   */
  heard(sent: number, received: number, time: number) {
    this.offset = Math.min(time + 1 - sent, Math.max(time - received, this.offset))
  }

  /**
   * @param called monotonic time at which an append was called
   * @param age the age of its last event at that time, in milliseconds
   * @returns the latest time at which its Redis accepts it, by the clock of that Redis; '' for no limit
   */
  latest(called: number, age: number): string {
    const latest = Math.ceil(called - Math.max(0, age) + this.offset + PROMPT + this.patience)
    return age > OLD || latest === Number.POSITIVE_INFINITY ? '' : String(latest)
  }

  /**
   * Allows the next append more time, because one came too late.
   * @param longest the longest patience, in milliseconds
   */
  refused(longest: number) {
    this.patience = Math.min(longest, 2 * this.patience + PROMPT)
  }

  /** @param took the time of an append that Redis has accepted, in milliseconds */
  kept(took: number) {
    this.patience = Math.max(Math.floor(this.patience / 2), Math.min(this.patience, took))
  }

  log(game: string) {
    return `${this.tag}g:${game}`
  }

  list(name: string) {
    return `${this.tag}l:${name}`
  }

  channel(game: string) {
    return `${this.tag}c:${game}`
  }

  /**
   * Reads the outages that Redis keeps.
   * @param made when this node's store was created, in store time
   * @returns the outages that are new
   */
  learn(lines: string[], has: (game: string) => boolean, made: number): Outage[] {
    const { to: last } = parse(this.known)
    const fresh = lines.map(parse).filter(({ to }) => to > last)
    if (fresh.length === 0) return []
    this.known = lines[lines.length - 1]
    const outages = fresh.map(({ from, to }) => ({ from, to, has, past: to < made }))
    this.announced = [...this.announced, ...outages].slice(-lines.length)
    return outages
  }
}

/** @param line "from to", or '' */
function parse(line: string) {
  const [from = 0, to = 0] = line.split(' ').map(Number)
  return { from, to }
}

/** The number of the shard of a game or list: FNV-1a of its id or name. */
export function shardNumber(game: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < game.length; index++)
    hash = Math.imul(hash ^ game.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}
