// SPDX-License-Identifier: Apache-2.0
// The page for everybody: axe-core looks at the page and at all of its dialogs, on a phone and a desktop, light and
// dark. What it calls serious or critical must not be there; contrast AA is among it.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { HOSTS, pgnHash, SCREENS, usePage } from './support/page.js'

/** @typedef {import('playwright-core').Page} Page */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = ['serious', 'critical']
const GAME = `[White "Ada"]
[Black "Grace"]

1. e4 e5 (1... c5 {The Sicilian.} 2. Nf3 d6 (2... Nc6 $6)) 2. Nf3 $1 {[%eval 0.25] [%clk 0:09:58] Good.} Nc6 $14 3. Bb5 *`

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

// What host it comes from makes no difference here.
const at = usePage(HOSTS[0])

for (const screen of SCREENS) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${screen.name}, ${colorScheme}: axe-core finds nothing serious`, async t => {
      // bypassCSP lets axe-core in; nothing moves while it looks at colours.
      const context = {
        ...screen.context,
        colorScheme,
        bypassCSP: true,
        reducedMotion: /** @type {const} */ ('reduce'),
      }
      const { page, problems } = await at.open(t, pgnHash(GAME), context)
      await page.addScriptTag({ path: AXE })
      /** @type {Record<string, string[]>} */
      const faults = {}
      /** @param {string} name */
      const look = async name => {
        const found = await findFaults(page)
        if (found.length > 0) faults[name] = found
        const out = await overflow(page)
        if (out > 0) faults[`${name}: width`] = [`${out} px stick out`]
      }

      await look('page')
      await page.locator('#hood summary').click()
      await page.locator('#state-bytes').waitFor()
      await look('hood')
      await page.locator('#hood summary').click()
      const entries = await page.locator('#menu button').all()
      assert.equal(entries.length, 6)
      for (const entry of entries) {
        const name = (await entry.textContent()) ?? ''
        await entry.click()
        const dialog = page.locator('dialog[open]')
        await dialog.waitFor()
        await look(name)
        await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
        await dialog.waitFor({ state: 'detached' })
        assert.equal(
          await entry.evaluate(button => document.activeElement === button),
          true,
          `${name}: focus`,
        )
      }
      assert.deepEqual(faults, {})
      assert.deepEqual(problems, [])
    })
  }
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`${colorScheme}: the documents can be reached from the settings and read on a phone`, async t => {
    const context = { ...SCREENS[0].context, colorScheme, bypassCSP: true }
    const { page, problems } = await at.open(t, '', context)
    await page.locator('#menu-settings').click()
    const link = page.getByRole('dialog').getByRole('link', { name: /documents/ })
    await page.goto(new URL((await link.getAttribute('href')) ?? '', at.url).href)
    const names = await page
      .locator('nav a')
      .evaluateAll(links => links.map(element => element.getAttribute('href')))
    assert.equal(names.length, 8) // the page, the README, and six documents
    for (const name of names.slice(1)) {
      await page.goto(new URL(name ?? '', `${at.url}docs/`).href)
      await page.addScriptTag({ path: AXE })
      assert.deepEqual(await findFaults(page), [], `${name}`)
      assert.equal(await overflow(page), 0, `${name}: width`)
    }
    assert.deepEqual(problems, [])
  })

  test(`${colorScheme}: letters and numbers at the edge are read on every square, whatever sign stands there`, async t => {
    const { page, problems } = await at.open(t, pgnHash('1. a4 h5 2. Ra3 Rh6 3. Ra1 *'), { colorScheme })
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
    assert.deepEqual(problems, [])
  })
}

test('what is under the hood can be opened, used and left with the keyboard', async t => {
  const { page, problems } = await at.open(t)
  await page.locator('#hood summary').focus()
  await page.keyboard.press('Enter')
  await page.locator('#perft-start').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'perft-depth')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'perft-start')
  assert.deepEqual(problems, [])
})
