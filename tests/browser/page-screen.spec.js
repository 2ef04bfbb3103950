// SPDX-License-Identifier: Apache-2.0
// The screen stays on while a game is played: not before, not after its end, not by correspondence.

import { GameNode } from '../js/support/game-nodes.js'
import { chromiumOptions, niced } from './support/chromium.js'
import { expect, test } from './support/fixtures.js'
import { button, invite, playMoves, untilHeadline, untilPlaying } from './support/friends.js'
import { useOwnPage } from './support/own-page.js'
import { clickMove, ENGINE_PATIENCE, pgnHash, SCREENS, showTab, startGame } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const [{ context: PHONE }, { context: DESKTOP }] = SCREENS

test.use({ launchOptions: niced(chromiumOptions()) })

const node = new GameNode(/** @type {any} */ ({ origins: ['*'] }))
test.beforeAll(() => node.start())
test.afterAll(() => node.end())
useOwnPage(() => node.url)

/** Counts the locks of a page. They are the browser's own. @param {Page} page on which no game is played */
const watchScreen = page =>
  page.evaluate(() => {
    /** @type {WakeLockSentinel[]} */
    const locks = []
    const { wakeLock } = navigator
    const request = wakeLock.request.bind(wakeLock)
    wakeLock.request = async type => {
      const lock = await request(type)
      locks.push(lock)
      return lock
    }
    Object.assign(window, { locksHeld: () => locks.filter(({ released }) => !released), locks })
  })

/** @param {Page} page @param {number} held of locks, waits for them @param {number} [asked] all that there were */
async function untilLocks(page, held, asked) {
  const counts = () =>
    page.evaluate(() => {
      const { locksHeld, locks } = /** @type {any} */ (window)
      return [locksHeld().length, locks.length]
    })
  if (asked === undefined) await expect.poll(async () => (await counts())[0]).toBe(held)
  else await expect.poll(counts).toEqual([held, asked])
}

/** Resigns a game on this device. @param {Page} page */
async function resign(page) {
  await page.locator('#play-resign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
}

test('with an engine and by hand, until the end; again when the page is back; not for a game that is studied', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 e5 *'), PHONE)
  await watchScreen(page)
  await page.keyboard.press('End')
  await untilLocks(page, 0, 0)
  await startGame(page, {})
  await untilLocks(page, 1, 1)
  await clickMove(page, 'e2e4')
  await page.getByRole('button', { name: '1. e4' }).waitFor()
  // Browsers release it while the page is hidden.
  await page.evaluate(async () => {
    for (const lock of /** @type {any} */ (window).locksHeld()) await lock.release()
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await untilLocks(page, 1, 2)
  await resign(page)
  await untilLocks(page, 0, 2)
  await page.locator('#play-analyse').click()
  await showTab(page, 'moves')
  await untilLocks(page, 0, 2)
  await startGame(page, { side: 'White', step: 1 })
  await untilLocks(page, 1, 3)
  await clickMove(page, 'f2f3')
  await page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })
  await untilLocks(page, 1, 3)
  await resign(page)
  await untilLocks(page, 0, 3)
})

test('engine against engine, but not while it is paused', async ({ page }) => {
  await watchScreen(page)
  await startGame(page, { step: 1, blackStep: 1, seconds: 5 })
  await untilLocks(page, 1)
  await page.locator('#play-pause').click()
  await untilLocks(page, 0)
  await page.locator('#play-pause').click()
  await untilLocks(page, 1)
})

test('with a friend while it is played, also for who watches', async ({ open }) => {
  const white = await open('', DESKTOP)
  await watchScreen(white)
  const link = await invite(white, { clock: [5, 0] })
  await untilLocks(white, 0, 0)
  const black = await open(link, PHONE)
  await watchScreen(black)
  await button(black, 'Join').waitFor()
  await untilLocks(black, 0, 0)
  await button(black, 'Join').click()
  await untilPlaying(white, black)
  for (const page of [white, black]) await untilLocks(page, 1, 1)
  await playMoves([white, black], 'e2e4 e7e5')
  await button(black, 'Resign').click()
  await black.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  for (const page of [white, black]) {
    await untilHeadline(page, 'White wins')
    await untilLocks(page, 0, 1)
  }
})

test('not by correspondence', async ({ open }) => {
  const white = await open('', DESKTOP)
  await watchScreen(white)
  const link = await invite(white, { days: 2 })
  const black = await open(link, PHONE)
  await watchScreen(black)
  await button(black, 'Join').click()
  await untilPlaying(white, black)
  await playMoves([white, black], 'e2e4 e7e5')
  for (const page of [white, black]) await untilLocks(page, 0, 0)
  await startGame(black, {})
  await untilLocks(black, 1, 1)
})
