// SPDX-License-Identifier: Apache-2.0
// What users do on the page.

import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

/** @import { Page } from 'playwright-core' */

export const SCREENS = [
  { name: 'phone', context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', context: { viewport: { width: 1440, height: 900 } } },
]

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
export const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'

/** Milliseconds that an engine may take to load and to report something on a busy machine. */
export const ENGINE_PATIENCE = 90_000

/** @param {string} text a FEN @returns {string} a link's hash */
export const fenHash = text => `#fen=${encodeURIComponent(text)}`

/** @param {string} text a PGN @returns {string} a link's hash */
export const pgnHash = text => `#pgn=${encodeURIComponent(text)}`

/** @param {Page} page @returns {Promise<string>} of the position on the board */
export const boardFen = async page => (await page.locator('#board').getAttribute('data-fen')) ?? ''

/** @param {Page} page @param {string} fen waits until it is on the board */
export const untilFen = (page, fen) => page.locator(`#board[data-fen="${fen}"]`).waitFor()

/**
 * Follows a link in the open page.
 * @param {Page} page
 * @param {string} hash of the link
 * @param {string} [fen] waits until it is on the board
 */
export async function follow(page, hash, fen) {
  await page.evaluate(to => {
    location.hash = to
  }, hash)
  if (fen) await untilFen(page, fen)
}

/**
 * Waits until the page has done what it does by itself at its start. On a machine with no idle time Chromium may call an
 * idle callback never, hence its timeout.
 * @param {Page} page
 */
export async function untilIdle(page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 2000 })))
}

/** @param {Page} page @param {string} text of the notice, or a part of it */
export const notice = (page, text) => page.locator('.notice', { hasText: text })

/** @param {Page} page @param {number} [count] waits until the analysis shows this many lines */
export const untilLines = (page, count = 1) =>
  page
    .locator('#analysis .line:has(button:visible)')
    .nth(count - 1)
    .waitFor({ timeout: ENGINE_PATIENCE })

/**
 * Clicks a button of the menu, of which phones show most only after "More".
 * @param {Page} page
 * @param {'new' | 'open' | 'share' | 'setup' | 'engine' | 'settings' | 'code'} name
 */
export async function openMenu(page, name) {
  const button = page.locator(`#menu-${name}`)
  const more = page.locator('#menu-more')
  // Right after a reload neither is there yet.
  await button.or(more).filter({ visible: true }).first().waitFor()
  if (!(await button.isVisible())) await more.click()
  await button.click()
}

/**
 * Opens the settings.
 * @param {Page} page
 * @param {'Board' | 'Play' | 'Engine' | 'Keys' | 'This page'} [tab] default 'Board'
 */
export async function openSettings(page, tab = 'Board') {
  await openMenu(page, 'settings')
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab, exact: true }).click()
}

/**
 * Shows a part of the page beside the board, or under it.
 * @param {Page} page
 * @param {'status' | 'moves' | 'analysis' | 'report' | 'explorer' | 'details' | 'games'} name wide screens show moves, lines and report together
 */
export async function showTab(page, name) {
  if (name === 'games') return page.locator('#mode-games').click()
  const mode = await page.locator('#main').getAttribute('data-mode')
  if ((await page.locator('#main').getAttribute('data-tab')) === 'games')
    await page.locator(`#mode-${mode}`).click()
  const tab = page.locator(`#tab-${name}`)
  if (await tab.isVisible()) return tab.click()
  const beside = page.locator(`#work-${['explorer', 'details'].includes(name) ? name : 'report'}`)
  if (await beside.isVisible()) await beside.click()
}

/** @param {Page} page */
export const openExplorer = page =>
  page.getByRole('tab', { name: 'Explorer' }).filter({ visible: true }).click()

/**
 * Does something rare with the current move, after "More" if its menu is closed.
 * @param {Page} page
 * @param {'annotate' | 'promote' | 'make-main' | 'delete' | 'undo' | 'redo' | 'copy' | 'type' | 'keyboard'} name
 */
export async function moreAct(page, name) {
  await openMore(page)
  await page.locator(name === 'keyboard' ? '#nav-keyboard' : `#move-${name}`).click()
}

/** Opens "More" at the moves. @param {Page} page */
export async function openMore(page) {
  if (await page.locator('.move-more').isVisible()) return
  await page.locator('#nav-more, #thumb-more').filter({ visible: true }).click()
  await page.locator('.move-more').waitFor()
}

/** The button of a step, in the row under the moves or in the bar of phones. @param {Page} page @param {'back' | 'forward'} name */
export const step = (page, name) => page.locator(`#nav-${name}, #thumb-${name}`).filter({ visible: true })

/** "Hint", beside the board or in the bar of phones. @param {Page} page */
export const hintButton = page => page.locator('#play-hint, #thumb-hint').filter({ visible: true })

/** Opens the field for a typed move. @param {Page} page @returns {Promise<import('playwright-core').Locator>} the field */
export async function openTypedMove(page) {
  await page.keyboard.press('m')
  const field = page.locator('#typed-move:focus')
  await field.waitFor()
  return field
}

/** Lets two players go on with the game on the board, or begin one. @param {Page} page */
export async function playTwo(page) {
  await page.locator('#mode-play').click()
  await page.locator('#start-two').click()
  await page.locator('#start-two').waitFor({ state: 'hidden' })
}

/** Waits until the service worker answers for the page. @param {Page} page */
export const untilKept = page =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true)

/**
 * Chromium takes seconds to end a worker that has threads, and sometimes still lists one that has ended: such a worker does
 * not answer.
 * @param {import('playwright-core').Worker[]} workers
 * @returns {Promise<import('playwright-core').Worker[]>} those that answer
 */
export async function living(workers) {
  const answers = workers.map(worker =>
    Promise.race([
      worker.evaluate(() => true).catch(() => false),
      new Promise(resolve => setTimeout(resolve, 5000, false)),
    ]),
  )
  const lives = await Promise.all(answers)
  return workers.filter((_, at) => lives[at])
}

/** @param {Page} page @param {string | RegExp} [name] of an open game, such as 'Anna – Ben' */
export const gameTab = (page, name) => page.locator('#game-tabs').getByRole('tab', { name })

/** Opens the dialog about the game. @param {Page} page */
export async function editDetails(page) {
  await showTab(page, 'details')
  await page.locator('#edit-details').click()
}

/** Such as 'Anna (2310) – Ben'. @param {Page} page */
export const playersShown = page => page.locator('#details h2').first()

/** Opens the dialog for developers. @param {Page} page */
export async function openHood(page) {
  await openMenu(page, 'code')
  await page.locator('#offline-state').filter({ hasText: /\w/ }).waitFor()
}

/** Counts positions in the dialog for developers. @param {Page} page @param {number} depth @returns {Promise<string>} the verdict */
export async function race(page, depth) {
  await page.locator('#perft-depth').selectOption(String(depth))
  await page.locator('#perft-start').click()
  const verdict = page.locator('#perft-verdict').filter({ hasText: /\w/ })
  await verdict.waitFor()
  return (await verdict.textContent()) ?? ''
}

/** @param {Page} page @param {string} name such as 'e4' */
export const square = (page, name) => page.locator(`#board .square[data-square="${name}"]`)

/**
 * A position can change the board's size in the frame after it is shown, and the squares are made anew after that: what
 * would be clicked before is another square.
 * @param {Page} page
 * @param {string} name of a square
 * @returns {Promise<{ x: number, y: number }>}
 */
export async function centre(page, name) {
  for (let tries = 0; tries < 50; tries++) {
    const handle = await square(page, name).elementHandle()
    // Rejects if it has been made anew.
    const isStill = await handle
      ?.waitForElementState('stable')
      .then(() => true)
      .catch(() => false)
    const box = isStill && (await square(page, name).boundingBox())
    if (box && (await isFitted(page))) return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  throw new Error(`${name} never came to rest`)
}

/** @param {Page} page @returns {Promise<boolean>} whether the squares fill the board's place */
const isFitted = page =>
  page.locator('#board').evaluate(board => {
    const drawn = board.querySelector('svg')
    return drawn !== null && Math.abs(drawn.getBoundingClientRect().width - board.clientWidth) < 1
  })

/** @param {Page} page @param {string} uci */
export async function clickMove(page, uci) {
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
    const { x, y } = await centre(page, name)
    await page.mouse.click(x, y)
  }
}

/**
 * Pastes a text on the page, once it takes what is pasted: on a busy machine the board may be there before.
 * @param {Page} page
 * @param {string} text
 */
export const paste = (page, text) =>
  expect
    .poll(() =>
      page.evaluate(given => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', given)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        return document.body.dispatchEvent(event)
      }, text),
    )
    .toBe(false)

/** @param {Page} page @param {string} uci */
export async function tapMove(page, uci) {
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
    const { x, y } = await centre(page, name)
    await page.touchscreen.tap(x, y)
  }
}

/** @param {Page} page @param {string} uci */
export async function dragMove(page, uci) {
  const from = await centre(page, uci.slice(0, 2))
  const to = await centre(page, uci.slice(2, 4))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** @typedef {(route: import('playwright-core').Route) => unknown} Answer */

/**
 * Answers requests in place of the server; a test can change the answer at any time. page.route() and page.unroute() can
 * hang if a Worker of the page ends meanwhile, so the route is set once, before there is a Worker.
 * @param {Page} page
 * @param {string} files a glob
 * @param {Answer} answer
 * @returns {Promise<(next: Answer | null) => void>} sets another answer; null: the server's
 */
export async function standIn(page, files, answer) {
  /** @type {Answer | null} */
  let current = answer
  await page.route(files, route => (current ? current(route) : route.fallback()))
  return next => {
    current = next
  }
}

/**
 * Keeps the engine from arriving, so that it moves when the test lets it.
 * @param {Page} page in which no engine was loaded
 * @returns {Promise<() => void>} lets it arrive
 */
export async function holdEngine(page) {
  let release = () => {}
  const released = new Promise(resolve => (release = () => resolve(undefined)))
  await page.route('**/engine/*', async route => {
    await released
    // A page that was left meanwhile waits no longer.
    await route.fallback().catch(() => {})
  })
  return release
}

/** @param {Page} page @returns {Promise<string>} the copied text, read by pasting it with the keyboard */
export async function pasted(page) {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    const place = document.querySelector('dialog:modal') ?? document.body
    place.append(field)
  })
  const field = page.locator('#pasted')
  await field.focus()
  await field.press('Control+V')
  const text = await field.inputValue()
  await field.evaluate(element => element.remove())
  return text
}

/** @param {import('playwright-core').Download} download @returns {Promise<string>} its text */
export const downloaded = async download => readFile(await download.path(), 'utf8')

/** @param {Page} page @param {string} name such as 'game' @returns {string} the key that this copy of the page uses for it */
export const storageKey = (page, name) => `binbo${new URL('.', page.url()).pathname}${name}`

/** @param {Page} page */
export const headline = page => page.locator('#status .headline')

/**
 * Starts a game in the dialog for new games.
 * @param {Page} page
 * @param {object} wishes
 * @param {'White' | 'Black'} [wishes.side] of the human; default: two players
 * @param {number} [wishes.step] of strength
 * @param {number} [wishes.blackStep] of strength, of Black's engine: engine against engine
 * @param {number} [wishes.depth]
 * @param {number} [wishes.seconds]
 * @param {[minutes: number, increment: number]} [wishes.clock]
 * @param {string} [wishes.start] the rules, or 'From this position'
 * @param {number} [wishes.number]
 */
export async function startGame(page, { side, step, blackStep, depth, seconds, clock, start, number }) {
  await page.locator('#menu-new').click()
  const dialog = page.getByRole('dialog', { name: 'New game' })
  const radio = (/** @type {string} */ name) => dialog.getByRole('radio', { name, exact: true })
  const spin = (/** @type {RegExp} */ name) => dialog.getByRole('spinbutton', { name })
  if (side) {
    await radio('The computer').check()
    await radio(side).check()
  } else await radio(blackStep === undefined ? 'Two on this board' : 'Engine against engine').check()
  if (step !== undefined) await dialog.locator('#new-game-step').fill(String(step))
  if (blackStep !== undefined) await dialog.locator('#new-game-blackStep').fill(String(blackStep))
  await radio(clock ? '… Own' : '∞ No clock').check()
  if (clock) {
    await spin(/^Minutes/).fill(String(clock[0]))
    await spin(/^Seconds a move/).fill(String(clock[1]))
  }
  if (depth || seconds) await dialog.getByRole('button', { name: 'More options' }).click()
  if (depth) {
    await radio('Looks ahead').check()
    await spin(/^Half-moves/).fill(String(depth))
  }
  if (seconds) {
    await radio('Thinks for a time').check()
    await spin(/^Seconds,/).fill(String(seconds))
  }
  const begins = radio(start === 'From this position' ? start : 'From the start')
  if (await begins.isVisible()) await begins.check()
  if (start !== 'From this position')
    await dialog.getByRole('combobox', { name: 'Rules' }).selectOption({ label: start ?? 'Standard chess' })
  if (number !== undefined) await spin(/^Number/).fill(String(number))
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/**
 * Puts values into the storage of training, and lists them, as another tab does.
 * @param {Page} page
 * @param {'repertoires' | 'decks'} name
 * @param {Record<string, unknown>} values
 */
export const store = (page, name, values) =>
  page.evaluate(
    async ({ name, values }) => {
      const own = `binbo${new URL('.', location.href).pathname}`
      const database = await new Promise(resolve => {
        const opening = indexedDB.open(`${own}shelf`, 5)
        opening.onupgradeneeded = () => {
          for (const store of ['files', 'analyses', 'books', 'tables', 'repertoires', 'decks'])
            if (!opening.result.objectStoreNames.contains(store)) opening.result.createObjectStore(store)
        }
        opening.onsuccess = () => resolve(opening.result)
      })
      const transaction = database.transaction(name, 'readwrite')
      for (const [key, value] of Object.entries(values)) transaction.objectStore(name).put(value, key)
      await new Promise(resolve => (transaction.oncomplete = resolve))
      database.close()
      localStorage.setItem(`${own}shelved ${name}`, JSON.stringify(Object.keys(values)))
    },
    { name, values },
  )
