// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { Game, perft } from '../../../dist/index.js'
import { parsePgn, validatePgn } from '../../../dist/pgn.js'
import { eventLoopTurn, parseAndWalk, placementSideCastling, readTexts } from './common.js'

/** @import { Case } from '../worker.js' */
/** @import { Question, Walk } from '../positions.js' */
/** @import { PgnGame } from '../../../dist/pgn.js' */
/** @import { BulkAnswer, Sums, Trees } from './common.js' */

/** @param {Question[]} items */
const games = items => items.map(({ fen }) => new Game({ fen }))

/** @param {Walk[]} items @param {'uci' | 'san'} form */
const lines = (items, form) => items.map(item => ({ game: new Game({ fen: item.fen }), moves: item[form] }))

/** @param {Game} game */
const summary = game => `${placementSideCastling(game.fen)} ${game.status.over}`

/** @param {{ fen: string, depth: number, bulk: boolean, variant?: any }[]} items */
const perftAll = items => items.map(({ fen, depth, bulk, variant }) => perft(fen, depth, { bulk, variant }))

/** @param {Uint8Array} bytes @returns {Promise<BulkAnswer>} */
const validate = async bytes => {
  const { games, plies, errors } = await validatePgn(bytes)
  return { games, plies, errors: new Set(errors.map(({ game }) => game)).size }
}

/** @param {PgnGame} game @returns {Sums} */
const walk = game => {
  const sums = { nodes: 0, letters: 0, comments: game.root.comments.length, nags: 0 }
  const stack = [game.root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of node.children) {
      sums.nodes++
      sums.letters += /** @type {string} */ (child.san).length
      sums.comments += child.comments.length
      sums.nags += child.nags.length
      stack.push(child)
    }
  }
  return sums
}

/** @type {Trees} */
export const trees = { parse: parsePgn, walk }

/** @type {Record<string, Case>} */
export const cases = {
  newGame: {
    prepare: (/** @type {Question[]} */ items) => items.map(({ fen }) => fen),
    async run(/** @type {string[]} */ fens) {
      let last
      for (let index = 0; index < fens.length; index++) {
        last = new Game({ fen: fens[index] })
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.ply
    },
    check: items => games(items).map(game => placementSideCastling(game.fen)),
  },
  newGameStop: {
    prepare: (/** @type {Question[]} */ items) => items.map(({ fen }) => fen),
    run(/** @type {string[]} */ fens) {
      for (const fen of fens) new Game({ fen }).stop()
    },
    check: items => games(items).map(game => placementSideCastling(game.fen)),
  },
  startGame: {
    prepare: items => items.length,
    async run(/** @type {number} */ count) {
      let last
      for (let index = 0; index < count; index++) {
        last = new Game()
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.ply
    },
    check: () => [new Game().fen],
  },
  uciMoves: {
    prepare: games,
    run(/** @type {Game[]} */ list) {
      let sum = 0
      for (const game of list) sum += game.legalMoves('uci').length
      return sum
    },
    check: items => games(items).map(game => game.legalMoves('uci').sort().join(' ')),
  },
  sanMoves: {
    prepare: games,
    run(/** @type {Game[]} */ list) {
      let sum = 0
      for (const game of list) sum += game.legalMoves('san').length
      return sum
    },
    check: items => games(items).map(game => game.legalMoves('san').sort().join(' ')),
  },
  move: {
    prepare: items => lines(items, 'uci'),
    run(/** @type {ReturnType<typeof lines>} */ list) {
      let over = 0
      for (const { game, moves } of list) for (const move of moves) if (game.move(move).over) over++
      return over
    },
    check: items =>
      lines(items, 'uci').map(({ game, moves }) => {
        for (const move of moves) game.move(move)
        return summary(game)
      }),
  },
  sanMove: {
    prepare: items => lines(items, 'san'),
    run(/** @type {ReturnType<typeof lines>} */ list) {
      let over = 0
      for (const { game, moves } of list) for (const move of moves) if (game.sanMove(move).over) over++
      return over
    },
    check: items =>
      lines(items, 'san').map(({ game, moves }) => {
        for (const move of moves) game.sanMove(move)
        return summary(game)
      }),
  },
  fen: {
    prepare: (/** @type {Question[]} */ items) =>
      items.map(({ fen, uci }) => {
        const game = new Game({ fen })
        game.move(uci)
        return game
      }),
    run(/** @type {Game[]} */ list) {
      let sum = 0
      for (const game of list) sum += game.fen.length
      return sum
    },
    check(items) {
      return this.prepare(items).map((/** @type {Game} */ game) => placementSideCastling(game.fen))
    },
  },
  loadPgn: {
    prepare: items => items,
    run(/** @type {string[]} */ texts) {
      const game = new Game()
      let plies = 0
      for (const text of texts) {
        try {
          game.loadPgn(text)
          plies += game.ply
        } catch {}
      }
      return plies
    },
    check: items =>
      items.map(text => {
        const game = new Game()
        try {
          game.loadPgn(text)
          return placementSideCastling(game.fen)
        } catch (error) {
          return `rejected: ${error}`
        }
      }),
  },
  pgnBulk: {
    // Copied: the first access to the pages that readFileSync() has filled may cost a page fault each (20 ms of 130 where
    // it was measured). The strings that peers are given have been written by their own process, too.
    prepare: (/** @type {string[]} */ [path]) => Uint8Array.from(readFileSync(path)),
    run: validate,
    check: items => validate(readFileSync(items[0])),
  },
  pgnTree: {
    prepare: readTexts,
    run: ([text]) => parseAndWalk(trees, text),
    check: items => parseAndWalk(trees, readTexts(items)[0]),
  },
  perft: {
    prepare: items => items,
    run: perftAll,
    check: perftAll,
  },
}
