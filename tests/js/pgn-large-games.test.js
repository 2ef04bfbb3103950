// SPDX-License-Identifier: Apache-2.0
// maxGameBytes: games that are too large end early, at the same place however the source is cut.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_WHITES, asyncIterable, collect, cut, gamePgn, SMALL, whites } from './support/chunks.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'

const long = `[White "Long"]\n\n1. e4 ${'{a comment without an end, or nearly so} '.repeat(50)}e5 1-0\n\n`

test('a game that is too large ends early, and the next tags are found', async () => {
  const pgn = gamePgn(1) + long + gamePgn(2)
  const options = { maxGameBytes: 500 }
  const expected = parsePgn(pgn, options)
  assert.equal(whites(expected), 'Ann 1,Long,Ann 2')
  assert.deepEqual(
    expected.map(game => game.errors.map(error => error.code).join()),
    ['', 'ERR_PGN_TOO_LARGE', ''],
  )
  const [error] = expected[1].errors
  assert.equal(error.game, 2)
  assert.equal([...expected[1].mainline()].length, 1, 'its moves reach up to there')
  assert.equal(expected[2].result, '1-0')
  for (const size of [1, 3, 50, 499, 500, 501, 1000]) {
    const games = await collect(readPgn(asyncIterable(cut(pgn, size)), options))
    assert.equal(textOfGames(games), textOfGames(expected), `chunks of ${size}`)
    const report = await validatePgn(asyncIterable(cut(pgn, size)), options)
    assert.deepEqual(
      report.errors.map(({ code, game, line, column }) => [code, game, line, column]),
      [['ERR_PGN_TOO_LARGE', 2, error.line, error.column]],
    )
  }
})

test('the limit is one of games, not of files, and a game that just fits does', () => {
  const size = Buffer.byteLength(gamePgn(1))
  for (const maxGameBytes of [
    size,
    size + 1,
    1e6,
    1 << 26,
    Number.MAX_SAFE_INTEGER,
    Number.POSITIVE_INFINITY,
  ]) {
    const games = parsePgn(SMALL.join(''), { maxGameBytes })
    assert.equal(whites(games), ALL_WHITES, `${maxGameBytes}`)
    assert.deepEqual(
      games.flatMap(game => game.errors),
      [],
    )
  }
})

test('a game of about the limit is the same in chunks, whatever its lines end with', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const pgn = ['[White "a"]', '', '1. e4 e5 1-0', '', '[White "b"]', '', '1. d4 1-0 {x}', '', ''].join(end)
    for (let maxGameBytes = 10; maxGameBytes < 45; maxGameBytes++) {
      const expected = textOfGames(parsePgn(pgn, { maxGameBytes }))
      for (const size of [1, 2, 5]) {
        const games = await collect(readPgn(asyncIterable(cut(pgn, size)), { maxGameBytes }))
        assert.equal(
          textOfGames(games),
          expected,
          `${maxGameBytes}, ${JSON.stringify(end)}, chunks of ${size}`,
        )
      }
    }
  }
})

test('places behind a game that was cut are right, in characters of any width and lines of any kind', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const comment = `ö😀${end}`.repeat(100)
    const pgn = [
      '[White "ö"]',
      '',
      `1. e4 {${comment}} e5 *`,
      '',
      '[White "b"]',
      '',
      '1. e4 {ö} e4 *',
      '',
    ].join(end)
    for (let maxGameBytes = 40; maxGameBytes < 52; maxGameBytes++) {
      const sources = [parsePgn(pgn, { maxGameBytes })]
      for (const size of [1, 2, 7]) {
        sources.push(await collect(readPgn(asyncIterable(cut(pgn, size)), { maxGameBytes })))
      }
      for (const [first, second] of sources) {
        assert.equal(first.errors[0].code, 'ERR_PGN_TOO_LARGE')
        const { line, column, offset } = second.errors[0]
        assert.deepEqual([line, column, pgn.slice(offset, offset + 2)], [107, 11, 'e4'], `${maxGameBytes}`)
      }
    }
  }
})

test('a limit below everything still ends', async () => {
  for (const maxGameBytes of [1, 2, 3, 10, 30]) {
    const games = parsePgn(SMALL.join(''), { maxGameBytes })
    assert.ok(games.length >= SMALL.length)
    for (const game of games) assert.equal(game.errors.at(-1).code, 'ERR_PGN_TOO_LARGE')
    for (const size of [1, 7, 1000]) {
      const again = await collect(readPgn(asyncIterable(cut(SMALL.join(''), size)), { maxGameBytes }))
      assert.equal(textOfGames(again), textOfGames(games), `${maxGameBytes} in chunks of ${size}`)
    }
  }
})
