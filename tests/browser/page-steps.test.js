// SPDX-License-Identifier: Apache-2.0
// Mouse wheel and letter keys: stepping through the moves, turning the board, the threat; moves typed into the field;
// where the focus is after a paste.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AFTER_E4,
  boardFen,
  centre,
  ENGINE_PATIENCE,
  fenHash,
  follow,
  HOSTS,
  notice,
  pgnHash,
  START_FEN,
  startGame,
  untilFen,
  usePage,
} from './support/page.js'

/** @import { Page } from 'playwright-core' */

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

const at = usePage(HOSTS[0])

test('one step a notch of the wheel; with Ctrl it zooms, without moves the page scrolls', async t => {
  const { page, problems } = await at.open(t)
  assert.equal(await wheel(page, { deltaY: 120 }), false, 'no moves')
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
  assert.equal(await wheel(page, { deltaY: 120, ctrlKey: true }), false)
  assert.equal(await boardFen(page), AFTER_E4)
  assert.equal(await wheel(page, { deltaY: 3, deltaMode: 1 }), true, 'in lines')
  assert.equal(await boardFen(page), AFTER_E5)
  // A touchpad moves little by little: three of these make a notch.
  const seen = await page
    .locator('#board .square')
    .first()
    .evaluate(target =>
      [20, 20, 20, 20].map(deltaY => {
        target.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY }))
        return document.getElementById('board')?.dataset.fen
      }),
    )
  assert.deepEqual(seen, [AFTER_E5, AFTER_E5, AFTER_NF3, AFTER_NF3])
  assert.deepEqual(problems, [])
})

test('f turns the board, x shows the threat and hides it, or says why there is none', async t => {
  const { page, problems } = await at.open(t, fenHash('6k1/5ppp/8/8/8/2r5/5PPP/6K1 w - - 0 1'))
  const threat = page.locator('#board .layer.threat > *')
  await page.keyboard.press('f')
  await announced(page, 'Black is at the bottom.')
  await page.keyboard.press('Shift+F')
  assert.equal(
    await page.locator('#board .square').first().getAttribute('data-square'),
    'h8',
    'not with Shift',
  )
  await page.keyboard.press('f')
  await announced(page, 'White is at the bottom.')

  await page.keyboard.press('x')
  await threat.waitFor({ state: 'attached', timeout: ENGINE_PATIENCE })
  assert.equal(await threat.getAttribute('data-sign'), 'c3c1')
  await announced(page, 'Black threatens rook c1, mate.')
  await page.keyboard.press('x')
  assert.equal(await threat.count(), 0)
  await page.keyboard.press('x')
  await threat.waitFor({ state: 'attached', timeout: ENGINE_PATIENCE })
  await page.locator('#typed-move').fill('h3')
  await page.keyboard.press('Enter')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  assert.equal(await threat.count(), 0, 'it belonged to another position')

  await follow(page, fenHash('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'))
  await page.locator('#board[data-fen^="4k3"]').waitFor()
  await page.locator('.table').focus()
  await page.keyboard.press('x')
  await notice(page, 'White is in check and cannot pass').waitFor()
  await follow(page, fenHash('7k/5Q2/6K1/8/8/8/8/8 b - - 0 60'))
  await page.locator('#board[data-fen^="7k"]').waitFor()
  await page.keyboard.press('x')
  await notice(page, 'The game is over').waitFor()
  assert.deepEqual(problems, [])
})

test('a typed move: hints, SAN and UCI, errors that say why', async t => {
  const { page, problems } = await at.open(t)
  const field = page.getByRole('textbox', { name: 'Type a move' })
  const said = page.locator('#typed-move-said')
  await page.keyboard.press('m')
  await page.keyboard.type('N')
  assert.equal(await said.textContent(), 'Na3, Nc3, Nf3, Nh3')
  await field.fill('Ke')
  assert.equal(await said.textContent(), 'No legal move begins so.')
  await page.keyboard.press('Enter')
  await said.and(page.locator('.error')).waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  assert.equal(await boardFen(page), START_FEN)
  await field.fill('e4')
  assert.equal(await said.textContent(), 'Enter plays e4.')
  assert.equal(await field.getAttribute('aria-invalid'), null)
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_E4)
  assert.equal(await field.inputValue(), '')
  assert.equal(await said.textContent(), '')
  await page.keyboard.type('e7e5')
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_E5)
  await page.keyboard.type('nf3')
  await page.keyboard.press('Enter')
  await untilFen(page, AFTER_NF3)
  // Arrows and letters belong to the field while it is used.
  await page.keyboard.type('fx')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await field.inputValue(), 'fx')
  assert.equal(await boardFen(page), AFTER_NF3)
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')

  await follow(page, fenHash('4k3/8/8/8/8/8/3N4/1N2K3 w - - 0 1'))
  await page.locator('#board[data-fen^="4k3"]').waitFor()
  await field.fill('Nf')
  assert.equal(await said.textContent(), 'Nf1, Nf3')
  await follow(page, fenHash('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'))
  await page.locator('#board[data-fen*="5N2"]').waitFor()
  await field.fill('Nd2')
  await page.keyboard.press('Enter')
  await said.filter({ hasText: /ambiguous|both|several|more than one/i }).waitFor()
  assert.match((await boardFen(page)) ?? '', / w /)
  await startGame(page, { side: 'Black', seconds: 20 })
  await field.fill('e4')
  await page.keyboard.press('Enter')
  assert.equal(await said.textContent(), 'The engine is to move.')
  assert.deepEqual(problems, [])
})

test('on a phone the field is shown while it has the focus, and covers nothing', async t => {
  const { page, problems } = await at.open(t, '', { viewport: { width: 390, height: 844 } })
  const field = page.locator('#typed-move')
  assert.ok(((await field.locator('..').boundingBox())?.height ?? 0) <= 1)
  await field.focus()
  const box = await field.boundingBox()
  assert.ok(box && box.height >= 40 && box.width >= 100)
  const covered = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.id, {
    x: box.x + 5,
    y: box.y + 5,
  })
  assert.equal(covered, 'typed-move')
  assert.deepEqual(problems, [])
})

test('after a game was pasted, the arrow keys go through its moves; Tab leads to the squares', async t => {
  const { page, problems } = await at.open(t)
  await page.getByRole('application', { name: 'Chess board' }).focus()
  const move = page.locator('.move-list').getByRole('button', { name: '2. Nf3' })
  // On a busy machine the board may be there before the page takes what is pasted.
  for (let tries = 0; tries < 10 && !(await move.isVisible()); tries++) {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '1. e4 e5 2. Nf3 *')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await move.waitFor({ timeout: 4000 }).catch(() => {})
  }
  await page.waitForFunction(() => !document.querySelector('dialog'))
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E5)
  for (let step = 0; step < 4 && !(await page.locator('#board svg:focus').count()); step++)
    await page.keyboard.press('Tab')
  assert.equal(await page.locator('#board svg:focus').count(), 1)
  assert.deepEqual(problems, [])
})
