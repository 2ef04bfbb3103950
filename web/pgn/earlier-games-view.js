// SPDX-License-Identifier: Apache-2.0
// The games that were replaced by others, to be opened again.

import { ChessError } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { bringBack, earlierGames, replaceGame } from '../game/earlier-games.js'
import { known } from '../game/headers.js'
import { moveNumber, plyOf } from '../game/nodes.js'
import { h } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { playersOf } from './game-index.js'

/** @typedef {import('../game/earlier-games.js').EarlierGame} EarlierGame */
/** @typedef {import('../game/earlier-games.js').Page} Page */
/** @typedef {import('binbo/pgn').PgnGame} PgnGame */

/** Halfmoves shown of a game. */
const FIRST_MOVES = 6

/**
 * @param {Page} page
 * @param {() => void} onOpen called before a game is opened
 * @returns {HTMLElement | null} null if there are none
 */
export function earlierGamesView(page, onOpen) {
  const now = page.study.tree.toString()
  const games = earlierGames().filter(({ pgn }) => pgn !== now)
  if (games.length === 0) return null
  return h(
    'section',
    { class: 'pgn-earlier', 'aria-labelledby': 'pgn-earlier' },
    h('h3', { id: 'pgn-earlier' }, 'Earlier games'),
    h('p', { class: 'soft' }, 'Games that you had on the board. The last ten are kept on this device.'),
    h('ul', {}, ...games.map(game => row(game, () => open(page, game, onOpen)))),
  )
}

/** @param {EarlierGame} game @param {() => void} onclick */
function row({ pgn, at }, onclick) {
  const [tree] = parsePgn(pgn)
  const [players, moves] = [playersIn(tree), firstMoves(tree)]
  const time = new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return h(
    'li',
    {},
    h(
      'span',
      {},
      players && h('strong', {}, players),
      h('span', {}, moves),
      h('span', { class: 'soft' }, `Left ${time}`),
    ),
    h('button', { type: 'button', 'aria-label': `Open ${players || moves}`, onclick }, 'Open'),
  )
}

/** @param {Page} page @param {EarlierGame} game @param {() => void} onOpen */
function open(page, game, onOpen) {
  onOpen()
  try {
    replaceGame(page, () => bringBack(page, game), 'Your earlier game is back.')
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    notify({ text: `This game cannot be opened. ${error.message}`, tone: 'error' })
  }
}

/** @param {PgnGame} tree @returns {string} '' if both are unknown */
function playersIn({ headers }) {
  const [white, black] = [known(headers.get('White')), known(headers.get('Black'))]
  return white || black ? playersOf({ white, black }) : ''
}

/** @param {PgnGame} tree @returns {string} such as '1. e4 e5 2. Nf3 …' */
function firstMoves({ root }) {
  /** @type {string[]} */
  const words = []
  let node = root
  while (node.children.length > 0 && words.length < FIRST_MOVES) {
    node = node.children[0]
    const ply = plyOf(node)
    const number = ply % 2 === 0 || words.length === 0 ? `${moveNumber(ply)} ` : ''
    words.push(`${number}${node.san}`)
  }
  if (words.length === 0) return 'A position that was set up'
  return `${words.join(' ')}${node.children.length > 0 ? ' …' : ''}`
}
