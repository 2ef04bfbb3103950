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

test('a time is chosen and kept, also one of the user’s own; the first move starts its clock', async ({
  visit,
}) => {
  const page = await firstVisit(visit)
  const time = (/** @type {string} */ name) =>
    page.locator('#start').getByRole('radio', { name, exact: true })
  await expect(time('No clock')).toBeChecked()
  await expect(page.getByRole('radiogroup', { name: 'Time' }).getByRole('radio')).toHaveCount(7)
  await time('3+2 Blitz').check({ force: true })
  await page.reload()
  await untilView(page, 'start')
  await expect(time('3+2 Blitz')).toBeChecked()
  await time('Other Your own').check({ force: true })
  await expect(page.getByLabel('Minutes a side')).toHaveValue('3')
  await page.getByLabel('Minutes a side').fill('7')
  await page.getByLabel('Seconds a move').fill('900')
  await page.getByLabel('Seconds a move').press('Tab')
  await page.reload()
  await untilView(page, 'start')
  await expect(time('Other Your own')).toBeChecked()
  await expect(page.getByLabel('Minutes a side')).toHaveValue('7')
  await expect(page.getByLabel('Seconds a move')).toHaveValue('2')
  await clickMove(page, 'e2e4')
  await untilView(page, 'play')
  await expect(page.locator('.player .clock').first()).toHaveText(/^[67]:/)
})

test('the field opens what is pasted into it, and keeps nothing', async ({ visit }) => {
  const page = await firstVisit(visit)
  const field = page.getByRole('textbox', { name: 'A game, a position or an address' })
  await field.focus()
  await field.evaluate(element => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1. d4 d5 *')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await untilView(page, 'analyse')
  await page.locator('.move-list').getByRole('button', { name: 'd5' }).waitFor()
  await page.locator('#mode-play').click()
  await expect(field).toHaveValue('')
  await field.fill(AFTER_E4)
  await field.press('Enter')
  await untilFen(page, AFTER_E4)
})

test('a file is chosen beside the field @dom', async ({ visit }) => {
  const page = await firstVisit(visit)
  await expect(offer(page, 'Choose a file')).toHaveCount(1)
  await page.getByLabel('A file of games').setInputFiles({
    ...{ name: 'a.pgn', mimeType: 'text/plain', buffer: Buffer.from('[White "Ada"]\n\n1. g4 e5 *\n') },
  })
  await expect(nameOf(page, 'white')).toHaveText('Ada')
})

test('training says what is due tomorrow if nothing is due, and the days in a row', async ({ visit }) => {
  const page = await firstVisit(visit)
  const train = page.locator('#start-train')
  await expect(train).toHaveText(/Your openings, your mistakes, and puzzles\.$/)
  const shown = async (/** @type {number[]} */ hours, /** @type {number} */ run) => {
    await page.evaluate(
      ([given, length]) => {
        const midnight = new Date()
        midnight.setHours(0, 0, 0, 0)
        const now = Date.now()
        const times = given.map(hour => [
          Math.floor((hour < 0 ? now + hour * 3_600_000 : +midnight + hour * 3_600_000) / 60_000),
          3,
        ])
        const own = `binbo${new URL('.', document.baseURI).pathname}`
        localStorage.setItem(`${own}due`, JSON.stringify({ openings: times, mistakes: [], puzzles: [] }))
        const day = Date.UTC(midnight.getFullYear(), midnight.getMonth(), midnight.getDate()) / 86_400_000
        const days = [{ day, answered: 1, right: 1 }]
        localStorage.setItem(`${own}days`, JSON.stringify({ days, run: length, best: length }))
      },
      /** @type {const} */ ([hours, run]),
    )
    await page.reload()
    await untilView(page, 'start')
    return train.locator('span')
  }
  await expect(await shown([-1], 1)).toHaveText('Due: 3 opening moves.')
  await expect(await shown([36, 40, 60], 6)).toHaveText('All done. 6 are due tomorrow. 6 days in a row')
  await expect(await shown([60], 2)).toHaveText('All done. 2 days in a row')
})

test('the last games are offered: one that is being played goes on, a finished one is looked at', async ({
  visit,
}) => {
  const page = await firstVisit(visit)
  await expect(page.getByRole('heading', { name: 'Your last games' })).toHaveCount(0)
  await clickMove(page, 'e2e4')
  await untilView(page, 'play')
  await paste(page, '[White "Anna"]\n[Black "Ben"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
  await untilView(page, 'analyse')
  await page.locator('#game-tabs').getByRole('tab', { name: 'You' }).click()
  await untilView(page, 'play')
  await page
    .locator('#game-tabs')
    .getByRole('button', { name: /^Close/ })
    .first()
    .click()
  await untilView(page, 'analyse')
  await page.locator('#mode-play').click()
  await untilView(page, 'start')
  const last = page.locator('.last-games').getByRole('listitem')
  await expect(last).toHaveCount(1)
  await last.getByRole('button', { name: /^Play on: You – Stockfish/ }).click()
  await untilView(page, 'play')
  await page.locator('#board[data-fen*="/4P3/"]').waitFor()
})

for (const language of ['de', 'es'])
  test(`the offer of the position on the board is not cut in ${language}`, async ({ open }) => {
    for (const { context } of [...SCREENS, { context: { viewport: { width: 1024, height: 768 } } }]) {
      const page = await open(pgnHash('1. e4 *'), { ...context, locale: language })
      await page.locator('#mode-play').click()
      await untilView(page, 'start')
      const button = page.locator('#start-computer')
      await expect(button).toBeVisible()
      const [lines, overflow] = await button.evaluate(element => {
        const range = document.createRange()
        range.selectNodeContents(element.querySelector('span') ?? element)
        const hero = element.closest('.hero') ?? element
        return [range.getClientRects().length, hero.scrollWidth - hero.clientWidth]
      })
      expect([lines, overflow]).toEqual([1, 0])
    }
  })
