// SPDX-License-Identifier: Apache-2.0
// Printing: the page becomes a game with diagrams, or a worksheet, black on white, without controls.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { openMenu, pgnHash } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GAME = `[White "Anna"]
[Black "Ben"]
[Event "Club"]
[Date "2026.11.21"]
[Result "1-0"]

{Before it all.} 1. e4 e5 2. Bc4 {looks at f7} Nc6 (2... Nf6 3. d3 {quiet} (3. Nf3) 3... Bc5) 3. Qh5 $220 Nf6 $4 4. Qxf7# 1-0`
const PUZZLES = [
  '00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8000,long,https://lichess.org/787zsVup#48,\n',
  '0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1501,76,96,32562,short,https://lichess.org/F8M8OS71#53,\n',
]

/**
 * Shows what is printed instead of the page, once the part that prints is loaded.
 * @param {Page} page
 * @returns the sheet, as on paper
 */
async function printed(page) {
  const sheet = page.locator('.print-only .sheet')
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.emulateMedia({ media: 'print' })
    await sheet.waitFor({ timeout: 500 })
  }).toPass()
  return sheet
}

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`${colorScheme}: a page with a game is printed as an annotated game`, async ({ open }) => {
    const page = await open(pgnHash(GAME), { colorScheme })
    const sheet = await printed(page)
    await expect(sheet.getByRole('heading')).toHaveText('Anna – Ben')
    await expect(sheet.locator('header p')).toHaveText(/^Club, 2026\.11\.21 · .*\(C\d\d\) · 1–0$/)
    await expect(sheet.locator('.sheet-main')).toHaveText([
      /^1\.\se4 e5 2\.\sBc4\s*$/,
      /^2…\sNc6\s*$/,
      /^3\.\sQh5\s*$/,
      /^3…\sNf6\?\? 4\.\sQxf7#\s*1–0\s*$/,
    ])
    await expect(sheet.locator('.sheet-comment')).toHaveText(['Before it all.', 'looks at f7'])
    await expect(sheet.locator('.sheet-variation')).toHaveText([
      /^2…\sNf6 3\.\sd3 quiet\s*$/,
      /^3\.\sNf3\s*$/,
      /^3…\sBc5\s*$/,
    ])
    await expect(sheet.locator('figcaption')).toHaveText(['After 3. Qh5'])
    await expect(sheet.locator('figure svg .piece')).toHaveCount(32)
    // Nothing but the sheet, black on white.
    await expect(page.locator('button:visible, .top:visible, #board:visible')).toHaveCount(0)
    const colours = await sheet.evaluate(element => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor, getComputedStyle(document.body).backgroundColor]
    })
    assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('.print-only')).toHaveCount(0)
    await expect(page.locator('#board')).toBeVisible()
  })

test('the choices of the dialog are printed, and kept', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await openMenu(page, 'share')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Print this game' })
  const preview = dialog.locator('.print-preview')
  await expect(preview.locator('figcaption')).toHaveText('After 3. Qh5')
  await dialog.getByRole('checkbox', { name: 'Variations' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Comments' }).uncheck()
  await dialog.getByRole('radio', { name: 'None' }).check()
  await dialog.getByRole('radio', { name: 'One', exact: true }).check()
  const text = /^1\.\se4 e5 2\.\sBc4 Nc6 3\.\sQh5 Nf6\?\? 4\.\sQxf7#\s*1–0\s*$/
  await expect(preview.locator('.sheet-text > *')).toHaveText([text])
  const sheet = await printed(page)
  await expect(sheet.locator('.sheet-text > *')).toHaveText([text])
  await expect(sheet.locator('.sheet-text')).toHaveAttribute('data-columns', 'one')
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await printed(page)
  await expect(sheet.locator('.sheet-text > *')).toHaveText([text])
})

test('a long game is a PDF of several pages, with pieces and text as shapes', async ({ open }) => {
  const moves = Array.from({ length: 150 }, (_, at) => {
    const [white, black] = at % 2 === 0 ? ['Nf3', 'Nf6'] : ['Ng1', 'Ng8']
    return `${at + 1}. ${white} {White comes, or goes, as it likes to do here.} ${black}`
  })
  const page = await open(pgnHash(`${moves.join(' ')} *`))
  await printed(page)
  await page.emulateMedia({ media: null })
  const pdf = await page.pdf({ format: 'A4', printBackground: false, preferCSSPageSize: false })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  assert.ok(pages.length >= 2, `${pages.length} pages`)
  assert.doesNotMatch(pdf.toString('latin1'), /\/Subtype\s*\/Image/)
  // The page is as before.
  await expect(page.locator('.print-only')).toHaveCount(0)
})

test('puzzles are printed as a worksheet, solutions on the last page', async ({ open }) => {
  const page = await open()
  await page.locator('#mode-train').click()
  const room = page.getByRole('region', { name: 'Train', exact: true })
  await room.locator('label', { hasText: 'Puzzles' }).click()
  await room.getByLabel('A file of puzzles').setInputFiles({
    name: 'puzzles.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(PUZZLES.join('')),
  })
  await room.getByRole('button', { name: 'Print a worksheet of puzzles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print a worksheet' })
  await dialog.getByRole('radio', { name: '4', exact: true }).check()
  const sheet = await printed(page)
  await expect(sheet.getByRole('heading')).toHaveText(['Puzzles', 'Solutions'])
  await expect(sheet.locator('.sheet-page[data-count="4"] figcaption')).toHaveText([
    '1 White to move',
    '2 Black to move',
  ])
  await expect(sheet.locator('.sheet-line')).toHaveCount(2)
  // From the side that moves, without players and addresses.
  await expect(sheet.locator('.sheet-page')).not.toContainText('lichess')
  await expect(sheet.locator('.sheet-answers li')).toHaveText([
    /^25\. Rxe7 Qb1\+ 26\. Nc1 Qxc1\+ 27\. Qxc1.*00008/s,
    /^27\.\.\. Rd8 28\. Qxd8\+ Bxd8.*0000D/s,
  ])
  await page.emulateMedia({ media: null })
  const pdf = await page.pdf({ format: 'Letter' })
  assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 2)
})

test('a position that is asked is printed without its answer', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 *'))
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  await page.locator('#mode-train').click()
  const room = page.getByRole('region', { name: 'Train', exact: true })
  await room.getByLabel('Name').fill('King’s pawn')
  await room.getByRole('button', { name: 'Add' }).click()
  await room.getByRole('button', { name: 'Train King’s pawn' }).click()
  await expect(room.locator('.task')).toHaveText('What do you play for White?')
  const sheet = await printed(page)
  await expect(sheet.locator('figcaption')).toHaveText('White to move')
  await expect(sheet.locator('p, h1')).toHaveCount(0)
})
