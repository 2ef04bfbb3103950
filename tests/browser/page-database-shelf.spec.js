// SPDX-License-Identifier: Apache-2.0
// Several databases by name, games of the board that are saved into one and written back, and games joined into a tree.

import assert from 'node:assert/strict'
import {
  add,
  FILE,
  openRoom,
  openRow,
  openTab,
  rows,
  SMALL,
  undo,
  untilFound,
} from './support/database-room.js'
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

/** @param {string} white @param {string} result */
const won = (white, result) =>
  `[White "${white}"]\n[Black "Ben"]\n[Result "${result}"]\n\n1. e4 e5 ${result}\n`

test('each Undo brings back its own games, in any order; of another database it says that it cannot', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await openRoom(page)
  const text = [won('Anna', '1-0'), won('Carla', '0-1'), won('Carla', '0-1'), won('Dora', '1-0')].join('\n')
  await add(page, { ...FILE, buffer: Buffer.from(text) }, 4)
  const find = page.getByLabel('Find', { exact: true })
  const remove = async (/** @type {string} */ name) => {
    await find.fill(name)
    await untilFound(page, name === 'Anna' ? '1 of 4 games' : '2 of 3 games')
    await page.getByRole('button', { name: 'Remove these' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
  }
  await remove('Anna')
  await untilFound(page, '3 games')
  await remove('Carla')
  await untilFound(page, '1 game')
  // The newer offer is closed: the older one is for Anna.
  const newest = page.locator('.notice', { hasText: '2 games removed.' })
  await newest.getByRole('button', { name: 'Close' }).click()
  await undo(page, '1 game removed.')
  await untilFound(page, '2 games')
  await expect(rows(page)).toHaveText([/Anna/, /Dora/])
  await find.fill('Anna')
  await untilFound(page, '1 of 2 games')
  await page.getByRole('button', { name: 'Remove these' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await untilFound(page, '1 game')
  const shelf = await openShelf(page, 'My games')
  await shelf.getByLabel('New database').fill('Classics')
  await shelf.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('There are no games here yet.')).toBeVisible()
  await undo(page, '1 game removed.')
  await expect(page.locator('.notice', { hasText: 'This cannot be undone any more.' })).toBeVisible()
})

test('a database that is opened shows nothing of the one before: no doubles, no game to write back', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await openRoom(page)
  const twice = { ...FILE, buffer: Buffer.from([won('Anna', '1-0'), won('Anna', '1-0')].join('\n')) }
  await add(page, twice, 2)
  await openTab(page, 'Doubles')
  await expect(page.getByRole('button', { name: 'Remove the 1' })).toBeVisible()
  const shelf = await openShelf(page, 'My games')
  await shelf.getByLabel('New database').fill('Classics')
  await shelf.getByRole('button', { name: 'Add' }).click()
  await add(page, SMALL, 300)
  await expect(page.getByRole('tab', { name: 'Games' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Doubles' })).toHaveText('Doubles')
})

test('a deleted database comes back as long as Undo is offered, also when it has the focus for long', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await page.clock.install()
  await openRoom(page)
  await add(page, SMALL, 300)
  const shelf = await openShelf(page, 'My games')
  await shelf.getByLabel('New database').fill('Classics')
  await shelf.getByRole('button', { name: 'Add' }).click()
  await openShelf(page, 'Classics')
  await shelf.getByRole('button', { name: 'Delete My games' }).click()
  await shelf.getByRole('button', { name: 'Delete', exact: true }).click()
  const offer = page.locator('.notice', { hasText: 'My games was deleted, with 300 games.' })
  await offer.getByRole('button', { name: 'Undo' }).focus()
  await page.clock.fastForward(60_000)
  await page.keyboard.press('Enter')
  await untilFound(page, '300 games')
  // Without Undo its files are gone, and its name.
  await openShelf(page, 'My games')
  await shelf.getByRole('button', { name: 'Delete Classics' }).click()
  await shelf.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('.notice', { hasText: 'Classics' }).getByRole('button', { name: 'Close' }).click()
  const names = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(names).not.toContain('Classics')
})

test('two tabs change the list of databases: each keeps what the other has added', async ({ open }) => {
  const page = await open('', DESKTOP)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await openRoom(page)
  await openRoom(other)
  const shelf = await openShelf(page, 'My games')
  await shelf.getByLabel('New database').fill('Classics')
  await shelf.getByRole('button', { name: 'Add' }).click()
  await add(page, SMALL, 300)
  const otherShelf = await openShelf(other, 'My games')
  await expect(otherShelf.getByRole('listitem')).toHaveText([/^My games 0 games/, /^Classics 300 games/])
  await otherShelf.getByRole('button', { name: 'Rename My games' }).click()
  await otherShelf.getByLabel('Name', { exact: true }).fill('Mine')
  await otherShelf.getByLabel('Name', { exact: true }).press('Tab')
  await openShelf(page, 'Classics')
  await expect(shelf.getByRole('listitem')).toHaveText([/^Classics 300 games/, /^Mine 0 games/])
  await page.reload()
  await openRoom(page)
  await untilFound(page, '300 games')
  await openShelf(page, 'Classics')
  await expect(shelf.getByRole('listitem')).toHaveCount(2)
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

test('an empty database offers an example, which becomes a database of its own', async ({ open }) => {
  const page = await open('', DESKTOP)
  await openRoom(page)
  let load = () => {}
  /** @type {Promise<void>} */
  const wanted = new Promise(resolve => {
    load = resolve
  })
  await page.route('**/classics.bin', async route => {
    await wanted
    await route.continue()
  })
  await page.getByRole('button', { name: 'Look at an example' }).click()
  // A second click makes no second database.
  await page.getByRole('button', { name: 'Loading …' }).click({ force: true })
  load()
  await untilFound(page, '4,886 games')
  await page.getByLabel('Find', { exact: true }).fill('Morphy Anderssen')
  await expect(page.locator('.db-head [role="status"]')).toHaveText(/^\d\d of 4,886 games$/)
  const shelf = await openShelf(page, 'Classic games')
  await expect(shelf.getByRole('listitem')).toHaveText([/^Classic games 4,886 games/, /^My games 0 games/])
})
