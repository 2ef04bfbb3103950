// SPDX-License-Identifier: Apache-2.0
// The position editor by mouse, finger, keyboard and FEN; illegal positions are explained and cannot be used.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { expect, ONE_HOST, test } from './support/fixtures.js'
import {
  boardFen,
  clickMove,
  fenHash,
  openMenu,
  pgnHash,
  SCREENS,
  START_FEN,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const CASTLES = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20'

/** @param {Page} page */
async function openEditor(page) {
  await openMenu(page, 'setup')
  await page.getByRole('dialog', { name: 'Set up a position' }).waitFor()
}

/** @param {Page} page @param {string} name such as 'e4' */
const square = (page, name) => page.locator(`.setup-square[data-square="${name}"]`)

/** @param {Page} page */
const fen = page => page.getByLabel('FEN', { exact: true })

/** @param {Page} page */
const verdict = page => page.locator('.setup-verdict')

/** @param {Page} page */
const use = page => page.getByRole('button', { name: 'Use this position' })

/** @param {Page} page @returns {Promise<string[]>} */
const marked = page =>
  page.locator('.setup-square.marked').evaluateAll(all => all.map(each => each.dataset.square ?? '').sort())

/** @param {import('@playwright/test').Locator} locator */
async function centreOf(locator) {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @param {Page} page @param {import('@playwright/test').Locator} from @param {{ x: number, y: number }} to */
async function drag(page, from, to) {
  const start = await centreOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + to.x) / 2, (start.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

test('a position is set up by mouse and played; the replaced game can be restored', async ({ open }) => {
  const page = await open(pgnHash('1. e4 (1. d4) e5 *'))
  const before = await boardFen(page)
  await openEditor(page)
  await expect(fen(page)).toHaveValue(before)
  await page.getByRole('button', { name: 'Empty board' }).click()
  await expect(verdict(page)).toHaveText(/White and Black have no king/)
  await expect(use(page)).toBeDisabled()

  await page.getByRole('button', { name: 'Put a white king' }).click()
  await square(page, 'e1').click()
  await page.getByRole('button', { name: 'Put a black king' }).click()
  await square(page, 'd1').click()
  await expect(verdict(page)).toHaveText(/next to each other/)
  await expect.poll(() => marked(page)).toEqual(['d1', 'e1'])
  await page.getByRole('button', { name: 'Move pieces' }).click()
  await square(page, 'd1').click()
  await square(page, 'd8').click()
  await expect(verdict(page)).toHaveText(/legal/)
  await drag(page, page.getByRole('button', { name: 'Put a white rook' }), await centreOf(square(page, 'a1')))
  await drag(page, square(page, 'a1'), await centreOf(square(page, 'd3')))
  await expect(fen(page)).toHaveValue('3k4/8/8/8/8/3R4/8/4K3 w - - 0 1')
  await expect(verdict(page)).toHaveText(/Black is in check from the rook on d3/)
  await expect.poll(() => marked(page)).toEqual(['d3', 'd8'])
  await page.getByRole('button', { name: 'Let Black move' }).click()
  await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked()
  await page.getByLabel('Move number').fill('33')
  await page.getByLabel('Halfmove clock').fill('7')
  await page.getByLabel('Halfmove clock').press('Tab')
  await use(page).click()
  await untilFen(page, '3k4/8/8/8/8/3R4/8/4K3 b - - 7 33')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goBack()
  await untilFen(page, before)
})

test('a piece dragged off the board is removed, with its castling right', async ({ open }) => {
  const page = await open(fenHash(CASTLES))
  await openEditor(page)
  const board = await page.getByRole('grid', { name: 'Board to set up' }).boundingBox()
  assert.ok(board)
  await drag(page, square(page, 'h1'), { x: board.x + board.width + 20, y: board.y + 40 })
  await expect(fen(page)).toHaveValue('r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 20')
  await expect(page.getByRole('checkbox', { name: 'White kingside' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'White kingside' }).check()
  await expect(verdict(page)).toHaveText(/needs the rook on h1/)
  await expect.poll(() => marked(page)).toEqual(['h1'])
  await page.getByRole('button', { name: 'Remove the right' }).click()
  await expect(use(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Swap colours' }).click()
  await expect(fen(page)).toHaveValue('r3k3/8/8/8/8/8/8/R3K2R b KQq - 3 20')
})

test('a FEN is typed; an error is shown at its place @dom', async ({ page }) => {
  await openEditor(page)
  await fen(page).fill('4k3/8/8/3x4/8/8/8/4K3 w - - 0 1')
  await expect(page.locator('#setup-fen-error')).toHaveText(/A board has only pnbrqkPNBRQK/)
  await expect(page.locator('.setup mark')).toHaveText('x')
  await expect(use(page)).toBeDisabled()
  await expect(square(page, 'e2')).toHaveAttribute('aria-label', 'e2, white pawn')

  await fen(page).fill('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1')
  await expect(page.locator('#setup-fen-error')).toHaveText('')
  await expect(square(page, 'e4')).toHaveAttribute('aria-label', 'e4, black pawn')
  await expect(page.getByLabel('En passant')).toHaveValue('d3')
  await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked()
  await page.getByLabel('En passant').selectOption('None')
  await expect(fen(page)).toHaveValue('4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1')

  await fen(page).fill('r3k3/8/8/8/8/8/8/4K2R')
  await expect(page.locator('#setup-fen-error')).toHaveText('')
  await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
  await expect(page.getByLabel('White kingside')).toBeChecked()
  await expect(page.getByLabel('White queenside')).not.toBeChecked()
  await expect(page.getByLabel('Black queenside')).toBeChecked()

  await fen(page).fill('bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1')
  await page.getByRole('button', { name: 'Make it Chess960' }).click()
  await use(page).click()
  await untilFen(page, 'bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1')
  await openEditor(page)
  await expect(page.getByLabel('Variant')).toHaveValue('chess960')
})

test('pockets, promoted pieces and checks of variants are set up @dom', async ({ page }) => {
  await openEditor(page)
  await expect(page.getByRole('button', { name: 'Mark as promoted' })).toBeHidden()
  await fen(page).fill('4k3/8/8/3Q~4/8/8/8/4K3[Nq] w - - 0 1')
  await expect(page.getByLabel('Variant')).toHaveValue('crazyhouse')
  await expect(square(page, 'd5')).toHaveAttribute('aria-label', 'd5, white queen, promoted')
  const pocket = (/** @type {string} */ name) => page.getByRole('group', { name })
  await expect(pocket('Black’s pocket').getByLabel('Queens')).toHaveValue('1')
  await pocket('White’s pocket').getByLabel('Pawns').fill('2')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Put a white rook' }).click()
  await square(page, 'a5').click()
  await page.getByRole('button', { name: 'Mark as promoted' }).click()
  for (const name of ['a5', 'd5', 'e1']) await square(page, name).click()
  await expect(fen(page)).toHaveValue('4k3/8/8/R~2Q4/8/8/8/4K3[NPPq] w - - 0 1')
  await use(page).click()
  await untilFen(page, '4k3/8/8/R~2Q4/8/8/8/4K3[NPPq] w - - 0 1')

  await openEditor(page)
  await page.getByLabel('Variant').selectOption('Three-check')
  await page.getByRole('group', { name: 'Checks still to give' }).getByLabel('Black').fill('1')
  await page.keyboard.press('Tab')
  await expect(fen(page)).toHaveValue('4k3/8/8/R2Q4/8/8/8/4K3 w - - 3+1 0 1')
  await page.getByLabel('Variant').selectOption('Horde')
  await expect(verdict(page)).toHaveText(/White’s horde has no king/)
  await page.getByLabel('Variant').selectOption('Racing Kings')
  await page.getByRole('button', { name: 'Start position' }).click()
  await expect(fen(page)).toHaveValue('8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1')
  await expect(page.getByRole('group', { name: 'Castling' })).toBeHidden()
  await use(page).click()
  await untilFen(page, '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1')
  await clickMove(page, 'h2h3')
  await page.locator('#board[data-fen*=" b "]').waitFor()
})

test('a position that no game can reach is reported, and can be played @dom', async ({ page }) => {
  await openEditor(page)
  const wild = '4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1'
  await fen(page).fill(wild)
  await expect(verdict(page)).toHaveText(/You can play this, but no game can reach it/)
  await expect.poll(() => marked(page)).toEqual(['d6', 'e8', 'f6'])
  await use(page).click()
  await untilFen(page, wild)
})

test('with the keyboard alone @dom', async ({ page }) => {
  await page.getByRole('button', { name: 'Set up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: 'Empty board' }).focus()
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  for (let tabs = 0; tabs < 40 && !(await focused())?.startsWith('e1'); tabs++)
    await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focused()).toBe('e1, empty')
  await page.keyboard.press('Shift+K')
  await expect.poll(() => focused()).toBe('e1, white king')
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'p', 'ArrowLeft', 'Q', 'Delete', 'q'])
    await page.keyboard.press(key)
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowUp')
  for (const key of ['k', 'ArrowDown', 'Enter', 'ArrowDown']) await page.keyboard.press(key)
  await expect.poll(() => focused()).toBe('e6, empty')
  await expect(fen(page)).toHaveValue('4k3/8/8/8/8/4qp2/8/4K3 w - - 0 1')
  await page.getByRole('status').filter({ hasText: 'e8 black king' }).waitFor({ state: 'attached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Turn the board' }).focus()
  await page.keyboard.press('Enter')
  await square(page, 'e6').focus()
  for (const key of ['ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
  await expect.poll(() => focused()).toBe('d5, empty')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await untilFen(page, START_FEN)
})

for (const screen of SCREENS) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(
      `${screen.name}, ${colorScheme}: everything fits, and axe finds nothing serious`,
      ONE_HOST,
      async ({ open }) => {
        // bypassCSP allows axe's script.
        const page = await open('', { ...screen.context, colorScheme, bypassCSP: true })
        await openEditor(page)
        await fen(page).fill('4k3/8/8/8/8/8/4R3/4K3[] w - - 0 1')
        await page.getByRole('button', { name: 'Let Black move' }).waitFor()
        await page.addScriptTag({ path: AXE })
        const { violations } = await page.evaluate(() => globalThis.axe.run('dialog'))
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        assert.deepEqual(
          serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
          [],
        )
        const sizes = await page.getByRole('dialog').evaluate(dialog => ({
          tooWide: dialog.scrollWidth > dialog.clientWidth,
          small: [...dialog.querySelectorAll('button, select, input:not([type="checkbox"], [type="radio"])')]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 39.5)
            .map(each => each.outerHTML),
        }))
        assert.deepEqual(sizes, { tooWide: false, small: [] })
      },
    )
  }
}

test('with a finger', async ({ open }) => {
  const page = await open('', SCREENS[0].context)
  await openEditor(page)
  await page.getByRole('button', { name: 'Erase pieces' }).tap()
  await square(page, 'e2').tap()
  await page.getByRole('button', { name: 'Put a black queen' }).tap()
  await square(page, 'e4').tap()
  await page.getByRole('button', { name: 'Move pieces' }).tap()
  await square(page, 'd1').tap()
  await square(page, 'd3').tap()
  await expect(fen(page)).toHaveValue('rnbqkbnr/pppppppp/8/8/4q3/3Q4/PPPP1PPP/RNB1KBNR w KQkq - 0 1')
  const touch = await page.context().newCDPSession(page)
  const [from, to] = [await centreOf(square(page, 'd3')), await centreOf(square(page, 'h5'))]
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const point of [middle, to])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(square(page, 'h5')).toHaveAttribute('aria-label', 'h5, white queen')
})
