// SPDX-License-Identifier: Apache-2.0
// The fixtures of all tests in browsers: the page on a host, opened as a user meets it, and what goes wrong in it.

import { PAGE_CSP, STRICT_CSP, startServer } from '../../../js/tools/static-server.js'
import { builtPage, root, scriptedEngine } from './pages.js'

/**
 * A test with `@dom` in its title asks only what is in the document: `make test` runs it in Node, over happy-dom, and
 * `make test-more` in Chromium, too. The runner sets BINBO_DOM.
 */
const { test: base, expect } = /** @type {typeof import('@playwright/test')} */ (
  process.env.BINBO_DOM ? await import('./dom/fixtures.js') : await import('@playwright/test')
)

export { expect, root }

/** @import { BrowserContextOptions, Page } from '@playwright/test' */
/** @import { ServerOptions } from '../../../js/tools/static-server.js' */
/** @import { Build } from './pages.js' */

/** STRICT_CSP without the keyword that allows WebAssembly. */
export const CSP_WITHOUT_WASM = STRICT_CSP.replace(" 'wasm-unsafe-eval'", '')

/**
 * @typedef {object} Host
 * @property {string} path of the page
 * @property {boolean} isolated does it send the headers of `make demo` (CSP, COOP, COEP)?
 */

/** As `make demo` serves the page, and as plain files in a folder of a static host. @type {Record<string, Host>} */
export const HOSTS = {
  demo: { path: '/', isolated: true },
  static: { path: '/some/where/binbo/', isolated: false },
}

/** Of a test that measures: it runs alone, and on the page as users get it. */
export const MEASURED = { tag: '@measured' }
/** Of a test to which the host makes no difference, in a file of tests that run on both. */
export const ONE_HOST = { tag: '@one-host' }
export const MEASURED_ONCE = { tag: [MEASURED.tag, ONE_HOST.tag] }

/** Milliseconds for a build of the page on a busy machine. */
const BUILD_PATIENCE = 600_000

/**
 * @typedef {object} WorkerFixtures
 * @property {Build} build of the page
 * @property {string} pageFolder that page
 */
/**
 * @typedef {object} Fixtures
 * @property {Host} host
 * @property {'scripted' | 'real'} engine the built-in one: Stockfish, or in its place scripted-engine.js, where strength does
 *   not matter
 * @property {ServerOptions & { path?: string }} site what is served, and the path to which other paths are relative
 * @property {string} url of that path; ends with a slash
 * @property {RegExp[]} tolerated problems that do not fail the test; a test adds those that it causes
 * @property {string[]} problems console errors and warnings, uncaught errors, failed requests and violated policies of all
 *   opened pages; others than `tolerated` fail the test at its end
 * @property {(path?: string, context?: BrowserContextOptions) => Promise<Page>} visit opens a page in a context of its own
 * @property {(hash?: string, context?: BrowserContextOptions) => Promise<Page>} open opens the page, such as at '#fen=…',
 *   in a context of its own, and waits until it can be used
 * @property {Page} page opened at no hash
 * @property {(cleanup: () => unknown) => void} after runs at the end of the test, the last one first
 */

export const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<Fixtures, WorkerFixtures>} */ ({
    build: ['quick', { option: true, scope: 'worker' }],
    pageFolder: [
      async ({ build }, use) => use(await builtPage(build)),
      { scope: 'worker', timeout: BUILD_PATIENCE },
    ],
    host: [HOSTS.demo, { option: true }],
    // The check of an engine's file is aborted on slow machines.
    tolerated: async ({}, use) => use([/^failed: .*\/engine\/.*\.wasm$/]),
    engine: ['scripted', { option: true }],
    site: async ({ host: { path, isolated }, pageFolder, engine }, use) => {
      const texts = engine === 'scripted' ? await scriptedEngine(path) : {}
      await use({ roots: { [path]: pageFolder }, texts, plain: !isolated, csp: PAGE_CSP, path })
    },
    url: async ({ site: { path = '/', ...site } }, use) => {
      const server = await startServer({ ...site, texts: { '/favicon.ico': '', ...site.texts } })
      await use(new URL(path, server.url).href)
      await server.close()
    },
    problems: async ({}, use) => use([]),
    // After `after`, so that servers of a test end after its pages.
    visit: async ({ browser, url, problems, tolerated, after: _ }, use) => {
      await use(async (path = '', options = {}) => {
        const context = await browser.newContext(options)
        const page = await context.newPage()
        record(page, problems)
        await page.goto(new URL(path, url).href)
        return page
      })
      const found = problems.filter(problem => !tolerated.some(pattern => pattern.test(problem)))
      for (const context of browser.contexts()) await context.close()
      expect(found).toEqual([])
    },
    open: async ({ visit }, use) =>
      use(async (hash = '#analyse', context = undefined) => {
        // An empty board to analyse on: without a hash the page offers a game first.
        const page = await visit(hash || '#analyse', context)
        await page.locator('#board[data-fen]').waitFor()
        // Chromium drops keys and clicks before the first paint of a document.
        await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
        return page
      }),
    page: async ({ open }, use) => use(await open()),
    after: async ({}, use) => {
      /** @type {(() => unknown)[]} */
      const cleanups = []
      await use(cleanup => cleanups.unshift(cleanup))
      for (const cleanup of cleanups) await cleanup()
    },
  }),
)

/** @param {Page} page @param {string[]} problems filled with all that goes wrong in it */
export function record(page, problems) {
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !/blocked by Playwright/.test(message.text()))
      problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => problems.push(`uncaught: ${error.message}`))
  page.on('requestfailed', request => {
    // The page itself aborted the request, such as one that checks a file of the engine.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
  })
}

/**
 * Reads the report of a script of pages/, which writes JSON into #result and then sets data-done.
 * @param {Page} page
 * @returns {Promise<any>}
 */
export async function readReport(page) {
  const result = page.locator('#result[data-done]')
  await result.waitFor({ state: 'attached', timeout: 120_000 })
  return JSON.parse((await result.textContent()) ?? '')
}

/** A page that runs one script of pages/. @param {string} script @returns {string} */
export const scriptPage = script =>
  `<!doctype html><meta charset="utf-8"><title>test</title><output id="result"></output>` +
  `<script type="module" src="${script}"></script>`
