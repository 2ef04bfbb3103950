// SPDX-License-Identifier: Apache-2.0
// A PGN of many games, put together from a few lines and names, so that a test knows what each has.

const LINES = [
  { eco: 'C84', moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7' },
  { eco: 'B90', moves: '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6' },
  { eco: 'D53', moves: '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7' },
  { eco: 'A28', moves: '1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6' },
  { eco: 'C15', moves: '1. e4 e6 2. d4 d5 3. Nc3 Bb4' },
]
const NAMES = [
  'Adams, Ann',
  'Bell, Ben',
  'Cruz, Carla',
  'Díaz, Dora',
  'Ebner, Emil',
  'Fuchs, Finn',
  'Gray, Gus',
]
const EVENTS = ['City Open', 'Club Cup', 'Winter Match']
const RESULTS = ['1-0', '0-1', '1/2-1/2', '1-0', '*']

/**
 * @typedef {object} ManyGame
 * @property {string} white
 * @property {string} black
 * @property {number} whiteElo
 * @property {number} blackElo
 * @property {string} result
 * @property {number} year
 * @property {string} event
 * @property {string} eco
 * @property {string} moves
 */

/** @param {number} number of the game, from 0 @returns {ManyGame} */
function gameAt(number) {
  const white = (number * 5) % NAMES.length
  const { eco, moves } = LINES[number % LINES.length]
  return {
    white: NAMES[white],
    black: NAMES[(white + 1 + (number % (NAMES.length - 1))) % NAMES.length],
    whiteElo: 2000 + ((number * 37) % 797),
    blackElo: 2000 + ((number * 53) % 797),
    result: RESULTS[Math.floor(number / LINES.length) % RESULTS.length],
    year: 1980 + ((number * 7) % 46),
    event: EVENTS[number % EVENTS.length],
    ...{ eco, moves },
  }
}

/** @param {number} count @returns {{ games: ManyGame[], pgn: string }} */
export function manyGames(count) {
  const games = Array.from({ length: count }, (_, number) => gameAt(number))
  const texts = games.map(
    ({ white, black, whiteElo, blackElo, result, year, event, eco, moves }) =>
      `[Event "${event}"]\n[Site "?"]\n[Date "${year}.??.??"]\n[White "${white}"]\n[Black "${black}"]\n` +
      `[Result "${result}"]\n[WhiteElo "${whiteElo}"]\n[BlackElo "${blackElo}"]\n[ECO "${eco}"]\n\n${moves} ${result}\n`,
  )
  return { games, pgn: texts.join('\n') }
}
