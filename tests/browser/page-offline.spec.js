// SPDX-License-Identifier: Apache-2.0
// The page without a network: the second visit, the engine, and new versions, also while the host replaces its files.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../js/tools/static-server.js'
import { test as base, expect, ONE_HOST } from './support/fixtures.js'
import { useOwnPage } from './support/own-page.js'
import {
  clickMove,
  fenHash,
  openHood,
  openMenu,
  race,
  START_FEN,
  showTab,
  untilFen,
  untilKept,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

/** @param {Page} page looks for a new version @returns {Promise<string>} the first state that it reaches */
const update = page =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const { installing } = registration
    if (!installing) return registration.waiting?.state ?? 'none'
    return new Promise(resolve =>
      installing.addEventListener('statechange', () => resolve(installing.state), { once: true }),
    )
  })

/** @param {Page} page @returns {Promise<string[]>} the versions of the shell that are kept */
const keptShells = page =>
  page.evaluate(async () => {
    const names = await globalThis.caches.keys()
    return names.filter(name => name.includes(' shell ')).map(name => name.split(' ').at(-1) ?? '')
  })

/** @param {Page} page @returns {Promise<(string | undefined)[]>} of the workers that are being installed, wait, and are used */
const statesOf = page =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready
    return [installing?.state, waiting?.state, active?.state]
  })

/**
 * @param {Awaited<ReturnType<typeof startServer>>} server
 * @param {string} path
 * @returns {Promise<void>} fulfilled at the next request of it
 */
const requestOf = ({ server }, path) =>
  new Promise(resolve => {
    server.prependListener('request', request => {
      if (request.url === path) resolve()
    })
  })

const folder = useOwnPage()
base.use({ engine: 'real' })

const test = base.extend({
  /** The server, which a test can stop. */
  server: async ({ site, after }, use) => {
    const server = await startServer(site)
    after(() => server.close())
    await use(server)
  },
  url: async ({ server, site: { path = '/' } }, use) => use(new URL(path, server.url).href),
  /** Kept by the service worker. */
  page: async ({ open }, use) => {
    const page = await open('', { serviceWorkers: 'allow' })
    await untilKept(page)
    await use(page)
  },
})

test('an installed page keeps the engine before its first use', async ({ page }) => {
  const keptEngine = () =>
    page.evaluate(async () => {
      const names = (await globalThis.caches.keys()).filter(name => name.includes(' engine '))
      const caches = await Promise.all(names.map(name => globalThis.caches.open(name)))
      const keys = await Promise.all(caches.map(cache => cache.keys()))
      return keys.flat().filter(({ url }) => url.endsWith('.wasm')).length
    })
  assert.equal(await keptEngine(), 0, 'not in a tab of the browser')
  // Only a browser with windows installs pages, and Chromium emulates other media only.
  await page.addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = query => matchMedia(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await page.reload()
  await expect.poll(keptEngine, { timeout: 60_000 }).toBe(2)
})

test('the second visit needs no network', async ({ page, server, url }) => {
  await openHood(page)
  await page.locator('#offline-engine').click()
  await page.getByText('The page and the engine work offline.').waitFor()
  await page.getByText(/^The engine is loaded when it is first needed: .* MB\.$/).waitFor()
  await server.close()

  const second = await page.context().newPage()
  /** @type {string[]} */
  const broken = []
  second.on('console', message => message.type() === 'error' && broken.push(message.text()))
  second.on('pageerror', error => broken.push(error.message))
  await second.goto(`${url}${fenHash(KIWIPETE)}`)
  await untilFen(second, KIWIPETE)
  // The engine can use threads, whatever headers the host sends.
  await expect.poll(() => second.evaluate(() => globalThis.crossOriginIsolated)).toBe(true)
  await openMenu(second, 'settings')
  await second.getByRole('dialog', { name: 'Settings' }).getByLabel('Close').click()
  await openHood(second)
  assert.match(await race(second, 3), /^Both count 97,862\./)
  await second.keyboard.press('Escape')
  await showTab(second, 'analysis')
  await second.getByRole('switch', { name: 'Engine' }).click()
  await second.locator('#analysis .line button:visible').first().waitFor()
  const licences = await second.evaluate(async () => (await fetch('licences.txt')).text())
  for (const name of ['Apache License', 'cm-chessboard', 'engine/Copying.txt'])
    assert.ok(licences.includes(name))
  await second.goto(`${url}index.html`)
  await second.locator('#board[data-fen]').waitFor()

  const answers = await second.evaluate(async () => {
    const path = 'engine/stockfish-19-lite.wasm'
    const head = await fetch(path, { method: 'HEAD' })
    const part = await fetch(path, { headers: { Range: 'bytes=0-3' } })
    const beyond = await fetch(path, { headers: { Range: 'bytes=99999999-' } })
    return {
      head: [head.status, (await head.arrayBuffer()).byteLength, head.headers.get('Content-Type')],
      part: [part.status, ...new Uint8Array(await part.arrayBuffer())],
      beyond: beyond.status,
    }
  })
  assert.deepEqual(answers.head, [200, 0, 'application/wasm'])
  assert.deepEqual(answers.part, [206, 0, 0x61, 0x73, 0x6d])
  assert.equal(answers.beyond, 416)
  assert.deepEqual(
    broken.filter(text => !/416/.test(text)),
    [],
  )
})

test('an engine that was used once works offline', async ({ page, server, url }) => {
  await openHood(page)
  await page.getByText('the engine only if it was used before').waitFor()
  assert.match(await race(page, 3), /^Both count 8,902\./)
  await server.close()
  const second = await page.context().newPage()
  await second.goto(url)
  await untilFen(second, START_FEN)
  await openHood(second)
  assert.match(await race(second, 3), /^Both count 8,902\./)
})

test('without the engine the page says so, and moves can be made', async ({
  page,
  server,
  url,
  tolerated,
}) => {
  tolerated.push(/./)
  await server.close()
  const second = await page.context().newPage()
  await second.goto(`${url}#analyse`)
  await untilFen(second, START_FEN)
  // Chromium 150 does not report this to pages opened afterwards.
  await page.context().setOffline(true)
  await second.getByRole('switch', { name: 'Engine' }).click()
  await second
    .getByText(/^You are offline, and the built-in engine has not been loaded/)
    .first()
    .waitFor()
  await clickMove(second, 'e2e4')
  await second.locator('#moves', { hasText: 'e4' }).waitFor()
})

test('a new version waits until the user accepts it, and is installed whole', async ({
  page,
  server,
  url,
  after,
  tolerated,
}) => {
  tolerated.push(/integrity|index|failed: .*\/$/)
  const index = join(folder, 'index.html')
  const script = join(folder, 'service-worker.js')
  const [oldPage, oldScript] = await Promise.all([readFile(index, 'utf8'), readFile(script, 'utf8')])
  after(() => Promise.all([writeFile(index, oldPage), writeFile(script, oldScript)]))
  const newPage = oldPage.replace('<title>Binbo', '<title>New Binbo')
  const newestPage = oldPage.replace('<title>Binbo', '<title>Newest Binbo')
  const [version] = await keptShells(page)
  const offered = page.locator('.notice', { hasText: 'A new version of this page is ready.' })
  // The host has the new list, but the page is still the old one.
  const scriptOf = (/** @type {string} */ html, /** @type {string} */ name) =>
    oldScript.replace(hashOf(oldPage), hashOf(html)).replace(version, name)
  await writeFile(script, scriptOf(newPage, 'new'))
  assert.equal(await update(page), 'redundant')
  await expect(offered).toHaveCount(0)
  // A second after a page was loaded, the browser looks by itself, and would read files that are half written below.
  const looked = requestOf(server, new URL(url).pathname)
  await page.reload()
  await expect(page).toHaveTitle(/^Binbo/)
  await looked
  await expect.poll(() => statesOf(page)).toEqual([undefined, undefined, 'activated'])

  await writeFile(index, newPage)
  assert.equal(await update(page), 'installed')
  await offered.waitFor()
  await expect(page).toHaveTitle(/^Binbo/)
  await expect.poll(() => keptShells(page)).toEqual([version, 'new'])
  // While it waits, a newer version replaces it.
  await Promise.all([writeFile(index, newestPage), writeFile(script, scriptOf(newestPage, 'newest'))])
  assert.equal(await update(page), 'installed')
  await expect.poll(() => statesOf(page)).toEqual([undefined, 'installed', 'activated'])
  await expect(offered).toHaveCount(1)
  await Promise.all([page.waitForNavigation(), offered.getByRole('button', { name: 'Reload' }).click()])
  await untilFen(page, START_FEN)
  await expect(page).toHaveTitle(/^Newest Binbo/)
  await expect.poll(() => keptShells(page)).toEqual(['new', 'newest'])
})

test('a new version that does not take over does not keep the page from reloading', async ({
  page,
  after,
}) => {
  const script = join(folder, 'service-worker.js')
  const oldScript = await readFile(script, 'utf8')
  after(() => writeFile(script, oldScript))
  // As a host has it that is read while it is being written.
  await writeFile(script, '')
  assert.equal(await update(page), 'installed')
  const reload = page.locator('.notice').getByRole('button', { name: 'Reload' })
  await Promise.all([page.waitForNavigation(), reload.click()])
  await untilFen(page, START_FEN)
  assert.deepEqual(await statesOf(page), [undefined, 'installed', 'activated'])
})

test('a page of the previous version finds its parts after the host has removed them', async ({
  page,
  after,
  url,
}) => {
  const script = join(folder, 'service-worker.js')
  const oldScript = await readFile(script, 'utf8')
  const [worker] = /perft-worker-\w{8}\.js/.exec(oldScript) ?? ['']
  const [core] = /core-\w{8}\/core\.wasm/.exec(oldScript) ?? ['']
  assert.notEqual(worker, '')
  assert.notEqual(core, '')
  const parts = [worker, core].map(name => join(folder, name))
  const texts = await Promise.all(parts.map(path => readFile(path)))
  after(() =>
    Promise.all([writeFile(script, oldScript), ...parts.map((path, index) => writeFile(path, texts[index]))]),
  )
  const [version] = await keptShells(page)
  const others = [worker, core].reduce(
    (text, name) => text.replace(new RegExp(`\\["${name}",\\s*"[^"]+"\\],`), ''),
    oldScript.replace(version, 'next'),
  )
  assert.ok(!others.includes(worker) && !others.includes(core))
  await Promise.all([writeFile(script, others), ...parts.map(path => rm(path))])
  const second = await page.context().newPage()
  await second.goto(url)
  await second.locator('#board[data-fen]').waitFor()
  assert.equal(await update(page), 'installed')
  const reload = second.getByRole('button', { name: 'Reload' })
  await Promise.all([second.waitForNavigation(), reload.click()])

  await page.getByText('This page has been updated.').waitFor()
  await openHood(page)
  assert.match(await race(page, 3), /^Both count 8,902\./)
})

test('a new service worker with the same shell keeps the cached files', async ({ page, after }) => {
  const index = join(folder, 'index.html')
  const script = join(folder, 'service-worker.js')
  const [oldPage, oldScript] = await Promise.all([readFile(index, 'utf8'), readFile(script, 'utf8')])
  after(() => Promise.all([writeFile(index, oldPage), writeFile(script, oldScript)]))
  const before = await keptShells(page)
  await Promise.all([writeFile(index, 'half of it'), writeFile(script, `${oldScript}\n// Another.\n`)])
  await update(page)
  await expect.poll(() => keptShells(page)).toEqual(before)
  await page.reload()
  await untilFen(page, START_FEN)
})

test('another file in place of the engine is not cached', async ({ page, after, tolerated }) => {
  tolerated.push(/stockfish-19-lite-single/)
  const file = join(folder, 'engine/stockfish-19-lite-single.js')
  const bytes = await readFile(file)
  after(() => writeFile(file, bytes))
  await writeFile(file, '<!doctype html><title>Not found</title>')
  await openHood(page)
  assert.match(await race(page, 3), /^It could not be counted\. The built-in engine could not be loaded\./)
  await page.locator('#offline-engine').click()
  await page.getByText('The engine could not be loaded.').waitFor()
  await writeFile(file, bytes)
  assert.match(await race(page, 3), /^Both count 8,902\./)
  await page.locator('#offline-engine').click()
  await page.getByText('The page and the engine work offline.').waitFor()
})

test('the page does not wait for ever for a service worker that was ended', async ({ page }) => {
  await page.clock.install()
  await openHood(page)
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => {}
  })
  await page.locator('#offline-engine').click()
  await page.getByText('Loading the engine…').waitFor()
  await page.clock.fastForward('10:00')
  await page.getByText('The engine could not be loaded.').waitFor()
  await expect(page.locator('#offline-engine')).toBeEnabled()
})

test('the page can be installed', async ({ page, url }) => {
  const client = await page.context().newCDPSession(page)
  const { errors, url: address } = await client.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  assert.equal(address, `${url}manifest.webmanifest`)
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  )
  const manifest = await (await fetch(address)).json()
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(new URL(src, address))
    assert.equal(icon.status, 200, src)
    assert.equal(icon.headers.get('Content-Type')?.split(';')[0], type)
  }
  assert.equal(new URL(manifest.start_url, address).href, url)
})
test('a PGN file that the system opens with the installed page is shown', ONE_HOST, async ({ open }) => {
  const page = await open()
  await page.addInitScript(() => {
    const setConsumer = (/** @type {unknown} */ take) => Object.assign(globalThis, { take })
    Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } })
  })
  await page.reload()
  await page.waitForFunction(() => 'take' in globalThis)
  await page.evaluate(() => {
    const file = new File(['[White "Ada"]\n\n1. g4 e5 2. f3 Qh4# 0-1\n'], 'mate.pgn')
    const { take } = /** @type {any} */ (globalThis)
    take({ files: [] })
    take({ files: [{ getFile: async () => file }] })
  })
  await page.locator('#moves', { hasText: 'Qh4#' }).waitFor()
})

/** @param {string} text @returns {string} its hash as in the list of the service worker */
const hashOf = text => createHash('sha256').update(text).digest('base64')
