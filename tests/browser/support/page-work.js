// SPDX-License-Identifier: Apache-2.0
// What the page's main thread does, as Chromium traces it: its tasks, the frames of a dragged piece, its work while nobody
// does anything, and its memory.

import { Game } from '../../js/support/binbo.js'
import { boardFen, centre, clickMove, ENGINE_PATIENCE, moreAct, untilFen, untilLines } from './page.js'

/** @import { Page } from 'playwright-core' */
/** @typedef {{ name: string, pid: number, tid: number, dur?: number, tdur?: number, args: any }} TraceEvent */

/** Milliseconds: users feel longer tasks. */
export const LONG_TASK = 50

/** How often a figure is measured at most. */
const MOST_TIMES = 6

/** What an idle page must not do, by what Chromium's traces call it. */
const WORK = {
  timers: ['TimerFire'],
  frames: ['FireAnimationFrame'],
  layouts: ['Layout', 'UpdateLayoutTree'],
  scripts: ['FunctionCall', 'EvaluateScript'],
}

/**
 * Traces the page's main thread. Chromium traces all threads of the page, its workers and the browser: events come in
 * pieces, since all of them can be longer than a string may be.
 * @param {Page} page
 * @param {string} category of Chromium's traces
 * @param {string[]} names of events
 * @param {() => Promise<unknown>} action during which it traces
 * @returns {Promise<TraceEvent[]>} those of the main thread
 * @throws {Error} if Chromium had no room for some
 */
async function trace(page, category, names, action) {
  const client = await page.context().newCDPSession(page)
  /** @type {TraceEvent[]} */
  const events = []
  /** @type {Set<string>} */
  const threads = new Set()
  const threadOf = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const event of /** @type {TraceEvent[]} */ (/** @type {unknown} */ (value)))
      if (names.includes(event.name)) events.push(event)
      else if (event.name === 'thread_name' && event.args.name === 'CrRendererMain')
        threads.add(threadOf(event))
  })
  await client.send('Tracing.start', { traceConfig: { includedCategories: [category, '__metadata'] } })
  /** @type {Promise<boolean>} */
  const isCut = new Promise(resolve =>
    client.once('Tracing.tracingComplete', ({ dataLossOccurred }) => resolve(dataLossOccurred)),
  )
  try {
    await action()
  } finally {
    await client.send('Tracing.end')
    await isCut
    await client.detach()
  }
  if (await isCut) throw new Error('Chromium has lost events of its trace.')
  return events.filter(event => threads.has(threadOf(event)))
}

/**
 * The longest task of the main thread.
 * @param {Page} page
 * @param {() => Promise<unknown>} action during which tasks count
 * @returns {Promise<{ wall: number, cpu: number, tasks: number }>} milliseconds of the clock, and of the processor: other
 *   programs do not count; and the number of tasks
 */
export async function longestTask(page, action) {
  const tasks = await trace(page, 'disabled-by-default-devtools.timeline', ['RunTask'], action)
  const longest = (/** @type {'dur' | 'tdur'} */ time) =>
    tasks.reduce((most, task) => Math.max(most, task[time] ?? 0), 0) / 1000
  return { wall: longest('dur'), cpu: longest('tdur'), tasks: tasks.length }
}

/**
 * Measures until a figure is within its bound: other programs can only make it larger, also when it is time of the
 * processor, which they share caches with.
 * @param {number} bound
 * @param {() => Promise<number>} measure such as milliseconds
 * @returns {Promise<number>} the least of all; more than the bound if MOST_TIMES were
 */
export async function leastOf(bound, measure) {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < MOST_TIMES && least > bound; time++) least = Math.min(least, await measure())
  return least
}

/**
 * @param {Page} page nothing is done on it meanwhile
 * @param {number} ms
 * @returns {Promise<Record<keyof typeof WORK, number>>} how often it did what
 */
export async function workIn(page, ms) {
  const events = await trace(page, 'devtools.timeline', Object.values(WORK).flat(), () =>
    page.waitForTimeout(ms),
  )
  const count = (/** @type {string[]} */ names) => events.filter(({ name }) => names.includes(name)).length
  return {
    timers: count(WORK.timers),
    frames: count(WORK.frames),
    layouts: count(WORK.layouts),
    scripts: count(WORK.scripts),
  }
}

/**
 * Drags a piece over the board and puts it back.
 * @param {Page} page
 * @param {string} from a square with a piece that can be moved
 * @param {number} [ms]
 * @returns {Promise<{ median: number, longest: number, isDragged: boolean }>} milliseconds of a frame
 */
export async function dragFrames(page, from, ms = 1000) {
  const { x, y } = await centre(page, from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  const watched = page.evaluate(watchFrames, ms)
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const angle = Date.now() / 200
    await page.mouse.move(x + 250 * Math.sin(angle), y - 200 * Math.sin(1.7 * angle))
  }
  const isDragged = (await page.locator('.cm-chessboard-draggable-piece').count()) === 1
  const frames = (await watched).sort((a, b) => a - b)
  await page.mouse.move(x, y)
  await page.mouse.up()
  return { median: frames[frames.length >> 1], longest: frames[frames.length - 1], isDragged }
}

/** Runs in the page. @param {number} time milliseconds @returns {Promise<number[]>} how long its frames took */
function watchFrames(time) {
  return new Promise(resolve => {
    /** @type {number[]} */
    const frames = []
    const start = performance.now()
    let last = start
    /** @param {number} now */
    const step = now => {
      frames.push(now - last)
      last = now
      if (now - start < time) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })
}

/** @param {Page} page @returns {Promise<number>} bytes on the heap of scripts after a collection */
export async function heapAfterCollection(page) {
  const client = await page.context().newCDPSession(page)
  // Weakly held values go with the second one.
  for (let count = 0; count < 3; count++) await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize
}

/** Runs in a page before its scripts: counts calls of WebAssembly and changes of the document. */
export function watchCost() {
  const cost = { calls: 0, changes: 0 }
  Object.assign(globalThis, { cost })
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, parameters) {
      const { exports } = Reflect.construct(target, parameters)
      const counted = Object.entries(exports).map(([name, value]) => [
        name,
        // The browser collects games at any time.
        typeof value !== 'function' || name === 'binbo_game_forget'
          ? value
          : (.../** @type {unknown[]} */ given) => {
              cost.calls++
              return value(...given)
            },
      ])
      return { exports: Object.fromEntries(counted) }
    },
  })
  new MutationObserver(({ length }) => {
    cost.changes += length
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
}

/**
 * What an act costs until the page has saved it and has written the address.
 * @param {Page} page with watchCost()
 * @param {() => Promise<unknown>} act that changes the address
 * @returns {Promise<{ calls: number, changes: number }>} calls of the chess core, changes of the document
 */
export async function costOf(page, act) {
  await page.evaluate(() => Object.assign(globalThis.cost, { calls: 0, changes: 0 }))
  const before = page.url()
  await act()
  await page.waitForURL(url => url.href !== before)
  // Saving begins before the address is written.
  return page.evaluate(() => ({ ...globalThis.cost }))
}

/**
 * What an act on the page leaves, after collections: detached nodes count, as does what lives.
 * @param {Page} page that has done it so often that all is filled which is kept of a few
 * @param {() => Promise<unknown>} act
 * @param {number} times
 * @returns {Promise<{ nodes: number, listeners: number, documents: number, bytes: number }>} how many more on average after
 *   one act; bytes of scripts' values: compiled code grows for other reasons
 */
export async function leftBy(page, act, times) {
  const client = await page.context().newCDPSession(page)
  const look = async () => {
    const { nodes, jsEventListeners: listeners, documents } = await countersAfterCollection(client)
    return { nodes, listeners, documents, bytes: await bytesOfValues(client) }
  }
  await act()
  const before = await look()
  for (let time = 0; time < times; time++) await act()
  const after = await look()
  await client.detach()
  const growth = (/** @type {keyof typeof after} */ figure) => (after[figure] - before[figure]) / times
  return {
    nodes: growth('nodes'),
    listeners: growth('listeners'),
    documents: growth('documents'),
    bytes: growth('bytes'),
  }
}

/**
 * One collection may leave the nodes of the last act (312 of a game, at one look of eight, however long it waited), and the
 * next one takes them: it collects until nothing more goes.
 * @param {import('playwright-core').CDPSession} client
 */
async function countersAfterCollection(client) {
  for (let last = Number.POSITIVE_INFINITY, same = 0; ; ) {
    for (let count = 0; count < 3; count++) await client.send('HeapProfiler.collectGarbage')
    const counters = await client.send('Memory.getDOMCounters')
    same = counters.nodes < last ? 0 : same + 1
    if (same === 2) return counters
    last = Math.min(last, counters.nodes)
  }
}

/** What scripts keep on the heap. */
const VALUES = ['object', 'closure', 'array', 'string']

/** @param {import('playwright-core').CDPSession} client @returns {Promise<number>} */
async function bytesOfValues(client) {
  /** @type {string[]} */
  const chunks = []
  const add = (/** @type {{ chunk: string }} */ { chunk }) => chunks.push(chunk)
  client.on('HeapProfiler.addHeapSnapshotChunk', add)
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  client.off('HeapProfiler.addHeapSnapshotChunk', add)
  const { snapshot, nodes } = JSON.parse(chunks.join(''))
  /** @type {{ node_fields: string[], node_types: [string[]] }} */
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let sum = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (VALUES.includes(types[0][nodes[at + type]])) sum += nodes[at + size]
  return sum
}

/** Makes a move at the start of a game and deletes it. @param {Page} page @param {number} times */
export async function makeAndUndo(page, times) {
  const before = await boardFen(page)
  for (let count = 0; count < times; count++) {
    await clickMove(page, 'g1f3')
    await page.locator(`#board:not([data-fen="${before}"])`).waitFor()
    await moreAct(page, 'delete')
    await untilFen(page, before)
  }
}

/** Starts the analysis with five lines and waits for them. @param {Page} page */
export async function analyseFiveLines(page) {
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.locator('#line-count').selectOption('5', { timeout: ENGINE_PATIENCE })
  await untilLines(page, 5)
}

/** @param {number} plies @returns {string} the moves of a game that goes on, with few captures */
export function longGame(plies) {
  const game = new Game({ draws: 'none' })
  let seed = 7
  while (game.ply < plies) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    /** @type {import('binbo').Move[]} */
    const all = game.legalMoves('move')
    const quiet = all.filter(({ captured }) => !captured)
    const moves = quiet.length > 0 && game.halfmoveClock < 80 ? quiet : all
    game.move(moves[seed % moves.length].uci)
  }
  const sans = game.moves.map((/** @type {import('binbo').Move} */ { san }) => san)
  game.stop()
  return sans
    .map((/** @type {string} */ san, /** @type {number} */ ply) =>
      ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san,
    )
    .join(' ')
}

/** Drops a file of `bytes` or more, with one game again and again. @param {Page} page @param {number} bytes */
export async function dropLargeFile(page, bytes) {
  const game = `[White "Ada"]\n[Black "Grace"]\n[Result "*"]\n\n${longGame(80)} *\n\n`
  const dataTransfer = await page.evaluateHandle(
    ([text, times]) => {
      const data = new DataTransfer()
      data.items.add(new File(Array(times).fill(new Blob([text])), 'large.pgn'))
      return data
    },
    /** @type {const} */ ([game.repeat(1000), Math.ceil(bytes / game.length / 1000)]),
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}
