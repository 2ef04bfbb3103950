// SPDX-License-Identifier: Apache-2.0
// What users do in the database of the page, and its games.

import assert from 'node:assert/strict'
import { expect } from '@playwright/test'
import { manyGames } from './many-games.js'
import { showTab } from './page.js'

/** @import { Locator, Page } from '@playwright/test' */
/** @import { ManyGame } from './many-games.js' */

export const COUNT = 20_000
export const { games, pgn } = manyGames(COUNT)
export const FILE = { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) }
export const SMALL = { ...FILE, buffer: Buffer.from(manyGames(300).pgn) }

/** @param {Page} page */
export async function openRoom(page) {
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Database' }).click()
  await page.getByRole('button', { name: 'Add files' }).waitFor()
}

/** @param {Page} page @param {typeof FILE} file @param {number} count of games that there are then */
export async function add(page, file, count) {
  await page.getByLabel('PGN files for the database').setInputFiles(file)
  await untilFound(page, count === 1 ? '1 game' : `${count.toLocaleString('en')} games`)
  await expect(page.locator('.db-import')).toHaveCount(0)
}

/** @param {Page} page @param {string} text such as '12 of 300 games' */
export const untilFound = (page, text) =>
  expect(page.locator('.db-head [role="status"]')).toHaveText(text, { timeout: 60_000 })

/** @param {Page} page @param {(game: ManyGame) => boolean} isWanted waits until as many are found @returns {Promise<number>} */
export async function untilFoundAs(page, isWanted) {
  const count = games.filter(isWanted).length
  assert.ok(count > 0 && count < COUNT, `${count} games tell nothing`)
  await untilFound(page, `${count.toLocaleString('en')} of ${COUNT.toLocaleString('en')} games`)
  return count
}

/** @param {Page} page @returns {Locator} */
export const rows = page => page.locator('.db-table [role="option"]')

/**
 * Opens the game of a row: where there is a preview a click only selects it.
 * @param {Locator} row
 */
export const openRow = row => ((row.page().viewportSize()?.width ?? 0) >= 1200 ? row.dblclick() : row.click())

/**
 * Opens the fields of a filter.
 * @param {Page} page @param {string} name on its chip
 */
export async function openFilter(page, name) {
  const chip = page.getByRole('button', { name, exact: true })
  if ((await chip.count()) === 0) await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await chip.click()
}

/** @param {Page} page @returns {Locator} the chips of the filters in use */
export const chips = page => page.locator('.chip.used')

/** @param {Page} page @param {string} name of the tab, or its beginning */
export const openTab = (page, name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** @param {Page} page @param {string} label @returns {Promise<void>} */
export const undo = (page, label) =>
  page.locator('.notice', { hasText: label }).getByRole('button', { name: 'Undo' }).click()
