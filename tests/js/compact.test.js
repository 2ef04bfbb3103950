// SPDX-License-Identifier: Apache-2.0
// `binbo/compact`: round trips, frozen bytes, and bytes that are no game.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeGame, decodeText, encodeGame, encodeText } from '../../dist/compact.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, Game, root, START_FEN, VARIANTS } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const games = parsePgn(readFileSync(`${root}tests/data/games.pgn`))
const hex = bytes => Buffer.from(bytes).toString('hex')
/** [moves, options, bytes] @type {[string, object, string][]} */
const GOLDEN = [
  ['', {}, '0100'],
  ['e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7', {}, '0105f11f50b3b128067c76'],
  ['f3 e5 g4 Qh4#', {}, '110176174b'],
  [
    'a4 h5 Ra3 Rh6 Rh3 Ra6 Rhe3 Rae6 Rxe6 dxe6 e4 Qd4 e5 f5 exf6 Qxd2+ Qxd2 gxf6 Qd8+ Kxd8',
    {},
    '01057f3be741f3f5a47c1ac830db12f7',
  ],
  [
    'e4 e5 f4 exf4 g3 fxg3 O-O',
    { variant: 'chess960', fen: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1' },
    'e111013862716e62726b726e2f70707070707070702f382f382f382f382f50505050505050502f42514e42524b524e2077204b516b71202d20302031f78cc6',
  ],
  ['e4 d5 exd5 Qxd5 P@e4', { variant: 'crazyhouse' }, 'a10201100f14022a'],
  [
    'a8=N a1=Q Nc7',
    { fen: '8/P6k/8/8/8/8/p6K/8 w - - 12 40' },
    'e110001f382f50366b2f382f382f382f382f70364b2f382077202d202d203132203430561c',
  ],
]

const sans = game => game.moves.map(({ san }) => san)
const throwsCode = (call, code) =>
  assert.throws(call, error => error instanceof ChessError && error.code === code, code)

/** Plays random moves. */
function randomGame(random, options, plies) {
  const game = new Game({ draws: 'none', ...options })
  for (let ply = 0; ply < plies && !game.status.over; ply++) game.move(pick(random, game.legalMoves('uci')))
  return game
}

/** Checks that a game comes back, from bytes and from text. */
function comesBack(game) {
  const bytes = encodeGame(game)
  const back = decodeGame(bytes)
  assert.deepEqual(sans(back), sans(game))
  assert.equal(back.toFen(), game.toFen())
  assert.equal(back.options.variant, game.options.variant)
  assert.equal(back.options.fen, game.options.fen)
  const text = encodeText(game)
  assert.match(text, /^[\w-]+$/)
  assert.equal(decodeText(text).fen, game.fen)
  assert.equal(text.length, Math.ceil((bytes.length * 4) / 3))
  return back
}

test('games of a file come back, moves and results', () => {
  let bytes = 0
  for (const pgn of games) {
    if (pgn.errors.length > 0) continue
    const game = pgn.toGame({ draws: 'none' })
    const packed = encodeGame(pgn)
    bytes += packed.length
    assert.deepEqual(encodeGame(game), packed)
    const back = comesBack(game)
    if (!back.status.over) assert.equal(back.headers.get('Result') ?? '*', pgn.result)
  }
  assert.ok(bytes > 0)
})

test('random games of all variants come back', () => {
  const random = randomFrom(seed)
  for (const variant of VARIANTS)
    for (let i = 0; i < 6; i++) comesBack(randomGame(random, { variant }, 1 + Math.floor(random() * 200)))
})

test('other starts: setups, Chess960, promotions, en passant', () => {
  const random = randomFrom(seed + 1)
  for (const fen of [
    '8/P6k/8/8/8/8/p6K/8 w - - 12 40',
    'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3',
    'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 9',
  ])
    for (let i = 0; i < 10; i++) comesBack(randomGame(random, { fen }, 60))
  for (let i = 0; i < 10; i++)
    comesBack(
      randomGame(
        random,
        { variant: 'chess960', fen: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1' },
        80,
      ),
    )
  comesBack(new Game())
  comesBack(new Game({ variant: 'chess960' }))
})

test('results: by the rules, by hand, of a header', () => {
  const mate = new Game()
  mate.playMoves(['f3', 'e5', 'g4', 'Qh4#'])
  assert.deepEqual(comesBack(mate).status, mate.status)
  for (const end of [game => game.setWinner('black'), game => game.draw(), game => game.setWinner('white')]) {
    const game = new Game()
    game.move('e4')
    end(game)
    const back = comesBack(game)
    assert.deepEqual([back.status.over, back.status.winner], [true, game.status.winner])
  }
  for (const result of ['1-0', '0-1', '1/2-1/2', '*']) {
    const [pgn] = parsePgn(`[Result "${result}"]\n\n1. e4 ${result}\n`)
    const back = decodeGame(encodeGame(pgn))
    assert.equal(back.headers.get('Result') ?? '*', result)
    assert.equal(back.status.over, false)
  }
})

test('what was packed by version 1 stays', () => {
  for (const [moves, options, wanted] of GOLDEN) {
    const game = new Game({ draws: 'none', ...options })
    game.playMoves(moves.split(' ').filter(Boolean))
    assert.equal(hex(encodeGame(game)), wanted, moves)
    assert.deepEqual(sans(decodeGame(Buffer.from(wanted, 'hex'))), sans(game))
  }
})

test('null moves, long games and other values are refused', () => {
  throwsCode(() => encodeGame(parsePgn('1. e4 -- 2. d4 *')[0]), 'ERR_COMPACT_MOVE')
  throwsCode(() => encodeGame(parsePgn('[FEN "nonsense"]\n\n1. e4 *')[0]), 'ERR_ARGUMENT')
  const [faulty] = parsePgn('1. e4 e5 2. Ke5 *')
  assert.deepEqual(sans(decodeGame(encodeGame(faulty))), ['e4', 'e5'])
  for (const wrong of [null, {}, START_FEN, new Uint8Array()])
    throwsCode(() => encodeGame(/** @type {any} */ (wrong)), 'ERR_ARGUMENT')
  for (const wrong of [null, 'AQA', [1, 0]])
    throwsCode(() => decodeGame(/** @type {any} */ (wrong)), 'ERR_ARGUMENT')
  throwsCode(() => decodeText(/** @type {any} */ (5)), 'ERR_ARGUMENT')
})

test('bytes that are no packed game are errors', () => {
  for (const bytes of [
    [],
    [0],
    [1],
    [1, 0x80],
    [1, 0x80, 0x80, 0x80],
    [1, 0xff, 0xff, 0x7f],
    [1, 0, 5],
    [0x81, 0x0f, 0],
    [0x81, 0xc0, 0],
    [0x81, 0x10, 0, 3, 65, 66],
    [0x81, 0x10, 0, 2, 0xc3, 0x28],
    [0x81, 0x10, 0, 3, 65, 66, 67],
    [0x81, 4, 1, 0, 0, 0],
    [0x81, 4, 1, 254, 0, 0, 0],
    [0x81, 4, 0, 7],
  ])
    throwsCode(() => decodeGame(Uint8Array.from(bytes)), 'ERR_COMPACT_DAMAGED')
  for (const version of [2, 3, 7])
    throwsCode(() => decodeGame(Uint8Array.of(version, 0)), 'ERR_COMPACT_VERSION')
  for (const text of ['A', 'AQ=', 'A Q', 'é', 'A+/'])
    throwsCode(() => decodeText(text), 'ERR_COMPACT_DAMAGED')
})

test('damaged games are errors or other games, never traps', () => {
  const random = randomFrom(seed + 2)
  for (let i = 0; i < 400; i++) {
    const bytes = encodeGame(
      pick(
        random,
        games.filter(({ errors }) => errors.length === 0),
      ),
    )
    for (let k = 0; k < 3; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    try {
      const game = decodeGame(random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes)
      comesBack(game)
      game.stop()
    } catch (error) {
      assert.match(error.code, /^ERR_COMPACT_(DAMAGED|VERSION)$/)
    }
  }
})

test('long games are packed in parts', () => {
  const game = new Game({ draws: 'none' })
  for (let i = 0; i < 1500; i++) game.playMoves(['Nf3', 'Nf6', 'Ng1', 'Ng8'])
  const back = decodeGame(encodeGame(game))
  assert.deepEqual([back.ply, back.fen.split(' ')[0]], [6000, START_FEN.split(' ')[0]])
})
