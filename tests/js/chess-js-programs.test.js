// SPDX-License-Identifier: Apache-2.0
// Programs as users of chess.js write them, run with chess.js and with binbo/chess.js: a bot that moves at random, a
// trainer for puzzles, a viewer of PGN files. What they print must be the same.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as reference from 'chess.js'
import * as subject from '../../dist/chess-js.js'
import { pick, randomFrom } from '../random.js'

/** @typedef {typeof import('chess.js')} Library */

/**
 * @param {string} name
 * @param {(library: Library) => unknown[]} program
 */
const same = (name, program) =>
  test(name, () => {
    const expected = program(reference)
    assert.ok(expected.length > 0)
    assert.deepEqual(program(/** @type {any} */ (subject)), expected)
  })

same('a bot that moves at random', ({ Chess }) => {
  const printed = []
  for (let seed = 1; seed <= 3; seed++) {
    const random = randomFrom(seed)
    const game = new Chess()
    while (!game.isGameOver() && game.history().length < 100) {
      const captures = game.moves({ verbose: true }).filter(move => move.isCapture() || move.isPromotion())
      const san =
        random() < 0.3 && captures.length > 0 ? pick(random, captures).san : pick(random, game.moves())
      const move = game.move(san)
      if (move.captured === 'q' || game.inCheck())
        printed.push(`${game.moveNumber()}. ${move.san} ${move.lan}`)
    }
    const result = game.isCheckmate()
      ? game.turn() === 'w'
        ? '0-1'
        : '1-0'
      : game.isDraw()
        ? '1/2-1/2'
        : '*'
    game.setHeader('White', 'Random')
    game.setHeader('Result', result)
    printed.push(game.pgn({ maxWidth: 72 }), game.fen(), game.ascii(), game.hash())
  }
  return printed
})

const PUZZLES = [
  ['r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4', 'h5f7'],
  ['6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 'd1d8'],
  ['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'a1a6 b7a6 b6b7'],
  ['8/4P1k1/8/8/8/8/6K1/8 w - - 0 1', 'e7e8n g7f8'],
  ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3', 'e5f6 g8f6'],
]

same('a trainer for puzzles', ({ Chess, SQUARES }) => {
  const printed = []
  for (const [fen, solution] of PUZZLES) {
    const game = new Chess(fen)
    const king = game.findPiece({ type: 'k', color: game.turn() })[0]
    printed.push(game.squareColor(king), game.attackers(king, game.turn() === 'w' ? 'b' : 'w'))
    const targets = new Map()
    for (const square of SQUARES) {
      const moves = game.moves({ square, verbose: true })
      if (moves.length > 0)
        targets.set(
          square,
          moves.map(move => move.to),
        )
    }
    printed.push([...targets])
    for (const step of solution.split(' ')) {
      const [from, to, promotion] = [step.slice(0, 2), step.slice(2, 4), step[4] ?? 'q']
      // A guess, wrong as a rule, which is taken back.
      const guess = game.moves({ verbose: true }).find(move => move.from !== from)
      if (guess) {
        game.move(guess)
        game.undo()
      }
      try {
        game.move({ from: to, to: from })
      } catch (error) {
        printed.push(String(error))
      }
      const move = game.move({ from, to, promotion })
      printed.push({ ...move }, move.isEnPassant(), game.isCheckmate(), game.isGameOver())
    }
    printed.push(
      game.history({ verbose: true }).map(move => move.lan),
      game.getHeaders(),
    )
  }
  return printed
})

const GAMES = readFileSync(new URL('../data/games.pgn', import.meta.url), 'utf8').split(/\n\n(?=\[Event )/)

/** Those of the games that chess.js reads, too: web/docs/chess-js.md says which files only binbo/chess.js reads. */
const COMMON_GAMES = GAMES.filter(pgn => {
  try {
    new reference.Chess().loadPgn(pgn)
    return true
  } catch {
    return false
  }
}).slice(0, 12)

same('a viewer of PGN files', ({ Chess }) => {
  const printed = []
  for (const pgn of COMMON_GAMES) {
    const game = new Chess()
    game.loadPgn(pgn)
    const { White, Black, Date: date, Result, FEN } = game.getHeaders()
    const moves = game.history({ verbose: true })
    printed.push([White, Black, date, Result, moves.length, game.fen()])
    const board = new Chess(FEN)
    const notes = new Map(game.getComments().map(({ fen, comment }) => [fen, comment]))
    for (const [ply, { san, before, after }] of moves.entries()) {
      assert.equal(board.fen(), before)
      board.move(san)
      assert.equal(board.fen(), after)
      if (ply % 25 === 0)
        printed.push(
          board
            .board()
            .flat()
            .map(man => (man ? man.square + man.color + man.type : '.'))
            .join(''),
        )
      if (notes.get(after) !== undefined) printed.push([san, notes.get(after)])
    }
    while (board.undo()) {}
    assert.equal(board.fen(), moves[0]?.before ?? board.fen())
  }
  assert.ok(printed.length > 60, String(printed.length))
  return printed
})
