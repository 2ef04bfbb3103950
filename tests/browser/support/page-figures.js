// SPDX-License-Identifier: Apache-2.0
// The page's size and its loading time over a slow connection, as Chromium measures them on the first visit, before the
// engine is loaded.

/**
 * A slow network and processor.
 * @typedef {object} Slowness
 * @property {number} latency milliseconds of a round trip
 * @property {number} download bits a second
 * @property {number} cpu how many times slower
 */

/** A phone on a slow 4G network, as Lighthouse simulates it. @type {Slowness} */
export const SLOW_PHONE = { latency: 150, download: 1_600_000, cpu: 4 }

/**
 * @typedef {object} PageFigures
 * @property {number} bytes transferred, headers included
 * @property {number} files
 * @property {number} firstPaint milliseconds from the start of the visit to the first contentful paint
 * @property {number} interactive milliseconds until a move can be made
 * @property {number} longestTask milliseconds
 * @property {string[]} origins of all requests
 * @property {string[]} paths of all requests
 */

/**
 * Visits the page once and measures.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {Slowness | null} [slowness]
 * @returns {Promise<PageFigures>}
 */
export async function measurePage(browser, url, slowness = null) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: false })
    if (slowness) {
      const throughput = slowness.download / 8
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slowness.latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput / 2,
      })
      await client.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu })
    }
    let bytes = 0
    let files = 0
    /** @type {URL[]} */
    const asked = []
    client.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('data:')) asked.push(new URL(request.url))
    })
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      files++
    })
    await page.addInitScript(watchTasks)
    await page.goto(url, { waitUntil: 'commit' })
    // Set with the first position; moves can be made from then on.
    const interactive = await page.evaluate(
      () =>
        new Promise(resolve => {
          const check = () =>
            document.querySelector('#board[data-fen]')
              ? resolve(performance.now())
              : requestAnimationFrame(check)
          check()
        }),
    )
    await page.waitForLoadState('networkidle')
    const { firstPaint, longestTask } = await page.evaluate(() => ({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      longestTask: Math.max(0, .../** @type {any} */ (globalThis).tasks),
    }))
    return {
      ...{ bytes, files, firstPaint, interactive: Number(interactive), longestTask },
      origins: [...new Set(asked.map(({ origin }) => origin))],
      paths: asked.map(({ pathname }) => pathname),
    }
  } finally {
    await context.close()
  }
}

/**
 * What choosing to play a friend adds to the page, whose game server is its own.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number>} bytes transferred, headers included
 */
export async function measureFriendPart(browser, url) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    /** @type {Map<string, string>} by request */
    const urls = new Map()
    client.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    await page.goto(url)
    await page.locator('#menu-new').click()
    await page.locator('dialog[open]').waitFor()
    await page.waitForLoadState('networkidle')
    const before = new Set(urls.values())
    let bytes = 0
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      // Pictures that are there already are asked for again.
      if (!before.has(urls.get(requestId) ?? '')) bytes += encodedDataLength
    })
    await page.getByRole('radio', { name: /^A friend/ }).check()
    await page.getByRole('checkbox', { name: /lobby/ }).waitFor()
    await page.waitForTimeout(1000)
    return bytes
  } finally {
    await context.close()
  }
}

/** Runs in the page: records its long tasks. */
function watchTasks() {
  const tasks = /** @type {number[]} */ ([])
  Object.assign(globalThis, { tasks })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}
