// SPDX-License-Identifier: Apache-2.0
// Notices can be seen, heard and used, also while a dialog is open or when a part cannot be loaded.

import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  clickMove,
  fenHash,
  follow,
  gameTab,
  moreAct,
  notice,
  openMenu,
  paste,
  pgnHash,
  playTwo,
  START_FEN,
  showTab,
  standIn,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const ENDING = '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1'

/** @param {Page} page @param {string} text */
const dropText = (page, text) =>
  page.evaluate(dropped => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', dropped)
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, text)

test('a notice shown while a dialog is open is inside the dialog and can be used @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await openMenu(page, 'settings')
  await page.getByRole('dialog').waitFor()
  await follow(page, fenHash(ENDING))
  await untilFen(page, ENDING)
  const dialog = page.getByRole('dialog')
  await dialog.locator('.notices[aria-live="polite"] .notice').waitFor()
  await dialog.locator('.notice', { hasText: 'It is in a new tab.' }).getByRole('button').click()
  await expect(notice(page, 'This game came')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await gameTab(page, '1. e4').click()
  await untilFen(page, AFTER_E4)
})

test('a notice moves into a dialog that opens and back when it closes, and is announced @dom', async ({
  page,
}) => {
  await follow(page, '#fen=nothing')
  const unreadable = notice(page, 'The link cannot be read')
  await page.locator('#notices[aria-live="polite"]').locator('.notice.error').waitFor()
  await openMenu(page, 'settings')
  await page.getByRole('dialog').locator('.notice.error').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#notices').locator('.notice.error').waitFor()
  await expect(unreadable).toHaveCount(1)
  await unreadable.getByRole('button', { name: 'Close' }).click()
  await expect(unreadable).toHaveCount(0)
})

test('news does not stand in the way of a dialog @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await openMenu(page, 'new')
  await page.getByRole('radio', { name: 'Two on this board' }).check()
  await page.getByRole('button', { name: 'Start the game' }).click()
  await notice(page, 'New game.').waitFor()
  await openMenu(page, 'settings')
  await expect(page.getByRole('dialog').locator('.notice')).toHaveCount(0)
})

test('of many notices those with actions stay @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await moreAct(page, 'delete')
  await untilFen(page, START_FEN)
  const refused = notice(page, 'The link cannot be read')
  for (const wrong of ['a', 'b', 'c', 'd']) {
    await follow(page, `#fen=${wrong}`)
    await page.waitForFunction(hash => location.hash !== hash, `#fen=${wrong}`)
  }
  // A problem with a link takes the place of the one before.
  await expect(page.locator('.notice')).toHaveCount(2)
  await expect(refused).toHaveCount(1)
  await expect(page.locator('.notice:visible'), 'one at a time').toHaveCount(1)
  await refused.getByRole('button', { name: 'Close' }).click()
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
  await untilFen(page, AFTER_E4)
})

test('a part that cannot be loaded is reported, and loads later', async ({ page, tolerated }) => {
  tolerated.push(/ERR_FAILED|^failed: |Failed to fetch/)
  const answerWith = await standIn(page, '**/parts/*.js', route => route.abort())
  const failed = notice(page, 'This part of the page could not be loaded.')
  const opened = [
    () => openMenu(page, 'share'),
    () => openMenu(page, 'open'),
    () => openMenu(page, 'engine'),
    async () => {
      await showTab(page, 'moves')
      await page.getByRole('button', { name: 'More' }).click()
    },
    () => openMenu(page, 'code'),
  ]
  for (const open of opened) {
    await open()
    await failed.getByRole('button', { name: 'Close' }).click()
  }
  answerWith(null)
  await openMenu(page, 'share')
  await page.getByRole('dialog', { name: 'Share this game' }).or(failed).waitFor()
  // Some browsers never retry a module that failed.
  if ((await failed.count()) > 0) await failed.getByRole('button', { name: 'Reload the page' }).click()
  else await page.keyboard.press('Escape')
  await page.locator('#board[data-fen]').waitFor()
  await openMenu(page, 'open')
  await page.getByRole('button', { name: 'Open a file' }).waitFor()
  await expect(failed).toHaveCount(0)
})

test('where a room hides the board, a notice is whole and closes without losing the focus', async ({
  open,
  tolerated,
}) => {
  tolerated.push(/ERR_FAILED|^failed: |Failed to fetch/)
  const page = await open(undefined, { viewport: { width: 360, height: 640 } })
  await standIn(page, '**/parts/*.js', route => route.abort())
  await openMenu(page, 'open')
  const close = notice(page, 'This part of the page could not be loaded.').getByRole('button', {
    name: 'Close',
  })
  await close.waitFor()
  await expect(page.locator('#board')).toBeHidden()
  const hidden = await page.locator('#notices').evaluate(box => box.scrollHeight - box.clientHeight)
  expect(hidden).toBe(0)
  await close.press('Space')
  await expect(page.locator('#mode-games')).toBeFocused()
})

test('a page that cannot start explains why', async ({ page, tolerated }) => {
  tolerated.push(/./)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/^This page could not start\. It needs WebAssembly/)
    .waitFor()
  await expect(page.locator('main')).toBeHidden()
})

test('a page whose core cannot be loaded explains why', async ({ page, tolerated }) => {
  tolerated.push(/./)
  await page.route('**/core.wasm', route => route.abort())
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/^This page could not start\. A part of it could not be loaded: check your connection/)
    .waitFor()
  await expect(page.locator('main')).toBeHidden()
})

test('a position that was only looked at gives way to the next; the game before them keeps its tab', async ({
  page,
}) => {
  await clickMove(page, 'e2e4')
  await dropText(page, ENDING)
  await untilFen(page, ENDING)
  await dropText(page, START_FEN)
  await untilFen(page, START_FEN)
  await expect(gameTab(page)).toHaveCount(2)
  await gameTab(page, '1. e4').click()
  await untilFen(page, AFTER_E4)
})

/** @param {Page} page @param {string} selector @returns {Promise<boolean>} whether an open notice covers a part of it */
const isCovered = (page, selector) =>
  page.evaluate(covered => {
    const box = document.querySelector('.notices')?.getBoundingClientRect()
    return Array.from(document.querySelectorAll(covered)).some(element => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isShown = right > left && bottom > top
      return isShown && box && left < box.right && right > box.left && top < box.bottom && bottom > box.top
    })
  }, selector)

test('notices cover nothing, in any window', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'))
  await follow(page, fenHash('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'))
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1024, 768],
    [1366, 768],
    [1920, 1080],
    [2560, 1440],
  ]) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await notice(page, 'it is White’s move').filter({ visible: true }).waitFor()
    // Low phones have no row for it: it lies over the panel.
    const panel = width < 600 && height < 700 ? [] : ['.side-tabs button', '.work > .panel']
    for (const selector of [
      ...['.strip', '#board', '.top button', '.game-tabs button', '#score-sheet', '#thumb button'],
      ...['.move-list button', '#navigation', ...panel],
    ])
      expect(await isCovered(page, selector), `${width} × ${height}: ${selector}`).toBe(false)
  }
})

test('a notice ends with what it says: a move, another game, the result @dom', async ({ page }) => {
  await follow(page, '#fen=nothing')
  await notice(page, 'The link cannot be read').waitFor()
  await follow(page, fenHash(ENDING))
  await untilFen(page, ENDING)
  await expect(notice(page, 'The link cannot be read'), 'another game').toHaveCount(0)
  await page.locator('.table').focus()
  await clickMove(page, 'e8d8')
  await page.locator('#board[data-fen^="3k4"]').waitFor()
  await moreAct(page, 'delete')
  await notice(page, 'Undo').waitFor()
  await playTwo(page)
  await page.locator('#play-resign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await notice(page, 'resigned').waitFor()
  await expect(page.locator('.notice'), 'the result').toHaveCount(1)
})

for (const text of ['{"pgn":"1. e4"}', '; a remark', '1-0'])
  test(`${text} is no game: it has neither a move nor a header @dom`, async ({ page }) => {
    await paste(page, text)
    await page.getByText('There is no game in this text.').waitFor()
    await expect(gameTab(page)).toHaveCount(0)
  })

test('notices have words, no codes @dom', async ({ page }) => {
  for (const text of ['1. e4 e5 2. Ke3 *', '1. e4 e5 2. Xx *', '8/8/8/8/8/8/8/8 w - - 0 1']) {
    await paste(page, text)
    await page.locator('.notice.error').waitFor()
    await expect(page.locator('.notice.error p').last()).not.toHaveText(/ERR_/)
    await page.locator('.notice').last().getByRole('button', { name: 'Close' }).click()
  }
})
