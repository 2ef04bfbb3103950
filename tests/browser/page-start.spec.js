// SPDX-License-Identifier: Apache-2.0
// The offers of the page while there is no game: each is one click, and none of them is two players by silence.

import { expect, test } from './support/fixtures.js'
import { NO_SERVER } from './support/own-page.js'
import {
  AFTER_E4,
  clickMove,
  ENGINE_PATIENCE,
  follow,
  headline,
  moreAct,
  paste,
  pgnHash,
  SCREENS,
  START_FEN,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @param {'play' | 'analyse' | 'start' | 'games'} view waits until it is shown */
const untilView = (page, view) => page.locator(`main[data-view="${view}"]`).waitFor()

/** @param {Page} page @param {'white' | 'black'} color */
const nameOf = (page, color) => page.locator(`.player[data-color="${color}"] .name`)

/** @param {Page} page @param {string} name */
const offer = (page, name) => page.locator('#start').getByRole('button', { name })

/** @param {Page} page @param {'White' | 'Random colour' | 'Black'} side */
async function choose(page, side) {
  await page.locator('#start').getByTitle(side, { exact: true }).click()
  await expect(page.getByRole('radio', { name: side })).toBeChecked()
}

/** The empty page, as on a first visit. @param {import('./support/fixtures.js').Fixtures['visit']} visit */
async function firstVisit(visit, context = SCREENS[1].context) {
  const page = await visit('', context)
  await untilView(page, 'start')
  return page
}

for (const { name, context } of SCREENS)
  test(`${name}: one click is a game against the computer`, async ({ visit }) => {
    const page = await firstVisit(visit, context)
    await page.getByRole('heading', { name: 'Play the computer' }).waitFor()
    await expect(page.getByRole('slider', { name: 'Strength' })).toHaveAttribute('aria-valuetext', /^1500, /)
    await offer(page, 'Play').and(page.locator('.primary')).click()
    await untilView(page, 'play')
    await expect(headline(page)).toHaveText('White to move')
    await expect(nameOf(page, 'white')).toHaveText('You')
    await expect(nameOf(page, 'black')).toHaveText(/^Stockfish/)
  })

test('strength and side are kept over a reload, and the computer begins as White', async ({ visit }) => {
  const page = await firstVisit(visit)
  const strength = page.getByRole('slider', { name: 'Strength' })
  await strength.focus()
  await page.keyboard.press('Home')
  await expect(strength).toHaveAttribute('aria-valuetext', /^450, /)
  await choose(page, 'Black')
  await page.reload()
  await untilView(page, 'start')
  await expect(strength).toHaveAttribute('aria-valuetext', /^450, /)
  await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked()
  await expect(nameOf(page, 'black')).toHaveText('You')
  await offer(page, 'Play').and(page.locator('.primary')).click()
  await untilView(page, 'play')
  await expect(page.locator('#strip-black')).toHaveAttribute('data-place', 'bottom')
  await expect(page.locator('#board')).toHaveAttribute('data-fen', / b /, { timeout: ENGINE_PATIENCE })
})

test('a move on the empty board is a game against the computer, also when Black was chosen last @dom', async ({
  visit,
}) => {
  const page = await firstVisit(visit)
  await choose(page, 'Black')
  await page.getByText('Or just move a piece: the computer answers.').waitFor()
  await clickMove(page, 'e2e4')
  await untilView(page, 'play')
  await expect(nameOf(page, 'white')).toHaveText('You')
  await expect(nameOf(page, 'black')).toHaveText(/^Stockfish/)
  await expect(page.locator('#board')).toHaveAttribute('data-fen', / w .* 2$/, { timeout: ENGINE_PATIENCE })
})

test('“Play” never begins a game of two players by itself @dom', async ({ page }) => {
  await untilView(page, 'analyse')
  await page.locator('#mode-play').click()
  await untilView(page, 'start')
  await page.locator('#mode-analyse').click()
  await clickMove(page, 'e2e4')
  await untilView(page, 'analyse')
  await page.locator('#mode-play').click()
  await untilView(page, 'start')
  await offer(page, 'Two here').click()
  await untilView(page, 'play')
  await untilFen(page, AFTER_E4)
  await clickMove(page, 'e7e5')
  await expect(headline(page)).toHaveText('White to move')
})

test('after an opened game, “Play” offers a game from this position; not from a finished one @dom', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 *'))
  await page.keyboard.press('End')
  await untilFen(page, AFTER_E4)
  await page.locator('#mode-play').click()
  await choose(page, 'Black')
  await expect(page.getByText('Or just move a piece')).toHaveCount(0)
  await offer(page, 'Play from this position').click()
  await untilView(page, 'play')
  await untilFen(page, AFTER_E4)
  await expect(nameOf(page, 'black')).toHaveText('You')
  await expect(headline(page)).toHaveText('Black to move')
  await follow(page, pgnHash('1. f3 e5 2. g4 Qh4# 0-1'))
  await untilView(page, 'analyse')
  await page.keyboard.press('End')
  await page.locator('#board[data-fen*="7q"], #board[data-fen*="6Pq"]').waitFor()
  await page.locator('#mode-play').click()
  await offer(page, 'Play').and(page.locator('.primary')).click()
  await untilView(page, 'play')
  await untilFen(page, START_FEN)
})

test('a friend on a host without a game server: the reason and the way out in one row, no form @dom', async ({
  visit,
}) => {
  const page = await firstVisit(visit)
  const row = page.getByRole('listitem').filter({ hasText: 'Play a friend' })
  await expect(row.getByText(NO_SERVER, { exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveText(['Two here'])
  await expect(row.getByRole('textbox')).toHaveCount(0)
  await row.getByRole('button').click()
  await untilView(page, 'play')
  await expect(page.locator('dialog')).toHaveCount(0)
  await clickMove(page, 'e2e4')
  await clickMove(page, 'e7e5')
  await expect(headline(page)).toHaveText('White to move')
})

test('open or paste a game @dom', async ({ visit }) => {
  const page = await firstVisit(visit)
  await offer(page, 'Open or paste a game').click()
  await untilView(page, 'games')
  await page.getByRole('button', { name: 'Open a file' }).waitFor()
  await paste(page, '1. e4 *')
  await page.locator('.move-list').getByRole('button', { name: '1. e4' }).waitFor()
})

test('a famous game opens at its decisive position @dom', async ({ visit }) => {
  const page = await firstVisit(visit)
  await offer(page, 'The Opera Game').click()
  await untilView(page, 'analyse')
  await expect(nameOf(page, 'white')).toHaveText(/Morphy/)
  await expect(page.locator('.move-list [aria-current="step"]')).toHaveCount(1)
  await expect(page.locator('#board')).not.toHaveAttribute('data-fen', START_FEN)
})

test('a game whose last move is deleted stays in Analyse; drawings on the empty board stay on the first visit', async ({
  open,
  visit,
}) => {
  for (const { context } of SCREENS) {
    const page = await open(pgnHash('1. e4 *'), context)
    await page.keyboard.press('End')
    await untilFen(page, AFTER_E4)
    await moreAct(page, 'delete')
    await untilFen(page, START_FEN)
    await untilView(page, 'analyse')
    await page.keyboard.press('Control+Z')
    await page.keyboard.press('End')
    await untilFen(page, AFTER_E4)
    await untilView(page, 'analyse')
  }
  const page = await firstVisit(visit)
  await page.locator('#board .square[data-square="e4"]').click({ button: 'right' })
  await page.locator('#board [data-sign="e4"]').first().waitFor({ state: 'attached' })
  await untilView(page, 'start')
})

test('a link that cannot be read keeps the offers, one to the start of a game does not @dom', async ({
  visit,
}) => {
  const page = await firstVisit(visit)
  await follow(page, '#fen=nothing')
  await page.locator('.notice.error').filter({ hasText: 'The link cannot be read.' }).waitFor()
  await offer(page, 'Play').and(page.locator('.primary')).waitFor()
  await follow(page, pgnHash('*'))
  await untilView(page, 'analyse')
})
