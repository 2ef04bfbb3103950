// SPDX-License-Identifier: Apache-2.0
// The parts into which games are divided. All keys of a part have the same hash tag, so that a script may use them
// together on a cluster.

/** @import { Outage } from '../session-store.js' */

/** Each costs a script every 100 ms on every node. */
export const MOST_SHARDS = 4096

/** One part: the names of its keys, and what this node knows of it. */
export class Shard {
  /**
   * @param {string} prefix
   * @param {number} number
   */
  constructor(prefix, number) {
    const tag = `${prefix}{s${number}}:`
    this.tag = tag
    this.timers = `${tag}t`
    this.seats = `${tag}p`
    this.beat = `${tag}beat`
    this.outages = `${tag}out`
    this.shift = `${tag}shift`
    /** What a tick needs; only shard 0 has a clock of its own. */
    this.tickKeys = [this.timers, this.seats, this.beat, this.outages, ...(number === 0 ? [this.shift] : [])]
    /** The last outage that was announced, as Redis keeps it; '' before the first one. */
    this.known = ''
    /** @type {Outage[]} that were announced */
    this.announced = []
    /** Whether the last command was not answered: until a tick is, nothing else is sent. */
    this.stalled = false
    /** The number of checks since a tick that is not answered yet; 0 if there is none. */
    this.asked = 0
    /** @type {{ args: string[], done: Promise<unknown> } | undefined} seats that are held together, in a moment */
    this.holds = undefined
    /** By how much Redis's clock has jumped ahead, if that is still to be said. */
    this.jump = 0
  }

  /** @param {string} game */
  log(game) {
    return `${this.tag}g:${game}`
  }

  /** @param {string} name */
  list(name) {
    return `${this.tag}l:${name}`
  }

  /** @param {string} game */
  channel(game) {
    return `${this.tag}c:${game}`
  }

  /**
   * Takes what Redis keeps as outages.
   * @param {string[]} lines
   * @param {(game: string) => boolean} has
   * @param {number} made when this node's store was, in its time
   * @returns {Outage[]} those that are news
   */
  learn(lines, has, made) {
    const { to: last } = parse(this.known)
    const fresh = lines.map(parse).filter(({ to }) => to > last)
    if (fresh.length === 0) return []
    this.known = lines[lines.length - 1]
    const outages = fresh.map(({ from, to }) => ({ from, to, has, past: to < made }))
    this.announced = [...this.announced, ...outages].slice(-lines.length)
    return outages
  }
}

/** @param {string} line "from to", or '' */
function parse(line) {
  const [from = 0, to = 0] = line.split(' ').map(Number)
  return { from, to }
}

/**
 * Which part a game belongs to, or a list: FNV-1a of its id or name.
 * @param {string} game
 * @param {number} shards
 * @returns {number}
 */
export function shardNumber(game, shards) {
  let hash = 0x811c9dc5
  for (let index = 0; index < game.length; index++)
    hash = Math.imul(hash ^ game.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}
