// SPDX-License-Identifier: Apache-2.0
// Moves taken back, comments left and results set by mistake can be restored; a variation never becomes the game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boardFen,
  clickMove,
  HOSTS,
  headline,
  notice,
  pgnHash,
  START_FEN,
  startGame,
  untilFen,
  usePage,
} from './support/page.js'

/** @import { Page } from 'playwright-core' */

const at = usePage(HOSTS[0])

/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('#status').getByRole('button', { name, exact: true }).click()

/** @param {Page} page @returns {Promise<string>} the moves as they are listed, with variations and comments */
const listed = async page => (await page.locator('.move-list').textContent()) ?? ''

/** @param {Page} page */
const undo = page => page.locator('.notice').getByRole('button', { name: 'Undo' }).click()

test('in a match taking back the first move does not make a variation the game, and can be undone', async t => {
  const { page, problems } = await at.open(t)
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
  // Long enough for an engine that would move at depth 1.
  await page.waitForTimeout(1000)
  assert.equal(await boardFen(page), START_FEN)
  assert.equal(await headline(page), 'White to move')
  assert.equal(await page.locator('#status .place').textContent(), '')
  await undo(page)
  await untilFen(page, tried)
  assert.equal(await listed(page), before)
  await press(page, 'Back to the game')
  await clickMove(page, 'd2d4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  assert.deepEqual(problems, [])
})

test('by hand taking back comments and variations can be undone; bare moves cause no notice', async t => {
  const { page, problems } = await at.open(t, pgnHash('1. e4 e5 {precious} (1... c5 2. Nf3) *'))
  await page.locator('#mode-play').click()
  await page.locator('#nav-last').click()
  const [before, fen] = [await listed(page), await boardFen(page)]
  await press(page, 'Take back')
  await page.getByText('1… e5 was taken back, with all comments and variations after it.').waitFor()
  assert.doesNotMatch(await listed(page), /e5|c5/)
  await undo(page)
  assert.equal(await listed(page), before)
  await untilFen(page, fen)
  await page.keyboard.press('ArrowLeft')
  assert.ok(await page.locator('#play-takeback').isDisabled(), 'inside a line')
  await page.locator('.move-list').getByRole('button', { name: '2. Nf3', exact: true }).click()
  await press(page, 'Take back')
  assert.doesNotMatch(await listed(page), /Nf3/)
  assert.match(await listed(page), /e5.*precious.*c5/)
  assert.equal(await notice(page, 'was taken back').count(), 0)
  assert.deepEqual(problems, [])
})

test('"Play on" removes an agreed draw, and no move is lost', async t => {
  const { page, problems } = await at.open(t, pgnHash('1. e4 e5 2. Nf3 *'))
  await page.locator('#mode-play').click()
  await page.locator('#nav-last').click()
  const before = await listed(page)
  await press(page, 'Agree a draw')
  const agreed = notice(page, 'The players agreed to a draw.')
  await agreed.getByRole('button', { name: 'Play on' }).click()
  await agreed.waitFor({ state: 'detached' })
  assert.equal(await headline(page), 'Black to move')
  assert.equal(await listed(page), before)
  assert.deepEqual(problems, [])
})

test('a comment closed with Escape can be continued', async t => {
  const { page, problems } = await at.open(t, pgnHash('1. e4 e5 *'))
  await page.keyboard.press('ArrowRight')
  const comment = page.getByLabel('Comment after the move')
  await page.locator('#move-annotate').click()
  await comment.waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await notice(page, 'not saved').count(), 0, 'nothing was written')
  await page.locator('#move-annotate').click()
  await comment.fill('half a thought')
  await page.keyboard.press('Escape')
  await page.locator('.notice').getByRole('button', { name: 'Close' }).click()
  await page.locator('#move-annotate').click()
  assert.equal(await comment.inputValue(), 'half a thought')
  await comment.fill('a whole thought')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.locator('.move-list', { hasText: 'a whole thought' }).waitFor()
  assert.equal(await notice(page, 'not saved').count(), 0)
  assert.deepEqual(problems, [])
})

test('the moves of a game that starts at move 30 are counted from there', async t => {
  const { page } = await at.open(
    t,
    pgnHash('[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 30"]\n\n30... Kd7 31. a8=N *'),
  )
  await page.locator('#mode-play').click()
  await page.getByText('The start: 2 moves follow.').waitFor()
})
