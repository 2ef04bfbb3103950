// SPDX-License-Identifier: Apache-2.0
// FEN tags that are not valid: what is kept of them, and that their warning stops nothing. Single cases are in
// tests/data/pgn/mended-fens.md.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { ChessError, chess960Fen, Game, START_FEN, validateFen } from './support/binbo.js'
import { collect } from './support/chunks.js'
import { PgnGame, parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { games, randomOf, seed, walkGame } from './support/random-games.js'
import { formatFen } from './support/reference.js'

const STUDY = 'rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQq - 0 1'
const MENDED = 'rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 1'
const pgnOf = fen => `[FEN "${fen}"]\n\n1. Bxh7+ Kxh7 2. Ng5+ *\n`

test('a mended FEN is a warning, which nothing throws', async () => {
  const pgn = pgnOf(STUDY)
  const [game] = parsePgn(pgn, { onError: 'throw' })
  const [warning, ...more] = game.errors
  assert.equal(more.length, 0)
  assert.ok(warning instanceof ChessError)
  assert.deepEqual(
    [warning.code, warning.warning, warning.game, warning.line, warning.column, warning.input],
    ['ERR_PGN_FEN_MENDED', true, 1, 1, 7, STUDY],
  )
  assert.match(warning.message, /castling rights 'KQq' became 'KQ'/)
  assert.equal(game.startFen, MENDED)
  assert.equal(game.headers.get('FEN'), STUDY)
  assert.equal([...game.mainline()].length, 3)
  assert.equal(game.toGame().fen, [...game.mainline()].at(-1).fen)
  assert.equal((await collect(readPgn(pgn, { onError: 'throw' }))).length, 1)
  const report = await validatePgn(pgn, { onError: 'throw' })
  assert.deepEqual([report.games, report.plies, report.errors.length], [1, 3, 1])
  const loaded = new Game()
  loaded.loadPgn(pgn)
  assert.equal(loaded.fen, game.toGame().fen)
  assert.match(loaded.pgn(), new RegExp(`FEN "${MENDED}"`))
})

test('other errors of such a game are thrown as ever', () => {
  const pgn = `[FEN "${STUDY}"]\n\n1. Bxh7+ Kxh7 2. Ng5+ Kg8 3. O-O-O *`
  assertThrows(() => parsePgn(pgn, { onError: 'throw' }), 'ERR_PGN_MOVE', { ply: 5 })
  assertThrows(() => new Game().loadPgn(pgn), 'ERR_PGN_MOVE', { ply: 5 })
  assert.equal(new ChessError('ERR_PGN_MOVE').warning, undefined)
})

test('only PGN mends', () => {
  assertThrows(() => new Game({ fen: STUDY }), 'ERR_FEN_CASTLING_KING')
  assert.equal(validateFen(STUDY).ok, false)
  assertThrows(() => new PgnGame({ fen: STUDY }), 'ERR_FEN_CASTLING_KING')
})

test('the message says what was changed', () => {
  const messages = {
    '4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1': /en passant 'e3' became '-'/,
    '4k3/8/8/8/8/8/4P3/4K3 w - - x 1': /halfmove clock 'x' became '0'/,
    '4k3/8/8/8/8/8/4P3/4K3 w - - 0': /read as '4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - - 0 1'/,
    'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1': /variant chess960/,
  }
  for (const [fen, message] of Object.entries(messages)) {
    assert.match(parsePgn(`[FEN "${fen}"]\n\n*`)[0].errors[0].message, message)
  }
})

test('with strict the mended position must be one that a game can reach', () => {
  const game = new Game({ strict: true })
  game.loadPgn(pgnOf(STUDY))
  assert.equal(game.ply, 3)
  assertThrows(() => game.loadPgn('[FEN "4k3/8/8/8/8/8/8/r3K2r w  - - 0 1"]\n\n1. Kd2 *'), 'ERR_PGN_TAG_FEN')
  assert.equal(game.ply, 3)
})

test('Chess960 starts without a Variant tag are Chess960', () => {
  for (let number = 0; number < 960; number++) {
    const fen = chess960Fen(number)
    const [game] = parsePgn(`[FEN "${fen}"]\n\n*`)
    const isClassic = validateFen(fen).ok
    assert.equal(game.startFen, fen)
    assert.equal(game.variant, isClassic ? 'standard' : 'chess960')
    assert.equal(game.errors.length, isClassic ? 0 : 1)
    const [again] = parsePgn(game.toString())
    assert.deepEqual([again.startFen, again.variant, again.errors], [fen, game.variant, []])
  }
})

/** Blemishes of a FEN's fields that leave the placement as it is. */
const BLEMISHES = [
  (_, fen) => fen.replaceAll(' ', '  '),
  (_, fen) => fen.replace(' ', '\t'),
  (random, fen) =>
    fen
      .split(' ')
      .slice(0, 1 + Math.floor(random() * 6))
      .join(' '),
  (random, fen) =>
    fen
      .split(' ')
      .filter((_, index) => index === 0 || random() < 0.7)
      .join(' '),
  (random, fen) => withField(fen, 2, pick(random, ['KQkq', 'kqKQ', 'K', 'Qk', 'HAha', 'x', 'KK', '0'])),
  (random, fen) => withField(fen, 3, pick(random, 'abcdefgh') + pick(random, '12345678')),
  (random, fen) =>
    withField(fen, 4 + Math.floor(random() * 2), pick(random, ['', '-', '?', '-1', '1.5', '99999'])),
  (random, fen) => `${fen} ${pick(random, ['x', '0', '- -', 'bm e4;'])}`,
  (random, fen) => Array.from(fen, one => (random() < 0.02 ? pick(random, '/ -8pPkKqbw19_') : one)).join(''),
]

const withField = (fen, index, value) =>
  fen
    .split(' ')
    .map((field, at) => (at === index ? value : field))
    .join(' ')

test('what is mended is valid, keeps the placement, and once written needs no mending', () => {
  let mended = 0
  for (let index = 0; index < games(60); index++) {
    const random = randomOf(index)
    const chess960 = random() < 0.3
    const fen = chess960 ? chess960Fen(Math.floor(random() * 960)) : START_FEN
    walkGame({ random, fen, chess960, plies: 60 }, ({ position }) => {
      const whole = formatFen(position)
      let blemished = whole
      for (let times = 1 + Math.floor(random() * 3); times > 0; times--)
        blemished = pick(random, BLEMISHES)(random, blemished)
      checkMended(blemished, `seed ${seed}, game ${index}: ${blemished}`)
      mended += blemished === whole ? 0 : 1
      return true
    })
  }
  assert.ok(mended > games(60) * 10)
})

/**
 * @param {string} fen
 * @param {string} note
 */
function checkMended(fen, note) {
  const [game, ...more] = parsePgn(`[FEN "${fen}"]\n\n*`)
  assert.equal(more.length, 0, note)
  const codes = game.errors.map(({ code }) => code).join()
  const isValid = validateFen(fen).ok
  if (isValid) assert.equal(codes, '', note)
  if (codes === 'ERR_PGN_TAG_FEN') return
  assert.equal(codes, isValid ? '' : 'ERR_PGN_FEN_MENDED', note)
  assert.ok(validateFen(game.startFen, { variant: game.variant }).ok, note)
  assert.equal(game.startFen.split(' ')[0], fen.trim().split(/[\s_]/)[0], note)
  const text = game.toString()
  const [again] = parsePgn(text)
  assert.deepEqual([again.startFen, again.variant, again.errors], [game.startFen, game.variant, []], note)
  assert.equal(again.toString(), text, note)
  const played = game.toGame()
  assert.equal(played.fen, game.startFen, note)
  assert.deepEqual(parsePgn(played.pgn())[0].errors, [], note)
  played.stop()
}
