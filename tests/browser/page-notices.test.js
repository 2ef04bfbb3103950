// SPDX-License-Identifier: Apache-2.0
// What the page says by itself: it can be seen, heard and used, also where a dialog is open or a part does not come.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clickMove, fenHash, HOSTS, START_FEN, standIn, untilFen, usePage } from './support/page.js'

/** @typedef {import('playwright-core').Page} Page */

const ENDING = '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1'
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'

/** @param {Page} page @param {string} text */
const dropText = (page, text) =>
  page.evaluate(dropped => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', dropped)
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, text)

/** @param {Page} page @param {string} hash as if somebody had followed a link */
const follow = (page, hash) =>
  page.evaluate(given => {
    location.hash = given
  }, hash)

/** @param {Page} page @param {string} text */
const notice = (page, text) => page.locator('.notice', { hasText: text })

// What host it comes from makes no difference here.
const at = usePage(HOSTS[0])

test('a notice that comes while a dialog is open is inside it, and can be used', async t => {
  const { page, problems } = await at.open(t)
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.locator('#menu-settings').click()
  await follow(page, fenHash(ENDING))
  await untilFen(page, ENDING)
  const dialog = page.getByRole('dialog')
  await dialog.locator('.notices[aria-live="polite"] .notice').waitFor()
  await dialog.getByRole('button', { name: 'Back to your game' }).click()
  await untilFen(page, AFTER_E4)
  assert.equal(await notice(page, 'This game came').count(), 0)
  assert.deepEqual(problems, [])
})

test('a notice goes with the dialogs that open and close, and is heard', async t => {
  const { page, problems } = await at.open(t)
  await follow(page, '#fen=nothing')
  const told = notice(page, 'The link cannot be read')
  await page.locator('#notices[aria-live="polite"]').getByRole('alert').waitFor()
  await page.locator('#menu-settings').click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#notices').getByRole('alert').waitFor()
  assert.equal(await told.count(), 1)
  await told.getByRole('button', { name: 'Close' }).click()
  assert.equal(await told.count(), 0)
  assert.deepEqual(problems, [])
})

test('where there are many, those that offer a way back stay', async t => {
  const { page, problems } = await at.open(t)
  await clickMove(page, 'e2e4')
  await follow(page, fenHash(ENDING))
  await untilFen(page, ENDING)
  const refused = notice(page, 'The link cannot be read')
  for (const wrong of ['a', 'b', 'c', 'd']) {
    await follow(page, `#fen=${wrong}`)
    await page.waitForFunction(() => location.hash === '')
  }
  assert.equal(await page.locator('.notice').count(), 3)
  assert.equal(await refused.count(), 2)
  await page.getByRole('button', { name: 'Back to your game' }).click()
  await untilFen(page, AFTER_E4)
  assert.deepEqual(problems, [])
})

test('a part that cannot be loaded is told, and comes when it can', async t => {
  const { page, problems } = await at.open(t)
  const answerWith = await standIn(page, '**/parts/*.js', route => route.abort())
  const failed = notice(page, 'This part of the page could not be loaded.')
  const opened = [
    () => page.locator('#menu-share').click(),
    () => page.locator('#menu-open').click(),
    () => page.locator('#menu-engine').click(),
    () => page.locator('#move-annotate').click(),
    () => page.getByText('Under the hood').click(),
  ]
  for (const open of opened) {
    await open()
    await failed.getByRole('button', { name: 'Close' }).click()
  }
  answerWith(null)
  await page.locator('#menu-share').click()
  await page.getByRole('dialog', { name: 'Share this game' }).or(failed).waitFor()
  // Some browsers keep in mind that a part has failed.
  if ((await failed.count()) > 0) await failed.getByRole('button', { name: 'Reload the page' }).click()
  else await page.keyboard.press('Escape')
  await page.locator('#board[data-fen]').waitFor()
  await page.locator('#menu-open').click()
  await page.getByRole('dialog', { name: 'Open games' }).waitFor()
  assert.equal(await failed.count(), 0)
  assert.deepEqual(
    problems.filter(problem => !/ERR_FAILED|^failed: |Failed to fetch/.test(problem)),
    [],
  )
})

test('a page that cannot start says why', async t => {
  const { page } = await at.open(t)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/^This page could not start\. It needs WebAssembly/)
    .waitFor()
  assert.equal(await page.locator('main').isVisible(), false)
})

test('a page whose core does not come says so', async t => {
  const { page } = await at.open(t)
  await page.route('**/core.wasm', route => route.abort())
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/^This page could not start\. A part of it could not be loaded: check your connection/)
    .waitFor()
  assert.equal(await page.locator('main').isVisible(), false)
})

test('a game that only was looked at is not the one to go back to', async t => {
  const { page, problems } = await at.open(t)
  await clickMove(page, 'e2e4')
  await dropText(page, ENDING)
  await untilFen(page, ENDING)
  await dropText(page, START_FEN)
  await untilFen(page, START_FEN)
  await page.getByRole('button', { name: 'Back to your game' }).click()
  await untilFen(page, AFTER_E4)
  assert.deepEqual(problems, [])
})
