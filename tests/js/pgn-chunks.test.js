// SPDX-License-Identifier: Apache-2.0
// The law of chunks: however a source is cut, the games and their errors are those of the whole.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pick, randomFrom } from '../random.js'
import { root } from './support/binbo.js'
import { asyncIterable, blob, collect, cut, nodeStream, webStream } from './support/chunks.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'
import { textOfGames } from './support/pgn-trees.js'
import { games as scaled, seed } from './support/random-games.js'

const documents = readDocuments()
const file = readFileSync(`${root}tests/data/games.pgn`)
const together = Buffer.concat(documents.flatMap(({ input }) => [Buffer.from(input), Buffer.from('\n\n')]))

/** Where a run asks for less, the largest ones are left: small chunks take their time. */
const some = sizes => sizes.slice(-scaled(sizes.length))
const SIZES = some([1, 2, 3, 5, 7, 64, 1000, 65_536])
const EVERY_SIZE = some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 19, 23, 31, 53, 101, 211])

/** All that games tell, as text. */
const factsOf = games =>
  [textOfGames(games, ['fen', 'uci']), ...games.flatMap(game => game.errors.map(errorFacts))].join('\n')
const errorFacts = ({ code, message, game, ply, line, column, offset, input }) =>
  JSON.stringify({ code, message, game, ply, line, column, offset, input })

const readFacts = async (source, options) => factsOf(await collect(readPgn(source, options)))

const randomSize = random => () => 1 + Math.floor(random() ** 4 * 300)

for (const [kind, of] of [
  ['bytes', input => Buffer.from(input)],
  ['strings', input => (typeof input === 'string' ? input : undefined)],
]) {
  test(`each document in chunks of every size, as ${kind}`, async () => {
    for (const { title, input, options } of documents) {
      const whole = of(input)
      if (whole === undefined) continue
      const expected = factsOf(parsePgn(whole, options))
      for (const size of EVERY_SIZE.filter(size => size < whole.length)) {
        const facts = await readFacts(asyncIterable(cut(whole, size)), options)
        assert.equal(facts, expected, `${title} in ${kind} of ${size}`)
      }
    }
  })
}

/** Where a run asks for less, each source has its share of the documents, another one than the source before it. */
const SHARES = Math.max(1, Math.round(documents.length / scaled(documents.length)))

for (const [number, [kind, make]] of Object.entries({
  asyncIterable,
  webStream,
  nodeStream,
  blob,
  array: pieces => pieces,
}).entries()) {
  test(`each document from another source: ${kind}`, async () => {
    const random = randomFrom(seed)
    const share = documents.filter((_, index) => (index + number + seed) % SHARES === 0)
    for (const { title, input, options } of share) {
      const bytes = Buffer.from(input)
      const expected = factsOf(parsePgn(bytes, options))
      for (const size of [3, randomSize(random), bytes.length + 1]) {
        assert.equal(await readFacts(make(cut(bytes, size)), options), expected, `${title}, seed ${seed}`)
      }
      // The parts of a blob become bytes each by itself, in which half a surrogate pair is none.
      if (typeof input !== 'string' || kind === 'blob') continue
      const expectedOfText = factsOf(parsePgn(input, options))
      for (const size of [1, randomSize(random)]) {
        const pieces = cut(input, size)
        assert.equal(await readFacts(make(pieces), options), expectedOfText, `${title}, seed ${seed}`)
      }
    }
  })
}

const OPTIONS = {
  'as it is': {},
  'headers only': { headersOnly: true },
  'some games': {
    filter: headers => /[aeiou]/.test(headers.get('White')) || headers.get('Result') === '1-0',
  },
  'in any language': { locale: 'auto' },
  'games that are too large': { maxGameBytes: 150 },
}

for (const [name, options] of Object.entries(OPTIONS)) {
  test(`all documents in one file, in chunks: ${name}`, async () => {
    const random = randomFrom(seed)
    const expected = factsOf(parsePgn(together, options))
    assert.ok(expected.length > 3000)
    for (const size of [...SIZES, randomSize(random)]) {
      const pieces = cut(together, size)
      assert.equal(await readFacts(asyncIterable(pieces), options), expected, `${size}, seed ${seed}`)
    }
  })
}

test('the games of the repository in chunks of bytes and of strings', async () => {
  const random = randomFrom(seed)
  // Small chunks of a part that ends somewhere in a game, as there are many of them.
  for (const [bytes, sizes] of [
    [file.subarray(0, 30_000), [...SIZES, randomSize(random)]],
    [file, [...some([64, 1000, 65_536]), randomSize(random)]],
  ]) {
    for (const whole of [bytes, bytes.toString()]) {
      const expected = factsOf(parsePgn(whole))
      for (const size of sizes) {
        assert.equal(await readFacts(asyncIterable(cut(whole, size))), expected, `${size}, seed ${seed}`)
      }
    }
  }
  const expected = factsOf(parsePgn(file))
  for (const make of [webStream, nodeStream, blob])
    assert.equal(await readFacts(make(cut(file, 777))), expected)
})

test('chunks of strings and of bytes by turns, and empty ones', async () => {
  const random = randomFrom(seed)
  const text =
    '[White "Ödön 😀"]\n\n1. e4 {größer 😀😀 国际} e5 2. Ke3 *\n\n[White "國"]\n\n1. d4 {é} d5 2. Ke3 *\n'
  const withoutColumns = games => textOfGames(games).replace(/ at \d+:\d+ /g, ' ')
  const expected = withoutColumns(parsePgn(text))
  for (let round = 0; round < 200; round++) {
    // Cut between characters, as half of one would be told in two encodings.
    const pieces = Array.from(text, one => (random() < 0.5 ? one : Buffer.from(one)))
    const mixed = pieces.flatMap(piece =>
      pick(random, [[piece], ['', piece], [new Uint8Array(0), piece, '']]),
    )
    assert.equal(withoutColumns(await collect(readPgn(asyncIterable(mixed)))), expected, `seed ${seed}`)
  }
})

test('a brace is closed or not after text like a tag, at every distance, alike in all chunks', async () => {
  const near = 65_536
  for (const [distance, games] of [
    [20, 1],
    [near, 1],
    [near + 1, 2],
    [3 * near, 2],
  ]) {
    const tag = '[White "b"]\n'
    const text = `1. e4 {a\n\n${tag}${' '.repeat(distance - tag.length)}} e5 *\n`
    for (const options of [
      {},
      { maxGameBytes: near - 1 },
      { maxGameBytes: near + 100 },
      { maxGameBytes: 10 },
    ]) {
      const whole = parsePgn(text, options)
      if (options.maxGameBytes === undefined) assert.equal(whole.length, games, `${distance}`)
      for (const size of some([13, 1000, 65_536])) {
        const facts = await readFacts(asyncIterable(cut(text, size)), options)
        assert.equal(facts, factsOf(whole), `${distance} in chunks of ${size}, ${JSON.stringify(options)}`)
      }
      assert.equal((await validatePgn(text, options)).games, whole.length)
    }
  }
})

test('a surrogate pair in two strings is one character, half of one is none', async () => {
  const halves = ['1. e4 {\ud83d', '\ude00} e5 {\ud83d', '} 2. Ke3 {\ude00} *']
  const expected = factsOf(parsePgn(halves.join('')))
  assert.match(expected, /\{😀\}[\s\S]*\{\ufffd\}/)
  assert.equal(await readFacts(asyncIterable(halves)), expected)
  assert.equal(await readFacts(asyncIterable(cut(halves.join(''), 1))), expected)
  const last = '1. e4 *\n\n1. d4 ; \ud83d'
  assert.equal(await readFacts(asyncIterable(cut(last, 1))), factsOf(parsePgn(last)))
  const bytesBehind = [Buffer.from('1. e4 {'), '\ud83d', Buffer.from('} e5 *')]
  const [game] = await collect(readPgn(asyncIterable(bytesBehind)))
  assert.deepEqual(game.root.children[0].comments, ['\ufffd'])
})

const NOISE = [
  ...'(){}[]";%$*.!?-0189aehNQR\n\r \t\\',
  '[Event "x"]\n',
  '1-0',
  '{',
  '\ufeff',
  'é',
  '\n\n',
  '--',
]

test('damaged files are read alike in chunks of any size, and validated alike', async () => {
  const random = randomFrom(seed)
  const source = documents.map(({ input }) => Buffer.from(input).toString('latin1'))
  for (let round = 0; round < scaled(150); round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, source)).join('\n')
    const damaged = Array.from(text, one =>
      random() < 0.03 ? pick(random, NOISE) + pick(random, [one, '']) : one,
    )
    const bytes = Buffer.from(damaged.join(''), pick(random, ['latin1', 'utf8']))
    const options = pick(random, Object.values(OPTIONS))
    const expected = factsOf(parsePgn(bytes, options))
    const report = reportFacts(await validatePgn(bytes, options))
    for (const size of [1, randomSize(random)]) {
      const note = `round ${round}, seed ${seed}: ${JSON.stringify(bytes.toString('latin1'))}`
      assert.equal(await readFacts(asyncIterable(cut(bytes, size)), options), expected, note)
      assert.equal(reportFacts(await validatePgn(asyncIterable(cut(bytes, size)), options)), report, note)
    }
  }
})

const reportFacts = ({ games, plies, bytes, errors }) =>
  [games, plies, bytes, ...errors.map(errorFacts)].join('\n')
