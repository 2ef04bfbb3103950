// SPDX-License-Identifier: Apache-2.0
// How games end: stop(), Symbol.dispose, idle timeouts and collection, and that nothing of them stays behind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { loadInChild, runChild } from './support/child.js'
import { reportedFaults } from './support/faults.js'
import { played } from './support/games.js'

const inChild = (code, options) => runChild(`${loadInChild}\n${code}`, options)

test('a stopped game refuses every call but stop, stopped and dispose', () => {
  const game = played(['e2e4'])
  const clone = game.clone()
  const state = game.state()
  game.stop()
  assert.equal(game.stopped, true)
  game.stop()
  game[Symbol.dispose]()
  const calls = {
    newGame: () => game.newGame(),
    setOptions: () => game.setOptions({}),
    clone: () => game.clone(),
    move: () => game.move('e7e5'),
    sanMove: () => game.sanMove('e5'),
    indexMove: () => game.indexMove(52, 36),
    playMoves: () => game.playMoves(['e5']),
    playNone: () => game.playMoves([]),
    line: () => game.line(['e5']),
    undo: () => game.undo(),
    redo: () => game.redo(),
    toFen: () => game.toFen(),
    legalMoves: () => game.legalMoves(),
    pieces: () => game.pieces(),
    pieceAt: () => game.pieceAt('e4'),
    attackers: () => game.attackers('e4', 'black'),
    pinned: () => game.pinned('white'),
    hasMatingMaterial: () => game.hasMatingMaterial('white'),
    board: () => game.board(),
    print: () => game.print(),
    draw: () => game.draw(),
    setWinner: () => game.setWinner('white'),
    claimDraw: () => game.claimDraw(),
    state: () => game.state(),
    setState: () => game.setState(state),
    loadPgn: () => game.loadPgn('1. e4'),
    pgn: () => game.pgn(),
  }
  for (const form of ['move', 'uci', 'san', 'index', 'packed', 'count'])
    calls[`legalMoves ${form}`] = () => game.legalMoves(form)
  for (const getter of [
    'options',
    'fen',
    'status',
    'sideToMove',
    'isCheck',
    'halfmoveClock',
    'fullmoveNumber',
    'ply',
    'lastMove',
    'moves',
    'hash',
    'claimableDraws',
    'headers',
  ]) {
    calls[getter] = () => game[getter]
  }
  for (const [name, call] of Object.entries(calls)) assertThrows(call, 'ERR_GAME_STOPPED', {}, name)
  assert.equal(game.isLegal('e7e5'), false)
  assert.equal(game.tryMove('e7e5').ok, false)
  assert.equal(game.tryMove('e7e5').error.code, 'ERR_GAME_STOPPED')
  assert.equal(clone.lastMove.uci, 'e2e4', 'the clone lives on')
})

test('a game reuses the place of a stopped one, and the stopped one never sees it', () => {
  const stopped = []
  for (let round = 0; round < 20_000; round++) {
    const game = new Game()
    if (round % 100 === 0) game.move('d2d4')
    game.stop()
    if (round % 100 === 0) stopped.push(game)
  }
  const living = Array.from({ length: 300 }, () => played(['e2e4']))
  for (const game of stopped) assertThrows(() => game.fen, 'ERR_GAME_STOPPED')
  for (const game of stopped) assertThrows(() => game.move('e7e5'), 'ERR_GAME_STOPPED')
  for (const game of stopped) game.stop()
  for (const game of living) assert.equal(game.lastMove.uci, 'e2e4')
})

test('onTerminate is called once, with the game still readable, and may call anything', () => {
  const seen = []
  const game = new Game({
    onTerminate(given, reason) {
      assert.equal(given, game)
      seen.push([reason, given.fen.length > 0, given.moves.length])
      given.stop()
    },
  })
  game.move('e2e4')
  game.stop()
  game.stop()
  assert.deepEqual(seen, [['stopped', true, 1]])
  let second = 0
  const reset = new Game({ onTerminate: () => second++ })
  reset.setOptions({ onTerminate: undefined })
  reset.stop()
  assert.equal(second, 0)
})

test('what onTerminate throws is reported once, to reportError() where there is one', async t => {
  for (const place of ['console', 'reportError']) {
    const faults = reportedFaults(t, place)
    const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
    const handlers = [
      () => {
        throw thrown
      },
      async () => {
        throw rejected
      },
    ]
    for (const onTerminate of handlers) new Game({ onTerminate }).stop()
    await Promise.resolve()
    assert.deepEqual(faults, [thrown, rejected])
    t.mock.restoreAll()
  }
  t.mock.method(console, 'error', () => {
    throw new Error('of the console')
  })
  const stubborn = new Game({
    onTerminate: () => {
      throw new Error('thrown')
    },
  })
  stubborn.stop()
  assert.ok(stubborn.stopped)
})

test('idle timeouts fire in order, calls and getters put them off, a throw is contained', () => {
  // A clock of the test's own: on a busy machine the real one passes several timeouts at once.
  const prelude = `
    let now = 0
    const timers = new Set()
    performance.now = () => now
    globalThis.setTimeout = (call, milliseconds) => {
      const timer = { call, at: now + milliseconds, unref: () => timer }
      timers.add(timer)
      return timer
    }
    globalThis.clearTimeout = timer => timers.delete(timer)
    const pass = async milliseconds => {
      for (const end = now + milliseconds; now < end; now++) {
        for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.call()
        await null
      }
    }
  `
  const result = inChild(
    `
    const order = []
    const note = name => (game, reason) => order.push([name, reason, game.ply, game.stopped])
    const first = new Game({ idleTimeout: 100, onTerminate: note('first') })
    const busy = new Game({ idleTimeout: 250, onTerminate: note('busy') })
    const third = new Game({ idleTimeout: 450, onTerminate: note('third') })
    const thrower = new Game({ idleTimeout: 200, onTerminate() { order.push(['thrower']); throw new Error('contained') } })
    const rejecter = new Game({ idleTimeout: 210, onTerminate: async () => { throw new Error('contained too') } })
    const changed = new Game({ idleTimeout: 20, onTerminate: note('changed') })
    changed.setOptions({ idleTimeout: 300 })
    const never = new Game({ idleTimeout: 20, onTerminate: note('never') })
    never.setOptions({ idleTimeout: undefined })
    const stopped = new Game({ idleTimeout: 30, onTerminate: note('stopped') })
    stopped.stop()
    first.move('e2e4')
    for (let used = 0; used < 600; used += 10) {
      await pass(10)
      busy.ply
    }
    await pass(800)
    report({ order, states: [first, busy, third, thrower, rejecter, changed, never].map(game => game.stopped) })
  `,
    { prelude },
  )
  assert.deepEqual(
    result.order.map(([name]) => name),
    ['stopped', 'first', 'thrower', 'changed', 'third', 'busy'],
  )
  assert.deepEqual(result.order[1], ['first', 'idle_timeout', 1, false])
  assert.deepEqual(result.order[0][1], 'stopped')
  assert.deepEqual(result.states, [true, true, true, true, true, true, false])
})

test('timers do not keep the process alive', () => {
  // Longer than a child may live.
  const count = inChild(`
    for (let index = 0; index < 1000; index++) new Game({ idleTimeout: 3_600_000 + index })
    report(1000)
  `)
  assert.equal(count, 1000)
})

test('timeouts beyond 2³¹ ms do not fire at once', () => {
  const result = inChild(`
    const games = [2 ** 31, 2 ** 31 - 1, 2 ** 32 + 5, 1e15, Number.MAX_VALUE].map(idleTimeout => new Game({ idleTimeout }))
    // A timer that is due earlier comes earlier, however late both are.
    await new Promise(done => setTimeout(done, 20))
    report(games.map(game => game.stopped))
  `)
  assert.deepEqual(result, [false, false, false, false, false])
})

test('a hundred thousand games with timeouts share one timer, games without one need none', () => {
  const prelude = `
    const live = new Set()
    let most = 0
    const { setTimeout: set, clearTimeout: clear } = globalThis
    globalThis.setTimeout = (action, ...rest) => {
      const timer = set((...args) => { live.delete(timer); action(...args) }, ...rest)
      live.add(timer)
      most = Math.max(most, live.size)
      return timer
    }
    globalThis.clearTimeout = timer => { live.delete(timer); clear(timer) }
  `
  const result = inChild(
    `
    const plain = Array.from({ length: 1000 }, () => new Game())
    const none = most
    const games = Array.from({ length: 100_000 }, (_, index) => new Game({ idleTimeout: 1500 + (index * 7919) % 400 }))
    for (const game of games) game.move('e2e4')
    const one = most
    const late = games.splice(0, 1000)
    for (const game of games) game.stop()
    const still = live.size
    for (const game of late) game.stop()
    const after = live.size
    report({ none, one, still, after, plain: plain.length, alive: core.exports.binbo_game_count() })
  `,
    { prelude },
  )
  assert.equal(result.none, 0)
  assert.equal(result.one, 1)
  assert.equal(result.still, 1)
  assert.equal(result.after, 0)
  assert.equal(result.alive, 1000)
})

test('a game with a timeout is held until it fires', () => {
  const result = inChild(
    `
    let fired = 0
    new Game({ idleTimeout: 1000, onTerminate: () => fired++ })
    for (let turn = 0; turn < 5; turn++) {
      gc()
      await new Promise(done => setTimeout(done, 10))
    }
    const held = core.exports.binbo_game_count() + fired
    while (fired === 0 || core.exports.binbo_game_count() > 0) {
      gc()
      await new Promise(done => setTimeout(done, 10))
    }
    report([held, fired])
  `,
    { flags: ['--expose-gc'] },
  )
  assert.deepEqual(result, [1, 1])
})

test('unreachable games are collected, and their handler is not called', () => {
  const result = inChild(
    `
    let called = 0
    const make = count => {
      for (let index = 0; index < count; index++) {
        const game = new Game({ onTerminate: () => called++ })
        game.move('e2e4')
        game.headers.set('Event', 'lost')
        if (index % 3 === 0) game.clone()
        if (index % 3 === 1) Game.fromState(game.state())
      }
    }
    make(3000)
    const held = core.exports.binbo_game_count()
    for (let turn = 0; turn < 20 && core.exports.binbo_game_count() > 0; turn++) {
      gc()
      await new Promise(done => setTimeout(done, 5))
    }
    report([held > 3000, core.exports.binbo_game_count(), called])
  `,
    { flags: ['--expose-gc'] },
  )
  assert.deepEqual(result, [true, 0, 0])
})

test('collection of a stopped game frees no other game that took its place', () => {
  const result = inChild(
    `
    // each round leaves thousands of dead objects whose handles the places have had, in every generation
    let broken = 0
    for (let round = 0; round < 8; round++) {
      const living = []
      for (let index = 0; index < 12_000; index++) {
        new Game().stop()
        if (index % 1000 === round * 100) living.push(new Game())
      }
      const last = new Game()
      last.move('e2e4')
      for (let turn = 0; turn < 4; turn++) {
        gc()
        await new Promise(done => setTimeout(done, 5))
      }
      for (const game of [...living, last]) {
        try {
          if (game.legalMoves('count') !== 20) broken++
          game.stop()
        } catch {
          broken++
        }
      }
    }
    report([broken, core.exports.binbo_game_count()])
  `,
    { flags: ['--expose-gc'] },
  )
  assert.deepEqual(result, [0, 0])
})

test('memory is level: stop() frees at once, setState, newGame and loadPgn do not pile up', () => {
  const result = inChild(`
    const size = () => core.exports.memory.buffer.byteLength
    const use = index => {
      const game = new Game({ fen: index % 2 ? undefined : 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1' })
      for (let ply = 0; ply < index % 50; ply++) {
        if (game.status.over) break
        game.move(game.legalMoves('uci', undefined)[0])
      }
      if (index % 5 === 0) game.setState(game.state())
      if (index % 7 === 0) game.loadPgn('1. e4 (1. d4) e5 2. Nf3 Nc6')
      if (index % 11 === 0) game.newGame()
      if (index % 13 === 0) game.clone().stop()
      if (index % 17 === 0) { try { game.loadPgn('1. e4 e5 2. Qd4') } catch {} }
      if (index % 19 === 0) { try { game.setState(new Uint8Array(50)) } catch {} }
      game.stop()
    }
    for (let index = 0; index < 2000; index++) use(index)
    const before = size()
    for (let index = 0; index < 20_000; index++) use(index)
    for (let index = 0; index < 100_000; index++) new Game().stop()
    report([size() - before, core.exports.binbo_game_count()])
  `)
  assert.deepEqual(result, [0, 0])
})

test('memory is level where the event loop turns, without stop()', () => {
  const result = inChild(
    `
    const size = () => core.exports.memory.buffer.byteLength
    const batch = async () => {
      for (let index = 0; index < 2000; index++) new Game().move('e2e4')
      gc()
      await new Promise(done => setTimeout(done, 2))
      await new Promise(done => setTimeout(done, 2))
    }
    for (let round = 0; round < 5; round++) await batch()
    const before = size()
    for (let round = 0; round < 45; round++) await batch()
    report([size() - before, core.exports.binbo_game_count() <= 4000])
  `,
    { flags: ['--expose-gc'] },
  )
  assert.deepEqual(result, [0, true])
})
