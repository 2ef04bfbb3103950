// SPDX-License-Identifier: Apache-2.0
// GameHost over MemoryStore, and over stores that lose, double, delay and repeat what a store may.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './support/engines.js'
import { reportedFaults } from './support/faults.js'
import {
  A,
  B,
  BLITZ,
  ChessError,
  foldSession,
  GameHost,
  MemoryStore,
  OddStore,
  play,
  started,
  Witness,
  wait,
} from './support/host.js'

const MATE = 'f2f3 e7e5 g2g4 d8h4'
const stores = []
const memory = () => {
  const store = new MemoryStore()
  stores.push(store)
  return store
}
const odd = () => {
  const store = new OddStore()
  stores.push(store.store)
  return store
}
test.after(() => Promise.all(stores.map(store => store.close())))

test('a game from its creation to mate: answers carry their events, watchers get each event once', async () => {
  const store = memory()
  const host = new GameHost({ store })
  const created = await host.command(undefined, A, { type: 'create', clock: BLITZ })
  assert.equal(created.ok, true)
  assert.match(created.game, /^[1-9A-HJ-NP-Za-km-z]{12}$/)
  const { game } = created
  const watchers = [new Witness(host, game, 0, A), new Witness(host, game, 1, B), new Witness(host, game)]
  assert.deepEqual(watchers[0].news, [], 'never before watch() returns')
  assert.equal((await host.command(game, B, { type: 'join' })).version, 3)
  await play(host, game, MATE)
  const log = await store.read(game)
  for (const watcher of watchers) {
    await watcher.until(({ version }) => version === 8)
    assert.deepEqual(watcher.events, log.slice(watcher.since))
  }
  assert.equal(watchers[1].since, 1)
  assert.deepEqual(host.stateOf(game), foldSession(null, log))
  assert.equal(host.stateOf(game).result.reason, 'checkmate')
  const late = new Witness(host, game, 7)
  await late.until(({ types }) => types.join() === 'ended')
  const current = new Witness(host, game, 8)
  await current.until(({ news }) => news.length === 1)
  assert.deepEqual(current.news, [{ version: 8, events: [] }])
  const ahead = new Witness(host, game, 99)
  await ahead.until(({ news }) => news.length === 1)
  assert.equal(ahead.news[0].rewound, true)
  assert.deepEqual(ahead.events, log)
})

test('a command is carried out once, whoever takes it and however often it comes', async () => {
  const store = memory()
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  const game = await started(hosts[0])
  const command = { type: 'move', id: 'one', ply: 0, uci: 'e2e4' }
  const answers = await Promise.all([0, 1, 0, 1, 1].map(i => hosts[i].command(game, A, command)))
  assert.ok(answers.every(({ ok, version }) => ok && version === 4))
  assert.equal(answers.filter(({ duplicate }) => duplicate).length, 4)
  // The same id with another command: the first outcome.
  const other = await hosts[1].command(game, A, { ...command, ply: 2, uci: 'd2d4' })
  assert.deepEqual([other.ok, other.duplicate, other.events], [true, true, []])
  assert.equal((await store.read(game)).length, 4)
  const created = await Promise.all(
    [1, 2, 3].map(() => hosts[0].command(undefined, A, { type: 'create', id: 'c' })),
  )
  assert.equal(new Set(created.map(({ game }) => game)).size, 1, 'a repeated create makes no second game')
})

test('a game that each side plays on another host', async () => {
  const store = memory()
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  const game = await started(hosts[0])
  const seen = hosts.map(host => new Witness(host, game))
  const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'
  await play(hosts, game, line)
  for (const witness of seen) {
    await witness.until(({ version }) => version === 13)
    assert.deepEqual(witness.events, await store.read(game))
  }
})

test('two hosts race 300 times for the same move: one event each, both answer by the log', async () => {
  const store = memory()
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ')
  for (let round = 0; round < 30; round++) {
    const game = await started(hosts[0], { clock: null })
    for (const host of hosts) new Witness(host, game)
    for (const [ply, uci] of line.entries()) {
      const user = ply % 2 === 0 ? A : B
      const answers = await Promise.all(
        hosts.map((host, i) => host.command(game, user, { type: 'move', id: `${ply}.${i}`, ply, uci })),
      )
      const codes = answers.map(({ ok, code }) => (ok ? 'ok' : code)).sort()
      assert.deepEqual(codes, ['ok', 'stale'], `ply ${ply}`)
    }
    assert.equal((await store.read(game)).filter(({ type }) => type === 'moved').length, line.length)
  }
})

for (const [what, hint] of [
  ['get lost', () => undefined],
  ['say only that something has changed', () => []],
  ['come twice', (...hint) => hint, true],
]) {
  test(`hints that ${what}: watchers get everything once all the same`, async () => {
    const store = odd()
    store.hint = hint
    const far = new OddStore(store.store)
    far.hint = hint
    const hosts = [new GameHost({ store }), new GameHost({ store: far })]
    const game = await started(hosts[0])
    const seen = new Witness(hosts[0], game)
    await seen.until(({ version }) => version === 3)
    const line = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6'
    await play(hosts, game, line)
    if (what === 'get lost') {
      // The last event is its own: what came from elsewhere before is known by then.
      await play(hosts[0], game, 'e1g1', { ply: 8 })
    }
    await seen.until(({ types }) => types.length >= 11)
    assert.deepEqual(seen.events, await store.store.read(game))
  })
}

test('an outcome that the store does not know is found out: done once, answered as done', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  const seen = new Witness(host, game)
  let kept = true
  const lose = () => {
    throw new ChessError('ERR_STORE_UNKNOWN')
  }
  for (let ply = 0; ply < 14; ply++) {
    kept = ply % 2 === 0
    let once = 1
    const fault = () => {
      if (once-- > 0) lose()
    }
    store.before = kept ? () => {} : fault
    store.after = kept ? fault : () => {}
    await play(host, game, ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4], { ply })
  }
  await seen.until(({ version }) => version === 17)
  assert.equal((await store.store.read(game)).length, 17)
})

test('while the store is away every command is answered, and after it the game goes on', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  const away = () => {
    throw new ChessError('ERR_STORE_AWAY')
  }
  store.before = away
  store.onRead = away
  const seen = new Witness(host, game)
  const command = { type: 'move', id: 'm', ply: 0, uci: 'e2e4' }
  assert.deepEqual(await host.command(game, A, command), { ok: false, code: 'unavailable' })
  assert.deepEqual(seen.news, [])
  store.before = () => {}
  store.onRead = () => {}
  assert.equal((await host.command(game, A, command)).ok, true)
  await seen.until(({ version }) => version === 4, 'the watcher is served by the next round')
})

test('an unknown outcome is never reported as a failure: unavailable, and the same id again', async () => {
  const store = odd()
  const host = new GameHost({ store, limits: { patience: 50 } })
  const game = await started(host)
  store.after = async () => {
    store.ready = false
    throw new ChessError('ERR_STORE_UNKNOWN')
  }
  const command = { type: 'move', id: 'm', ply: 0, uci: 'e2e4' }
  assert.equal((await host.command(game, A, command)).code, 'unavailable')
  store.after = () => {}
  store.ready = true
  const again = await host.command(game, A, command)
  assert.deepEqual([again.ok, again.duplicate, again.version], [true, true, 4])
})

test('a refusal is never given for a state that is behind', async () => {
  const store = memory()
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  const game = await started(hosts[0])
  await play(hosts[1], game, 'e2e4')
  // hosts[0] has not heard of the move and would refuse Black.
  await play(hosts[0], game, 'e7e5', { ply: 1 })
  const refused = await hosts[1].command(game, B, { type: 'move', ply: 1, uci: 'd7d5' })
  assert.deepEqual([refused.code, refused.ply], ['stale', 2])
})

test('an event of a newer version: the game is not served, and nothing is decided on it', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  const seen = new Witness(host, game, 0, A)
  await seen.until(({ version }) => version === 3)
  const { read } = store.store
  store.store.read = async (...args) => {
    const events = await read.apply(store.store, args)
    return args[0] === game ? [...events, { type: 'shouted', at: 1 }] : events
  }
  store.store.append(game, 3, [], null)
  assert.equal((await host.command(game, B, { type: 'resign' })).code, 'unavailable')
  assert.equal(seen.gone, 'unknownEvent')
  const { appends } = store
  assert.equal((await host.command(game, A, { type: 'move', ply: 0, uci: 'e2e4' })).code, 'unavailable')
  await assert.rejects(store.due[0](game), undefined, 'the timer is left to a newer node')
  assert.equal(store.appends, appends)
  store.store.read = read
  await play(host, game, 'e2e4')
})

test('outages are given back once, by whichever host is first, with and without `has`', async () => {
  for (const has of [() => true, undefined]) {
    const store = odd()
    const other = new OddStore(store.store)
    // Only the test moves the time.
    const begin = store.now()
    for (const each of [store, other]) each.now = () => begin + each.shift
    const hosts = [new GameHost({ store }), new GameHost({ store: other })]
    const game = await started(hosts[0])
    await play(hosts[0], game, 'e2e4 e7e5')
    const seen = new Witness(hosts[1], game)
    await seen.until(({ version }) => version === 5)
    const { since } = hosts[0].stateOf(game).time
    store.shift = 20_000
    other.shift = 20_000
    for (const each of [store, other]) each.outages[0]({ from: since + 1000, to: since + 11_000, has })
    await play(hosts, game, 'g1f3 b8c6', { ply: 2 })
    await seen.until(({ version }) => version === 8)
    const compensated = seen.events.filter(({ type }) => type === 'compensated')
    assert.deepEqual(
      compensated.map(({ ms, outage }) => [ms, outage]),
      [[10_000, since + 11_000]],
    )
    // 20 s after the last move, 10 s of them outage, and 2 s of increment.
    const { left } = seen.events.find(({ uci }) => uci === 'g1f3')
    assert.equal(left, 172_000)
  }
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  await play(host, game, 'e2e4 e7e5')
  const { since } = host.stateOf(game).time
  store.shift = 9000
  store.outages[0]({ from: since, to: since + 5000, has: id => id !== game })
  await play(host, game, 'g1f3', { ply: 2 })
  assert.equal(host.stateOf(game).outage, 0, 'an outage of another shard')
})

test('a private game is seen by its players only, and by anyone while it waits', async () => {
  const host = new GameHost({ store: memory() })
  const { game } = await host.command(undefined, A, { type: 'create', allow: { spectators: false } })
  const guest = new Witness(host, game, 0, { id: 'C' })
  await guest.until(({ version }) => version === 1)
  await host.command(game, B, { type: 'join' })
  await guest.until(({ gone }) => gone === 'private')
  assert.deepEqual(guest.types, ['created'])
  for (const user of [{ id: 'C' }, null]) {
    const late = new Witness(host, game, 0, user)
    await late.until(({ gone }) => gone === 'private')
    assert.equal(late.news.length, 1)
  }
  for (const user of [A, B, undefined]) {
    const seen = new Witness(host, game, 0, user)
    await seen.until(({ version }) => version === 3)
  }
  const none = new Witness(host, 'nowhere')
  await none.until(({ gone }) => gone === 'noGame')
  assert.equal((await host.command('nowhere', A, { type: 'resign' })).code, 'noGame')
})

test('seats are held while their players watch, and players who come back are no longer away', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  const first = new Witness(host, game, 0, A)
  const second = new Witness(host, game, 0, A)
  new Witness(host, game, 0, { id: 'C' })
  await second.until(({ version }) => version === 3)
  assert.equal(host.isPresent(game, 'white'), true)
  assert.deepEqual(
    store.held.map(([, color, time]) => [color, time > 10_000]),
    [['white', true]],
  )
  first.end()
  assert.equal(store.held.length, 1, 'another tab is still open')
  second.end()
  assert.equal(host.isPresent(game, 'white'), false)
  const [, color, time] = store.held[1]
  assert.deepEqual([color, time > 0 && time <= 5000], ['white', true], 'released soon')
  await store.due[0](game, ['white'])
  assert.notEqual(host.stateOf(game).away.white, null)
  const back = new Witness(host, game, 0, A)
  await back.until(({ types }) => types.at(-1) === 'back')
  assert.equal(host.stateOf(game).away.white, null)
  // The seat's expiry was late: its player is here.
  store.held.length = 0
  await store.due[0](game, ['white'])
  assert.equal(host.stateOf(game).away.white, null)
  assert.equal(store.held.length, 1)
})

test('an offer of a rematch ends when its maker has left, and the seat is held as long as it stands', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  await play(host, game, MATE)
  const maker = new Witness(host, game, 0, A)
  await maker.until(({ types }) => types.at(-1) === 'ended')
  store.held.length = 0
  await host.command(game, A, { type: 'rematch' })
  await maker.until(({ types }) => types.at(-1) === 'rematchOffered')
  const [[, held, long]] = store.held
  assert.deepEqual([held, long > 10_000], ['white', true])
  maker.end()
  const [, color, time] = store.held.at(-1)
  assert.deepEqual([color, time > 0 && time <= 5000], ['white', true], 'released soon')
  await store.due[0](game, ['white', 'black'])
  assert.equal(host.stateOf(game).rematch, null)
  const { version } = host.stateOf(game)
  // The other one who goes is not noted, and an acceptance is an offer now.
  await store.due[0](game, ['white', 'black'])
  assert.equal(host.stateOf(game).version, version)
  const answer = await host.command(game, B, { type: 'rematch' })
  assert.deepEqual([answer.ok, host.stateOf(game).rematch], [true, 'black'])
})

test('flags fall by the timer; an early timer comes again in time', async () => {
  const store = odd()
  // Time stands still until the early timer has come.
  const now = store.now()
  store.now = () => now
  const host = new GameHost({ store })
  const game = await started(host, { clock: { base: 1000, start: 'now' } })
  await store.due[0](game)
  assert.equal(host.stateOf(game).status, 'playing')
  const seen = new Witness(host, game)
  Reflect.deleteProperty(store, 'now')
  await seen.until(({ types }) => types.at(-1) === 'ended')
  const { result } = host.stateOf(game)
  assert.deepEqual(
    [result.winner, result.reason],
    [null, 'time_no_material'].includes(result.reason) ? [null, 'time_no_material'] : ['black', 'time'],
  )
})

test('an over game goes to the archive, and then it is removed; a failing archive loses nothing', async () => {
  const store = odd()
  const records = []
  let fails = 2
  const archive = async record => {
    if (fails-- > 0) throw new Error('the disk is full')
    records.push(record)
  }
  const host = new GameHost({ store, archive })
  const game = await started(host)
  await play(host, game, MATE)
  const log = await store.store.read(game)
  const seen = new Witness(host, game)
  await seen.until(({ version }) => version === 8)
  await store.due[0](game)
  assert.equal(records.length, 0, 'not due yet')
  store.shift = 600_001
  await assert.rejects(store.due[0](game))
  await assert.rejects(store.due[0](game))
  assert.equal((await store.store.read(game)).length, 8)
  await Promise.all([store.due[0](game), store.due[0](game)])
  assert.equal(records.length, 1)
  assert.equal(seen.gone, 'removed')
  assert.deepEqual(await store.store.read(game), [])
  const { pgn, events, ...columns } = records[0]
  assert.deepEqual(events, log)
  assert.match(pgn, new RegExp(`\\[GameId "${game}"\\]`))
  assert.deepEqual(columns, {
    id: game,
    white: A,
    black: B,
    result: '0-1',
    reason: 'checkmate',
    variant: 'standard',
    clock: BLITZ,
    started: log[1].at,
    ended: log[7].at,
    moves: MATE,
  })
  // A stray timer of a removed game is removed, too.
  await store.due[0](game)
  assert.equal((await host.command(game, A, { type: 'rematch' })).code, 'noGame')
})

test('a rematch is made once, with colours exchanged, also if the host died before it made it', async () => {
  const store = memory()
  const hosts = [new GameHost({ store }), new GameHost({ store })]
  const game = await started(hosts[0], { clock: BLITZ, variant: 'chess960' })
  await hosts[0].command(game, A, { type: 'move', ply: 0, uci: 'a2a3' })
  await hosts[0].command(game, B, { type: 'move', ply: 1, uci: 'a7a6' })
  await hosts[0].command(game, A, { type: 'resign' })
  await hosts[0].command(game, B, { type: 'rematch' })
  const { fen } = foldSession(null, await store.read(game))
  assert.ok(fen)
  // The death: the event is in the log, and its host does nothing more.
  const state = foldSession(null, await store.read(game))
  await store.append(
    game,
    state.version,
    [{ type: 'rematched', at: state.at, by: 'white', game: `${game}-2` }],
    state.at + 600_000,
  )
  const seen = hosts.map(host => new Witness(host, `${game}-2`))
  for (const witness of seen) await witness.until(({ version }) => version === 2)
  const next = hosts[0].stateOf(`${game}-2`)
  assert.deepEqual([next.players, next.fen, next.clock], [{ white: B, black: A }, fen, BLITZ])
  const third = new Witness(hosts[0], `${game}-3`)
  await third.until(({ gone }) => gone === 'noGame')
  // And the usual way, on one host.
  await hosts[1].command(`${game}-2`, A, { type: 'move', ply: 0, uci: 'a2a3' })
  assert.equal((await hosts[1].command(`${game}-2`, B, { type: 'move', ply: 0, uci: 'a2a3' })).ok, true)
  await hosts[1].command(`${game}-2`, A, { type: 'move', ply: 1, uci: 'a7a6' })
  await hosts[1].command(`${game}-2`, A, { type: 'resign' })
  await hosts[1].command(`${game}-2`, A, { type: 'rematch' })
  assert.equal((await hosts[1].command(`${game}-2`, B, { type: 'rematch' })).ok, true)
  const made = new Witness(hosts[0], `${game}-3`)
  await made.until(({ version }) => version === 2)
  assert.deepEqual(hosts[0].stateOf(`${game}-3`).players, { white: A, black: B })
})

test('only the server and an arbiter give the commands that are theirs', async () => {
  const host = new GameHost({ store: memory() })
  const game = await started(host)
  for (const command of [
    { type: 'due' },
    { type: 'away', color: 'black' },
    { type: 'compensate', from: 0, to: 1e12 },
    { type: 'adjudicate', winner: 'white' },
  ]) {
    const answer = await host.command(game, A, { ...command, by: undefined })
    assert.deepEqual([answer.ok, answer.code], [false, 'badCommand'], command.type)
  }
  for (const command of [{ type: 'adjudicate', winner: 'white' }, { type: 'due' }, { type: 'resign' }])
    assert.equal(
      (await host.command(game, undefined, command)).code,
      'badCommand',
      'nobody is not the server',
    )
  assert.equal((await host.command(game, A, { type: 'resign', by: B })).code, 'useAbort')
  for (const command of [
    null,
    7,
    'resign',
    [],
    {},
    { type: 7 },
    { type: '__proto__' },
    { type: 'toString' },
  ]) {
    assert.equal((await host.command(game, A, command)).code, 'badCommand', JSON.stringify(command))
  }
  const arbiter = { id: 'Z', roles: ['arbiter'] }
  const decided = await host.command(game, arbiter, {
    type: 'adjudicate',
    winner: 'black',
    detail: 'a phone rang',
  })
  assert.equal(decided.ok, true, JSON.stringify(decided))
  assert.equal(host.stateOf(game).result.reason, 'adjudication')
})

test('a watcher that throws ends nothing and is reported, also with an id that is none', async t => {
  const faults = reportedFaults(t)
  const host = new GameHost({ store: memory() })
  const game = await started(host)
  const calls = []
  for (const id of [game, 'no such game', '']) {
    host.watch(id, 0, news => {
      calls.push(news.gone ?? news.version)
      throw new Error('a fault of the program')
    })
  }
  await until(() => calls.length >= 3, 'all are called')
  assert.deepEqual(calls.sort(), [3, 'noGame', 'noGame'])
  assert.deepEqual(
    faults.map(({ message }) => message),
    Array(3).fill('a fault of the program'),
  )
})

test('drain finishes what is in progress and refuses the rest', async () => {
  const store = odd()
  const host = new GameHost({ store })
  const game = await started(host)
  const seen = new Witness(host, game)
  let release = () => {}
  store.before = () => new Promise(resolve => (release = resolve))
  const moving = host.command(game, A, { type: 'move', ply: 0, uci: 'e2e4' })
  await wait(10)
  let drained = false
  const draining = host.drain().then(() => (drained = true))
  await wait(10)
  assert.equal(drained, false)
  assert.equal((await host.command(game, A, { type: 'resign' })).code, 'unavailable')
  release()
  assert.equal((await moving).ok, true)
  await draining
  await seen.until(({ version }) => version === 4)
  await host.drain()
})

test('games that nobody watches leave the memory, the longest unused first, and come back', async () => {
  const store = odd()
  const host = new GameHost({ store, limits: { cachedGames: 3 } })
  const games = []
  for (let i = 0; i < 5; i++) games.push(await started(host))
  assert.deepEqual(
    games.map(game => host.stateOf(game) !== null),
    [false, false, true, true, true],
  )
  const seen = new Witness(host, games[2])
  await seen.until(({ version }) => version === 3)
  for (const game of games) await play(host, game, 'e2e4')
  assert.notEqual(host.stateOf(games[2]), null, 'it is watched')
  seen.end()
  assert.equal(host.games, 0)
})

test('wrong options are refused', () => {
  for (const options of [
    undefined,
    {},
    { store: {} },
    { store: memory(), archive: 1 },
    { store: memory(), log: 'x' },
    { store: memory(), limits: { cachedGames: 0 } },
    { store: memory(), limits: { wrong: 1 } },
    { store: memory(), more: 1 },
  ])
    assert.throws(() => new GameHost(options), { code: 'ERR_ARGUMENT' })
})
