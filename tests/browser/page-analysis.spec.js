// SPDX-License-Identifier: Apache-2.0
// Analysis on the page: lines that can be played, the bar, the curve of the game, and a page that never freezes.

import assert from 'node:assert/strict'
import { Game } from '../../dist/index.js'
import { expect, MEASURED, MEASURED_ONCE, test } from './support/fixtures.js'
import {
  boardFen,
  ENGINE_PATIENCE,
  fenHash,
  pgnHash,
  START_FEN,
  standIn,
  untilFen,
  untilLines,
} from './support/page.js'
import { LONG_TASK, leastOf, longestTask, longGame } from './support/page-work.js'

/** @import { Page } from '@playwright/test' */

const LONG_GAME =
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 ' +
  '11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 17. Rc1 *'
const JUDGED = '1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} 3. Qxe5# 1-0'

/** @param {Page} page */
const turnOn = page => page.getByRole('switch', { name: 'Engine' }).click()

/** @param {Page} page @returns {Promise<{ score: string, words: string, sans: string[], number: string }[]>} */
const readLines = page =>
  page.locator('#analysis .line').evaluateAll(rows =>
    rows.map(row => {
      const buttons = [...row.querySelectorAll('.line-moves button')]
      return {
        score: row.querySelector('.score')?.textContent ?? '',
        words: row.querySelector('.visually-hidden')?.textContent ?? '',
        number: buttons[0]?.querySelector('.number')?.textContent?.trim() ?? '',
        sans: buttons.map(button => button.querySelector('.san')?.textContent ?? ''),
      }
    }),
  )

/** @param {Page} page @returns {Promise<number>} */
const depth = async page => Number(/\d+/.exec((await page.locator('#analysis .depth').textContent()) ?? ''))

/** @param {Page} page @param {number} least waits until the search is this deep */
const untilDepth = (page, least) =>
  page.waitForFunction(
    wanted => Number(/\d+/.exec(document.querySelector('#analysis .depth')?.textContent ?? '')) >= wanted,
    least,
    { timeout: ENGINE_PATIENCE },
  )

/** Checks that the moves are legal and spelled as SAN. @param {string} fen @param {string[]} sans */
function checkLine(fen, sans) {
  const game = new Game({ fen })
  assert.deepEqual(
    game.line(sans).map(({ san }) => san),
    sans,
  )
  game.stop()
}

const bar = (/** @type {Page} */ page) => page.getByRole('meter', { name: /Evaluation/ })
const curve = (/** @type {Page} */ page) => page.getByRole('slider', { name: 'Evaluation over the game' })

test.describe('analysis', () => {
  test('lines are in SAN and grow deeper; the third move of a line plays three moves', async ({ open }) => {
    const page = await open(pgnHash('1. a3 h5 2. h3 a5 *'))
    await turnOn(page)
    await page.getByLabel('Lines', { exact: true }).selectOption('5')
    await untilLines(page, 5)
    const first = await depth(page)
    for (const { sans, score, words, number } of await readLines(page)) {
      checkLine(START_FEN, sans)
      assert.match(score, /^[+−]?\d\.\d\d$/)
      assert.match(words, /^(White|Black) is ahead by \d\.\d\d\.$|^Even\.$/)
      assert.equal(number, '1.')
    }
    await untilDepth(page, first + 2)
    await expect(bar(page)).toBeVisible()
    const sans = await page
      .locator('#analysis .line')
      .first()
      .evaluate(row => {
        const buttons = [...row.querySelectorAll('.line-moves button')].slice(0, 3)
        buttons[2].click()
        return buttons.map(button => button.querySelector('.san')?.textContent ?? '')
      })
    const game = new Game()
    game.playMoves(sans)
    await untilFen(page, game.fen)
    await untilLines(page)
    checkLine(game.fen, (await readLines(page))[0].sans)
    assert.equal((await readLines(page))[0].number, '2…')
    // The moves of the game are still the main line.
    await page.locator('#nav-first').click()
    await page.locator('#nav-last').click()
    const own = new Game()
    own.playMoves(['a3', 'h5', 'h3', 'a5'])
    await untilFen(page, own.fen)
    // Before the reload, which may abort requests of the page.
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    // As the user left it.
    await untilLines(page, 5)
    await expect(page.locator('#line-count')).toHaveValue('5')
    await turnOn(page)
    await page.reload()
    await page.locator('#engine-arrows').waitFor({ state: 'attached' })
    await expect(page.getByRole('switch', { name: 'Engine' })).toHaveAttribute('aria-checked', 'false')
  })

  test('scores are from White’s side, and the bar turns with the board', async ({ open }) => {
    const page = await open(fenHash('3qk3/8/8/8/8/8/8/4K3 b - - 0 1'))
    await turnOn(page)
    await untilLines(page)
    const [{ score, words, number }] = await readLines(page)
    assert.match(score, /^−/)
    assert.match(words, /^Black (is ahead by|mates in) /)
    assert.equal(number, '1…')
    await page.waitForFunction(() => Number(document.querySelector('#eval-bar')?.ariaValueNow) < 10)
    await expect(bar(page)).toHaveAttribute('aria-valuetext', /^Black /)
    await page.locator('#nav-flip').click()
    await page.locator('#eval-bar.flipped').waitFor()
  })

  test('after thirty quick moves the last position is analysed @dom', async ({ open }) => {
    const page = await open(pgnHash(LONG_GAME))
    await turnOn(page)
    await untilLines(page)
    const next = page.locator('#nav-forward')
    await next.evaluate(async button => {
      for (let moves = 0; moves < 30; moves++) {
        button.click()
        await new Promise(requestAnimationFrame)
      }
    })
    const game = new Game()
    game.playMoves(
      LONG_GAME.replace(/\d+\.|\*/g, '')
        .trim()
        .split(/\s+/)
        .slice(0, 30),
    )
    await untilFen(page, game.fen)
    // Rows that are hidden until there are lines have the number already.
    await page.waitForFunction(
      () => document.querySelector('#analysis .lines:not(.stale) .number')?.textContent?.trim() === '16.',
    )
    checkLine(game.fen, (await readLines(page))[0].sans)
  })

  test('at mate there is nothing to analyse @dom', async ({ open }) => {
    const page = await open(fenHash('R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1'))
    await turnOn(page)
    await page.getByText('Checkmate: White wins. There is nothing to analyse.').waitFor()
    await expect(page.locator('#analysis .lines')).toBeHidden()
    await expect(bar(page)).toHaveAttribute('aria-valuetext', 'White has mated')
  })

  test('a game with evaluations has a curve, which the keys move along, and turning points', async ({
    open,
  }) => {
    const page = await open(pgnHash(JUDGED))
    await curve(page).waitFor()
    await expect(curve(page)).toHaveAttribute('aria-valuemax', '5')
    // The start is not evaluated, so there is no colour before the first move.
    for (const part of ['black', 'area'])
      await expect(page.locator(`#curve .graph-${part}`)).toHaveAttribute('d', /^M0\.2 [01]/)
    // The engine is off: there is no bar without a verdict.
    await expect(page.locator('#eval-bar.unknown')).toBeHidden()
    await curve(page).focus()
    for (const [key, place, text] of [
      ['End', '5', '3. Qxe5#: White has mated'],
      ['ArrowLeft', '4', '2… Ke7: White mates in 1'],
      ['Home', '0', 'Start: not evaluated'],
      ['ArrowRight', '1', '1. e4: White is ahead by 0.30'],
    ]) {
      await page.keyboard.press(key)
      await page.locator(`#curve .graph[aria-valuenow="${place}"]`).waitFor()
      await expect(curve(page)).toHaveAttribute('aria-valuetext', text)
    }
    await page.getByRole('button', { name: '2… Ke7?? −0.40 → #1' }).click()
    const game = new Game()
    game.playMoves(['e4', 'e5', 'Qh5', 'Ke7'])
    await untilFen(page, game.fen)
    const box = await curve(page).boundingBox()
    assert.ok(box)
    await page.mouse.click(box.x + 2, box.y + 20)
    await untilFen(page, START_FEN)
  })

  test('the names of a game that is read have its clocks at each move', async ({ open }) => {
    const page = await open(
      pgnHash('1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 {[%clk 0:00:09.4]} Nc6 *'),
    )
    const clocks = page.locator('.strip .clock')
    await expect(clocks).toHaveCount(0)
    for (const texts of [['3:00'], ['2:58', '3:00'], ['2:58', '0:09.4'], ['0:09.4']]) {
      await page.keyboard.press('ArrowRight')
      await expect(clocks).toHaveText(texts)
    }
  })

  test('a low phone shows two lines of the engine', async ({ open }) => {
    const page = await open(pgnHash('1. a3 h5 2. h3 a5 *'), {
      ...{ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    })
    await turnOn(page)
    await page.getByLabel('Lines', { exact: true }).selectOption('3')
    await untilLines(page, 2)
    const bottom = (/** @type {string} */ part) =>
      page
        .locator(part)
        .first()
        .evaluate(target => target.getBoundingClientRect().bottom)
    const thumb = await page.locator('#thumb').evaluate(target => target.getBoundingClientRect().top)
    assert.ok((await bottom('#analysis .line:nth-child(2) .score')) <= thumb)
  })

  test('the analysis of the whole game lets the other analysis wait, and can be cancelled', async ({
    open,
  }) => {
    const page = await open(pgnHash('1. f3 e5 2. Nc3 d5 3. g4 Qh4# 0-1'))
    await turnOn(page)
    await untilLines(page)
    await page.getByRole('button', { name: 'Analyse the game' }).click()
    await curve(page).waitFor({ timeout: ENGINE_PATIENCE })
    await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: ENGINE_PATIENCE })
    await page.getByRole('button', { name: /^3\. g4\?\? .* → −#1$/ }).click()
    await expect(curve(page)).toHaveAttribute('aria-valuetext', '3. g4: Black mates in 1, blunder')
    await untilLines(page)
    assert.equal((await readLines(page))[0].score, '−#1')

    await page.getByLabel('Time for each move').selectOption('5 s a move')
    const text = await boardFen(page)
    await page.getByRole('button', { name: 'Analyse again' }).click()
    await page.getByRole('progressbar', { name: 'Analysis of the game' }).waitFor()
    await page.getByText(/\d of 7/).waitFor()
    await page.getByText('The engine is busy with something else.').waitFor()
    // The focus moves to the button that replaces the used one.
    await page.locator('#curve button:focus', { hasText: 'Cancel' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('#analyse-game:focus').waitFor()
    await untilFen(page, text)
    await untilLines(page)
  })

  test('it rests while the page is hidden or a game is played, and stops after its time @dom', async ({
    open,
  }) => {
    const page = await open(pgnHash('1. e4 e5 *'))
    await page.clock.install()
    const state = (/** @type {string} */ name) =>
      page.locator(`#analysis[data-state="${name}"]`).waitFor({ state: 'attached' })
    const setHidden = (/** @type {boolean} */ isHidden) =>
      page.evaluate(hidden => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await turnOn(page)
    await untilLines(page)
    await untilDepth(page, 8)
    const lines = await readLines(page)
    await setHidden(true)
    await state('resting')
    assert.equal((await readLines(page)).length, lines.length, 'the lines stay')
    await setHidden(false)
    await state('searching')

    await page.clock.fastForward(60_000)
    await state('enough')
    const reached = await depth(page)
    await page.getByRole('button', { name: 'Go deeper' }).click()
    await state('searching')
    await untilDepth(page, reached + 1)
    await page.clock.fastForward(600_000)
    await page.clock.runFor(100)
    await state('searching')

    // "Play" offers a game from this position.
    await page.locator('#mode-play').click()
    await state('resting')
    for (const part of ['#analysis', '#curve', '#eval-bar'])
      await expect(page.locator(part), part).toBeHidden()
    await page.getByRole('button', { name: 'Analyse', exact: true }).click()
    await state('searching')
  })

  test('an engine that cannot be loaded is reported, and can be tried again @dom', async ({
    page,
    tolerated,
  }) => {
    tolerated.push(/ERR_FAILED|^failed: /)
    const answerWith = await standIn(page, '**/engine/*', route => route.abort())
    await turnOn(page)
    const again = page.locator('#analysis').getByRole('button', { name: 'Try again' })
    await again.waitFor({ timeout: ENGINE_PATIENCE })
    assert.notEqual((await page.locator('#analysis .error').first().textContent())?.trim(), '')
    await expect(page.getByRole('switch', { name: 'Engine' })).toHaveAttribute('aria-checked', 'false')
    answerWith(null)
    await again.click()
    await untilLines(page)
    await expect(again).toBeHidden()
  })

  test('five lines with arrows cause no task of 50 ms', MEASURED, async ({ open }) => {
    const page = await open(fenHash(START_FEN))
    await turnOn(page)
    await page.getByLabel('Lines', { exact: true }).selectOption('5')
    await untilLines(page, 5)
    const cpu = await leastOf(
      LONG_TASK,
      async () => (await longestTask(page, () => page.waitForTimeout(3000))).cpu,
    )
    assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
  })
})

test.describe('analysis of a long game', () => {
  // Wall time would measure the other programs of a busy machine, too.
  test(
    'in a game of 600 plies with five lines no task takes 50 ms of the processor',
    MEASURED_ONCE,
    async ({ open }) => {
      const page = await open(pgnHash(`${longGame(600)} *`))
      await page.locator('#nav-last').click()
      await page.getByLabel('Lines', { exact: true }).selectOption('5')
      await turnOn(page)
      await untilLines(page)
      const cpu = await leastOf(LONG_TASK, async () => {
        const { cpu, tasks } = await longestTask(page, async () => {
          for (let step = 0; step < 10; step++) {
            await page.locator('#nav-back').click()
            await untilLines(page)
          }
        })
        assert.ok(tasks > 100, `${tasks} tasks`)
        return cpu
      })
      assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
    },
  )
})
