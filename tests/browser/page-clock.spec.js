// SPDX-License-Identifier: Apache-2.0
// Playing with a clock, two engines, moves to be confirmed, and what follows the end of a game.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  clickMove,
  headline,
  openMenu,
  openSettings,
  START_FEN,
  startGame,
  tapMove,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @param {'white' | 'black'} color */
const clock = (page, color) => page.locator(`.clock[data-color="${color}"]`)

/** @param {Page} page @param {'white' | 'black'} color @param {string} text a pattern */
const untilClock = (page, color, text) =>
  clock(page, color)
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()

/** @param {Page} page @param {string} text @param {string} [part] of the status card */
const untilStatus = (page, text, part = '.headline') =>
  page.locator(`#status ${part}`).getByText(text, { exact: true }).waitFor()

/** @param {Page} page @param {string} name of a button */
const press = (page, name) => page.locator('#status').getByRole('button', { name, exact: true }).click()

/** Counts the timers that the page starts. @param {Page} page */
const countTimers = page =>
  page.evaluate(() => {
    const counted = /** @type {any} */ (window)
    counted.timers = 0
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
      const original = counted[name]
      counted[name] = (/** @type {unknown[]} */ ...given) => {
        counted.timers++
        return original(...given)
      }
    }
  })

/** Counts the searches of engines that go on. @param {Page} page which is loaded again */
async function countSearches(page) {
  await page.addInitScript(() => {
    globalThis.searches = 0
    globalThis.Worker = class extends Worker {
      /** @param {ConstructorParameters<typeof Worker>} given */
      constructor(...given) {
        super(...given)
        this.addEventListener('message', ({ data }) => {
          if (/^bestmove/.test(data)) globalThis.searches--
        })
      }
      /** @param {any} message @param {any} rest */
      postMessage(message, ...rest) {
        if (/^go/.test(message)) globalThis.searches++
        super.postMessage(message, ...rest)
      }
    }
  })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
}

/** @param {Page} page */
async function confirmMoves(page) {
  await openSettings(page, 'Play')
  await page.getByRole('switch', { name: 'Confirm moves' }).check()
  await page.keyboard.press('Escape')
}

/** @param {Page} page */
async function resign(page) {
  await page.locator('#play-resign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
}

test('clocks: the first move is free, the increment comes with the move, low time shows, and a flag ends the game', async ({
  page,
}) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.5, 5] })
  // Frames come with the time, and some before the clock has been loaded: to wait for it here would stop the time.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return clock(page, 'white').allTextContents()
    })
    .toEqual(['0:30'])
  await page.clock.runFor(4000)
  await untilClock(page, 'white', '0:30')
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.clock.runFor(10_050)
  await untilClock(page, 'black', '0:20')
  assert.ok(await clock(page, 'black').evaluate(place => place.classList.contains('running')))
  await expect(clock(page, 'black')).toHaveAttribute('aria-label', 'Black’s clock')
  await clickMove(page, 'e7e5')
  await untilClock(page, 'black', '0:25')
  await page.clock.runFor(20_650)
  await untilClock(page, 'white', '0:09.4')
  assert.ok(await clock(page, 'white').evaluate(place => place.classList.contains('low')))
  await page.locator('#announcer').getByText('White has 10 seconds left.').waitFor({ state: 'attached' })
  await page.clock.runFor(9250)
  await untilClock(page, 'white', '0:00.1')
  await expect(headline(page)).toHaveText('White to move')
  await page.clock.runFor(200)
  await untilStatus(page, 'Black wins')
  await untilStatus(page, 'White’s time is up.', '.detail')
  await untilClock(page, 'white', '0:00.0')
  await untilClock(page, 'black', '0:25')
  await page.clock.resume()
  await page.locator('.move-list').getByRole('button', { name: /e5/ }).waitFor()
  await countTimers(page)
  await page.clock.runFor(1500)
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).timers), 'no timer after the end')
    .toBe(0)
})

test('a flag while another position is shown: the end comes into view and says what happened @dom', async ({
  page,
}) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.5, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.locator('#nav-first').click()
  // Drawn in the next frame, for which the clock must run.
  await page.clock.runFor(50)
  await untilFen(page, START_FEN)
  await page.clock.runFor(31_000)
  await untilStatus(page, 'White wins')
  await untilFen(page, AFTER_E4)
})

test('in a game with a clock, moves that nobody commented on are taken back without a notice @dom', async ({
  page,
}) => {
  await startGame(page, { clock: [5, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await press(page, 'Take back')
  await untilFen(page, START_FEN)
  await expect(page.locator('.notice', { hasText: 'taken back' })).toHaveCount(0)
})

test('crazyhouse with a clock on a small phone: the clocks are on the screen', async ({ open }) => {
  const page = await open('', {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  await startGame(page, { clock: [10, 0], start: 'Crazyhouse' })
  for (const move of ['e2e4', 'd7d5', 'e4d5', 'd8d5']) await tapMove(page, move)
  await page.locator('.strip[data-place=bottom] .pocket button').first().waitFor()
  for (const color of /** @type {const} */ (['white', 'black'])) {
    const box = await clock(page, color).boundingBox()
    assert.ok(box && box.x + box.width <= 360, `${color}: ${JSON.stringify(box)}`)
  }
})

test('a flag is a draw if the other side cannot win @dom', async ({ open }) => {
  const page = await open(`#fen=${encodeURIComponent('8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')}`)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.25, 0], start: 'From this position' })
  await clickMove(page, 'e3d3')
  await page.clock.runFor(3000)
  await clickMove(page, 'e6d6')
  await page.clock.runFor(16_000)
  await untilStatus(page, 'Draw')
  await untilStatus(page, 'White’s time is up, and Black cannot win.', '.detail')
})

test('a clock survives a reload without the time in between, goes back with the moves, and is written into them', async ({
  page,
}) => {
  await page.clock.install()
  await startGame(page, { clock: [10, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  // A minute is for what the test itself takes.
  await untilClock(page, 'black', '9:[0-5]\\d')
  await page.goto('about:blank')
  await page.clock.fastForward(300_000)
  await page.goBack()
  await page.locator('#board[data-fen]').waitFor()
  await untilClock(page, 'black', '9:[0-5]\\d')
  await page.clock.fastForward(300_000)
  await untilClock(page, 'black', '4:[0-5]\\d')
  await clickMove(page, 'e7e5')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await press(page, 'Take back')
  await untilFen(page, AFTER_E4)
  await untilClock(page, 'black', '(10:00|9:[0-5]\\d)')
  await openMenu(page, 'share')
  const pgn = page.getByLabel('PGN: copy it')
  await expect(pgn).toHaveValue(/1\. e4 \{ ?\[%clk 0:10:00\] ?\}/)
  await expect(pgn).toHaveValue(/\[TimeControl "600"\]/)
  await page.keyboard.press('Escape')
  await press(page, 'Agree a draw')
  await untilStatus(page, 'Draw')
  const stopped = (await clock(page, 'black').textContent()) ?? ''
  await page.clock.runFor(1200)
  await expect(clock(page, 'black')).toHaveText(stopped)
})

test('the engine plays by its clock, and rematch swaps the colours with the same settings @dom', async ({
  page,
}) => {
  await startGame(page, { side: 'White', step: 1, clock: [3, 2] })
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await clock(page, 'black')
    .filter({ hasText: /^3:0[012]$/ })
    .waitFor()
  await resign(page)
  await untilStatus(page, 'White resigned.', '.detail')
  await expect(page.locator('#play-resign')).toBeHidden()
  await press(page, 'Rematch')
  await page.locator('.notice', { hasText: 'Rematch. You play Black.' }).waitFor()
  await page.locator('#board[data-fen*=" b "]').waitFor()
  // Its time runs.
  await expect(page.locator('.strip[data-place=bottom]')).toHaveText(/You.*(3:00|2:[0-5]\d)/)
  await expect(page.locator('.strip[data-place=top]')).toHaveText(/Stockfish, about 700 Elo.*3:00/)
  await resign(page)
  await press(page, 'Analyse')
  await page.locator('main[data-mode="analyse"]').waitFor()
  await expect(page.locator('#status .actions-row:visible')).toHaveCount(0)
})

test('two engines play; the game is paused, goes on, is paused after a reload, and stops @dom', async ({
  page,
}) => {
  await countSearches(page)
  await startGame(page, { step: 0, blackStep: 4, depth: 4 })
  await expect(page.locator('.strip[data-place=bottom]')).toHaveText(/Stockfish, about 450 Elo/)
  await expect(page.locator('.strip[data-place=top]')).toHaveText(/Stockfish, about 1150 Elo/)
  await page.locator('.move-list').getByRole('button', { name: /^2\. / }).waitFor({ state: 'attached' })
  await press(page, 'Pause')
  await untilStatus(page, 'Paused.', '.activity')
  const fen = await boardFen(page)
  await expect.poll(() => page.evaluate(() => globalThis.searches), 'searches that go on').toBe(0)
  await untilFen(page, fen)
  await press(page, 'Go on')
  await page.locator(`#board:not([data-fen="${fen}"])`).waitFor()
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await untilStatus(page, 'Paused.', '.activity')
  await press(page, 'Stop')
  await page.locator('#play-resign').waitFor()
  await expect(page.locator('#play-pause')).toBeHidden()
})

test('moves are confirmed or cancelled where that is asked for, by touch and keyboard', async ({ open }) => {
  const context = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
  const page = await open('', context)
  await confirmMoves(page)
  await startGame(page, {})
  await tapMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  for (const name of ['Confirm', 'Cancel']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box && box.height >= 40 && box.y + box.height <= 640, `${name} is visible`)
  }
  await page.locator('#announcer').getByText('e4. Confirm or cancel the move.').waitFor({ state: 'attached' })
  // A phone shows the list in another tab.
  const inList = (/** @type {RegExp} */ name) =>
    page.locator('.move-list').getByRole('button', { name, includeHidden: true })
  await expect(inList(/e4/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).tap()
  await untilFen(page, START_FEN)
  await tapMove(page, 'd2d4')
  await page.keyboard.press('Escape')
  await untilFen(page, START_FEN)
  await tapMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('Enter')
  await inList(/e4/).waitFor({ state: 'attached' })
  await expect(page.locator('#play-confirm')).toBeHidden()
  // By keyboard alone: the move waits for a second Enter.
  await page.getByRole('application', { name: 'Chess board' }).focus()
  // From e4, where the finger was.
  for (const key of 'ArrowUp ArrowUp ArrowUp Enter ArrowDown ArrowDown Enter'.split(' '))
    await page.keyboard.press(key)
  await page.locator('#play-confirm').waitFor()
  await expect(inList(/e5/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await inList(/e5/).waitFor({ state: 'attached' })
  // In a variation nothing is asked.
  for (let step = 0; step < 2; step++) await page.locator('#thumb-back').tap()
  await untilFen(page, START_FEN)
  await tapMove(page, 'g1f3')
  await inList(/Nf3/).waitFor({ state: 'attached' })
})

test('the dialog draws a Chess960 start, has all variants, remembers the choice, and fits a small phone', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 360, height: 640 } })
  const dialog = page.getByRole('dialog', { name: 'New game' })
  const numbers = new Set()
  for (let round = 0; round < 4; round++) {
    await openMenu(page, 'new')
    await dialog.getByRole('combobox', { name: 'Rules' }).selectOption('chess960')
    numbers.add(await dialog.getByRole('spinbutton', { name: /Number/ }).inputValue())
    if (round < 3) await page.keyboard.press('Escape')
  }
  assert.ok(numbers.size > 1, 'drawn')
  const before = await dialog.getByRole('spinbutton', { name: /Number/ }).inputValue()
  await dialog.getByRole('button', { name: 'New number' }).click()
  await expect(dialog.getByRole('spinbutton', { name: /Number/ })).toHaveValue(/^\d{1,3}$/)
  assert.ok(before)
  await dialog.getByRole('radio', { name: '3+2' }).check()
  const start = await dialog.getByRole('button', { name: 'Start the game' }).boundingBox()
  assert.ok(start && start.y + start.height <= 640, 'the button that starts the game is visible')
  await expect.poll(() => dialog.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
  const names = await dialog.getByRole('combobox', { name: 'Rules' }).locator('option').allTextContents()
  assert.equal(names.length, 9)
  await dialog.getByRole('radio', { name: 'Two on this board' }).check()
  await dialog.getByRole('combobox', { name: 'Rules' }).selectOption({ label: 'Atomic' })
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilClock(page, 'white', '3:00')
  await openMenu(page, 'new')
  await expect(dialog.getByRole('radio', { name: 'Two on this board' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Rules' })).toHaveValue('atomic')
})
