// SPDX-License-Identifier: Apache-2.0
// Premoves: made while the engine thinks, played as soon as it has moved.

import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  centre,
  clickMove,
  dragMove,
  ENGINE_PATIENCE,
  fenHash,
  holdEngine,
  openSettings,
  square,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @returns {Promise<string[]>} the squares of the premove, sorted */
const premove = async page => {
  const signs = page.locator('#board .layer.premove .square')
  return (await signs.evaluateAll(all => all.map(sign => sign.getAttribute('data-sign') ?? ''))).sort()
}

/** @param {Page} page @param {string} text */
const announced = (page, text) => page.locator('#announcer', { hasText: text }).waitFor()

/**
 * Announcements from now on: the engine's next move takes the place of the one before.
 * @param {Page} page
 * @returns {Promise<() => Promise<string>>} reads them, in one line
 */
async function listen(page) {
  const heard = await page.locator('#announcer').evaluateHandle(announcer => {
    const texts = /** @type {(string | null)[]} */ ([])
    const observer = new MutationObserver(() => texts.push(announcer.textContent))
    observer.observe(announcer, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return () => heard.evaluate(texts => texts.join(' '))
}

/** @param {Page} page @param {string} name waits until the piece there can be picked up */
const untilMovable = (page, name) => expect(square(page, name)).toHaveCSS('cursor', 'grab')

/** Starts a game in which the engine does not move yet. @param {Page} page @returns {Promise<() => void>} lets it move */
async function playE4(page) {
  const release = await holdEngine(page)
  await startGame(page, { side: 'White', depth: 4 })
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await untilMovable(page, 'a1')
  return release
}

test('a premove is shown, and played as soon as the engine has moved', async ({ page }) => {
  const release = await playE4(page)
  await square(page, 'd2').click()
  await expect(page.locator('#board .layer.targets .target'), 'ahead and both captures').toHaveCount(4)
  await square(page, 'd3').click()
  await announced(page, 'Premove: white pawn on d2 to d3.')
  await expect.poll(() => premove(page)).toEqual(['d2', 'd3'])
  await untilFen(page, AFTER_E4)
  const heard = await listen(page)
  release()
  await page.getByRole('button', { name: '2. d3' }).waitFor({ timeout: ENGINE_PATIENCE })
  await expect.poll(() => premove(page)).toEqual([])
  await expect.poll(heard).toMatch(/Black played .*White played d3\./)
})

test('a premove is cancelled by the right button, by Escape, and by a press on the board @dom', async ({
  page,
}) => {
  await playE4(page)
  const cancels = [
    async () => {
      const { x, y } = await centre(page, 'e5')
      await page.mouse.click(x, y, { button: 'right' })
    },
    () => page.keyboard.press('Escape'),
    () => square(page, 'a5').click(),
  ]
  for (const cancel of cancels) {
    await dragMove(page, 'g1f3')
    await expect.poll(() => premove(page)).toEqual(['f3', 'g1'])
    await cancel()
    await announced(page, 'The premove is cancelled.')
    await expect.poll(() => premove(page)).toEqual([])
  }
  await expect(page.locator('#board .layer.marks > *'), 'the right button drew nothing').toHaveCount(0)
  // By keyboard, and another one in its place.
  await page.getByRole('application', { name: 'Chess board' }).focus()
  const cursor = (await page.locator('#board .cursor-line').getAttribute('data-sign')) ?? ''
  for (let step = 1; step < Number(cursor[1]); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await announced(page, 'Picked up the white rook on a1 for a premove.')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => premove(page)).toEqual(['a1', 'a5'])
  await dragMove(page, 'b1c3')
  await expect.poll(() => premove(page)).toEqual(['b1', 'c3'])
  // A premove of another position does not survive.
  await page.keyboard.press('Tab')
  await page.locator('#nav-back').click()
  await expect.poll(() => premove(page)).toEqual([])
  await expect(page.getByRole('button', { name: '2.' })).toHaveCount(0)
})

test('a premove that is not legal is dropped @dom', async ({ page }) => {
  const release = await playE4(page)
  await dragMove(page, 'a1a5')
  await expect.poll(() => premove(page)).toEqual(['a1', 'a5'])
  release()
  await page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })
  await announced(page, 'The premove, white rook on a1 to a5, is not legal.')
  await announced(page, 'Black played')
  await expect.poll(() => premove(page)).toEqual([])
})

test('a piece that is in the hand when the engine moves stays there @dom', async ({ page }) => {
  const release = await playE4(page)
  const from = await centre(page, 'a2')
  const to = await centre(page, 'a3')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y - 20, { steps: 3 })
  release()
  await page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })
  await expect(page.locator('.cm-chessboard-draggable-piece')).toHaveCount(1)
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
  await page.getByRole('button', { name: '2. a3' }).waitFor()
})

/** The pawn on a7 promotes after any move of Black's king. */
const PROMOTING = '6k1/P7/8/8/8/8/8/1K6 w - - 0 1'

/**
 * Starts a game in which the engine does not answer yet, with White's pawn ready.
 * @param {Page} page opened with the position
 * @returns {Promise<() => void>} lets it answer
 */
async function playKing(page) {
  const release = await holdEngine(page)
  await startGame(page, { side: 'White', depth: 4, start: 'From this position' })
  await clickMove(page, 'b1c2')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  await untilMovable(page, 'a7')
  return release
}

/** @param {Page} page */
const choice = page => page.getByRole('dialog', { name: 'Promote to' })

/** @param {Page} page */
const engineMoved = page => page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })

test('a premove that promotes asks for the piece, and takes it @dom', async ({ open }) => {
  const page = await open(fenHash(PROMOTING))
  const release = await playKing(page)
  await dragMove(page, 'a7a8')
  await choice(page).getByRole('button', { name: 'Knight' }).waitFor()
  await expect(choice(page).getByRole('button')).toHaveCount(4)
  await expect.poll(() => premove(page)).toEqual(['a7', 'a8'])
  await choice(page).getByRole('button', { name: 'Knight' }).click()
  await announced(page, 'Premove: white pawn on a7 to a8, promotes to a knight.')
  await expect.poll(() => premove(page)).toEqual(['a7', 'a8'])
  release()
  await page.getByRole('button', { name: '2. a8=N' }).waitFor({ timeout: ENGINE_PATIENCE })
  await expect.poll(() => premove(page)).toEqual([])
})

test('the choice of a premove can be cancelled, and made by keyboard @dom', async ({ open }) => {
  const page = await open(fenHash(PROMOTING))
  await playKing(page)
  const cancels = [
    () => page.keyboard.press('Escape'),
    async () => {
      const { x, y } = await centre(page, 'h4')
      await page.mouse.click(x, y)
    },
  ]
  for (const cancel of cancels) {
    await clickMove(page, 'a7a8')
    await choice(page).waitFor()
    await cancel()
    await announced(page, 'The premove is cancelled.')
    await expect(choice(page)).toHaveCount(0)
    await expect.poll(() => premove(page)).toEqual([])
  }
  // To an empty square as well as by a capture.
  await clickMove(page, 'a7b8')
  await choice(page).waitFor()
  await page.keyboard.press('b')
  await announced(page, 'Premove: white pawn on a7 to b8, promotes to a bishop.')
  await expect.poll(() => premove(page)).toEqual(['a7', 'b8'])
})

test('if the engine moves before the choice, the choice is that of the move @dom', async ({ open }) => {
  const page = await open(fenHash(PROMOTING))
  const release = await playKing(page)
  await clickMove(page, 'a7a8')
  await choice(page).waitFor()
  release()
  await engineMoved(page)
  await expect.poll(() => premove(page)).toEqual([])
  await choice(page).getByRole('button', { name: 'Rook' }).click()
  await page.getByRole('button', { name: '2. a8=R' }).waitFor()
})

test('the setting takes a queen without asking, also for a premove @dom', async ({ open }) => {
  const page = await open(fenHash(PROMOTING))
  await openSettings(page, 'Play')
  await page.getByRole('switch', { name: /^Promote to a queen/ }).check()
  await page.keyboard.press('Escape')
  const release = await playKing(page)
  await clickMove(page, 'a7a8')
  await announced(page, 'Premove: white pawn on a7 to a8, promotes to a queen.')
  await expect(choice(page)).toHaveCount(0)
  release()
  await page.getByRole('button', { name: '2. a8=Q' }).waitFor({ timeout: ENGINE_PATIENCE })
})
