// SPDX-License-Identifier: Apache-2.0
// The page in other languages, and the choice of one.

import { expect, test } from './support/fixtures.js'
import { openMenu } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GERMAN = { locale: 'de-AT' }

const nameOfBoard = (/** @type {Page} */ page) => page.locator('.table')

test('the page is in the language of the browser until another one is chosen', async ({ open }) => {
  const page = await open('', GERMAN)
  const document = page.locator('html')
  await expect(document).toHaveAttribute('lang', 'de')
  await expect(document).toHaveAttribute('dir', 'ltr')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Brett')
  await choose(page, 'English')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Board')
  await expect(document).toHaveAttribute('lang', 'en')
  await choose(page, 'Español')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Tablero')
  await choose(page, 'Como el navegador')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Brett')
})

test('without its table the page is in English', async ({ open }) => {
  const page = await open('', GERMAN)
  await page.route('**/languages/*.json', route => route.fulfill({ body: 'damaged' }))
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Board')
})

test('in English no table is loaded', async ({ page }) => {
  /** @type {string[]} */
  const tables = []
  page.on('request', request => {
    if (request.url().includes('/languages/')) tables.push(request.url())
  })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  expect(tables).toEqual([])
})

/** Chooses a language in the settings, and waits for the page in it. @param {Page} page @param {string} label */
async function choose(page, label) {
  await openMenu(page, 'settings')
  const loaded = page.waitForEvent('load')
  await page.locator('#language').selectOption({ label })
  await loaded
}
