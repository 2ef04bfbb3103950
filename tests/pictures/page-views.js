// SPDX-License-Identifier: Apache-2.0
// All views of the page, one after the other, for pictures (make views) and for the test of accessibility.

import { WebSocket } from 'ws'
import { editDetails, moreAct, openMenu, openMore, showTab } from '../browser/support/page.js'

/** @import { GameLink } from 'binbo/session' */
/** @import { Page } from 'playwright-core' */

/** The sizes of windows for which the page is designed. */
export const SIZES = /** @type {const} */ ([
  [360, 640],
  [390, 844],
  [844, 390],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
])

/** Milliseconds that the engine may take. */
const PATIENCE = 60_000
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Black blunders twice, White once. */
const GAME = `[White "Paul Morphy"]
[Black "Duke Karl, Count Isouard"]
[Event "Paris, at the opera"]
[Date "1858.??.??"]
[WhiteElo "2690"]
[Result "1-0"]

1. e4 e5 (1... c5 {The Sicilian.} 2. Nf3 d6 (2... Nc6 $6)) 2. Qh5 {[%clk 0:09:58] Early.} Ke7 3. Nf3 $14 Nf6 4. Qxe5# 1-0

[White "Anna"]
[Black "Ben"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 1/2-1/2

[White "Carla"]
[Black "Dora"]
[Result "*"]

1. e4 e5 2. Ke3 *
`

/** White promotes. */
const PROMOTION = '8/4P1k1/8/8/8/8/1K6/8 w - - 0 1'

/**
 * Waits until the window has a size and the board rests: it takes a new size some frames later, and a click before then
 * would hit another square.
 * @param {Page} page
 * @param {{ width: number, height: number }} size
 */
async function untilSettled(page, { width, height }) {
  await page.waitForFunction(size => innerWidth === size.width && innerHeight === size.height, {
    width,
    height,
  })
  await page.locator('#board .cm-chessboard').evaluate(async board => {
    let shown = ''
    for (let frames = 0; frames < 4; frames++) {
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
      const box = JSON.stringify(board.getBoundingClientRect())
      if (box !== shown) frames = 0
      shown = box
    }
  })
}

/**
 * Makes a move with two clicks.
 * @param {Page} page
 * @param {string} uci of a legal move
 */
async function clickMove(page, uci) {
  const square = (/** @type {string} */ name) => page.locator(`#board .square[data-square="${name}"]`)
  await square(uci.slice(0, 2)).click({ force: true })
  await page.locator('#board .layer.picked [data-sign]').first().waitFor({ state: 'attached' })
  await square(uci.slice(2, 4)).click({ force: true })
}

/**
 * Shows each view once, in a window of 1440 × 900 or of a phone, which the caller may change meanwhile.
 * @param {Page} page open, with an empty storage
 * @param {(name: string) => Promise<void>} onView
 * @param {string} [gameServer] the page's own: then the views of games between people are shown, too
 */
export async function visitViews(page, onView, gameServer) {
  /** @param {string} name */
  const show = async name => {
    await onView(name)
    await page.setViewportSize(DESKTOP)
    await untilSettled(page, DESKTOP)
  }
  const click = (/** @type {string} */ selector) => page.locator(selector).first().click()
  /** @param {string} name @param {() => Promise<unknown>} open */
  const showDialog = async (name, open) => {
    await open()
    await page.locator('dialog[open]').waitFor()
    await show(`dialog-${name}`)
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }

  await page.setViewportSize(DESKTOP)
  await show('start')
  await showTab(page, 'games')
  await page.locator('#games .pgn-ways').waitFor()
  await show('games-empty')
  const games = { name: 'opera.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAME) }
  await page.getByLabel('PGN file, of any size').setInputFiles(games)
  await page.locator('#games [role="option"]').nth(2).waitFor()
  await page.keyboard.press('Escape')
  await show('games')
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  await show('database-empty')
  await page.getByLabel('PGN files for the database').setInputFiles(games)
  await page.locator('#games [role="option"]').nth(2).waitFor()
  await page.locator('.db-import').waitFor({ state: 'detached' })
  await show('database')
  for (const [tab, list] of [
    ['By opening', '.by-opening .pgn-row'],
    ['Names', '.db-names'],
    ['Doubles', '.by-doubles .db-say'],
    ['Games', '.db-table .pgn-row'],
  ]) {
    await page.getByRole('tab', { name: tab }).click()
    await page.locator(list).first().waitFor()
    if (tab !== 'Games') await show(`database-${tab.split(' ').at(-1)?.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Pattern' }).click()
  await page.locator('.db-pattern').waitFor()
  await show('database-pattern')
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await click('#games [role="option"]')
  await page.keyboard.press('Enter')
  await page.locator('.move-list button').nth(6).waitFor({ state: 'attached' })
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'New tab' }).first().click()
  await page.locator('#game-tabs').getByRole('tab').nth(1).waitFor()
  await show('game-tabs')
  await click('#close-game')
  await page.locator('#game-tabs').waitFor({ state: 'hidden' })
  await showTab(page, 'details')
  await show('game')
  await showTab(page, 'moves')
  await click('.main-line button >> nth=3')
  await showTab(page, 'explorer')
  await page.locator('.ex-moves tbody tr').first().waitFor()
  await show('explorer')
  await page.getByRole('button', { name: 'Repertoires' }).click()
  await page.locator('.train-home').waitFor()
  await show('train')
  await click('#mode-analyse')
  await page.setViewportSize(PHONE)
  await showTab(page, 'moves')
  await show('moves')
  await openMore(page)
  await show('more')
  await page.keyboard.press('Escape')

  await showTab(page, 'report')
  await click('#analyse-game')
  await page.locator('#write-analysis').waitFor({ timeout: PATIENCE })
  await page.setViewportSize(PHONE)
  await showTab(page, 'report')
  await show('report')
  await click('#analysis-switch')
  await page.locator('#analysis .line button:visible').first().waitFor({ timeout: PATIENCE })
  await page.setViewportSize(PHONE)
  await showTab(page, 'analysis')
  await show('analysis')
  await click('#learn')
  await page.getByRole('region', { name: 'Learn from the mistakes' }).waitFor()
  await show('mistakes')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await click('#analysis-switch')

  for (const name of /** @type {const} */ (['new', 'share', 'setup', 'engine', 'settings', 'code']))
    await showDialog(name, () => openMenu(page, name))
  await showDialog('comment', () => moreAct(page, 'annotate'))
  await showDialog('details', () => editDetails(page))

  await page.evaluate(fen => {
    location.hash = `#fen=${encodeURIComponent(fen)}`
  }, PROMOTION)
  await page.locator(`#board[data-fen="${PROMOTION}"]`).waitFor()
  await showTab(page, 'analysis')
  await show('position')
  await click('#mode-play')
  await page.locator('#start-two').waitFor()
  await show('start-position')
  await click('#start-two')
  await clickMove(page, 'e7e8')
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor()
  await show('promotion')
  await page.keyboard.press('Escape')

  await click('#menu-new')
  await page.getByRole('radio', { name: 'Two on this board' }).check()
  await page.getByRole('radio', { name: '… Own' }).check()
  await show('dialog-new-clock')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  for (const uci of ['f2f3', 'e7e5', 'g2g4']) await clickMove(page, uci)
  await page.locator('.move-list button').nth(2).waitFor()
  await show('play')
  await clickMove(page, 'd8h4')
  await page.locator('#game-over').waitFor()
  await show('game-over')
  if (gameServer) await visitFriends(page, gameServer, show)
}

/**
 * Shows the views of games between people.
 * @param {Page} page
 * @param {string} url of its game server
 * @param {(name: string) => Promise<void>} show
 */
export async function visitFriends(page, url, show) {
  // Types are not read from what was built.
  const { connectGames } = await import(new URL('../../dist/session.js', import.meta.url).href)
  const client = connectGames(url, { WebSocket })
  /** @param {GameLink} link @param {(view: NonNullable<GameLink['view']>) => boolean} isWanted */
  const until = async (link, isWanted) => {
    while (!link.view || !isWanted(link.view)) await new Promise(resolve => link.on('view', resolve))
  }
  try {
    await page.locator('#menu-new').click()
    await page.getByRole('radio', { name: /^A friend/ }).check()
    await page.getByRole('radio', { name: '… Own' }).check()
    await page.waitForLoadState('networkidle')
    await show('dialog-new-friend')
    await page.getByRole('button', { name: 'Start the game' }).click()
    const field = page.getByRole('textbox', { name: 'Link to this game' })
    await field.waitFor()
    await show('friend-invitation')
    const game = /friend=([^&]+)/.exec(await field.inputValue())?.[1] ?? ''
    /** @type {GameLink} */
    const link = client.open(game)
    await until(link, ({ status }) => status === 'waiting')
    await link.join()
    await page.locator('#friend-takeback').waitFor()
    for (const [uci, answer] of [
      ['e2e4', 'e7e5'],
      ['g1f3', 'b8c6'],
    ]) {
      const { ply } = /** @type {NonNullable<GameLink['view']>} */ (link.view)
      await clickMove(page, uci)
      await until(link, view => view.ply > ply)
      await link.move(answer)
    }
    await page.locator('.move-list button').nth(3).waitFor({ state: 'attached' })
    await show('friend-play')
    // Only who waits for an opponent that is away may claim.
    await clickMove(page, 'f1c4')
    await until(link, view => view.ply === 5)
    await link.offerDraw()
    await page.getByRole('button', { name: 'Accept' }).waitFor()
    await show('friend-offer')
    link.close()
    await page.locator('#friend-win').waitFor()
    await show('friend-absence')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.locator('#friend-rematch').waitFor()
    await show('friend-over')
    const other = await client.create({ clock: { base: 300_000, increment: 3000 }, variant: 'atomic' })
    await client.create({ clock: { perMove: 86_400_000 }, listed: true })
    await page.locator('#menu-new').click()
    await page.getByRole('radio', { name: /^A friend/ }).check()
    await page.getByRole('button', { name: /^Join the game/ }).waitFor()
    await show('dialog-lobby')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.evaluate(hash => {
      location.hash = hash
    }, `#friend=${other.id}&color=black`)
    await page.locator('#friend-join').waitFor()
    await show('friend-join')
  } finally {
    client.close()
  }
}
