// SPDX-License-Identifier: Apache-2.0
// Names of openings, of the list of lichess-org/chess-openings (CC0).

import { argumentError } from '../core/errors.js'
import { Game } from '../game/game.js'
import { SQUARES } from '../game/squares.js'
import { openingTable } from './opening-table.js'

/** @import { Row } from './opening-table.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { PgnNode } from '../pgn/pgn-node.js' */

/** @typedef {Game | PgnNode | string} Position a string is a FEN */

/**
 * A named opening. Objects are shared and frozen.
 * @typedef {object} Opening
 * @property {string} eco code of the Encyclopaedia of Chess Openings, A00 to E99
 * @property {string} name the whole name, such as 'Sicilian Defense: Najdorf Variation, English Attack'
 * @property {string} family the name before the colon
 * @property {string | null} variation the name after it
 * @property {number} ply the ply of the named position: in the game for openingOf(), else in `moves`
 * @property {string} moves a line to the position, such as '1. e4 c5 2. Nf3'
 */

/**
 * A move that stays on the lines of the list.
 * @typedef {object} Continuation
 * @property {string} uci
 * @property {string} san
 * @property {Opening | null} opening the name of the position after the move; null if only later positions have one
 */

/** The list names positions of standard chess; games of Chess960 can reach them. */
const NAMED_VARIANTS = ['standard', 'chess960']

/** @type {Map<Row, Opening>} */
const openings = new Map()

/**
 * @param {Row} row
 * @returns {Opening}
 */
function openingOfRow(row) {
  const known = openings.get(row)
  if (known !== undefined) return known
  const [family, variation = null] = row.name.split(/: (.*)/s)
  const { eco, name, line } = row
  const opening = Object.freeze({ eco, name, family, variation, ply: line.length, moves: textOf(line) })
  openings.set(row, opening)
  return opening
}

/**
 * @param {readonly number[]} line packed moves
 * @returns {string} such as '1. e4 e5 2. Nf3'
 */
function textOf(line) {
  return withBoard({}, game =>
    game
      .line(line.map(packed => SQUARES[packed & 63] + SQUARES[packed >> 6]))
      .map(({ san }, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san))
      .join(' '),
  )
}

/**
 * @template T
 * @param {import('../game/options.js').GameOptions} options
 * @param {(game: Game) => T} use
 * @returns {T}
 */
function withBoard(options, use) {
  const game = new Game({ ...options, draws: 'none' })
  try {
    return use(game)
  } finally {
    game.stop()
  }
}

/**
 * The opening of a game: the last of its positions that has a name. Transpositions count, as positions are compared.
 * @param {Game | PgnGame | PgnNode} game of a PgnGame the main line, of a node the moves up to it; both up to a null move
 * @returns {Opening | null} null for a game without a named position, and for variants; Chess960 and other start
 *   positions get a name where they reach a named position
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function openingOf(game) {
  if (game instanceof Game) return lastNamed(game)
  const nodes = nodesOf(game)
  if (nodes === undefined) throw argumentError('An opening is that of a Game, a PgnGame or a PgnNode', game)
  const played = nodes.findIndex(({ uci }) => uci === '0000')
  return withPgn(nodes.at(played < 0 ? -1 : played - 1), lastNamed)
}

/**
 * @param {unknown} game
 * @returns {PgnNode[] | undefined} from the root to the end of the main line, or to the node; undefined for other values
 */
function nodesOf(game) {
  const { root, parent, toGame } = /** @type {Partial<PgnGame & PgnNode>} */ (game ?? {})
  if (typeof toGame !== 'function' || (root === undefined && parent === undefined)) return undefined
  if (root !== undefined) return [root, .../** @type {PgnGame} */ (game).mainline()]
  const nodes = []
  for (let node = /** @type {PgnNode | null} */ (game); node !== null; node = node.parent) nodes.unshift(node)
  return nodes
}

/**
 * @param {Game} game
 * @returns {Opening | null}
 */
function lastNamed(game) {
  const { fen, variant } = game.options
  if (!NAMED_VARIANTS.includes(variant)) return null
  const table = openingTable()
  return withBoard({ fen, variant }, board => {
    let [row, ply] = [table.named(board.hash), 0]
    for (const { uci } of game.moves) {
      board.move(uci)
      const named = table.named(board.hash)
      if (named !== undefined) [row, ply] = [named, board.ply]
    }
    if (row === undefined) return null
    const opening = openingOfRow(row)
    return opening.ply === ply ? opening : Object.freeze({ ...opening, ply })
  })
}

/**
 * The name of a position.
 * @param {Position} position
 * @returns {Opening | null} null if it has none, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function openingAt(position) {
  return atPosition(position, null, ({ hash }) => {
    const row = openingTable().named(hash)
    return row === undefined ? null : openingOfRow(row)
  })
}

/** @param {string} text */
const plain = text =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[øØ]/g, 'o').replace(/[’']/g, "'").toLowerCase()

/**
 * The openings whose names contain all words of a text, or whose ECO codes begin with one of them.
 * @param {string} text such as 'najdorf', 'grunfeld exchange' or 'B9'; capitals and accents do not matter
 * @returns {Opening[]} by ECO code, then by name; all for a blank text
 * @throws {ChessError} ERR_ARGUMENT
 */
export function openingsWith(text) {
  if (typeof text !== 'string') throw argumentError('The text to search for is a string', text)
  const words = plain(text).split(/\s+/).filter(Boolean)
  const fits = (/** @type {Row} */ { eco, name }) => {
    const [code, plainName] = [eco.toLowerCase(), plain(name)]
    return words.every(word => plainName.includes(word) || code.startsWith(word))
  }
  return openingTable().rows.filter(fits).map(openingOfRow)
}

/**
 * The moves by which a position stays on a line of the list, transpositions included.
 * @param {Position} position
 * @returns {Continuation[]} in the order of legalMoves(); empty off the lines, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function continuations(position) {
  return atPosition(position, [], ({ fen, variant }) =>
    withBoard({ fen, variant }, board => {
      const table = openingTable()
      /** @type {Continuation[]} */
      const found = []
      for (const { uci, san } of board.legalMoves()) {
        board.move(uci)
        const row = table.named(board.hash)
        if (table.has(board.hash)) found.push({ uci, san, opening: row ? openingOfRow(row) : null })
        board.undo()
      }
      return found
    }),
  )
}

/**
 * @template T
 * @param {Position} position
 * @param {T} otherwise for the rules of variants
 * @param {(game: Game) => T} use
 * @returns {T}
 */
function atPosition(position, otherwise, use) {
  const useNamed = (/** @type {Game} */ game) =>
    NAMED_VARIANTS.includes(game.variant) ? use(game) : otherwise
  if (position instanceof Game) return useNamed(position)
  if (typeof position === 'string') return withBoard({ fen: position, variant: 'chess960' }, use)
  const node = nodesOf(position)?.at(-1)
  if (node === undefined) throw argumentError('A position is a Game, a PgnNode or a FEN', position)
  try {
    return withPgn(node, useNamed)
  } catch (error) {
    if (/** @type {ChessError} */ (error).code !== 'ERR_PGN_NULL_MOVE') throw error
    return withBoard({ fen: node.fen, variant: 'chess960' }, use)
  }
}

/**
 * @template T
 * @param {PgnNode | undefined} node
 * @param {(game: Game) => T} use
 * @returns {T}
 */
function withPgn(node, use) {
  const game = /** @type {PgnNode} */ (node).toGame({ draws: 'none' })
  try {
    return use(game)
  } finally {
    game.stop()
  }
}
