// SPDX-License-Identifier: Apache-2.0
/**
 * Plays the page's weak levels against each other, the weakest against a player that looks one ply deep, and the
 * strongest against Stockfish at the lowest rating that it offers, all with the page's engine. Prints Markdown, and fails
 * when a level is beaten less often than it must be.
 *
 * usage: GAMES=100 node tests/bench/strengths.js    (after make build)
 */
import { Game } from 'binbo'
import { processTransport } from 'binbo/node'
import { Engine } from 'binbo/uci'
import { findMove } from '#web/engine/engine-move.js'
import { strengthName, WEAK_ELO } from '#web/engine/strength.js'
import { randomFrom } from '../random.js'
import { oneDeep } from './one-deep.js'

/** @import { Engine as EngineType } from 'binbo/uci' */
/** @typedef {{ name: string, move: (game: Game, engine: EngineType, random: () => number) => string | Promise<string> }} Player */

const GAMES = Number(process.env.GAMES ?? 100)
const ENGINE = 'node_modules/stockfish/bin/stockfish-19-lite-single.js'
/** The lowest rating of the page at which Stockfish plays by itself. It picks its move at depth 1 or 2. */
const LOWEST = 1350
const LIMITS = { depth: 6 }
/** A game that long is a draw. */
const LONGEST = 400
const ENGINES = 2
const LEAST = 60
const LEAST_ONE_DEEP = 90

/** @param {import('#web/engine/strength.js').Strength} strength @returns {Player} */
const engineAt = strength => ({
  name: strengthName(strength),
  move: (game, engine, random) => findMove(engine, game, strength, LIMITS, { random }),
})

const levels = WEAK_ELO.map(engineAt)
/** @type {[weaker: Player, stronger: Player, least: number][]} */
const pairs = [
  [levels[0], { name: 'one ply deep', move: oneDeep }, LEAST_ONE_DEEP],
  ...levels.map((level, index) => [level, levels[index + 1] ?? engineAt(LOWEST), LEAST]),
]

/**
 * @param {Player} white
 * @param {Player} black
 * @param {EngineType} engine
 * @param {() => number} random
 * @returns {Promise<{ winner: Player | null, plies: number }>}
 */
async function play(white, black, engine, random) {
  const game = new Game()
  try {
    await engine.newGame()
    while (!game.status.over && game.ply < LONGEST) {
      const player = game.sideToMove === 'white' ? white : black
      game.move(await player.move(game, engine, random))
    }
    const { status, ply } = game
    const winner = status.over && status.type === 'checkmate' ? status.winner : null
    return { winner: winner && (winner === 'white' ? white : black), plies: ply }
  } finally {
    game.stop()
  }
}

/**
 * @param {Player} weaker
 * @param {Player} stronger
 * @param {EngineType[]} engines
 * @returns {Promise<{ won: number, lost: number, plies: number }>} of the stronger player
 */
async function match(weaker, stronger, engines) {
  const result = { won: 0, lost: 0, plies: 0 }
  let next = 0
  await Promise.all(
    engines.map(async engine => {
      while (next < GAMES) {
        const number = next++
        const random = randomFrom(1000 + number)
        const [white, black] = number % 2 === 0 ? [weaker, stronger] : [stronger, weaker]
        const { winner, plies } = await play(white, black, engine, random)
        result.plies += plies
        if (winner === stronger) result.won++
        else if (winner === weaker) result.lost++
      }
    }),
  )
  return result
}

/** @param {number} won @param {number} drawn @returns {string} the difference in Elo */
function difference(won, drawn) {
  const share = (won + drawn / 2) / GAMES
  return share >= 1 ? '' : `+${Math.round(-400 * Math.log10(1 / share - 1))}`
}

const only = process.env.PAIR === undefined ? pairs : [pairs[Number(process.env.PAIR)]]
const engines = await Promise.all(
  Array.from({ length: ENGINES }, () => Engine.start(processTransport(ENGINE))),
)
let failed = false
try {
  console.log(`| weaker | stronger | won of ${GAMES} | drawn | lost | Elo | plies a game |`)
  console.log('|---|---|---|---|---|---|---|')
  for (const [weaker, stronger, least] of only) {
    const { won, lost, plies } = await match(weaker, stronger, engines)
    const drawn = GAMES - won - lost
    const isEnough = won >= (least * GAMES) / 100
    failed ||= !isEnough
    const verdict = isEnough ? '' : ` (must be ${least} %)`
    const cells = [weaker.name, stronger.name, `${won}${verdict}`, drawn, lost]
    console.log(`| ${[...cells, difference(won, drawn), Math.round(plies / GAMES)].join(' | ')} |`)
  }
} finally {
  await Promise.all(engines.map(engine => engine.quit()))
}
process.exitCode = failed ? 1 : 0
