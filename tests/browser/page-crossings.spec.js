// SPDX-License-Identifier: Apache-2.0
// How often the whole page asks the core at a click on the board: the board, the moves, the status, the players, the
// opening and the address ask one Position, which asks the core once.

import assert from 'node:assert/strict'
import { expect, test } from './support/fixtures.js'
import { clickMove, pgnHash } from './support/page.js'

/**
 * Plays the move and makes its position, then asks each fact of it once. The name of the opening is looked up in C; draws may
 * be claimed only later in a game.
 */
const CLICK = [
  'binbo_position_text',
  'binbo_game_move',
  'binbo_position_play',
  'binbo_game_is_check',
  'binbo_openings_of',
  'binbo_game_legal_moves',
  'binbo_game_fen',
]
/** Soon after it the main line is saved as state bytes. */
const SAVED = ['binbo_game_state']
/** And the address: the packed game. */
const LINK = ['binbo_compact_start', 'binbo_compact_pack', 'binbo_compact_finish']

/** What follows the move: drawing, saving and the address come in any order. */
const DONE = [...CLICK, ...SAVED, ...LINK].filter(name => name !== 'binbo_position_text')

/** Runs in the page, before its scripts: counts the calls of the core's exports, except for those of the garbage collector. */
function countCalls() {
  /** @type {string[]} */
  const calls = []
  let isCollector = false
  Object.assign(globalThis, { calls })
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(Instance, args) {
      const counted = Object.entries(new Instance(...args).exports).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...values) => {
              if (!isCollector) calls.push(name)
              return value(...values)
            }
          : value,
      ])
      return { exports: Object.fromEntries(counted) }
    },
  })
  // A game is forgotten in C when the browser collects it, which is at any time.
  globalThis.FinalizationRegistry = new Proxy(FinalizationRegistry, {
    construct: (Registry, [cleanUp]) =>
      new Registry(held => {
        isCollector = true
        cleanUp(held)
        isCollector = false
      }),
  })
}

test('a click on the board asks the core for each fact once', async ({ browser, after, url }) => {
  const context = await browser.newContext()
  after(() => context.close())
  const page = await context.newPage()
  await page.addInitScript(countCalls)
  await page.goto(url + pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'))
  await page.locator('#board[data-fen]').waitFor()
  await page.keyboard.press('End')
  await page.locator('#opening .eco').waitFor()
  // What the page still owes to the key before may come before the move, and counts for nothing.
  /** @param {string} uci @returns {Promise<string[]>} what the page calls until the game is saved and the address written */
  const callsOf = async uci => {
    await page.evaluate(() => globalThis.calls.splice(0))
    await clickMove(page, uci)
    const isDone = () =>
      page.evaluate(names => {
        const { calls } = globalThis
        const at = calls.indexOf('binbo_game_move')
        const after = at < 0 ? [] : calls.slice(at)
        return names.every(name => after.includes(name))
      }, DONE)
    await expect.poll(isDone, uci).toBe(true)
    return page.evaluate(() => globalThis.calls)
  }
  // The first click also finds the buffer.
  await callsOf('b5a4')
  const calls = await callsOf('h7h6')
  // In any order.
  assert.deepEqual(calls.sort(), [...CLICK, ...SAVED, ...LINK].sort())
})
