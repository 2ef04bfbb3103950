// SPDX-License-Identifier: Apache-2.0
// Arrows and circles that the right mouse button draws on the board.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { parsePgn } from 'binbo/pgn'
import { boardSvg } from 'binbo/svg'
import { expect, test } from './support/fixtures.js'
import { centre, clickMove, downloaded, openMenu, pgnHash, square, storageKey } from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** @param {Page} page @param {string} from @param {string} to the same square for a circle @param {string[]} [keys] held */
async function draw(page, from, to, keys = []) {
  const start = await centre(page, from)
  const end = await centre(page, to)
  for (const key of keys) await page.keyboard.down(key)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(end.x, end.y, { steps: 3 })
  await page.mouse.up({ button: 'right' })
  for (const key of keys) await page.keyboard.up(key)
}

/** @param {Page} page @param {string} layers @returns {Promise<string[]>} such as 'e2e4 green', sorted */
const marks = async (page, layers = '.marks, .arrows') => {
  const signs = page.locator(`#board .layer:is(${layers}) > *`)
  const texts = await signs.evaluateAll(all =>
    all.map(sign => `${sign.getAttribute('data-sign')} ${sign.getAttribute('class')?.split(' ').at(-1)}`),
  )
  return texts.sort()
}

test('each colour; the same again erases, another colour replaces', async ({ page }) => {
  await draw(page, 'e2', 'e4')
  await draw(page, 'g1', 'f3', ['Shift'])
  await draw(page, 'd7', 'd5', ['Control'])
  await draw(page, 'b8', 'c6', ['Alt'])
  await draw(page, 'e5', 'e5', ['Shift', 'Alt'])
  await draw(page, 'd4', 'd4')
  const all = ['b8c6 blue', 'd4 green', 'd7d5 red', 'e2e4 green', 'e5 yellow', 'g1f3 red']
  await expect.poll(() => marks(page)).toEqual(all)
  assert.equal((await marks(page, '.drawing')).length, 0)
  // A left click and a picked-up piece leave them alone.
  await square(page, 'a5').click()
  await square(page, 'g1').click()
  await square(page, 'g1').click()
  await expect.poll(() => marks(page)).toEqual(all)
  await draw(page, 'e2', 'e4')
  await draw(page, 'e5', 'e5')
  await draw(page, 'd4', 'd4')
  await expect.poll(() => marks(page)).toEqual(['b8c6 blue', 'd7d5 red', 'e5 green', 'g1f3 red'])
})

test('they belong to their position, are kept in the game and survive a reload', async ({ open }) => {
  const page = await open(pgnHash('1. e4 {[%cal Gd2d4]} e5 *'))
  await page.locator('#nav-last').click()
  await draw(page, 'g1', 'f3')
  await draw(page, 'f7', 'f7', ['Shift'])
  await expect.poll(() => marks(page)).toEqual(['f7 red', 'g1f3 green'])
  await page.locator('#nav-back').click()
  await expect.poll(() => marks(page)).toEqual(['d2d4 green'])
  await draw(page, 'd2', 'd4')
  await expect.poll(() => marks(page)).toEqual([])
  await page.locator('#nav-last').click()
  await page.waitForFunction(() => {
    const saved = JSON.stringify({ ...sessionStorage })
    return saved.includes('%cal Gg1f3') && saved.includes('%csl Rf7') && !saved.includes('d2d4')
  })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  // On a busy machine the board may be drawn before the place in the game is known.
  await page.locator('#board .layer [data-sign="g1f3"]').waitFor({ state: 'attached' })
  await expect.poll(() => marks(page)).toEqual(['f7 red', 'g1f3 green'])
})

test('shown while it is drawn; ended by Escape, beside the board, and by another position', async ({
  page,
}) => {
  const from = await centre(page, 'b1')
  const to = await centre(page, 'c3')
  const begin = async () => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down({ button: 'right' })
    await expect.poll(() => marks(page, '.drawing')).toEqual(['b1 green'])
    await page.mouse.move(to.x, to.y, { steps: 2 })
    await expect.poll(() => marks(page, '.drawing')).toEqual(['b1c3 green'])
  }
  await begin()
  await page.keyboard.press('Escape')
  await expect.poll(() => marks(page, '.drawing')).toEqual([])
  await page.mouse.up({ button: 'right' })
  await begin()
  await page.mouse.move(2, 2)
  await expect.poll(() => marks(page, '.drawing')).toEqual([])
  await page.mouse.up({ button: 'right' })
  await expect.poll(() => marks(page)).toEqual([])
  // A piece in the hand is put back.
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.locator('.cm-chessboard-draggable-piece').waitFor()
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await page.mouse.up()
  await expect(page.locator('.cm-chessboard-draggable-piece')).toHaveCount(0)
  await expect(page.locator('#board .pieces > g:visible')).toHaveCount(32)
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  await expect.poll(() => marks(page), 'they were drawn before the move').toEqual([])
})

const DRAWN = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 {[%csl Re5][%cal Gf3e5]} *'

/** @param {Page} page @param {string} name of the button */
async function savePicture(page, name) {
  await openMenu(page, 'share')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  return waiting
}

test('pictures of the position have them, too, and its side, colours and pieces', async ({ open }) => {
  const page = await open(pgnHash(DRAWN), { acceptDownloads: true })
  await page.keyboard.press('End')
  await page.keyboard.press('f')
  await expect.poll(() => marks(page)).toEqual(['e5 red', 'f3e5 green'])
  const svg = await savePicture(page, 'Save picture as SVG')
  assert.equal(svg.suggestedFilename(), 'Anna-Ben.svg')
  const [node] = [...parsePgn(DRAWN)[0].mainline()].slice(-1)
  const marked = { arrows: node.arrows, circles: node.squares }
  assert.equal(await downloaded(svg), boardSvg(node, { ...marked, orientation: 'black', size: 1200 }))

  const settings = { pieces: 'flat', board: 'harbour' }
  const save = ([key, text]) => localStorage.setItem(key, text)
  await page.evaluate(save, [storageKey(page, 'settings'), JSON.stringify(settings)])
  // White is at the bottom again.
  await page.reload()
  await page.keyboard.press('End')
  await expect.poll(() => marks(page)).toEqual(['e5 red', 'f3e5 green'])
  const png = await savePicture(page, 'Save picture')
  assert.equal(png.suggestedFilename(), 'Anna-Ben.png')
  const seen = await page.evaluate(
    async base64 => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      const { width, height } = Object.assign(canvas, { width: image.width, height: image.height })
      const context = /** @type {CanvasRenderingContext2D} */ (
        canvas.getContext('2d', { willReadFrequently: true })
      )
      context.drawImage(image, 0, 0)
      const [pawn, square] = [669, 394].map(y => [...context.getImageData(669, y, 1, 1).data])
      return { width, height, pawn, square }
    },
    await readFile(await png.path(), 'base64'),
  )
  // The middle of e4, a white pawn of the flat set, and of e6.
  const [, light] = /class="square light"[^>]* fill="#(\w+)"/.exec(boardSvg(node, { theme: 'harbour' })) ?? []
  assert.deepEqual(seen, {
    ...{ width: 1200, height: 1200 },
    pawn: [255, 255, 255, 255],
    square: [...Buffer.from(`${light}ff`, 'hex')],
  })
})
