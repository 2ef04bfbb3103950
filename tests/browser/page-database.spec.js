// SPDX-License-Identifier: Apache-2.0
// The database of the page: files into it, its list, filters, what can be done with the games found, and its Worker.

import assert from 'node:assert/strict'
import { parsePgn } from 'binbo/pgn'
import {
  add,
  COUNT,
  chips,
  FILE,
  games,
  openFilter,
  openRoom,
  openRow,
  pgn,
  rows,
  SMALL,
  undo,
  untilFound,
  untilFoundAs,
} from './support/database-room.js'
import { expect, MEASURED, test } from './support/fixtures.js'
import { downloaded, pgnHash, SCREENS, showTab, untilFen } from './support/page.js'
import { dropLargeFile, LONG_TASK, leastOf, longestTask } from './support/page-work.js'

/** @import { Locator, Page } from '@playwright/test' */
/** @import { ManyGame } from './support/many-games.js' */

test('a file is added; of 20,000 games those in sight are in the page; one is opened with keys', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, FILE, COUNT)
  await expect(page.getByText('many.pgn: 20,000 games added.')).toBeVisible()
  await expect(page.locator('.db-foot')).toHaveText(/^Kept in this browser\. \d+(\.\d)? MB\./)
  await expect(page.locator('#board')).toBeHidden()
  assert.ok((await rows(page).count()) < 60)
  const { height } = (await rows(page).first().boundingBox()) ?? { height: 0 }
  assert.equal(height, 34)
  await expect(rows(page).first()).toHaveText(
    /^1 Adams, Ann Bell, Ben 2000 \/ 2000 1–0 1980 City Open C84 Closed +5$/,
  )
  await page.getByLabel('Find', { exact: true }).press('ArrowDown')
  await page.keyboard.press('End')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveText(/^20,000 /)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveText(/^2 /)
  await page.keyboard.press('Enter')
  await expect(page.locator('#moves')).toContainText('c5')
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText(games[1].white)
  await showTab(page, 'games')
  await expect(page.locator('[role="option"][aria-current="true"]')).toHaveText(/^2 /)
})

test('many files are one import; each of its errors is listed with its file, game, line and reason', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  const file = (/** @type {string} */ name, /** @type {string} */ text) => ({
    ...FILE,
    name,
    buffer: Buffer.from(text),
  })
  const good = (/** @type {string} */ white) => `[White "${white}"]\n\n1. e4 e5 1-0`
  await page.getByLabel('PGN files for the database').setInputFiles([
    // Without a line break at its end.
    file('first.pgn', `${good('Anna')}\n\n[White "Ben"]\n\n1. e4 e5\n2. Ke3 d5 *`),
    file('second.pgn', good('Carla')),
    file('third.pgn', `${good('Dora')}\n\n[FEN "nothing"]\n\n1. e4 *\n\n1. d4 hello *\n`),
  ])
  await expect(page.locator('.db-remark')).toContainText(
    'first.pgn and 2 more: 5 games added; 1 game could not be read. It has 3 errors.',
  )
  await page.getByRole('button', { name: 'Show the errors' }).click()
  const dialog = page.getByRole('dialog', { name: '3 errors' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'first.pgn, game 2, line 8 “Ke3” is not possible there. About this error',
    /^third\.pgn, game 2, line 5 .*\S About this error$/,
    'third.pgn, game 3, line 9 “hello” is not a move. About this error',
  ])
  const codes = ['ERR_PGN_MOVE', 'ERR_PGN_TAG_FEN', 'ERR_PGN_TOKEN']
  for (const [index, link] of (await dialog.getByRole('link').all()).entries())
    await expect(link).toHaveAttribute('href', new RegExp(`#${codes[index]}$`, 'i'))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('PGN files for the database').setInputFiles(file('one.pgn', '1. e5 *'))
  await page.getByRole('button', { name: 'Show the error', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '1 error' }).getByRole('listitem')).toHaveText([
    'one.pgn, game 1, line 1 “e5” is not possible there. About this error',
  ])
  await page.keyboard.press('Escape')
  await add(page, { ...SMALL, buffer: Buffer.from(good('Emil')) }, 7)
  await expect(page.getByRole('button', { name: /^Show the error/ })).toHaveCount(0)
})

test('filters while typing: words, player, result, rating, dates, opening, ECO; their chips read as a sentence', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, FILE, COUNT)
  const find = page.getByLabel('Find', { exact: true })
  await find.pressSequentially('diaz')
  const isDiaz = (/** @type {ManyGame} */ { white, black }) => [white, black].includes('Díaz, Dora')
  await untilFoundAs(page, isDiaz)
  await find.pressSequentially(' 1999 club')
  await untilFoundAs(page, game => isDiaz(game) && game.year === 1999 && game.event === 'Club Cup')
  await find.fill('b90 0-1')
  await untilFoundAs(page, ({ eco, result }) => eco === 'B90' && result === '0-1')
  // A word of an opening's name.
  await find.fill('najdorf')
  await untilFoundAs(page, ({ eco }) => eco === 'B90')
  await find.fill('')
  await openFilter(page, 'Player')
  await page.getByLabel('Player', { exact: true }).fill('ebn')
  const isIn = (/** @type {ManyGame} */ { white, black }) => [white, black].includes('Ebner, Emil')
  await untilFoundAs(page, isIn)
  await page.getByText('who won').click()
  const isWon = (/** @type {ManyGame} */ game) =>
    (game.white === 'Ebner, Emil' && game.result === '1-0') ||
    (game.black === 'Ebner, Emil' && game.result === '0-1')
  await untilFoundAs(page, isWon)
  await page.getByText('with Black').click()
  const isWonByBlack = (/** @type {ManyGame} */ game) => isWon(game) && game.black === 'Ebner, Emil'
  await untilFoundAs(page, isWonByBlack)
  await page.getByLabel('Against').fill('Díaz')
  await untilFoundAs(page, game => isWonByBlack(game) && game.white === 'Díaz, Dora')
  await openFilter(page, 'Opening')
  await page.getByLabel('Opening, by the moves').fill('sicilian')
  await expect(chips(page)).toHaveText([
    'Player ebn',
    'who won',
    'with Black',
    'against Díaz',
    'Opening sicilian',
  ])
  await untilFoundAs(page, game => isWonByBlack(game) && game.white === 'Díaz, Dora' && game.eco === 'B90')
  await page.getByRole('button', { name: 'Without Player ebn' }).click()
  await expect(chips(page)).toHaveText(['Opening sicilian'])
  await untilFoundAs(page, ({ eco }) => eco === 'B90')
  await page.getByLabel('Opening, by the moves').fill('c15-d99')
  await untilFoundAs(page, ({ eco }) => eco === 'C15' || eco === 'D53' || eco === 'C84')
  await openFilter(page, 'Rating')
  await page.getByLabel('Rating of both, from').fill('2500')
  await page.getByLabel('Rating of both, to').fill('2600')
  const isElo = (/** @type {number} */ elo) => elo >= 2500 && elo <= 2600
  const isWanted = (/** @type {ManyGame} */ { eco, whiteElo, blackElo }) =>
    eco >= 'C15' && isElo(whiteElo) && isElo(blackElo)
  await untilFoundAs(page, isWanted)
  await openFilter(page, 'Result')
  await page.getByLabel('Draw', { exact: true }).check()
  await page.getByLabel('Black won', { exact: true }).check()
  const isDrawn = (/** @type {ManyGame} */ game) => isWanted(game) && ['1/2-1/2', '0-1'].includes(game.result)
  await untilFoundAs(page, isDrawn)
  await openFilter(page, 'Date')
  await page.getByLabel('Date, from').fill('1990')
  await untilFoundAs(page, game => isDrawn(game) && game.year >= 1990)
  await openFilter(page, 'ECO')
  await page.getByLabel('ECO, of the header').fill('C')
  await untilFoundAs(page, game => isDrawn(game) && game.year >= 1990 && game.eco < 'D')
  await expect(chips(page)).toHaveText([
    'Opening c15-d99',
    'Date from 1990',
    'Rating 2500 to 2600',
    'Result draw or Black won',
    'ECO C',
  ])
  // What is in the way when nothing is found?
  await page.getByLabel('ECO, of the header').fill('A')
  const without = games.filter(game => isDrawn(game) && game.year >= 1990).length
  await page.getByRole('button', { name: `Without ‘ECO A’: ${without}` }).click()
  await untilFoundAs(page, game => isDrawn(game) && game.year >= 1990)
  await page.getByRole('button', { name: 'Show all' }).click()
  await untilFound(page, '20,000 games')
  await expect(chips(page)).toHaveCount(0)
})

test('what a filter cannot read is said, and the list stays as it was', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  const problem = page.locator('.db-problem')
  const countOf = (/** @type {(year: number) => boolean} */ isIt) =>
    `${games.slice(0, 300).filter(({ year }) => isIt(year)).length} of 300 games`
  const from1999 = countOf(year => year >= 1999)
  const in1999 = countOf(year => year === 1999)
  /** @type {[filter: string, field: string, wrong: string, why: RegExp, right: string, found: string][]} */
  const cases = [
    ['Date', 'Date, from', '19', /“19” is not a date/, '1999', from1999],
    ['Date', 'Date, to', '1998', /The first date is above the last one/, '1999.13', from1999],
    ['Date', 'Date, to', '1999.13', /“1999\.13” is not a date/, '1999-12', in1999],
    ['Rating', 'Rating of both, from', 'high', /“high” is not a rating/, '', in1999],
    ['ECO', 'ECO, of the header', 'F10', /“F10” is not an ECO code/, '', in1999],
    ['Material', 'Material', 'KRPv', /“KRPv” is not the material/, '', in1999],
  ]
  for (const [filter, label, wrong, why, right, found] of cases) {
    const field = page.getByLabel(label, { exact: true })
    if (!(await field.isVisible())) await openFilter(page, filter)
    const before = await page.locator('.db-head [role="status"]').textContent()
    await field.fill(wrong)
    await expect(problem).toHaveText(why)
    await expect(page.locator('.chip.used[data-faulty]')).toHaveCount(1)
    await expect(page.locator('.db-head [role="status"]')).toHaveText(before ?? '')
    await field.fill(right)
    if (right !== '1999.13') await expect(problem).toHaveText('')
    await untilFound(page, found)
  }
})

test('time controls and openings are shown, found and sorted by; unknown ones can be asked for', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  const game = (/** @type {string} */ white, /** @type {string} */ time, /** @type {string} */ moves) =>
    `[White "${white}"]\n[TimeControl "${time}"]\n\n${moves} *\n`
  const text = [
    game('Anna', '180+2', '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6'),
    game('Ben', '600', '1. e4 e5'),
    game('Carla', '60', '1. d4 d5 2. c4'),
    game('Dora', '?', ''),
  ].join('\n')
  await add(page, { ...FILE, buffer: Buffer.from(text) }, 4)
  const column = (/** @type {string} */ name) => page.locator(`.db-table .pgn-row.loaded .pgn-${name}`)
  await expect(column('opening')).toHaveText([
    /^B90 Najdorf Variation/,
    /^C20 King's Pawn Game/,
    /^D06 Queen's Gambit/,
    /^\s*$/,
  ])
  await expect(column('speed')).toHaveText([/^Blitz/, /^Rapid/, /^Bullet/, /^\s*$/])
  await page.getByRole('button', { name: 'Sort by time control' }).click()
  await expect(column('white')).toHaveText([/^Anna/, /^Carla/, /^Ben/, /^Dora/])
  await page.getByRole('button', { name: 'Sort by time control, ascending' }).click()
  await expect(column('white')).toHaveText([/^Ben/, /^Carla/, /^Anna/, /^Dora/])
  await page.getByRole('button', { name: 'Sort by opening' }).click()
  await expect(column('white')).toHaveText([/^Anna/, /^Ben/, /^Carla/, /^Dora/])
  await openFilter(page, 'Time control')
  await page.getByLabel('Blitz').check()
  await page.getByLabel('Bullet').check()
  await expect(chips(page)).toHaveText(['Time control bullet or blitz'])
  await expect(column('white')).toHaveText([/^Anna/, /^Carla/])
  await page.getByRole('button', { name: 'Show all' }).click()
  await openFilter(page, 'Opening')
  await page.getByLabel('Opening, by the moves').fill('?')
  await expect(column('white')).toHaveText([/^Dora/])
})

test('the games with the position on the board are found, and opened there', async ({ open }) => {
  const page = await open(pgnHash('1. c4 Nf6 2. Nc3 e5 *'), { viewport: { width: 1366, height: 768 } })
  await page.keyboard.press('End')
  await page.locator('#board[data-fen^="rnbqkb1r/pppp1ppp/5n2/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR w "]').waitFor()
  await openRoom(page)
  await add(page, SMALL, 300)
  await page.getByRole('button', { name: 'Position on the board' }).click()
  await untilFound(page, '60 of 300 games')
  await openFilter(page, 'Player')
  await page.getByLabel('Player', { exact: true }).fill('Adams')
  await page.getByText('with White').click()
  const isWanted = (/** @type {ManyGame} */ { eco, white }) => eco === 'A28' && white === 'Adams, Ann'
  await untilFound(page, `${games.slice(0, 300).filter(isWanted).length} of 300 games`)
  await openRow(rows(page).first())
  await expect(page.locator('#board')).toBeVisible()
  await expect(page.locator('#board')).toHaveAttribute(
    'data-fen',
    /^rnbqkb1r\/pppp1ppp\/5n2\/4p3\/2P5\/2N5\/PP1PPPPP\/R1BQKBNR w /,
  )
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText('Adams, Ann')
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Show all' }).click()
  await untilFound(page, '300 games')
  await expect(chips(page)).toHaveCount(0)
})

test('the list is sorted; the games found are saved as PGN and as a table, and removed', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  const some = games.slice(0, 300)
  await page.getByRole('button', { name: 'Sort by Elo' }).click()
  const highest = Math.max(...some.map(({ whiteElo, blackElo }) => whiteElo + blackElo))
  await expect
    .poll(async () => {
      const elos = (await rows(page).first().locator('.pgn-elo').textContent()) ?? ''
      return elos.split('/').reduce((sum, elo) => sum + Number(elo), 0)
    })
    .toBe(highest)
  await page.getByRole('button', { name: 'Sort by date' }).click()
  await expect(rows(page).first().locator('.pgn-date')).toHaveText(
    String(Math.max(...some.map(({ year }) => year))),
  )
  await openFilter(page, 'Player')
  await page.getByLabel('Player', { exact: true }).fill('Gray')
  await page.getByText('with Black').click()
  const found = some.filter(({ black }) => black === 'Gray, Gus')
  await untilFound(page, `${found.length} of 300 games`)
  const saved = async (/** @type {string} */ name) => {
    await page.getByTitle('Save these games').click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name }).click()
    return downloaded(await download)
  }
  const trees = parsePgn(await saved('PGN'))
  assert.deepEqual(
    trees.map(({ headers }) => [headers.get('White'), headers.get('Black')]),
    found.map(({ white, black }) => [white, black]),
  )
  const lines = (await saved('Table')).trim().split('\r\n')
  assert.equal(lines.length, found.length + 1)
  assert.equal(
    lines[0],
    'id,white,black,whiteElo,blackElo,result,date,event,site,eco,plies,variant,opening,openingEco,timeControl,speed',
  )
  assert.ok(lines[1].includes('"Gray, Gus"'), lines[1])
  const remove = async () => {
    await page.getByTitle('Remove these games').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  }
  await remove()
  await untilFound(page, `${300 - found.length} games`)
  await remove()
  await expect(page.getByText('There are no games here yet.')).toBeVisible()
  await undo(page, `${300 - found.length} games removed.`)
  await untilFound(page, `${300 - found.length} games`)
  await page.reload()
  await openRoom(page)
  await untilFound(page, `${300 - found.length} games`)
})

test('a large file that is dropped anywhere goes there; what was read before "Cancel" stays', async ({
  page,
}) => {
  // More than is read before "Cancel" is found.
  await dropLargeFile(page, 1_000_000_000)
  await expect(page.locator('.db-import')).toContainText(/, [1-9][\d,]* games/)
  await page.locator('#database-cancel').click()
  await expect(page.locator('.db-remark')).toHaveText(
    /^large\.pgn: stopped\. [\d,]+ games? read before that\.$/,
  )
  const [read] = /[\d,]+/.exec((await page.locator('.db-remark').textContent()) ?? '') ?? []
  await untilFound(page, `${read} games`)
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Open games' })).toBeVisible()
})

test('it is there after a reload; a second tab says that the first one has it', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  await page.reload()
  await openRoom(page)
  await untilFound(page, '300 games')
  await expect(rows(page).first()).toHaveText(/^1 Adams, Ann /)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await openRoom(second)
  await expect(second.locator('.db-foot')).toHaveText(/^The database is open in another tab: /)
  await page.close()
  await second.reload()
  await openRoom(second)
  await untilFound(second, '300 games')
  await second.getByTitle('Remove these games').click()
  await second.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(second.getByText('There are no games here yet.')).toBeVisible()
  await second.reload()
  await openRoom(second)
  await expect(second.getByText('There are no games here yet.')).toBeVisible()
})

test('a game has its comments and variations, after a reload as well', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  const text = '[White "Anna"]\n\n1. e4 {said of it} e5 (1... c5 2. Nf3) 2. d4 1-0\n\n1. e4 *\n'
  const opened = async () => {
    await openRow(rows(page).filter({ hasText: 'Anna' }))
    await expect(page.locator('.strip[data-place="bottom"]')).toContainText('Anna')
    await expect(page.locator('#moves')).toContainText('said of it')
    await expect(page.locator('#moves')).toContainText('c5')
  }
  await openRoom(page)
  await add(page, { ...FILE, buffer: Buffer.from(text) }, 2)
  await opened()
  await page.reload()
  await openRoom(page)
  await untilFound(page, '2 games')
  await opened()
})

test('a pattern: pieces and empty squares by mouse and keys, colours swapped, material; a hit is opened where it holds', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  await openFilter(page, 'Pattern')
  const square = (/** @type {string} */ name) => page.locator(`.db-pattern [data-square="${name}"]`)
  await page.getByRole('button', { name: 'Put a white bishop' }).click()
  await square('b5').click()
  await expect(square('b5')).toHaveAccessibleName('b5, white bishop')
  await untilFound(page, '60 of 300 games')
  await page.getByLabel('Also with colours swapped').check()
  await untilFound(page, '120 of 300 games')
  await page.getByLabel('Also with colours swapped').uncheck()
  await untilFound(page, '60 of 300 games')
  await openRow(rows(page).first())
  await untilFen(page, 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3')
  await showTab(page, 'games')
  await square('b5').click()
  await expect(square('b5')).toHaveAccessibleName('b5, anything')
  await untilFound(page, '300 games')
  await square('b5').press('ArrowDown')
  await square('b4').press('ArrowRight')
  await square('c4').press('ArrowRight')
  await square('d4').press('P')
  await untilFound(page, '180 of 300 games')
  await square('d4').press('ArrowRight')
  await square('e4').press('.')
  await expect(square('e4')).toHaveAccessibleName('e4, empty')
  await untilFound(page, '60 of 300 games')
  await square('e4').press('Delete')
  await untilFound(page, '180 of 300 games')
  await page.getByRole('button', { name: 'Clear' }).click()
  await untilFound(page, '300 games')
  await openFilter(page, 'Material')
  const material = page.getByLabel('Material', { exact: true })
  await material.fill('KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP')
  await untilFound(page, '60 of 300 games')
  await page.getByRole('button', { name: 'Show all' }).click()
  await untilFound(page, '300 games')
  await expect(material).toHaveValue('')
})

test('the selected game has a preview to go through, and opens where it is shown; keys go through the list', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1440, height: 900 } })
  await openRoom(page)
  await add(page, SMALL, 300)
  const preview = page.getByRole('region', { name: 'Preview' })
  const board = preview.getByRole('img')
  // Of the first game, without a choice.
  await expect(preview.getByRole('heading')).toHaveText('Adams, Ann – Bell, Ben 1–0')
  await expect(board).toHaveAccessibleName('The position after 5… Be7')
  await rows(page).nth(2).click()
  await expect(preview.getByRole('heading')).toContainText(`${games[2].white} – ${games[2].black}`)
  await expect(page.locator('#board')).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await expect(preview.getByRole('heading')).toContainText(`${games[1].white} – ${games[1].black}`)
  await expect(preview).toContainText('B90 Sicilian Defense: Najdorf Variation')
  await preview.getByRole('button', { name: 'Back in the preview' }).click()
  await expect(board).toHaveAccessibleName('The position after 5. Nc3')
  await preview.getByRole('button', { name: 'd6', exact: true }).click()
  await expect(board).toHaveAttribute(
    'data-fen',
    /^rnbqkbnr\/pp2pppp\/3p4\/2p5\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R w /,
  )
  await preview.getByRole('button', { name: 'Open on the board' }).click()
  await untilFen(page, 'rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3')
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText(games[1].white)
  await showTab(page, 'games')
  await page.locator('.db-table .pgn-list').focus()
  await page.keyboard.press('End')
  await expect(preview.getByRole('heading')).toContainText(`${games[299].white} – ${games[299].black}`)
  await page.keyboard.press('Enter')
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText(games[299].white)
  // Another search has another preview.
  await showTab(page, 'games')
  await page.getByLabel('Find', { exact: true }).fill('najdorf')
  await untilFound(page, '60 of 300 games')
  await expect(preview.getByRole('heading')).toContainText(`${games[1].white} – ${games[1].black}`)
  await page.getByLabel('Find', { exact: true }).fill('nobody')
  await untilFound(page, '0 of 300 games')
  await expect(preview.getByRole('img')).toHaveCount(0)
})

test('on a phone a pattern is put together above the list, and nothing sticks out', async ({ open }) => {
  const page = await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openRoom(page)
  await add(page, SMALL, 300)
  await openFilter(page, 'Pattern')
  await page.getByRole('button', { name: 'Put a black bishop' }).click()
  const square = page.locator('.db-pattern [data-square="b4"]')
  const { width } = (await square.boundingBox()) ?? { width: 0 }
  assert.ok(width >= 40, `${width} px`)
  await square.click()
  await untilFound(page, '60 of 300 games')
  const out = await page.locator('#games').evaluate(panel => panel.scrollWidth - panel.clientWidth)
  assert.equal(out, 0)
  await rows(page).first().scrollIntoViewIfNeeded()
  await openRow(rows(page).first())
  await expect(page.locator('#board')).toBeVisible()
  await page.locator('#board[data-fen*="/1b1P"]').waitFor()
})

test('where the storage is full the page says so, counts what is there, and goes on', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 400_000 })
  await openRoom(page)
  await page.getByLabel('PGN files for the database').setInputFiles(FILE)
  await expect(page.getByRole('alert')).toContainText(
    'The browser’s storage is full: the games that were added last',
    {
      timeout: 60_000,
    },
  )
  await expect(page.locator('.db-import')).toHaveCount(0)
  await untilFound(page, '20,000 games')
  await openFilter(page, 'Player')
  await page.getByLabel('Player', { exact: true }).fill('Adams')
  await untilFoundAs(page, ({ white, black }) => [white, black].includes('Adams, Ann'))
  await page.reload()
  await openRoom(page)
  await expect(page.locator('.db-room [role="alert"]')).toHaveText(/^\s*$/)
})

test('where files are refused games are in memory, and the page says so', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  // As browsers refuse them where their storage is turned off.
  await page.route('**/database-worker-*.js', async route => {
    const refuse =
      "navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));"
    const response = await route.fetch()
    await route.fulfill({ response, body: `${refuse}${await response.text()}` })
  })
  await openRoom(page)
  await add(page, SMALL, 300)
  await expect(page.locator('.db-foot')).toHaveText(
    /^This browser does not keep the database: its games are gone when the page is closed\./,
  )
  await openRow(rows(page).first())
  await expect(page.locator('#board')).toBeVisible()
  await page.reload()
  await openRoom(page)
  await expect(page.getByText('There are no games here yet.')).toBeVisible()
})

for (const { name, context } of SCREENS)
  test(`${name}: nothing sticks out, and a game is opened`, async ({ open }) => {
    const page = await open('', context)
    await openRoom(page)
    await add(page, SMALL, 300)
    const cut = await page
      .locator('.db-table :is(.pgn-result, .pgn-date, .pgn-id, .pgn-elo, .pgn-plies)')
      .evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length)
    assert.equal(cut, 0)
    const out = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(out, 0)
    await openRow(rows(page).nth(3))
    await expect(page.locator('#board')).toBeVisible()
    await page.keyboard.press('End')
    await untilFen(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2P5/2N2N2/PP1PPPPP/R1BQKB1R w KQkq - 4 4')
  })

test('while a file is added no task of the page takes long', MEASURED, async ({ open }) => {
  const least = await leastOf(LONG_TASK, async () => {
    const page = await open('', { viewport: { width: 1366, height: 768 } })
    await openRoom(page)
    // What is loaded once is there.
    await add(page, SMALL, 300)
    const dataTransfer = await page.evaluateHandle(text => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'many.pgn'))
      return transfer
    }, pgn)
    const { cpu, tasks } = await longestTask(page, async () => {
      await page.dispatchEvent('main', 'drop', { dataTransfer })
      await untilFound(page, `${(COUNT + 300).toLocaleString('en')} games`)
      await page.locator('.db-table .pgn-list').evaluate(list => list.scrollTo(0, 300_000))
      await expect(page.locator('.db-table .pgn-row.loaded', { hasText: /^8,8\d\d / }).first()).toBeVisible()
    })
    assert.ok(tasks > 0)
    await page.context().close()
    return cpu
  })
  assert.ok(least <= LONG_TASK, `${least} ms`)
})
