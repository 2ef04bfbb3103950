// SPDX-License-Identifier: Apache-2.0
// make replay PGN=games.pgn: replays every game of a file with the packed package, installed in an empty folder, in
// Node and in headless Chromium, and compares the results. Default: tests/data/games.pgn.

import { readFile } from 'node:fs/promises'
import { digest, findFaults } from './compare.js'
import { replayEverywhere } from './replay-everywhere.js'
import { splitGames } from './split-games.js'

const MOST_FAULTS_SHOWN = 20

/** @import { ReplayResult } from './replay-games.js' */

/** @param {string} name @param {ReplayResult} result */
function report(name, result) {
  const games = result.games.flatMap(game => ('error' in game ? [] : [game]))
  const plies = games.reduce((sum, game) => sum + game.plies, 0)
  const over = games.filter(game => JSON.parse(game.status).over).length
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`
  console.log(
    `${name.padEnd(9)} ${games.length} games, ${plies} plies, ${over} over by rule; ` +
      `loadPgn ${seconds(result.loadMs)}, with undo, redo and sanMove ${seconds(result.totalMs)}`,
  )
  console.log(`${''.padEnd(9)} sha256 ${digest(result)}`)
}

const path = process.argv[2] || 'tests/data/games.pgn'
const texts = splitGames(await readFile(path, 'utf8'))
if (texts.length === 0) {
  console.error(`${path} holds no game`)
  process.exit(1)
}
const { node, chromium, tarball, bytes } = await replayEverywhere(texts)
console.log(
  `${path}: ${texts.length} games through ${tarball} (${bytes} bytes), installed in an empty folder`,
)
report('Node', node)
report('Chromium', chromium)

const faults = findFaults(node, chromium)
for (const fault of faults.slice(0, MOST_FAULTS_SHOWN)) console.error(fault)
if (faults.length > MOST_FAULTS_SHOWN) console.error(`… and ${faults.length - MOST_FAULTS_SHOWN} more`)
console.log(
  faults.length ? `${faults.length} games failed or differ` : 'Node and Chromium agree on every game',
)
process.exitCode = faults.length ? 1 : 0
