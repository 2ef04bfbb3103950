// SPDX-License-Identifier: Apache-2.0
// Endgame tables on the page: by an address that a real server answers, and in folders; what they say and what fails.

import { readdirSync, readFileSync } from 'node:fs'
import { serveFiles } from '../js/support/ranges.js'
import { expect, root, test } from './support/fixtures.js'
import {
  boardFen,
  ENGINE_PATIENCE,
  fenHash,
  openSettings,
  pgnHash,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const FOLDER = `${root}tests/data/syzygy/`
const files = () =>
  new Map(readdirSync(FOLDER).map(name => [`/${name}`, new Uint8Array(readFileSync(`${FOLDER}${name}`))]))
/** White to move wins; c3 gives it away. */
const PAWN = 'k7/8/8/8/8/8/2P5/5K2 w - - 0 1'
const ROOK = '8/8/8/8/8/3k4/8/K3R3 b - - 0 1'

/** @param {Page} page @returns {Promise<import('@playwright/test').Locator>} the setting */
async function openSetting(page) {
  await openSettings(page, 'Engine')
  return page.getByRole('region', { name: 'Endgame tables' })
}

/** @param {Page} page @param {string} url */
async function useAddress(page, url) {
  const setting = await openSetting(page)
  await setting.getByLabel('Address of tables').fill(url)
  await setting.getByRole('button', { name: 'Use address' }).click()
  await expect(setting.getByRole('status')).toHaveText(`Tables at ${url}`)
  await page.keyboard.press('Escape')
}

/** @param {Page} page */
const panel = page => page.locator('#analysis .endgame')

/** @param {Page} page @param {string} fen */
async function setUp(page, fen) {
  await page.evaluate(hash => {
    location.hash = hash
  }, fenHash(fen))
  await untilFen(page, fen)
}

test('tables at an address say who wins, and each move; a click and the keyboard play one', async ({
  open,
  after,
}) => {
  const server = await serveFiles(undefined, files())
  after(server.close)
  const page = await open(fenHash(PAWN))
  await useAddress(page, server.url)
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/White wins\s*DTZ \d+/)
  await expect(panel(page).locator('.chip')).toHaveText(['Win', 'Draw'])
  const wins = panel(page).getByRole('toolbar', { name: 'Win' }).getByRole('button')
  await expect(wins.first()).toHaveText(/^K\w\d\s*\d+$/)
  await page.getByRole('toolbar', { name: 'Draw' }).getByRole('button', { name: 'c3', exact: true }).click()
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^Draw/)
  await expect(page.locator('#moves')).toContainText('c3')
  // By keys: into the moves, along them, and played; the focus stays in their place.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  const second = panel(page).getByRole('button').nth(1)
  await expect(second).toBeFocused()
  const before = await boardFen(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => boardFen(page)).not.toBe(before)
  await expect(panel(page)).toBeFocused()
  await page.reload()
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^(Draw|White wins)/)
  await setUp(page, ROOK)
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^White wins/)
  await expect(panel(page).locator('.chip')).toHaveText(['Loss'])
  await setUp(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3')
  await expect(panel(page)).toBeHidden()
})

test('the analysis of a game is judged by the tables @dom', async ({ open, after }) => {
  const server = await serveFiles(undefined, files())
  after(server.close)
  const page = await open(pgnHash(`[FEN "${PAWN}"]\n[SetUp "1"]\n\n1. c3 Kb7 2. Ke2 Kb6 *`))
  await useAddress(page, server.url)
  await expect(panel(page)).toBeVisible()
  await page.locator('#analyse-game').click()
  const white = page.locator('#curve .side-card[data-side="white"]')
  await expect(white.locator('.blunder')).toHaveText('1', { timeout: ENGINE_PATIENCE })
  await expect(page.locator('#curve .turning-points li')).toHaveText([
    /c3\?\?\s+better Ke2\s+\+−\s+→\s+0\.00/,
  ])
})

test('what fails is a sentence in its place, and can be tried again @dom', async ({
  open,
  after,
  tolerated,
}) => {
  const server = await serveFiles(undefined, files())
  after(server.close)
  // Browsers write what a server refuses to the console.
  tolerated.push(/rtb[wz]/)
  const page = await open(fenHash(PAWN))
  const setting = await openSetting(page)
  await setting.getByLabel('Address of tables').fill('tables')
  await setting.getByRole('button', { name: 'Use address' }).click()
  await expect(setting.getByRole('alert')).toHaveText(/^Enter the address of a folder with tables/)
  await setting.getByLabel('Address of tables').fill(`${server.url}nothing/`)
  await setting.getByRole('button', { name: 'Use address' }).click()
  await expect(setting.getByRole('alert')).toHaveText(/^There is no table KQvK\.rtbw at 127\.0\.0\.1/)
  await expect(setting.getByRole('status')).toHaveText('No tables are used.')
  await page.keyboard.press('Escape')
  await useAddress(page, server.url)
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^White wins/)

  server.status = 503
  await setUp(page, ROOK)
  const problem = panel(page).locator('.endgame-problem')
  await expect(problem).toHaveText(/^The tables at 127\.0\.0\.1:\d+ cannot be read.*About this error$/)
  server.status = 200
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^White wins/)

  await setUp(page, '8/8/8/8/8/3k4/4p3/K3R3 w - - 0 1')
  await expect(problem).toHaveText(/^There is no table KRvKP\.rtbw at/)
  server.files.set('/KRvKP.rtbw', new Uint8Array(5 << 20))
  server.ranges = false
  await page.reload()
  await expect(problem).toHaveText(/does not send parts of files.*About this error$/)
  server.files.set('/KRvKP.rtbw', files().get('/KPvK.rtbw')?.fill(255, 4, 40) ?? new Uint8Array())
  await page.reload()
  await expect(problem).toHaveText(/^The table KRvKP\.rtbw is damaged.*About this error$/)
  const again = await openSetting(page)
  await again.getByRole('button', { name: 'Use none' }).click()
  await expect(again.getByRole('status')).toHaveText('No tables are used.')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})

test('a folder is kept over reloads: by the browser’s picker, and by a list of files', async ({ visit }) => {
  for (const hasPicker of [true, false]) {
    const page = await visit(fenHash(PAWN))
    await page.locator('#board[data-fen]').waitFor()
    const given = [...files()].map(([name, bytes]) => [name.slice(1), [...bytes]])
    await page.evaluate(
      async ([given, hasPicker]) => {
        // A real folder of the browser's own, in place of a dialog that no test can use.
        const folder = await navigator.storage.getDirectory()
        for (const [name, bytes] of given) {
          const file = await (await folder.getFileHandle(name, { create: true })).createWritable()
          await file.write(new Uint8Array(bytes))
          await file.close()
        }
        globalThis.showDirectoryPicker = hasPicker ? async () => folder : undefined
      },
      /** @type {const} */ ([given, hasPicker]),
    )
    const setting = await openSetting(page)
    const chooser = hasPicker ? null : page.waitForEvent('filechooser')
    await setting.getByRole('button', { name: 'Choose a folder' }).click()
    await (await chooser)?.setFiles(FOLDER)
    await expect(setting.getByRole('status')).toHaveText(
      new RegExp(
        `^Tables in the folder “${hasPicker ? '' : 'syzygy'}”, up to 3 pieces\\. It is used after a reload, too\\.$`,
      ),
    )
    await page.keyboard.press('Escape')
    await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^White wins/)
    await page.reload()
    await expect(panel(page).locator('.endgame-verdict')).toHaveText(/^White wins/)
    // One more man than the tables have.
    await setUp(page, '8/8/8/8/8/3k4/4p3/K3R3 w - - 0 1')
    await expect(panel(page)).toBeHidden()
  }
})

test('on phones the verdict is in sight at once, and nothing lies over the moves', async ({
  open,
  after,
}) => {
  const server = await serveFiles(undefined, files())
  after(server.close)
  const page = await open(fenHash(PAWN), { viewport: { width: 360, height: 640 } })
  await useAddress(page, server.url)
  await setUp(page, ROOK.replace(' b ', ' w ').replace('3k4', '2k5'))
  const verdict = panel(page).locator('.endgame-verdict')
  await expect(verdict).toHaveText(/^White wins/)
  await expect(verdict.locator('b')).toBeInViewport({ ratio: 1 })
  const [last, head] = [panel(page).getByRole('button').last(), page.locator('.analysis-head')]
  const topOf = async (/** @type {import('@playwright/test').Locator} */ part) =>
    (await part.boundingBox())?.y ?? 0
  await expect.poll(async () => (await topOf(head)) > (await topOf(last))).toBe(true)
})

test('a game against the computer shows no tables @dom', async ({ open, after }) => {
  const server = await serveFiles(undefined, files())
  after(server.close)
  const page = await open(fenHash(PAWN))
  await useAddress(page, server.url)
  await expect(panel(page)).toBeVisible()
  await startGame(page, { side: 'White', start: 'From this position' })
  await expect(page.locator('main')).toHaveAttribute('data-mode', 'play')
  await expect(panel(page)).toBeHidden()
})
