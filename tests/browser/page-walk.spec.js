// SPDX-License-Identifier: Apache-2.0
// A random walk over the page finds no error. `make walk` walks far: ACTIONS=5000 or MINUTES=30, and
// SEED=… (repeats a walk).

import assert from 'node:assert/strict'
import { randomFrom } from '../random.js'
import { record, test } from './support/fixtures.js'
import { SCREENS } from './support/page.js'
import { walkAtRandom } from './support/random-walk.js'

/** On each screen, in one visit if given. */
const MINUTES = Number(process.env.MINUTES || 0)
/** On each screen. */
const ACTIONS = MINUTES ? 1_000_000 : Number(process.env.ACTIONS || 150)
const SEED = Number(process.env.SEED || 20261123)
/** Actions in one visit: a longer walk starts anew with the next seed. */
const VISIT = MINUTES ? ACTIONS : 1000

/** Sizes of the window for each screen. @type {Record<string, { width: number, height: number }[]>} */
const SIZES = {
  phone: [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 320, height: 568 },
  ],
  desktop: [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ],
}

for (const { name, context } of SCREENS) {
  for (let from = 0; from < ACTIONS; from += VISIT) {
    const seed = SEED + from / VISIT
    const actions = Math.min(VISIT, ACTIONS - from)
    const length = MINUTES ? `${MINUTES} minutes of` : actions
    test(`${name}: ${length} random actions, seed ${seed}`, async ({ open, url, problems, tolerated }) => {
      // The walk judges them itself.
      tolerated.push(/./)
      test.setTimeout(120_000 + (MINUTES ? 60_000 * MINUTES : 1000 * actions))
      const page = await open('', {
        ...context,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const walk = {
        page,
        watch: (/** @type {import('@playwright/test').Page} */ tab) => record(tab, problems),
        url,
        random: randomFrom(seed),
        touch: name === 'phone',
        sizes: SIZES[name],
      }
      const until = MINUTES ? Date.now() + 60_000 * MINUTES : Infinity
      const done = await walkAtRandom(walk, { actions, until, problems })
      if (MINUTES) console.log(`${name}: ${done.length} actions without an error`)
      else assert.equal(done.length, actions)
    })
  }
}
