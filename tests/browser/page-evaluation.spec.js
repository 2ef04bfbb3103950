// SPDX-License-Identifier: Apache-2.0
// What evaluations look like, wherever they come from: the bar and the curve.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { pgnHash, showTab } from './support/page.js'

const LOST = '1. f3 {[%eval -0.5]} e5 {[%eval -1.5]} 2. g4 {[%eval #-1]} Qh4# 0-1'
const WON = '1. e4 {[%eval 0.3]} f6 {[%eval 1.5]} 2. d4 {[%eval 1.5]} g5 {[%eval #1]} 3. Qh5# 1-0'

for (const [pgn, plies] of /** @type {const} */ ([
  [
    LOST,
    [
      [2, '37', 'Black is ahead by 1.50', true],
      [3, '0', 'Black mates in 1', true],
      [4, '0', 'Black has mated', true],
    ],
  ],
  [
    WON,
    [
      [2, '63', 'White is ahead by 1.50', false],
      [4, '100', 'White mates in 1', false],
      [5, '100', 'White has mated', false],
    ],
  ],
]))
  test(`the bar has White’s share and says who is ahead: ${pgn.slice(-3)} @dom`, async ({ open }) => {
    const page = await open(pgnHash(pgn))
    const bar = page.getByRole('meter')
    let at = 0
    for (const [ply, share, words, isBlack] of plies) {
      for (; at < ply; at++) await page.keyboard.press('ArrowRight')
      await expect(bar).toHaveAttribute('aria-valuetext', words)
      await expect(bar).toHaveAttribute('aria-valuenow', share)
      if (isBlack) await expect(bar).toHaveClass(/black-ahead/)
      else await expect(bar).not.toHaveClass(/black-ahead/)
    }
  })

test('the curve rises where White gains @dom', async ({ open }) => {
  for (const [pgn, end] of [
    [LOST, 1],
    [WON, 0],
  ]) {
    const page = await open(pgnHash(String(pgn)))
    await showTab(page, 'Report')
    const d = (await page.locator('.graph-curve').getAttribute('d')) ?? ''
    const heights = Array.from(d.matchAll(/[ML][\d.]+ ([\d.]+)/g), ([, y]) => Number(y))
    assert.equal(heights.at(-1), end)
    assert.ok(end === 1 ? heights[0] < 1 : heights[0] > 0, d)
  }
})
