// SPDX-License-Identifier: Apache-2.0
// The status card and the first view: what they offer wherever the user looks, and what their buttons do.

import { expect, test } from './support/fixtures.js'
import {
  boardFen,
  fenHash,
  headline,
  openTypedMove,
  pgnHash,
  playTwo,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const MATED = '1. f3 e5 2. g4 Qh4# 0-1'
const ENDING = '8/8/4k3/8/8/4K3/4P3/8 w - - 0 60'

/** @param {Page} page @param {'white' | 'black'} color */
const score = (page, color) => page.locator(`.player[data-color=${color}] .score`)

test('the human is at the bottom, and "Back to the game" is there where it leads somewhere @dom', async ({
  open,
}) => {
  const page = await open()
  await startGame(page, { side: 'White', depth: 1 })
  await expect(page.locator('.strip[data-place=bottom] .name')).toHaveText('You')
  const back = page.locator('#status .back')
  await expect(back).toBeHidden()
  const field = await openTypedMove(page)
  await field.fill('e4')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.locator('#board')).toHaveAttribute('data-fen', / w .* 2$/)
  const answered = await boardFen(page)
  await page.locator('#nav-back').click()
  await expect(back).toBeVisible()
  await back.click()
  await untilFen(page, answered)
  await expect(back).toBeHidden()
})

test('a position is played on from, with its pieces, unless its game is over @dom', async ({ open }) => {
  const page = await open(pgnHash(MATED))
  await page.keyboard.press('End')
  await page.locator('#mode-play').click()
  await expect(page.locator('#start-computer')).toHaveText('Play')
  const other = await open(fenHash(ENDING))
  await other.locator('#mode-play').click()
  await other.getByRole('radio', { name: 'White' }).check()
  await expect(other.locator('#start-computer')).toHaveText('Play from this position')
  await other.locator('#start-computer').click()
  await expect(headline(other)).toHaveText('White to move')
  await expect(other.locator('.player[data-color=white] .name')).toHaveText('You')
  await untilFen(other, ENDING)
})

test('who resigns loses; a hint is there in earlier positions, too @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await playTwo(page)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('#play-hint')).toBeEnabled()
  await page.keyboard.press('End')
  await page.locator('#play-resign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign', exact: true }).click()
  await expect(score(page, 'black')).toHaveText('1')
  await expect(score(page, 'white')).toHaveText('0')
})

test('two engines that are paused say so @dom', async ({ open }) => {
  const page = await open()
  await startGame(page, { blackStep: 3, step: 3, depth: 1 })
  await page.locator('#play-pause').click()
  await expect(page.locator('#status .activity')).toHaveText('Paused.')
})
