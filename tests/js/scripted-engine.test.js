// SPDX-License-Identifier: Apache-2.0
// The engine that page tests have in place of Stockfish is one of UCI, and says the same each time.

import assert from 'node:assert/strict'
import test from 'node:test'
import { createScriptedEngine } from '../browser/support/scripted-engine.js'

/** @typedef {{ lines: string[], send: (...commands: string[]) => void, answer: () => Promise<string> }} Talk */

/** @returns {Talk} */
function talk() {
  /** @type {string[]} */
  const lines = []
  let told = () => {}
  const engine = createScriptedEngine(line => {
    lines.push(line)
    if (line.startsWith('bestmove')) told()
  })
  return {
    lines,
    send: (...commands) => {
      for (const command of commands) engine.send(command)
    },
    answer: async () => {
      if (!lines.at(-1)?.startsWith('bestmove')) await new Promise(resolve => (told = () => resolve(null)))
      return lines.at(-1) ?? ''
    },
  }
}

/** @param {string[]} lines of one depth @returns {string[]} their first moves */
const firstMoves = lines => lines.map(line => / pv (\S+)/.exec(line)?.[1] ?? '')

test('lines have different first moves, are sorted, and the answer is the first of the last ones', async () => {
  const { lines, send, answer } = talk()
  send('setoption name MultiPV value 5', 'position startpos moves e2e4', 'go depth 6')
  const best = await answer()
  const infos = lines.slice(0, -1)
  for (let at = 0; at < infos.length; at += 5) {
    const depth = infos.slice(at, at + 5)
    assert.equal(new Set(firstMoves(depth)).size, 5)
    const scores = depth.map(line => Number(/ cp (-?\d+)/.exec(line)?.[1]))
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
  }
  assert.match(infos.at(-1) ?? '', /^info depth 6 /)
  assert.equal(best.split(' ')[1], firstMoves(infos.slice(-5))[0])
  // They change while it thinks.
  const orders = Array.from({ length: 6 }, (_, at) => firstMoves(infos.slice(5 * at, 5 * at + 5)).join(' '))
  assert.ok(new Set(orders).size > 1, orders.join('\n'))
})

test('it sees a mate, takes what hangs, and keeps its own', async () => {
  for (const [fen, move, score] of [
    ['6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1', 'e1e8', 'mate 1'],
    ['4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1', 'd1d5', 'cp 5'],
    ['4k3/8/2p5/3r4/8/8/3Q4/3RK3 b - - 0 1', 'd5d2', 'cp'],
  ]) {
    const { lines, send, answer } = talk()
    send(`position fen ${fen}`, 'go depth 1')
    assert.equal((await answer()).split(' ')[1], move)
    assert.ok(lines.at(-2)?.includes(` score ${score}`), lines.at(-2))
  }
})

test('it answers after its time, at stop, after a hit, and where there is no move', async () => {
  const { lines, send, answer } = talk()
  const begun = performance.now()
  send('position startpos', 'go movetime 60')
  await answer()
  assert.ok(performance.now() - begun >= 59)
  send('go infinite')
  assert.match(lines.at(-1) ?? '', /^info depth 1 /)
  assert.throws(() => send('go depth 1'), /thinking/)
  assert.throws(() => send('position startpos'), /thinking/)
  send('stop')
  assert.match(lines.at(-1) ?? '', /^bestmove /)
  send('go ponder depth 1')
  assert.match(lines.at(-1) ?? '', /^info /)
  send('ponderhit')
  assert.match(lines.at(-1) ?? '', /^bestmove /)
  send('position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 'go depth 3')
  assert.deepEqual(lines.slice(-2), ['info depth 0 score mate 0', 'bestmove (none)'])
})

test('only the moves to search are searched, and castling of Chess960 is said as the rook’s square', async () => {
  const { send, answer } = talk()
  send('position startpos', 'go depth 2 searchmoves a2a3')
  assert.match(await answer(), /^bestmove a2a3/)
  send('setoption name UCI_Chess960 value true', 'position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
  send('go depth 1 searchmoves e1h1')
  assert.match(await answer(), /^bestmove e1h1/)
})

test('what the page must not send throws', () => {
  const { send } = talk()
  assert.throws(() => send('hello'), /not a command of UCI/)
  assert.throws(() => send('setoption name Contempt value 1'), /no option/)
  assert.throws(() => send('position fen 8/8/8/8/8/8/8/8 w - - 0 1'), { code: /^ERR_FEN/ })
  assert.throws(() => send('position startpos moves e2e5'), { code: /^ERR_MOVE/ })
})
