// SPDX-License-Identifier: Apache-2.0
// The moves of a random walk: legal ones by all ways that the page offers, and touches of the board that are none.

import { Game } from '../../js/support/binbo.js'
import { parsePgn } from '../../js/support/pgn.js'
import { pick } from '../../random.js'
import { boardFen, storageKey } from './page.js'

/** @import { Page } from 'playwright-core' */
/** @import { Walk } from './random-walk.js' */
/** @typedef {{ x: number, y: number }} Point */

/** @param {Walk} walk @param {Point} point */
export async function press({ page, touch }, { x, y }) {
  if (touch) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

/** @param {Page} page @param {Point} from @param {Point} to @param {'left' | 'right'} [button] */
export async function drag(page, from, to, button = 'left') {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button })
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 2 })
  await page.mouse.up({ button })
}

/** @param {Page} page @param {string} selector @returns {Promise<Point | null>} its centre, if it can be reached */
const centreOf = (page, selector) =>
  page.evaluate(name => {
    const box = document.querySelector(name)?.getBoundingClientRect()
    if (!box?.width || document.querySelector('dialog:modal')) return null
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    return at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight ? at : null
  }, selector)

/** @param {Page} page @param {string} name */
export const squareAt = (page, name) => centreOf(page, `#board .square[data-square="${name}"]`)

/** @param {() => number} random @returns {string} */
export const anySquare = random => pick(random, [...'abcdefgh']) + pick(random, [...'12345678'])

/** @param {Page} page @returns {Promise<string[]>} legal moves in UCI; [] if the game is over or was just replaced */
async function legalMoves(page) {
  const fen = await boardFen(page)
  const saved = await page.evaluate(name => sessionStorage.getItem(name), storageKey(page, 'game'))
  const [game] = saved === null ? [] : parsePgn(JSON.parse(JSON.parse(saved).tree).pgn)
  try {
    const position = new Game({ fen, variant: game?.variant ?? 'standard' })
    const moves = position.legalMoves('uci')
    position.stop()
    return moves
  } catch {
    return []
  }
}

/**
 * Walks over the squares from where the cursor is, and picks up or puts down.
 * @param {Page} page
 * @param {string} to
 */
async function walkTo(page, to) {
  // Something else may have taken the focus, such as a file that was read.
  const from = await page.evaluate(() =>
    document.querySelector('#board .cursor-line')?.getAttribute('data-sign'),
  )
  if (!from) return
  const isFlipped = await page.evaluate(() => {
    const [first, last] = ['a1', 'h1'].map(name =>
      document.querySelector(`#board .square[data-square="${name}"]`)?.getBoundingClientRect(),
    )
    return (first?.x ?? 0) > (last?.x ?? 0)
  })
  for (const [axis, keys] of [
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowDown', 'ArrowUp'],
  ].entries()) {
    const steps = (to.charCodeAt(axis) - from.charCodeAt(axis)) * (isFlipped ? -1 : 1)
    for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(keys[Number(steps > 0)])
  }
  await page.keyboard.press('Enter')
}

/** Makes a legal move by click, touch, drag, keys or in words; in a match perhaps a premove. @param {Walk} walk */
export async function makeMove(walk) {
  const { page, random } = walk
  const moves = await legalMoves(page)
  if (moves.length === 0) return null
  const uci = pick(random, moves)
  const [piece, to] = [uci.slice(0, 2), uci.slice(2, 4)]
  const isDrop = piece[1] === '@'
  const place = isDrop
    ? // The button of the other side is off.
      `.pocket button[aria-label^="${NAMES[piece[0]]}"]:not([aria-disabled="true"])`
    : `#board .square[data-square="${piece}"]`
  const [from, end] = [await centreOf(page, place), await squareAt(page, to)]
  if (!from || !end) return null
  const how = pick(random, ['click', 'click', 'drag', 'typed', 'keys'])
  if (how === 'click') {
    await press(walk, from)
    await press(walk, end)
  } else if (how === 'drag') {
    await drag(page, from, end)
  } else if (how === 'typed') {
    await page.keyboard.press('m')
    await page.keyboard.insertText(uci)
    await page.keyboard.press('Enter')
    if (random() < 0.5) await page.keyboard.press('Escape')
  } else {
    if (isDrop) await page.locator(place).first().press('Enter')
    await page.locator('#board [tabindex="0"]').first().focus()
    for (const name of isDrop ? [to] : [piece, to]) await walkTo(page, name)
  }
  // The first choice of a promotion.
  if (uci.length > 4 && how !== 'typed') await page.keyboard.press('Enter')
  return `move ${uci} by ${how}`
}

const NAMES = /** @type {Record<string, string>} */ ({
  P: 'pawn',
  N: 'knight',
  B: 'bishop',
  R: 'rook',
  Q: 'queen',
})

/** Touches one square, or drags from it to another. @param {Walk} walk */
export async function touchSquares(walk) {
  const names = [anySquare(walk.random), anySquare(walk.random)]
  const [from, to] = [await squareAt(walk.page, names[0]), await squareAt(walk.page, names[1])]
  if (!from || !to) return null
  if (walk.random() < 0.5) {
    await press(walk, from)
    return `square ${names[0]}`
  }
  await drag(walk.page, from, to)
  return `drag ${names.join(' to ')}`
}

/** Draws an arrow or a circle with the right button. @param {Walk} walk */
export async function drawMark({ page, random }) {
  const [from, to] = [anySquare(random), anySquare(random)]
  const [a, b] = [await squareAt(page, from), await squareAt(page, to)]
  if (!a || !b) return null
  const key = pick(random, ['', 'Shift', 'Alt'])
  if (key) await page.keyboard.down(key)
  await drag(page, a, b, 'right')
  if (key) await page.keyboard.up(key)
  return `${key} arrow ${from}${to}`.trim()
}
