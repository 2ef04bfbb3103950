// SPDX-License-Identifier: Apache-2.0
// Views of the page in a document without layout, each with the state that a test gives it: what they show, and what their
// buttons, keys and timers do.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { drawFrame, find, findAll, freshPage, said, send } from './support/page-window.js'

const { render } = await import('lit-html')
const { filterView } = await import('#web/database/filter-view.js')
const { EVERYTHING } = await import('#web/database/criteria.js')
const { mountCursor } = await import('#web/board/keyboard.js')
const { listenToSteps, thumbView } = await import('#web/moves/navigation.js')
const { openTypedMove } = await import('#web/moves/typed-move.js')
const { menuView } = await import('#web/menu.js')
const { openDialog } = await import('#web/page/dialog.js')
const { listenToKeys } = await import('#web/page/keys.js')
const { endNotices, notify, undoLast } = await import('#web/page/notices.js')
const { RowList } = await import('#web/page/row-list.js')
const { Store, whole } = await import('#web/page/store.js')
const { mountClock } = await import('#web/play/clock-view.js')
const { followStatus } = await import('#web/play/status-view.js')
const { Study } = await import('#web/study/study.js')
const { openDetails } = await import('#web/table/details-dialog.js')
const { tabsView, workTabsView } = await import('#web/table/side-tabs.js')

listenToKeys()
beforeEach(() => freshPage())

/** @param {() => any} state @returns {any} a store of which the test draws each frame */
const storeOf = state => new Store(state)

// Notices.

const texts = () => findAll('.notice p').map(({ textContent }) => textContent.trim())

test('news go by themselves, errors stay until they are closed or untrue', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  notify({ text: 'Something is wrong.', tone: 'error', until: 'closed' })
  notify({ text: 'News.', until: 'closed' })
  notify({ text: 'Wrong, for a moment.', tone: 'error', seconds: 2, until: 'closed' })
  assert.equal(texts().length, 3)
  t.mock.timers.tick(2000)
  assert.deepEqual(texts(), ['Something is wrong.', 'News.'])
  t.mock.timers.tick(60_000)
  assert.deepEqual(texts(), ['Something is wrong.'])
})

test('a notice ends with the event that makes it untrue, and with those that are more', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [event, left] of /** @type {const} */ ([
    ['move', ['game', 'result', 'closed']],
    ['game', ['result', 'closed']],
    ['result', ['closed']],
  ])) {
    freshPage()
    for (const until of /** @type {const} */ (['move', 'game', 'result', 'closed']))
      notify({ text: until, tone: 'error', until, actions: [{ label: 'Act', run() {} }] })
    endNotices(event)
    assert.deepEqual(texts(), left)
  }
})

test('Ctrl+Z takes the newest offer to undo something', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  /** @type {string[]} */
  const undone = []
  for (const text of ['first', 'second'])
    notify({ text, actions: [{ label: 'Undo', isUndo: true, run: () => undone.push(text) }] })
  assert.ok(undoLast())
  assert.ok(undoLast())
  assert.ok(!undoLast())
  assert.deepEqual(undone, ['second', 'first'])
})

// Dialogs.

test('where the element that opened a dialog is gone, the focus falls back to the table', () => {
  freshPage('<button id="opener"></button>')
  find('#opener').focus()
  const dialog = openDialog('A title', {}, () => '')
  find('#opener').remove()
  dialog.close()
  assert.equal(document.activeElement, find('.table'))
})

test('a field of the details that is emptied removes its header', () => {
  const study = new Study()
  study.load(parsePgn('[White "Ann"]\n[WhiteElo "2310"]\n[Event "Cup"]\n\n1. e4 *')[0])
  openDetails(study)
  find('[name=WhiteElo]').value = ''
  find('[name=Event]').value = ''
  find('[name=White]').value = 'Anna'
  send(find('dialog form'), 'submit')
  const { headers } = study.tree
  assert.deepEqual(
    ['White', 'WhiteElo', 'Event'].map(name => headers.get(name)),
    ['Anna', undefined, '?'],
  )
  assert.equal(find('dialog'), null)
})

// Tabs, steps and keys.

test('the shown tab is the selected one, alone', () => {
  const app = /** @type {any} */ ({ places: { show() {} } })
  for (const tab of /** @type {const} */ (['analysis', 'moves', 'explorer'])) {
    const state = /** @type {any} */ ({ mode: 'analyse', view: 'analyse', tab })
    for (const [view, prefix] of /** @type {const} */ ([
      [tabsView, 'tab'],
      [workTabsView, 'work'],
    ])) {
      freshPage('<div id="tabs"></div>')
      render(view(state, app), find('#tabs'))
      const selected = findAll('[role=tab]').filter(one => one.getAttribute('aria-selected') === 'true')
      assert.equal(selected.length, 1)
      assert.equal(selected[0].getAttribute('tabindex'), '0')
      if (prefix === 'tab') assert.equal(selected[0].id, `tab-${tab}`)
    }
  }
})

test('a step of phones that was held goes to the end once; a key goes one step all the same', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const study = new Study()
  study.load(parsePgn('1. e4 e5 2. Nf3 *')[0])
  const { node, mode } = study
  freshPage('<div id="thumb"></div>')
  const state = { node, mode, match: { setup: null }, analysis: { on: false, held: false }, standing: {} }
  render(thumbView(/** @type {any} */ (state), /** @type {any} */ ({ study, analyst: {} })), find('#thumb'))
  const forward = find('#thumb-forward')
  const ply = () => (study.node.parent ? [...study.tree.mainline()].indexOf(study.node) + 1 : 0)
  send(forward, 'pointerdown')
  send(forward, 'pointerup')
  send(forward, 'click', { detail: 1 })
  assert.equal(ply(), 1, 'pressed')
  send(forward, 'pointerdown')
  t.mock.timers.tick(450)
  assert.equal(ply(), 3, 'held')
  study.toStart()
  send(forward, 'click', { detail: 1 })
  assert.equal(ply(), 0, 'the click after it does nothing')
  send(forward, 'click', { detail: 0 })
  assert.equal(ply(), 1, 'a key')
})

test('the wheel over the board goes forward when it turns down, and back when it turns up', () => {
  freshPage('<div id="board"></div>')
  const study = new Study()
  study.load(parsePgn('1. e4 e5 2. Nf3 *')[0])
  listenToSteps(/** @type {any} */ ({ study }))
  const turn = (/** @type {number} */ deltaY) =>
    send(find('#board'), 'wheel', {
      deltaY,
      deltaMode: 0,
      buttons: 0,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
    })
  turn(100)
  turn(100)
  assert.equal(study.node.san, 'e5')
  turn(-100)
  assert.equal(study.node.san, 'e4')
})

test('what is typed is for the position on the board, and goes with it', () => {
  freshPage('<div class="side"><div id="moves"></div></div>')
  const study = new Study()
  study.load(parsePgn('1. e4 e5 *')[0])
  const store = storeOf(() => ({ node: study.node }))
  store.draw()
  const board = { shown: { moves: study.position.legalMoves('move') } }
  openTypedMove(/** @type {any} */ ({ study, board, match: { thinking: false }, store }), 'Nf')
  const typed = () => {
    store.change()
    drawFrame()
    return find('#typed-move').value
  }
  assert.equal(typed(), 'Nf', 'the same position')
  study.forward()
  assert.equal(typed(), '')
})

for (const [orientation, squares] of /** @type {const} */ ([
  ['w', ['e3', 'd3', 'd2', 'e2']],
  ['b', ['e1', 'f1', 'f2', 'e2']],
]))
  test(`arrow keys move the cursor as the board lies: ${orientation}`, () => {
    freshPage('<div id="board"><svg></svg></div>')
    const chessboard = {
      view: { svg: find('svg') },
      getOrientation: () => orientation,
      getPiece: () => undefined,
    }
    const actions = { press() {}, putBack: () => false, canPutDown: () => false }
    mountCursor(/** @type {any} */ (chessboard), /** @type {any} */ ({ draw() {} }), actions)
    const seen = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'].map(key => {
      send(find('svg'), 'keydown', { key })
      return said().slice(0, 2)
    })
    assert.deepEqual(seen, squares)
  })

// Play.

/** A page with clocks. @param {'white' | null} human null: two players here */
function clocks(t, human) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  freshPage('<div class="time" data-color="white"></div><div class="time" data-color="black"></div>')
  const left = { white: 60_000, black: 60_000 }
  const clock = {
    base: 300_000,
    running: /** @type {string | null} */ ('white'),
    remaining: color => left[color],
  }
  const store = storeOf(() => ({ match: { clock, setup: human && { human } } }))
  store.draw()
  mountClock(/** @type {any} */ ({ store }))
  const change = (/** @type {string} */ running, /** @type {object} */ times) => {
    Object.assign(left, times)
    clock.running = running
    find('#speech p').textContent = ''
    store.change()
    drawFrame()
    return said()
  }
  return change
}

test('low time of the player is announced, once a turn', t => {
  const change = clocks(t, 'white')
  assert.equal(change('white', { white: 40_000 }), '')
  assert.match(change('white', { white: 29_000 }), /^White has /)
  assert.equal(change('white', { white: 28_000 }), '', 'once')
  assert.equal(change('black', { black: 20_000 }), '', 'the engine’s')
  assert.match(change('white', { white: 27_000 }), /^White has /, 'in the next turn')
})

test('of two players here, the low time of both is announced', t => {
  const change = clocks(t, null)
  assert.match(change('white', { white: 29_000 }), /^White has /)
  assert.match(change('black', { black: 29_000 }), /^Black has /)
})

test('the human’s side is turned to the bottom once a match begins', () => {
  for (const [human, flipped, turns] of /** @type {const} */ ([
    ['black', false, 1],
    ['black', true, 0],
    ['white', true, 1],
    ['white', false, 0],
  ])) {
    let count = 0
    const board = { flipped, flip: () => count++ }
    const state = { match: { setup: { human } }, standing: { ended: false } }
    let current = state
    const store = storeOf(() => current)
    followStatus(/** @type {any} */ ({ store, board }))
    store.draw()
    current = { ...state }
    store.change()
    drawFrame()
    assert.equal(count, turns, `${human}, ${flipped}`)
  }
})

// Lists.

test('a list shows all rows in sight, the last one included', () => {
  freshPage('<div id="place"></div>')
  const rows = Array.from({ length: 5 }, (_, number) => ({ number }))
  const shown = { found: 5, from: 0, rows, asked: 0, restarts: 0, selection: { place: -1 } }
  const draw = () => render(list.view(shown), find('#place'))
  const list = new RowList(
    {
      ...{ id: 'row-', read: () => shown, look() {}, select() {}, open() {} },
      ...{ cells: ({ number }) => String(number), isCurrent: () => false },
    },
    draw,
  )
  draw()
  const box = find('.pgn-list')
  box.style.setProperty('--row', '48px')
  for (const [height, count] of [
    [480, 5],
    [96, 2],
  ]) {
    Object.defineProperty(box, 'clientHeight', { value: height, configurable: true })
    send(box, 'scroll')
    assert.deepEqual(
      findAll('.pgn-row').map(({ textContent }) => textContent),
      ['0', '1', '2', '3', '4'].slice(0, count),
    )
  }
})

test('a result of the filter is the one that its label names', () => {
  freshPage('<div id="place"></div>')
  /** @type {any} */
  let asked
  const shown = { criteria: EVERYTHING, problems: [], editing: 'results', hasRare: false }
  const model = { shown, filter: (/** @type {object} */ change) => (asked = change) }
  render(
    filterView(/** @type {any} */ (shown), /** @type {any} */ (model), () => ''),
    find('#place'),
  )
  for (const [label, result] of [
    ['White won', '1-0'],
    ['Draw', '1/2-1/2'],
    ['Black won', '0-1'],
    ['Unfinished', '*'],
  ]) {
    const box = findAll('.db-editor [type=checkbox]').find(
      one => one.closest('label').textContent.trim() === label,
    )
    box.checked = true
    send(box, 'change')
    assert.deepEqual(asked.results, [result])
    box.checked = false
  }
})

// The store.

test('a part that fails is drawn as failed alone, is reported once, and comes back', t => {
  freshPage('<p id="one"></p><p id="two"></p>')
  /** @type {unknown[]} */
  const reported = []
  globalThis.reportError = error => reported.push(error)
  t.after(() => Reflect.deleteProperty(globalThis, 'reportError'))
  const model = { number: 0, isBroken: false }
  const read = () => {
    if (model.isBroken) throw new Error('no such square')
    return model.number
  }
  const store = storeOf(() => ({ number: model.number, squares: whole('squares', read, -1) }))
  store.show(find('#one'), (/** @type {any} */ { number, squares }) => {
    if (squares < 0) throw new Error('nothing to draw')
    return `one ${number}`
  })
  store.show(find('#two'), (/** @type {any} */ { number }) => `two ${number}`)
  const step = (/** @type {boolean} */ isBroken) => {
    Object.assign(model, { number: model.number + 1, isBroken })
    store.change()
    store.draw()
    return [find('#one'), find('#two')].map(({ textContent }) => textContent)
  }
  assert.deepEqual(step(false), ['one 1', 'two 1'])
  for (const number of [2, 3])
    assert.deepEqual(step(true), ['This part cannot be shown. Your game is kept.', `two ${number}`])
  assert.deepEqual(reported.map(String), ['Error: no such square', 'Error: nothing to draw'])
  assert.deepEqual(step(false), ['one 4', 'two 4'])
  step(true)
  assert.equal(reported.length, 4)
})

// The head.

test('the head offers the source once package.json names a repository, and no command of developers', t => {
  const before = Reflect.get(globalThis, 'BUILD')
  t.after(() => Reflect.set(globalThis, 'BUILD', before))
  for (const [source, links] of /** @type {const} */ ([
    ['', ['Docs']],
    ['https://example.org/binbo', ['Docs', 'Source']],
  ])) {
    Reflect.set(globalThis, 'BUILD', { source })
    freshPage('<nav></nav>')
    render(menuView(/** @type {any} */ ({})), find('nav'))
    assert.deepEqual(
      findAll('.menu-list > a').map(({ textContent }) => textContent),
      links,
    )
    assert.doesNotMatch(find('nav').textContent, /npm/)
  }
})
