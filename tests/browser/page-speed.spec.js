// SPDX-License-Identifier: Apache-2.0
// The page is small and loads fast: `make page-figures` prints the same figures.

import assert from 'node:assert/strict'
import { expect, MEASURED, test } from './support/fixtures.js'
import { clickMove, paste, pgnHash, untilIdle } from './support/page.js'
import { measurePage, SLOW_PHONE } from './support/page-figures.js'
import { costOf, dragFrames, LONG_TASK, leastOf, longestTask, watchCost } from './support/page-work.js'

const MOST_BYTES = 165_000
const FIRST_PAINT = 1000
const INTERACTIVE = 2000
/** Of a dragged piece, in milliseconds. */
const MEDIAN_FRAME = 20
const LONGEST_FRAME = 50
/** Other programs can only make a visit slower, so one fast visit is enough. */
const MAX_VISITS = 5

test(
  'at most 165 kB without the engine, and no request to another origin',
  MEASURED,
  async ({ browser, url }) => {
    const { bytes, files, origins, paths } = await measurePage(browser, url)
    assert.ok(files >= 4, `${files} files`)
    assert.ok(bytes > 20_000 && bytes <= MOST_BYTES, `${bytes} bytes`)
    assert.deepEqual(origins, [new URL(url).origin])
    assert.deepEqual(
      paths.filter(path => /packed|book/.test(path)),
      [],
      'what links and books need comes with them',
    )
  },
)

test('a click changes only what it must of the page', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
  await page.keyboard.press('End')
  await page.locator('#board[data-fen*="5N2"]').waitFor()
  // The first move loads what names openings.
  await clickMove(page, 'b8c6')
  await page.waitForURL(/#g=.*&ply=4$/)
  await expect(page.locator('#opening')).toContainText('Knight')
  await page.evaluate(() => {
    const all = { attributes: true, characterData: true, childList: true, subtree: true }
    globalThis.written = []
    new MutationObserver(records =>
      globalThis.written.push(
        ...records.map(({ type, attributeName, target }) => ({
          what: [type, attributeName, target.nodeName].join(' '),
          isStatus: (target instanceof Element ? target : target.parentElement)?.closest('#status') !== null,
        })),
      ),
    ).observe(document, all)
  })
  await clickMove(page, 'f1b5')
  await page.waitForURL(/&ply=5$/)
  await expect(page.locator('#opening')).toContainText('Ruy Lopez')
  const written = await page.evaluate(() => globalThis.written)
  assert.ok(written.length <= 60, JSON.stringify(written))
  assert.ok(written.filter(({ isStatus }) => isStatus).length <= 4, JSON.stringify(written))
})

test('a step, a move and a variation cost few calls of the core and few changes', async ({ visit }) => {
  const page = await visit('icon.svg')
  await page.context().addInitScript(watchCost)
  await page.goto(new URL('./', page.url()).href)
  await page.locator('#board[data-fen]').waitFor()
  await untilIdle(page)
  const cost = async (/** @type {RegExp} */ address, /** @type {() => Promise<unknown>} */ act) => {
    const spent = await costOf(page, act)
    await page.waitForURL(address)
    return spent
  }
  const within = (
    /** @type {{ calls: number, changes: number }} */ spent,
    most = { calls: 10, changes: 45 },
  ) => assert.ok(spent.calls <= most.calls && spent.changes <= most.changes, JSON.stringify(spent))
  const moves = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *'
  // From the start page: another room is shown, and the list of openings and the packer are loaded.
  within(await cost(/#(g|pgn)=/, () => paste(page, moves)), { calls: 60, changes: 90 })
  await page.waitForURL(/#g=/)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('#opening')).not.toHaveText('')
  await page.waitForURL(/ply=1$/)
  within(await cost(/ply=2$/, () => page.keyboard.press('ArrowRight')))
  within(await cost(/ply=1$/, () => page.keyboard.press('ArrowLeft')))
  within(await cost(/ply=17$/, () => page.keyboard.press('End')), { calls: 12, changes: 70 })
  // Saved and packed once, after a rest.
  within(await cost(/ply=18$/, () => clickMove(page, 'c6a5')), { calls: 12, changes: 55 })
  await page.keyboard.press('Home')
  await page.waitForURL(url => !url.hash.includes('ply='))
  within(await cost(/ply=/, () => clickMove(page, 'd2d4')), { calls: 12, changes: 60 })
  const before = await page.evaluate(() => globalThis.cost.changes)
  await page.keyboard.press('f')
  await page.locator('#strip-white[data-place="top"]').waitFor()
  assert.ok((await page.evaluate(() => globalThis.cost.changes)) - before <= 30)
})

test('the first move is no long task', MEASURED, async ({ open }) => {
  const longest = await leastOf(LONG_TASK, async () => {
    const page = await open('#analyse')
    const { cpu } = await longestTask(page, async () => {
      await clickMove(page, 'e2e4')
      await page.waitForURL(/ply=1$/)
    })
    await page.close()
    return cpu
  })
  assert.ok(longest <= LONG_TASK, `${longest} ms`)
})

test(
  'a dragged piece follows the mouse smoothly, over marks and a large board',
  MEASURED,
  async ({ open }) => {
    const pgn = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 {[%cal Gd2d4,Rd8h4,Bc4f7][%csl Ye5]} *'
    const page = await open(pgnHash(pgn), { viewport: { width: 1920, height: 1080 } })
    await page.keyboard.press('End')
    await page.locator('#board .layer.arrows > *').first().waitFor()
    const seen = []
    for (let run = 0; run < MAX_VISITS; run++) {
      const { median, longest, isDragged } = await dragFrames(page, 'c4')
      assert.ok(isDragged)
      if (median <= MEDIAN_FRAME && longest <= LONGEST_FRAME) return
      seen.push(`median ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`)
    }
    assert.fail(seen.join('; '))
  },
)

test('the core is streamed, and loaded once', async ({ browser, after, url }) => {
  const context = await browser.newContext()
  after(() => context.close())
  const page = await context.newPage()
  /** @type {string[]} */
  const loaded = []
  page.on('request', request => loaded.push(request.url()))
  await page.addInitScript(() => {
    const { compileStreaming } = WebAssembly
    Object.assign(globalThis, { streamed: 0, compiled: 0 })
    WebAssembly.compileStreaming = source => {
      globalThis.streamed++
      return compileStreaming(source)
    }
    WebAssembly.compile = () => {
      globalThis.compiled++
      throw new Error('not streamed')
    }
  })
  await page.goto(url)
  await page.locator('#board[data-fen]').waitFor()
  const counts = await page.evaluate(() => [globalThis.streamed, globalThis.compiled])
  assert.deepEqual(counts, [1, 0])
  assert.equal(loaded.filter(url => url.endsWith('/core.wasm')).length, 1)
  const scripts = loaded.filter(url => url.endsWith('.js'))
  for (const url of scripts) {
    const text = await (await fetch(url)).text()
    assert.ok(!/AGFzbQ|\0asm/.test(text), `${url} carries WebAssembly`)
    assert.ok(!text.includes('The FEN is empty'), `${url} carries the messages of errors`)
  }
})

test('the page starts even if the host sends the core with another type', async ({ page }) => {
  await page.route('**/core.wasm', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'Content-Type': 'application/octet-stream' } })
  })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
})

test('painted within 1 s and usable within 2 s on a slow connection', MEASURED, async ({ browser, url }) => {
  // Only the network is slowed down: other programs already slow the processor.
  const slow = { ...SLOW_PHONE, cpu: 1 }
  const seen = []
  for (let visit = 0; visit < MAX_VISITS; visit++) {
    const { firstPaint, interactive } = await measurePage(browser, url, slow)
    assert.ok(firstPaint > SLOW_PHONE.latency, `first paint after ${firstPaint} ms is not slow`)
    if (firstPaint < FIRST_PAINT && interactive < INTERACTIVE) return
    seen.push(`painted after ${Math.round(firstPaint)} ms, interactive after ${Math.round(interactive)} ms`)
  }
  assert.fail(seen.join('; '))
})
