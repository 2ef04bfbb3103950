// SPDX-License-Identifier: Apache-2.0
// The tabs of the page's database: groups of the games found, names that are one player's, and doubles.

import {
  add,
  chips,
  FILE,
  games,
  openRoom,
  openTab,
  rows,
  SMALL,
  undo,
  untilFound,
} from './support/database-room.js'
import { expect, test } from './support/fixtures.js'

/** @import { ManyGame } from './support/many-games.js' */

test('tabs group the games found by opening, player and year; a click shows the games of a group', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1440, height: 900 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  const some = games.slice(0, 300)
  await openTab(page, 'By opening')
  await expect(rows(page).first()).toHaveText(/^English Opening +60 /)
  await expect(rows(page)).toHaveCount(5)
  await rows(page).filter({ hasText: 'Sicilian Defense' }).click()
  await untilFound(page, '60 of 300 games')
  await expect(chips(page)).toHaveText(['Opening Sicilian Defense'])
  await expect(page.getByRole('tab', { name: 'Games' })).toHaveAttribute('aria-selected', 'true')
  // Of one family the variations are shown, and found as well.
  await openTab(page, 'By opening')
  await expect(rows(page)).toHaveText([/^Sicilian Defense: Najdorf Variation +60 /])
  await page.locator('.db-table .pgn-list').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText(['Opening Sicilian Defense: Najdorf Variation'])
  await untilFound(page, '60 of 300 games')
  await page.getByRole('button', { name: 'Show all' }).click()
  await openTab(page, 'By player')
  const isIn = (/** @type {ManyGame} */ { white, black }, /** @type {string} */ name) =>
    [white, black].includes(name)
  const ofAdams = some.filter(game => isIn(game, 'Adams, Ann'))
  await rows(page).filter({ hasText: 'Adams, Ann' }).click()
  await untilFound(page, `${ofAdams.length} of 300 games`)
  await openTab(page, 'By opponent')
  const won = ofAdams.filter(
    game => isIn(game, 'Díaz, Dora') && game.result === (game.white === 'Adams, Ann' ? '1-0' : '0-1'),
  ).length
  const all = ofAdams.filter(game => isIn(game, 'Díaz, Dora'))
  const decided = all.filter(({ result }) => result !== '*').length
  const row = rows(page).filter({ hasText: 'Díaz, Dora' })
  await expect(row).toHaveText(new RegExp(`^Díaz, Dora +${all.length} `))
  await expect(row.getByRole('img')).toHaveAccessibleName(
    new RegExp(`^Won ${Math.round((100 * won) / decided)} %, `),
  )
  await row.click()
  await expect(chips(page)).toHaveText(['Player Adams, Ann', 'against Díaz, Dora'])
  await untilFound(page, `${all.length} of 300 games`)
  await page.getByRole('button', { name: 'Show all' }).click()
  await openTab(page, 'By year')
  const last = Math.max(...some.map(({ year }) => year))
  await expect(rows(page).first()).toHaveText(new RegExp(`^${last} `))
  await rows(page).first().click()
  await untilFound(page, `${some.filter(({ year }) => year === last).length} of 300 games`)
})

test('names of one player are joined and apart again; doubles are removed and come back', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1440, height: 900 } })
  await openRoom(page)
  const game = (/** @type {string} */ white, /** @type {string} */ black, moves = '1. e4 e5 2. Nf3 Nc6') =>
    `[White "${white}"]\n[Black "${black}"]\n[Date "1921.03.15"]\n[Result "1-0"]\n\n${moves} 1-0\n`
  const text = [
    game('Capablanca, José Raúl', 'Lasker, Emanuel'),
    game('Capablanca, J', 'Lasker, Edward', '1. d4 d5'),
    game('Capablanca', 'Lasker', '1. c4 e5'),
    game('Marshall, Frank', 'Lasker, Em', '1. f4 d5'),
    game('Marshall, Frank', 'Lasker, Em', '1. f4 {Bird.} d5 (1... e5)'),
  ].join('\n')
  await add(page, { ...FILE, buffer: Buffer.from(text) }, 5)
  await openTab(page, 'Names')
  const item = (/** @type {string} */ name) => page.locator('.db-names li', { hasText: name })
  await expect(page.locator('.db-names li')).toHaveCount(3)
  await expect(item('Capablanca').getByRole('checkbox')).toBeChecked()
  await expect(item('Capablanca')).toContainText('3 games together')
  await expect(item('several players fit')).toContainText('Lasker, Edward')
  await expect(item('several players fit').getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Join the 2 chosen' }).click()
  await expect(item('joined with').filter({ hasText: 'Capablanca' })).toHaveCount(1)
  await openTab(page, 'By player')
  await expect(rows(page).filter({ hasText: 'Capablanca' })).toHaveText([/ 3 /])
  await undo(page, '2 players joined.')
  await expect(rows(page).filter({ hasText: 'Capablanca' })).toHaveCount(3)
  await openTab(page, 'Names')
  await page.getByRole('button', { name: 'Join the 2 chosen' }).click()
  await page.getByRole('button', { name: /^Separate Capablanca/ }).click()
  await expect(item('Capablanca').getByRole('checkbox')).toBeChecked()
  await openTab(page, 'Doubles')
  await expect(rows(page)).toHaveText([/no notes goes: fewer notes$/, /2 notes stays: more notes$/])
  await rows(page).first().click()
  await expect(rows(page)).toHaveText([/stays$/, /goes: equal$|goes/])
  await rows(page).nth(1).click()
  await page.getByRole('button', { name: 'Remove the 1' }).click()
  await untilFound(page, '4 games')
  await expect(page.getByText('No game is here twice.')).toBeVisible()
  await undo(page, '1 game removed.')
  await untilFound(page, '5 games')
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await openRoom(page)
  await untilFound(page, '5 games')
})
