// SPDX-License-Identifier: Apache-2.0
// The report of an analysed game: in view when it is done, with a card for each move of the curve, clock times, and figures
// beside the moves that are not written into the game. And the small board of the engine's lines.

import assert from 'node:assert/strict'
import { Game } from '../../dist/index.js'
import { expect, test } from './support/fixtures.js'
import {
  ENGINE_PATIENCE,
  fenHash,
  paste,
  pgnHash,
  START_FEN,
  showTab,
  storageKey,
  untilLines,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GAME = '1. e4 e5 2. Qh5 Ke7 3. Nf3 Nf6 4. Qxe5# 1-0'
const JUDGED = '1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} 3. Qxe5# 1-0'
const CLOCKS =
  '[TimeControl "600+5"]\n\n1. e4 {[%eval 0.3] [%clk 0:09:58]} e5 {[%eval 0.3] [%clk 0:09:50]} ' +
  '2. Nf3 {[%eval 0.2] [%clk 0:09:03]} Nc6 {[%eval 0.3] [%clk 0:08:25]} *'
const SIZES = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
]
const WIDE = { viewport: { width: 1920, height: 1080 } }

/** @param {Page} page */
async function analyseGame(page) {
  await showTab(page, 'report')
  await page.locator('#analyse-game').click()
  await page.locator('#curve .side-card').first().waitFor({ timeout: ENGINE_PATIENCE })
}

/** @param {Page} page @param {string} selector @returns {Promise<boolean>} whether the middles of all four edges can be seen */
const isInView = (page, selector) =>
  page
    .locator(selector)
    .last()
    .evaluate(part => {
      const { left, top, right, bottom } = part.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return [
        [x, top + 2],
        [x, bottom - 2],
        [left + 2, y],
        [right - 2, y],
      ].every(([atX, atY]) => part.contains(document.elementFromPoint(atX, atY)))
    })

const curve = (/** @type {Page} */ page) => page.getByRole('slider', { name: 'Evaluation over the game' })
const card = (/** @type {Page} */ page) => page.locator('#curve .graph-card')

/** @param {Page} page @param {number} place 0 to 1 @returns {Promise<{ x: number, y: number }>} of the curve */
async function pointAt(page, place) {
  const box = await curve(page).boundingBox()
  assert.ok(box)
  return { x: box.x + place * box.width, y: box.y + box.height / 3 }
}

for (const [width, height] of SIZES) {
  test(`${width}x${height}: accuracy and curve are in view when the analysis is done`, async ({ open }) => {
    const isSmall = Math.min(width, height) < 700
    const page = await open(pgnHash(GAME), {
      viewport: { width, height },
      hasTouch: isSmall,
      isMobile: isSmall,
    })
    await analyseGame(page)
    // Wide windows show all buttons, too.
    const last = width >= 1000 ? ['#learn', '#analyse-game'] : []
    for (const part of ['#curve .side-card', '#curve .side-card .word', '#curve .graph', ...last])
      await expect.poll(() => isInView(page, part), part).toBe(true)
    await expect(page.locator('#curve .side-card .word').filter({ hasText: /^accuracy$/ })).toHaveCount(2)
    const handle = page.getByRole('button', { name: 'Over the board' })
    if (width > 390) return expect(handle).toBeHidden()
    if (height < 700) await handle.click()
    await expect(page.locator('#board')).toBeInViewport({ ratio: 1 })
    const isUncovered = () => isInView(page, '#board .square[data-square="e4"]')
    await expect.poll(isUncovered).toBe(true)
    await handle.click()
    await expect.poll(isUncovered).toBe(false)
  })
}

test('the curve says what is under the pointer, and a click goes there', async ({ open }) => {
  const page = await open(pgnHash(JUDGED))
  await curve(page).waitFor()
  await expect(card(page)).toHaveCount(0)
  const { x, y } = await pointAt(page, 0.8)
  await page.mouse.move(x, y)
  await expect(card(page)).toContainText('2… Ke7')
  await expect(card(page)).toContainText('−0.40 → #1: now White mates in 1')
  await page.mouse.click(x, y)
  await expect(curve(page)).toHaveAttribute('aria-valuenow', '4')
  await page.mouse.move(x, y - 300)
  await expect(card(page)).toHaveCount(0)
})

test('a finger gets the card, too, and it stays', async ({ open }) => {
  const context = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await open(pgnHash(CLOCKS), context)
  await showTab(page, 'report')
  const { x, y } = await pointAt(page, 0.75)
  await page.touchscreen.tap(x, y)
  await expect(card(page)).toContainText('2. Nf3')
  await expect(card(page)).toContainText('+0.30 → +0.20: the game is even')
  // 9:58 and 5 seconds a move, less 9:03.
  await expect(card(page)).toContainText('Clock 9:03 · 1:00 for this move')
  await expect(curve(page)).toHaveAttribute('aria-valuenow', '3')
  await page.locator('.strip').first().tap()
  await expect(card(page)).toHaveCount(0)
})

test('games with clocks have a chart of the time of each move @dom', async ({ open }) => {
  const page = await open(pgnHash(CLOCKS))
  await page.getByRole('img', { name: 'Time of each move; the longest: 2… Nc6, 1:30', exact: true }).waitFor()
  for (const side of ['white', 'black'])
    assert.equal((await page.locator(`.clock-${side}`).getAttribute('d'))?.match(/M/g)?.length, 2)
  const other = await open(pgnHash(JUDGED))
  await curve(other).waitFor()
  await expect(other.locator('.clock-chart')).toHaveCount(0)
})

test('moves that turned the game have a sign @dom', async ({ open }) => {
  const page = await open(pgnHash(JUDGED), WIDE)
  await expect(page.locator('.turning-points .san')).toHaveText(['2… Ke7??'])
})

test('the better move stands beside a bad one, and nothing is written into the game', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await analyseGame(page)
  await expect(page.locator('.turning-points button', { hasText: '3. Nf3??' })).toContainText('better Qxe5#')
  const { x, y } = await pointAt(page, 4 / 7)
  await page.mouse.move(x, y)
  await expect(card(page)).toContainText('2… Ke7??')
  await expect(card(page)).toContainText(/Better: 2… \S+/)
  const saved = await page.evaluate(key => localStorage.getItem(key) ?? '', storageKey(page, 'game'))
  assert.doesNotMatch(saved, /%eval|\$4/)
})

test('an analysis and the opened games are there after a reload, and after a click on the game’s own row', async ({
  open,
}) => {
  const page = await open('#analyse', { viewport: { width: 1366, height: 768 } })
  const row = page.getByRole('option', { name: 'Anna' })
  const sides = page.locator('#curve .side-card')
  const figures = () => sides.evaluateAll(cards => cards.map(card => card.getAttribute('aria-label')))
  await paste(page, `[White "Anna"]\n\n${GAME}\n\n[White "Ben"]\n\n1. d4 d5 *\n`)
  await row.click()
  await analyseGame(page)
  const before = await figures()
  assert.match(String(before), /blunder/)
  for (const change of ['own row', 'reload', 'own row']) {
    if (change === 'reload') await page.reload()
    else await showTab(page, 'games')
    if (change === 'own row') await row.click()
    await showTab(page, 'report')
    await expect.poll(figures, change).toEqual(before)
    await expect(page.locator('#moves [data-score]').first()).toBeVisible()
  }
})

test('a line opens to its full text, and its board shows its position', async ({ open }) => {
  const page = await open(fenHash(START_FEN), WIDE)
  await page.getByRole('switch', { name: 'Engine' }).click()
  await untilLines(page, 2)
  const first = page.locator('#analysis .line').first()
  // In very wide windows the best one is open.
  await expect(first.getByRole('button', { name: 'All of line 1' })).toHaveAttribute('aria-expanded', 'true')
  const second = page.getByRole('button', { name: 'All of line 2' })
  await second.click()
  await expect(second).toHaveAttribute('aria-expanded', 'true')
  await expect(first.getByRole('button', { name: 'All of line 1' })).toHaveAttribute('aria-expanded', 'false')
  const moves = page.locator('#analysis .line').nth(1).locator('.line-moves .san')
  await expect.poll(() => moves.count(), { timeout: ENGINE_PATIENCE }).toBeGreaterThan(5)
  // Rows keep their moves while the pointer is over them.
  await moves.first().hover()
  await moves.nth(2).hover()
  const sans = (await moves.allTextContents()).slice(0, 3)
  const game = new Game()
  game.playMoves(sans)
  await page.locator(`.line-place .line-board[data-fen="${game.fen}"]`).waitFor()
  await page
    .locator('.line-place')
    .getByRole('heading', { name: `After 2. ${sans[2]}` })
    .waitFor()
  game.stop()
})

test('in other windows the board stands beside the move under the pointer or with the focus', async ({
  open,
}) => {
  const page = await open(fenHash(START_FEN))
  await page.getByRole('switch', { name: 'Engine' }).click()
  await untilLines(page)
  const moves = page.locator('#analysis .line').first().locator('.line-moves .san')
  const small = page.locator('.line-float')
  await expect(small).toBeHidden()
  await moves.first().hover()
  const game = new Game()
  game.playMoves([(await moves.first().textContent()) ?? ''])
  await small.locator(`.line-board[data-fen="${game.fen}"]`).waitFor()
  game.stop()
  await page.mouse.move(10, 10)
  await expect(small).toBeHidden()
  await page.locator('#engine-arrows').focus()
  await page.keyboard.press('Tab')
  await small.locator('.line-board').waitFor()
  await page.keyboard.press('Shift+Tab')
  await expect(small).toBeHidden()
})

test('the bar is empty while nothing is known, and has a figure with its sign', async ({ open }) => {
  const page = await open(pgnHash(JUDGED))
  await curve(page).waitFor()
  await expect(page.locator('#eval-bar.unknown .bar-text')).toBeHidden()
  await expect(page.locator('#eval-bar')).toHaveCSS('background-image', 'none')
  await page.locator('#nav-last').click()
  await page.locator('#nav-back').click()
  await page.locator('#nav-back').click()
  await expect(page.locator('#eval-bar .bar-text')).toHaveText('−0.4')
})
