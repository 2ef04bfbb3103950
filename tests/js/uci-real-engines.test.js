// SPDX-License-Identifier: Apache-2.0
// Stockfish, native and compiled to WebAssembly: options, lines, limits, castling, and whole games of legal moves.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  ChessError,
  chess960Fen,
  children,
  collect,
  Game,
  NATIVE,
  native,
  rejects,
  SOON,
  settled,
  WASM,
  wasm,
} from './support/engines.js'

const REAL = { native, wasm }
const COMMANDS = { native: [NATIVE, []], wasm: [process.execPath, [WASM]] }

/** An engine's own answer to `uci`, read without anything of ours. */
async function ownOptions(name) {
  const child = spawn(...COMMANDS[name], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('uci\n')
  const options = {}
  const id = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, option, type, rest] = /^option name (.+?) type (\w+)(.*)$/.exec(line) ?? []
    if (option) options[option] = { type, rest: rest.trim() }
    const [, key, value] = /^id (name|author) (.*)$/.exec(line) ?? []
    if (key) id[key] = value
    if (line === 'uciok') child.stdin.end('quit\n')
  }
  return { options, id }
}

/** What an option line said, out of what was made of it. */
function written({ type, default: value, min, max, vars = [] }) {
  if (type === 'button') return ''
  const parts = [`default ${value === '' ? '<empty>' : value}`]
  if (type === 'spin') parts.push(`min ${min}`, `max ${max}`)
  return [...parts, ...vars.map(text => `var ${text}`)].join(' ')
}

for (const [name, begin] of Object.entries(REAL)) {
  describe(`${name} Stockfish`, () => {
    let engine
    before(async () => {
      engine = await begin()
    })
    after(() => engine?.quit())

    test('its options as it prints them', async () => {
      const { options, id } = await ownOptions(name)
      assert.ok(Object.keys(options).length > 8)
      assert.deepEqual({ ...engine.id }, id)
      assert.deepEqual([...engine.options.keys()], Object.keys(options))
      for (const [option, { type, rest }] of Object.entries(options)) {
        const found = engine.options.get(option)
        assert.equal(found.type, type, option)
        assert.equal(written(found), rest === 'default' ? 'default <empty>' : rest, option)
      }
    })

    test('lines, limits, stop', async () => {
      await engine.setOption('Hash', 8)
      await engine.newGame()
      const search = engine.search({ moves: ['e4', 'e5'] }, { depth: 6 }, { multipv: 3 })
      const infos = (await collect(search)).filter(({ depth, pv }) => depth === 6 && pv)
      assert.deepEqual([...new Set(infos.map(({ multipv }) => multipv))].sort(), [1, 2, 3])
      assert.equal(new Set(infos.map(({ pv }) => pv[0])).size, 3)
      const { move } = await search.best
      const best = infos.findLast(({ multipv }) => multipv === 1)
      assert.equal(best.pv[0], move)
      for (const { score } of infos) assert.ok(best.score.compare(score) >= 0, 'the first line is the best')

      const chosen = await engine.bestMove({}, { nodes: 2000 }, { searchMoves: ['a3', 'h3'] })
      assert.ok(['a2a3', 'h2h3'].includes(chosen.move), chosen.move)
      assert.equal(chosen.info.pv[0], chosen.move)

      const endless = engine.search({}, { infinite: true })
      await wait(150)
      await engine.isReady()
      assert.equal((await settled(endless.stop())).error, undefined)
      assert.ok(new Game().isLegal((await endless.best).move))

      // Mate in one: Stockfish ends an infinite search on its own, and is silent at stop.
      const mate = engine.search({ fen: '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' }, { infinite: true })
      await wait(100)
      await settled(mate.stop())
      assert.equal((await mate.best).move, 'd1d8')
      assert.equal(mate.info.score.kind, 'mate')

      const ponder = engine.search({ moves: ['e4', 'e5', 'Nf3'] }, { movetime: 100 }, { ponder: true })
      await wait(150)
      ponder.ponderHit()
      assert.ok((await settled(ponder.best)).value?.move)
      const timed = await settled(engine.search({}, { wtime: 1000, btime: 1000, winc: 0, binc: 0 }).best)
      assert.ok(timed.value?.move && timed.time < SOON)
    })

    test('the first line begins with the move, wherever the search stops', async () => {
      const game = new Game()
      for (let index = 0; index < 24; index++) {
        const { move, lines } = await engine.bestMove(game, { nodes: 40_000 + index }, { multipv: 3 })
        assert.equal(lines[0]?.pv[0], move, game.fen)
        game.move(move)
      }
    })

    test('two whole games against itself, every move legal', async () => {
      for (const [variant, fen] of [
        ['standard', undefined],
        ['chess960', chess960Fen(name === 'native' ? 77 : 642)],
      ]) {
        await engine.newGame()
        const game = new Game({ variant, ...(fen && { fen }) })
        while (!game.status.over) {
          const { move, ponder } = await engine.bestMove(game, { nodes: 400 })
          assert.ok(game.legalMoves('uci').includes(move), `${move} in ${game.fen}`)
          game.move(move)
          if (ponder && !game.status.over)
            assert.ok(game.legalMoves('uci').includes(ponder), `${ponder} in ${game.fen}`)
          assert.ok(game.ply < 600)
        }
        assert.ok(game.ply > 10, `${variant}: ${game.ply} plies, ${game.status.type}`)
      }
    })

    test('castling in Chess960', async () => {
      const fen = '1k6/8/8/8/8/8/8/RK5R w KQ - 0 1'
      for (const castle of ['O-O', 'O-O-O']) {
        const before = new Game({ fen, variant: 'chess960' })
        const [{ uci }] = before.line([castle])
        const { move } = await engine.bestMove(before, { depth: 2 }, { searchMoves: [castle] })
        assert.equal(move, uci)
        assert.ok(['b1h1', 'b1a1'].includes(move))
        const { move: reply } = await engine.bestMove(
          { fen, variant: 'chess960', moves: [castle] },
          { depth: 2 },
        )
        before.move(move)
        assert.ok(before.legalMoves('uci').includes(reply), reply)
      }
      const classic = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
      const { move } = await engine.bestMove({ fen: classic }, { depth: 2 }, { searchMoves: ['O-O'] })
      assert.equal(move, 'e1g1')
    })

    test('mate, stalemate, repetition, bad positions', async () => {
      assert.equal((await engine.bestMove({ moves: ['f3', 'e5', 'g4', 'Qh4'] })).move, null)
      assert.equal((await engine.bestMove({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' })).move, null)
      for (const bad of [{ fen: 'garbage' }, { moves: ['e2e5'] }, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }])
        assert.ok((await settled(engine.bestMove(bad))).error instanceof ChessError)
      const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
      const moves = Array.from({ length: 5 }, () => shuffle).flat()
      assert.ok(new Game().isLegal((await engine.bestMove({ moves }, { depth: 3 })).move))
      // A drawn repetition is worth nothing: the engine knows the moves, not only the position.
      const up = {
        fen: '6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1',
        moves: ['Qd2', 'Kf8', 'Qd1', 'Kg8', 'Qd2', 'Kf8', 'Qd1'],
      }
      const { info } = await engine.bestMove(up, { depth: 1 }, { searchMoves: ['Kg8'] })
      assert.equal(info.score.value, 0)
      assert.equal(engine.dead, false)
    })
  })
}

test('Stockfish, killed from outside', async t => {
  const engine = await native()
  t.after(() => engine.quit())
  const search = engine.search({}, { infinite: true })
  await wait(50)
  for (const child of children(NATIVE)) process.kill(Number(child.split(' ')[0]), 'SIGTERM')
  const error = await rejects(search.best, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.signal, 'SIGTERM')
  assert.equal(error.exitCode, null)
})
