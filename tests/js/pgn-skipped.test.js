// SPDX-License-Identifier: Apache-2.0
// Move text that is skipped with a warning: stray punctuation, and words for moves that programs do not have. All readers
// agree, and what is written is read without warnings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { pick } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { randomOf, games as scaled, seed } from './support/random-games.js'

const STRAYS = ['\\', '}', '&', '%', '|', ',', "'", '`', '_', '<', '>', ']', '"']
const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'O-O', 'Nf6!?', 'd3', 'Be7']

/** @param {string} pgn @param {{ line: string, codes: string[] }} wanted of the main line, in all readers */
async function assertRead(pgn, { line, codes }, note = pgn) {
  const bytes = Buffer.from(pgn)
  for (const game of [
    parsePgn(pgn)[0],
    parsePgn(bytes)[0],
    (await collect(readPgn(asyncIterable(cut(bytes, 3)))))[0],
  ]) {
    assert.equal([...game.mainline()].map(({ san }) => san).join(' '), line, note)
    assert.deepEqual(
      game.errors.map(({ code, warning }) => [code, warning]),
      codes.map(code => [code, true]),
      note,
    )
    // Tags are written as they were read.
    const kept = codes.filter(code => code === 'ERR_PGN_NO_START')
    assert.deepEqual(
      parsePgn(String(game))[0].errors.map(({ code }) => code),
      kept,
      note,
    )
  }
  const report = await validatePgn(pgn)
  assert.deepEqual([report.games, report.plies], [1, line === '' ? 0 : line.split(' ').length], note)
}

test('a stray sign anywhere between or on moves is a warning', async () => {
  for (let index = 0; index < scaled(200); index++) {
    const random = randomOf(index)
    const at = Math.floor(random() * MOVES.length)
    const stray = pick(random, STRAYS)
    const [before, after] = pick(random, [
      ['', ''],
      [' ', ' '],
      ['', ' '],
      [' ', ''],
    ])
    const text = MOVES.map((move, i) =>
      i === at ? `${before}${stray}${after}${move}` : i + 1 === at ? move : ` ${move}`,
    ).join(' ')
    const line = MOVES.map(move => move.replace('!?', '')).join(' ')
    const pgn = `[White "Ann"]\n\n1. ${text} *\n`
    await assertRead(pgn, { line, codes: ['ERR_PGN_SKIPPED'] }, `seed ${seed}, ${index}: ${pgn}`)
    const game = new Game()
    game.loadPgn(pgn)
    assert.equal(game.moves.map(({ san }) => san).join(' '), line, pgn)
  }
})

test('the move that follows a stray sign is read as written, or is an error', () => {
  for (const pgn of ['1. e4, e4', '1. e4 } Nf3', '1. ,e5', '1. e4 & hello', '1. N, f3']) {
    const [game] = parsePgn(`${pgn} *`)
    const errors = game.errors.filter(({ warning }) => !warning)
    assert.equal(errors.length, 1, pgn)
    assertThrows(() => new Game().loadPgn(pgn), errors[0].code)
  }
  for (const pgn of [',', '}', '(null)', 'null', '"', '_,'])
    assertThrows(() => new Game().loadPgn(pgn), 'ERR_PGN_TOKEN')
})

test('errors are listed behind many warnings', () => {
  for (const stray of [' }', ', ,', ' (null)']) {
    const [game] = parsePgn(`1. e4${stray.repeat(300)} e5 2. Ke3 *`)
    assert.equal(game.errors.at(-1).code, 'ERR_PGN_MOVE', stray)
    assert.equal(game.errors.length, 33)
    assertThrows(() => new Game().loadPgn(String(`1. e4${stray.repeat(300)} e5 2. Ke3 *`)), 'ERR_PGN_MOVE')
  }
})

test('the words null and pass are moves only where a move follows', async () => {
  const skipped = 'ERR_PGN_SKIPPED'
  for (const [pgn, line, ...codes] of [
    ['1. e4 e5 (null)', 'e4 e5', skipped],
    ['1. e4 e5 null', 'e4 e5', skipped],
    ['1. e4 e5 null null *', 'e4 e5', skipped, skipped],
    ['1. e4 pass 2. d4 *', 'e4 -- d4'],
    ['1. e4 null 2. null {a} d5 3. d4 NULL 1-0', 'e4 -- -- d5 d4', skipped],
    ['1. f3 e5 2. g4 Qh4# (null) 0-1', 'f3 e5 g4 Qh4#', skipped],
    ['1. e4 <> 2. d4 z0 3. c4 Z0 *', 'e4 -- d4 -- c4 --'],
  ])
    await assertRead(pgn, { line, codes })
  const [game] = parsePgn('1. e4 e5 (null)')
  assert.equal(game.toString({ headers: false }), '1. e4 e5 *\n')
  const loaded = new Game()
  loaded.loadPgn('1. e4 e5 null')
  assert.equal(loaded.moves.length, 2)
})

test('a split move is never read as another one', async () => {
  for (const pgn of ['1. e4 e5 2. N f3 N c6', '1. d4 d5 2. N c3', '1. e4 e5 2. N\nf3', '1. e4 e5 2. D d3']) {
    const [game] = parsePgn(`${pgn} *`)
    const { errors, plies } = await validatePgn(`${pgn} *`)
    for (const list of [game.errors, errors])
      assert.deepEqual(
        list.map(({ code, input, ply }) => [code, input, ply]),
        [['ERR_PGN_TOKEN', /[ND]/.exec(pgn)[0], 3]],
        pgn,
      )
    assert.equal(plies, 2)
    assertThrows(() => new Game().loadPgn(pgn), 'ERR_PGN_TOKEN')
  }
  assertThrows(() => new Game().loadPgn('1. N f3 *'), 'ERR_PGN_TOKEN')
  assertThrows(() => new Game().loadPgn('1. e4 e5 2. Nf3 N c6'), 'ERR_PGN_AMBIGUOUS')
})

test('a Chess960 game without a start says so', async () => {
  for (const fen of ['', '[FEN "?"]\n', '[FEN ""]\n']) {
    const pgn = `[Variant "Chess960"]\n${fen}\n1. e4 e5 *\n`
    await assertRead(pgn, { line: 'e4 e5', codes: ['ERR_PGN_NO_START'] })
  }
  const own = new Game({ variant: 'chess960' })
  assert.deepEqual(parsePgn(own.pgn())[0].errors, [])
})

test('databases count games that end with * by their Result tags', async () => {
  const db = await openDatabase()
  await db.add('[Result "0-1"]\n\n1. e4 e5 *\n\n[Result "1-0"]\n\n1. e4, c5 (null) *\n')
  const { moves } = await db.explore(new Game())
  assert.deepEqual(
    moves.map(({ san, white, draws, black }) => [san, white, draws, black]),
    [['e4', 1, 0, 1]],
  )
  await db.close()
})
