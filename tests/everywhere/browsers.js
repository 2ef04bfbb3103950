// SPDX-License-Identifier: Apache-2.0
// Reads the report of a page in Chromium or Firefox. A page writes it as JSON into #result.

import { createHash } from 'node:crypto'
import { STRICT_CSP, startServer } from '../../js/tools/static-server.js'
import { launchChromium } from '../browser/support/chromium.js'

/** Milliseconds. */
const PAGE_LIMIT = 60_000

/** @typedef {typeof import('../browser/support/firefox.js').launchFirefox} LaunchFirefox */
/** @typedef {typeof launchChromium | LaunchFirefox} Launch starts a browser */

/** Of a page that a bundle is for. */
export const HTML = `<!doctype html>
<meta charset="utf-8">
<title>everywhere</title>
<link rel="icon" href="data:,">
<output id="result"></output>
<script type="module" src="./page.js"></script>
`

export const PAGE = `import { play } from './program.js'
document.querySelector('#result').textContent = JSON.stringify(play())
`

/**
 * @param {string} url
 * @param {Launch} [launch]
 * @returns {Promise<{ report: unknown, version: string }>}
 */
export async function readUrl(url, launch = launchChromium) {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PAGE_LIMIT)
    /** @type {string[]} */
    const problems = []
    page.on('pageerror', error => problems.push(String(error)))
    page.on('console', message => {
      if (['error', 'warning', 'warn'].includes(message.type())) problems.push(message.text())
    })
    await page.goto(url)
    const text = () => document.querySelector('#result')?.textContent
    const found = await page.waitForFunction(text).catch(error => {
      throw new Error(problems.join('\n') || String(error))
    })
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return { report: JSON.parse(await found.jsonValue()), version: await browser.version() }
  } finally {
    await browser.close()
  }
}

/** @param {string} script @returns {string} the strict policy of a page that has this inline script */
export const policyWith = script =>
  STRICT_CSP.replace(
    "script-src 'self'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/**
 * Serves a folder, by default under a strict policy, without inline scripts and eval.
 * @param {string} folder
 * @param {{ launch?: Launch, texts?: Record<string, string>, csp?: string }} [options]
 */
export async function readFolder(folder, { launch, texts = {}, csp = STRICT_CSP } = {}) {
  const server = await startServer({ roots: { '/': folder }, texts: { '/favicon.ico': '', ...texts }, csp })
  try {
    return await readUrl(`${server.url}index.html`, launch)
  } finally {
    await server.close()
  }
}
