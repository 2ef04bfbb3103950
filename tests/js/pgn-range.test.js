// SPDX-License-Identifier: Apache-2.0
// The law of ranges: what stands in a game's range, read by itself, is that game.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './support/binbo.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { PgnGame, parsePgn, readPgn, treeFacts } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'

const file = readFileSync(`${root}tests/data/games.pgn`)
const ANNA = '[White "Anna"]\n\n1. e4 e5 2. Nf3 *'
const BEN = '[White "Ben"]\n\n1. d4 d5 *'

const rangesOf = games => games.map(({ range }) => range)
const codesOf = game => game.errors.map(({ code }) => code)

/** The games as they are, each read again by itself. */
function assertLaw(source, options, title) {
  const games = parsePgn(source, options)
  let end = 0
  for (const game of games) {
    const { from, to } = game.range
    assert.ok(end <= from && from < to && to <= source.length, `${title}: ${from} to ${to} after ${end}`)
    end = to
    const again = parsePgn(source.slice(from, to), { ...options, filter: undefined })
    assert.equal(again.length, 1, `${title}: ${source.slice(from, to)}`)
    assert.deepEqual(treeFacts(again[0]), treeFacts(game), title)
    assert.deepEqual(codesOf(again[0]), codesOf(game), title)
  }
  return games
}

for (const [name, text] of Object.entries({
  'two games': `${ANNA}\n\n${BEN}\n`,
  CRLF: `${ANNA}\n\n${BEN}\n`.replaceAll('\n', '\r\n'),
  'a byte order mark': `\ufeff${ANNA}\n\n${BEN}`,
  'blank lines before and between': `\n\n \t\n${ANNA}\n\n\n\n\n${BEN}\n\n\n`,
  'lines of other programs': `% made by hand\n${ANNA}\n% and more\n${BEN}`,
  'junk between': `${ANNA}\n\nhello ]]> world\n\n${BEN}`,
  'letters beyond ASCII': `[White "Žofie 🐎"]\n\n1. e4 {für 🐴} *\n\n${ANNA.replace('Anna', 'Änne')}\n\n${BEN}`,
  'no results and no blank lines': '[White "A"]\n1. e4\n[White "B"]\n1. d4',
  'several games on a line': '1. e4 * 1. d4 * 1. c4 1-0',
  'illegal moves': '1. e4 e5 2. Ke3 Nc6 *\n\n1. d4 (1. e5) d5 1-0',
})) {
  test(`a range holds its game: ${name}`, () => {
    for (const source of [text, Buffer.from(text)]) {
      assert.ok(assertLaw(source, undefined, name).length >= 2)
      assertLaw(source, { headersOnly: true }, name)
      assertLaw(source, { filter: headers => headers.get('White') !== 'Anna' }, name)
    }
  })
}

test('a range begins with the first token and is counted in the units of offsets', () => {
  const text = `\ufeff\n[White "Žofie 🐎"]\n\n1. e4 *\n\n${ANNA}`
  const [first, second] = parsePgn(text)
  assert.equal(first.range.from, text.indexOf('['))
  assert.equal(text.slice(second.range.from), ANNA)
  const bytes = Buffer.from(text)
  assert.equal(parsePgn(bytes)[1].range.from, bytes.indexOf(ANNA))
})

test('ranges of documents and of a file hold their games', () => {
  for (const { title, input, options } of readDocuments()) assertLaw(input, options, title)
  assert.ok(assertLaw(file, undefined, 'games.pgn').length > 10)
})

test('a range of Latin-1 holds its game', () => {
  const source = Buffer.from(`[White "J\xfcrgen"]\n\n1. e4 *\n\n${BEN}`, 'latin1')
  assert.equal(assertLaw(source, undefined, 'Latin-1')[0].headers.get('White'), 'Jürgen')
})

test('ranges do not depend on how the source is cut', async () => {
  const text = `\ufeff% by hand\r\n${ANNA}\r\n\r\nhello\r\n[White "Žofie 🐎"]\n\n1. e4 {🐴} e9 *\n\n${BEN}`
  for (const source of [text, Buffer.from(text)]) {
    for (const options of [undefined, { headersOnly: true }, { locale: 'auto' }]) {
      const expected = rangesOf(parsePgn(source, options))
      for (const size of [1, 2, 3, 7, 64]) {
        const games = await collect(readPgn(asyncIterable(cut(source, size)), options))
        assert.deepEqual(rangesOf(games), expected, `pieces of ${size}`)
      }
    }
  }
})

test('the range of a game that is too large ends where its reading did', () => {
  const source = `${ANNA}\n\n[White "Long"]\n\n1. e4 {${'words '.repeat(100)}} e5 *\n\n${BEN}`
  const maxGameBytes = 200
  const games = parsePgn(source, { maxGameBytes })
  assert.deepEqual(
    games.map(game => game.headers.get('White')),
    ['Anna', 'Long', 'Ben'],
  )
  const { from, to } = games[1].range
  assert.ok(to - from <= maxGameBytes)
  assert.ok(source.slice(from).startsWith('[White "Long"]'))
  assert.equal(parsePgn(source.slice(from, to))[0].headers.get('White'), 'Long')
  assert.equal(source.slice(games[2].range.from, games[2].range.to), BEN)
})

test('what others read meanwhile does not move ranges', async () => {
  const ranges = []
  for await (const game of readPgn(file)) {
    parsePgn(`${BEN}\n\n${ANNA}`)
    ranges.push(game.range)
  }
  assert.deepEqual(ranges, rangesOf(parsePgn(file)))
})

test('a game that was not read has no range', () => {
  assert.equal(new PgnGame().range, undefined)
  assert.throws(() => {
    parsePgn(ANNA)[0].range = { from: 0, to: 0 }
  }, TypeError)
})
