// SPDX-License-Identifier: Apache-2.0
// The corner for developers: documents, source, the line to install, the code of the board, positions counted by the page
// and by Stockfish, what was loaded.

import assert from 'node:assert/strict'
import { Game } from 'binbo'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { DOCUMENTS } from '../../web/docs/site/documents.js'
import { expect, root, test } from './support/fixtures.js'
import {
  boardFen,
  fenHash,
  openHood,
  openMenu,
  pasted,
  pgnHash,
  race,
  SCREENS,
  START_FEN,
  showTab,
  startGame,
  untilFen,
} from './support/page.js'
import { REPOSITORY } from './support/pages.js'
import { runProgram } from './support/programs.js'

/** @import { Page } from '@playwright/test' */

test.use({ engine: 'real' })

const program = (/** @type {Page} */ page) => page.getByRole('region', { name: 'The program' })
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
/** @param {string} name of a document of the site @returns {string} from the page */
const addressOf = name => {
  assert.ok(
    DOCUMENTS.some(document => document.name === name),
    name,
  )
  return `docs/${name}.html`
}
/** From the well-known perft set for Chess960: castling rights with rooks on b and f. */
const CHESS960 =
  '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"]\n\n*'

test('the page and Stockfish count the same positions', async ({ open }) => {
  const page = await open(fenHash(KIWIPETE))
  await openHood(page)
  assert.match(await race(page, 4), /^Both count 4,085,603\. .*(times as fast|Go deeper)/)
  for (const lane of await page.locator('.lane').all()) {
    await expect(lane.locator('.nodes')).toHaveText('4,085,603')
    await expect(lane.locator('.soft')).toHaveText(/(thousand|million) a second, .* m?s$/)
    await expect(lane.locator('progress')).toHaveAttribute('value', '1')
  }
  await expect(page.locator('dialog > .speech > [role="status"]')).toHaveText(/^Both count 4,085,603/)
  await expect(page.locator('#perft-start')).toHaveText('Count')
})

test('Chess960 is counted as Chess960, and a lost game has no moves', async ({ open, url }) => {
  const page = await open(pgnHash(CHESS960))
  await openHood(page)
  assert.match(await race(page, 3), /^Both count 14,569\./)
  await page.goto(`${url}${fenHash('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1')}`)
  await page.locator('#board[data-fen^="7k"]').waitFor()
  assert.match(await race(page, 2), /^Both count 0\./)
  await page.goto(`${url}${fenHash('7k/8/6K1/8/8/8/8/8 w - - 0 1')}`)
  await page.locator('#board[data-fen^="7k/8/6K1"]').waitFor()
  assert.match(await race(page, 2), /^Both count 1[0-9]\./)
})

test('an en passant square without a legal capture does not reach Stockfish', async ({ open }) => {
  const page = await open(fenHash('k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1'))
  await openHood(page)
  assert.match(await race(page, 3), /^Both count 350\./)
})

test('a long count shows its progress and can be stopped', async ({ open, url }) => {
  const page = await open(fenHash(KIWIPETE))
  await openHood(page)
  await page.locator('#perft-depth').selectOption('7')
  await page.locator('#perft-start').click()
  const counted = page.locator('.lane').first().locator('.nodes')
  await counted.filter({ hasText: /,\d{3},\d{3}/ }).waitFor()
  const before = await counted.textContent()
  await page.waitForFunction(text => document.querySelector('.lane .nodes')?.textContent !== text, before)
  const workers = page.workers().length
  assert.ok(workers >= 1)
  // The page stays usable.
  await page.goto(`${url}${fenHash('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')}`)
  await page.locator('#board[data-fen^="4k3"]').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('#perft-verdict', { hasText: 'Stopped.' }).waitFor()
  await expect.poll(() => page.workers().length, 'the Worker is still running').toBeLessThan(workers)
  assert.match(await race(page, 2), /^Both count 30\./)
})

test('a count that waits for the engine can be stopped, and ends with the dialog @dom', async ({ open }) => {
  const page = await open(
    pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'),
  )
  await showTab(page, 'analysis')
  await page.getByLabel('Time for each move').selectOption('5 s a move')
  await page.getByRole('button', { name: 'Analyse the game' }).click()
  const progress = page.getByRole('progressbar', { name: 'Analysis of the game' })
  await progress.waitFor()
  await openHood(page)
  await page.locator('#perft-start').click()
  await page.getByText('Counting…').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('#perft-verdict', { hasText: 'Stopped.' }).waitFor()
  await page.locator('#perft-start').click()
  await page.getByText('Counting…').waitFor()
  await page.keyboard.press('Escape')
  await progress.waitFor()
})

test('the shown program makes what is on the board', async ({ open }) => {
  // tests/js/page-program.test.js has games of all kinds.
  const page = await open(
    `${pgnHash('1. e4 {`$' + '{best` \\ by test [%clk 0:05:00]} e5 (1... c5 2. Nf3 $1) 2. Nc3 *')}&ply=1.1.1`,
  )
  await page.locator('#board[data-fen^="rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/"]').waitFor()
  const fen = await boardFen(page)
  await openMenu(page, 'share')
  const pgn = await page.getByLabel(/^PGN: copy it/).inputValue()
  await page.keyboard.press('Escape')
  await openHood(page)
  const printed = (await runProgram((await program(page).textContent()) ?? '')).trim()
  const whole = pgn.trim()
  assert.equal(printed.slice(0, fen.length), fen)
  assert.equal(printed.slice(-whole.length), whole)
  assert.match(printed.slice(fen.length, -whole.length), /over: false/)
})

test('the shown program asks the engine as the page does', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await openHood(page)
  await expect(program(page)).not.toContainText('Engine')
  await page.keyboard.press('Escape')
  await showTab(page, 'analysis')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByLabel('Lines', { exact: true }).selectOption('2')
  await openHood(page)
  await expect(program(page)).toContainText('{ multipv: 2 }')
  const printed = await runProgram((await program(page).textContent()) ?? '')
  const lines = printed.trim().split('\n').slice(-2)
  for (const line of lines) assert.match(line, /^[+-]?\d.* \S+/)
  const [move] = new Game({ fen: await boardFen(page) })
    .legalMoves('san')
    .filter(san => lines[0].includes(` ${san}`))
  assert.ok(move, lines[0])
  await page.keyboard.press('Escape')
  await startGame(page, { side: 'White', step: 9 })
  await openHood(page)
  await expect(program(page)).toContainText('UCI_LimitStrength: true, UCI_Elo: 1550')
  await runProgram((await program(page).textContent()) ?? '')
})

test('the program of a page runs in a page', async ({ after, open, visit }) => {
  const page = await open(pgnHash('1. e4 (1. d4 {the other one}) e5 *'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await openHood(page)
  await page.getByRole('button', { name: 'In a page' }).click()
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await page.locator('.developers').getByText('Copied.').waitFor()
  const html = await pasted(page)
  assert.match(html, /^<!doctype html>/)
  const server = await startServer({
    roots: { '/node_modules/binbo/': root },
    texts: { '/own.html': html, '/favicon.ico': '' },
    plain: true,
  })
  after(() => server.close())
  const own = await visit('about:blank')
  /** @type {string[]} */
  const logged = []
  own.on('console', message => logged.push(message.text()))
  await own.goto(`${server.url}own.html`)
  await expect.poll(() => logged.length).toBe(3)
  assert.equal(logged[0], await boardFen(page))
  assert.match(logged[2], /1\. e4 \(1\. d4 \{the other one\}\) 1\.\.\. e5 \*/)
})

test('keys that go through the moves scroll the program while it has the focus @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
  await untilFen(page, START_FEN)
  await openHood(page)
  await program(page).focus()
  for (const key of ['End', 'ArrowRight', 'Home', 'ArrowLeft']) {
    await page.keyboard.press(key)
    await untilFen(page, START_FEN)
  }
})

const trial = (/** @type {Page} */ page) => page.getByLabel('The program, to edit and run')
const printed = (/** @type {Page} */ page) => page.getByRole('region', { name: 'What it prints' })
const run = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Run', exact: true }).click()

test('a program is edited and run on the page', async ({ open }) => {
  const page = await open(
    `${pgnHash('1. e4 {`$' + '{best` \\ by test} e5 (1... c5 2. Nf3 $1) 2. Nc3 *')}&ply=1.1.1`,
    {
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  )
  await page.locator('#board[data-fen^="rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/"]').waitFor()
  await openHood(page)
  await page.getByRole('button', { name: 'Try it here' }).click()
  await expect(trial(page)).toHaveValue(
    /^import \{ parsePgn \} from 'binbo\/pgn'\n\nconst \[game\] = parsePgn\(pgn\)\n/,
  )
  await trial(page).press('Control+Enter')
  await expect(page.locator('#trial-end')).toHaveText('Done.')
  const here = (await printed(page).textContent()) ?? ''
  assert.match(here, /^\S+ b KQkq .*\n\{ over: false, .*\}\n.*\bNc6\b/)
  // What is copied has the text of the game, and runs in Node.
  await page.getByRole('button', { name: 'Copy the program' }).click()
  await page.locator('.developers').getByText('Copied.').waitFor()
  assert.equal((await runProgram(await pasted(page))).split('\n')[0], here.split('\n')[0])
  await trial(page).fill(
    "import { Game } from 'binbo'\nconst game = new Game()\ngame.move('e4')\nconsole.log(game.lastMove.san, [1, { a: 'b' }])",
  )
  await run(page)
  await expect(printed(page)).toHaveText("e4 [ 1, { a: 'b' } ]")
  await trial(page).fill("import { Game } from 'binbo'\nnew Game().move('Ke3')")
  await run(page)
  await expect(page.locator('#trial-end')).toHaveText(/^Line 2: .*legal.*'Ke3'/)
  await expect(page.locator('#trial-end').getByRole('link')).toHaveAttribute(
    'href',
    /errors\.html#err_san_illegal$/,
  )
  await page.keyboard.press('Escape')
  await openHood(page)
  await page.getByRole('button', { name: 'Try it here' }).click()
  await expect(trial(page)).toHaveValue(/Ke3/)
  await page.getByRole('button', { name: 'Undo the changes' }).click()
  await expect(trial(page)).toHaveValue(/parsePgn\(pgn\)/)
})

test('an endless program is stopped, by its button and after its time', async ({ page }) => {
  await openHood(page)
  await page.getByRole('button', { name: 'Try it here' }).click()
  for (const program of [
    'console.log("begun")\nwhile (true) {}',
    'console.log("begun")\nconst f = () => f\nfor (;;) f()',
  ])
    for (const end of ['Stopped.', 'Stopped after 5 seconds.']) {
      await trial(page).fill(program)
      await run(page)
      await expect(printed(page)).toHaveText('begun')
      if (end === 'Stopped.') await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(page.locator('#trial-end')).toHaveText(end, { timeout: 20_000 })
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    }
  await trial(page).fill('for (;;) console.log(1)')
  await run(page)
  await expect(page.locator('#trial-end')).toHaveText('Line 1: It prints too much.')
})

test('a program reaches neither storage nor network nor code', async ({ page }) => {
  await openHood(page)
  await page.getByRole('button', { name: 'Try it here' }).click()
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const before = await stored()
  /** @type {string[]} */
  const asked = []
  page.on('request', request => asked.push(request.url()))
  for (const program of [
    'indexedDB.open("x")',
    'localStorage.setItem("x", "y")',
    'caches.open("x")',
    'fetch("/x")',
    'new WebSocket("ws://localhost:1")',
    'postMessage({ kind: "end", error: null })',
    'self.close()',
    '(() => {}).constructor("return fetch")()("/x")',
    '[].constructor.constructor("return fetch")()("/x")',
    "import { Game } from 'binbo'\nnew Game().constructor.constructor('return fetch')()('/x')",
    "import { Engine } from 'binbo/uci'",
  ]) {
    await trial(page).fill(program)
    await run(page)
    await expect(page.locator('#trial-end'), program).toHaveText(
      /^Line \d: (There is no \w+ here\.|constructor is closed to programs here\.|.* does not run on this page.*)\s*$/,
    )
  }
  assert.equal(await stored(), before)
  assert.deepEqual(
    asked.filter(url => /\/x$|^ws:/.test(url)),
    [],
  )
})

test('the head leads to documents and source', async ({ open }) => {
  for (const { context } of SCREENS) {
    const page = await open('', context)
    const more = page.locator('#menu-more')
    const show = async () => !(await docs.isVisible()) && (await more.click())
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const docs = menu.getByRole('link', { name: 'Docs' })
    await show()
    await expect(docs).toHaveAttribute('href', addressOf('index'))
    await expect(menu.getByRole('link', { name: 'Source' })).toHaveAttribute('href', REPOSITORY)
    await expect(menu.getByText('npm')).toHaveCount(0)
  }
})

test('figures name the commit and the machine, and lead to those of the documents', async ({ page }) => {
  await openHood(page)
  const foot = page.locator('.developers p', { hasText: 'Measured in this browser' })
  await expect(foot).toHaveText(
    /^Binbo \d+\.\d+\.\d+(, commit [0-9a-f]{7,}(-dirty)?)?\. Measured in this browser: Chrome \d+ on .+, \d+ processors?\./,
  )
  const link = foot.getByRole('link', { name: 'Figures beside other libraries' })
  await expect(link).toHaveAttribute('href', addressOf('performance'))
})

test('the sizes of the loaded files are shown', async ({ page }) => {
  await openHood(page)
  const rows = page.locator('#loaded tbody tr')
  await rows.filter({ hasText: 'Scripts' }).waitFor()
  await expect(rows.filter({ hasText: 'Scripts' })).toHaveText(/^Scripts[\d.]+ kB[\d.]+ kB$/)
  // On a first visit all came over the network, and the figures say the same.
  const [all] = await rows.filter({ hasText: 'All' }).locator('td').nth(1).allTextContents()
  await expect(page.locator('#loaded + p')).toHaveText(
    `${all} came over the network for this visit; the rest was here already.`,
  )
  await page.getByText(/^The engine is loaded when it is first needed: [\d.]+ MB\.$/).waitFor()
})

test('files without a reported size are counted as such', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['decodedBodySize', 'encodedBodySize', 'transferSize'])
      Object.defineProperty(PerformanceResourceTiming.prototype, name, { get: () => 0 })
  })
  await page.reload()
  await openHood(page)
  await page.getByText(/^The browser does not report the size of \d\d files\.$/).waitFor()
  await expect(page.locator('#loaded')).toBeHidden()
})

test('all files are counted if the page is in a folder named engine', async ({ after, open, pageFolder }) => {
  const server = await startServer({ roots: { '/engine/': pageFolder }, csp: PAGE_CSP })
  after(() => server.close())
  const page = await open(`${server.url}engine/`)
  await openHood(page)
  const rows = page.locator('#loaded tbody tr')
  for (const kind of ['Scripts', 'WebAssembly', 'Styles', 'Pictures', 'Page'])
    await rows.filter({ hasText: kind }).waitFor()
})
