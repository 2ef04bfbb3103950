// SPDX-License-Identifier: Apache-2.0
// The parts into which games are divided. All keys of a part have the same hash tag, so that a script may use them
// together on a cluster.

import type { Outage } from '../session-store.js'

/** Each costs a script every 100 ms on every node. */
export const MOST_SHARDS = 4096

/** An append is refused that comes to Redis later than this after the time of its events, in milliseconds. */
const PROMPT = 100
/** Events that are older than this when they are appended are not meant to be of now, in milliseconds. */
const OLD = 60_000

/** One part: the names of its keys, and what this node knows of it. */
export class Shard {
  declare tag: string
  declare timers: string
  declare seats: string
  declare beat: string
  declare outages: string
  declare shift: string
  /** What a tick needs; only shard 0 has a clock of its own. */
  declare tickKeys: string[]
  /** The last outage that was announced, as Redis keeps it; '' before the first one. */
  declare known: string
  /** that were announced */
  declare announced: Outage[]
  /** Whether the last command was not answered: until a tick is, nothing else is sent. */
  declare stalled: boolean
  /** The number of checks since a tick that is not answered yet; 0 if there is none. */
  declare asked: number
  /** seats that are held together, in a moment */
  declare holds: { args: string[]; done: Promise<unknown> } | undefined
  /** By how much Redis's clock has jumped ahead, if that is still to be said. */
  declare jump: number
  /** The time of its Redis minus this node's monotonic one, in milliseconds: at most by the way there too much. */
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
    this.holds = undefined
    this.jump = 0
    this.offset = Number.POSITIVE_INFINITY
    this.patience = 0
  }

  /**
   * Its Redis has said what time it has.
   * @param sent monotonic time before the question
   * @param received after the answer
   * @param time whole milliseconds
   */
  heard(sent: number, received: number, time: number) {
    this.offset = Math.min(time + 1 - sent, Math.max(time - received, this.offset))
  }

  /**
   * @param called monotonic time at which an append was called
   * @param age of its last event then, in milliseconds
   * @returns the latest time at which its Redis accepts it, by the clock of that Redis; '' for no limit
   */
  latest(called: number, age: number): string {
    const latest = Math.ceil(called - Math.max(0, age) + this.offset + PROMPT + this.patience)
    return age > OLD || latest === Number.POSITIVE_INFINITY ? '' : String(latest)
  }

  /**
   * Allows the next append more time, because one came too late.
   * @param longest the most patience, in milliseconds
   */
  refused(longest: number) {
    this.patience = Math.min(longest, 2 * this.patience + PROMPT)
  }

  /** @param took milliseconds until the answer to an append that Redis has kept */
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
   * Takes what Redis keeps as outages.
   * @param made when this node's store was, in its time
   * @returns those that are news
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

/** Which part a game belongs to, or a list: FNV-1a of its id or name. */
export function shardNumber(game: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < game.length; index++)
    hash = Math.imul(hash ^ game.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}
