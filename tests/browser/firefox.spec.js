// SPDX-License-Identifier: Apache-2.0
// The page's main paths in Firefox, driven over WebDriver BiDi: moves, the engine's answer, analysis, a PGN, a reload, a
// new game, a window of a phone's size.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { launchFirefox } from './support/firefox.js'
import { test as base, expect, HOSTS } from './support/fixtures.js'
import { AFTER_E4, ENGINE_PATIENCE, START_FEN } from './support/page.js'

/** @import { Page } from 'puppeteer-core' */

const GAME =
  '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
const MATE = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
const test = base.extend({
  /** Opens the page in a window of this size, with a storage of its own, and waits until it can be used. */
  open: async ({ url }, use) => {
    /** @type {string[]} */
    const problems = []
    await use(async (/** @type {import('puppeteer-core').Viewport} */ viewport, hash = '') => {
      const context = await firefox.createBrowserContext()
      const page = await context.newPage()
      // It starts slowly on a busy machine.
      page.setDefaultTimeout(3 * ENGINE_PATIENCE)
      page.on('console', message => {
        if (['error', 'warn'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', error => problems.push(`uncaught: ${error}`))
      await page.setViewport(viewport)
      await page.goto(url + hash)
      await page.waitForSelector('#board[data-fen]')
      return page
    })
    expect(problems).toEqual([])
  },
})

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** @type {import('puppeteer-core').Browser} */
let firefox
test.describe.configure({ mode: 'default', timeout: 6 * ENGINE_PATIENCE })
test.use({ host: HOSTS.demo })
test.beforeAll(async () => {
  firefox = await launchFirefox()
})
test.afterAll(() => firefox?.close())

/** @param {Page} page @param {string} fen waits until it is on the board */
const untilFen = (page, fen) => page.waitForSelector(`#board[data-fen="${fen}"]`)

/** @param {Page} page @param {string} state a selector @returns {Promise<void>} rejects with what the page shows */
async function untilBoard(page, state) {
  try {
    await page.waitForSelector(`#board${state}`)
  } catch (cause) {
    const shown = await page.evaluate(() =>
      ['#board', '#status', '.notices'].map(part => {
        const element = document.querySelector(part)
        return element?.getAttribute('data-fen') ?? element?.textContent
      }),
    )
    throw new Error(`the board is not ${state}, but: ${shown.join(' · ')}`, { cause })
  }
}

/** @param {Page} page @param {string} name such as 'e4' */
async function centre(page, name) {
  const box = await (await page.$(`#board .square[data-square="${name}"]`))?.boundingBox()
  assert.ok(box, name)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @param {Page} page @param {string} uci */
async function clickMove(page, uci) {
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
    const { x, y } = await centre(page, name)
    await page.mouse.click(x, y)
  }
}

/** @param {Page} page @param {string} uci */
async function dragMove(page, uci) {
  const [from, to] = [await centre(page, uci.slice(0, 2)), await centre(page, uci.slice(2, 4))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

/** Pastes a text with the keyboard, as users do. @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.evaluate(value => {
    const field = document.createElement('textarea')
    field.value = value
    document.body.append(field)
    field.focus()
    field.select()
  }, text)
  await press(page, 'x')
  await page.evaluate(() => document.querySelector('body > textarea')?.remove())
  await press(page, 'v')
}

/** @param {Page} page @param {'x' | 'v'} key with Control */
async function press(page, key) {
  await page.keyboard.down('Control')
  await page.keyboard.press(key)
  await page.keyboard.up('Control')
}

/**
 * Starts a game in the dialog for new games.
 * @param {Page} page
 * @param {string[]} choices names and values of radio buttons
 */
async function startGame(page, ...choices) {
  await page.locator('#menu-new').click()
  for (const choice of choices) {
    const [name, value] = choice.split('=')
    await page.locator(`dialog input[name="${name}"][value="${value}"]`).click()
  }
  await page.locator('dialog button[type="submit"]').click()
  await page.waitForFunction(() => !document.querySelector('dialog'))
}

/** @param {Page} page whose parts are listed that stick out of the window */
const overflow = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *, .top *')]
      .filter(part => !part.closest('.visually-hidden, svg, .line-moves'))
      .filter(part => part.getBoundingClientRect().right > innerWidth + 0.5)
      .map(part => part.outerHTML.slice(0, 80)),
  )

test('Firefox: moves by click and drag, a reload keeps them, a new game', async ({ open }) => {
  const page = await open(DESKTOP, '#analyse')
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await dragMove(page, 'e7e5')
  await page.waitForSelector('#board[data-fen*=" w "]')
  await dragMove(page, 'g1f3')
  await page.waitForSelector('#board[data-fen^="rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"]')
  await page.reload()
  await page.waitForSelector('#board[data-fen^="rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"]')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await untilFen(page, AFTER_E4)
  await startGame(page, 'opponent=two')
  await untilFen(page, START_FEN)
  await clickMove(page, 'd2d4')
  await page.waitForSelector('#board[data-fen^="rnbqkbnr/pppppppp/8/8/3P4/"]')
  await expect.poll(() => overflow(page)).toEqual([])
})

test('Firefox: the engine answers a move in a game, and its lines come and go', async ({ open }) => {
  const page = await open(DESKTOP)
  await startGame(page, 'opponent=engine', 'side=white')
  await page.waitForFunction(() => document.querySelector('#status')?.textContent?.includes('Your move.'))
  await clickMove(page, 'e2e4')
  await untilBoard(page, '[data-fen*=" w "][data-fen$=" 2"]')
  await page.locator('#mode-analyse').click()
  const toggle = page.locator('#analysis-switch')
  await toggle.click()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#analysis .line button')].some(line => line.textContent),
  )
  await toggle.click()
  await page.waitForSelector('#analysis[data-state="off"]')
})

test('Firefox, in a window of a phone’s size: a game is pasted and read to its end, and lines come', async ({
  open,
}) => {
  const page = await open(PHONE)
  await paste(page, GAME)
  await page.waitForFunction(() => document.querySelectorAll('.move-list .main-line button').length >= 7)
  assert.match(await page.$eval('.strip[data-place=bottom]', strip => strip.textContent ?? ''), /Anna/)
  await page.keyboard.press('End')
  await untilFen(page, MATE)
  await page.keyboard.press('ArrowLeft')
  await page.locator('#tab-analysis').click()
  await page.locator('#analysis-switch').click()
  await page.waitForFunction(() => document.querySelector('#analysis .lines')?.textContent?.includes('#'))
  await expect.poll(() => overflow(page)).toEqual([])
})

test('Firefox: games in its database are there after a reload', async ({ open }, testInfo) => {
  const file = testInfo.outputPath('games.pgn')
  writeFileSync(file, `${GAME}\n`.repeat(50))
  const page = await open(DESKTOP, '#analyse')
  const found = () =>
    page.waitForFunction(() => document.querySelector('.db-head [role="status"]')?.textContent === '50 games')
  const showDatabase = async () => {
    await page.locator('#mode-games').click()
    await page.locator('#games-database').click()
  }
  await showDatabase()
  const input = await page.waitForSelector('input[type="file"][aria-label="PGN files for the database"]')
  await /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (input).uploadFile(file)
  await found()
  await page.reload()
  await page.waitForSelector('#board[data-fen]')
  await showDatabase()
  await found()
})
