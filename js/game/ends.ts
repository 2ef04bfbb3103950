// SPDX-License-Identifier: Apache-2.0
// The words for games that end by rule. Those for variants are in src/rules/status.h.

import { VARIANT_END_WORDS } from '../core/generated/end-words.js'
import type { Color } from './squares.js'
import type { DrawReason } from './status.js'

/**
 * The end after the word "by"; in headlines, in lower case; and as a sentence, with {winner} and {loser} for the players, or
 * ''. A sentence must fit on one line of a phone, so that the layout of the page does not jump.
 */
export type EndWords = readonly [by: string, title: string, sentence: string]

export { VARIANT_END_WORDS }

/** @returns such as 'Stalemate' */
export const capitalTitle = ([, title]: EndWords): string => title[0].toUpperCase() + title.slice(1)

/** @returns the sentence, with the players named by their colors */
export const endSentence = ([, , sentence]: EndWords, winner: Color): string =>
  sentence.replace(/\{(\w+)\}/g, (_, who) =>
    (who === 'winner') === (winner === 'white') ? 'White' : 'Black',
  )

export const CHECKMATE_WORDS: EndWords = ['checkmate', 'checkmate', '']

export const DRAW_WORDS: Readonly<Record<Exclude<DrawReason, 'manual'>, EndWords>> = {
  stalemate: ['stalemate', 'stalemate', 'No legal move is left, and no check.'],
  insufficient_material: [
    'insufficient material',
    'insufficient material',
    'Neither side has enough pieces to win.',
  ],
  dead_position: ['a dead position', 'dead position', 'No series of moves can end in mate.'],
  race: ['the race', 'race', 'Both kings have reached rank 8.'],
  rule50: ['the fifty-move rule', 'fifty moves', '50 moves each, no capture or pawn move.'],
  rule75: ['the seventy-five-move rule', '75 moves', '75 moves each, no capture or pawn move.'],
  threefold_repetition: [
    'threefold repetition',
    'threefold repetition',
    'The same position occurred three times.',
  ],
  fivefold_repetition: [
    'fivefold repetition',
    'fivefold repetition',
    'The same position occurred five times.',
  ],
}
