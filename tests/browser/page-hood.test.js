// SPDX-License-Identifier: Apache-2.0
// Under the hood: positions counted by the page and by Stockfish, what was loaded, the game's bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from 'binbo'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import {
  AFTER_E4,
  boardFen,
  fenHash,
  HOSTS,
  openHood,
  pasted,
  pgnHash,
  race,
  START_FEN,
  showTab,
  untilFen,
  usePage,
} from './support/page.js'

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
/** From the well-known perft set for Chess960: castling rights with rooks on b and f. */
const CHESS960 =
  '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"]\n\n*'

for (const host of HOSTS) {
  const at = usePage(host)

  test(`${host.name}: the page and Stockfish count the same positions`, async t => {
    const { page, problems } = await at.open(t, fenHash(KIWIPETE))
    await openHood(page)
    assert.match(await race(page, 4), /^Both count 4,085,603\. .*(times as fast|Go deeper)/)
    for (const lane of await page.locator('.lane').all()) {
      assert.equal(await lane.locator('.nodes').textContent(), '4,085,603')
      assert.match((await lane.locator('.soft').textContent()) ?? '', /(thousand|million) a second, .* m?s$/)
      assert.equal(await lane.locator('progress').getAttribute('value'), '1')
    }
    assert.match((await page.locator('#announcer').textContent()) ?? '', /^Both count 4,085,603/)
    assert.equal(await page.locator('#perft-start').textContent(), 'Count')
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: Chess960 is counted as Chess960, and a lost game has no moves`, async t => {
    const { page, problems } = await at.open(t, pgnHash(CHESS960))
    await openHood(page)
    assert.match(await race(page, 3), /^Both count 14,569\./)
    await page.goto(`${at.url}${fenHash('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1')}`)
    await page.locator('#board[data-fen^="7k"]').waitFor()
    assert.match(await race(page, 2), /^Both count 0\./)
    await page.goto(`${at.url}${fenHash('7k/8/6K1/8/8/8/8/8 w - - 0 1')}`)
    await page.locator('#board[data-fen^="7k/8/6K1"]').waitFor()
    assert.match(await race(page, 2), /^Both count 1[0-9]\./)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: a long count shows its progress and can be stopped`, async t => {
    const { page, problems } = await at.open(t, fenHash(KIWIPETE))
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
    await page.goto(`${at.url}${fenHash('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')}`)
    await page.locator('#board[data-fen^="4k3"]').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped.').first().waitFor()
    for (const end = Date.now() + 5000; page.workers().length >= workers; await page.waitForTimeout(20))
      assert.ok(Date.now() < end, 'the Worker is still running')
    assert.match(await race(page, 2), /^Both count 30\./)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: a count that waits for the engine can be stopped`, async t => {
    const { page, problems } = await at.open(t, pgnHash('1. e4 e5 2. Nf3 *'))
    await openHood(page)
    await showTab(page, 'analysis')
    await page.getByLabel('Time for each move').selectOption('5 s a move')
    await page.getByRole('button', { name: 'Analyse the game' }).click()
    await page.getByRole('progressbar', { name: 'Analysis of the game' }).waitFor()
    await showTab(page, 'details')
    await page.locator('#perft-start').click()
    await page.getByText('Counting…').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.locator('#perft-verdict', { hasText: 'Stopped.' }).waitFor({ timeout: 3000 })
    await showTab(page, 'analysis')
    await page.getByRole('progressbar', { name: 'Analysis of the game' }).waitFor()
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: keys that go through the moves scroll the bytes while these have the focus`, async t => {
    const { page, problems } = await at.open(t, pgnHash('1. e4 e5 2. Nf3 *'))
    await openHood(page)
    await page.locator('#nav-forward').click()
    await untilFen(page, AFTER_E4)
    await page.locator('#state-bytes').focus()
    for (const key of ['End', 'ArrowRight', 'Home', 'ArrowLeft']) {
      await page.keyboard.press(key)
      assert.equal(await boardFen(page), AFTER_E4, key)
    }
    await page.locator('#nav-flip').focus()
    await page.keyboard.press('Home')
    await untilFen(page, START_FEN)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: the bytes are those of the game, and follow it`, async t => {
    const { page, problems } = await at.open(t, pgnHash('[White "Ada"]\n\n1. e4 e5 2. Nf3 *'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await openHood(page)
    await page.locator('#state-length', { hasText: '3 moves' }).waitFor()
    assert.match((await page.locator('#state-bytes').textContent()) ?? '', /^0000 {2}42 4e 42/)
    await page.locator('#state-copy').click()
    await page.locator('#announcer', { hasText: 'The bytes were copied.' }).waitFor()
    const hex = await pasted(page)
    const game = Game.fromState(Uint8Array.from(Buffer.from(hex, 'hex')))
    assert.deepEqual(
      game.moves.map(({ san }) => san),
      ['e4', 'e5', 'Nf3'],
    )
    assert.equal(game.headers.get('White'), 'Ada')
    assert.match(
      (await page.locator('#state-length').textContent()) ?? '',
      new RegExp(`^${hex.length / 2} bytes`),
    )
    game.stop()
    await page.goto(`${at.url}${pgnHash('1. d4 *')}`)
    await page.locator('#state-length', { hasText: 'one move' }).waitFor()
    assert.match(await boardFen(page), /PPPPPPPP|3P4/)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: the sizes of the loaded files are shown`, async t => {
    const { page, problems } = await at.open(t)
    await openHood(page)
    const rows = page.locator('#loaded tbody tr')
    await rows.filter({ hasText: 'Scripts' }).waitFor()
    assert.match(
      (await rows.filter({ hasText: 'Scripts' }).textContent()) ?? '',
      /^Scripts[\d.]+ kB[\d.]+ kB$/,
    )
    await page.getByText(/^The engine is loaded when it is first needed: [\d.]+ MB\.$/).waitFor()
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: files without a reported size are counted as such`, async t => {
    const { page, problems } = await at.open(t)
    await page.addInitScript(() => {
      for (const name of ['decodedBodySize', 'encodedBodySize', 'transferSize'])
        Object.defineProperty(PerformanceResourceTiming.prototype, name, { get: () => 0 })
    })
    await page.reload()
    await openHood(page)
    await page.getByText(/^The browser does not report the size of \d\d files\.$/).waitFor()
    assert.equal(await page.locator('#loaded').isVisible(), false)
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: all files are counted if the page is in a folder named engine`, async t => {
    const server = await startServer({ roots: { '/engine/': at.folder }, csp: PAGE_CSP })
    t.after(() => server.close())
    const { page } = await at.browser.open(t, `${server.url}engine/`)
    await openHood(page)
    const rows = page.locator('#loaded tbody tr')
    for (const kind of ['Scripts', 'WebAssembly', 'Styles', 'Pictures', 'Page'])
      await rows.filter({ hasText: kind }).waitFor()
  })
}
