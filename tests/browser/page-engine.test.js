// SPDX-License-Identifier: Apache-2.0
// The engine of the page: in its Workers, behind a real engine server, and the failures of both.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { serveEngine } from 'binbo/node'
import { findStockfish } from '../js/support/stockfish.js'
import { HOSTS, openMenu, standIn, usePage } from './support/page.js'

/** @import { Page } from 'playwright-core' */
/** @import { Host } from './support/page.js' */

const TOKEN = 'a token for the tests of the page'
const DYING = `onmessage = ({ data }) => {
  if (data === 'uci') postMessage('id name Mayfly'), postMessage('uciok')
  if (data === 'isready') postMessage('readyok')
  if (data.startsWith('go')) throw new Error('unreachable executed')
}`

const dialog = (/** @type {Page} */ page) => page.getByRole('dialog', { name: 'Engine' })
const button = (/** @type {Page} */ page, /** @type {string} */ name) =>
  dialog(page).getByRole('button', { name, exact: true })
const status = (/** @type {Page} */ page, /** @type {string} */ state) =>
  page.locator(`.engine-status.${state}`)
const problemText = (/** @type {Page} */ page) => page.locator('.engine-rest .error').textContent()

/** The workers that are engines, not their threads. */
const engines = (/** @type {Page} */ page) =>
  page.workers().filter(worker => /\/engine\/stockfish-19[-\w]*\.js$/.test(worker.url()))

/** @param {Page} page */
async function openDialog(page) {
  await openMenu(page, 'engine')
  await dialog(page).waitFor()
}

/**
 * An engine server for this page, with native Stockfish; it ends with the test.
 * @param {import('node:test').TestContext} t
 * @param {string} page its address
 * @param {number} [port] default: any
 */
async function serve(t, page, port = 0) {
  const origins = [new URL(page).origin]
  const server = await serveEngine({ command: findStockfish(), token: TOKEN, origins, port })
  t.after(() => server.close())
  return server
}

/** @param {Page} page starts the built-in engine @param {'ready' | 'failed'} [end] */
async function start(page, end = 'ready') {
  await openDialog(page)
  await button(page, 'Start it now').click()
  await status(page, end).waitFor()
}

/** @param {Page} page @param {string} url @param {string} [token] */
async function connect(page, url, token = '') {
  await dialog(page).getByLabel('At an address').check()
  await dialog(page).getByLabel('Address', { exact: true }).fill(url)
  await dialog(page).getByLabel('Token, if required').fill(token)
  await button(page, 'Connect').click()
}

/** Closes the dialog and starts an analysis. @param {Page} page */
async function analyse(page) {
  await page.keyboard.press('Escape')
  await page.locator('#analysis-switch').click()
  await page.locator('#analysis .depth:not(:empty)').waitFor()
}

/**
 * Waits for a number of running engines. Chromium takes seconds to end a worker that has threads, and sometimes still
 * lists one that has ended: such a worker does not answer.
 * @param {Page} page
 * @param {number} count
 */
async function untilEngines(page, count) {
  for (const end = Date.now() + 30_000; engines(page).length !== count && Date.now() < end; )
    await page.waitForTimeout(20)
  const isExact = engines(page).length === count
  const answers = isExact ? [] : await Promise.all(engines(page).map(lives))
  assert.equal(isExact ? count : answers.filter(Boolean).length, count)
}

/** @param {import('playwright-core').Worker} worker @returns {Promise<boolean>} whether it answers */
const lives = worker =>
  Promise.race([
    worker.evaluate(() => true).catch(() => false),
    new Promise(resolve => setTimeout(resolve, 5000, false)),
  ])

/** @param {string[]} problems @returns {string[]} without those that a broken engine causes */
const ofThePage = problems =>
  problems.filter(
    problem => !/engine\/|HTTP 404|MIME type|WebSocket|ws:|unreachable|instantiateStreaming/.test(problem),
  )

for (const host of HOSTS) {
  const at = usePage(host)
  const file = host.isolated ? 'stockfish-19-lite.js' : 'stockfish-19-lite-single.js'
  const openPage = (
    /** @type {import('node:test').TestContext} */ t,
    context = /** @type {import('playwright-core').BrowserContextOptions} */ ({}),
  ) => at.open(t, '', context)

  test(`${host.name}: without shared memory the engine without threads starts at once`, async t => {
    const { page, problems } = await at.open(t)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedArrayBuffer'))
    await page.reload()
    await start(page)
    assert.deepEqual(
      engines(page).map(worker => worker.url().replace(/.*\//, '')),
      ['stockfish-19-lite-single.js'],
    )
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: the built-in engine starts, takes options, and is turned off`, async t => {
    const { page, problems } = await openPage(t)
    await openDialog(page)
    assert.equal(engines(page).length, 0, 'it starts only when it is needed')
    await button(page, 'Start it now').click()
    await status(page, 'ready').waitFor()
    assert.match((await status(page, 'ready').textContent()) ?? '', /^Stockfish 19 .* is ready$/)
    assert.deepEqual(
      engines(page).map(worker => worker.url()),
      [`${at.url}engine/${file}`],
    )
    const memory = dialog(page).getByLabel(/^Memory/)
    assert.equal(await memory.inputValue(), '32')
    await memory.fill('0')
    await memory.blur()
    await dialog(page).getByText('Memory: a whole number from 1 to 512 MB.').waitFor()
    assert.equal(await memory.inputValue(), '32')
    await memory.fill('48')
    await memory.blur()
    await dialog(page).getByText('Memory: 48 MB.').waitFor()
    await button(page, 'Turn off').click()
    await status(page, 'off').waitFor()
    await untilEngines(page, 0)
    await button(page, 'Start it now').click()
    await status(page, 'ready').waitFor()
    assert.equal(await memory.inputValue(), '48')
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: the engine starts from the cache of the service worker`, async t => {
    const { page, problems } = await openPage(t, { serviceWorkers: 'allow' })
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const visit of ['fetched', 'kept']) {
      await page.reload()
      assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null), visit)
      await start(page)
      await untilEngines(page, 1)
    }
    const others = page.workers().filter(worker => !engines(page).includes(worker))
    assert.ok(others.length <= 4, `${others.length} threads are no engines that start threads`)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: files of the engine that are missing, damaged or sent with the wrong type are named at once`, async t => {
    const { page, problems } = await openPage(t)
    const faults = [
      {
        files: '.js',
        answer: { status: 404, body: 'gone' },
        words: /^A file .* is missing on this/,
      },
      {
        files: '.wasm',
        answer: { status: 404, body: '' },
        words: /^A file .* is missing on this/,
      },
      {
        files: '.wasm',
        answer: { status: 200, contentType: 'text/plain', body: 'text' },
        words: /^This website sends a file of the built-in engine with the wrong type/,
      },
      {
        files: '.wasm',
        answer: { status: 200, contentType: 'application/wasm', body: '\0asm\x01\0\0\0\x01' },
        words: /^A file of the built-in engine is damaged on this website/,
      },
    ]
    const answerWith = await standIn(page, '**/engine/*', route => route.fallback())
    await openDialog(page)
    for (const { files, answer, words } of faults) {
      answerWith(route => (route.request().url().endsWith(files) ? route.fulfill(answer) : route.fallback()))
      await dialog(page)
        .getByRole('button', { name: /Start it now|Try again/ })
        .click()
      const begin = Date.now()
      await status(page, 'failed').waitFor()
      assert.match((await problemText(page)) ?? '', words)
      // Before "Stockfish is still loading, which takes time on a slow connection".
      assert.ok(Date.now() - begin < 8000, `${Date.now() - begin} ms`)
      assert.match((await page.locator('.engine-rest .code').textContent()) ?? '', /\/engine\/stockfish-19/)
      await untilEngines(page, 0)
    }
    answerWith(null)
    await button(page, 'Try again').click()
    await status(page, 'ready').waitFor()
    await untilEngines(page, 1)
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: an engine that dies while it thinks is started again by the user only`, async t => {
    const { page, problems } = await openPage(t)
    const answerWith = await standIn(page, '**/engine/*.js', route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: DYING,
        headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
      }),
    )
    await start(page)
    await page.keyboard.press('Escape')
    await page.locator('#analysis-switch').click()
    const alert = page.locator('#analysis').getByRole('alert')
    await alert.getByText('The engine stopped working. Your game is safe: try again.').waitFor()
    await untilEngines(page, 0)
    await openDialog(page)
    assert.match((await page.locator('.engine-rest .code').textContent()) ?? '', /unreachable executed/)
    answerWith(null)
    await button(page, 'Try again').click()
    await status(page, 'ready').waitFor()
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: Stockfish itself is killed while it thinks`, async t => {
    const { page, problems } = await openPage(t)
    await start(page)
    await analyse(page)
    await engines(page)[0].evaluate(() => {
      setTimeout(() => {
        throw new Error('unreachable executed')
      })
    })
    const alert = page.locator('#analysis').getByRole('alert')
    await alert.getByText('The engine stopped working').waitFor()
    await untilEngines(page, 0)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.locator('#analysis .depth:not(:empty)').waitFor()
    await untilEngines(page, 1)
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: an engine server: token, search, its end, and the built-in engine instead`, async t => {
    const { page, problems } = await openPage(t)
    const server = await serve(t, at.url)
    const { url } = server
    await start(page)
    await connect(page, url, 'not the token of this server')
    await status(page, 'failed').waitFor()
    assert.match((await problemText(page)) ?? '', /^No connection to the engine at ws:/)
    // One main button: the same token once more is not the way on.
    const main = dialog(page).locator('button.primary:visible')
    assert.deepEqual(await main.allTextContents(), ['Try again'])
    await dialog(page).getByLabel('Token, if required').fill('another token')
    assert.deepEqual(await main.allTextContents(), ['Connect'])
    const hints = page.locator('.engine-rest li')
    assert.match(
      (await hints.allTextContents()).join('\n'),
      /token.*\n.*--origin http:\/\/127\.0\.0\.1:\d+\.$/,
    )
    await untilEngines(page, 0)
    await connect(page, url, TOKEN)
    await status(page, 'ready').waitFor()
    assert.match((await status(page, 'ready').textContent()) ?? '', /^Stockfish \d+.* is ready$/)
    assert.equal(server.clients, 1)
    assert.equal(engines(page).length, 0)

    await analyse(page)
    await server.close()
    const alert = page.locator('#analysis').getByRole('alert')
    await alert.getByText(`The engine server at ${url}/ was stopped. Start it and try again.`).waitFor()
    await openDialog(page)
    await button(page, 'Use the built-in engine').first().click()
    await status(page, 'ready').waitFor()
    await untilEngines(page, 1)
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: an analysis goes on by itself when its engine server is there again`, async t => {
    const { page, problems } = await openPage(t)
    const server = await serve(t, at.url)
    await openDialog(page)
    await connect(page, server.url, TOKEN)
    await status(page, 'ready').waitFor()
    await analyse(page)
    await server.close()
    const alert = page.locator('#analysis').getByRole('alert')
    await alert.getByText('It is tried again by itself.').waitFor()
    assert.equal(await page.locator('#analysis-switch').getAttribute('aria-checked'), 'true')
    await serve(t, at.url, Number(new URL(server.url).port))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.locator('#analysis[data-state="searching"]').waitFor()
    assert.equal(await alert.isVisible(), false)
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a match that continues with another engine takes its name`, async t => {
    const { page, problems } = await openPage(t)
    const server = await serve(t, at.url)
    const opponent = page.locator('#strip-top .name')
    await page.getByRole('button', { name: 'New game' }).click()
    await page.getByRole('button', { name: 'Start the game' }).click()
    await opponent.getByText('Stockfish, about 1500 Elo', { exact: true }).waitFor()
    await openDialog(page)
    await connect(page, server.url, TOKEN)
    await status(page, 'ready').waitFor()
    const name = ((await status(page, 'ready').textContent()) ?? '').replace(' is ready', '')
    await opponent.getByText(`${name}, about 1500 Elo`, { exact: true }).waitFor()
    await dialog(page).getByLabel('In this page').check()
    await button(page, 'Use the built-in engine').click()
    await opponent.getByText('Stockfish, about 1500 Elo', { exact: true }).waitFor()
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a remote engine survives a reload of its tab; its token is kept in that tab only`, async t => {
    const { page, problems } = await openPage(t)
    const server = await serve(t, at.url)
    const { url } = server
    await openDialog(page)
    await connect(page, url, TOKEN)
    await status(page, 'ready').waitFor()
    await page.reload()
    await start(page)
    assert.equal(server.clients, 1)
    assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(TOKEN))
    const other = await page.context().newPage()
    await other.goto(at.url)
    await start(other)
    assert.match((await status(other, 'ready').textContent()) ?? '', /WASM/)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: a server that never answers can be cancelled, and the last choice counts`, async t => {
    const { page, problems } = await openPage(t)
    const silent = createServer(socket => socket.on('error', () => {}))
    await new Promise(resolve => silent.listen(0, '127.0.0.1', () => resolve(undefined)))
    t.after(() => silent.close())
    const { port } = /** @type {import('node:net').AddressInfo} */ (silent.address())
    await openDialog(page)
    await connect(page, `ws://127.0.0.1:${port}`)
    await status(page, 'starting').getByText(`Connecting to ws://127.0.0.1:${port}/`).waitFor()
    await button(page, 'Cancel').click()
    await status(page, 'ready').waitFor()
    for (const label of ['At an address', 'In this page', 'At an address', 'In this page']) {
      await dialog(page).getByLabel(label).check()
      await dialog(page).locator('button[type=submit]').click()
    }
    await status(page, 'ready').waitFor()
    await untilEngines(page, 1)
    assert.match((await status(page, 'ready').textContent()) ?? '', /WASM/)
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: an address is checked before it is used`, async t => {
    const { page, problems } = await openPage(t)
    await openDialog(page)
    const address = dialog(page).getByLabel('Address', { exact: true })
    for (const [typed, words] of [
      ['', /^Enter the address/],
      ['localhost:8080', /begins with ws:\/\/ or wss:\/\/, such as ws:\/\/localhost:8080$/],
      ['https://chess.example/engine', /try wss:\/\/chess\.example\/engine$/],
    ]) {
      await connect(page, String(typed))
      assert.match(
        (await page.locator('#engine-address-problem').textContent()) ?? '',
        /** @type {RegExp} */ (words),
      )
      assert.equal(await address.getAttribute('aria-invalid'), 'true')
      assert.ok(await address.evaluate(field => field === document.activeElement))
    }
    assert.ok(await status(page, 'off').isVisible(), 'nothing was tried')
    const token = dialog(page).getByLabel('Token, if required')
    assert.equal(await token.getAttribute('type'), 'password')
    await button(page, 'Show the token').click()
    assert.equal(await token.getAttribute('type'), 'text')
    assert.deepEqual(problems, [])
  })
}
