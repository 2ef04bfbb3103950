// SPDX-License-Identifier: Apache-2.0
// Engines of games: who ends them and when, another one after a death, who hears them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { assertThrows } from './support/assertions.js'
import { dist } from './support/binbo.js'
import { runChild } from './support/child.js'
import {
  children,
  Engine,
  NATIVE,
  noChildLeft,
  processTransport,
  rejects,
  START_FEN,
  settled,
  UCI,
  until,
} from './support/engines.js'
import { reportedFaults } from './support/faults.js'
import { MATE_IN_ONE, scripted, stockfish, UciGame, uciMoves, withEngine } from './support/game-engines.js'

// --- death, and another engine -----------------------------------------------------------------------

test('an engine that dies leaves your move; another one goes on', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.play({ depth: 30 }, 'e4')
  await until(() => transport.sent.includes('go depth 30'))
  transport.die()
  const error = await rejects(thinking, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.exitCode, 7)
  assert.deepEqual(uciMoves(game), ['e2e4'])
  for (const call of [
    () => game.play(),
    () => game.bestMove(),
    () => game.ready(),
    () => game.syncPosition(),
  ])
    await rejects(call(), 'ERR_UCI_ENGINE_DEAD')
  assertThrows(() => game.command('isready'), 'ERR_UCI_ENGINE_DEAD')
  await rejects(game.play({}, 'e5'), 'ERR_UCI_ENGINE_DEAD')
  assert.deepEqual(uciMoves(game), ['e2e4', 'e7e5'], 'kept')

  const other = scripted()
  await game.attach(other)
  assert.deepEqual(other.news(), ['uci', 'ucinewgame', 'position startpos moves e2e4 e7e5'])
  const { engineMove } = await game.play({ depth: 1 })
  assert.deepEqual(uciMoves(game), ['e2e4', 'e7e5', engineMove])
  assert.deepEqual(other.news(), ['position startpos moves e2e4 e7e5', 'go depth 1'])
})

test('a Stockfish that is shot while it thinks', async t => {
  const { transport, sent } = stockfish(t)
  const game = await UciGame.create({ engine: transport })
  t.after(() => game.stop())
  const thinking = game.play({ movetime: 60_000 }, 'e4')
  await until(() => sent.includes('go movetime 60000'))
  const [line] = children().filter(child => child.includes('stockfish'))
  process.kill(Number.parseInt(line, 10), 'SIGSEGV')
  assert.equal((await rejects(thinking, 'ERR_UCI_ENGINE_DEAD')).signal, 'SIGSEGV')
  assert.deepEqual(uciMoves(game), ['e2e4'])
  await game.attach(stockfish(t).transport)
  const { engineMove } = await game.play({ depth: 4 })
  assert.equal(game.lastMove.uci, engineMove)
  game.stop()
  await noChildLeft()
})

test('attach ends an engine that was started here, and no other', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.play({ depth: 30 }, 'e4')
  await until(() => transport.sent.includes('go depth 30'))
  const guest = scripted()
  const engine = await Engine.start(guest)
  t.after(() => engine.quit())
  await game.attach(engine)
  assert.match((await rejects(thinking, 'ERR_UCI_CANCELLED')).message, /another engine was attached/)
  assert.ok(transport.sent.includes('quit'))
  assert.equal(transport.closed, 1)
  assert.equal(game.engine, engine)
  await game.attach(engine)
  await game.play({ depth: 1 })
  await game.attach(scripted())
  assert.equal(engine.dead, false)
  assert.equal(guest.closed + guest.killed, 0)
  await engine.isReady()

  const own = game.engine
  await game.attach(own)
  assert.equal(own.dead, false, 'the same one again is no change')
  game.stop()
  assert.equal(own.dead, true, 'and it still ends with the game')
})

test('attach that fails keeps the engine there is', async t => {
  const { game } = await withEngine(t)
  const { engine } = game
  const failing = scripted({ uci: [] })
  const attaching = game.attach(failing)
  failing.die()
  await rejects(attaching, 'ERR_UCI_ENGINE_DEAD')
  for (const bad of [undefined, null, 5, {}, () => {}]) await rejects(game.attach(bad), 'ERR_ARGUMENT')
  assert.equal(game.engine, engine)
  await game.play({ depth: 1 })
})

test('of several attach() the newest counts', async t => {
  const { game } = await withEngine(t)
  const slow = scripted({ uci: [] })
  const slower = scripted({ uci: [] })
  const quick = scripted()
  const calls = [game.attach(slow), game.attach(slower), game.attach(quick)]
  await rejects(calls[0], 'ERR_UCI_CANCELLED')
  await rejects(calls[1], 'ERR_UCI_CANCELLED')
  await calls[2]
  assert.ok(slow.killed > 0 && slower.killed > 0)
  quick.sent.length = 0
  await game.play({ depth: 1 })
  assert.ok(quick.sent.includes('go depth 1'))
})

// --- the end -----------------------------------------------------------------------------------------

test('stop ends the search, the engine and the game', async () => {
  for (const owned of [true, false]) {
    const transport = scripted({ endless: true })
    const engine = owned ? transport : await Engine.start(transport)
    const ends = []
    const game = await UciGame.create({ engine, onTerminate: (g, reason) => ends.push(reason, g.ply) })
    const thinking = game.play({ depth: 30 }, 'e4')
    await until(() => transport.sent.includes('go depth 30'))
    game.stop()
    game.stop()
    assert.equal(game.stopped, true)
    assert.match((await rejects(thinking, 'ERR_UCI_CANCELLED')).message, /the game was stopped/)
    assert.deepEqual(ends, ['stopped', 1])
    const late = scripted()
    const calls = {
      play: () => game.play(),
      bestMove: () => game.bestMove(),
      attach: () => game.attach(late),
      setPosition: () => game.setPosition(START_FEN),
      syncPosition: () => game.syncPosition(),
      ready: () => game.ready(),
    }
    for (const [name, call] of Object.entries(calls)) await rejects(call(), 'ERR_GAME_STOPPED', name)
    assertThrows(() => game.command('isready'), 'ERR_GAME_STOPPED')
    assertThrows(() => game.setHandler('default'), 'ERR_GAME_STOPPED')
    assertThrows(() => game.engine, 'ERR_GAME_STOPPED')
    assert.ok(late.killed > 0, 'a transport that comes too late is not left alone')
    assert.equal(transport.closed, owned ? 1 : 0)
    assert.ok(transport.sent.includes(owned ? 'quit' : 'stop'))
    if (!owned) {
      await engine.isReady()
      await engine.quit()
    }
  }
})

test('everything that waits settles when the game is stopped', async () => {
  // An engine that has said hello, and nothing more.
  const silent = () => {
    const transport = scripted({ endless: true })
    transport.mute = () => {
      transport.send = line => transport.sent.push(line)
    }
    return transport
  }
  const calls = {
    play: game => game.play({}, 'e4'),
    bestMove: game => game.bestMove(),
    setPosition: game => game.setPosition(MATE_IN_ONE),
    syncPosition: game => game.syncPosition(),
    ready: game => game.ready(),
    attach: game => game.attach(scripted({ uci: [] })),
  }
  for (const [name, call] of Object.entries(calls)) {
    const transport = silent()
    const game = await UciGame.create({ engine: transport })
    transport.mute()
    const waiting = call(game)
    await wait(5)
    game.stop()
    await rejects(waiting, 'ERR_UCI_CANCELLED', name)
  }
})

test('stop while the engine is being attached ends it', async () => {
  const game = new UciGame()
  const attaching = game.attach(processTransport(NATIVE))
  game.stop()
  await rejects(attaching, 'ERR_UCI_CANCELLED')
  await noChildLeft()
})

test('Symbol.dispose stops', async () => {
  const transport = scripted()
  const game = await UciGame.create({ engine: transport })
  game[Symbol.dispose]()
  assert.equal(game.stopped, true)
  await until(() => transport.closed === 1)
})

test('the idle timeout does not fire while the engine thinks, but afterwards it does', async () => {
  const transport = scripted({ endless: true })
  const reasons = []
  const game = await UciGame.create({
    engine: transport,
    idleTimeout: 60,
    onTerminate: (_, reason) => reasons.push(reason),
  })
  const thinking = game.play({ depth: 30 }, 'e4')
  await wait(300)
  assert.equal(game.stopped, false)
  assert.equal(transport.closed, 0)
  transport.endless = false
  game.command('stop')
  assert.equal((await thinking).engineMove, 'a7a6')
  assert.equal(game.stopped, false)
  await until(() => game.stopped)
  assert.deepEqual(reasons, ['idle_timeout'])
  await until(() => transport.closed === 1, 'its engine is quit')
})

test('the idle timeout begins anew when the engine has answered', async t => {
  const { game, transport } = await withEngine(t, { endless: true }, { idleTimeout: 800 })
  const thinking = game.bestMove({ depth: 30 })
  await wait(600)
  game.command('stop')
  await thinking
  await wait(400)
  assert.equal(game.stopped, false)
  await until(() => game.stopped)
  assert.equal(transport.closed, 1)
})

test('what onTerminate does to the engine does no harm', async t => {
  const waiting = []
  const { game } = await withEngine(
    t,
    {},
    { onTerminate: g => waiting.push(g.play(), g.attach(scripted({ uci: [] })), g.ready()) },
  )
  game.stop()
  assert.equal(waiting.length, 3)
  await rejects(waiting[0], 'ERR_UCI_CANCELLED')
  await rejects(waiting[1], 'ERR_UCI_CANCELLED')
  await settled(waiting[2])
})

test('a game that is collected ends its engine', async () => {
  const code = `
    import { UciGame } from ${JSON.stringify(pathToFileURL(`${dist}uci.js`).href)}
    let closed = 0
    const transport = () => {
      const self = {
        send(line) {
          if (line === 'uci') self.onLine('uciok')
          if (line === 'isready') self.onLine('readyok')
          if (line.startsWith('go')) self.onLine('bestmove e7e5')
        },
        async close() { closed++ },
        kill() {},
      }
      return self
    }
    const held = transport()
    const keep = await UciGame.create({ engine: held })
    await (async () => {
      for (let i = 0; i < 5; i++) {
        const game = await UciGame.create({ engine: transport(), handler: () => {} })
        await game.play({ depth: 1 }, 'e4')
      }
    })()
    for (let i = 0; i < 1000 && closed < 5; i++) {
      gc()
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    report([closed, keep.stopped, keep.engine.dead])
  `
  assert.deepEqual(runChild(code, { flags: ['--expose-gc'] }), [5, false, false])
})

// --- who hears the engine ------------------------------------------------------------------------------

test('a handler hears every line, of the next engine too', async t => {
  const lines = []
  const { game } = await withEngine(t, {}, { handler: line => lines.push(line) })
  assert.deepEqual(lines, [...UCI, 'readyok', 'readyok', 'readyok'])
  lines.length = 0
  await game.play({ depth: 1 }, 'e4')
  assert.deepEqual(lines, ['readyok', 'info depth 3 score cp 13 pv a7a6', 'bestmove a7a6 ponder a2a3'])
  lines.length = 0
  const engine = await Engine.start(scripted())
  t.after(() => engine.quit())
  await game.attach(engine)
  await game.attach(engine)
  lines.length = 0
  await game.bestMove({ depth: 1 })
  assert.deepEqual(lines.at(-1).slice(0, 8), 'bestmove')
  assert.equal(lines.filter(line => line.startsWith('bestmove')).length, 1)

  game.setHandler(undefined)
  lines.length = 0
  await game.ready()
  assert.deepEqual(lines, [])
  game.setHandler(line => lines.push(line))
  game.stop()
  await engine.isReady()
  assert.deepEqual(lines, [], 'the engine lives on, the game does not listen')
})

test('a search that a handler starts at bestmove does not cancel the one that has ended', async t => {
  const { game } = await withEngine(t)
  const next = []
  const searchAgain = line => {
    if (!line.startsWith('bestmove')) return
    game.setHandler(undefined)
    next.push(settled(game.bestMove({ depth: 1 })))
  }
  game.setHandler(searchAgain)
  assert.equal((await settled(game.bestMove({ depth: 1 }))).value, 'a2a3')
  assert.equal((await next[0]).value, 'a2a3')
  // Of the position before the move that is played now.
  game.setHandler(searchAgain)
  assert.equal((await settled(game.play({ depth: 1 }))).value?.engineMove, 'a2a3')
  assert.equal((await next[1]).error?.code, 'ERR_UCI_CANCELLED')
  assert.equal((await settled(game.play({ depth: 1 }))).value?.engineMove, 'a7a6')
})

test('what a handler throws is reported once, and changes nothing', async t => {
  let heard = 0
  const faults = reportedFaults(t)
  const { game } = await withEngine(
    t,
    {},
    {
      handler: () => {
        heard++
        throw new Error('handler')
      },
    },
  )
  await game.play({ depth: 1 }, 'e4')
  game.setHandler(async () => {
    heard++
    throw new Error('handler')
  })
  const { engineMove } = await game.play({ depth: 1 }, 'd4')
  assert.equal(game.lastMove.uci, engineMove)
  assert.ok(heard > 10)
  await until(() => faults.length === heard)
  for (const bad of [null, 5, 'loud', {}]) assertThrows(() => game.setHandler(bad), 'ERR_ARGUMENT')
})

test("the handler 'default' writes to the console", async t => {
  const log = t.mock.method(console, 'log', () => {})
  const { game } = await withEngine(t, {}, { handler: 'default' })
  assert.deepEqual(
    log.mock.calls.map(call => call.arguments),
    [...UCI, 'readyok', 'readyok', 'readyok'].map(line => [line]),
  )
  game.stop()
})
