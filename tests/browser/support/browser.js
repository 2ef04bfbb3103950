// SPDX-License-Identifier: Apache-2.0
// One Chromium for a test file, and pages that record all problems in them.

import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { STRICT_CSP, startServer } from '../../../js/tools/static-server.js'
import { launchChromium } from './chromium.js'

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** STRICT_CSP without the keyword that allows WebAssembly. */
export const CSP_WITHOUT_WASM = STRICT_CSP.replace(" 'wasm-unsafe-eval'", '')

/**
 * @typedef {object} OpenedPage
 * @property {import('playwright-core').Page} page
 * @property {string[]} problems console errors and warnings, uncaught errors, failed requests, CSP violations
 */

/**
 * Starts Chromium and a server before the tests of a file and ends them afterwards.
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
      // A service worker would answer requests before page.route(), so tests must ask for it.
      const opened = await browser.newContext({ serviceWorkers: 'block', ...context })
      opened.on('page', addScriptTimeouts)
      t.after(() => withTimeout(opened.close(), 'closing the context'))
      const page = await opened.newPage()
      /** @type {string[]} */
      const problems = []
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
      await page.goto(new URL(path, server.url).href)
      return { page, problems }
    },
  }
}

/** Milliseconds that a call of Playwright may take that has no timeout of its own. */
const CALL_TIMEOUT = 60_000

/**
 * Adds a timeout to a promise.
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what for the error message
 * @returns {Promise<T>} rejects after CALL_TIMEOUT
 */
export function withTimeout(promise, what) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes more than ${CALL_TIMEOUT} ms`)), CALL_TIMEOUT)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Playwright waits without limit for scripts that run in a page. With a timeout the test fails and names the script.
 * @param {any} page
 */
function addScriptTimeouts(page) {
  for (const name of ['evaluate', 'evaluateHandle']) {
    const call = page[name].bind(page)
    page[name] = (/** @type {unknown} */ script, /** @type {unknown[]} */ ...rest) =>
      withTimeout(call(script, ...rest), `${name}(${String(script).slice(0, 200)})`)
  }
}

/**
 * Reads the report of a script of pages/, which writes JSON into #result and then sets data-done. Fails at once if the
 * script has thrown.
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
