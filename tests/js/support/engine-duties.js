// SPDX-License-Identifier: Apache-2.0
// Twenty duties of an engine, each tried through binbo/uci: for `make engines` with all engines there are, and for the
// tests with those that are always there. A duty is done, or refused with an error that says what the engine cannot do;
// anything else is a fault.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dist } from './binbo.js'
import { processes } from './processes.js'

const load = name => import(pathToFileURL(`${dist}${name}.js`).href)
const { chess960Fen, ChessError, Game } = await load('index')
const { Engine } = await load('uci')

/** No duty takes longer, in milliseconds. */
const LONGEST = 60_000
/** Codes with which a duty can be refused, and nothing is wrong. */
const REFUSALS = new Set(['ERR_UCI_MOVE', 'ERR_UCI_OPTION', 'ERR_UCI_VARIANT'])

/** @import { Transport } from '#js/uci/transports/line-transport.js' */
/** @typedef {{ duty: string, outcome: 'done' | 'refused' | 'failed', note: string, time: number }} Result */

/** What both sides play again and again, from Black's first move on. */
const KNIGHTS = ['Nf6', 'Nf3', 'Ng8', 'Ng1']
const MATE_IN_ONE = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'
const CASTLING = '1k6/8/8/8/8/8/8/RK5R w KQ - 0 1'

/** @param {object} position @param {string | null} move */
function assertLegal(position, move) {
  const game = new Game({ fen: position.fen, variant: position.variant, draws: 'none' })
  game.playMoves(position.moves ?? [])
  assert.ok(game.legalMoves('uci').includes(move), `${move} in ${game.fen}`)
  game.stop()
}

/** A search whose move is legal. */
async function search(engine, position, limits, options) {
  const best = await engine.bestMove(position, limits, options)
  assertLegal(position, best.move)
  return best
}

/**
 * A search that the engine ends by itself, before the library says stop.
 * @param {string[]} sent
 * @param {() => Promise<unknown>} action
 */
async function byItself(sent, action) {
  const { length } = sent
  await action()
  assert.ok(!sent.slice(length).includes('stop'), 'it had to be stopped')
}

/** An endless search that runs. */
async function endless(engine) {
  const running = engine.search({ moves: ['e4'] }, { infinite: true })
  await running[Symbol.asyncIterator]().next()
  await wait(100)
  return running
}

/** @param {string} text of the command line of processes that this one has started, directly or not */
function descendants(text) {
  const all = processes()
  const family = new Set([process.pid])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all.filter(
    ({ pid, args, state }) => pid !== process.pid && family.has(pid) && state !== 'Z' && args.includes(text),
  )
}

/** A value of the option that is not the current one. */
const other = ({ min, value }) => (value === min ? min + 1 : min)

/** @type {Record<string, (engine: any, program: string, sent: string[]) => Promise<string | void>>} by name; a text is a remark */
const DUTIES = {
  async start(engine) {
    assert.ok(engine.id.name.length > 0)
    await engine.isReady()
  },
  async options(engine) {
    assert.ok(engine.options.size > 0)
    for (const { type, name, default: value, min, max } of engine.options.values()) {
      assert.ok(['check', 'spin', 'combo', 'button', 'string'].includes(type), name)
      if (type === 'spin') assert.ok(min <= value && value <= max, name)
    }
    const hash = engine.options.get('Hash')
    await engine.setOption('hash', other(hash))
    assert.equal(engine.options.get('Hash').value, other(hash))
    await engine.setOption('Hash', hash.value)
    await assert.rejects(engine.setOption('Hash', -1), { code: 'ERR_UCI_OPTION' })
  },
  async depth(engine) {
    const { info } = await search(engine, { moves: ['e4', 'e5'] }, { depth: 6 })
    assert.ok(info.depth >= 5 && info.depth <= 7, `depth ${info.depth}`)
    assertLegal({ moves: ['e4', 'e5'] }, info.pv[0])
  },
  async nodes(engine) {
    let last = 0
    const listen = line => {
      last = Math.max(last, Number(/ nodes (\d+)/.exec(line)?.[1] ?? 0))
    }
    engine.on('line', listen)
    await search(engine, {}, { nodes: 20_000 })
    engine.off('line', listen)
    if (last > 40_000) return `ignored: stopped after ${last.toLocaleString('en-US')}`
  },
  movetime: (engine, _, sent) => byItself(sent, () => search(engine, {}, { movetime: 300 })),
  clock: (engine, _, sent) =>
    byItself(sent, () => search(engine, { moves: ['d4'] }, { wtime: 2000, btime: 2000, winc: 20, binc: 20 })),
  async mate(engine) {
    const { move } = await search(engine, { fen: MATE_IN_ONE }, { mate: 1 })
    if (move !== 'a1a8') return `ignored: ${move}`
  },
  async stop(engine) {
    const running = await endless(engine)
    await running.stop()
    assertLegal({ moves: ['e4'] }, (await running.best).move)
  },
  async searchmoves(engine) {
    const { move } = await search(engine, {}, { depth: 4 }, { searchMoves: ['a3', 'h3'] })
    assert.ok(['a2a3', 'h2h3'].includes(move))
  },
  async multipv(engine) {
    const { lines } = await engine.bestMove({}, { depth: 5 }, { multipv: 3 })
    assert.equal(new Set(lines.map(({ pv }) => pv[0])).size, 3)
    const after = await engine.bestMove({}, { depth: 4 })
    assert.equal(after.lines.length, 1)
  },
  async ponder(engine) {
    const position = { moves: ['e4', 'e5', 'Nf3'] }
    const pondering = engine.search(position, { movetime: 200 }, { ponder: true })
    await wait(300)
    pondering.ponderHit()
    assertLegal(position, (await pondering.best).move)
  },
  async chess960(engine) {
    await search(engine, { fen: chess960Fen(642), variant: 'chess960' }, { depth: 4 })
    for (const castle of ['O-O', 'O-O-O'])
      await search(engine, { fen: CASTLING, variant: 'chess960', moves: [castle] }, { depth: 4 })
  },
  async variant(engine) {
    await search(engine, { variant: 'crazyhouse', moves: ['e4', 'd5', 'exd5', 'Qxd5'] }, { depth: 4 })
  },
  async 'no move'(engine) {
    for (const position of [{ moves: ['f3', 'e5', 'g4', 'Qh4'] }, { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' }])
      assert.equal((await engine.bestMove(position, { depth: 3 })).move, null)
  },
  async 'long game'(engine) {
    for (const plies of [450, 1001, 5000]) {
      const moves = ['e4', ...Array.from({ length: plies }, (_, i) => KNIGHTS[i % 4])]
      await search(engine, { moves }, { depth: 4 })
    }
  },
  async 'option in a search'(engine) {
    const running = await endless(engine)
    const hash = engine.options.get('Hash')
    await engine.setOption('Hash', other(hash))
    assertLegal({ moves: ['e4'] }, (await running.best).move)
    await engine.setOption('Hash', hash.value)
    await search(engine, {}, { depth: 3 })
  },
  async 'isready in a search'(engine) {
    const running = await endless(engine)
    let isSearching = true
    const ready = engine.isReady().then(() => isSearching)
    await wait(500)
    isSearching = false
    await running.stop()
    assertLegal({ moves: ['e4'] }, (await running.best).move)
    const isAnswered = await ready
    await search(engine, {}, { depth: 3 })
    if (!isAnswered) return 'dropped: asked again'
  },
  async 'new game'(engine) {
    for (let game = 0; game < 2; game++) {
      await engine.newGame()
      await search(engine, {}, { depth: 4 })
    }
  },
  async restart(engine, program) {
    const hash = other(engine.options.get('Hash'))
    await engine.setOption('Hash', hash)
    const running = await endless(engine)
    for (const { pid } of descendants(program)) process.kill(pid, 'SIGKILL')
    const error = await running.best.catch(reason => reason)
    assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
    await search(engine, {}, { depth: 3 })
    assert.equal(engine.options.get('Hash').value, hash)
  },
  async quit(engine, program) {
    const running = await endless(engine)
    await engine.quit()
    assert.equal((await running.best.catch(reason => reason)).code, 'ERR_UCI_ENGINE_DEAD')
    while (descendants(program).length > 0) await wait(20)
  },
}

export const DUTY_NAMES = Object.keys(DUTIES)

/**
 * Tries all duties with one engine, one after the other.
 * @param {() => Transport} transport starts it
 * @param {string} program a part of its command line, which no other process has
 * @returns {Promise<{ name: string, results: Result[] }>}
 */
export async function tryDuties(transport, program) {
  const first = transport()
  /** @type {string[]} to the engine, until it is restarted */
  const sent = []
  const send = first.send.bind(first)
  first.send = line => {
    sent.push(line)
    send(line)
  }
  const engine = await Engine.start(first, { restart: { tries: 20 } })
  const { name } = engine.id
  /** @type {Result[]} */
  const results = []
  try {
    for (const [duty, run] of Object.entries(DUTIES))
      results.push(await tryOne(duty, () => run(engine, program, sent)))
  } finally {
    await engine.quit()
  }
  return { name, results }
}

/**
 * @param {string} duty
 * @param {() => Promise<string | void>} run
 * @returns {Promise<Result>}
 */
async function tryOne(duty, run) {
  const begin = performance.now()
  const aborter = new AbortController()
  const late = wait(LONGEST, undefined, { signal: aborter.signal }).then(() => {
    throw new Error(`not done within ${LONGEST} ms`)
  })
  late.catch(() => {})
  const result = (outcome, note) => ({ duty, outcome, note, time: performance.now() - begin })
  try {
    return result('done', (await Promise.race([run(), late])) ?? '')
  } catch (error) {
    const isRefusal = error instanceof ChessError && REFUSALS.has(error.code)
    return result(isRefusal ? 'refused' : 'failed', isRefusal ? error.code : String(error.message))
  } finally {
    aborter.abort()
  }
}
