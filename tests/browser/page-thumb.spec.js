// SPDX-License-Identifier: Apache-2.0
// The bar at the thumb on phones, what is shown above it, and steps that are held.

import assert from 'node:assert/strict'
import { chromiumOptions, niced } from './support/chromium.js'
import { expect, test } from './support/fixtures.js'
import {
  ENGINE_PATIENCE,
  headline,
  moreAct,
  notice,
  pasted,
  pgnHash,
  SCREENS,
  START_FEN,
  showTab,
  startGame,
  tapMove,
  untilFen,
  untilLines,
} from './support/page.js'
import { longGame } from './support/page-work.js'

/** @import { Page } from '@playwright/test' */

const [{ context: PHONE }] = SCREENS
const PLIES = 88

test.use({ launchOptions: niced(chromiumOptions()) })

/** @param {Page} page @param {string} name */
const bar = (page, name) => page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name })

/** @param {Page} page @param {number} ply waits until the board shows the position after it */
const untilPly = (page, ply) =>
  page.locator(`#board[data-fen$=" ${1 + (ply >> 1)}"][data-fen*=" ${ply % 2 ? 'b' : 'w'} "]`).waitFor()

test('in a game: take back and hint', async ({ open }) => {
  const page = await open('', PHONE)
  await startGame(page, { side: 'White', depth: 1 })
  await expect(bar(page, 'Engine')).toHaveCount(0)
  await expect(bar(page, 'Take back')).toBeDisabled()
  await bar(page, 'Hint').tap()
  await page
    .locator('#status .activity')
    .getByText(/^Hint: \S+/)
    .waitFor({ timeout: ENGINE_PATIENCE })
  await tapMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" w "][data-fen$=" 2"]').waitFor({ timeout: ENGINE_PATIENCE })
  await bar(page, 'Take back').tap()
  await untilFen(page, START_FEN)
  await expect(headline(page)).toHaveText('White to move')
  await expect(bar(page, 'Take back')).toBeDisabled()
})

test('in an analysis: the engine on and off, and the board turned', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'), PHONE)
  const engine = bar(page, 'Engine')
  await expect(bar(page, 'Hint')).toHaveCount(0)
  await expect(engine).toHaveAttribute('aria-pressed', 'false')
  await engine.tap()
  await expect(engine).toHaveAttribute('aria-pressed', 'true')
  await untilLines(page)
  await engine.tap()
  await expect(engine).toHaveAttribute('aria-pressed', 'false')
  await page.locator('#analysis[data-state="off"]').waitFor()
  await bar(page, 'Turn').tap()
  await expect(page.locator('#board .square').first()).toHaveAttribute('data-square', 'h8')
})

test('“Copy PGN” in “More”, with variations and comments', async ({ open }) => {
  for (const { context } of SCREENS) {
    const page = await open(pgnHash('1. e4 {Best by test.} (1. d4) e5 *'), context)
    await moreAct(page, 'copy')
    await notice(page, 'The PGN is copied.').waitFor()
    await expect(page.locator('.move-more')).toBeHidden()
    assert.match(await pasted(page), /1\. e4 \{Best by test\.\} \(1\. d4\) 1\.\.\. e5 \*\s*$/)
  }
})

test('the moves are shown once: as a score sheet, or in their tab as the list', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 (1... c5) *'), PHONE)
  const move = page.getByRole('button', { name: '1. e4' })
  const sheet = page.locator('#score-sheet')
  for (const tab of /** @type {const} */ (['analysis', 'report', 'details'])) {
    await showTab(page, tab)
    await expect(sheet).toBeVisible()
    await expect(move).toHaveCount(1)
  }
  await showTab(page, 'moves')
  await expect(sheet).toBeHidden()
  await expect(move).toHaveCount(1)
  await page.getByRole('button', { name: '1… c5' }).waitFor()
})

test('a step that is held goes to the end, and to the start; a tap is one step', async ({ open }) => {
  const page = await open(pgnHash(`${longGame(PLIES)} *`), PHONE)
  const forward = bar(page, 'One move forward')
  await forward.tap()
  await untilPly(page, 1)
  await forward.hover()
  await page.mouse.down()
  await untilPly(page, PLIES)
  await page.mouse.up()
  await untilPly(page, PLIES)
  await bar(page, 'One move back').hover()
  await page.mouse.down()
  await untilPly(page, 0)
  await page.mouse.up()
  await untilPly(page, 0)
})

test('a key that is held makes every step, and the page draws once a frame', async ({ open }) => {
  const page = await open(pgnHash(`${longGame(PLIES)} *`), SCREENS[1].context)
  await page
    .locator('.move-list button')
    .nth(PLIES - 1)
    .waitFor()
  for (let step = 0; step < PLIES; step++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await untilPly(page, PLIES)
  await expect(page.locator('.move-list [aria-current="step"]')).toHaveCount(1)
  // A slow page gets several in a frame.
  const drawn = await page.evaluate(async steps => {
    const board = /** @type {HTMLElement} */ (document.getElementById('board'))
    const seen = new Set()
    const observer = new MutationObserver(() => seen.add(board.dataset.fen))
    observer.observe(board, { attributeFilter: ['data-fen'] })
    const init = { key: 'ArrowLeft', repeat: true, bubbles: true, cancelable: true }
    for (let step = 0; step < steps; step++) document.body.dispatchEvent(new KeyboardEvent('keydown', init))
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return seen.size
  }, PLIES)
  assert.equal(drawn, 1)
  await untilPly(page, 0)
})

for (const [width, height] of [
  [390, 844],
  [360, 740],
])
  test(`${width} × ${height}: no target is 30 px or lower, and those of the page and of the engine have 44`, async ({
    open,
  }) => {
    const page = await open(pgnHash(longGame(PLIES)), { ...PHONE, viewport: { width, height } })
    await page.locator('#score-sheet button').first().waitFor()
    for (const tab of /** @type {const} */ (['analysis', 'report', 'explorer', 'details', 'games'])) {
      await showTab(page, tab)
      const low = await page
        .locator(
          '#modes button, #score-sheet button, #thumb button, .side-tabs button, .work .panel :is(button, .chip)',
        )
        .evaluateAll(all =>
          all
            .filter(one => one.checkVisibility({ visibilityProperty: true }))
            .map(one => ({ name: one.id || one.textContent, height: one.getBoundingClientRect().height }))
            .filter(one => one.height <= 30),
        )
      assert.deepEqual(low, [], tab)
      for (const part of ['#modes button', '#thumb button', '.switch', '.chip'])
        for (const box of await page.locator(part).filter({ visible: true }).all())
          assert.ok(((await box.boundingBox())?.height ?? 0) >= 44, `${tab}: ${part}`)
    }
  })
