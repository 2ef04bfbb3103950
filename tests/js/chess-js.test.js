// SPDX-License-Identifier: Apache-2.0
// binbo/chess.js: the same as chess.js in random programs, and where it is not, as web/docs/chess-js.md says. More
// programs with RUNS=10000, others with SEED.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as reference from 'chess.js'
import * as subject from '../../dist/chess-js.js'
import { Game } from '../../dist/index.js'
import { CHESS_JS_LIMIT, compressedSizes } from '../../js/tools/size.js'
import { pick, randomFrom } from '../random.js'
import { runProgram } from './support/chess-js-programs.js'

const { Chess, Move, nagToGlyph, SUFFIX_LIST, validateFen } = subject

const PROGRAMS = Number(process.env.RUNS ?? 400)
const SEED = Number(process.env.SEED ?? 1)
const START = subject.DEFAULT_POSITION
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'

/** @param {...string} moves */
const after = (...moves) => {
  const chess = new Chess()
  for (const move of moves) chess.move(move)
  return chess
}

test('everything that chess.js exports is there, with the same values', () => {
  const ours = new Map(Object.entries(subject))
  const theirs = Object.entries(reference).filter(([name]) => name !== 'default' && name !== 'module.exports')
  assert.ok(theirs.length >= 15)
  for (const [name, value] of theirs) {
    if (typeof value !== 'function') assert.deepEqual(ours.get(name), value, name)
    else assert.equal(typeof ours.get(name), 'function', name)
  }
  for (const [original, own] of [
    [reference.Chess, Chess],
    [reference.Move, Move],
  ]) {
    const names = Object.getOwnPropertyNames(original.prototype).filter(name => !name.startsWith('_'))
    assert.ok(names.length > 5)
    for (const name of names) assert.equal(typeof own.prototype[name], 'function', name)
    assert.equal(own.name, original.name)
  }
})

test(`${PROGRAMS} random programs do the same as with chess.js`, () => {
  let calls = 0
  for (let i = 0; i < PROGRAMS; i++) calls += runProgram(reference.Chess, Chess, SEED + i)
  assert.ok(calls > 50 * PROGRAMS)
})

test('validateFen() finds the same faults in spoiled FENs', () => {
  const random = randomFrom(SEED)
  const fens = [START, 'r3k2r/p2pqpb1/1n2pnp1/2pPN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R b KQkq e3 0 2']
  const faults = new Set()
  for (let i = 0; i < 20_000; i++) {
    let fen = pick(random, fens)
    for (let spoils = Math.floor(random() * 3); spoils >= 0; spoils--) {
      const at = Math.floor(random() * (fen.length + 1))
      const sign = pick(random, [...'0123456789/pPkKqQ -wbxe36ah.'])
      fen = fen.slice(0, at) + pick(random, [sign, '']) + fen.slice(at + Math.floor(random() * 2))
    }
    const expected = reference.validateFen(fen)
    assert.deepEqual(validateFen(fen), expected, fen)
    faults.add(expected.error)
  }
  assert.ok(faults.size >= 12, [...faults].join())
})

test('xoroshiro128() is the same generator', () => {
  for (const seed of [0n, 1n, (1n << 100n) + 7n, 1n << 130n]) {
    const [ours, theirs] = [subject.xoroshiro128(seed), reference.xoroshiro128(seed)]
    for (let i = 0; i < 100; i++) assert.equal(ours(), theirs())
  }
})

// --- what the main branch of chess.js has ---------------------------------------------------------

test('fen({ forceEnpassantSquare }) writes the square of every double push', () => {
  const chess = after('e4')
  assert.equal(chess.fen().split(' ')[3], '-')
  assert.equal(chess.fen({ forceEnpassantSquare: true }).split(' ')[3], 'e3')
  assert.equal(chess.fen().split(' ')[3], '-')
})

test('isPromotion() knows promotions among legal moves', () => {
  const chess = new Chess('8/1PQ2pk1/3p2p1/3qp3/8/4P3/7p/2K5 w - - 0 56')
  assert.equal(chess.isPromotion({ from: 'b7', to: 'b8' }), true)
  assert.equal(chess.isPromotion({ from: 'b7', to: 'c8' }), false)
  assert.equal(chess.isPromotion({ from: 'h2', to: 'h1' }), false)
  assert.equal(chess.isPromotion({ from: 'e3', to: 'e4' }), false)
  assert.equal(chess.isPromotion({ from: 'j9', to: 'e4' }), false)
})

test('castling rights that cannot be are dropped', () => {
  const rights = (fen, color) => new Chess(fen).getCastlingRights(color)
  assert.deepEqual(rights('r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1', 'w'), { k: false, q: false })
  assert.deepEqual(rights('r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1', 'w'), { k: false, q: true })
  assert.deepEqual(rights('1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'b'), { k: true, q: false })
  const chess = new Chess(CASTLING)
  assert.equal(chess.setCastlingRights('w', { k: false }), true)
  assert.equal(chess.getHeaders().FEN, 'r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1')
  chess.remove('e8')
  assert.equal(chess.setCastlingRights('b', { k: true }), false)
  assert.equal(chess.fen(), 'r6r/8/8/8/8/8/8/R3K2R w Q - 0 1')
})

test('suffixes and NAGs belong to positions', () => {
  const chess = after('e4')
  const first = chess.fen()
  assert.equal(chess.getSuffixAnnotation(), undefined)
  for (const suffix of SUFFIX_LIST) {
    chess.setSuffixAnnotation(suffix)
    assert.equal(chess.getSuffixAnnotation(), suffix)
  }
  assert.throws(() => chess.setSuffixAnnotation('!!!'), /Invalid suffix: !!!/)
  chess.addNag(14)
  chess.addNag(14)
  chess.addNag(140)
  chess.move('e5')
  assert.deepEqual(chess.getNags(), [])
  assert.deepEqual(chess.getNags(first), [14, 140])
  chess.setComment('the other side')
  chess.addNag(1, first)
  assert.deepEqual(chess.getComments(), [
    { fen: chess.fen(), comment: 'the other side', nags: [] },
    { fen: first, suffixAnnotation: '??', nags: [14, 140, 1] },
  ])
  assert.deepEqual(chess.removeComments(), [{ fen: chess.fen(), comment: 'the other side' }])
  assert.equal(chess.removeNag(14, first), true)
  assert.equal(chess.removeNag(14, first), false)
  chess.setNags([7, 8], first)
  assert.deepEqual(chess.removeNags(first), [7, 8])
  assert.deepEqual(chess.removeNags(first), [])
  assert.equal(chess.removeSuffixAnnotation(first), '??')
  assert.deepEqual(chess.getComments(), [])
  assert.deepEqual([7, 18, 146, 1].map(nagToGlyph), ['□', '+−', 'N', undefined])
})

test('suffixes and NAGs stay with their positions, also with those of other games; comments do not', () => {
  const chess = after('e4')
  const fen = chess.fen()
  chess.setComment('x')
  chess.setSuffixAnnotation('!', EMPTY)
  chess.setNags([5, 5])
  chess.undo()
  chess.move('d4')
  assert.deepEqual(chess.getComments(), [
    { fen: EMPTY, nags: [], suffixAnnotation: '!' },
    { fen, nags: [5, 5] },
  ])
  assert.equal(chess.removeNag(5, fen), true)
  assert.deepEqual(chess.getNags(fen), [5])
  chess.setNags([])
  assert.deepEqual(chess.getComments()[2], { fen: chess.fen(), nags: [] })
  chess.load(START)
  assert.deepEqual(chess.getComments(), [])
})

test('loadPgn() keeps suffixes, NAGs and comments apart', () => {
  const chess = new Chess()
  chess.loadPgn('{start} 1. c4!! {a {b} e5!? $1 $14 2. Nf3 $99 (2. Nc3! {x}) Nc6 {last} *')
  const parts = chess.getComments().map(({ fen, ...rest }) => rest)
  assert.deepEqual(parts, [
    { comment: 'start', nags: [] },
    { comment: 'a {b', suffixAnnotation: '!!', nags: [] },
    { comment: 'last', nags: [] },
    { suffixAnnotation: '!?', nags: [1, 14] },
    { nags: [99] },
  ])
  chess.reset()
  assert.deepEqual(chess.getComments(), [])
})

test('moves say whether they are null moves', () => {
  const chess = new Chess()
  const move = chess.move('--')
  assert.ok(move instanceof Move)
  assert.equal(move.isNullMove(), true)
  assert.equal(chess.move('e5').isNullMove(), false)
  assert.ok(['captured', 'promotion'].every(name => Object.hasOwn(move, name)))
})

test('the FEN tag is what the program loaded, until the board is changed', () => {
  const given = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b kqKQ e3 0 1'
  const chess = new Chess(given)
  assert.equal(chess.getHeaders().FEN, given)
  chess.remove('a7')
  assert.equal(chess.getHeaders().FEN, chess.fen())
  chess.loadPgn(`[FEN "${EMPTY}"]\n[fen "${given}"]\n\n1... e5`)
  assert.equal(chess.history()[0], 'e5')
})

// --- the written differences ----------------------------------------------------------------------

test('loadPgn() reads files that chess.js rejects', () => {
  const cases = [
    ['1. e4 {a} {b} e5', 'e4 e5'],
    ['1. e4 {a} (1. d4) {b} 1... e5', 'e4 e5'],
    ['\ufeff% a line for programs\n1. e4\n% another\ne5', 'e4 e5'],
    ['1. e4 -- 2. d4 Z0 *', 'e4 -- d4 --'],
    ['1 e4 e5 2 Nf3', 'e4 e5 Nf3'],
    ['1. e4 e5 1-0\n\n[Event "another game"]\n\n1. d4', 'e4 e5'],
    ['[White "A \\"B\\" \\\\C"]\n[My_Tag "x"]\n\n1. e4', 'e4'],
    ['1. e4 d5 2. exd5 c5 3. dxc6 e.p. *', 'e4 d5 exd5 c5 dxc6'],
    ['1. e4!!! e5', 'e4 e5'],
  ]
  for (const [pgn, moves] of cases) {
    assert.throws(() => new reference.Chess().loadPgn(pgn), pgn)
    const chess = new Chess()
    chess.loadPgn(pgn)
    assert.equal(chess.history().join(' '), moves, pgn)
  }
})

test('what is no PGN changes nothing; before a wrong move, moves are played', () => {
  for (const pgn of [
    '1. e4 {open',
    '1. e4 (1. d4',
    '1. e4) e5',
    '(1. d4) 1. e4',
    '1. e4 1-0 e5',
    '[White A]\n\n1. e4',
  ]) {
    const chess = after('d4')
    assert.throws(() => chess.loadPgn(pgn), SyntaxError, pgn)
    assert.deepEqual(chess.history(), ['d4'], pgn)
  }
  const chess = new Chess()
  assert.throws(() => chess.loadPgn('1. e4 {x} e5 2. Ke3 Nf6'), /^Error: Invalid move in PGN: Ke3$/)
  assert.deepEqual(chess.history(), ['e4', 'e5'])
  assert.equal(chess.getComments().length, 1)
})

test('pgn() can be read back: quotes, braces and wrapped comments', () => {
  const chess = after('e4', 'e5', 'Nf3')
  chess.setHeader('White', 'A "B" \\C')
  chess.setComment('{{many}} words that are wrapped')
  for (const maxWidth of [0, 1, 10, 20]) {
    const copy = new Chess()
    copy.loadPgn(chess.pgn({ maxWidth }))
    assert.deepEqual(copy.getHeaders(), chess.getHeaders())
    assert.deepEqual(copy.history(), chess.history())
    assert.equal(copy.getComment(), '[[many]] words that are wrapped')
  }
})

test('boards that are no positions are boards all the same', () => {
  const chess = new Chess(EMPTY, { skipValidation: true })
  assert.deepEqual(chess.moves(), [])
  assert.equal(chess.put({ type: 'p', color: 'w' }, 'a8'), true)
  assert.equal(chess.put({ type: 'q', color: 'w' }, 'd1'), true)
  assert.equal(chess.moves().length, 17 + 4)
  assert.equal(chess.perft(2), 0)
  assert.equal(chess.put({ type: 'K', color: 'w' }, 'e1'), false)
  assert.equal(chess.put({ type: 'k', color: 'x' }, 'e1'), false)
  assert.equal(
    new Chess('kk6/9/x w - - 99999 -3', { skipValidation: true }).fen(),
    'k7/8/8/8/8/8/8/8 w - - 65535 1',
  )
})

test('taking a king is a move; its rights go', () => {
  const chess = new Chess('r3k2r/8/8/8/8/8/4R3/4K3 w kq - 0 1')
  assert.equal(chess.move('Rxe8').captured, 'k')
  assert.equal(chess.fen(), 'r3R2r/8/8/8/8/8/8/4K3 b - - 0 1')
  assert.equal(chess.undo().captured, 'k')
  assert.equal(chess.fen(), 'r3k2r/8/8/8/8/8/4R3/4K3 w kq - 0 1')
})

test('a board changed within a game: undo() keeps the change, history() does not undo it', () => {
  const chess = after('e4', 'e5', 'Nf3')
  chess.put({ type: 'q', color: 'b' }, 'a6')
  chess.remove('e4')
  const { length } = chess.history()
  assert.equal(length, 3)
  assert.equal(chess.get('e4'), undefined)
  chess.undo()
  assert.deepEqual(chess.get('a6'), { type: 'q', color: 'b' })
  assert.equal(chess.get('e4'), undefined)
  chess.move('d4')
  assert.deepEqual(chess.history(), ['e4', 'e5', 'd4'])
  assert.equal(chess.history({ verbose: true })[2].after, chess.fen())
})

test('a king that comes back by undo() replaces the one put meanwhile', () => {
  const chess = after('e4', 'e5', 'Ke2')
  chess.remove('e2')
  chess.put({ type: 'k', color: 'w' }, 'a3')
  chess.undo()
  assert.deepEqual(chess.findPiece({ type: 'k', color: 'w' }), ['e1'])
})

// --- Binbo ----------------------------------------------------------------------------------------

test('toGame() returns position, history and headers as a Game', () => {
  const chess = after('e4', 'e5', 'Nf3')
  chess.setHeader('White', 'Ann')
  const game = chess.toGame()
  assert.ok(game instanceof Game)
  assert.equal(game.fen, chess.fen())
  assert.deepEqual(
    game.moves.map(({ san }) => san),
    ['e4', 'e5', 'Nf3'],
  )
  assert.equal(game.headers.get('White'), 'Ann')
  chess.move('--')
  chess.move('Nc3')
  const later = chess.toGame()
  assert.deepEqual(
    later.moves.map(({ san }) => san),
    ['Nc3'],
  )
  assert.equal(later.fen, chess.fen())
  chess.remove('d8')
  chess.put({ type: 'q', color: 'b' }, 'h4')
  chess.move('g6')
  assert.deepEqual(
    chess.toGame().moves.map(({ san }) => san),
    ['g6'],
  )
  assert.throws(() => new Chess(EMPTY, { skipValidation: true }).toGame(), { code: 'ERR_FEN_NO_KING' })
  assert.equal(new Chess().toGame().ply, 0)
})

test('more objects than games of C: each keeps its own game', () => {
  const many = Array.from({ length: 3000 }, () => new Chess())
  const sans = ['e4', 'd4', 'c4', 'Nf3', '--']
  for (const [i, chess] of many.entries()) chess.move(sans[i % 5])
  for (const [i, chess] of many.entries()) {
    if (i % 7 === 0) chess.put({ type: 'n', color: 'b' }, 'e6')
    chess.move('a6')
  }
  for (const [i, chess] of many.entries()) {
    assert.equal(chess.get('e6')?.type, i % 7 === 0 ? 'n' : undefined)
    assert.deepEqual(chess.history(), [sans[i % 5], 'a6'])
    assert.equal(chess.undo()?.san, 'a6')
    assert.equal(chess.moves().includes('a6'), true)
  }
})

test('objects can be copied deeply and wrapped in a proxy', () => {
  const chess = after('e4', 'e5')
  const copy = Object.assign(Object.create(Chess.prototype), structuredClone({ ...chess, _notes: undefined }))
  copy.move('Nf3')
  chess.move('d4')
  assert.deepEqual(copy.history(), ['e4', 'e5', 'Nf3'])
  assert.deepEqual(chess.history(), ['e4', 'e5', 'd4'])
  /** Wraps objects that are read, as reactive frameworks do. */
  const wrap = target =>
    new Proxy(target, {
      get: (object, key, receiver) => {
        const value = Reflect.get(object, key, receiver)
        return Array.isArray(value) || value?.constructor === Object ? wrap(value) : value
      },
    })
  const wrapped = wrap(chess)
  assert.equal(wrapped.move('exd4').captured, 'p')
  assert.equal(chess.fen(), wrapped.fen())
  assert.equal(chess.undo().san, 'exd4')
  assert.deepEqual(wrapped.history(), ['e4', 'e5', 'd4'])
})

test('binbo and binbo/chess.js are one instance of the core', () => {
  const game = new Game()
  const chess = new Chess()
  game.move('e2e4')
  chess.move('d4')
  assert.equal(game.fen.startsWith('rnbqkbnr/pppppppp/8/8/4P3'), true)
  assert.equal(chess.toGame().constructor, Game)
})

// The build of make coverage-js is larger: it keeps the lines of the sources.
const skip = process.env.NODE_V8_COVERAGE !== undefined
test(`binbo/chess.js loads at most ${CHESS_JS_LIMIT} bytes gzipped`, { skip }, async () => {
  const { gzip } = await compressedSizes(fileURLToPath(new URL('../../dist/chess-js.js', import.meta.url)))
  assert.ok(gzip <= CHESS_JS_LIMIT, String(gzip))
})

test('a FEN with a 0 for no squares is loaded, as chess.js does', () => {
  const fen = START.replace('pppppppp', 'p0ppppppp')
  assert.equal(new reference.Chess(fen).fen(), START)
  assert.equal(new Chess(fen).fen(), START)
})
