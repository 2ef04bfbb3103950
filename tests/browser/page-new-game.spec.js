// SPDX-License-Identifier: Apache-2.0
// The dialog for a new game: what it shows at once, what it keeps, and games from the position on the board.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { pgnHash, untilFen } from './support/page.js'

for (const [width, height] of [
  [1366, 768],
  [390, 844],
])
  test(`the dialog for a new game fits ${width}×${height} without scrolling, and keeps the choice`, async ({
    open,
  }) => {
    const page = await open('', { viewport: { width, height } })
    const dialog = page.getByRole('dialog', { name: 'New game' })
    const radio = (/** @type {string} */ name) => dialog.getByRole('radio', { name, exact: true })
    await page.locator('#menu-new').click()
    await expect(dialog.getByRole('group', { name: /^Time/ }).getByRole('radio')).toHaveCount(6)
    await expect(dialog.getByText('1500 · club player')).toBeVisible()
    await expect.poll(() => dialog.evaluate(element => element.scrollHeight - element.clientHeight)).toBe(0)
    await radio('Black').check()
    await radio('3+2 Blitz').check()
    await dialog.locator('#new-game-step').fill('0')
    await expect(dialog.getByRole('slider', { name: 'Strength' })).toHaveAttribute(
      'aria-valuetext',
      '450, newcomer',
    )
    await dialog.getByRole('button', { name: 'Start the game' }).click()
    await expect(page.locator('#announcer')).toHaveText('New game. You play Black.')
    // Who has pressed the button sees it.
    await expect(page.locator('.notice')).toHaveCount(0)
    await page.locator('#menu-new').click()
    for (const name of ['The computer', 'Black', '3+2 Blitz']) await expect(radio(name)).toBeChecked()
    await expect(dialog.getByText('450 · newcomer')).toBeVisible()
  })

test('after a game was opened, a new one may begin at its position @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await page.locator('#nav-last').click()
  await page.getByRole('button', { name: 'New game' }).click()
  const dialog = page.getByRole('dialog', { name: 'New game' })
  await dialog.getByRole('radio', { name: 'From this position' }).check()
  await expect(dialog.getByRole('combobox', { name: 'Rules' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Two on this board' }).check()
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await page.locator('main[data-mode="play"]').waitFor()
  await untilFen(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
})

test('a phone has room for the card and the dialog', async ({ open }) => {
  const page = await open('', { viewport: { width: 360, height: 740 } })
  await page.getByRole('button', { name: 'New game' }).click()
  const start = page.getByRole('button', { name: 'Start the game' })
  await start.waitFor()
  const seen = await start.boundingBox()
  assert.ok(seen && seen.y + seen.height <= 740, 'the button that starts the game is visible')
  await page.getByRole('radio', { name: 'Two on this board' }).check()
  await start.click()
  await start.waitFor({ state: 'hidden' })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.equal(width, 360)
  for (const button of await page.locator('#status button:visible').all()) {
    const box = await button.boundingBox()
    assert.ok(box && box.height >= 40 && box.width >= 40 && box.x >= 0 && box.x + box.width <= 360)
  }
  await page.setViewportSize({ width: 360, height: 640 })
  for (const name of ['draw', 'resign'])
    await expect(page.locator(`#play-${name}`), 'on low phones, too').toBeInViewport({ ratio: 1 })
})
