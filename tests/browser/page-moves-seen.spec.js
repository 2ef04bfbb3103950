// SPDX-License-Identifier: Apache-2.0
// How many moves of the main line are wholly visible beside the board, while the engine analyses.

import { expect, test } from './support/fixtures.js'
import { pgnHash, showTab, step, untilLines } from './support/page.js'
import { longGame } from './support/page-work.js'

/** @import { Page } from '@playwright/test' */

/** Windows of one device, and the least number of moves that are seen in each. */
const DEVICES = /** @type {[name: string, windows: [width: number, height: number, moves: number][]][]} */ ([
  [
    'phone',
    [
      [360, 640, 5],
      [390, 844, 8],
    ],
  ],
  ['phone held sideways', [[844, 390, 8]]],
  [
    'desktop',
    [
      [768, 1024, 20],
      [1366, 768, 24],
      [1920, 1080, 34],
    ],
  ],
])

/** 88 plies, with a variation and a comment in the first half. */
const GAME = longGame(88).replace(/ 12\. (\S+)/, ' {A comment in between.} 12. $1 (12. -- {or so}) 12...')

/** @param {Page} page @returns {Promise<number>} buttons of which the middle of each edge is hit */
const seenMoves = page =>
  page.evaluate(() => {
    const isSeen = (/** @type {Element} */ button) => {
      const { left, right, top, bottom, width } = button.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const middles = [
        [left + 1, y],
        [right - 1, y],
        [x, top + 1],
        [x, bottom - 1],
      ]
      return width > 0 && middles.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
    }
    return [...document.querySelectorAll('.main-line button, .score-sheet button')].filter(isSeen).length
  })

for (const [name, windows] of DEVICES)
  test(`${name}: many moves are wholly visible while the engine analyses`, async ({ open }) => {
    const isTouch = name !== 'desktop'
    const [[width, height]] = windows
    const page = await open(pgnHash(`${GAME} *`), {
      viewport: { width, height },
      hasTouch: isTouch,
      isMobile: isTouch,
    })
    const isSideways = height < 500
    // Held sideways a phone shows one part at a time, the moves first, and its steps are in sight.
    if (isSideways) await page.locator('#moves .move-list').waitFor()
    if (isSideways) await expect(step(page, 'forward')).toBeInViewport({ ratio: 1 })
    await showTab(page, 'analysis')
    await page.locator('#analysis').getByRole('switch').click()
    await untilLines(page)
    for (let ply = 0; ply < 24; ply++) await page.keyboard.press('ArrowRight')
    if (isSideways) await showTab(page, 'moves')
    for (const [at, [width, height, least]] of windows.entries()) {
      if (at > 0) {
        await page.setViewportSize({ width, height })
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('ArrowRight')
      }
      await page
        .locator('[aria-current="step"][aria-label^="12… "]')
        .filter({ visible: true })
        .first()
        .waitFor()
      await expect.poll(() => seenMoves(page), `${width} × ${height}`).toBeGreaterThanOrEqual(least)
    }
  })
