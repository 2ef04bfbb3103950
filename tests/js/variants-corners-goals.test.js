// SPDX-License-Identifier: Apache-2.0
// The corners of the rules of three-check, king of the hill, horde and racing kings, one position a line, with the rule
// that it shows.

import { DRAWN, table } from './support/corner-tables.js'

table('3check', [
  {
    why: 'the third check wins',
    fen: '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1',
    play: ['a1a8'],
    san: 'Ra8#',
    after: 'R3k3/8/8/8/8/8/8/4K3 b - - 0+3 1 1',
    status: 'variant_win white three_checks',
    count: 0,
  },
  {
    why: 'a third check that mates is mate',
    fen: '6k1/5ppp/8/8/8/8/8/K3R3 w - - 1+3 0 1',
    play: ['e1e8'],
    status: 'checkmate white',
  },
  {
    why: 'a double check counts once',
    fen: '4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1',
    play: ['e4d6'],
    after: '4k3/8/3N4/8/8/8/8/4RK2 b - - 2+3 1 1',
    san: 'Nd6+',
  },
  {
    why: 'no check counts for nobody',
    fen: '4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1',
    play: ['a1a2'],
    after: '4k3/8/8/8/8/8/R7/4K3 b - - 2+1 1 1',
  },
  {
    why: 'a lone knight can win, a bare king cannot',
    fen: '4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1',
    status: 'continue',
    canWin: { white: true, black: false },
  },
  { why: 'bare kings', fen: '4k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1', status: DRAWN },
  {
    why: 'checks given, as Lichess writes them',
    fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+2',
    after: '4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1',
  },
  {
    why: 'without the field all are left',
    fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1',
    after: '4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1',
  },
  { why: 'more than three', fen: '4k3/8/8/8/8/8/8/R3K3 w - - 4+3 0 1', rejected: true },
  { why: 'no number', fen: '4k3/8/8/8/8/8/8/R3K3 w - - a+3 0 1', rejected: true },
  { why: 'more than three given', fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +4+0', rejected: true },
])

table('kingofthehill', [
  {
    why: 'a king on the hill wins',
    fen: '4k3/8/8/8/8/3K4/8/8 w - - 0 1',
    play: ['d3d4'],
    san: 'Kd4#',
    status: 'variant_win white hill',
    count: 0,
  },
  {
    why: 'by a legal move',
    fen: '3rk3/8/8/8/8/4K3/8/8 w - - 0 1',
    illegal: ['e3d4'],
    legal: ['e3e4'],
  },
  {
    why: 'one that stands there has won',
    fen: '8/8/8/3k4/8/8/8/K7 w - - 0 1',
    status: 'variant_win black hill',
  },
  {
    why: 'the hill comes before stalemate',
    fen: '7k/5Q2/8/8/8/3K4/8/8 w - - 0 1',
    play: ['d3d4'],
    status: 'variant_win white hill',
  },
  {
    why: 'the hill comes before the fifty-move rule',
    fen: '4k3/8/8/8/8/3K4/8/8 w - - 99 90',
    play: ['d3e4'],
    status: 'variant_win white hill',
  },
  {
    why: 'bare kings can win',
    fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1',
    status: 'continue',
    canWin: { white: true, black: true },
  },
])

table('horde', [
  {
    why: 'a pawn on rank 1 goes one or two squares',
    fen: '4k3/8/8/8/8/3p4/8/4P3 w - - 0 1',
    only: ['e1e2', 'e1e3'],
  },
  {
    why: 'and is not taken in passing',
    fen: '4k3/8/8/8/8/3p4/8/4P3 w - - 0 1',
    play: ['e1e3'],
    after: '4k3/8/8/8/8/3pP3/8/8 b - - 0 1',
    illegal: ['d3e2'],
  },
  {
    why: 'from rank 2 it may go two squares after that, and then be taken in passing',
    fen: '4k3/8/8/8/3p4/8/8/4P3 w - - 0 1',
    play: ['e1e2', 'e8e7', 'e2e4'],
    legal: ['d4e3'],
  },
  {
    why: 'White without pieces has lost and is not stalemated',
    fen: '8/p7/pk6/8/8/8/8/8 w - - 0 1',
    status: 'variant_win black horde_destroyed',
  },
  {
    why: 'the last capture wins',
    fen: '8/8/1k6/P7/8/8/8/8 b - - 0 1',
    play: ['b6a5'],
    san: 'Kxa5#',
    status: 'variant_win black horde_destroyed',
  },
  { why: 'stalemate is a draw', fen: '4k3/8/8/8/8/p7/P7/8 w - - 0 1', status: 'draw stalemate' },
  {
    why: 'the horde mates',
    fen: '7k/8/5P2/8/8/8/8/6Q1 w - - 0 1',
    play: ['g1g7'],
    status: 'checkmate white',
  },
  {
    why: 'Black can always win, a lone knight cannot',
    fen: '8/8/8/3k4/8/8/8/N7 w - - 0 1',
    canWin: { white: false, black: true },
  },
  { why: 'no white pawn on rank 8', fen: 'P3k3/8/8/8/8/8/8/8 w - - 0 1', rejected: true },
  { why: 'no black pawn on rank 1', fen: '4k3/8/8/8/8/8/8/P2p4 w - - 0 1', rejected: true },
  { why: 'no black pawn on rank 8', fen: 'p3k3/8/8/8/8/8/8/P7 w - - 0 1', rejected: true },
  { why: 'no white king', fen: '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', rejected: true },
])

table('racingkings', [
  {
    why: 'a king’s step must not uncover a check',
    fen: '8/8/1rk4K/8/8/8/8/8 b - - 0 1',
    illegal: ['c6d7', 'c6d5'],
    legal: ['c6d6'],
  },
  {
    why: 'no check by any piece',
    fen: '8/8/8/8/8/k7/8/6RK w - - 0 1',
    illegal: ['g1g3', 'g1a1'],
    legal: ['g1b1'],
  },
  {
    why: 'White is home, Black may follow',
    fen: '1K6/7k/8/8/8/8/8/8 b - - 0 1',
    status: 'continue',
  },
  {
    why: 'both home is a draw',
    fen: '1K6/7k/8/8/8/8/8/8 b - - 0 1',
    play: ['h7g8'],
    san: 'Kg8',
    status: 'draw race',
    count: 0,
  },
  {
    why: 'a last step elsewhere loses',
    fen: '1K6/7k/8/8/8/8/8/8 b - - 0 1',
    play: ['h7h6'],
    san: 'Kh6#',
    status: 'variant_win white race',
  },
  {
    why: 'White is home and Black cannot follow',
    fen: '2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1',
    status: 'variant_win white race',
    count: 0,
  },
  {
    why: 'White is home and Black has no move: no stalemate',
    fen: '4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1',
    status: 'variant_win white race',
  },
  {
    why: 'Black has no move, White is not home: stalemate',
    fen: '1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1',
    status: 'draw stalemate',
  },
  {
    why: 'Black home first wins at once',
    fen: '8/7k/8/8/8/8/8/K7 b - - 0 1',
    play: ['h7h8'],
    san: 'Kh8#',
    status: 'variant_win black race',
  },
  {
    why: 'bare kings race',
    fen: '8/8/8/8/8/k7/8/7K w - - 0 1',
    status: 'continue',
    canWin: { white: true, black: true },
  },
  { why: 'nobody may be in check', fen: '8/8/8/8/8/k7/8/K6r w - - 0 1', rejected: true },
  { why: 'no pawns', fen: '8/8/8/8/8/k7/P7/7K w - - 0 1', rejected: true },
  { why: 'both are home, but Black is to move', fen: 'k6K/8/8/8/8/8/8/8 b - - 0 1', rejected: true },
])
