// SPDX-License-Identifier: Apache-2.0
// Games from Lichess and Chess.com on the page, by user name and by address, against a server that speaks their APIs.

import assert from 'node:assert/strict'
import { siteGame, startSites } from '../js/support/game-sites.js'
import { openRoom, untilFound } from './support/database-room.js'
import { test as base, expect } from './support/fixtures.js'
import { notice, showTab, untilFen } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
const games = (/** @type {number} */ count, from = 0) =>
  Array.from({ length: count }, (_, i) => siteGame(from + i))

// The browser reports answers with an error, which the page shows.
const ERRORS = [/(lichess\.org|api\.chess\.com)\//]

const test = base.extend({
  tolerated: ERRORS,
  /** The sites, whose games grow. */
  sites: async ({ after }, use) => {
    const site = { games: games(40), next: undefined }
    const server = await startSites(site)
    after(() => server.close())
    await use(Object.assign(site, { server }))
  },
  /** A page whose requests to the sites go to that server; with the hosts that it asked. */
  online: async ({ open, sites }, use) => {
    const page = await open('', { viewport: { width: 1366, height: 768 } })
    /** @type {string[]} */
    const asked = []
    for (const host of ['https://lichess.org/**', 'https://api.chess.com/**'])
      await page.context().route(host, async route => {
        const { host, pathname, search } = new URL(route.request().url())
        asked.push(host)
        const response = await route
          .fetch({ url: `${sites.server.url}${pathname}${search}` })
          .catch(() => null)
        if (response) await route.fulfill({ response }).catch(() => {})
        else await route.abort().catch(() => {})
      })
    await use({ page, asked })
  },
})

/** @param {Page} page */
const dialogOf = page => page.getByRole('dialog', { name: 'Games by user name' })

/** @param {Page} page @param {string} host @param {string} name */
async function fetchGames(page, host, name) {
  await page.getByRole('button', { name: 'By user name' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: host }).check()
  await dialog.getByLabel('Name there').fill(name)
  await dialog.getByRole('button', { name: 'Fetch the games' }).click()
}
const remark = (/** @type {Page} */ page) => page.locator('.db-remark')

for (const host of ['lichess.org', 'chess.com'])
  test(`${host}: nothing is asked before the button; then all games, the next time only new ones`, async ({
    online: { page, asked },
    sites,
  }) => {
    await openRoom(page)
    await page.getByRole('button', { name: 'By user name' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('radio', { name: host }).check()
    const server = host === 'lichess.org' ? host : `api.${host}`
    await expect(dialog).toContainText(
      `Your browser asks ${server} for the games of this name, and nobody else.`,
    )
    await dialog.getByLabel('Name there').fill('../x')
    await dialog.getByRole('button', { name: 'Fetch the games' }).click()
    await expect(dialog.getByRole('alert')).toContainText('‘../x’ cannot be a user name')
    assert.deepEqual(asked, [])
    await page.keyboard.press('Escape')

    await fetchGames(page, host, 'Anna')
    await expect(remark(page)).toContainText(`Anna at ${host}: 40 games added.`)
    await untilFound(page, '40 games')
    assert.deepEqual([...new Set(asked)], [server])
    sites.games.push(...games(6, 40))
    await page.reload()
    await page.locator('#board[data-fen]').waitFor({ state: 'attached' })
    const before = asked.length
    await openRoom(page)
    await page.getByRole('button', { name: 'By user name' }).click()
    await expect(dialog.getByRole('listitem')).toContainText(`anna ${host}, up to 2020.`)
    assert.equal(asked.length, before)
    await dialog.getByRole('button', { name: 'Fetch new games of anna' }).click()
    await expect(remark(page)).toContainText(`anna at ${host}: 6 games added.`)
    await untilFound(page, '46 games')
    assert.equal(sites.server.most(), 1)
    // Forgotten, the name is no longer offered; the games stay.
    await page.getByRole('button', { name: 'By user name' }).click()
    await dialog.getByRole('button', { name: 'Forget anna' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await untilFound(page, '46 games')
    // Fetched again, no game is there twice.
    sites.games.push(...games(1, 46))
    await fetchGames(page, host, 'Anna')
    await expect(remark(page)).toContainText(`Anna at ${host}: 1 game added.`)
    await untilFound(page, '47 games')
  })

test('a player is forgotten after the running fetch, which writes down how far it is', async ({
  online: { page },
  sites,
}) => {
  await openRoom(page)
  sites.games = games(3)
  await fetchGames(page, 'chess.com', 'anna')
  await untilFound(page, '3 games')
  sites.games.push(...games(3, 3), ...games(3, 90))
  let months = 0
  sites.next = function next({ url }, response) {
    sites.next = next
    if (!/pgn$/.test(url) || ++months < 2) return 'go on'
    response.writeHead(429, { 'retry-after': '3000', 'access-control-expose-headers': 'retry-after' }).end()
    return undefined
  }
  await fetchGames(page, 'chess.com', 'anna')
  await expect(page.locator('.db-import')).toContainText('asks to wait')
  await page.getByRole('button', { name: 'By user name' }).click()
  await dialogOf(page).getByRole('button', { name: 'Forget anna' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop' }).click()
  await untilFound(page, '6 games')
  await page.getByRole('button', { name: 'By user name' }).click()
  await expect(dialogOf(page).getByLabel('Name there')).toBeVisible()
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(0)
})

test('a second tab fetches nothing into the database that the first one has', async ({
  online: { page, asked },
}) => {
  await openRoom(page)
  await fetchGames(page, 'lichess.org', 'Anna')
  await untilFound(page, '40 games')
  const before = asked.length
  const second = await page.context().newPage()
  await second.goto(page.url())
  await showTab(second, 'games')
  await second.getByRole('button', { name: 'By user name' }).click()
  await expect(notice(second, 'The database is open in another tab')).toBeVisible()
  await expect(dialogOf(second)).toHaveCount(0)
  assert.equal(asked.length, before)
})

test('a fetch that waits says how long; stopped, it keeps the games before and goes on later', async ({
  online: { page },
  sites,
}) => {
  await openRoom(page)
  sites.games = [...games(3), ...games(3, 90)]
  let months = 0
  sites.next = function next({ url }, response) {
    sites.next = next
    if (!/pgn$/.test(url) || ++months < 2) return 'go on'
    response.writeHead(429, { 'retry-after': '3000', 'access-control-expose-headers': 'retry-after' }).end()
    return undefined
  }
  await fetchGames(page, 'chess.com', 'anna')
  await expect(page.locator('.db-import')).toContainText(
    /3 games so far chess\.com asks to wait: it goes on by itself in 2,9\d\d s/,
  )
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(remark(page)).toContainText('anna at chess.com: stopped. 3 games read before that.')
  await untilFound(page, '3 games')
  sites.next = undefined
  await fetchGames(page, 'chess.com', 'anna')
  await untilFound(page, '6 games')
})

test('errors are one sentence that says what to do', async ({ online: { page }, sites }) => {
  await openRoom(page)
  const alert = page.locator('.db-room > [role="alert"]')
  await fetchGames(page, 'lichess.org', 'nobody')
  await expect(alert).toHaveText(
    "Lichess.org has no player 'nobody'. Look at the spelling, or choose the other site.",
  )
  sites.next = (_, response) => void response.end('<html>Sign in to the Wi-Fi</html>')
  await fetchGames(page, 'lichess.org', 'anna')
  await expect(alert).toHaveText('Lichess.org answers with something other than games.')
  sites.next = (_, response) => void response.writeHead(500).end()
  await fetchGames(page, 'lichess.org', 'anna')
  await expect(alert).toHaveText('Lichess.org answers with an error (500).')
  sites.server.close()
  await fetchGames(page, 'lichess.org', 'anna')
  await expect(alert).toHaveText('Lichess.org cannot be reached. Check your connection, then try again.')
})

test('a pasted address of a game is fetched after a question, and opens', async ({
  online: { page, asked },
  sites,
  tolerated,
}) => {
  const paste = (/** @type {string} */ text) =>
    page.evaluate(text => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, text)
  sites.games = [siteGame(0, { Site: 'https://lichess.org/abcdefgh' }), siteGame(1), siteGame(90)]
  await paste('https://lichess.org/abcdefgh/black#12')
  const dialog = page.getByRole('dialog', { name: 'A game at' })
  await expect(dialog).toContainText('Fetch game abcdefgh from lichess.org?')
  assert.deepEqual(asked, [])
  await dialog.getByRole('button', { name: 'Fetch it' }).click()
  await expect(page.locator('#moves')).toContainText('e5')
  await page.keyboard.press('End')
  await untilFen(page, AFTER_E5)
  assert.deepEqual(asked, ['lichess.org'])

  await paste('https://www.chess.com/game/live/1')
  await expect(dialog).toContainText('It gives games only by player')
  await dialog.getByLabel('User name of a player').fill('anna')
  await dialog.getByRole('button', { name: 'Fetch it' }).click()
  await expect(page.locator('#about')).toContainText('player1 – Anna')

  // Whatever goes wrong, the question can be asked again.
  tolerated.push(/locked/)
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async () => {
      window.fetch = fetch
      const response = new Response('x')
      response.body?.getReader()
      return response
    }
  })
  await paste('https://lichess.org/zzzzzzzz')
  await dialog.getByRole('button', { name: 'Fetch it' }).click()
  await expect(dialog.getByRole('button', { name: 'Fetch it' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Fetch it' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("Lichess.org has no game 'zzzzzzzz'.")
  await page.keyboard.press('Escape')
  await paste('https://lichess.org/analysis')
  await expect(notice(page, 'This is an address, not a game.')).toBeVisible()
})
