// SPDX-License-Identifier: Apache-2.0
// Playing on the page: whole games against the engine in its Worker, and all that a player may do beside moving.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chess960Fen, Game } from 'binbo'
import { STRONGEST } from '../../web/engine/strength.js'
import {
  boardFen,
  clickMove,
  fenHash,
  HOSTS,
  headline,
  pgnHash,
  START_FEN,
  standIn,
  startGame,
  untilFen,
  usePage,
} from './support/page.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('playwright-core').Page} Page */

/** Words of the rules' own ends, by the position that has them. */
const ENDS = /** @type {[fen: string, words: string][]} */ ([
  ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 60', 'Draw: stalemate'],
  ['8/8/4k3/8/8/4K3/8/8 w - - 0 60', 'Draw: insufficient material'],
  ['8/8/4k3/8/8/4K3/4R3/8 w - - 150 120', 'Draw: 75 moves'],
  ['R6k/6pp/8/8/8/8/8/7K b - - 0 60', 'Checkmate: White wins'],
])
/** Knights go out and back: the position of the start stands on the board n + 1 times. @param {number} n */
const shuffled = n => `${Array(n).fill('Nf3 Nf6 Ng1 Ng8').join(' ')} *`

/** @param {Page} page @param {Color} color waits until it is to move, or the game is over */
const untilTurn = (page, color) =>
  page
    .locator(`#board[data-fen*=" ${color[0]} "]`)
    .or(page.locator('#status[data-tone="over"]'))
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

/** @param {Page} page @param {string} words @param {string} [where] of the card */
const untilWords = (page, words, where = '.headline') =>
  page.locator(`#status ${where}`).getByText(words, { exact: true }).waitFor()

/**
 * Without the looks at the engine's file that the package gives up where this machine is slow.
 * @param {string[]} problems
 */
const ofThePage = problems => problems.filter(problem => !/^failed: .*\/engine\/.*\.wasm$/.test(problem))

/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('#status').getByRole('button', { name, exact: true }).click()

/** @type {import('./support/page.js').Answer} */
const missing = route => route.fulfill({ status: 404 })

/** @param {Page} page the next one who needs the engine has it loaded anew */
async function turnOffEngine(page) {
  await page.click('#menu-engine')
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

for (const host of HOSTS) {
  const at = usePage(host)

  test(`${host.name}: the engine has White, mates a human who plays anything, and every move is legal`, async t => {
    const { page, problems } = await at.open(t, fenHash('8/8/8/3k4/8/8/8/KQQ5 w - - 0 1'))
    await startGame(page, { side: 'Black', step: STRONGEST, depth: 8, start: 'The position on the board' })
    assert.match((await page.locator('#status .players').textContent()) ?? '', /full strength.*You/)
    let fen = '8/8/8/3k4/8/8/8/KQQ5 w - - 0 1'
    for (let moves = 0; moves < 15; moves++) {
      await untilTurn(page, 'black')
      const after = await boardFen(page)
      assertOneMove(fen, after)
      const game = new Game({ fen: after })
      const [move] = game.legalMoves('uci')
      if (move === undefined) break
      game.move(move)
      fen = game.fen
      await clickMove(page, move)
      await untilTurn(page, 'white')
    }
    assert.equal(await headline(page), 'Checkmate: White wins')
    await page.locator('#announcer').getByText('Checkmate: White wins').waitFor()
    assert.ok(await page.locator('#play-resign').isDisabled())
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: an opening against a weak engine; a move is taken back with its answer`, async t => {
    const { page, problems } = await at.open(t)
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
    await untilWords(page, 'Your move.', '.activity')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: taking back while the engine thinks, and resigning, end its search`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'White', step: STRONGEST, seconds: 30 })
    await clickMove(page, 'e2e4')
    await page
      .locator('#status .thought')
      .getByText(/^Depth \d+, [+−]?\d+\.\d\d: \S+/)
      .waitFor()
    await press(page, 'Take back')
    await untilFen(page, START_FEN)
    await untilWords(page, 'Your move.', '.activity')
    // The engine is free at once for another question.
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
      .getByText(/thinks…$/)
      .waitFor()
    await resign(page, 'Resign')
    await untilWords(page, 'Black wins')
    await untilWords(page, 'White resigned.', '.detail')
    assert.equal(await page.locator('#status .thought').textContent(), '', 'what it thought is of no use now')
    await page.locator('#announcer').getByText('Black wins. White resigned.').waitFor()
    assert.match(await boardFen(page), / b /)
    await page.getByRole('button', { name: 'Play on' }).click()
    await page
      .locator('#status .activity')
      .getByText(/thinks…$/)
      .waitFor()
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: the engine declines a draw that is early, and agrees to one that is late and even`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
    await press(page, 'Offer draw')
    await page
      .locator('#notices')
      .getByText(/declines the draw/)
      .waitFor()
    assert.ok(await page.locator('#play-draw').and(page.locator(':focus')).count(), 'the focus stays')
    assert.equal(await headline(page), 'White to move')
    await page.goto(`${at.url}${fenHash('8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')}`)
    await untilFen(page, '8/8/4k3/8/8/4K3/4P3/8 w - - 0 60')
    await startGame(page, { side: 'White', step: STRONGEST, depth: 4, start: 'The position on the board' })
    await press(page, 'Offer draw')
    await untilWords(page, 'Draw')
    await page
      .locator('#status .detail')
      .getByText(/^White offered a draw and .* agreed\.$/)
      .waitFor()
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: Chess960 from a number, with a reload while the engine is to move`, async t => {
    const { page, problems } = await at.open(t)
    await page.getByRole('button', { name: 'New game' }).click()
    await page.getByRole('radio', { name: 'Chess960' }).check()
    await page.getByRole('spinbutton', { name: /Number/ }).fill('0')
    await page.locator('.start-row').getByText('B B Q N N R K R').waitFor()
    await page.keyboard.press('Escape')
    await startGame(page, { side: 'Black', step: 10, seconds: 2, start: 'Chess960', number: 0 })
    await page
      .locator('#status .thought')
      .getByText(/^Depth/)
      .waitFor()
    assert.equal(await boardFen(page), chess960Fen(0))
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    await untilTurn(page, 'black')
    assertOneMove(chess960Fen(0), await boardFen(page), 'chess960')
    // After another one it is still the human's turn, and the board still stands that way.
    const fen = await boardFen(page)
    await page.reload()
    await untilFen(page, fen)
    await untilWords(page, 'Your move.', '.activity')
    const game = new Game({ fen, variant: 'chess960' })
    const [move] = game.legalMoves('uci')
    game.move(move)
    await clickMove(page, move)
    await untilTurn(page, 'white')
    await untilTurn(page, 'black')
    assertOneMove(game.fen, await boardFen(page), 'chess960')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: every draw in words, and claims for who is to move`, async t => {
    const { page, problems } = await at.open(t)
    for (const [fen, words] of ENDS) {
      await page.goto(`${at.url}${fenHash(fen)}`)
      await untilWords(page, words)
      assert.ok(await page.locator('#play-draw').isDisabled(), words)
    }
    await page.goto(`${at.url}${fenHash('8/8/4k3/8/8/4K3/4R3/8 w - - 100 80')}`)
    await press(page, 'Claim a draw by the fifty-move rule')
    await untilWords(page, 'Draw')
    await untilWords(page, 'White claimed the fifty-move rule.', '.detail')
    await page.goto(`${at.url}${pgnHash(shuffled(2))}`)
    await untilFen(page, START_FEN)
    await untilWords(page, 'You look at the start of 4 moves.', '.place')
    await page.locator('#nav-last').click()
    await press(page, 'Claim a draw by threefold repetition')
    await untilWords(page, 'White claimed threefold repetition.', '.detail')
    await page.goto(`${at.url}${pgnHash(shuffled(4))}`)
    await untilWords(page, 'You look at the start of 8 moves.', '.place')
    await page.locator('#nav-last').click()
    await untilWords(page, 'Draw: fivefold repetition')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: by hand: agreed, resigned, set and taken back; the game before comes back`, async t => {
    const { page, problems } = await at.open(t)
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'black')
    const fen = await boardFen(page)
    await press(page, 'Agree a draw')
    await untilWords(page, 'The players agreed to a draw.', '.detail')
    await press(page, 'Result')
    await page.getByRole('button', { name: /No result/ }).click()
    await untilWords(page, 'Black to move')
    await resign(page, 'Black resigns')
    await untilWords(page, 'White wins')
    await press(page, 'Result')
    await page.getByRole('button', { name: /Black wins/ }).click()
    await untilWords(page, 'Black wins')
    await startGame(page, {})
    await untilFen(page, START_FEN)
    await page.getByRole('button', { name: 'Back to your game' }).last().click()
    await untilFen(page, fen)
    await untilWords(page, 'Black wins')
    await press(page, 'Take back')
    await untilFen(page, START_FEN)
    await untilWords(page, 'White to move')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: looking back while the engine thinks: its move comes, and the view stays`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'White', step: STRONGEST, seconds: 1 })
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'black')
    await page.keyboard.press('ArrowLeft')
    await untilFen(page, START_FEN)
    await page
      .locator('#announcer')
      .getByText(/^Black has answered/)
      .waitFor()
    assert.equal(await boardFen(page), START_FEN)
    await page.locator('#nav-forward').click()
    await untilWords(page, 'You look at move 1 of 1, White’s.', '.place')
    await page.locator('#nav-last').click()
    await untilTurn(page, 'white')
    await untilWords(page, 'Your move.', '.activity')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: another game ends the match, and the way back to it is open`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'Black', step: STRONGEST, seconds: 30 })
    await page
      .locator('#status .thought')
      .getByText(/^Depth/)
      .waitFor()
    await page.goto(`${at.url}${pgnHash('1. d4 *')}`)
    await untilWords(page, 'You look at the start of 1 move.', '.place')
    await page.locator('#status .activity').waitFor({ state: 'hidden' })
    assert.ok(await page.locator('#play-hint').isEnabled())
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    await untilTurn(page, 'black')
    await page.getByRole('button', { name: 'Back to your game' }).last().click()
    await untilWords(page, 'You look at the start of 1 move.', '.place')
    await page.locator('#status .activity').waitFor({ state: 'hidden' })
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    await untilTurn(page, 'black')
    const fen = await boardFen(page)
    await page.goto(`${at.url}${pgnHash('1. c4 *')}`)
    await page.getByRole('button', { name: 'Back to your game' }).last().click()
    await untilFen(page, fen)
    await untilWords(page, 'Your move.', '.activity')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a move of a match is deleted and brought back, and the match goes on`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'white')
    const fen = await boardFen(page)
    await page.locator('.move-list').getByRole('button', { name: '1. e4', exact: true }).click()
    await page.locator('#move-delete').click()
    await untilFen(page, START_FEN)
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
    await page.locator('#nav-last').click()
    await untilFen(page, fen)
    await untilWords(page, 'Your move.', '.activity')
    await page.getByRole('button', { name: 'Delete again' }).click()
    await untilFen(page, START_FEN)
    await untilWords(page, 'Your move.', '.activity')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a hint stays beside the analysis and while the game is annotated`, async t => {
    const { page, problems } = await at.open(t)
    const arrows = (/** @type {string} */ layer) => page.locator(`#board .layer.${layer} .arrow`)
    await page.getByRole('switch', { name: 'Analysis' }).click()
    await arrows('engine').first().waitFor()
    await press(page, 'Hint')
    await arrows('hint').waitFor()
    await arrows('engine').first().waitFor()
    await page.locator('#move-annotate').click()
    await page.getByLabel('Comment before the first move').fill('Let us begin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.move-list').getByText('Let us begin').waitFor()
    assert.match((await page.locator('#status .activity').textContent()) ?? '', /^Hint: \S+/)
    assert.equal(await arrows('hint').count(), 1)
    await clickMove(page, 'a2a3')
    await untilTurn(page, 'black')
    assert.equal(await arrows('hint').count(), 0)
    await arrows('engine').first().waitFor()
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: who has resigned may play on, as long as that game has ended so`, async t => {
    const { page, problems } = await at.open(t)
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'black')
    await resign(page, 'Black resigns')
    await page.goto(`${at.url}${pgnHash('1. d4 d5 1-0')}`)
    await page.locator('.move-list .ending').getByText('1–0', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Play on' }).waitFor({ state: 'detached' })
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: without its engine the match waits, in words, and goes on when it is there`, async t => {
    const { page } = await at.open(t)
    const answerWith = await standIn(page, '**/engine/*', missing)
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    const failure = page.locator('#status').getByRole('alert')
    await failure.getByText('The game is kept').waitFor()
    answerWith(null)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await untilTurn(page, 'black')
    assertOneMove(START_FEN, await boardFen(page))
    assert.equal(await failure.textContent(), '')
  })

  test(`${host.name}: what the engine thought last stays beside its move, until that is gone`, async t => {
    const { page, problems } = await at.open(t)
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
    await page.locator('#move-delete').click()
    await untilFen(page, START_FEN)
    assert.equal(await thought.textContent(), '')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: one try mends the match and the analysis, whichever is asked`, async t => {
    const { page } = await at.open(t)
    const answerWith = await standIn(page, '**/engine/*', missing)
    for (const where of ['#status', '#analysis']) {
      answerWith(missing)
      await startGame(page, { side: 'Black', step: 10, depth: 4 })
      const match = page.locator('#status').getByRole('alert')
      const analysis = page.locator('#analysis').getByRole('alert')
      await match.getByText(/^A file of the built-in engine is missing/).waitFor()
      await page.getByRole('switch', { name: 'Analysis' }).click()
      await analysis.getByText(/^A file of the built-in engine is missing/).waitFor()
      answerWith(null)
      await page.locator(where).getByRole('button', { name: 'Try again' }).click()
      await untilTurn(page, 'black')
      await page.locator('#analysis[data-state="searching"]').waitFor()
      assert.equal(await match.textContent(), '')
      assert.ok(await analysis.isHidden())
      await page.getByRole('switch', { name: 'Analysis' }).click()
      await turnOffEngine(page)
    }
  })

  test(`${host.name}: an engine that is long in coming is waited for, in words, with ways on`, async t => {
    const { page } = await at.open(t)
    const answerWith = await standIn(page, '**/engine/*', () => {})
    await page.clock.install()
    await page.getByRole('switch', { name: 'Analysis' }).click()
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    await untilWords(page, 'Stockfish starts…', '.activity')
    await page.clock.fastForward(9000)
    const trouble = page.locator('#status').getByRole('alert')
    await trouble.getByText(/^Stockfish is still loading/).waitFor()
    await trouble.getByRole('button', { name: 'Play both sides by hand' }).click()
    await trouble.getByText(/still loading/).waitFor({ state: 'detached' })
    await page
      .locator('#analysis')
      .getByRole('alert')
      .getByText(/^Stockfish is still loading/)
      .waitFor()
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'black')
    await startGame(page, { side: 'Black', step: 10, depth: 4 })
    answerWith(null)
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await untilTurn(page, 'black')
    await page.locator('#analysis[data-state="searching"]').waitFor()
    assert.equal(await trouble.textContent(), '')
  })

  test(`${host.name}: from a variation, and from a look back, it is one step to the game`, async t => {
    const { page, problems } = await at.open(t)
    await startGame(page, { side: 'White', step: STRONGEST, depth: 4 })
    const back = page.getByRole('button', { name: 'Back to the game', exact: true })
    assert.ok(await back.isHidden())
    await clickMove(page, 'e2e4')
    await untilTurn(page, 'white')
    const fen = await boardFen(page)
    await page.locator('#nav-first').click()
    await untilFen(page, START_FEN)
    await clickMove(page, 'd2d4')
    await untilWords(page, 'A variation: the engine does not play here.', '.place')
    await back.click()
    await untilFen(page, fen)
    assert.ok(await back.isHidden())
    await untilWords(page, 'Your move.', '.activity')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a whole match that ends by resigning stays as it ended`, async t => {
    const { page, problems } = await at.open(t)
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
    await untilWords(page, 'Black wins')
    await clickMove(page, 'h2h3')
    await clickMove(page, 'b1c3')
    assert.equal(await boardFen(page), fen)
    assert.equal(await headline(page), 'Black wins')
    // Beside the game people may try what they like.
    await page.locator('#nav-back').click()
    await page.locator('#nav-back').click()
    await clickMove(page, 'b1c3')
    await page.locator('.move-list').getByRole('button', { name: 'Nc3' }).waitFor()
    await page.getByRole('button', { name: 'Back to the game', exact: true }).click()
    await untilFen(page, fen)
    await untilWords(page, 'Black wins')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: by hand a game goes on after its result, which is told`, async t => {
    const { page, problems } = await at.open(t, pgnHash('1. e4 e5 0-1'))
    await page.locator('#nav-last').click()
    await untilWords(page, 'Black wins')
    await clickMove(page, 'g1f3')
    await page.locator('#notices').getByText('The game goes on: its result, 0–1, was removed.').waitFor()
    await untilWords(page, 'Black to move')
    assert.deepEqual(ofThePage(problems), [])
  })

  test(`${host.name}: a phone has room for the card and the dialog`, async t => {
    const { page, problems } = await at.open(t, '', { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'New game' }).click()
    const start = page.getByRole('button', { name: 'Start the game' })
    await start.waitFor()
    const seen = await start.boundingBox()
    assert.ok(seen && seen.y + seen.height <= 740, 'the way out of the form is on the screen')
    await page.getByRole('radio', { name: 'Both sides by hand' }).check()
    await start.click()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(width, 360)
    for (const button of await page.locator('#status button:visible').all()) {
      const box = await button.boundingBox()
      assert.ok(box && box.height >= 40 && box.width >= 40 && box.x >= 0 && box.x + box.width <= 360)
    }
    assert.deepEqual(ofThePage(problems), [])
  })
}
