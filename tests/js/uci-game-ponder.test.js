// SPDX-License-Identifier: Apache-2.0
// Engines of games that think in the other side's time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Engine, Game, noChildLeft, rejects, until } from './support/engines.js'
import { first, scripted, stockfish, UciGame, uciMoves, withEngine } from './support/game-engines.js'

// --- pondering -------------------------------------------------------------------------------------------

const ponders = { pick: g => (g.ply === 1 ? 'e7e5' : first(g)), reply: () => 'g1f3' }

test('the engine ponders on the reply that it expects, and a hit takes that search', async t => {
  for (const answer of ['play', 'move']) {
    const { game, transport } = await withEngine(t, ponders, { ponder: true })
    const limits = { wtime: 60_000, btime: 60_000, winc: 100, binc: 100 }
    await game.play(limits, 'e4')
    await until(() => transport.sent.some(line => line.startsWith('go ponder')))
    assert.deepEqual(transport.news(), [
      'position startpos moves e2e4',
      'go wtime 60000 btime 60000 winc 100 binc 100',
      'position startpos moves e2e4 e7e5 g1f3',
      'go ponder wtime 60000 btime 60000 winc 100 binc 100',
    ])
    if (answer === 'move') game.move('g1f3')
    const { engineMove } = await game.play(
      { ...limits, wtime: 58_000, btime: 59_000 },
      answer === 'play' ? 'Nf3' : undefined,
    )
    assert.deepEqual(transport.news().slice(0, 1), ['ponderhit'])
    assert.deepEqual(uciMoves(game), ['e2e4', 'e7e5', 'g1f3', engineMove])
    game.stop()
  }
})

test('the engine’s option Ponder is set', async t => {
  const transport = scripted()
  const game = await UciGame.create({ engine: transport, ponder: true })
  t.after(() => game.stop())
  assert.ok(transport.sent.includes('setoption name Ponder value true'))
  assert.equal(game.engine.options.get('Ponder').value, true)
})

test('a miss, other limits, and any other change stop the pondering', async t => {
  const misses = {
    'another move': game => game.play({ depth: 2 }, 'd4'),
    'another depth': game => game.play({ depth: 3 }, 'Nf3'),
    'the same side again': game => game.play({ depth: 2 }),
    'a take-back': game => {
      game.undo()
      return game.play({ depth: 2 })
    },
    'the move and a take-back': game => {
      game.move('g1f3')
      game.undo()
      return game.play({ depth: 2 })
    },
    'a new game': game => {
      game.newGame()
      return game.play({ depth: 2 })
    },
    'the same game, loaded': game => {
      game.loadPgn('1. e4 e5 2. Nf3')
      return game.play({ depth: 2 })
    },
    'a hint': async game => {
      await game.bestMove({ depth: 2 })
      return game.play({ depth: 2 }, 'Nf3')
    },
    'a word with the engine': async game => {
      await game.syncPosition()
      return game.play({ depth: 2 }, 'Nf3')
    },
  }
  for (const [name, go] of Object.entries(misses)) {
    const { game, transport } = await withEngine(t, ponders, { ponder: true })
    await game.play({ depth: 2 }, 'e4')
    await until(() => transport.sent.includes('go ponder depth 2'), name)
    transport.sent.length = 0
    const { engineMove } = await go(game)
    assert.equal(game.lastMove.uci, engineMove, name)
    assert.equal(transport.sent[0], 'stop', name)
    assert.equal(transport.sent.includes('ponderhit'), false, name)
    assert.ok(
      transport.sent.some(line => /^go depth/.test(line)),
      name,
    )
    game.stop()
  }
})

test('a hit that is cancelled, and one whose engine dies', async t => {
  for (const end of ['undo', 'die', 'stop']) {
    const { game, transport } = await withEngine(t, ponders, { ponder: true })
    await game.play({ depth: 2 }, 'e4')
    await until(() => transport.sent.includes('go ponder depth 2'))
    transport.endless = true
    const hit = game.play({ depth: 2 }, 'Nf3')
    await until(() => transport.sent.includes('ponderhit'))
    if (end === 'die') transport.die()
    else game[end]()
    await rejects(hit, end === 'die' ? 'ERR_UCI_ENGINE_DEAD' : 'ERR_UCI_CANCELLED', end)
    if (end === 'undo') {
      assert.ok(transport.sent.includes('stop'))
      assert.equal(game.ply, 2)
      transport.endless = false
      await game.play({ depth: 1 }, 'd4')
      assert.equal(game.ply, 4)
    }
    if (end === 'die') assert.equal(game.ply, 3, 'your move is there')
  }
})

test('pondering that fails has no effect on the next play', async t => {
  const { game, transport } = await withEngine(t, ponders, { ponder: true })
  await game.play({ depth: 2 }, 'e4')
  await until(() => transport.sent.includes('go ponder depth 2'))
  transport.die()
  await wait(20)
  await rejects(game.play({ depth: 2 }, 'Nf3'), 'ERR_UCI_ENGINE_DEAD')
  await game.attach(scripted(ponders))
  await game.play({ depth: 2 })
  assert.equal(game.ply, 4)
})

test('no pondering where there is nothing to expect', async t => {
  // No ponder move, an illegal one, one that ends the game.
  const fool = ['f2f3', 'e7e5', 'g2g4']
  for (const reply of [() => '', () => 'e2e4', g => (g.ply === 3 ? 'd8h4' : '')]) {
    const { game, transport } = await withEngine(t, { pick: g => fool[g.ply], reply }, { ponder: true })
    game.playMoves(fool.slice(0, 2))
    await game.play({ depth: 2 })
    await wait(10)
    assert.equal(
      transport.sent.some(line => line.startsWith('go ponder')),
      false,
    )
    game.stop()
  }
})

test('stop ends the pondering of an engine that lives on', async t => {
  const transport = scripted(ponders)
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  const game = await UciGame.create({ engine, ponder: true })
  await game.play({ depth: 2 }, 'e4')
  await until(() => transport.sent.includes('go ponder depth 2'))
  game.stop()
  await until(() => transport.sent.at(-1) === 'stop')
  assert.equal((await engine.bestMove({}, { depth: 1 })).move, first(new Game()))
})

test('Stockfish ponders through a game, with hits and misses', async t => {
  const { transport, sent } = stockfish(t)
  const game = await UciGame.create({ engine: transport, ponder: true })
  t.after(() => game.stop())
  let expected
  game.setHandler(line => {
    const found = /^bestmove \S+ ponder (\S+)/.exec(line)
    if (found) expected = found[1]
  })
  const hits = () => sent.filter(line => line === 'ponderhit').length
  let wanted = 0
  await game.play({ nodes: 2000 }, 'e4')
  for (let turn = 0; turn < 12 && !game.status.over; turn++) {
    const legal = game.isLegal(expected)
    const hit = turn % 3 !== 2 && legal
    const move = hit ? expected : game.legalMoves('uci').find(uci => uci !== expected)
    if (hit) wanted++
    await until(() => !legal || /^go ponder/.test(sent.at(-1)), 'it ponders')
    const { engineMove, status } = await game.play({ nodes: 2000 }, move)
    assert.equal(hits(), wanted, `turn ${turn}`)
    if (!status.over) assert.equal(game.lastMove.uci, engineMove)
  }
  assert.ok(wanted >= 6, `${wanted} hits`)
  game.stop()
  await noChildLeft()
})
