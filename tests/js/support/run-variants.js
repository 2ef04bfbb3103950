// SPDX-License-Identifier: Apache-2.0
// make variants GAMES=20000 [VARIANT=atomic] [GAME=17]: random games of the variants, each position compared with chessops
// and ffish. Prints a table; the exit code is 1 if there is a difference that variant-differences.js does not explain.

import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { variantSeed } from './random-variants.js'
import { Binbo, Chessops, Ffish, VARIANTS } from './variant-boards.js'
import { compareGame, describe, replay } from './variant-comparison.js'
import { DIFFERENCES } from './variant-differences.js'

const CHUNK = 100
const SHOWN = 20

/** Plays the games from `first` to `last`; what it found, as data that can be sent. */
function play({ variant, first, last }) {
  const found = { variant, games: 0, positions: 0, results: {}, reasons: {}, errors: [] }
  for (let game = first; game < last; game++) {
    const { plies, result } = compareGame(
      { variant, seed: variantSeed, game, Subject: Binbo, Witnesses: [Chessops, Ffish] },
      difference => {
        const { reason } = difference
        if (reason) found.reasons[reason] = (found.reasons[reason] ?? 0) + 1
        else found.errors.push(`${describe(difference)}\n  ${replay(difference, variantSeed)}`)
      },
    )
    found.games++
    found.positions += plies
    found.results[result] = (found.results[result] ?? 0) + 1
  }
  return found
}

const add = (sum, counts) => {
  for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count
}

function merge(totals, { variant, games, positions, results, reasons, errors }) {
  const total = totals.get(variant)
  total.games += games
  total.positions += positions
  add(total.results, results)
  add(total.reasons, reasons)
  for (const error of errors) {
    total.errors++
    if (total.errors <= SHOWN) console.log(`\n${error}`)
  }
}

/** The chunks of all variants by turns, so that a run that is cut short has seen each. */
function chunks(variants, games) {
  const list = []
  for (let first = 0; first < games; first += CHUNK) {
    for (const variant of variants) list.push({ variant, first, last: Math.min(first + CHUNK, games) })
  }
  return list
}

/** Every chunk to one of as many threads as there are cores. */
const share = (tasks, onFound) =>
  Promise.all(
    Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
      const worker = new Worker(new URL(import.meta.url))
      try {
        for (let task = tasks.shift(); task; task = tasks.shift()) {
          const answer = once(worker, 'message')
          worker.postMessage(task)
          onFound((await answer)[0])
        }
      } finally {
        await worker.terminate()
      }
    }),
  )

const count = number => (number ?? 0).toLocaleString('en')

function printTable(totals) {
  const title = ['variant', 'games', 'positions', '1-0', '0-1', '1/2', 'open', 'allowed', 'errors']
  const lines = [...totals].map(([variant, { games, positions, results, reasons, errors }]) => [
    variant,
    ...[games, positions, results['1-0'], results['0-1'], results['1/2-1/2'], results['*']].map(count),
    count(Object.values(reasons).reduce((sum, number) => sum + number, 0)),
    count(errors),
  ])
  for (const cells of [title, ...lines]) {
    console.log(cells.map((cell, index) => (index ? cell.padStart(11) : cell.padEnd(14))).join(''))
  }
  console.log('\nAllowed differences:')
  for (const { variant, witness, reason } of DIFFERENCES) {
    const number = totals.get(variant)?.reasons[reason]
    if (number) console.log(`${variant}, ${witness}: ${count(number)}: ${reason}`)
  }
}

async function main() {
  const { GAMES = '200', VARIANT, GAME } = process.env
  const variants = VARIANT ? [VARIANT] : VARIANTS
  const totals = new Map(
    variants.map(variant => [variant, { games: 0, positions: 0, results: {}, reasons: {}, errors: 0 }]),
  )
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(0)
  if (GAME) {
    for (const variant of variants)
      merge(totals, play({ variant, first: Number(GAME), last: Number(GAME) + 1 }))
  } else {
    const tasks = chunks(variants, Number(GAMES))
    const all = tasks.length
    let done = 0
    await share(tasks, found => {
      merge(totals, found)
      done++
      if (done % 50 === 0) console.log(`${Math.floor((done / all) * 100)} % after ${seconds()} s`)
    })
  }
  printTable(totals)
  console.log(`seed ${variantSeed}, ${seconds()} s`)
  process.exitCode = [...totals.values()].some(({ errors }) => errors > 0) ? 1 : 0
}

if (isMainThread) await main()
else parentPort.on('message', task => parentPort.postMessage(play(task)))
