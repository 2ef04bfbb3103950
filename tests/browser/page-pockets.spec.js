// SPDX-License-Identifier: Apache-2.0
// Drops from the pockets of Crazyhouse: by drag, click, touch and keyboard.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { centre, fenHash, follow, SCREENS, square } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const PLACEMENT = '4k3/8/8/8/8/8/8/4K3'
const LINK = `${fenHash(`${PLACEMENT}[PNNq] w - - 0 1`)}&variant=crazyhouse`

/** @param {Page} page @param {'White' | 'Black'} side */
const pocket = (page, side) => page.getByRole('group', { name: `${side}’s pocket` })

/** @param {Page} page @param {string} placement waits until it is on the board */
const untilPlaced = (page, placement) => page.locator(`#board[data-fen^="${placement}["]`).waitFor()

test('by click, by drag and by keyboard; counts, and only the side to move', async ({ open }) => {
  const page = await open(LINK)
  const white = pocket(page, 'White')
  const black = pocket(page, 'Black')
  await white.waitFor()
  await expect
    .poll(() => white.getByRole('button').evaluateAll(all => all.map(one => one.getAttribute('aria-label'))))
    .toEqual(['pawn, 1', 'knight, 2', 'bishop, 0', 'rook, 0', 'queen, 0'])
  const knight = white.getByRole('button', { name: 'knight' })
  await expect(white.getByRole('button', { name: 'rook' })).toBeDisabled()
  await expect(black.getByRole('button', { name: 'queen, 1' })).toBeDisabled()
  await black.getByRole('button', { name: 'queen' }).click({ force: true })
  await expect(page.locator('#board .layer.targets .target')).toHaveCount(0)

  await white.getByRole('button', { name: 'pawn' }).click()
  await expect(page.locator('#board .layer.targets .target'), 'not on the last ranks').toHaveCount(48)
  await knight.click()
  await expect(knight).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('#board .layer.targets .target')).toHaveCount(62)
  await knight.click()
  await expect(page.locator('#board .layer.targets .target'), 'a second click puts it back').toHaveCount(0)
  await knight.click()
  await square(page, 'f3').click()
  await untilPlaced(page, '4k3/8/8/8/8/5N2/8/4K3')
  await page.locator('.move-list').getByRole('button', { name: 'N@f3' }).waitFor()
  await expect(white.getByRole('button', { name: 'knight, 1' })).toBeDisabled()

  const queen = black.getByRole('button', { name: 'queen, 1' })
  const from = await queen.boundingBox()
  const to = await centre(page, 'd8')
  assert.ok(from)
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await expect(page.locator('.piece-image.dragged')).toHaveCount(1)
  await page.mouse.up()
  await untilPlaced(page, '3qk3/8/8/8/8/5N2/8/4K3')
  await expect(page.locator('.piece-image.dragged')).toHaveCount(0)
  await page.locator('.move-list').getByRole('button', { name: 'Q@d8' }).waitFor()

  // Enter picks the piece up and leads to the squares.
  await white.getByRole('button', { name: 'pawn' }).focus()
  await page.keyboard.press('Enter')
  await page
    .locator('#announcer', { hasText: 'Picked up the white pawn of the pocket. 47 squares' })
    .waitFor()
  await expect(page.locator('#board svg:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.locator('#announcer', { hasText: 'Put back into the pocket.' }).waitFor()
  await white.getByRole('button', { name: 'pawn' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('#announcer', { hasText: 'Picked up the white pawn of the pocket.' }).waitFor()
  const cursor = (await page.locator('#board .cursor-line').getAttribute('data-sign')) ?? ''
  const steps = Number(cursor[1]) - 6
  for (let step = 0; step < Math.abs(steps); step++)
    await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
  await page.keyboard.press('Enter')
  await page
    .locator('.move-list')
    .getByRole('button', { name: `@${cursor[0]}6` })
    .waitFor()
})

test('by touch; another variant has no pockets', async ({ open }) => {
  const page = await open(LINK, SCREENS[0].context)
  const knight = pocket(page, 'White').getByRole('button', { name: 'knight' })
  await knight.tap()
  await square(page, 'c3').tap()
  await untilPlaced(page, '4k3/8/8/8/8/2N5/8/4K3')
  const queen = await pocket(page, 'Black').getByRole('button', { name: 'queen' }).boundingBox()
  const to = await centre(page, 'd7')
  assert.ok(queen)
  const hand = await page.context().newCDPSession(page)
  const start = { x: queen.x + 12, y: queen.y + 12 }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  for (const point of [{ x: start.x, y: start.y + 30 }, to])
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await untilPlaced(page, '4k3/3q4/8/8/8/2N5/8/4K3')
  await follow(page, fenHash(`${PLACEMENT} w - - 0 1`))
  await page.locator(`#board[data-fen="${PLACEMENT} w - - 0 1"]`).waitFor()
  await expect(page.locator('.pocket button')).toHaveCount(0)
})
