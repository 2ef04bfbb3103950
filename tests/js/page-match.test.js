// SPDX-License-Identifier: Apache-2.0
// A match without a browser: what the engine thought last is what is told, as long as its move is the last one.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Position, START_FEN } from 'binbo'
import { Score } from 'binbo/uci'
import { Match } from '#web/play/match.js'
import { keepOpponentNamed, opponentName } from '#web/play/opponent.js'
import { takeBack } from '#web/study/removal.js'
import { Study } from '#web/study/study.js'
import { after, connected } from './support/page-connected.js'
import { engineByHand, roomWith } from './support/page-engine.js'
import { freshBrowser } from './support/page-storage.js'

beforeEach(() => {
  freshBrowser()
  // The styles of the clock are there at once.
  Object.assign(document, {
    createElement: () => new Link(),
    head: {
      append: (/** @type {Link} */ link) => queueMicrotask(() => link.dispatchEvent(new Event('load'))),
    },
  })
})

class Link extends EventTarget {
  setAttribute() {}
  append() {}
}

const AFTER_E4 = Position.from(START_FEN).play('e4')
const SETUP = { human: 'white', strengths: { black: 'full' }, think: { depth: 10 } }

/** @param {number} depth @param {string} line UCI, after 1. e4 */
const info = (depth, line) => {
  const pv = line.split(' ')
  const san = AFTER_E4.line(pv).map(move => move.san)
  return { depth, score: new Score({ kind: 'cp', value: depth }, 'black'), pv, san }
}

/** A match that has begun. @param {object} setup @param {object[]} [infos] of the engine's first search */
function begun(setup, infos) {
  const study = new Study()
  const engine = engineByHand(infos)
  const room = roomWith(engine)
  const match = new Match(study, /** @type {any} */ (room))
  connected({ study, match, room: Object.assign(room, { play() {} }) })
  match.resume()
  match.begin(/** @type {any} */ (setup))
  return { study, match, room, engine }
}

/** @param {Study} study */
const movesOf = study => [...study.tree.mainline()].map(({ san }) => san)

/** @param {Match} match */
const untilClock = match => new Promise(resolve => after(match, () => match.clock && resolve(null)))

/** @param {Study} study */
const untilBlackMoved = study =>
  new Promise(resolve => after(study, () => study.end.move?.color === 'black' && resolve(null)))

/** A match in which White has played e4 and the engine has answered. */
async function answered(infos, move) {
  const { study, match, room, engine } = begun(SETUP, infos)
  void engine.asked(0).then(({ answer }) => answer(move))
  const end = untilBlackMoved(study)
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
  /** @type {(state: any) => void} */
  let react = () => {}
  const store = { react: (/** @type {typeof react} */ effect) => (react = effect) }
  keepOpponentNamed(/** @type {any} */ ({ store, study, room }))
  const change = (/** @type {object} */ facts) => {
    room.change(facts)
    react({ match, outcome: study.outcome, tree: study.tree, room })
  }
  const remote = { source: { kind: 'remote' }, name: 'Fish 1' }
  change({ ...remote, state: 'starting' })
  assert.equal(study.tree.headers.get('Black'), 'Stockfish, full strength')
  change({ ...remote, state: 'ready' })
  assert.equal(study.tree.headers.get('Black'), 'Fish 1, full strength')
  named('My rival')
  change({ source: { kind: 'builtin' } })
  assert.equal(study.tree.headers.get('Black'), 'My rival')
})

test('the engine thinks by the clock, or by the limit of the match', async t => {
  const setup = { ...SETUP, think: null }
  const { study, match, engine } = begun(setup)
  t.after(() => match.playByHand()) // its clock has a timer
  match.begin(/** @type {any} */ (setup), undefined, { base: 60_000, increment: 2000 })
  await untilClock(match)
  study.play('e4')
  const { wtime, btime, ...rest } = (await engine.asked(0)).limits
  assert.deepEqual([wtime, rest], [60_000, { winc: 2000, binc: 2000 }])
  assert.ok(btime > 0 && btime <= 60_000)
  const fixed = begun(SETUP)
  fixed.study.play('e4')
  assert.deepEqual((await fixed.engine.asked(0)).limits, { depth: 10 })
})

test('a clock that is loaded late is not that of the next game', async () => {
  const { match } = begun(SETUP)
  match.begin(/** @type {any} */ (SETUP), undefined, { base: 60_000, increment: 0 })
  match.begin(/** @type {any} */ (SETUP))
  const next = begun(SETUP).match
  next.begin(/** @type {any} */ (SETUP), undefined, { base: 60_000, increment: 0 })
  await untilClock(next)
  next.playByHand()
  assert.equal(match.clock, null)
  assert.equal('clock' in (match.saved ?? {}), false)
})

test('a thought is the best line, not the last one', async () => {
  const infos = [info(9, 'e7e5 g1f3'), { ...info(9, 'a7a6'), multipv: 2 }]
  const { match } = await answered(infos, 'e7e5')
  assert.equal(match.thought?.line[0], 'e5')
})

/** A match whose engine is coming and comes with `arrive`. @param {object} [setup] @param {object} [facts] of the room */
function coming(setup = SETUP, facts = {}) {
  const begin = begun(setup)
  const { room, engine } = begin
  const arrived = new Promise(resolve => {
    Object.assign(begin, {
      arrive() {
        room.change({ state: 'ready', progress: '' })
        resolve(engine)
      },
    })
  })
  Object.assign(room, { state: 'starting', progress: '0.4 of 1.1 MB', engine: () => arrived, ...facts })
  return /** @type {typeof begin & { arrive: () => void }} */ (begin)
}

test('while the engine is coming the list of openings answers, then the engine', async () => {
  const { study, match, engine, arrive } = coming()
  const isBlacks = untilBlackMoved(study)
  study.play('e4')
  await isBlacks
  assert.match(movesOf(study).join(' '), /^e4 (e5|c5)$/)
  assert.ok(match.isOfBook && !match.thinking)
  // Few lines of the list have this move.
  study.play('h4')
  const asked = engine.asked(0)
  arrive()
  const end = untilBlackMoved(study)
  const { game, answer } = await asked
  assert.equal(game.ply, 3)
  answer('a7a6')
  await end
  assert.equal(movesOf(study).at(-1), 'a6')
  assert.ok(!match.isOfBook)
})

test('an answer of the list for another position is dropped', async () => {
  for (const leave of /** @type {((now: ReturnType<typeof coming>) => void)[]} */ ([
    ({ study, match }) => takeBack(study, match.humanMove),
    ({ match }) => match.begin(/** @type {any} */ (SETUP)),
  ])) {
    const now = coming()
    const { study, engine } = now
    study.play('e4')
    leave(now)
    const isBlacks = untilBlackMoved(study)
    study.play('d4')
    await isBlacks
    assert.match(movesOf(study).join(' '), /^d4 (d5|Nf6)$/)
    now.arrive()
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(movesOf(study).length, 2)
    assert.deepEqual(engine.done, [])
  }
})

for (const [name, setup, facts] of /** @type {const} */ ([
  ['the engine is weaker than the list', { ...SETUP, strengths: { black: 1000 } }, {}],
  ['another engine was chosen', SETUP, { source: { kind: 'remote' } }],
  ['engines play each other', { ...SETUP, human: null, strengths: { black: 'full' } }, {}],
  ['its files wait for the server', SETUP, { progress: '' }],
]))
  test(`the engine answers itself where ${name}`, async () => {
    const { study, engine, arrive } = coming(setup, facts)
    study.play('e4')
    const asked = engine.asked(0)
    arrive()
    await asked
    assert.deepEqual(movesOf(study), ['e4'])
  })

test('the engine hears of the new game before it searches', async () => {
  const { study, engine } = begun(SETUP)
  study.play('e4')
  await engine.asked(0)
  assert.deepEqual(engine.done, ['newGame', 'search'])
})

test('an answer to a position that was left is not played', async () => {
  const { study, match, engine } = begun(SETUP)
  study.play('e4')
  const { answer } = await engine.asked(0)
  takeBack(study, match.humanMove)
  study.play('d4')
  answer('e7e5')
  const end = untilBlackMoved(study)
  const second = await engine.asked(1)
  second.answer('d7d5')
  await end
  assert.deepEqual(movesOf(study), ['d4', 'd5'])
})

test('two engines that come back wait for the user', async () => {
  const { study, match, engine } = begun(SETUP)
  study.newGame()
  match.arrangeAgain({ human: null, strengths: { white: 'full', black: 'full' }, think: { depth: 3 } })
  assert.equal(match.paused, true)
  assert.equal(engine.searches.length, 0)
  match.goOn()
  assert.deepEqual((await engine.asked(0)).limits, { depth: 3 })
})
