// SPDX-License-Identifier: Apache-2.0
// How the board looks: its themes and sets of pieces, and that marked squares differ in lightness.

import assert from 'node:assert/strict'
import { BOARDS } from '../../web/page/themes.js'
import { expect, test } from './support/fixtures.js'
import { clickMove, fenHash, follow, notice, standIn } from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** Between a square and its mark, so that it is seen without colours. */
const LEAST_CONTRAST = 1.5
const CHECK_FEN = '4k3/8/8/8/8/8/4r3/4K2R w - - 0 1'

/** @param {string} color such as 'rgb(1, 2, 3)' @returns {number} relative luminance, as WCAG defines it */
function luminance(color) {
  const channels = color.match(/[\d.]+/g)?.map(Number) ?? []
  assert.equal(channels.length, 3, `${color} is not opaque`)
  const [red, green, blue] = channels.map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @param {string} a @param {string} b @returns {number} 1 to 21 */
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

/** @param {Page} page @param {string} selector @returns {Promise<string>} its colour as it is drawn */
const fill = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate(sign => getComputedStyle(sign).fill)

for (const [colorScheme, forcedColors] of /** @type {const} */ ([
  ['light', 'none'],
  ['dark', 'none'],
  ['dark', 'active'],
])) {
  const name = forcedColors === 'active' ? `${colorScheme}, forced colours` : colorScheme
  test(`${name}: last move, selection, check and premove differ in lightness on every board`, async ({
    open,
  }) => {
    const page = await open(fenHash(CHECK_FEN), { colorScheme, forcedColors })
    await clickMove(page, 'e1e2')
    await page.locator('#board[data-fen*=" b "]').waitFor()
    // Signs of the classes that this position does not show.
    await page.evaluate(() => {
      const layer = /** @type {Element} */ (document.querySelector('#board .layer.last'))
      for (const [shape, name] of [
        ['square', 'picked'],
        ['square', 'premove'],
        ['ring', 'check'],
      ]) {
        const sign = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
        sign.setAttribute('class', `${shape} ${name}`)
        layer.append(sign)
      }
    })
    const signs = ['.square.last', '.square.picked', '.square.premove', '.ring.check']
    for (const [board, label] of Object.entries(BOARDS)) {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('radio', { name: label }).check()
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      for (const shade of ['white', 'black']) {
        const ground = await fill(page, `#board .square.${shade}`)
        for (const sign of signs) {
          const found = contrast(ground, await fill(page, `#board .layer ${sign}`))
          assert.ok(
            found >= LEAST_CONTRAST,
            `${board}: ${sign} on a ${shade} square has ${found.toFixed(2)}:1`,
          )
        }
      }
    }
  })
}

test('a set of pieces is loaded when it is chosen, and kept; a failure changes nothing', async ({
  page,
  tolerated,
}) => {
  tolerated.push(/503/)
  /** @type {string[]} */
  const requests = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  const sprite = () => page.locator('#cm-chessboard-sprite #shape-k').innerHTML()
  const classic = await sprite()
  assert.ok(!requests.some(path => path.endsWith('pieces-flat.svg')))

  const answer = await standIn(page, '**/pieces-flat.svg', route => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Flat' }).check()
  await notice(page, 'The pieces “Flat” could not be shown. A part of the page did not arrive.').waitFor()
  await expect.poll(() => sprite()).toBe(classic)
  await answer(null)
  await page.getByRole('radio', { name: 'Classic' }).check()
  await page.getByRole('radio', { name: 'Flat' }).check()
  await page.waitForFunction(
    before => document.querySelector('#cm-chessboard-sprite #shape-k')?.innerHTML !== before,
    classic,
  )
  const flat = await sprite()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Walnut' }).check()
  await page.keyboard.press('Escape')
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  assert.ok(
    await page
      .locator('#board .pieces use')
      .first()
      .evaluate(use => {
        const { width, height } = /** @type {SVGGraphicsElement} */ (use).getBBox()
        return width > 10 && height > 10
      }),
  )

  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await page.locator('#cm-chessboard-sprite #shape-k').waitFor({ state: 'attached' })
  await expect.poll(() => sprite()).toBe(flat)
  await expect(page.locator('html')).toHaveAttribute('data-board', 'walnut')
  await follow(page, fenHash('1r5k/P7/8/8/8/8/8/K7 w - - 0 1'))
  await page.locator('#board[data-fen^="1r5k"]').waitFor()
  await clickMove(page, 'a7a8')
  const choice = page.getByRole('dialog', { name: 'Promote to' }).locator('use').first()
  await expect(choice).toHaveAttribute('href', 'pieces-flat.svg#wq')
})
