// SPDX-License-Identifier: Apache-2.0
// The demo page as a person uses it, on a phone and on a desktop: by click, by drag, by keyboard.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildPage } from '../../js/tools/build-page.js'
import { root, useBrowser } from './support/browser.js'

/** @typedef {import('playwright-core').Page} Page */

const browser = useBrowser(async () => ({ roots: { '/': await buildPage(join(root, 'build/test-demo')) } }))

const SCREENS = [
  { name: 'phone', context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', context: { viewport: { width: 1440, height: 900 } } },
]
const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
const FOOLS_MATE_FEN = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** @param {Page} page @param {string} name */
const square = (page, name) => page.locator(`[data-square="${name}"]`)

/** @param {Page} page @param {string} uci */
async function clickMove(page, uci) {
  await square(page, uci.slice(0, 2)).click()
  await square(page, uci.slice(2, 4)).click()
}

/** @param {Page} page @param {string} uci */
async function tapMove(page, uci) {
  await square(page, uci.slice(0, 2)).tap()
  await square(page, uci.slice(2, 4)).tap()
}

/** @param {Page} page @param {string} name @returns {Promise<{ x: number, y: number }>} */
async function centre(page, name) {
  const box = await square(page, name).boundingBox()
  assert.ok(box, `${name} is not to be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @param {Page} page @param {string} uci */
async function dragMove(page, uci) {
  const from = await centre(page, uci.slice(0, 2))
  const to = await centre(page, uci.slice(2, 4))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  assert.equal(await page.locator('.ghost').count(), 1, 'the piece follows the pointer')
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  assert.equal(await page.locator('.ghost').count(), 0)
}

/** Walks from the square that has the focus. @param {Page} page @param {string} name */
async function walkTo(page, name) {
  const at = await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '')
  const files = name.charCodeAt(0) - at.charCodeAt(0)
  const ranks = name.charCodeAt(1) - at.charCodeAt(1)
  for (let step = 0; step < Math.abs(files); step++)
    await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft')
  for (let step = 0; step < Math.abs(ranks); step++)
    await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), name)
}

/** @param {Page} page @param {string} uci */
async function keyMove(page, uci) {
  await walkTo(page, uci.slice(0, 2))
  await page.keyboard.press('Enter')
  await walkTo(page, uci.slice(2, 4))
  await page.keyboard.press('Enter')
}

/** @param {Page} page */
const fen = page => page.locator('#fen').inputValue()

/** @param {Page} page */
const headline = page => page.locator('#headline').textContent()

/** @param {Page} page @returns {Promise<string[]>} */
const moveList = page => page.locator('#moves button').allTextContents()

/** @param {Page} page @param {string} text */
async function setFen(page, text) {
  await page.locator('#fen').fill(text)
  await page.locator('#fen-form [type=submit]').click()
}

/** @param {Page} page @param {string} text */
async function loadPgn(page, text) {
  await page.locator('#pgn').fill(text)
  await page.locator('#pgn-form [type=submit]').click()
}

/** @param {Page} page */
async function expectFoolsMate(page) {
  assert.equal(await fen(page), FOOLS_MATE_FEN)
  assert.equal(await headline(page), 'Checkmate: Black wins')
  assert.deepEqual(await moveList(page), ['f3', 'e5', 'g4', 'Qh4#'])
  assert.match((await square(page, 'e1').getAttribute('aria-label')) ?? '', /white king, in check/)
  assert.match((await square(page, 'e1').getAttribute('class')) ?? '', /check/)
  assert.match((await page.locator('#announcer').textContent()) ?? '', /Black played Qh4#/)
  assert.equal(await page.locator('.movable').count(), 0, 'the game is over')
}

for (const { name, context } of SCREENS) {
  test(`${name}: a whole game by click, undo, redo, flip, and all of it again`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    assert.equal(await fen(page), START_FEN)
    assert.equal(await headline(page), 'White to move')
    assert.equal(await page.locator('[data-square]').count(), 64)
    assert.equal(await page.locator('.square .piece').count(), 32)

    await square(page, 'g1').click()
    assert.deepEqual(
      (
        await page.locator('.target').evaluateAll(all => all.map(one => one.getAttribute('data-square')))
      ).sort(),
      ['f3', 'h3'],
    )
    await square(page, 'g1').click()
    assert.equal(await page.locator('.target').count(), 0)

    for (const uci of FOOLS_MATE) await clickMove(page, uci)
    await expectFoolsMate(page)

    await page.locator('#undo').click()
    assert.equal(await headline(page), 'Black to move')
    assert.deepEqual(await moveList(page), ['f3', 'e5', 'g4', 'Qh4#'], 'the move taken back stays in sight')
    await page.locator('#first').click()
    assert.equal(await fen(page), START_FEN)
    assert.ok(await page.locator('#undo').isDisabled())
    await page.locator('#last').click()
    assert.equal(await fen(page), FOOLS_MATE_FEN)
    await page.locator('#moves button').nth(1).click()
    assert.equal(await headline(page), 'White to move')
    await clickMove(page, 'b1c3')
    assert.deepEqual(await moveList(page), ['f3', 'e5', 'Nc3'])
    assert.ok(await page.locator('#redo').isDisabled(), 'a new move clears redo')

    const top = async () => page.locator('[data-square]').first().getAttribute('data-square')
    assert.equal(await top(), 'a8')
    await page.locator('#flip').click()
    assert.equal(await top(), 'h1')
    await clickMove(page, 'd8h4')
    assert.equal(await headline(page), 'White to move and is in check')
    await page.locator('#new-classic').click()
    assert.equal(await fen(page), START_FEN)
    assert.deepEqual(await moveList(page), [])
    assert.deepEqual(problems, [])
  })

  test(`${name}: a whole game by drag`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    await dragMove(page, 'e2e5')
    assert.equal(await fen(page), START_FEN, 'an illegal drop changes nothing')
    for (const uci of FOOLS_MATE) await dragMove(page, uci)
    await expectFoolsMate(page)
    assert.deepEqual(problems, [])
  })

  test(`${name}: a whole game by keyboard`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    await square(page, 'e2').focus()
    for (const uci of FOOLS_MATE) await keyMove(page, uci)
    await expectFoolsMate(page)
    await page.keyboard.press('Control+z')
    assert.equal(await headline(page), 'Black to move')
    await page.keyboard.press('Control+y')
    assert.equal(await headline(page), 'Checkmate: Black wins')
    assert.deepEqual(problems, [])
  })

  test(`${name}: promotion asks for the piece, and a dismissed question plays nothing`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    const before = '8/4P2k/8/8/8/8/8/K7 w - - 0 1'
    await setFen(page, before)
    await clickMove(page, 'e7e8')
    await page.keyboard.press('Escape')
    await page.locator('#promotion').waitFor({ state: 'hidden' })
    assert.equal(await fen(page), before)
    for (const [piece, san] of [
      ['knight', 'e8=N'],
      ['queen', 'e8=Q'],
      ['rook', 'e8=R'],
      ['bishop', 'e8=B'],
    ]) {
      await clickMove(page, 'e7e8')
      await page.locator(`#promotion [aria-label=${piece}]`).click()
      await page.locator('#moves button[aria-current]').waitFor()
      assert.deepEqual(await moveList(page), [san])
      await page.locator('#undo').click()
    }
    await dragMove(page, 'e7e8')
    await page.locator('#promotion [aria-label=rook]').click()
    await page.locator('#moves button[aria-current]').waitFor()
    assert.equal(await fen(page), '4R3/7k/8/8/8/8/8/K7 b - - 0 1')
    assert.deepEqual(problems, [])
  })

  test(`${name}: text that is wrong is explained and changes nothing`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    await clickMove(page, 'e2e4')
    const before = await moveList(page)
    await setFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPxPPP/RNBQKBNR w KQkq - 0 1')
    assert.match((await page.locator('#fen-error').textContent()) ?? '', /pnbrqkPNBRQK/)
    assert.equal(await page.locator('#fen-error mark').textContent(), 'x')
    await setFen(page, '')
    assert.match((await page.locator('#fen-error').textContent()) ?? '', /empty/)
    await setFen(page, '4k3/8/8/8/8/8/8/4K2R b - - 0')
    assert.match((await page.locator('#fen-error').textContent()) ?? '', /4 or 6 fields/)
    await loadPgn(page, '1. e4 e5 2. Ke3 *')
    assert.match((await page.locator('#pgn-error').textContent()) ?? '', /legal/)
    await page.locator('#chess960').fill('960')
    await page.locator('#chess960-form [type=submit]').click()
    assert.match((await page.locator('#chess960-error').textContent()) ?? '', /0 to 959/)
    assert.deepEqual(await moveList(page), before)
    await clickMove(page, 'e7e5')
    assert.deepEqual(await moveList(page), ['e4', 'e5'], 'the game goes on')
    assert.equal(await page.locator('#fen-error').textContent(), '')
    assert.deepEqual(problems, [])
  })

  test(`${name}: FEN, PGN and Chess960 lead to the right game`, async t => {
    const { page, problems } = await browser.open(t, '', context)
    await setFen(page, '7k/5Q2/8/6K1/8/8/8/8 w - - 0 1')
    await clickMove(page, 'g5g6')
    assert.equal(await headline(page), 'Draw: stalemate')

    await loadPgn(page, '[Event "x"]\n\n1. e4 {a word} e5 2. Nf3 (2. f4) Nc6 3. Bb5 a6 *')
    assert.deepEqual(await moveList(page), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'])
    const written = await page.locator('#pgn').inputValue()
    assert.match(written, /3\. Bb5 a6/)
    await page.locator('#new-classic').click()
    await loadPgn(page, written)
    assert.equal(await page.locator('#moves button').count(), 6)

    await setFen(page, 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 12')
    await clickMove(page, 'e8c8')
    assert.equal(await fen(page), '2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 13')
    assert.deepEqual(await page.locator('#moves .number').allTextContents(), ['12.'])

    await page.locator('#chess960').fill('0')
    await page.locator('#chess960-form [type=submit]').click()
    assert.equal(await fen(page), 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1')
    await page.locator('#chess960-random').click()
    assert.match(await fen(page), /^[bnrqk]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BNRQK]{8} w KQkq - 0 1$/)
    await setFen(page, '4k3/8/8/8/8/8/8/5KR1 w G - 0 1')
    await clickMove(page, 'f1g1')
    assert.deepEqual(await moveList(page), ['O-O'], 'in Chess960 the king takes its rook')
    assert.deepEqual(problems, [])
  })

  test(`${name}: nothing sticks out, and everything has a name`, async t => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page, problems } = await browser.open(t, '', { ...context, colorScheme })
      const { width, scrollWidth, board } = await page.evaluate(() => ({
        width: document.documentElement.clientWidth,
        scrollWidth: document.documentElement.scrollWidth,
        board: /** @type {HTMLElement} */ (document.getElementById('board')).getBoundingClientRect().toJSON(),
      }))
      assert.ok(scrollWidth <= width, `${scrollWidth} px of content in ${width}`)
      assert.ok(Math.abs(board.width - board.height) < 1, 'the board is square')
      assert.ok(board.bottom <= context.viewport.height, 'the board is in sight at once')
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, textarea')]
          .filter(one => {
            const labels = /** @type {HTMLInputElement} */ (one).labels?.length ?? 0
            return !labels && !one.getAttribute('aria-label') && !one.textContent?.trim()
          })
          .map(one => one.outerHTML),
      )
      assert.deepEqual(nameless, [])
      assert.equal(
        await page.locator('[data-square][tabindex="0"]').count(),
        1,
        'the board is one stop for Tab',
      )
      assert.deepEqual(problems, [])
    }
  })
}

test('phone: a game by touch', async t => {
  const { page, problems } = await browser.open(t, '', SCREENS[0].context)
  for (const uci of FOOLS_MATE) await tapMove(page, uci)
  await expectFoolsMate(page)
  assert.deepEqual(problems, [])
})

test('desktop: what is copied is what is shown', async t => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, problems } = await browser.open(t, '', { ...SCREENS[1].context, permissions })
  await clickMove(page, 'e2e4')
  for (const kind of ['fen', 'pgn']) {
    await page.locator(`[data-copy=${kind}]`).click()
    await page.locator(`[data-copy=${kind}]`, { hasText: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied.trim(), (await page.locator(`#${kind}`).inputValue()).trim())
  }
  assert.deepEqual(problems, [])
})

test('the page imports nothing but the public entry', async () => {
  const sources = [
    'app.js',
    'session.js',
    'board-view.js',
    'words.js',
    'drag.js',
    'move-list.js',
    'piece.js',
    'promotion.js',
  ]
  for (const name of sources) {
    const text = await readFile(join(root, 'web', name), 'utf8')
    for (const [, from] of text.matchAll(/^import .* from '([^']+)'$/gm)) {
      assert.ok(from === 'binbo' || from.startsWith('./'), `${name} imports ${from}`)
    }
  }
})
