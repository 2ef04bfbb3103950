// SPDX-License-Identifier: Apache-2.0
/**
 * The reducer of game sessions: moves a second on one core, with everything that a move needs (shape, seat, clock,
 * legality, status, events, the next state), what looks for dead positions add, and the memory of a state with its live Game.
 *
 * usage: node --expose-gc tests/bench/session.js    (after make build)
 */
import os from 'node:os'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { Game } from '../../dist/index.js'
import { reduceSession } from '../../dist/session.js'
import { isMain } from '../../js/tools/main-module.js'
import { pick, randomFrom } from '../random.js'
import { median } from './harness.js'
import { settledMemory } from './settled-memory.js'

const PLIES = 80
const GAMES = 200
const WINDOWS = 15
const WINDOW = 200 // ms
const COMPARISONS = 100
const HELD = 5_000
const THINKING = 40 // ms a move
/** What a client's command ids begin with. */
const CLIENT = 'k3f9xq7w'

/** @typedef {{ setup: object[], moves: object[] }} Script commands as they come from JSON */

/**
 * @param {number} seed
 * @returns {Script} of a random game that does not end
 */
function scriptOf(seed) {
  const random = randomFrom(seed)
  for (;;) {
    const game = new Game({ draws: 'claim' })
    const moves = []
    while (moves.length < PLIES && !game.status.over) {
      const uci = pick(random, game.legalMoves('uci'))
      const by = { id: moves.length % 2 === 0 ? 'alice' : 'bob', name: 'A player' }
      moves.push({ type: 'move', id: `${CLIENT}-${moves.length}`, by, ply: moves.length, uci, lag: 20 })
      game.move(uci)
    }
    game.stop()
    if (moves.length < PLIES) continue
    const clock = { base: 180_000, increment: 2_000 }
    const create = { type: 'create', id: 'c', by: { id: 'alice' }, game: `game-${seed}`, clock }
    return JSON.parse(
      JSON.stringify({ setup: [create, { type: 'join', id: 'j', by: { id: 'bob' } }], moves }),
    )
  }
}

/**
 * @param {Script} script
 * @returns {object} the state after all moves
 * @throws {Error} when a command is refused
 */
function play({ setup, moves }) {
  let now = 1_700_000_000_000
  let state = null
  for (const commands of [setup, moves]) {
    for (const command of commands) {
      now += THINKING
      const decision = reduceSession(state, command, now)
      if (!decision.ok) throw new Error(`${JSON.stringify(command)}: ${decision.code}`)
      state = decision.state
    }
  }
  return state
}

/**
 * @returns {Promise<{ median: number, best: number, microseconds: number }>} moves a second of CPU, and µs a move, at
 *   the median
 */
export async function measureReducer() {
  const scripts = Array.from({ length: GAMES }, (_, at) => scriptOf(at + 1))
  for (const script of scripts) play(script)
  const rates = []
  for (let window = 0; window < WINDOWS; window++) {
    await setImmediate() // lets the games that were collected go
    const start = process.cpuUsage()
    const end = performance.now() + WINDOW
    let moves = 0
    for (let at = 0; performance.now() < end; at++) {
      play(scripts[at % GAMES])
      moves += PLIES
    }
    const { user, system } = process.cpuUsage(start)
    rates.push((moves * 1e6) / (user + system))
  }
  return { median: median(rates), best: Math.max(...rates), microseconds: 1e6 / median(rates) }
}

/** @returns {number} the share of CPU that `dead: 'low'` adds to 'off', at the median of runs beside each other */
export function measureLooks() {
  const scripts = Array.from({ length: GAMES }, (_, at) => scriptOf(at + 1))
  const [off, low] = ['off', 'low'].map(dead =>
    scripts.map(({ setup: [create, join], moves }) => ({ setup: [{ ...create, dead }, join], moves })),
  )
  const cost = (/** @type {Script[]} */ all) => {
    const start = process.cpuUsage()
    for (const script of all) play(script)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const ratios = Array.from({ length: COMPARISONS }, () => {
    const [before, first, second, after] = [off, low, low, off].map(cost)
    return (first + second) / (before + after)
  })
  return median(ratios) - 1
}

/** @returns {Promise<{ held: number, json: number }>} bytes a state: with its live Game, and as JSON */
export async function measureStates() {
  const scripts = Array.from({ length: GAMES }, (_, at) => scriptOf(at + 1))
  for (const script of scripts) play(script)
  const before = await settledMemory()
  const texts = scripts.map(script => JSON.stringify(script))
  // Each client has ids of its own.
  const states = Array.from({ length: HELD }, (_, at) =>
    play(JSON.parse(texts[at % GAMES].replaceAll(CLIENT, String(10_000_000 + at)))),
  )
  const after = await settledMemory()
  const bytes = after.heapUsed - before.heapUsed + (after.external - before.external)
  const json = states.reduce((sum, state) => sum + JSON.stringify(state).length, 0)
  return { held: bytes / HELD, json: json / HELD }
}

if (isMain(import.meta.url)) {
  const states = await measureStates()
  const moves = await measureReducer()
  const thousands = rate => `${Math.round(rate / 1000)} k`
  console.log(
    `reducer: ${thousands(moves.median)} moves/s (best ${thousands(moves.best)}), ${moves.microseconds.toFixed(2)} µs a move`,
  )
  console.log(`looks for dead positions add ${(100 * measureLooks()).toFixed(1)} %`)
  console.log(
    `state after ${PLIES} plies: ${Math.round(states.held)} B with its live Game, ${Math.round(states.json)} B of JSON`,
  )
  console.log(`load average ${os.loadavg().map(load => load.toFixed(2))}`)
}
