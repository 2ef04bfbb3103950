// SPDX-License-Identifier: Apache-2.0
// What readPgn() returns is an async generator in all that programs can see: the order of the answers, and what follows the end,
// return() and errors. Each schedule of calls is also given to a real generator of the same games.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick, randomFrom } from '../random.js'
import { asyncIterable, cut } from './support/chunks.js'
import { parsePgn, readPgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const GAMES = Array.from({ length: 12 }, (_, i) => `[White "Ann ${i}"]\n\n1. e4 e5 *\n\n`)
const BAD = '[White "Bad"]\n\n1. e5 *\n\n'

async function* reference(text, options) {
  const throws = options.onError === 'throw'
  for (const game of parsePgn(text)) {
    if (throws && game.errors.length > 0) throw game.errors[0]
    yield game
  }
}

const said = ({ value, done }) => `${done} ${value === undefined ? '' : value.header('White')}`

/** Makes all calls, waiting after some of them. @returns what was answered, in the order of the answers */
async function play(games, calls) {
  const answers = []
  const waits = []
  for (const [number, { name, isAwaited }] of calls.entries()) {
    const answer = games[name](name === 'throw' ? new RangeError('mine') : undefined).then(
      result => answers.push(`${number} ${said(result)}`),
      error => answers.push(`${number} ${error.code ?? error.message}`),
    )
    waits.push(answer)
    if (isAwaited) await answer
  }
  await Promise.all(waits)
  return answers
}

test('any schedule of calls has the answers of a generator', async () => {
  const random = randomFrom(seed)
  for (let i = 0; i < 300; i++) {
    const texts = GAMES.slice(0, Math.floor(random() * GAMES.length))
    const isBad = random() < 0.3
    if (isBad) texts.splice(Math.floor(random() * texts.length), 0, BAD)
    const text = texts.join('')
    const options = random() < 0.5 ? { onError: 'throw' } : {}
    const calls = Array.from({ length: Math.floor(random() * 20) }, () => ({
      name: pick(random, [...'nnnnnnnnnnnn', 'r', 't']) === 'n' ? 'next' : pick(random, ['return', 'throw']),
      isAwaited: random() < 0.6,
    }))
    const source = pick(random, [text, asyncIterable(cut(text, 1 + Math.floor(random() * 90)))])
    const shown = JSON.stringify({ text, options, calls })
    assert.deepEqual(
      await play(readPgn(source, options), calls),
      await play(reference(text, options), calls),
      shown,
    )
  }
})

test('a filter that asks for the next game gets it in its turn', async () => {
  const answers = []
  const text = GAMES.join('')
  const asked = []
  const games = readPgn(text, {
    filter: headers => {
      if (asked.length < 3) asked.push(games.next().then(result => answers.push(said(result))))
      return headers.get('White') !== 'Ann 2'
    },
  })
  for (let i = 0; i < 4; i++) answers.push(said(await games.next()))
  await Promise.all(asked)
  assert.deepEqual(answers.slice().sort(), [0, 1, 3, 4, 5, 6, 7].map(i => `false Ann ${i}`).sort())
})

test('an abort between two calls is heard by the next one', async () => {
  const controller = new AbortController()
  const games = readPgn(GAMES.join(''), { signal: controller.signal })
  await games.next()
  await games.next()
  const reason = new Error('mine')
  controller.abort(reason)
  await assert.rejects(games.next(), reason)
  assert.deepEqual(await games.next(), { value: undefined, done: true })
})

test('where each game takes long, the event loop turns after each', async t => {
  let time = 0
  t.mock.method(performance, 'now', () => (time += 20))
  let turns = 0
  let immediate = setImmediate(function count() {
    turns++
    immediate = setImmediate(count)
  })
  t.after(() => clearImmediate(immediate))
  let games = 0
  for await (const _ of readPgn(GAMES.join(''))) assert.ok(turns >= games++)
  assert.equal(games, GAMES.length)
})

test('it is recognized as an async generator', async () => {
  const games = readPgn(GAMES.join(''))
  async function* generator() {}
  assert.equal(games[Symbol.asyncIterator](), games)
  assert.equal(String(games), String(generator()))
  assert.equal(typeof games[Symbol.asyncDispose], typeof generator()[Symbol.asyncDispose])
  await games.return()
})
