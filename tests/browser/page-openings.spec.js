// SPDX-License-Identifier: Apache-2.0
// The name of the opening: it follows the moves, and its list is loaded with the first of them.

import assert from 'node:assert/strict'
import { expect, MEASURED, test } from './support/fixtures.js'
import { clickMove, follow, pgnHash, untilFen, untilIdle } from './support/page.js'
import { LONG_TASK, leastOf, longestTask } from './support/page-work.js'

/** @param {import('@playwright/test').Page} page @param {string} text waits until it is shown */
const untilOpening = (page, text) =>
  page.waitForFunction(wanted => document.querySelector('#opening')?.textContent === wanted, text)

/** @param {import('@playwright/test').Page} page @param {string} key */
const press = (page, key) => page.locator('body').press(key)

test('the opening is named at every move, in variations too, and loaded with the first move', async ({
  open,
}) => {
  const page = await open('', { serviceWorkers: 'block' })
  let count = 0
  page.on('request', () => count++)
  await untilIdle(page)
  await expect(page.locator('#opening')).toHaveText('')
  assert.ok(count < 3, 'nothing more is loaded before the first move')
  const list = page.waitForResponse(
    async response => response.ok() && (await response.text()).length > 50_000,
  )
  await clickMove(page, 'e2e4')
  await untilOpening(page, "B00 King's Pawn Game")
  await list
  await clickMove(page, 'c7c5')
  await untilOpening(page, 'B20 Sicilian Defense')
  await clickMove(page, 'h2h3')
  await untilOpening(page, 'B20 Sicilian Defense')
  await press(page, 'ArrowLeft')
  await press(page, 'ArrowLeft')
  await untilOpening(page, "B00 King's Pawn Game")
  await clickMove(page, 'e7e6')
  await untilOpening(page, 'C00 French Defense')
  await press(page, 'Home')
  await untilOpening(page, '')
})

test(
  'the first move, with which the list is loaded, is no task of more than 50 ms',
  MEASURED,
  async ({ open }) => {
    const cpu = await leastOf(LONG_TASK, async () => {
      const page = await open('', { serviceWorkers: 'block' })
      await untilIdle(page)
      const { cpu, tasks } = await longestTask(page, async () => {
        await clickMove(page, 'e2e4')
        await untilOpening(page, "B00 King's Pawn Game")
      })
      assert.ok(tasks > 0)
      return cpu
    })
    assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
  },
)

test('tags are shown where the list knows no name, and variants have their own name', async ({ open }) => {
  const from = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  const tags = '[ECO "C99"]\n[Opening "Endgame Opening"]\n[Variation "Short"]\n'
  const page = await open(pgnHash(`${tags}[SetUp "1"]\n[FEN "${from}"]\n\n1. e4 *`))
  await untilFen(page, from)
  await untilOpening(page, 'C99 Endgame Opening: Short')
  await follow(page, pgnHash(`${tags}\n1. e4 *`))
  await untilOpening(page, 'C99 Endgame Opening: Short')
  await press(page, 'ArrowRight')
  await untilOpening(page, "B00 King's Pawn Game")
  await follow(page, pgnHash('[Variant "Atomic"]\n\n1. e4 *'))
  await untilOpening(page, 'Atomic')
})

test('the line keeps its place while it is empty', async ({ page }) => {
  const top = () => page.locator('#moves').evaluate(element => element.getBoundingClientRect().top)
  const before = await top()
  await clickMove(page, 'd2d4')
  await untilOpening(page, "A40 Queen's Pawn Game")
  await expect.poll(() => top()).toBe(before)
})
