// SPDX-License-Identifier: Apache-2.0
// Moves taken back, comments left and results set by mistake can be restored; a variation never becomes the game.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  boardFen,
  clickMove,
  headline,
  moreAct,
  notice,
  pgnHash,
  playTwo,
  START_FEN,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('#status').getByRole('button', { name, exact: true }).click()

/** @param {Page} page @returns {Promise<string>} the moves as they are listed, with variations and comments */
const listed = async page => (await page.locator('.move-list').textContent()) ?? ''

/** @param {Page} page */
const undo = page => page.locator('.notice').getByRole('button', { name: 'Undo' }).click()

test('in a match taking back the first move does not make a variation the game, and can be undone @dom', async ({
  page,
}) => {
  await startGame(page, { side: 'White', depth: 1 })
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await page.keyboard.press('Home')
  await untilFen(page, START_FEN)
  await clickMove(page, 'g1f3')
  await page.getByText('A variation: the engine does not play here.').waitFor()
  const tried = await boardFen(page)
  const before = await listed(page)
  await press(page, 'Take back')
  await untilFen(page, START_FEN)
  await expect(page.locator('#status .activity'), 'the engine is not to move').not.toHaveText(/Stockfish/)
  await expect(headline(page)).toHaveText('White to move')
  await expect(page.locator('#status .place')).toHaveText('')
  await undo(page)
  await untilFen(page, tried)
  await expect.poll(() => listed(page)).toBe(before)
  await press(page, 'Back to the game')
  await clickMove(page, 'd2d4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
})

test('by hand taking back comments and variations can be undone; bare moves cause no notice @dom', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 e5 {precious} (1... c5 2. Nf3) *'))
  await playTwo(page)
  await page.locator('#nav-last').click()
  await page.locator('#board[data-fen$=" 2"]').waitFor()
  const [before, fen] = [await listed(page), await boardFen(page)]
  await press(page, 'Take back')
  await page.getByText('1… e5 was taken back, with all comments and variations after it.').waitFor()
  await expect.poll(() => listed(page)).not.toMatch(/e5|c5/)
  await undo(page)
  await expect.poll(() => listed(page)).toBe(before)
  await untilFen(page, fen)
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('#play-takeback'), 'inside a line').toBeDisabled()
  await page.locator('.move-list').getByRole('button', { name: '2. Nf3', exact: true }).click()
  await press(page, 'Take back')
  await expect.poll(() => listed(page)).not.toMatch(/Nf3/)
  assert.match(await listed(page), /e5.*precious.*c5/)
  await expect(notice(page, 'was taken back')).toHaveCount(0)
})

test('"Play on" removes an agreed draw, and no move is lost @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
  await playTwo(page)
  await page.locator('#nav-last').click()
  const before = await listed(page)
  await press(page, 'Agree a draw')
  const agreed = notice(page, 'The players agreed to a draw.')
  await agreed.getByRole('button', { name: 'Play on' }).click()
  await agreed.waitFor({ state: 'detached' })
  await expect(headline(page)).toHaveText('Black to move')
  await expect.poll(() => listed(page)).toBe(before)
})

test('a comment closed with Escape can be continued @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await page.keyboard.press('ArrowRight')
  const comment = page.getByLabel('Comment after the move')
  await moreAct(page, 'annotate')
  await comment.waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect(notice(page, 'not saved'), 'nothing was written').toHaveCount(0)
  await moreAct(page, 'annotate')
  await comment.fill('half a thought')
  await page.keyboard.press('Escape')
  await page.locator('.notice').getByRole('button', { name: 'Close' }).click()
  await moreAct(page, 'annotate')
  await expect(comment).toHaveValue('half a thought')
  await comment.fill('a whole thought')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.locator('.move-list', { hasText: 'a whole thought' }).waitFor()
  await expect(notice(page, 'not saved')).toHaveCount(0)
})

test('the moves of a game that starts at move 30 are counted from there @dom', async ({ open }) => {
  const page = await open(pgnHash('[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 30"]\n\n30... Kd7 31. a8=N *'))
  await playTwo(page)
  await page.getByText('The start: 2 moves follow.').waitFor()
})

test('by hand a move after the result removes it, with a notice @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 0-1'))
  await page.locator('#nav-last').click()
  await expect(headline(page)).toHaveText('Black wins')
  await clickMove(page, 'g1f3')
  await page.locator('#notices').getByText('The game goes on: its result, 0–1, was removed.').waitFor()
  await expect(headline(page)).toHaveText('Black to move')
})

test('Ctrl+Z in a game names the button that takes moves back; who resigns is told so @dom', async ({
  page,
}) => {
  await startGame(page, { side: 'White', depth: 1 })
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen$=" 2"]').waitFor()
  const { length } = await listed(page)
  await page.keyboard.press('Control+Z')
  await notice(page, 'Use “Take back” to undo a move.').waitFor()
  assert.equal((await listed(page)).length, length)
  await press(page, 'Resign')
  await page.getByRole('dialog').getByText('You will lose the game.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await notice(page, 'You resigned.').waitFor()
})
