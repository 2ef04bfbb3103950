// SPDX-License-Identifier: Apache-2.0
// What is closed leaves nothing: games, tabs, dialogs and rooms, opened again and again.

import { expect, MEASURED, test } from './support/fixtures.js'
import {
  clickMove,
  editDetails,
  fenHash,
  openExplorer,
  openMenu,
  paste,
  START_FEN,
  showTab,
  startGame,
} from './support/page.js'
import { leftBy } from './support/page-work.js'

/** @import { Page } from 'playwright-core' */

/** After one act, on average. A game that stays has hundreds of nodes, a dozen listeners and 40 kB. */
const MOST = { nodes: 2, listeners: 0.5, documents: 0.1, bytes: 1500 }

/** `first`: more than the page keeps of earlier games. */
const GAMES = { first: 24, times: 30 }
/** `first`: more than the page keeps for the browser's Back. */
const TABS = { first: 12, times: 12 }
const ROOMS = { first: 3, times: 10 }

/** @param {number} number @returns {string} a game with comments and variations */
const game = number => `[White "Ada ${number}"]
[Black "Grace"]
[Result "1-0"]

1. e4 {Game ${number}} e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5
7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 1-0`

/** @param {Page} page @param {number} number of the game */
async function pasteGame(page, number) {
  await paste(page, game(number))
  await page.locator('#strip-white').getByText(`Ada ${number}`, { exact: true }).waitFor()
}

/** @param {Page} page @param {'share' | 'setup' | 'engine' | 'settings' | 'code' | 'new'} name */
async function openAndClose(page, name) {
  await openMenu(page, name)
  await closeDialog(page)
}

/** @param {Page} page */
async function closeDialog(page) {
  const dialog = page.locator('dialog:modal')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/**
 * What users open and close. Each act ends where it begins.
 * @type {[name: string, counts: typeof GAMES, act: (page: Page, number: number) => Promise<unknown>][]}
 */
const ACTS = [
  [
    'a pasted game',
    GAMES,
    async (page, number) => {
      await pasteGame(page, number)
      for (const key of ['End', 'Home', 'ArrowRight', 'f']) await page.keyboard.press(key)
    },
  ],
  [
    'a game for two',
    GAMES,
    async page => {
      await startGame(page, {})
      await clickMove(page, 'e2e4')
      await page.locator('#board[data-fen*="4P3"]').waitFor()
    },
  ],
  [
    'a tab',
    TABS,
    async page => {
      await showTab(page, 'games')
      await page.locator('#games').getByRole('button', { name: 'New tab' }).click()
      await page.locator('#close-game').click()
      await page.locator('#close-game').waitFor({ state: 'detached' })
    },
  ],
  [
    'dialogs',
    ROOMS,
    async page => {
      for (const name of /** @type {const} */ (['new', 'share', 'setup', 'engine', 'settings', 'code']))
        await openAndClose(page, name)
      await editDetails(page)
      await closeDialog(page)
    },
  ],
  [
    'the rooms',
    ROOMS,
    async page => {
      await showTab(page, 'games')
      await page.locator('#games-database').click()
      await page.getByRole('button', { name: 'Files', exact: true }).click()
      await page.locator('#games-database').waitFor()
      await page.locator('#mode-analyse').click()
      await openExplorer(page)
      await page.locator('#explorer').waitFor()
      await showTab(page, 'report')
    },
  ],
]

for (const [name, counts, act] of ACTS)
  test(`${name}, opened and closed, leaves nothing`, MEASURED, async ({ open }) => {
    test.setTimeout(600_000)
    const page = await open(fenHash(START_FEN))
    let number = 0
    const once = () => act(page, ++number)
    await pasteGame(page, number)
    for (let time = 0; time < counts.first; time++) await once()
    // A machine that is slow to read shows the list of earlier games for a moment, and its rows stay: it is shown before.
    await showTab(page, 'games')
    await pasteGame(page, ++number)
    const left = await leftBy(page, once, counts.times)
    for (const [figure, most] of Object.entries(MOST))
      expect(left[/** @type {keyof typeof left} */ (figure)], `${figure} of ${name}`).toBeLessThan(most)
  })
