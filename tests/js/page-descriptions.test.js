// SPDX-License-Identifier: Apache-2.0
// What the page says about games of all variants: how each of them ends, their names, their moves, their checks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game, VARIANTS } from 'binbo'
import { checksToWin, describeMove, describeStatus, spoken, variantName } from '#web/study/descriptions.js'
import { placeOf, website } from '#web/study/headers.js'

/** One move before each end that rules bring about: what the page says then. */
const ENDS = [
  ['standard', 'k7/8/1K6/8/8/8/8/7R w - - 0 7', 'Rh8#', 'Checkmate: White wins', 'Mate on move 7.', 'white'],
  ['standard', '7k/8/8/6QK/8/8/8/8 w - - 0 1', 'Qg6', 'Draw: stalemate', /No legal move/, 'none'],
  [
    'standard',
    '7k/8/8/8/8/8/1r6/K7 w - - 0 1',
    'Kxb2',
    'Draw: insufficient material',
    /enough pieces to win/,
    'none',
  ],
  ['standard', '7k/8/8/8/8/8/1R6/K7 w - - 149 99', 'Rb3', 'Draw: 75 moves', /no capture/, 'none'],
  ['crazyhouse', '6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1', 'R@e8#', 'Checkmate: White wins', /Mate/, 'white'],
  [
    'antichess',
    '8/8/8/8/8/1p6/P7/8 w - - 0 1',
    'axb3#',
    'No pieces left: Black wins',
    /^Black has lost all/,
    'black',
  ],
  [
    'antichess',
    '8/8/8/p7/8/P7/8/8 w - - 0 1',
    'a4#',
    'No moves left: Black wins',
    /^Black cannot move/,
    'black',
  ],
  [
    'atomic',
    '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1',
    'Qxd8#',
    'King exploded: White wins',
    'Black’s king is gone.',
    'white',
  ],
  [
    'horde',
    '4k3/8/8/8/8/8/8/Pr6 b - - 0 1',
    'Rxa1#',
    'Horde captured: Black wins',
    /^Black has captured all of White’s/,
    'black',
  ],
  [
    'kingofthehill',
    '4k3/8/8/8/8/3K4/8/8 w - - 0 1',
    'Kd4#',
    'King on the hill: White wins',
    /centre/,
    'white',
  ],
  [
    'racingkings',
    '8/K7/8/7k/8/8/8/R7 w - - 0 1',
    'Ka8#',
    'Race: White wins',
    /White’s king has reached rank 8/,
    'white',
  ],
  ['racingkings', 'K7/7k/8/8/8/8/8/R7 b - - 0 1', 'Kh8', 'Draw: race', /Both kings/, 'none'],
  [
    '3check',
    '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1',
    'Ra8#',
    'Third check: White wins',
    /White has given all/,
    'white',
  ],
]

test('every way in which the games of the variants end is told in words', () => {
  for (const [variant, fen, san, headline, detail, side] of ENDS) {
    const game = new Game({ variant, fen, draws: 'claim' })
    game.sanMove(san)
    assert.equal(game.lastMove.san, san)
    const told = describeStatus(game)
    assert.deepEqual([told.headline, told.tone, told.side], [headline, 'over', side])
    assert.match(told.detail, detail instanceof RegExp ? detail : new RegExp(`^${detail}$`))
    assert.ok(told.detail.length < 50, `one line of a phone: ${told.detail}`)
  }
})

test('draws by repetition, by fifty moves and in dead positions are told, too', () => {
  const game = new Game({ draws: 'automatic' })
  for (let time = 0; time < 2; time++) game.playMoves(['Nf3', 'Nf6', 'Ng1', 'Ng8'])
  assert.equal(describeStatus(game).headline, 'Draw: threefold repetition')
  const quiet = new Game({ fen: '7k/8/8/8/8/8/1R6/K7 w - - 99 99', draws: 'automatic' })
  quiet.sanMove('Rb3')
  assert.equal(describeStatus(quiet).headline, 'Draw: fifty moves')
  const dead = new Game({ fen: '8/8/1k6/1p1p1p1p/1P1P1P1P/1K6/8/8 w - - 0 1', dead: 'normal' })
  assert.equal(describeStatus(dead).headline, 'Draw: dead position')
})

test('all variants have a name, and moves are spoken by their rules', () => {
  assert.deepEqual(VARIANTS.map(variantName).sort(), [
    'Antichess',
    'Atomic',
    'Chess960',
    'Crazyhouse',
    'Horde',
    'King of the Hill',
    'Racing Kings',
    'Standard chess',
    'Three-check',
  ])
  for (const [san, variant, words] of [
    ['N@f3+', 'crazyhouse', 'drops a knight on f3, check'],
    ['P@e6', 'crazyhouse', 'drops a pawn on e6'],
    ['@e6', 'crazyhouse', 'drops a pawn on e6'],
    ['R@e8#', 'crazyhouse', 'drops a rook on e8, mate'],
    ['a8=K', 'antichess', 'a8, promotes to king'],
    ['Kd4#', 'kingofthehill', 'king d4, which ends the game'],
    ['Qxf7#', 'standard', 'queen takes f7, mate'],
    ['O-O-O+', 'chess960', 'castles long, check'],
    ['--', 'standard', 'a null move'],
  ])
    assert.equal(spoken(san, variant), words)
})

test('checks that are left are told after a check', () => {
  const game = new Game({ variant: '3check', fen: '4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1' })
  assert.deepEqual(
    [checksToWin('3check', game, 'white'), checksToWin('3check', game, 'black')],
    ['3 checks to win', '1 check to win'],
  )
  game.sanMove('Ra8+')
  assert.equal(
    describeMove(game.lastMove, game),
    'White played rook a8, check. Black to move, in check. White has 2 checks to win.',
  )
  assert.equal(checksToWin('standard', new Game(), 'white'), '')
  const house = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K3[NR] w - - 0 1' })
  house.move('N@e4')
  assert.equal(describeMove(house.lastMove, house), 'White drops a knight on e4. Black to move.')
  const resigned = new Game()
  resigned.playMoves(['e4'])
  assert.equal(
    describeMove(resigned.lastMove, resigned, { result: '1-0', how: 'Black resigned' }),
    'White played e4. White wins.',
  )
})

test('addresses in tags are shown as websites', () => {
  for (const [value, place, href] of [
    ['https://lichess.org/JLYwzyb5', 'lichess.org', 'https://lichess.org/JLYwzyb5'],
    ['http://www.chess.example/a?b', 'chess.example', 'http://www.chess.example/a?b'],
    ['Bern', 'Bern', undefined],
    ['?', '', undefined],
    ['Chess.com', 'Chess.com', undefined],
    ['javascript:alert(1)', 'javascript:alert(1)', undefined],
    ['https://user:secret@host/', 'https://user:secret@host/', undefined],
    ['https:// x', 'https:// x', undefined],
  ])
    assert.deepEqual([placeOf(value), website(value)?.href], [place, href])
})
