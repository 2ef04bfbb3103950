// SPDX-License-Identifier: Apache-2.0
// Makes tests/data/games.pgn and tests/data/positions.json: games that a native Stockfish plays against
// itself, and positions with the engine's own perft counts. Seeds and node limits are fixed, so that the
// same engine writes the same files. SAN comes from chessops, not from the library under test.
//
//   node tests/data/make/run.js

import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '../../random.js'
import { plannedGames } from './game-plan.js'
import { writePgn } from './pgn-text.js'
import { playGame } from './self-play.js'
import { SPECIAL_POSITIONS } from './special-positions.js'
import { processTransport } from 'binbo/node'
import { Engine } from 'binbo/uci'
import { findStockfish, stockfishDivide } from '../../js/support/stockfish.js'

/** @import { PlayedGame } from './self-play.js' */
/** @typedef {{ fen: string, variant: 'standard' | 'chess960', name?: string, perft: number[] }} TestPosition */

const POSITIONS_FROM_GAMES = 120
const PERFT_DEPTH = 3

/**
 * Positions spread evenly over all plies of all games.
 * @param {PlayedGame[]} games
 * @param {number} count
 * @returns {{ fen: string, variant: 'standard' | 'chess960' }[]}
 */
function samplePositions(games, count) {
  const all = games.flatMap(game => game.plies.map(({ fen }) => ({ fen, variant: game.plan.variant })))
  const random = randomFrom(20261121)
  /** @type {Map<string, { fen: string, variant: 'standard' | 'chess960' }>} */
  const chosen = new Map()
  while (chosen.size < count) {
    const position = all[Math.floor(((chosen.size + random()) / count) * all.length)]
    chosen.set(position.fen, position)
  }
  return [...chosen.values()]
}

/**
 * @param {string} stockfish its path
 * @param {string} fen
 * @returns {number[]} perft 1, 2, 3 …
 */
function perftCounts(stockfish, fen) {
  const jobs = Array.from({ length: PERFT_DEPTH }, (_, i) => ({
    fen,
    variant: /** @type {const} */ ('chess960'),
    depth: i + 1,
  }))
  return stockfishDivide(stockfish, jobs).map(divide => [...divide.values()].reduce((sum, n) => sum + n, 0))
}

async function main() {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'tests/data' } } })
  const stockfish = findStockfish()
  if (!stockfish) throw new Error('stockfish is not installed: apt-get install stockfish')
  const engine = await Engine.start(processTransport(stockfish))
  await engine.setOption('Hash', 16)
  const engineName = engine.id.name

  /** @type {PlayedGame[]} */
  const games = []
  for (const plan of plannedGames()) {
    const game = await playGame(engine, plan)
    games.push(game)
    console.log(`${games.length}. ${plan.event}: ${game.plies.length} plies, ${game.result}, ${game.ending}`)
  }

  /** @type {TestPosition[]} */
  const positions = []
  for (const { name, fen, variant } of SPECIAL_POSITIONS) {
    positions.push({ name, fen, variant, perft: perftCounts(stockfish, fen) })
  }
  for (const { fen, variant } of samplePositions(games, POSITIONS_FROM_GAMES)) {
    positions.push({ fen, variant, perft: perftCounts(stockfish, fen) })
  }
  await engine.quit()

  const madeBy = `node tests/data/make/run.js: self-play games and perft counts by ${engineName}, FEN and SAN by chessops`
  const header = `{"madeBy": ${JSON.stringify(madeBy)}, "positions": [`
  await mkdir(values.out, { recursive: true })
  await writeFile(
    `${values.out}/games.pgn`,
    games.map((game, index) => writePgn(game, index + 1, engineName)).join('\n'),
  )
  await writeFile(
    `${values.out}/positions.json`,
    `${header}\n${positions.map(position => JSON.stringify(position)).join(',\n')}\n]}\n`,
  )
  console.log(`${games.length} games, ${positions.length} positions written to ${values.out}`)
}

await main()
