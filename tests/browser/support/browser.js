// SPDX-License-Identifier: Apache-2.0
// One Chromium for a test file, and pages that note everything that goes wrong in them.

import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../../../js/tools/chromium.js'
import { STRICT_CSP, startServer } from '../../../js/tools/static-server.js'

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** STRICT_CSP without the word that lets WebAssembly be compiled. */
export const CSP_WITHOUT_WASM = STRICT_CSP.replace(" 'wasm-unsafe-eval'", '')

/**
 * @typedef {object} OpenedPage
 * @property {import('playwright-core').Page} page
 * @property {string[]} problems console errors and warnings, uncaught errors, failed requests, CSP violations
 */

/**
 * Starts Chromium and a server before the file's tests and ends them after.
 * @param {import('../../../js/tools/static-server.js').ServerOptions | (() => Promise<import('../../../js/tools/static-server.js').ServerOptions>)} options
 */
export function useBrowser(options) {
  /** @type {import('playwright-core').Browser} */
  let browser
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server
  before(async () => {
    browser = await launchChromium()
    const given = typeof options === 'function' ? await options() : options
    server = await startServer({ ...given, texts: { '/favicon.ico': '', ...given.texts } })
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  return {
    /** Where the server is; ends with a slash. */
    get url() {
      return server.url
    },

    /**
     * Opens a page in a context of its own, which closes with the test.
     * @param {import('node:test').TestContext} t
     * @param {string} path
     * @param {import('playwright-core').BrowserContextOptions} [context]
     * @returns {Promise<OpenedPage>}
     */
    async open(t, path, context = {}) {
      // A service worker takes requests away from page.route(): tests that want it say so.
      const opened = await browser.newContext({ serviceWorkers: 'block', ...context })
      opened.on('page', boundScripts)
      t.after(() => inTime(opened.close(), 'closing the context'))
      const page = await opened.newPage()
      /** @type {string[]} */
      const problems = []
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type()) && !/blocked by Playwright/.test(message.text()))
          problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => problems.push(`uncaught: ${error.message}`))
      page.on('requestfailed', request => {
        // What a page itself gives up, such as a look at an engine's file, has not failed.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`)
      })
      page.on('response', response => {
        if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
      })
      await page.goto(new URL(path, server.url).href)
      return { page, problems }
    },
  }
}

/** How long one of Playwright's calls may take that has no limit of its own, in ms. */
const PATIENCE = 60_000

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>} which fails by itself where nothing comes of it
 */
export function inTime(promise, what) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes more than ${PATIENCE} ms`)), PATIENCE)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Playwright waits for ever for scripts that run in a page: here they end in time, or the test fails and says which.
 * @param {any} page
 */
function boundScripts(page) {
  for (const name of ['evaluate', 'evaluateHandle']) {
    const call = page[name].bind(page)
    page[name] = (/** @type {unknown} */ script, /** @type {unknown[]} */ ...rest) =>
      inTime(call(script, ...rest), `${name}(${String(script).slice(0, 200)})`)
  }
}

/**
 * What a script of pages/ reports: it sets a JSON text on #result and data-done beside it. A script that
 * threw instead never will, and is not waited for.
 * @param {OpenedPage} opened
 * @returns {Promise<any>}
 */
export async function readReport({ page, problems }) {
  for (const end = Date.now() + 120_000; Date.now() < end; await page.waitForTimeout(50)) {
    if (await page.locator('#result[data-done]').count()) break
    const thrown = problems.find(problem => problem.startsWith('uncaught'))
    if (thrown) throw new Error(`${page.url()}: ${thrown}`)
  }
  return JSON.parse((await page.locator('#result').textContent()) ?? '')
}

/** A page that runs one script of pages/. @param {string} script @returns {string} */
export const scriptPage = script =>
  `<!doctype html><meta charset="utf-8"><title>test</title><output id="result"></output>` +
  `<script type="module" src="${script}"></script>`
