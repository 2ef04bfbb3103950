// SPDX-License-Identifier: Apache-2.0
// The constants and types of chess.js.

import type { Lookup } from '../../core/options.js'

/** A color in chess.js. */
export type Color = 'w' | 'b'
/** A kind of piece, as a small letter. */
export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k'
/** The name of a square, such as 'e4'. */
export type Square = `${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
/** A piece and its color. */
export type Piece = { color: Color; type: PieceSymbol }
/** A mark of a move's quality, which follows the move in PGN. */
export type Suffix = '!' | '?' | '!!' | '!?' | '?!' | '??'
/** A numeric annotation glyph (PGN standard 10). */
export type NAG = number

/** The color White. */
export const WHITE = 'w' as const
/** The color Black. */
export const BLACK = 'b' as const
/** A pawn. */
export const PAWN = 'p' as const
/** A knight. */
export const KNIGHT = 'n' as const
/** A bishop. */
export const BISHOP = 'b' as const
/** A rook. */
export const ROOK = 'r' as const
/** A queen. */
export const QUEEN = 'q' as const
/** A king. */
export const KING = 'k' as const

/** The start position. */
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** Letters by C's number of a type. */
export const SYMBOLS: Lookup<PieceSymbol> = [...' pnbrqk'] as PieceSymbol[]

/** Letters by C's number of a color. */
export const COLOR_LETTERS: Lookup<Color> = [WHITE, BLACK]

/** The squares from a8 to h1, rank by rank, as boards are drawn. */
export const SQUARES: Square[] = Array.from(
  { length: 64 },
  (_, i) => ('abcdefgh'[i & 7] + (8 - (i >> 3))) as Square,
)

/** The tags of every PGN (PGN standard 8.1.1), with their values for unknown facts. */
export const SEVEN_TAG_ROSTER: Record<string, string> = {
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
}

/** The annotations that may follow a move directly. */
export const SUFFIX_LIST = ['!', '?', '!!', '!?', '?!', '??'] as const

/** The signs of some NAGs. */
export const NAG_TO_SYMBOL: Readonly<Record<NAG, string>> = {
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '-+',
  22: '⨀',
  32: '↑↑',
  36: '↑',
  40: '→',
  44: '=∞',
  132: '⇆',
  138: '⊕',
  140: '∆',
  146: 'N',
}

/** Returns the sign of a NAG; undefined if it has none. */
export const nagToGlyph = (nag: NAG): string | undefined => NAG_TO_SYMBOL[nag]
