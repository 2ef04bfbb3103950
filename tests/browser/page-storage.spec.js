// SPDX-License-Identifier: Apache-2.0
// The game survives a reload, damaged data is reported and put aside, and a game from a link can be undone.

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  clickMove,
  downloaded,
  fenHash,
  follow,
  gameTab,
  headline,
  openMenu,
  pgnHash,
  START_FEN,
  storageKey,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GAME =
  '[White "Łukasz \\"Ž\\" 🦊"]\n[Odd "a+b%&#"]\n\n1. e4 {50% + & # 🤝} (1. d4 d5) e5 $4 2. Nf3 1/2-1/2'

const AFTER_C5 = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'

/** @param {Page} page */
async function reload(page) {
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
}

/** @param {Page} page @param {RegExp} pattern waits until the saved game has it */
const untilSaved = (page, pattern) =>
  page.waitForFunction(
    ([key, source]) => new RegExp(source).test(localStorage.getItem(key) ?? ''),
    /** @type {const} */ ([storageKey(page, 'game'), pattern.source]),
  )

/** @param {Page} page @param {string} [name] */
const stored = (page, name = 'game') =>
  page.evaluate(key => localStorage.getItem(key) ?? '', storageKey(page, name))

/** @param {Page} page @returns {Promise<{ pgn: string, how: string, path: number[], match: unknown }>} the saved game */
async function saved(page) {
  const { tree, view } = JSON.parse(await stored(page))
  const { path, match } = JSON.parse(view)
  return { ...JSON.parse(tree), path, match }
}

/** Replaces the saved game and opens the page again. @param {Page} page @param {string} text the damaged data */
async function damage(page, text) {
  const key = storageKey(page, 'game')
  // The page saves when it is left, so its data is replaced afterwards.
  await page.goto('about:blank')
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem('damage done')) return
      sessionStorage.setItem('damage done', 'yes')
      sessionStorage.removeItem(key)
      localStorage.setItem(key, value)
    },
    /** @type {const} */ ([key, text]),
  )
  await page.goBack()
  await page.locator('#board[data-fen]').waitFor()
}

/**
 * Plays 1. e4 in this tab, and 1… c5 in another tab that was opened with the same game.
 * @param {Page} page
 * @returns {Promise<Page>} the other tab
 */
async function playInTwoTabs(page) {
  await clickMove(page, 'e2e4')
  await untilSaved(page, /e4/)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await untilFen(other, AFTER_E4)
  await clickMove(other, 'c7c5')
  return other
}

test('variations, comments, result and the current position survive a reload @dom', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await page.locator('#board').waitFor()
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await untilSaved(page, /path.{4,6}0]/)
  const before = await saved(page)
  assert.match(before.pgn, /\[White "Łukasz \\"Ž\\" 🦊"\]/)
  await reload(page)
  await untilFen(page, AFTER_E4)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await untilFen(page, AFTER_E4)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => saved(page)).toEqual(before)
})

test('a move whose address is written while a slow reload has begun is there after it', async ({ open }) => {
  // A service worker would answer at once.
  const page = await open(pgnHash(GAME), { serviceWorkers: 'block' })
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await page.route(page.url().split('#')[0], async route => {
    await setTimeout(1000)
    await route.continue()
  })
  await clickMove(page, 'c7c5')
  await untilFen(page, AFTER_C5)
  await reload(page)
  await untilFen(page, AFTER_C5)
})

test('a move made right before the page is left is saved @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await reload(page)
  await untilFen(page, AFTER_E4)
})

test('Chess960 from a link survives a reload and castles @dom', async ({ open }) => {
  const fen = '1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w KQkq - 0 1'
  const page = await open(`${fenHash(fen)}&variant=chess960`)
  await untilFen(page, fen)
  await page.waitForURL(/#fen=1rk3r1.*&variant=chess960$/)
  await untilSaved(page, /Chess960/)
  await reload(page)
  await untilFen(page, fen)
  await clickMove(page, 'c1g1')
  await untilFen(page, '1rk3r1/6p1/8/8/8/8/6P1/1R3RK1 b kq - 1 1')
})

test('a damaged game is reported and put aside; its main line is restored if possible', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await untilSaved(page, /Nf3/)
  const text = await stored(page)
  const broken = text.replace('d4 d5', 'd4 d6')
  assert.notEqual(broken, text)
  await damage(page, broken)
  await page.getByText('its moves are back, its variations and comments are not').waitFor()
  await page.keyboard.press('End')
  await untilFen(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2')
  await expect.poll(() => stored(page, 'damaged game')).toBe(broken)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the saved data' }).click()
  assert.equal(await downloaded(await download), broken)
  // It stays within reach.
  await reload(page)
  await openMenu(page, 'open')
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download it' }).click()
  assert.equal(await downloaded(await again), broken)
  await page.getByRole('button', { name: 'Forget it' }).click()
  await expect(page.getByRole('button', { name: 'Download it' })).toHaveCount(0)
})

test('the page works after saved data that is no game', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await damage(page, '{"__proto__":{"state":"x"},"tree":5}\u0000')
  await page.getByText('The saved game was damaged and could not be brought back.').waitFor()
  await untilFen(page, START_FEN)
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await reload(page)
  await untilFen(page, AFTER_E4)
  await expect(page.getByText('The saved game was damaged')).toHaveCount(0)
})

test('without storage the page works, and warns that it cannot save the game @dom', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('it is forbidden', 'SecurityError')
        },
      })
  })
  await reload(page)
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await page.getByText('does not let the page save the game').waitFor()
})

test('each of two tabs restores its own game', async ({ page }) => {
  const other = await playInTwoTabs(page)
  await untilSaved(other, /c5/)
  await reload(page)
  await untilFen(page, AFTER_E4)
  await reload(other)
  await expect.poll(() => boardFen(other)).toMatch(/pp1ppppp\/8\/2p5/)
})

test('a change of the game in another tab is reported once, and can be shown', async ({ page }) => {
  const other = await playInTwoTabs(page)
  const changed = page.locator('#notices').getByText('The game was changed in another tab.')
  await changed.waitFor()
  await clickMove(other, 'g1f3')
  await untilSaved(other, /Nf3/)
  await untilFen(page, AFTER_E4)
  await expect(changed).toHaveCount(1)
  await page.getByRole('button', { name: 'Show that one' }).click()
  await untilFen(page, await boardFen(other))
  await gameTab(page, /^1\. e4$/).click()
  await untilFen(page, AFTER_E4)
})

test('the games of two closed tabs are both kept', async ({ page, url }) => {
  const other = await playInTwoTabs(page)
  await untilSaved(other, /c5/)
  // The first tab plays on and is closed; the second one overwrites its game.
  await clickMove(page, 'd7d5')
  await untilSaved(page, /d5/)
  await clickMove(page, 'e4d5')
  await untilSaved(page, /exd5/)
  const context = page.context()
  await page.close()
  await clickMove(other, 'g1f3')
  await untilSaved(other, /Nf3/)
  await clickMove(other, 'b8c6')
  await untilSaved(other, /Nc6/)
  await other.close()
  const third = await context.newPage()
  await third.goto(url)
  await third.locator('#board[data-fen]').waitFor()
  assert.match((await saved(third)).pgn, /1\. e4 c5 2\. Nf3 Nc6/)
  await openMenu(third, 'open')
  const earlier = third.getByRole('region', { name: 'Earlier games' }).getByRole('listitem')
  await earlier.first().waitFor()
  // The last game of each tab before the other tab overwrote it.
  assert.deepEqual(
    (await earlier.allInnerTexts()).map(text => /1\. .*/.exec(text)?.[0]),
    ['1. e4 d5 2. exd5', '1. e4 c5'],
  )
})

test('a link loads its game, and an unfinished one keeps its tab @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  const link = pgnHash('1. d4 Nf6 {+ % & #} *\n\n[Event "2"]\n\n1. c4 *')
  await follow(page, link)
  await page.getByText('This is the first of the link’s 2 games.').waitFor()
  await untilFen(page, START_FEN)
  await gameTab(page, '1. e4').click()
  await untilFen(page, AFTER_E4)
})

test('a closed game can be opened after a reload and in another tab', async ({ page, url }) => {
  await clickMove(page, 'e2e4')
  await untilFen(page, AFTER_E4)
  await follow(page, pgnHash('[White "Anna"]\n[Black "Ben"]\n\n1. d4 d5 2. c4 *'))
  await gameTab(page, '1. e4').click()
  await page.locator('#close-game').click()
  await page.locator('#moves', { hasText: 'd5' }).waitFor()
  await reload(page)
  await expect(gameTab(page)).toHaveCount(0)
  await openMenu(page, 'open')
  const earlier = page.getByRole('region', { name: 'Earlier games' })
  await earlier.waitFor()
  await expect(earlier.getByRole('listitem')).toHaveCount(1)
  await earlier.getByRole('button', { name: 'Open 1. e4' }).click()
  await untilFen(page, AFTER_E4)
  await earlier.waitFor({ state: 'hidden' })
  await clickMove(page, 'c7c5')
  await page.locator('#board[data-fen*="2p5"]').waitFor()
  await follow(page, pgnHash('1. b3 *'))
  await gameTab(page, '1. e4 c5').click()
  await page.locator('#close-game').click()

  const other = await page.context().newPage()
  await other.goto(url)
  await openMenu(other, 'open')
  const left = other.getByRole('region', { name: 'Earlier games' })
  await left.getByRole('button', { name: 'Open 1. e4 c5' }).click()
  await other.locator('#board[data-fen*="2p5"]').waitFor()
})

const WRONG_LINKS = /** @type {const} */ ([
  [
    'an illegal position',
    fenHash('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'),
    /Black is in check from the rook on e2, but it is White’s move/,
  ],
  ['no FEN', '#fen=%zz', /This is no FEN: it has 4 or 6 fields/],
  ['an unknown variant', pgnHash('[Variant "Bughouse"]\n\n1. e4 *'), /does not know the rules of “Bughouse”/],
  ['no game', '#pgn=%', /There is no game in this PGN/],
  ['a damaged short link', '#g=8a.AQXxH1Cz', /The link is damaged or cut off/],
  ['a page', pgnHash('<img src=x onerror=alert(1)>'), /“img” is not a move/],
])
test('links that cannot be read are reported and keep the game @dom', async ({ page }) => {
  await clickMove(page, 'e2e4')
  for (const [name, link, words] of WRONG_LINKS) {
    await follow(page, link)
    const alert = page.locator('.notice.error').filter({ hasText: words })
    await alert.waitFor().catch(() => assert.fail(`${name}: not reported`))
    await expect(alert).toHaveText(/^The link cannot be read\./)
    await untilFen(page, AFTER_E4)
    await alert.getByRole('button', { name: 'Close' }).click()
  }
  await expect(headline(page)).toHaveText(/Black to move/)
})
