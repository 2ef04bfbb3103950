// SPDX-License-Identifier: Apache-2.0
// Games between scripted players over several nodes and one Redis, all of them processes, for tests that break them.
// FAULTS_TIMES=10 makes each stretch of play ten times as long.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { checkLog, checkSeen, compareWithPlayer, readLogs } from './game-logs.js'
import { GameNode } from './game-nodes.js'
import { Player } from './game-players.js'
import { longGame } from './long-games.js'
import { PATIENCE } from './patience.js'
import { withRedis } from './redis.js'

const TIMES = Number(process.env.FAULTS_TIMES || 1)
/** Moves of a script: nobody gets to its end. */
const PLIES = 560
const SCRIPTS = 4

/** @type {string[][]} */
let scripts = []

/**
 * @typedef {object} WorldOptions
 * @property {import('./redis.js').RedisServerOptions} [redis]
 * @property {number} [nodes]
 * @property {number} [games] the players of each are on different nodes
 * @property {object} [clock]
 * @property {boolean} [begin] whether games are begun; default true
 * @property {[number, number]} [think] milliseconds, at least and at most
 * @property {(index: number, url: string) => import('./game-nodes.js').NodeOptions} [node] options by number; `url` is of
 *   Redis
 * @property {(redis: import('./redis.js').RedisServer) => Promise<void>} [prepare] before nodes are started
 * @property {(urls: string[], player: number) => string[]} [route] where a player connects, instead of the nodes
 */

/** @typedef {{ id: string, white: Player, black: Player, script: string[] }} WorldGame */

export class FaultWorld {
  /** @type {import('./redis.js').RedisServer} */
  redis
  /** @type {GameNode[]} */
  nodes = []
  /** @type {WorldGame[]} */
  games = []
  /** @type {Player[]} */
  players = []
  #think

  /** @param {WorldOptions} options */
  constructor({ think = [20, 60] }) {
    const [least, most] = think
    this.#think = () => least + Math.random() * (most - least)
  }

  /** @param {WorldOptions} options */
  async begin({
    nodes = 2,
    games = 6,
    clock = { base: 180_000, increment: 2000 },
    begin = true,
    node,
    route,
  }) {
    const { url } = this.redis
    this.nodes = Array.from(
      { length: nodes },
      (_, index) => new GameNode({ redis: url, ...node?.(index, url) }),
    )
    await Promise.all(this.nodes.map(each => each.start()))
    scripts =
      scripts.length > 0 ? scripts : Array.from({ length: SCRIPTS }, (_, at) => longGame(at + 1, PLIES))
    for (let index = 0; index < 2 * games; index++) {
      const urls = () => this.nodes.map(each => each.url)
      this.players.push(new Player(route ? () => route(urls(), index) : urls, index))
    }
    await Promise.all(this.players.map(player => player.connect()))
    for (let index = 0; index < games; index++) {
      const [white, black] = this.players.slice(2 * index, 2 * index + 2)
      this.games.push({ id: '', white, black, script: scripts[index % scripts.length] })
    }
    if (begin) await Promise.all(this.games.map(game => beginGame(game, clock)))
  }

  /** Lets all players play. */
  play() {
    for (const { white, black, script } of this.games)
      for (const player of [white, black]) player.play(script, this.#think)
  }

  /** Lets all players play for a time, whether anything is answered or not. @param {number} ms */
  async playFor(ms) {
    this.play()
    await wait(ms * TIMES)
  }

  /** Lets all players play until each has had so many answers. */
  async playMoves(answers = 4) {
    await this.playsAgain(() => this.play(), answers * TIMES)
  }

  /** Moves that were acknowledged so far. */
  get moves() {
    return this.players.reduce((sum, { accepted }) => sum + accepted.length, 0)
  }

  /** Waits until every player has had so many answers to commands after this call, which begins with an action. */
  async playsAgain(action = () => {}, answers = 1) {
    const before = this.players.map(({ accepted }) => accepted.length)
    action()
    const stuck = () => this.players.filter(({ accepted }, at) => accepted.length < before[at] + answers)
    await until('all play on', () => stuck().length === 0).catch(error => {
      const players = stuck().map(({ game, color, ply, status, url }) => ({ game, color, ply, status, url }))
      throw new Error(`players are stuck: ${JSON.stringify(players)}`, { cause: error })
    })
  }

  /** Ends all games by resignation, when everybody is well again. */
  async finish() {
    for (const player of this.players) player.stop()
    await until('all commands are answered', () =>
      this.players.every(player => player.isConnected && !player.isWaiting),
    )
    await Promise.all(
      this.games.map(({ white }) => (white.status === 'playing' ? white.command('resign') : undefined)),
    )
    await until('all know the end', () =>
      this.games.every(
        ({ white, black }) =>
          white.status === 'over' && black.status === 'over' && white.version === black.version,
      ),
    )
  }

  /**
   * Reads all logs and checks what must always hold.
   * @param {{ url?: string, mayLose?: boolean }} [options] `url` of Redis. `mayLose`: losses are counted only
   */
  async check({ url = this.redis.url, mayLose = false } = {}) {
    const logs = await readLogs(url)
    let lost = 0
    let twice = 0
    for (const { id, white, black } of this.games) {
      const log = logs.get(id) ?? []
      const state = checkLog(id, log)
      if (!mayLose) assert.equal(state.status, 'over', `${id} has ended`)
      for (const player of [white, black]) {
        const result = compareWithPlayer(log, player)
        lost += result.lost.length
        twice += result.twice.length
        if (!mayLose) assert.deepEqual(result, { lost: [], twice: [] }, `acknowledged in ${id}`)
        checkSeen(log, player)
      }
    }
    return {
      figures: { ...this.figures(), lost },
      twice,
      refused: this.players.flatMap(({ refused }) => refused),
      logs,
    }
  }

  figures() {
    const times = this.players.flatMap(({ accepted }) => accepted.map(({ ms }) => ms)).sort((a, b) => a - b)
    const at = (/** @type {number} */ part) => Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)
    const connects = this.players.reduce((sum, player) => sum + player.connects - 1, 0)
    const unavailable = this.players.reduce((sum, player) => sum + player.unavailable.length, 0)
    const rewinds = this.players.reduce((sum, player) => sum + player.rewinds, 0)
    return {
      acknowledged: times.length,
      median: at(0.5),
      p99: at(0.99),
      worst: at(1),
      connects,
      unavailable,
      rewinds,
    }
  }

  async end() {
    for (const player of this.players) player.close()
    await Promise.all(this.nodes.map(node => node.end()))
  }
}

/**
 * @param {import('node:test').TestContext} t at whose end everything ends
 * @param {WorldOptions} [options]
 */
export async function withWorld(t, options = {}) {
  const world = new FaultWorld(options)
  t.after(() => world.end())
  world.redis = await withRedis(t, { appendfsync: 'everysec', ...options.redis })
  await options.prepare?.(world.redis)
  await world.begin(options)
  return world
}

/**
 * @param {WorldGame} game
 * @param {object} clock
 */
export async function beginGame(game, clock) {
  const { white, black } = game
  const created = await white.command('create', { clock, color: 'white' })
  assert.ok(created.ok, `create: ${JSON.stringify(created)}`)
  game.id = created.game
  white.watch(game.id, 'white')
  black.watch(game.id, 'black')
  const joined = await black.command('join')
  assert.ok(joined.ok, `join: ${JSON.stringify(joined)}`)
  await until('the game has begun', () => white.status !== 'none' && black.status !== 'none')
}

/**
 * @param {string} what
 * @param {() => boolean | Promise<boolean>} fn
 * @param {number} [patience] milliseconds
 */
export async function until(what, fn, patience = PATIENCE) {
  for (const end = performance.now() + patience; !(await fn()); await wait(10))
    assert.ok(performance.now() < end, `${what}, within ${patience} ms`)
}
