// SPDX-License-Identifier: Apache-2.0
// Under the hood: positions counted by the page and by Stockfish, what was loaded, the game's bytes.

import assert from 'node:assert/strict'
import { Game } from 'binbo'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { expect, PAGE_FOLDER, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  fenHash,
  openHood,
  pasted,
  pgnHash,
  race,
  START_FEN,
  showTab,
  untilFen,
} from './support/page.js'

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
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
  await expect(page.locator('#announcer')).toHaveText(/^Both count 4,085,603/)
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
  await page.getByText('Stopped.').first().waitFor()
  await expect.poll(() => page.workers().length, 'the Worker is still running').toBeLessThan(workers)
  assert.match(await race(page, 2), /^Both count 30\./)
})

test('a count that waits for the engine can be stopped', async ({ open }) => {
  const page = await open(
    pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'),
  )
  await openHood(page)
  await showTab(page, 'analysis')
  await page.getByLabel('Time for each move').selectOption('5 s a move')
  await page.getByRole('button', { name: 'Analyse the game' }).click()
  await page.getByRole('progressbar', { name: 'Analysis of the game' }).waitFor()
  await showTab(page, 'details')
  await page.locator('#perft-start').click()
  await page.getByText('Counting…').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('#perft-verdict', { hasText: 'Stopped.' }).waitFor()
  await showTab(page, 'analysis')
  await page.getByRole('progressbar', { name: 'Analysis of the game' }).waitFor()
})

test('keys that go through the moves scroll the bytes while these have the focus', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
  await openHood(page)
  await page.locator('#nav-forward').click()
  await untilFen(page, AFTER_E4)
  await page.locator('#state-bytes').focus()
  for (const key of ['End', 'ArrowRight', 'Home', 'ArrowLeft']) {
    await page.keyboard.press(key)
    await untilFen(page, AFTER_E4)
  }
  await page.locator('#nav-flip').focus()
  await page.keyboard.press('Home')
  await untilFen(page, START_FEN)
})

test('the bytes are those of the game, and follow it', async ({ open, url }) => {
  const page = await open(pgnHash('[White "Ada"]\n\n1. e4 e5 2. Nf3 *'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await openHood(page)
  await page.locator('#state-length', { hasText: '3 moves' }).waitFor()
  await expect(page.locator('#state-bytes')).toHaveText(/^0000 {2}42 4e 42/)
  await page.locator('#state-copy').click()
  await page.locator('#announcer', { hasText: 'The bytes were copied.' }).waitFor()
  const hex = await pasted(page)
  const game = Game.fromState(Uint8Array.from(Buffer.from(hex, 'hex')))
  assert.deepEqual(
    game.moves.map(({ san }) => san),
    ['e4', 'e5', 'Nf3'],
  )
  assert.equal(game.headers.get('White'), 'Ada')
  await expect(page.locator('#state-length')).toHaveText(new RegExp(`^${hex.length / 2} bytes`))
  game.stop()
  await page.goto(`${url}${pgnHash('1. d4 *')}`)
  await page.locator('#state-length', { hasText: 'one move' }).waitFor()
  await expect.poll(() => boardFen(page)).toMatch(/PPPPPPPP|3P4/)
})

test('the sizes of the loaded files are shown', async ({ page }) => {
  await openHood(page)
  const rows = page.locator('#loaded tbody tr')
  await rows.filter({ hasText: 'Scripts' }).waitFor()
  await expect(rows.filter({ hasText: 'Scripts' })).toHaveText(/^Scripts[\d.]+ kB[\d.]+ kB$/)
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

test('all files are counted if the page is in a folder named engine', async ({ after, open }) => {
  const server = await startServer({ roots: { '/engine/': PAGE_FOLDER }, csp: PAGE_CSP })
  after(() => server.close())
  const page = await open(`${server.url}engine/`)
  await openHood(page)
  const rows = page.locator('#loaded tbody tr')
  for (const kind of ['Scripts', 'WebAssembly', 'Styles', 'Pictures', 'Page'])
    await rows.filter({ hasText: kind }).waitFor()
})
