// SPDX-License-Identifier: Apache-2.0
// FEN: passes a FEN to C, checks it, reads the options of its forms, and counts moves from it (perft).

import { io16, readText, releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, ChessError, chessError, codeName } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import type { Variant } from '../core/generated/bindings.js'
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
import { byNumber } from './squares.js'
import type { VariantName } from './variants.js'
import { readVariant, VARIANTS } from './variants.js'

/** The start position of standard chess. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** The checks of validateFen(). */
export type ValidateFenOptions = {
  /** Also rejects positions that no game can reach, as in GameOptions; default false. */
  strict?: boolean | undefined
  /** Default 'standard'. */
  variant?: VariantName | undefined
}

/** How toFen() writes a position. */
export type FenOptions = {
  /**
   * The en passant square. 'always' (default): the square of the FEN, or the one passed by the last double push; 'pseudo':
   * only if a pawn is beside it; 'legal': only if the capture is legal.
   */
  enPassant?: 'always' | 'pseudo' | 'legal' | undefined
  /** 'xfen' (default): KQkq where that is unambiguous; 'shredder': the files of the rooks. */
  castling?: 'xfen' | 'shredder' | undefined
}

/** How perft() counts. */
export type PerftOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Whether to count for each first move; default false. */
  divide?: boolean | undefined
  /** False lists the moves of the last ply instead of counting them; default true. */
  bulk?: boolean | undefined
}

const OPTION_NAMES = ['strict', 'variant']
const PERFT_NAMES = ['variant', 'divide', 'bulk']
const FORM_NAMES = ['enPassant', 'castling']
const CHESS960_POSITIONS = 960
/** In plies. */
export const DEEPEST = 255

/** Texts that are mistaken for a FEN, and advice. */
const HINTS: [RegExp, string][] = [
  [/^\s*(?:\[|1\.)/, 'loadPgn() reads PGN'],
  [/_/, "write blanks for '_'"],
  [/^startpos/, 'use START_FEN'],
]

/** By C's number. */
const EN_PASSANT_FORMS = byNumber({
  [EN_PASSANT_ALWAYS]: 'always',
  [EN_PASSANT_PSEUDO]: 'pseudo',
  [EN_PASSANT_LEGAL]: 'legal',
})

/** By C's number. */
const CASTLING_FORMS = byNumber({ [CASTLING_XFEN]: 'xfen', [CASTLING_SHREDDER]: 'shredder' })

/**
 * Passes a FEN to C.
 * @param call reads the FEN from the buffer
 * @returns the result of the call
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, and the failures of the call
 */
export function withFen(fen: unknown, call: (length: number) => number): number {
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

/** The same; undefined is the start position of the variant, a FEN of length 0. */
export const withStart = (fen: unknown, call: (length: number) => number): number =>
  fen === undefined ? checked(call(0)) : withFen(fen, call)

/**
 * @param fen an invalid FEN
 * @param code the code of the error
 * @returns advice; undefined if the code is clear enough
 */
function hintFor(fen: string, code: string): string | undefined {
  const hint = HINTS.find(([mistake]) => mistake.test(fen))?.[1]
  if (hint || code !== 'ERR_FEN_FIELDS' || !fen.includes('/')) return hint
  const { length } = fen.trim().split(/\s+/)
  const missing =
    length === 5 ? ['fullmove number'] : ['side to move', 'castling', 'en passant'].slice(length - 1)
  return missing.length > 0 ? `missing: ${missing.join(', ')}; new Setup(fen) adds them` : hint
}

/**
 * Reads only the text, so it needs no core and has an answer for any text, even from a damaged log. A Position takes five
 * times as long.
 * @returns whether Black moves first
 */
export const blackStarts = (fen: string): boolean => fen.split(' ')[1] === 'b'

/**
 * Checks a FEN.
 * @throws {ChessError} ERR_ARGUMENT for wrong options
 */
export function validateFen(
  fen: string,
  options?: ValidateFenOptions,
): { ok: true; error?: undefined } | { ok: false; error: ChessError } {
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
 * @param n its Scharnagl number, 0 to 959; 518 is the start of standard chess
 * @returns a FEN
 * @throws {ChessError} ERR_ARGUMENT
 */
export function chess960Fen(n: number): string {
  if (!Number.isInteger(n) || n < 0 || n >= CHESS960_POSITIONS) {
    throw argumentError('The number of a Chess960 position is 0 to 959', n)
  }
  ready()
  return readText(checked(wasm.binbo_chess960_fen(n)))
}

/**
 * @param options FenOptions
 * @returns the forms, as fenText() takes them
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readFenForms(options: unknown): [enPassant: number, castling: number] {
  const { enPassant, castling } = checkOptions(options, FORM_NAMES)
  return [choice('enPassant', enPassant, EN_PASSANT_FORMS), choice('castling', castling, CASTLING_FORMS)]
}

/** @returns the FEN of the start position; all but that of standard chess need the core */
export const startFenOf = (variant: Variant): string =>
  variant === 'standard'
    ? START_FEN
    : readText(checked(wasm.binbo_variant_start_fen(VARIANTS.indexOf(variant))))

/** @param game a handle */
export const startFenIn = (game: number): string => readText(checked(wasm.binbo_game_start_fen(game)))

/**
 * @param game a handle
 * @param enPassant an EN_PASSANT_*
 * @param castling a CASTLING_*
 */
export const fenText = (game: number, enPassant: number, castling: number): string =>
  readText(checked(wasm.binbo_game_fen(game, enPassant, castling)))

/**
 * Counts the leaves of the legal move tree for each first move. It is synchronous: run deep counts in a Worker.
 * @param depth in plies, 0 to 255
 * @returns the number of leaves by first move in UCI
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function perft(
  fen: string,
  depth: number,
  options: PerftOptions & { divide: true },
): Map<string, number>
/**
 * Counts the leaves of the legal move tree. It is synchronous: run deep counts in a Worker.
 * @param depth in plies, 0 to 255
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function perft(
  fen: string,
  depth: number,
  options?: PerftOptions & { divide?: false | undefined },
): number
/**
 * Counts the leaves of the legal move tree, in all or for each first move.
 * @param depth in plies, 0 to 255
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function perft(fen: string, depth: number, options?: PerftOptions): number | Map<string, number>
export function perft(fen: string, depth: number, options?: PerftOptions): number | Map<string, number> {
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
