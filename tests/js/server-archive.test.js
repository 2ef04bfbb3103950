// SPDX-License-Identifier: Apache-2.0
// pgnArchive(): each game once and whole, whatever happened before; and identities.

import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Identities } from '#js/server/sockets/identity.js'
import { dist } from './support/binbo.js'
import {
  A,
  createGameServer,
  GameHost,
  MemoryStore,
  OddStore,
  pgnArchive,
  play,
  records,
  started,
} from './support/host.js'

const { parsePgn } = await import(pathToFileURL(`${dist}pgn.js`).href)
const folder = mkdtempSync(join(tmpdir(), 'binbo-archive-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newPath = () => join(folder, `${++files}.pgn`)
const idsIn = path => [...readFileSync(path, 'utf8').matchAll(/^\[GameId "(.*)"\]$/gm)].map(([, id]) => id)

const games = await records(6)

test('games are kept in order, once each, and can be read', async () => {
  const path = newPath()
  const archive = pgnArchive(pathToFileURL(path))
  await Promise.all([...games, ...games].map(record => archive(record)))
  for (const record of games) await archive(record)
  assert.deepEqual(
    idsIn(path),
    games.map(({ id }) => id),
  )
  const read = parsePgn(readFileSync(path, 'utf8'))
  assert.equal(read.length, games.length)
  for (const [i, game] of read.entries()) {
    assert.deepEqual(game.errors, [])
    assert.equal(game.headers.get('GameId'), games[i].id)
    assert.equal(game.result, games[i].result)
    assert.equal(game.headers.get('White'), A.name)
    assert.equal(Array.from(game.mainline()).length, games[i].moves.split(' ').length)
  }
})

test('text of old logs that UTF-8 or other programs cannot hold is mended', async () => {
  const path = newPath()
  await pgnArchive(path)({ ...games[0], pgn: games[0].pgn.replace('Ann', 'A\0\ud83en') })
  const text = readFileSync(path, 'utf8')
  assert.match(text, /\[White "A\ufffd\ufffdn"\]/)
  assert.doesNotMatch(text, /\0/)
})

test('after a restart it knows its games', async () => {
  const path = newPath()
  for (const record of games.slice(0, 3)) await pgnArchive(path)(record)
  const again = pgnArchive(path)
  for (const record of games) await again(record)
  assert.deepEqual(
    idsIn(path),
    games.map(({ id }) => id),
  )
})

test('a write that was torn at any byte is made again, and nothing before it is touched', async () => {
  const path = newPath()
  await pgnArchive(path)(games[0])
  const first = readFileSync(path).length
  await pgnArchive(path)(games[1])
  const whole = readFileSync(path)
  for (let size = first; size < whole.length; size += 7) {
    writeFileSync(path, whole.subarray(0, size))
    await pgnArchive(path)(games[1])
    assert.deepEqual(readFileSync(path), whole, `torn after ${size - first} bytes`)
  }
  // In the middle of a batch, while the archive is in use.
  const archive = pgnArchive(path)
  await archive(games[2])
  truncateSync(path, whole.length + 40)
  await archive(games[2])
  assert.deepEqual(
    idsIn(path),
    games.slice(0, 3).map(({ id }) => id),
  )
})

test('a file that others have written is kept as it is', async () => {
  const path = newPath()
  const foreign = '[Event "A game of mine"]\n\n1. e4 e5 2. Nf3'
  writeFileSync(path, foreign)
  await pgnArchive(path)(games[0])
  assert.ok(readFileSync(path, 'utf8').startsWith(`${foreign}\n\n[Event `))
  appendFileSync(path, '; a remark without an end')
  await pgnArchive(path)(games[1])
  assert.deepEqual(idsIn(path), [games[0].id, games[1].id])
  assert.match(readFileSync(path, 'utf8'), /a remark without an end\n\n\[Event /)
})

test('a file that was moved away is begun again', async () => {
  const path = newPath()
  const archive = pgnArchive(path)
  await archive(games[0])
  renameSync(path, `${path}.old`)
  await archive(games[1])
  assert.deepEqual([idsIn(path), idsIn(`${path}.old`)], [[games[1].id], [games[0].id]])
})

test('it rejects when the file cannot be written, and works again when it can', async () => {
  const path = join(folder, 'missing', 'games.pgn')
  const archive = pgnArchive(path)
  await assert.rejects(archive(games[0]), { code: 'ENOENT' })
  const { mkdirSync } = await import('node:fs')
  mkdirSync(join(folder, 'missing'))
  await archive(games[0])
  assert.deepEqual(idsIn(path), [games[0].id])
  for (const wrong of [undefined, '', 7]) assert.throws(() => pgnArchive(wrong), { code: 'ERR_ARGUMENT' })
})

test('a large archive is learned in bounded memory', async () => {
  const path = newPath()
  const text = games.map(({ pgn }) => pgn).join('\n')
  const parts = []
  let count = 0
  for (let size = 0; size < 24_000_000; size += text.length)
    parts.push(text.replace(/(?<=GameId ")[^"]*/g, () => `game${++count}`))
  writeFileSync(path, parts.join('\n'))
  parts.length = 0
  const archive = pgnArchive(path)
  const before = process.memoryUsage().arrayBuffers
  await archive({ ...games[0], id: 'game17' })
  await archive({ ...games[0], id: `game${count}` })
  await archive(games[0])
  assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000)
  const ids = idsIn(path)
  assert.deepEqual([ids.length, ids.at(-1)], [count + 1, games[0].id])
})

test('a token proves one identity, of one secret, for its time', () => {
  const own = new Identities(['one secret of at least 16'], 1000)
  const other = new Identities(['another secret, as long'], 1000)
  const now = Date.now()
  const { id, token } = own.create(now, Math.random)
  assert.match(id, /^~[1-9A-HJ-NP-Za-km-z]{12}$/)
  assert.equal(own.read(token, now).id, id)
  assert.equal(new Identities(['one secret of at least 16']).read(token, now).id, id, 'on every node')
  assert.equal(other.read(token, now), undefined)
  assert.equal(own.read(token, now + 2001), undefined, 'expired')
  const DAY = 86_400_000
  const lasting = new Identities(['one secret of at least 16'], 3 * DAY)
  const first = lasting.create(now, Math.random)
  const renewed = after => lasting.renew(lasting.read(first.token, now), now + after).token
  assert.equal(renewed(1000), first.token, 'a young one shows how old the identity is')
  assert.equal(lasting.read(first.token, now + 4 * DAY), undefined)
  assert.equal(lasting.read(renewed(2 * DAY), now + 4 * DAY).id, first.id)
  const end = token.slice(0, token.lastIndexOf('.'))
  const mac = token.slice(token.lastIndexOf('.') + 1)
  const forged = [
    '',
    '.',
    '...',
    'x',
    token.slice(1),
    token.slice(0, -1),
    `${token}A`,
    end,
    `${end}.`,
    `${end}.${mac.slice(0, -4)}AAAA`,
    token.replace('~', '!'),
    token.replace(id, '~111111111111'),
    token.replace(/\.[^.]+(?=\.[^.]+$)/, '.zzzzzz'),
    `${token}.${mac}`,
    `1.${id}`,
    null,
    7,
    {},
    [token],
    'x'.repeat(1e6),
  ]
  for (const text of forged) assert.equal(own.read(text, now), undefined, String(text).slice(0, 100))
  // A game's id is no signature of an identity.
  assert.equal(own.read(`${end}.${own.gameId(end, '')}`, now), undefined)
  assert.equal(own.gameId('a', 'b'), new Identities(['one secret of at least 16']).gameId('a', 'b'))
  assert.notEqual(own.gameId('a', 'b'), other.gameId('a', 'b'))
})

test('MemoryStore of a server that stops: unfinished games are kept as such', async t => {
  const { createGameServer } = await import(pathToFileURL(`${dist}server.js`).href)
  const { client, newGame, play: playOn } = await import('./support/served-games.js')
  const path = newPath()
  const server = await createGameServer({ archive: pgnArchive(path) })
  t.after(() => server.close())
  const [white, black] = [await client(t, server.url), await client(t, server.url)]
  const game = await newGame(white, black)
  await playOn([white, black], game, ['e2e4', 'e7e5', 'g1f3'])
  const over = await newGame(white, black)
  await playOn([white, black], over, 'f2f3 e7e5 g2g4 d8h4'.split(' '))
  await newGame(white, black)
  await server.close()
  const read = parsePgn(readFileSync(path, 'utf8'))
  assert.deepEqual(
    read.map(each => [each.headers.get('GameId'), each.result, each.headers.get('Termination')]).sort(),
    [
      [game, '*', 'unterminated'],
      [over, '0-1', 'normal'],
    ].sort(),
  )
  assert.ok(new MemoryStore().ready)
})

test('a MemoryStore that was given: its games are kept when the last server stops, also those that have just ended', async t => {
  const { createGameServer, client, newGame, play: playOn } = await import('./support/served-games.js')
  const store = new MemoryStore()
  t.after(() => store.close())
  const kept = []
  const archive = async ({ id, result, reason }) => void kept.push([id, result, reason])
  const [first, last] = [
    await createGameServer({ store, archive }),
    await createGameServer({ store, archive, secret: 'another secret of the tests' }),
  ]
  t.after(() => first.close())
  t.after(() => last.close())
  const both = [await client(t, first.url), await client(t, first.url)]
  const running = await newGame(...both)
  await playOn(both, running, ['e2e4'])
  const over = await newGame(...both)
  await playOn(both, over, 'f2f3 e7e5 g2g4 d8h4'.split(' '))
  const aborted = await newGame(...both)
  assert.equal((await both[0].ask('abort', { game: aborted })).ok, true)
  await newGame(...both)
  await first.close()
  assert.deepEqual(kept, [], 'they are played on with the other server')
  await last.close()
  assert.deepEqual(
    kept.sort(),
    [
      [running, '*', 'unterminated'],
      [over, '0-1', 'checkmate'],
      [aborted, '*', 'aborted'],
    ].sort(),
  )
  assert.ok(store.ready, 'a given store is not closed')
})

test('a host without an archive takes no game from the archive of another one, whoever ends first', async t => {
  for (const order of ['server', 'host', 'server only']) {
    const store = new MemoryStore()
    const kept = []
    const archive = async ({ id, reason }) => void kept.push([id, reason])
    const server = await createGameServer({ store, archive, secret: 'a secret of the tests' })
    t.after(() => server.close())
    const host = new GameHost({ store })
    const [over, running] = [await started(host), await started(host)]
    await play(host, over, 'f2f3 e7e5 g2g4 d8h4')
    await play(host, running, 'e2e4')
    if (order === 'host') await host.drain()
    await server.close()
    if (order === 'server') await host.drain()
    const wanted = [
      [over, 'checkmate'],
      [running, 'unterminated'],
    ]
    assert.deepEqual(kept.sort(), wanted.sort(), order)
    await host.drain()
    assert.equal(kept.length, 2, order)
    await store.close()
  }

  // Ten minutes after the end, the timer may come to the host without an archive.
  const store = new OddStore()
  const kept = []
  const keeper = new GameHost({ store, archive: async ({ id }) => void kept.push(id) })
  const host = new GameHost({ store })
  t.after(() => Promise.all([keeper.drain(), host.drain()]))
  const game = await started(host)
  await play(host, game, 'f2f3 e7e5 g2g4 d8h4')
  store.shift += 600_001
  await store.due[1](game)
  assert.notDeepEqual(await store.read(game), [])
  await store.due[0](game)
  assert.deepEqual([kept, await store.read(game)], [[game], []])
})

test('a GameHost that is drained leaves no game of its MemoryStore behind', async () => {
  const store = new MemoryStore()
  const [kept, logged] = [[], []]
  const archive = async ({ id, moves }) => {
    if (kept.push([id, moves]) === 2) throw new Error('no room')
  }
  const host = new GameHost({ store, archive, log: entry => logged.push(entry) })
  const ids = [await started(host), await started(host)]
  for (const id of ids) await play(host, id, 'e2e4 e7e5')
  await host.drain()
  assert.deepEqual(
    kept,
    ids.map(id => [id, 'e2e4 e7e5']),
  )
  assert.deepEqual(logged, [{ event: 'archive-failed', game: ids[1], reason: 'no room' }])
  await host.drain()
  await store.close()
})

test('an archive that does not answer, or fails, does not keep a server from closing', async t => {
  const { games: serve, client, newGame, play: playOn } = await import('./support/served-games.js')
  const records = []
  const archive = record => {
    records.push(record.id)
    if (records.length === 1) return new Promise(() => {})
    throw new Error('no room')
  }
  const { server, logged } = await serve(t, { archive })
  const both = [await client(t, server.url), await client(t, server.url)]
  for (let i = 0; i < 2; i++) await playOn(both, await newGame(...both), ['e2e4'])
  for (const { socket } of both) socket.terminate()
  while (server.clients > 0) await immediate()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isClosed = false
  server.close().then(() => (isClosed = true))
  while (records.length < 2) await immediate()
  t.mock.timers.tick(9000)
  await immediate()
  assert.equal(isClosed, false)
  t.mock.timers.tick(500)
  for (let i = 0; i < 10_000 && !isClosed; i++) await immediate()
  assert.equal(isClosed, true)
  assert.deepEqual(
    logged('archive-failed').map(({ game, reason }) => [game, reason]),
    [
      [records[1], 'no room'],
      [records[0], 'the archive does not answer'],
    ],
  )
})

test('what is no path of a file is refused at once', () => {
  for (const path of [undefined, null, 5, '', new URL('https://example.org/games.pgn')])
    assert.throws(() => pgnArchive(path), { code: 'ERR_ARGUMENT' })
})
