// SPDX-License-Identifier: Apache-2.0
// The programs of the guides for pages, in Chromium: built as the guides say, played against Stockfish.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { guidePrograms, writeGuides } from '../js/support/recipes.js'
import { expect, root, test } from './support/fixtures.js'

/** @import { Page } from '@playwright/test' */

/** What the template of create-vite has beside the guide's component, with an empty style sheet. */
const MAIN = {
  react: `import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'
createRoot(document.getElementById('app')).render(createElement(StrictMode, null, createElement(App)))`,
  vue: `import { createApp } from 'vue'
import App from './App.vue'
createApp(App).mount('#app')`,
  svelte: `import { mount } from 'svelte'
import App from './App.svelte'
mount(App, { target: document.getElementById('app') })`,
}
const FRAMEWORKS = /** @type {(keyof typeof MAIN)[]} */ (Object.keys(MAIN))
/** The guide on analysis, with each of its two states. */
const ANALYSIS = ['analysis-board', 'analysis-board-class']
const INDEX =
  '<!doctype html><title>guide</title><div id="app"></div><script type="module" src="/src/main.js"></script>'

/** Stockfish is loaded, and thinks for half a second. */
const THINKING = { timeout: 60_000 }
const ENGINE = 'stockfish-19-lite-single'
/** @type {ReturnType<typeof writeGuides>} */
let guides
/** @type {Record<string, string>} */
const roots = {}
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Loaded here, as the list of all tests needs none of them.
  const { build } = await import('vite')
  const { default: vue } = await import('@vitejs/plugin-vue')
  const { svelte } = await import('@sveltejs/vite-plugin-svelte')
  guides = writeGuides(
    ['analysis-board', 'first-board', 'matches', 'workers', ...FRAMEWORKS],
    ['chessground', 'react', 'react-dom', 'react-chessboard', 'vue', 'svelte', 'stockfish', 'zustand'],
  )
  const [first, second] = ANALYSIS.map(name => join(guides.folder, name))
  cpSync(first, second, { recursive: true })
  const app = join(second, 'src/App.tsx')
  const text = readFileSync(app, 'utf8')
  assert.ok(text.includes("from './study'"))
  writeFileSync(app, text.replace("from './study'", "from './study-class'"))
  const bin = join(root, 'node_modules/stockfish/bin')
  Object.assign(roots, { '/engine/': bin })
  const pages = [
    { name: 'vue', main: MAIN.vue, plugins: [vue()] },
    { name: 'svelte', main: MAIN.svelte, plugins: [svelte({ configFile: false })] },
    ...['react', ...ANALYSIS].map(name => ({ name, main: MAIN.react, plugins: [] })),
  ]
  for (const { name, main, plugins } of pages) {
    const folder = join(guides.folder, name)
    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), INDEX)
    writeFileSync(join(folder, 'src/main.js'), main)
    await build({
      root: folder,
      base: `/${name}/`,
      configFile: false,
      logLevel: 'warn',
      plugins,
      build: { minify: false },
    })
    roots[`/${name}/`] = join(folder, 'dist')
  }
  const workers = join(guides.folder, 'workers')
  writeFileSync(
    join(workers, 'count.html'),
    '<!doctype html><title>count</title><p id="status"></p><script type="module" src="/page.js"></script>',
  )
  const input = ['index', 'count'].map(name => join(workers, `${name}.html`))
  await build({
    root: workers,
    base: '/workers/',
    configFile: false,
    logLevel: 'warn',
    build: { minify: false, rollupOptions: { input } },
  })
  roots['/workers/'] = join(workers, 'dist')
  for (const name of ['binbo', 'chessground', 'stockfish'])
    for (const guide of ['first-board', 'matches'])
      roots[`/${guide}/node_modules/${name}/`] = join(guides.folder, 'node_modules', name)
  for (const guide of ['first-board', 'matches']) roots[`/${guide}/`] = join(guides.folder, guide)
})
test.afterAll(() => guides.remove())
test.use({ site: async ({}, use) => use({ csp: '', roots }) })

/** The centre of a square of the board, seen from White. @param {Page} page @param {string} square */
async function centreOf(page, square) {
  const box = await page.locator('#board').boundingBox()
  assert.ok(box)
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1]
  return { x: box.x + ((file + 0.5) * box.width) / 8, y: box.y + ((7.5 - rank) * box.width) / 8 }
}

/** Waits until the page has done what it put off, such as React's rendering. @param {Page} page */
const settled = page => page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))

/** react-chessboard takes no clicks just after a drop, and pieces land, in ms of the page's clock. */
const LANDING = 500

/** @param {Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  const [start, end] = [await centreOf(page, from), await centreOf(page, to)]
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

/** @param {Page} page @param {string} from @param {string} to */
async function click(page, from, to) {
  for (const square of [from, to]) {
    const { x, y } = await centreOf(page, square)
    await page.mouse.click(x, y)
    await settled(page)
  }
}

/** Runs in the page: the squares of a 400 px board where there are targets, sorted. @param {string} selector */
function targetSquares(selector) {
  const board = /** @type {Element} */ (document.querySelector('#board')).getBoundingClientRect()
  const squares = [...document.querySelectorAll(selector)].map(target => {
    const { x, y, width, height } = target.getBoundingClientRect()
    const file = Math.floor((x + width / 2 - board.x) / 50)
    return `${'abcdefgh'[file]}${8 - Math.floor((y + height / 2 - board.y) / 50)}`
  })
  return [...new Set(squares)].sort().join(' ')
}

/** Waits until the pieces can be moved, and takes the page's clock. @param {Page} page */
async function ready(page) {
  await expect(page.locator('#status')).toHaveText('white to move')
  await expect(page.locator('#board piece, #board [data-piece]').first()).toBeVisible()
  // Chromium drops clicks before the first paint of a document.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await page.clock.install()
}

const DOTS = '[data-square] [style*="rgba(0, 0, 0, 0.4)"], [data-square][style*="rgba(0, 0, 0, 0.4)"]'

for (const guide of ['first-board', ...FRAMEWORKS]) {
  /** @param {import('./support/fixtures.js').Fixtures['visit']} visit @param {string} [fen] */
  const opened = async (visit, fen = '') => {
    const page = await visit(`${guide}/${fen && `?fen=${encodeURIComponent(fen)}`}`)
    await ready(page)
    return page
  }

  test(`${guide}: legal moves are played, others are not, and Stockfish answers`, async ({ visit }) => {
    const page = await opened(visit)
    await drag(page, 'e2', 'e5')
    await drag(page, 'e7', 'e5')
    await expect(page.locator('#moves')).toHaveText('*')
    const { x, y } = await centreOf(page, 'g1')
    await page.mouse.click(x, y)
    await expect.poll(() => page.evaluate(targetSquares, `.move-dest, ${DOTS}`)).toBe('f3 h3')
    await page.mouse.click(x, y)
    await settled(page)
    await click(page, 'g1', 'f3')
    await expect(page.locator('#moves')).toHaveText(/^1\. Nf3 \S+\s\*\s*$/, THINKING)
    await expect(page.locator('#status')).toHaveText('white to move')
    await drag(page, 'b1', 'c3')
    await expect(page.locator('#moves')).toHaveText(/ 2\. Nc3 \S+\s\*\s*$/, THINKING)
    if (guide === 'first-board') return
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.locator('#moves')).toHaveText(/^1\. Nf3 \S+\s\*\s*$/)
    await expect(page.locator('#status')).toHaveText('white to move')
  })

  test(`${guide}: a pawn promotes to the piece that is chosen, and goes back where none is`, async ({
    visit,
  }) => {
    const page = await opened(visit, '8/P6k/8/8/8/8/4P3/K7 w - - 0 1')
    await drag(page, 'a7', 'a8')
    await page.getByRole('button', { name: 'Queen' }).waitFor()
    if (guide === 'first-board') await page.keyboard.press('Escape')
    else await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Queen' })).toBeHidden()
    await page.clock.runFor(LANDING)
    await drag(page, 'a7', 'a8')
    await page.getByRole('button', { name: 'Knight' }).click()
    await expect(page.locator('#moves')).toHaveText(/^1\. a8=N \S+\s\*\s*$/, THINKING)
  })

  test(`${guide}: a click on the king, then on its rook, picks up the rook`, async ({ visit }) => {
    const page = await opened(visit, '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1')
    await click(page, 'e1', 'h1')
    await expect
      .poll(() => page.evaluate(targetSquares, `.move-dest, ${DOTS}`))
      .toBe('f1 g1 h2 h3 h4 h5 h6 h7 h8')
    await click(page, 'e1', 'a1')
    await expect
      .poll(() => page.evaluate(targetSquares, `.move-dest, ${DOTS}`))
      .toBe('a2 a3 a4 a5 a6 a7 a8 b1 c1 d1')
    await click(page, 'e1', 'g1')
    await expect(page.locator('#moves')).toHaveText(/^1\. O-O \S+\s\*\s*$/, THINKING)
  })

  test(`${guide}: mate ends the game`, async ({ visit }) => {
    const page = await opened(visit, '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1')
    await drag(page, 'e1', 'e8')
    await expect(page.locator('#status')).toHaveText('White wins by checkmate.')
    await expect(page.locator('#moves')).toHaveText('1. Re8# 1-0')
  })
}

for (const guide of FRAMEWORKS)
  test(`${guide}: a FEN that is none begins at the start; an engine that could not start is started again`, async ({
    visit,
    url,
  }) => {
    const page = await visit('about:blank')
    await page.route(`**/${ENGINE}.js`, route => route.abort(), { times: 1 })
    await page.goto(new URL(`${guide}/?fen=8/8`, url).href)
    await ready(page)
    await drag(page, 'e2', 'e4')
    await expect(page.getByRole('alert')).toHaveText(/Error/, THINKING)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.locator('#status')).toHaveText('white to move')
    await page.clock.runFor(LANDING)
    await drag(page, 'd2', 'd4')
    await expect(page.locator('#moves')).toHaveText(/^1\. d4 \S+\s\*\s*$/, THINKING)
    await expect(page.getByRole('alert')).toHaveText('')
  })

/**
 * Opens a guide whose Stockfish comes only when it is let go.
 * @param {Page} page @param {string} address
 * @returns {Promise<() => void>} lets it go
 */
async function openedWithoutStockfish(page, address) {
  /** @type {() => void} */
  let release = () => {}
  const released = new Promise(resolve => {
    release = () => resolve(undefined)
  })
  await page.route(`**/${ENGINE}.js`, async route => {
    await released
    await route.continue()
  })
  await page.goto(address)
  await ready(page)
  return release
}

test('first-board: a move made while Stockfish thinks is played after its answer', async ({ visit, url }) => {
  const page = await visit('about:blank')
  const release = await openedWithoutStockfish(page, new URL('first-board/', url).href)
  await drag(page, 'g1', 'f3')
  await expect(page.locator('#status')).toHaveText('black to move')
  await drag(page, 'g2', 'g3')
  await expect(page.locator('square.current-premove')).toHaveCount(2)
  release()
  await expect(page.locator('#moves')).toHaveText(/^1\. Nf3 \S+ 2\. g3 \S+\s\*\s*$/, THINKING)
})

test('first-board: the king is put on its rook while Stockfish thinks, and castles after its answer', async ({
  visit,
  url,
}) => {
  const page = await visit('about:blank')
  const fen = encodeURIComponent('4k3/ppp5/8/8/8/8/P7/R3K2R w KQ - 0 1')
  const release = await openedWithoutStockfish(page, new URL(`first-board/?fen=${fen}`, url).href)
  await drag(page, 'a2', 'a3')
  await expect(page.locator('#status')).toHaveText('black to move')
  await drag(page, 'e1', 'h1')
  await expect(page.locator('square.current-premove')).toHaveCount(2)
  release()
  await expect(page.locator('#moves')).toHaveText(/^1\. a3 \S+ 2\. O-O\+? /, THINKING)
})

for (const guide of ['vue', 'svelte'])
  test(`${guide}: no piece moves while Stockfish thinks`, async ({ visit, url }) => {
    const page = await visit('about:blank')
    const release = await openedWithoutStockfish(page, new URL(`${guide}/`, url).href)
    await drag(page, 'g1', 'f3')
    await expect(page.locator('#status')).toHaveText('black to move')
    await drag(page, 'g2', 'g3')
    await expect(page.locator('square.current-premove')).toHaveCount(0)
    release()
    await expect(page.locator('#moves')).toHaveText(/^1\. Nf3 \S+\s\*\s*$/, THINKING)
  })

test('matches: two engines in Workers play, the table grows, and Stop ends it', async ({ visit, url }) => {
  const page = await visit(new URL('matches/', url).href)
  await expect(page.locator('#status')).toHaveText(/^[1-9]\d* of 20 games$/, THINKING)
  await expect(page.locator('#table tr')).toHaveCount(2)
  await expect(page.locator('#table td:first-child').first()).toHaveText(/^(Full strength|Skill 3)$/)
  await page.locator('#stop').click()
  await expect(page.locator('#status')).toHaveText(/^\d+ games, stopped$/, THINKING)
})

test('workers: a file of games is explored beside the page, and Stockfish analyses each position', async ({
  visit,
}) => {
  const page = await visit('workers/')
  const buffer = Buffer.from('1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n')
  await page
    .locator('#file')
    .setInputFiles({ name: 'games.pgn', mimeType: 'application/x-chess-pgn', buffer })
  await expect(page.locator('#status')).toHaveText('3 games')
  const played = page.locator('#played button')
  await expect(played).toHaveText(['e4: 2 games, 1 / 0 / 1', 'd4: 1 games, 0 / 1 / 0'])
  await expect(page.locator('#line')).toHaveText(/ at depth \d+: /, THINKING)
  await played.first().click()
  await expect(played).toHaveText(['c5: 1 games, 0 / 0 / 1', 'e5: 1 games, 1 / 0 / 0'])
  await expect(page.locator('#moves')).toHaveText(/^1\. e4\s\*\s*$/)
  await expect(page.locator('#line')).toHaveText(/ at depth \d+: /, THINKING)
})

test('workers: a Worker counts positions', async ({ visit }) => {
  const page = await visit('workers/count.html')
  await expect(page.locator('#status')).toHaveText('depth 5: 9771632 nodes', THINKING)
})

for (const guide of ANALYSIS) {
  /** @param {import('./support/fixtures.js').Fixtures['visit']} visit */
  const opened = async visit => {
    const page = await visit(`${guide}/`)
    await ready(page)
    return page
  }
  /** @param {Page} page @param {string} moves in export format, on a line */
  const expectPgn = (page, moves) =>
    expect.poll(async () => (await page.locator('#pgn').textContent())?.split('\n\n')[1]?.trim()).toBe(moves)
  /** @param {Page} page */
  const button = (page, name) => page.getByRole('button', { name, exact: true })
  /** @param {Page} page @param {string} pgn */
  async function importPgn(page, pgn) {
    await page.getByRole('textbox', { name: 'PGN to import' }).fill(pgn)
    await button(page, 'Import').click()
  }

  test(`${guide}: variations are played on the board, moved, deleted, and each edit is undone`, async ({
    visit,
  }) => {
    const page = await opened(visit)
    await drag(page, 'e2', 'e4')
    await click(page, 'e7', 'e5')
    await button(page, '1. e4').click()
    await drag(page, 'c7', 'c5')
    await expectPgn(page, '1. e4 e5 (1... c5) *')
    await expect(page.locator('#moves button')).toHaveText(['1. e4', 'e5', '1... c5'])
    await expect(page.locator('#moves [aria-current=true]')).toHaveText('1... c5')
    await button(page, 'Make main line').click()
    await expectPgn(page, '1. e4 c5 (1... e5) *')
    await page.getByRole('textbox', { name: 'Comment' }).fill('the Sicilian')
    await button(page, 'Back').click()
    await expectPgn(page, '1. e4 c5 {the Sicilian} (1... e5) *')
    await expect(page.locator('#moves [aria-current=true]')).toHaveText('1. e4')
    await button(page, 'Forward').click()
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('the Sicilian')
    await button(page, 'Delete from here').click()
    await expectPgn(page, '1. e4 e5 *')
    await expect(page.locator('#moves [aria-current=true]')).toHaveText('1. e4')
    for (const moves of [
      '1. e4 c5 {the Sicilian} (1... e5) *',
      '1. e4 c5 (1... e5) *',
      '1. e4 e5 (1... c5) *',
    ]) {
      await button(page, 'Undo').click()
      await expectPgn(page, moves)
    }
    await button(page, 'Redo').click()
    await expectPgn(page, '1. e4 c5 (1... e5) *')
    await button(page, 'Back').click()
    await page.clock.runFor(LANDING)
    await drag(page, 'e7', 'e5') // the tree has it
    await expect(page.locator('#moves [aria-current=true]')).toHaveText('1... e5')
    await expectPgn(page, '1. e4 c5 (1... e5) *')
    await expect(button(page, 'Redo')).toBeEnabled()
  })

  test(`${guide}: the browser keeps game and place`, async ({ visit }) => {
    const page = await opened(visit)
    await importPgn(page, '[White "Anna"]\n\n1. e4 {two\nlines} e5 (1... c5 2. Nf3) 2. Nc3 *')
    await button(page, '2. Nf3').click()
    await page.reload()
    await expect(page.locator('#moves [aria-current=true]')).toHaveText('2. Nf3')
    await expect(page.locator('#pgn')).toHaveText(
      /White "Anna"[\s\S]*1\. e4 \{two lines\} 1\.\.\. e5 \(1\.\.\. c5 2\. Nf3\) 2\. Nc3/,
    )
    await expect(page.locator('#status')).toHaveText('black to move')
  })

  test(`${guide}: pasted PGN is shown up to its error; what has no game or start changes nothing`, async ({
    visit,
  }) => {
    const page = await opened(visit)
    await importPgn(page, '1. e4 e5 2. Ke3 Nc6 *')
    await expectPgn(page, '1. e4 e5 *')
    await expect(page.getByRole('alert')).toHaveText(
      /legal move here: 'Ke3' \(game 1, line 1, column 13; ply 3\)/,
    )
    await expect(page.getByRole('textbox', { name: 'PGN to import' })).toHaveValue('1. e4 e5 2. Ke3 Nc6 *')
    await importPgn(page, '')
    await expect(page.getByRole('alert')).toHaveText(/There is no game/)
    await importPgn(page, '[FEN "8/8"]\n\n1. e4 *')
    await expect(page.getByRole('alert')).toHaveText(/FEN/)
    await expectPgn(page, '1. e4 e5 *')
    await importPgn(page, '1. f3 e5 2. g4 Qh4# 0-1')
    await expect(page.getByRole('alert')).toHaveText('')
    await button(page, 'Qh4#').click()
    await expect(page.locator('#status')).toHaveText('checkmate')
    await button(page, 'Undo').click()
    await expectPgn(page, '1. e4 e5 *')
  })

  test(`${guide}: a click on the king, then on its rook, picks up the rook; a pawn promotes`, async ({
    visit,
  }) => {
    const page = await opened(visit)
    await importPgn(page, '[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n*')
    await click(page, 'e1', 'h1')
    await expect.poll(() => page.evaluate(targetSquares, DOTS)).toBe('f1 g1 h2 h3 h4 h5 h6 h7 h8')
    await click(page, 'e1', 'g1')
    await expectPgn(page, '1. O-O *')
    await button(page, 'Back').click()
    await page.clock.runFor(LANDING)
    await drag(page, 'a7', 'a8')
    await button(page, 'Knight').click()
    await expectPgn(page, '1. O-O (1. a8=N) *')
  })
}

test('analysis-board: what stays the same object', async () => {
  const { parsePgn } = await import('binbo/pgn')
  const [game] = parsePgn('1. e4 {a} e5 (1... c5) *')
  const node = /** @type {import('binbo/pgn').PgnNode} */ (game.at([0]))
  const { position, status, children, comments, nags } = node
  const fresh = { move: node.move, path: node.path, dests: position.dests() }
  node.add('d5')
  assert.equal(game.root, game.root)
  assert.equal(game.at([0]), node)
  for (const [name, value] of Object.entries({ position, status, children, comments, nags }))
    assert.equal(node[/** @type {keyof typeof node} */ (name)], value, name)
  assert.equal(children.length, 3)
  assert.notEqual(node.move, fresh.move)
  assert.notEqual(node.path, fresh.path)
  assert.notEqual(position.dests(), fresh.dests)
  const next = game.with([0, 0], ({ comments }) => void comments.push('b'))
  assert.notEqual(next.game.at([0]), node)
  assert.deepEqual(node.children[0]?.comments, [])
})

test('vue: why a Game is in no deep proxy', async () => {
  const { reactive, shallowReactive } = await import('vue')
  const { Game } = await import('binbo')
  assert.throws(() => reactive({ game: new Game() }).game.fen, TypeError)
  assert.equal(shallowReactive({ game: new Game() }).game.ply, 0)
  assert.match(guidePrograms('vue').get('src/App.vue') ?? '', /shallowRef/)
})
