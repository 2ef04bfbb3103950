// SPDX-License-Identifier: Apache-2.0
// The bridge with real engines: games, options, searches that the server ends, starts, ends and logs.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import {
  bridge,
  client,
  engineAt,
  FAKE,
  fakeEngine,
  folder,
  loggedEngine,
  refusal,
  serveEngine,
  tokenProtocols,
} from './support/bridge.js'
import { children, Game, NATIVE, noChildLeft, rejects, SOON, settled, until } from './support/engines.js'
import { reportedFaults } from './support/faults.js'

test('a whole game over the bridge, to its end, with every move legal', async t => {
  const { url } = await bridge(t, { token: 'a token' })
  const engine = await engineAt(t, url, { token: 'a token' })
  assert.match(engine.id.name, /Stockfish/)
  await engine.newGame()
  const game = new Game()
  let infos = 0
  let seed = 1
  while (!game.status.over) {
    if (game.sideToMove === 'black') {
      // Any move leads to mate soon.
      const moves = game.legalMoves('uci')
      seed = (seed * 16807) % 2147483647
      game.move(moves[seed % moves.length])
      continue
    }
    const search = engine.search(game, { nodes: 3000 })
    for await (const info of search) {
      infos++
      assert.ok((info.pv ?? []).every(move => /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move)))
    }
    const { move } = await search.best
    assert.ok(game.isLegal(move), `${move} in ${game.fen}`)
    game.move(move)
  }
  assert.deepEqual(game.status, { over: true, type: 'checkmate', winner: 'white' })
  assert.ok(game.ply > 10 && infos > game.ply, `${infos} infos in ${game.ply} plies`)
  await engine.quit()
  await noChildLeft('stockfish')
})

test('Chess960 over the bridge: castling is king takes rook both ways', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, command)
  const engine = await engineAt(t, url)
  const position = { fen: '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', variant: 'chess960' }
  const { move } = await engine.bestMove(position, { depth: 1 }, { searchMoves: ['e1h1'] })
  assert.equal(move, 'e1h1')
  const after = { ...position, moves: ['e1h1', 'e8d7'] }
  assert.ok((await engine.bestMove(after, { depth: 1 })).move)
  assert.ok(received().includes('setoption name UCI_Chess960 value true'))
  assert.ok(
    received().includes('position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1 e8d7'),
    received().join('\n'),
  )
})

test('options are those that may be set, with the ceilings as their ranges', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, { ...command, limits: { threads: 2, hash: 8, multipv: 3 } })
  const engine = await engineAt(t, url)
  assert.deepEqual(
    ['Threads', 'Hash', 'MultiPV'].map(name => engine.options.get(name).max),
    [2, 8, 3],
  )
  for (const { name, type } of engine.options.values()) {
    assert.notEqual(type, 'string', name)
    assert.doesNotMatch(name, /File|Path/)
  }
  assert.ok(received().includes('setoption name Hash value 8'), 'its default of 16 is above the ceiling')
  await engine.setOptions({ Threads: 2, Hash: 4 })
  await rejects(engine.setOption('Hash', 9), 'ERR_UCI_OPTION')
  await rejects(engine.setOption('EvalFile', '/etc/passwd'), 'ERR_UCI_OPTION')
  await engine.isReady()
  assert.deepEqual(
    received().filter(line => /^setoption/.test(line)),
    ['setoption name Hash value 8', 'setoption name Threads value 2', 'setoption name Hash value 4'],
  )
})

test('every search ends at the ceiling: infinite, ponder and what the clock would allow', async t => {
  const { url } = await bridge(t, { limits: { movetime: 150 } })
  const { ask, send } = await client(t, url)
  await ask('uci', /^uciok$/)
  for (const go of [
    'go infinite',
    'go',
    'go ponder',
    'go wtime 3600000 btime 3600000',
    'go movetime 60000',
    'go depth 200',
  ]) {
    const begin = performance.now()
    send('position startpos')
    assert.match(await ask(go, /^bestmove/), /^bestmove [a-h]/, go)
    const time = performance.now() - begin
    assert.ok(time > 100 && time < SOON, `${go}: ${time} ms`)
  }
})

test('nodes and depth have ceilings, too', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, { ...command, limits: { nodes: 2000, depth: 5 } })
  const { ask } = await client(t, url)
  await ask('go movetime 60000', /^bestmove/)
  await ask('go nodes 9999999', /^bestmove/)
  await ask('go depth 2', /^bestmove/)
  assert.deepEqual(
    received().filter(line => line.startsWith('go')),
    ['go depth 5 nodes 2000 movetime 60000', 'go depth 5 nodes 2000', 'go depth 2 nodes 2000'],
  )
})

test('a position that came during a search is not searched, nor is the one before it in its place', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, command)
  const { ask, next, send } = await client(t, url)
  await ask('isready', /^readyok$/)
  await ask('go infinite', /^info depth/)
  send('position startpos moves e2e4', 'stop')
  await next(/refused: 'position' has to wait/)
  await next(/^bestmove/)
  send('go depth 1')
  await next(/refused: the last position was refused/)
  await next(/^bestmove \(none\)$/)
  send('position startpos moves d2d4', 'go depth 1')
  await next(/^bestmove [a-h][1-8]/)
  assert.deepEqual(
    received().filter(line => /^(go|position)/.test(line)),
    ['go infinite', 'position startpos moves d2d4', 'go depth 1'],
  )
})

test('during a search only stop, ponderhit, isready and quit are taken; after stop the rest waits its turn', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, command)
  const { ask, next, send, lines, closing } = await client(t, url)
  await ask('isready', /^readyok$/)
  await ask('go infinite', /^info depth/)
  for (const message of [
    'go depth 1',
    'ucinewgame',
    'setoption name Hash value 4',
    'setoption name Threads value 1',
    'position startpos moves e2e4',
    'uci',
  ])
    assert.match(await ask(message, /refused/), /has to wait for 'bestmove'/, message)
  assert.match(await ask('ponderhit', /refused/), /no 'go ponder' is running/)
  await ask('isready', /^readyok$/)
  // What hasty clients do: they do not wait for the first bestmove.
  const before = lines.length
  send(
    'stop',
    'position startpos moves e2e4 e7e5',
    'setoption name Hash value 4',
    'go infinite',
    'stop',
    'isready',
    'go depth 1',
  )
  for (let best = 0; best < 3; best++) await next(/^bestmove/)
  // The second `stop` and `isready` went out together.
  assert.equal(lines.slice(before).filter(line => line === 'readyok').length, 1)
  assert.deepEqual(
    lines.slice(before).filter(line => /refused/.test(line)),
    [],
  )
  await ask('stop\tnow', /refused/)
  send('stop', 'stop')
  await ask('isready', /^readyok$/)
  const searched = received().slice(received().indexOf('isready') + 1)
  assert.deepEqual(searched, [
    'go infinite',
    'isready',
    'stop',
    'position startpos moves e2e4 e7e5',
    'setoption name Hash value 4',
    'go infinite',
    'stop',
    'isready',
    'go depth 1',
    'isready',
  ])
  send('quit')
  assert.deepEqual(await closing(), { code: 1000, reason: 'quit' })
  await noChildLeft('logging-engine')
})

test('ponderhit reaches a search that ponders, once', async t => {
  const { engine: command, received } = loggedEngine()
  const { url } = await bridge(t, command)
  const { ask, send, next } = await client(t, url)
  send('position startpos moves e2e4 e7e5')
  await ask('go ponder movetime 50', /^info depth 5/)
  send('ponderhit', 'ponderhit')
  await next(/refused: no 'go ponder'/)
  await next(/^bestmove/)
  assert.equal(received().filter(line => line === 'ponderhit').length, 1)
})

test('a client that leaves in the middle of a search takes its engine along', async t => {
  const { url, server, events } = await bridge(t)
  for (const leave of [
    socket => socket.terminate(),
    socket => socket.close(),
    socket => socket.close(1000, 'bye'),
  ]) {
    const { socket, ask } = await client(t, url)
    await ask('go infinite', /^info depth/)
    assert.equal(server.clients, 1)
    leave(socket)
    await until(() => server.clients === 0)
    // A client is counted until its engine is dead.
    await noChildLeft('stockfish')
  }
  assert.equal(events('disconnected').length, 3)
})

test('a client that leaves before its engine has started leaves no engine', async t => {
  const { url, server } = await bridge(t, { maxClients: 64 })
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const { socket, send } = await client(t, url)
      send('uci', 'go infinite')
      await wait(i % 3 === 0 ? 0 : i * 3)
      socket.terminate()
    }),
  )
  await until(() => server.clients === 0)
  await noChildLeft('stockfish')
})

test('an engine that crashes closes the socket with the reason', async t => {
  for (const [go, reason, place] of [
    [[{ exit: 3 }], 'the engine exited with code 3', { exitCode: 3, signal: null }],
    [
      ['info depth 1', { kill: 'SIGSEGV' }],
      'the engine was ended by SIGSEGV',
      { exitCode: null, signal: 'SIGSEGV' },
    ],
    [[{ exit: 0 }], 'the engine exited with code 0', { exitCode: 0, signal: null }],
  ]) {
    const { url, events } = await bridge(t, fakeEngine({ go }))
    const { send, closing } = await client(t, url)
    send('go infinite')
    assert.deepEqual(await closing(), { code: 1011, reason })
    assert.match(events('engine-died')[0].reason, /^the process /)
    const engine = await engineAt(t, url)
    const error = await rejects(engine.search({}, { infinite: true }).best, 'ERR_UCI_ENGINE_DEAD')
    assert.deepEqual({ exitCode: error.exitCode, signal: error.signal }, place)
    assert.ok(error.message.includes(reason), error.message)
  }
})

test('a program that is no UCI engine is refused before anything listens, with what it said', async () => {
  const text = join(folder, 'no-program.txt')
  writeFileSync(text, 'not a program')
  const limits = { startTimeout: 300 }
  for (const [options, reason] of [
    [{ command: 'binbo-has-no-such-engine' }, /[tT]here is no such program/],
    [{ command: text }, /it is not an executable file/],
    [{ command: folder }, /it is not an executable file/],
    [fakeEngine({ start: [{ exit: 7 }] }), /exited with code 7/],
    [{ ...fakeEngine({ uci: [] }), limits }, /it did not answer 'uci' with 'uciok' in 5000 ms$/],
    [fakeEngine({ uci: ['uci'] }), /it did not answer 'uci' with 'uciok'; it said 'uci'$/],
    [
      fakeEngine({ uci: ['Chess program 6.0', 'Error (unknown command): uci'] }),
      /may be an xboard engine; it said 'Chess program 6.0', 'Error \(unknown command\): uci'/,
    ],
  ]) {
    const { message } = await rejects(serveEngine({ ...options, port: 0 }), 'ERR_ARGUMENT', String(reason))
    assert.match(message, reason)
    await noChildLeft(FAKE)
  }
})

test('an engine that greets or repeats its input, and answers late, is taken', async t => {
  const late = fakeEngine({ start: ['Odd 1.0 by nobody'], uci: [{ wait: 11_000 }, { default: true }] })
  const echoing = fakeEngine({ uci: ['uci', 'id name Echo', { wait: 2000 }, 'uciok'] })
  const bridges = await Promise.all([bridge(t, late), bridge(t, echoing)])
  assert.equal(bridges.length, 2)
})

test('an engine that cannot start later, or is silent, is reported and killed', async t => {
  const later = (...lives) => fakeEngine({ log: join(folder, `lives-${++count}`), lives: [{}, ...lives] })
  let count = 0
  for (const [options, reason] of [
    [later({ start: [{ exit: 7 }] }), 'the engine exited with code 7'],
    [{ ...later({ uci: [] }), limits: { startTimeout: 300 } }, 'the engine did not start in time'],
    [{ ...fakeEngine({ stop: [], go: [] }), limits: { stopTimeout: 200 } }, "the engine ignored 'stop'"],
    [
      {
        ...fakeEngine({ stop: [], go: [], deaf: ['SIGTERM'], immortal: true }),
        limits: { movetime: 50, stopTimeout: 200 },
      },
      "the engine ignored 'stop'",
    ],
  ]) {
    const { url, server } = await bridge(t, options)
    const { send, closing } = await client(t, url)
    send('go infinite', 'stop')
    assert.deepEqual(await closing(), { code: 1011, reason })
    await until(() => server.clients === 0)
    await noChildLeft(FAKE)
  }
})

test('engines run at a lower priority than the bridge', async t => {
  const { url } = await bridge(t, fakeEngine())
  const { ask } = await client(t, url)
  await ask('isready', /^readyok$/)
  const [child] = children(FAKE)
  assert.ok(getPriority(Number.parseInt(child, 10)) > getPriority())
})

test('a server that was busy with something else kills no engine that has answered in time', async t => {
  const late = await bridge(t, {
    ...fakeEngine({ uci: [{ wait: 100 }, 'uciok'], go: [], stop: [{ wait: 100 }, 'bestmove e2e4'] }),
    limits: { startTimeout: 400, stopTimeout: 400 },
  })
  const busy = milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  const { ask, send, next } = await client(t, late.url)
  await until(() => late.events('connected').length === 1 && children(FAKE).length === 1)
  busy(5000)
  await ask('isready', /^readyok$/)
  send('go infinite', 'stop')
  await ask('isready', /^readyok$/)
  busy(3000)
  assert.equal(await next(/^bestmove/), 'bestmove e2e4')
  assert.deepEqual(late.events('engine-failed'), [])
})

test('closing the server ends its clients and their engines, also deaf ones, and is done once', async t => {
  const { url, server, events } = await bridge(t, { maxClients: 4 })
  const clients = await Promise.all([1, 2, 3].map(() => client(t, url)))
  await Promise.all(clients.map(({ ask }) => ask('go infinite', /^info depth/)))
  const [first, second] = [server.close(), server.close()]
  await settled(Promise.all([first, second, server[Symbol.asyncDispose]()]), 'close')
  await noChildLeft('stockfish')
  for (const { closing } of clients)
    assert.deepEqual(await closing(), { code: 1001, reason: 'the server stops' })
  assert.equal(server.clients, 0)
  assert.equal(events('closed').length, 1)
  assert.equal((await refusal(t, url)).code, 'ECONNREFUSED')

  const deaf = await bridge(t, fakeEngine({ quit: [], go: [], stop: [], deaf: ['SIGTERM'], immortal: true }))
  const { ask } = await client(t, deaf.url)
  await ask('isready', /^readyok$/)
  await settled(deaf.server.close(), 'close')
  await noChildLeft(FAKE)
})

test('only so many clients at a time; a place is free again when one has left', async t => {
  const { url, http, server } = await bridge(t, { maxClients: 2 })
  const first = await client(t, url)
  const second = await client(t, url)
  const full = await refusal(t, url)
  assert.equal(full.status, 503)
  assert.ok(full.response.headers['retry-after'])
  const health = await (await fetch(`${http}/health`)).json()
  assert.deepEqual({ ...health, uptime: 0 }, { status: 'ok', clients: 2, maxClients: 2, uptime: 0 })
  first.send('quit')
  await until(() => server.clients === 1)
  const third = await client(t, url)
  await third.ask('isready', /^readyok$/)
  await second.ask('isready', /^readyok$/)
})

test('health is for everybody; other paths and methods are not there', async t => {
  const { http, url } = await bridge(t, { token: 'secret' })
  const get = async (path, options) => {
    const { status, headers } = await fetch(http + path, options)
    return [status, headers]
  }
  const [status, headers] = await get('/health')
  assert.equal(status, 200)
  assert.match(headers.get('content-type'), /^application\/json/)
  assert.equal((await get('/health?x=1'))[0], 200)
  assert.equal((await get('/health', { method: 'HEAD' }))[0], 200)
  assert.equal((await get('/health', { method: 'POST', body: 'x' }))[0], 405)
  const [upgrade, wanted] = await get('/')
  assert.equal(upgrade, 426)
  assert.equal(wanted.get('upgrade'), 'websocket')
  for (const path of ['/healthy', '/../etc/passwd', '//health']) assert.equal((await get(path))[0], 404, path)
  assert.equal((await refusal(t, `${url}/health`, { protocols: tokenProtocols('secret') })).status, 404)
})

test('clients that are silent are sent away, unless they wait for a search', async t => {
  const { url } = await bridge(t, { limits: { idle: 2000, movetime: 3000 } })
  const { ask, closing } = await client(t, url)
  await ask('isready', /^readyok$/)
  const begin = performance.now()
  await ask('go infinite', /^bestmove/)
  assert.ok(performance.now() - begin > 2900)
  assert.deepEqual(await closing(), { code: 1000, reason: 'idle for 2 s' })
  assert.ok(performance.now() - begin > 4800)
})

test('at most as many engines start at once as there are cores', async t => {
  const { url, entries } = await bridge(t, {
    ...fakeEngine({ uci: [{ wait: 60 }, 'uciok'] }),
    maxClients: 12,
  })
  const begin = performance.now()
  const clients = await Promise.all(Array.from({ length: 6 }, () => client(t, url)))
  await Promise.all(clients.map(({ ask }) => ask('isready', /^readyok$/)))
  assert.ok(performance.now() - begin >= (6 / availableParallelism()) * 60)
  assert.equal(entries.filter(({ event }) => event === 'ready').length, 6)
})

test('wrong arguments are refused before anything listens', async t => {
  for (const options of [
    undefined,
    {},
    { command: '' },
    { command: 5 },
    { command: '/there/is/no/such/program' },
    { command: NATIVE, args: 'x' },
    { command: NATIVE, port: -1 },
    { command: NATIVE, port: 65536 },
    { command: NATIVE, port: '80' },
    { command: NATIVE, host: '' },
    { command: NATIVE, host: '0.0.0.0' },
    { command: NATIVE, host: '::' },
    { command: NATIVE, host: '127.1' },
    { command: NATIVE, host: 'example.org' },
    { command: NATIVE, host: '192.168.0.1', token: '' },
    { command: NATIVE, token: '' },
    { command: NATIVE, token: 5 },
    { command: NATIVE, origins: '*' },
    { command: NATIVE, origins: ['*'] },
    { command: NATIVE, origins: ['null'] },
    { command: NATIVE, origins: ['example.org'] },
    { command: NATIVE, origins: ['https://example.org/path'] },
    { command: NATIVE, origins: ['file:///x'] },
    { command: NATIVE, origins: ['https://*.example.org'] },
    { command: NATIVE, origins: ['chrome-extension://*'] },
    { command: NATIVE, origins: ['wss://example.org'] },
    { command: NATIVE, origins: ['tauri://localhost/page'] },
    { command: NATIVE, proxies: '10.0.0.1' },
    { command: NATIVE, proxies: ['proxy.example.org'] },
    { command: NATIVE, proxies: ['10.0.0.0/33'] },
    { command: NATIVE, maxClients: 0 },
    { command: NATIVE, limits: { hash: 0 } },
    { command: NATIVE, limits: { hash: Infinity } },
    { command: NATIVE, limits: { movetime: '5' } },
    { command: NATIVE, limits: { movetim: 5 } },
    { command: NATIVE, allowOptions: ['EvalFile'] },
    { command: NATIVE, allowOptions: ['debug  LOG file'] },
    { command: NATIVE, allowOptions: 'Style' },
    { command: NATIVE, log: true },
    { command: NATIVE, tokn: 'x' },
  ])
    await rejects(serveEngine(options), 'ERR_ARGUMENT', JSON.stringify(options))
  const { error: missing } = await settled(serveEngine({ command: NATIVE, host: '0.0.0.0' }))
  assert.match(
    missing.message,
    /0\.0\.0\.0 is reachable from other machines, so a token is required: openssl rand -hex 32 creates one/,
  )
  for (const [host, token, warnings] of [
    ['127.0.0.1', undefined, 0],
    ['127.0.0.1', 'x', 1],
    ['127.0.0.1', ' '.repeat(20), 1],
    ['0.0.0.0', '16 characters...', 0],
    ['0.0.0.0', 'x', 1],
  ]) {
    const { server, events } = await bridge(t, { ...fakeEngine(), host, token })
    assert.match(inspect(server), /^EngineServer \{/)
    assert.equal(server.host, host)
    assert.equal(events('warning').length, warnings, `${host} ${token}`)
  }
  const { server } = await bridge(t)
  const { error } = await settled(serveEngine({ command: NATIVE, port: server.port }))
  assert.equal(error.code, 'EADDRINUSE')
})

test('the log reports events, never a token or a position, and may fail', async t => {
  const { url, entries, events } = await bridge(t, { token: 'my secret is long' })
  await refusal(t, url, { protocols: tokenProtocols('another secret') })
  const { ask, send, closing } = await client(t, url, { protocols: tokenProtocols('my secret is long') })
  await ask('position startpos moves e2e5', /refused/)
  await ask('position fen this/is/private w - - 0 1', /refused/)
  await ask('setoption name EvalFile value /private/path', /refused/)
  await ask('private words', /refused/)
  send('quit')
  await closing()
  await until(() => events('disconnected').length === 1)
  assert.deepEqual(
    entries.map(({ event }) => event),
    [
      'listening',
      'rejected',
      'connected',
      'ready',
      'refused',
      'refused',
      'refused',
      'refused',
      'disconnected',
    ],
  )
  assert.deepEqual(
    events('refused').map(({ command, reason }) => [command, reason.slice(0, 3)]),
    [
      ['position', 'ERR'],
      ['position', 'ERR'],
      ['setoption', 'NOT'],
      ['unknown', 'NOT'],
    ],
  )
  assert.equal(events('rejected')[0].status, 401)
  for (const entry of entries) {
    assert.ok(!Number.isNaN(Date.parse(entry.time)))
    assert.doesNotMatch(JSON.stringify(entry), /secret|private|c2VjcmV0|e2e5/)
    if (entry.client) assert.match(entry.address, /^127\.0\.0\.1$|^::ffff:127/)
  }
  const faults = reportedFaults(t)
  const failing = await bridge(t, {
    async log() {
      throw new Error('the disk is full')
    },
  })
  await (await client(t, failing.url)).ask('isready', /^readyok$/)
  assert.ok(faults.length > 0 && faults.every(({ message }) => message === 'the disk is full'))
})
