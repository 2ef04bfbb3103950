// SPDX-License-Identifier: Apache-2.0
// The corners of the rules of crazyhouse, antichess and atomic chess, one position a line, with the rule that it shows.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Game } from './support/binbo.js'
import { DRAWN, table, words } from './support/corner-tables.js'

table('crazyhouse', [
  {
    why: 'what is taken joins the pocket of the side that took it',
    fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2',
    play: ['e4d5'],
    after: 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2',
  },
  {
    why: 'en passant gives a pawn',
    fen: '4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1',
    play: ['e5d6'],
    after: '4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1',
  },
  {
    why: 'a promoted piece gives a pawn, and the new one is marked',
    fen: '1r~2k3/P7/8/8/8/8/8/4K3[] w - - 0 1',
    play: ['a7b8q'],
    after: '1Q~2k3/8/8/8/8/8/8/4K3[P] b - - 0 1',
  },
  {
    why: 'the mark follows the piece',
    fen: '4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1',
    play: ['a1a5'],
    after: '4k3/8/8/Q~7/8/8/8/4K3[] b - - 1 1',
  },
  {
    why: 'the mark goes with the piece that is taken',
    fen: '4k3/8/8/1n~6/8/8/8/1R2K3[] w - - 0 1',
    play: ['b1b5'],
    after: '4k3/8/8/1R6/8/8/8/4K3[P] b - - 0 1',
  },
  {
    why: 'pawns are dropped on empty squares of ranks 2 to 7',
    fen: '4k3/8/8/8/8/8/8/4K3[P] w - - 0 1',
    legal: ['P@a2', 'P@h7', 'P@e2'],
    illegal: ['P@a1', 'P@a8', 'P@e8', 'N@a3'],
    count: 48 + 5,
  },
  {
    why: 'other pieces on any empty square',
    fen: '4k3/8/8/8/8/8/7p/4K3[N] w - - 0 1',
    legal: ['N@a1', 'N@h8'],
    illegal: ['N@e1', 'N@e8', 'N@h2'],
    count: 61 + 5,
  },
  {
    why: 'against a check from afar, drops only between',
    fen: '4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1',
    only: ['N@e2', 'N@e3', 'e1d1', 'e1d2', 'e1f1', 'e1f2'],
  },
  {
    why: 'no drop against a knight’s check',
    fen: '4k3/8/8/8/8/3n4/8/4K3[Q] w - - 0 1',
    only: ['e1d1', 'e1d2', 'e1e2', 'e1f1'],
  },
  {
    why: 'no drop against a check from the next square',
    fen: '4k3/8/8/8/8/8/4r3/4K3[Q] w - - 0 1',
    only: ['e1d1', 'e1e2', 'e1f1'],
  },
  {
    why: 'no drop against a double check',
    fen: 'k3r3/8/8/8/8/3n4/8/4K3[Q] w - - 0 1',
    only: ['e1d1', 'e1d2', 'e1f1'],
  },
  {
    why: 'a pawn dropped on its second rank may go two squares, and be taken in passing',
    fen: '4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1',
    play: ['P@e2', 'e8e7', 'e2e4'],
    legal: ['d4e3'],
  },
  {
    why: 'a dropped rook does not castle',
    fen: '4k3/8/8/8/8/8/8/4K3[R] w - - 0 1',
    play: ['R@h1', 'e8d8'],
    after: '3k4/8/8/8/8/8/8/4K2R[] w - - 2 2',
    illegal: ['e1g1'],
  },
  {
    why: 'a check that a drop can stop is no mate',
    fen: '6k1/5ppp/8/8/8/8/8/K3R3[n] w - - 0 1',
    play: ['e1e8'],
    status: 'continue',
    only: ['N@f8'],
  },
  {
    why: 'a pawn cannot be dropped on the last rank against mate',
    fen: '6k1/5ppp/8/8/8/8/8/K3R3[p] w - - 0 1',
    play: ['e1e8'],
    san: 'Re8#',
    status: 'checkmate white',
  },
  {
    why: 'a dropped pawn may mate',
    fen: '7k/8/7K/8/2B5/8/8/8[P] w - - 0 1',
    play: ['P@g7'],
    san: 'P@g7#',
    status: 'checkmate white',
  },
  {
    why: 'a side that can drop is not stalemated',
    fen: '8/8/8/8/8/5k2/5p2/5K2[P] w - - 0 1',
    status: 'continue',
    count: 46,
  },
  {
    why: 'without anything to drop it is',
    fen: '8/8/8/8/8/5k2/5p2/5K2[] w - - 0 1',
    status: 'draw stalemate',
  },
  {
    why: 'no rule of fifty or seventy-five moves',
    fen: '4k3/8/8/8/8/8/8/R3K3[] w - - 149 80',
    play: ['a1a2', 'e8e7'],
    status: 'continue',
  },
  {
    why: 'the drop of a pawn resets the halfmove clock',
    fen: '4k3/8/8/8/8/8/8/4K3[P] w - - 7 9',
    play: ['P@a2'],
    after: '4k3/8/8/8/8/8/P7/4K3[] b - - 0 9',
  },
  {
    why: 'other drops count as moves',
    fen: '4k3/8/8/8/8/8/7p/4K3[N] w - - 7 9',
    play: ['N@a2'],
    after: '4k3/8/8/8/8/8/N6p/4K3[] b - - 8 9',
  },
  {
    why: 'a knight more than bare kings, in a pocket or on the board, cannot mate',
    fen: '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1',
    status: DRAWN,
    canWin: { white: false, black: false },
  },
  {
    why: 'a pawn in a pocket can',
    fen: '4k3/8/8/8/8/8/8/4K3[p] w - - 0 1',
    status: 'continue',
  },
  {
    why: 'a promoted knight can, as it gives a pawn',
    fen: '4k3/8/8/8/8/8/8/4KN~2[] w - - 0 1',
    status: 'continue',
  },
  {
    why: 'a pocket is read in any order and written as QRBNP, first White’s',
    fen: '4k3/8/8/8/8/8/8/4K3[pPnNqQbBrR] w - - 0 1',
    after: '4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1',
    count: 301,
  },
  {
    why: 'a pocket may be an eighth rank, as Lichess writes it',
    fen: '4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1',
    after: '4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1',
    count: 67,
  },
  {
    why: 'which may be empty',
    fen: '4k3/8/8/8/8/8/7P/4K3/ w - - 0 1',
    after: '4k3/8/8/8/8/8/7P/4K3[] w - - 0 1',
  },
  {
    why: 'the most legal moves that a search found',
    fen: '3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/3Q4/BR4Q1/k1K1Q3[QRBNP] w - - 0 1',
    count: 460,
  },
  { why: 'no king in a pocket', fen: '4k3/8/8/8/8/8/8/4K3[K] w - - 0 1', rejected: true },
  { why: 'a pocket that is open', fen: '4k3/8/8/8/8/8/8/4K3[Q w - - 0 1', rejected: true },
])

describe('crazyhouse', () => {
  test('the same board with other pockets is no repetition', () => {
    const game = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K2R[nnnn] w - - 0 1' })
    const cycle = ['e1d1', 'N@h2', 'h1h2', 'e8d8', 'h2h1', 'd8d7', 'd1e1', 'd7e8']
    for (let times = 1; times <= 4; times++) {
      assert.equal(words(game.playMoves(cycle)), 'continue')
      assert.equal(game.fen.split('[')[0], '4k3/8/8/8/8/8/8/4K2R')
      assert.equal(game.pockets?.white.knight, times)
    }
  })

  test('a position that captures and drops bring back is a repetition', () => {
    const game = new Game({ variant: 'crazyhouse', fen: 'rk6/8/8/8/8/8/8/R6K[] w - - 0 1' })
    const round = ['a1a8', 'b8a8', 'R@a1', 'a8b8', 'h1h2', 'R@a8']
    const back = ['a1a8', 'b8a8', 'R@a1', 'a8b8', 'h2h1', 'R@a8']
    for (const move of [...round, ...back, ...round, ...back]) {
      assert.equal(game.status.type, 'continue', `before ${move}, ply ${game.ply}`)
      game.move(move)
    }
    assert.equal(words(game.status), 'draw threefold_repetition')
  })
})

table('antichess', [
  {
    why: 'who can capture must',
    fen: '8/8/8/3p4/4P3/8/8/8 w - - 0 1',
    only: ['e4d5'],
  },
  {
    why: 'also in passing',
    fen: '8/8/8/8/3pP3/8/8/7R b - e3 0 1',
    only: ['d4e3'],
  },
  {
    why: 'a king is taken like any piece, and there is no check',
    fen: '8/8/8/3k4/4P3/8/8/4K3 w - - 0 1',
    only: ['e4d5'],
    check: false,
  },
  {
    why: 'a king may step next to another one',
    fen: '8/8/8/3k4/8/8/8/2K5 b - - 0 1',
    play: ['d5c4', 'c1c2'],
    legal: ['c4c3', 'c4b3', 'c4d3'],
    check: false,
  },
  {
    why: 'a pawn may become a king',
    fen: '8/P7/8/8/8/8/8/7r w - - 0 1',
    only: ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n', 'a7a8k'],
  },
  {
    why: 'which is written =K',
    fen: '8/P7/8/8/8/8/8/7r w - - 0 1',
    play: ['a7a8k'],
    san: 'a8=K',
    after: 'K7/8/8/8/8/8/8/7r b - - 0 1',
  },
  {
    why: 'two kings are told apart',
    fen: '8/8/8/8/8/K1K5/8/7r w - - 0 1',
    play: ['a3b2'],
    san: 'Kab2',
  },
  {
    why: 'nothing is pinned',
    fen: '4r3/8/8/8/8/N3N3/8/4K3 w - - 0 1',
    play: ['a3c2'],
    san: 'Nac2',
  },
  {
    why: 'nobody castles, and rights are dropped',
    fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
    after: '4k3/8/8/8/8/8/8/4K2R w - - 0 1',
    illegal: ['e1g1', 'e1h1'],
  },
  {
    why: 'a side without pieces has won',
    fen: '8/8/8/8/8/8/8/k7 w - - 0 1',
    status: 'variant_win white no_pieces',
    count: 0,
  },
  {
    why: 'who gives the last piece has won',
    fen: '8/8/8/3p4/4P3/8/8/8 w - - 0 1',
    play: ['e4d5'],
    san: 'exd5#',
    status: 'variant_win black no_pieces',
  },
  {
    why: 'a side without moves has won',
    fen: '8/p7/8/P7/8/8/8/8 w - - 0 1',
    play: ['a5a6'],
    san: 'a6#',
    status: 'variant_win black no_moves',
  },
  {
    why: 'bishops that never meet',
    fen: '8/8/8/8/8/8/b7/B7 w - - 0 1',
    status: DRAWN,
    canWin: { white: false, black: false },
  },
  {
    why: 'bishops that may meet',
    fen: '8/8/8/8/8/8/8/B1b5 w - - 0 1',
    status: 'continue',
    canWin: { white: true, black: true },
  },
  {
    why: 'knights on squares of one colour: only the side to move can give its knight away',
    fen: '7n/8/8/8/8/8/8/N7 w - - 0 1',
    status: 'continue',
    canWin: { white: true, black: false },
  },
  {
    why: 'the same with the other side to move',
    fen: '7n/8/8/8/8/8/8/N7 b - - 0 1',
    canWin: { white: false, black: true },
  },
  {
    why: 'knights on squares of two colours: only the side that waits can',
    fen: '6n1/8/8/8/8/8/8/N7 w - - 0 1',
    canWin: { white: false, black: true },
  },
])

table('atomic', [
  {
    why: 'a capture takes all pieces around it, and pawns stay',
    fen: '4k3/8/2p1p3/3n4/8/8/8/3RK3 w - - 0 1',
    play: ['d1d5'],
    after: '4k3/8/2p1p3/8/8/8/8/4K3 b - - 0 1',
  },
  {
    why: 'en passant explodes where the pawn arrives',
    fen: '3kK3/8/8/2NNNNN1/2NN1pN1/2NN1NN1/2NNPNN1/2NNNNN1 w - - 0 1',
    play: ['e2e4', 'f4e3'],
    after: '3kK3/8/8/2NNNNN1/2N3N1/2N3N1/2N3N1/2NNNNN1 w - - 0 2',
  },
  {
    why: 'a pawn that takes and promotes vanishes',
    fen: '1r2k3/P7/8/8/8/8/7P/4K3 w - - 0 1',
    play: ['a7b8q'],
    san: 'axb8=Q',
    after: '4k3/8/8/8/8/8/7P/4K3 b - - 0 1',
  },
  {
    why: 'a king never captures',
    fen: '4k3/7p/8/8/8/8/P3r3/4K3 w - - 0 1',
    only: ['e1d1', 'e1f1'],
    check: true,
  },
  {
    why: 'the own king must not explode',
    fen: '4k3/8/8/8/8/8/3n4/3QK3 w - - 0 1',
    illegal: ['d1d2'],
  },
  {
    why: 'also not with the other one',
    fen: '8/8/8/2K5/2P5/2k1n3/8/2R5 b - - 0 1',
    illegal: ['e3c4'],
  },
  {
    why: 'the other king may be exploded in check, which wins',
    fen: '4k3/3p4/8/8/8/8/8/3QK2r w - - 0 1',
    play: ['d1d7'],
    san: 'Qxd7#',
    status: 'variant_win white king_exploded',
    count: 0,
    after: '8/8/8/8/8/8/8/4K2r b - - 0 1',
  },
  {
    why: 'a pinned piece may do it, too',
    fen: '4k3/3p4/8/8/8/8/8/r2QK3 w - - 0 1',
    play: ['d1d7'],
    status: 'variant_win white king_exploded',
  },
  {
    why: 'kings side by side are not in check',
    fen: '8/8/8/8/8/4k3/q3K3/8 w - - 0 1',
    check: false,
    illegal: ['e2e3'],
  },
  {
    why: 'a king may step beside the other one on attacked squares, and on no others',
    fen: '8/8/8/8/8/4k3/q7/4K3 w - - 0 1',
    only: ['e1d1', 'e1f1', 'e1d2', 'e1e2', 'e1f2'],
  },
  {
    why: 'a king that steps away gives check',
    fen: '8/8/8/8/8/4k3/q3K3/8 b - - 0 1',
    play: ['e3e4'],
    san: 'Ke4+',
    check: true,
  },
  {
    why: 'castling over a square beside the other king',
    fen: '8/8/8/8/8/8/4k3/R3K2r w Q - 0 1',
    legal: ['e1c1'],
  },
  {
    why: 'Black’s castling beside the other king',
    fen: 'r3k2R/4K3/8/8/8/8/8/8 b q - 0 1',
    legal: ['e8c8'],
  },
  {
    why: 'no castling over a square that the king’s leaving uncovers',
    fen: '8/8/8/8/8/8/5k2/R3K2r w Q - 0 1',
    illegal: ['e1c1'],
  },
  {
    why: 'no castling whose rook uncovers an attack',
    fen: '4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1',
    illegal: ['e1b1', 'e1c1'],
  },
  {
    why: 'a king that could only capture is stalemated',
    fen: '7k/8/8/8/8/8/1r6/K7 w - - 0 1',
    status: 'draw stalemate',
  },
  {
    why: 'the rook that takes and the rook that is taken lose their rights',
    fen: '4k2r/8/8/8/8/8/P7/4K2R w Kk - 0 1',
    play: ['h1h8'],
    after: '4k3/8/8/8/8/8/P7/4K3 b - - 0 1',
  },
  {
    why: 'a rook beside the explosion loses its right',
    fen: 'r3k2r/1n6/8/8/8/8/8/1R2K3 w kq - 0 1',
    play: ['b1b7'],
    after: '4k2r/8/8/8/8/8/8/4K3 b k - 0 1',
  },
  {
    why: 'one rook cannot win against a bare king',
    fen: '8/8/8/3k4/8/8/8/K6R w - - 0 1',
    status: DRAWN,
  },
  {
    why: 'a queen can',
    fen: '8/8/8/2k5/8/8/8/K6Q w - - 0 1',
    status: 'continue',
    canWin: { white: true, black: false },
  },
  {
    why: 'two knights cannot',
    fen: '8/8/8/3k4/8/8/8/K5NN w - - 0 1',
    status: DRAWN,
  },
  {
    why: 'three knights can',
    fen: '8/8/8/3k4/8/8/8/K4NNN w - - 0 1',
    canWin: { white: true, black: false },
  },
  {
    why: 'a piece of each side can explode beside a king',
    fen: '7n/8/8/3k4/8/8/8/K6R w - - 0 1',
    canWin: { white: true, black: true },
  },
  {
    why: 'bishops on squares of two colours never meet',
    fen: '8/8/8/3k4/8/8/b7/BK6 w - - 0 1',
    status: DRAWN,
  },
  {
    why: 'the side to move may have lost its king',
    fen: '8/8/8/8/8/8/8/K7 b - - 0 1',
    status: 'variant_win white king_exploded',
    canWin: { white: true },
  },
  { why: 'the other one may not', fen: '8/8/8/8/8/8/8/K7 w - - 0 1', rejected: true },
])
