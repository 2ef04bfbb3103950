// SPDX-License-Identifier: Apache-2.0
// Control over the reading of PGN: options, filters, progress, several readers at once, and that the
// event loop has its turns.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ChessError, Game, root } from './support/binbo.js'
import { runChild } from './support/child.js'
import {
  ALL_WHITES,
  asyncIterable,
  collect,
  cut,
  nodeStream,
  rejection,
  SMALL,
  told,
  webStream,
  whites,
} from './support/chunks.js'
import { cpuTime } from './support/cpu-time.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'

const file = readFileSync(`${root}tests/data/games.pgn`)

// --- progress --------------------------------------------------------------------------------------

test('progress grows, and ends at the whole', async () => {
  const text = `${SMALL.join('')}{ö 😀 \ud800} *`
  const { length } = new TextEncoder().encode(text)
  const sources = [
    ['a string', () => text, length],
    ['bytes', () => Buffer.from(text), length],
    ['a blob', () => new Blob([text]), length],
    ['a stream', () => webStream(cut(Buffer.from(text), 10)), undefined],
    ['an iterable', () => asyncIterable(cut(Buffer.from(text), 1)), undefined],
    ['a large file', () => Buffer.concat([file, file, file]), 3 * file.length],
  ]
  for (const [name, make, total] of sources) {
    for (const reader of ['readPgn', 'validatePgn', 'parsePgn']) {
      const reports = []
      const options = { onProgress: progress => reports.push({ ...progress }) }
      const source = make()
      let games
      if (reader === 'readPgn') games = (await collect(readPgn(source, options))).length
      else if (reader === 'validatePgn') games = (await validatePgn(source, options)).games
      else if (typeof source === 'string' || source instanceof Uint8Array)
        games = parsePgn(source, options).length
      else continue
      const note = `${reader} of ${name}`
      const last = reports.at(-1)
      assert.equal(last.bytes, total ?? length, note)
      assert.equal(last.totalBytes, total, note)
      assert.equal(last.games, games, note)
      for (let i = 1; i < reports.length; i++) {
        assert.ok(reports[i].bytes >= reports[i - 1].bytes && reports[i].games >= reports[i - 1].games, note)
      }
    }
  }
})

test('an empty source reports its end as well', async () => {
  for (const source of ['', new Uint8Array(0), new Blob([]), [], asyncIterable([])]) {
    const reports = []
    const onProgress = ({ bytes, games }) => reports.push([bytes, games])
    assert.deepEqual(await collect(readPgn(source, { onProgress })), [])
    assert.deepEqual(reports.at(-1), [0, 0])
  }
})

test('progress counts games that the filter wants', async () => {
  let last
  const options = {
    filter: headers => headers.get('White') === 'Ann 3',
    onProgress: progress => (last = progress),
  }
  assert.equal((await collect(readPgn(SMALL.join(''), options))).length, 1)
  assert.equal(last.games, 1)
})

test('what a report throws ends the reading and closes the source', async () => {
  const { source, calls } = told()
  const onProgress = () => {
    throw new RangeError('mine')
  }
  assert.ok((await rejection(() => collect(readPgn(source, { onProgress })))) instanceof RangeError)
  assert.equal(calls.return, 1)
})

// --- headers only, filter --------------------------------------------------------------------------

test('headers only: headers and results, and no moves', async () => {
  const games = parsePgn(file)
  const bare = parsePgn(file, { headersOnly: true })
  assert.equal(bare.length, games.length)
  for (const [index, game] of games.entries()) {
    assert.deepEqual([...bare[index].headers], [...game.headers])
    assert.equal(bare[index].result, game.result)
    assert.deepEqual(bare[index].root.children, [])
    assert.deepEqual(bare[index].errors, [])
  }
  const report = await validatePgn(file, { headersOnly: true })
  assert.deepEqual([report.games, report.plies, report.errors], [games.length, 0, []])
})

test('headers only: errors of moves are not looked for, those of tags are told', () => {
  const pgn = '[White Ann]\n[FEN "junk"]\n\n1. e4 e4 1-0\n\n[Variant "Bughouse"]\n\n1. e4 *\n\n1. e5 0-1\n'
  const codes = parsePgn(pgn, { headersOnly: true }).map(game => game.errors.map(error => error.code).join())
  assert.deepEqual(codes, ['ERR_PGN_TAG,ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT', ''])
})

test('a filter is asked once for each game, in order, at any chunk size', async () => {
  for (const size of [1, 2, 5, 17, 100, 10_000]) {
    const asked = []
    const filter = headers => {
      asked.push(headers.get('White'))
      assert.ok(headers instanceof Map)
      return headers.get('White') !== 'Ann 2'
    }
    const games = await collect(readPgn(asyncIterable(cut(SMALL.join(''), size)), { filter }))
    assert.equal(asked.join(), ALL_WHITES)
    assert.equal(whites(games), 'Ann 1,Ann 3,Ann 4,Ann 5')
  }
})

test('games that a filter leaves out have no errors and count for the numbers of others', async () => {
  const pgn = '[White "a"]\n\n1. e5 *\n\n[White "b"]\n\n1. e6 *\n\n[White "c"]\n\n1. e7 *\n'
  const filter = headers => headers.get('White') !== 'b'
  const [a, c] = parsePgn(pgn, { filter })
  assert.deepEqual([a.errors[0].game, c.errors[0].game], [1, 3])
  const report = await validatePgn(pgn, { filter })
  assert.equal(report.games, 2)
  assert.deepEqual(
    report.errors.map(error => error.game),
    [1, 3],
  )
  const error = await rejection(() =>
    collect(readPgn(pgn, { filter: headers => headers.get('White') === 'c', onError: 'throw' })),
  )
  assert.equal(error.game, 3)
})

test('what a filter does with its headers does nothing to the game', () => {
  const filter = headers => {
    headers.set('White', 'Eve')
    headers.delete('Result')
    return true
  }
  const games = parsePgn(SMALL.join(''), { filter })
  assert.equal(whites(games), ALL_WHITES)
  assert.equal(games[0].headers.get('Result'), '1-0')
})

test('a filter may use the library', async () => {
  const expected = parsePgn(file)
  let asked = 0
  const filter = headers => {
    asked++
    const [inner] = parsePgn('[White "inner"]\n\n1. d4 {other bytes} d5 2. Sf3 *', { locale: 'de' })
    assert.equal(inner.root.children[0].children[0].children[0].san, 'Nf3')
    const game = new Game()
    game.loadPgn('1. d4 d5 2. c4 *')
    assert.equal(game.ply, 3)
    assert.equal(parsePgn(file.subarray(0, 3000)).length, 1)
    game.stop()
    return headers.get('Result') !== '*'
  }
  const wanted = expected.filter(game => game.headers.get('Result') !== '*')
  assert.equal(textOfGames(parsePgn(file, { filter })), textOfGames(wanted))
  assert.equal(asked, expected.length)
  assert.equal(
    textOfGames(await collect(readPgn(asyncIterable(cut(file, 999)), { filter }))),
    textOfGames(wanted),
  )
  assert.equal((await validatePgn(asyncIterable(cut(file, 999)), { filter })).games, wanted.length)
})

test('what a filter throws ends the reading and closes the source', async () => {
  const filter = () => {
    throw new RangeError('mine')
  }
  for (const read of [
    source => collect(readPgn(source, { filter })),
    source => validatePgn(source, { filter }),
  ]) {
    const { source, calls } = told()
    assert.ok((await rejection(() => read(source))) instanceof RangeError)
    assert.equal(calls.return, 1)
  }
  assert.throws(() => parsePgn(SMALL.join(''), { filter }), RangeError)
  assert.equal(whites(parsePgn(SMALL.join(''))), ALL_WHITES, 'the next one reads as ever')
})

// --- several readers -------------------------------------------------------------------------------

test('readers by turns, in different languages and encodings, with others in between', async () => {
  const latin = Buffer.from('[White "Jos\xe9"]\n\n1. e4 {\xe9} e5 2. Cf3 {\xfc} *\n\n'.repeat(40), 'latin1')
  const german = '[White "Jürgen"]\n\n1. e4 {😀} e5 2. Sf3 {ü} Sc6 3. Kd4 *\n\n'.repeat(40)
  const make = [
    () => readPgn(asyncIterable(cut(file, 1500))),
    () => readPgn(asyncIterable(cut(latin, 7)), { locale: 'es' }),
    () => readPgn(asyncIterable(cut(german, 11)), { locale: 'de' }),
    () => readPgn(asyncIterable(cut(german, 300)), { locale: 'auto' }),
    () => readPgn(german, {}),
    () => readPgn(file, { headersOnly: true }),
  ]
  const expected = []
  for (const one of make) expected.push(textOfGames(await collect(one())))
  const all = make.map(one => ({ games: one(), read: [], done: false }))
  while (all.some(({ done }) => !done)) {
    for (const reader of all) {
      if (reader.done) continue
      const { value, done } = await reader.games.next()
      reader.done = done
      if (!done) reader.read.push(value)
      assert.equal(parsePgn('1. d4 {in between} *').length, 1)
      const game = new Game()
      game.loadPgn('1. e4 e5 2. Nf3 *')
      assert.equal(game.ply, 3, 'loadPgn reads English')
      game.stop()
    }
  }
  assert.deepEqual(
    all.map(({ read }) => textOfGames(read)),
    expected,
  )
})

test('readers at the same time', async () => {
  const expected = textOfGames(parsePgn(file))
  const sources = [100, 1000, 7000, 65_536].map(size => asyncIterable(cut(file, size)))
  const reports = Promise.all([50, 5000].map(size => validatePgn(asyncIterable(cut(file, size)))))
  const all = await Promise.all(sources.map(source => collect(readPgn(source))))
  for (const games of all) assert.equal(textOfGames(games), expected)
  for (const report of await reports) assert.deepEqual([report.games, report.errors], [64, []])
})

test('parsePgn inside the loop of readPgn', async () => {
  let index = 0
  const expected = parsePgn(file)
  for await (const game of readPgn(nodeStream(cut(file, 4096)))) {
    const [again] = parsePgn(game.toString())
    assert.equal(textOfGames([again]), textOfGames([expected[index++]]))
  }
  assert.equal(index, expected.length)
})

// --- options ---------------------------------------------------------------------------------------

const isArgumentError = error => error instanceof ChessError && error.code === 'ERR_ARGUMENT'

test('options that are none are refused before anything is read', async () => {
  const bad = [
    null,
    1,
    'report',
    { onerror: 'throw' },
    { foo: undefined },
    { onError: 'ignore' },
    { onError: true },
    { headersOnly: 1 },
    { headersOnly: 'yes' },
    { filter: true },
    { filter: {} },
    { locale: 'xx' },
    { locale: 'DE' },
    { locale: 'constructor' },
    { locale: '' },
    { locale: 1 },
    { locale: null },
    { signal: {} },
    { signal: null },
    { signal: new AbortController() },
    { onProgress: 1 },
    { maxGameBytes: 0 },
    { maxGameBytes: -1 },
    { maxGameBytes: Number.NaN },
    { maxGameBytes: '100' },
    { maxGameBytes: 1n },
    { maxGameBytes: null },
  ]
  for (const options of bad) {
    const { source, calls } = told()
    const shown = JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
    assert.throws(() => parsePgn('', options), isArgumentError, shown)
    assert.ok(isArgumentError(await rejection(() => collect(readPgn(source, options)))), shown)
    assert.ok(isArgumentError(await rejection(() => validatePgn(source, options))), shown)
    assert.equal(calls.next, 0)
  }
})

test('options that are undefined are as if they were not there', () => {
  const names = ['onError', 'headersOnly', 'filter', 'locale', 'signal', 'onProgress', 'maxGameBytes']
  const options = Object.fromEntries(names.map(name => [name, undefined]))
  assert.equal(whites(parsePgn(SMALL.join(''), options)), ALL_WHITES)
  assert.equal(whites(parsePgn(SMALL.join(''), undefined)), ALL_WHITES)
})

// --- time and memory -------------------------------------------------------------------------------

const LONGEST_GAP = 60

/**
 * The longest time that the event loop had no turn while the action ran, in milliseconds: by the clock, without the time
 * that other programs had the processor.
 */
async function longestGap(action) {
  let last = performance.now()
  let lastTime = cpuTime()
  let longest = 0
  const look = () => {
    const [now, time] = [performance.now(), cpuTime()]
    longest = Math.max(longest, Math.min(now - last, time - lastTime))
    last = now
    lastTime = time
  }
  const timer = setInterval(look, 1)
  await turn()
  look()
  longest = 0
  await action()
  look()
  clearInterval(timer)
  return longest
}

test('the event loop turns while a string of 5 MB is read', async () => {
  const text = file.toString().repeat(15)
  const actions = {
    readPgn: () => collect(readPgn(text)),
    validatePgn: () => validatePgn(text),
    filter: () => collect(readPgn(text, { filter: () => false })),
    headersOnly: () => collect(readPgn(text, { headersOnly: true })),
    bytes: () => validatePgn(Buffer.from(text)),
  }
  for (const [name, action] of Object.entries(actions)) {
    let gap = Number.POSITIVE_INFINITY
    // Other processes may take the time; they will not do so ten times.
    for (let attempt = 0; attempt < 10 && gap >= LONGEST_GAP; attempt++) gap = await longestGap(action)
    assert.ok(gap < LONGEST_GAP, `${name}: ${gap} ms without a turn`)
  }
})

test('10,000 iterators that are left alone halfway, or by break, leave nothing behind', {
  timeout: 120_000,
}, () => {
  const { used } = runChild(
    `
    const { parsePgn, readPgn } = await import(dist + 'pgn.js')
    const pgn = ${JSON.stringify(SMALL.join(''))}
    const bytes = new TextEncoder().encode(pgn)
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 100) yield bytes.slice(at, at + 100)
    }
    const memory = async () => {
      for (let i = 0; i < 3; i++) {
        await new Promise(resolve => setTimeout(resolve, 20))
        gc()
      }
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const round = async count => {
      for (let i = 0; i < count; i++) {
        const left = readPgn(i % 2 ? pieces() : pgn)
        await left.next()
        await left.next()
        for await (const game of readPgn(pieces())) break
      }
    }
    await round(1000)
    const before = await memory()
    await round(5000)
    report({ used: await memory() - before })
    `,
    { flags: ['--expose-gc'] },
  )
  assert.ok(used < 1e6, `${used} bytes more than before`)
})
