// SPDX-License-Identifier: Apache-2.0
// Plays the same random games again and again, until the browser has compiled the core with all of its compilers, and
// reports where a game differs from its first run or a legal move is refused.

import { Game } from '/dist/index.js'

const VARIANTS = /** @type {const} */ (['standard', 'atomic', 'crazyhouse'])
const RUNS = 15
const GAMES = 20
const PLIES = 60

/** @param {number} seed @returns {() => number} */
const randomFrom = seed => () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}

/** @param {(typeof VARIANTS)[number]} variant @param {number} seed @returns {string} all that the game shows on its way */
function play(variant, seed) {
  const random = randomFrom(seed)
  const game = new Game({ variant })
  const seen = []
  try {
    for (let ply = 0; ply < PLIES && !game.status.over; ply++) {
      const moves = game.legalMoves('uci')
      game.move(moves[Math.floor(random() * moves.length)])
      const copy = new Game({ fen: game.fen, variant })
      seen.push(game.legalMoves('san').join(), copy.fen, copy.isCheck)
      copy.stop()
    }
  } catch (error) {
    seen.push(String(error))
  }
  game.stop()
  return seen.join('\n')
}

const faults = []
for (const variant of VARIANTS) {
  const first = Array.from({ length: GAMES }, (_, seed) => play(variant, seed + 1))
  for (const [seed, text] of first.entries()) {
    if (/Error/.test(text)) faults.push(`${variant} ${seed + 1}: ${text.slice(text.lastIndexOf('\n'))}`)
  }
  for (let run = 1; run < RUNS; run++) {
    for (let seed = 1; seed <= GAMES; seed++) {
      const text = play(variant, seed)
      if (text !== first[seed - 1]) faults.push(`${variant} ${seed}: ${text.slice(text.lastIndexOf('\n'))}`)
    }
  }
}
Object.assign(globalThis, { report: { games: VARIANTS.length * RUNS * GAMES, faults: faults.slice(0, 5) } })
