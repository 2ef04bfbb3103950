// SPDX-License-Identifier: Apache-2.0
// Models of the page without a page: the analysis and its limit, the threat, the engine that is chosen, the explorer, and the
// database, whose Worker and engine a test answers for.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Position } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { drawFrame, find, findAll, freshPage, said, send } from './support/page-window.js'

/** Questions to Workers. @type {{ name: string, given: any, answer: (value: unknown) => void }[]} */
let questions = []

// The build puts the names of the files there.
Object.assign(globalThis, { WORKERS: {} })
globalThis.Worker = /** @type {any} */ (
  class extends EventTarget {
    postMessage({ id, name, given }) {
      const send = (/** @type {object} */ data) =>
        this.dispatchEvent(Object.assign(new Event('message'), { data }))
      if (name) questions.push({ name, given, answer: value => send({ id, value }) })
    }

    terminate() {}
  }
)

const { render } = await import('lit-html')
const { Analyst } = await import('#web/analysis/analyst.js')
const { LinesView } = await import('#web/analysis/lines-view.js')
const { toggleThreat } = await import('#web/analysis/threat.js')
const { GamesDatabase } = await import('#web/database/games-database.js')
const { EngineRoom } = await import('#web/engine/engine-room.js')
const { savedSource } = await import('#web/engine/source.js')
const { Explorer, sourceIn } = await import('#web/explorer/explorer.js')
const { endUnheld } = await import('#web/page/hold.js')
const { Store } = await import('#web/page/store.js')
const { Study } = await import('#web/study/study.js')
const { connected } = await import('./support/page-connected.js')

beforeEach(() => {
  questions = []
  freshPage('<div id="main"></div><div id="place"></div>')
})

/** Lets all that is on its way arrive; timers are those of the test. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

// Engines.

/** An engine whose searches last until they are stopped, in a room of its own. */
function engineRoom() {
  /** @type {{ fen: string, isOver: boolean }[]} */
  const searches = []
  const engine = {
    options: new Map(),
    async setOptions() {},
    search(game) {
      const { promise, resolve } = deferred()
      const search = { fen: game.fen, isOver: false }
      searches.push(search)
      return {
        lines: [],
        async stop() {
          search.isOver = true
          resolve(null)
        },
        [Symbol.asyncIterator]: () => ({
          async next() {
            await promise
            return { value: undefined, done: true }
          },
        }),
      }
    },
    async bestMove(game) {
      searches.push({ fen: game.fen, isOver: true })
      return { move: game.legalMoves()[0].uci }
    },
  }
  const room = {
    ...{ claimed: false, source: {}, state: 'ready', failure: '', failureText: undefined },
    play() {},
    claim: async () => () => {},
    engine: async () => engine,
    explain: String,
  }
  return { room: /** @type {any} */ (room), searches }
}

function deferred() {
  /** @type {(value: unknown) => void} */
  let resolve = () => {}
  return {
    promise: new Promise(done => (resolve = done)),
    resolve: (/** @type {unknown} */ value) => resolve(value),
  }
}

test('"Deeper" is for its position: the next one has the limit again', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const study = new Study()
  const { room, searches } = engineRoom()
  const analyst = new Analyst(study, room)
  connected({ study, analyst, room })
  const pass = async (/** @type {number} */ milliseconds) => {
    t.mock.timers.tick(milliseconds)
    await settle()
  }
  const HOUR = 3_600_000
  analyst.start()
  await pass(100)
  assert.equal(analyst.state, 'searching')
  await pass(HOUR)
  assert.equal(analyst.state, 'enough')
  analyst.deeper()
  await pass(100)
  await pass(HOUR)
  assert.equal(analyst.state, 'searching', 'without a limit')
  study.play('e4')
  await pass(100)
  assert.deepEqual([analyst.state, searches.length], ['searching', 3])
  await pass(HOUR)
  assert.equal(analyst.state, 'enough')
  analyst.stop()
})

test('the threat is asked of the position with the other side to move', async () => {
  const study = new Study()
  study.play('e4')
  const { room, searches } = engineRoom()
  /** @type {any[]} */
  const shown = []
  await toggleThreat(
    /** @type {any} */ ({ study, room, analyst: {}, board: { showThreat: move => shown.push(move) } }),
  )
  const position = Position.from(searches[0].fen)
  assert.deepEqual([position.sideToMove, study.position.sideToMove], ['white', 'black'])
  assert.equal(position.fen.split(' ')[0], study.position.fen.split(' ')[0])
  assert.match(said(), /^White threatens /)
  study.play('e5')
  endUnheld()
  assert.equal(shown.at(-1), null, 'it goes with the move')
})

test('the chosen engine is the one of the next visit', () => {
  const room = new EngineRoom()
  const remote = { kind: /** @type {const} */ ('remote'), url: 'ws://127.0.0.1:9/', token: '' }
  room.use(remote)
  room.turnOff()
  assert.deepEqual(savedSource(), remote)
  assert.deepEqual(new EngineRoom().source, remote)
  room.use({ kind: 'builtin' })
  room.turnOff()
  assert.equal(savedSource().kind, 'builtin')
})

test('a line begins with the number of its move, and a click plays it up to there', () => {
  const study = new Study()
  study.load(parsePgn('1. e4 *')[0])
  study.toEnd()
  const { node, position } = study
  const moves = position.line(['c7c5', 'g1f3', 'd7d6'])
  const analysis = { lines: [{ verdict: { text: '0.3', words: '', share: 0.5 }, moves }], lineCount: 1 }
  const view = new LinesView(/** @type {any} */ ({ study, analyst: { point() {} } }), () => {})
  const state = { analysis: { ...analysis, firstPly: 1, openLine: 0 }, node, position }
  render(view.view(/** @type {any} */ (state), { away: false, hidden: false }), find('#place'))
  const buttons = findAll('.line-moves button')
  assert.deepEqual(
    buttons.map(({ textContent }) => textContent.trim()),
    ['1… c5', '2. Nf3', 'd6'],
  )
  send(buttons[1], 'click', { detail: 0 })
  assert.deepEqual(
    [...study.tree.mainline()].map(({ san }) => san),
    ['e4', 'c5', 'Nf3'],
  )
})

// The database, and the explorer.

test('the explorer asks the source that is chosen, where it has games', () => {
  const file = (/** @type {number} */ readable) => /** @type {any} */ ({ reading: { readable } })
  const database = (/** @type {number} */ games) => /** @type {any} */ ({ games, isOpen: true })
  const explorer = (/** @type {string} */ wanted) => /** @type {any} */ ({ wanted })
  for (const [expected, state] of /** @type {const} */ ([
    ['database', { database: database(5), file: file(9), explorer: explorer('') }],
    ['database', { database: database(5), file: file(9), explorer: null }],
    ['database', { database: database(5), file: file(1), explorer: explorer('file') }],
    ['database', { database: database(5), file: null, explorer: explorer('file') }],
    ['file', { database: database(5), file: file(9), explorer: explorer('file') }],
    ['file', { database: database(0), file: file(9), explorer: explorer('database') }],
    ['', { database: database(0), file: file(1), explorer: explorer('file') }],
  ]))
    assert.equal(sourceIn(state), expected, JSON.stringify(state))
})

test('another source begins with the best games alone', () => {
  const explorer = new Explorer(/** @type {any} */ ({ store: { change() {} } }), /** @type {any} */ ({}))
  explorer.showAll()
  assert.ok(explorer.shown.hasAll)
  explorer.choose('file')
  assert.deepEqual([explorer.shown.wanted, explorer.shown.hasAll], ['file', false])
})

/** @param {number} id */
const head = id => ({ id, white: `White ${id}`, black: `Black ${id}`, result: '*' })

/** The database of a page, with 300 games found. */
function database() {
  const study = new Study()
  const store = new Store(() => ({ view: 'games', database: null }))
  const games = { open: (/** @type {() => void} */ load) => load() }
  const places = { show() {}, showGame() {} }
  const model = new GamesDatabase(/** @type {any} */ ({ study, store, games, places, openFile: {} }))
  /** @type {Record<string, (given: any) => unknown>} */
  const answers = {
    open: () => ({ games: 300, bytes: 9000, unsaved: '' }),
    find: () => ({ count: 300, version: 1, white: 0, draws: 0, black: 0 }),
    heads: ({ from, to }) => ({
      version: 1,
      heads: Array.from({ length: to - from }, (_, i) => head(from + i)),
    }),
    game: ({ id }) => ({ pgn: `[White "White ${id}"]\n\n1. e4 *`, ply: 1 }),
    add: () => ({ added: 2, skipped: 0, faults: 0 }),
  }
  /** Answers all questions, and those that follow. */
  const answer = async () => {
    for (let next = questions.shift(); next; next = questions.shift()) {
      next.answer(answers[next.name](next.given))
      await settle()
    }
    drawFrame()
  }
  return { model, study, answer }
}

test('a row opens its own game, wherever the rows that are loaded begin', async () => {
  const { model, study, answer } = database()
  await answer()
  for (const place of [3, 160]) {
    void model.look(place)
    await answer()
    void model.openAt(place)
    await answer()
    assert.equal(study.tree.headers.get('White'), `White ${place}`)
    assert.equal(model.shown.opened, place)
  }
  assert.ok(model.shown.from > 0)
})

test('while a file is added the room says so, and not any more after it', async () => {
  const { model, answer } = database()
  await answer()
  model.add(/** @type {any} */ ({ name: 'mine.pgn', blob: new Blob(['1. e4 *']), parts: [] }))
  await settle()
  assert.equal(model.shown.importing?.name, 'mine.pgn')
  await answer()
  assert.equal(model.shown.importing, null)
  assert.equal(model.shown.remark, 'mine.pgn: 2 games added.')
})

test('a move of a game that was replaced has no effect on the game that came', () => {
  const study = new Study()
  study.load(parsePgn('1. b3 e5 2. Bb2 *')[0], { path: [0, 0] })
  const { node } = study
  study.load(parsePgn('[Variant "Crazyhouse"]\n\n1. e4 d5 *')[0], { path: [0] })
  const facts = () => [study.snapshot(), study.version, study.position.fen, study.game.fen]
  const before = facts()
  study.goTo(node)
  study.remove(node)
  assert.deepEqual(facts(), before)
  study.goTo(study.end)
  assert.equal(study.node, study.end)
})

test('a game that was asked for is wanted until another one is asked for or loaded', () => {
  const study = new Study()
  study.load(parsePgn('1. e4 e5 *')[0])
  const first = study.request()
  study.play('d4')
  assert.ok(first(), 'a move is no other game')
  const second = study.request()
  assert.deepEqual([first(), second()], [false, true])
  study.newGame()
  assert.equal(second(), false)
})
