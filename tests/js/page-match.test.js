// SPDX-License-Identifier: Apache-2.0
// A match without a browser: what the engine thought last is what is told, as long as its move is the last one.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Score } from 'binbo/uci'
import { Match } from '../../web/play/match.js'
import { keepOpponentNamed, opponentName } from '../../web/play/opponent.js'
import { takeBack } from '../../web/study/removal.js'
import { Study } from '../../web/study/study.js'
import { freshBrowser } from './support/page-storage.js'

beforeEach(freshBrowser)

const SETUP = { human: 'white', strengths: { black: 'full' }, think: { depth: 10 } }

/** @param {number} depth @param {string} pv UCI */
const info = (depth, pv) => ({
  depth,
  score: new Score({ kind: 'cp', value: depth }, 'black'),
  pv: pv.split(' '),
})

/** An engine that says all that it thinks about its first move at once, and nothing ever after. */
function engineOf(infos, move) {
  const never = new Promise(() => {})
  let searches = 0
  return {
    options: new Map(),
    setOptions: async () => {},
    newGame: async () => {},
    search() {
      const isFirst = searches++ === 0
      return {
        lines: [],
        best: isFirst ? Promise.resolve({ move }) : never,
        async *[Symbol.asyncIterator]() {
          if (isFirst) yield* infos
          else await never
        },
      }
    },
  }
}

/** @param {object} engine */
const roomOf = engine => {
  const listeners = []
  return {
    state: 'ready',
    source: { kind: 'builtin' },
    get program() {
      return this.source
    },
    name: 'Stockfish',
    onChange: listener => listeners.push(listener),
    claim: async () => () => {},
    engine: async () => engine,
    /** Another engine is there. */
    change(facts) {
      Object.assign(this, facts)
      for (const listener of listeners) listener()
    },
  }
}

/** A match in which White has played e4 and the engine has answered. */
async function answered(infos, move) {
  const study = new Study()
  const room = roomOf(engineOf(infos, move))
  const match = new Match(study, /** @type {any} */ (room))
  match.resume()
  match.begin(/** @type {any} */ (SETUP))
  const end = new Promise(resolve => study.onChange(() => study.end.move?.color === 'black' && resolve(null)))
  study.play('e4')
  await end
  await null
  return { study, match, room }
}

test('the last thought is told, however quick the engine was', async () => {
  const infos = [info(1, 'e7e5'), info(5, 'c7c5 g1f3'), info(10, 'e7e5 g1f3 b8c6')]
  const { match } = await answered(infos, 'e7e5')
  const { depth, line, played } = match.thought ?? assert.fail('nothing thought')
  assert.deepEqual({ depth, line, played }, { depth: 10, line: ['e5', 'Nf3', 'Nc6'], played: 'e5' })
})

test('an engine that plays another move than its best says so', async () => {
  const { match } = await answered([info(9, 'e7e5 g1f3')], 'a7a6')
  assert.equal(match.thought?.line[0], 'e5')
  assert.equal(match.thought?.played, 'a6')
})

test('a thought goes with its move', async () => {
  for (const end of /** @type {((now: { study: Study, match: Match }) => void)[]} */ ([
    ({ study, match }) => takeBack(study, match.humanMove),
    ({ study }) => study.remove(study.tree.root.children[0]),
    ({ study }) => study.play('Nf3'),
    ({ study }) => study.newGame(),
  ])) {
    const now = await answered([info(9, 'e7e5')], 'e7e5')
    assert.ok(now.match.thought)
    end(now)
    assert.equal(now.match.thought, null)
  }
})

test('the opponent is called as the engine that plays; a name that people gave stays', async () => {
  const { study, match, room } = await answered([info(1, 'e7e5')], 'e7e5')
  const named = name => study.annotate(() => study.tree.headers.set('Black', name))
  named(opponentName('Stockfish', 'full'))
  keepOpponentNamed(/** @type {any} */ ({ study, match, room }))
  const remote = { source: { kind: 'remote' }, name: 'Fish 1' }
  room.change({ ...remote, state: 'starting' })
  assert.equal(study.tree.headers.get('Black'), 'Stockfish, full strength')
  room.change({ ...remote, state: 'ready' })
  assert.equal(study.tree.headers.get('Black'), 'Fish 1, full strength')
  named('My rival')
  room.change({ source: { kind: 'builtin' } })
  assert.equal(study.tree.headers.get('Black'), 'My rival')
})
