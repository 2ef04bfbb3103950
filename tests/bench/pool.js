// SPDX-License-Identifier: Apache-2.0
/**
 * EnginePool with native Stockfish: 1,000 positions, each a new game with a limit of nodes, so that the results do not
 * depend on the engine. Two engines must give what one gives, in the same order, and faster; and so must engines that
 * are killed at random moments. Prints Markdown, and fails when a bound is broken.
 *
 * usage: node tests/bench/pool.js [speed|kills]…    (after make build)
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { processes } from '../js/support/processes.js'
import { findStockfish } from '../js/support/stockfish.js'

const dist = new URL('../../dist/', import.meta.url)
const { parsePgn } = await import(new URL('pgn.js', dist).href)
const { processTransport } = await import(new URL('node.js', dist).href)
const { EnginePool } = await import(new URL('uci.js', dist).href)

const POSITIONS = 1000
const LIMITS = { nodes: 20_000 }
const ROUNDS = 3
const LEAST_SPEEDUP = 1.6
const KILLS = 60
/** The longest time between the moment for a kill and the kill, in milliseconds. */
const LONGEST_PAUSE = 100

const stockfish = findStockfish()
if (stockfish === null) throw new Error('Stockfish is not installed: apt-get install stockfish')
const positions = readPositions()
let failed = false

/** @returns {{ fen: string, variant: string }[]} of many games, from all of their parts */
function readPositions() {
  const games = parsePgn(readFileSync(new URL('../data/games.pgn', import.meta.url)))
  const played = games.filter(({ variant }) => ['standard', 'chess960'].includes(variant))
  const all = played.flatMap(game =>
    Array.from(game.mainline(), ({ fen }) => ({ fen, variant: game.variant })),
  )
  const step = all.length / POSITIONS
  return Array.from({ length: POSITIONS }, (_, index) => all[Math.floor(index * step)])
}

/** @param {number} size @returns {EnginePool} whose engines have one thread and 16 MiB each */
const poolOf = size =>
  new EnginePool(() => processTransport(stockfish), { size, options: { Threads: size, Hash: 16 * size } })

/** @param {import('../../dist/uci.js').Info[]} lines */
const picture = lines =>
  lines.map(({ depth, score, pv, nodes }) => `${depth} ${score} ${nodes} ${pv.join(' ')}`).join('|')

/**
 * @param {EnginePool} pool
 * @param {(delivered: number) => void} [onResult]
 * @returns {Promise<{ results: string[], seconds: number }>} without the time that the engines take to start
 */
async function run(pool, onResult = () => {}) {
  await Promise.all(Array.from({ length: pool.size }, () => pool.bestMove({}, { depth: 1 })))
  const start = performance.now()
  const results = []
  for await (const lines of pool.map(positions, LIMITS, { newGames: true })) {
    results.push(picture(lines))
    onResult(results.length)
  }
  return { results, seconds: (performance.now() - start) / 1000 }
}

/**
 * @param {string} name
 * @param {string[]} results
 * @param {string[]} expected
 */
function compare(name, results, expected) {
  const wrong = expected.flatMap((result, index) => (result === results[index] ? [] : [index]))
  if (wrong.length === 0 && results.length === expected.length) return
  failed = true
  console.log(
    `${name}: ${results.length} results for ${expected.length} positions, ${wrong.length} are wrong, such as`,
  )
  for (const index of wrong.slice(0, 3))
    console.log(`${positions[index].fen}\n  one engine: ${expected[index]}\n  the pool:   ${results[index]}`)
}

/** @param {number} size */
async function runOnce(size) {
  const pool = poolOf(size)
  try {
    return await run(pool)
  } finally {
    await pool.close()
  }
}

async function speed() {
  const ratios = []
  let expected
  console.log(
    `| ${POSITIONS} positions, ${LIMITS.nodes} nodes | one engine | two engines | times as fast |\n|---|---|---|---|`,
  )
  for (let round = 1; round <= ROUNDS; round++) {
    const one = await runOnce(1)
    const two = await runOnce(2)
    expected ??= one.results
    compare('one engine again', one.results, expected)
    compare('two engines', two.results, expected)
    ratios.push(one.seconds / two.seconds)
    console.log(
      `| round ${round} | ${one.seconds.toFixed(1)} s | ${two.seconds.toFixed(1)} s | ${ratios.at(-1).toFixed(2)} |`,
    )
  }
  const best = Math.max(...ratios)
  if (availableParallelism() > 1 && best < LEAST_SPEEDUP) {
    failed = true
    console.log(
      `two engines are ${best.toFixed(2)} times as fast as one: at least ${LEAST_SPEEDUP} is required`,
    )
  }
}

/** @returns {number[]} the process ids of this process's engines */
const engines = () =>
  processes()
    .filter(
      ({ parent, args, state }) => parent === process.pid && args.includes('stockfish') && state !== 'Z',
    )
    .map(({ pid }) => pid)

async function kills() {
  const { results: expected } = await runOnce(1)
  const size = 3
  const pool = poolOf(size)
  let count = 0
  // A search that two engines die of rejects. All that ran at a kill are over after so many more results.
  const pause = 2 * size + 1
  let next = Math.floor(Math.random() * pause)
  /** @type {Promise<void>[]} */
  const pending = []
  let seen = 0
  const kill = async () => {
    await wait(Math.random() * LONGEST_PAUSE)
    const pids = engines()
    const victim = pids[Math.floor(Math.random() * pids.length)]
    if (victim === undefined) return
    process.kill(victim, 'SIGKILL')
    count++
    next = seen + pause + Math.floor(Math.random() * pause)
  }
  try {
    const { results, seconds } = await run(pool, delivered => {
      seen = delivered
      if (delivered < next || count >= KILLS) return
      next = Number.POSITIVE_INFINITY
      pending.push(kill())
    })
    await Promise.all(pending)
    compare('engines that are killed', results, expected)
    console.log(
      `\n${size} engines, ${count} of them killed at random moments: ${results.length} results in ${seconds.toFixed(1)} s, all in order and as of one engine`,
    )
  } finally {
    await pool.close()
  }
  const left = engines()
  if (left.length > 0 || count < KILLS / 4) {
    failed = true
    console.log(`${left.length} engines are left, ${count} were killed`)
  }
}

const parts = { speed, kills }
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  if (!Object.hasOwn(parts, name))
    throw new Error(`there is no part ${name}: the parts are ${Object.keys(parts).join(', ')}`)
  await parts[/** @type {keyof typeof parts} */ (name)]()
}
process.exitCode = failed ? 1 : 0
