// SPDX-License-Identifier: Apache-2.0
// Reads all games of a PGN file with one library, keeps them, and prints, as JSON, what that costs above this process
// as it was before the library was loaded; and once more after every node of them was visited.
// node --expose-gc pgn-memory-worker.js library file
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { settledMemory } from './settled-memory.js'

/** @typedef {Awaited<ReturnType<typeof settledMemory>>} Memory */

const [library, file] = process.argv.slice(2)

/** @type {any[]} */
let games = []
const empty = await settledMemory()
/** @type {{ trees: { parse(text: string): any[], walk(game: any): { nodes: number } } }} */
const { trees } = await import(`./libraries/${library}.js`)
games = trees.parse(readFileSync(file, 'utf8'))
const parsed = await settledMemory()
const nodes = games.reduce((sum, game) => sum + trees.walk(game).nodes, 0)
const walked = await settledMemory()

/** @param {Memory} memory */
const above = ({ rss, heapUsed, external, wasm }) => ({
  rss: rss - empty.rss,
  javascript: heapUsed - empty.heapUsed,
  external: external - empty.external,
  wasm: wasm - empty.wasm,
})
console.log(JSON.stringify({ games: games.length, nodes, parsed: above(parsed), walked: above(walked) }))
