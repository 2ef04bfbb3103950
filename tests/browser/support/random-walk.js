// SPDX-License-Identifier: Apache-2.0
// A seeded walker that does anything that users can do on the page. Engines and animations take their own time, so that a
// seed repeats the choices, but not every moment.

import { pick } from '../../random.js'
import { fenHash, pgnHash } from './page.js'
import { checkFocus, checkPage, checkSettled, focused, within } from './walk-checks.js'
import { anySquare, drag, drawMark, makeMove, press, squareAt, touchSquares } from './walk-moves.js'

/** @import { Page } from 'playwright-core' */
/** @typedef {() => number} Random */

/**
 * @typedef {object} Walk
 * @property {Page} page the tab in front
 * @property {Page} [behind] the other tab, in which the page is open as well
 * @property {(page: Page) => void} watch records what goes wrong in a tab
 * @property {string} url of the page
 * @property {Random} random
 * @property {boolean} touch taps instead of clicks
 * @property {{ width: number, height: number }[]} sizes of the window
 * @property {boolean} [isOffline]
 */

/** An action does something and returns what it did; null: nothing was there to be done. */
/** @typedef {(walk: Walk) => Promise<string | null>} Action */

const GAMES = [
  '1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6 {Morphy} 4. Ba4 Nf6 5. O-O *',
  '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0',
  '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *',
  '[Variant "Three-check"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *',
  '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 e6 *',
  '[FEN "7k/4P3/8/8/8/8/4p3/7K w - - 0 1"]\n\n*',
  '1. e4 [%csl Ge4] {[%csl Ge4][%cal Re4e5] [%clk 0:01:00] [%eval 0.3]} e5 *',
  ['A', 'B', 'C'].map(name => `[White "${name}"]\n\n1. d4 d5 2. c4 *`).join('\n\n'),
  // Not quite games:
  '1. e4 e5 2. Ke4 Nf6 *',
  '1. e4 (1. d4 {',
  '<p>no chess</p>',
  '[Variant "Bughouse"]\n\n1. e4 *',
]
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  '8/P6k/8/8/8/8/p6K/8 w - - 0 1',
  '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1',
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 60',
  'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
  // Not quite positions:
  '8/8/8/8/8/8/8/8 w - - 0 1',
  'rnbqkbnr/pppppppp/8/8/8 w',
  'k7/8/8/8/8/8/8/K6k w - - 0 1',
]
const TEXTS = [
  '',
  'e4',
  'Nf3',
  '0',
  '1',
  '-5',
  '99999',
  'x',
  '½ é 漢',
  '<b>',
  '2026.13.99',
  'ws://localhost:1',
  ...FENS,
]
const KEYS = [
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['Tab', 'Tab', 'Shift+Tab', 'Enter', 'Space', 'Escape', 'Delete', 'Backspace'],
  ...[
    'f',
    'x',
    'm',
    'h',
    'n',
    '?',
    '+',
    '-',
    'e',
    '4',
    'Control+Z',
    'Control+Shift+Z',
    'Control+C',
    'Control+V',
  ],
]

/** How often each action is done. @type {[weight: number, action: Action][]} */
const ACTIONS = [
  [34, pressAny],
  [24, makeMove],
  [4, touchSquares],
  [4, drawMark],
  [4, turnWheel],
  [14, pressKey],
  [4, rest],
  [3, hover],
  [4, pasteText],
  [2, dropText],
  [3, followLink],
  [3, goThroughHistory],
  [1, reload],
  [2, resize],
  [2, changeTab],
  [1, goOffline],
  [2, startGame],
  [2, pressAnywhere],
  [1, changeLooks],
  [1, waitAwhile],
]
/** Actions between two checks that wait until all is drawn and saved. */
const SETTLE_EVERY = 25

/**
 * Walks until all actions are done, the time is over, or the page fails.
 * @param {Walk} walk
 * @param {object} options
 * @param {number} options.actions
 * @param {number} [options.until] the time to stop, as Date.now() has it
 * @param {string[]} options.problems of the page: errors and warnings, as useBrowser() records them
 * @returns {Promise<string[]>} what was done
 * @throws {Error} the first problem, with the last actions
 */
export async function walkAtRandom(walk, { actions, until = Infinity, problems }) {
  /** @type {string[]} */
  const done = []
  handle(walk)
  // Without the service worker a reload would leave nothing: the page stays as it is.
  await walk.page
    .context()
    .route(walk.url, route => (walk.isOffline ? route.fulfill({ status: 204 }) : route.fallback()))
  try {
    while (done.length < actions && Date.now() < until) {
      const text = await settled(walk, () => within(choose(walk.random)(walk)))
      if (text === null) continue
      done.push(text)
      await settled(walk, () => checkPage(walk.page))
      const [problem] = problems.filter(problem => !isExpected(problem))
      if (problem) throw new Error(problem)
      if (done.length % SETTLE_EVERY === 0) await settled(walk, () => checkSettled(walk.page))
    }
    await settled(walk, () => checkSettled(walk.page))
  } catch (error) {
    const last = done
      .slice(-20)
      .map((text, index) => `  ${done.length - Math.min(20, done.length) + index + 1}. ${text}`)
    throw new Error(`${/** @type {Error} */ (error).message}\nThe last actions:\n${last.join('\n')}`, {
      cause: error,
    })
  }
  return done
}

/** Answers what a tab opens beside the page. @param {Walk} walk */
function handle({ page, random }) {
  page.on('dialog', dialog => void dialog.accept().catch(() => {}))
  page.on('popup', popup => void popup.close().catch(() => {}))
  page.on('filechooser', chooser => {
    const buffer = Buffer.from(pick(random, GAMES))
    chooser.setFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer }).catch(() => {})
  })
}

/** What Playwright says of a page that was left meanwhile. */
const LEFT = /context was destroyed|ERR_ABORTED|interrupted by another navigation/

/** Browsers report these whatever the page does. @param {string} problem */
const isExpected = problem =>
  // A thread of Fairy-Stockfish that is ended while it loads.
  /worker.js onmessage\(\) captured an uncaught exception: NetworkError/.test(problem) ||
  /NetworkError: Failed to execute 'importScripts'.*\/engine\/fairy\//.test(problem) ||
  // A remote engine that is not there.
  /WebSocket connection to|net::ERR_CONNECTION_REFUSED/.test(problem) ||
  // The network is off, which Stockfish reports as well.
  /WASM streaming failed: TypeError: Failed to fetch|both async and sync fetching/.test(problem) ||
  /ERR_INTERNET_DISCONNECTED|^failed: |dynamically imported module|could not be loaded/.test(problem) ||
  // Ended by a reload.
  /ERR_ABORTED|ERR_NETWORK_CHANGED/.test(problem)

/** @param {Random} random @returns {Action} */
function choose(random) {
  let left = random() * ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  return (ACTIONS.find(([weight]) => (left -= weight) < 0) ?? ACTIONS[0])[1]
}

/**
 * Does something on the page; again if the history or a link has just left it.
 * @template T
 * @param {Walk} walk
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
async function settled(walk, action) {
  const { url } = walk
  const isAway = () => new URL(walk.page.url()).pathname !== new URL(url).pathname
  for (let tries = 0; ; tries++) {
    const { page } = walk
    try {
      if (isAway()) await page.goto(url)
      await page.locator('#board[data-fen]').waitFor({ state: 'attached', timeout: 20_000 })
      return await action()
    } catch (error) {
      const { message } = /** @type {Error} */ (error)
      const isLeft = isAway() || LEFT.test(message)
      if (tries === 5 || !isLeft) throw error
      await page.waitForTimeout(100)
    }
  }
}

/** Presses, chooses or fills any control that users can reach. @param {Walk} walk */
async function pressAny(walk) {
  const { page, random } = walk
  const found = await page.evaluate(findControl, [random(), random()])
  if (!found) return null
  const { name, kind, x, y } = found
  if (kind === 'button' && random() < 0.2) {
    const key = pick(random, ['Enter', 'Space'])
    const focus = await page.evaluate(focusAt, { x, y })
    if (!focus) return null
    await page.keyboard.press(key)
    await checkFocus(page, `${key} on ${name}`)
    return `${key} on ${name}`
  }
  if (kind === 'select') {
    await page.evaluate(chooseOption, { x, y, part: random() })
  } else if (kind === 'text') {
    await press(walk, { x, y })
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(pick(random, [...TEXTS, ...GAMES]))
    if (random() < 0.5) await page.keyboard.press('Enter')
  } else {
    if (kind === 'range') await page.mouse.click(x + Math.floor(random() * 40) - 20, y)
    else await press(walk, { x, y })
  }
  return `${kind} ${name}`
}

/**
 * Runs in the page: a random control that can be pressed, of a random part of the page.
 * @param {number[]} numbers from 0 to 1
 */
function findControl([first, second]) {
  const root = document.querySelector('dialog:modal') ?? document
  const controls = 'button, a[href], summary, select, input, textarea, [role="option"], [role="tab"]'
  /** @type {Map<Element | null, Element[]>} */
  const groups = new Map()
  for (const control of root.querySelectorAll(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (control.matches(':disabled, [aria-disabled="true"], [type="file"], [inert] *')) continue
    const part = control.closest(
      'fieldset, ol, ul, section, header, [id]:not(button, input, select, textarea, a)',
    )
    groups.set(part, [...(groups.get(part) ?? []), control])
  }
  const parts = [...groups.values()]
  const group = parts[Math.floor(first * parts.length)] ?? []
  const control = group[Math.floor(second * group.length)]
  if (!(control instanceof HTMLElement)) return null
  control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const box = control.getBoundingClientRect()
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(control.contains(hit) || hit.closest('label')?.contains(control))) return null
  const type = control instanceof HTMLInputElement ? control.type : ''
  const isTyped =
    control.matches('textarea') || ['text', 'number', 'search', 'url', 'password'].includes(type)
  const kind = isTyped ? 'text' : control.matches('select') ? 'select' : type || control.localName
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent
  const name = control.id || control.getAttribute('aria-label') || label || control.localName
  const place =
    control.closest('dialog')?.querySelector('h2')?.textContent ?? control.closest('[id]')?.id ?? ''
  return { x, y, kind, name: `"${name.trim().slice(0, 60)}" (${place})` }
}

/** Runs in the page. @param {{ x: number, y: number }} point @returns {boolean} whether there is something to focus */
function focusAt({ x, y }) {
  const button = document.elementFromPoint(x, y)?.closest('button')
  button?.focus()
  return button !== null && document.activeElement === button
}

/** Runs in the page. @param {{ x: number, y: number, part: number }} choice */
function chooseOption({ x, y, part }) {
  const select = document.elementFromPoint(x, y)?.closest('select')
  if (!select) return
  select.selectedIndex = Math.floor(part * select.options.length)
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** @param {Walk} walk */
async function turnWheel({ page, random }) {
  const at = await squareAt(page, anySquare(random))
  if (at) await page.mouse.move(at.x, at.y)
  const by = pick(random, [-300, -100, 100, 300])
  await page.mouse.wheel(0, by)
  return `wheel ${by}`
}

/** @param {Walk} walk */
async function pressKey({ page, random }) {
  const key = pick(random, KEYS)
  const had = await focused(page)
  await page.keyboard.press(key)
  // Tab may leave the page.
  if (had && !key.endsWith('Tab')) await checkFocus(page, `${key} on ${had}`)
  return `key ${key}`
}

/** Lets the pointer rest on what shows a preview, such as a move of the engine's lines, and steps through the game. @param {Walk} walk */
async function rest({ page, random }) {
  const isOff = page.locator('#analysis-switch[aria-checked="false"]')
  if (await isOff.isVisible()) await isOff.click({ timeout: 1000 }).catch(() => {})
  const at = await page.evaluate(part => {
    const places = [...document.querySelectorAll('.line-moves button, .ex-moves button, #curve .graph')]
    const seen = places.filter(place => place.checkVisibility({ visibilityProperty: true }))
    const box = seen[Math.floor(part * seen.length)]?.getBoundingClientRect()
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }, random())
  if (!at) return null
  await page.mouse.move(at.x, at.y)
  const keys = Array.from({ length: 3 }, () =>
    pick(random, ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home']),
  )
  for (const key of keys) {
    await page.keyboard.press(key)
    // A part of a pixel is a movement, too.
    await page.mouse.move(at.x + random(), at.y)
  }
  return `rest at ${Math.round(at.x)}, ${Math.round(at.y)}, keys ${keys.join(' ')}`
}

/** Lets the pointer rest on any control, such as one with a preview or a tooltip. @param {Walk} walk */
async function hover({ page, random }) {
  const found = await page.evaluate(findControl, [random(), random()])
  if (!found) return null
  await page.mouse.move(found.x, found.y)
  await page.mouse.move(found.x + random(), found.y)
  return `hover ${found.kind} ${found.name}`
}

/** @param {Walk} walk */
async function pasteText({ page, random }) {
  const text = pick(random, [...GAMES, ...FENS])
  await page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  return `paste ${JSON.stringify(text)}`
}

/** @param {Walk} walk */
async function dropText({ page, random }) {
  const text = pick(random, [...GAMES, ...FENS])
  const isFile = random() < 0.6
  await page.evaluate(
    ([dropped, file]) => {
      const dataTransfer = new DataTransfer()
      if (file) dataTransfer.items.add(new File([String(dropped)], 'dropped.pgn'))
      else dataTransfer.setData('text/plain', String(dropped))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [text, isFile],
  )
  return `drop ${isFile ? 'a file of ' : ''}${JSON.stringify(text)}`
}

/** @param {Walk} walk */
async function followLink({ page, random }) {
  const hash = random() < 0.5 ? fenHash(pick(random, FENS)) : pgnHash(pick(random, GAMES))
  await page.evaluate(to => {
    location.hash = to
  }, hash)
  return `link ${decodeURIComponent(hash)}`
}

/** Goes back or forward within this visit of the page. @param {Walk} walk */
async function goThroughHistory({ page, random }) {
  const by = pick(random, [-1, -1, -1, 1, 1, -2])
  const isThere = await page.evaluate(steps => {
    const { navigation } = /** @type {any} */ (globalThis)
    const at = navigation.currentEntry.index + steps
    const isInside = at >= 0 && at < navigation.entries().length
    if (isInside) setTimeout(() => history.go(steps))
    return isInside
  }, by)
  if (!isThere) return null
  await page.waitForTimeout(50)
  return `history ${by}`
}

/** @param {Walk} walk */
async function reload({ page }) {
  await page.reload()
  return 'reload'
}

/** @param {Walk} walk */
async function resize({ page, random, sizes }) {
  const { width, height } = pick(random, sizes)
  await page.setViewportSize({ width, height })
  return `window ${width} × ${height}`
}

/** Goes to the other tab; opens it if there is only one, or closes it now and then. @param {Walk} walk */
async function changeTab(walk) {
  const { page, behind, random, url } = walk
  if (behind && random() < 0.2) {
    await behind.close()
    walk.behind = undefined
    return 'close the other tab'
  }
  if (!behind && walk.isOffline) return null
  const next = behind ?? (await page.context().newPage())
  walk.page = next
  walk.behind = page
  if (!behind) {
    walk.watch(next)
    handle(walk)
    await next.goto(url)
  }
  await next.bringToFront()
  return behind ? 'the other tab' : 'a second tab'
}

/** Ends the connection, or brings it back. @param {Walk} walk */
async function goOffline(walk) {
  walk.isOffline = !walk.isOffline
  await walk.page.context().setOffline(walk.isOffline)
  return walk.isOffline ? 'offline' : 'online'
}

/** Starts a game with some of the choices of its dialog; any other dialog is left by Escape. @param {Walk} walk */
async function startGame(walk) {
  const { page, random } = walk
  await page.keyboard.press('Escape')
  const button = page.locator('#menu-new')
  if (!(await button.isVisible())) return null
  await button.click({ timeout: 1000 }).catch(() => {})
  const go = page.getByRole('button', { name: 'Start the game' })
  const isOpen = await go.waitFor({ timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (!isOpen) return null
  const chosen = []
  for (let times = Math.floor(random() * 5); times > 0; times--) chosen.push(await pressAny(walk))
  if (await go.isVisible()) await go.click({ timeout: 1000 }).catch(() => {})
  return `new game: ${chosen.filter(Boolean).join('; ')}`
}

/** Presses any point of the window, or drags from one to another. @param {Walk} walk */
async function pressAnywhere(walk) {
  const { page, random } = walk
  const { width, height } = page.viewportSize() ?? { width: 320, height: 480 }
  const point = () => ({ x: Math.floor(random() * width), y: Math.floor(random() * height) })
  const [from, to] = [point(), point()]
  if (random() < 0.6) await press(walk, from)
  else await drag(page, from, to)
  return `point ${from.x}, ${from.y}`
}

/** @param {Walk} walk */
async function changeLooks({ page, random }) {
  const looks = {
    colorScheme: pick(random, /** @type {const} */ (['light', 'dark'])),
    reducedMotion: pick(random, /** @type {const} */ (['reduce', 'no-preference'])),
    forcedColors: pick(random, /** @type {const} */ (['none', 'none', 'active'])),
  }
  await page.emulateMedia(looks)
  return `looks ${Object.values(looks).join(', ')}`
}

/** @param {Walk} walk */
async function waitAwhile({ page, random }) {
  const ms = Math.floor(random() * 1000)
  await page.waitForTimeout(ms)
  return `wait ${ms} ms`
}
