// SPDX-License-Identifier: Apache-2.0
// The analysis of a whole game: marks, figures, "Learn from the mistakes", and all of it written into the game.

import assert from 'node:assert/strict'
import { Game } from '../../dist/index.js'
import { parsePgn } from '../../dist/pgn.js'
import { expect, test } from './support/fixtures.js'
import {
  clickMove,
  ENGINE_PATIENCE,
  moreAct,
  notice,
  pgnHash,
  SCREENS,
  showTab,
  storageKey,
  untilFen,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** 2… Ke7 allows mate, 3. Nf3 overlooks it, 3… Nf6 allows it again. */
const GAME = '1. e4 e5 2. Qh5 Ke7 3. Nf3 Nf6 4. Qxe5# 1-0'

const button = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true })
const mistakes = (/** @type {Page} */ page) => page.getByRole('region', { name: 'Learn from the mistakes' })
const feedback = (/** @type {Page} */ page) => mistakes(page).getByRole('status')

/** @param {...string} sans @returns {string} the FEN after them */
function fenAfter(...sans) {
  const game = new Game()
  game.playMoves(sans)
  const { fen } = game
  game.stop()
  return fen
}

/** @param {Page} page */
async function analyseGame(page) {
  await button(page, 'Analyse the game').click()
  await button(page, 'Write into the game').waitFor({ timeout: ENGINE_PATIENCE })
}

/** @param {Page} page @param {RegExp} part waits until the saved game has it @returns {Promise<string>} its PGN */
async function savedPgn(page, part) {
  const read = async () => {
    const saved = await page.evaluate(key => localStorage.getItem(key) ?? '{}', storageKey(page, 'game'))
    return JSON.parse(JSON.parse(saved).tree ?? '{}').pgn ?? ''
  }
  await expect.poll(read).toMatch(part)
  return read()
}

/** @param {Page} page @returns {Promise<string[]>} the main line as the list shows it */
const shownMoves = page => page.locator('#moves .main-line button').allTextContents()

test('marks, accuracy and turning points are shown, and written into the game when asked', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME))
  await expect(page.locator('#curve .graph')).toBeHidden()
  await analyseGame(page)
  const marked = await shownMoves(page)
  assert.deepEqual([marked[3], marked[4], marked[5]], ['Ke7??', 'Nf3??', 'Nf6??'])
  await page.getByRole('button', { name: '2… Ke7, Blunder', exact: true }).waitFor()
  const cards = await page
    .locator('#curve .side-card')
    .evaluateAll(all => all.map(({ ariaLabel }) => ariaLabel))
  const figures = cards.map(card => card?.match(/\d+/g)?.map(Number) ?? [])
  const [white, black] = figures.map(([accuracy, , , blunders, loss]) => ({ accuracy, blunders, loss }))
  assert.match(
    cards.join(),
    /^White: accuracy .*, 1 blunder, average loss .*,Black: accuracy .*, 2 blunders, /,
  )
  assert.deepEqual([white.blunders, black.blunders], [1, 2])
  assert.ok(white.accuracy > black.accuracy && black.accuracy < 70, cards.join())
  assert.ok(black.loss > 300, cards.join())
  for (const name of ['mistake', 'blunder', 'good', 'inaccuracy'])
    await expect(page.locator(`#curve .graph-dot.${name}`)).toHaveCount(1)
  assert.equal((await page.locator('#curve .graph-dot.blunder').getAttribute('d'))?.match(/M/g)?.length, 3)
  await page.locator('#curve .turning-points button', { hasText: '2… Ke7??' }).click()
  await untilFen(page, fenAfter('e4', 'e5', 'Qh5', 'Ke7'))
  // The bar knows what the analysis found.
  await expect(page.locator('#eval-bar')).toHaveAttribute('aria-valuetext', 'White mates in 1')

  await button(page, 'Write into the game').click()
  await button(page, 'Write').click()
  await notice(page, 'The analysis is written into the game.').waitFor()
  const [game] = parsePgn(await savedPgn(page, /%eval/))
  const [, , , ke7, nf3] = [...game.mainline()]
  assert.deepEqual([ke7.nags, nf3.nags], [[4], [4]])
  assert.deepEqual(ke7.eval, { kind: 'mate', value: 1 })
  assert.match(ke7.comments.join(), /^Blunder: .* to #1\. Better is 2… \S+\.$/)
  assert.equal(nf3.parent?.children[1].san, 'Qxe5#')
  const written = await shownMoves(page)
  assert.deepEqual(written.slice(3, 6), ['Ke7??', 'Nf3??', 'Nf6??'])

  // One step back, and forth.
  await notice(page, 'The analysis is written into the game.').getByRole('button', { name: 'Undo' }).click()
  const plain = [...parsePgn(await savedPgn(page, /^(?!.*%eval)/s))[0].mainline()]
  for (const node of plain) assert.deepEqual([node.nags, node.comments, node.eval], [[], [], undefined])
  for (const { parent } of plain) assert.equal(parent?.children.length, 1)
  await moreAct(page, 'redo')
  assert.match(await savedPgn(page, /%eval/), /Blunder: .*\sBetter\s+is\s+2…\s/s)
  assert.deepEqual(await shownMoves(page), written)
})

test('beside the head of "Learn from the mistakes" its title is one line', async ({ open }) => {
  const page = await open(pgnHash(GAME), { viewport: { width: 1440, height: 900 } })
  await analyseGame(page)
  await button(page, 'Learn from the mistakes').click()
  const title = mistakes(page).getByRole('heading')
  const lines = await title.evaluate(heading => {
    const range = document.createRange()
    range.selectNodeContents(heading)
    return range.getClientRects().length
  })
  assert.equal(lines, 1)
})

test('the user finds better moves, with hints and solutions, and tries leave no trace @dom', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME))
  await analyseGame(page)
  await page.clock.install()
  await page.getByRole('switch', { name: 'Engine' }).click()
  await button(page, 'Learn from the mistakes').click()
  await mistakes(page).getByText('1 of 3: 2… Ke7 was a blunder').waitFor()
  const before = fenAfter('e4', 'e5', 'Qh5')
  await untilFen(page, before)
  // The engine's lines would give it away.
  await expect(page.locator('#analysis .lines')).toBeHidden()
  await expect(page.locator('#analysis')).toHaveAttribute('data-state', 'resting')
  await clickMove(page, 'g7g6')
  await feedback(page)
    .getByText(/^g6 is not good enough \(\+\d.*\)\. Try again\.$/)
    .waitFor()
  await untilFen(page, before)
  await clickMove(page, 'e8e7')
  await feedback(page).getByText('Ke7 is the move of the game. Find a better one.').waitFor()
  await button(page, 'Back to the position').click()
  await button(page, 'Hint').click()
  await feedback(page)
    .getByText(/^Move the (knight|pawn|queen|bishop) on [a-h][78]\.$/)
    .waitFor()
  await clickMove(page, 'b8c6')
  await feedback(page)
    .getByText(/^Nc6 is (the best move|good, too)/)
    .waitFor()
  await button(page, 'Next').click()
  await mistakes(page).getByText('2 of 3: 3. Nf3 was a blunder').waitFor()
  await untilFen(page, fenAfter('e4', 'e5', 'Qh5', 'Ke7'))
  await clickMove(page, 'h5e5')
  await feedback(page).getByText('Qxe5# is the best move.').waitFor()
  await button(page, 'Next').click()
  await button(page, 'Show the solution').click()
  await feedback(page)
    .getByText(/^3… \S+ .*\([+−#]/)
    .waitFor()
  await page.locator('#board .arrow').first().waitFor({ state: 'attached' })
  await button(page, 'Finish').click()
  await mistakes(page)
    .getByText('You found 2 of 3 better moves, 1 of them with a hint. 1 was shown.')
    .waitFor()
  await page.clock.runFor(1000)
  assert.match(await savedPgn(page, /1-0/), /\n\n1\. e4 e5 2\. Qh5 Ke7 3\. Nf3 Nf6 4\. Qxe5# 1-0\s*$/)

  await page.getByLabel('Whose mistakes').selectOption('White')
  await mistakes(page).getByText('1 of 1: 3. Nf3 was a blunder').waitFor()
  await button(page, 'End').click()
  await mistakes(page).waitFor({ state: 'detached' })
  await page.locator('#analysis[data-state="searching"]').waitFor()
})

for (const { name, context } of SCREENS)
  test(`${name}: while better moves are looked for, nothing shows them, and the board is turned to who must move`, async ({
    open,
  }) => {
    const page = await open(pgnHash(GAME), context)
    await showTab(page, 'report')
    await analyseGame(page)
    await button(page, 'Write into the game').click()
    await button(page, 'Write').click()
    await notice(page, 'The analysis is written into the game.').waitFor()
    await showTab(page, 'explorer')
    await showTab(page, 'report')
    await button(page, 'Learn from the mistakes').click()
    for (const [number, side] of /** @type {const} */ ([
      [1, 'black'],
      [2, 'white'],
    ])) {
      await mistakes(page).getByText(`${number} of 3`).waitFor()
      await expect(page.locator(`#strip-${side}`)).toHaveAttribute('data-place', 'bottom')
      for (const part of ['#curve', '#explorer', '.eval-bar', '#work-tabs', '#side-tabs', '.turning-points'])
        await expect(page.locator(part).filter({ visible: true })).toHaveCount(0)
      // A move after both tasks, which solves the second; and the comment on the first.
      const answers = number === 1 ? /Qxe5|Better is|better \S*\d/ : /Qxe5/
      await expect.poll(() => decodeURIComponent(page.url())).not.toMatch(answers)
      for (const text of [await page.locator('body').ariaSnapshot(), await page.title()])
        assert.doesNotMatch(text, answers)
      await page.keyboard.press('x')
      await notice(page, 'Threats come back after the exercise.').waitFor()
      if (number === 1) await button(page, 'Skip').click()
    }
    // The buttons are in sight, above the bar at the thumb.
    for (const name of ['Skip', 'Hint', 'Show the solution'])
      await expect(button(page, name)).toBeInViewport({ ratio: 1 })
    await button(page, 'End').click()
    await showTab(page, 'report')
    await expect(page.locator('.turning-points')).toBeVisible()
  })

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [320, 568],
  [844, 390],
])
  test(`${width} × ${height}: the buttons of an exercise are in sight`, async ({ open }) => {
    const page = await open(pgnHash(GAME), { viewport: { width, height }, hasTouch: true, isMobile: true })
    await showTab(page, 'report')
    await analyseGame(page)
    await button(page, 'Learn from the mistakes').click()
    for (let number = 1; number <= 2; number++) {
      await mistakes(page).getByText(`${number} of 3`).waitFor()
      for (const name of ['Skip', 'Hint', 'Show the solution']) {
        await expect(button(page, name)).toBeInViewport({ ratio: 1 })
        const box = await button(page, name).boundingBox()
        assert.ok(box && box.height >= 44, `${name}: ${box?.height}`)
        // Nothing lies over it.
        await button(page, name).click({ trial: true })
      }
      await button(page, 'Skip').click()
    }
  })

test('an analysis ends when the moves of the game change; findings of other moves are not written @dom', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME.replace(/ 4\. .*/, ' *')))
  await page.getByLabel('Time for each move').selectOption('5 s a move')
  await button(page, 'Analyse the game').click()
  await page.getByText(/^[0-6] of 7/).waitFor()
  await page.locator('#nav-last').click()
  await clickMove(page, 'a2a3')
  await button(page, 'Analyse the game').waitFor()
  await page.getByLabel('Time for each move').selectOption('0.2 s a move')
  await analyseGame(page)
  await clickMove(page, 'a7a6')
  await page.getByText('The game has changed since.').waitFor()
  await expect(button(page, 'Write into the game')).toHaveAttribute('aria-disabled', 'true')
  assert.equal((await shownMoves(page))[3], 'Ke7??')
})
