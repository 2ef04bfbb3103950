// SPDX-License-Identifier: Apache-2.0
// `binbo/tablebase`: answers of the three-men tables, by a solver and by Stockfish. TABLES names a folder with more.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Game, Position } from 'binbo'
import { tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { pick, randomFrom } from '../random.js'
import { seed } from './support/random-games.js'
import { isPosition, pliesToMate } from './support/retrograde.js'
import { askStockfish, randomPosition } from './support/syzygy.js'

const root = new URL('../../', import.meta.url)
const folder = new URL('tests/data/syzygy/', root)
const MATERIALS = ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK']
const files = new Map(
  readdirSync(folder).map(name => [name, new Uint8Array(readFileSync(new URL(name, folder)))]),
)
const open = options => Tablebase.open(files, options)

const WIN = '8/8/8/8/8/3k4/8/K3R3 w - - 0 1'

test('the module imports nothing, and is small', () => {
  const bytes = readFileSync(new URL('dist/tablebase.wasm', root))
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), [])
  assert.ok(gzipSync(bytes, { level: 9 }).length < 20_000)
})

/** @param {Record<number, string>} men by square @param {'white' | 'black'} side */
function fenOf(men, side) {
  let text = ''
  for (let rank = 7; rank >= 0; rank--) {
    let empty = 0
    for (let square = 8 * rank; square < 8 * rank + 8; square++) {
      if (men[square] === undefined) empty++
      else {
        text += (empty || '') + men[square]
        empty = 0
      }
    }
    text += (empty || '') + (rank > 0 ? '/' : ` ${side[0]} - - 0 1`)
  }
  return text
}

/** Squares of White's king: by symmetry the others tell nothing new. */
const kingSquares = man =>
  Array.from({ length: 64 }, (_, s) => s).filter(s => s % 8 < 4 && (man === 'P' || s >> 3 <= s % 8))
const squares = Array.from({ length: 64 }, (_, s) => s)

for (const man of 'QRBNP')
  test(`all positions of K${man}vK, by a solver that shares nothing with it`, async () => {
    const tables = await open()
    let count = 0
    for (const king of kingSquares(man))
      for (const at of squares)
        for (const other of squares)
          for (const side of /** @type {const} */ (['white', 'black'])) {
            if (!isPosition(man, side, king, at, other)) continue
            count++
            const fen = fenOf({ [king]: 'K', [at]: man, [other]: 'k' }, side)
            const plies = pliesToMate(man, side, king, at, other)
            const wdl = plies === null ? 0 : side === 'white' ? 2 : -2
            const found = tables.wdlSync(fen)
            if (found !== wdl) assert.fail(`${fen}: ${found}, not ${wdl}`)
            // Without pawns the next zeroing move is the mate.
            if (plies === null || man === 'P' || plies === 0) continue
            const { dtz, exact } = /** @type {any} */ (tables.dtzSync(fen))
            const over = Math.abs(dtz) - plies
            if (over !== 0 && (exact || over !== 1)) assert.fail(`${fen}: DTZ ${dtz}, ${exact}, not ${plies}`)
          }
    assert.ok(count > 50_000, `${count}`)
  })

test('Stockfish finds the same', async () => {
  const given = process.env.TABLES
  const random = randomFrom(seed)
  const tables = await Tablebase.open(tablebaseFolder(given ?? folder))
  const names = given
    ? readdirSync(given)
        .filter(name => name.endsWith('.rtbw'))
        .map(name => name.split('.')[0])
    : MATERIALS
  const positions = Array.from({ length: Number(process.env.POSITIONS ?? 3000) }, () =>
    randomPosition(pick(random, names), random),
  )
  const expected = await askStockfish(given ?? new URL(folder).pathname, positions)
  assert.equal(expected.length, positions.length)
  for (const [i, position] of positions.entries()) {
    const { wdl, dtz } = tables.dtzSync(position)
    assert.deepEqual({ fen: position.fen, wdl, dtz }, { fen: position.fen, ...expected[i] })
    assert.equal(tables.wdlSync(position), wdl)
  }
})

test('positions in every form; clocks change nothing', async () => {
  const tables = await open()
  for (const source of [
    WIN,
    new Game({ fen: WIN }),
    Position.from(WIN),
    Position.from(WIN).setup(),
    WIN.replace(' 0 1', ' 99 90'),
  ]) {
    assert.equal(await tables.wdl(source), 2)
    assert.equal(tables.wdlSync(source), 2)
  }
  assert.equal(await tables.wdl('8/8/8/8/8/4k3/8/K7 w - - 0 1'), 0, 'kings alone')
  assert.deepEqual(await tables.dtz('8/8/8/8/8/4k3/8/K7 b - - 0 1'), { wdl: 0, dtz: 0, exact: true })
  assert.deepEqual(
    await tables.dtz('8/8/8/8/8/8/4kR2/K7 b - - 0 1'),
    { wdl: 0, dtz: 0, exact: true },
    'a capture',
  )
  assert.deepEqual(
    await tables.dtz('k1K5/1Q6/8/8/8/8/8/8 b - - 0 1'),
    { wdl: -2, dtz: -1, exact: true },
    'mate',
  )
  assert.deepEqual(
    await tables.dtz('k1K5/2Q5/8/8/8/8/8/8 b - - 0 1'),
    { wdl: 0, dtz: 0, exact: true },
    'stalemate',
  )
})

test('moves, the best first', async () => {
  const tables = await open()
  const mate = await tables.moves('k7/8/1K6/8/8/8/8/7R w - - 0 1')
  assert.deepEqual(mate[0], { uci: 'h1h8', san: 'Rh8#', wdl: 2, dtz: 1, zeroing: false, category: 'win' })
  const pawn = await tables.moves('8/4P3/8/8/8/8/k7/4K3 w - - 0 1')
  assert.deepEqual(
    pawn.slice(0, 2).map(({ san, category, zeroing }) => [san, category, zeroing]),
    [
      ['e8=Q', 'win', true],
      ['e8=R', 'win', true],
    ],
  )
  assert.ok(pawn.slice(2, -2).every(({ category, zeroing }) => category === 'win' && !zeroing))
  assert.deepEqual(
    pawn
      .slice(-2)
      .map(({ san, wdl }) => [san, wdl])
      .sort(),
    [
      ['e8=B', 0],
      ['e8=N', 0],
    ],
  )
  const losing = await tables.moves('8/8/8/8/8/3k4/8/K3R3 b - - 0 1')
  assert.ok(losing.every(({ wdl }) => wdl === -2))
  assert.deepEqual(
    losing.map(({ dtz }) => dtz),
    losing.map(({ dtz }) => dtz).toSorted((a, b) => a - b),
  )
  assert.deepEqual(tables.movesSync(WIN), await tables.moves(WIN))
  assert.deepEqual(await tables.moves('k1K5/2Q5/8/8/8/8/8/8 b - - 0 1'), [])
  const fast = await tables.moves(WIN, { dtz: false })
  assert.ok(fast.every(({ wdl, dtz }) => wdl !== null && dtz === null))
})

test('a line ends in mate, in as many plies as the tables say', async () => {
  const tables = await open()
  const game = new Game({ fen: WIN })
  const line = await tables.line(game)
  game.playMoves(line)
  assert.equal(game.status.type, 'checkmate')
  const { dtz, exact } = await tables.dtz(WIN)
  assert.ok(line.length === dtz || (!exact && line.length === dtz - 1), `${line.length} ${dtz}`)
  assert.equal((await tables.line('8/4P3/8/8/8/8/k7/4K3 w - - 0 1')).at(0), 'e7e8q')
  assert.equal((await tables.line(WIN, { plies: 3 })).length, 3)
  assert.deepEqual(await tables.line('8/8/8/8/8/4k3/8/K7 w - - 0 1'), [])
})

test('what there is, and what is missing', async () => {
  const tables = await open()
  assert.equal(tables.maxMen, 3)
  assert.deepEqual(
    ['KQvK', 'KvKQ', 'KRvKP', 'KQRvK'].map(material => tables.has(material)),
    [true, true, false, false],
  )
  assert.equal((await Tablebase.open(new Map())).maxMen, 2)
  const rookAndPawn = '8/8/5p2/8/8/3k4/8/K3R3 w - - 0 1'
  assert.equal(await tables.wdl(rookAndPawn), null)
  assert.equal(await tables.dtz(rookAndPawn), null)
  assert.equal(tables.wdlSync(rookAndPawn), null)
  await assert.rejects(tables.wdl(rookAndPawn, { throws: true }), {
    code: 'ERR_TABLEBASE_MISSING',
    table: 'KRvKP.rtbw',
  })
  assert.throws(() => tables.dtzSync(rookAndPawn, { throws: true }), {
    code: 'ERR_TABLEBASE_MISSING',
    table: 'KRvKP.rtbw',
  })
  const [first, ...rest] = await tables.moves('8/8/8/8/8/1k6/4p3/K3R3 w - - 0 1')
  assert.deepEqual([first.san, first.wdl, first.dtz !== null], ['Rxe2', 2, true])
  const unknown = rest.filter(({ category }) => category === 'unknown')
  assert.ok(unknown.length > 0 && unknown.every(({ wdl, dtz }) => wdl === null && dtz === null))
  const wdlAlone = await Tablebase.open(new Map([...files].filter(([name]) => name.endsWith('w'))))
  assert.equal(await wdlAlone.wdl(WIN), 2)
  assert.equal(await wdlAlone.dtz(WIN), null)
  const [best] = await wdlAlone.moves(WIN)
  assert.deepEqual([best.wdl, best.dtz, best.category], [2, null, 'win'])
})

test('what cannot be asked is an error', async () => {
  const tables = await open()
  const codes = {
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1': 'ERR_TABLEBASE_CASTLING',
    '8/8/8/8/pp6/kp6/pp6/4K1N1 w - - 0 1': 'ERR_TABLEBASE_MEN',
    'no position': 'ERR_FEN_FIELDS',
  }
  for (const [fen, code] of Object.entries(codes)) {
    await assert.rejects(tables.wdl(fen), { code })
    assert.throws(() => tables.movesSync(fen), { code })
  }
  await assert.rejects(tables.wdl(Position.from(WIN, { variant: 'atomic' })), { code: 'ERR_ARGUMENT' })
  assert.equal(await tables.wdl(Position.from(WIN, { variant: 'chess960' })), 2)
  for (const wrong of ['KXvK', 'KQ', 'QvK', 'KQRBvKQRB', 3])
    assert.throws(() => tables.has(wrong), { code: 'ERR_ARGUMENT' })
  await assert.rejects(tables.preload(['KRvKP']), { code: 'ERR_TABLEBASE_MISSING', table: 'KRvKP.rtbw' })
  await assert.rejects(tables.preload('KQvK'), { code: 'ERR_ARGUMENT' })
  await assert.rejects(tables.wdl(WIN, { throw: true }), { code: 'ERR_ARGUMENT' })
  for (const wrong of [5, null, {}, { list: () => 5, bytes: () => new Uint8Array(0) }])
    await assert.rejects(Tablebase.open(wrong), { code: 'ERR_ARGUMENT' })
  for (const wrong of [{ pageSize: 100 }, { pageSize: 32 }, { maxPages: 0 }, { pages: 3 }])
    await assert.rejects(open(wrong), { code: 'ERR_ARGUMENT' })
  assert.throws(() => new Tablebase(), { code: 'ERR_ARGUMENT' })
})
