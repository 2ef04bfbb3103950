// SPDX-License-Identifier: Apache-2.0
// A session of training: what is right, what a mistake does, hints, puzzles of several moves, and that the analysis shows
// nothing meanwhile.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { readPuzzles } from 'binbo/epd'
import { parsePgn } from 'binbo/pgn'
import { Study } from '#web/study/study.js'
import { cardOfPuzzle, cardsOf } from '#web/train/cards.js'
import { Training } from '#web/train/training.js'
import { freshBrowser } from './support/page-storage.js'

beforeEach(() => {
  freshBrowser()
  const places = { children: [{}, { textContent: '' }] }
  Object.assign(document, { querySelectorAll: () => [places] })
})

/**
 * The parts of the page that a session uses, which the test follows as the page's store does.
 * @param {import('#web/train/cards.js').Card[]} cards
 * @param {'openings' | 'mistakes' | 'puzzles'} source
 * @param {number} next when the next card is due
 * @param {number} days until an answered card is asked again
 */
function begin(cards, source = 'openings', next = Date.UTC(2026, 0, 6, 12), days = 1) {
  const study = new Study()
  /** @type {string[]} */
  const log = []
  /** @type {[string, boolean][]} */
  const kept = []
  /** @type {any} */
  const app = {
    study,
    analyst: {
      exercise: null,
      begin(/** @type {object} */ exercise) {
        this.exercise = exercise
        log.push('held')
      },
      finish(/** @type {object} */ exercise) {
        if (this.exercise !== exercise) return false
        this.exercise = null
        log.push('free')
        return true
      },
      start: () => log.push('started'),
    },
    games: { current: { look: false }, open: (/** @type {() => void} */ load) => load() },
    places: { show: (/** @type {string} */ tab) => log.push(tab) },
    board: {
      flipped: false,
      flip() {
        this.flipped = !this.flipped
      },
      showHint: (/** @type {any} */ move) => move && log.push(`shown ${move.san}`),
    },
    store: { change() {} },
  }
  const keep = (/** @type {string} */ key, /** @type {boolean} */ isRight) => {
    kept.push([key, isRight])
    return days
  }
  Training.begin(app, { source, title: 'Mine', cards, keep, next: () => next })
  const training = app.analyst.exercise
  const follow = (/** @type {any} */ before, view = 'train') =>
    training.follow({ tree: study.tree, mode: study.mode, node: study.node, view }, before)
  const play = (/** @type {string} */ move) => {
    const before = { node: study.node }
    study.play(move)
    follow(before)
  }
  return { app, training, study, play, follow, log, kept }
}

/** @param {string} pgn */
const openings = pgn => begin(cardsOf(parsePgn(pgn), 'white'))

test('a wrong move is taken back without the answer; a missed card is kept as missed, and asked again', () => {
  const { training, play, study, log, kept } = openings('1. e4 *')
  assert.equal(training.shown.left, 1)
  play('d4')
  assert.equal(training.shown.feedback, '1. d4 is not your move. Try again.')
  assert.equal(study.node.parent, null)
  assert.ok(!log.some(line => line.startsWith('shown')))
  play('Nf3')
  play('e4')
  assert.equal(training.shown.left, 1, 'it is asked again')
  assert.equal(training.shown.feedback, '1. e4 is right.')
  play('e4')
  const date = new Date(Date.UTC(2026, 0, 6, 12)).toLocaleString('en', { dateStyle: 'medium' })
  assert.equal(
    training.shown.task,
    `Done: 1 right, 1 of them after a mistake. The next position comes on ${date}.`,
  )
  assert.deepEqual(
    kept.map(([, isRight]) => isRight),
    [false, true],
  )
  assert.deepEqual(training.shown.marks, [false, true])
})

test('hints say the piece, then its square; the shown move is played, and counts as missed', () => {
  const { training, play, log, kept } = openings('1. Nf3 (1. e4) *')
  training.hint()
  assert.equal(training.shown.feedback, 'Move a knight.')
  training.hint()
  assert.equal(training.shown.feedback, 'Move the knight on g1.')
  assert.deepEqual(kept, [])
  training.tell()
  assert.equal(training.shown.feedback, 'Nf3 or e4 is right: play it now.')
  assert.ok(log.includes('shown Nf3'))
  play('e4')
  assert.deepEqual(
    kept.map(([, isRight]) => isRight),
    [false],
  )
})

test('a puzzle: replies are played, every move is asked, its names are shown when it is solved', async () => {
  const cards = []
  const text =
    '00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,,,,long,https://lichess.org/787zsVup'
  for await (const puzzle of readPuzzles(text)) cards.push(cardOfPuzzle(puzzle))
  const { app, training, play, study, kept } = begin(
    [...cards, ...cardsOf(parsePgn('1. e4 *'), 'white')],
    'puzzles',
  )
  assert.equal(app.board.flipped, false)
  assert.equal(training.shown.origin, '')
  play('e6e7')
  assert.equal(training.shown.phase, 'asked')
  assert.match(training.shown.feedback, /Qb1\+ is the answer: go on\.$/)
  play('b3c1')
  assert.match(training.shown.feedback, /Qxc1\+ is the answer/)
  play('h6c1')
  assert.equal(training.shown.phase, 'right')
  assert.match(training.shown.origin, /00008/)
  assert.deepEqual(kept, [[cards[0].key, true]])
  assert.equal(training.asks, null)
  const solved = study.node
  training.next()
  assert.notEqual(study.node, solved)
  assert.equal(training.shown.task, 'What do you play for White?')
})

test('any mate solves a puzzle, which says when it comes back', () => {
  const [game] = parsePgn('[FEN "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1"]\n\n1. Ra8# *')
  for (const [days, when] of /** @type {const} */ ([
    [1, 'tomorrow'],
    [3, 'in 3 days'],
  ])) {
    const { training, play } = begin(cardsOf([game], 'white'), 'puzzles', 0, days)
    play('b1b8')
    assert.equal(training.shown.feedback, `1. Rb8# is right. The position comes back ${when}.`)
  }
})

test('a win by the rules of a variant solves a puzzle, too', () => {
  const [game] = parsePgn('[Variant "King of the Hill"]\n[FEN "7k/8/8/8/8/3KR3/8/R7 w - - 0 1"]\n\n1. Ra8+ *')
  const { play, training } = begin(cardsOf([game], 'white'), 'puzzles')
  play('d3d4')
  assert.equal(training.shown.phase, 'right')
})

test('at the end of a session it says whether more cards are due', () => {
  const cards = cardsOf(parsePgn('1. e4 *'), 'white')
  for (const [next, text] of [
    [0, 'Done: 1 right, 0 of them after a mistake. More are waiting.'],
    [Number.POSITIVE_INFINITY, 'Done: 1 right, 0 of them after a mistake.'],
  ]) {
    const { training, play } = begin(cards, 'openings', Number(next))
    play('e4')
    assert.equal(training.shown.task, text)
  }
})

test('a card that is left for later keeps its box', () => {
  const { training, kept } = openings('1. e4 e5 2. Nf3 *')
  training.postpone()
  assert.equal(training.shown.left, 1)
  training.postpone()
  assert.equal(training.shown.phase, 'over')
  assert.deepEqual(kept, [])
})

test('the analysis rests until the session ends: by its button, with the room, or by another game', () => {
  const { app, training, log } = openings('1. e4 e5 2. Nf3 *')
  assert.deepEqual(log, ['held'])
  training.end()
  assert.deepEqual(log, ['held', 'free'])
  assert.equal(app.analyst.exercise, null)
  training.end()
  assert.deepEqual(log, ['held', 'free'], 'once')
  const left = openings('1. e4 *')
  left.follow(null)
  assert.deepEqual(left.log, ['held'])
  left.follow(null, 'analyse')
  assert.deepEqual(left.log, ['held', 'free'])
  const other = openings('1. e4 *')
  other.study.newGame()
  other.follow(null)
  assert.deepEqual(other.log, ['held', 'free'])
})

test('another good move of a mistake is judged by the engine; a bad one is refused', async () => {
  const [card] = cardsOf(parsePgn('1. e4 *'), 'white')
  for (const [value, phase] of /** @type {const} */ ([
    [10, 'right'],
    [-300, 'wrong'],
  ])) {
    const { app, training, play } = begin([{ ...card, best: { kind: 'cp', value: 30 } }], 'mistakes')
    const { Score } = await import('binbo/uci')
    const engine = {
      options: new Map(),
      setOptions: async () => {},
      bestMove: async () => ({ info: { score: new Score({ kind: 'cp', value }, 'white') } }),
    }
    app.room = { claim: async () => () => {}, engine: async () => engine, source: null, explain: String }
    play('d4')
    assert.equal(training.shown.phase, 'judged')
    while (training.shown.phase === 'judged') await new Promise(resolve => setImmediate(resolve))
    assert.equal(training.shown.phase, phase)
  }
})

test('an answer of the engine that comes after another game changes nothing of it', async () => {
  const { Score } = await import('binbo/uci')
  const [card] = cardsOf(parsePgn('1. e4 *'), 'white')
  for (const value of [10, -300]) {
    const { app, training, play, study, kept } = begin(
      [{ ...card, best: { kind: 'cp', value: 30 } }],
      'mistakes',
    )
    let asked = () => {}
    const isAsked = new Promise(resolve => {
      asked = () => resolve(undefined)
    })
    let answer = () => {}
    const held = new Promise(resolve => {
      answer = () => resolve({ info: { score: new Score({ kind: 'cp', value }, 'white') } })
    })
    const bestMove = () => {
      asked()
      return held
    }
    let released = () => {}
    const isReleased = new Promise(resolve => {
      released = () => resolve(undefined)
    })
    const engine = { options: new Map(), setOptions: async () => {}, bestMove }
    app.room = { claim: async () => released, engine: async () => engine, source: null, explain: String }
    play('d4')
    await isAsked
    const [other] = parsePgn('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 *')
    study.load(other, { path: [0, 0] })
    const before = other.toString()
    const { fen } = study.position
    answer()
    await isReleased
    // The session goes on after the engine is released.
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(study.tree, other)
    assert.deepEqual([study.position.fen, study.node.path, other.toString()], [fen, [0, 0], before])
    assert.deepEqual(kept, [])
    // Neither do its buttons, until the page is drawn.
    training.hint()
    assert.deepEqual([study.position.fen, study.node.path, other.toString()], [fen, [0, 0], before])
  }
})
