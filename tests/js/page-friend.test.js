// SPDX-License-Identifier: Apache-2.0
// Games between people on the page, without a browser: links, saved matches, and the texts of setups and ends.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { idOf, linkOf, ownServer, readAddress, urlOf } from '#web/friend/addresses.js'
import { clockWords, endWords, pgnResult, secondsWords, takebackWords } from '#web/friend/words.js'
import { Match } from '#web/play/match.js'
import { friendSetup, readMatchSetup } from '#web/play/opponent.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'

/** The page's own game server, as its index.html names it. */
let content = ''

beforeEach(() => {
  content = ''
  globalThis.document = /** @type {any} */ ({
    baseURI: 'https://example.org/chess/',
    querySelector: () => (content ? { getAttribute: () => content } : null),
  })
  globalThis.location = /** @type {any} */ ({ href: 'https://example.org/chess/#friend=old' })
})

test('a link names the game, the side to view it from, and the server unless it is the page’s own', () => {
  const address = {
    server: 'wss://play.example.org/a%20b',
    game: 'a.b~c-2',
    color: /** @type {const} */ ('black'),
  }
  assert.deepEqual(readAddress(`#${linkOf(address)}`), address)
  assert.equal(
    urlOf({ server: 'ws://h/', game: 'x', color: null }),
    'https://example.org/chess/#friend=x&server=ws%3A%2F%2Fh%2F',
  )
  assert.equal(readAddress('#friend=x'), null)
  content = 'games'
  assert.equal(ownServer(), 'wss://example.org/chess/games')
  assert.deepEqual(readAddress('#friend=x&color=red'), { server: ownServer(), game: 'x', color: null })
  assert.equal(linkOf({ server: ownServer(), game: 'x', color: 'white' }), 'friend=x&color=white')
  content = ' wss://a.example/  wss://b.example/ '
  assert.equal(ownServer(), 'wss://a.example/ wss://b.example/')
  const seen = { server: ownServer(), game: 'x' }
  assert.equal(idOf({ ...seen, color: 'white' }), idOf({ ...seen, color: null }))
})

test('links that lead nowhere: no game, and servers that are none', () => {
  for (const link of [
    '#friend=',
    '#color=white',
    '#friend=x&server=https://h/',
    '#friend=x&server=javascript:1',
    '#friend=x&server=ws://a%20ws://b',
    '#friend=x&server=',
    `#friend=${'x'.repeat(65)}&server=ws://h`,
  ])
    assert.equal(readAddress(link), null, link)
})

test('clocks and ends in words', () => {
  assert.equal(clockWords(null), 'no clock')
  assert.equal(takebackWords({ by: 'white', plies: 2, moves: ['Nf3', 'Nc6'] }), 'Nf3 and Nc6')
  assert.equal(clockWords({ perMove: 86_400_000 }), '1 day a move')
  assert.equal(clockWords({ perMove: 129_600_000 }), '1.5 days a move')
  assert.equal(clockWords({ base: 180_000, increment: 2000 }), '3+2')
  assert.equal(clockWords({ base: 600_000, periods: 3, period: 30_000 }), '10+0, 3 × 30 s')
  assert.equal(endWords({ winner: 'white', reason: 'resignation' }), 'Black resigned')
  for (const reason of ['time_no_material', 'time_no_win'])
    assert.equal(
      endWords({ winner: null, reason, flagged: 'white' }),
      'White’s time is up, and Black cannot win',
    )
  assert.equal(pgnResult({ winner: null, reason: 'agreement' }), '1/2-1/2')
  assert.equal(pgnResult({ winner: null, reason: 'aborted' }), '*')
  assert.equal(pgnResult({ winner: 'black', reason: 'abandonment' }), '0-1')
  assert.equal(secondsWords(61_001), '1:02')
})

test('a match with people has no engine, and takes moves only when the server says whose they are', () => {
  const study = new Study()
  const room = { state: 'off', source: {}, play() {}, claim: () => new Promise(() => {}) }
  const match = new Match(study, /** @type {any} */ (room))
  connected({ study, match, room })
  match.resume()
  const setup = friendSetup('friend=x&color=black', 'black')
  assert.deepEqual(readMatchSetup(JSON.parse(JSON.stringify(setup))), setup)
  assert.equal(readMatchSetup({ friend: 'friend=x', human: 'nobody' })?.human, null)
  match.begin(setup, {})
  assert.deepEqual([match.isServed, match.isClosed, match.thinking, match.clock], [true, true, false, null])
  /** @type {string[]} */
  const sent = []
  const remote = {
    clock: null,
    live: true,
    mayMove: true,
    activity: '',
    move: (/** @type {string} */ uci) => void sent.push(uci),
  }
  match.connect(remote)
  assert.equal(match.isClosed, false)
  match.play('e2e4')
  assert.deepEqual([sent, study.end.uci], [['e2e4'], null], 'it comes back from the server')
  remote.mayMove = false
  assert.equal(match.isClosed, true)
  // The game is over: the user studies it.
  remote.live = false
  assert.deepEqual([match.isServed, match.isClosed], [false, false])
  match.play('d2d4')
  assert.deepEqual([sent.length, study.end.uci], [1, 'd2d4'])
  assert.deepEqual(match.saved, setup)
  match.arrange(null)
  assert.equal(match.remote, null)
})
