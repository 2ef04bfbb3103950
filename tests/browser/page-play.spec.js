// SPDX-License-Identifier: Apache-2.0
// Playing: whole games against the engine in its Worker, and a player's other actions.

import assert from 'node:assert/strict'
import { chess960Fen, Game } from 'binbo'
import { STRONGEST } from '#web/engine/strength.js'
import { expect, test } from './support/fixtures.js'
import {
  boardFen,
  clickMove,
  fenHash,
  gameTab,
  headline,
  holdEngine,
  moreAct,
  openMenu,
  openSettings,
  pgnHash,
  playTwo,
  START_FEN,
  showTab,
  standIn,
  startGame,
  untilFen,
} from './support/page.js'

/** @import { Color } from 'binbo' */
/** @import { Page } from '@playwright/test' */

/** Positions in which the rules end the game, with the headline. */
const ENDS = /** @type {[fen: string, headline: string][]} */ ([
  ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 60', 'Draw: stalemate'],
  ['8/8/4k3/8/8/4K3/8/8 w - - 0 60', 'Draw: insufficient material'],
  ['8/8/4k3/8/8/4K3/4R3/8 w - - 150 120', 'Draw: 75 moves'],
  ['R6k/6pp/8/8/8/8/8/7K b - - 0 60', 'Checkmate: White wins'],
])
const AFTER_THE_END = ['Rematch', 'Analyse', 'New game', 'Take back']
/** Knights go out and back: the start position occurs n + 1 times. @param {number} n */
const shuffled = n => `${Array(n).fill('Nf3 Nf6 Ng1 Ng8').join(' ')} *`

/**
 * Waits until a side is to move, or the game is over.
 * @param {Page} page
 * @param {Color} color
 * @param {string} [before] the position in which it moved last: the engine may answer before the test looks
 */
const untilTurn = (page, color, before = '') =>
  page
    .locator(`#board[data-fen*=" ${color[0]} "]:not([data-fen="${before}"])`)
    .or(page.locator('#status [data-tone="over"]'))
    .first()
    .waitFor()

/**
 * Checks that the position on the board is one move after another.
 * @param {string} before
 * @param {string} after
 * @param {import('binbo').Variant} [variant]
 */
function assertOneMove(before, after, variant) {
  const game = new Game({ fen: before, variant, draws: 'claim' })
  const next = game.legalMoves('uci').some(move => {
    const made = game.clone()
    made.move(move)
    const same = made.fen === after
    made.stop()
    return same
  })
  game.stop()
  assert.ok(next, `no legal move leads from ${before} to ${after}`)
}

/** @param {Page} page @param {string} text @param {string} [part] of the status card that shows it */
const untilStatus = (page, text, part = '.headline') =>
  page.locator(`#status ${part}`).getByText(text, { exact: true }).waitFor()

/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('#status').getByRole('button', { name, exact: true }).click()

/** Shows what the opponent thinks, which is off by default. @param {Page} page */
async function showThoughts(page) {
  await openSettings(page, 'Play')
  await page.getByRole('switch', { name: 'Show the opponent’s thoughts' }).check()
  await page.keyboard.press('Escape')
}

/** @param {Page} page @param {string} result such as 'No result' */
async function setResult(page, result) {
  await showTab(page, 'details')
  await page.locator('#edit-details').click()
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: result })
  await page.getByRole('button', { name: 'Save' }).click()
  await showTab(page, 'status')
}

/** @type {import('./support/page.js').Answer} */
const missing = route => route.fulfill({ status: 404 })

/** Turns the engine off, so that it is loaded again when it is needed. @param {Page} page */
async function turnOffEngine(page) {
  await openMenu(page, 'engine')
  const dialog = page.getByRole('dialog', { name: 'Engine' })
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.locator('.engine-status.off').waitFor()
  await page.keyboard.press('Escape')
}

/** @param {Page} page @param {string} name of the button */
async function resign(page, name) {
  await press(page, name)
  await page
    .getByRole('dialog', { name: 'Resign this game?' })
    .getByRole('button', { name: 'Resign' })
    .click()
}

test.describe('Stockfish itself', () => {
  test.use({ engine: 'real' })

  test('the engine has White, mates a human who plays anything, and every move is legal', async ({
    open,
  }) => {
    const page = await open(fenHash('8/8/8/3k4/8/8/8/KQQ5 w - - 0 1'))
    await startGame(page, { side: 'Black', step: STRONGEST, depth: 8, start: 'From this position' })
    await expect(page.locator('.strip[data-place=top]')).toHaveText(/full strength/)
    await expect(page.locator('.strip[data-place=bottom]')).toHaveText(/You/)
    let fen = '8/8/8/3k4/8/8/8/KQQ5 w - - 0 1'
    let after = ''
    for (let moves = 0; moves < 15; moves++) {
      await untilTurn(page, 'black', after)
      after = await boardFen(page)
      assertOneMove(fen, after)
      const { position } = new Game({ fen: after })
      const [move] = position.legalMoves('uci')
      if (move === undefined) break
      fen = position.play(move).fen
      await clickMove(page, move)
    }
    await expect(headline(page)).toHaveText('Checkmate: White wins')
    await page.locator('#announcer').getByText('Checkmate: White wins').waitFor()
    await expect(page.locator('#play-resign')).toBeHidden()
    await expect(page.locator('#game-over button')).toHaveText(AFTER_THE_END)
  })
})

test('an opening against a weak engine; a move is taken back with its answer @dom', async ({ page }) => {
  await startGame(page, { side: 'White', step: 0, depth: 4 })
  const game = new Game()
  for (let turn = 0; turn < 6; turn++) {
    const [move] = game.legalMoves('uci')
    game.move(move)
    await clickMove(page, move)
    await untilTurn(page, 'white')
    const fen = await boardFen(page)
    assertOneMove(game.fen, fen)
    game.newGame(fen)
    if (game.status.over) break
  }
  const before = Number((await boardFen(page)).split(' ')[5])
  await press(page, 'Take back')
  await page.locator(`#board[data-fen*=" w "][data-fen$=" ${before - 1}"]`).waitFor()
  await untilStatus(page, 'Your move.', '.activity')
})

test('taking back while the engine thinks, and resigning, end its search @dom', async ({ page }) => {
  await showThoughts(page)
  await startGame(page, { side: 'White', step: STRONGEST, seconds: 30 })
  await clickMove(page, 'e2e4')
  await page
    .locator('#status .thought')
    .getByText(/^Depth \d+, [+−]?\d+\.\d\d: \S+/)
    .waitFor()
  await press(page, 'Take back')
  await untilFen(page, START_FEN)
  await untilStatus(page, 'Your move.', '.activity')
  // The engine can answer another question at once.
  await press(page, 'Hint')
  await page
    .locator('#status .activity')
    .getByText(/^Hint: \S+/)
    .waitFor()
  const san = ((await page.locator('#status .activity').textContent()) ?? '').replace('Hint: ', '')
  assert.ok(new Game().legalMoves('san').includes(san), san)
  await page
    .locator('#announcer')
    .getByText(/^Hint: /)
    .waitFor()
  await clickMove(page, 'd2d4')
  await page
    .locator('#status .activity')
    .getByText(/is thinking …$/)
    .waitFor()
  await resign(page, 'Resign')
  await untilStatus(page, 'Black wins')
  await untilStatus(page, 'White resigned.', '.detail')
  await expect(page.locator('#play-rematch')).toHaveClass('primary')
  await expect(page.locator('#status .thought'), 'the thought is no longer shown').toHaveText('')
  await page.locator('#announcer').getByText('Black wins. White resigned.').waitFor()
  await expect.poll(() => boardFen(page)).toMatch(/ b /)
  await page.getByRole('button', { name: 'Play on' }).click()
  await page
    .locator('#status .activity')
    .getByText(/is thinking …$/)
    .waitFor()
})

test('the engine declines an early draw offer, and accepts a late one in an even position @dom', async ({
  page,
  url,
}) => {
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
  await press(page, 'Offer draw')
  await page.locator('#notices').getByText('Draw declined.').waitFor()
  await expect(page.locator('#play-draw'), 'the focus stays').toBeFocused()
  await expect(headline(page)).toHaveText('White to move')
  await page.goto(`${url}${fenHash('8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')}`)
  await untilFen(page, '8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4, start: 'From this position' })
  await press(page, 'Offer draw')
  await untilStatus(page, 'Draw')
  await page
    .locator('#status .detail')
    .getByText(/^White offered a draw and .* agreed\.$/)
    .waitFor()
})

test('Chess960 from a number, with a reload while the engine is to move @dom', async ({ page }) => {
  const letEngineMove = await holdEngine(page)
  await page.getByRole('button', { name: 'New game' }).click()
  await page.getByRole('combobox', { name: 'Rules' }).selectOption('chess960')
  await page.getByRole('spinbutton', { name: /Number/ }).fill('0')
  await page.locator('.start-row').getByText('B B Q N N R K R').waitFor()
  await page.keyboard.press('Escape')
  await startGame(page, { side: 'Black', step: 10, depth: 4, start: 'Chess960', number: 0 })
  await untilFen(page, chess960Fen(0))
  await page.reload()
  await untilFen(page, chess960Fen(0))
  letEngineMove()
  await untilTurn(page, 'black')
  assertOneMove(chess960Fen(0), await boardFen(page), 'chess960')
  // After another reload it is still the human's turn, with Black at the bottom.
  const fen = await boardFen(page)
  await page.reload()
  await untilFen(page, fen)
  await untilStatus(page, 'Your move.', '.activity')
  const game = new Game({ fen, variant: 'chess960' })
  const [move] = game.legalMoves('uci')
  game.move(move)
  await clickMove(page, move)
  await untilTurn(page, 'black', fen)
  assertOneMove(game.fen, await boardFen(page), 'chess960')
})

test('every kind of draw, and claims by the side to move', async ({ page, url }) => {
  for (const [fen, words] of ENDS) {
    await page.goto(`${url}${fenHash(fen)}`)
    await untilStatus(page, words)
    await expect(page.locator('#status .actions-row:visible'), 'nothing to play').toHaveCount(0)
  }
  // A finished position is no start.
  await playTwo(page)
  await untilFen(page, START_FEN)
  // A game that is played ends with what can be done next.
  await page.goto(`${url}${fenHash('7k/8/5K2/8/8/8/8/6Q1 w - - 0 1')}`)
  await untilStatus(page, 'White to move')
  await playTwo(page)
  await clickMove(page, 'g1g7')
  await page.locator('#game-over').waitFor()
  await expect(page.locator('#play-draw')).toBeHidden()
  await page.goto(`${url}${fenHash('8/8/4k3/8/8/4K3/4R3/8 w - - 100 80')}`)
  await untilStatus(page, 'White to move')
  await playTwo(page)
  await press(page, 'Claim a draw by the fifty-move rule')
  await untilStatus(page, 'Draw')
  await untilStatus(page, 'White claimed the fifty-move rule.', '.detail')
  await page.goto(`${url}${pgnHash(shuffled(2))}`)
  await untilFen(page, START_FEN)
  await playTwo(page)
  await untilStatus(page, 'The start: 4 moves follow.', '.place')
  await page.locator('#nav-last').click()
  await press(page, 'Claim a draw by threefold repetition')
  await untilStatus(page, 'White claimed threefold repetition.', '.detail')
  await page.goto(`${url}${pgnHash(shuffled(4))}`)
  await page.locator('.move-list').getByRole('button', { name: /^8… / }).waitFor()
  await playTwo(page)
  await untilStatus(page, 'The start: 8 moves follow.', '.place')
  await page.locator('#nav-last').click()
  await untilStatus(page, 'Draw: fivefold repetition')
})

test('by hand: results agreed, resigned, set and removed; the replaced game is restored @dom', async ({
  page,
}) => {
  await startGame(page, {})
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'black')
  const fen = await boardFen(page)
  await press(page, 'Agree a draw')
  await untilStatus(page, 'The players agreed to a draw.', '.detail')
  await setResult(page, 'No result')
  await untilStatus(page, 'Black to move')
  await resign(page, 'Black resigns')
  await untilStatus(page, 'White wins')
  await setResult(page, 'Black wins (0–1)')
  await untilStatus(page, 'Black wins')
  await startGame(page, {})
  await untilFen(page, START_FEN)
  await page.goBack()
  await untilFen(page, fen)
  await untilStatus(page, 'Black wins')
  await press(page, 'Take back')
  await untilFen(page, START_FEN)
  await untilStatus(page, 'White to move')
})

test('while an earlier position is shown, the engine plays its move and the position stays @dom', async ({
  page,
}) => {
  const letEngineMove = await holdEngine(page)
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'black')
  await page.keyboard.press('ArrowLeft')
  await untilFen(page, START_FEN)
  letEngineMove()
  await page
    .locator('#announcer')
    .getByText(/^Black has answered/)
    .waitFor()
  await untilFen(page, START_FEN)
  await page.locator('#nav-forward').click()
  await untilStatus(page, 'Move 1 of 1, by White.', '.place')
  await page.locator('#nav-last').click()
  await untilTurn(page, 'white')
  await untilStatus(page, 'Your move.', '.activity')
})

test('another game ends the match, and both can be restored @dom', async ({ page, url }) => {
  await showThoughts(page)
  await startGame(page, { side: 'Black', step: STRONGEST, seconds: 30 })
  await page
    .locator('#status .thought')
    .getByText(/^Depth/)
    .waitFor()
  await page.goto(`${url}${pgnHash('1. d4 *')}`)
  await page.locator('.move-list').getByRole('button', { name: '1. d4' }).waitFor()
  await page.locator('#status .activity').waitFor({ state: 'hidden' })
  await expect(page.locator('#play-hint')).toBeHidden()
  await startGame(page, { side: 'Black', step: 10, depth: 4 })
  await untilTurn(page, 'black')
  await page.goBack()
  await page.locator('.move-list').getByRole('button', { name: '1. d4' }).waitFor()
  await page.locator('#status .activity').waitFor({ state: 'hidden' })
  await startGame(page, { side: 'Black', step: 10, depth: 4 })
  await untilTurn(page, 'black')
  const fen = await boardFen(page)
  await page.goto(`${url}${pgnHash('1. c4 *')}`)
  await gameTab(page).filter({ hasNotText: 'd4' }).last().waitFor()
  await page.goBack()
  await untilFen(page, fen)
  await untilStatus(page, 'Your move.', '.activity')
})

/** The question before a move of a running game is deleted. @param {Page} page */
const deletion = page => page.getByRole('dialog', { name: /^Delete .*\?$/ })

test('the bin asks in a game that is played, by mouse and by key, and not after its end @dom', async ({
  page,
}) => {
  for (const side of /** @type {const} */ ([undefined, 'White'])) {
    await startGame(page, side ? { side, step: 1 } : {})
    await clickMove(page, 'e2e4')
    const move = page.locator('.move-list').getByRole('button', { name: '1. e4', exact: true })
    await move.waitFor()
    if (side) await untilTurn(page, 'white')
    await move.click()
    await moreAct(page, 'delete')
    await page.getByRole('dialog', { name: 'Delete 1. e4?' }).getByRole('button', { name: 'Go on' }).click()
    await deletion(page).waitFor({ state: 'detached' })
    await move.press('Delete')
    await deletion(page).waitFor()
    await page.keyboard.press('Escape')
    await deletion(page).waitFor({ state: 'detached' })
    await expect(move).toHaveCount(1)
    if (side) await page.locator('#nav-last').click()
    await page.locator('#play-resign').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    await page.locator('#play-analyse').click()
    await move.click()
    await moreAct(page, 'delete')
    await untilFen(page, START_FEN)
    await expect(move).toHaveCount(0)
    await expect(deletion(page)).toHaveCount(0)
  }
})

test('a move of a match is deleted and restored, and the match continues @dom', async ({ page }) => {
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'white')
  const fen = await boardFen(page)
  await page.locator('.move-list').getByRole('button', { name: '1. e4', exact: true }).click()
  await moreAct(page, 'delete')
  await deletion(page).getByRole('button', { name: 'Delete' }).click()
  await untilFen(page, START_FEN)
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
  await untilFen(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
  await page.locator('#nav-last').click()
  await untilFen(page, fen)
  await untilStatus(page, 'Your move.', '.activity')
  await page.keyboard.press('Control+Shift+Z')
  await untilFen(page, START_FEN)
  await untilStatus(page, 'Your move.', '.activity')
})

test('a hint stays during analysis and while the game is annotated @dom', async ({ page }) => {
  const arrows = (/** @type {string} */ layer) => page.locator(`#board .layer.${layer} .arrow`)
  await playTwo(page)
  await press(page, 'Hint')
  await arrows('hint').waitFor()
  await page.locator('#mode-analyse').click()
  await page.getByRole('switch', { name: 'Engine' }).click()
  await arrows('engine').first().waitFor()
  await moreAct(page, 'annotate')
  await page.getByLabel('Comment before the first move').fill('Let us begin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.move-list').getByText('Let us begin').waitFor()
  await expect(page.locator('#status .activity')).toHaveText(/^Hint: \S+/)
  await expect(arrows('hint')).toHaveCount(1)
  await clickMove(page, 'a2a3')
  await untilTurn(page, 'black')
  await expect(arrows('hint')).toHaveCount(0)
  await arrows('engine').first().waitFor()
})

test('"Play on" is offered until another game is loaded @dom', async ({ page, url }) => {
  await startGame(page, {})
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'black')
  await resign(page, 'Black resigns')
  await page.goto(`${url}${pgnHash('1. d4 d5 1-0')}`)
  await page.locator('.move-list .ending').getByText('1–0', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Play on' }).waitFor({ state: 'detached' })
})

test('without its engine the match waits, says so, and continues when the engine can be loaded @dom', async ({
  page,
  tolerated,
}) => {
  tolerated.push(/\/engine\//)
  const answerWith = await standIn(page, '**/engine/*', missing)
  await startGame(page, { side: 'Black', step: 10, depth: 4 })
  const failure = page.locator('#status').getByRole('alert')
  await failure.getByText('The game is kept').waitFor()
  answerWith(null)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await untilTurn(page, 'black')
  assertOneMove(START_FEN, await boardFen(page))
  await expect(failure).toHaveText('')
})

test("the engine's last thought is shown until its move is removed @dom", async ({ page }) => {
  await showThoughts(page)
  const thought = page.locator('#status .thought')
  await startGame(page, { side: 'White', step: STRONGEST, depth: 9 })
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'white')
  await thought.getByText(/^It thought: depth 9, /).waitFor()
  const words = (await thought.textContent()) ?? ''
  const answer = page.locator('.move-list').getByRole('button', { name: /^1… / })
  const [, san = ''] = (
    (await answer.getAttribute('aria-label')) ??
    (await answer.textContent()) ??
    ''
  ).split(' ')
  assert.match(words, new RegExp(`: ${san}( |$)`))
  assert.doesNotMatch(words, /but it played/)
  await page.locator('.move-list').getByRole('button', { name: '1. e4', exact: true }).click()
  await moreAct(page, 'delete')
  await deletion(page).getByRole('button', { name: 'Delete' }).click()
  await untilFen(page, START_FEN)
  await expect(thought).toHaveText('')
})

test('"Try again" in the match or in the analysis restarts both', async ({ page, tolerated }) => {
  tolerated.push(/\/engine\//)
  const answerWith = await standIn(page, '**/engine/*', missing)
  for (const where of ['#status', '#analysis']) {
    answerWith(missing)
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    const match = page.locator('#status').getByRole('alert')
    const analysis = page.locator('#analysis').getByRole('alert')
    await match.getByText(/^A file of the built-in engine is missing/).waitFor()
    await page.locator('#mode-analyse').click()
    await page.getByRole('switch', { name: 'Engine' }).click()
    await analysis.getByText(/^A file of the built-in engine is missing/).waitFor()
    answerWith(null)
    await page.locator(where).getByRole('button', { name: 'Try again' }).click()
    await untilTurn(page, 'black')
    await page.locator('#analysis[data-state="searching"]').waitFor()
    await expect(match).toHaveText('')
    await expect(analysis).toBeHidden()
    await page.getByRole('switch', { name: 'Engine' }).click()
    await turnOffEngine(page)
  }
})

test('an engine that loads slowly is reported, with buttons to continue @dom', async ({
  page,
  tolerated,
}) => {
  tolerated.push(/^failed: .*engine/)
  const answerWith = await standIn(page, '**/engine/*', () => {})
  await page.clock.install()
  await page.getByRole('switch', { name: 'Engine' }).click()
  await startGame(page, { side: 'Black', step: 10, depth: 4 })
  await untilStatus(page, 'Stockfish is starting …', '.activity')
  await page.clock.fastForward(9000)
  const trouble = page.locator('#status').getByRole('alert')
  await trouble.getByText(/^The engine is still loading/).waitFor()
  await trouble.getByRole('button', { name: 'Play on without the engine' }).click()
  await trouble.getByText(/still loading/).waitFor({ state: 'detached' })
  await page.locator('#mode-analyse').click()
  await page
    .locator('#analysis')
    .getByRole('alert')
    .getByText(/^The engine is still loading/)
    .waitFor()
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'black')
  await startGame(page, { side: 'Black', step: 10, depth: 4 })
  answerWith(null)
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await untilTurn(page, 'black')
  // It rests while the game is played.
  await page.locator('#analysis[data-state="resting"]').waitFor({ state: 'attached' })
  await page.locator('#mode-analyse').click()
  await page.locator('#analysis[data-state="searching"]').waitFor()
  await expect(trouble).toHaveText('')
})

test('one button returns from a variation or an earlier position to the game @dom', async ({ page }) => {
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
  const back = page.getByRole('button', { name: 'Back to the game', exact: true })
  await expect(back).toBeHidden()
  await clickMove(page, 'e2e4')
  await untilTurn(page, 'white')
  const fen = await boardFen(page)
  await page.locator('#nav-first').click()
  await untilFen(page, START_FEN)
  await clickMove(page, 'd2d4')
  await untilStatus(page, 'A variation: the engine does not play here.', '.place')
  await back.click()
  await untilFen(page, fen)
  await expect(back).toBeHidden()
  await untilStatus(page, 'Your move.', '.activity')
})

test('a match that was resigned takes no more moves', async ({ page }) => {
  await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
  for (const [move, number] of [
    ['e2e4', 2],
    ['a2a3', 3],
  ]) {
    await clickMove(page, String(move))
    await page.locator(`#board[data-fen*=" w "][data-fen$=" ${number}"]`).waitFor()
  }
  const fen = await boardFen(page)
  await resign(page, 'Resign')
  await untilStatus(page, 'Black wins')
  await clickMove(page, 'h2h3')
  await clickMove(page, 'b1c3')
  await untilFen(page, fen)
  await expect(headline(page)).toHaveText('Black wins')
  // Variations of it can be played.
  await page.locator('#nav-back').click()
  await page.locator('#nav-back').click()
  await clickMove(page, 'b1c3')
  await page.locator('.move-list').getByRole('button', { name: 'Nc3' }).waitFor()
  await page.getByRole('button', { name: 'Back to the game', exact: true }).click()
  await untilFen(page, fen)
  await untilStatus(page, 'Black wins')
})
