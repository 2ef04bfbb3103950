// SPDX-License-Identifier: Apache-2.0
// The page rests when nobody uses it, and keeps nothing of what was undone: `make page-figures` prints the same figures.

import assert from 'node:assert/strict'
import { expect, MEASURED, test } from './support/fixtures.js'
import { fenHash, START_FEN } from './support/page.js'
import { heapAfterCollection, makeAndUndo, workIn } from './support/page-work.js'

test('an idle page does nothing: no timer, frame, layout or script', MEASURED, async ({ open }) => {
  const page = await open(fenHash(START_FEN))
  // What was begun ends first.
  await expect(async () => {
    expect(await workIn(page, 2000)).toEqual({ timers: 0, frames: 0, layouts: 0, scripts: 0 })
  }).toPass({ timeout: 30_000 })
})

test('moves made and undone leave nothing on the heap', MEASURED, async ({ open }) => {
  const page = await open(fenHash(START_FEN))
  await makeAndUndo(page, 20)
  const before = await heapAfterCollection(page)
  await makeAndUndo(page, 40)
  const after = await heapAfterCollection(page)
  assert.ok(after < 1.2 * before, `${before} bytes have become ${after}`)
})
