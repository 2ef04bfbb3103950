// SPDX-License-Identifier: Apache-2.0
// postgresArchive() with a real PostgreSQL that is killed, frozen and brought back: each game once, every wait with an end,
// every failure with its code; and binbo server with it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dist, root } from './support/binbo.js'
import { A, B, ChessError, records, wait } from './support/host.js'
import { PATIENCE } from './support/patience.js'
import { PostgresServer } from './support/postgres.js'
import { firstLine, startProgram } from './support/program.js'
import { withRedis } from './support/redis.js'
import {
  client,
  createGameServer,
  MATE,
  MemoryStore,
  newGame,
  play,
  RedisStore,
  SECRET,
} from './support/served-games.js'

const { postgresArchive } = await import('../../dist/server.js')
const server = new PostgresServer()
const games = await records(6)

before(() => server.create())
after(() => server.remove())

/** Milliseconds above the deadline, for a busy machine: it bounds what would never end. */
const SLACK = 20_000
let count = 0
const newName = () => `games_${++count}`
/** A table that is made, and the archive that writes to it. */
async function made(options = {}) {
  const table = newName()
  const archive = postgresArchive({ pool: server.pool(), table, deadline: SLACK, ...options })
  await archive.createTable()
  return { archive, table }
}
const idsIn = async table => (await server.ask(`select id from ${table} order by id`)).map(({ id }) => id)
const rejects = (promise, code, words = /./) =>
  assert.rejects(promise, error => {
    assert.ok(error instanceof ChessError, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, words)
    return true
  })
async function until(check, what, limit = PATIENCE) {
  for (const end = Date.now() + limit; !(await check()); await wait(20))
    if (Date.now() > end) assert.fail(`never: ${what}`)
}

test('createTable(), by many at once, makes the table that the documents show', async () => {
  const [, documented] = /```sql\n(create table[\s\S]*?)```/.exec(
    readFileSync(`${root}web/docs/servers.md`, 'utf8'),
  )
  await server.ask('create database documented')
  const other = new pg.Client({ ...server.settings, database: 'documented' })
  await other.connect()
  await other.query(documented)
  const archives = Array.from({ length: 8 }, () => postgresArchive({ pool: server.pool() }))
  await Promise.all(archives.map(archive => archive.createTable()))
  for (const text of [
    `select column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_name = 'binbo_games' order by ordinal_position`,
    "select indexdef from pg_indexes where tablename = 'binbo_games' order by indexname",
  ]) {
    const { rows } = await other.query(text)
    assert.ok(rows.length >= 4)
    assert.deepEqual(await server.ask(text), rows)
  }
  await other.end()
})

test('a game is a row with all that its record has, once, however often it comes', async () => {
  const { archive, table } = await made()
  await Promise.all([...games, ...games].map(record => archive(record)))
  for (const record of games) await archive(record)
  await postgresArchive({ pool: server.pool(), table })({ ...games[0], result: '1/2-1/2' })
  const rows = await server.ask(`select * from ${table}`)
  assert.equal(rows.length, games.length)
  for (const record of games) {
    const { white, black, started, ended, ...rest } = record
    assert.deepEqual(
      rows.find(({ id }) => id === record.id),
      {
        ...rest,
        white_id: A.id,
        white_name: A.name,
        black_id: B.id,
        black_name: null,
        winner: record.result === '1-0' ? 'white' : 'black',
        started: new Date(started),
        ended: new Date(ended),
      },
    )
  }
  // No player, no clock, no winner.
  const bare = { ...games[0], id: 'bare', white: null, black: null, clock: null, result: '*' }
  await archive(bare)
  const [row] = await server.ask(`select * from ${table} where id = 'bare'`)
  const { white_id, black_name, clock, winner } = row
  assert.deepEqual([white_id, black_name, clock, winner], [null, null, null, null])
})

test('logs of earlier versions with NUL and halves of pairs are kept, mended, and beside others', async () => {
  const { archive, table } = await made()
  const bad = 'a\0b\ud83e \udd8ac \u{1f98a}'
  const mended = 'a\ufffdb\ufffd \ufffdc \u{1f98a}'
  const [game, ...others] = games
  const [ended] = game.events.filter(({ type }) => type === 'ended')
  const old = {
    ...game,
    white: { id: 'A', name: bad },
    pgn: `${game.pgn}; ${bad}\n`,
    events: game.events.map(event => (event === ended ? { ...event, detail: bad } : event)),
  }
  await Promise.all([...others, old].map(record => archive(record)))
  const rows = await server.ask(`select * from ${table}`)
  assert.equal(rows.length, games.length)
  const row = rows.find(({ id }) => id === game.id)
  assert.equal(row.white_name, mended)
  assert.equal(row.pgn, `${game.pgn}; ${mended}\n`)
  assert.equal(row.events.find(({ type }) => type === 'ended').detail, mended)
  assert.equal(await archive.forget('A'), games.length)
})

test('a user who is forgotten is in no row any more: columns, PGN, events', async () => {
  const { archive, table } = await made()
  for (const record of games) await archive(record)
  const others = games.map(record => ({
    ...record,
    id: `${record.id}x`,
    white: { id: 'C' },
    events: JSON.parse(JSON.stringify(record.events).replaceAll('"A"', '"C"').replaceAll('"Ann"', '"Cy"')),
  }))
  for (const record of others) await archive(record)
  const many = 150
  await server.ask(`insert into ${table} (id, white_id, result, reason, variant, started, ended, moves, pgn, events)
    select 'n' || n, 'A', result, reason, variant, started, ended, moves, pgn, events
    from ${table}, generate_series(1, ${many}) n where id = '${games[0].id}'`)
  await rejects(archive.forget('~forgotten-white'), 'ERR_ARGUMENT')
  // Both players of the same rows, and a game that comes meanwhile.
  const late = { ...games[1], id: 'late' }
  const [first, second] = await Promise.all([archive.forget(A.id), archive.forget(B.id), archive(late)])
  const more = await archive.forget(A.id)
  assert.equal(first + more, games.length + many + 1)
  assert.equal(second + (await archive.forget(B.id)), 2 * games.length + many + 1)
  assert.deepEqual([await archive.forget(A.id), await archive.forget(B.id)], [0, 0])
  const rows = await server.ask(`select * from ${table} order by id`)
  assert.equal(rows.length, 2 * games.length + many + 1)
  for (const row of rows) assert.doesNotMatch(JSON.stringify(row), /\\?"(A|B|Ann)\\?"/)
  for (const { id, result, moves, ended } of games) {
    const row = rows.find(row => row.id === id)
    assert.deepEqual([row.white_id, row.black_id], ['~forgotten-white', '~forgotten-black'])
    assert.deepEqual([row.white_name, row.black_name], [null, null])
    assert.deepEqual([row.result, row.moves, row.ended], [result, moves, new Date(ended)])
    assert.deepEqual(
      row.events.slice(-2).map(({ type }) => type),
      ['forgotten', 'forgotten'],
    )
    assert.match(row.pgn, /\[White "\?"\]\n\[Black "\?"\]/)
  }
  const [other] = rows.filter(({ id }) => id === others[0].id)
  assert.deepEqual([other.white_id, other.events[0].white], ['C', { id: 'C', name: 'Cy' }])
  await server.ask('create role writer login')
  await server.ask(`grant insert, select on ${table} to writer`)
  const asWriter = postgresArchive({ pool: server.pool({ user: 'writer' }), table })
  await rejects(asWriter.forget('C'), 'ERR_ARCHIVE_REFUSED', /permission denied/)
})

test('a missing or another table, a refusing database and wrong arguments have their codes', async () => {
  const pool = server.pool()
  const table = newName()
  const archive = postgresArchive({ pool, table })
  await rejects(archive(games[0]), 'ERR_ARCHIVE_TABLE', /createTable.*does not exist/)
  await rejects(postgresArchive({ pool, table: 'nowhere.games' })(games[0]), 'ERR_ARCHIVE_TABLE')
  await archive.createTable()
  await archive(games[0])
  assert.deepEqual(await idsIn(table), [games[0].id])
  await server.ask(`alter table ${table} drop column pgn`)
  await rejects(archive(games[1]), 'ERR_ARCHIVE_TABLE', /"pgn"/)
  await rejects(archive.createTable(), 'ERR_ARCHIVE_TABLE', /"pgn"/)
  // Without its key it would keep games twice.
  const keyless = await made()
  await server.ask(`alter table ${keyless.table} drop constraint ${keyless.table}_pkey`)
  await rejects(keyless.archive(games[0]), 'ERR_ARCHIVE_TABLE', /unique/)

  await server.ask('create role guest login')
  const asGuest = { pool: server.pool({ user: 'guest' }), table: (await made()).table }
  await rejects(postgresArchive(asGuest)(games[0]), 'ERR_ARCHIVE_REFUSED', /permission denied/)
  await rejects(postgresArchive(asGuest).createTable(), 'ERR_ARCHIVE_REFUSED', /permission denied/)
  await rejects(postgresArchive({ ...asGuest, table: 'g' }).createTable(), 'ERR_ARCHIVE_REFUSED', /schema/)
  // Who may write need not have the right to make tables.
  await server.ask(`grant insert, select on ${asGuest.table} to guest`)
  await postgresArchive(asGuest).createTable()
  await postgresArchive(asGuest)(games[0])
  for (const wrong of [{ database: 'none' }, { user: 'nobody' }])
    await rejects(postgresArchive({ pool: server.pool(wrong) })(games[0]), 'ERR_ARCHIVE_REFUSED')

  const closed = server.pool()
  await closed.end()
  await rejects(postgresArchive({ pool: closed })(games[0]), 'ERR_ARCHIVE_AWAY', /after calling end/)
  await rejects(postgresArchive({ pool: closed }).createTable(), 'ERR_ARCHIVE_AWAY')
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1 })
  await rejects(postgresArchive({ pool: nowhere })(games[0]), 'ERR_ARCHIVE_AWAY', /ECONNREFUSED/)
  for (const query of [async () => {}, () => ({}), async () => [[], []]])
    await rejects(postgresArchive({ pool: { query } })(games[0]), 'ERR_ARGUMENT', /query\(\)/)
  const throwing = () => {
    throw new Error('broken')
  }
  await rejects(postgresArchive({ pool: { query: throwing } })(games[0]), 'ERR_ARCHIVE_AWAY', /broken/)

  for (const wrong of [undefined, null, 7, {}, pool, { pool: {} }, { pool: server.url }, { pool, x: 1 }])
    assert.throws(() => postgresArchive(wrong), { code: 'ERR_ARGUMENT' })
  for (const name of ['', 'a b', 'a"b', 'a.b.c', "a'b", '1a', 'x'.repeat(57), 7, 'ü'])
    assert.throws(() => postgresArchive({ pool, table: name }), { code: 'ERR_ARGUMENT' }, String(name))
  for (const deadline of [0, 49, 60_001, 1.5, '5000'])
    assert.throws(() => postgresArchive({ pool, deadline }), { code: 'ERR_ARGUMENT' })
  for (const wrong of [undefined, null, {}, 'x', { ...games[0], ended: undefined }])
    await rejects(archive(wrong), 'ERR_ARGUMENT', /^Not the record of a game/)
})

test('names are taken as written, with a schema and with room for the indexes', async () => {
  await server.ask('create schema "Chess"')
  const table = `Chess.${'G'.repeat(56)}`
  const archive = postgresArchive({ pool: server.pool(), table })
  await archive.createTable()
  await archive(games[0])
  const indexes = await server.ask("select indexname from pg_indexes where schemaname = 'Chess'")
  assert.equal(indexes.length, 4)
  assert.equal((await server.ask(`select id from "Chess"."${'G'.repeat(56)}"`)).length, 1)
})

test('a game that the database cannot take does not hold up others', async () => {
  const { archive, table } = await made()
  const bad = { ...games[1], reason: null }
  const outcomes = await Promise.allSettled(
    [games[0], bad, games[2], games[3]].map(record => archive(record)),
  )
  assert.deepEqual(
    outcomes.map(({ reason }) => reason?.code),
    [undefined, 'ERR_ARCHIVE_REFUSED', undefined, undefined],
  )
  assert.equal((await idsIn(table)).length, 3)
})

test('a server that hangs: every wait ends, and nothing is kept twice afterwards', async () => {
  // The pool has no limits of its own.
  const pool = server.pool()
  const { archive: patient, table } = await made()
  const archive = postgresArchive({ pool, table, deadline: 300 })
  server.freeze()
  try {
    for (let round = 0; round < 10; round++) {
      const begin = performance.now()
      const outcomes = await Promise.allSettled(games.map(record => archive(record)))
      assert.ok(performance.now() - begin < 300 + SLACK)
      for (const { reason } of outcomes) assert.equal(reason?.code, 'ERR_ARCHIVE_AWAY')
    }
    assert.ok(pool.waitingCount + pool.totalCount <= 5, 'queries that were given up do not pile up')
  } finally {
    server.thaw()
  }
  await until(
    () =>
      archive(games[0]).then(
        () => true,
        () => false,
      ),
    'an archive that works again',
  )
  await Promise.all(games.map(record => patient(record)))
  assert.deepEqual(await idsIn(table), games.map(({ id }) => id).sort())
})

test('a server that is killed and comes back: what was acknowledged is there, once', async () => {
  const { archive, table } = await made()
  const all = []
  const signals = ['SIGKILL', 'SIGQUIT', 'SIGKILL']
  let rejected = 0
  let restarting = 0
  /** Games go on until the server has died as often as it has to. */
  const nextRecord = () => {
    if (all.length >= 240 && restarting === 0) return undefined
    const { length } = all
    all.push({ ...games[length % games.length], id: `g${1000 + length}` })
    return all[length]
  }
  /** @type {Promise<unknown>} */
  let restarts = Promise.resolve()
  const restart = async signal => {
    const before = rejected
    await server.killed(signal)
    await until(() => rejected > before, 'rejections')
    await server.start()
  }
  const work = async () => {
    for (let record = nextRecord(); record; record = nextRecord()) {
      // In the middle of what the others do.
      if (all.length % 60 === 0 && signals.length > 0) {
        const signal = signals.shift()
        restarting++
        restarts = restarts.then(() => restart(signal)).finally(() => restarting--)
      }
      for (;;) {
        try {
          await archive(record)
          break
        } catch (error) {
          assert.equal(error.code, 'ERR_ARCHIVE_AWAY', error.message)
          rejected++
          await wait(10)
        }
      }
      await wait(5)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  await restarts
  assert.deepEqual(signals, [])
  assert.deepEqual(
    await idsIn(table),
    all.map(({ id }) => id),
  )
})

/** The same store, but ten minutes and more ago, until `clock` is set. */
const inThePast = (store, clock) => ({
  now: () => store.now() - clock.ago,
  append: (...args) => store.append(...args),
  read: (...args) => store.read(...args),
  subscribe: (...args) => store.subscribe(...args),
  onDue: fn => store.onDue(fn),
  onOutage: fn =>
    store.onOutage(outage => fn({ ...outage, from: outage.from - clock.ago, to: outage.to - clock.ago })),
  hold: (game, color, until) => store.hold(game, color, until + clock.ago),
  remove: (...args) => store.remove(...args),
  get ready() {
    return store.ready
  },
  close: async () => {},
})

test('games that end while the database is away stay in the store, and come to it once', async t => {
  const pool = server.pool()
  const table = newName()
  const archive = postgresArchive({ pool, table })
  await archive.createTable()
  const { url } = await withRedis(t)
  const clock = { ago: 660_000 }
  const memory = new MemoryStore()
  const stores = [memory, ...[1, 2].map(() => new RedisStore({ url, deadline: 20_000 }))]
  t.after(() => Promise.all(stores.map(store => store.close())))
  const entries = []
  const servers = []
  for (const store of stores) {
    await until(() => store.ready, 'a store')
    const log = entry => entries.push(entry)
    const node = await createGameServer({ store: inThePast(store, clock), archive, secret: SECRET, log })
    t.after(() => node.close())
    servers.push(node)
  }
  await server.killed()
  // Also where this fails: the tests behind it need it.
  t.after(() => server.start())
  const played = []
  for (const [white, black, store] of [
    [servers[0], servers[0], memory],
    [servers[1], servers[2], stores[1]],
  ]) {
    const players = [await client(t, white.url), await client(t, black.url)]
    for (let i = 0; i < 6; i++) {
      const id = await newGame(...players)
      await play(players, id, MATE)
      played.push({ id, store })
    }
  }
  clock.ago = 0
  // Their timers, which wait for ten minutes or for the end of a claim, come now.
  for (const { id, store } of played) await store.append(id, (await store.read(id)).length, [], store.now())
  const failed = () =>
    new Set(entries.filter(({ event }) => event === 'archive-failed').map(({ game }) => game))
  await until(() => failed().size === played.length, 'a first try of each game')
  for (const { reason } of entries.filter(({ event }) => event === 'archive-failed'))
    assert.match(reason, /does not answer/)
  const logs = new Map()
  for (const { id, store } of played) logs.set(id, await store.read(id))
  assert.ok([...logs.values()].every(events => events.at(-1).type === 'ended'))
  await server.start()
  for (const { id, store } of played)
    await until(async () => (await store.read(id)).length === 0, `${id} kept`)
  const rows = await server.ask(`select id, events, result, winner, reason from ${table}`)
  assert.equal(rows.length, played.length)
  for (const { id, events, ...end } of rows) {
    assert.deepEqual(events, JSON.parse(JSON.stringify(logs.get(id))))
    assert.deepEqual(end, { result: '0-1', winner: 'black', reason: 'checkmate' })
  }
})

/** binbo server. */
function startServer(t, args) {
  const started = startProgram(process.execPath, [`${dist}cli/main.js`, 'server', '--port', '0', ...args], {})
  t.after(() => started.child.kill('SIGKILL'))
  return started
}

/** The same, with the database as archive, when it listens. */
async function program(t, args) {
  const started = startServer(t, args)
  const url = await firstLine(started)
  const stop = async () => {
    started.child.kill('SIGTERM')
    const { code, signal, stderr } = await started.ended
    assert.equal(code, 0, `signal ${signal}\n${stderr}`)
    return stderr
  }
  return { ...started, url, stop }
}

test('binbo server --archive postgresql://… makes the table, also later, and keeps games', async t => {
  const mate = async url => {
    const players = [await client(t, url), await client(t, url)]
    const game = await newGame(...players)
    await play(players, game, MATE)
    return game
  }
  await server.ask('drop table if exists binbo_games')
  const first = await program(t, ['--archive', server.url])
  assert.equal((await server.ask("select to_regclass('binbo_games') as made"))[0].made, 'binbo_games')
  const kept = [await mate(first.url)]
  assert.doesNotMatch(await first.stop(), /no archive|archive-failed/)
  assert.deepEqual(await idsIn('binbo_games'), kept)

  await server.ask('drop table binbo_games')
  await server.killed()
  const second = await program(t, ['--archive', server.url.replace('postgresql', 'postgres')])
  await until(() => /"warning".*does not answer/.test(second.output.stderr), 'the warning')
  await server.start()
  kept[0] = await mate(second.url)
  await second.stop()
  assert.deepEqual(await idsIn('binbo_games'), kept)
})

test('binbo server refuses a database that refuses it, and its password is in no message', async t => {
  for (const [url, words] of [
    [server.url.replace(/postgres$/, 'none'), /--archive: database "none" does not exist/],
    ['postgresql://a:password@[', /--archive is not a URL of PostgreSQL/],
    [server.url.replace('//postgres', '//nobody:password'), /--archive: role "nobody" does not exist/],
  ]) {
    const { code, stderr } = await startServer(t, ['--archive', url]).ended
    assert.equal(code, 2, stderr)
    assert.match(stderr, words)
    assert.doesNotMatch(stderr, /password|\n {4}at /)
  }
})

test('the end of an idle connection does not end a process, and a program with an open pool has no other duty', async t => {
  const code = `import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    import { postgresArchive } from ${JSON.stringify(import.meta.resolve('../../dist/server.js'))}
    const pool = new pg.Pool(${JSON.stringify(server.settings)})
    const archive = postgresArchive({ pool, table: 'idle' })
    await archive.createTable()
    pool.once('remove', async () => { await pool.end(); console.log('survived') })
    console.log('idle')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let out = ''
  child.stdout.on('data', data => {
    out += data
  })
  await until(() => out.includes('idle'), 'an idle connection')
  await server.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%idle%' and pid <> pg_backend_pid()",
  )
  assert.deepEqual(await closed, [0, null])
  assert.equal(out, 'idle\nsurvived\n')
})
