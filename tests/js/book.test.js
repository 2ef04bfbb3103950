// SPDX-License-Identifier: Apache-2.0
// `binbo/book`: found moves, books made of games, and Debian's polyglot as the witness.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ChessError, Game, Position } from 'binbo'
import { Book } from 'binbo/book'
import { fileBytes } from 'binbo/node'
import { PgnGame, parsePgn, readPgn } from 'binbo/pgn'
import { Tally } from '#js/book/tally.js'
import { randomFrom } from '../random.js'
import { root } from './support/binbo.js'
import { seed } from './support/random-games.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-book-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = name => join(folder, name)
const polyglot = args => execFileSync('/usr/games/polyglot', args, { cwd: folder, stdio: 'pipe' }).toString()

/** The bytes of a book; entries are [fen, move in 16 bits, weight, learn]. */
function bytesOf(entries) {
  const rows = entries.map(([fen, move, weight = 1, learn = 0]) => ({
    key: Position.from(fen, { variant: 'chess960' }).hash,
    move,
    weight,
    learn,
  }))
  rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const view = new DataView(new ArrayBuffer(16 * rows.length))
  for (const [i, { key, move, weight, learn }] of rows.entries()) {
    view.setBigUint64(16 * i, key)
    view.setUint16(16 * i + 8, move)
    view.setUint16(16 * i + 10, weight)
    view.setUint32(16 * i + 12, learn)
  }
  return new Uint8Array(view.buffer)
}
const square = name => 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1)
/** A move as a book has it, such as 'e1h1' and 'a7a8q'. */
const move = text =>
  square(text.slice(2, 4)) | (square(text.slice(0, 2)) << 6) | (' nbrq'.indexOf(text[4] ?? ' ') << 12)
const all = async book => {
  const entries = []
  for await (const entry of book) entries.push(entry)
  return entries
}
const rejects = (promise, code) =>
  assert.rejects(promise, error => error instanceof ChessError && error.code === code)

const START = new Game().fen
const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const ROOK = '3k4/8/8/8/8/8/8/K3R3 w - - 0 1'

test('moves of a position, heaviest first', async () => {
  const book = await Book.open(
    bytesOf([
      [START, move('d2d4'), 5],
      [START, move('e2e4'), 9, 77],
      [START, move('a2a4'), 0],
      [START, move('e2e5'), 50],
      [START, 0, 50],
      [CASTLING, move('e1h1'), 1],
    ]),
  )
  assert.equal(book.length, 6)
  const found = [
    { uci: 'e2e4', san: 'e4', weight: 9, learn: 77 },
    { uci: 'd2d4', san: 'd4', weight: 5, learn: 0 },
  ]
  const [pgn] = parsePgn('1. e4 *')
  for (const position of [new Game(), START, Position.from(START), pgn.root, `${START.slice(0, -4)}`])
    assert.deepEqual(await book.find(position), found)
  assert.deepEqual(await book.find(START, { minWeight: 6 }), found.slice(0, 1))
  assert.equal((await book.find(START, { minWeight: 0 })).length, 3)
  assert.deepEqual(await book.find(START, { exclude: ['e2e4'] }), found.slice(1))
  assert.deepEqual(await book.find('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), [])
})

test('castling is the king taking its rook; e1g1 is read as well; other moves stay', async () => {
  const book = await Book.open(
    bytesOf([
      [CASTLING, move('e1h1'), 3],
      [CASTLING, move('e1c1'), 2],
      [ROOK, move('e1h1'), 1],
    ]),
  )
  const of = async (...args) => (await book.find(...args)).map(({ uci, san }) => `${uci} ${san}`)
  assert.deepEqual(await of(CASTLING), ['e1g1 O-O', 'e1c1 O-O-O'])
  assert.deepEqual(await of(CASTLING, { exclude: ['e1h1'] }), ['e1c1 O-O-O'])
  assert.deepEqual(await of(CASTLING, { exclude: ['e1g1'] }), ['e1c1 O-O-O'])
  assert.deepEqual(await of(ROOK), ['e1h1 Rh1'])
  const promotes = '2k5/P7/8/8/8/8/8/K7 w - - 0 1'
  const other = await Book.open(
    bytesOf([
      [promotes, move('a7a8n'), 4],
      [promotes, move('a7a8q'), 2],
    ]),
  )
  assert.deepEqual(
    (await other.find(promotes)).map(({ san }) => san),
    ['a8=N', 'a8=Q+'],
  )
})

test('pick() takes moves as often as their weights say', async () => {
  const book = await Book.open(
    bytesOf([
      [START, move('e2e4'), 3],
      [START, move('d2d4'), 1],
      [START, move('c2c4'), 0],
    ]),
  )
  const picked = async (random, options) =>
    (await book.pick(START, { random: () => random, ...options }))?.san
  assert.deepEqual(
    [await picked(0), await picked(0.74), await picked(0.76), await picked(0.9999)],
    ['e4', 'e4', 'd4', 'd4'],
  )
  assert.deepEqual(
    [await picked(0.49, { uniform: true }), await picked(0.51, { uniform: true })],
    ['e4', 'd4'],
  )
  assert.equal(await picked(0.99, { minWeight: 0 }), 'd4', 'a weight of 0 is never played by weight')
  assert.equal(await picked(0.99, { minWeight: 0, uniform: true }), 'c4')
  assert.equal(await picked(0, { exclude: ['e2e4', 'd2d4'] }), undefined)
  assert.equal(await book.pick('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), null)
  const seen = new Set()
  for (let i = 0; i < 100; i++) seen.add((await book.pick(START))?.san)
  assert.deepEqual([...seen].sort(), ['d4', 'e4'])
})

const games = parsePgn(readFileSync(`${root}tests/data/games.pgn`)).filter(
  ({ variant, errors, headers }) => variant === 'standard' && errors.length === 0 && !headers.has('FEN'),
)

test('books of the same games are those of polyglot, move by move', async () => {
  writeFileSync(path('games.pgn'), games.join('\n'))
  for (const [name, options, args] of [
    ['all', {}, ['-max-ply', '60', '-min-game', '1']],
    ['few', { maxPly: 20, minGames: 2 }, ['-max-ply', '20', '-min-game', '2']],
    ['white', { side: 'white' }, ['-max-ply', '60', '-min-game', '1', '-only-white']],
    ['black', { side: 'black' }, ['-max-ply', '60', '-min-game', '1', '-only-black']],
  ]) {
    const own = await Book.fromGames(games, /** @type {any} */ (options))
    polyglot(['make-book', '-pgn', 'games.pgn', '-bin', `${name}.bin`, ...args])
    const theirs = await Book.open(fileBytes(path(`${name}.bin`)))
    const rows = async book =>
      (await all(book)).map(
        ({ key, move, weight }) => `${key.toString(16).padStart(16, '0')} ${move} ${weight}`,
      )
    assert.ok(own.length > 10, `${name}: ${own.length} entries`)
    assert.deepEqual((await rows(own)).sort(), (await rows(theirs)).sort(), name)
    const keys = (await all(own)).map(({ key }) => key)
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    )
  }
})

test('games that end with * count by their Result tags, as in polyglot', async () => {
  const cut = games.map(game => String(game).replace(/(?:1-0|0-1|1\/2-1\/2)\n$/, '*\n'))
  assert.notDeepEqual(cut, games.map(String))
  writeFileSync(path('cut.pgn'), cut.join('\n'))
  polyglot(['make-book', '-pgn', 'cut.pgn', '-bin', 'cut.bin', '-max-ply', '60', '-min-game', '1'])
  const rows = async book =>
    (await all(book)).map(({ key, move, weight }) => `${key} ${move} ${weight}`).sort()
  const own = await rows(await Book.fromGames(parsePgn(cut.join('\n'))))
  assert.deepEqual(own, await rows(await Book.open(fileBytes(path('cut.bin')))))
  assert.deepEqual(own, await rows(await Book.fromGames(games)))
})

test('polyglot reads books of ours', async () => {
  const book = await Book.fromGames(games)
  writeFileSync(path('own.bin'), await book.bytes())
  assert.match(polyglot(['info-book', '-bin', 'own.bin']), /Isolated positions +: +0\n/)
  const [best] = await book.find(START)
  polyglot(['dump-book', '-bin', 'own.bin', '-color', 'white', '-out', 'lines.txt'])
  assert.match(readFileSync(path('lines.txt'), 'utf8'), new RegExp(`1\\. ?${best.san}\\b`))
})

test('weights are points, scaled into 16 bits; games without a result and null moves', async () => {
  const game = (moves, result) => parsePgn(`[Result "${result}"]\n\n${moves} ${result}\n`)[0]
  const book = await Book.fromGames([
    game('1. e4 e5 2. Nf3', '1-0'),
    game('1. e4 c5', '1/2-1/2'),
    game('1. d4 d5', '0-1'),
    game('1. c4 e5', '*'),
    game('1. a4 -- 2. a5', '1-0'),
  ])
  const weights = async position => (await book.find(position)).map(({ san, weight }) => `${san} ${weight}`)
  assert.deepEqual(await weights(START), ['e4 3', 'a4 2'])
  assert.equal((await all(book)).length, 5, 'e4, a4, c5, d5 and Nf3')
  const uniform = await Book.fromGames([game('1. e4 e5', '*')], { uniform: true })
  assert.deepEqual(
    (await all(uniform)).map(({ weight }) => weight),
    [1, 1],
  )
  const many = await Book.fromGames(
    (function* () {
      const [win, draw] = [game('1. e4', '1-0'), game('1. d4', '1/2-1/2')]
      for (let i = 0; i < 40_000; i++) yield win
      yield draw
    })(),
  )
  assert.deepEqual(
    (await many.find(START)).map(({ weight }) => weight),
    [65_535, 1],
  )
})

test('games are Game or PgnGame, of standard chess and Chess960', async () => {
  const own = new Game({
    variant: 'chess960',
    fen: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1',
  })
  own.playMoves(['e4', 'e5', 'f4', 'exf4', 'g3', 'fxg3', 'O-O'])
  own.setWinner('white')
  const book = await Book.fromGames([own])
  own.undo()
  assert.deepEqual(
    (await book.find(own)).map(({ san, weight }) => [san, weight]),
    [['O-O', 2]],
  )
  const drawn = new Game()
  drawn.playMoves(['e4', 'e5'])
  drawn.draw()
  assert.deepEqual(
    (await all(await Book.fromGames([drawn]))).map(({ weight }) => weight),
    [1, 1],
  )
  const claimed = new Game({ draws: 'none' })
  for (let i = 0; i < 3; i++) claimed.playMoves(['Nf3', 'Nf6', 'Ng1', 'Ng8'])
  claimed.headers.set('Result', '1/2-1/2')
  assert.equal((await Book.fromGames([claimed])).length, 4)
  assert.equal((await Book.fromGames([])).length, 0)
  const [unreadable] = parsePgn('[FEN "nonsense"]\n\n1. e4 1-0')
  assert.equal((await Book.fromGames([unreadable, PgnGame.fromGame(new Game())])).length, 0)
  for (const wrong of [
    new Game({ variant: 'atomic' }),
    parsePgn('[Variant "Crazyhouse"]\n\n1. e4 *')[0],
    START,
    null,
  ])
    await rejects(Book.fromGames([/** @type {any} */ (wrong)]), 'ERR_ARGUMENT')
})

test('progress, and the end by a signal', async () => {
  const seen = []
  await Book.fromGames(readPgn(readFileSync(`${root}tests/data/games.pgn`)), {
    onProgress: ({ games: count }) => {
      seen.push(count)
      if (seen.length === 1) throw new Error('enough')
    },
  }).catch(error => {
    assert.ok(error.message === 'enough' || error.code === 'ERR_ARGUMENT')
  })
  const controller = new AbortController()
  const endless = (function* () {
    for (let i = 0; ; i++) {
      if (i === 250) controller.abort()
      yield games[0]
    }
  })()
  await assert.rejects(Book.fromGames(endless, { signal: controller.signal }), { name: 'AbortError' })
  const silent = (async function* () {
    await new Promise(() => {})
    yield games[0]
  })()
  const later = new AbortController()
  const waiting = Book.fromGames(silent, { signal: later.signal })
  setTimeout(() => later.abort(), 10)
  await assert.rejects(waiting, { name: 'AbortError' })
  for (const wrong of [5, null]) await rejects(Book.fromGames(/** @type {any} */ (wrong)), 'ERR_ARGUMENT')
})

test('books do not answer for variants', async () => {
  const book = await Book.fromGames(games)
  await rejects(book.find(new Game({ variant: 'atomic' })), 'ERR_ARGUMENT')
  await rejects(book.pick(new Game({ variant: 'crazyhouse' })), 'ERR_ARGUMENT')
  assert.ok((await book.find(new Game({ variant: 'chess960' }))).length > 0)
  const counts = []
  await Book.fromGames(Array(250).fill(games[0]), { onProgress: ({ games: count }) => counts.push(count) })
  assert.deepEqual(counts, [100, 200, 250])
})

test('merge() adds weights and keeps what each book has', async () => {
  const a = await Book.open(
    bytesOf([
      [START, move('e2e4'), 60_000, 5],
      [START, move('d2d4'), 0, 6],
    ]),
  )
  const b = await Book.open(
    bytesOf([
      [START, move('e2e4'), 40_000, 9],
      [CASTLING, move('e1h1'), 1],
    ]),
  )
  const merged = await Book.merge(a, b)
  assert.deepEqual(
    (await all(merged)).map(({ move: bits, weight, learn }) => [bits, weight, learn]).sort(),
    [
      [move('e1h1'), 1, 0],
      [move('e2e4'), 65_535, 5],
      [move('d2d4'), 0, 6],
    ].sort(),
  )
  const itself = await Book.merge(a, await Book.open(new Uint8Array()))
  assert.deepEqual(
    await itself.bytes(),
    await (await Book.merge(itself, await Book.open(new Uint8Array()))).bytes(),
  )
  await rejects(Book.merge(a, /** @type {any} */ ({})), 'ERR_ARGUMENT')
})

/** A book of random keys that counts the reads. */
function counting(count, random) {
  const keys = new BigUint64Array(count)
  for (let i = 0; i < count; i++)
    keys[i] = (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32))
  keys.sort()
  const bytes = new Uint8Array(count * 16)
  const view = new DataView(bytes.buffer)
  for (const [i, key] of keys.entries()) view.setBigUint64(16 * i, key)
  return { keys, view, bytes }
}

test('a look-up reads two pages at most, on average, of many', async () => {
  const random = randomFrom(seed)
  const positions = [
    ...new Set(games.flatMap(game => [...game.mainline()].map(node => node.position.fen))),
  ].slice(0, 200)
  const { view, bytes } = counting(300_000, random)
  const entries = bytesOf(positions.map(fen => [fen, 1]))
  // Real keys in place of some of the random ones, in their order.
  const wanted = new DataView(entries.buffer)
  const all = [...Array(300_000).keys()].map(i => view.getBigUint64(16 * i))
  for (let i = 0; i < positions.length; i++)
    all[Math.floor(random() * all.length)] = wanted.getBigUint64(16 * i)
  all.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [i, key] of all.entries()) view.setBigUint64(16 * i, key)
  let reads = 0
  for (const fen of positions) {
    // A new book each time, so that nothing is kept.
    const book = await Book.open({
      size: bytes.length,
      read(offset, length) {
        assert.ok(length <= 1 << 14)
        reads++
        return bytes.subarray(offset, offset + length)
      },
    })
    await book.find(fen, { minWeight: 0 })
  }
  assert.ok(reads / positions.length <= 2, `${reads / positions.length} pages a look-up`)
})

test('runs of equal keys over pages, the first and the last entry, made-up keys', async () => {
  const many = await Book.open(
    bytesOf([
      ...Array.from({ length: 3000 }, () => [START, move('e2e4'), 2]),
      [CASTLING, move('e1h1'), 3],
      [ROOK, move('e1h1'), 3],
    ]),
  )
  assert.equal((await many.find(START)).length, 3000)
  assert.equal((await many.find(CASTLING)).length, 1)
  assert.equal((await many.find(ROOK)).length, 1)
  for (const keys of [
    [0n],
    [2n ** 64n - 1n],
    Array(5000).fill(0n),
    Array.from({ length: 5000 }, (_, i) => BigInt(i)),
  ]) {
    const view = new DataView(new ArrayBuffer(16 * (keys.length + 1)))
    const rows = [...keys, Position.from(START).hash].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    rows.forEach((key, i) => {
      view.setBigUint64(16 * i, key)
      view.setUint16(16 * i + 8, move('e2e4'))
      view.setUint16(16 * i + 10, 1)
    })
    const book = await Book.open(view.buffer)
    assert.deepEqual(
      (await book.find(START)).map(({ san }) => san),
      ['e4'],
    )
    assert.deepEqual(await book.find(CASTLING), [])
  }
})

test('a run of equal keys that fills pages is found from its first entry', async () => {
  const run = bytesOf(Array.from({ length: 6000 }, () => [START, move('e2e4')]))
  for (const before of [0, 200, 1024, 5000]) {
    const bytes = new Uint8Array(16 * before + run.length) // keys of zeros, then the run
    bytes.set(run, 16 * before)
    assert.equal((await (await Book.open(bytes)).find(START)).length, 6000, `after ${before}`)
  }
})

test('moves of one position are counted apart, however many there are', () => {
  const tally = new Tally()
  for (let times = 0; times < 2; times++)
    for (let one = 1; one <= 3000; one++) tally.count(7n, 16 * one + 1, one % 3)
  const counted = new Map([...tally.entries(2, true)].flat().map(entry => [entry.move, entry.weight]))
  assert.equal(counted.size, 3000)
  const weighed = new Map([...tally.entries(2, false)].flat().map(entry => [entry.move, entry.weight]))
  for (let one = 1; one <= 3000; one++) assert.equal(weighed.get(16 * one + 1) ?? 0, 2 * (one % 3))
})

test('unsorted and random bytes never hang or trap', async () => {
  const random = randomFrom(seed)
  for (let i = 0; i < 30; i++) {
    const bytes = Uint8Array.from({ length: 16 * Math.floor(random() * 3000) }, () => random() * 256)
    const book = await Book.open(bytes)
    for (const fen of [START, CASTLING, ROOK])
      assert.ok(Array.isArray(await book.find(fen, { minWeight: 0 })))
    assert.equal((await all(book)).length, book.length)
  }
})

test('sources: memory, Blob, file, and wrong ones', async () => {
  const bytes = bytesOf([[START, move('e2e4'), 2]])
  writeFileSync(path('one.bin'), bytes)
  for (const source of [bytes, bytes.buffer, new Blob([bytes]), fileBytes(path('one.bin'))]) {
    const book = await Book.open(/** @type {any} */ (source))
    assert.deepEqual([book.length, (await book.find(START)).length, await book.bytes()], [1, 1, bytes])
  }
  await rejects(Book.open(new Uint8Array(17)), 'ERR_BOOK_SIZE')
  await rejects(Book.open(/** @type {any} */ ('book.bin')), 'ERR_ARGUMENT')
  await rejects(Book.open(/** @type {any} */ ({ size: 16 })), 'ERR_ARGUMENT')
  const broken = await Book.open({ size: 32, read: () => Promise.reject(new Error('away')) })
  await rejects(broken.find(START), 'ERR_BYTES_AWAY')
  const short = await Book.open({ size: 32, read: () => new Uint8Array(5) })
  await rejects(short.find(START), 'ERR_BYTES_RANGE')
  assert.throws(() => new /** @type {any} */ (Book)(), { code: 'ERR_ARGUMENT' })
})

test('options are checked', async () => {
  const book = await Book.open(new Uint8Array())
  for (const options of [
    { minWeight: -1 },
    { minWeight: '1' },
    { exclude: 'e2e4' },
    { exclude: [5] },
    { weight: 1 },
  ])
    await rejects(book.find(START, /** @type {any} */ (options)), 'ERR_ARGUMENT')
  for (const options of [{ random: 5 }, { uniform: 1 }])
    await rejects(book.pick(START, /** @type {any} */ (options)), 'ERR_ARGUMENT')
  for (const options of [
    { maxPly: 0 },
    { minGames: 1.5 },
    { side: 'w' },
    { uniform: 1 },
    { onProgress: 1 },
    { plies: 3 },
  ])
    await rejects(Book.fromGames([], /** @type {any} */ (options)), 'ERR_ARGUMENT')
  await assert.rejects(book.find('nonsense'), { code: /^ERR_FEN_/ })
})
