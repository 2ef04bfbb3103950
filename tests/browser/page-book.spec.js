// SPDX-License-Identifier: Apache-2.0
// The opening book: a file that is dropped or opened, from which the computer plays.

import assert from 'node:assert/strict'
import { Book } from '../../dist/book.js'
import { parsePgn } from '../../dist/pgn.js'
import { expect, test } from './support/fixtures.js'
import {
  clickMove,
  ENGINE_PATIENCE,
  follow,
  notice,
  openMenu,
  openSettings,
  pgnHash,
  startGame,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** Black has one answer to 1. e4, and one to 2. Nf3. */
const GAMES = '1. e4 c6 2. Nf3 d5 0-1\n\n1. e4 c6 2. d4 d5 1/2-1/2\n'
const OF_BOOK = 'From the book: c6.'

const bookFile = async () => ({
  name: 'caro.bin',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(await (await Book.fromGames(parsePgn(GAMES))).bytes()),
})

/** Opens files in the panel "Games". @param {Page} page @param {{ name: string, mimeType: string, buffer: Buffer }} file */
async function openFile(page, file) {
  await openMenu(page, 'open')
  await page.locator('#games input[type="file"]').setInputFiles(file)
}

test('a dropped book is played from while it knows the position, then the engine goes on', async ({
  page,
}) => {
  const { buffer, name } = await bookFile()
  await page.evaluate(
    ([bytes, name]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name))
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
    },
    /** @type {const} */ ([[...buffer], name]),
  )
  await notice(page, 'The computer opens by the book caro.bin.').waitFor()
  await startGame(page, { side: 'White', seconds: 1 })
  await clickMove(page, 'e2e4')
  await expect(page.locator('#status .activity')).toHaveText(OF_BOOK)
  await clickMove(page, 'g1f3')
  await expect(page.locator('#status .activity')).toHaveText('From the book: d5.')
  await clickMove(page, 'b1c3')
  await expect(page.locator('#status .activity')).toHaveText('Your move.', { timeout: ENGINE_PATIENCE })
  await expect(page.locator('.move-list')).toContainText(/Nc3/)
})

test('a book is kept over reloads, its moves stand beside the opening, and the settings remove it', async ({
  page,
}) => {
  await openFile(page, await bookFile())
  await notice(page, 'caro.bin').waitFor()
  await page.reload()
  await follow(page, pgnHash('1. e4 *'))
  await page.locator('.move-list', { hasText: 'e4' }).waitFor()
  await page.keyboard.press('End')
  const moves = page.getByRole('group', { name: 'Moves of the opening book' })
  await moves.getByRole('button', { name: /^c6 100 %$/ }).click()
  await page.locator('.move-list', { hasText: 'c6' }).waitFor()
  await expect(moves.getByRole('button')).toHaveText(['d4 100 %'])
  await startGame(page, { side: 'White', seconds: 1 })
  await clickMove(page, 'e2e4')
  await expect(page.locator('#status .activity')).toHaveText(OF_BOOK)
  await expect(moves).toBeHidden()
  await openSettings(page, 'Play')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByText('caro.bin')).toBeVisible()
  await settings.getByRole('button', { name: 'Remove' }).click()
  await settings.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.reload()
  await openSettings(page, 'Play')
  await settings.getByLabel('Opening book').setInputFiles(await bookFile())
  await expect(settings.getByText('caro.bin', { exact: true })).toBeVisible()
})

test('files that are no book are refused in words, and the book stays @dom', async ({ page }) => {
  await openFile(page, await bookFile())
  await notice(page, 'caro.bin').waitFor()
  for (const [bytes, words] of /** @type {const} */ ([
    [15, /^wrong\.bin is no opening book in the format of Polyglot, or it is cut off\./],
    [160, /^wrong\.bin is no opening book: it knows no move at the start of a game\./],
    [0, /^wrong\.bin is no opening book: it knows no move/],
  ])) {
    await openFile(page, { name: 'wrong.bin', mimeType: '', buffer: Buffer.alloc(bytes, 7) })
    await expect(page.locator('.notice.error')).toHaveText(words)
  }
  await page.locator('.notice').getByRole('button', { name: 'Close' }).click()
  await openSettings(page, 'Play')
  await expect(page.getByRole('dialog', { name: 'Settings' }).getByText('caro.bin')).toBeVisible()
})

test('where the book is gone or damaged, the engine plays', async ({ page }) => {
  await openFile(page, await bookFile())
  await notice(page, 'caro.bin').waitFor()
  const stored = await page.evaluate(async () => {
    const [{ name = '' }] = await indexedDB.databases()
    const done = (/** @type {IDBRequest} */ request) =>
      new Promise(resolve => {
        request.onsuccess = () => resolve(request.result)
      })
    const database = await done(indexedDB.open(name))
    const store = database.transaction('books', 'readwrite').objectStore('books')
    await done(store.put(new Blob(['not sixteen bytes']), 'caro.bin'))
    return done(store.count())
  })
  assert.equal(stored, 1)
  await page.reload()
  await startGame(page, { side: 'White', seconds: 1 })
  await clickMove(page, 'e2e4')
  await notice(page, 'The book caro.bin cannot be read: the engine finds all moves itself.').waitFor()
  await expect(page.locator('#status .activity')).toHaveText('Your move.', { timeout: ENGINE_PATIENCE })
})
