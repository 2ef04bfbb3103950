// SPDX-License-Identifier: Apache-2.0
// Results: the tag and the end of the moves agree in all that is written, in whatever spelling they were read; and what
// stands behind the last one, or behind any, belongs to the game or is none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chess } from '../../dist/chess-js.js'
import { pick } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { gameOf, PgnGame, parsePgn, readPgn, treeFacts, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'
import { randomOf, games as scaled, seed } from './support/random-games.js'

const SPELLINGS = {
  '1-0': ['1-0', '1:0', '1–0', '1 - 0', '1 : 0', '1-O', '1 — 0'],
  '0-1': ['0-1', '0:1', '0−1', '0 - 1', 'o-1', '0 – 1'],
  '1/2-1/2': ['1/2-1/2', '1/2', '½', '½-½', '½ – ½', '1/2 - 1/2', '1/2:1/2', '0.5-0.5', '0,5-0,5', '1⁄2-1⁄2'],
  '*': ['*'],
}
/** Only in a tag: between moves it may be anything. */
const SPACED_WIN = /^[01] . [01]$/
const ALL = Object.entries(SPELLINGS).flatMap(([result, texts]) => texts.map(text => [result, text]))
const ENDS = ALL.filter(([, text]) => !SPACED_WIN.test(text))

/** @param {string} pgn @returns {[tag: string | undefined, end: string]} */
const resultsIn = pgn => [/^\[Result "(.*)"\]$/m.exec(pgn)?.[1], /(\S+)\n$/.exec(pgn)[1]]

/** Reads a PGN in all ways, which must agree. */
async function readAll(pgn, options) {
  const games = parsePgn(pgn, options)
  const shown = textOfGames(games)
  const bytes = Buffer.from(pgn)
  for (const size of [1, 3, 7, bytes.length]) {
    const found = await collect(readPgn(asyncIterable(cut(bytes, size)), options))
    assert.equal(textOfGames(found).replace(/ at \d+:\d+/g, ''), shown.replace(/ at \d+:\d+/g, ''), pgn)
    const report = await validatePgn(asyncIterable(cut(pgn, size)), options)
    assert.equal(report.games, games.length, pgn)
  }
  return games
}

test('in any spelling a tag and an end are read alike, and written as the standard has them', async () => {
  for (const [result, text] of ALL) {
    const end = SPACED_WIN.test(text) ? '' : text
    for (const pgn of [
      `[Result "${text}"]\n\n1. e4 e5\n`,
      `1. e4 e5 ${end || result}\n`,
      `[Result "${text}"]\n\n1. e4 e5 ${end}\n`,
    ]) {
      const [game, ...others] = await readAll(pgn)
      assert.deepEqual([others.length, game.errors, game.result], [0, [], result], pgn)
      assert.equal(game.headers.get('Result'), result, pgn)
      assert.deepEqual(resultsIn(String(game)), [result, result], pgn)
      assert.deepEqual(game.toJSON().headers.Result, result)
      const loaded = new Game()
      loaded.loadPgn(pgn)
      assert.deepEqual(resultsIn(loaded.pgn()), [result, result], pgn)
      assert.deepEqual(resultsIn(game.toGame().pgn()), [result, result], pgn)
    }
  }
})

test('the end of the moves takes precedence over the tag, unless it is *; with a warning', async () => {
  for (const [tagResult, tag] of ALL) {
    for (const [endResult, end] of ENDS.filter(([end], index) => end === '*' || index % 3 === 0)) {
      const result = endResult === '*' ? tagResult : endResult
      const pgn = `[White "Ann"]\n[Result "${tag}"]\n\n1. e4 e5 ${end}\n`
      const game = parsePgn(pgn, { onError: 'throw' })[0]
      const codes = game.errors.map(({ code, warning, input, line, column }) => [
        code,
        warning,
        input,
        line,
        column,
      ])
      assert.deepEqual(codes, endResult === tagResult ? [] : [['ERR_PGN_RESULT', true, tag, 2, 10]], pgn)
      assert.equal(game.result, result, pgn)
      assert.deepEqual(resultsIn(String(game)), [result, result], pgn)
      assert.deepEqual(parsePgn(String(game))[0].errors, [], pgn)
      const { errors } = await validatePgn(pgn)
      assert.deepEqual(
        errors.map(({ code }) => code),
        codes.map(([code]) => code),
      )
      const loaded = new Game()
      loaded.loadPgn(pgn)
      assert.deepEqual(resultsIn(loaded.pgn()), [result, result], pgn)
      const [bare] = parsePgn(pgn, { headersOnly: true })
      assert.deepEqual([bare.errors.length, bare.result], [codes.length, result], pgn)
    }
  }
})

test('a tag that is no result is written as none', async () => {
  for (const tag of ['White won', '?', '', '1', '0-0', '1-1', '+-', '1/2-', '½½']) {
    const [game] = await readAll(`[Result "${tag}"]\n\n1. e4\n`)
    const result = tag === '1/2-' ? '1/2-1/2' : '*'
    assert.deepEqual([game.errors, game.result], [[], result], tag)
    assert.deepEqual(resultsIn(String(game)), [result, result], tag)
    assert.equal(game.toJSON().headers.Result, result)
    const [ended] = await readAll(`[Result "${tag}"]\n\n1. e4 0-1\n`)
    assert.deepEqual(ended.errors.length, result === '*' ? 0 : 1, tag)
    assert.deepEqual(resultsIn(String(ended)), ['0-1', '0-1'], tag)
  }
})

test('a result that is set is written twice', () => {
  const game = gameOf('[Result "1-0"]\n\n1. e4 1-0')
  game.headers.set('Result', '0-1')
  assert.deepEqual([game.result, ...resultsIn(String(game))], ['0-1', '0-1', '0-1'])
  game.result = '1/2-1/2'
  assert.deepEqual(
    [game.headers.get('Result'), ...resultsIn(String(game))],
    ['1/2-1/2', '1/2-1/2', '1/2-1/2'],
  )
  game.headers.set('Result', 'White won')
  assert.deepEqual(resultsIn(String(game)), ['1/2-1/2', '1/2-1/2'])
  assertThrows(() => (game.result = '½-½'), 'ERR_ARGUMENT')
  const fresh = new PgnGame({ headers: [['Result', 'unknown']] })
  assert.deepEqual(resultsIn(String(fresh)), ['*', '*'])
})

test('chess.js reads and writes them alike', () => {
  for (const [result, text] of ALL) {
    const chess = new Chess()
    chess.loadPgn(`[Result "${text}"]\n\n1. e4 e5\n`)
    assert.equal(chess.getHeaders().Result, result, text)
    assert.match(
      chess.pgn(),
      new RegExp(`\\[Result "${RegExp.escape?.(result) ?? result.replace('*', '\\*')}"\\]`),
    )
    if (SPACED_WIN.test(text)) continue
    chess.loadPgn(`1. e4 e5 ${text} {a} (1... c5)\n`)
    assert.equal(chess.getHeaders().Result, result, text)
    assert.deepEqual(chess.history(), ['e4', 'e5'], text)
  }
})

// --- behind a result -------------------------------------------------------------------------------

/** Comments, glyphs and variations of Black's first move, in a random order that keeps their own. */
function notesOf(random) {
  const variation = depth =>
    `(${pick(random, ['', '1... ', '{before} ', '$5 '])}c5${pick(random, ['', '!', ' {c}', ' 2. Nf3 d6', ' 1-0'])}${
      depth > 0 && random() < 0.4 ? ` ${variation(depth - 1).replace('c5', 'e6')}` : ''
    })`
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
    pick(random, [
      '{a comment}',
      '{}',
      '$14',
      '{[%clk 0:01:00]}',
      '{[%eval -#20]}',
      variation(1),
      variation(1),
    ]),
  )
}

test('what stands behind the result is read as if it stood before it', async () => {
  for (let index = 0; index < scaled(300); index++) {
    const random = randomOf(index)
    const notes = notesOf(random)
    const result = pick(random, ENDS)[1]
    const split = Math.floor(random() * (notes.length + 1))
    const before = `1. e4 e5 ${notes.join(' ')} ${result}\n\n1. d4 *\n`
    const blank = () => pick(random, ['', ' ', '\t', '  '])
    const behind = `1. e4 e5 ${notes.slice(0, split).join(' ')} ${result}${notes
      .slice(split)
      .map(note => (note[0] === '(' ? pick(random, ['\n', '\r\n', blank()]) : blank() || ' ') + note)
      .join('')}${blank()}\n\n1. d4 *\n`
    const note = `seed ${seed}, ${index}: ${JSON.stringify(behind)}`
    const [expected, found] = [parsePgn(before), await readAll(behind)]
    assert.equal(found.length, 2, note)
    assert.deepEqual(found.map(treeFacts), expected.map(treeFacts), note)
    assert.deepEqual(
      found[0].errors.map(({ code }) => code),
      expected[0].errors.map(({ code }) => code),
      note,
    )
    assert.deepEqual(treeFacts(parsePgn(String(found[0]))[0]), treeFacts(found[0]), note)
  }
})

test('the game of the report', () => {
  const [game, ...others] = parsePgn('1. e4 e5 2. Nf3 Nc6 1/2-1/2 {Agreed.} (2... d6 3. d4)')
  assert.deepEqual([others, game.errors], [[], []])
  assert.equal(game.toString({ headers: false }), '1. e4 e5 2. Nf3 Nc6 {Agreed.} (2... d6 3. d4) 1/2-1/2\n')
})

const RUBBISH = [
  '\0',
  '\0\0\0\0',
  '\x01',
  '\x7f',
  '\f',
  '\x1a',
  '\xff',
  '\xff\xff',
  '\xfe',
  '\n',
  '\r\n',
  ' ',
  '\v',
]

test('bytes that are no text are no game, wherever they stand between games', async () => {
  const texts = [
    '[White "Ann"]\n\n1. e4 e5 1-0',
    '[White "Bob"]\n\n1. d4 {x} *',
    '[White "Cid"]\n\n1. c4 (1. c3) ½-½',
  ]
  const expected = textOfGames(parsePgn(texts.join('\n\n'), {}))
  for (let index = 0; index < scaled(300); index++) {
    const random = randomOf(index)
    const rubbish = () =>
      Array.from({ length: Math.floor(random() * 6) }, () => pick(random, RUBBISH)).join('')
    const text = texts.reduce((all, one) => `${all}${one}${rubbish()}\n\n${rubbish()}`, `\0${rubbish()}`) // no byte order mark of UTF-16
    const bytes = Buffer.from(text.replace('½-½', '\xbd-\xbd'), 'latin1')
    const note = `seed ${seed}, ${index}: ${JSON.stringify(bytes.toString('latin1'))}`
    assert.equal(textOfGames(parsePgn(bytes)), expected, note)
    for (const size of [1, 5, 64])
      assert.equal(textOfGames(await collect(readPgn(asyncIterable(cut(bytes, size))))), expected, note)
    const report = await validatePgn(bytes)
    assert.deepEqual([report.games, report.errors.length], [3, 0], note)
  }
  for (const rubbish of ['\0', '\f\0', '\x01\x02\n\0', '\ufffd\ufffd', '\xff', '\xff\xff\0', '\0{a}\0']) {
    assert.equal(parsePgn(`1. e4 *\n\n${rubbish}\n`).length, 1, JSON.stringify(rubbish))
  }
  assert.equal(parsePgn('\0\0\f\n').length, 0)
  assertThrows(() => new Game().loadPgn('\0\0\f\n'), 'ERR_PGN_EMPTY')
})
