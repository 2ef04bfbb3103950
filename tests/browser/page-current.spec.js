// SPDX-License-Identifier: Apache-2.0
// What belongs to the current move or game: its mark in the list, a half-typed move, notices, and the details.

import { expect, test } from './support/fixtures.js'
import {
  editDetails,
  moreAct,
  notice,
  openTypedMove,
  pgnHash,
  playersShown,
  playTwo,
  showTab,
} from './support/page.js'

test('the list marks the current move, and none at the start @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
  const current = page.locator('.move-list [aria-current]')
  await expect(page.locator('.move-list button').first()).toHaveText('e4')
  await expect(current).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(current).toHaveText('e4')
  await page.keyboard.press('End')
  await expect(current).toHaveText('Nf3')
})

test('a half-typed move goes with its position @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await openTypedMove(page)
  const field = page.locator('#typed-move')
  await field.fill('Nf')
  await page.locator('#nav-forward').click()
  await expect(field).toHaveValue('')
})

test('the end of the list has the result before its reason @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await playTwo(page)
  await page.keyboard.press('End')
  await page.locator('#play-draw').click()
  await expect(page.locator('.ending')).toHaveText(/^½.½ · The players agreed to a draw$/)
})

test('Ctrl+Z takes back the newest of two deletions first @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 *'))
  const moves = page.locator('.move-list')
  for (const kept of ['Nc6', 'Nf3']) {
    await page.keyboard.press('End')
    await moreAct(page, 'delete')
    await expect(page.locator('.move-list button').last()).toHaveText(kept)
  }
  await page.locator('#board').focus()
  await page.keyboard.press('Control+z')
  await expect(page.locator('.move-list button').last()).toHaveText('Nc6')
  await expect(moves).not.toHaveText(/Bb5/)
})

test('what is said of a position goes with its game @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 f6 2. Qh5+ *'))
  await page.keyboard.press('End')
  await page.keyboard.press('x')
  const said = notice(page, 'is in check and cannot pass')
  await expect(said).toHaveCount(1)
  await page.locator('#menu-new').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start the game' }).click()
  await expect(said).toHaveCount(0)
})

test('unknown ratings are not shown, and a header that is emptied goes @dom', async ({ open }) => {
  const page = await open(
    pgnHash('[White "Ada"]\n[WhiteElo "?"]\n[Black "Bo"]\n[BlackElo "2000"]\n\n1. e4 *'),
  )
  await showTab(page, 'Game')
  await expect(playersShown(page)).toHaveText('Ada – Bo (2000)')
  await editDetails(page)
  await page.getByLabel('Rating of Black').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(playersShown(page)).toHaveText('Ada – Bo')
})
