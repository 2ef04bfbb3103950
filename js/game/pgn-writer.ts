// SPDX-License-Identifier: Apache-2.0
// Writes the main line of a game as PGN, in export format.

import { argumentError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { TRAIT_ANY_START } from '../core/generated/bindings.js'
import { checkOptions, flag } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import { sanOf } from '../core/san-writer.js'
import { START_FEN, startFenOf } from './fen.js'
import type { Tag } from './headers.js'
import { exportTags } from './headers.js'
import { Setup } from './setup.js'
import type { Status } from './status.js'
import { hasTrait } from './traits.js'
import { variantName } from './variants.js'

/** How pgn() writes a game. */
export type PgnOptions = {
  /** False writes only the moves; default true. */
  headers?: boolean | undefined
  /** The longest line of moves, at least 1; Infinity for a single line; default 79, as in the export format. */
  width?: number | undefined
}

export type PgnFacts = {
  headers: Map<string, string>
  startFen: string
  variant: Variant
  /** the words of all moves */
  words: Int32Array
  status: Status
}

const OPTION_NAMES = ['headers', 'width']
const EXPORT_WIDTH = 79
/** Tags that only the game itself sets. */
export const START_TAGS = new Set(['SetUp', 'FEN', 'Variant'])
/** Values of the tag Variant for standard chess, which may stay. */
const STANDARD_VARIANT = /^(standard|from position|normal|chess)$/i

/**
 * @param options PgnOptions
 * @returns the PGN, with a line break at its end
 * @throws {ChessError} ERR_ARGUMENT
 */
export function writePgn(facts: PgnFacts, options: unknown): string {
  const given = checkOptions(options, OPTION_NAMES)
  const withHeaders = headersFlag(given.headers)
  const width = readWidth(given.width)
  const result = resultText(facts)
  const moves = `${wrap([...moveTokens(facts), result], width)}\n`
  if (!withHeaders) return moves
  const tags = exportTags(facts.headers)
  const own = startTags(facts, new Map(tags).get('Variant')).set('Result', result)
  return `${tagLines(ownedTags(tags, own))}\n${moves}`
}

/**
 * @param headers an option
 * @throws {ChessError} ERR_ARGUMENT
 */
export const headersFlag = (headers: unknown): boolean =>
  flag("game.headers.set('White', …) sets a header; the option headers", headers, true)

/**
 * @param width an option
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readWidth(width: unknown): number {
  if (width === undefined) return EXPORT_WIDTH
  if (typeof width === 'number' && width >= 1) return width
  throw argumentError('width is a number of columns, at least 1', width)
}

/** @returns the result of the status, otherwise that of the Result header */
function resultText({ status, headers }: PgnFacts): string {
  if (status.over && status.type === 'draw') return '1/2-1/2'
  if (status.over && status.winner === 'white') return '1-0'
  if (status.over && status.winner === 'black') return '0-1'
  const header = headers.get('Result')
  return header && RESULTS.includes(header) ? header : '*'
}

/**
 * @param tags the result of exportTags()
 * @param own tags that the game itself sets; they take precedence
 * @returns the tags to write
 */
export function ownedTags(tags: readonly Tag[], own: Map<string, string>): Map<string, string> {
  return new Map([...tags.filter(([name]) => !START_TAGS.has(name) || own.has(name)), ...own])
}

/**
 * @param tags the result of ownedTags()
 * @returns a line for each tag (PGN standard 8.1)
 */
export function tagLines(tags: Map<string, string>): string {
  return Array.from(tags, ([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('')
}

/**
 * @param variantTag the tag Variant of the headers
 * @returns the tags of the start position and the variant (PGN standard 9.7)
 */
export function startTags(
  { startFen, variant }: { startFen: string; variant: Variant },
  variantTag = '',
): Map<string, string> {
  const tags: Map<string, string> = new Map()
  if (variant !== 'standard') tags.set('Variant', variantName(variant, 'pgn'))
  else if (STANDARD_VARIANT.test(variantTag)) tags.set('Variant', variantTag)
  if (hasTrait(variant, TRAIT_ANY_START) || startFen !== startFenOf(variant))
    tags.set('SetUp', '1').set('FEN', startFen)
  return tags
}

/** @returns the number of the first move, and whether it is Black's */
export function numbering(startFen: string): { first: number; blackFirst: 0 | 1 } {
  if (startFen === START_FEN) return { first: 1, blackFirst: 0 }
  const { fullmoveNumber, sideToMove } = new Setup(startFen)
  return { first: fullmoveNumber, blackFirst: sideToMove === 'black' ? 1 : 0 }
}

/** @returns move numbers and moves */
function moveTokens({ startFen, words }: PgnFacts): string[] {
  const { first, blackFirst } = numbering(startFen)
  const tokens: string[] = []
  for (let i = 0; i < words.length; i++) {
    const ply = i + blackFirst
    const number = first + (ply >> 1)
    if ((ply & 1) === 0) tokens.push(`${number}.`)
    else if (i === 0) tokens.push(`${number}...`)
    tokens.push(sanOf(words[i]))
  }
  return tokens
}

/** @returns tokens with a blank or a line break between them (PGN standard 8.2.1) */
export function wrap(tokens: string[], width: number): string {
  let text = ''
  let column = 0
  for (const token of tokens) {
    const fits = column === 0 || column + 1 + token.length <= width
    if (column !== 0) text += fits ? ' ' : '\n'
    column = fits && column !== 0 ? column + 1 + token.length : token.length
    text += token
  }
  return text
}
