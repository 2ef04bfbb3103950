// SPDX-License-Identifier: Apache-2.0
// Repertoires: made of the game on the board, asked, kept over reloads, and asked again when their days are over.

import { expect, test } from './support/fixtures.js'
import { AFTER_E4, clickMove, openExplorer, pgnHash, SCREENS, START_FEN, untilFen } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const PGN = '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *'
const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
const AFTER_C5 = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'
const DAY = 86_400_000

/** @param {Page} page @returns the dialog */
async function openDialog(page) {
  await openExplorer(page)
  await page.getByRole('button', { name: 'Repertoires' }).click()
  return page.getByRole('dialog', { name: 'Repertoires' })
}

for (const { name, context } of SCREENS)
  test(`${name}: moves are asked for; a wrong one is shown and asked again; what is known is kept`, async ({
    open,
  }) => {
    const page = await open(pgnHash(PGN), context)
    await page.locator('.move-list button').last().waitFor({ state: 'attached' })
    const dialog = await openDialog(page)
    await dialog.getByLabel('Name').fill('King’s pawn')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await dialog.getByRole('button', { name: 'Train King’s pawn' }).click()
    const drill = page.getByRole('region', { name: 'King’s pawn' })
    const task = drill.locator('.task')
    const feedback = drill.getByRole('status')
    await untilFen(page, START_FEN)
    await expect(task).toHaveText('3 left. What do you play for White?')
    // The moves to find are not in sight.
    await expect(page.locator('.move-list button')).toHaveCount(0)
    await clickMove(page, 'e2e4')
    await untilFen(page, AFTER_E5)
    await expect(feedback).toHaveText('1. e4 is right.')
    await clickMove(page, 'd2d4')
    await expect(feedback).toHaveText('2. d4 is not your move. You play Nf3: play it now.')
    await untilFen(page, AFTER_E5)
    await expect(page.locator('#board .layer.hint > *').first()).toBeAttached()
    await clickMove(page, 'g1f3')
    await untilFen(page, AFTER_C5)
    await expect(task).toHaveText('2 left. What do you play for White?')
    await expect(page.locator('#board .layer.hint > *')).toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await untilFen(page, AFTER_E4)
    await drill.getByRole('button', { name: 'Back to the position' }).click()
    await untilFen(page, AFTER_C5)
    await clickMove(page, 'g1f3')
    await untilFen(page, AFTER_E5)
    await clickMove(page, 'g1f3')
    await expect(task).toHaveText(/^Done: 3 right, 1 of them after a mistake\. The next position comes on /)
    await drill.getByRole('button', { name: 'End' }).click()
    await expect(drill).toHaveCount(0)

    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    const again = await openDialog(page)
    await expect(again.getByRole('listitem')).toContainText('White, 0 of 3 due')
    await page.clock.setFixedTime(Date.now() + 1.5 * DAY)
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    await openDialog(page)
    await expect(again.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await page.clock.setFixedTime(Date.now())
    await again.getByRole('button', { name: 'Reset King’s pawn' }).click()
    await expect(again.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await again.getByRole('button', { name: 'Delete King’s pawn' }).click()
    await expect(again.getByRole('listitem')).toHaveCount(0)
  })

test('several repertoires by name; for Black the board is turned; what cannot be one is refused in words', async ({
  open,
}) => {
  const page = await open(pgnHash(PGN), { viewport: { width: 1366, height: 768 } })
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('radio', { name: 'Black’s moves' }).check()
  await dialog.getByLabel('Name').fill('Two answers')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('Black, 2 of 2 due')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'There is a repertoire of this name: choose another one.',
  )
  await dialog.getByRole('button', { name: 'Train Two answers' }).click()
  await untilFen(page, AFTER_E4)
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText('Black')
  // Either of the two is right.
  await clickMove(page, 'c7c5')
  await expect(page.locator('.mistakes .feedback')).toHaveText('1… c5 is right.')
  await page.locator('#board[data-fen*="/5N2/PPPP1PPP/RNBQKB1R b "]').waitFor()
  await clickMove(page, 'b8c6')
  await expect(page.locator('.mistakes .task')).toContainText('Done: 2 right')
})
