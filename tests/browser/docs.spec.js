// SPDX-License-Identifier: Apache-2.0
// The documents in Chromium: head, theme, copying, contents, the search by keyboard and without a network, files of a disk,
// and axe-core in light and dark, on desktop and phone.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { expect, test } from './support/fixtures.js'
import { openSettings, SCREENS, untilIdle, untilKept } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use({
  build: 'documents',
  // Below a path, as on hosts that give projects folders.
  site: async ({ pageFolder }, use) =>
    use({ roots: { '/chess/': pageFolder }, path: '/chess/docs/', csp: PAGE_CSP }),
})

/** Waits until a document takes keys: Chromium drops them before the first paint. @param {Page} page */
const untilPainted = page => page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)

/**
 * Types into the search and waits for its answer.
 * @param {Page} page
 * @param {string} query
 */
async function search(page, query) {
  await untilPainted(page)
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

/** tests/js/docs-search.test.js has more. */
const PLACES = [
  ['ERR_FEN_EMPTY', 'errors.html#err_fen_empty'],
  ['legalmovs', 'reference-binbo.html#game-legalmoves'], // mistyped
  ['Chess960', 'playing.html#chess960'],
  ['engines browsers bridge', 'engines.html#engines-for-browsers-the-bridge'],
]

test('the search leads to the right heading by Enter, in sight below the head', async ({ visit, url }) => {
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
    const bar = await page.locator('body > header').boundingBox()
    const isInSight = async () => {
      const { y } = /** @type {{ y: number }} */ (await heading.boundingBox())
      return y >= (bar?.height ?? 0) - 1 && y < 900
    }
    await expect.poll(isInSight, `${query}: the heading is below the header, in sight`).toBe(true)
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
  await page.route('**/search-index.js', route => (isBroken ? route.abort() : route.continue()))
  await untilPainted(page)
  await untilIdle(page)
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
  await expect.poll(() => chosen()).toEqual(['result-0'])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen()).toEqual(['result-1'])
  await expect(input).toHaveAttribute('aria-activedescendant', 'result-1')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(input).toHaveAttribute('aria-activedescendant', `result-${(await options.count()) - 1}`)
  await expect(options.first().locator('mark').first()).toHaveText(/clock/i)
  await page.keyboard.press('Escape')
  await expect(input).toHaveAttribute('aria-expanded', 'false')
  await input.fill('xyzzyplugh')
  await page.getByText('Nothing found').waitFor()
  await expect(options).toHaveCount(0)
})

test('on a phone the menu and the contents open from the head, without a script too', async ({ visit }) => {
  const page = await visit('engines.html', { ...PHONE, javaScriptEnabled: false })
  const menu = page.getByRole('navigation', { name: 'Documents' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(menu.locator('[aria-current="page"]')).toHaveText('Engines')
  await expect(menu.getByRole('link', { name: 'Board', exact: true })).toBeVisible()
  await menu.getByRole('link', { name: 'Setups' }).tap()
  await page.waitForURL('**/setups.html')
  await page.goBack()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByText('On this page').tap()
  await contents.getByRole('link', { name: 'Transports' }).tap()
  await page.waitForURL('**/engines.html#transports')
})

test('on a phone the contents close when a link of them is followed', async ({ visit }) => {
  const page = await visit('engines.html', PHONE)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByText('On this page').tap()
  const link = contents.getByRole('link', { name: 'Transports' })
  await link.tap()
  await page.waitForURL('**/engines.html#transports')
  await expect(link).toBeHidden()
})

test('the keyboard skips to the text; the head leads to the documents and the board', async ({ visit }) => {
  const page = await visit('pgn.html', DESKTOP)
  await untilPainted(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const places = page.getByRole('navigation', { name: 'Places' })
  await expect(places.getByRole('link')).toHaveText(['Documents', 'Board', 'Source'])
  await places.getByRole('link', { name: 'Board' }).click()
  await page.locator('#board[data-fen]').waitFor()
})

test('the theme is that of the page, before anything is drawn, and the page gets what is chosen here', async ({
  visit,
}) => {
  const page = await visit('../index.html#analyse', { ...DESKTOP, colorScheme: 'light' })
  await page.locator('#board[data-fen]').waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check()
  const other = await page.context().newPage()
  await other.goto(new URL('docs/pgn.html', page.url().replace(/index\.html.*/, '')).href)
  const root = other.locator('html')
  const button = other.getByRole('button', { name: 'Dark theme' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  // The script that sets it stands before the styles, and waits for nothing.
  const head = await other.evaluate(() =>
    Array.from(
      document.head.querySelectorAll('script, link[rel="stylesheet"]'),
      ({ outerHTML }) => outerHTML,
    ),
  )
  assert.equal(head[0], '<script src="theme.js"></script>')
  assert.match(head[1], /docs\.css/)
  await button.click()
  await expect(root).not.toHaveAttribute('data-theme')
  await button.click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('dialog').getByRole('radio', { name: 'Light' }).check()
  await expect(root).toHaveAttribute('data-theme', 'light') // while it is open
  await other.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await button.click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a button copies a block of code, and says so; without a clipboard as well', async ({ visit }) => {
  const page = await visit('playing.html', { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
  const block = page.locator('.code').first()
  const code = (await block.locator('code').textContent())?.trimEnd()
  assert.ok(code?.startsWith('import'), code)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await block.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  assert.equal(await copied(), code)

  const second = page.locator('.code').nth(1)
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('forbidden')) })
  })
  await second.getByRole('button', { name: 'Copy the code' }).press('Enter')
  const other = (await second.locator('code').textContent())?.trimEnd()
  await expect.poll(copied).toBe(other)
  assert.notEqual(other, code)
  await expect(second.getByRole('button')).toBeFocused()
  const blocks = await page.locator('main pre').count()
  await expect(page.locator('main .copy')).toHaveCount(blocks)
})

/**
 * @param {import('@playwright/test').Locator} scroller
 * @param {number} left where it is scrolled to
 * @returns {Promise<{ left: string, right: string }>} pictures of its edges, above the text and below round corners
 */
async function edgesOf(scroller, left) {
  await scroller.scrollIntoViewIfNeeded()
  const { x, y, width } = await scroller.evaluate((element, to) => {
    element.scrollTo({ left: to, behavior: 'instant' })
    const { x, y, width } = element.getBoundingClientRect()
    return { x, y: y + Math.max(1, Number.parseFloat(getComputedStyle(element).paddingTop) - 3), width }
  }, left)
  const picture = async (/** @type {number} */ at) =>
    (await scroller.page().screenshot({ clip: { x: at, y: Math.floor(y), width: 4, height: 2 } })).toString(
      'base64',
    )
  return { left: await picture(Math.ceil(x)), right: await picture(Math.floor(x + width) - 4) }
}

for (const [where, size] of /** @type {const} */ ([
  ['a desktop', DESKTOP.viewport],
  ['a phone', { width: 375, height: 800 }],
]))
  test(`on ${where} no button covers code, and what scrolls sideways has a shadow where there is more`, async ({
    visit,
  }) => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await visit('engines.html', { viewport: size, colorScheme })
      const covered = await page.locator('main .code').evaluateAll(
        blocks =>
          blocks.filter(block => {
            const [button, code] = ['button', 'pre'].map(part =>
              block.querySelector(part)?.getBoundingClientRect(),
            )
            return !button || !code || (button.left < code.right - 1 && button.bottom > code.top + 1)
          }).length,
      )
      assert.equal(covered, 0)
      const wide = page.locator('main pre').first()
      const end = await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      assert.ok(end > 40, `the first block is wider than its place: ${end}`)
      const [first, middle, last] = [
        await edgesOf(wide, 0),
        await edgesOf(wide, end / 2),
        await edgesOf(wide, end),
      ]
      assert.equal(first.left, last.right, 'nothing is there where there is no more')
      assert.equal(first.right, middle.right)
      assert.equal(middle.left, last.left)
      assert.notEqual(first.left, middle.left)
      assert.notEqual(first.right, last.right)
      await page.close()
    }
  })

test('on a phone the options of the server fit, and a table that does not can be scrolled by keys', async ({
  visit,
}) => {
  const page = await visit('servers.html', { ...PHONE, viewport: { width: 375, height: 800 } })
  const over = (/** @type {import('@playwright/test').Locator} */ table) =>
    table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  for (const table of await page.locator('main .table:not(:has(th:nth-child(4)))').all())
    assert.equal(await over(table), 0, (await table.getAttribute('aria-label')) ?? '')
  await page.goto(page.url().replace('servers.html', 'performance.html'))
  const wide = page.getByRole('group', { name: 'Table: Beside the peers' })
  assert.ok((await over(wide)) > 0)
  await wide.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})

test('the chapter that is read is marked in the contents', async ({ visit }) => {
  const page = await visit('engines.html', DESKTOP)
  const marked = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]')
  await expect(marked).toHaveCount(0)
  const chapters = page.locator('main h2')
  for (const at of [2, 5, 1]) {
    const chapter = chapters.nth(at)
    await chapter.evaluate(heading => heading.scrollIntoView({ block: 'start', behavior: 'instant' }))
    await expect(marked).toHaveText((await chapter.textContent()) ?? '')
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(marked).toHaveCount(0)
  const [last] = await chapters.all().then(all => all.slice(-1))
  await last.getByRole('link').click() // a heading is a link to itself
  await expect(marked).toHaveText((await last.textContent()) ?? '')
  await expect(page).toHaveURL(new RegExp(`#${await last.getAttribute('id')}$`))
})

test('who has visited the page reads and searches all documents without a network, after the first', async ({
  browser,
  pageFolder,
  site,
}) => {
  const server = await startServer(site)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(new URL('/chess/', server.url).href)
  await untilKept(page)
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find(key => key.includes(' documents '))
      return name ? (await (await caches.open(name)).keys()).length : 0
    })
  assert.equal(await kept(), 0, 'the first visit loads none')
  await page.goto(new URL('/chess/docs/', server.url).href)
  const all = JSON.parse(await readFile(`${pageFolder}/docs/files.json`, 'utf8'))
  assert.ok(all.length > 40)
  // One after the other.
  await expect.poll(kept, { timeout: 60_000 }).toBe(all.length)
  await server.close()

  await page.goto(new URL('/chess/docs/pgn.html', server.url).href)
  await search(page, 'ERR_FEN_EMPTY')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/errors.html#err_fen_empty')
  await expect(page.locator('#err_fen_empty')).toBeInViewport()
  await context.close()
})

test('opened as files, the documents have their theme, their search and their links', async ({
  browser,
  pageFolder,
}) => {
  const page = await browser.newPage()
  await page.goto(`${pathToFileURL(`${pageFolder}/docs/index.html`)}`)
  await search(page, 'Chess960')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/playing.html#chess960')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  const next = page.locator('a[rel="next"]')
  const address = await next.getAttribute('href')
  await next.click()
  await page.waitForURL(`**/docs/${address}`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.close()
})

test('documents are shown in no frame of another site', async ({ url }) => {
  for (const name of ['index.html', 'page.html']) {
    const { ok, headers } = await fetch(url + name)
    assert.ok(ok, name)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, name)
  }
})

test('nothing moves while a document is loaded', async ({ visit }) => {
  for (const context of [DESKTOP, PHONE]) {
    const page = await visit('index.html', context)
    await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shift: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await untilIdle(page)
    await page.locator('img').first().scrollIntoViewIfNeeded()
    await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
    const shift = await page.evaluate(
      () =>
        new Promise(resolve =>
          requestAnimationFrame(() => setTimeout(() => resolve(/** @type {any} */ (globalThis).shift))),
        ),
    )
    assert.equal(shift, 0)
  }
})

/** @param {Page} page with axe-core @returns {Promise<string[]>} what is serious, and what sticks out */
const findFaults = page =>
  page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis)
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    const found = violations
      .filter((/** @type {any} */ { impact }) => ['serious', 'critical'].includes(impact))
      .flatMap((/** @type {any} */ { id, impact, nodes }) =>
        nodes.map((/** @type {any} */ { html }) => `${impact} ${id}: ${html.slice(0, 120)}`),
      )
    const out = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return out > 0 ? [...found, `${out} px stick out`] : found
  })

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`${colorScheme}: the settings of the page lead to the documents, readable on a phone`, async ({
    visit,
  }) => {
    const page = await visit('../#analyse', { ...SCREENS[0].context, colorScheme, bypassCSP: true })
    await page.locator('#board[data-fen]').waitFor()
    await openSettings(page, 'This page')
    const link = page.getByRole('dialog').getByRole('link', { name: /documents/i })
    await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    await expect(page.locator('h1').first()).toHaveText('binbo')
    await page.addScriptTag({ path: AXE })
    await expect.poll(() => findFaults(page)).toEqual([])
  })

/** Each document in one of them: a quarter of the pages a test, none of which takes long on a busy machine. */
const LOOKS = /** @type {const} */ ([
  ['on a desktop, light', DESKTOP, 'light'],
  ['on a phone, light', PHONE, 'light'],
  ['on a desktop, dark', DESKTOP, 'dark'],
  ['on a phone, dark', PHONE, 'dark'],
])
for (const [look, [title, { viewport }, colorScheme]] of LOOKS.entries())
  test(`axe-core finds nothing serious, and nothing sticks out, ${title}`, async ({ visit, url }) => {
    const page = await visit('index.html', { bypassCSP: true, viewport, colorScheme })
    /** @type {string[]} */
    const faults = []
    const pages = await page
      .locator('#site-documents li a[href$=".html"]')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    // The pages of the reference are made alike, and are large.
    const chosen = pages.filter(name => !name.startsWith('reference-') || name === 'reference-binbo-pgn.html')
    assert.ok(chosen.length >= 20, `${chosen.length}`)
    for (const [i, name] of chosen.filter((_, i) => i % LOOKS.length === look).entries()) {
      await page.goto(new URL(name, url).href)
      await page.addScriptTag({ path: AXE })
      if (i % 3 === 0) await search(page, 'game')
      faults.push(...(await findFaults(page)).map(fault => `${name}: ${fault}`))
    }
    assert.deepEqual(faults, [])
  })
