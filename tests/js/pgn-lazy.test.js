// SPDX-License-Identifier: Apache-2.0
// readPgn() reads trees and headers where they are asked for. In any order, the games are those of parsePgn(), which reads
// all of them at once.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openingOf } from '../../dist/openings.js'
import { pick, randomFrom } from '../random.js'
import { root } from './support/binbo.js'
import { runChild } from './support/child.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { parsePgn, readPgn, treeFacts } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'
import { seed } from './support/random-games.js'

const documents = readDocuments()
const file = readFileSync(`${root}tests/data/games.pgn`)

const LATIN = Buffer.from(
  '[White "M\xfcller"]\n\n1. e4 {\xfc} *\n\n[White "A"]\n\n1. d4 {\xfc} (1. c4 xx) *\n',
  'latin1',
)
const TEXTS = {
  'UTF-8 in tags and Latin-1 in a comment': Buffer.concat([
    Buffer.from('[White "A"]\n\n1. c4 *\n\n[White "M\u00fcller"]\n\n1. e4 {'),
    LATIN,
  ]),
  'Latin-1': Buffer.concat([LATIN, LATIN, LATIN]),
  'errors in variations':
    '1. e4 e5 *\n\n1. d4 (1. e5 {a} 1. xx) d5 *\n\n%\n1. c4\n (1. d5 d4\n) c5 (1. f4 [ ) *\n',
  'wide characters before an error':
    '[White "\u00e9"]\n1. e4 *\n\n[White "\ud83d\udc0e"]\n1. e4 {\ud83d\udc0e} (1. e5) *\n',
  'start positions':
    '1. e4 *\n[FEN "4k3/8/8/8/8/8/8/4K2R b - - 3 9"]\nKd7 *\n[Variant "Crazyhouse"]\n1. e4 *\n[FEN "x"]\n*\n',
  'comments alone': '{a} *\n\n{b}\n',
}

/** What users may ask of a game, each in a form that can be compared. */
const QUESTIONS = {
  headers: ({ headers }) => [...headers],
  result: ({ result }) => result,
  errors: ({ errors }) =>
    errors.map(({ message, ...error }) => ({ ...error, message, cause: error.cause?.message })),
  variant: ({ variant }) => variant,
  startFen: ({ startFen }) => startFen,
  range: ({ range }) => range,
  opening: openingOf,
  tree: treeFacts,
  'the main line': game => Array.from(game.mainline(), ({ san, uci, ply }) => [san, uci, ply]),
  'all moves': game => Array.from(game.nodes(), ({ san, path }) => [san, path]),
  comments: game => Array.from(game.nodes(), ({ comments, nags }) => [comments, nags]),
  players: game => ['White', 'Black', 'Result', 'FEN', 'Event', 'none', ''].map(name => game.header(name)),
  end: ({ end }) => [end.san, end.clock],
  copy: game => treeFacts(game.with([], node => void node.comments).game),
  json: game => game.toJSON(),
  text: String,
}
const NAMES = Object.keys(QUESTIONS)

const answersOf = (game, names) => names.map(name => [name, QUESTIONS[name](game)])

/** Asks each game a few things at once, and everything when all games are read. */
async function assertSame(title, source, read, options, random) {
  const expected = parsePgn(source, options)
  const games = []
  for await (const game of read) {
    const names = NAMES.filter(() => random() < 0.2).sort(() => random() - 0.5)
    assert.deepEqual(answersOf(game, names), answersOf(expected[games.length], names), title)
    games.push(game)
  }
  assert.equal(games.length, expected.length, title)
  for (const [index, game] of games.entries()) {
    const names = NAMES.slice().sort(() => random() - 0.5)
    assert.deepEqual(answersOf(game, names), answersOf(expected[index], names), `${title}, game ${index + 1}`)
  }
}

test('games that are asked in any order are those of parsePgn', async () => {
  const random = randomFrom(seed)
  const cases = Object.entries(TEXTS).map(([title, input]) => ({ title, input, options: {} }))
  for (const { title, input, options } of [...documents, ...cases]) {
    for (let i = 0; i < 2; i++) {
      const repeated = typeof input === 'string' ? `${input}\n\n`.repeat(3) : Buffer.concat([input, input])
      const pieces = cut(repeated, 1 + Math.floor(random() * 200))
      const source = pick(random, [repeated, pieces, asyncIterable(pieces)])
      await assertSame(title, repeated, readPgn(source, options), options, random)
    }
  }
  await assertSame('games.pgn', file, readPgn(file), {}, random)
})

test('a game that is asked while another source is read leaves that source as it is', async () => {
  const [, game] = await collect(readPgn(file))
  const expected = parsePgn(file)
  let index = 0
  for await (const other of readPgn(file)) {
    if (index === 40) assert.deepEqual(treeFacts(game), treeFacts(expected[1]))
    assert.equal(other.result, expected[index++].result)
  }
  assert.equal(index, expected.length)
})

test("onError: 'throw' throws for errors in variations", async () => {
  await assert.rejects(
    collect(readPgn(`1. e4 *\n\n${TEXTS['errors in variations']}`, { onError: 'throw' })),
    {
      code: 'ERR_PGN_MOVE',
      game: 3,
    },
  )
})

for (const [kind, letter] of [
  ['ASCII', 'u'],
  ['UTF-8', '\u00fc'],
]) {
  test(`a game that is kept keeps no other game in memory: ${kind}`, { timeout: 120_000 }, () => {
    const { used, kept, size } = runChild(
      `
      const { readPgn } = await import(dist + 'pgn.js')
      const size = 2000
      const game = '[White "M${letter}ller"]\\n\\n1. e4 {' + 'x'.repeat(size) + '} e5 1-0\\n\\n'
      const piece = new TextEncoder().encode(game.repeat(100))
      async function* pieces(count) {
        for (let i = 0; i < count; i++) yield piece.slice()
      }
      const memory = async () => {
        for (let i = 0; i < 3; i++) {
          await new Promise(resolve => setTimeout(resolve, 20))
          gc()
        }
        const { heapUsed, arrayBuffers } = process.memoryUsage()
        return heapUsed + arrayBuffers
      }
      const keep = async (games, count) => {
        let number = 0
        for await (const game of readPgn(pieces(count))) if (number++ % 50 === 25) games.push(game)
      }
      await keep([], 50)
      const before = await memory()
      const games = []
      await keep(games, 500)
      report({ used: await memory() - before, kept: games.length, size })
      `,
      { flags: ['--expose-gc'] },
    )
    assert.equal(kept, 1000)
    assert.ok(used / kept < 1.5 * size, `${used / kept} bytes for a game of ${size}`)
  })
}
