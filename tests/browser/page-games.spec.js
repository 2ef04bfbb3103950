// SPDX-License-Identifier: Apache-2.0
// The place "Games" on a phone and a desktop: what comes there is seen at once, and nothing of a list is cut.

import assert from 'node:assert/strict'
import { chips, openFilter } from './support/database-room.js'
import { expect, test } from './support/fixtures.js'
import { manyGames } from './support/many-games.js'
import { AFTER_E4, openMenu, paste, showTab, untilFen } from './support/page.js'

const PASTED_FEN = AFTER_E4.replace('KQkq e3', 'KQkq -')

const WINDOWS = /** @type {const} */ ([
  ['phone', { width: 390, height: 844 }, 8],
  ['tablet', { width: 768, height: 1024 }, 13],
  ['tablet held sideways', { width: 1024, height: 768 }, 5],
  ['desktop', { width: 1366, height: 768 }, 8],
])

for (const [name, viewport] of WINDOWS)
  test(`${name}: a single game or position that comes while the games are shown is seen at once`, async ({
    open,
  }) => {
    const page = await open('', { viewport })
    for (const [text, sign] of [
      ['1. d4 d5 2. c4 *', 'c4'],
      ['[White "Anna"]\n\n1. e4 e5 2. Nf3 *', 'Nf3'],
    ]) {
      await showTab(page, 'games')
      await page.getByRole('group', { name: 'Open games' }).waitFor()
      await paste(page, text)
      const move = page.getByRole('button', { name: `2. ${sign}` })
      await move.filter({ visible: true }).first().waitFor()
      await expect(page.locator('#board')).toBeInViewport({ ratio: 1 })
      await expect(page.locator('#games')).toBeHidden()
    }
    await showTab(page, 'games')
    await paste(page, PASTED_FEN)
    await untilFen(page, PASTED_FEN)
    await expect(page.locator('#board')).toBeInViewport({ ratio: 1 })
    await showTab(page, 'games')
    const ways = page.getByRole('group', { name: 'Open games' })
    await ways.getByRole('button', { name: 'New tab' }).click()
    await page.locator('#start').waitFor()
  })

test('one room: its name offers the file and the databases, and a file is filtered as they are, where it can be', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  const { games, pgn } = manyGames(300)
  await showTab(page, 'games')
  await page
    .getByLabel('PGN file, of any size')
    .setInputFiles({ name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) })
  await expect(page.locator('.pgn-reading')).toContainText('300 games')
  const shelf = page.getByRole('dialog', { name: 'Databases' })
  await page.getByRole('button', { name: 'many.pgn: choose other games' }).click()
  await expect(shelf.getByRole('listitem')).toHaveText([/^many\.pgn 300 games/, /^My games 0 games/])
  await shelf.getByRole('button', { name: /^My games/ }).click()
  await expect(page.getByText('There are no games here yet.')).toBeVisible()
  await page.getByRole('button', { name: 'My games: choose a database' }).click()
  await shelf.getByRole('button', { name: /^many\.pgn/ }).click()
  await expect(page.getByRole('heading', { name: 'many.pgn' })).toBeVisible()
  await openFilter(page, 'Player')
  // They need the moves.
  for (const name of ['Opening', 'Time control', 'Position on the board', 'Pattern', 'Material'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.getByLabel('Player', { exact: true }).fill('adams')
  await page.getByRole('radio', { name: 'with White', exact: true }).check()
  await openFilter(page, 'Date')
  await page.getByLabel('Date, from').fill('1990')
  const found = games.filter(({ white, year }) => white === 'Adams, Ann' && year >= 1990).length
  await expect(page.getByText(`${found} games of 300 found.`)).toBeVisible()
  await expect(chips(page)).toHaveText(['Player adams', 'with White', 'Date from 1990'])
  await page.getByLabel('Date, from').fill('19')
  await expect(page.locator('.db-problem')).toHaveText(/“19” is not a date/)
  await expect(page.getByText(`${found} games of 300 found.`)).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await page.getByText('All games are shown.').waitFor({ state: 'attached' })
  await expect(chips(page)).toHaveCount(0)
})

test('of 200 games the list, the way to the next and all figures are in sight, in any window', async ({
  open,
}) => {
  const page = await open('')
  const game = (/** @type {number} */ number) =>
    `[White "Vachier-Lagrave, Maxime"]\n[WhiteElo "${2500 + number}"]\n[Date "2024.11.28"]\n[ECO "C50"]\n\n1. e4 1/2-1/2\n`
  const buffer = Buffer.from(Array.from({ length: 200 }, (_, at) => game(at)).join('\n'))
  await openMenu(page, 'open')
  const chooser = page.getByLabel('PGN file, of any size')
  await chooser.setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer })
  await page.getByText('200 games, in').waitFor()
  const cells = page.locator('.pgn-row :is(.pgn-id, .pgn-elo, .pgn-result, .pgn-date, .pgn-plies)')
  const cut = () =>
    cells.evaluateAll(all => all.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length)
  for (const [name, viewport, rows] of WINDOWS) {
    await page.setViewportSize(viewport)
    const inSight = async () => {
      for (const part of ['.pgn-list', '.pgn-steps', '#games-find'])
        await expect(page.locator(part), name).toBeInViewport({ ratio: 1 })
    }
    await inSight()
    await expect.poll(cut, name).toBe(0)
    const { y, height } = /** @type {{ y: number, height: number }} */ (
      await page.locator('.pgn-list').boundingBox()
    )
    const { height: row } = /** @type {{ height: number }} */ (
      await page.getByRole('option').first().boundingBox()
    )
    assert.ok(height >= rows * row, `${name}: ${height / row} rows`)
    await page.getByLabel('White won').check()
    await page.getByText('0 games of 200 found.').waitFor()
    await page.getByLabel('White won').uncheck()
    await page.getByText('All games are shown.').waitFor({ state: 'attached' })
    await page.getByLabel('Find').fill('2619')
    await page.getByText('1 game of 200 found.').waitFor()
    assert.equal((await page.locator('.pgn-list').boundingBox())?.y, y, `${name}: nothing moves`)
    await page.getByRole('option').click()
    await showTab(page, 'games')
    await page.locator('.pgn-place', { hasText: 'Game 120 of 200' }).waitFor()
    await inSight()
    await page.getByLabel('Find').fill('')
    await page.getByText('All games are shown.').waitFor({ state: 'attached' })
  }
})
