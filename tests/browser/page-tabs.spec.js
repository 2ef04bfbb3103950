// SPDX-License-Identifier: Apache-2.0
// Several games in tabs, the address as a link to the shown game, and the browser's Back.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  clickMove,
  follow,
  gameTab,
  moreAct,
  notice,
  pgnHash,
  START_FEN,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const AFTER_D4 = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1'

/** @param {Page} page */
async function reload(page) {
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
}

/** @param {Page} page @returns {Promise<string[]>} */
const tabsOf = page => page.locator('#game-tabs [role="tab"]').allTextContents()

test('own unfinished games keep their tabs, with match, mode and place, also over a reload @dom', async ({
  page,
}) => {
  await startGame(page, { side: 'White', depth: 1 })
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  const match = await boardFen(page)
  await expect(page.locator('#game-tabs')).toBeHidden()
  await follow(page, pgnHash('[White "Ann"]\n[Black "Ben"]\n\n1. d4 d5 *'))
  await notice(page, 'It is in a new tab.').waitFor()
  await page.locator('main[data-mode="analyse"]').waitFor()
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_D4)
  await gameTab(page, /You|Stockfish/).click()
  await untilFen(page, match)
  await page.locator('main[data-mode="play"]').waitFor()
  await reload(page)
  await untilFen(page, match)
  await clickMove(page, 'd2d4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await gameTab(page, 'Ann – Ben').click()
  await untilFen(page, AFTER_D4)
})

test('tabs work by keyboard; a closed one comes back with Ctrl+Z', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await follow(page, pgnHash('1. d4 *'))
  await expect.poll(() => tabsOf(page)).toEqual(['1. e4', '1. d4'])
  await page.locator('#add-game').click()
  await expect.poll(() => tabsOf(page)).toEqual(['1. e4', '1. d4', 'New game'])
  const last = gameTab(page, 'New game')
  await last.focus()
  await page.keyboard.press('Home')
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('Delete')
  await notice(page, '1. e4 was closed.').waitFor()
  await expect.poll(() => tabsOf(page)).toEqual(['1. d4', 'New game'])
  await expect(gameTab(page, '1. d4')).toBeFocused()
  await page.keyboard.press('Control+Z')
  await untilFen(page, AFTER_E4)
  await expect.poll(() => tabsOf(page)).toEqual(['1. e4', '1. d4', 'New game'])
  await expect(notice(page, 'was closed')).toHaveCount(0)
  await gameTab(page, 'New game').click({ button: 'middle' })
  await expect.poll(() => tabsOf(page)).toEqual(['1. e4', '1. d4'])
  await page.getByRole('button', { name: 'Close 1. e4' }).click()
  await untilFen(page, START_FEN)
  await expect(page.locator('#game-tabs')).toBeHidden()
})

test('when tabs are too many for their row, one button opens the list of them', async ({ page }) => {
  const menu = page.locator('#game-tabs').getByRole('button', { name: /games$/ })
  const list = page.locator('#game-menu')
  await page.setViewportSize({ width: 1024, height: 700 })
  const names = Array.from({ length: 6 }, (_, at) => `Somewhat Longname, Ann ${at + 1}`)
  for (const [at, name] of names.entries()) {
    await follow(page, pgnHash(`[White "${name}"]\n\n1. d4 *`))
    await page.locator('#strip-white', { hasText: name }).waitFor()
    // What is changed is the user's own, so that the next one gets a tab.
    // The field stays open.
    await page.keyboard.type(at === 0 ? 'me4\n' : 'e4\n')
    await untilFen(page, AFTER_E4)
    if (at === 1) await expect(menu, 'two have room').toBeHidden()
  }
  await expect(menu).toHaveText(`${names[5]} – Unknown6 games`)
  await expect(page.locator('#game-tabs').getByRole('tab')).toHaveCount(0)
  await menu.click()
  const games = list.getByRole('button')
  await expect(games).toHaveCount(6)
  await expect(games.nth(5)).toHaveAttribute('aria-current', 'true')
  await games.nth(2).click()
  await expect(list).toBeHidden()
  await page.locator('#strip-white', { hasText: names[2] }).waitFor()
  await expect(menu).toContainText(names[2])
  await page.setViewportSize({ width: 1900, height: 900 })
  await expect(menu).toBeHidden()
  await expect(gameTab(page)).toHaveCount(6)
})

test('the middle button closes a tab, and pastes nothing', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await follow(page, pgnHash('1. d4 *'))
  await expect.poll(() => tabsOf(page)).toEqual(['1. e4', '1. d4'])
  // What is selected anywhere in the browser is pasted on Linux, also from another tab.
  const other = await page.context().newPage()
  await other.setContent('<input value="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1">')
  await other.locator('input').press('Control+A')
  await page.bringToFront()
  await page.evaluate(() => addEventListener('paste', () => (document.title = 'pasted')))
  await gameTab(page, '1. d4').click({ button: 'middle' })
  await expect(page.locator('#game-tabs')).toBeHidden()
  await page.locator('#board').click({ button: 'middle' })
  await clickMove(page, 'e7e5')
  await page.locator('#moves', { hasText: 'e5' }).waitFor()
  await expect(page).not.toHaveTitle(/pasted/)
})

test('the address is a link to the game at its move; opened elsewhere it is the same, a reload keeps the saved game', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/#pgn=.*&ply=1$/)
  await page.locator('.move-list').getByText('c5').click()
  await page.waitForURL(/&ply=1\.1\.0$/)
  await page.locator('#board[data-fen*="/2p5/"]').waitFor()
  const fen = await boardFen(page)
  const link = page.url()
  await reload(page)
  await untilFen(page, fen)
  assert.equal(page.url(), link)
  await expect(page.locator('.notice')).toHaveCount(0)
  // In another tab it is the saved game, not another one.
  const other = await page.context().newPage()
  await other.goto(link)
  await other.locator('#board[data-fen]').waitFor()
  await untilFen(other, fen)
  await expect(gameTab(other)).toHaveCount(0)
  // A stranger gets the game at that move.
  const stranger = await open(new URL(link).hash)
  await untilFen(stranger, fen)
})

test('the address is a short link, which opens as the same game; without comments where the whole one is too long', async ({
  open,
  url,
}) => {
  const page = await open(pgnHash('[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 *'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/#g=\w\w\.[\w-]+&White=Anna&ply=1$/)
  const link = page.url()
  // In another tab it is the saved game; a stranger gets the game at that move.
  const other = await page.context().newPage()
  await other.goto(link)
  await untilFen(other, AFTER_E4)
  await expect(gameTab(other)).toHaveCount(0)
  const stranger = await open(new URL(link).hash)
  await untilFen(stranger, AFTER_E4)
  await stranger.locator('.strip', { hasText: 'Anna' }).waitFor()
  await stranger.waitForURL(link)
  await follow(stranger, '#g=AQXxH1CzsSgGfHY')
  await stranger.locator('.move-list', { hasText: 'Bb5' }).waitFor()
  await follow(stranger, pgnHash(`1. d4 {${'long words '.repeat(300)}} *`))
  await stranger.waitForURL(/#g=[\w.-]+$/)
  assert.ok(stranger.url().length < url.length + 20, stranger.url())
  await reload(stranger)
  await stranger.locator('.move-list', { hasText: 'long words' }).waitFor()
})

test('a packed link whose part does not arrive says so, and stays for a reload', async ({
  page,
  tolerated,
}) => {
  tolerated.push(/packed/, /Failed to fetch/)
  await page.route('**/parts/packed*', route => route.abort())
  await clickMove(page, 'e2e4')
  await page.waitForURL(/#pgn=/)
  await follow(page, '#g=AQXxH1CzsSgGfHY')
  await page.locator('.notice.error', { hasText: 'could not be loaded' }).waitFor()
  await untilFen(page, AFTER_E4)
  assert.match(page.url(), /#g=AQXxH1CzsSgGfHY$/)
  await page.unroute('**/parts/packed*')
  await reload(page)
  await page.locator('.move-list', { hasText: 'Bb5' }).waitFor()
})

test('a game that cannot be packed and is too long for a link leaves the address short, and an empty one as well @dom', async ({
  open,
}) => {
  const page = await open(pgnHash(`1. e4 -- {${'long words '.repeat(300)}} *`))
  await page.waitForURL(url => url.hash === '')
  await reload(page)
  await page.locator('.move-list', { hasText: 'long words' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await page.clock.install()
  await moreAct(page, 'delete')
  await page.clock.runFor(1000)
  assert.equal(new URL(page.url()).hash, '')
})

test('Back goes to the game before, and Forward again, also after a reload; moves add no entries', async ({
  page,
}) => {
  await follow(page, pgnHash('[White "Ann"]\n\n1. e4 e5 *'))
  await page.locator('.strip', { hasText: 'Ann' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/ply=2$/)
  await follow(page, pgnHash('[White "Ben"]\n\n1. d4 *'))
  await page.locator('.strip', { hasText: 'Ben' }).waitFor()
  await startGame(page, {})
  await untilFen(page, START_FEN)
  await page.goBack()
  await page.locator('.strip', { hasText: 'Ben' }).waitFor()
  await page.goBack()
  await page.locator('.strip', { hasText: 'Ann' }).waitFor()
  await page.locator('#board[data-fen*="4p3/4P3"]').waitFor()
  await page.goBack()
  await untilFen(page, START_FEN)
  await page.goForward()
  await page.locator('.strip', { hasText: 'Ann' }).waitFor()
  await reload(page)
  await page.goForward()
  await page.locator('.strip', { hasText: 'Ben' }).waitFor()
  await page.goBack()
  await page.locator('.strip', { hasText: 'Ann' }).waitFor()
  await expect(gameTab(page)).toHaveCount(0)
})

test('an own game survives Back: it keeps its tab @dom', async ({ open }) => {
  const page = await open(pgnHash('[White "Ann"]\n\n1. d4 *'))
  await startGame(page, {})
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.goBack()
  await page.locator('.strip', { hasText: 'Ann' }).waitFor()
  await gameTab(page, '1. e4').click()
  await untilFen(page, AFTER_E4)
})
