// SPDX-License-Identifier: Apache-2.0
// The recipes for pages, in Chromium: the programs of web/docs/recipes.md, bundled as users bundle them.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { programs, writeRecipe } from '../js/support/recipes.js'
import { expect, root, test } from './support/fixtures.js'

const BOARDS = ['chessground', 'cm-chessboard']
/** @type {ReturnType<typeof writeRecipe>} */
let recipe
/** @type {Record<string, string>} */
let texts = {}
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  recipe = writeRecipe(
    ['ask-promotion.ts', 'chessground.js', 'cm-chessboard.js', 'replay.js'],
    ['chessground', 'cm-chessboard'],
  )
  texts = await bundleBoards()
  for (const name of [...BOARDS, 'replay']) {
    texts[`/${name}.html`] = pageOf(name)
    texts[`/${name}.css`] ??= ''
  }
})
test.afterAll(() => recipe.remove())
test.use({
  site: async ({}, use) =>
    use({
      texts,
      csp: '',
      roots: {
        '/assets/': join(root, 'node_modules/cm-chessboard/assets'),
      },
    }),
})

const pageOf = (/** @type {string} */ name) => `<!doctype html><meta charset="utf-8"><title>${name}</title>
<link rel="stylesheet" href="${name}.css"><link rel="stylesheet" href="/assets/chessboard.css">
<link rel="stylesheet" href="/assets/extensions/markers/markers.css">
<link rel="stylesheet" href="/assets/extensions/promotion-dialog/promotion-dialog.css">
<div id="board" style="width: 400px; height: 400px"></div><p id="status"></p><script type="module" src="${name}.js"></script>`

async function bundleBoards() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: {
      chessground: join(recipe.folder, 'chessground.js'),
      'cm-chessboard': join(recipe.folder, 'cm-chessboard.js'),
      replay: join(recipe.folder, 'replay.js'),
    },
    bundle: true,
    format: 'esm',
    outdir: '/',
    write: false,
    logLevel: 'warning',
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]))
}

/** The centre of a square on the 400 pixels of a board seen from White. */
async function centreOf(/** @type {import('@playwright/test').Page} */ page, /** @type {string} */ square) {
  const box = await page.locator('#board').boundingBox()
  assert.ok(box)
  const file = square.charCodeAt(0) - 97
  const rank = Number(square[1]) - 1
  return { x: box.x + (file + 0.5) * 50, y: box.y + (7.5 - rank) * 50 }
}

/** Boards take no input while a piece lands or goes back, in ms. */
const LANDING = 500

/**
 * Waits until all is done that the page has put off: a browser under load handles several events of the mouse before that.
 * @param {import('@playwright/test').Page} page
 */
const settled = page => page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))

async function drag(/** @type {import('@playwright/test').Page} */ page, from, to) {
  const start = await centreOf(page, from)
  const end = await centreOf(page, to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await settled(page)
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await settled(page)
  await page.mouse.up()
  await settled(page)
  await page.clock.runFor(LANDING)
}

/** What each library has in its page for the same facts. */
const READ = {
  chessground: {
    targets: '.move-dest',
    check: 'square.check',
    pieces: () => document.querySelectorAll('piece:not(.ghost):not(.fading)').length,
    choose: piece => `dialog button:text("${piece}")`,
  },
  'cm-chessboard': {
    targets: '.marker-dot, .marker-bevel',
    check: '.marker-circle-danger',
    pieces: () => document.querySelectorAll('.pieces [data-piece]').length,
    choose: piece => `.promotion-dialog-button[data-piece="w${piece === 'Knight' ? 'n' : 'q'}"]`,
  },
}

/** Runs in the page: the squares where a board shows targets, sorted. @param {string} selector */
function targetSquares(selector) {
  const board = /** @type {Element} */ (document.querySelector('#board')).getBoundingClientRect()
  const squares = [...document.querySelectorAll(selector)].map(target => {
    const { x, y, width, height } = target.getBoundingClientRect()
    const file = Math.floor((x + width / 2 - board.x) / 50)
    return `${'abcdefgh'[file]}${8 - Math.floor((y + height / 2 - board.y) / 50)}`
  })
  return [...new Set(squares)].sort().join(' ')
}

for (const name of BOARDS) {
  const { targets, check, pieces, choose } = READ[name]
  /** @param {import('./support/fixtures.js').Fixtures['visit']} visit @param {string} [fen] */
  const opened = async (visit, fen = '') => {
    const page = await visit(`${name}.html${fen && `?fen=${encodeURIComponent(fen)}`}`)
    await page.waitForFunction(() => /to move/.test(document.querySelector('#status')?.textContent ?? ''))
    await page.waitForFunction(pieces)
    await page.clock.install()
    return page
  }
  const status = (/** @type {import('@playwright/test').Page} */ page, text) =>
    page.waitForFunction(text => document.querySelector('#status')?.textContent === text, text)

  test(`${name}: legal moves are played, others are not, targets are shown`, async ({ visit }) => {
    const page = await opened(visit)
    await drag(page, 'e2', 'e5')
    await status(page, 'white to move')
    const { x, y } = await centreOf(page, 'g1')
    await page.mouse.click(x, y)
    await expect.poll(() => page.evaluate(targetSquares, targets)).toBe('f3 h3')
    const end = await centreOf(page, 'f3')
    await page.mouse.click(end.x, end.y)
    await status(page, 'black to move')
    await drag(page, 'e7', 'e5')
    await status(page, 'white to move')
    await expect.poll(() => page.evaluate(pieces)).toBe(32)
  })

  test(`${name}: check is shown, castling moves both pieces, mate ends the game`, async ({ visit }) => {
    const page = await opened(visit, '5k2/R7/8/8/8/8/8/4K2R w K - 0 1')
    await expect(page.locator(check)).toHaveCount(0)
    await drag(page, 'e1', 'g1')
    await status(page, 'black to move')
    await page.waitForSelector(check, { state: 'attached' })
    await drag(page, 'f8', 'g8')
    await status(page, 'white to move')
    await drag(page, 'f1', 'f8') // the rook is taken there
    await status(page, 'black to move')
    await drag(page, 'g8', 'f8')
    await status(page, 'white to move')
    await page.waitForFunction(`(${pieces})() === 3`)
  })

  test(`${name}: a pawn promotes to the piece that is chosen, and returns where none is`, async ({
    visit,
  }) => {
    const page = await opened(visit, '8/P6k/8/8/8/8/8/K7 w - - 0 1')
    await drag(page, 'a7', 'a8')
    await page.waitForSelector(choose('Knight'))
    await page.keyboard.press('Escape')
    await page.waitForSelector(choose('Knight'), { state: 'detached' })
    await page.clock.runFor(LANDING)
    await status(page, 'white to move')
    await drag(page, 'a7', 'a8')
    await page.click(choose('Queen'))
    await status(page, 'black to move')
  })

  test(`${name}: a click on the king, then on its rook, picks up the rook`, async ({ visit }) => {
    const page = await opened(visit, '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1')
    for (const square of ['e1', 'h1']) {
      const { x, y } = await centreOf(page, square)
      await page.mouse.click(x, y)
      await settled(page)
    }
    await expect.poll(() => page.evaluate(targetSquares, targets)).toBe('f1 g1 h2 h3 h4 h5 h6 h7 h8')
    await status(page, 'white to move')
  })

  test(`${name}: mate`, async ({ visit }) => {
    const page = await opened(visit, '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1')
    await drag(page, 'e1', 'e8')
    await status(page, 'White wins by checkmate.')
  })
}

test('a list of moves: each shows its position, keys go back and forth', async ({ visit }) => {
  const page = await visit('replay.html')
  const current = page.locator('button[aria-current=true]')
  await expect(page.getByRole('button')).toHaveText([
    ...['Start', '1. e4', 'e5', '2. Bc4', 'Nc6', '3. Qh5', 'Nf6', '4. Qxf7#'],
  ])
  await expect(current).toHaveText('4. Qxf7#')
  await expect(page.locator('#status')).toHaveText('White wins by checkmate.')
  await expect(page.locator('square.check')).toHaveCount(1)
  await expect(page.locator('piece:not(.ghost):not(.fading)')).toHaveCount(31)
  await page.keyboard.press('ArrowRight') // nothing follows
  await page.keyboard.press('ArrowLeft')
  await expect(current).toHaveText('Nf6')
  await expect(page.locator('#status')).toHaveText('')
  await page.getByRole('button', { name: '2. Bc4' }).click()
  await expect(page.locator('#status')).toHaveText('aims at f7')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('.last-move')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft') // nothing comes before
  await expect(current).toHaveText('Start')
  await expect(page.locator('piece:not(.ghost):not(.fading)')).toHaveCount(32)
})

test('an import map: no bundler, all entries share one instance', async ({ visit }) => {
  const text = programs.get('import-map.html')
  assert.ok(text)
  const page = await visit('about:blank')
  await page.route('http://map.test/**', async route => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: text })
    if (pathname === '/favicon.ico') return route.fulfill({ body: '' })
    return route.fulfill({ path: join(recipe.folder, pathname), contentType: 'text/javascript' })
  })
  const printed = page.waitForEvent('console')
  await page.goto('http://map.test/')
  assert.equal((await printed).text(), 'true')
  await expect(page.locator('#status')).toHaveText('White wins by checkmate.')
  await expect(page.locator('#board')).toHaveText(/♔/)
})
