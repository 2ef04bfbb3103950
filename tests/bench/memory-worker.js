// SPDX-License-Identifier: Apache-2.0
// Keeps games alive and prints, as JSON, what that costs above this process as it was before the library was
// loaded. Input, on stdin: { library, count, lines } with lines of UCI moves, used in turn.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { settledMemory } from './settled-memory.js'

/**
 * @typedef {{ create(line: string[]): unknown, answer(game: any): string }} Keeper
 */

/** @type {Record<string, () => Promise<Keeper>>} */
const keepers = {
  async binbo() {
    const { Game } = await import('../../dist/index.js')
    return {
      create(line) {
        const game = new Game()
        game.playMoves(line)
        return game
      },
      answer: game => `${game.ply} ${game.fen}`,
    }
  },
  async 'chess-js'() {
    const { Chess } = await import('chess.js')
    return {
      create(line) {
        const chess = new Chess()
        for (const uci of line) chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] })
        return chess
      },
      answer: chess => `${chess.history().length} ${chess.fen()}`,
    }
  },
}

/** @type {{ library: string, count: number, lines: string[][] }} */
const { library, count, lines } = JSON.parse(readFileSync(0, 'utf8'))
/** @type {unknown[]} */
const games = new Array(count).fill(null)
const empty = await settledMemory()
const { create, answer } = await keepers[library]()
const start = process.cpuUsage()
for (let index = 0; index < count; index++) {
  games[index] = create(lines[index % lines.length])
  if (index % 10_000 === 9999) await sleep(0)
}
const { user, system } = process.cpuUsage(start)
const full = await settledMemory()

/** @type {string[]} */
const expected = lines.map(line => answer(create(line)))
let wrong = 0
for (let index = 0; index < count; index++) {
  if (answer(games[index]) !== expected[index % lines.length]) wrong++
}
console.log(
  JSON.stringify({
    rss: full.rss - empty.rss,
    javascript: full.heapUsed - empty.heapUsed,
    external: full.external - empty.external,
    wasm: full.wasm - empty.wasm,
    peakRss: process.resourceUsage().maxRSS * 1024 - empty.rss,
    seconds: (user + system) / 1e6,
    wrong,
  }),
)
