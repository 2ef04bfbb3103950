// SPDX-License-Identifier: Apache-2.0
// The explorer: what was played in the position on the board, of the database and of the open file.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { manyGames } from './support/many-games.js'
import { follow, openExplorer, pgnHash, SCREENS, showTab, untilFen } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const COUNT = 300
const { games, pgn } = manyGames(COUNT)
const FILE = { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) }
const DESKTOP = { viewport: { width: 1366, height: 768 } }

/** @param {Page} page @param {number} count of its games */
async function openFile(page, count = COUNT) {
  await showTab(page, 'games')
  await page.getByLabel('PGN file, of any size').setInputFiles(FILE)
  await expect(page.locator('.pgn-reading')).toContainText(`${count} games`)
  await page.locator('#mode-analyse').click()
}

/** @param {Page} page */
async function fillDatabase(page) {
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  await page.getByLabel('PGN files for the database').setInputFiles(FILE)
  await expect(page.getByText(`many.pgn: ${COUNT} games added.`)).toBeVisible()
  await page.locator('#mode-analyse').click()
}

/** @param {Page} page @returns the rows of moves */
const rows = page => page.locator('.ex-moves tbody tr')

/**
 * What the games have at a ply, counted here.
 * @param {string[]} sans the moves before
 * @param {typeof games} [among]
 * @returns {string[][]} a row a move: move, games, Elo, last year
 */
function counted(sans, among = games) {
  /** @type {Map<string, typeof games>} */
  const moves = new Map()
  for (const game of among) {
    const played = game.moves.replace(/\d+\. /g, '').split(' ')
    const next = played[sans.length]
    if (sans.every((san, ply) => played[ply] === san) && next)
      moves.set(next, [...(moves.get(next) ?? []), game])
  }
  const elo = sans.length % 2 === 0 ? 'whiteElo' : 'blackElo'
  return Array.from(moves, ([san, some]) => [
    san,
    String(some.length),
    String(Math.round(some.reduce((sum, game) => sum + game[elo], 0) / some.length)),
    String(Math.max(...some.map(({ year }) => year))),
  ])
}

/** @param {Page} page @returns {Promise<string[][]>} as counted() has them */
const shown = page =>
  rows(page).evaluateAll(all =>
    all.map(row =>
      [0, 1, 3, 5].map(at => /** @type {HTMLTableRowElement} */ (row).cells[at].textContent ?? ''),
    ),
  )

/** @param {Page} page @param {string[]} sans moves before the position @param {typeof games} [among] */
const untilShown = (page, sans, among) =>
  expect
    .poll(async () => (await shown(page)).sort((a, b) => (a[0] < b[0] ? -1 : 1)))
    .toEqual(counted(sans, among).sort((a, b) => (a[0] < b[0] ? -1 : 1)))

test('of the open file: moves with games, results, Elo and year follow the board; a click plays one @dom', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await openFile(page)
  await openExplorer(page)
  await expect(page.getByLabel('Games to look in')).toHaveValue('file')
  await expect(page.locator('.ex-head')).toContainText(`${COUNT} games`)
  await untilShown(page, [])
  const whiteWins = games.filter(({ moves, result }) => moves.startsWith('1. e4') && result === '1-0').length
  const known = games.filter(({ moves, result }) => moves.startsWith('1. e4') && result !== '*').length
  await expect(rows(page).first().locator('.wdl')).toHaveAttribute(
    'aria-label',
    new RegExp(`^White won ${Math.round((100 * whiteWins) / known)} %`),
  )
  await rows(page).first().hover()
  await expect(page.locator('#board .layer.hint > *').first()).toBeAttached()
  // The arrow is of the position that the rows are about.
  await follow(page, pgnHash('1. e4 d5 *'))
  await page.locator('.move-list button', { hasText: 'd5' }).click()
  await page.locator('#board[data-fen*="/3p4/4P3/"]').waitFor()
  await expect(page.locator('#board .layer.hint > *')).toHaveCount(0)
  await page.locator('#nav-first').click()
  await untilShown(page, [])
  await rows(page).first().click()
  await page.locator('#board[data-fen*="/4P3/"]').waitFor()
  await expect(page.locator('#board .layer.hint > *')).toHaveCount(0)
  await untilShown(page, ['e4'])
  await page.locator('.ex-moves button', { hasText: /^e6$/ }).press('Enter')
  await untilShown(page, ['e4', 'e6'])
  await page.keyboard.press('ArrowLeft')
  await untilShown(page, ['e4'])
  await page.locator('.ex-moves button').first().press('ArrowDown')
  await expect(page.locator('.ex-moves button').nth(1)).toBeFocused()
  // 1. a3 is in no game.
  await follow(page, pgnHash('1. a3 *'))
  await page.locator('.move-list button', { hasText: 'a3' }).click()
  await expect(page.getByText('None of these games has this position.')).toBeVisible()
})

test('the open file is dropped when it is closed, and read again when another one is opened', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await openFile(page)
  await openExplorer(page)
  await untilShown(page, [])
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Close the file' }).click()
  await page.locator('#mode-analyse').click()
  await openExplorer(page)
  await expect(page.locator('#explorer')).toContainText('It needs games')
  await expect(page.locator('.ex-moves')).toHaveCount(0)
  const few = manyGames(7)
  await showTab(page, 'games')
  await page
    .getByLabel('PGN file, of any size')
    .setInputFiles({ ...FILE, name: 'few.pgn', buffer: Buffer.from(few.pgn) })
  await expect(page.locator('.pgn-reading')).toContainText('7 games')
  await page.locator('#mode-analyse').click()
  await openExplorer(page)
  await untilShown(page, [], few.games)
})

test('of the database: its filter is named and can be cleared; a game is opened at the position; all of them are a click away', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await fillDatabase(page)
  await openExplorer(page)
  await untilShown(page, [])
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Player', exact: true }).click()
  await page.getByLabel('Player', { exact: true }).fill('Adams')
  await page.getByText('with White').click()
  const ofAdams = games.filter(({ white }) => white === 'Adams, Ann')
  await expect(page.locator('.db-head [role="status"]')).toHaveText(`${ofAdams.length} of ${COUNT} games`)
  await page.locator('#mode-analyse').click()
  await openExplorer(page)
  await untilShown(page, [], ofAdams)
  const part = page.locator('.ex-part')
  await expect(part).toHaveText(`Filter: ${ofAdams.length} of ${COUNT}`)
  await part.click()
  await untilShown(page, [])
  await expect(part).toHaveCount(0)
  await rows(page).filter({ hasText: 'c4' }).first().click()
  await untilShown(page, ['c4'])
  const best = games
    .map((game, id) => ({ game, id, elo: game.whiteElo + game.blackElo }))
    .filter(({ game }) => game.moves.startsWith('1. c4'))
    .sort((a, b) => b.elo - a.elo || a.id - b.id)[0].game
  const first = page.locator('.ex-games button').first()
  await expect(first).toContainText(`${best.white} – ${best.black}`)
  await expect(first).toContainText(new RegExp(`${best.year}.*A28`))
  await first.click()
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText(best.white)
  await untilFen(page, 'rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1')
  await expect(page.locator('#moves')).toContainText('Nc6')
  const count = games.filter(({ moves }) => moves.startsWith('1. c4')).length
  await page.getByRole('button', { name: `Show all ${count} games` }).click()
  await expect(page.locator('.db-head [role="status"]')).toHaveText(`${count} of ${COUNT} games`)
  await expect(page.locator('.chip.used')).toHaveText('Position of the board')
})

test('of two sources the user chooses one; more games of the file are listed @dom', async ({ open }) => {
  const page = await open('', DESKTOP)
  await fillDatabase(page)
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  const few = manyGames(20)
  await page
    .getByLabel('PGN file, of any size')
    .setInputFiles({ ...FILE, name: 'few.pgn', buffer: Buffer.from(few.pgn) })
  await expect(page.locator('.pgn-reading')).toContainText('20 games')
  await page.locator('#mode-analyse').click()
  await openExplorer(page)
  await untilShown(page, [])
  await page.getByLabel('Games to look in').selectOption('few.pgn')
  await untilShown(page, [], few.games)
  await expect(page.locator('.ex-games button')).toHaveCount(6)
  await page.getByRole('button', { name: 'List all 20 games' }).click()
  await expect(page.locator('.ex-games button')).toHaveCount(20)
  await page.getByLabel('Games to look in').selectOption('Database')
  await untilShown(page, [])
})

test('moves that are stepped through quickly: older questions are ended, rows never go away, the last answer is shown @dom', async ({
  open,
}) => {
  const page = await open('', DESKTOP)
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    const posted = /** @type {any[]} */ ((globalThis.posted = []))
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      posted.push(given[0])
      Reflect.apply(postMessage, this, given)
    }
  })
  await fillDatabase(page)
  await follow(page, pgnHash(`${games[0].moves} *`))
  await page.locator('.move-list', { hasText: 'Be7' }).waitFor()
  await openExplorer(page)
  await untilShown(page, [])
  await page.evaluate(() => {
    globalThis.posted.length = 0
    globalThis.gaps = 0
    const panel = /** @type {Element} */ (document.querySelector('#explorer'))
    new MutationObserver(() => {
      if (!panel.querySelector('.ex-moves tbody tr')) globalThis.gaps++
    }).observe(panel, { childList: true, subtree: true })
  })
  for (let round = 0; round < 3; round++)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
  const sans = games[0].moves.replace(/\d+\. /g, '').split(' ')
  await untilShown(page, sans.slice(0, 6))
  const { asked, ended, gaps } = await page.evaluate(() => ({
    asked: globalThis.posted.filter((/** @type {any} */ { name }) => name === 'explore').length,
    ended: globalThis.posted.filter((/** @type {any} */ { cancel }) => cancel).length,
    gaps: globalThis.gaps,
  }))
  assert.ok(asked > 0 && asked <= 13 && ended >= asked - 1, `${asked} questions, ${ended} ended`)
  assert.equal(gaps, 0)
})

for (const { name, context } of SCREENS)
  test(`${name}: nothing sticks out`, async ({ open }) => {
    const page = await open('', context)
    await openFile(page)
    await openExplorer(page)
    await untilShown(page, [])
    const cut = await page
      .locator('.ex-moves :is(th, td):visible')
      .evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length)
    assert.equal(cut, 0)
    const out = await page.locator('#explorer').evaluate(panel => panel.scrollWidth - panel.clientWidth)
    assert.equal(out, 0)
  })

test('without games one click shows those of the example database, beside the board', async ({ open }) => {
  const page = await open('#analyse', DESKTOP)
  await openExplorer(page)
  await expect(page.locator('#explorer')).toContainText('It needs games')
  await page.locator('#explorer').getByRole('button', { name: 'Look at an example' }).click()
  await expect(page.locator('.ex-moves tbody tr').first()).toContainText('e4', { timeout: 60_000 })
  await expect(page.locator('#explorer tfoot')).toContainText('4,886', { timeout: 60_000 })
  await expect(page.locator('#main')).toHaveAttribute('data-tab', 'explorer')
})
