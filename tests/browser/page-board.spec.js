// SPDX-License-Identifier: Apache-2.0
// The board: moves by mouse, finger, keyboard and form, and what it shows.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  boardFen,
  centre,
  clickMove,
  dragMove,
  fenHash,
  follow,
  notice,
  openSettings,
  pgnHash,
  SCREENS,
  START_FEN,
  square,
  tapMove,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const [PHONE, DESKTOP] = SCREENS
/** White castles, takes en passant and promotes with check. */
const GAME = 'e2e4 a7a5 g1f3 a5a4 f1c4 a4a3 e1g1 h7h5 e4e5 d7d5 e5d6 h5h4 d6e7 h4h3 e7d8q'.split(' ')
const GAME_FEN = 'rnbQkbnr/1pp2pp1/8/8/2B5/p4N1p/PPPP1PPP/RNBQ1RK1 b kq - 0 8'
const PROMOTIONS_FEN = '1r5k/P7/8/8/8/8/8/K7 w - - 0 1'
const CASTLING_FEN = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const CHESS960_PGN = `[Variant "Chess960"]
[SetUp "1"]
[FEN "1k5r/8/8/8/8/8/8/R2K3R w HA - 0 1"]

*`
const CHESS960_FEN = '1k5r/8/8/8/8/8/8/R2K3R w KQ - 0 1'

/** @param {Page} page */
const targets = page => page.locator('#board .layer.targets .target')

/** @param {Page} page @param {string} layer @returns {Promise<string[]>} such as 'e4 square last', sorted */
const signs = async (page, layer) => {
  const found = await page
    .locator(`#board .layer.${layer} > *`)
    .evaluateAll(all => all.map(sign => `${sign.getAttribute('data-sign')} ${sign.getAttribute('class')}`))
  return found.sort()
}

/** @param {Page} page */
const promotion = page => page.getByRole('dialog', { name: 'Promote to' })

/** @param {Page} page @param {string} uci */
async function choosePromotion(page, uci) {
  if (uci.length < 5) return
  const name = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }[uci[4]]
  await promotion(page).getByRole('button', { name }).click()
  await promotion(page).waitFor({ state: 'detached' })
}

/** Walks from the square where the cursor is. @param {Page} page @param {string} to */
async function walkTo(page, to) {
  const from = (await page.locator('#board .cursor-line').getAttribute('data-sign')) ?? ''
  const flipped = (await page.locator('#board .square').first().getAttribute('data-square')) !== 'a1'
  const files = (to.charCodeAt(0) - from.charCodeAt(0)) * (flipped ? -1 : 1)
  const ranks = (to.charCodeAt(1) - from.charCodeAt(1)) * (flipped ? -1 : 1)
  for (let step = 0; step < Math.abs(files); step++)
    await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft')
  for (let step = 0; step < Math.abs(ranks); step++)
    await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown')
  await expect(page.locator('#board .cursor-line')).toHaveAttribute('data-sign', to)
}

/** @param {Page} page @param {string} uci */
async function keyMove(page, uci) {
  await walkTo(page, uci.slice(0, 2))
  await page.keyboard.press('Enter')
  await walkTo(page, uci.slice(2, 4))
  await page.keyboard.press(' ')
}

/** Presses Tab until the target has the focus. @param {Page} page @param {import('@playwright/test').Locator} target */
async function tabTo(page, target) {
  await target.waitFor()
  for (let step = 0; step < 6 && !(await target.and(page.locator(':focus')).count()); step++)
    await page.keyboard.press('Tab')
  await expect(target.and(page.locator(':focus'))).toHaveCount(1)
}

/** @param {Page} page @param {string} keys with blanks between them */
async function press(page, keys) {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Plays all of GAME. @param {Page} page @param {(page: Page, uci: string) => Promise<void>} move */
async function playGame(page, move) {
  let before = await boardFen(page)
  for (const uci of GAME) {
    await move(page, uci)
    await choosePromotion(page, uci)
    await page.locator(`#board:not([data-fen="${before}"])`).waitFor()
    before = await boardFen(page)
  }
  assert.equal(before, GAME_FEN)
  await expect(page.locator('#board .pieces > g')).toHaveCount(29)
}

test('a game by drag, with castling, en passant and promotion @dom', async ({ page }) => {
  await untilFen(page, START_FEN)
  await playGame(page, dragMove)
  await expect(page.locator('.cm-chessboard-draggable-piece')).toHaveCount(0)
  await expect.poll(() => signs(page, 'last')).toEqual(['d8 square last', 'e7 square last'])
  await expect.poll(() => signs(page, 'check')).toEqual(['e8 square check'])
})

test('the same game by click, with the target squares marked @dom', async ({ page }) => {
  await square(page, 'g1').click()
  await expect.poll(() => signs(page, 'targets')).toEqual(['f3 dot target', 'h3 dot target'])
  await expect.poll(() => signs(page, 'picked')).toEqual(['g1 square picked'])
  await square(page, 'g1').click()
  await expect(targets(page), 'a second click puts it back').toHaveCount(0)
  await playGame(page, clickMove)
})

test('the same game by touch; other squares let the page scroll', async ({ open }) => {
  const page = await open('', PHONE.context)
  await playGame(page, tapMove)
  await expect.poll(() => isTouchTaken(page, 'd4'), 'an empty square').toBe(false)
  await expect.poll(() => isTouchTaken(page, 'f3'), 'a piece that is not to move').toBe(false)
  await expect.poll(() => isTouchTaken(page, 'e8'), 'a piece that can move').toBe(true)
  await touchDrag(page, 'e8d8')
  await untilFen(page, 'rnbk1bnr/1pp2pp1/8/8/2B5/p4N1p/PPPP1PPP/RNBQ1RK1 w - - 0 9')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the same game by keyboard; the squares are announced @dom', async ({ page }) => {
  await page.getByRole('application', { name: 'Chess board' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.locator('#announcer', { hasText: 'e3, empty' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('#announcer', { hasText: 'e2, white pawn' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(targets(page)).toHaveCount(2)
  await page.keyboard.press('ArrowUp')
  await page.locator('#announcer', { hasText: 'e3, empty, can go here' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(targets(page), 'Escape puts it back').toHaveCount(0)
  await playGame(page, keyMove)
  await page.locator('#announcer', { hasText: 'White played' }).waitFor()
})

test('the keyboard cursor follows the mouse, and puts down a piece that the mouse picked up @dom', async ({
  page,
}) => {
  const cursor = () => page.locator('#board .cursor-line').getAttribute('data-sign')
  await clickMove(page, 'g1f3')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await untilFen(page, START_FEN)
  const { x, y } = await centre(page, 'd2')
  await page.mouse.click(x, y)
  await expect(targets(page)).toHaveCount(2)
  await page.getByRole('application', { name: 'Chess board' }).focus()
  await expect.poll(() => cursor()).toBe('d2')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await untilFen(page, 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1')
  // While the board has the focus, a click moves the cursor.
  const there = await centre(page, 'g8')
  await page.mouse.click(there.x, there.y)
  await expect.poll(() => cursor()).toBe('g8')
  await walkTo(page, 'f6')
  await page.keyboard.press('Enter')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  await page.locator('.move-list').getByRole('button', { name: 'Nf6' }).waitFor()
})

test('only legal moves of the side to move are made @dom', async ({ page }) => {
  for (const uci of ['e2e5', 'e7e5', 'e1e2', 'a1a3']) {
    await dragMove(page, uci)
    await expect(targets(page), uci).toHaveCount(0)
    await untilFen(page, START_FEN)
    await clickMove(page, uci)
    await untilFen(page, START_FEN)
  }
  const movable = await page
    .locator('#board .square')
    .evaluateAll(all => all.filter(one => getComputedStyle(one).touchAction === 'none').length)
  assert.equal(movable, 10)
  await clickMove(page, 'e2d2')
  await expect
    .poll(() => signs(page, 'targets'), 'another piece is picked up')
    .toEqual(['d3 dot target', 'd4 dot target'])
  const { x, y } = await centre(page, 'd2')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y - 30, { steps: 3 })
  await page.mouse.move(5, 5, { steps: 3 })
  await page.mouse.up()
  await untilFen(page, START_FEN)
  await expect(page.locator('#board .pieces > g:visible')).toHaveCount(32)
})

test('who is in check and moves something else sees why it is no move', async ({ page }) => {
  await follow(page, fenHash('4k3/p7/8/8/8/8/4R3/4K3 b - - 0 1'))
  await clickMove(page, 'e8e7')
  await notice(page, 'The king is in check, and e8 to e7 does not end it.').waitFor()
  await clickMove(page, 'e8d7')
  await expect(page.locator('.notice')).toHaveCount(0)
})

test('in Chess960 the king castles onto the rook or onto its final square @dom', async ({ page }) => {
  await follow(page, pgnHash(CHESS960_PGN), CHESS960_FEN)
  await square(page, 'd1').click()
  assert.deepEqual(
    (await signs(page, 'targets')).filter(sign => /[acgh]1/.test(sign)),
    ['a1 ring target', 'c1 dot target', 'g1 dot target', 'h1 ring target'],
  )
  await square(page, 'd1').click()
  for (const uci of ['d1h1', 'd1g1']) {
    await follow(page, pgnHash(CHESS960_PGN), CHESS960_FEN)
    await dragMove(page, uci)
    await untilFen(page, '1k5r/8/8/8/8/8/8/R4RK1 b - - 1 1')
  }
  await follow(page, pgnHash(CHESS960_PGN), CHESS960_FEN)
  await clickMove(page, 'd1a1')
  await untilFen(page, '1k5r/8/8/8/8/8/8/2KR3R b - - 1 1')
  await follow(page, pgnHash(CHESS960_PGN), CHESS960_FEN)
  await clickMove(page, 'd1c1')
  await untilFen(page, '1k5r/8/8/8/8/8/8/R1K4R b - - 1 1')
})

test('a pawn becomes the chosen piece; without a choice it stays where it was', async ({ open }) => {
  const page = await open(fenHash(PROMOTIONS_FEN))
  await untilFen(page, PROMOTIONS_FEN)
  await dragMove(page, 'a7b8')
  await promotion(page).waitFor()
  await expect
    .poll(() =>
      promotion(page)
        .locator('.choices button')
        .evaluateAll(all => all.map(button => button.getAttribute('aria-label'))),
    )
    .toEqual(['Queen', 'Knight', 'Rook', 'Bishop'])
  // They lie over the squares of the promotion file.
  for (const [name, at] of [
    ['Queen', 'b8'],
    ['Knight', 'b7'],
    ['Rook', 'b6'],
    ['Bishop', 'b5'],
  ]) {
    const box = await promotion(page).getByRole('button', { name }).boundingBox()
    const { x, y } = await centre(page, at)
    assert.ok(box && Math.abs(box.x + box.width / 2 - x) < 2 && Math.abs(box.y + box.height / 2 - y) < 2)
  }
  await page.keyboard.press('Escape')
  await promotion(page).waitFor({ state: 'detached' })
  await untilFen(page, PROMOTIONS_FEN)
  await expect(page.locator('#board .pieces > g:visible')).toHaveCount(4)
  await expect(page.locator('.cm-chessboard-draggable-piece'), 'the pawn has glided back').toHaveCount(0)

  await clickMove(page, 'a7a8')
  await promotion(page).waitFor()
  await page.mouse.click(4, 4)
  await promotion(page).waitFor({ state: 'detached' })
  await untilFen(page, PROMOTIONS_FEN)

  await clickMove(page, 'a7b8')
  await choosePromotion(page, 'a7b8n')
  await untilFen(page, '1N5k/8/8/8/8/8/8/K7 b - - 0 1')

  await follow(page, fenHash(PROMOTIONS_FEN), PROMOTIONS_FEN)
  await page.getByRole('application', { name: 'Chess board' }).focus()
  await keyMove(page, 'a7a8')
  await promotion(page).getByRole('button', { name: 'Queen' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await untilFen(page, 'Qr5k/8/8/8/8/8/8/K7 b - - 0 1')
  for (const [name, letter] of [
    ['Rook', 'R'],
    ['Bishop', 'B'],
    ['Knight', 'N'],
  ]) {
    await follow(page, fenHash(PROMOTIONS_FEN), PROMOTIONS_FEN)
    await page.getByRole('application', { name: 'Chess board' }).focus()
    await keyMove(page, 'a7a8')
    await tabTo(page, promotion(page).getByRole('button', { name }))
    await page.keyboard.press('Enter')
    await untilFen(page, `${letter}r5k/8/8/8/8/8/8/K7 b - - 0 1`)
  }
  for (const [keys, letter] of /** @type {[string[], string][]} */ ([
    [['n'], 'N'],
    [['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], 'N'],
    [['ArrowUp', 'Enter'], 'B'],
    [['ArrowLeft', 'ArrowRight', 'Enter'], 'Q'],
  ])) {
    await follow(page, fenHash(PROMOTIONS_FEN), PROMOTIONS_FEN)
    await clickMove(page, 'a7a8')
    await promotion(page).waitFor()
    for (const key of keys) await page.keyboard.press(key)
    await untilFen(page, `${letter}r5k/8/8/8/8/8/8/K7 b - - 0 1`)
  }
})

test('a queen without asking as a setting, but not with Alt; a choice elsewhere ends it', async ({
  open,
}) => {
  const page = await open(fenHash(PROMOTIONS_FEN))
  await untilFen(page, PROMOTIONS_FEN)
  await clickMove(page, 'a7a8')
  await promotion(page).waitFor()
  await press(page, 'Tab Tab Tab Tab')
  await promotion(page).waitFor({ state: 'detached' })
  await openSettings(page, 'Play')
  await page.getByRole('switch', { name: 'Promote to a queen without asking' }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.down('Alt')
  await clickMove(page, 'a7a8')
  await page.keyboard.up('Alt')
  await promotion(page).getByRole('button', { name: 'Rook' }).click()
  await untilFen(page, 'Rr5k/8/8/8/8/8/8/K7 b - - 0 1')
  await follow(page, fenHash(PROMOTIONS_FEN), PROMOTIONS_FEN)
  await dragMove(page, 'a7b8')
  await untilFen(page, '1Q5k/8/8/8/8/8/8/K7 b - - 0 1')
  await expect(promotion(page)).toHaveCount(0)
  // Black's pieces are at the bottom: the queen there, and the king above all others in Antichess.
  await follow(page, `${fenHash('8/8/8/8/8/8/p7/7N b - - 0 1')}&variant=antichess`)
  await page.locator('#board[data-fen^="8/8/8/8/8/8/p7"]').waitFor()
  await page.keyboard.down('Alt')
  await clickMove(page, 'a2a1')
  await page.keyboard.up('Alt')
  await promotion(page).waitFor()
  const names = promotion(page).locator('.choices button')
  await expect
    .poll(() =>
      names.evaluateAll(all =>
        all
          .map(one => ({ name: one.getAttribute('aria-label'), y: one.getBoundingClientRect().y }))
          .sort((a, b) => b.y - a.y)
          .map(({ name }) => name),
      ),
    )
    .toEqual(['Queen', 'Knight', 'Rook', 'Bishop', 'King'])
  await page.keyboard.press('k')
  await page.locator('#board[data-fen^="8/8/8/8/8/8/8/k6N w"]').waitFor()
})

test('the king castles onto its rook @dom', async ({ page }) => {
  for (const [move, make] of /** @type {const} */ ([
    ['e1h1', clickMove],
    ['e1a1', dragMove],
    ['e1g1', dragMove],
  ])) {
    await follow(page, fenHash(CASTLING_FEN), CASTLING_FEN)
    await make(page, move)
    const white = move === 'e1a1' ? '2KR3R' : 'R4RK1'
    await untilFen(page, `r3k2r/8/8/8/8/8/8/${white} b kq - 1 1`)
  }
})

test('a touch that scrolls already is left alone', async ({ open }) => {
  const page = await open('', PHONE.context)
  const isCancelled = await square(page, 'e2').evaluate(target => {
    const { x, y } = target.getBoundingClientRect()
    const touch = new Touch({ identifier: 1, target, clientX: x + 5, clientY: y + 5 })
    const event = new TouchEvent('touchstart', { bubbles: true, cancelable: false, touches: [touch] })
    let isCancelled = false
    event.preventDefault = () => {
      isCancelled = true
    }
    target.dispatchEvent(event)
    return isCancelled
  })
  assert.equal(isCancelled, false)
  await expect(targets(page)).toHaveCount(0)
})

test('another position ends an open choice and a drag @dom', async ({ open }) => {
  const page = await open(fenHash(PROMOTIONS_FEN))
  await untilFen(page, PROMOTIONS_FEN)
  await clickMove(page, 'a7a8')
  await promotion(page).waitFor()
  await follow(page, fenHash(CASTLING_FEN), CASTLING_FEN)
  await promotion(page).waitFor({ state: 'detached' })

  const { x, y } = await centre(page, 'e1')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y - 40, { steps: 3 })
  await page.locator('.cm-chessboard-draggable-piece').waitFor()
  await follow(page, fenHash(PROMOTIONS_FEN), PROMOTIONS_FEN)
  await expect(page.locator('.cm-chessboard-draggable-piece')).toHaveCount(0)
  await page.mouse.up()
  await untilFen(page, PROMOTIONS_FEN)
  await expect(page.locator('#board .pieces > g:visible')).toHaveCount(4)
  await expect(targets(page)).toHaveCount(0)
})

test('annotations, check, a turned and a narrower board', async ({ open }) => {
  const pgn = '1. e4 {[%cal Gd2d4,Rd8h4][%csl Ye5,Bf7]} *'
  const page = await open('', { ...DESKTOP.context, reducedMotion: 'reduce' })
  await follow(page, pgnHash(pgn))
  await page.locator('#nav-last').click()
  await expect.poll(() => signs(page, 'arrows')).toEqual(['d2d4 arrow mark green', 'd8h4 arrow mark red'])
  await expect.poll(() => signs(page, 'marks')).toEqual(['e5 ring mark yellow', 'f7 ring mark blue'])
  await expect.poll(() => signs(page, 'last')).toEqual(['e2 square last', 'e4 square last'])
  await expect.poll(() => runningAnimations(page), 'no animation with reduced motion').toBe(0)

  const before = await centre(page, 'e4')
  await page.locator('#nav-flip').click()
  const turned = await centre(page, 'e4')
  assert.ok(turned.x < before.x && turned.y < before.y, 'Black is below')
  await isSignOnItsSquare(page, 'e4')
  await page.setViewportSize({ width: 500, height: 800 })
  await page.waitForFunction(() => {
    const board = document.querySelector('#board .cm-chessboard')?.getBoundingClientRect()
    const piece = document.querySelector('#board .square[data-square="h1"]')?.getBoundingClientRect()
    return board && piece && board.width <= 500 && Math.abs(piece.width - board.width / 8) < 0.1
  })
  await isSignOnItsSquare(page, 'e4')
  await dragMove(page, 'e7e5')
  await untilFen(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
})

test('a move glides, and later positions do not wait for it', async ({ page }) => {
  await clickMove(page, 'e2e4')
  await page.waitForFunction(() => !document.getAnimations().some(({ playState }) => playState === 'running'))
  await page.evaluate(() => {
    const pieces = /** @type {Element} */ (document.querySelector('#board .pieces'))
    const counts = /** @type {any} */ (window)
    counts.glided = 0
    new MutationObserver(() => {
      const glides = document.getAnimations().filter(({ effect }) => {
        const { target } = /** @type {KeyframeEffect} */ (effect)
        return target !== null && pieces.contains(target)
      })
      counts.glided = Math.max(counts.glided, glides.length)
    }).observe(pieces, { childList: true })
  })
  await clickMove(page, 'g8f6')
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).glided)).toBe(1)
  await dragMove(page, 'd2d4')
  for (const uci of ['a7a6', 'a2a3', 'b7b6', 'b2b3']) await clickMove(page, uci)
  await untilFen(page, 'rnbqkb1r/2pppppp/pp3n2/8/3PP3/PP6/2P2PPP/RNBQKBNR b KQkq - 0 4')
  await expect.poll(() => placement(page)).toBe('rnbqkb1r/2pppppp/pp3n2/8/3PP3/PP6/2P2PPP/RNBQKBNR')
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  await untilFen(page, 'rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2')
  await expect.poll(() => placement(page)).toBe('rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR')
})

test('the board can be used with a screen reader @dom', async ({ page }) => {
  const board = page.getByRole('application', { name: 'Chess board' })
  await expect(board).toHaveAttribute('aria-describedby', /board-help/)
  await page.getByRole('cell', { name: 'white king' }).waitFor({ state: 'attached' })
  await expect
    .poll(() =>
      page
        .locator('#board [role=application] *')
        .evaluateAll(all => all.filter(one => one.getAttribute('role')).length),
    )
    .toEqual(0)
})

test('sounds are on, but not before a gesture; one setting turns them off', async ({ open, problems }) => {
  const page = await open('')
  await page.evaluate(() => {
    const made = /** @type {any} */ (window)
    made.tones = 0
    const Original = OscillatorNode
    made.OscillatorNode = class extends Original {
      /** @param {any[]} given */
      constructor(...given) {
        super(.../** @type {[BaseAudioContext]} */ (given))
        made.tones++
      }
    }
  })
  const tones = () => page.evaluate(() => /** @type {any} */ (window).tones)
  // A link is followed without a gesture: a game begins, and the browser would refuse to play a sound, with a warning.
  await follow(page, pgnHash('1. d4 d5 *'))
  await page.locator('.move-list').getByRole('button', { name: 'd5' }).waitFor()
  await follow(page, pgnHash('*'), START_FEN)
  await expect.poll(() => tones()).toBe(0)
  await clickMove(page, 'e2e4')
  await page.waitForFunction(() => /** @type {any} */ (window).tones === 1)
  assert.deepEqual(problems, [])
  await openSettings(page)
  await page.getByRole('switch', { name: 'Sounds' }).uncheck()
  await page.getByRole('switch', { name: 'Coordinates' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.locator('#board .coordinate:visible')).toHaveCount(0)
  await clickMove(page, 'e7e5')
  await page.locator('#board[data-fen*=" w "]').waitFor()
  assert.equal(await tones(), 1)
})

test('without the legal moves no target is marked; without animations no piece glides', async ({ page }) => {
  await openSettings(page)
  await page.getByRole('switch', { name: 'Show legal moves' }).uncheck()
  await page.getByRole('switch', { name: 'Animations' }).uncheck()
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const counts = /** @type {any} */ (window)
    counts.glides = 0
    const { animate } = Element.prototype
    Element.prototype.animate = function (...given) {
      counts.glides++
      return animate.apply(this, given)
    }
  })
  const glides = () => page.evaluate(() => /** @type {any} */ (window).glides)
  await square(page, 'e2').click()
  await expect.poll(() => signs(page, 'picked')).toEqual(['e2 square picked'])
  await expect(targets(page)).toHaveCount(0)
  await square(page, 'e4').click()
  await page.locator('#board[data-fen*=" b "]').waitFor()
  assert.equal(await glides(), 0)
  await openSettings(page)
  await page.getByRole('switch', { name: 'Show legal moves' }).check()
  await page.getByRole('switch', { name: 'Animations' }).check()
  await page.keyboard.press('Escape')
  await square(page, 'e7').click()
  await expect(targets(page)).toHaveCount(2)
  await square(page, 'e5').click()
  await expect.poll(() => glides()).toBe(1)
})

/**
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<boolean>} whether a touch of the square moves a piece and does not scroll the page
 */
function isTouchTaken(page, name) {
  return square(page, name).evaluate(target => {
    const { x, y } = target.getBoundingClientRect()
    const touch = new Touch({ identifier: 1, target, clientX: x + 5, clientY: y + 5 })
    const options = { bubbles: true, cancelable: true, touches: [touch], changedTouches: [touch] }
    const isTaken = !target.dispatchEvent(new TouchEvent('touchstart', options))
    target.dispatchEvent(new TouchEvent('touchcancel', options))
    return isTaken
  })
}

/** Drags a piece with a finger. @param {Page} page @param {string} uci */
async function touchDrag(page, uci) {
  const hand = await page.context().newCDPSession(page)
  const from = await centre(page, uci.slice(0, 2))
  const to = await centre(page, uci.slice(2, 4))
  const middle = { x: (from.x + to.x) / 2, y: from.y + 20 }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const point of [middle, to])
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await hand.detach()
}

/** @param {Page} page */
const runningAnimations = page =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)

/** @param {Page} page @returns {Promise<string>} the placement as the pieces are drawn */
async function placement(page) {
  const drawn = await page
    .locator('#board .pieces > g')
    .evaluateAll(all =>
      all.map(piece => [piece.getAttribute('data-square'), piece.getAttribute('data-piece')]),
    )
  const pieces = new Map(/** @type {[string, string][]} */ (drawn))
  const rows = [...'87654321'].map(rank =>
    [...'abcdefgh']
      .map(file => {
        const [color, type] = pieces.get(file + rank) ?? '1 '
        return color === '1' ? '1' : color === 'w' ? type.toUpperCase() : type
      })
      .join('')
      .replace(/1+/g, ones => String(ones.length)),
  )
  return rows.join('/')
}

/** @param {Page} page @param {string} name of a square with a sign of the last move */
async function isSignOnItsSquare(page, name) {
  const sign = await page.locator(`#board .layer.last [data-sign="${name}"]`).boundingBox()
  const { x, y } = await centre(page, name)
  assert.ok(sign)
  assert.ok(Math.abs(sign.x + sign.width / 2 - x) < 1 && Math.abs(sign.y + sign.height / 2 - y) < 1)
}

test('moves have figurines if the user wants them, and letters for screen readers', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 *'), { viewport: { width: 1440, height: 900 } })
  const move = page.locator('.move-list').getByRole('button', { name: '2. Nf3' })
  await expect(move).toHaveText('Nf3')
  await openSettings(page)
  await page.getByRole('switch', { name: 'Figurines in moves' }).click()
  await page.keyboard.press('Escape')
  await expect(move).toHaveText('♘f3')
  await page.reload()
  await expect(move).toHaveText('♘f3')
})
