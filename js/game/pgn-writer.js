// SPDX-License-Identifier: Apache-2.0
// PGN in export format, main line only.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import { sanOf } from '../core/san-writer.js'
import { START_FEN } from './fen.js'
import { exportTags } from './headers.js'
import { Setup } from './setup.js'
import { startFenOf, variantName } from './variants.js'

/** @import { Tag } from './headers.js' */
/** @import { Status } from './status.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * How pgn() writes a game.
 * @typedef {object} PgnOptions
 * @property {boolean | undefined} [headers] false writes the moves alone; default true
 * @property {number | undefined} [width] the longest line of moves, at least 1, Infinity for a single
 *   line; default 79, as the export format has it
 */

/**
 * @typedef {object} PgnFacts
 * @property {Map<string, string>} headers
 * @property {string} startFen
 * @property {Variant} variant
 * @property {Int32Array} words of all moves
 * @property {Status} status
 */

const OPTION_NAMES = ['headers', 'width']
const EXPORT_WIDTH = 79
/** Tags that only the game itself decides about. */
export const START_TAGS = new Set(['SetUp', 'FEN', 'Variant'])
/** Words for standard chess, which may stay as they are. */
const STANDARD_VARIANT = /^(standard|from position|normal|chess)$/i

/**
 * @param {PgnFacts} facts
 * @param {unknown} options PgnOptions
 * @returns {string} ends with a line break
 * @throws {ChessError} ERR_ARGUMENT
 */
export function writePgn(facts, options) {
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
 * @param {unknown} headers an option
 * @returns {boolean}
 * @throws {ChessError} ERR_ARGUMENT
 */
export const headersFlag = headers =>
  flag("game.headers.set('White', …) sets a header; the option headers", headers, true)

/**
 * @param {unknown} width an option
 * @returns {number}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readWidth(width) {
  if (width === undefined) return EXPORT_WIDTH
  if (typeof width === 'number' && width >= 1) return width
  throw argumentError('width is a number of columns, at least 1', width)
}

/**
 * @param {PgnFacts} facts
 * @returns {string} of the status, else of the Result header
 */
function resultText({ status, headers }) {
  if (status.over && status.type === 'draw') return '1/2-1/2'
  if (status.over && status.winner === 'white') return '1-0'
  if (status.over && status.winner === 'black') return '0-1'
  const header = headers.get('Result')
  return header && RESULTS.includes(header) ? header : '*'
}

/**
 * @param {readonly Tag[]} tags of exportTags()
 * @param {Map<string, string>} own tags that the game decides about; they take precedence
 * @returns {Map<string, string>} what is written
 */
export function ownedTags(tags, own) {
  return new Map([...tags.filter(([name]) => !START_TAGS.has(name) || own.has(name)), ...own])
}

/**
 * @param {Map<string, string>} tags of ownedTags()
 * @returns {string} a line for each tag (PGN standard 8.1)
 */
export function tagLines(tags) {
  return Array.from(tags, ([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('')
}

/**
 * @param {{ startFen: string, variant: Variant }} facts
 * @param {string} [variantTag] what the headers say
 * @returns {Map<string, string>} tags that say how the game starts (PGN standard 9.7)
 */
export function startTags({ startFen, variant }, variantTag = '') {
  /** @type {Map<string, string>} */
  const tags = new Map()
  const isStandard = variant === 'standard'
  if (!isStandard) tags.set('Variant', variantName(variant, 'pgn'))
  else if (STANDARD_VARIANT.test(variantTag)) tags.set('Variant', variantTag)
  const ownStart = isStandard ? START_FEN : startFenOf(variant)
  if (variant === 'chess960' || startFen !== ownStart) tags.set('SetUp', '1').set('FEN', startFen)
  return tags
}

/**
 * @param {string} startFen
 * @returns {{ first: number, blackFirst: 0 | 1 }} the number of the first move, and whether it is Black's
 */
export function numbering(startFen) {
  if (startFen === START_FEN) return { first: 1, blackFirst: 0 }
  const { fullmoveNumber, sideToMove } = new Setup(startFen)
  return { first: fullmoveNumber, blackFirst: sideToMove === 'black' ? 1 : 0 }
}

/**
 * @param {PgnFacts} facts
 * @returns {string[]} move numbers and moves
 */
function moveTokens({ startFen, words }) {
  const { first, blackFirst } = numbering(startFen)
  /** @type {string[]} */
  const tokens = []
  for (let i = 0; i < words.length; i++) {
    const ply = i + blackFirst
    const number = first + (ply >> 1)
    if ((ply & 1) === 0) tokens.push(`${number}.`)
    else if (i === 0) tokens.push(`${number}...`)
    tokens.push(sanOf(words[i]))
  }
  return tokens
}

/**
 * @param {string[]} tokens
 * @param {number} width
 * @returns {string} tokens with a blank or a line break between them (PGN standard 8.2.1)
 */
export function wrap(tokens, width) {
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
