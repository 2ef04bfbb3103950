// SPDX-License-Identifier: Apache-2.0
// A game that is open over a connection, on sockets that the test answers: when it is asked for again, and what its end leaves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedSockets, WELCOME } from './support/scripted-sockets.js'
import { Played, session } from './support/sessions.js'

const { connectGames } = session

/**
 * White's link to a game that has begun.
 * @param {import('node:test').TestContext} t
 */
async function opened(t) {
  const { WebSocket, sockets } = scriptedSockets()
  const client = connectGames('ws://server/', { WebSocket })
  t.after(() => client.close())
  const game = new Played()
  const link = client.open('g')
  await Promise.resolve()
  const [socket] = sockets
  socket.open()
  socket.receive(WELCOME)
  const sent = (/** @type {string} */ type) =>
    socket.sent.filter((/** @type {any} */ one) => one.type === type)
  /** @param {object} more */
  const say = (more, version = game.log.length) => socket.receive({ game: 'g', version, ...more })
  say({ re: sent('open')[0].id, role: 'white', events: game.log })
  return { client, link, game, socket, sent, say }
}

test('a game is asked for again when events are missing, and only then', async t => {
  const { link, game, sent, say } = await opened(t)
  assert.equal(link.view?.ply, 0)
  const answer = link.resign()
  const [{ id }] = sent('resign')
  say({ re: id, ok: false, code: 'useAbort' })
  assert.equal((await answer).code, 'useAbort')
  say({ presence: { white: true, black: true, spectators: 2 } })
  assert.equal(sent('open').length, 1, 'nothing is missing')
  const before = game.log.length
  game.play(['e2e4', 'e7e5'])
  say({ events: game.log.slice(-1) })
  assert.equal(link.view?.ply, 0, 'not without the move before it')
  assert.deepEqual(
    sent('open').map(({ since }) => since),
    [0, before],
  )
  say({ re: sent('open')[1].id, role: 'white', events: game.log.slice(before) })
  assert.equal(link.view?.ply, 2)
  // An answer may overtake the events of its command.
  game.play(['g1f3'])
  say({})
  assert.equal(sent('open').length, 3)
})

test('commands that wait when the game is closed get an answer, and nothing is shown any more', async t => {
  const { link, game, sent, say } = await opened(t)
  /** @type {unknown[]} */
  const shown = []
  link.on('view', view => shown.push(view))
  const answers = [link.offerDraw(), link.resign()]
  assert.deepEqual([sent('offerDraw').length, sent('resign').length], [1, 0], 'one at a time')
  /** @type {(string | undefined)[]} */
  const codes = []
  for (const answer of answers) answer.then(({ code }) => codes.push(code))
  link.close()
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(codes, ['closed', 'closed'])
  game.play(['e2e4'])
  say({ events: game.log.slice(-1) })
  assert.deepEqual(shown, [])
  assert.deepEqual([sent('close').length, sent('resign').length], [1, 0])
})
