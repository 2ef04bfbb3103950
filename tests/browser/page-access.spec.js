// SPDX-License-Identifier: Apache-2.0
// Accessibility: axe-core must find no serious or critical fault, such as contrast below AA, in the page and in all of
// its views and dialogs, in six sizes, light and dark.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { GameNode } from '../js/support/game-nodes.js'
import { SIZES, visitViews } from '../pictures/page-views.js'
import { test } from './support/fixtures.js'
import { useOwnPage } from './support/own-page.js'
import { openMenu, pgnHash, SCREENS } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = ['serious', 'critical']

/**
 * @param {Page} page
 * @returns {Promise<string[]>} each with the element that it is about
 */
async function findFaults(page) {
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis)
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations
  })
  return violations
    .filter((/** @type {any} */ { impact }) => GRAVE.includes(impact))
    .flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map(
        (/** @type {any} */ { html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`,
      ),
    )
}

/** @param {Page} page @returns {Promise<number>} pixels that stick out of the window */
const overflow = page =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** @param {Page} page @returns {Promise<string[]>} what is wrong with the headings that are shown: levels left out, or not one h1 */
const findHeadingFaults = page =>
  page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter(heading => heading.checkVisibility())
      .map(({ tagName }) => Number(tagName[1]))
    const isOrdered = levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)
    const isOne = levels.filter(level => level === 1).length === 1
    return isOrdered && isOne ? [] : [`headings ${levels.join(' ')}`]
  })

const node = new GameNode(/** @type {any} */ ({ origins: ['*'] }))
test.beforeAll(() => node.start())
test.afterAll(() => node.end())
useOwnPage(() => node.url)

// Sizes and themes alternate from view to view.
test('axe-core finds nothing serious in any view, in six sizes, light and dark, and nothing sticks out', async ({
  open,
}) => {
  test.slow()
  // bypassCSP allows axe-core's script; animations would disturb its check of colours.
  const page = await open('', { bypassCSP: true, reducedMotion: 'reduce' })
  await page.addScriptTag({ path: AXE })
  /** @type {Record<string, string[]>} */
  const faults = {}
  let views = 0
  const check = async (/** @type {string} */ name) => {
    for (const [index, [width, height]] of SIZES.entries()) {
      const colorScheme = (index + views) % 2 === 0 ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      const found = [...(await findFaults(page)), ...(await findHeadingFaults(page))]
      const out = await overflow(page)
      if (out > 0) found.push(`${out} px stick out`)
      if (found.length > 0) faults[`${name}, ${width} × ${height}, ${colorScheme}`] = found
    }
    views++
  }
  await visitViews(page, check, node.url)
  assert.ok(views >= 29, `${views}`)
  assert.deepEqual(faults, {})
})

for (const screen of SCREENS) {
  test(`${screen.name}: the focus returns from each dialog to the button that opened it`, async ({
    open,
  }) => {
    const page = await open('', screen.context)
    for (const name of /** @type {const} */ (['new', 'share', 'setup', 'engine', 'settings', 'code'])) {
      await openMenu(page, name)
      const dialog = page.locator('dialog[open]')
      await dialog.waitFor()
      await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
      await dialog.waitFor({ state: 'detached' })
      const focused = await page.evaluate(() => document.activeElement?.id)
      assert.ok(focused === `menu-${name}` || focused === 'menu-more', `${name}: focus on ${focused}`)
    }
  })
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`${colorScheme}: coordinates are readable on every square, with any sign on it`, async ({ open }) => {
    const page = await open(pgnHash('1. a4 h5 2. Ra3 Rh6 3. Ra1 *'), { colorScheme })
    await page.locator('#nav-last').click()
    await page.locator('#board [data-sign="a1"]').waitFor()
    const found = await page.locator('#board').evaluate(board => {
      const luminance = (/** @type {string} */ colour) => {
        const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).map(value => {
          const share = Number(value) / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      return Array.from(board.querySelectorAll('.coordinate'), letter => {
        const { fill, stroke, paintOrder } = getComputedStyle(letter)
        const [dark, light] = [fill, stroke].map(luminance).sort((a, b) => a - b)
        const signs = [...board.querySelectorAll('.layer:is(.last, .picked, .check, .marks)')]
        return {
          contrast: (light + 0.05) / (dark + 0.05),
          isEdged: paintOrder.startsWith('stroke'),
          isAbove: signs.every(
            sign => sign.compareDocumentPosition(letter) & Node.DOCUMENT_POSITION_FOLLOWING,
          ),
        }
      })
    })
    assert.equal(found.length, 16)
    for (const { contrast, isEdged, isAbove } of found)
      assert.ok(contrast >= 4.5 && isEdged && isAbove, `${contrast} ${isEdged} ${isAbove}`)
  })
}

test('the dialog for developers can be opened and used with the keyboard', async ({ page }) => {
  await page.locator('#menu-code').focus()
  await page.keyboard.press('Enter')
  await page.locator('#perft-start').waitFor()
  const names = ['In Node', 'In a page', 'Copy the code', 'The program', 'Moves deep', 'Count']
  for (const name of names) {
    await page
      .locator('.developers')
      .locator(':focus')
      .and(page.getByLabel(name).or(page.getByRole('button', { name, exact: true })))
      .waitFor()
    await page.keyboard.press('Tab')
  }
})
