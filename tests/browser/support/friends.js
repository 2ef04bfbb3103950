// SPDX-License-Identifier: Apache-2.0
// Games between people on the page: created in the dialog, joined by their links, played by clicks.

import assert from 'node:assert/strict'
import { centre } from './page.js'

/** @import { Page } from 'playwright-core' */

/**
 * Creates a game in the dialog, and waits for its link.
 * @param {Page} page
 * @param {object} [wishes]
 * @param {string} [wishes.server] typed into its field; default: the page has its own
 * @param {'White' | 'Black' | 'Random'} [wishes.side]
 * @param {[minutes: number, increment: number] | null} [wishes.clock]
 * @param {number} [wishes.days] for each move
 * @param {string} [wishes.variant] such as 'Crazyhouse'
 * @param {boolean} [wishes.listed] in the lobby
 * @returns {Promise<string>} what the link has from # on
 */
export async function invite(page, wishes = {}) {
  const { server, side = 'White', clock = null, days, variant = 'Standard chess', listed } = wishes
  await page.locator('#menu-new').click()
  const dialog = page.getByRole('dialog', { name: 'New game' })
  const radio = (/** @type {string | RegExp} */ name) => dialog.getByRole('radio', { name, exact: true })
  await radio(/^A friend/).check()
  if (server) await dialog.getByRole('button', { name: 'More options' }).click()
  await radio(side).check()
  await radio(days ? '1–14 Days a move' : clock ? '… Own' : '∞ No clock').check()
  if (days) await dialog.getByRole('spinbutton', { name: /^Days/ }).fill(String(days))
  if (clock) {
    await dialog.getByRole('spinbutton', { name: /^Minutes/ }).fill(String(clock[0]))
    await dialog.getByRole('spinbutton', { name: /^Seconds a move/ }).fill(String(clock[1]))
  }
  await dialog.getByRole('combobox', { name: 'Rules' }).selectOption({ label: variant })
  if (server) await dialog.getByRole('textbox', { name: 'Game server' }).fill(server)
  if (listed) await dialog.getByRole('checkbox', { name: /lobby/ }).check()
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.waitFor({ state: 'detached' })
  return linkOf(page)
}

/** @param {Page} page of a game that waits @returns {Promise<string>} what the link has from # on */
export async function linkOf(page) {
  const field = page.getByRole('textbox', { name: 'Link to this game' })
  await field.waitFor()
  const link = await field.inputValue()
  assert.match(link, /#friend=\w+&color=(white|black)/)
  return link.slice(link.indexOf('#'))
}

/** @param {Page} page @param {string} name of a button of the status card, such as 'Join' */
export const button = (page, name) => page.locator('#status').getByRole('button', { name, exact: true })

/** Waits until a game is being played. @param {...Page} pages of players */
export async function untilPlaying(...pages) {
  for (const page of pages) await page.locator('#friend-takeback').waitFor()
}

/** @param {Page} page @param {string | RegExp} text of the line beside the headline */
export const untilActivity = (page, text) =>
  page.locator('#status .activity').filter({ hasText: text }).waitFor()

/** @param {Page} page @param {string} text */
export const untilHeadline = (page, text) =>
  page.locator('#status .headline').getByText(text, { exact: true }).waitFor()

/** Makes a move by hand, by mouse or by finger. @param {Page} page @param {string} uci */
export async function makeMove(page, uci) {
  const hasTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
    const { x, y } = await centre(page, name)
    if (hasTouch) await page.touchscreen.tap(x, y)
    else await page.mouse.click(x, y)
  }
}

/** Waits until a move is the last one on the board. @param {Page} page @param {string} uci */
export async function untilMove(page, uci) {
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)])
    await page.locator(`#board .layer.last [data-sign="${name}"]`).waitFor({ state: 'attached' })
}

/**
 * Plays moves in turn by hand, and waits until all pages show them.
 * @param {[white: Page, black: Page]} players
 * @param {string} moves in UCI
 * @param {Page[]} [watchers]
 */
export async function playMoves(players, moves, watchers = []) {
  for (const [ply, uci] of moves.split(' ').entries()) {
    await makeMove(players[ply % 2], uci)
    for (const page of [...players, ...watchers]) await untilMove(page, uci)
  }
}
