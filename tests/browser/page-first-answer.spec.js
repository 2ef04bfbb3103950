// SPDX-License-Identifier: Apache-2.0
// The first answer of the computer on a slow line: the engine is fetched while the page is at rest, and who waits for it sees
// how much has come.

import { readFile, stat } from 'node:fs/promises'
import { startServer } from '../../js/tools/static-server.js'
import { test as base, expect } from './support/fixtures.js'
import { clickMove, ENGINE_PATIENCE, START_FEN, startGame, untilFen } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const WASM = /\/engine\/stockfish-19-lite[\w-]*\.wasm$/

base.use({ engine: 'real' })

const test = base.extend({
  /** Half of the engine comes, and the rest at `release()`. */
  line: async ({ site, pageFolder, after }, use) => {
    const { server, url, close } = await startServer(site)
    let release = () => {}
    const released = new Promise(resolve => {
      release = () => resolve(undefined)
    })
    const [serve] = server.listeners('request')
    server.removeAllListeners('request')
    server.on('request', async (request, response) => {
      if (!WASM.test(request.url ?? '')) return serve(request, response)
      const bytes = await readFile(`${pageFolder}${request.url}`)
      response.writeHead(200, {
        'Content-Type': 'application/wasm',
        'Content-Length': bytes.length,
        'Cache-Control': 'max-age=600',
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
      response.write(bytes.subarray(0, bytes.length / 2))
      await released
      response.end(bytes.subarray(bytes.length / 2))
    })
    after(() => {
      release()
      return close()
    })
    await use({ url, release })
  },
  url: async ({ line, site: { path = '/' } }, use) => use(new URL(path, line.url).href),
})

/** @param {Page} page @returns {string[]} the engine's files that are requested from now on */
function requestsOf(page) {
  /** @type {string[]} */
  const paths = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/engine/')) paths.push(pathname)
  })
  return paths
}

test('the engine is fetched before it is needed, once; who waits for it sees how much has come', async ({
  visit,
  line,
  pageFolder,
}) => {
  const page = await visit('icon.svg')
  const requests = requestsOf(page)
  await page.goto(new URL('./', page.url()).href)
  await untilFen(page, START_FEN)
  await expect.poll(() => requests.filter(path => WASM.test(path)).length).toBe(1)
  // The first move begins a game. The list of openings has few answers to this one.
  await clickMove(page, 'a2a3')
  const activity = page.locator('#status .activity')
  const wasm = requests.find(path => WASM.test(path)) ?? ''
  const [script, core] = await Promise.all(
    [wasm.replace('.wasm', '.js'), wasm].map(async path => (await stat(pageFolder + path)).size),
  )
  const inMegabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1)
  const [half, whole] = [script + core / 2, script + core].map(inMegabytes)
  await expect(activity).toHaveText(`Stockfish is coming: ${half} of ${whole} MB`)
  line.release()
  await expect(activity).toHaveText('Your move.')
})

test('the list of openings answers while the engine is coming; then the engine goes on', async ({
  visit,
  line,
}) => {
  const page = await visit('icon.svg')
  const requests = requestsOf(page)
  await page.goto(new URL('./', page.url()).href)
  await untilFen(page, START_FEN)
  await expect.poll(() => requests.some(path => WASM.test(path))).toBe(true)
  const activity = page.locator('#status .activity')
  const moves = page.locator('.move-list').first()
  // Taken back while the computer waits for its engine.
  await clickMove(page, 'a2a3')
  await expect(activity).toHaveText(/^Stockfish is coming/)
  await page.locator('#status').getByRole('button', { name: 'Take back', exact: true }).click()
  await clickMove(page, 'e2e4')
  await expect(activity).toHaveText(/^From the book: (e5|c5)\.$/)
  // Another game begins while it waits.
  await clickMove(page, 'h2h4')
  await expect(activity).toHaveText(/^Stockfish is coming/)
  await startGame(page, { side: 'White' })
  await clickMove(page, 'd2d4')
  await expect(activity).toHaveText(/^From the book: (d5|Nf6)\.$/)
  await clickMove(page, 'h2h4')
  await expect(activity).toHaveText(/^Stockfish is coming/)
  line.release()
  await expect(activity).toHaveText('Your move.', { timeout: ENGINE_PATIENCE })
  await expect(moves).toHaveText(/d4.*(d5|Nf6).*h4.*\S/s)
  await page.locator('#board[data-fen*=" w "][data-fen$=" 3"]').waitFor()
})

test('the analysis says how much of the engine has come', async ({ open, line }) => {
  const page = await open('#analyse')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await expect(page.locator('#analysis .remark')).toHaveText(/^The engine is coming: \d\.\d of \d\.\d MB$/)
  line.release()
  await page.locator('#analysis .line button:visible').first().waitFor()
})

for (const { name, connection } of [
  { name: 'users who save data', connection: { saveData: true, effectiveType: '4g' } },
  { name: 'slow connections', connection: { saveData: false, effectiveType: '2g' } },
])
  test(`${name}: the engine is fetched with the first move`, async ({ visit, line }) => {
    const page = await visit('icon.svg')
    await page.context().addInitScript(value => {
      Object.defineProperty(navigator, 'connection', { value })
    }, connection)
    const requests = requestsOf(page)
    await page.goto(new URL('./', page.url()).href)
    await untilFen(page, START_FEN)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    expect(requests).toEqual([])
    await clickMove(page, 'e2e4')
    await expect.poll(() => requests.some(path => WASM.test(path))).toBe(true)
    line.release()
  })
