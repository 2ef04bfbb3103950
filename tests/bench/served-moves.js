// SPDX-License-Identifier: Apache-2.0
/**
 * What a game server asks of the core, beside its own moves: playMoves() of a game of 80 plies against as many calls of
 * move(), each in a new game, and a tryMove() that is refused. Medians of 41 rounds, in microseconds; rounds of the
 * three take turns, so that a busy machine slows all alike.
 *
 * usage: node tests/bench/served-moves.js    (after make build)
 */
import { loadavg } from 'node:os'
import { Game } from '../../dist/index.js'
import { median } from './harness.js'
import { seededRandom } from './random.js'

const PLIES = 80
const ROUNDS = 41
const CALLS = 300

const random = seededRandom(80)

/** @returns {string[]} the moves of a random game that goes on after them */
function randomMoves() {
  const game = new Game()
  /** @type {string[]} */
  const moves = []
  while (moves.length < PLIES && !game.status.over) {
    const legal = game.legalMoves('uci')
    moves.push(legal[random(legal.length)])
    game.move(moves[moves.length - 1])
  }
  return game.status.over ? randomMoves() : moves
}

const moves = randomMoves()
const start = new Game()

/** @type {Record<string, () => void>} */
const CASES = {
  [`${PLIES} × move`]: () => {
    const game = new Game()
    for (const move of moves) game.move(move)
    game.stop()
  },
  [`playMoves of ${PLIES}`]: () => {
    const game = new Game()
    game.playMoves(moves)
    game.stop()
  },
  'tryMove, refused': () => {
    if (start.tryMove('e2e5').ok) throw new Error('e2e5 was played')
  },
}

/** @type {Map<string, number[]>} */
const times = new Map(Object.keys(CASES).map(name => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(CASES)) {
    const began = performance.now()
    for (let i = 0; i < CALLS; i++) run()
    times.get(name)?.push((1000 * (performance.now() - began)) / CALLS)
  }
}

const medians = [...times].map(([name, list]) => ({ name, time: median(list.slice(5)) }))
for (const { name, time } of medians) console.log(`${name.padEnd(20)} ${time.toFixed(2)} µs`)
console.log(`playMoves / moves    ${(medians[1].time / medians[0].time).toFixed(2)}`)
console.log(`load average         ${loadavg()[0].toFixed(1)}`)
