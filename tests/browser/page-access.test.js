// SPDX-License-Identifier: Apache-2.0
// Accessibility: axe-core must find no serious or critical fault, such as contrast below AA, in the page and in all of
// its dialogs, on a phone and a desktop, light and dark.

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

// The host makes no difference here.
const at = usePage(HOSTS[0])

for (const screen of SCREENS) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${screen.name}, ${colorScheme}: axe-core finds nothing serious`, async t => {
      // bypassCSP allows axe-core's script; animations would disturb its check of colours.
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
      const check = async name => {
        const found = await findFaults(page)
        if (found.length > 0) faults[name] = found
        const out = await overflow(page)
        if (out > 0) faults[`${name}: width`] = [`${out} px stick out`]
      }

      await check('page')
      await page.locator('#hood summary').click()
      await page.locator('#state-bytes').waitFor()
      await check('hood')
      await page.locator('#hood summary').click()
      const entries = await page.locator('#menu button').all()
      assert.equal(entries.length, 6)
      for (const entry of entries) {
        const name = (await entry.textContent()) ?? ''
        await entry.click()
        const dialog = page.locator('dialog[open]')
        await dialog.waitFor()
        await check(name)
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
  test(`${colorScheme}: the documents are linked in the settings and readable on a phone`, async t => {
    const context = { ...SCREENS[0].context, colorScheme, bypassCSP: true }
    const { page, problems } = await at.open(t, '', context)
    await page.locator('#menu-settings').click()
    const link = page.getByRole('dialog').getByRole('link', { name: /documents/ })
    await page.goto(new URL((await link.getAttribute('href')) ?? '', at.url).href)
    const names = await page
      .locator('nav a')
      .evaluateAll(links => links.map(element => element.getAttribute('href')))
    assert.equal(names.length, 12) // the page, the README, and ten documents
    for (const name of names.slice(1)) {
      await page.goto(new URL(name ?? '', `${at.url}docs/`).href)
      await page.addScriptTag({ path: AXE })
      assert.deepEqual(await findFaults(page), [], `${name}`)
      assert.equal(await overflow(page), 0, `${name}: width`)
    }
    assert.deepEqual(problems, [])
  })

  test(`${colorScheme}: coordinates are readable on every square, with any sign on it`, async t => {
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

test('"Under the hood" can be opened and used with the keyboard', async t => {
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
