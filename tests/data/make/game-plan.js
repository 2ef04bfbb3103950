// SPDX-License-Identifier: Apache-2.0
// Which games the engine plays: random openings, Chess960 starts, endings from a given position, and a few
// games with many random moves, which reach promotions and rare material.

import { randomFrom } from '../../random.js'

/**
 * @typedef {object} GamePlan
 * @property {string} event
 * @property {'standard' | 'chess960'} variant
 * @property {string} [fen] the start position, where it is not the classic one
 * @property {number} seed
 * @property {[number, number]} nodes how many nodes White and Black search for a move
 * @property {number} openingPlies number of first plies, which are picked at random from the good moves
 * @property {number} wildness probability of a random move, 0 to 1
 * @property {boolean} resigns whether a side resigns in a lost position
 * @property {boolean} timesOut whether the game ends when a clock runs out
 * @property {boolean} playsOn whether draws that need a claim are played through
 * @property {boolean} comments whether moves have comments, glyphs and variations
 */

const STRENGTHS = [40, 150, 600, 2500]

// Name, start position, nodes for White and for Black, wildness.
const ENDINGS = [
  ['king and pawn', '8/8/8/3k4/8/3K4/3P4/8 w - - 0 1', 1, 1, 0],
  ['rook pawn', '8/8/8/k7/8/8/P7/K7 w - - 0 1', 1, 1, 0],
  ['bishop and knight', '8/8/3k4/8/8/3K4/8/5BN1 w - - 0 1', 1, 1, 0],
  ['rook against bishop', '8/8/3k1b2/8/8/3K4/8/R7 w - - 0 60', 1, 100, 0],
  ['queen against rook', '8/8/3k1r2/8/8/3K4/8/Q7 b - - 0 60', 1000, 1, 0],
  ['two knights against a pawn', '8/3p4/3k4/8/8/3K4/8/5NN1 w - - 12 70', 1, 1, 0],
  ['rook ending', '8/5pk1/1R4p1/7p/7P/1r3KP1/5P2/8 w - - 0 40', 200, 200, 0],
  ['opposite bishops', '8/4b1p1/4k3/2p1p3/2P1P3/4KB2/6P1/8 b - - 3 44', 100, 100, 0],
  ['pawns on both wings', '8/ppp5/8/3k4/8/4K3/5PPP/8 w - - 0 30', 50, 50, 0],
  ['locked pawns', '2b1k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/2B1K3 w - - 0 50', 1, 1, 0.6],
  ['queen against king', '8/8/8/8/8/2k5/5q2/K7 b - - 0 50', 1, 1, 0.95],
  ['queens everywhere', '8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1', 1, 1, 0],
]

/**
 * A Chess960 start position, computed here: the library under test must not make its own test data.
 * Source of the numbering: Reinhard Scharnagl's table, as given by the rules of Chess960.
 * @param {number} number 0 to 959
 * @returns {string} the start position's FEN
 */
function chess960Start(number) {
  /** @type {string[]} */
  const rank = Array(8).fill('')
  rank[(number % 4) * 2 + 1] = 'B'
  rank[(Math.floor(number / 4) % 4) * 2] = 'B'
  const free = () => rank.flatMap((piece, file) => (piece ? [] : [file]))
  rank[free()[Math.floor(number / 16) % 6]] = 'Q'
  const knights = ['01', '02', '03', '04', '12', '13', '14', '23', '24', '34'][Math.floor(number / 96)]
  const places = free()
  for (const index of knights) rank[places[Number(index)]] = 'N'
  free().forEach((file, index) => {
    rank[file] = 'RKR'[index]
  })
  const white = rank.join('')
  return `${white.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`
}

/**
 * @returns {GamePlan[]} in the order in which they are played and written
 */
export function plannedGames() {
  const random = randomFrom(960518)
  const strength = () => STRENGTHS[Math.floor(random() * STRENGTHS.length)]
  /** @param {number} index @param {Partial<GamePlan>} more @returns {GamePlan} */
  const plan = (index, more) => ({
    event: 'Self-play',
    variant: 'standard',
    seed: 1000 + index,
    nodes: [strength(), strength()],
    openingPlies: 6,
    wildness: 0,
    resigns: index % 3 === 0,
    timesOut: index % 11 === 5,
    playsOn: index % 7 === 2,
    comments: index % 5 === 1,
    ...more,
  })
  const classic = Array.from({ length: 34 }, (_, index) => plan(index, {}))
  const chess960 = Array.from({ length: 12 }, (_, index) =>
    plan(100 + index, {
      event: 'Chess960 self-play',
      variant: 'chess960',
      fen: chess960Start(Math.floor(random() * 960)),
      openingPlies: 2,
    }),
  )
  const endings = ENDINGS.map(([name, fen, white, black, wildness], index) =>
    plan(200 + index, {
      event: `Ending: ${name}`,
      fen: String(fen),
      nodes: [Number(white), Number(black)],
      openingPlies: 0,
      wildness: Number(wildness),
      playsOn: index % 2 === 1,
      resigns: false,
      timesOut: false,
    }),
  )
  const wild = Array.from({ length: 6 }, (_, index) =>
    plan(300 + index, {
      event: 'Wild self-play',
      nodes: [1, 1],
      wildness: 0.25 + index * 0.1,
      resigns: false,
      timesOut: false,
      playsOn: true,
    }),
  )
  return [...classic, ...chess960, ...endings, ...wild]
}
