// SPDX-License-Identifier: Apache-2.0
// What holds on the page after whatever users do: a random walk checks it after each action.

import assert from 'node:assert/strict'
import { expect } from '@playwright/test'
import { PgnGame, parsePgn } from '../../js/support/pgn.js'
import { storageKey } from './page.js'

/** @import { Page } from 'playwright-core' */

/** Milliseconds within which the page must answer, on a busy machine. */
const PATIENCE = 20_000
/** Milliseconds within which a change is drawn and saved. */
const SETTLING = 20_000
/** Milliseconds within which something has the focus again. */
const FOCUSING = 10_000

const PIECES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }

/** @param {string} fen @returns {string[]} what each square holds, from a8 to h1, as the page's table says it */
function squaresOf(fen) {
  const board = fen
    .split(' ')[0]
    .replace(/\[.*\]/, '')
    .split('/')
    .slice(0, 8)
    .join('')
    .replaceAll('~', '')
  const cells = board.replace(/\d/g, count => ' '.repeat(Number(count)))
  return Array.from(cells, letter => {
    const name = PIECES[/** @type {keyof typeof PIECES} */ (letter.toLowerCase())]
    return name ? `${letter < 'a' ? 'white' : 'black'} ${name}` : ''
  })
}

/**
 * Fails if the page does not answer, is wider than the window, or shows other pieces than it says.
 * @param {Page} page
 */
export async function checkPage(page) {
  const seen = await within(
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const dialog = document.querySelector('dialog:modal')
      return {
        fen: document.querySelector('#board')?.getAttribute('data-fen') ?? '',
        table: Array.from(document.querySelectorAll('#board table td'), cell => cell.textContent ?? ''),
        over: scrollWidth - clientWidth,
        overDialog: dialog ? dialog.scrollWidth - dialog.clientWidth : 0,
        dead: document.querySelector('main')?.hidden ?? true,
      }
    }),
  )
  assert.ok(!seen.dead, 'The page has given up.')
  assert.ok(seen.over <= 0, `The page is ${seen.over} px wider than the window.`)
  assert.ok(seen.overDialog <= 0, `The dialog is ${seen.overDialog} px too wide.`)
  // The first cell of the first row is empty.
  assert.deepEqual(seen.table.slice(1), squaresOf(seen.fen), `the table of ${seen.fen}`)
}

/**
 * Waits until the drawn pieces and the saved game are those of the board's position.
 * @param {Page} page
 */
export async function checkSettled(page) {
  const key = storageKey(page, 'game')
  const problem = async () => {
    const { fen, saved, drawn, isProposed } = await within(
      page.evaluate(name => {
        const squares = document.querySelectorAll('#board g[data-piece]')
        return {
          fen: document.querySelector('#board')?.getAttribute('data-fen') ?? '',
          saved: sessionStorage.getItem(name),
          // A move that waits for its confirmation is on the board only.
          isProposed: document.querySelector('#play-answer') !== null,
          drawn: Array.from(squares, piece => [
            piece.getAttribute('data-square') ?? '',
            piece.getAttribute('data-piece') ?? '',
          ]),
        }
      }, key),
    )
    return wrongPieces(fen, drawn) || (isProposed ? '' : wrongSaved(fen, saved))
  }
  await expect.poll(problem, { timeout: SETTLING }).toBe('')
}

/** @param {string} fen @param {string[][]} drawn squares and pieces, such as ['e1', 'wk'] @returns {string} '' if none */
function wrongPieces(fen, drawn) {
  const told = squaresOf(fen).flatMap((name, index) => {
    if (!name) return []
    const [color, piece] = name.split(' ')
    const letter = Object.entries(PIECES).find(([, word]) => word === piece)?.[0]
    return [`${'abcdefgh'[index % 8]}${8 - (index >> 3)} ${color[0]}${letter}`]
  })
  const shown = drawn.map(([square, piece]) => `${square} ${piece}`)
  const wrong = [
    ...told.filter(piece => !shown.includes(piece)),
    ...shown.filter(piece => !told.includes(piece)).map(piece => `no ${piece}`),
  ]
  return wrong.length > 0 || shown.length !== told.length ? `${fen} is drawn without ${wrong.join(', ')}` : ''
}

/** @param {string} fen @param {string | null} saved by the page @returns {string} '' if none */
function wrongSaved(fen, saved) {
  // Nothing was changed yet.
  if (saved === null) return ''
  const { tree, view } = JSON.parse(saved)
  let [{ root: node }] = [...parsePgn(JSON.parse(tree).pgn), new PgnGame()]
  for (const index of JSON.parse(view).path) node = node.children[index] ?? node
  return node.fen === fen ? '' : `The board shows ${fen}, the saved game is at ${node.fen}.`
}

/** @param {Page} page @returns {Promise<string>} what has the focus, as text; '' if nothing has */
export const focused = page =>
  within(
    page.evaluate(() => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) return ''
      const words = activeElement.getAttribute('aria-label') ?? activeElement.textContent
      return `${activeElement.localName} ${activeElement.id || words?.trim().slice(0, 40)}`
    }),
  )

/** Fails if keys have left nothing with the focus. @param {Page} page @param {string} keys what was pressed where */
export const checkFocus = (page, keys) =>
  // What opens or closes something moves the focus a moment later.
  expect
    .poll(() => focused(page), { message: `The focus is lost after ${keys}.`, timeout: FOCUSING })
    .not.toBe('')

/**
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>} rejects if the page no longer answers
 */
export async function within(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from the page for ${PATIENCE} ms`)), PATIENCE)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
