// SPDX-License-Identifier: Apache-2.0
// Users who are forgotten: by hosts over a MemoryStore, by nodes over one Redis, by the archives. Afterwards neither id nor name is
// found anywhere.

import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { provideWasm, ready } from '#js/core/wasm.js'
import { recordOf } from '#js/server/archive/archive.js'
import { dist } from './support/binbo.js'
import {
  A,
  B,
  BLITZ,
  GameHost,
  MemoryStore,
  OddStore,
  pgnArchive,
  play,
  started,
  Witness,
} from './support/host.js'
import { RedisServer } from './support/redis.js'
import { open, until } from './support/redis-stores.js'
import { client, games } from './support/served-games.js'
import { Played } from './support/sessions.js'

provideWasm(carriedWasm)
ready()
const { parsePgn } = await import(pathToFileURL(`${dist}pgn.js`).href)
const folder = mkdtempSync(join(tmpdir(), 'binbo-forget-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newPath = () => join(folder, `${++files}.pgn`)

const QUOTED = { id: 'q"u\\o[te]', name: 'The "Quoted" \\ Ünder日本' }
const LONG = { id: '日'.repeat(64), name: 'Long' }
const HIDDEN = { id: '~hidden' }

let count = 0
/** The record of a short game. */
function record(white, black, end = { type: 'resign', by: white.id }) {
  const game = Object.create(Played.prototype)
  Object.assign(game, { log: [], state: null, now: 1_795_000_000_000 })
  game.do({ type: 'create', game: `game${++count}`, by: white, clock: BLITZ })
  game.do({ type: 'join', by: black })
  game.play(['e2e4', 'e7e5', 'g1f3'])
  if (end) game.do(end)
  return recordOf(game.log)
}
const adjudicated = (white, black, detail) =>
  record(white, black, { type: 'adjudicate', winner: 'white', detail })

test('the PGN of records has the ids of players whom it names', () => {
  const tags = parsePgn(record(QUOTED, HIDDEN).pgn)[0].headers
  assert.deepEqual(
    ['White', 'WhiteId', 'Black', 'BlackId'].map(name => tags.get(name)),
    [QUOTED.name, QUOTED.id, '?', undefined],
  )
})

test('pgnArchive: a player is taken out of all games, and all else stays byte for byte', async () => {
  for (const user of [A, B, QUOTED, LONG]) {
    const path = newPath()
    const archive = pgnArchive(path)
    const foreign = '[Event "Mine"]\n[White "Ann"]\n\n1. e4 {[WhiteId "A"]} e5 *\n\n'
    writeFileSync(path, foreign, { mode: 0o640 })
    const kept = [record(A, B), record(QUOTED, LONG), record(LONG, B), record(A, QUOTED), record(HIDDEN, B)]
    for (const each of kept) await archive(each)
    appendFileSync(path, '; caf\xe9\n\n', 'latin1')
    const before = readFileSync(path, 'latin1')
    const mine = kept.filter(({ white, black }) => white.id === user.id || black.id === user.id)
    assert.equal(await archive.forget(user.id), mine.length)
    const text = readFileSync(path, 'latin1')
    // By hand: the names of that player's games, and the lines with the id.
    const expected = kept.reduce((all, { pgn, white, black }) => {
      const [own, name] = white.id === user.id ? ['White', white] : ['Black', black]
      if (!mine.some(other => other.pgn === pgn)) return all
      const lines = pgn.split('\n')
      const left = lines.flatMap(line =>
        line.startsWith(`[${own}Id `) ? [] : line.startsWith(`[${own} `) ? `[${own} "?"]` : line,
      )
      assert.equal(left.length, lines.length - 1, JSON.stringify(name))
      const latin = lines => Buffer.from(lines.join('\n').trimEnd()).toString('latin1')
      return all.replace(latin(lines), () => latin(left))
    }, before)
    assert.equal(text, expected)
    assert.equal(statSync(path).mode & 0o777, 0o640)
    assert.equal(existsSync(`${path}.new`), false)
    assert.equal(await archive.forget(user.id), 0)
    // It knows its games, without and with a restart.
    for (const each of [archive, pgnArchive(path)]) for (const one of kept) await each(one)
    assert.equal(readFileSync(path, 'latin1'), text)
    for (const game of parsePgn(text)) assert.deepEqual(game.errors, [])
  }
})

test('pgnArchive: what an arbiter wrote on the end goes, too', async () => {
  const details = ['Ann', 'Ann (white) } left {', `${'Ann has left. '.repeat(14)}`, 'Ann\nwent', '(']
  for (const detail of details) {
    const path = newPath()
    const archive = pgnArchive(path)
    await archive(adjudicated(A, B, detail))
    await archive(adjudicated(B, QUOTED, 'Bob'))
    assert.equal(await archive.forget(A.id), 1)
    const text = readFileSync(path, 'utf8').replace(/(?<![\n.])\n(?!\n)/g, ' ')
    assert.doesNotMatch(text, /Ann|left|"A"/, detail)
    assert.match(text, /White wins by adjudication\.(\}|\n)/, detail)
    assert.match(text, /White wins by adjudication \(Bob\)\.\}/)
    assert.equal(parsePgn(readFileSync(path, 'utf8')).length, 2)
  }
})

test('pgnArchive: games that come meanwhile, files of many chunks, links, and what is left of a crash', async () => {
  const path = newPath()
  const link = `${path}.link`
  symlinkSync(path, link)
  const archive = pgnArchive(link)
  assert.equal(await archive.forget(A.id), 0, 'there is no file yet')
  const { pgn } = record(A, B)
  const other = record(QUOTED, B).pgn
  const many = 4000
  writeFileSync(path, Array.from({ length: many }, (_, at) => `${at % 4 ? other : pgn}\n`).join(''))
  writeFileSync(`${path}.new`, 'half of a file')
  const late = Array.from({ length: 20 }, () => record(A, B))
  const keeping = late.slice(0, 10).map(each => archive(each))
  const forgotten = archive.forget(A.id)
  keeping.push(...late.slice(10).map(each => archive(each)))
  await Promise.all(keeping)
  const first = await forgotten
  assert.equal(first + (await archive.forget(A.id)), many / 4 + late.length)
  const text = readFileSync(link, 'utf8')
  assert.doesNotMatch(text, /"Ann"|"A"/)
  for (const { id } of late) assert.equal(text.split(`[GameId "${id}"]`).length, 2)
  assert.equal(text.match(/^\[White "\?"\]$/gm).length, many / 4 + late.length)
  assert.ok(statSync(path).size > 1 << 20)
  assert.equal(existsSync(`${path}.new`), false)
  // A file that cannot be made leaves the old one.
  const held = pgnArchive(path)
  const { mkdirSync } = await import('node:fs')
  mkdirSync(`${path}.new`)
  await assert.rejects(held.forget(QUOTED.id))
  assert.equal(readFileSync(path, 'utf8'), text)
  rmSync(`${path}.new`, { recursive: true })
  assert.equal(await held.forget(QUOTED.id), (many / 4) * 3)
})

/** @param {import('node:test').TestContext} t */
function hosts(t, options = {}, number = 2) {
  const store = options.store ?? new MemoryStore()
  const made = Array.from({ length: number }, () => new GameHost({ ...options, store }))
  t.after(async () => {
    for (const host of made) await host.drain()
    await store.close()
  })
  return { store, made }
}
const textOf = async store => JSON.stringify(await Promise.all(store.games().map(game => store.read(game))))

test('a host takes a user out of all games of all hosts, and the games go on', async t => {
  const { store, made } = hosts(t)
  const [one, two] = made
  const running = await started(one, { clock: BLITZ, allow: { spectators: false } })
  await play([one, two], running, 'e2e4 e7e5 g1f3')
  const over = await started(two)
  await play([one, two], over, 'f2f3 e7e5 g2g4 d8h4')
  const created = await one.command(undefined, A, {
    type: 'create',
    listed: true,
    clock: { perMove: 86_400_000 },
  })
  const others = await one.command(undefined, B, { type: 'create' })
  const own = new Witness(two, running, 0, A)
  const opponent = new Witness(one, running, 0, B)
  const all = new Witness(two, running)
  await Promise.all([own, opponent, all].map(each => each.until(({ version }) => version === 6)))
  assert.equal((await two.gamesOf(A)).length, 3)

  assert.equal(await two.forget(A.id), 3)
  assert.doesNotMatch(await textOf(store), /"Ann"|"A"/)
  assert.deepEqual(await one.gamesOf(A), [])
  assert.deepEqual(await store.listed('games:A'), [])
  assert.deepEqual(await store.listed('challenges:A'), [])
  assert.deepEqual(await store.listed('games:~forgotten-white'), [])
  assert.deepEqual(await one.lobby(), [])
  assert.equal((await store.read(created.game)).at(-1).reason, 'aborted')
  assert.equal((await store.read(others.game)).length, 1, 'games of others stay as they are')

  // Both hosts know it by the hint; the user, who is a stranger now, sees the private game no more.
  await own.until(({ gone }) => gone === 'private')
  for (const each of [opponent, all]) {
    await each.until(({ types }) => types.includes('forgotten'))
    assert.equal(
      each.news.some(({ rewound }) => rewound),
      false,
    )
  }
  for (const host of made) {
    assert.deepEqual(host.stateOf(running).players, { white: { id: '~forgotten-white' }, black: B })
    assert.equal((await host.command(running, A, { type: 'resign' })).code, 'notPlayer')
  }
  // The opponent goes on.
  await play(two, running, 'b8c6', { ply: 3 })
  assert.equal((await one.command(running, B, { type: 'resign' })).ok, true)
  const log = await store.read(running)
  const late = new Witness(one, running, 2)
  await late.until(({ version }) => version === log.length)
  assert.deepEqual(late.events, log.slice(2))
  assert.deepEqual(await two.command(over, B, { type: 'rematch' }).then(({ ok }) => ok), true)

  assert.equal(await one.forget(A.id), 0)
  assert.equal(await one.forget(B.id), 3)
  assert.equal(await textOf(store).then(text => /"B"/.test(text)), false)
})

test('a host that has missed it reads the log on', async t => {
  const store = new OddStore()
  for (const name of ['enlist', 'listed', 'redact']) store[name] = (...args) => store.store[name](...args)
  const logged = []
  const { made } = hosts(t, { store, log: ({ event }) => logged.push(event) })
  const [one, two] = made
  const [behind, gone] = [await started(one), await started(one)]
  for (const game of [behind, gone]) {
    await play(two, game, 'e2e4')
    const known = new Witness(two, game)
    await known.until(({ version }) => version === 4)
    if (game === gone) known.end()
  }
  store.hint = () => undefined
  assert.equal(await one.forget(A.id), 2)
  assert.equal((await two.command(behind, B, { type: 'move', ply: 1, uci: 'e7e5' })).ok, true)
  assert.deepEqual(two.stateOf(behind).players.white, { id: '~forgotten-white' })
  // The last event that it knows has lost the id of its command.
  const late = new Witness(two, gone)
  await late.until(({ version }) => version === 5)
  assert.doesNotMatch(JSON.stringify(late.events), /"Ann"|"A"/)
  assert.equal(logged.includes('rewound'), false)
  assert.deepEqual(two.stateOf(gone).players.white, { id: '~forgotten-white' })
})

test('what stops it half way is mended by calling it again; wrong ids and stores are refused', async t => {
  const store = new OddStore()
  let isFull = true
  const archive = Object.assign(async () => {}, {
    async forget() {
      if (isFull) throw new Error('the disk is full')
      return 5
    },
  })
  for (const name of ['enlist', 'listed', 'redact']) store[name] = (...args) => store.store[name](...args)
  const { made } = hosts(t, { store, archive }, 1)
  const [host] = made
  for (let i = 0; i < 3; i++) await started(host)
  for (const name of ['enlist', 'listed', 'redact']) {
    const own = store[name]
    store[name] = undefined
    await assert.rejects(host.forget(A.id), { code: 'ERR_ARGUMENT', message: new RegExp(name) })
    store[name] = own
  }
  for (const wrong of [undefined, '', 7, A, '~forgotten-white', 'x'.repeat(65)]) {
    await assert.rejects(host.forget(wrong), { code: 'ERR_ARGUMENT' })
    await assert.rejects(pgnArchive(newPath()).forget(wrong), { code: 'ERR_ARGUMENT' })
  }
  let calls = 0
  store.redact = async (...args) => {
    if (++calls === 2) throw Object.assign(new Error('away'), { code: 'ERR_STORE_AWAY' })
    const kept = await store.store.redact(...args)
    // It was kept, and the store does not say so.
    if (calls === 1) throw Object.assign(new Error('unknown'), { code: 'ERR_STORE_UNKNOWN' })
    return kept
  }
  // The games that this host knows are found without the lists, too.
  const [unlisted] = await store.listed('games:A')
  await store.enlist('games:A', unlisted, 0)
  await assert.rejects(host.forget(A.id), { code: 'ERR_STORE_AWAY' })
  await assert.rejects(host.forget(A.id), { message: 'the disk is full' })
  assert.equal((await store.listed('games:A')).length, 2, 'they are found again')
  isFull = false
  assert.equal(await host.forget(A.id), 5)
  assert.deepEqual(await store.listed('games:A'), [])
  assert.doesNotMatch(await textOf(store.store), /"Ann"|"A"/)
  await host.drain()
  await assert.rejects(host.forget(A.id), { code: 'ERR_STORE_AWAY' })
})

test('a record that is on its way to the archive of another host does not escape', async t => {
  const path = newPath()
  const file = pgnArchive(path)
  const store = new OddStore()
  for (const name of ['enlist', 'listed', 'redact']) store[name] = (...args) => store.store[name](...args)
  let isSlow = true
  let arrived
  let release
  const arrival = new Promise(resolve => (arrived = resolve))
  const gate = new Promise(resolve => (release = resolve))
  const archive = Object.assign(
    async each => {
      if (isSlow) {
        isSlow = false
        arrived()
        await gate
      }
      return file(each)
    },
    { forget: id => file.forget(id) },
  )
  const { made } = hosts(t, { store, archive })
  const [one, two] = made
  const game = await started(one)
  await play(one, game, 'f2f3 e7e5 g2g4 d8h4')
  store.shift += 600_001
  const archiving = store.due[0](game)
  await arrival
  assert.equal(await two.forget(A.id), 1)
  release()
  await archiving
  assert.doesNotMatch(readFileSync(path, 'utf8'), /"Ann"|"A"/)
  assert.equal((await store.read(game)).length > 0, true)
  await store.due[1](game)
  assert.equal((await store.read(game)).length, 0)
  assert.equal(readFileSync(path, 'utf8').match(/\[White "\?"\]/g).length, 1)
})

test('a game that the archive does not take stays on the lists of its players', async t => {
  const store = new OddStore()
  for (const name of ['listed', 'redact']) store[name] = (...args) => store.store[name](...args)
  const listed = []
  store.enlist = async (list, _, until) => void listed.push([list, until])
  const { made } = hosts(
    t,
    {
      store,
      archive: async () => {
        throw new Error('away')
      },
    },
    1,
  )
  const game = await started(made[0])
  await play(made[0], game, 'f2f3 e7e5 g2g4 d8h4')
  store.shift += 3_600_000
  listed.length = 0
  const before = store.now()
  await assert.rejects(store.due[0](game))
  assert.deepEqual(
    listed.map(([list]) => list),
    ['games:A', 'games:B'],
  )
  for (const [, until] of listed) assert.ok(until >= before + 60_000 && until <= store.now() + 60_000)
})

/** All keys of a Redis, and what they hold. */
const ALL = `
local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  table.insert(all, key)
  local type = redis.call('TYPE', key).ok
  local value = type == 'list' and redis.call('LRANGE', key, 0, -1)
    or type == 'zset' and redis.call('ZRANGE', key, 0, -1)
    or { redis.call('GET', key) }
  table.insert(all, table.concat(value, '\\n'))
end
return all`

test('servers on one Redis: id and name are in no key, and the player of the running game plays on', async t => {
  const redis = await new RedisServer().start()
  t.after(() => redis.remove())
  const people = new Map([
    ['ann', { id: 'ann-4711', name: 'Ann Example' }],
    ['bob', { id: 'bob-0815', name: 'Bob Example' }],
  ])
  const authenticate = (_, { token }) => people.get(token) ?? null
  const path = newPath()
  const options = [path, newPath()].map(file => ({ authenticate, archive: pgnArchive(file) }))
  const stores = [await open(t, { url: redis.url }), await open(t, { url: redis.url })]
  const servers = await Promise.all(stores.map((store, at) => games(t, { store, ...options[at] })))
  const [ann, bob] = [
    await client(t, servers[0].url, { token: 'ann' }),
    await client(t, servers[1].url, { token: 'bob' }),
  ]
  const { game } = await ann.ask('create', { clock: BLITZ })
  await ann.ask('open', { game })
  await bob.ask('open', { game })
  await bob.ask('join', { game })
  for (const [ply, uci] of ['e2e4', 'e7e5', 'g1f3'].entries())
    await [ann, bob][ply % 2].ask('move', { game, ply, uci, id: `${['ann-4711', 'bob'][ply % 2]}.${ply}` })
  const waiting = await ann.ask('create', { clock: BLITZ, listed: true, id: 'Ann Example' })
  await ann.ask('open', { game: waiting.game })
  const dump = () => redis.ask('EVAL', ALL, '0')
  assert.match(await dump(), /ann-4711[\s\S]*Ann Example/)

  await options[0].archive(record(B, people.get('ann')))
  assert.equal(await servers[0].server.forget('ann-4711'), 3)
  assert.doesNotMatch(await dump(), /ann-4711|ann example/i)
  assert.doesNotMatch(readFileSync(path, 'utf8'), /ann-4711|ann example/i)
  const isForgotten = ({ events }) => events?.some(({ type }) => type === 'forgotten')
  await bob.get(each => each.game === game && isForgotten(each))
  await ann.get(each => each.game === game && isForgotten(each))
  const resigned = await ann.ask('resign', { game })
  assert.equal(resigned.code, 'notPlayer', JSON.stringify([resigned, servers[0].entries]))
  assert.deepEqual((await ann.ask('games')).games, [])
  assert.equal((await bob.ask('move', { game, ply: 3, uci: 'b8c6' })).ok, true)
  const away = await bob.get(({ events }) => events?.some(({ type }) => type === 'away'))
  assert.equal(away.events[0].color, 'white')
  const view = await bob.ask('open', { game, as: 'view' })
  assert.deepEqual(Object.keys(view.view.players.white), ['away'])
  assert.equal(view.view.players.black.name, 'Bob Example')
  await until(async () => (await bob.ask('lobby')).lobby.length === 0, 'the lobby')
})
