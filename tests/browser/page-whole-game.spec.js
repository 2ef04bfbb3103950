// SPDX-License-Identifier: Apache-2.0
// A whole game from the menu to the mate and to its analysis, once with keys alone and once with fingers alone.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { boardFen, centre, headline, SCREENS, untilFen } from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** The last move promotes and mates. */
const GAME = 'h2h4 a7a6 h4h5 g7g5 h5h6 g8f6 f2f3 f8g7 h6g7 f6g4 g7h8q'.split(' ')
const MOVES = [
  '1. h4',
  '1… a6',
  '2. h5',
  '2… g5',
  '3. h6',
  '3… Nf6',
  '4. f3',
  '4… Bg7',
  '5. hxg7',
  '5… Ng4',
  '6. gxh8=Q#',
]
const MATED = 'rnbqk2Q/1ppppp1p/p7/6p1/6n1/5P2/PPPPP1P1/RNBQKBNR b KQq - 0 6'
const PHONE = SCREENS[0]

/** Presses Tab until the button has the focus, then Enter. @param {Page} page @param {string} selector */
async function pressButton(page, selector) {
  const button = page.locator(`${selector}:focus`)
  for (let steps = 0; steps < 80 && !(await button.count()); steps++) await page.keyboard.press('Tab')
  await expect(button, `Tab does not lead to ${selector}`).toHaveCount(1)
  await page.keyboard.press('Enter')
}

/** Walks from the square where the cursor is; White is at the bottom. @param {Page} page @param {string} to */
async function walkTo(page, to) {
  const from = (await page.locator('#board .cursor-line').getAttribute('data-sign')) ?? ''
  const steps = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)]
  for (const [axis, [back, on]] of [
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowDown', 'ArrowUp'],
  ].entries())
    for (let step = 0; step < Math.abs(steps[axis]); step++)
      await page.keyboard.press(steps[axis] > 0 ? on : back)
}

/** @param {Page} page @param {string} before waits until the board shows another position */
const untilTurn = (page, before) => page.locator(`#board:not([data-fen="${before}"])`).waitFor()

/** The mate is shown, told and in the list. @param {Page} page */
async function checkEnd(page) {
  await expect(headline(page)).toHaveText('Checkmate: White wins')
  const told = 'White played g takes h8, promotes to queen, mate. Checkmate: White wins.'
  await expect(page.locator('#announcer')).toHaveText(told)
  const moves = await page
    .locator('.move-list .main-line button')
    .evaluateAll(all => all.map(button => button.getAttribute('aria-label')))
  assert.deepEqual(moves, MOVES)
}

test('with keys alone', async ({ page }) => {
  // No pointer from here on.
  await pressButton(page, '#menu-new')
  await page.getByRole('dialog', { name: 'New game' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Two on this board' }).and(page.locator(':checked')).waitFor()
  await pressButton(page, 'dialog [type="submit"]')
  await page.locator('#board:focus-within').waitFor()
  for (const uci of GAME) {
    const before = await boardFen(page)
    await walkTo(page, uci.slice(0, 2))
    await page.keyboard.press('Enter')
    await walkTo(page, uci.slice(2, 4))
    await page.keyboard.press('Enter')
    if (uci.length > 4) {
      await page.getByRole('button', { name: 'Queen' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
    }
    await untilTurn(page, before)
    await expect(
      page.locator('#board:focus-within'),
      `the focus stays on the board after ${uci}`,
    ).toHaveCount(1)
  }
  await untilFen(page, MATED)
  await checkEnd(page)
  await pressButton(page, '#play-analyse')
  await page.locator('main[data-mode="analyse"]').waitFor()
})

test('with fingers alone, on a phone', async ({ open }) => {
  const page = await open('', PHONE.context)
  const tap = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).tap()
  await tap('New game')
  await page.getByRole('radio', { name: 'Two on this board' }).tap()
  await tap('Start the game')
  for (const uci of GAME) {
    const before = await boardFen(page)
    for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
      const { x, y } = await centre(page, name)
      await page.touchscreen.tap(x, y)
    }
    if (uci.length > 4) await tap('Queen')
    await untilTurn(page, before)
  }
  await untilFen(page, MATED)
  await checkEnd(page)
  await page.locator('#play-analyse').tap()
  await page.locator('main[data-mode="analyse"]').waitFor()
})
