// SPDX-License-Identifier: Apache-2.0
// Whether a position that is set up can be played, and if not why, in a player's words and with the squares.

import { validateFen } from 'binbo'
import { writeDraft } from './draft.js'
import { REASONS } from './reasons.js'

/** @typedef {import('binbo').ChessError} ChessError */
/** @typedef {import('binbo').Square} Square */
/** @typedef {import('./draft.js').Draft} Draft */

/**
 * What would mend a position: the fields of the draft that change.
 * @typedef {{ label: string, changes: Partial<Draft> }} Mend
 */

/** @typedef {{ text: string, squares?: Square[], mend?: Mend }} Reason */

/**
 * @typedef {object} Judgement
 * @property {'legal' | 'unreachable' | 'illegal'} kind an unreachable position can be played
 * @property {string} code of the error, '' for a legal position
 * @property {string} text
 * @property {Square[]} squares that the text is about
 * @property {Mend | null} mend
 */

/** @param {Draft} draft @returns {Judgement} */
export function judge(draft) {
  const { variant } = draft
  const fen = writeDraft(draft)
  const checked = validateFen(fen, { variant })
  if (!checked.ok) return refusal('illegal', draft, checked.error)
  const reached = validateFen(fen, { variant, strict: true })
  if (!reached.ok) return refusal('unreachable', draft, reached.error)
  return { kind: 'legal', code: '', text: 'This position is legal.', squares: [], mend: null }
}

/**
 * @param {'unreachable' | 'illegal'} kind
 * @param {Draft} draft
 * @param {ChessError} error
 * @returns {Judgement}
 */
function refusal(kind, draft, error) {
  const { text, squares = [], mend = null } = REASONS[error.code]?.(draft, error) ?? { text: error.message }
  return { kind, code: error.code, text, squares, mend }
}
