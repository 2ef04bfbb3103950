// SPDX-License-Identifier: Apache-2.0
// Several databases by name, games of the board that are saved into one and written back, and games joined into a tree.

import assert from 'node:assert/strict'
import { add, FILE, openRoom, openRow, rows, SMALL, undo, untilFound } from './support/database-room.js'
import { expect, test } from './support/fixtures.js'
import { pgnHash, showTab } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** @param {Page} page @param {string} name of the open database */
async function openShelf(page, name) {
  await page.getByRole('button', { name: `${name}: choose a database` }).click()
  return page.getByRole('dialog', { name: 'Databases' })
}

test('databases have names: they are added, opened, renamed and deleted with their count, and come back', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await openRoom(page)
  await add(page, SMALL, 300)
  const shelf = await openShelf(page, 'My games')
  await shelf.getByLabel('New database').fill('Classics')
  await shelf.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('There are no games here yet.')).toBeVisible()
  await add(page, { ...FILE, buffer: Buffer.from('[White "Anna"]\n\n1. e4 e5 *\n') }, 1)
  await openShelf(page, 'Classics')
  await expect(shelf.getByRole('listitem')).toHaveText([/^Classics 1 game/, /^My games 300 games/])
  await shelf.getByRole('button', { name: 'Rename Classics' }).click()
  await shelf.getByLabel('Name', { exact: true }).fill('Old games')
  await shelf.getByLabel('Name', { exact: true }).press('Tab')
  await shelf.getByRole('button', { name: /^My games 300/ }).click()
  await untilFound(page, '300 games')
  await page.reload()
  await openRoom(page)
  await untilFound(page, '300 games')
  await openShelf(page, 'My games')
  await shelf.getByRole('button', { name: 'Delete Old games' }).click()
  await expect(shelf).toContainText('Delete Old games with its 1 game?')
  await shelf.getByRole('button', { name: 'Delete', exact: true }).click()
  await untilFound(page, '300 games')
  await undo(page, 'Old games was deleted, with 1 game.')
  await untilFound(page, '1 game')
  await expect(rows(page)).toHaveText([/Anna/])
  // Deleted for good: the files are removed by the next visit at the latest.
  await openShelf(page, 'Old games')
  await shelf.getByRole('button', { name: 'Delete Old games' }).click()
  await shelf.getByRole('button', { name: 'Delete', exact: true }).click()
  await untilFound(page, '300 games')
  await page.reload()
  await openRoom(page)
  await untilFound(page, '300 games')
  await openShelf(page, 'My games')
  await expect(shelf.getByRole('listitem')).toHaveCount(1)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory()
        const names = []
        for await (const name of /** @type {any} */ (await root.getDirectoryHandle('binbo-databases')).keys())
          names.push(name)
        return names.length
      }),
    )
    .toBe(1)
})

test('a game of the board is saved, and written back when it differs; each can be undone', async ({
  open,
}) => {
  const page = await open(pgnHash('[White "Anna"] [Black "Ben"] 1. e4 e5 *'), DESKTOP)
  await page.locator('#menu-share').click()
  await page.getByRole('button', { name: 'Save into the database' }).click()
  await page.locator('.notice', { hasText: 'Saved into My games.' }).waitFor()
  await openRoom(page)
  await untilFound(page, '1 game')
  const board = page.locator('.db-onboard')
  await expect(board).toHaveCount(0)
  await showTab(page, 'moves')
  await page.keyboard.press('End')
  await page.keyboard.press('m')
  await page.locator('#typed-move:focus').fill('Nf3')
  await page.keyboard.press('Enter')
  await expect(page.locator('#moves')).toContainText('Nf3')
  await showTab(page, 'games')
  await expect(board).toContainText('Anna – Ben, which differs from the game here.')
  await board.getByRole('button', { name: 'Write it back' }).click()
  await expect(board).toHaveCount(0)
  await untilFound(page, '1 game')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Nf3')
  await undo(page, 'Written back into My games.')
  await expect(page.getByRole('region', { name: 'Preview' })).not.toContainText('Nf3')
  await expect(board).toContainText('which differs')
  await board.getByRole('button', { name: 'Save as a new game' }).click()
  await untilFound(page, '2 games')
  await page.reload()
  await openRoom(page)
  await untilFound(page, '2 games')
  // A game that was opened and not changed does not differ.
  await openRow(rows(page).first())
  await showTab(page, 'games')
  await expect(board).toHaveCount(0)
})

test('the games found are joined into a tree on the board', async ({ open }) => {
  const page = await open('', DESKTOP)
  await openRoom(page)
  await add(page, SMALL, 300)
  await page.getByRole('button', { name: 'Join into a tree' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join 300 games into a tree' })
  await dialog.getByLabel('Moves deep').fill('2')
  await dialog.getByRole('button', { name: 'Open the tree' }).click()
  await expect(page.locator('#moves')).toContainText('180 games, White')
  const text = (await page.locator('#moves').textContent()) ?? ''
  for (const move of ['e4', 'e5', 'c5', 'Nf3', 'd4', 'c4']) assert.ok(text.includes(move), move)
  await expect(page.locator('#moves')).not.toContainText('[%')
})
