// SPDX-License-Identifier: Apache-2.0
// Famous games to view, each with the position that made it famous. Their moves are in famous-moves.js.

import { say } from '../page/texts.js'

export type FamousGame = {
  /** of famous-moves.js */
  name: string
  title: string
  players: string
  /** the position: the first field of its FEN */
  placement: string
  /** squares of the last move, from and to */
  move: string[]
}

export const FAMOUS_GAMES: FamousGame[] = [
  {
    name: 'Kasparov – Topalov',
    title: 'Kasparov – Topalov',
    players: say`1999, 44 moves`,
    placement: 'b2r3r/k4p1p/p2q1np1/NppP4/3R1Q2/P4PPB/1PP4P/1K2R3',
    move: ['d1', 'd4'],
  },
  {
    name: 'The Immortal Game',
    title: say`The Immortal Game`,
    players: say`1851, 23 moves`,
    placement: 'r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1',
    move: ['d6', 'e7'],
  },
  {
    name: 'The Opera Game',
    title: say`The Opera Game`,
    players: say`1858, 17 moves`,
    placement: '1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5',
    move: ['d1', 'd8'],
  },
]
