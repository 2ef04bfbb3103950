// SPDX-License-Identifier: Apache-2.0
// Layout: the whole board is visible in any window, nothing overflows, and nothing jumps while the page loads, while the
// engine works, and while the user goes through the moves.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import {
  ENGINE_PATIENCE,
  hintButton,
  openMenu,
  openMore,
  pgnHash,
  playTwo,
  SCREENS,
  showTab,
  square,
  startGame,
  step,
  untilIdle,
  untilLines,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */
/** @typedef {Record<string, number[]>} Places of the page's parts: left, top, width and height */

const WINDOWS = [
  [360, 640],
  [360, 740],
  [740, 360],
  [720, 450],
  [768, 1024],
  [1440, 900],
]
const LOW_WINDOWS = [
  [740, 360],
  [720, 450],
]
/** Half of what Google calls good: the board of phones comes down a little for the names above it. */
const MAX_SHIFT = 0.05
const LONG_NAME = `${'GamesOfTheClub'.repeat(9)}.pgn`
/** With checks, variations, and comments. */
const GAME =
  '1. e4 e5 2. Qh5 (2. Nf3 Nc6) Nc6 3. Qxe5+ Be7 {Where to?} (3... Nxe5 4. d4) 4. a3 Nf6 5. Qxc7 Qxc7 6. h3 a6 ' +
  '7. g3 g6 8. b3 b6 9. c3 d6 10. d3 Qd7 11. f3 h6 12. g4 h5 13. gxh5 Rxh5 1/2-1/2'

/** @param {Page} page @returns {Promise<Places>} */
const places = page =>
  page.evaluate(() => {
    const parts = document.querySelectorAll('.top, .board, .strip, .navigation, .side')
    return Object.fromEntries(
      [...parts].map(part => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return [part.id || part.className, [left + scrollX, top + scrollY, width, height]]
      }),
    )
  })

/**
 * Records in each frame which parts have moved or changed their size since what came before was drawn, which is a frame after it;
 * the curve may grow.
 * @param {Page} page
 */
const watch = page =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const moved = /** @type {Set<string>} */ (new Set())
    Object.assign(globalThis, { moved })
    const parts = [...document.querySelectorAll('.top, .board, .strip, .navigation, .side')]
    const place = (/** @type {Element} */ part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      return [
        left + scrollX,
        top + scrollY,
        part.id === 'curve' ? 0 : width,
        part.id === 'curve' ? 0 : height,
      ].join()
    }
    const before = parts.map(place)
    const check = () => {
      for (const [index, part] of parts.entries())
        if (place(part) !== before[index]) moved.add(`${part.id}: ${before[index]} to ${place(part)}`)
      requestAnimationFrame(check)
    }
    check()
  })

/** @param {Page} page @returns {Promise<string[]>} since watch() */
const moved = page => page.evaluate(() => [.../** @type {any} */ (globalThis).moved])

/** @param {Page} page @returns {Promise<number>} how much has jumped so far, by itself */
const layoutShift = page =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

for (const [width, height] of WINDOWS) {
  test(`${width} × ${height}: nothing jumps at the start, and the whole board is visible`, async ({
    open,
  }) => {
    const page = await open('', { viewport: { width, height } })
    await untilIdle(page)
    const shift = await layoutShift(page)
    assert.ok(shift < MAX_SHIFT, `cumulative layout shift: ${shift}`)
    const box = await page.locator('#board').boundingBox()
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box))
    const out = await page.evaluate(() =>
      [...document.querySelectorAll('main *, .top *')]
        .filter(part => !part.closest('.visually-hidden, svg, .line-moves'))
        .filter(part => part.getBoundingClientRect().right > innerWidth + 0.5)
        .map(part => part.outerHTML.slice(0, 80)),
    )
    assert.deepEqual(out, [])
  })
}

for (const [width, height] of WINDOWS) {
  test(`${width} × ${height}: nothing jumps while a game of a link is opened, nor when it is there again`, async ({
    open,
  }) => {
    const page = await open(pgnHash(GAME), { viewport: { width, height } })
    for (const again of [false, true]) {
      if (again) await page.reload()
      await page.locator('#engine-arrows').waitFor({ state: 'attached' })
      await untilIdle(page)
      const shift = await layoutShift(page)
      assert.ok(shift < MAX_SHIFT, `cumulative layout shift: ${shift}`)
    }
  })
}

for (const { name, context } of SCREENS) {
  test(`${name}: nothing moves when the analysis starts and ends, nor while the whole game is analysed`, async ({
    open,
  }) => {
    const page = await open(pgnHash('1. f3 e5 2. Nc3 d5 3. g4 Qh4# 0-1'), context)
    await page.locator('.move-list button').last().waitFor({ state: 'attached' })
    await showTab(page, 'analysis')
    await watch(page)
    const toggle = page.getByRole('switch', { name: 'Engine' })
    await toggle.click()
    await untilLines(page)
    await toggle.click()
    await page.locator('#analysis[data-state="off"]').waitFor()
    await toggle.click()
    await untilLines(page)
    await expect.poll(() => moved(page)).toEqual([])

    await showTab(page, 'report')
    await page.getByRole('button', { name: 'Analyse the game' }).click()
    await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: ENGINE_PATIENCE })
    await page.locator('#curve .graph').waitFor()
    await showTab(page, 'analysis')
    await untilLines(page)
    await watch(page)
    // Another run leaves the report in its place.
    await showTab(page, 'report')
    await page.getByRole('button', { name: 'Analyse again' }).click()
    await page.locator('.game-progress:not(.away)').waitFor()
    await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: ENGINE_PATIENCE })
    await showTab(page, 'analysis')
    await untilLines(page)
    await expect.poll(() => moved(page)).toEqual([])
  })
}

test('on a phone the page does not scroll or move while the user goes through the moves', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME), SCREENS[0].context)
  await page.locator('.score-sheet button').last().waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  const before = [await page.evaluate(() => scrollY), await places(page)]
  for (const key of [
    ...Array(26).fill('ArrowRight'),
    'Home',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'End',
  ]) {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    assert.deepEqual([await page.evaluate(() => scrollY), await places(page)], before, key)
  }
})

for (const { name, context } of SCREENS) {
  test(`${name}: by hand nothing moves when a draw can be claimed, nor for a hint`, async ({ open }) => {
    const page = await open(pgnHash('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *'), context)
    await page.locator('.move-list button').last().waitFor({ state: 'attached' })
    await page.keyboard.press('End')
    await playTwo(page)
    await watch(page)
    await hintButton(page).click()
    await page
      .locator('#status .activity')
      .getByText(/^Hint: /)
      .waitFor({ timeout: ENGINE_PATIENCE })
    for (const name of ['f6', 'g8']) await square(page, name).click({ force: true })
    await page.locator('#play-draw', { hasText: 'Claim a draw' }).waitFor()
    await hintButton(page).click()
    await page
      .locator('#status .activity')
      .getByText(/^Hint: /)
      .waitFor({ timeout: ENGINE_PATIENCE })
    await expect.poll(() => moved(page)).toEqual([])
  })
}

for (const { name, context } of SCREENS) {
  test(`${name}: in a match nothing moves for moves, a hint, or earlier positions`, async ({ open }) => {
    const page = await open('', context)
    await startGame(page, { side: 'White' })
    const activity = page.locator('#status .activity')
    await activity.getByText('Your move.').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await watch(page)
    for (const name of ['e2', 'e4']) await square(page, name).click({ force: true })
    await page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })
    for (const name of /** @type {const} */ (['back', 'forward'])) await step(page, name).click()
    await hintButton(page).click()
    await activity.getByText(/^Hint: /).waitFor({ timeout: ENGINE_PATIENCE })
    await expect.poll(() => moved(page)).toEqual([])
  })
}

test('no text of a button or a choice is cut off at 320 and 360 pixels', async ({ open }) => {
  const page = await open(pgnHash(GAME), { viewport: { width: 320, height: 640 } })
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 })
    for (const tab of /** @type {const} */ (['analysis', 'moves', 'report', 'explorer', 'details'])) {
      await showTab(page, tab)
      await page.locator(`main[data-tab="${tab}"]`).waitFor()
      const cut = await page
        .locator(':is(.top, .thumb, .side-tabs, .panel) :is(button, select):visible')
        .evaluateAll(parts =>
          parts
            .filter(part => {
              const { width } = part.getBoundingClientRect()
              const whole = /** @type {HTMLElement} */ (part.cloneNode(true))
              whole.style.cssText = 'position: absolute; min-width: 0; width: min-content; visibility: hidden'
              part.after(whole)
              const needed = whole.getBoundingClientRect().width
              whole.remove()
              return needed > width + 0.5
            })
            .map(part => part.outerHTML.slice(0, 80)),
        )
      assert.deepEqual(cut, [], `${width}, ${tab}`)
    }
  }
})

for (const [width, height] of [
  [320, 640],
  [360, 640],
  [740, 340],
])
  test(`${width} × ${height}: nothing is outside the window, also with two games open`, async ({ open }) => {
    const page = await open(pgnHash(GAME), { viewport: { width, height } })
    const outside = () =>
      page
        .locator(':is(.top, .game-tabs, .board, .side, .thumb):visible, .top button:visible')
        .evaluateAll(parts =>
          parts
            .filter(part => {
              const { left, top, right, bottom } = part.getBoundingClientRect()
              return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
            })
            .map(part => part.outerHTML.slice(0, 80)),
        )
    for (const name of /** @type {const} */ (['analysis', 'moves', 'report', 'details', 'games'])) {
      await showTab(page, name)
      assert.deepEqual(await outside(), [], name)
    }
    await page.getByRole('button', { name: 'New tab' }).click()
    await page.locator('#close-game').waitFor()
    await expect.poll(outside).toEqual([])
  })

test('facts of the engine are shown whole or not at all', async ({ open }) => {
  const page = await open('#analyse', { viewport: { width: 1440, height: 900 } })
  await page.locator('#analysis-switch').click()
  const facts = page.locator('.facts')
  await expect(facts.locator('.depth')).toHaveText(/^Depth \d/, { timeout: ENGINE_PATIENCE })
  for (const width of [1440, 1200, 1024, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 768 })
    const cut = await facts.evaluate(box => {
      const { right, bottom } = box.getBoundingClientRect()
      const seen = [...box.children].filter(child => {
        const { top, width } = child.getBoundingClientRect()
        return width > 0 && top < bottom
      })
      return seen.flatMap(child =>
        child.getBoundingClientRect().right > right + 1 ? [child.textContent] : [],
      )
    })
    expect(cut, `${width} px`).toEqual([])
  }
})

test('the database fills the window, with the same margin on both sides', async ({ open }) => {
  const page = await open('#analyse', { viewport: { width: 1440, height: 900 } })
  await showTab(page, 'games')
  await page.getByRole('button', { name: 'Database' }).click()
  await page.locator('main[data-room="database"]').waitFor()
  const margins = await page.locator('.column.work').evaluate(work => {
    const { left, right } = work.getBoundingClientRect()
    return [left, innerWidth - right]
  })
  assert.equal(margins[0], margins[1])
})

test('the board does not move when the first game begins', async ({ open }) => {
  const page = await open('', { viewport: { width: 1440, height: 900 } })
  await page.locator('#mode-play').click()
  await page.locator('#main[data-view="start"]').waitFor()
  const before = await page.locator('#board').boundingBox()
  await page.locator('#start-two').click()
  await page.locator('#main[data-view="play"]').waitFor()
  await expect.poll(() => page.locator('#board').boundingBox()).toEqual(before)
})

test('the editor shows the whole board, its tools and the verdict in low windows', async ({ open }) => {
  const page = await open('')
  for (const [width, height] of LOW_WINDOWS) {
    await page.setViewportSize({ width, height })
    await openMenu(page, 'setup')
    const dialog = page.getByRole('dialog', { name: 'Set up a position' })
    await dialog.locator('.setup-verdict').waitFor()
    const around = await dialog.boundingBox()
    assert.ok(around)
    for (const part of ['.setup-board', '.setup-tools', '.setup-verdict', '.foot']) {
      const box = await dialog.locator(part).boundingBox()
      const isInside = box && box.y > around.y && box.y + box.height < around.y + around.height
      assert.ok(isInside, `${width} × ${height}, ${part}: ${JSON.stringify(box)}`)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

test('a long file name does not widen the panel', async ({ open }) => {
  const page = await open('', SCREENS[0].context)
  await openMenu(page, 'open')
  const choose = page.getByLabel('PGN file, of any size')
  await choose.setInputFiles({ name: LONG_NAME, mimeType: 'text/plain', buffer: Buffer.from('no game here') })
  const panel = page.locator('#games')
  await panel.getByRole('heading', { name: LONG_NAME }).waitFor()
  await panel.locator('.error:visible').waitFor()
  const width = await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(width, 0)
  const close = await panel.getByRole('button', { name: 'Close the file' }).boundingBox()
  assert.ok(close && close.x + close.width <= 360)
})

test('with forced colours the switch and the bar are visible', async ({ open }) => {
  const page = await open('', { forcedColors: 'active' })
  const [bar, share, off] = await page.evaluate(() => {
    const style = (/** @type {string} */ query, /** @type {string} */ pseudo = '') => {
      const target = document.querySelector(query)
      return target && getComputedStyle(target, pseudo)
    }
    return [
      style('.eval-bar')?.backgroundColor,
      style('.bar-share')?.backgroundColor,
      style('.switch', '::before')?.backgroundImage,
    ]
  })
  assert.notEqual(bar, share)
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByRole('switch', { name: 'Engine', checked: true }).waitFor()
  // The whole analysis brings another switch.
  await page.locator('#engine-arrows').waitFor()
  const [on, colour, knob] = await page.locator('.switch').evaluate(target => {
    const { backgroundImage, backgroundColor, forcedColorAdjust } = getComputedStyle(target, '::before')
    return [backgroundImage, backgroundColor, forcedColorAdjust]
  })
  assert.notEqual(on, off)
  assert.equal(knob, 'none')
  assert.ok(!on.includes(`${colour} 8px`), `${on} on ${colour}`)
})

test('with forced colours what is chosen is seen: the place, a tab, an opponent, a board', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME), { forcedColors: 'active' })
  const outline = (/** @type {import('@playwright/test').Locator} */ part) =>
    part.evaluate(element => getComputedStyle(element).outlineStyle)
  const choices = [
    [page.locator('#mode-analyse'), page.locator('#mode-games')],
    [page.locator('#work-report'), page.locator('#work-details')],
  ]
  for (const [chosen, other] of choices) {
    await expect.poll(() => outline(chosen)).toBe('solid')
    assert.equal(await outline(other), 'none')
  }
  for (const [name, part] of /** @type {const} */ ([
    ['new', '.pick'],
    ['settings', '.look'],
  ])) {
    await openMenu(page, name)
    const parts = page.getByRole('dialog').locator(part)
    await expect.poll(() => outline(parts.first())).toBe('solid')
    assert.equal(await outline(parts.nth(1)), 'none')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

test('screen readers find all moves, also those scrolled out of view', async ({ open }) => {
  const knights = 'Nf3 Nf6 Ng1 Ng8 '.repeat(30)
  const page = await open(pgnHash(`${knights}*`), SCREENS[0].context)
  await page.locator('.move-list button').nth(119).waitFor({ state: 'attached' })
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  const moves = nodes.filter(
    ({ role, name, ignored }) => !ignored && role?.value === 'button' && /^\d+(\.|…) N/.test(name?.value),
  )
  assert.equal(moves.length, 120)
})

test('Black’s moves are aligned, buttons that are off look different, and a draw is ½–½', async ({
  open,
}) => {
  const page = await open(pgnHash(GAME))
  await page.locator('.move-list').getByRole('button', { name: '13… Rxh5', exact: true }).waitFor()
  const lefts = await page
    .locator('.main-line > .black > button')
    .evaluateAll(buttons => buttons.map(button => Math.round(button.getBoundingClientRect().left)))
  assert.equal(lefts.length, 13)
  assert.deepEqual(new Set(lefts).size, 1, lefts.join())
  await openMore(page)
  const colour = (/** @type {string} */ id) =>
    page.locator(id).evaluate(button => getComputedStyle(button).color)
  assert.notEqual(await colour('#move-delete'), await colour('#move-annotate'))
  await expect(page.locator('.move-list .ending')).toHaveText('½–½')
})

for (const [width, height] of [
  [1000, 700],
  [1024, 768],
  [1199, 900],
  [1200, 900],
])
  test(`${width} × ${height}: the offers of the page have all of the height`, async ({ visit }) => {
    const page = await visit('', { viewport: { width, height } })
    await page.locator('#start .developers').waitFor()
    const box = await page.locator('.column.work').boundingBox()
    assert.ok(box && box.y < 60 && box.y + box.height > height - 30, JSON.stringify(box))
  })

/** WCAG 1.4.10: 1280 × 1024 at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } }

test('at 400 % zoom the page scrolls as a document: nothing is pinned, and all can be reached', async ({
  visit,
  open,
}) => {
  const start = await visit('', ZOOMED)
  await start.locator('#start .developers').waitFor()
  const game = await open(pgnHash(GAME), ZOOMED)
  await game.locator('#move-list button').first().waitFor({ state: 'attached' })
  for (const page of [start, game]) {
    const found = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('body *')].filter(
        part => part.checkVisibility({ visibilityProperty: true }) && !part.closest('.speech, .board, svg'),
      )
      const isScrolled = (/** @type {Element} */ part) =>
        part.scrollHeight > part.clientHeight + 1 &&
        part.clientHeight > 1 &&
        ['auto', 'scroll', 'hidden'].includes(getComputedStyle(part).overflowY)
      return {
        pinned: parts.filter(part => ['fixed', 'sticky'].includes(getComputedStyle(part).position)).length,
        inner: parts.filter(isScrolled).map(part => part.id || part.className),
        wide: document.documentElement.scrollWidth - innerWidth,
        high: document.documentElement.scrollHeight - innerHeight,
      }
    })
    assert.deepEqual([found.pinned, found.inner, found.wide], [0, [], 0])
    assert.ok(found.high > 0, 'the document scrolls')
    // The whole width is for the board, as far as it fits.
    const board = await page.locator('#board').boundingBox()
    assert.ok(board && board.width >= 248, JSON.stringify(board))
    // The wheel over the board scrolls, too.
    await page.locator('#board').hover()
    await page.mouse.wheel(0, 120)
    await page.waitForFunction(() => scrollY > 0)
    const last = page.locator('main button:visible').last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
  }
})
