// SPDX-License-Identifier: Apache-2.0
// The engine of the page: in its Workers, behind a real engine server, and the failures of both.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { serveEngine } from 'binbo/node'
import { findStockfish } from '../js/support/stockfish.js'
import { expect, test } from './support/fixtures.js'
import { living, openMenu, standIn } from './support/page.js'

/** @import { Page } from '@playwright/test' */

test.use({ engine: 'real' })

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
const problemText = (/** @type {Page} */ page) => page.locator('.engine-rest .error')

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
 * @param {import('./support/fixtures.js').Fixtures['after']} after
 * @param {string} page its address
 * @param {number} [port] default: any
 */
async function serve(after, page, port = 0) {
  const origins = [new URL(page).origin]
  const server = await serveEngine({ command: findStockfish(), token: TOKEN, origins, port })
  after(() => server.close())
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

/** Waits for a number of running engines. @param {Page} page @param {number} count */
async function untilEngines(page, count) {
  const running = async () => (engines(page).length === count ? count : (await living(engines(page))).length)
  await expect.poll(running, { timeout: 60_000 }).toBe(count)
}

// What a broken engine causes.
test.beforeEach(({ tolerated }) => {
  tolerated.push(/engine\/|HTTP 404|MIME type|WebSocket|ws:|unreachable|instantiateStreaming/)
})

test('without shared memory the engine without threads starts at once', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedArrayBuffer'))
  await page.reload()
  await start(page)
  assert.deepEqual(
    engines(page).map(worker => worker.url().replace(/.*\//, '')),
    ['stockfish-19-lite-single.js'],
  )
})

test('the built-in engine starts, takes options, and is turned off', async ({ page, url, host }) => {
  const file = host.isolated ? 'stockfish-19-lite.js' : 'stockfish-19-lite-single.js'
  await openDialog(page)
  assert.equal(engines(page).length, 0, 'it starts only when it is needed')
  await button(page, 'Start it now').click()
  await status(page, 'ready').waitFor()
  await expect(status(page, 'ready')).toHaveText(/^Stockfish 19 .* is ready$/)
  assert.deepEqual(
    engines(page).map(worker => worker.url()),
    [`${url}engine/${file}`],
  )
  const memory = dialog(page).getByLabel(/^Memory/)
  await expect(memory).toHaveValue('32')
  await memory.fill('0')
  await memory.blur()
  await dialog(page).getByText('Memory: a whole number from 1 to 512 MB.').waitFor()
  await expect(memory).toHaveValue('32')
  await memory.fill('48')
  await memory.blur()
  await dialog(page).getByText('Memory: 48 MB.').waitFor()
  await button(page, 'Turn off').click()
  await status(page, 'off').waitFor()
  await untilEngines(page, 0)
  await button(page, 'Start it now').click()
  await status(page, 'ready').waitFor()
  await expect(memory).toHaveValue('48')
})

test('the engine starts from the cache of the service worker', async ({ open }) => {
  const page = await open('', { serviceWorkers: 'allow' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const visit of ['fetched', 'kept']) {
    await page.reload()
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), visit)
      .toBe(true)
    await start(page)
    await untilEngines(page, 1)
  }
  const others = page.workers().filter(worker => !engines(page).includes(worker))
  assert.ok(others.length <= 4, `${others.length} threads are no engines that start threads`)
})

test('files of the engine that are missing, damaged or sent with the wrong type are named at once', async ({
  page,
}) => {
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
    // Found at once: the wait for an engine that says nothing is three times as long as this one.
    await status(page, 'failed').waitFor()
    await expect(problemText(page)).toHaveText(words)
    await expect(page.locator('.engine-rest .code')).toHaveText(/\/engine\/stockfish-19/)
    await untilEngines(page, 0)
  }
  answerWith(null)
  await button(page, 'Try again').click()
  await status(page, 'ready').waitFor()
  await untilEngines(page, 1)
})

test('an engine that dies while it thinks is started again by the user only', async ({ page }) => {
  const answerWith = await standIn(page, '**/engine/*.js', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: DYING,
      headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
    }),
  )
  await start(page)
  await page.keyboard.press('Escape')
  // As where the machine is busy: it dies before the page is drawn again.
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = draw => window.setTimeout(() => frame(draw), 500)
  })
  await page.locator('#analysis-switch').click()
  const alert = page.locator('#analysis').getByRole('alert')
  await alert.getByText('The engine stopped working. Your game is safe: try again.').waitFor()
  await untilEngines(page, 0)
  await openDialog(page)
  await expect(page.locator('.engine-rest .code')).toHaveText(/unreachable executed/)
  answerWith(null)
  await button(page, 'Try again').click()
  await status(page, 'ready').waitFor()
})

test('Stockfish itself is killed while it thinks', async ({ page }) => {
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
})

test('an engine server: token, search, its end, and the built-in engine instead', async ({
  page,
  url,
  after,
}) => {
  const server = await serve(after, url)
  const address = server.url
  await start(page)
  await connect(page, address, 'not the token of this server')
  await status(page, 'failed').waitFor()
  await expect(problemText(page)).toHaveText(/^No connection to the engine at ws:/)
  // One main button: the same token once more is not the way on.
  const main = dialog(page).locator('button.primary:visible')
  await expect(main).toHaveText(['Try again'])
  await dialog(page).getByLabel('Token, if required').fill('another token')
  await expect(main).toHaveText(['Connect'])
  const hints = page.locator('.engine-rest li')
  assert.match((await hints.allTextContents()).join('\n'), /token.*\n.*--origin http:\/\/127\.0\.0\.1:\d+\.$/)
  await untilEngines(page, 0)
  await connect(page, address, TOKEN)
  await status(page, 'ready').waitFor()
  await expect(status(page, 'ready')).toHaveText(/^Stockfish \d+.* is ready$/)
  await expect.poll(() => server.clients).toBe(1)
  assert.equal(engines(page).length, 0)

  await analyse(page)
  await server.close()
  const alert = page.locator('#analysis').getByRole('alert')
  await alert.getByText(`The engine server at ${address}/ was stopped. Start it and try again.`).waitFor()
  await openDialog(page)
  await button(page, 'Use the built-in engine').first().click()
  await status(page, 'ready').waitFor()
  await untilEngines(page, 1)
})

test('an analysis goes on by itself when its engine server is there again @dom', async ({
  page,
  url,
  after,
}) => {
  const server = await serve(after, url)
  await openDialog(page)
  await connect(page, server.url, TOKEN)
  await status(page, 'ready').waitFor()
  await analyse(page)
  await server.close()
  const alert = page.locator('#analysis').getByRole('alert')
  await alert.getByText('It is tried again by itself.').waitFor()
  await expect(page.locator('#analysis-switch')).toHaveAttribute('aria-checked', 'true')
  await serve(after, url, Number(new URL(server.url).port))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#analysis[data-state="searching"]').waitFor()
  await expect(alert).toBeHidden()
})

test('a match that continues with another engine takes its name @dom', async ({ page, url, after }) => {
  const server = await serve(after, url)
  const opponent = page.locator('.strip[data-place=top] .name')
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
})

test('a remote engine survives a reload of its tab; its token is kept in that tab only', async ({
  page,
  url,
  after,
}) => {
  const server = await serve(after, url)
  const address = server.url
  await openDialog(page)
  await connect(page, address, TOKEN)
  await status(page, 'ready').waitFor()
  await page.reload()
  await start(page)
  // The one before the reload has gone.
  await expect.poll(() => server.clients).toBe(1)
  assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(TOKEN))
  const other = await page.context().newPage()
  await other.goto(url)
  await start(other)
  await expect(status(other, 'ready')).toHaveText(/WASM/)
})

test('a server that never answers can be cancelled, and the last choice counts', async ({ page, after }) => {
  const silent = createServer(socket => socket.on('error', () => {}))
  await new Promise(resolve => silent.listen(0, '127.0.0.1', () => resolve(undefined)))
  after(() => silent.close())
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
  await expect(status(page, 'ready')).toHaveText(/WASM/)
})

test('an address is checked before it is used @dom', async ({ page }) => {
  await openDialog(page)
  const address = dialog(page).getByLabel('Address', { exact: true })
  for (const [typed, words] of [
    ['', /^Enter the address/],
    ['localhost:8080', /begins with ws:\/\/ or wss:\/\/, such as ws:\/\/localhost:8080$/],
    ['https://chess.example/engine', /try wss:\/\/chess\.example\/engine$/],
  ]) {
    await connect(page, String(typed))
    await expect(page.locator('#engine-address-problem')).toHaveText(words)
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toBeFocused()
  }
  await expect(status(page, 'off'), 'nothing was tried').toBeVisible()
  const token = dialog(page).getByLabel('Token, if required')
  await expect(token).toHaveAttribute('type', 'password')
  await button(page, 'Show the token').click()
  await expect(token).toHaveAttribute('type', 'text')
})
