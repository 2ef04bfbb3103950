// SPDX-License-Identifier: Apache-2.0
// FENs and links as people have them in the clipboard.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateFen } from 'binbo'
import { gameOfFen, readLink } from '#web/storage/links.js'
import { isFenLike, tidyFen } from '#web/study/fen-text.js'

const FEN = '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1'
const ROWS = FEN.split(' ')[0]

test('a FEN out of addresses, tags and programs', () => {
  const texts = [
    FEN,
    ` ${FEN.replaceAll(' ', '  ')}\n`,
    FEN.replaceAll(' ', '\t'),
    FEN.replaceAll(' ', '_'),
    `"${FEN}"`,
    `FEN: ${FEN}`,
    `position fen ${FEN}`,
    `[FEN "${FEN}"]`,
    encodeURIComponent(FEN),
    `https://lichess.org/analysis/${FEN.replaceAll(' ', '_')}`,
    `https://lichess.org/analysis/standard/${FEN.replaceAll(' ', '_')}?color=black#3`,
    `https://lichess.org/editor/${encodeURIComponent(FEN)}`,
    `https://www.chess.com/analysis?fen=${encodeURIComponent(FEN).replaceAll('%20', '+')}&flip=true`,
  ]
  for (const text of texts) {
    assert.equal(tidyFen(text), FEN, text)
    assert.ok(isFenLike(text), text)
    assert.equal(gameOfFen(text).startFen, FEN)
  }
  const epd = `${ROWS} b - - bm Ke7; id "one";`
  assert.equal(tidyFen(epd), `${ROWS} b - -`)
  assert.ok(validateFen(tidyFen(epd)).ok)
})

test('missing fields are added in everything that the page takes', () => {
  const placement = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R'
  for (const [text, rest] of [
    [placement, 'w KQkq - 0 1'],
    [` "${placement}" `, 'w KQkq - 0 1'],
    [`FEN: ${placement}  b`, 'b KQkq - 0 1'],
    [`[FEN "${placement} b kq"]`, 'b kq - 0 1'],
    [`${placement} w KQ - 4`, 'w KQ - 4 1'],
    [`https://lichess.org/editor/${placement}`, 'w KQkq - 0 1'],
    [`https://lichess.org/analysis/${placement}_b`, 'b KQkq - 0 1'],
  ]) {
    assert.equal(tidyFen(text), `${placement} ${rest}`, text)
    assert.ok(isFenLike(text), text)
    assert.equal(gameOfFen(text).startFen, `${placement} ${rest}`)
  }
  assert.equal(readLink(`#fen=${placement}`)?.game.startFen, `${placement} w KQkq - 0 1`)
  assert.equal(readLink(`#fen=${placement}_b&variant=antichess`)?.game.startFen, `${placement} b - - 0 1`)
  assert.equal(gameOfFen('rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[Qp]').variant, 'crazyhouse')
  assert.equal(tidyFen('4k3/8/8/8/8/8/4x3/4K3'), '4k3/8/8/8/8/8/4x3/4K3')
  for (const [text, code, offset] of [
    ['4k3/8/8/8/8/8/4x3/4K3', 'ERR_FEN_PIECE', 15],
    ['4k3/8/8/8/8/8/4K3', 'ERR_FEN_RANKS', 17],
    ['4k3/8/8/8/8/8/8/4K3 x', 'ERR_FEN_SIDE', 20],
    ['4k3/8/8/8/8/8/8/4K3 w X', 'ERR_FEN_CASTLING', 22],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1 2', 'ERR_FEN_FIELDS', 30],
    ['4k3', 'ERR_FEN_FIELDS', 3],
  ])
    assert.throws(() => gameOfFen(text), { code, offset }, text)
})

test('what is meant for a FEN, be it right or wrong, and what is a game', () => {
  for (const text of [
    ROWS,
    `${ROWS} x`,
    '8/8/8/8/8/8/8 w - - 0 1',
    'К7/8/8/8/8/8/8/k7 w - - 0 1',
    '8/8//8/8/8/8/8 w',
  ])
    assert.ok(isFenLike(text), text)
  const games = [
    '',
    '1. e4 e5 1/2-1/2',
    '[Event "a/b/c/d/e/f/g/h"]\n\n1. e4 *',
    '{a/b/c/d/e/f/g/h} 1. e4 *',
    `[FEN "${FEN}"]\n\n1... Kf7 *`,
    `${FEN}\n${FEN}`,
    'games/of/a/b/c/d.pgn',
  ]
  for (const text of games) assert.ok(!isFenLike(text), text)
  for (const text of games.slice(1))
    assert.equal(tidyFen(text).replace(/\s+/g, ' '), text.replace(/\s+/g, ' '))
})

test('the castling rights of Chess960, which the page itself writes', () => {
  const fen = 'rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1'
  assert.ok(isFenLike(fen))
  assert.equal(gameOfFen(fen).variant, 'chess960')
  assert.throws(() => gameOfFen(FEN.replace(' b ', ' w ')), { code: 'ERR_FEN_OPPONENT_IN_CHECK' })
})

test('FENs of crazyhouse and three-check tell their variant', () => {
  const house = 'rnb1kbnr/ppp1pppp/8/3q~4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3'
  const checks = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2+3 0 2'
  for (const [text, variant, fen = text] of [
    [house, 'crazyhouse'],
    [house.replace('[Pp]', '/Pp'), 'crazyhouse', house],
    [`https://lichess.org/analysis/crazyhouse/${house.replaceAll(' ', '_')}`, 'crazyhouse', house],
    [`https://lichess.org/editor?fen=${encodeURIComponent(house)}&variant=crazyhouse`, 'crazyhouse', house],
    [checks, '3check'],
    [`${checks.replace(' 2+3', '')} +1+0`, '3check', checks],
    [checks.replaceAll(' ', '_'), '3check', checks],
    [encodeURIComponent(checks), '3check', checks],
    [`https://chess.example/?fen=${encodeURIComponent(checks).replaceAll('%20', '+')}`, '3check', checks],
  ]) {
    assert.ok(isFenLike(text), text)
    const game = gameOfFen(text)
    assert.deepEqual([game.variant, game.startFen], [variant, fen], text)
  }
  assert.throws(() => gameOfFen(house.replace('3q~4', '3q~5')), { code: 'ERR_FEN_RANK_LONG' })
})

test('another FEN is played by the rules that are wanted, where they allow it', () => {
  const kingless = '8/8/8/8/8/8/PPP5/r7 w - - 0 1'
  assert.equal(gameOfFen(kingless, 'antichess').variant, 'antichess')
  assert.equal(gameOfFen(kingless, 'standard', 'antichess').variant, 'antichess')
  assert.equal(gameOfFen(FEN, 'antichess', 'standard').variant, 'antichess')
  assert.equal(gameOfFen(FEN, 'racingkings').variant, 'standard')
  assert.throws(() => gameOfFen(kingless), { code: 'ERR_FEN_NO_KING' })
})

test('links of forms, which write blanks as +', () => {
  const words = hash => readLink(hash)?.game.toString({ headers: false }).trim()
  assert.equal(words('#pgn=1.+e4+e5+2.+Nf3+*'), '1. e4 e5 2. Nf3 *')
  // Signs of a check stay.
  assert.equal(
    words(`#pgn=${encodeURIComponent('1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *')}`),
    '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *',
  )
  assert.throws(() => readLink('#pgn=games.pgn'), { code: /^ERR_PGN_/ })
})

test('a link to a position with a mended FEN tag is read, with no error', () => {
  const fen = 'rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQkq - 0 1'
  const hash = `#pgn=${encodeURIComponent(`[SetUp "1"]\n[FEN "${fen}"]\n\n*`)}`
  const { game } = readLink(hash) ?? assert.fail()
  assert.equal(game.startFen, fen.replace('KQkq', 'KQ'))
  assert.deepEqual(
    game.errors.map(({ code, warning }) => [code, warning]),
    [['ERR_PGN_FEN_MENDED', true]],
  )
})

test('a + in a PGN stays the sign of a check, and broken percent signs are text', () => {
  assert.equal(
    readLink('#pgn=1. e4 f6 2. Qh5+ {50% (a+b)} *')
      .game.toString()
      .match(/\{.*\}/)?.[0],
    '{50% (a+b)}',
  )
})

test('a link with several games says how many', () => {
  const { game, count } = readLink(`#pgn=${encodeURIComponent('1. e4 *\n\n[Event "2"]\n\n1. d4 *')}`)
  assert.equal(count, 2)
  assert.equal(game.root.children[0].san, 'e4')
})
