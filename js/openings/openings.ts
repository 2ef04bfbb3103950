// SPDX-License-Identifier: Apache-2.0
// Names of openings, from the list of lichess-org/chess-openings (CC0).

import { argumentError } from '../core/errors.js'
import { LINE } from '../core/move-word.js'
import { sanOf } from '../core/san-writer.js'
import { anyPosition } from '../game/any-position.js'
import { startFenIn } from '../game/fen.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { wordsOfGame } from '../game/move-lists.js'
import type { Position, PositionSource } from '../game/position.js'
import { hasStandardRules } from '../game/traits.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { PgnNode } from '../pgn/pgn-node.js'
import type { Line } from './opening-table.js'
import { openingTable } from './opening-table.js'

/** A named opening. Objects are shared and frozen. */
export type Opening = {
  /** The code of the Encyclopaedia of Chess Openings, A00 to E99. */
  eco: string
  /** The full name, such as 'Sicilian Defense: Najdorf Variation, English Attack'. */
  name: string
  /** The name before the colon. */
  family: string
  /** The name after the colon. */
  variation: string | null
  /** The ply of the named position: in the game for openingOf(), otherwise in `moves` */
  ply: number
  /** A line to the position, such as '1. e4 c5 2. Nf3'. */
  moves: string
}

/** A move that stays on the lines of the list. */
export type Continuation = {
  uci: string
  san: string
  /** The name of the position after the move; null if only later positions have one. */
  opening: Opening | null
}

/** The list names positions of standard chess; games of Chess960 can reach them. */
const isNamed = hasStandardRules

/** Openings by the index of their line. */
const openings: Map<number, Opening> = new Map()

/** @param index the index of a line */
function openingOfLine(index: number): Opening {
  const known = openings.get(index)
  if (known !== undefined) return known
  const { eco, name, words } = openingTable().row(index)
  const [family, variation = null] = name.split(/: (.*)/s)
  const opening = Object.freeze({ eco, name, family, variation, ply: words.length, moves: textOf(words) })
  openings.set(index, opening)
  return opening
}

/**
 * @param words the words of a Row
 * @returns such as '1. e4 e5 2. Nf3'
 */
const textOf = (words: Int32Array): string =>
  Array.from(words, (word, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${sanOf(word)}` : sanOf(word))).join(' ')

/**
 * The opening of a game: the name of its last position that has one. Positions are compared, so transpositions count.
 * @param game for a PgnGame, the main line counts; for a node, the moves up to it; both end before a null move
 * @returns null for a game without a named position, and for variants; games of Chess960 and from other start positions have
 *   an opening if they reach a named position
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function openingOf(game: Game | PgnGame | PgnNode): Opening | null {
  const line = game instanceof Game ? lineOfGame(game) : lineOf(game)
  if (line === undefined) throw argumentError('openingOf() takes a Game, a PgnGame or a PgnNode', game)
  const named = isNamed(line.variant) ? openingTable().lastNamed(line) : undefined
  if (named === undefined) return null
  const opening = openingOfLine(named.index)
  if (opening.ply === named.ply) return opening
  const { eco, name, family, variation, moves } = opening
  return Object.freeze({ eco, name, family, variation, ply: named.ply, moves })
}

function lineOfGame(game: Game): Line {
  const handle = game[HANDLE]()
  return { startFen: startFenIn(handle), variant: game.variant, words: wordsOfGame(handle) }
}

/** @returns the line of a PgnGame or a PgnNode; undefined for other values */
function lineOf(value: unknown): Line | undefined {
  const tree: { [LINE]?: () => Line } = value ?? {}
  return tree[LINE]?.()
}

/**
 * The name of a position.
 * @param position for a PgnGame, the last position of its main line
 * @returns null if it has no name, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function openingAt(position: PositionSource): Opening | null {
  const named = namedPosition(position)
  const index = (named && openingTable().find(named.hash)) ?? -1
  return index < 0 ? null : openingOfLine(index)
}

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[øØ]/g, 'o').replace(/[’']/g, "'").toLowerCase()

/**
 * The openings whose names contain all words of a text, or whose ECO codes begin with one of them.
 * @param text such as 'najdorf', 'grunfeld exchange' or 'B9'; capitals and accents do not matter
 * @returns the openings by ECO code, then by name; all for a blank text
 * @throws {ChessError} ERR_ARGUMENT
 */
export function openingsWith(text: string): Opening[] {
  if (typeof text !== 'string') throw argumentError('The text to search for is a string', text)
  const words = plain(text).split(/\s+/).filter(Boolean)
  const table = openingTable()
  const fits = ({ eco, name }: Opening) => {
    const [code, plainName] = [eco.toLowerCase(), plain(name)]
    return words.every(word => plainName.includes(word) || code.startsWith(word))
  }
  return Array.from({ length: table.length }, (_, index) => openingOfLine(index)).filter(fits)
}

/**
 * The moves by which a position stays on a line of the list, transpositions included.
 * @param position as for openingAt()
 * @returns the moves in the order of legalMoves(); empty off the lines, and for variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function continuations(position: PositionSource): Continuation[] {
  const named = namedPosition(position)
  if (named === null) return []
  const table = openingTable()
  const found: Continuation[] = []
  for (const move of named.legalMoves()) {
    const index = table.find(named.play(move).hash)
    if (index === null) continue
    found.push({ uci: move.uci, san: move.san, opening: index < 0 ? null : openingOfLine(index) })
  }
  return found
}

/**
 * @returns null for the rules of variants
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
function namedPosition(source: PositionSource | PgnGame): Position | null {
  const line = lineOf(source)
  if (line && !isNamed(line.variant)) return null
  const isTree = typeof source === 'object' && source !== null && 'root' in source
  const position = anyPosition(isTree ? lastNode(source) : source)
  return line || isNamed(position.variant) ? position : null
}

/** @returns the last node of the main line */
const lastNode = (game: PgnGame): PgnNode => [...game.mainline()].at(-1) ?? game.root
