// SPDX-License-Identifier: Apache-2.0
// Setups: boards without rules, what they hold, and all reasons why they are no positions.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ERRORS } from '#js/core/generated/errors.js'
import { assertThrows } from './support/assertions.js'
import { ChessError, Game, Setup, START_FEN, VARIANTS, validateFen } from './support/binbo.js'

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const data = name => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'))

/** Codes of texts that are not well-formed. */
const OF_TEXT = new Set([...ERRORS].filter(([number]) => number < 120).map(([, [code]]) => code))

/** Numbers of fields that a Game does not read. */
const LACKING = [1, 2, 3, 5]

/** Rich positions, one for each variant. */
const RICH = {
  standard: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  chess960: '1r2k1r1/8/8/3pP3/8/8/8/RR2K1RR w GBgb d6 12 34',
  crazyhouse: 'r3k2r/ppp2N~pp/8/3pP3/8/8/PPP2q~PP/R3K2R[QRNPqbnp] w KQkq d6 3 20',
  antichess: 'kkqr4/pp6/8/3pP3/8/8/PP6/KQ5R w - d6 0 9',
  atomic: 'r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 0 9',
  horde: 'r3k2r/pppppppp/8/1PPpPPP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq d6 0 9',
  kingofthehill: 'r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 0 9',
  racingkings: '8/2K5/8/8/8/5k2/1rbnNBR1/qrbnNBRQ w - - 4 9',
  '3check': 'r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 2+1 0 9',
}

test('a new setup is the empty board; pieces are put, read and removed', () => {
  const setup = new Setup()
  assert.equal(setup.fen, EMPTY)
  assert.equal(setup.put('e1', { color: 'white', type: 'king' }), setup)
  setup.put(63, { color: 'black', type: 'queen', promoted: true }).put('a8', { color: 'black', type: 'pawn' })
  assert.equal(setup.fen, 'p6q~/8/8/8/8/8/8/4K3 w - - 0 1')
  assert.deepEqual(setup.pieceAt('h8'), { color: 'black', type: 'queen', promoted: true })
  assert.deepEqual(setup.pieceAt('e1'), { color: 'white', type: 'king' })
  assert.equal(setup.pieceAt('e2'), null)
  assert.deepEqual(setup.pieces(), [
    ['h8', 'black', 'queen'],
    ['a8', 'black', 'pawn'],
    ['e1', 'white', 'king'],
  ])
  assert.deepEqual(setup.pieces('index')[0], [63, 'black', 'queen'])
  assert.deepEqual(setup.remove('h8'), { color: 'black', type: 'queen', promoted: true })
  assert.equal(setup.remove('h8'), null)
  setup.put('a8', { color: 'white', type: 'knight' })
  assert.equal(setup.fen, 'N7/8/8/8/8/8/8/4K3 w - - 0 1')
})

test('the other fields are read and written', () => {
  const setup = new Setup(START_FEN)
  assert.equal(setup.fen, START_FEN)
  assert.deepEqual(
    [setup.sideToMove, setup.castling, setup.enPassant, setup.halfmoveClock, setup.fullmoveNumber],
    ['white', 'KQkq', null, 0, 1],
  )
  assert.deepEqual([setup.pockets, setup.remainingChecks], [null, null])
  setup.sideToMove = 'black'
  setup.castling = 'qAK'
  setup.enPassant = 'e3'
  setup.halfmoveClock = 65535
  setup.fullmoveNumber = 300
  setup.remainingChecks = { white: 2, black: 0 }
  setup.pockets = { white: { knight: 2, queen: 1 }, black: { pawn: 1 } }
  const board = START_FEN.split(' ')[0]
  assert.equal(setup.fen, `${board}[QNNp] b KAq e3 2+0 65535 300`)
  assert.equal(new Setup(setup.fen).fen, setup.fen)
  assert.deepEqual(setup.remainingChecks, { white: 2, black: 0 })
  assert.deepEqual(setup.pockets, {
    white: { pawn: 0, knight: 2, bishop: 0, rook: 0, queen: 1 },
    black: { pawn: 1, knight: 0, bishop: 0, rook: 0, queen: 0 },
  })
  setup.enPassant = 42
  assert.equal(setup.enPassant, 'c6')
  setup.fullmoveNumber = 0
  assert.equal(setup.fullmoveNumber, 1)
  setup.pockets = null
  setup.remainingChecks = null
  setup.enPassant = null
  assert.equal(setup.fen, `${board} b KAq - 65535 1`)
  assert.equal(setup.clear(), setup)
  assert.equal(setup.fen, EMPTY)
})

test('a value that no FEN can hold throws and changes nothing', () => {
  const fen = RICH.crazyhouse
  const setup = new Setup(fen)
  const king = { color: 'white', type: 'king' }
  const refused = [
    ['ERR_MOVE_SQUARE', () => setup.put('i9', king)],
    ['ERR_MOVE_SQUARE', () => setup.put(64, king)],
    ['ERR_MOVE_SQUARE', () => setup.remove('')],
    ['ERR_MOVE_SQUARE', () => setup.pieceAt(-1)],
    ['ERR_ARGUMENT', () => setup.put('e4')],
    ['ERR_ARGUMENT', () => setup.put('e4', null)],
    ['ERR_ARGUMENT', () => setup.put('e4', 'K')],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'red', type: 'king' })],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'white', type: 'guard' })],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'white' })],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'white', type: undefined })],
    ['ERR_ARGUMENT', () => setup.put('e4', { ...king, promoted: true })],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'white', type: 'pawn', promoted: true })],
    ['ERR_ARGUMENT', () => setup.put('e4', { color: 'white', type: 'queen', promoted: 1 })],
    ['ERR_ARGUMENT', () => setup.put('e4', { ...king, shade: 1 })],
    ['ERR_ARGUMENT', () => setup.pieces('names')],
    ...['w', 0, null, undefined].map(value => ['ERR_ARGUMENT', () => (setup.sideToMove = value)]),
    ...['', 'KK', 'X', 'K-', 'KQkq ', null, 5].map(value => ['ERR_ARGUMENT', () => (setup.castling = value)]),
    ...['e4', 'a1', 30, '-', 'e', 'e9', undefined, 99, -1, Symbol('e3')].map(value => [
      'ERR_ARGUMENT',
      () => (setup.enPassant = value),
    ]),
    ...[-1, 65536, 1.5, '3', Number.NaN, null, 2n].flatMap(value => [
      ['ERR_ARGUMENT', () => (setup.halfmoveClock = value)],
      ['ERR_ARGUMENT', () => (setup.fullmoveNumber = value)],
      ['ERR_ARGUMENT', () => (setup.remainingChecks = { white: value, black: 1 })],
    ]),
    ...[undefined, 3, { white: 4, black: 1 }, { white: 1 }, { white: 1, black: 1, red: 1 }].map(value => [
      'ERR_ARGUMENT',
      () => (setup.remainingChecks = value),
    ]),
    ...[
      undefined,
      [],
      { white: { king: 1 } },
      { white: { pawn: 65 } },
      { red: {} },
      { white: { pawn: -1 } },
    ].map(value => ['ERR_ARGUMENT', () => (setup.pockets = value)]),
    ['ERR_ARGUMENT', () => new Setup(null)],
    ['ERR_FEN_EMPTY', () => new Setup('')],
    ['ERR_ARGUMENT', () => Setup.from({ fen })],
    ['ERR_ARGUMENT', () => setup.problems({ variant: 'draughts' })],
    ['ERR_ARGUMENT', () => setup.problems({ strict: 1 })],
    ['ERR_ARGUMENT', () => setup.problems({ fen })],
    ['ERR_ARGUMENT', () => setup.toGame({ speed: 3 })],
  ]
  for (const [code, act] of refused) {
    assertThrows(act, code, undefined, act.toString())
    assert.equal(setup.fen, fen, act.toString())
  }
})

test('every well-formed FEN is read; a malformed one has the error of a Game', () => {
  for (const { fen: marked, code, variant } of data('fen-errors.json').cases) {
    const fen = marked.replace(/[<>]/g, '')
    if (!OF_TEXT.has(code) || fen.includes('KH')) {
      assert.equal(new Setup(fen).problems({ variant, strict: true })[0].code, code, fen)
      continue
    }
    const { error } = validateFen(fen, { variant })
    if (code === 'ERR_FEN_FIELDS' && LACKING.includes(fen.split(' ').length)) {
      assert.ok(validateFen(new Setup(fen).fen, { variant }).ok, fen)
      continue
    }
    // The eighth slash of a crazyhouse FEN is a rank too many elsewhere.
    if (fen.includes('K3/ ')) continue
    assertThrows(() => new Setup(fen), code, { offset: error.offset, input: error.input })
  }
})

test('missing fields are added: White to move, rights where kings and rooks stand at home', () => {
  const italian = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R'
  for (const [fen, rest] of [
    [italian, 'w KQkq - 0 1'],
    [`  ${italian}\n`, 'w KQkq - 0 1'],
    [`${italian} b`, 'b KQkq - 0 1'],
    [`${italian} b Kq`, 'b Kq - 0 1'],
    [`${italian} w -`, 'w - - 0 1'],
    [`${italian} w KQkq -`, 'w KQkq - 0 1'],
    [`${italian} b KQkq e3 7`, 'b KQkq e3 7 1'],
    ['r3k3/8/8/8/8/8/8/4K2R', 'w Kq - 0 1'],
    ['4k2r/8/8/8/8/8/8/R3K3', 'w Qk - 0 1'],
    ['r2k3r/8/8/8/8/8/8/R4K1R', 'w - - 0 1'],
    ['R3k2R/8/8/8/8/8/8/r3K2r', 'w - - 0 1'], // rooks of the other side
    ['4k3/8/8/8/8/8/4K3/R6R b', 'b - - 0 1'],
    ['8/8/8/8/8/8/8/8', 'w - - 0 1'],
    ['rkrnnqbb/8/8/8/8/8/8/RKRNNQBB', 'w - - 0 1'],
    ['r3k2r/8/8/3Q~4/8/8/8/R3K2R[Nq]', 'w KQkq - 0 1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w - - 2+1', 'w - - 2+1 0 1'],
  ]) {
    const [placement] = fen.trim().split(' ')
    assert.equal(new Setup(fen).fen, `${placement} ${rest}`, fen)
    if (LACKING.includes(fen.trim().split(' ').length) && !fen.includes('+'))
      assertThrows(() => new Game({ fen }), 'ERR_FEN_FIELDS', { offset: fen.trimEnd().length, input: fen })
  }
  for (const [fen, code, offset] of [
    [`${italian.slice(0, -3)}`, 'ERR_FEN_RANK_SHORT', 49],
    [`${italian} x`, 'ERR_FEN_SIDE', 53],
    [`${italian} w KX`, 'ERR_FEN_CASTLING', 56],
    [`${italian} w - - x`, 'ERR_FEN_HALFMOVE', 59],
    [`${italian}  w`, 'ERR_FEN_FIELDS', 53],
    ['e4', 'ERR_FEN_RANKS', 2],
  ])
    assertThrows(() => new Setup(fen), code, { offset, input: fen })
})

test('castling rights are written in the order of a FEN', () => {
  for (const [given, written] of [
    ['qkQK', 'KQkq'],
    ['kK', 'Kk'],
    ['ahAH', 'HAha'],
    ['bgBG', 'GBgb'],
    ['aqKA', 'KAaq'],
    ['QG', 'GQ'],
  ]) {
    const setup = new Setup(`r3k2r/8/8/8/8/8/8/R3K2R w ${given} - 0 1`)
    assert.deepEqual([setup.castling, setup.fen.split(' ')[2]], [written, written])
    setup.castling = '-'
    setup.castling = given
    assert.equal(setup.castling, written)
  }
  assert.equal(
    new Setup('r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1').toGame().fen,
    'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  )
})

test('setups are written as they are read; a turned board turns back', () => {
  for (const fen of [EMPTY, ...Object.values(RICH)]) {
    const setup = new Setup(fen)
    assert.equal(setup.fen, fen)
    const [placement, side, , , ...clocks] = fen.split(' ')
    const bare = [placement, side, '-', '-', ...clocks].join(' ')
    for (const turn of ['flip', 'mirror', 'rotate']) {
      assert.equal(setup[turn](), setup)
      assert.equal(setup.castling, '-')
      assert.equal(setup.enPassant, null)
      if (placement !== EMPTY.split(' ')[0]) assert.notEqual(setup.fen, bare)
      assert.equal(setup[turn]().fen, bare)
    }
    assert.equal(setup.flip().mirror().rotate().fen, bare)
  }
  assert.equal(new Setup('r1k5/8/8/8/8/8/8/N7 b - - 0 1').flip().fen, 'N7/8/8/8/8/8/8/r1k5 b - - 0 1')
  assert.equal(new Setup('r1k5/8/8/8/8/8/8/N7 b - - 0 1').mirror().fen, '5k1r/8/8/8/8/8/8/7N b - - 0 1')
  assert.equal(new Setup('r1k5/8/8/8/8/8/8/N7 b - - 0 1').rotate().fen, '7N/8/8/8/8/8/8/5k1r b - - 0 1')
})

test('all problems are reported at once, with squares', () => {
  const setup = new Setup('3kK2P/8/8/8/8/8/8/7q w KQ e6 0 1')
  assert.deepEqual(
    setup.problems().map(({ code, squares }) => [code, squares]),
    [
      ['ERR_FEN_PAWN_ON_EDGE', ['h8']],
      ['ERR_FEN_KINGS_ADJACENT', ['d8', 'e8']],
      ['ERR_FEN_CASTLING_KING', ['e1']],
      ['ERR_FEN_CASTLING_KING', ['e1']],
      ['ERR_FEN_EN_PASSANT_PAWN', ['e6']],
    ],
  )
  const [problem] = setup.problems()
  assert.ok(problem instanceof ChessError)
  assert.equal(problem.input, setup.fen)
  assert.equal(setup.fen[problem.offset], 'P')
  assertThrows(() => setup.toGame(), 'ERR_FEN_PAWN_ON_EDGE', { squares: ['h8'] })
  assert.deepEqual(
    new Setup().problems().map(({ code, squares }) => [code, squares]),
    [
      ['ERR_FEN_NO_KING', []],
      ['ERR_FEN_NO_KING', []],
    ],
  )
  assert.deepEqual(new Setup(START_FEN).problems({ strict: true }), [])
  const [unreachable] = new Setup('4k3/8/8/8/8/8/8/r3K2r w - - 0 1').problems({ strict: true })
  assert.equal(unreachable.code, 'ERR_FEN_STRICT_CHECK_PAIR')
  assert.deepEqual(unreachable.squares, ['a1', 'e1', 'h1'])
})

test('setups come from games and become games', () => {
  const game = new Game({ variant: 'crazyhouse' })
  game.playMoves(['e2e4', 'd7d5', 'e4d5', 'd8d5'])
  const setup = Setup.from(game)
  assert.equal(setup.fen, game.fen)
  assert.deepEqual(setup.pockets, game.pockets)
  const again = setup.toGame({ variant: 'crazyhouse', draws: 'claim' })
  assert.equal(again.fen, game.fen)
  assert.equal(again.options.draws, 'claim')
  assertThrows(() => setup.toGame(), 'ERR_FEN_POCKET_VARIANT')
  game.stop()
  assertThrows(() => Setup.from(game), 'ERR_GAME_STOPPED')
})

test('the first problem is the error of a Game, for thousands of changed FENs of each variant', () => {
  const bytes = [...'KQRBNPkqrbnp~[]/12345678+-ABCHabch w0369']
  let seed = 7
  const below = bound => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * bound)
  }
  const seen = new Set()
  for (let i = 0; i < 3000 * VARIANTS.length; i++) {
    const variant = VARIANTS[i % VARIANTS.length]
    const letters = [...RICH[below(4) ? variant : VARIANTS[below(VARIANTS.length)]]]
    for (let n = below(4); n > 0; n--) letters[below(letters.length)] = bytes[below(bytes.length)]
    const strict = below(2) === 1
    /** @type {Setup} */
    let setup
    try {
      setup = new Setup(letters.join(''))
    } catch (error) {
      seen.add(error.code)
      // A Setup reads on where a Game misses fields.
      const { code } = validateFen(letters.join(''), { variant, strict }).error
      assert.ok(code === error.code || code === 'ERR_FEN_FIELDS', `${letters.join('')}: ${error.code}`)
      continue
    }
    assert.equal(new Setup(setup.fen).fen, setup.fen)
    const judged = validateFen(setup.fen, { variant, strict })
    const problems = setup.problems({ variant, strict })
    for (const { code } of problems) seen.add(code)
    assert.equal(problems[0]?.code, judged.error?.code, `${variant} ${setup.fen}`)
    assert.equal(problems[0]?.offset, judged.error?.offset, setup.fen)
    assert.equal(problems[0]?.message, judged.error?.message, setup.fen)
    if (judged.ok && i % 16 === 0) setup.toGame({ variant, strict }).stop()
  }
  assert.ok(seen.size > 30, [...seen].join(' '))
})
