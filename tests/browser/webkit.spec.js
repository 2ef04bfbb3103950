// SPDX-License-Identifier: Apache-2.0
// The page's main paths in WebKitGTK, which has Safari's engine: moves, the engine's answer, analysis, a PGN file, a reload,
// a new game, a window of a phone's size.

import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { MEASURED, root, scriptPage, test } from './support/fixtures.js'
import { AFTER_E4, START_FEN } from './support/page.js'
import { launchWebKit, missingForWebKit } from './support/webkit.js'

const FILE = join(root, `build/webkit-${process.pid}.pgn`)
const GAMES =
  '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
const MATE = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
/** Milliseconds until a page has what a test waits for, and between two looks at it. */
const [PATIENCE, PAUSE] = [30_000, 50]

const missing = missingForWebKit()
test.skip(missing !== '', `WebKitGTK is not installed (${missing})`)
test.describe.configure({ mode: 'default' })

/** @type {import('selenium-webdriver').WebDriver} */
let webkit
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server

test.beforeAll(async ({ pageFolder }) => {
  if (missing) return
  const texts = { '/favicon.ico': '', '/core.html': scriptPage('/pages/hot-core.js') }
  const folders = { '/pages/': join(root, 'tests/browser/pages'), '/dist/': join(root, 'dist') }
  await writeFile(FILE, GAMES)
  server = await startServer({ roots: { '/': pageFolder, ...folders }, texts, csp: PAGE_CSP })
  webkit = await launchWebKit()
})

test.afterAll(async () => {
  await webkit?.quit()
  await server?.close()
  await rm(FILE, { force: true })
})

/**
 * Runs a function in the page.
 * @template {unknown[]} A
 * @template T
 * @param {(...values: A) => T} script sees nothing of this program
 * @param {A} values as JSON
 * @returns {Promise<T>} as JSON
 */
const run = (script, ...values) => webkit.executeScript(script, ...values)

/**
 * Runs a function in the page until it returns something that is not falsy.
 * @template {unknown[]} A
 * @template T
 * @param {(...values: A) => T} script
 * @param {A} values
 * @returns {Promise<T>}
 */
const until = (script, ...values) =>
  webkit.wait(() => run(script, ...values), PATIENCE, `${script} of ${JSON.stringify(values)}`, PAUSE)

/** Opens the page with an empty storage, in a window of this size. @param {number} width @param {number} height */
async function open(width, height, hash = '') {
  await webkit.manage().window().setRect({ x: 0, y: 0, width, height })
  await webkit.get(server.url)
  await run(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await webkit.get('about:blank')
  await webkit.get(server.url + hash)
  await started()
}

/** Waits until the page can be used; its errors are recorded from then on. */
async function started() {
  await until(() => document.querySelector('#board[data-fen]') !== null)
  await run(() => {
    const problems = /** @type {string[]} */ ([])
    Object.assign(globalThis, { problems })
    addEventListener('error', ({ message }) => problems.push(message))
    addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
    addEventListener('securitypolicyviolation', ({ blockedURI }) => problems.push(blockedURI))
  })
}

/** No errors, and nothing sticks out of the window. */
async function check() {
  assert.deepEqual(await run(() => /** @type {any} */ (globalThis).problems), [])
  const { scrollWidth, clientWidth } = await run(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} px in a window of ${clientWidth}`)
}

/** @param {string} fen waits until the board's FEN begins so */
const untilFen = fen => until(start => document.querySelector(`#board[data-fen^="${start}"]`) !== null, fen)

/** @param {string} selector waits until it can be pressed @returns {Promise<{ x: number, y: number }>} its centre */
const centre = selector =>
  until(name => {
    const found = document.querySelector(name)
    if (!found?.checkVisibility()) return null
    found.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = found.getBoundingClientRect()
    const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    const hit = document.elementFromPoint(at.x, at.y)
    const isFree = hit && (found.contains(hit) || hit.closest('label')?.contains(found))
    return isFree ? at : null
  }, selector)

/** @param {string} selector */
async function click(selector) {
  await webkit
    .actions()
    .move(await centre(selector))
    .click()
    .perform()
}

/** @param {string} name of a square */
const square = name => `#board .square[data-square="${name}"]`

/** @param {string} uci */
async function clickMove(uci) {
  for (const name of [uci.slice(0, 2), uci.slice(2)]) await click(square(name))
}

/** @param {string} uci */
async function dragMove(uci) {
  const [from, to] = [await centre(square(uci.slice(0, 2))), await centre(square(uci.slice(2)))]
  const between = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) }
  await webkit.actions().move(from).press().move(between).move(to).release().perform()
}

/** Starts a game in its dialog. @param {string[]} choices names and values of radio buttons */
async function startGame(...choices) {
  await click('#menu-new')
  for (const choice of choices) {
    const [name, value] = choice.split('=')
    await click(`dialog input[name="${name}"][value="${value}"]`)
  }
  await click('dialog button[type="submit"]')
  await until(() => document.querySelector('dialog') === null)
}

test('WebKitGTK: moves by click and drag, a reload keeps them, a new game', MEASURED, async () => {
  await open(1280, 860, '#analyse')
  await clickMove('e2e4')
  await untilFen(AFTER_E4)
  await dragMove('e7e5')
  await untilFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/')
  await dragMove('g1f3')
  const after = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/'
  await untilFen(after)
  await check()
  await webkit.navigate().refresh()
  await started()
  await untilFen(after)
  const { Key } = await import('selenium-webdriver')
  for (let step = 0; step < 2; step++) await webkit.actions().sendKeys(Key.ARROW_LEFT).perform()
  await untilFen(AFTER_E4)
  await startGame('opponent=two')
  await untilFen(START_FEN)
  await clickMove('d2d4')
  await untilFen('rnbqkbnr/pppppppp/8/8/3P4/')
  await check()
})

test('WebKitGTK: the engine answers a move in a game, and its lines come and go', MEASURED, async () => {
  await open(1280, 860)
  await startGame('opponent=engine', 'side=white')
  await until(() => document.querySelector('#status')?.textContent?.includes('Your move.'))
  await clickMove('e2e4')
  await until(() => document.querySelector('#board[data-fen*=" w "][data-fen$=" 2"]') !== null)
  await click('#mode-analyse')
  await click('#analysis-switch')
  await until(() => document.querySelector('#analysis .line button')?.textContent)
  await click('#analysis-switch')
  await until(() => document.querySelector('#analysis[data-state="off"]') !== null)
  await check()
})

test('WebKitGTK, in a window of a phone’s size: a file is opened and read to its end', MEASURED, async () => {
  await open(390, 844)
  assert.ok((await run(() => innerWidth)) < 500, 'the window is small')
  await click('#mode-games')
  await until(() => document.querySelector('#games input[type="file"]') !== null)
  await webkit.findElement({ css: '#games input[type="file"]' }).sendKeys(FILE)
  await until(() => document.querySelectorAll('.move-list .main-line button').length >= 7)
  assert.match(
    await run(() => document.querySelector('.strip[data-place=bottom]')?.textContent ?? ''),
    /Anna/,
  )
  await click('#mode-analyse')
  const { Key } = await import('selenium-webdriver')
  await webkit.actions().sendKeys(Key.END).perform()
  await untilFen(MATE)
  await webkit.actions().sendKeys(Key.ARROW_LEFT).perform()
  await click('#tab-analysis')
  await click('#analysis-switch')
  await until(() => document.querySelector('#analysis .lines')?.textContent?.includes('#'))
  await check()
})

test('WebKitGTK: the core plays the same games however it is compiled', MEASURED, async () => {
  await webkit.get(`${server.url}core.html`)
  const report = await until(() => /** @type {any} */ (globalThis).report)
  assert.deepEqual(report, { games: 900, faults: [] })
})
