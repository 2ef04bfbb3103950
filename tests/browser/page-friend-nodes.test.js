// SPDX-License-Identifier: Apache-2.0
// A whole game between a desktop and a phone over two server processes and one Redis, watched by a third: one process is
// killed, one browser is offline for twenty seconds, the other one reloads. Meanwhile another game is left by a player.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { GameNode } from '../js/support/game-nodes.js'
import { RedisServer } from '../js/support/redis.js'
import { session } from '../js/support/sessions.js'
import {
  button,
  invite,
  makeMove,
  playMoves,
  untilActivity,
  untilHeadline,
  untilMove,
  untilPlaying,
} from './support/friends.js'
import { HOSTS, REVERSED, SCREENS, usePage } from './support/page.js'

/** @import { Page } from 'playwright-core' */

const [{ context: PHONE }, { context: DESKTOP }] = SCREENS
/** Milliseconds that one browser is offline. */
const OFFLINE = 20_000

// Before the page is built, which names them.
const redis = await new RedisServer().start()
const options = /** @type {any} */ ({ redis: redis.url, origins: ['*'] })
const nodes = await Promise.all([new GameNode(options).start(), new GameNode(options).start()])
after(async () => {
  for (const node of nodes) await node.end()
  await redis.remove()
})
const at = usePage(HOSTS[0], { gameServer: () => nodes.map(({ url }) => url).join(' ') })

/** @param {Page} page @param {'white' | 'black'} color @param {boolean} isThere */
const untilPresence = (page, color, isThere) =>
  page.locator(`.player[data-color="${color}"] .presence[data-there="${isThere}"]`).waitFor()

/**
 * A game that its opponent leaves after three moves.
 * @param {import('node:test').TestContext} t
 */
async function abandonedGame(t) {
  const client = session.connectGames(nodes[1].url, { WebSocket })
  t.after(() => client.close())
  const link = await client.create({ clock: { base: 120_000, increment: 0 }, color: 'white' })
  const { page, problems } = await at.open(t, `${REVERSED}#friend=${link.id}`, DESKTOP)
  await button(page, 'Join').click()
  await untilPlaying(page)
  await link.move('e2e4')
  await untilMove(page, 'e2e4')
  await makeMove(page, 'e7e5')
  while (link.view?.ply !== 2) await new Promise(resolve => link.on('view', resolve))
  await link.move('g1f3')
  await untilMove(page, 'g1f3')
  client.close()
  return { page, problems }
}

test('a whole game over two processes and Redis survives what networks, servers and browsers do', async t => {
  const { page: anna } = await at.open(t, '', DESKTOP)
  const link = await invite(anna, { clock: [10, 0] })
  const { page: bert } = await at.open(t, REVERSED + link, PHONE)
  const { page: carl } = await at.open(t, link, DESKTOP)
  await button(bert, 'Join').click()
  await untilPlaying(anna, bert)
  await playMoves([anna, bert], 'e2e4 e7e5', [carl])
  const left = await abandonedGame(t)

  // The process that Anna and Carl are connected to dies.
  await nodes[0].end('SIGKILL')
  await makeMove(anna, 'f1c4')
  for (const page of [anna, bert, carl]) await untilMove(page, 'f1c4')
  await untilActivity(carl, /spectator/)

  // Bert has no network, and moves all the same; Anna reloads.
  await bert.context().setOffline(true)
  const offlineSince = Date.now()
  await nodes[1].end('SIGKILL')
  await Promise.all(nodes.map(node => node.start()))
  await untilActivity(bert, 'No connection: trying again…')
  await makeMove(bert, 'b8c6')
  await untilMove(bert, 'b8c6')
  await anna.reload()
  await untilPlaying(anna)
  await untilMove(anna, 'f1c4')
  await untilPresence(anna, 'black', false)
  await anna.getByText(/Your opponent is away\. Claim in \d:\d\d\./).waitFor()
  assert.equal(await button(anna, 'Claim the win').getAttribute('aria-disabled'), 'true')
  await bert.waitForTimeout(Math.max(0, offlineSince + OFFLINE - Date.now()))
  await untilMove(anna, 'f1c4')
  await bert.context().setOffline(false)
  for (const page of [anna, bert, carl]) await untilMove(page, 'b8c6')
  await untilPresence(anna, 'black', true)

  await playMoves([anna, bert], 'd1h5 g8f6 h5f7', [carl])
  for (const page of [anna, bert, carl]) await untilHeadline(page, 'Checkmate: White wins')
  const titles = await Promise.all(
    [anna, bert, carl].map(page => page.locator('.move-list button').allTextContents()),
  )
  assert.equal(titles[0].filter(Boolean).length, 7)
  assert.deepEqual([titles[1], titles[2]], [titles[0], titles[0]])

  await left.page.locator('#friend-win:not([aria-disabled="true"])').waitFor({ timeout: 40_000 })
  await button(left.page, 'Claim the win').click()
  await untilHeadline(left.page, 'Black wins')
  await left.page.locator('#status .detail').getByText('White left the game.').waitFor()
})
