// SPDX-License-Identifier: Apache-2.0
// What the strips beside the board say of the players: names, score, captured pieces and lead, whose turn it is.

import { expect, test } from './support/fixtures.js'
import { pgnHash, playTwo } from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @param {'white' | 'black'} color */
const player = (page, color) => page.locator(`.player[data-color="${color}"]`)

for (const [result, white, black] of [
  ['1-0', '1', '0'],
  ['0-1', '0', '1'],
  ['1/2-1/2', '½', '½'],
])
  test(`${result} gives White ${white} and Black ${black}, at the end of the game alone @dom`, async ({
    open,
  }) => {
    const page = await open(pgnHash(`[Result "${result}"]\n\n1. e4 e5 ${result}`))
    await page.keyboard.press('End')
    await expect(player(page, 'white').locator('.score')).toHaveText(white)
    await expect(player(page, 'black').locator('.score')).toHaveText(black)
    await expect(page.locator('.player.to-move'), 'the game is over').toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await expect(player(page, 'white').locator('.score')).toBeHidden()
    await expect(player(page, 'black').locator('.score')).toBeHidden()
    await expect(player(page, 'black')).toHaveClass('player to-move')
  })

test('a side shows what it has captured, and its lead where it has one @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Qxd2 *'))
  await expect(page.locator('.lead'), 'nobody leads').toHaveCount(0)
  const words = (/** @type {'white' | 'black'} */ color) => player(page, color).locator('.visually-hidden')
  await page.keyboard.press('End')
  await expect(words('white')).toHaveText('captured: queen, pawn')
  await expect(words('black')).toHaveText('captured: pawn, pawn')
  await expect(player(page, 'white').locator('.lead')).toHaveText('+8')
  await expect(player(page, 'black').locator('.lead')).toHaveCount(0)
})

test('before the first move, the strips name the opponents by the chosen side @dom', async ({ open }) => {
  const page = await open()
  await page.locator('#mode-play').click()
  for (const [side, white, black] of [
    ['White', 'You', 'Stockfish'],
    ['Black', 'Stockfish', 'You'],
  ]) {
    // The picture over it takes the pointer.
    await page.getByRole('radio', { name: side }).check({ force: true })
    await expect(player(page, 'white').locator('.name')).toHaveText(white)
    await expect(player(page, 'black').locator('.name')).toHaveText(black)
  }
})

test('the side to move has a mark, and is said to be in check @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 f6 2. Qh5+ *'))
  await playTwo(page)
  await page.keyboard.press('End')
  await expect(player(page, 'black')).toHaveClass('player to-move')
  await expect(player(page, 'black').locator('.turn')).toHaveText('in check')
  await expect(player(page, 'white').locator('.turn')).toHaveText('')
})
