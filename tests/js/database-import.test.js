// SPDX-License-Identifier: Apache-2.0
// Games of PGN into a database: the same games, moves and errors as readPgn(), however the text arrives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { corpus, SEGMENT_GAMES } from './support/database-oracle.js'
import { latin1, NO_START, TEXTS } from './support/database-texts.js'
import { parsePgn, readPgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const open = (options = {}) => openDatabase({ [SEGMENT_GAMES]: 64, ...options })
const headersOf = game => ['White', 'Black', 'Event'].map(name => game.headers.get(name) ?? '?')
const shape = game => [
  headersOf(game),
  game.startFen,
  game.variant,
  game.result,
  Array.from(game.mainline(), ({ san }) => san),
]

/** What readPgn() says of a source, main lines alone. */
async function expected(source) {
  const games = []
  const errors = []
  for await (const game of readPgn(source)) {
    // What is wrong in variations and comments behind the main line is not looked at.
    errors.push(...game.errors)
    if (!game.errors.some(({ code }) => NO_START.has(code))) games.push(shape(game))
  }
  return { games, errors }
}

async function imported(source, options) {
  const db = await open()
  const added = await db.add(source, options)
  const games = []
  for (let id = 0; id < db.games; id++) games.push(shape(await db.game(id)))
  assert.equal(added.games, db.games)
  return { games, errors: added.errors, skipped: added.skipped }
}

/** How sources may be kept. */
const keepsOf = source => (source instanceof Blob ? ['reference', 'text', 'moves'] : ['text', 'moves'])

const pieces = async function* (bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

for (const [name, text] of Object.entries(TEXTS))
  test(`games, moves and errors are those of readPgn: ${name}`, async () => {
    const { games, errors } = await expected(text)
    const skipped = errors.filter(({ code }) => NO_START.has(code)).length
    const sources = [() => text]
    if (typeof text !== 'string')
      for (const source of [() => new Blob([text]), () => new Blob([text]).stream()])
        sources.push(
          source,
          () => pieces(text, 3),
          () => pieces(text, 64),
        )
    for (const source of sources)
      for (const keep of keepsOf(source()))
        assert.deepEqual(await imported(source(), { keep }), { games, errors, skipped }, keep)
  })

test('a text may be cut at any byte', async () => {
  const bytes = TEXTS['with CRLF']
  const exported = async db => new Response(db.export(await db.filter(), 'pgn')).text()
  const whole = await open()
  const { errors, games } = await whole.add(bytes)
  const cuts = await open()
  for (let cut = 1; cut < bytes.length; cut++) {
    const added = await cuts.add([bytes.subarray(0, cut), bytes.subarray(cut)])
    assert.deepEqual(added.errors, errors, `cut at ${cut}`)
    assert.equal(added.games, games, `cut at ${cut}`)
  }
  const texts = (await exported(cuts)).split(/\n(?=\[Event )/)
  assert.equal(texts.length, games * (bytes.length - 1))
  const wanted = (await exported(whole)).split(/\n(?=\[Event )/)
  texts.forEach((text, n) => {
    assert.equal(text.trim(), wanted[n % games].trim(), `cut at ${1 + Math.floor(n / games)}`)
  })
})

test('a corpus of several chunks is read as parsePgn reads it', async () => {
  const text = Array(4).fill(corpus(seed)).join('\n\n')
  const games = parsePgn(text).filter(game => !game.errors.some(({ code }) => NO_START.has(code)))
  const found = await imported(text)
  assert.ok(text.length > 4 * 2 ** 18)
  assert.deepEqual(found.games, games.map(shape))
})

test('an abort in the middle keeps what was added', async () => {
  const text = corpus(seed)
  const stop = new AbortController()
  const db = await open()
  const chunks = async function* () {
    for (let at = 0; at < text.length; at += 10_000) {
      if (at >= 100_000) stop.abort(new Error('enough'))
      yield text.slice(at, at + 10_000)
    }
  }
  await assert.rejects(db.add(chunks(), { signal: stop.signal }), /enough/)
  const expectedGames = parsePgn(text).map(shape)
  assert.ok(db.games > 10 && db.games < expectedGames.length)
  for (let id = 0; id < db.games; id++) assert.deepEqual(shape(await db.game(id)), expectedGames[id])
  const { games } = await db.add('1. e4 *')
  assert.equal(games, 1)
})

test('duplicates are left out: in the source, in the database, and with errors; removed games do not count', async () => {
  const game = (changes = {}) => {
    const given = { White: 'A', Black: 'B', Date: '2010.05.09', Result: '1-0', Event: 'X', ...changes }
    const { moves = '1. e4 e5 2. Nf3 Nc6', ...headers } = given
    return `${Object.entries(headers)
      .map(([name, value]) => `[${name} "${value}"]`)
      .join('\n')}\n\n${moves} ${given.Result}\n\n`
  }
  const others = [
    game({ White: 'C' }),
    game({ Black: 'C' }),
    game({ Date: '2011.05.09' }),
    game({ Result: '0-1' }),
    game({ moves: '1. e4 e5 2. Nf3' }),
    game({ moves: '1. e4 e5 2. Nf3 Nf6' }),
    game({ moves: '' }),
    game({ FEN: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1' }),
    game({ Variant: 'Atomic' }),
    game({ White: 'Jos\u00e9' }),
    game({ moves: '1. e4 e5 2. Nf3 Nc6 3. Ke8' }).replace('"A"', '"With an error"'),
  ]
  const same = [
    game({ Date: '2010.??.??' }),
    game({ Event: 'Y' }),
    game({ moves: '1. e4 {!} e5 2. Nf3 (2. f4) Nc6' }),
  ]
  const text = [game(), ...others, ...same, ...others].join('')
  for (const source of [text, latin1(text), [text.slice(0, 500), text.slice(500)]]) {
    const db = await open()
    const added = await db.add(source, { dedupe: true })
    assert.deepEqual([added.games, added.skipped], [12, 14])
    assert.equal(added.errors.length, 2)
    // Once more, without: all of them. Then with it again: none.
    assert.equal((await db.add(source)).games, 26)
    assert.equal((await db.add(source, { dedupe: true })).games, 0)
  }
  const db = await open()
  await db.add(corpus(seed))
  const count = db.games
  const again = await db.add(corpus(seed), { dedupe: true })
  assert.equal(again.games, 0)
  assert.equal(db.games, count)
  const gone = await db.filter({ player: 'Carlsen, Magnus' })
  const removed = await db.remove(gone)
  assert.ok(removed > 20)
  const back = await db.add(corpus(seed), { dedupe: true })
  assert.ok(back.games > 0 && back.games <= removed)
  assert.equal((await db.add(corpus(seed), { dedupe: true })).games, 0)
  await assert.rejects(db.add('1. e4 *', { dedupe: 1 }), { code: 'ERR_ARGUMENT' })
})

test('more games than three segments hold are found in all of them', async () => {
  const lines = [
    '1. e4 e5 2. Nf3',
    '1. d4 d5',
    '1. c4 e5 2. g3 Nf6',
    '1. Nf3 d5 2. g3',
    '1. e4 c5',
    '1. b3',
    '1. f4 d5',
  ]
  const count = 3 * 65_536 + 1_000
  const db = await openDatabase()
  const text = function* () {
    for (let id = 0; id < count; id += 1_000) {
      let games = ''
      for (let n = id; n < id + 1_000 && n < count; n++)
        games += `[White "P${n % 1_000}"]\n\n${lines[n % lines.length]} 1-0\n\n`
      yield games
    }
  }
  const added = await db.add(text())
  assert.deepEqual([added.games, added.errors, db.games], [count, [], count])
  const played = lines.map((_, line) => Math.ceil((count - line) / lines.length))
  const { games, moves } = await db.explore('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
  assert.equal(games, count)
  assert.deepEqual(Object.fromEntries(moves.map(move => [move.san, move.games])), {
    e4: played[0] + played[4],
    d4: played[1],
    c4: played[2],
    Nf3: played[3],
    b3: played[5],
    f4: played[6],
  })
  const set = await db.search({ board: { g3: 'P' } }).set
  assert.equal(set.count, played[2] + played[3])
  for (const id of [65_535, 65_536, 131_071, 131_072, 196_607, 196_608, count - 1]) {
    assert.equal(set.has(id), id % 7 === 2 || id % 7 === 3)
    const head = await db.head(id)
    assert.deepEqual([head.id, head.white], [id, `P${id % 1_000}`])
  }
  assert.equal((await db.filter({ white: 'P999' })).count, Math.floor(count / 1_000))
})
