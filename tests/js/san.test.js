// SPDX-License-Identifier: Apache-2.0
// SAN in: lenient spelling, strict meaning. SAN out: shortest spelling, + and #.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept } from './support/assertions.js'
import { Game, START_FEN } from './support/binbo.js'
import { CASTLES, fromFen, played } from './support/games.js'

// Each position with spellings that mean the move named first.
const SPELLINGS = [
  [
    START_FEN,
    'e2e4',
    [
      'e4',
      'e2e4',
      'e2-e4',
      'Pe4',
      'Pe2e4',
      'Pe2-e4',
      'e4!',
      'e4?',
      'e4!?',
      'e4?!',
      'e4!!',
      'e4??',
      'e4+',
      'e4#',
      '♙e4',
    ],
  ],
  [
    START_FEN,
    'g1f3',
    [
      'Nf3',
      'N1f3',
      'Ngf3',
      'Ng1f3',
      'Ng1-f3',
      'g1f3',
      'g1-f3',
      'g1-f3!',
      'Nf3+',
      'Nf3#',
      'Nf3!?',
      '♘f3',
      '♞f3',
      'Nxf3',
    ],
  ],
  ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', ['exd5', 'ed5', 'exd5+', 'e4xd5', 'e4d5']],
  ['4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2', 'e5d6', ['exd6', 'exd6e.p.', 'exd6 e.p.', 'ed6', 'e5xd6', 'e5d6']],
  ['4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2', 'c5d6', ['cxd6', 'cxd6 e.p.', 'cd6']],
  [CASTLES, 'e1g1', ['O-O', '0-0', 'O-O+', '0-0!', 'e1g1', 'e1h1', 'e1-g1']],
  [CASTLES, 'e1c1', ['O-O-O', '0-0-0', '0-0-0#', 'e1c1', 'e1a1', 'e1-c1']],
  [
    '3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1',
    'e7e8q',
    ['e8=Q', 'e8Q', 'e8(Q)', 'e8', 'e7e8', 'e7e8q', 'e7e8Q', 'e8=Q+', 'e8Q!'],
  ],
  ['3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1', 'e7e8n', ['e8=N', 'e8N', 'e8(N)', 'e7e8n', 'e7-e8=N']],
  ['3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1', 'e7d8r', ['exd8=R', 'ed8R', 'exd8(R)', 'e7xd8=R', 'exd8=R+']],
  // bc4 is the b-pawn, Bc4 the bishop
  ['4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1', 'b3c4', ['bxc4', 'bc4', 'b3c4']],
  ['4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1', 'e2c4', ['Bxc4', 'Bc4', 'Be2xc4', '♗xc4', 'e2xc4', 'e2:c4']],
  // Kg1 beside a castling right is the king's step where it is one
  ['4k3/8/8/8/8/8/8/5K1R w - - 0 1', 'f1g1', ['Kg1', 'Kf1g1', 'Kf1-g1', 'f1-g1']],
  // the other knight on c3 is pinned
  [
    'rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 1 5',
    'g1e2',
    ['Ne2', 'Nge2', 'N1e2', 'Ng1e2'],
  ],
  // a bishop file as a disambiguation, and a pawn on the b-file
  ['4k3/8/8/8/8/1B6/3B4/4K3 w - - 0 1', 'b3a4', ['Ba4', 'Bba4', 'Bb3a4']],
]

test('every accepted spelling plays its move', () => {
  for (const [fen, uci, sans] of SPELLINGS) {
    for (const san of sans) {
      const game = fromFen(fen)
      const note = `${san} in ${fen}`
      assert.doesNotThrow(() => game.sanMove(san), note)
      assert.equal(game.lastMove.uci, uci, note)
      const many = fromFen(fen)
      many.playMoves([san])
      assert.equal(many.lastMove.uci, uci, note)
      assert.equal(fromFen(fen).isLegal(san), true, note)
      game.stop()
      many.stop()
    }
  }
})

test('squares joined by a sign are read in PGN and in lists of moves too', () => {
  const game = new Game()
  game.loadPgn('1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f1-b5 a7-a6 4. b5xc6 d7xc6 5. e1-g1 *')
  assert.equal(game.moves.map(move => move.san).join(' '), 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O')
  assert.equal(game.line(['g8-f6', 'f3xe5']).length, 2)
  const chess960 = fromFen('4k3/8/8/8/8/8/8/5K1R w H - 0 1', { variant: 'chess960' })
  assert.equal(chess960.clone().line(['f1-h1'])[0].san, 'O-O')
  assert.equal(chess960.line(['f1-g1'])[0].san, 'Kg1', 'castling only where it is not a king’s move')
})

// Never another move than written.
const ILLEGAL = [
  [
    START_FEN,
    [
      'Nf6',
      'Nd2',
      'e5',
      'Ke2',
      'Qd3',
      'Ra3',
      'Bc4',
      'O-O',
      'O-O-O',
      '0-0',
      'Nhf3',
      'N2f3',
      'Ng2f3',
      'Bg1f3',
      'Bg1-f3',
      'g1-g3',
      'b1xd2',
      'e1-g1',
      'f3-g1',
      'exd3',
      'ed3',
      'Pe5',
      'e8=Q',
      'Nf3=Q',
      'e4=Q',
      'e4=N',
      'e4 e.p.',
      'exd6 e.p.',
      'a8',
    ],
  ],
  [CASTLES, ['Kg1', 'Kc1', 'Kh1', 'Rg1f1', 'Ke1-g1', 'e1-f2', 'h1-h8=Q']],
  ['3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1', ['exf8=Q', 'Ke8', 'd8=Q', 'e8=Q e.p.']],
  // a rook on e1 is no king that castles
  ['k7/8/8/8/8/8/8/K3R2R w - - 0 1', ['O-O', 'O-O-O', '0-0']],
  ['4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2', ['exd6', 'exd6 e.p.', 'ed6']],
  ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', ['exd5 e.p.']],
  // the only knight that could go is pinned
  ['4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', ['Nc3', 'Nec3', 'Ne2c3']],
]

test('SAN that fits no legal move is refused', () => {
  for (const [fen, sans] of ILLEGAL) {
    const game = fromFen(fen)
    for (const san of sans) {
      assertKept(
        game,
        () => game.sanMove(san),
        codeOf(() => game.sanMove(san), /^ERR_(SAN_ILLEGAL|SAN_SYNTAX|MOVE_\w+)$/, san),
        {},
        `${san} in ${fen}`,
      )
      assert.equal(game.isLegal(san), false)
    }
  }
  for (const san of ['Nf6', 'Nd2', 'e5', 'Qd3', 'O-O', 'Bg1f3', 'exd3']) {
    const game = fromFen(START_FEN)
    assertKept(game, () => game.sanMove(san), 'ERR_SAN_ILLEGAL', {}, san)
  }
})

function codeOf(action, pattern, note) {
  try {
    action()
  } catch (error) {
    assert.match(error.code, pattern, note)
    return error.code
  }
  assert.fail(`${note} was taken`)
}

const SYNTAX = [
  '',
  'Sf3',
  'Xf3',
  'nf3',
  'N',
  'Nf',
  'Nf9',
  'Ni3',
  'NN',
  'Nf3f3f3',
  'e44',
  'e4x',
  'e4 e5',
  'e4e5e6',
  'e4 junk',
  'e4junk',
  'Nf3;',
  'Nf3)',
  'e4\0',
  '\0e4',
  'O-',
  'O-O-',
  'O-O-O-O',
  'O-OO',
  'e8=K',
  'e8=P',
  'e8=',
  'e8()',
  'e8(Q',
  'e8=QQ',
  '1.e4',
  '--',
  '0000',
  'Z0',
  '*',
  '1-0',
  '½-½',
  'e4½',
  'é4',
  '\ud83d\ude00',
  '\ud83d',
  'е4', // a Cyrillic е
]

test('text that is not SAN is a syntax error', () => {
  const game = fromFen(START_FEN)
  for (const san of SYNTAX) {
    const code = codeOf(() => game.sanMove(san), /^ERR_SAN_/, JSON.stringify(san))
    assertKept(game, () => game.sanMove(san), code, {}, JSON.stringify(san))
  }
  for (const san of [
    '',
    'Sf3',
    'Xf3',
    'N',
    'Nf9',
    'e4 junk',
    'e4junk',
    'O-O-O-O',
    'e8=K',
    '1.e4',
    '--',
    '\ud83d',
  ]) {
    assertKept(game, () => game.sanMove(san), 'ERR_SAN_SYNTAX', { input: san }, JSON.stringify(san))
  }
  for (const bad of [undefined, null, 1, {}, ['e4'], Symbol('e4')])
    assertKept(game, () => game.sanMove(bad), 'ERR_ARGUMENT')
})

test('ambiguous SAN is an error that names the candidates', () => {
  const cases = [
    ['4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'Nd2', ['Nbd2', 'Nfd2']],
    ['4k3/8/8/8/R7/8/8/R3K3 w - - 0 1', 'Ra2', ['R1a2', 'R4a2']],
    ['1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'Qe1', ['Qee1', 'Qh4e1']],
    ['1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'Qhe1', ['Qh4e1', 'Q1e1']],
  ]
  for (const [fen, san, candidates] of cases) {
    const game = fromFen(fen)
    const error = assertKept(game, () => game.sanMove(san), 'ERR_SAN_AMBIGUOUS', {}, `${san} in ${fen}`)
    for (const candidate of candidates)
      assert.ok(error.message.includes(candidate), `${candidate} in: ${error.message}`)
    assert.equal(game.tryMove(san).error.code, 'ERR_SAN_AMBIGUOUS')
  }
  const one = '4k3/8/8/8/8/8/8/R3K2R w - - 0 1'
  assert.deepEqual(
    fromFen(one)
      .legalMoves('san')
      .filter(san => san.endsWith('d1'))
      .sort(),
    ['Rd1', 'Kd1'].sort(),
  )
})

test('SAN out is the shortest that fits this legal move alone', () => {
  const cases = [
    ['1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'h4e1', 'Qh4e1'],
    ['4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'b1d2', 'Nbd2'],
    ['4k3/8/8/8/R7/8/8/R3K3 w - - 0 1', 'a1a2', 'R1a2'],
    ['rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 1 5', 'g1e2', 'Ne2'],
    ['4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2', 'c5d6', 'cxd6'],
    ['5k2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'O-O+'],
    ['3rk3/2P5/8/8/8/8/8/3K4 w - - 0 1', 'c7d8q', 'cxd8=Q+'],
    ['6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8', 'Ra8#'],
    ['8/8/8/8/8/1k6/p7/K7 b - - 0 1', 'b3c2', 'Kc2'],
  ]
  for (const [fen, uci, san] of cases) {
    const game = fromFen(fen)
    assert.ok(game.legalMoves('san').includes(san), `${san} in ${game.legalMoves('san')}`)
    game.move(uci)
    assert.equal(game.lastMove.san, san)
    assert.equal(game.moves.at(-1).san, san)
  }
})

test('a wrong + or # changes nothing, and mate is in the status', () => {
  const game = played(['f2f3', 'e7e5', 'g2g4'])
  assert.equal(game.sanMove('Qh4').winner, 'black')
  assert.equal(game.lastMove.san, 'Qh4#')
})
