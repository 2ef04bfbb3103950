// SPDX-License-Identifier: Apache-2.0
// The page rests when nobody uses it, keeps nothing of what was undone, and reads a file in large pieces: `make page-figures`
// prints the figures.

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

/** Small ones, each of which could be taken from the file. */
const GAMES = 2000

test('a file is read in large pieces, however many games it has', async ({ page }) => {
  await page.route(/pgn-worker.*\.js$/, async route => {
    const response = await route.fetch()
    const count = `globalThis.slices = 0
      const { slice } = Blob.prototype
      Blob.prototype.slice = function (...range) {
        slices++
        return slice.apply(this, range)
      };`
    await route.fulfill({ response, body: count + (await response.text()) })
  })
  const dataTransfer = await page.evaluateHandle(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'games.pgn'))
    return data
  }, '[White "Ada"]\n\n1. e4 *\n\n'.repeat(GAMES))
  await page.dispatchEvent('main', 'drop', { dataTransfer })
  await page.getByText(`${GAMES.toLocaleString('en')} games, in`).waitFor()
  const worker = page.workers().find(each => each.url().includes('pgn-worker'))
  const slices = await worker?.evaluate(() => /** @type {any} */ (globalThis).slices)
  assert.ok(slices > 0 && slices < GAMES / 20, `${slices} pieces of ${GAMES} games`)
})
