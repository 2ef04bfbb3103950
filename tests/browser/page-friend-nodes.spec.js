// SPDX-License-Identifier: Apache-2.0
// A whole game between a desktop and a phone over two server processes and one Redis, watched by a third: one process is
// killed, one browser is offline for twenty seconds, the other one reloads. Meanwhile another game is left by a player.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { GameNode } from '../js/support/game-nodes.js'
import { RedisServer } from '../js/support/redis.js'
import { session } from '../js/support/sessions.js'
import { expect, test } from './support/fixtures.js'
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
import { REVERSED, useOwnPage } from './support/own-page.js'
import { SCREENS } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const [{ context: PHONE }, { context: DESKTOP }] = SCREENS
/** Milliseconds that one browser is offline. */
const OFFLINE = 20_000

const redis = new RedisServer()
/** @type {GameNode[]} */
let nodes = []
test.beforeAll(async () => {
  await redis.start()
  const options = /** @type {any} */ ({ redis: redis.url, origins: ['*'] })
  nodes = await Promise.all([new GameNode(options).start(), new GameNode(options).start()])
})
test.afterAll(async () => {
  for (const node of nodes) await node.end()
  await redis.remove()
})
useOwnPage(() => nodes.map(({ url }) => url).join(' '))

/** @param {Page} page @param {'white' | 'black'} color @param {boolean} isThere */
const untilPresence = (page, color, isThere) =>
  page.locator(`.player[data-color="${color}"] .presence[data-there="${isThere}"]`).waitFor()

/**
 * A game that its opponent leaves when on the move.
 * @param {import('./support/fixtures.js').Fixtures['open']} open
 * @returns {Promise<Page>}
 */
async function abandonedGame(open) {
  const client = session.connectGames(nodes[1].url, { WebSocket })
  const link = await client.create({ clock: { base: 300_000, increment: 0 }, color: 'white' })
  const page = await open(`${REVERSED}#friend=${link.id}`, DESKTOP)
  await button(page, 'Join').click()
  await untilPlaying(page)
  await link.move('e2e4')
  await untilMove(page, 'e2e4')
  await makeMove(page, 'e7e5')
  while (link.view?.ply !== 2) await new Promise(resolve => link.on('view', resolve))
  await link.move('g1f3')
  await untilMove(page, 'g1f3')
  await makeMove(page, 'b8c6')
  while (link.view?.ply !== 4) await new Promise(resolve => link.on('view', resolve))
  client.close()
  return page
}

test('a whole game over two processes and Redis survives what networks, servers and browsers do', async ({
  open,
  tolerated,
}) => {
  tolerated.push(/./)
  const anna = await open('', DESKTOP)
  const link = await invite(anna, { clock: [10, 0] })
  const bert = await open(REVERSED + link, PHONE)
  const carl = await open(link, DESKTOP)
  await button(bert, 'Join').click()
  await untilPlaying(anna, bert)
  await playMoves([anna, bert], 'e2e4 e7e5', [carl])
  const left = await abandonedGame(open)

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
  await expect(button(anna, 'Claim the win')).toHaveAttribute('aria-disabled', 'true')
  await wait(Math.max(0, offlineSince + OFFLINE - Date.now()))
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

  await left.locator('#friend-win:not([aria-disabled="true"])').waitFor({ timeout: 40_000 })
  await button(left, 'Claim the win').click()
  await untilHeadline(left, 'Black wins')
  await left.locator('#status .detail').getByText('White left the game.').waitFor()
})
