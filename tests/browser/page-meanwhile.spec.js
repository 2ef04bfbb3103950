// SPDX-License-Identifier: Apache-2.0
// Events while the user does something else: another game is loaded, the engine is turned off, another tab saves, a part
// loads slowly. Nothing is written into the wrong game, and nothing is lost.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  clickMove,
  editDetails,
  follow,
  gameTab,
  moreAct,
  notice,
  openMenu,
  paste,
  pgnHash,
  showTab,
  standIn,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @returns {Promise<string>} of the game on the page */
async function pgnOf(page) {
  await openMenu(page, 'share')
  const text = await page.getByLabel('PGN: copy it').inputValue()
  await page.keyboard.press('Escape')
  return text
}

/** @param {Page} page @param {string} selector */
const focusIn = (page, selector) =>
  page.waitForFunction(wanted => document.activeElement?.closest(wanted) !== null, selector)

test('a dialog about a game closes when another game is loaded @dom', async ({ open }) => {
  const page = await open(pgnHash('[White "Anna"]\n\n1. e4 e5 *'))
  await editDetails(page)
  const about = page.getByRole('dialog', { name: 'About this game' })
  await about.getByLabel('Event', { exact: true }).fill('Typed')
  await about.getByLabel('Result').selectOption('1-0')
  await follow(page, pgnHash('[White "Ben"]\n\n1. d4 *'))
  await about.waitFor({ state: 'detached' })
  assert.doesNotMatch(await pgnOf(page), /Typed|1-0/)
  await showTab(page, 'moves')
  await page.locator('#nav-last').click()
  await moreAct(page, 'annotate')
  const comment = page.getByRole('dialog', { name: /^Move/ })
  await comment.getByLabel('Comment after the move').fill('long thought about')
  await follow(page, pgnHash('1. c4 *'))
  await comment.waitFor({ state: 'detached' })
  await notice(page, 'Your comment was not saved.').getByRole('button', { name: 'Copy it' }).waitFor()
  assert.doesNotMatch(await pgnOf(page), /thought/)
  await showTab(page, 'details')
  await page.locator('#edit-details').click()
  await page.getByRole('dialog', { name: 'About this game' }).waitFor()
  await follow(page, pgnHash('1. b3 *'))
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('Share shows the current game, and keeps typed text @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'))
  await openMenu(page, 'share')
  const field = page.getByLabel('PGN: copy it')
  await follow(page, pgnHash('1. d4 d5 *'))
  await page.waitForFunction(() => document.querySelector('dialog textarea')?.value.includes('1. d4 d5'))
  const link = page.getByRole('textbox', { name: 'Link with the game' })
  await expect(link).toHaveValue(/#g=02\.QQCz$/)
  await field.fill('1. c4')
  await follow(page, pgnHash('1. b3 *'))
  await expect(link).toHaveValue(/#g=(?!02\.QQCz)[\w.-]+$/)
  await expect(field).toHaveValue('1. c4')
})

test('a match continues when the engine is turned on again @dom', async ({ page }) => {
  // The engine thinks until it is turned off.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    globalThis.isHeld = true
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      if (!globalThis.isHeld || !/^go /.test(given[0])) Reflect.apply(postMessage, this, given)
    }
  })
  await startGame(page, { side: 'White', seconds: 1 })
  await clickMove(page, 'e2e4')
  await page.getByText('Stockfish is thinking …').waitFor()
  await openMenu(page, 'engine')
  const engine = page.getByRole('dialog', { name: 'Engine' })
  await engine.getByRole('button', { name: 'Turn off' }).click()
  await page
    .locator('#status .trouble', { hasText: 'The engine is turned off.' })
    .waitFor({ state: 'attached' })
  await page.evaluate(() => {
    globalThis.isHeld = false
  })
  await engine.getByRole('button', { name: 'Start it now' }).click()
  await page.keyboard.press('Escape')
  await page.locator('#board[data-fen*=" w "]').waitFor()
})

test('turning the engine off ends the analysis of the game with that reason @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 *'))
  await page.getByLabel('Time for each move').selectOption('5 s a move')
  await page.locator('#analyse-game').click()
  await page.locator('.game-progress .count', { hasText: /\d of 5/ }).waitFor()
  await openMenu(page, 'engine')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page
    .locator('.curve .error', { hasText: /^The engine is turned off\.$/ })
    .waitFor({ state: 'attached' })
})

test('tabs keep their own game, and each other’s settings', async ({ open, url }) => {
  const page = await open(pgnHash('1. d4 d5 *'))
  await page.locator('#moves', { hasText: 'd5' }).waitFor()
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('d5'))
  const other = await page.context().newPage()
  await other.goto(url)
  await other.locator('#moves', { hasText: 'd5' }).waitFor()
  await page.getByRole('button', { name: 'Arrows on the board' }).click()
  await other.locator('#line-count').selectOption('5')
  await follow(page, pgnHash('1. e4 c5 *'))
  await notice(other, 'The game was changed in another tab.').waitFor()
  // The other tab has changed nothing itself.
  await other.reload()
  await other.locator('#moves', { hasText: 'd5' }).waitFor()
  await page.reload()
  await page.locator('#moves', { hasText: 'c5' }).waitFor()
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Arrows on the board', pressed: false }).waitFor()
    await expect(tab.locator('#line-count')).toHaveValue('5')
  }
})

test('a part that loads slowly is opened once; of several parts the last one is opened', async ({ page }) => {
  let arrival = Promise.resolve()
  /** Holds what is asked for from now on. @returns {() => void} lets it arrive */
  const hold = () => {
    let arrive = () => {}
    arrival = new Promise(resolve => {
      arrive = resolve
    })
    return arrive
  }
  // What is fetched at rest may come by the service worker, and is not asked for here.
  const asked = new Set()
  let arrived = 0
  page.on('requestfinished', request => asked.has(request) && arrived++)
  const answer = await standIn(page, '**/parts/*', async route => {
    asked.add(route.request())
    await arrival
    await route.fallback()
  })
  let arrive = hold()
  for (let click = 0; click < 3; click++) await openMenu(page, 'settings')
  arrive()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await expect.poll(() => arrived - asked.size).toBe(0)
  await expect(page.locator('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  arrive = hold()
  await openMenu(page, 'share')
  await openMenu(page, 'setup')
  arrive()
  await page.getByRole('dialog', { name: 'Set up a position' }).waitFor()
  await expect.poll(() => arrived - asked.size).toBe(0)
  await expect(page.locator('dialog')).toHaveCount(1)
  answer(null)
})

test('pasted positions are set up, or their errors explained @dom', async ({ page }) => {
  await paste(page, '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1')
  await notice(page, 'The position cannot be set up.')
    .getByText(/in check/)
    .waitFor()
  await paste(page, '4k3/8/8/8/8/8/8/4R3/4K3 w - - 0 1')
  await notice(page, /cannot be set up.*8 ranks/)
    .first()
    .waitFor()
  const fen = 'rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1'
  await paste(page, fen)
  await untilFen(page, fen)
  await paste(page, 'https://lichess.org/analysis/4k3/8/8/8/8/8/4R3/4K3_b_-_-_0_1')
  await untilFen(page, '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1')
  await paste(page, '1. Nf6 d5 2. c4 *')
  await page
    .getByText(/There is no game in this text\. It stops at 1\. Nf6\. No knight of yours can reach f6/)
    .waitFor()
})

test('a pasted or typed game keeps its tab, and can be opened again after it was closed @dom', async ({
  page,
}) => {
  await paste(page, '[White "Pasted"]\n\n1. e4 {mine} c5 *')
  await page.locator('#moves', { hasText: 'mine' }).waitFor()
  await paste(page, '1. d4 {another} *')
  await page.locator('#moves', { hasText: 'another' }).waitFor()
  await gameTab(page, 'Pasted').click()
  await page.locator('#moves', { hasText: 'mine' }).waitFor()
  await openMenu(page, 'share')
  await page.getByLabel('PGN: copy it').fill('[White "Typed"]\n\n1. c4 *')
  await page.getByRole('button', { name: 'Load this game' }).click()
  await page.locator('.strip', { hasText: 'Typed' }).waitFor()
  await follow(page, pgnHash('1. b3 *'))
  await gameTab(page, 'Pasted').click()
  await page.locator('#close-game').click()
  await gameTab(page, 'Typed').click()
  await page.locator('.strip', { hasText: 'Typed' }).waitFor()
  await openMenu(page, 'open')
  await page.getByRole('button', { name: /^Open Pasted/ }).click()
  await page.locator('.strip', { hasText: 'Pasted' }).waitFor()
})

test('an empty game gives way to the next, unless a player has a name @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'))
  await page.locator('#moves', { hasText: 'e4' }).waitFor()
  await expect(page.locator('.notice')).toHaveCount(0)
  await openMenu(page, 'new')
  const start = () => page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByRole('radio', { name: 'Two on this board' }).check()
  await start()
  await openMenu(page, 'new')
  await start()
  await expect(page.locator('#announcer')).toHaveText('New game. Two players on this board.')
  await expect(gameTab(page)).toHaveCount(0)
  await editDetails(page)
  await page.getByLabel('White', { exact: true }).fill('Anna')
  await page.getByRole('button', { name: 'Save' }).click()
  await openMenu(page, 'new')
  await start()
  await gameTab(page, 'Anna').click()
  await page.locator('.strip', { hasText: 'Anna' }).waitFor()
})

test('a result that was removed with its line can be restored @dom', async ({ open }) => {
  const page = await open(pgnHash('[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0'))
  await page.locator('.move-list').getByText('c5').click()
  await moreAct(page, 'promote')
  const gone = notice(page, 'The game has a new end: its result, 1–0, was removed.')
  await gone.waitFor()
  await expect.poll(() => pgnOf(page)).toMatch(/\*\s*$/)
  await gone.getByRole('button', { name: 'Restore it' }).click()
  await expect.poll(() => pgnOf(page)).toMatch(/\[Result "1-0"\].*1-0\s*$/s)
})

test('a draw that may be claimed is announced @dom', async ({ open }) => {
  const page = await open(pgnHash('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *'))
  await page.keyboard.press('End')
  await page.locator('#board[data-fen^="rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b "]').waitFor()
  await clickMove(page, 'f6g8')
  await page
    .locator('#speech [role="status"]', { hasText: 'Threefold repetition may be claimed.' })
    .waitFor({ state: 'attached' })
})

test('the focus moves on from elements that are hidden or closed', async ({ open, tolerated }) => {
  tolerated.push(/ws:|WebSocket/)
  const page = await open(pgnHash('1. e4 *'))
  await follow(page, '#fen=wrong')
  await openMenu(page, 'share')
  const share = page.getByRole('dialog', { name: 'Share this game' })
  await share.locator('.notice').getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await focusIn(page, 'dialog h2')
  await page.keyboard.press('Escape')
  await share.waitFor({ state: 'detached' })
  await openMenu(page, 'setup')
  await page.getByLabel('FEN', { exact: true }).fill('4k3/8/8/8/8/8/8/4K3 w K - 0 1')
  await page.getByRole('button', { name: 'Remove the right' }).focus()
  await page.keyboard.press('Enter')
  await focusIn(page, 'dialog button.primary')
  await page.keyboard.press('Escape')
  await openMenu(page, 'engine')
  const engine = page.getByRole('dialog', { name: 'Engine' })
  await engine.getByRole('radio', { name: /At an address/ }).check()
  await engine.getByLabel('Address', { exact: true }).fill('ws://127.0.0.1:9')
  await engine.getByRole('button', { name: 'Connect' }).click()
  await engine.getByText(/No connection to the engine/).waitFor()
  await engine.getByRole('radio', { name: /In this page/ }).check()
  await engine.locator('button[type="submit"]').focus()
  await page.keyboard.press('Enter')
  await focusIn(page, 'dialog input[type="radio"]')
  await untilFen(page, await page.locator('#board').getAttribute('data-fen'))
})
