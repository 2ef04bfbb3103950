// SPDX-License-Identifier: Apache-2.0
// FEN: passing one to C, checking it, the forms in which it is written, and counting the moves from it.

import { io16, readText, releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, ChessError, chessError, codeName } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import {
  CASTLING_SHREDDER,
  CASTLING_XFEN,
  EN_PASSANT_ALWAYS,
  EN_PASSANT_LEGAL,
  EN_PASSANT_PSEUDO,
} from '../core/generated/bindings.js'
import { checkOptions, choice, flag } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'
import { uciText } from './move.js'
import { readVariant } from './variants.js'

/** @import { VariantName } from './variants.js' */

/** The start position of standard chess. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/**
 * What validateFen() checks.
 * @typedef {object} ValidateFenOptions
 * @property {boolean | undefined} [strict] also rejects what no game can reach, as in GameOptions; default false
 * @property {VariantName | undefined} [variant] default 'standard'
 */

/**
 * How toFen() writes a position.
 * @typedef {object} FenOptions
 * @property {'always' | 'pseudo' | 'legal' | undefined} [enPassant] 'always' (default): what the FEN said, or
 *   the square passed by the last double push; 'pseudo': a pawn stands to capture; 'legal': it may
 * @property {'xfen' | 'shredder' | undefined} [castling] default 'xfen': KQkq where that is unambiguous
 */

/**
 * How perft() counts.
 * @typedef {object} PerftOptions
 * @property {VariantName | undefined} [variant] default 'standard'
 * @property {boolean | undefined} [divide] one count per first move; default false
 * @property {boolean | undefined} [bulk] false lists the moves of the last ply instead of counting them;
 *   default true
 */

const OPTION_NAMES = ['strict', 'variant']
const PERFT_NAMES = ['variant', 'divide', 'bulk']
const FORM_NAMES = ['enPassant', 'castling']
const CHESS960_POSITIONS = 960
/** In plies. */
const DEEPEST = 255

/** What is passed in place of a FEN, and what to do. @type {[RegExp, string][]} */
const HINTS = [
  [/^\s*(?:\[|1\.)/, 'loadPgn() reads PGN'],
  [/_/, "write blanks for '_'"],
  [/^startpos/, 'use START_FEN'],
]

/** By C's number. */
const EN_PASSANT_FORMS = inOrder({
  always: EN_PASSANT_ALWAYS,
  pseudo: EN_PASSANT_PSEUDO,
  legal: EN_PASSANT_LEGAL,
})

/** By C's number. */
const CASTLING_FORMS = inOrder({ xfen: CASTLING_XFEN, shredder: CASTLING_SHREDDER })

/**
 * Passes a FEN to C.
 * @param {unknown} fen
 * @param {(length: number) => number} call reads it from the buffer
 * @returns {number} its result
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, and the failures of the call
 */
export function withFen(fen, call) {
  if (typeof fen !== 'string') throw argumentError('A FEN is a string, such as game.fen', fen)
  if (fen === '') throw chessError('ERR_FEN_EMPTY', '', { input: fen, offset: 0 })
  try {
    const result = call(writeText(fen))
    if (result < 0) throw failure(result, fen, hintFor(fen, codeName(-result)))
    return result
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {string} fen that is wrong
 * @param {string} code of the error
 * @returns {string | undefined} what to do, if there is more to say
 */
function hintFor(fen, code) {
  const hint = HINTS.find(([mistake]) => mistake.test(fen))?.[1]
  if (hint || code !== 'ERR_FEN_FIELDS' || !fen.includes('/')) return hint
  const { length } = fen.trim().split(/\s+/)
  const missing =
    length === 5 ? ['fullmove number'] : ['side to move', 'castling', 'en passant'].slice(length - 1)
  return missing.length > 0 ? `missing: ${missing.join(', ')}; new Setup(fen) adds them` : hint
}

/**
 * By the text alone, so that it needs no core and has an answer for any text, also from a damaged log; a Position
 * takes five times as long.
 * @param {string} fen
 * @returns {boolean} whether Black moves first
 */
export const blackStarts = fen => fen.split(' ')[1] === 'b'

/**
 * Checks a FEN.
 * @param {string} fen
 * @param {ValidateFenOptions} [options]
 * @returns {{ ok: true, error?: undefined } | { ok: false, error: ChessError }}
 * @throws {ChessError} ERR_ARGUMENT for wrong options
 */
export function validateFen(fen, options) {
  const given = checkOptions(options, OPTION_NAMES)
  const strict = flag('strict', given.strict, false) ? 1 : 0
  const variant = readVariant(given.variant)
  ready()
  try {
    withFen(fen, length => wasm.binbo_fen_validate(length, variant, strict))
    return { ok: true }
  } catch (error) {
    if (error instanceof ChessError) return { ok: false, error }
    throw error
  }
}

/**
 * A start position of Chess960.
 * @param {number} n its Scharnagl number, 0 to 959; 518 is the start of standard chess
 * @returns {string} a FEN
 * @throws {ChessError} ERR_ARGUMENT
 */
export function chess960Fen(n) {
  if (!Number.isInteger(n) || n < 0 || n >= CHESS960_POSITIONS) {
    throw argumentError('The number of a Chess960 position is 0 to 959', n)
  }
  ready()
  return readText(checked(wasm.binbo_chess960_fen(n)))
}

/**
 * @param {unknown} options FenOptions
 * @returns {[enPassant: number, castling: number]} as fenText() takes them
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readFenForms(options) {
  const { enPassant, castling } = checkOptions(options, FORM_NAMES)
  return [choice('enPassant', enPassant, EN_PASSANT_FORMS), choice('castling', castling, CASTLING_FORMS)]
}

/**
 * @param {number} game a handle
 * @param {number} enPassant an EN_PASSANT_*
 * @param {number} castling a CASTLING_*
 * @returns {string}
 */
export const fenText = (game, enPassant, castling) =>
  readText(checked(wasm.binbo_game_fen(game, enPassant, castling)))

/**
 * Counts the leaves of the legal move tree for each first move. It runs until it is done: run deep ones in a Worker.
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions & { divide: true }} options
 * @returns {Map<string, number>} by first move in UCI
 */
/**
 * Counts the leaves of the legal move tree. It runs until it is done: run deep ones in a Worker.
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions & { divide?: false | undefined }} [options]
 * @returns {number}
 */
/**
 * Counts the leaves of the legal move tree, in all or for each first move.
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions} [options]
 * @returns {number | Map<string, number>}
 */
/**
 * @param {string} fen
 * @param {number} depth
 * @param {PerftOptions} [options]
 * @returns {number | Map<string, number>}
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function perft(fen, depth, options) {
  const given = checkOptions(options, PERFT_NAMES)
  const variant = readVariant(given.variant)
  const bulk = flag('bulk', given.bulk, true) ? 1 : 0
  const divide = flag('divide', given.divide, false)
  if (!Number.isInteger(depth) || depth < 0 || depth > DEEPEST) {
    throw argumentError(`depth is a whole number, 0 to ${DEEPEST}`, depth)
  }
  ready()
  if (divide && depth === 0) {
    withFen(fen, length => wasm.binbo_fen_validate(length, variant, 0))
    return new Map()
  }
  if (!divide) return withFen(fen, length => wasm.binbo_perft(length, variant, depth, bulk))
  const count = withFen(fen, length => wasm.binbo_perft_divide(length, variant, depth, bulk))
  const roots = io16().slice(0, count)
  return new Map(Array.from(roots, (root, i) => [uciText(root), checked(wasm.binbo_perft_divide_next(i))]))
}

/**
 * @param {Record<string, number>} numbers by name
 * @returns {string[]} names by number
 */
function inOrder(numbers) {
  return Object.keys(numbers).sort((a, b) => numbers[a] - numbers[b])
}
