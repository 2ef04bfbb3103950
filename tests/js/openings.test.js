// SPDX-License-Identifier: Apache-2.0
// `binbo/openings` against its data, line by line.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { continuations, openingAt, openingOf, openingsWith } from '../../dist/openings.js'
import { readOpenings } from '../../js/tools/pack-openings.js'
import { ChessError, Game, root } from './support/binbo.js'
import { PgnGame, parsePgn } from './support/pgn.js'

const data = ['a', 'b', 'c', 'd', 'e'].flatMap(name =>
  readOpenings(readFileSync(`${root}js/openings/data/${name}.tsv`, 'utf8')),
)
const sansOf = pgn => pgn.split(' ').filter(word => word !== '' && !word.endsWith('.'))

/** A game that has played a line. */
function after(pgn, options = { draws: 'none' }) {
  const game = new Game(options)
  game.playMoves(sansOf(pgn))
  return game
}

const NAJDORF = '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6'

test('every line of the data has its name, code and moves', () => {
  const all = openingsWith('')
  assert.deepEqual(
    all.map(({ eco, name, moves }) => ({ eco, name, pgn: moves })),
    data,
  )
  assert.equal(data.length, 3807)
  for (const [i, { eco, name, pgn }] of data.entries()) {
    const game = after(pgn)
    assert.equal(openingAt(game), all[i], pgn)
    const { ply, family, variation } = all[i]
    assert.equal(ply, game.ply)
    assert.equal(variation === null ? family : `${family}: ${variation}`, name)
    assert.match(eco, /^[A-E]\d\d$/)
    if (i % 10 === 0) assert.equal(openingOf(game), all[i])
    game.stop()
  }
})

test('openingOf() names the last position of a game that has a name', () => {
  const game = after(`${NAJDORF} 6. h4 h5 7. Rh3 Rh6`)
  assert.deepEqual(openingOf(game), {
    eco: 'B90',
    name: 'Sicilian Defense: Najdorf Variation',
    family: 'Sicilian Defense',
    variation: 'Najdorf Variation',
    ply: 10,
    moves: NAJDORF,
  })
  assert.equal(openingAt(game), null)
  const [read] = parsePgn(`${game.pgn()}`)
  assert.deepEqual(openingOf(read), openingOf(game))
  const nodes = [...read.mainline()]
  assert.deepEqual(openingOf(nodes[9]), openingOf(game))
  assert.equal(openingOf(nodes[0])?.name, "King's Pawn Game")
  assert.equal(openingOf(read.root), null)
  assert.equal(openingOf(new Game()), null)
})

test('transpositions are found; ply is that of the game', () => {
  const other = new Game()
  other.playMoves(['d4', 'Nf6', 'c4', 'e6', 'Nc3', 'd5'])
  const same = new Game()
  same.playMoves(['c4', 'Nf6', 'Nc3', 'e6', 'd4', 'd5'])
  assert.equal(openingOf(other), openingOf(same))
  assert.equal(openingOf(same)?.family, "Queen's Gambit Declined")
  const late = new Game()
  late.playMoves(['Nf3', 'Nf6', 'Ng1', 'Ng8', 'e4', 'c5'])
  assert.deepEqual(
    [openingOf(late)?.name, openingOf(late)?.ply, openingAt(late)?.ply],
    ['Sicilian Defense', 6, 2],
  )
})

test('openingOf() follows the main line of a tree that was changed, and lines of any length', () => {
  const [read] = parsePgn('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *')
  assert.equal(openingOf(read)?.name, "King's Knight Opening")
  const [first] = read.mainline()
  first.children[1].promote()
  assert.equal(openingOf(read)?.name, 'Sicilian Defense')
  const last = [...read.mainline()].at(-1)
  last.add('d6').add('d4')
  assert.equal(openingOf(read)?.eco, 'B50')
  assert.deepEqual(openingOf(read), openingOf(after('1. e4 c5 2. Nf3 d6 3. d4')))
  first.remove()
  assert.equal(openingOf(read), null)
  for (const call of [openingOf, openingAt])
    assert.throws(() => call(first), { code: 'ERR_ARGUMENT', message: /removed/ })
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(3000)
  const [long] = parsePgn(`${shuffle}e4 c5 *`)
  assert.deepEqual([openingOf(long)?.eco, openingOf(long)?.ply], ['B20', 12_002])
  assert.equal(openingOf(parsePgn('[Variant "Unknown"]\n\n1. e4 *')[0]), null)
})

test('a position can be a FEN or a node', () => {
  const game = after('1. e4 c5')
  const [read] = parsePgn('1. e4 c5 (1... -- 2. d4) *')
  const [move] = read.mainline()
  assert.equal(openingAt(game.fen)?.eco, 'B20')
  assert.equal(openingAt(game.toFen({ enPassant: 'legal' }))?.eco, 'B20')
  assert.equal(openingAt(move.children[0]), openingAt(game))
  assert.equal(openingAt(move.children[1]), null)
  assert.equal(openingOf(move.children[1].children[0])?.eco, 'B00')
  assert.equal(openingAt(read), openingAt(game))
})

test('castling of a FEN is written as in standard chess', () => {
  const giuoco = 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4'
  assert.deepEqual(
    continuations(giuoco).flatMap(({ uci, san }) => (san === 'O-O' ? [uci] : [])),
    ['e1g1'],
  )
})

test('continuations() are the moves to positions on lines, with the name there', () => {
  for (const pgn of ['', '1. e4', NAJDORF, '1. Nh3 d5', '1. d4 d5 2. c4 e6 3. Nc3 Nf6']) {
    const game = after(pgn)
    const found = new Map(continuations(game).map(({ uci, san, opening }) => [uci, { san, opening }]))
    assert.ok(found.size > 0, pgn)
    for (const { uci, san } of game.legalMoves()) {
      const child = game.clone()
      child.move(uci)
      const opening = openingAt(child)
      if (opening !== null) assert.deepEqual(found.get(uci), { san, opening })
      const leads = opening !== null || continuations(child).length > 0
      if (!leads) assert.equal(found.has(uci), false, `${pgn} ${san}`)
    }
    assert.deepEqual(continuations(game.fen), continuations(game))
  }
  assert.equal(continuations(new Game()).length, 20)
  assert.deepEqual(
    continuations(after('1. Nh3 d5')).map(({ san, opening }) => [san, opening?.name ?? null]),
    [['g3', null]],
  )
  assert.deepEqual(continuations('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), [])
})

test('openingsWith() finds words of names and beginnings of codes', () => {
  assert.ok(openingsWith('najdorf').every(({ name }) => name.includes('Najdorf')))
  assert.ok(openingsWith('NAJDORF english').some(({ moves }) => moves.startsWith(NAJDORF)))
  assert.deepEqual(openingsWith('grunfeld'), openingsWith('Grünfeld'))
  assert.ok(openingsWith('grunfeld').length > 20)
  assert.deepEqual(
    openingsWith('b9').map(({ eco }) => eco),
    data.map(({ eco }) => eco).filter(eco => eco.startsWith('B9')),
  )
  assert.deepEqual(openingsWith('no such opening'), [])
  assert.throws(
    () => openingsWith('').push({}) && Object.assign(openingsWith('b9')[0], { eco: 'A00' }),
    TypeError,
  )
})

test('variants have no names; Chess960 and other starts have those that they reach', () => {
  for (const variant of ['crazyhouse', 'atomic', 'horde', '3check', 'kingofthehill']) {
    const game = new Game({ variant })
    game.move(game.legalMoves('uci')[0])
    assert.deepEqual([openingOf(game), openingAt(game), continuations(game)], [null, null, []])
    const read = PgnGame.fromGame(game)
    assert.deepEqual([openingOf(read), openingAt([...read.mainline()][0])], [null, null])
  }
  assert.equal(openingOf(after('1. e4 c5', { variant: 'chess960' }))?.eco, 'B20')
  const from = new Game({ fen: after('1. e4').fen })
  from.move('c7c5')
  assert.deepEqual([openingOf(from)?.eco, openingOf(from)?.ply], ['B20', 1])
  assert.equal(openingOf(new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' })), null)
})

test('other values are errors', () => {
  const fails = (call, code) =>
    assert.throws(call, error => error instanceof ChessError && error.code === code, code)
  for (const value of [undefined, null, 1, {}, [], { fen: 'x' }, { toGame() {} }]) {
    fails(() => openingOf(value), 'ERR_ARGUMENT')
    fails(() => openingAt(value), 'ERR_ARGUMENT')
    fails(() => continuations(value), 'ERR_ARGUMENT')
    fails(() => openingsWith(value), 'ERR_ARGUMENT')
  }
  fails(() => openingOf('e4'), 'ERR_ARGUMENT')
  fails(() => openingAt('e4'), 'ERR_FEN_FIELDS')
  const game = new Game()
  game.stop()
  fails(() => openingOf(game), 'ERR_GAME_STOPPED')
  fails(() => openingAt(game), 'ERR_GAME_STOPPED')
})

test('lines and names take at most 38 kB gzipped', () => {
  const packed = readFileSync(`${root}js/openings/generated/packed-lines.js`)
  assert.ok(gzipSync(packed, { level: 9 }).length <= 38_000)
})
