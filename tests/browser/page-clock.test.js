// SPDX-License-Identifier: Apache-2.0
// Playing with a clock, two engines, moves to be confirmed, and what follows the end of a game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AFTER_E4,
  boardFen,
  clickMove,
  HOSTS,
  headline,
  openMenu,
  START_FEN,
  startGame,
  tapMove,
  untilFen,
  usePage,
} from './support/page.js'

/** @import { Page } from 'playwright-core' */

const at = usePage(HOSTS[0])

/** @param {Page} page @param {'white' | 'black'} color */
const clock = (page, color) => page.locator(`.clock[data-color="${color}"]`)

/** @param {Page} page @param {'white' | 'black'} color @param {string} text */
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

/** @param {Page} page */
async function confirmMoves(page) {
  await openMenu(page, 'settings')
  await page.getByRole('checkbox', { name: 'Confirm moves' }).check()
  await page.keyboard.press('Escape')
}

/** @param {Page} page */
async function resign(page) {
  await page.locator('#play-resign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
}

test('clocks: the first move is free, the increment comes with the move, low time shows, and a flag ends the game', async t => {
  const { page, problems } = await at.open(t)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.5, 5] })
  await untilClock(page, 'white', '0:30')
  await page.clock.runFor(4000)
  await untilClock(page, 'white', '0:30')
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.clock.runFor(10_050)
  await untilClock(page, 'black', '0:20')
  assert.ok(await clock(page, 'black').evaluate(place => place.classList.contains('running')))
  assert.equal(await clock(page, 'black').getAttribute('aria-label'), 'Black’s clock')
  await clickMove(page, 'e7e5')
  await untilClock(page, 'black', '0:25')
  await page.clock.runFor(20_650)
  await untilClock(page, 'white', '0:09.4')
  assert.ok(await clock(page, 'white').evaluate(place => place.classList.contains('low')))
  await page.locator('#announcer').getByText('White has 10 seconds left.').waitFor({ state: 'attached' })
  await page.clock.runFor(9250)
  await untilClock(page, 'white', '0:00.1')
  assert.equal(await headline(page), 'White to move')
  await page.clock.runFor(200)
  await untilStatus(page, 'Black wins')
  await untilStatus(page, 'White’s time is up.', '.detail')
  await untilClock(page, 'white', '0:00.0')
  await untilClock(page, 'black', '0:25')
  await page.clock.resume()
  await page.locator('.move-list').getByRole('button', { name: /e5/ }).waitFor()
  await countTimers(page)
  await page.waitForTimeout(1500)
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).timers), 0, 'no timer after the end')
  assert.deepEqual(problems, [])
})

test('a flag while another position is shown: the end comes into view and says what happened', async t => {
  const { page } = await at.open(t)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.5, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.locator('#nav-first').click()
  await untilFen(page, START_FEN)
  await page.clock.runFor(31_000)
  await untilStatus(page, 'White wins')
  await untilFen(page, AFTER_E4)
})

test('in a game with a clock, moves that nobody commented on are taken back without a notice', async t => {
  const { page } = await at.open(t)
  await startGame(page, { clock: [5, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await press(page, 'Take back')
  await untilFen(page, START_FEN)
  assert.equal(await page.locator('.notice', { hasText: 'taken back' }).count(), 0)
})

test('crazyhouse with a clock on a small phone: the clocks are on the screen', async t => {
  const { page } = await at.open(t, '', {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  await startGame(page, { clock: [10, 0], start: 'Crazyhouse' })
  for (const move of ['e2e4', 'd7d5', 'e4d5', 'd8d5']) await tapMove(page, move)
  await page.locator('#strip-bottom .pocket button').first().waitFor()
  for (const color of /** @type {const} */ (['white', 'black'])) {
    const box = await clock(page, color).boundingBox()
    assert.ok(box && box.x + box.width <= 360, `${color}: ${JSON.stringify(box)}`)
  }
})

test('a flag is a draw if the other side cannot win', async t => {
  const { page } = await at.open(t, `#fen=${encodeURIComponent('8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')}`)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await startGame(page, { clock: [0.25, 0], start: 'The position on the board' })
  await clickMove(page, 'e3d3')
  await page.clock.runFor(3000)
  await clickMove(page, 'e6d6')
  await page.clock.runFor(16_000)
  await untilStatus(page, 'Draw')
  await untilStatus(page, 'White’s time is up, and Black cannot win.', '.detail')
})

test('a clock survives a reload without the time in between, goes back with the moves, and is written into them', async t => {
  const { page, problems } = await at.open(t)
  await startGame(page, { clock: [10, 0] })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await untilClock(page, 'black', '9:58')
  await page.goto('about:blank')
  await page.waitForTimeout(2500)
  await page.goBack()
  await page.locator('#board[data-fen]').waitFor()
  await clock(page, 'black')
    .filter({ hasText: /^9:5[5678]$/ })
    .waitFor()
  await clickMove(page, 'e7e5')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await press(page, 'Take back')
  await untilFen(page, AFTER_E4)
  await clock(page, 'black')
    .filter({ hasText: /^(10:00|9:5[789])$/ })
    .waitFor()
  await openMenu(page, 'share')
  const pgn = page.getByLabel('PGN: copy it')
  assert.match(await pgn.inputValue(), /1\. e4 \{ ?\[%clk 0:10:00\] ?\}/)
  assert.match(await pgn.inputValue(), /\[TimeControl "600"\]/)
  await page.keyboard.press('Escape')
  await press(page, 'Agree a draw')
  await untilStatus(page, 'Draw')
  const stopped = await clock(page, 'black').textContent()
  await page.waitForTimeout(1200)
  assert.equal(await clock(page, 'black').textContent(), stopped)
  assert.deepEqual(problems, [])
})

test('the engine plays by its clock, and rematch swaps the colours with the same settings', async t => {
  const { page, problems } = await at.open(t)
  await startGame(page, { side: 'White', step: 1, clock: [3, 2] })
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await clock(page, 'black')
    .filter({ hasText: /^3:0[012]$/ })
    .waitFor()
  await resign(page)
  await untilStatus(page, 'White resigned.', '.detail')
  assert.ok(await page.locator('#play-resign').isHidden())
  await press(page, 'Rematch')
  await page.locator('.notice', { hasText: 'Rematch. You play Black.' }).waitFor()
  await page.locator('#board[data-fen*=" b "]').waitFor()
  assert.match((await page.locator('#strip-bottom').textContent()) ?? '', /You.*3:00/)
  assert.match((await page.locator('#strip-top').textContent()) ?? '', /Stockfish, about 700 Elo.*3:00/)
  await resign(page)
  await press(page, 'Analyse')
  await page.locator('main[data-mode="analyse"]').waitFor()
  assert.equal(await page.locator('#status .actions-row:visible').count(), 0)
  assert.deepEqual(
    problems.filter(problem => !/\.wasm$/.test(problem)),
    [],
  )
})

test('two engines play; the game is paused, goes on, is paused after a reload, and stops', async t => {
  const { page, problems } = await at.open(t)
  await startGame(page, { step: 0, blackStep: 4, depth: 4 })
  assert.match((await page.locator('#strip-bottom').textContent()) ?? '', /Stockfish, about 450 Elo/)
  assert.match((await page.locator('#strip-top').textContent()) ?? '', /Stockfish, about 1150 Elo/)
  await page.locator('.move-list').getByRole('button', { name: /^2\. / }).waitFor({ state: 'attached' })
  await press(page, 'Pause')
  await untilStatus(page, 'Paused.', '.activity')
  const fen = await boardFen(page)
  await page.waitForTimeout(1200)
  assert.equal(await boardFen(page), fen)
  await press(page, 'Go on')
  await page.locator(`#board:not([data-fen="${fen}"])`).waitFor()
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await untilStatus(page, 'Paused.', '.activity')
  await press(page, 'Stop')
  await page.locator('#play-resign').waitFor()
  assert.ok(await page.locator('#play-pause').isHidden())
  assert.deepEqual(
    problems.filter(problem => !/\.wasm$/.test(problem)),
    [],
  )
})

test('moves are confirmed or cancelled where that is asked for, by touch and keyboard', async t => {
  const context = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
  const { page, problems } = await at.open(t, '', context)
  await confirmMoves(page)
  await startGame(page, {})
  await tapMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  for (const name of ['Confirm', 'Cancel']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box && box.height >= 40 && box.y + box.height <= 640, `${name} is visible`)
  }
  await page.locator('#announcer').getByText('e4. Confirm or cancel the move.').waitFor({ state: 'attached' })
  assert.equal(await page.locator('.move-list').getByRole('button', { name: /e4/ }).count(), 0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).tap()
  await untilFen(page, START_FEN)
  await tapMove(page, 'd2d4')
  await page.keyboard.press('Escape')
  await untilFen(page, START_FEN)
  await tapMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('Enter')
  await page.locator('.move-list').getByRole('button', { name: /e4/ }).waitFor({ state: 'attached' })
  assert.ok(await page.locator('#play-confirm').isHidden())
  // By keyboard alone: the move waits for a second Enter.
  await page.locator('#board [tabindex="0"]').focus()
  // From e4, where the finger was.
  for (const key of 'ArrowUp ArrowUp ArrowUp Enter ArrowDown ArrowDown Enter'.split(' '))
    await page.keyboard.press(key)
  await page.locator('#play-confirm').waitFor()
  assert.equal(await page.locator('.move-list').getByRole('button', { name: /e5/ }).count(), 0)
  await page.keyboard.press('Enter')
  await page.locator('.move-list').getByRole('button', { name: /e5/ }).waitFor({ state: 'attached' })
  // In a variation nothing is asked.
  await page.locator('#nav-first').tap()
  await tapMove(page, 'g1f3')
  await page.locator('.move-list').getByRole('button', { name: /Nf3/ }).waitFor({ state: 'attached' })
  assert.deepEqual(problems, [])
})

test('the dialog draws a Chess960 start, has all variants, remembers the choice, and fits a small phone', async t => {
  const { page, problems } = await at.open(t, '', { viewport: { width: 360, height: 640 } })
  const dialog = page.getByRole('dialog', { name: 'New game' })
  const numbers = new Set()
  for (let round = 0; round < 4; round++) {
    await openMenu(page, 'new')
    await dialog.getByRole('combobox', { name: 'Game' }).selectOption('chess960')
    numbers.add(await dialog.getByRole('spinbutton', { name: /Number/ }).inputValue())
    if (round < 3) await page.keyboard.press('Escape')
  }
  assert.ok(numbers.size > 1, 'drawn')
  const before = await dialog.getByRole('spinbutton', { name: /Number/ }).inputValue()
  await dialog.getByRole('button', { name: 'New number' }).click()
  assert.match(await dialog.getByRole('spinbutton', { name: /Number/ }).inputValue(), /^\d{1,3}$/)
  assert.ok(before)
  await dialog.getByRole('radio', { name: 'Clock', exact: true }).check()
  await dialog.getByRole('button', { name: '3+2' }).click()
  assert.equal(await dialog.getByRole('spinbutton', { name: /Minutes/ }).inputValue(), '3')
  const start = await dialog.getByRole('button', { name: 'Start the game' }).boundingBox()
  assert.ok(start && start.y + start.height <= 640, 'the button that starts the game is visible')
  assert.equal(await dialog.evaluate(element => element.scrollWidth - element.clientWidth), 0)
  const names = await dialog.getByRole('combobox', { name: 'Game' }).locator('option').allTextContents()
  assert.equal(names.length, 10)
  await dialog.getByRole('radio', { name: 'Two players on this board' }).check()
  await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Atomic' })
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilClock(page, 'white', '3:00')
  await openMenu(page, 'new')
  assert.ok(await dialog.getByRole('radio', { name: 'Two players on this board' }).isChecked())
  assert.equal(await dialog.getByRole('combobox', { name: 'Game' }).inputValue(), 'atomic')
  assert.deepEqual(problems, [])
})
