// SPDX-License-Identifier: Apache-2.0
// The page without a network: the second visit, the engine, and new versions, also while the host replaces its files.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import {
  clickMove,
  fenHash,
  HOSTS,
  openHood,
  openMenu,
  race,
  START_FEN,
  showTab,
  untilFen,
  usePage,
} from './support/page.js'

/** @import { Page } from 'playwright-core' */

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

/** @param {Page} page waits until the service worker answers for the page */
const untilKept = page =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })

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

const [demo] = HOSTS.map(host => {
  const at = usePage(host, { changes: true })

  /**
   * Starts a server that the test can stop.
   * @param {import('node:test').TestContext} t
   */
  async function serve(t) {
    const server = await startServer({
      roots: { [host.path]: at.folder },
      plain: !host.isolated,
      csp: PAGE_CSP,
    })
    t.after(() => server.close())
    return { server, url: new URL(host.path, server.url).href }
  }

  /** @param {import('node:test').TestContext} t @param {string} url */
  async function visit(t, url) {
    const opened = await at.browser.open(t, url, { serviceWorkers: 'allow' })
    await opened.page.locator('#board[data-fen]').waitFor()
    await untilKept(opened.page)
    return opened
  }

  test(`${host.name}: the second visit needs no network`, async t => {
    const { server, url } = await serve(t)
    const { page, problems } = await visit(t, url)
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
    assert.equal(await second.evaluate(() => globalThis.crossOriginIsolated), true)
    await openMenu(second, 'settings')
    await second.getByRole('dialog', { name: 'Settings' }).getByLabel('Close').click()
    await openHood(second)
    assert.match(await race(second, 3), /^Both count 97,862\./)
    await showTab(second, 'analysis')
    await second.getByRole('switch', { name: 'Analysis' }).click()
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
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: an engine that was used once works offline`, async t => {
    const { server, url } = await serve(t)
    const { page } = await visit(t, url)
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

  test(`${host.name}: without the engine the page says so, and moves can be made`, async t => {
    const { server, url } = await serve(t)
    const { page } = await visit(t, url)
    await server.close()
    const second = await page.context().newPage()
    await second.goto(url)
    await untilFen(second, START_FEN)
    // Chromium 150 does not report this to pages opened afterwards.
    await page.context().setOffline(true)
    await second.getByRole('switch', { name: 'Analysis' }).click()
    await second
      .getByText(/^You are offline, and the built-in engine has not been loaded/)
      .first()
      .waitFor()
    await clickMove(second, 'e2e4')
    await second.locator('#moves', { hasText: 'e4' }).waitFor()
  })

  test(`${host.name}: a new version waits until the user accepts it, and is installed whole`, async t => {
    const { url } = await serve(t)
    const { page, problems } = await visit(t, url)
    const index = join(at.folder, 'index.html')
    const script = join(at.folder, 'service-worker.js')
    const [oldPage, oldScript] = await Promise.all([readFile(index, 'utf8'), readFile(script, 'utf8')])
    t.after(() => Promise.all([writeFile(index, oldPage), writeFile(script, oldScript)]))
    const newPage = oldPage.replace('<title>Binbo', '<title>New Binbo')
    const newestPage = oldPage.replace('<title>Binbo', '<title>Newest Binbo')
    const [version] = await keptShells(page)
    const offered = page.locator('.notice', { hasText: 'A new version of this page is ready.' })
    // The host has the new list, but the page is still the old one.
    const scriptOf = (/** @type {string} */ html, /** @type {string} */ name) =>
      oldScript.replace(hashOf(oldPage), hashOf(html)).replace(version, name)
    await writeFile(script, scriptOf(newPage, 'new'))
    assert.equal(await update(page), 'redundant')
    assert.equal(await offered.count(), 0)
    await page.reload()
    assert.match(await page.title(), /^Binbo/)

    await writeFile(index, newPage)
    await untilKept(page)
    assert.equal(await update(page), 'installed')
    await offered.waitFor()
    assert.match(await page.title(), /^Binbo/)
    assert.deepEqual(await keptShells(page), [version, 'new'])
    // While it waits, a newer version replaces it.
    await Promise.all([writeFile(index, newestPage), writeFile(script, scriptOf(newestPage, 'newest'))])
    assert.equal(await update(page), 'installed')
    await page.waitForFunction(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready
      return installing === null && waiting?.state === 'installed'
    })
    assert.equal(await offered.count(), 1)
    await Promise.all([page.waitForNavigation(), offered.getByRole('button', { name: 'Reload' }).click()])
    await untilFen(page, START_FEN)
    assert.match(await page.title(), /^Newest Binbo/)
    assert.deepEqual(await keptShells(page), ['new', 'newest'])
    assert.deepEqual(
      problems.filter(problem => !/integrity|index|failed: .*\/$/.test(problem)),
      [],
    )
  })

  test(`${host.name}: a page of the previous version finds its parts after the host has removed them`, async t => {
    const { url } = await serve(t)
    const { page } = await visit(t, url)
    const script = join(at.folder, 'service-worker.js')
    const oldScript = await readFile(script, 'utf8')
    const [worker] = /perft-worker-\w{8}\.js/.exec(oldScript) ?? ['']
    const [core] = /core-\w{8}\/core\.wasm/.exec(oldScript) ?? ['']
    assert.notEqual(worker, '')
    assert.notEqual(core, '')
    const parts = [worker, `${worker}.map`, core].map(name => join(at.folder, name))
    const texts = await Promise.all(parts.map(path => readFile(path)))
    t.after(() =>
      Promise.all([
        writeFile(script, oldScript),
        ...parts.map((path, index) => writeFile(path, texts[index])),
      ]),
    )
    const [version] = await keptShells(page)
    const others = [worker, core].reduce(
      (text, name) => text.replace(new RegExp(`\\["${name}","[^"]+"\\],`), ''),
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

    await page.getByText('This page was updated in another tab.').waitFor()
    await openHood(page)
    assert.match(await race(page, 3), /^Both count 8,902\./)
  })

  test(`${host.name}: a new service worker with the same shell keeps the cached files`, async t => {
    const { url } = await serve(t)
    const { page } = await visit(t, url)
    const index = join(at.folder, 'index.html')
    const script = join(at.folder, 'service-worker.js')
    const [oldPage, oldScript] = await Promise.all([readFile(index, 'utf8'), readFile(script, 'utf8')])
    t.after(() => Promise.all([writeFile(index, oldPage), writeFile(script, oldScript)]))
    const before = await keptShells(page)
    await Promise.all([writeFile(index, 'half of it'), writeFile(script, `${oldScript}\n// Another.\n`)])
    await update(page)
    assert.deepEqual(await keptShells(page), before)
    await page.reload()
    await untilFen(page, START_FEN)
  })

  test(`${host.name}: another file in place of the engine is not cached`, async t => {
    const { url } = await serve(t)
    const { page } = await visit(t, url)
    const file = join(at.folder, 'engine/stockfish-19-lite-single.js')
    const bytes = await readFile(file)
    t.after(() => writeFile(file, bytes))
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

  test(`${host.name}: the page does not wait for ever for a service worker that was ended`, async t => {
    const { url } = await serve(t)
    const { page } = await visit(t, url)
    await page.clock.install()
    await openHood(page)
    await page.evaluate(() => {
      ServiceWorker.prototype.postMessage = () => {}
    })
    await page.locator('#offline-engine').click()
    await page.getByText('Loading the engine…').waitFor()
    await page.clock.fastForward('10:00')
    await page.getByText('The engine could not be loaded.').waitFor()
    assert.equal(await page.locator('#offline-engine').isEnabled(), true)
  })

  test(`${host.name}: the page can be installed`, async t => {
    const { url } = await serve(t)
    const { page } = await visit(t, url)
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
  return at
})

test('a PGN file that the system opens with the installed page is shown', async t => {
  const { page, problems } = await demo.open(t)
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
  assert.deepEqual(problems, [])
})

/** @param {string} text @returns {string} its hash as in the list of the service worker */
const hashOf = text => createHash('sha256').update(text).digest('base64')
