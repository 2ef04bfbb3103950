// SPDX-License-Identifier: Apache-2.0
// The page by keyboard alone: playing, writing, every dialog; the focus is never lost.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  clickMove,
  fenHash,
  follow,
  headline,
  moreAct,
  openMenu,
  openMore,
  paste,
  pgnHash,
  playersShown,
  playTwo,
  SCREENS,
  START_FEN,
  showTab,
  step,
  tapMove,
  untilFen,
  untilIdle,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const TWO_GAMES = '[White "Ada"]\n\n1. e4 e5 *\n\n[White "Grace"]\n\n1. d4 *\n'
const CLAIM_FEN = '8/8/4k3/8/8/4K3/4R3/8 w - - 100 80'

/** @param {Page} page @returns {Promise<string>} the element with the focus: its id, label or text; 'board' for the squares */
const focused = page =>
  page.evaluate(() => {
    const { activeElement: at } = document
    if (!at || at === document.body) return 'nothing'
    if (at.closest('#board')) return 'board'
    return at.id || at.getAttribute('aria-label') || at.textContent?.trim() || at.tagName
  })

/** @param {Page} page @param {string} wanted waits until it has the focus */
const untilFocused = (page, wanted) => expect.poll(() => focused(page)).toBe(wanted)

/** Focuses an element and presses Enter. @param {Page} page @param {string} selector */
async function enter(page, selector) {
  await page.locator(selector).focus()
  await page.keyboard.press('Enter')
}

/** Presses Tab until the wanted element has the focus. @param {Page} page @param {string} wanted */
async function tabTo(page, wanted) {
  for (let steps = 0; steps < 60; steps++) {
    if ((await focused(page)) === wanted) return
    await page.keyboard.press('Tab')
  }
  await expect.poll(() => focused(page)).toBe(wanted)
}

/** @param {Page} page @param {string} keys with blanks between them */
async function press(page, keys) {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

test('the first link of the page leads to the squares @dom', async ({ page }) => {
  await press(page, 'Tab Enter')
  await untilFocused(page, 'board')
})

test('a game is started, played and commented', async ({ page }) => {
  await tabTo(page, 'menu-new')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New game' }).waitFor()
  // The focus is on the choice of the opponent.
  await press(page, 'ArrowDown ArrowDown')
  await page.getByRole('radio', { name: 'Two on this board' }).and(page.locator(':checked')).waitFor()
  await tabTo(page, 'Start the game')
  await press(page, 'Enter')
  await untilFocused(page, 'board')
  await press(page, 'Enter')
  await page
    .locator('#announcer', { hasText: 'Picked up the white pawn on e2. 2 squares to go to.' })
    .waitFor()
  await press(page, 'ArrowUp ArrowUp Enter')
  await untilFen(page, AFTER_E4)
  await expect.poll(() => focused(page)).toBe('board')
  await tabTo(page, 'nav-flip')
  await press(page, 'Enter')
  await page.locator('#announcer', { hasText: 'The board is turned: Black is at the bottom.' }).waitFor()

  await tabTo(page, 'nav-more')
  await press(page, 'Enter')
  await untilFocused(page, 'move-type')
  await press(page, 'ArrowDown')
  await untilFocused(page, 'move-annotate')
  await press(page, 'Enter')
  await page.getByRole('dialog', { name: 'Move 1. e4' }).waitFor()
  await page.getByLabel('Comment after the move').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Best by test')
  // To the sign that is chosen: none.
  await press(page, 'Tab ArrowDown ArrowDown')
  await page.getByRole('radio', { name: 'Good move' }).and(page.locator(':checked')).waitFor()
  await tabTo(page, 'Save')
  await press(page, 'Enter')
  await page.locator('.move-list').getByText('Best by test').waitFor()
  await page.locator('.move-list').getByRole('button', { name: '1. e4, Good move' }).waitFor()
  await expect.poll(() => focused(page)).toBe('nav-more')
})

test('buttons that turn off keep the focus', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 (1... c5 2. Nf3) *'))
  await page.locator('#nav-forward').focus()
  await press(page, 'Enter Enter Enter')
  await expect.poll(() => focused(page)).toBe('nav-forward')
  await expect(page.locator('#nav-forward')).toBeDisabled()
  await enter(page, '#nav-first')
  await untilFen(page, START_FEN)
  await expect.poll(() => focused(page)).toBe('nav-first')

  await page.locator('.move-list').getByRole('button', { name: '2. Nf3' }).click()
  await untilFen(page, 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2')
  await openMore(page)
  await enter(page, '#move-make-main')
  await page.locator('.main-line').getByRole('button', { name: '2. Nf3' }).waitFor()
  await expect.poll(() => focused(page)).toBe('nav-more')
  await openMore(page)
  await enter(page, '#move-undo')
  await page.locator('.variation').getByRole('button', { name: '2. Nf3' }).waitFor()
  await expect(page.locator('#move-undo')).toBeDisabled()
  await expect.poll(() => focused(page), 'it may be used again').toBe('move-undo')
  await press(page, 'Escape')
  await expect.poll(() => focused(page)).toBe('nav-more')
  const reply = page.locator('.move-list').getByRole('button', { name: '1… e5' })
  await reply.click()
  await untilFen(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
  await openMore(page)
  await enter(page, '#move-delete')
  await untilFen(page, AFTER_E4)
  await expect(reply).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe('nav-more')
  await enter(page, '#nav-first')
  await untilFen(page, START_FEN)
  await openMore(page)
  await enter(page, '#move-delete')
  await press(page, 'Escape')
  const undo = page.locator('.notice').getByRole('button', { name: 'Undo' })
  await expect(undo, 'the start is not deleted').toHaveCount(1)

  // From the notice the focus moves to the board, for keyboard users to its squares.
  await undo.focus()
  await press(page, 'Enter')
  await reply.waitFor()
  await expect.poll(() => focused(page)).toBe('board')
})

test('Ctrl+Z undoes a deletion, but not while the user types @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'))
  const move = page.locator('.move-list').getByRole('button', { name: '1. e4' })
  await move.focus()
  await press(page, 'Enter')
  await untilFen(page, AFTER_E4)
  await press(page, 'Delete')
  await untilFen(page, START_FEN)
  await untilFocused(page, 'board')
  await moreAct(page, 'annotate')
  await page.getByRole('dialog').getByLabel('Comment before the first move').waitFor()
  await page.keyboard.type('x')
  await press(page, 'Control+z Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await untilFen(page, START_FEN)
  await press(page, 'Control+z')
  await untilFen(page, AFTER_E4)
  await press(page, 'Control+z')
  await untilFen(page, AFTER_E4)
  await clickMove(page, 'e7e5')
  const reply = page.locator('.move-list').getByRole('button', { name: '1… e5' })
  await reply.waitFor()
  await press(page, 'Control+z')
  await untilFen(page, AFTER_E4)
  await expect(reply).toHaveCount(0)
  await press(page, 'Control+Shift+z')
  await reply.waitFor()
})

test('resigning asks first, and the focus stays @dom', async ({ open, url }) => {
  const page = await open(pgnHash('1. e4 *'))
  await playTwo(page)
  await page.locator('#nav-last').focus()
  await press(page, 'Enter')
  await untilFen(page, AFTER_E4)
  await enter(page, '#play-resign')
  await untilFocused(page, 'Go on')
  await press(page, 'Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect(headline(page)).toHaveText('Black to move')
  await expect.poll(() => focused(page)).toBe('play-resign')
  await press(page, 'Enter')
  await untilFocused(page, 'Go on')
  await press(page, 'Shift+Tab Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect(headline(page)).toHaveText('White wins')
  await expect.poll(() => focused(page)).toBe('White wins')
  await page.getByRole('button', { name: 'Play on' }).focus()
  await press(page, 'Enter')
  await expect(headline(page)).toHaveText('Black to move')
  await expect.poll(() => focused(page)).toBe('board')

  await enter(page, '#play-resign')
  await untilFocused(page, 'Go on')
  await press(page, 'Shift+Tab Enter')
  await page.getByRole('button', { name: 'Play on' }).waitFor()
  await page.locator('#play-takeback-end').click()
  await untilFen(page, START_FEN)
  await expect(page.getByRole('button', { name: 'Play on' }), 'the offer is gone').toHaveCount(0)
  await enter(page, '#play-draw')
  await expect(headline(page)).toHaveText('Draw')
  await expect.poll(() => focused(page)).toBe('Draw')
  await page.goto(`${url}${fenHash(CLAIM_FEN)}`)
  await untilFen(page, CLAIM_FEN)
  await playTwo(page)
  await enter(page, '#play-draw')
  await expect(headline(page)).toHaveText('Draw')
  await expect.poll(() => focused(page)).toBe('Draw')
})

test('each dialog focuses its first control, and returns the focus when it closes', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'))
  const openers = await page.locator('#menu button:not(#menu-open), .game-headers button').all()
  assert.equal(openers.length, 7)
  for (const opener of openers) {
    await opener.focus()
    const name = await focused(page)
    await press(page, 'Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    const place = await dialog.evaluate(all => {
      const { activeElement: at } = document
      if (!at || !all.contains(at)) return 'outside'
      return at.closest('header') ? 'the close button' : 'inside'
    })
    assert.equal(place, 'inside', name)
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(name)
  }
})

test('a list of games is searched, and one of them opened @dom', async ({ page }) => {
  await page.locator('#menu-share').focus()
  await press(page, 'Enter')
  await page.getByRole('dialog', { name: 'Share this game' }).waitFor()
  await press(page, 'Control+a')
  await page.keyboard.insertText(TWO_GAMES)
  await tabTo(page, 'Load this game')
  await press(page, 'Enter')
  await page.getByText('All games are shown.').waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Grace')
  await page.getByText('1 game of 2 found.').waitFor()
  await press(page, 'ArrowDown')
  const list = page.getByRole('listbox', { name: 'Games' })
  await list.locator('[aria-selected="true"]', { hasText: 'Grace' }).waitFor()
  await press(page, 'Enter')
  await page.locator('.strip', { hasText: 'Grace' }).waitFor()
  // The arrow keys go on to other games.
  await expect.poll(() => focused(page)).toBe('Games')
  await enter(page, '#nav-last')
  await expect(page.locator('#board')).not.toHaveAttribute('data-fen', START_FEN)
  await expect(playersShown(page)).toHaveText(/^Grace/)
})

test('after a dialog used by mouse the arrow keys go through the game @dom', async ({ page }) => {
  await openMenu(page, 'share')
  await page.getByLabel('PGN: copy it').fill('1. e4 *')
  await page.getByRole('button', { name: 'Load this game' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await press(page, 'ArrowRight')
  await untilFen(page, AFTER_E4)
  assert.notEqual(await focused(page), 'nothing')
})

test('after a tab is chosen by mouse the arrow keys go through the game', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'), { viewport: { width: 1366, height: 768 } })
  await page.locator('#work-details').click()
  await page.keyboard.press('ArrowRight')
  await untilFen(page, AFTER_E4)
  await expect(page.locator('#work-details')).toHaveAttribute('aria-selected', 'true')
})

test('a tab that hides what has the focus takes it', async ({ open }) => {
  const [phone] = SCREENS
  const page = await open('', phone.context)
  await showTab(page, 'details')
  await page.locator('#edit-details').focus()
  await page.evaluate(text => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', text)
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, TWO_GAMES)
  await page.getByText('All games are shown.').waitFor()
  await untilFocused(page, 'mode-games')
})

test('tabs by arrow keys, Home and End: of the page, and of the settings', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'), SCREENS[0].context)
  const walk = async (/** @type {[key: string, id: string][]} */ ...steps) => {
    for (const [key, id] of steps) {
      await page.keyboard.press(key)
      await untilFocused(page, id)
      await expect(page.locator(`#${id}`)).toHaveAttribute('aria-selected', 'true')
    }
  }
  await page.locator('#tab-analysis').focus()
  await walk(['ArrowRight', 'tab-moves'], ['End', 'tab-details'], ['ArrowRight', 'tab-analysis'])
  await walk(['ArrowLeft', 'tab-details'], ['Home', 'tab-analysis'])
  await untilFen(page, START_FEN)
  await openMenu(page, 'settings')
  await page.locator('#settings-board').focus()
  await walk(['ArrowRight', 'settings-play'], ['End', 'settings-about'], ['ArrowRight', 'settings-board'])
  await walk(['ArrowLeft', 'settings-about'], ['Home', 'settings-board'])
})

test('a dialog does not open the keyboard of a phone', async ({ open }) => {
  const [phone] = SCREENS
  const page = await open('', phone.context)
  await page.locator('#menu-more').tap()
  await page.locator('#menu-share').tap()
  const title = page.getByRole('heading', { name: 'Share this game' })
  await title.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).tap()
  await page.locator('#menu-new').tap()
  await page.getByRole('dialog').getByRole('radio').and(page.locator(':focus')).waitFor()
})

test('a notice stays while one of its buttons has the focus', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'), { reducedMotion: 'reduce' })
  await page.clock.install()
  await page.locator('#nav-last').click()
  await moreAct(page, 'delete')
  const undo = page.locator('.notice').getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.runFor(60_000)
  await expect.poll(() => focused(page)).toBe('Undo')
  await page.locator('#nav-flip').focus()
  await page.clock.runFor(2000)
  await expect(undo).toHaveCount(0)
})

for (const [width, height] of [
  [360, 740],
  [720, 450],
]) {
  test(`${width} × ${height}: the field for moves covers no square and scrolls nothing`, async ({ open }) => {
    const page = await open('', { viewport: { width, height } })
    await page.getByRole('application', { name: 'Chess board' }).focus()
    const before = await page.locator('#board').boundingBox()
    await press(page, 'm')
    await page.locator('#typed-move:focus').waitFor()
    const field = await page.locator('#typed-move').boundingBox()
    const board = await page.locator('#board').boundingBox()
    assert.deepEqual(board, before)
    assert.ok(field && board)
    assert.ok(field.y >= board.y + board.height || field.x >= board.x + board.width, 'beside the board')
    assert.ok(field.y + field.height <= height && field.height >= 40, 'all of it is visible')
    await page.keyboard.type('e4')
    await press(page, 'Enter')
    await untilFen(page, AFTER_E4)
    await press(page, 'Tab')
    assert.notEqual(await focused(page), 'nothing')
  })
}

/** @param {Page} page @returns {Promise<string>} of the element with the focus, such as 'table: none' */
const ring = page =>
  page.evaluate(() => {
    const { activeElement } = document
    const drawn = activeElement?.closest('.board') ?? activeElement
    return drawn ? `${drawn.className}: ${getComputedStyle(drawn).outlineStyle}` : ''
  })

for (const { name, context } of SCREENS)
  test(`${name}: what a script focuses after a click or a tap has no ring; squares and buttons have theirs by keyboard`, async ({
    visit,
  }) => {
    const page = await visit('', context)
    await untilFen(page, START_FEN)
    await untilIdle(page)
    await (name === 'phone' ? tapMove : clickMove)(page, 'e2e4')
    await expect(page.locator('#board .layer.last > *')).not.toHaveCount(0)
    await expect.poll(() => ring(page)).toBe('table: none')
    await follow(page, pgnHash('1. e4 e5 2. Nf3 Nc6 *'))
    await paste(page, '1. d4 d5 2. c4 e6 *')
    // Until then a text that takes long may show the list of its games, which has the focus on phones.
    await expect(page.locator('.move-list')).toContainText('c4')
    await expect.poll(() => ring(page)).toMatch(/: none$/)
    // The arrow keys go through the game: Chromium shows rings from then on.
    await page.locator('.table').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => ring(page)).toBe('table: none')
    await page
      .locator('#board .cm-chessboard [tabindex="0"], #board .cm-chessboard[tabindex="0"]')
      .first()
      .focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => ring(page)).toMatch(/^board.*: solid$/)
    const back = step(page, 'back')
    await back.focus()
    await page.keyboard.press('Shift')
    await expect(back).toHaveCSS('outline-style', 'solid')
    // Of all containers, after a pointer.
    await page.mouse.click(2, 2)
    const rings = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[tabindex="-1"]')).flatMap(place => {
        if (!(place instanceof HTMLElement) || !place.checkVisibility()) return []
        place.focus()
        const isDrawn = place.matches(':focus-visible') && getComputedStyle(place).outlineStyle !== 'none'
        return isDrawn ? [place.className || place.id] : []
      }),
    )
    assert.deepEqual(rings, [])
  })
