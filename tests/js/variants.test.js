// SPDX-License-Identifier: Apache-2.0
// The variants in the library: names, options, pockets, drops, ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept, assertThrows, draw, mate } from './support/assertions.js'
import { binbo, perft, START_FEN, validateFen } from './support/binbo.js'

const { VARIANTS, variantName } = binbo

/** By our name: that of PGN, of UCI, of Lichess, and others that people write. */
const NAMES = {
  standard: ['Standard', 'chess', 'standard', 'Normal', 'From Position'],
  chess960: ['Chess960', 'chess960', 'chess960', 'Chess 960', 'Fischerandom', 'fischer-random'],
  crazyhouse: ['Crazyhouse', 'crazyhouse', 'crazyhouse', 'Crazy House', 'zh'],
  antichess: ['Antichess', 'antichess', 'antichess', 'Giveaway', 'anti-chess'],
  atomic: ['Atomic', 'atomic', 'atomic', 'ATOMIC'],
  horde: ['Horde', 'horde', 'horde'],
  kingofthehill: ['King of the Hill', 'kingofthehill', 'kingOfTheHill', 'king-of-the-hill', 'KOTH'],
  racingkings: ['Racing Kings', 'racingkings', 'racingKings', 'racing_kings'],
  '3check': ['Three-check', '3check', 'threeCheck', '3-check', 'Three Check'],
}

test('VARIANTS lists their names, frozen', () => {
  assert.deepEqual(
    VARIANTS,
    Object.keys(NAMES).sort((a, b) => VARIANTS.indexOf(a) - VARIANTS.indexOf(b)),
  )
  assert.equal(VARIANTS[0], 'standard')
  assert.ok(Object.isFrozen(VARIANTS))
  assert.equal(binbo.VARIANTS, VARIANTS)
})

test('variantName gives the names of PGN, UCI and Lichess', () => {
  for (const [variant, [pgn, uci, lichess]] of Object.entries(NAMES)) {
    assert.equal(variantName(variant, 'pgn'), pgn)
    assert.equal(variantName(variant, 'uci'), uci)
    assert.equal(variantName(variant, 'lichess'), lichess)
    assert.equal(variantName(lichess.toUpperCase(), 'pgn'), pgn)
  }
  for (const form of ['PGN', 'binbo', '', 1, null])
    assertThrows(() => variantName('atomic', form), 'ERR_ARGUMENT')
  for (const variant of ['bughouse', '', null, undefined, 2])
    assertThrows(() => variantName(variant, 'pgn'), 'ERR_ARGUMENT')
})

const WRONG = [
  '',
  ' ',
  'bughouse',
  'losers',
  'atom ic!',
  'atomic\n',
  'åtomic',
  'standard'.repeat(99),
  null,
  1,
  ['atomic'],
  {},
]

test('whatever takes a variant takes all its names, and refuses others by ERR_ARGUMENT', () => {
  for (const [variant, names] of Object.entries(NAMES).slice(0, 2)) {
    const fen =
      variant === 'standard' ? START_FEN : 'bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1'
    for (const name of [variant, variant.toUpperCase(), ...names]) {
      assert.equal(new binbo.Game({ variant: name }).options.variant, variant, name)
      assert.deepEqual(validateFen(fen, { variant: name }), { ok: true }, name)
      assert.equal(perft(fen, 1, { variant: name }), perft(fen, 1, { variant }), name)
    }
  }
  for (const variant of WRONG) {
    const place = typeof variant === 'string' && variant.length < 100 ? { input: variant } : {}
    assertThrows(() => new binbo.Game({ variant }), 'ERR_ARGUMENT', place, String(variant))
    assertThrows(() => validateFen(START_FEN, { variant }), 'ERR_ARGUMENT', place)
    assertThrows(() => perft(START_FEN, 1, { variant }), 'ERR_ARGUMENT', place)
  }
})

// --- what only variants have -------------------------------------------------------------------------

const { Game } = binbo
const pocket = (letters = '') => ({
  pawn: letters.split('p').length - 1,
  knight: letters.split('n').length - 1,
  bishop: letters.split('b').length - 1,
  rook: letters.split('r').length - 1,
  queen: letters.split('q').length - 1,
})

test('variant, pockets and remainingChecks say what the variant has', () => {
  for (const variant of VARIANTS) {
    const game = new Game({ variant })
    assert.equal(game.variant, variant)
    assert.equal(game.options.variant, variant)
    const pockets = variant === 'crazyhouse' ? { white: pocket(), black: pocket() } : null
    assert.deepEqual(game.pockets, pockets)
    assert.deepEqual(game.remainingChecks, variant === '3check' ? { white: 3, black: 3 } : null)
    game.stop()
    for (const name of ['variant', 'pockets', 'remainingChecks'])
      assertThrows(() => game[name], 'ERR_GAME_STOPPED')
  }
})

test('captures fill the pocket, drops empty it, and undo gives it back; a promoted piece is a pawn', () => {
  const game = new Game({ variant: 'crazyhouse', fen: '1n2k3/P7/8/3q4/4P3/8/8/4K3[] w - - 0 1' })
  const seen = [game.pockets]
  for (const move of ['e4d5', 'e8e7', 'a7b8q', 'e7d7', 'Q@d6']) {
    game.move(move)
    seen.push(game.pockets)
  }
  assert.deepEqual(
    seen.map(({ white }) => white),
    [pocket(), pocket('q'), pocket('q'), pocket('qn'), pocket('qn'), pocket('n')],
  )
  for (const expected of seen.toReversed()) {
    assert.deepEqual(game.pockets, expected)
    game.undo()
  }
  const taken = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/3r4/3Q~4/8/8/4K3[] b - - 0 1' })
  taken.move('d5d4')
  assert.deepEqual(taken.pockets, { white: pocket(), black: pocket('p') })
  assert.notEqual(taken.pockets, taken.pockets, 'each reading is the caller’s own')
})

const HOUSE = '4k3/8/8/8/8/8/8/R3K2R[NPq] w KQ - 0 1'

test('drops that are not possible have their reasons, and change nothing', () => {
  const game = new Game({ variant: 'crazyhouse', fen: HOUSE })
  for (const [move, code] of [
    ['N@e1', 'ERR_MOVE_DROP'],
    ['N@e8', 'ERR_MOVE_DROP'],
    ['P@d8', 'ERR_MOVE_DROP'],
    ['P@d1', 'ERR_MOVE_DROP'],
    ['Q@d4', 'ERR_MOVE_DROP'],
    [{ drop: 'king', to: 'd4' }, 'ERR_MOVE_DROP'],
    [{ drop: 'rook', to: 27 }, 'ERR_MOVE_DROP'],
    [{ drop: 'horse', to: 'd4' }, 'ERR_ARGUMENT'],
    [{ drop: true, to: 'd4' }, 'ERR_ARGUMENT'],
    [{ drop: '', to: 'd4' }, 'ERR_ARGUMENT'],
    [{ drop: 'knight', to: 'd9' }, 'ERR_MOVE_SQUARE'],
    [{ drop: 'knight' }, 'ERR_MOVE_SQUARE'],
    [{ from: 'd4', to: 'd5', promotion: 'N' }, 'ERR_MOVE_NO_PIECE'],
    ['a1a2N', 'ERR_MOVE_PROMOTION'],
    ['K@d4', 'ERR_SAN_SYNTAX'],
    ['n@d4', 'ERR_SAN_SYNTAX'],
    ['N@d', 'ERR_SAN_SYNTAX'],
    ['N@d9', 'ERR_SAN_SYNTAX'],
    ['N@d4q', 'ERR_SAN_SYNTAX'],
  ]) {
    const error = assertKept(game, () => game.move(move), code, {}, String(move))
    if (typeof move === 'string') assert.equal(error.input, move)
    assert.equal(game.isLegal(move), false, String(move))
  }
  for (const letter of ['Q', 'K', 'k']) {
    const code = letter === 'k' ? 'ERR_MOVE_NO_PIECE' : 'ERR_MOVE_DROP'
    assertKept(game, () => game.indexMove(27, 27, letter), code)
  }
  assertKept(game, () => game.indexMove(27, 35, 'N'), 'ERR_MOVE_NO_PIECE')
  assertKept(game, () => game.sanMove('Q@d4'), 'ERR_SAN_ILLEGAL')
  assertKept(game, () => game.legalMoves('uci', { from: 'a1', drop: 'pawn' }), 'ERR_ARGUMENT')
  assertKept(game, () => game.legalMoves('uci', { drop: 'horse' }), 'ERR_ARGUMENT')
  assert.deepEqual(game.legalMoves('uci', { drop: 'king' }), [])
  assert.equal(game.legalMoves('count', { drop: 'pawn' }), 48)
  const chess = new Game()
  assertKept(chess, () => chess.move('P@e4'), 'ERR_MOVE_DROP')
  assertKept(chess, () => chess.move({ drop: 'pawn', to: 'e4' }), 'ERR_MOVE_DROP')
  assertKept(chess, () => chess.sanMove('P@e4'), 'ERR_SAN_SYNTAX')
  assert.deepEqual(chess.legalMoves('uci', { drop: 'pawn' }), [])
  assertKept(chess, () => chess.move('e2e4k'), 'ERR_MOVE_PROMOTION')
})

test('squares that board UIs pass for a drop and a promotion to king', () => {
  const house = new Game({ variant: 'crazyhouse', fen: HOUSE })
  house.indexMove(45, 45, 'N')
  assert.deepEqual(house.lastMove.flags, ['drop'])
  assert.equal(house.lastMove.san, 'N@f6+')
  const anti = { variant: 'antichess', fen: '8/P7/8/8/8/8/8/7r w - - 0 1' }
  for (const promotion of ['k', 'q', undefined, null]) {
    const game = new Game(anti)
    game.move({ from: 'a7', to: 'a8', promotion, drop: false })
    assert.equal(game.lastMove.promotion, promotion ?? 'q')
  }
  assert.deepEqual(new Game(anti).legalMoves('uci').sort(), ['a7a8b', 'a7a8k', 'a7a8n', 'a7a8q', 'a7a8r'])
  assert.deepEqual(
    new Game(anti).legalMoves('index').find(([, , letter]) => letter === 'k'),
    [48, 56, 'k'],
  )
})

// --- ends --------------------------------------------------------------------------------------------

const win = (winner, reason) => ({ over: true, type: 'variant_win', winner, reason })

test('each end of a variant has its status, and no moves follow', () => {
  for (const [variant, fen, move, status, san] of [
    [
      'atomic',
      'rnbqkbnr/pppppppp/8/6N1/8/8/8/R3K3 w - - 0 1',
      'Nxf7',
      win('white', 'king_exploded'),
      'Nxf7#',
    ],
    ['atomic', '4k3/8/8/6n1/8/8/5P2/4K3 b - - 0 1', 'Nh3', { over: false, type: 'continue' }, 'Nh3'],
    ['atomic', '4k3/8/8/8/6n1/8/5P2/4K3 b - - 0 1', 'Nxf2', win('black', 'king_exploded'), 'Nxf2#'],
    ['3check', '4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1', 'Ra8+', win('white', 'three_checks'), 'Ra8#'],
    ['3check', '4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 0 1', 'Ra8+', { over: false, type: 'continue' }, 'Ra8+'],
    ['3check', '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 1+3 0 1', 'Ra8', mate('white'), 'Ra8#'],
    ['kingofthehill', '4k3/8/8/8/8/3K4/8/7R w - - 0 1', 'Kd4', win('white', 'hill'), 'Kd4#'],
    ['kingofthehill', '8/8/2k5/8/8/8/7R/7K b - - 0 1', 'Kd5', win('black', 'hill'), 'Kd5#'],
    ['racingkings', '8/K7/8/8/8/7k/8/8 w - - 0 1', 'Ka8', win('white', 'race'), 'Ka8#'],
    ['racingkings', '8/7k/8/K7/8/8/8/8 b - - 0 1', 'Kg8', win('black', 'race'), 'Kg8#'],
    ['racingkings', 'K7/7k/8/8/8/8/8/8 b - - 0 1', 'Kg8', draw('race'), 'Kg8'],
    ['antichess', '8/8/8/8/8/1p6/P7/8 w - - 0 1', 'axb3', win('black', 'no_pieces'), 'axb3#'],
    ['antichess', '8/p7/8/P7/8/8/7R/8 w - - 0 1', 'Rh1', { over: false, type: 'continue' }, 'Rh1'],
    ['antichess', '8/p7/8/P7/8/8/8/8 w - - 0 1', 'a6', win('black', 'no_moves'), 'a6#'],
    ['horde', '4k3/8/8/8/8/8/3p4/2P5 b - - 0 1', 'dxc1=Q', win('black', 'horde_destroyed'), 'dxc1=Q#'],
  ]) {
    const note = `${variant}: ${fen} ${move}`
    const game = new Game({ variant, fen })
    assert.deepEqual(game.sanMove(move), status, note)
    assert.deepEqual(game.status, status, note)
    assert.equal(game.lastMove.san, san, note)
    if (!status.over) continue
    assert.ok(Object.isFrozen(game.status))
    assert.deepEqual(game.legalMoves(), [], note)
    assert.equal(game.legalMoves('count'), 0)
    assert.equal(perft(game.fen, 1, { variant }), 0)
    assertThrows(() => game.sanMove('Ka1'), 'ERR_GAME_OVER')
    assertThrows(() => game.draw(), 'ERR_GAME_OVER')
    assert.deepEqual(Game.fromState(game.state()).status, status)
    assert.deepEqual(new Game({ variant, fen: game.fen, draws: 'none' }).status, status, note)
    game.undo()
    assert.deepEqual(game.status, { over: false, type: 'continue' })
  }
})

test('perft counts nothing behind an end', () => {
  assert.equal(perft('4k3/8/8/8/3K4/8/8/8 b - - 0 1', 1, { variant: 'kingofthehill' }), 0)
  assert.equal(perft('4k3/8/8/8/8/3K4/8/8 w - - 0 1', 2, { variant: 'kingofthehill' }), 6 * 5)
})

// --- boards without a king, or with several ------------------------------------------------------------

test('any board answers: check, attackers, pins, material', () => {
  const boards = {
    antichess: [
      '8/8/8/8/8/8/8/7N w - - 0 1',
      'kkkk4/8/8/8/8/8/8/KKKK3r w - - 0 1',
      'r7/8/8/K7/8/8/8/7k w - - 0 1',
    ],
    atomic: ['8/8/8/8/8/8/8/R3K3 b - - 0 1', 'r7/8/8/kK6/1r6/8/8/8 w - - 0 1'],
    horde: ['4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1', '4k3/8/8/8/8/8/8/3Q4 b - - 0 1'],
    kingofthehill: ['4k3/8/8/8/3K4/8/8/8 b - - 0 1'],
    racingkings: ['K1k5/8/8/8/8/8/8/8 w - - 0 1'],
  }
  for (const [variant, fens] of Object.entries(boards)) {
    for (const fen of fens) {
      const game = new Game({ variant, fen })
      for (const color of ['white', 'black']) {
        game.pinned(color)
        game.hasMatingMaterial(color)
        for (let square = 0; square < 64; square++) game.attackers(square, color)
      }
      assert.equal(game.isCheck, false, fen)
      assert.ok(game.board().includes(fen))
    }
  }
  const beside = fen => new Game({ variant: 'atomic', fen }).pinned('white')
  assert.deepEqual(beside('4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1'), ['e4'])
  assert.deepEqual(beside('4r3/8/8/8/4R3/8/3k4/4K3 w - - 0 1'), [], 'kings side by side are not in danger')
  const anti = new Game({ variant: 'antichess', fen: '4r2k/8/8/8/4R3/8/8/4K3 b - - 0 1' })
  assert.deepEqual([anti.pinned('white'), anti.isCheck], [[], false])
})

// --- castling, hash, repetition ---------------------------------------------------------------------------

test('castling is king takes rook where the start position has king or rook elsewhere, throughout the game', () => {
  const placed = new Game({ variant: 'atomic', fen: 'r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1' })
  assert.deepEqual(
    placed
      .legalMoves('uci', { from: 'e1' })
      .filter(uci => /[bh]1$/.test(uci))
      .sort(),
    ['e1b1', 'e1h1'],
  )
  placed.move('e1g1')
  assert.deepEqual([placed.lastMove.uci, placed.lastMove.to, placed.lastMove.san], ['e1h1', 'h1', 'O-O'])
  placed.move('e8a8')
  assert.equal(placed.lastMove.uci, 'e8a8', 'Black’s rooks are at home, the game is not')
  for (const variant of ['standard', 'crazyhouse', 'atomic', 'kingofthehill', '3check']) {
    const usual = new Game({ variant, fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' })
    usual.move('e1h1')
    assert.deepEqual([usual.lastMove.uci, usual.lastMove.to], ['e1g1', 'g1'], variant)
  }
})

test('pockets, promoted pieces and checks are part of the hash; standard positions have the Polyglot key', () => {
  const hash = (variant, fen) => new Game({ variant, fen }).hash
  const start = new Game().hash
  for (const variant of ['chess960', 'crazyhouse', 'atomic', 'kingofthehill', '3check'])
    assert.equal(new Game({ variant }).hash, start, variant)
  const house = ['', 'N', 'n', 'NN', 'NP'].map(letters => `4k3/8/8/8/8/8/8/Q3K3[${letters}] w - - 0 1`)
  const promoted = '4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1'
  const checks = ['3+3', '2+3', '3+2', '2+2'].map(left => `4k3/8/8/8/8/8/8/Q3K3 w - - ${left} 0 1`)
  const hashes = [...house, promoted].map(fen => hash('crazyhouse', fen))
  hashes.push(...checks.slice(1).map(fen => hash('3check', fen)))
  assert.equal(new Set(hashes).size, hashes.length)
  assert.equal(hash('3check', checks[0]), hashes[0])
})

test('crazyhouse repeats by pockets too, and has no fifty-move rule', () => {
  const game = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K2R[P] w - - 99 80' })
  const shuffle = ['h1h2', 'e8e7', 'h2h1', 'e7e8']
  assert.deepEqual(game.playMoves(shuffle), { over: false, type: 'continue' })
  game.playMoves(['P@a2', 'e8e7', 'h1h2', 'e7e8', 'h2h1'])
  assert.equal(game.status.over, false)
  assert.deepEqual(game.playMoves(['e8e7', 'h1h2', 'e7e8', 'h2h1']), draw('threefold_repetition'))
})

test('mating material is the variant’s own', () => {
  for (const [variant, fen, white, black] of [
    ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1', false, false],
    ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[P] w - - 0 1', true, true],
    ['3check', '4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1', true, false],
    ['kingofthehill', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', true, true],
    ['racingkings', '8/8/8/8/8/8/k6K/8 w - - 0 1', true, true],
    ['atomic', '4k3/8/8/8/8/8/8/4KR2 w - - 0 1', false, false],
    ['horde', '4k3/8/8/8/8/8/8/4N3 w - - 0 1', false, true],
  ]) {
    const game = new Game({ variant, fen, draws: 'none' })
    assert.deepEqual([game.hasMatingMaterial('white'), game.hasMatingMaterial('black')], [white, black], fen)
  }
})

// --- perft, states, boards ----------------------------------------------------------------------------------

test('perft counts in every variant, divided by moves in UCI', () => {
  for (const [variant, fen, depth, nodes] of [
    ['crazyhouse', '2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1', 2, 75353],
    ['antichess', undefined, 3, 8067],
    ['atomic', undefined, 3, 8902],
    ['horde', undefined, 4, 23310],
    ['racingkings', undefined, 3, 11264],
    ['kingofthehill', 'rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 0 1', 3, 19003],
    ['3check', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1', 3, 97848],
  ]) {
    const start = fen ?? new Game({ variant }).fen
    assert.equal(perft(start, depth, { variant }), nodes, variant)
    const divided = perft(start, depth, { variant, divide: true })
    const moves = new Game({ fen: start, variant, draws: 'none' }).legalMoves('uci')
    assert.deepEqual([...divided.keys()].sort(), moves.sort())
    assert.equal(
      [...divided.values()].reduce((sum, count) => sum + count, 0),
      nodes,
    )
    assert.equal(perft(start, depth - 1, { variant, bulk: false }), perft(start, depth - 1, { variant }))
  }
  assert.ok(perft(HOUSE, 1, { variant: 'zh', divide: true }).has('P@e6'))
})

test('states carry the variant; newGame stays in it', () => {
  const game = new Game({ variant: 'crazyhouse', fen: HOUSE })
  game.move('P@e6')
  const other = new Game({ variant: 'atomic' })
  other.setState(game.state())
  assert.deepEqual([other.variant, other.fen, other.pockets], [game.variant, game.fen, game.pockets])
  const named = new Game({ variant: '3check' })
  named.move('e2e4')
  named.newGame()
  assert.equal(named.fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1')
  named.newGame('4k3/8/8/8/8/8/8/R3K3 w Q - 1+2 0 1')
  assert.deepEqual(named.remainingChecks, { white: 1, black: 2 })
  assert.throws(() => named.newGame('4k3/8/8/8/8/8/8/R3K3 w Q - 4+2 0 1'), { code: /^ERR_FEN_/ })
  assert.deepEqual(named.remainingChecks, { white: 1, black: 2 })
})

test('the printed board has a line for pockets, and one for checks', () => {
  const house = new Game({ variant: 'crazyhouse', fen: HOUSE })
  assert.ok(house.board().includes('\n  Lastmove: -\n  Pockets: NP, q\n  Fullmove: 1\n'))
  house.move('N@f6')
  assert.ok(house.board().includes('\n  Lastmove: N@f6, WHITE_KNIGHT\n  Pockets: P, q\n'))
  const checks = new Game({ variant: '3check', fen: '4k3/8/8/8/8/8/8/R3K3 w Q - 1+2 0 1' })
  assert.ok(checks.board().includes('\n  Checks to give: 1+2\n'))
  assert.doesNotMatch(new Game().board(), /Pockets|Checks/)
})
