// SPDX-License-Identifier: Apache-2.0
// make page-figures: what the page weighs, how soon it is there, and whether it stays responsive, as make pages writes it.
// Prints a table; a figure above its limit fails. USE=30 adds half an hour of use.

import { buildPage } from '../../js/tools/build-page.js'
import { PAGE_CSP, startServer } from '../../js/tools/static-server.js'
import { writeCompressed } from '../../js/tools/write-pages.js'
import { launchChromium } from '../browser/support/chromium.js'
import {
  clickMove,
  fenHash,
  moreAct,
  openMenu,
  openSettings,
  paste,
  pgnHash,
  START_FEN,
  showTab,
  startGame,
  untilLines,
} from '../browser/support/page.js'
import { measureFriendPart, measurePage, SLOW_PHONE } from '../browser/support/page-figures.js'
import {
  analyseFiveLines,
  dragFrames,
  dropLargeFile,
  heapAfterCollection,
  longestTask,
  longGame,
  makeAndUndo,
  workIn,
} from '../browser/support/page-work.js'

/** @import { Page } from 'playwright-core' */

const VISITS = 5
const RUNS = 3
const CONDITIONS = [
  {
    name: 'no limits',
    slowness: null,
    paint: Number.POSITIVE_INFINITY,
    interactive: Number.POSITIVE_INFINITY,
  },
  { name: 'slow network', slowness: { ...SLOW_PHONE, cpu: 1 }, paint: 1000, interactive: 2000 },
  {
    name: `slow network, processor ${SLOW_PHONE.cpu} times slower`,
    slowness: SLOW_PHONE,
    paint: Number.POSITIVE_INFINITY,
    interactive: 2200,
  },
]
const MOST_BYTES = 165_000
const MOST_FRIEND_BYTES = 29_000
const LONG_TASK = 50
const LARGE_FILE = 60e6
const PLIES = 600
const MOVES = 1000
/** Moves before the heap is measured first. */
const WARM_UP = 200
/** Uses of everything before the heap is measured first. */
const WARM_UP_USES = 12
const IDLE = 10_000
/** Minutes of use. */
const USE = Number(process.env.USE ?? 0)

const folder = await buildPage(undefined, { gameServer: 'games' })
await writeCompressed(folder)
const server = await startServer({ roots: { '/': folder }, csp: PAGE_CSP })
const browser = await launchChromium()
let missed = 0

/**
 * Prints a row of the table.
 * @param {string} figure
 * @param {number} value
 * @param {number} most the limit; Infinity if there is none
 * @param {string} unit
 * @param {string} [detail]
 */
function row(figure, value, most, unit, detail = '') {
  const digits = unit === 'kB' || unit === '%' ? 1 : 0
  const shown = `${value.toFixed(digits)} ${unit}${detail && ` (${detail})`}`
  const isMissed = !(value <= most)
  if (isMissed) missed++
  console.log(
    `| ${figure} | ${shown} | ${most < Infinity ? `${most} ${unit}` : ''}${isMissed ? ' MISSED' : ''} |`,
  )
}

/** @param {string} hash @param {(page: Page) => Promise<void>} action */
async function visit(hash, action, chromium = browser) {
  const context = await chromium.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    await page.goto(`${server.url}${hash}`)
    await page.locator('#board[data-fen]').waitFor()
    await page.waitForLoadState('networkidle')
    await action(page)
  } finally {
    await context.close()
  }
}

/**
 * The best of some runs; ends with the first that is good enough.
 * @param {number} enough
 * @param {() => Promise<number>} measure
 * @returns {Promise<number>}
 */
async function best(enough, measure) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && least > enough; run++) least = Math.min(least, await measure())
  return least
}

/** @param {string} figure @param {Page} page @param {() => Promise<unknown>} action */
async function longTasks(figure, page, action) {
  let cpu = 0
  const wall = await best(LONG_TASK, async () => {
    const longest = await longestTask(page, action)
    cpu = longest.cpu
    return longest.wall
  })
  row(`longest task, ${figure}`, wall, LONG_TASK, 'ms', `${Math.round(cpu)} ms of the processor`)
}

async function measureVisits() {
  // The server compresses each file once.
  await measurePage(browser, server.url)
  const least = (/** @type {number[]} */ values) => Math.min(...values)
  for (const { name, slowness, paint, interactive } of CONDITIONS) {
    const visits = []
    for (let count = 0; count < VISITS; count++) visits.push(await measurePage(browser, server.url, slowness))
    if (!slowness) {
      const [{ files }] = visits
      row(
        'first visit',
        least(visits.map(({ bytes }) => bytes)) / 1000,
        MOST_BYTES / 1000,
        'kB',
        `${files} files`,
      )
    }
    row(`first paint, ${name}`, least(visits.map(({ firstPaint }) => firstPaint)), paint, 'ms')
    row(`a move can be made, ${name}`, least(visits.map(visit => visit.interactive)), interactive, 'ms')
  }
}

async function measureFriend() {
  const bytes = await measureFriendPart(browser, server.url)
  row('a game with a friend, when it is chosen', bytes / 1000, MOST_FRIEND_BYTES / 1000, 'kB')
}

async function measureWork() {
  await visit(fenHash(START_FEN), async page => {
    await analyseFiveLines(page)
    await longTasks('the engine on five lines', page, () => page.waitForTimeout(5000))
  })
  await visit('', async page => {
    await longTasks('while 60 MB of PGN are listed', page, async () => {
      await dropLargeFile(page, LARGE_FILE)
      await page.getByText(/^[\d,]+ games, in \d+(\.\d)? MB$/).waitFor({ timeout: 300_000 })
    })
  })
  await visit(pgnHash(`${longGame(PLIES)} *`), async page => {
    await longTasks(`a game of ${PLIES} plies`, page, async () => {
      for (const id of ['last', 'back', 'back', 'forward', 'first', 'forward', 'last', 'flip'])
        await page.locator(`#nav-${id}`).click()
      await moreAct(page, 'delete')
      await moreAct(page, 'undo')
      await page.locator('#nav-first').click()
    })
    await page.locator('#nav-last').click()
    await analyseFiveLines(page)
    await longTasks(`a game of ${PLIES} plies, analysed`, page, async () => {
      for (let step = 0; step < 10; step++) {
        await page.locator('#nav-back').click()
        await page.waitForTimeout(250)
      }
    })
  })
}

async function measureDrag() {
  await visit(fenHash(START_FEN), async page => {
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await dragFrames(page, 'g1', 2000))
    const [{ median, longest }] = runs.sort((a, b) => a.longest - b.longest)
    row('a dragged piece, median frame', median, 20, 'ms')
    row('a dragged piece, longest frame', longest, 50, 'ms')
  })
}

async function measureIdleness() {
  await visit(fenHash(START_FEN), async page => {
    // What was begun ends, as the engine's fetching, which begins five seconds after the page is there.
    let work = await workIn(page, IDLE)
    for (let run = 1; run < RUNS && Object.values(work).some(count => count > 0); run++)
      work = await workIn(page, IDLE)
    for (const [name, count] of Object.entries(work))
      row(`${name} in ${IDLE / 1000} s of idle`, count, 0, 'times')
  })
}

async function measureHeap() {
  await visit(fenHash(START_FEN), async page => {
    await makeAndUndo(page, WARM_UP)
    const before = await heapAfterCollection(page)
    await makeAndUndo(page, MOVES)
    const growth = (await heapAfterCollection(page)) / before - 1
    const size = `of ${(before / 1e6).toFixed(1)} MB`
    row(`growth of the heap by ${MOVES} moves made and undone`, 100 * growth, 20, '%', size)
  })
}

/** A game with the engine, a pasted game that is analysed, and dialogs; then one game is open. @param {Page} page */
async function useOnce(page) {
  await startGame(page, { side: 'White', step: 0, depth: 1 })
  for (const uci of ['e2e4', 'h2h3']) {
    await clickMove(page, uci)
    await page.locator('#status .headline', { hasText: 'White to move' }).waitFor()
  }
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await page.locator('#status .detail', { hasText: 'White resigned.' }).waitFor()
  await paste(page, `${longGame(120)} *`)
  await page.locator('[aria-label^="60… "]:visible').first().waitFor()
  await page.keyboard.press('End')
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft')
  const analysis = page.getByRole('switch', { name: 'Analysis' })
  await analysis.click()
  await untilLines(page)
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await analysis.click()
  await showTab(page, 'details')
  await showTab(page, 'report')
  await openSettings(page)
  await page.keyboard.press('Escape')
  for (const name of /** @type {const} */ (['share', 'code', 'setup', 'new'])) {
    await openMenu(page, name)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  while (await page.locator('#close-game').isVisible()) await page.locator('#close-game').click()
}

/** The code that V8 compiles for functions that are called often would be most of the growth: it compiles none here. */
const COMPILES_NOTHING = '--js-flags=--no-opt --no-maglev --no-sparkplug'

async function measureUse() {
  const slower = await launchChromium([COMPILES_NOTHING])
  const measure = async (/** @type {Page} */ page) => {
    const end = Date.now() + USE * 60_000
    for (let count = 0; count < WARM_UP_USES; count++) await useOnce(page)
    const before = await heapAfterCollection(page)
    let most = 0
    let uses = WARM_UP_USES
    for (; Date.now() < end; uses++) {
      await useOnce(page)
      most = Math.max(most, (await heapAfterCollection(page)) / before - 1)
    }
    const size = `of ${(before / 1e6).toFixed(1)} MB, ${uses} times a game, an analysis and dialogs`
    row(`growth of the heap in ${USE} minutes of use`, 100 * most, 20, '%', size)
  }
  await visit('', measure, slower).finally(() => slower.close())
}

try {
  const { latency, download } = SLOW_PHONE
  console.log(
    `slow network: ${latency} ms, ${download / 1e6} Mbit/s; best of ${VISITS} visits or ${RUNS} runs\n`,
  )
  console.log('| figure | measured | at most |\n|---|---|---|')
  for (const measure of [
    measureVisits,
    measureFriend,
    measureWork,
    measureDrag,
    measureIdleness,
    measureHeap,
    ...(USE > 0 ? [measureUse] : []),
  ])
    await measure()
} finally {
  await browser.close()
  await server.close()
}
if (missed > 0) {
  console.error(`${missed} ${missed === 1 ? 'figure is' : 'figures are'} missed`)
  process.exitCode = 1
}
