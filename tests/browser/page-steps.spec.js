// SPDX-License-Identifier: Apache-2.0
// Mouse wheel and letter keys: stepping through the moves, turning the board, the threat; moves typed into the field;
// where the focus is after a paste.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  centre,
  ENGINE_PATIENCE,
  fenHash,
  follow,
  moreAct,
  notice,
  openTypedMove,
  paste,
  pgnHash,
  START_FEN,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GAME = pgnHash('1. e4 e5 2. Nf3 *')
const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
const AFTER_NF3 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'

/** @param {Page} page @param {string} text */
const announced = (page, text) => page.locator('#announcer', { hasText: text }).waitFor()

/**
 * Turns the wheel over the board.
 * @param {Page} page
 * @param {WheelEventInit} turn
 * @returns {Promise<boolean>} whether the page took it, so that nothing scrolls or zooms
 */
const wheel = (page, turn) =>
  page
    .locator('#board .square')
    .first()
    .evaluate((target, init) => {
      const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init })
      return !target.dispatchEvent(event)
    }, turn)

test('one step a notch of the wheel; with Ctrl it zooms, without moves the page scrolls', async ({
  page,
}) => {
  await expect.poll(() => wheel(page, { deltaY: 120 }), 'no moves').toBe(false)
  await follow(page, GAME)
  await page.locator('.move-list').getByRole('button', { name: '2. Nf3' }).waitFor()
  const { x, y } = await centre(page, 'e4')
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, 120)
  await untilFen(page, AFTER_E4)
  await page.mouse.wheel(0, 120)
  await untilFen(page, AFTER_E5)
  await page.mouse.wheel(0, -120)
  await untilFen(page, AFTER_E4)
  await expect.poll(() => wheel(page, { deltaY: 120, ctrlKey: true })).toBe(false)
  await untilFen(page, AFTER_E4)
  await expect.poll(() => wheel(page, { deltaY: 3, deltaMode: 1 }), 'in lines').toBe(true)
  await untilFen(page, AFTER_E5)
  // A touchpad moves little by little: three of these make a notch.
  const seen = await page
    .locator('#board .square')
    .first()
    .evaluate(async target => {
      // Made at once: movements that are long apart are no single one.
      const events = [20, 20, 20, 20].map(
        deltaY => new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY }),
      )
      const seen = []
      for (const event of events) {
        target.dispatchEvent(event)
        // Drawn in the next frame.
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        seen.push(document.getElementById('board')?.dataset.fen)
      }
      return seen
    })
  assert.deepEqual(seen, [AFTER_E5, AFTER_E5, AFTER_NF3, AFTER_NF3])
})

test('f turns the board, x shows the threat and hides it, or says why there is none @dom', async ({
  open,
}) => {
  const page = await open(fenHash('6k1/5ppp/8/8/8/2r5/5PPP/6K1 w - - 0 1'))
  const threat = page.locator('#board .layer.threat > *')
  await page.keyboard.press('f')
  await announced(page, 'Black is at the bottom.')
  await page.keyboard.press('Shift+F')
  await expect(page.locator('#board .square').first(), 'not with Shift').toHaveAttribute('data-square', 'h8')
  await page.keyboard.press('f')
  await announced(page, 'White is at the bottom.')

  await page.keyboard.press('x')
  await threat.waitFor({ state: 'attached', timeout: ENGINE_PATIENCE })
  await expect(threat).toHaveAttribute('data-sign', 'c3c1')
  await announced(page, 'Black threatens rook c1, mate.')
  await page.keyboard.press('x')
  await expect(threat).toHaveCount(0)
  await page.keyboard.press('x')
  await threat.waitFor({ state: 'attached', timeout: ENGINE_PATIENCE })
  await (await openTypedMove(page)).fill('h3')
  await page.keyboard.press('Enter')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  await expect(threat, 'it belonged to another position').toHaveCount(0)

  await follow(page, fenHash('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'))
  await page.locator('#board[data-fen^="4k3"]').waitFor()
  await page.locator('.table').focus()
  await page.keyboard.press('x')
  await notice(page, 'White is in check and cannot pass').waitFor()
  await follow(page, fenHash('7k/5Q2/6K1/8/8/8/8/8 b - - 0 60'))
  await page.locator('#board[data-fen^="7k"]').waitFor()
  await page.keyboard.press('x')
  await notice(page, 'The game is over').waitFor()
})

test('a typed move: hints, SAN and UCI, errors that say why @dom', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Type a move' })
  const said = page.locator('#typed-move-said')
  await openTypedMove(page)
  await page.keyboard.type('N')
  await expect(said).toHaveText('Na3, Nc3, Nf3, Nh3')
  await field.fill('Ke')
  await expect(said).toHaveText('No move here begins like that.')
  await page.keyboard.press('Enter')
  await expect(said.and(page.locator('.error'))).toHaveText(/^“Ke” is cut off: .*\. About this error$/)
  await expect(said.getByRole('link', { name: 'About this error' })).toHaveAttribute(
    'href',
    /errors\.html#err_san_syntax$/,
  )
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await untilFen(page, START_FEN)
  await field.fill('e4')
  await expect(said).toHaveText('Enter plays e4.')
  await expect(field).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_E4)
  await expect(field).toHaveValue('')
  await expect(said).toHaveText('')
  await page.keyboard.type('e7e5')
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_E5)
  await page.keyboard.type('nf3')
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_NF3)
  // Arrows and letters belong to the field while it is used.
  await page.keyboard.type('fx')
  await page.keyboard.press('ArrowLeft')
  await expect(field).toHaveValue('fx')
  await untilFen(page, AFTER_NF3)
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(field, 'Escape closes an empty field').toHaveCount(0)

  await follow(page, fenHash('4k3/8/8/8/8/8/3N4/1N2K3 w - - 0 1'))
  await page.locator('#board[data-fen^="4k3"]').waitFor()
  await openTypedMove(page)
  await field.fill('Nf')
  await expect(said).toHaveText('Nf1, Nf3')
  await follow(page, fenHash('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'))
  await page.locator('#board[data-fen*="5N2"]').waitFor()
  await field.fill('Nd2')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('Two knights can go to d2. Type Nbd2 or Nfd2. About this error')
  await expect.poll(() => boardFen(page)).toMatch(/ w /)
  await startGame(page, { side: 'Black', seconds: 20 })
  await openTypedMove(page)
  await field.fill('e4')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('The engine is thinking.')
})

test('what is typed right after M arrives in the field, which is still being loaded', async ({ page }) => {
  const field = page.locator('#typed-move')
  let release = () => {}
  const held = new Promise(resolve => (release = () => resolve(undefined)))
  await page.route('**/parts/typed-move*.js', async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/parts\/typed-move.*\.js$/)
  await page.keyboard.press('m')
  await asked
  await page.keyboard.type('e4\ne5\nNf')
  await expect(field).toHaveCount(0)
  await untilFen(page, START_FEN)
  release()
  await untilFen(page, AFTER_E5)
  await expect(field).toHaveValue('Nf')
  await expect(field).toBeFocused()
  await page.keyboard.type('3\n')
  await untilFen(page, AFTER_NF3)
  await expect(field).toHaveValue('')
})

test('on a phone the field opens from “More”, and nothing covers it', async ({ open }) => {
  const page = await open('', { viewport: { width: 390, height: 844 } })
  const field = page.locator('#typed-move')
  await expect(field).toHaveCount(0)
  await moreAct(page, 'type')
  await field.and(page.locator(':focus')).waitFor()
  const box = await field.boundingBox()
  assert.ok(box && box.height >= 40 && box.width >= 100)
  const covered = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.id, {
    x: box.x + 5,
    y: box.y + 5,
  })
  assert.equal(covered, 'typed-move')
})

test('after a game was pasted, the arrow keys go through its moves; Tab leads to the squares', async ({
  page,
}) => {
  await page.getByRole('application', { name: 'Chess board' }).focus()
  const move = page.locator('.move-list').getByRole('button', { name: '2. Nf3' })
  await paste(page, '1. e4 e5 2. Nf3 *')
  await move.waitFor()
  await page.waitForFunction(() => !document.querySelector('dialog'))
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E5)
  for (let step = 0; step < 4 && !(await page.locator('#board svg:focus').count()); step++)
    await page.keyboard.press('Tab')
  await expect(page.locator('#board svg:focus')).toHaveCount(1)
})

test('a pasted game that is read slowly gives the focus back: the arrow keys go through its moves @dom', async ({
  page,
}) => {
  /** @type {(value?: unknown) => void} */
  let release = () => {}
  const held = new Promise(resolve => (release = resolve))
  await page.route(/pgn-worker/, async route => {
    await held
    await route.continue()
  })
  await page.getByRole('application', { name: 'Chess board' }).focus()
  await paste(page, '1. e4 e5 2. Nf3 *')
  await expect(page.locator('#games :focus')).toHaveCount(1)
  release()
  await page.locator('.move-list').getByRole('button', { name: '2. Nf3' }).waitFor()
  await expect(page.locator('.table')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
})
