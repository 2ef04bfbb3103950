// SPDX-License-Identifier: Apache-2.0
// Choosing among the engine's moves: moves under the pointer or with the focus do not change.

import assert from 'node:assert/strict'
import { Game } from '../../dist/index.js'
import { expect, test } from './support/fixtures.js'
import { ENGINE_PATIENCE, openSettings, pgnHash, START_FEN, untilFen, untilLines } from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** Plies deeper after which an engine has changed one of three lines. */
const MUCH_DEEPER = 3

/** @param {Page} page shows three lines @param {number} length moves of the first one, at least */
async function analyse(page, length) {
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.locator('#line-count').selectOption('3')
  await untilLines(page, 3)
  const last = page
    .locator('#analysis .line')
    .first()
    .locator('.line-moves button')
    .nth(length - 1)
  await last.waitFor({ timeout: ENGINE_PATIENCE })
}

/** @param {Page} page @returns {Promise<string[][]>} the moves of each line, in SAN */
const lines = page =>
  page
    .locator('#analysis .line')
    .evaluateAll(rows =>
      rows.map(row =>
        [...row.querySelectorAll('.line-moves button')].map(
          button => button.querySelector('.san')?.textContent ?? '',
        ),
      ),
    )

/** @param {Page} page waits until the search is much deeper than now */
async function untilMuchDeeper(page) {
  const shown = (await page.locator('#analysis .depth').textContent()) ?? ''
  await page.waitForFunction(
    wanted => Number(/\d+/.exec(document.querySelector('#analysis .depth')?.textContent ?? '')) >= wanted,
    Number(/\d+/.exec(shown)) + MUCH_DEEPER,
    { timeout: ENGINE_PATIENCE },
  )
}

/** @param {string[]} sans @returns {string} the FEN after them */
function fenAfter(sans) {
  const game = new Game()
  game.playMoves(sans)
  const { fen } = game
  game.stop()
  return fen
}

/** @param {Page} page @returns {Promise<string>} the move with the focus, or the class of another element with it */
const focused = page =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.querySelector(':scope > .san')?.textContent ?? activeElement?.className ?? ''
  })

test('lines under the pointer do not change, and a click plays the move under it @dom', async ({ page }) => {
  await analyse(page, 2)
  const second = page.locator('#analysis .line').first().locator('.line-moves button').nth(1)
  await second.hover()
  await page.locator('.lines.held').waitFor()
  const seen = await lines(page)
  await untilMuchDeeper(page)
  await expect.poll(() => lines(page)).toEqual(seen)
  await second.click()
  await untilFen(page, fenAfter(seen[0].slice(0, 2)))
  // A pointer that does not move does not hold the next lines.
  await untilLines(page, 3)
  await expect(page.locator('.lines.held')).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe('lines')
  await page.keyboard.press('ArrowLeft')
  await untilFen(page, fenAfter(seen[0].slice(0, 1)))
})

test('lines with the focus do not change; the arrow keys go through the line and not through the game @dom', async ({
  open,
}) => {
  const page = await open(pgnHash('1. a3 a6 2. h3 h6 *'))
  await analyse(page, 3)
  await expect(page.locator('.lines [tabindex="0"]')).toHaveCount(3)
  await page.locator('#engine-arrows').focus()
  await page.keyboard.press('Tab')
  const seen = await lines(page)
  const walked = []
  for (const key of [
    'ArrowLeft',
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'ArrowUp',
    'End',
    'Home',
    'ArrowRight',
  ]) {
    await page.keyboard.press(key)
    walked.push(await focused(page))
  }
  const [first] = seen
  assert.deepEqual(walked, [
    first[0],
    first[1],
    first[2],
    first[2],
    first[2],
    first.at(-1),
    first[0],
    first[1],
  ])
  await untilFen(page, START_FEN)
  await untilMuchDeeper(page)
  await expect.poll(() => lines(page)).toEqual(seen)
  // Between two lines there is the button that opens the first one.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe(seen[1][0])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focused(page)).toBe(first[1])
  await page.keyboard.press('Enter')
  await untilFen(page, fenAfter(first.slice(0, 2)))
  // In the same row, which has other moves now.
  await expect.poll(() => focused(page)).toBe('line-moves')
  await untilLines(page, 3)
  await page.keyboard.press('ArrowRight')
  const next = await lines(page)
  await expect.poll(() => focused(page)).toBe(next[0][0])
  await page.keyboard.press('Enter')
  await untilFen(page, fenAfter([...first.slice(0, 2), next[0][0]]))
})

test('a move under the pointer that is of the last position shows nothing and stops nothing @dom', async ({
  page,
}) => {
  await analyse(page, 2)
  const button = page.locator('#analysis .line-moves button').nth(1)
  await button.hover()
  await page.locator('.lines.held').waitFor()
  const [[first, second]] = await lines(page)
  await button.click()
  await untilFen(page, fenAfter([first, second]))
  await untilLines(page, 3)
  // The pointer comes after the key, and before the rows are drawn again.
  await page.evaluate(() => {
    const [move] = document.querySelectorAll('#analysis .line-moves button')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    for (const type of ['pointerover', 'pointermove'])
      move.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', bubbles: true }))
    if (move instanceof HTMLElement) move.click()
  })
  await untilFen(page, fenAfter([first]))
  await expect(page.locator('.line-float')).toBeHidden()
  await untilLines(page, 3)
})

test('moves that come under a resting pointer open no preview, at any step; a movement opens one', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'))
  await page.locator('#line-count').selectOption('3')
  // Where the moves of a line will be.
  await page.getByRole('switch', { name: 'Engine' }).click()
  await untilLines(page, 3)
  const box = await page.locator('#analysis .line-moves button').first().boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  const float = page.locator('.line-float')
  await float.waitFor()
  await page.evaluate(() => {
    const root = document.querySelector('.line-float')
    const seen = /** @type {string[]} */ ([])
    Object.assign(globalThis, { previews: seen })
    const look = () => root?.checkVisibility() && seen.push(root.querySelector('[data-fen]')?.ariaLabel ?? '')
    if (root) new MutationObserver(look).observe(root, { attributes: true, subtree: true, childList: true })
  })
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home']) {
    await page.keyboard.press(key)
    await page.locator('#analysis .lines:not(.stale)').waitFor()
    await untilLines(page, 3)
    // Two frames: browsers report what came under the pointer after a layout.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(float).toBeHidden()
  }
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).previews), [])
  let by = 0
  const isShown = async () => {
    by = 1 - by
    await page.mouse.move(x + by, y)
    return float.isVisible()
  }
  await expect.poll(isShown).toBe(true)
})

test('after a line that ends in mate the focus is on the switch @dom', async ({ open }) => {
  const page = await open(pgnHash('1. f3 e5 2. g4 *'))
  await page.locator('#nav-last').click()
  await analyse(page, 1)
  await page.locator('#engine-arrows').focus()
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.querySelector('.san')?.textContent === 'Qh4#')
  await page.keyboard.press('Enter')
  await page.getByText('There is nothing to analyse.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('analysis-switch')
})

test('no two lines begin with the same move, at any time @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 *'))
  await page.locator('#line-count').selectOption('5')
  await page.evaluate(() => {
    const root = document.querySelector('#analysis .lines')
    Object.assign(globalThis, { pictures: 0, doubles: [] })
    const look = () => {
      const first = [...document.querySelectorAll('#analysis .line')].flatMap(
        row => row.querySelector('.line-moves .san')?.textContent ?? [],
      )
      if (first.length > 0) globalThis.pictures++
      if (new Set(first).size < first.length) globalThis.doubles.push(first.join(' '))
    }
    if (root)
      new MutationObserver(look).observe(root, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
  })
  await page.getByRole('switch', { name: 'Engine' }).click()
  for (let ply = 0; ply < 5; ply++) {
    await untilLines(page, 5)
    await page.waitForFunction(least => globalThis.pictures >= least, 2 * (ply + 1))
    await page.locator('#nav-forward').click()
  }
  const { pictures, doubles } = await page.evaluate(() => ({
    pictures: globalThis.pictures,
    doubles: globalThis.doubles,
  }))
  assert.ok(pictures >= 10, `${pictures} pictures`)
  assert.deepEqual(doubles, [])
})

test('moves shown as figurines have names with letters', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openSettings(page)
  await page.getByRole('switch', { name: 'Figurines in moves' }).click()
  await page.keyboard.press('Escape')
  await analyse(page, 3)
  const names = await page
    .locator('#analysis .line-moves button')
    .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label') ?? ''))
  for (const name of names) assert.match(name, /^\d+[.…] [KQRBNOa-h]/)
})
