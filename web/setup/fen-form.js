// SPDX-License-Identifier: Apache-2.0
// FENs as people type them: what is wrong with their form, and where. A FEN in form may still be illegal.

import { validateFen } from 'binbo'

/** @typedef {import('binbo').Variant} Variant */

/** @typedef {{ text: string, offset: number }} FormError */

/** @type {Record<string, string>} */
const WORDS = {
  ERR_FEN_EMPTY: 'Type or paste a FEN.',
  ERR_FEN_FIELDS: 'A FEN has 4 or 6 parts with one space between them.',
  ERR_FEN_RANKS: 'The board has 8 ranks with / between them.',
  ERR_FEN_RANK_EMPTY: 'A rank is missing: an empty one is written 8.',
  ERR_FEN_RANK_SHORT: 'This rank has fewer than 8 squares.',
  ERR_FEN_RANK_LONG: 'This rank has more than 8 squares.',
  ERR_FEN_RANK_DIGITS: 'Two digits in a row: write their sum.',
  ERR_FEN_PIECE: 'A board has only the letters KQRBNP and kqrbnp, 1 to 8 and /.',
  ERR_FEN_SIDE: 'The side to move is w or b.',
  ERR_FEN_CASTLING: 'Castling is -, or some of KQkq, each once.',
  ERR_FEN_EN_PASSANT: 'En passant is -, or a square on rank 3 or 6.',
  ERR_FEN_HALFMOVE: 'The halfmove clock is a number up to 65535.',
  ERR_FEN_FULLMOVE: 'The move number is a number up to 65535.',
}

/**
 * @param {string} fen
 * @param {Variant} variant
 * @returns {FormError | null} null where it is in form
 */
export function formError(fen, variant) {
  const checked = validateFen(fen, { variant })
  if (checked.ok || !Object.hasOwn(WORDS, checked.error.code)) return null
  return { text: WORDS[checked.error.code], offset: checked.error.offset ?? 0 }
}
