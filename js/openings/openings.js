// SPDX-License-Identifier: Apache-2.0
// Names of openings, of the list of lichess-org/chess-openings (CC0).

import { argumentError } from '../core/errors.js'
import { LINE } from '../core/move-word.js'
import { sanOf } from '../core/san-writer.js'
import { anyPosition } from '../game/any-position.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { wordsOfGame } from '../game/move-lists.js'
import { openingTable } from './opening-table.js'

/** @import { Line } from './opening-table.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { PgnNode } from '../pgn/pgn-node.js' */
/** @import { Position, PositionSource } from '../game/position.js' */

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

/** @param {string} variant */
const isNamed = variant => NAMED_VARIANTS.includes(variant)

/** @type {Map<number, Opening>} By the index of its line. */
const openings = new Map()

/**
 * @param {number} index of a line
 * @returns {Opening}
 */
function openingOfLine(index) {
  const known = openings.get(index)
  if (known !== undefined) return known
  const { eco, name, words } = openingTable().row(index)
  const [family, variation = null] = name.split(/: (.*)/s)
  const opening = Object.freeze({ eco, name, family, variation, ply: words.length, moves: textOf(words) })
  openings.set(index, opening)
  return opening
}

/**
 * @param {Int32Array} words of a Row
 * @returns {string} such as '1. e4 e5 2. Nf3'
 */
const textOf = words =>
  Array.from(words, (word, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${sanOf(word)}` : sanOf(word))).join(' ')

/**
 * The opening of a game: the last of its positions that has a name. Transpositions count, as positions are compared.
 * @param {Game | PgnGame | PgnNode} game of a PgnGame the main line, of a node the moves up to it; both up to a null move
 * @returns {Opening | null} null for a game without a named position, and for variants; Chess960 and other start
 *   positions get a name where they reach a named position
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function openingOf(game) {
  const line = game instanceof Game ? lineOfGame(game) : lineOf(game)
  if (line === undefined) throw argumentError('An opening is that of a Game, a PgnGame or a PgnNode', game)
  const named = isNamed(line.variant) ? openingTable().lastNamed(line) : undefined
  if (named === undefined) return null
  const opening = openingOfLine(named.index)
  if (opening.ply === named.ply) return opening
  const { eco, name, family, variation, moves } = opening
  return Object.freeze({ eco, name, family, variation, ply: named.ply, moves })
}

/**
 * @param {Game} game
 * @returns {Line}
 */
function lineOfGame(game) {
  const words = wordsOfGame(game[HANDLE]())
  const { fen, variant } = game.options
  return { startFen: /** @type {string} */ (fen), variant, words }
}

/**
 * @param {unknown} value
 * @returns {Line | undefined} of a PgnGame or a PgnNode; undefined for other values
 */
function lineOf(value) {
  return /** @type {Partial<PgnNode> | null | undefined} */ (value)?.[LINE]?.()
}

/**
 * The name of a position.
 * @param {PositionSource} position of a PgnGame the last one of its main line
 * @returns {Opening | null} null if it has none, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function openingAt(position) {
  const named = namedPosition(position)
  const index = (named && openingTable().find(named.hash)) ?? -1
  return index < 0 ? null : openingOfLine(index)
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
  const table = openingTable()
  const fits = (/** @type {Opening} */ { eco, name }) => {
    const [code, plainName] = [eco.toLowerCase(), plain(name)]
    return words.every(word => plainName.includes(word) || code.startsWith(word))
  }
  return Array.from({ length: table.length }, (_, index) => openingOfLine(index)).filter(fits)
}

/**
 * The moves by which a position stays on a line of the list, transpositions included.
 * @param {PositionSource} position as for openingAt()
 * @returns {Continuation[]} in the order of legalMoves(); empty off the lines, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function continuations(position) {
  const named = namedPosition(position)
  const table = openingTable()
  /** @type {Continuation[]} */
  const found = []
  for (const move of named?.legalMoves() ?? []) {
    const index = table.find(/** @type {Position} */ (named).play(move).hash)
    if (index === null) continue
    found.push({ uci: move.uci, san: move.san, opening: index < 0 ? null : openingOfLine(index) })
  }
  return found
}

/**
 * @param {PositionSource | PgnGame} source
 * @returns {Position | null} null for the rules of variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
function namedPosition(source) {
  const line = lineOf(source)
  if (line && !isNamed(line.variant)) return null
  const isTree = typeof source === 'object' && source !== null && 'root' in source
  const position = anyPosition(isTree ? lastNode(source) : source)
  return line || isNamed(position.variant) ? position : null
}

/**
 * @param {PgnGame} game
 * @returns {PgnNode} the last one of the main line
 */
const lastNode = game => [...game.mainline()].at(-1) ?? game.root
