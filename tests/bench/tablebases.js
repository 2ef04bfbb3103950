// SPDX-License-Identifier: Apache-2.0
/**
 * Probes real Syzygy tables: compares with Stockfish, counts rounds of requests over HTTP, measures warm probes.
 *
 * usage: TABLES=folder POSITIONS=40000 SEED=1 node tests/bench/tablebases.js
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { serveFiles } from '../js/support/ranges.js'
import { askStockfish, randomPosition } from '../js/support/syzygy.js'
import { pick, randomFrom } from '../random.js'

const { TABLES: folder = '', POSITIONS = '40000', SEED = '1' } = process.env
if (folder === '') throw new Error('TABLES names a folder with .rtbw and .rtbz files')
const names = readdirSync(folder).filter(name => /\.rtb[wz]$/.test(name))
const materials = names.filter(name => name.endsWith('w')).map(name => name.split('.')[0])
const random = randomFrom(Number(SEED))
const positionsOf = (/** @type {readonly string[]} */ list, /** @type {number} */ count) =>
  Array.from({ length: count }, () => randomPosition(pick(random, list), random))

async function compare() {
  const positions = positionsOf(materials, Number(POSITIONS))
  const tables = await Tablebase.open(tablebaseFolder(folder))
  const expected = await askStockfish(folder, positions)
  const wrong = positions.filter((position, i) => {
    const { wdl, dtz } = /** @type {any} */ (tables.dtzSync(position))
    return wdl !== expected[i].wdl || dtz !== expected[i].dtz || tables.wdlSync(position) !== wdl
  })
  for (const { fen } of wrong.slice(0, 10)) console.log(`differs: ${fen}`)
  console.log(`WDL and DTZ of ${positions.length} positions, as Stockfish has them: ${wrong.length} differ`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Counts requests, and the rounds in which they are made: those of one round do not wait for each other. */
function countRequests() {
  const counts = { requests: 0, rounds: 0 }
  const real = globalThis.fetch
  let pending = 0
  globalThis.fetch = async (...args) => {
    counts.requests++
    if (pending++ === 0) counts.rounds++
    const response = await real(...args)
    const bytes = await response.arrayBuffer().finally(() => pending--)
    return new Response(bytes, response)
  }
  return counts
}

async function rounds() {
  const largest = Math.max(...materials.map(name => name.length))
  const positions = positionsOf(
    materials.filter(name => name.length === largest),
    500,
  )
  const server = await serveFiles(
    undefined,
    new Map(names.map(name => [`/${name}`, readFileSync(join(folder, name))])),
  )
  const counts = countRequests()
  /** @type {Record<string, (tables: Tablebase, position: any) => Promise<unknown>>} */
  const questions = {
    'wdl()': (tables, position) => tables.wdl(position),
    'moves({ dtz: false })': (tables, position) => tables.moves(position, { dtz: false }),
    'dtz()': (tables, position) => tables.dtz(position),
    'moves()': (tables, position) => tables.moves(position),
  }
  for (const [name, ask] of Object.entries(questions)) {
    const sums = { rounds: 0, requests: 0, warm: 0, most: 0 }
    for (const position of positions) {
      const tables = await Tablebase.open(server.url)
      Object.assign(counts, { requests: 0, rounds: 0 })
      await ask(tables, position)
      sums.rounds += counts.rounds
      sums.requests += counts.requests
      sums.most = Math.max(sums.most, counts.rounds)
      await ask(tables, position)
      sums.warm += counts.requests
    }
    const mean = (/** @type {number} */ sum) => (sum / positions.length).toFixed(2)
    console.log(
      `${name}, ${largest - 1} men, cold: ${mean(sums.rounds)} rounds (at most ${sums.most}), ${mean(sums.requests)} requests; ` +
        `again: ${mean(sums.warm - sums.requests)} requests`,
    )
  }
  await server.close()
}

async function speed() {
  const tables = await Tablebase.open(tablebaseFolder(folder))
  const positions = positionsOf(materials, 5000)
  const fens = positions.map(position => position.toFen({ enPassant: 'legal' }))
  /** @type {Record<string, readonly any[]>} */
  const forms = { Position: positions, FEN: fens }
  for (const [name, list] of Object.entries(forms)) {
    let best = 0
    for (let run = 0; run < 5; run++) {
      const start = performance.now()
      for (let i = 0; i < 20; i++) for (const position of list) tables.wdlSync(position)
      best = Math.max(best, (20 * list.length * 1000) / (performance.now() - start))
    }
    console.log(`wdlSync() of a ${name}, warm: ${Math.round(best).toLocaleString('en')} a second`)
  }
}

await compare()
await speed()
await rounds()
