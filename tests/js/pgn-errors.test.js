// SPDX-License-Identifier: Apache-2.0
// What is wrong in a PGN: what errors tell, limits, and input that is made to be slow. What errors leave of a
// game is in the documents of tests/data/pgn.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { ChessError, Game, Position, START_FEN } from './support/binbo.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { cpuTime } from './support/cpu-time.js'
import { PgnGame, parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'
import { games as scaled, seed } from './support/random-games.js'

const codesOf = game => game.errors.map(error => error.code)
const sansOf = game => [...game.mainline()].map(node => node.san).join(' ')

// --- what an error tells ---------------------------------------------------------------------------

test('an error tells what is wrong, and where', () => {
  const pgn = '[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. e4 e5 2. Nf3\nNc6 3. Bb6 *\n'
  const [, game] = parsePgn(pgn)
  const [error] = game.errors
  assert.ok(error instanceof ChessError && error instanceof Error)
  assert.equal(error.name, 'ChessError')
  const { code, game: number, ply, line, column, offset, input } = error
  assert.deepEqual(
    { code, number, ply, line, column, offset, input },
    { code: 'ERR_PGN_MOVE', number: 2, ply: 5, line: 8, column: 8, offset: pgn.indexOf('Bb6'), input: 'Bb6' },
  )
  for (const word of ["'Bb6'", 'game 2', 'line 8', 'column 8', 'ply 5'])
    assert.ok(error.message.includes(word), word)
})

test('a game without errors has none', () => {
  for (const pgn of ['1. e4 *', '[White "Ann"]', '*', '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke2 *']) {
    assert.deepEqual(parsePgn(pgn)[0].errors, [])
  }
})

test('what is not there is not told', () => {
  const [{ errors }] = parsePgn('[White Ann]\n\n1. e4 (1. d4 *')
  assert.deepEqual(
    errors.map(error => [error.code, error.ply]),
    [
      ['ERR_PGN_TAG', undefined],
      ['ERR_PGN_VARIATION', undefined],
    ],
  )
  for (const error of errors) assert.ok(!Object.hasOwn(error, 'ply') || error.ply === undefined)
})

test("an error of the FEN tag has the FEN's own error as its cause", () => {
  const causes = {
    '8/8/8/8/8/8/8/8 w - - 0 1': 'ERR_FEN_NO_KING',
    junk: 'ERR_FEN_FIELDS',
    '8/8/8/8/4k3/8/8/4K3/8 w - - 0 1': 'ERR_FEN_RANKS',
    '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1': 'ERR_FEN_OPPONENT_IN_CHECK',
  }
  for (const [fen, cause] of Object.entries(causes)) {
    const [game] = parsePgn(`[FEN "${fen}"]\n\n1. e4 *`)
    const [error] = game.errors
    assert.equal(error.code, 'ERR_PGN_TAG_FEN', fen)
    assert.equal(error.cause?.code, cause, fen)
    assert.deepEqual([game.startFen, game.root.children.length], [START_FEN, 0])
    const thrown = assertThrows(() => game.toGame(), 'ERR_PGN_TAG_FEN')
    assert.equal(thrown.cause?.code, cause)
  }
})

test("onError: 'throw' throws the first error of the file, behind the games before it", async () => {
  const pgn = '1. e4 *\n\n1. d4 *\n\n1. e4 (1. e5) e4 *\n\n1. e6 *\n'
  const options = { onError: 'throw' }
  const thrown = assertThrows(() => parsePgn(pgn, options), 'ERR_PGN_MOVE', { game: 3, ply: 1, input: 'e5' })
  const seen = []
  await assert.rejects(
    async () => {
      for await (const game of readPgn(pgn, options)) seen.push(game)
    },
    { code: 'ERR_PGN_MOVE', message: thrown.message },
  )
  assert.equal(seen.length, 2)
  await assert.rejects(() => validatePgn(pgn, options), {
    code: 'ERR_PGN_MOVE',
    game: 3,
    ply: 2,
    input: 'e4',
  })
  const good = '1. e4 *\n\n1. d4 *\n'
  assert.equal(parsePgn(good, options).length, 2)
  assert.equal((await validatePgn(good, options)).games, 2)
})

test('toGame() of a game with errors plays the moves up to the first', () => {
  const [game] = parsePgn(
    '[White "Ann"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 Kd9 9. e5 1-0',
  )
  const played = game.toGame()
  assert.ok(played instanceof Game)
  assert.deepEqual(
    played.moves.map(move => move.san),
    ['Kd7', 'e4'],
  )
  assert.equal(played.headers.get('White'), 'Ann')
  played.stop()
  assertThrows(() => parsePgn('[Variant "Bughouse"]\n\n1. e4 *')[0].toGame(), 'ERR_PGN_VARIANT')
  assertThrows(() => parsePgn('1. e4 -- 2. d4 *')[0].toGame(), 'ERR_PGN_NULL_MOVE')
})

test('places in long files: across pieces, in every kind of line end', async () => {
  const filler = '[White "x"]\n\n1. e4 {ö😀} e5 *\n\n'
  const count = 20_000
  const pgn = `${filler.repeat(count)}[White "y"]\r\n\r\n1. e4\re5\r\n2. Ke3 *\n`
  const [last] = parsePgn(pgn).slice(-1)
  const expected = {
    game: count + 1,
    line: 4 * count + 5,
    column: 4,
    offset: pgn.indexOf('Ke3'),
    input: 'Ke3',
  }
  const placeOf = ({ game, line, column, offset, input }) => ({ game, line, column, offset, input })
  assert.deepEqual(placeOf(last.errors[0]), expected)
  const bytes = Buffer.from(pgn)
  const [error] = (await validatePgn(asyncIterable(cut(bytes, 99_991)))).errors
  assert.deepEqual(placeOf(error), { ...expected, offset: bytes.indexOf('Ke3') })
})

// --- limits ----------------------------------------------------------------------------------------

test('at most 64 errors of one game are told', () => {
  const [game, next] = parsePgn(`1. e4 ${'(1. e5) '.repeat(1000)}e5 *\n\n1. d5 *`)
  assert.equal(game.errors.length, 64)
  assert.equal(sansOf(game), 'e4 e5')
  assert.deepEqual(codesOf(next), ['ERR_PGN_MOVE'])
})

test('tokens, tag names and values that are too long', () => {
  const long = 'x'.repeat(300)
  const [token, afterToken] = parsePgn(`1. e4 ${long} e5 *\n\n1. d4 *`)
  assert.deepEqual(codesOf(token), ['ERR_PGN_TOO_LARGE'])
  assert.equal(token.errors[0].ply, 2)
  assert.ok(token.errors[0].input.length < 100, 'only its beginning is quoted')
  assert.equal(sansOf(token), 'e4')
  assert.equal(sansOf(afterToken), 'd4')

  const [name] = parsePgn(`[${long} "x"]\n[White "Ann"]\n\n1. e4 *`)
  assert.deepEqual(codesOf(name), ['ERR_PGN_TOO_LARGE'])
  assert.equal(name.headers.get('White'), 'Ann')
  assert.equal(sansOf(name), 'e4')

  const fits = 'y'.repeat(65_000)
  assert.equal(parsePgn(`[White "${fits}"]\n\n1. e4 *`)[0].headers.get('White'), fits)
  const [value] = parsePgn(`[White "${'y'.repeat(70_000)}"]\n[Black "Bob"]\n\n1. e4 *`)
  assert.deepEqual(codesOf(value), ['ERR_PGN_TOO_LARGE'])
  assert.equal(value.headers.get('Black'), 'Bob')
  assert.equal(sansOf(value), 'e4')
})

test('a comment may be long, and a number', () => {
  const text = 'long '.repeat(200_000).trim()
  const [game] = parsePgn(`1. e4 {${text}} ${'1'.repeat(200)}. e5 *`)
  assert.deepEqual(codesOf(game), [])
  assert.equal(game.root.children[0].comments[0], text)
  assert.equal(sansOf(game), 'e4 e5')
})

test('an input that is quoted is cut between characters', () => {
  for (const filler of ['😀', 'é', '国', 'x']) {
    for (let shift = 0; shift < 4; shift++) {
      const word = `${'x'.repeat(shift)}${filler.repeat(100)}`
      for (const source of [`1. ${word} *`, Buffer.from(`1. ${word} *`)]) {
        const { input } = parsePgn(source)[0].errors[0]
        assert.ok(input.length > 10 && word.startsWith(input), `${input} of ${word}`)
        assert.ok(!/[\ud800-\udbff]$|\ufffd/.test(input), 'no half character')
      }
    }
  }
})

// --- time ------------------------------------------------------------------------------------------

const MEGABYTE = scaled(1 << 20)
/** CPU time in ms; what is quadratic takes minutes. */
const MOST = 5000

/** Pieces of text that nothing good can come of. */
const HEAPS = {
  'opening parentheses': '(',
  'closing parentheses': ')',
  'opening braces': '{',
  'closing braces': '}',
  brackets: '[',
  'closing brackets': ']',
  quotes: '"',
  'tags that are not closed': '[a "',
  'tags without end': '[a "b',
  dollars: '$',
  dots: '.',
  semicolons: ';',
  'percent signs': '%',
  'percent lines': '%\n',
  backslashes: '\\',
  asterisks: '*',
  'asterisks apart': '* ',
  zeros: '\0',
  letters: 'x',
  digits: '1',
  'line ends': '\n',
  'carriage returns': '\r',
  spaces: ' ',
  'byte order marks': '\ufeff',
  halves: '½',
  results: '1-0 ',
  'results in variations': '(1-0 ',
  'variations of the first move': '(1. d4 ',
  'variations inside variations': '(1. d4 d5 ',
  'empty variations': '()',
  'comments in parentheses': '({',
  'empty comments': '{}',
  'comments with lines': '{\n',
  'comments with tags': '{\n\n[a ',
  'comments with tags of events': '{\n[Event ',
  'comments with tags after blank lines': '{\n\n[a "b"]\n',
  'tags after blank lines': '\n\n[a "b"]\n',
  'tag lines': '[Event "x"]\n',
  'tags without value': '[Event ]\n',
  'halves of commands': '{[%clk ',
  'one move': 'e4 ',
  'null moves': '-- ',
  glyphs: '$1 ',
  'exclamation marks': '!',
  marks: '=',
  'parentheses and moves': 'e4(',
  'wide characters': '国',
  promotions: 'e8(',
}

for (const [name, piece] of Object.entries(HEAPS)) {
  test(`a megabyte of ${name} is read in linear time`, async () => {
    const heap = piece.repeat(Math.ceil(MEGABYTE / Buffer.byteLength(piece)))
    for (const pgn of [heap, `[Event "x"]\n\n1. e4 ${heap}\n\n[Event "last"]\n\n1. d4 *\n`]) {
      const before = cpuTime()
      const games = parsePgn(pgn)
      assert.ok(cpuTime() - before < MOST, `${cpuTime() - before} ms`)
      for (const error of games.flatMap(game => game.errors)) assert.ok(error instanceof ChessError)
      if (pgn !== heap) {
        const last = games.at(-1)
        assert.equal(last.headers.get('Event'), 'last')
        assert.equal(sansOf(last), 'd4')
      }
      const report = await validatePgn(pgn)
      assert.equal(report.games, games.length)
      assert.ok(cpuTime() - before < 2 * MOST, `${cpuTime() - before} ms`)
    }
  })
}

test('a heap that comes in small pieces is read in linear time, too', async () => {
  for (const piece of ['(', '{', '[a "', 'e4 ', '{\n[Event ', '{\n\n[a "b"]\n', ' ', '[Event "x"]\n']) {
    const heap = Buffer.from(piece.repeat(Math.ceil(MEGABYTE / 2 / piece.length)))
    const before = cpuTime()
    const games = await collect(readPgn(asyncIterable(cut(heap, 100))))
    assert.ok(cpuTime() - before < MOST, `${piece}: ${cpuTime() - before} ms`)
    assert.equal(textOfGames(games.slice(0, 3)), textOfGames(parsePgn(heap).slice(0, 3)))
  }
})

test('100,000 plies and 100,000 variations inside each other', async () => {
  const plies = 100_000
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(plies / 4)
  const [game] = parsePgn(shuffle)
  assert.deepEqual(codesOf(game), [])
  assert.equal([...game.mainline()].length, plies)
  assert.equal((await validatePgn(shuffle)).plies, plies)

  const deep = `1. e4 e5 ${'(1... c5 2. Nf3 '.repeat(plies)}${')'.repeat(plies)} 2. Nc3 *`
  const [tree] = parsePgn(deep)
  assert.equal(sansOf(tree), 'e4 e5 Nc3')
  assert.deepEqual(codesOf(tree).slice(0, 1), ['ERR_PGN_MOVE'], 'c5 is no alternative to a white move')
  const levels = `${'e4 (d4 d5 '.repeat(1)}${'(d5 (Nf6 '.repeat(plies / 2)}${'))'.repeat(plies / 2)}) e5 *`
  assert.equal(sansOf(parsePgn(levels)[0]), 'e4 e5')
})

test('noise is read without harm', async () => {
  const random = randomFrom(seed)
  const marks = Buffer.from(
    '()[]{}"\';%$*.!?\\-+=#0123456789abcdefghNBRQKOxe4 e5 Nf3 1-0 1/2 \n\r\t\0\xff\xe9\xc3\xa9',
  )
  for (let round = 0; round < scaled(60); round++) {
    const noise = Buffer.from(
      Array.from({ length: 3000 }, () =>
        round % 2 ? Math.floor(random() * 256) : marks[Math.floor(random() * marks.length)],
      ),
    )
    const games = parsePgn(noise)
    for (const game of games) {
      for (const error of game.errors) assert.match(error.code, /^ERR_PGN_/)
      const [again] = parsePgn(game.toString())
      assert.equal(sansOf(again), sansOf(game), `round ${round}, seed ${seed}`)
    }
    const report = await validatePgn(noise)
    assert.equal(report.games, games.length, `round ${round}, seed ${seed}`)
    assert.equal((await collect(readPgn(asyncIterable(cut(noise, 7))))).length, games.length)
  }
})

test('a start that cannot be read: the usual FEN, and for all that needs a position the error of the game', () => {
  for (const [tags, code, variant] of [
    ['[Variant "Fog"]', 'ERR_PGN_VARIANT', 'Fog'],
    ['[FEN "junk"]', 'ERR_PGN_TAG_FEN', 'standard'],
    ['[Variant "Antichess"]\n[FEN "junk"]', 'ERR_PGN_TAG_FEN', 'antichess'],
    ['[Variant "Fog"]\n[FEN "junk"]', 'ERR_PGN_VARIANT', 'Fog'],
  ]) {
    const text = `[Event "x"]\n\n1. e4 *\n\n${tags}\n\n1. e4 e5 {a comment} *`
    const game = parsePgn(text)[1]
    const { root } = game
    const error = game.errors.find(each => each.code === code)
    assert.deepEqual([error?.game, game.variant, root.children.length], [2, variant, 0], tags)
    assert.match(game.startFen, /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w /)
    assert.equal(root.fen, game.startFen)
    assert.deepEqual([root.san, root.uci, root.move], [null, null, null])
    for (const needsPosition of [
      () => root.position,
      () => root.hash,
      () => root.add('e4'),
      () => root.add('--'),
      () => root.add({ from: 'e2', to: 'e4' }),
      () => root.toGame(),
      () => game.toGame(),
      () => Position.from(root),
      () => PgnGame.merge([game]),
    ])
      assert.equal(assertThrows(needsPosition, code), error, `${tags}: ${needsPosition}`)
    assert.ok(inspect(root).includes(game.startFen))
    const again = parsePgn(String(game))[0]
    assert.deepEqual(
      again.errors.map(each => each.code),
      game.errors.map(each => each.code),
      'written, it has the same tags',
    )
  }
})

test('the message of a bad FEN tag has the reason', () => {
  const [game] = parsePgn('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
  assert.equal(
    game.errors[0].message,
    "The FEN tag does not hold a valid position: '8/8/8/8/8/8/8/8 w - - 0 1' (Each side needs a king; game 1, line 1, column 7)",
  )
  const [three] = parsePgn('[FEN "4k3/8/8/8/8/8/PPPPPPPP/QQQQK3 w - - 0 1"]\n\n1. a3 *')
  const { message, cause } = assertThrows(() => three.root.toGame({ strict: true }), 'ERR_PGN_TAG_FEN')
  assert.ok(message.endsWith(`(${cause.message.replace(/: '.*'/, '')})`), message)
})
