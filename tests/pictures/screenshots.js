// SPDX-License-Identifier: Apache-2.0
// Takes the README's screenshots of the page: make screenshots.

import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildPage } from '../../js/tools/build-page.js'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { launchChromium } from '../browser/support/chromium.js'
import { showTab } from '../browser/support/page.js'

const FOLDER = fileURLToPath(new URL('../../web/screenshots/', import.meta.url))
/** Morphy's game at the Paris opera, with a comment and a variation. */
const GAME = `[White "Paul Morphy"]
[Black "Duke Karl, Count Isouard"]
[Event "Paris, at the opera"]
[Date "1858.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 $2
10. Nxb5 $1 {Two pawns and an attack for the knight.} (10. Be2 Nbd7) 10... cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0`
const SHOTS = /** @type {const} */ ([
  { name: 'desktop', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  {
    name: 'phone',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
])
/** The current move: 12. O-O-O. */
const PLY = 23

/** Milliseconds for the engine at this position. */
const SEARCH_TIME = 4000

/** @param {import('playwright-core').Page} page */
async function analyse(page) {
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  await showTab(page, 'report')
  await page.locator('#analyse-game').click()
  await page.locator('#write-analysis').waitFor({ timeout: 120_000 })
  await page.keyboard.press('Home')
  for (let ply = 0; ply < PLY; ply++) await page.keyboard.press('ArrowRight')
  await showTab(page, 'analysis')
  await page.locator('#analysis-switch').click()
  await page.waitForTimeout(SEARCH_TIME)
}

await mkdir(FOLDER, { recursive: true })
const server = await startServer({ roots: { '/': await buildPage() }, csp: PAGE_CSP })
const browser = await launchChromium()
try {
  for (const { name, ...context } of SHOTS) {
    const page = await browser.newPage({ ...context, deviceScaleFactor: 1, serviceWorkers: 'block' })
    await page.goto(`${server.url}#pgn=${encodeURIComponent(GAME)}`)
    await analyse(page)
    await page.screenshot({ path: `${FOLDER}${name}.png` })
    console.log(`web/screenshots/${name}.png`)
  }
} finally {
  await browser.close()
  await server.close()
}
