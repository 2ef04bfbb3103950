// SPDX-License-Identifier: Apache-2.0
// The forms that toFen() writes.

import {
  CASTLING_SHREDDER,
  CASTLING_XFEN,
  EN_PASSANT_ALWAYS,
  EN_PASSANT_LEGAL,
  EN_PASSANT_PSEUDO,
} from '../core/generated/bindings.js'

/**
 * @typedef {object} FenOptions
 * @property {'always' | 'pseudo' | 'legal' | undefined} [enPassant] 'always' (default): what the FEN said, or
 *   the square passed by the last double push; 'pseudo': a pawn stands to capture; 'legal': it may
 * @property {'xfen' | 'shredder' | undefined} [castling] default 'xfen': KQkq where that is unambiguous
 */

export const FEN_NAMES = ['enPassant', 'castling']

/** By C's number. */
export const EN_PASSANT_FORMS = inOrder({
  always: EN_PASSANT_ALWAYS,
  pseudo: EN_PASSANT_PSEUDO,
  legal: EN_PASSANT_LEGAL,
})

/** By C's number. */
export const CASTLING_FORMS = inOrder({ xfen: CASTLING_XFEN, shredder: CASTLING_SHREDDER })

/**
 * @param {Record<string, number>} numbers by name
 * @returns {string[]} names by number
 */
function inOrder(numbers) {
  return Object.keys(numbers).sort((a, b) => numbers[a] - numbers[b])
}
