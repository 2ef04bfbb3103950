// SPDX-License-Identifier: Apache-2.0
// The open games of the page: which game takes the place of which, and what survives a reload.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { earlierGames } from '#web/storage/earlier-games.js'
import { MOST_OPEN, OpenGames } from '#web/storage/open-games.js'
import { restoreSaved, saveOnChange } from '#web/storage/saved-game.js'
import { savedTabs, saveTabsOnChange } from '#web/storage/saved-tabs.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'
import { freshBrowser, newTab, useTimer } from './support/page-storage.js'

const pass = useTimer()
beforeEach(freshBrowser)

const KEY = 'binbo/some/where/tabs'
const SETUP = { human: 'white', strength: 'full', think: { depth: 3 } }

/** A page that reports into `said`. */
function makePage() {
  const study = new Study()
  const match = {
    setup: null,
    get saved() {
      return match.setup
    },
    arrangeAgain: setup => Object.assign(match, { setup }),
    follow: change => change === 'game' && Object.assign(match, { setup: null }),
  }
  /** @type {string[]} */
  const said = []
  const games = new OpenGames({ study, match }, ({ text }) => {
    said.push(text)
    return () => {}
  })
  const { store } = connected({ study, match, games })
  /** @param {string} pgn @param {object} [options] */
  const open = (pgn, options) => {
    const [tree] = parsePgn(pgn)
    games.open(() => study.load(tree), '', { quiet: true, ...options })
  }
  const titles = () => games.games.map(game => games.titleOf(game))
  return { study, match, games, store, open, titles, said }
}

/** @returns {ReturnType<typeof makePage>} a page that saves, after what was saved came back */
function startPage() {
  const page = makePage()
  const { tab } = restoreSaved(page)
  const { games, lost } = savedTabs()
  page.games.restore(games, tab)
  saveOnChange(page, assert.fail)
  saveTabsOnChange(page, assert.fail)
  return Object.assign(page, { lost })
}

/** @param {string} pgn */
const moves = pgn => pgn.trim().split('\n').at(-1)

test('tabs of equal games have a number, and their clock if they have one', () => {
  const { open, games, match } = makePage()
  const shown = () => games.shown.games.map(({ title }) => title)
  const named = '[White "Anna"]\n[Black "Ben"]\n\n'
  for (const move of ['e4', 'd4', 'c4']) open(`${named}1. ${move} *`, { isApart: true })
  Object.assign(match, { setup: { ...SETUP, clock: { base: 180_000, increment: 2000 } } })
  assert.deepEqual(shown(), ['New game', 'Anna – Ben', 'Anna – Ben (2)', 'Anna – Ben (3, 3+2)'])
  // It waits with its clock.
  open(`${named}1. b3 *`, { isApart: true })
  assert.deepEqual(shown().slice(3), ['Anna – Ben (3, 3+2)', 'Anna – Ben (4)'])
})

test('a game takes the place of an empty one, a finished one, and one that is only looked at', () => {
  const { open, titles, study } = makePage()
  open('1. e4 *', { isLook: true })
  assert.deepEqual(titles(), ['1. e4'])
  open('1. d4 d5 1-0')
  assert.deepEqual(titles(), ['1. d4 d5'])
  assert.equal(earlierGames().length, 0, 'a game that was looked at is not kept')
  open('1. c4 *', { isLook: true })
  assert.deepEqual(titles(), ['1. c4'])
  assert.deepEqual(
    earlierGames().map(({ pgn }) => moves(pgn)),
    ['1. d4 d5 1-0'],
  )
  study.play('c4')
  study.play('c5')
  open('1. b3 *')
  assert.deepEqual(titles(), ['1. c4 c5', '1. b3'], 'a game that was changed is an own one')
})

test('an own and unfinished game stays in its tab, with its match and its place', () => {
  const { open, titles, study, match, games, said } = makePage()
  study.play('e4')
  study.play('e5')
  study.back()
  match.arrangeAgain(SETUP)
  const { tree } = study
  const [first] = games.games
  open('1. d4 *')
  assert.deepEqual(titles(), ['1. e4 e5', '1. d4'])
  assert.match(said.join(), /in a new tab/)
  assert.equal(match.setup, null, 'its match waits')
  games.show(first)
  assert.equal(study.tree, tree, 'no PGN is read')
  assert.equal(study.node.san, 'e4')
  assert.equal(match.setup, SETUP)
  assert.equal(games.current, first)
})

test('games of a file replace each other; changed ones are kept', () => {
  const { open, titles, study } = makePage()
  const ofFile = { isLook: true, isOfFile: true }
  open('1. e4 *', ofFile)
  open('1. d4 *', ofFile)
  study.play('d4')
  study.play('Nf6')
  open('1. c4 *', ofFile)
  assert.deepEqual(titles(), ['1. c4'])
  assert.deepEqual(
    earlierGames().map(({ pgn }) => moves(pgn)),
    ['1. d4 Nf6 *'],
  )
})

test('a load that fails changes nothing', () => {
  const { study, games, titles } = makePage()
  study.play('e4')
  const before = games.current
  assert.throws(() => games.open(() => study.newGame({ fen: 'x' }), ''), { code: 'ERR_FEN_FIELDS' })
  assert.equal(games.current, before)
  assert.equal(before.waiting, null)
  assert.deepEqual(titles(), ['1. e4'])
})

test('a closed game can be opened from the earlier games, and the last tab becomes an empty game', () => {
  const { study, games, open, titles } = makePage()
  study.play('e4')
  open('1. d4 *')
  games.close(games.games[0])
  assert.deepEqual(titles(), ['1. d4'])
  games.close(games.current)
  assert.deepEqual(titles(), ['New game'])
  assert.deepEqual(
    earlierGames().map(({ pgn }) => moves(pgn)),
    ['1. d4 *', '1. e4 *'],
  )
})

test('there is a limit of tabs: the oldest goes to the earlier games', () => {
  const { study, games } = makePage()
  study.play('e4')
  for (let tab = 0; tab < MOST_OPEN; tab++) games.add()
  assert.equal(games.games.length, MOST_OPEN)
  assert.deepEqual(
    earlierGames().map(({ pgn }) => moves(pgn)),
    ['1. e4 *'],
  )
})

test('all tabs come back after a reload, and the same one is shown', () => {
  const page = startPage()
  page.study.play('e4')
  page.match.arrangeAgain(SETUP)
  page.open('1. d4 d5 *')
  page.open('[White "Ann"]\n\n1. c4 c5 *', { isLook: true, isApart: true })
  page.games.show(page.games.games[1])
  page.study.play('d4')
  page.study.play('Nf6')
  pass()
  const again = startPage()
  assert.deepEqual(again.titles(), ['1. e4', '1. d4 d5', 'Ann – Unknown'])
  assert.equal(again.study.node.san, 'Nf6', 'the shown one with its last moves')
  assert.equal(again.games.games[2].look, true)
  again.games.show(again.games.games[0])
  assert.deepEqual(again.match.setup, SETUP)
  assert.equal(again.study.end.san, 'e4')
})

test('damage to one game spares the others, and the text is handed out', () => {
  const page = startPage()
  page.study.play('e4')
  page.open('1. d4 *')
  page.open('1. c4 *')
  pass()
  const text = localStorage.getItem(KEY).replace('1. e4', '1. e5')
  localStorage.setItem(KEY, text)
  newTab()
  const again = startPage()
  assert.deepEqual(again.titles(), ['1. d4', '1. c4'])
  assert.equal(again.lost, 1)
  assert.equal(localStorage.getItem('binbo/some/where/damaged tabs'), text)
  for (const junk of ['{', 'null', '5', '[null,{"game":"{","check":1}]', '[{"game":5}]']) {
    newTab()
    localStorage.setItem(KEY, junk)
    assert.deepEqual(startPage().titles(), ['1. c4'], junk)
  }
})

test('a browser tab that saves over the games of another one keeps them among the earlier games', () => {
  const one = startPage()
  one.study.play('e4')
  one.open('1. d4 *')
  pass()
  const ofOne = sessionStorage
  newTab()
  const other = startPage()
  assert.deepEqual(other.titles(), ['1. e4', '1. d4'])
  for (const game of [...other.games.games]) other.games.close(game)
  other.open('1. b3 *')
  pass()
  globalThis.sessionStorage = ofOne
  assert.deepEqual(startPage().titles(), ['1. e4', '1. d4'], 'the first one has its own')
  newTab()
  const third = startPage()
  third.games.add()
  assert.ok(third.titles().length >= 1)
  const kept = earlierGames().map(({ pgn }) => moves(pgn))
  assert.ok(kept.includes('1. e4 *') && kept.includes('1. d4 *'), kept.join())
})

test('after the shown game, the one to its right is shown, and after the last one that to its left', () => {
  const { games, open, titles, study } = makePage()
  for (const move of ['e4', 'd4', 'c4', 'b4']) open(`1. ${move} *`)
  assert.deepEqual(titles(), ['1. e4', '1. d4', '1. c4', '1. b4'])
  games.show(games.games[1])
  const shown = () => [...study.tree.mainline()].map(({ san }) => san).join()
  for (const next of ['c4', 'b4', 'e4']) {
    games.close(games.current)
    assert.equal(shown(), next)
  }
})
