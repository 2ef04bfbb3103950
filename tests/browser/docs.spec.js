// SPDX-License-Identifier: Apache-2.0
// The documents in Chromium: the search by keyboard, the navigation on desktop and phone, axe-core in light and dark.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { PAGE_CSP } from '../../js/tools/static-server.js'
import { expect, PAGE_FOLDER, test } from './support/fixtures.js'

/** @import { Page } from '@playwright/test' */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use({
  // Below a path, as on hosts that give projects folders.
  site: async ({}, use) => use({ roots: { '/chess/': PAGE_FOLDER }, path: '/chess/docs/', csp: PAGE_CSP }),
})

/**
 * Types into the search and waits for its answer.
 * @param {Page} page
 * @param {string} query
 */
async function search(page, query) {
  await page.keyboard.press('/')
  await page.keyboard.type(query)
  await page
    .getByRole('status')
    .filter({ hasText: /result|Nothing/ })
    .waitFor({ state: 'attached' })
}

/** @param {Page} page @returns {Promise<string>} where it is, from the documents' folder, when it is there */
async function placeOf(page) {
  await page.waitForFunction(() => document.readyState === 'complete')
  return page.url().replace(/^.*\/docs\//, '')
}

const PLACES = [
  ['ERR_FEN_EMPTY', 'errors.html#err_fen_empty'],
  ['err_pgn_tag_fen', 'errors.html#err_pgn_tag_fen'],
  ['ERR_FEN_KINGS', 'errors.html#err_fen_kings_adjacent'], // no code, but the beginning of one
  ['ERR_EMPTY_FEN', 'errors.html#err_fen_empty'], // no code: its parts
  ['legalMoves', 'reference-binbo.html#game-legalmoves'],
  ['legalmovs', 'reference-binbo.html#game-legalmoves'], // mistyped
  ['Repititon', 'variants.html#hash-repetition-material'],
  ['readPgn', 'reference-binbo-pgn.html#readpgn'],
  ['Chess960', 'playing.html#chess960'],
  ['Varianten', 'variants.html'], // German
  ['security tokens', 'security.html#tokens-and-secrets'],
  ['engines browsers bridge', 'engines.html#engines-for-browsers-the-bridge'],
]

test('the search leads to the right heading by Enter: codes, methods, mistyped and German words', async ({
  visit,
  url,
}) => {
  const page = await visit('index.html', DESKTOP)
  /** @type {[string, string][]} */
  const found = []
  for (const [query, place] of PLACES) {
    await page.goto(`${url}index.html`)
    await search(page, query)
    await page.keyboard.press('Enter')
    await page.waitForURL(url => !url.pathname.endsWith('/index.html'))
    found.push([query, await placeOf(page)])
    const [, fragment] = place.split('#')
    const heading = page.locator(fragment ? `[id="${fragment}"]` : 'h1')
    const { y } = /** @type {{ y: number }} */ (await heading.boundingBox())
    const bar = await page.locator('body > header').boundingBox()
    assert.ok(y >= (bar?.height ?? 0) - 1 && y < 900, `${query}: the heading is below the header, in sight`)
  }
  assert.deepEqual(found, PLACES)
})

test('the index is loaded with the first use only; arrows choose, Escape closes, a failure says so', async ({
  visit,
  tolerated,
}) => {
  tolerated.push(/search-index/)
  const page = await visit('pgn.html', DESKTOP)
  /** @type {string[]} */
  const requests = []
  page.on('request', request => requests.push(request.url()))
  let isBroken = true
  await page.route('**/search-index.json', route => (isBroken ? route.abort() : route.continue()))
  await page.waitForLoadState('networkidle')
  assert.deepEqual(
    requests.filter(url => url.includes('search-index')),
    [],
  )

  await page.keyboard.press('/')
  await page.keyboard.type('clo')
  await page.getByText('could not be loaded').waitFor()
  isBroken = false
  await page.keyboard.type('ck')
  const options = page.getByRole('option')
  await options.first().waitFor()
  const input = page.getByRole('combobox')
  const chosen = () =>
    page.locator('[role="option"][aria-selected="true"]').evaluateAll(all => all.map(({ id }) => id))
  await expect.poll(() => chosen()).toEqual(['search-0'])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen()).toEqual(['search-1'])
  await expect(input).toHaveAttribute('aria-activedescendant', 'search-1')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(input).toHaveAttribute('aria-activedescendant', `search-${(await options.count()) - 1}`)
  await page.keyboard.press('Escape')
  await expect(input).toHaveAttribute('aria-expanded', 'false')
  await input.fill('xyzzyplugh')
  await page.getByText('Nothing found').waitFor()
  await expect(options).toHaveCount(0)
})

test('on a phone the menu and the contents open from the header, without a script too', async ({ visit }) => {
  const page = await visit('engines.html', { ...PHONE, javaScriptEnabled: false })
  const menu = page.getByRole('navigation', { name: 'Documents' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(menu.locator('[aria-current="page"]')).toHaveText('Engines')
  await menu.getByRole('link', { name: 'Setups' }).tap()
  await page.waitForURL('**/setups.html')
  await page.goBack()
  await page.getByRole('button', { name: 'Contents' }).tap()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Transports' }).tap()
  await page.waitForURL('**/engines.html#transports')
})

test('on a phone the contents close when a link of them is followed', async ({ visit }) => {
  const page = await visit('engines.html', PHONE)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await page.getByRole('button', { name: 'Contents' }).tap()
  await contents.getByRole('link', { name: 'Transports' }).tap()
  await page.waitForURL('**/engines.html#transports')
  await contents.waitFor({ state: 'hidden' })
})

test('axe-core finds nothing serious, and nothing sticks out, on desktop and phone, light and dark', async ({
  visit,
  url,
}) => {
  const page = await visit('index.html', { bypassCSP: true })
  /** @type {string[]} */
  const faults = []
  const pages = await page
    .locator('#documents a[href$=".html"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  // The pages of the reference are made alike, and are large.
  const chosen = pages.filter(name => !name.startsWith('reference-') || name === 'reference-binbo-pgn.html')
  assert.ok(chosen.length >= 20, `${chosen.length}`)
  for (const [i, name] of chosen.entries()) {
    await page.goto(new URL(name, url).href)
    await page.addScriptTag({ path: AXE })
    const size = (i % 2 === 0 ? DESKTOP : PHONE).viewport
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: i % 4 < 2 ? 'light' : 'dark' })
    if (i % 3 === 0) await search(page, 'game')
    const found = await page.evaluate(async () => {
      const { axe } = /** @type {any} */ (globalThis)
      const { violations } = await axe.run(document, { resultTypes: ['violations'] })
      return violations.flatMap((/** @type {any} */ { id, impact, nodes }) =>
        nodes.map((/** @type {any} */ { html }) => `${impact} ${id}: ${html.slice(0, 120)}`),
      )
    })
    faults.push(
      ...found
        .filter((/** @type {string} */ fault) => /^(serious|critical)/.test(fault))
        .map((/** @type {string} */ fault) => `${name}: ${fault}`),
    )
    const out = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (out > 0) faults.push(`${name}: ${out} px stick out at ${size.width}`)
  }
  assert.deepEqual(faults, [])
})
