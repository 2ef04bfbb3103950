// SPDX-License-Identifier: Apache-2.0
// make page-figures: what the page weighs and how soon it is there, as make demo serves it.

import { buildPage } from '../../js/tools/build-page.js'
import { launchChromium } from '../../js/tools/chromium.js'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { measurePage, SLOW_PHONE } from '../browser/support/page-figures.js'

const RUNS = 5
const CONDITIONS = [
  { name: 'no limits', slowness: null },
  { name: 'slow network', slowness: { ...SLOW_PHONE, cpu: 1 } },
  { name: 'slow network, slow phone', slowness: SLOW_PHONE },
]

/** @param {number[]} numbers */
const median = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1]

const server = await startServer({ roots: { '/': await buildPage() }, csp: PAGE_CSP })
const browser = await launchChromium()
try {
  // The server compresses each file once.
  const { bytes, files } = await measurePage(browser, server.url)
  console.log(`${files} files, ${(bytes / 1000).toFixed(1)} kB over the network, without the engine`)
  const { latency, download, cpu } = SLOW_PHONE
  console.log(
    `slow network: ${latency} ms, ${download / 1e6} Mbit/s; slow phone: ${cpu} times slower; medians of ${RUNS}`,
  )
  for (const { name, slowness } of CONDITIONS) {
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await measurePage(browser, server.url, slowness))
    const of = (/** @type {'firstPaint' | 'interactive' | 'longestTask'} */ figure) =>
      `${Math.round(median(runs.map(run => run[figure])))} ms`
    console.log(
      `${name}: first paint ${of('firstPaint')}, interactive ${of('interactive')}, longest task ${of('longestTask')}`,
    )
  }
} finally {
  await browser.close()
  await server.close()
}
