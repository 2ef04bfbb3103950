// SPDX-License-Identifier: Apache-2.0
// binbo/node: PGN files, plain and compressed, of any size, and what is left open after them.

import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as zlib from 'node:zlib'
import { PATIENCE } from './support/patience.js'

const dist = new URL('../../dist/', import.meta.url)
const { ChessError, Game } = await import(new URL('index.js', dist))
const { PgnGame, parsePgn } = await import(new URL('pgn.js', dist))
const { loadPgnFile, readPgnFile } = await import(new URL('node.js', dist))

const GAMES = readFileSync(fileURLToPath(new URL('../data/games.pgn', import.meta.url)))
const EXPECTED = parsePgn(GAMES).map(String)
const FIRST = new Game()
FIRST.loadPgn(GAMES)

/** @type {string} */
let folder
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-files-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file and returns its path. */
function file(name, ...parts) {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(parts.map(part => Buffer.from(part))))
  return path
}

const manyGames = count => Array.from({ length: count }, () => GAMES)

/** Text that hardly compresses, as comments of a second game. */
function noise(size) {
  let seed = 1
  const bytes = Buffer.alloc(size)
  for (let i = 0; i < size; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    bytes[i] = 97 + ((seed >>> 16) % 26)
  }
  return bytes
}

/** Open descriptors of this process that lead into the test's folder. */
function openFiles() {
  return readdirSync('/proc/self/fd').filter(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  })
}

/** Waits for what is to be closed soon. */
async function allClosed() {
  for (const end = performance.now() + PATIENCE; openFiles().length > 0 && performance.now() < end; )
    await new Promise(resolve => setTimeout(resolve, 10))
  return openFiles().length === 0
}

async function readAll(path, options) {
  const games = []
  for await (const game of readPgnFile(path, options)) games.push(String(game))
  return games
}

/** The promise rejects, with an error that is returned. */
const rejection = promise =>
  promise.then(
    () => assert.fail('it should have been rejected'),
    error => error,
  )

test('loadPgnFile: the first game, as loadPgn reads it, from a path in each of its forms', async () => {
  const path = file('first.pgn', GAMES)
  for (const form of [path, pathToFileURL(path), Buffer.from(path), new TextEncoder().encode(path)]) {
    const game = await loadPgnFile(form)
    assert.ok(game instanceof Game)
    assert.equal(game.pgn(), FIRST.pgn())
    assert.deepEqual(game.status, FIRST.status)
    assert.deepEqual([...game.headers], [...FIRST.headers])
  }
})

test('loadPgnFile reads no more of a file than the first game needs', async () => {
  const packed = zlib.gzipSync(Buffer.concat([GAMES, noise(4e6)]))
  const torn = file('torn.pgn.gz', packed.subarray(0, packed.length - 1000), Buffer.alloc(1000, 1))
  const game = await loadPgnFile(torn)
  assert.equal(game.pgn(), FIRST.pgn())
  assert.equal((await rejection(readAll(torn))).path, torn)
  assert.ok(await allClosed())
})

test('loadPgnFile: one game that is long, over many chunks', async () => {
  const long = Buffer.concat([
    Buffer.from('[Event "long"]\n\n1. e4 {'),
    noise(2e6),
    Buffer.from('} e5 2. Nf3 *'),
  ])
  const game = await loadPgnFile(file('long.pgn', long, '\n\n[Event "next"]\n\n1. d4 *\n'))
  assert.equal(game.ply, 3)
  assert.equal(game.headers.get('Event'), 'long')
})

test('loadPgnFile: errors and their places are those of loadPgn', async () => {
  for (const text of [
    '',
    '\n\n \n',
    '[Event "a"]\n\n1. e4 e5\n2. Ke3 *\n',
    '[Event "ä"]\n\n1. e4 {ö} e5 2. Sf3 *\n\n[Event "b"]\n\n1. d4 *\n',
    '[Event "a"]\n[FEN "8/8 w - -"]\n\n1. e4 *',
    '[Event "a"]\n[Variant "Bughouse"]\n\n1. e4 *',
    '1. e4 -- *',
  ]) {
    const bytes = Buffer.from(text)
    let expected
    try {
      new Game().loadPgn(bytes)
    } catch (error) {
      expected = error
    }
    const error = await rejection(loadPgnFile(file('bad.pgn', bytes)))
    assert.ok(error instanceof ChessError)
    for (const key of ['code', 'message', 'offset', 'ply', 'line', 'column', 'input'])
      assert.deepEqual(error[key], expected[key], `${key} of ${JSON.stringify(text)}`)
  }
})

test('readPgnFile: every game, from plain files and from gzip in one and in many members', async () => {
  const packed = zlib.gzipSync(GAMES)
  const half = Math.floor(GAMES.length / 2)
  const members = [GAMES.subarray(0, half), GAMES.subarray(half)].map(part => zlib.gzipSync(part))
  for (const path of [
    file('all.pgn', GAMES),
    file('all.pgn.gz', packed),
    file('ALL.PGN.GZ', packed),
    file('members.pgn.gz', ...members),
    file('padded.pgn.gz', packed, Buffer.alloc(512)),
    file('named-otherwise.pgn', packed),
  ]) {
    const games = await readAll(path)
    assert.deepEqual(games, EXPECTED, path)
  }
  assert.deepEqual(await readAll(file('empty.pgn')), [])
  assert.deepEqual(await readAll(file('short.pgn', '1.')), parsePgn('1.').map(String))
})

test('readPgnFile: Zstandard in one frame and in many, or one clear sentence', async () => {
  if (zlib.zstdCompressSync === undefined) {
    const path = file('frames.pgn.zst', Buffer.from('28b52ffd2000', 'hex'))
    for (const read of [readAll, loadPgnFile]) {
      const error = await rejection(read(path))
      assert.equal(error.code, 'ERR_ARGUMENT')
      assert.match(
        error.message,
        /frames\.pgn\.zst is compressed with Zstandard.* Node 22\.15 or newer, or unpack/,
      )
    }
    return
  }
  const frame = zlib.zstdCompressSync(GAMES)
  const skippable = Buffer.from('502a4d1804000000ffffffff', 'hex')
  const parts = [0, 1, 2, 3].map(i => GAMES.subarray((i * GAMES.length) / 4, ((i + 1) * GAMES.length) / 4))
  const frames = parts.map(part => zlib.zstdCompressSync(part))
  for (const path of [
    file('one.pgn.zst', frame),
    file('named-otherwise.pgn', frame),
    file('frames.pgn.zst', ...frames),
    file('pzstd.pgn.zst', ...frames.flatMap(part => [skippable, part])),
  ]) {
    assert.deepEqual(await readAll(path), EXPECTED, path)
  }
  const torn = file('torn.pgn.zst', frame.subarray(0, frame.length - 9))
  assert.equal((await rejection(readAll(torn))).path, torn)
  const behind = file('behind.pgn.zst', frame, 'no frame')
  assert.equal((await rejection(readAll(behind))).path, behind)
})

test('readPgnFile gives PgnGames and takes the options of readPgn', async () => {
  const path = file('options.pgn', ...manyGames(2))
  for await (const game of readPgnFile(path)) {
    assert.ok(game instanceof PgnGame)
    assert.ok(game.toGame() instanceof Game)
    break
  }
  const white = parsePgn(GAMES)[3].headers.get('Round')
  const filtered = await readAll(path, {
    filter: headers => headers.get('Round') === white,
    headersOnly: true,
  })
  assert.equal(filtered.length, 2)
  assert.deepEqual(
    filtered,
    parsePgn(Buffer.concat(manyGames(2)), { filter: h => h.get('Round') === white, headersOnly: true }).map(
      String,
    ),
  )
  const unknown = await rejection(readAll(path, { colour: 1 }))
  assert.equal(unknown.code, 'ERR_ARGUMENT')
  const bad = await rejection(readAll(path, { onProgress: 5 }))
  assert.equal(bad.code, 'ERR_ARGUMENT')
  const thrown = await rejection(readAll(file('illegal.pgn', '1. e4 e4 *'), { onError: 'throw' }))
  assert.equal(thrown.code, 'ERR_PGN_MOVE')
})

test('onProgress counts the bytes of the file, compressed ones where it is compressed', async () => {
  const text = Buffer.concat(manyGames(12))
  for (const path of [file('progress.pgn', text), file('progress.pgn.gz', zlib.gzipSync(text))]) {
    const { size } = statSync(path)
    const reports = []
    const games = await readAll(path, { onProgress: report => reports.push(report) })
    assert.ok(reports.length >= 3, path)
    for (const [i, report] of reports.entries()) {
      assert.deepEqual(Object.keys(report).sort(), ['bytes', 'games', 'totalBytes'])
      assert.equal(report.totalBytes, size)
      assert.ok(report.bytes > 0 && report.bytes <= size)
      if (i > 0) assert.ok(report.bytes >= reports[i - 1].bytes && report.games >= reports[i - 1].games)
    }
    assert.ok(reports[0].bytes < size, 'the first report comes on the way')
    assert.deepEqual(reports.at(-1), { bytes: size, totalBytes: size, games: games.length })
  }
})

test('errors of the file system come as they are, with code and path', async () => {
  const missing = join(folder, 'missing.pgn')
  const nothing = readPgnFile(missing) // opened when it is iterated
  for (const [path, code] of [
    [missing, 'ENOENT'],
    [folder, 'EISDIR'],
    [join(file('plain.pgn', GAMES), 'below.pgn'), 'ENOTDIR'],
  ]) {
    for (const read of [loadPgnFile, readAll, path => loadPgnFile(pathToFileURL(path))]) {
      const error = await rejection(read(path))
      assert.equal(error.code, code)
      assert.ok(!(error instanceof ChessError))
      assert.ok(error.path.endsWith(path), `${error.path} is ${path}`)
    }
  }
  assert.equal((await rejection(nothing[Symbol.asyncIterator]().next())).code, 'ENOENT')
})

test('what is no path is ERR_ARGUMENT', async () => {
  for (const path of [undefined, null, 5, {}, [], true, 'a\0b', new URL('http://example.org/games.pgn')]) {
    for (const read of [loadPgnFile, readAll]) {
      const error = await rejection(read(path))
      assert.ok(error instanceof ChessError, String(path))
      assert.equal(error.code, 'ERR_ARGUMENT')
    }
  }
})

test('damaged files fail with zlib’s code and the path; archives with a sentence', async () => {
  const packed = zlib.gzipSync(GAMES)
  for (const [path, code] of [
    [file('cut.pgn.gz', packed.subarray(0, packed.length - 20)), 'Z_BUF_ERROR'],
    [file('plain.pgn.gz', GAMES), 'Z_DATA_ERROR'],
    [file('empty.pgn.gz'), 'Z_BUF_ERROR'],
    [file('garbage.pgn.gz', packed, 'garbage'), 'Z_DATA_ERROR'],
  ]) {
    const error = await rejection(readAll(path))
    assert.equal(error.code, code, path)
    assert.equal(error.path, path)
  }
  for (const [name, start] of [
    ['a.zip', 'PK\x03\x04'],
    ['a.7z', '7z\xbc\xaf\x27\x1c'],
    ['a.rar', 'Rar!\x1a\x07'],
    ['a.pgn.xz', '\xfd7zXZ\0'],
    ['a.pgn.bz2', 'BZh91AY'],
  ]) {
    const error = await rejection(loadPgnFile(file(name, Buffer.from(`${start}…`, 'latin1'))))
    assert.equal(error.code, 'ERR_ARGUMENT')
    assert.match(error.message, /: unpack it first$/)
    assert.ok(error.message.includes(name))
  }
})

test('no descriptor stays open: end, break, throw, abort, error, or no iteration at all', async () => {
  const text = Buffer.concat(manyGames(12))
  const packed = zlib.gzipSync(text)
  for (const path of [file('open.pgn', text), file('open.pgn.gz', packed)]) {
    readPgnFile(path)
    readPgnFile(path)[Symbol.asyncIterator]()
    assert.deepEqual(openFiles(), [])

    for await (const _ of readPgnFile(path)) break
    assert.ok(await allClosed(), 'break')

    await rejection(
      (async () => {
        for await (const _ of readPgnFile(path)) throw new Error('enough')
      })(),
    )
    assert.ok(await allClosed(), 'throw')

    const iterator = readPgnFile(path)[Symbol.asyncIterator]()
    await iterator.next()
    assert.equal(openFiles().length, 1)
    await iterator.return()
    assert.ok(await allClosed(), 'return')

    await readAll(path)
    assert.ok(await allClosed(), 'end')

    await loadPgnFile(path)
    assert.ok(await allClosed(), 'loadPgnFile')
  }
  await rejection(readAll(file('cut.pgn.gz', packed.subarray(0, packed.length - 20))))
  await rejection(readAll(file('bad.pgn', '1. e4 e4 *'), { onError: 'throw' }))
  await rejection(loadPgnFile(join(folder, 'bad.pgn')))
  await rejection(loadPgnFile(file('open.zip', 'PK\x03\x04…')))
  assert.ok(await allClosed(), 'errors')
})

test('break ends the reading wherever it is in a large file', async () => {
  const text = Buffer.concat(manyGames(1 + Math.ceil(2e6 / GAMES.length)))
  const opening = Buffer.concat([Buffer.from('1. e4 {'), noise(600_000), Buffer.from('} *\n\n')])
  for (const [name, pack] of [
    ['early.pgn', bytes => bytes],
    ['early.pgn.gz', zlib.gzipSync],
  ]) {
    const path = file(name, pack(text))
    const all = (await readAll(path)).length
    for (const part of [0.2, 0.5, 0.9]) {
      let left = Math.ceil(part * all)
      for await (const _ of readPgnFile(path)) if (--left === 0) break
      assert.equal(left, 0, `${name} ${part}`)
    }
    assert.equal(
      (await loadPgnFile(file(`long-${name}`, pack(Buffer.concat([opening, text]))))).moves.length,
      1,
    )
  }
  assert.ok(await allClosed())
})

test('an abort ends the reading with its reason and closes the file', async () => {
  for (const path of [
    file('abort.pgn', ...manyGames(12)),
    file('abort.pgn.gz', zlib.gzipSync(Buffer.concat(manyGames(12)))),
  ]) {
    for (const reason of [new Error('enough'), 'a string', 0]) {
      assert.equal(await rejection(readAll(path, { signal: AbortSignal.abort(reason) })), reason)
      const controller = new AbortController()
      let games = 0
      const reading = (async () => {
        for await (const _ of readPgnFile(path, { signal: controller.signal }))
          if (++games === 100) controller.abort(reason)
      })()
      assert.equal(await rejection(reading), reason)
      assert.ok(games < 12 * EXPECTED.length)
      assert.ok(await allClosed())
    }
  }
})

test('files are read side by side', async () => {
  const path = file('side.pgn', GAMES)
  const packed = file('side.pgn.gz', zlib.gzipSync(GAMES))
  const [plain, unpacked, first] = await Promise.all([readAll(path), readAll(packed), loadPgnFile(path)])
  assert.deepEqual(plain, EXPECTED)
  assert.deepEqual(unpacked, EXPECTED)
  assert.equal(first.pgn(), FIRST.pgn())
})
