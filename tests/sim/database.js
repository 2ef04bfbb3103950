// SPDX-License-Identifier: Apache-2.0
// The simulated store behind its network: logs with compare-and-append, timers and seats with leases, heartbeats and
// outages of two shards. It may be down, and any node may be cut off from it.

/** @import { SimNode } from './node.js' */
/** @import { World } from './world.js' */

const SHARDS = 2
const LEASE = 5000
const LONGEST_GAP = 3000
/** An append that comes later than this after the way of a message is refused, in ms. */
const PROMPT = 100
/** Between two looks of the nodes at the timers, in ms. */
const POLL = 100

/** @typedef {{ events: any[], kept: number[], due: number | null, claim: number }} Log `kept`: when each event was */
/** @typedef {{ from: number, to: number, shard: number }} Outage */

export class Database {
  /** @type {Map<string, Log>} */
  logs = new Map()
  /** Logs of games that were removed. @type {Map<string, any[]>} */
  removed = new Map()
  /** @type {Map<string, { until: number, claim: number }>} by game:color */
  seats = new Map()
  /** @type {Outage[]} */
  outages = []
  /** @type {boolean[]} by shard */
  up = [true, true]
  /** When one of them went, or came back. */
  upAt = 0
  /** @type {SimNode[]} */
  nodes = []
  /** @type {string[]} what must not happen */
  complaints = []
  /** @type {Map<string, Set<{ node: SimNode, epoch: number, hint: (...args: any[]) => void }>>} */
  listeners = new Map()
  /** Called when a node asks it to note an absence. @type {((game: string) => void) | undefined} */
  onAbsence
  #world
  #codec
  /** @type {number[]} */
  #beats
  #claims = 0

  /**
   * @param {World} world
   * @param {{ encodeEvent: (event: any) => string, decodeEvent: (text: string) => any }} codec
   */
  constructor(world, codec) {
    this.#world = world
    this.#codec = codec
    this.#beats = [world.now, world.now]
  }

  /** @param {string} game */
  shardOf(game) {
    let sum = 0
    for (let i = 0; i < game.length; i++) sum = (sum * 31 + game.charCodeAt(i)) | 0
    return (sum >>> 3) % SHARDS
  }

  /** @param {number} shard @returns {boolean} whether nodes look after it */
  #isServed(shard) {
    return this.up[shard] && this.nodes.some(node => node.isAlive && !node.isCut)
  }

  /** Call it before anything changes that #isServed() depends on, and after. */
  beat() {
    for (let shard = 0; shard < SHARDS; shard++) {
      if (!this.#isServed(shard)) continue
      const { now } = this.#world
      const from = this.#beats[shard]
      this.#beats[shard] = now
      if (now - from > LONGEST_GAP && this.#hadGap[shard]) this.#note({ from, to: now, shard })
      this.#hadGap[shard] = false
    }
  }

  /** Shards that nobody has looked after since the last beat: with nodes at work, beats are not events of their own. */
  #hadGap = [false, false]

  /** Nodes, cuts or shards change. @param {() => void} change */
  change(change) {
    const before = this.up.map((_, shard) => this.#isServed(shard))
    this.beat()
    const { up } = this
    const wasUp = up.join()
    change()
    if (up.join() !== wasUp) this.upAt = this.#world.now
    for (let shard = 0; shard < SHARDS; shard++) {
      if (before[shard] && !this.#isServed(shard)) {
        this.#hadGap[shard] = true
        // The last beat was a while ago.
        this.#beats[shard] = this.#world.now - this.#world.between(0, POLL)
      }
    }
    // Who comes back needs a moment.
    this.#world.in(this.#world.between(0, POLL), () => this.beat())
  }

  /** @param {Outage} outage */
  #note(outage) {
    this.outages.push(outage)
    for (const node of this.nodes) node.hearOutages()
  }

  /**
   * @param {string} game
   * @param {number} version
   * @param {any[]} events
   * @param {number | null} due
   * @param {number} known outages that the node knows
   * @param {number} called when it was, by the node
   * @param {number} way the longest of a message, in ms
   * @returns {{ ok: true } | { ok: false, missed: any[], outages?: true }}
   */
  append(game, version, events, due, known, called, way) {
    this.beat()
    if (known < this.outages.length) return { ok: false, missed: [], outages: true }
    let log = this.logs.get(game)
    const length = log?.events.length ?? 0
    if (length !== version) return { ok: false, missed: log?.events.slice(version) ?? [] }
    const oldest = this.#world.now - way - PROMPT
    if (called < oldest) return { ok: false, missed: [] }
    if (log === undefined) {
      log = { events: [], kept: [], due: null, claim: 0 }
      this.logs.set(game, log)
    }
    const { encodeEvent, decodeEvent } = this.#codec
    for (const { type, at } of events) {
      // A command waits for the store, but time never runs ahead, and what follows begins when the event can be seen.
      if (at > this.#world.now) this.complaints.push(`${game}: ${type} comes from the future`)
      if (at < oldest) this.complaints.push(`${game}: ${type} is ${this.#world.now - at} ms old`)
      log.kept.push(this.#world.now)
    }
    const kept = events.map(event => Object.freeze(decodeEvent(encodeEvent(event))))
    log.events.push(...kept)
    log.due = due
    this.#setTimer(game, log, due)
    this.#hint(game, log.events.length, kept)
    return { ok: true }
  }

  /** @param {string} game @param {number} since */
  read(game, since) {
    return this.logs.get(game)?.events.slice(since) ?? []
  }

  /** @param {string} game @param {string} color @param {number} until */
  hold(game, color, until) {
    const key = `${game}:${color}`
    const before = this.seats.get(key)
    this.#setSeat(key, until)
    if (before !== undefined && until < before.until) this.#hint(game)
  }

  /** @param {string} game @param {number} version */
  remove(game, version) {
    const log = this.logs.get(game)
    if ((log?.events.length ?? 0) !== version) return false
    if (log !== undefined) this.removed.set(game, log.events)
    this.logs.delete(game)
    for (const color of ['white', 'black']) this.seats.delete(`${game}:${color}`)
    this.#hint(game)
    return true
  }

  /** @param {string} game @param {number} [version] @param {any[]} [events] */
  #hint(game, version, events) {
    for (const { node, epoch, hint } of this.listeners.get(game) ?? []) {
      for (const delay of node.hintDelays()) {
        this.#world.in(delay, () => {
          if (!node.is(epoch) || node.isCut) return
          if (version === undefined) hint()
          else hint(version, events)
        })
      }
    }
  }

  /** @param {string} game @param {Log} log @param {number | null} due */
  #setTimer(game, log, due) {
    const claim = ++this.#claims
    log.claim = claim
    if (due !== null)
      this.#world.in(due - this.#world.now + this.#world.between(0, POLL), () => this.#ring(game, claim))
  }

  /** @param {string} game @param {number} claim */
  #ring(game, claim) {
    const log = this.logs.get(game)
    if (log === undefined || log.claim !== claim) return
    const node = this.#anyNode(game)
    if (node === undefined) return this.#world.in(POLL, () => this.#ring(game, claim))
    this.beat()
    this.#setTimer(game, log, this.#world.now + LEASE)
    node.deliverDue(game)
  }

  /** @param {string} key @param {number} until */
  #setSeat(key, until) {
    const claim = ++this.#claims
    this.seats.set(key, { until, claim })
    this.#world.in(until - this.#world.now + this.#world.between(0, POLL), () => this.#expire(key, claim))
  }

  /** @param {string} key @param {number} claim */
  #expire(key, claim) {
    if (this.seats.get(key)?.claim !== claim) return
    const colon = key.lastIndexOf(':')
    const game = key.slice(0, colon)
    const node = this.#anyNode(game)
    if (node === undefined) return this.#world.in(POLL, () => this.#expire(key, claim))
    this.#setSeat(key, this.#world.now + LEASE)
    const lease = this.seats.get(key)?.claim
    node.deliverDue(game, [key.slice(colon + 1)], () => {
      if (this.up[this.shardOf(game)] && this.seats.get(key)?.claim === lease) this.seats.delete(key)
    })
  }

  /** @param {string} game @returns {SimNode | undefined} one that looks at the timers */
  #anyNode(game) {
    if (!this.up[this.shardOf(game)]) return undefined
    const nodes = this.nodes.filter(node => node.isAlive && !node.isCut)
    return nodes.length === 0 ? undefined : this.#world.pick(nodes)
  }
}
