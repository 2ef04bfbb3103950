// SPDX-License-Identifier: Apache-2.0
// The page rests when nobody uses it, and keeps nothing of what was undone: `make page-figures` prints the same figures.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fenHash, HOSTS, START_FEN, usePage } from './support/page.js'
import { heapAfterCollection, makeAndUndo, workIn } from './support/page-work.js'

// The host makes no difference here.
const at = usePage(HOSTS[0])

test('an idle page does nothing: no timer, frame, layout or script', async t => {
  const { page } = await at.open(t, fenHash(START_FEN))
  const idle = { timers: 0, frames: 0, layouts: 0, scripts: 0 }
  let work
  // What was begun ends first.
  for (let run = 0; run < 4; run++) {
    await page.waitForTimeout(500)
    work = await workIn(page, 2000)
    if (Object.values(work).every(count => count === 0)) break
  }
  assert.deepEqual(work, idle)
})

test('moves made and undone leave nothing on the heap', async t => {
  const { page, problems } = await at.open(t, fenHash(START_FEN))
  await makeAndUndo(page, 20)
  const before = await heapAfterCollection(page)
  await makeAndUndo(page, 40)
  const after = await heapAfterCollection(page)
  assert.ok(after < 1.2 * before, `${before} bytes have become ${after}`)
  assert.deepEqual(problems, [])
})
