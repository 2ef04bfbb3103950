// SPDX-License-Identifier: Apache-2.0
// Views of the game in a document without layout: the players' strips, the moves, the details, the open games, the evaluation,
// and what can be done.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { drawFrame, find, findAll, freshPage, send } from './support/page-window.js'

Object.assign(globalThis, {
  IntersectionObserver: class {
    observe() {}
  },
  cancelAnimationFrame() {},
})
const { render } = await import('lit-html')
const { mountEvalBar } = await import('#web/analysis/eval-bar.js')
const { EvaluationCurve } = await import('#web/analysis/evaluation-curve.js')
const { MoveList } = await import('#web/moves/move-list.js')
const { blockView } = await import('#web/moves/move-blocks.js')
const { blocksOf } = await import('#web/moves/blocks.js')
const { Store } = await import('#web/page/store.js')
const { actionsView } = await import('#web/play/actions.js')
const { lastChoice } = await import('#web/play/new-game-choice.js')
const { statusView } = await import('#web/play/status-view.js')
const { startView } = await import('#web/play/start-view.js')
const { Study } = await import('#web/study/study.js')
const { detailsView } = await import('#web/table/details.js')
const { mountGameTabs } = await import('#web/table/game-tabs.js')
const { playerView } = await import('#web/table/strips.js')
const { NOTHING_DUE } = await import('#web/train/due.js')

beforeEach(() => freshPage('<div id="place"></div>'))

/** @param {string} pgn @returns {any} a study at the end of the game */
function studyOf(pgn) {
  const study = new Study()
  study.load(parsePgn(pgn)[0])
  study.toEnd()
  return study
}

/** @param {any} study @param {object} [more] @returns {any} what views of the table read */
function stateOf(study, more) {
  const { tree, version, node, end, position, status, outcome } = study
  const parts = { match: { setup: null, thinking: false }, friend: null, view: 'analyse', isBlank: false }
  return {
    ...{ tree, version, node, end, position, status, outcome },
    ...parts,
    choice: lastChoice(),
    ...more,
  }
}

/** @param {unknown} view */
const draw = view => render(/** @type {any} */ (view), find('#place'))

/** @param {string} selector @returns {string} */
const text = selector => find(selector).textContent.replace(/\s+/g, ' ').trim()

// The strips beside the board.

/** @param {any} state @returns {Record<'white' | 'black', { text: (part: string) => string, hasTurn: boolean }>} */
function strips(state) {
  /** @type {any} */
  const both = {}
  for (const color of /** @type {const} */ (['white', 'black'])) {
    draw(playerView(state, color))
    const player = find('.player')
    const texts = new Map(
      ['name', 'elo', 'score', 'turn', 'material', 'lead'].map(name => {
        const part = player.querySelector(`.${name}`)
        return [name, part === null || part.hidden ? null : part.textContent.trim()]
      }),
    )
    both[color] = {
      text: (/** @type {string} */ name) => texts.get(name),
      hasTurn: player.matches('.to-move'),
    }
  }
  return both
}

const MATE = '[White "Ann"]\n[Black "Bob"]\n[BlackElo "?"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'

test('at the end each player has the score and none the turn; before it, who is to move has it', () => {
  const study = studyOf(MATE)
  let { white, black } = strips(stateOf(study))
  assert.deepEqual([white.text('score'), black.text('score')], ['1', '0'])
  assert.deepEqual([white.hasTurn, black.hasTurn], [false, false])
  study.back()
  ;({ white, black } = strips(stateOf(study)))
  assert.deepEqual([white.text('score'), black.text('score')], [null, null])
  assert.deepEqual([white.hasTurn, black.hasTurn], [true, false])
  assert.deepEqual([white.text('turn'), black.text('turn')], ['to move', ''])
})

test('a game that was given up is over, too: no player is to move', () => {
  const study = studyOf('1. e4 e5 0-1')
  const { white, black } = strips(stateOf(study))
  assert.deepEqual([white.text('score'), black.text('score')], ['0', '1'])
  assert.deepEqual([white.hasTurn, black.hasTurn, white.text('turn')], [false, false, ''])
})

test('a strip has the player’s captures, and the lead of the side that has one', () => {
  const study = studyOf('1. e4 d5 2. exd5 Qxd5 *')
  for (const [captured, leads] of /** @type {const} */ ([
    [
      ['captured: pawn', 'captured: pawn'],
      [null, null],
    ],
    [
      ['captured: pawn', ''],
      ['+1', null],
    ],
  ])) {
    const { white, black } = strips(stateOf(study))
    assert.deepEqual([white.text('lead'), black.text('lead')], leads)
    const words = [white.text('material'), black.text('material')]
    assert.deepEqual(
      words.map(one => one?.replace(/\+.*/, '')),
      captured,
    )
    study.back()
  }
})

test('on the start page the strips say who would play there', () => {
  for (const [side, names] of /** @type {const} */ ([
    ['white', ['You', 'Stockfish']],
    ['random', ['You', 'Stockfish']],
    ['black', ['Stockfish', 'You']],
  ])) {
    const more = { view: 'start', isBlank: true, choice: { ...lastChoice(), side } }
    const { white, black } = strips(stateOf(new Study(), more))
    assert.deepEqual([white.text('name'), black.text('name')], names, side)
  }
})

// The moves.

test('one move is the current one; the tab stop may be another', () => {
  const { tree } = studyOf('1. e4 e5 2. Nf3 *')
  const [block] = blocksOf(tree.root)
  /** @param {number} at @param {number} stop */
  const marks = (at, stop) => {
    draw(blockView(block, { tree }, { at, stop }))
    const buttons = findAll('button')
    const places = (/** @type {string} */ name, /** @type {string} */ value) =>
      buttons.flatMap((one, place) => (one.getAttribute(name) === value ? place : []))
    return [places('aria-current', 'step'), places('tabindex', '0')]
  }
  assert.deepEqual(marks(1, 1), [[1], [1]])
  assert.deepEqual(marks(-1, 0), [[], [0]])
  assert.deepEqual(marks(2, 0), [[2], [0]])
})

test('the moves end with the result, and then how it came about', () => {
  const study = new Study()
  study.load(parsePgn('1. e4 e5 *')[0])
  const list = new MoveList(find('#place'), () => {})
  const shown = () => {
    list.draw(stateOf(study))
    drawFrame()
    return find('.ending') === null ? null : text('.ending')
  }
  assert.equal(shown(), null)
  study.finish('0-1', 'White resigned')
  assert.equal(shown(), '0–1 · White resigned')
  study.finish('1/2-1/2')
  assert.equal(shown(), '½–½')
})

// The details, and the open games.

test('a rating that is not known is not shown', () => {
  const study = studyOf(`[WhiteElo "2310"]\n${MATE}`)
  draw(detailsView(stateOf(study), /** @type {any} */ ({ study })))
  assert.equal(text('.game-headers h2'), 'Ann (2310) – Bob')
})

test('the second open game brings the row of tabs, with the shown one selected', () => {
  freshPage('<div id="game-tabs"></div>')
  const games = ['first', 'second', 'third'].map(title => ({ game: {}, title }))
  let count = 1
  const store = /** @type {any} */ (
    new Store(() => ({ games: games.slice(0, count), current: games[0].game }))
  )
  store.draw()
  mountGameTabs(/** @type {any} */ ({ store, games: {} }))
  for (count of [1, 2, 3]) {
    store.change()
    drawFrame()
    const tabs = findAll('[role=tab]')
    assert.equal(find('#game-tabs').hidden, count < 2)
    assert.deepEqual(
      tabs.map(({ textContent }) => textContent),
      count < 2 ? [] : ['first', 'second', 'third'].slice(0, count),
    )
    const selected = tabs.filter(tab => tab.getAttribute('aria-selected') === 'true')
    assert.deepEqual(
      selected.map(({ textContent }) => textContent),
      count < 2 ? [] : ['first'],
    )
  }
})

// The evaluation.

test('the bar is White’s share, in percent and in words, and says when Black is ahead', () => {
  const analysis = { lines: /** @type {any[]} */ ([]) }
  let verdict = /** @type {object | null} */ (null)
  const store = /** @type {any} */ (new Store(() => ({ analysis, verdict, flipped: false })))
  store.draw()
  const bar = find('#place')
  mountEvalBar(bar, /** @type {any} */ ({ store }))
  const shown = (/** @type {object | null} */ known) => {
    verdict = known
    store.change()
    drawFrame()
    const [value, words] = ['aria-valuenow', 'aria-valuetext'].map(name => bar.getAttribute(name))
    return [value, words, bar.matches('.black-ahead'), text('.bar-text')]
  }
  assert.deepEqual(shown(null), ['50', 'Not known yet', false, ''])
  const white = { share: 0.73, text: '+1.25', words: 'White is ahead by 1.25' }
  assert.deepEqual(shown(white), ['73', white.words, false, '+1.2'])
  const black = { share: 0.2, text: '−12.50', words: 'Black is ahead by 12.50' }
  assert.deepEqual(shown(black), ['20', black.words, true, '−12'])
  // A line of the engine is newer than what was known.
  analysis.lines = [{ verdict: white }]
  assert.equal(shown({ ...black })[0], '73')
})

test('the curve is high where White is better', () => {
  const shares = [0.5, 0.75, 0.25, 1]
  const moments = shares.map((share, index) => ({
    ...{ node: {}, name: `Move ${index}`, mover: 'white', mark: 0, better: '' },
    verdict: { share, text: '', words: `White has ${share}` },
  }))
  const places = new Map(moments.map(({ node }, index) => [node, index]))
  const curve = new EvaluationCurve(/** @type {any} */ ({}), () => {})
  const report = { moments, places, hasClocks: false }
  draw(curve.view(/** @type {any} */ ({ node: moments[2].node }), /** @type {any} */ (report)))
  const points = [
    ...find('.graph-curve')
      .getAttribute('d')
      .matchAll(/[ML]([\d.]+) ([\d.]+)/g),
  ]
  assert.deepEqual(
    points.map(([, x, y]) => [Math.round(3 * Number(x)), 1 - Number(y)]),
    shares.map((share, index) => [index, share]),
  )
  const slider = find('[role=slider]')
  assert.deepEqual(
    ['aria-valuemax', 'aria-valuenow', 'aria-valuetext'].map(name => slider.getAttribute(name)),
    ['3', '2', 'Move 2: White has 0.25'],
  )
})

// What is going on, and what can be done.

/** @param {any} study @param {object} match */
function drawStatus(study, match) {
  const shown = { setup: null, failure: '', thinking: false, paused: false, ...match }
  const more = {
    ...{
      match: shown,
      mode: 'play',
      proposed: null,
      showsThoughts: false,
      questions: { asking: '', hint: '' },
    },
    room: { program: { kind: 'stockfish' }, source: { kind: 'built-in' }, state: 'ready', delay: '' },
    standing: { status: { headline: '', detail: '', tone: '', side: '' }, place: '', human: 'white' },
  }
  draw(statusView(stateOf(study, more), /** @type {any} */ ({ study })))
}

test('who looks back in a match is led back to the game, and nobody else', () => {
  const study = studyOf('1. e4 e5 2. Nf3 *')
  const isOffered = (/** @type {object | null} */ setup) => {
    drawStatus(study, { setup })
    return !find('.back').hidden
  }
  const setup = { human: 'white' }
  assert.deepEqual([isOffered(setup), isOffered(null)], [false, false], 'at the end')
  study.back()
  assert.deepEqual([isOffered(null), isOffered(setup)], [false, true])
  send(find('.back'), 'click')
  assert.equal(study.node, study.end)
})

test('the status says what the engine does: it thinks, rests, or waits for a move', () => {
  const study = studyOf('1. e4 e5 *')
  const setup = { human: 'white' }
  for (const [match, words] of /** @type {const} */ ([
    [{ setup, thinking: true }, 'Stockfish is thinking …'],
    [{ setup, paused: true }, 'Paused.'],
    [{ setup, paused: true, thinking: true }, 'Paused.'],
    [{ setup }, 'Your move.'],
    [{ setup, isOfBook: true }, 'From the book: e5.'],
    [{ setup, failure: 'It ended.' }, ''],
    [{}, ''],
  ])) {
    drawStatus(study, match)
    assert.equal(text('.activity'), words)
    assert.equal(find('.activity').hidden, words === '')
  }
})

test('a hint can be asked for when the engine has time for it, not whenever a move may be made', () => {
  const parts = { match: { setup: { human: 'white' } }, questions: { asking: '', hint: '' }, mode: 'play' }
  for (const mayAskHint of [true, false]) {
    const standing = {
      mayAskHint,
      mayMove: !mayAskHint,
      live: true,
      human: 'white',
      claim: null,
      takesBack: 0,
    }
    draw(actionsView(/** @type {any} */ ({ ...parts, standing }), /** @type {any} */ ({})))
    const hint = find('#play-hint')
    assert.equal(hint.disabled || hint.getAttribute('aria-disabled') === 'true', !mayAskHint)
  }
})

test('who resigns loses, unless the game has ended meanwhile', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await import('#web/study/game-dialog.js') // loaded when it is first used
  const study = studyOf('1. e4 e5 *')
  const parts = { match: { setup: null }, questions: { asking: '', hint: '' }, mode: 'play' }
  const resign = async (/** @type {'white' | 'black'} */ human, isLive = true) => {
    const standing = { mayAskHint: true, mayMove: true, live: true, human, claim: null, takesBack: 0 }
    const app = { study, store: { state: { standing: { ...standing, live: isLive } } } }
    draw(actionsView(/** @type {any} */ ({ ...parts, standing }), /** @type {any} */ (app)))
    send(find('#play-resign'), 'click')
    for (let turns = 0; find('dialog') === null && turns < 10_000; turns++) await new Promise(setImmediate)
    const [label] = findAll('dialog .actions button')
    assert.equal(label.textContent, 'Resign')
    send(label, 'click')
    const { outcome } = study
    study.finish('*')
    return outcome && [outcome.result, outcome.how]
  }
  assert.deepEqual(await resign('white'), ['0-1', 'White resigned'])
  assert.deepEqual(await resign('black'), ['1-0', 'Black resigned'])
  assert.equal(await resign('black', false), null)
})

test('a game that is looked at may be played on from its position, but not from its end', () => {
  const study = studyOf(MATE)
  /** @type {any[]} */
  const begun = []
  const app = /** @type {any} */ ({
    ...{ study, room: { program: { kind: 'stockfish' } }, hasServer: false },
    match: { begin: (/** @type {any} */ _setup, /** @type {any} */ start) => begun.push(start) },
    games: { open: (/** @type {() => void} */ begin) => begin() },
  })
  const press = () => {
    const state = stateOf(study, { view: 'start', isOffline: false, due: NOTHING_DUE })
    app.store = { state }
    draw(startView(state, app))
    const label = text('#start-computer')
    send(find('#start-computer'), 'click')
    return [label, begun.at(-1).fen]
  }
  assert.deepEqual(press(), ['Play', undefined])
  study.back()
  assert.deepEqual(press(), ['Play from this position', study.game.fen])
})
