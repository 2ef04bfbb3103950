// SPDX-License-Identifier: Apache-2.0
// A game between people on the page: what comes from the server goes into the study, and what its status card shows. The
// events and views are those of real sessions; the connection is one that a test answers for.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { reduceSession, sessionView } from 'binbo/session'
import { find, freshPage } from './support/page-window.js'

const NOW = 1_700_000_000_000
const ANN = { id: 'a', name: 'Ann' }
const BEN = { id: 'b', name: 'Ben' }
const PLACE = { server: 'wss://play.example.org/', game: '123456789ABC', color: null }

const { FriendGame } = await import('#web/friend/friend-game.js')
const { mountFriend } = await import('#web/friend/friend-view.js')
const { Store } = await import('#web/page/store.js')
const { Study } = await import('#web/study/study.js')

beforeEach(() => freshPage('<div id="status"><div class="friend"></div></div>'))

/** Plays a session. @param {object[]} commands each with the seconds since the one before */
function session(...commands) {
  let now = NOW
  let state = null
  /** @type {any[]} */
  const events = []
  for (const { after = 0, ...command } of /** @type {any[]} */ ([
    { type: 'create', game: PLACE.game, by: ANN, color: 'white', clock: { base: 60_000, increment: 0 } },
    ...commands,
  ])) {
    now += 1000 * after
    const decision = reduceSession(state, { id: `c${events.length}`, ...command }, now)
    assert.ok(decision.ok, JSON.stringify(decision))
    events.push(...decision.events)
    state = decision.state
  }
  return { events, state: /** @type {any} */ (state) }
}
const JOIN = { type: 'join', by: BEN }
const move = (/** @type {number} */ ply, /** @type {string} */ uci, /** @type {number} */ after) => ({
  ...{ type: 'move', ply, uci, after },
  by: ply % 2 === 0 ? ANN : BEN,
})

/** A page with a game of Ann, and all connections to the server that it has opened. @param {object[]} commands */
function page(...commands) {
  const { events, state } = session(...commands)
  const study = new Study()
  /** @type {{ isOpen: boolean }[]} */
  const links = []
  /** @type {((isNew: boolean) => void)[]} */
  const listeners = []
  const server = {
    trouble: '',
    client: {
      open() {
        const link = {
          ...{ events, gone: null, presence: null, isOpen: true },
          view: sessionView(state, 'white'),
          on() {},
          close: () => {
            link.isOpen = false
          },
        }
        links.push(link)
        return link
      },
    },
    onChange: (/** @type {(isNew: boolean) => void} */ listener) => listeners.push(listener),
  }
  const match = { setup: { human: 'white' }, arrange() {}, connect() {} }
  const owner = { isShown: () => true, finishOpening() {} }
  const game = new FriendGame(
    /** @type {any} */ ({ study, match }),
    /** @type {any} */ (owner),
    /** @type {any} */ (server),
    PLACE,
  )
  return { study, links, listeners, game }
}

test('moves come with what their players had left, in seconds, and with the players’ names', () => {
  const { study, game } = page(
    JOIN,
    move(0, 'e2e4', 2),
    move(1, 'e7e5', 3),
    move(2, 'g1f3', 5),
    move(3, 'b8c6', 7),
  )
  game.show()
  assert.deepEqual(
    [...study.tree.mainline()].map(({ san, clock }) => [san, clock]),
    [
      ['e4', 60],
      ['e5', 60],
      ['Nf3', 55],
      ['Nc6', 53],
    ],
  )
  assert.deepEqual([study.tree.headers.get('White'), study.tree.headers.get('Black')], ['Ann', 'Ben'])
})

test('another connection opens the game again, and the old one is closed', () => {
  const { links, listeners } = page(JOIN)
  listeners[0](false)
  assert.deepEqual(
    links.map(({ isOpen }) => isOpen),
    [true],
  )
  listeners[0](true)
  assert.deepEqual(
    links.map(({ isOpen }) => isOpen),
    [false, true],
  )
})

/** The status card of Ann's game. @param {object[]} commands */
function card(...commands) {
  const { game } = page(...commands)
  const store = new Store(() => ({ mode: 'play', friend: game.shown, claimableDraws: [] }))
  mountFriend(/** @type {any} */ ({ store, study: new Study() }), () => {})
  store.draw()
  return find('#status .friend')
}

test('an invitation is for the other side', () => {
  const { value } = card().querySelector('input')
  assert.equal(new URLSearchParams(new URL(value).hash.slice(1)).get('color'), 'black')
})

test('only the opponent’s offer is asked about', () => {
  const moves = [JOIN, move(0, 'e2e4', 1), move(1, 'e7e5', 1), move(2, 'g1f3', 1)]
  const asked = (/** @type {object[]} */ ...more) =>
    card(...moves, ...more).querySelector('.friend-offer p')?.textContent
  assert.equal(asked(), undefined)
  assert.equal(asked({ type: 'offerDraw', by: ANN }), undefined)
  assert.equal(asked({ type: 'offerDraw', by: BEN }), 'Your opponent offers a draw.')
})
