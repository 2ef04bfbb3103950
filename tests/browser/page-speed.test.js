// SPDX-License-Identifier: Apache-2.0
// The page is small and loads fast: `make page-figures` prints the same figures.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launchChromium } from '../../js/tools/chromium.js'
import { HOSTS, usePage } from './support/page.js'
import { measurePage, SLOW_PHONE } from './support/page-figures.js'

const MOST_BYTES = 160_000
const FIRST_PAINT = 1000
const INTERACTIVE = 2000
/** Other programs can only make a visit slower, so one fast visit is enough. */
const MAX_VISITS = 5

/** @type {import('playwright-core').Browser} */
let chromium
before(async () => {
  chromium = await launchChromium()
})
after(() => chromium.close())

for (const host of HOSTS) {
  const at = usePage(host)

  test(`${host.name}: at most 160 kB without the engine, and no request to another origin`, async () => {
    const { bytes, files, origins } = await measurePage(chromium, at.url)
    assert.ok(files >= 4, `${files} files`)
    assert.ok(bytes > 20_000 && bytes <= MOST_BYTES, `${bytes} bytes`)
    assert.deepEqual(origins, [new URL(at.url).origin])
  })

  test(`${host.name}: the core is streamed, and loaded once`, async t => {
    const context = await chromium.newContext({ serviceWorkers: 'block' })
    t.after(() => context.close())
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
    await page.goto(at.url)
    await page.locator('#board[data-fen]').waitFor()
    const counts = await page.evaluate(() => [globalThis.streamed, globalThis.compiled])
    assert.deepEqual(counts, [1, 0])
    assert.equal(loaded.filter(url => url.endsWith('/core.wasm')).length, 1)
    const scripts = loaded.filter(url => url.endsWith('.js'))
    for (const url of scripts) {
      const text = await (await fetch(url)).text()
      assert.ok(!/AGFzbQ|\0asm/.test(text), `${url} carries WebAssembly`)
    }
  })

  test(`${host.name}: the page starts even if the host sends the core with another type`, async t => {
    const { page, problems } = await at.open(t)
    await page.route('**/core.wasm', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { 'Content-Type': 'application/octet-stream' } })
    })
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    assert.deepEqual(problems, [])
  })

  test(`${host.name}: painted within 1 s and usable within 2 s on a slow connection`, async () => {
    // Only the network is slowed down: other programs already slow the processor.
    const slow = { ...SLOW_PHONE, cpu: 1 }
    const seen = []
    for (let visit = 0; visit < MAX_VISITS; visit++) {
      const { firstPaint, interactive } = await measurePage(chromium, at.url, slow)
      assert.ok(firstPaint > SLOW_PHONE.latency, `first paint after ${firstPaint} ms is not slow`)
      if (firstPaint < FIRST_PAINT && interactive < INTERACTIVE) return
      seen.push(`painted after ${Math.round(firstPaint)} ms, interactive after ${Math.round(interactive)} ms`)
    }
    assert.fail(seen.join('; '))
  })
}
