// SPDX-License-Identifier: Apache-2.0
// Takes pictures of all views of the page in six sizes, light and dark, into build/views/, to look at: make views.

import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildPage } from '../../js/tools/build-page.js'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { launchChromium } from '../browser/support/chromium.js'
import { SIZES, visitViews } from './page-views.js'

const FOLDER = fileURLToPath(new URL('../../build/views/', import.meta.url))
const THEMES = /** @type {const} */ (['light', 'dark'])

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const server = await startServer({
  roots: { '/': await buildPage(undefined, { gameServer: 'games' }) },
  csp: PAGE_CSP,
})
// Types are not read from what was built.
const { createGameServer } = await import(new URL('../../dist/server.js', import.meta.url).href)
const games = await createGameServer({ server: server.server, path: '/games' })
const browser = await launchChromium()
try {
  const page = await browser.newPage({ reducedMotion: 'reduce', serviceWorkers: 'block' })
  await page.goto(server.url)
  await page.locator('#board[data-fen]').waitFor()
  const take = async (/** @type {string} */ name) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${FOLDER}${name}-${width}x${height}-${colorScheme}.png` })
      }
    }
    console.log(`build/views/${name}-*.png`)
  }
  await visitViews(page, take, games.url)
} finally {
  await browser.close()
  await games.close()
  await server.close()
}
