// SPDX-License-Identifier: Apache-2.0
// Game hosts for tests, over a MemoryStore or over one that breaks what a store may break.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dist } from './binbo.js'
import { PATIENCE } from './patience.js'

/** @param {string} path in dist/ */
const load = path => import(pathToFileURL(path).href)
export const { createGameServer, GameHost, MemoryStore, pgnArchive } = await load(`${dist}server.js`)
export const { foldSession, reduceSession } = await load(`${dist}session.js`)
export const { ChessError } = await load(`${dist}index.js`)
export { wait }

export const A = { id: 'A', name: 'Ann' }
export const B = { id: 'B' }
export const BLITZ = { base: 180_000, increment: 2000 }

/**
 * A store in front of another one. Every way to break is a function that a test may set.
 */
export class OddStore {
  /** Hints are changed by it: [version, events] → arguments, or undefined for none. */
  hint = (version, events) => (version === undefined ? [] : [version, events])
  /** Called before an append; may throw. */
  before = () => {}
  /** Called after an append; may throw. */
  after = () => {}
  /** Called before a read; may throw. */
  onRead = () => {}
  reads = 0
  appends = 0
  removals = 0
  held = []
  due = []
  outages = []
  ready = true
  shift = 0

  constructor(store = new MemoryStore()) {
    this.store = store
  }

  now() {
    return this.store.now() + this.shift
  }

  async append(...args) {
    this.appends++
    await this.before(...args)
    const appended = await this.store.append(...args)
    await this.after(...args)
    return appended
  }

  async read(...args) {
    this.reads++
    await this.onRead(...args)
    return this.store.read(...args)
  }

  subscribe(game, fn) {
    return this.store.subscribe(game, (version, events) => {
      const args = this.hint(version, events)
      if (args) fn(...args)
    })
  }

  onDue(fn) {
    this.due.push(fn)
  }

  onOutage(fn) {
    this.outages.push(fn)
  }

  async hold(game, color, until) {
    this.held.push([game, color, until - this.now()])
  }

  async remove(...args) {
    this.removals++
    return this.store.remove(...args)
  }

  async close() {}
}

/** What a watcher gets, with the state that its events lead to. */
export class Witness {
  news = []
  events = []
  gone = undefined

  constructor(host, game, since = 0, user = undefined, at = undefined) {
    this.end = host.watch(game, since, news => this.#take(news), user, at)
    this.since = since
  }

  #take(news) {
    this.news.push(news)
    assert.equal(this.gone, undefined, 'nothing comes after the end')
    if (news.gone) {
      this.gone = news.gone
      return
    }
    if (news.rewound) {
      this.events = []
      this.since = 0
    }
    assert.equal(
      news.version - news.events.length,
      this.since + this.events.length,
      'no gap and nothing twice',
    )
    this.events.push(...news.events)
  }

  get version() {
    return this.since + this.events.length
  }

  get types() {
    return this.events.map(({ type }) => type)
  }

  async until(check, what = String(check)) {
    for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(5))
      if (check(this)) return
    assert.fail(`never: ${what}; has ${JSON.stringify(this.news)}`)
  }
}

/** Plays moves of a line like 'e2e4 e7e5', White first; every one must be accepted. */
export async function play(hosts, game, line, { white = A, black = B, ply = 0 } = {}) {
  const all = [hosts].flat()
  for (const [i, uci] of line.split(' ').entries()) {
    const user = (ply + i) % 2 === 0 ? white : black
    const answer = await all[i % all.length].command(game, user, {
      type: 'move',
      id: `m${ply + i}`,
      ply: ply + i,
      uci,
    })
    assert.equal(answer.ok, true, `${uci}: ${JSON.stringify(answer)}`)
  }
}

/** A game of A, with White, and B. */
export async function started(host, setup = { clock: BLITZ }) {
  const answer = await host.command(undefined, A, { type: 'create', ...setup })
  assert.equal(answer.ok, true, JSON.stringify(answer))
  assert.equal((await host.command(answer.game, B, { type: 'join' })).ok, true)
  return answer.game
}

/**
 * Real records, of games that were played to their ends.
 * @param {number} count
 */
export async function records(count) {
  const made = []
  const store = new OddStore()
  const host = new GameHost({ store, archive: async record => void made.push(record) })
  for (let i = 0; i < count; i++) {
    const game = await started(host, { clock: BLITZ })
    await play(host, game, i % 2 ? 'f2f3 e7e5 g2g4 d8h4' : 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6')
    if (i % 2 === 0) await host.command(game, B, { type: 'resign' })
    store.shift += 600_001
    await store.due[0](game)
  }
  await store.store.close()
  assert.equal(made.length, count)
  return made
}
