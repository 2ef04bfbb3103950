// SPDX-License-Identifier: Apache-2.0
// chess.js by its fastest settings: validation off where the others' is on would not be a comparison, so it
// stays on; moves by squares are handed over as objects, made before the clock starts.
import { Chess } from 'chess.js'
import { splitGames } from '../pgn-files.js'
import { eventLoopTurn, placementSideCastling, readTexts } from './common.js'

/** @import { Case } from '../worker.js' */
/** @import { Question, Walk } from '../positions.js' */
/** @import { BulkAnswer } from './common.js' */

/** @param {Question[]} items */
const games = items => items.map(({ fen }) => new Chess(fen))

/** @param {string} uci */
const squares = uci =>
  uci.length === 5
    ? { from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] }
    : { from: uci.slice(0, 2), to: uci.slice(2, 4) }

/** @param {Walk[]} items @param {'uci' | 'san'} form */
const lines = (items, form) =>
  items.map(item => ({
    chess: new Chess(item.fen),
    moves: form === 'san' ? item.san : item.uci.map(squares),
  }))

/** @param {ReturnType<typeof lines>} list @returns {number} how often the game was over */
const play = list => {
  let over = 0
  for (const { chess, moves } of list) {
    for (const move of moves) {
      chess.move(move)
      if (chess.isGameOver()) over++
    }
  }
  return over
}

/** @param {Walk[]} items @param {'uci' | 'san'} form */
const played = (items, form) => {
  const list = lines(items, form)
  play(list)
  return list.map(({ chess }) => `${placementSideCastling(chess.fen())} ${chess.isGameOver()}`)
}

/**
 * @param {string[]} games
 * @param {(chess: Chess) => number} pliesOf
 * @returns {BulkAnswer}
 */
const replay = (games, pliesOf) => {
  const chess = new Chess()
  const sums = { games: games.length, plies: 0, errors: 0 }
  for (const game of games) {
    try {
      chess.loadPgn(game)
      sums.plies += pliesOf(chess)
    } catch {
      sums.errors++
    }
  }
  return sums
}

/** It reads one game at a time, so that the text is split for it. @param {string[]} paths */
const readGames = paths => readTexts(paths).flatMap(splitGames)

/** @type {Record<string, Case>} */
export const cases = {
  newGame: {
    prepare: (/** @type {Question[]} */ items) => items.map(({ fen }) => fen),
    async run(/** @type {string[]} */ fens) {
      let last
      for (let index = 0; index < fens.length; index++) {
        last = new Chess(fens[index])
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.moveNumber()
    },
    check: items => games(items).map(chess => placementSideCastling(chess.fen())),
  },
  startGame: {
    prepare: items => items.length,
    async run(/** @type {number} */ count) {
      let last
      for (let index = 0; index < count; index++) {
        last = new Chess()
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.moveNumber()
    },
    check: () => [new Chess().fen()],
  },
  sanMoves: {
    prepare: games,
    run(/** @type {Chess[]} */ list) {
      let sum = 0
      for (const chess of list) sum += chess.moves().length
      return sum
    },
    check: items => games(items).map(chess => chess.moves().sort().join(' ')),
  },
  move: {
    prepare: items => lines(items, 'uci'),
    run: play,
    check: items => played(items, 'uci'),
  },
  sanMove: {
    prepare: items => lines(items, 'san'),
    run: play,
    check: items => played(items, 'san'),
  },
  fen: {
    prepare: (/** @type {Question[]} */ items) =>
      items.map(({ fen, uci }) => {
        const chess = new Chess(fen)
        chess.move(squares(uci))
        return chess
      }),
    run(/** @type {Chess[]} */ list) {
      let sum = 0
      for (const chess of list) sum += chess.fen({ forceEnpassantSquare: true }).length
      return sum
    },
    check(items) {
      return this.prepare(items).map((/** @type {Chess} */ chess) => placementSideCastling(chess.fen()))
    },
  },
  loadPgn: {
    prepare: items => items,
    run(/** @type {string[]} */ texts) {
      const chess = new Chess()
      let loaded = 0
      for (const text of texts) {
        try {
          chess.loadPgn(text)
          loaded++
        } catch {}
      }
      return loaded
    },
    check: items =>
      items.map(text => {
        const chess = new Chess()
        try {
          chess.loadPgn(text)
          return placementSideCastling(chess.fen())
        } catch (error) {
          return `rejected: ${error}`
        }
      }),
  },
  pgnBulk: {
    prepare: readGames,
    run: games => replay(games, () => 0), // history() would make every SAN again
    check: items => replay(readGames(items), chess => chess.history().length),
  },
  perft: {
    prepare: (/** @type {{ fen: string, depth: number }[]} */ items) =>
      items.map(({ fen, depth }) => ({ chess: new Chess(fen), depth })),
    run: (/** @type {{ chess: Chess, depth: number }[]} */ list) =>
      list.map(({ chess, depth }) => chess.perft(depth)),
    check: items => items.map(({ fen, depth }) => new Chess(fen).perft(depth)),
  },
}
