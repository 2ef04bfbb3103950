// SPDX-License-Identifier: Apache-2.0
// The ends of games, apart from the commands that lead to them: programs that only write words do not load the commands.

import type { EndWords } from '../game/ends.js'
import { CHECKMATE_WORDS, DRAW_WORDS, VARIANT_END_WORDS } from '../game/ends.js'
import type { RuleEnd } from './commands/moves.js'
import type { EndReason } from './commands.js'

/** How a game may end, as PGN has it. */
export type EndRules = {
  /** behind who has won, or that it is a draw, such as 'by resignation' */
  words: string
  /** the tag Termination; default 'normal' */
  termination?: string
}

const byRule: Record<Exclude<RuleEnd, 'too_long'>, EndWords> = {
  checkmate: CHECKMATE_WORDS,
  ...DRAW_WORDS,
  ...VARIANT_END_WORDS,
}

const byOthers: Record<Exclude<EndReason, keyof typeof byRule>, EndRules> = {
  too_long: { words: 'by the limit of moves', termination: 'adjudication' },
  resignation: { words: 'by resignation' },
  aborted: { words: 'aborted', termination: 'unterminated' },
  time: { words: 'on time', termination: 'time forfeit' },
  time_no_material: { words: 'on time, against a side that cannot win', termination: 'time forfeit' },
  time_no_win: { words: 'on time, against a side that cannot win', termination: 'time forfeit' },
  no_start: { words: 'a first move was not made in time', termination: 'unterminated' },
  adjudication: { words: 'by adjudication', termination: 'adjudication' },
  agreement: { words: 'by agreement' },
  abandonment: { words: 'by abandonment', termination: 'abandoned' },
  abandonment_draw: { words: 'by abandonment', termination: 'abandoned' },
}

/** By reason; any value may be looked up. */
export const ENDS: ReadonlyMap<unknown, EndRules> = new Map<string, EndRules>([
  ...Object.entries(byRule).map(([reason, [by]]): [string, EndRules] => [reason, { words: `by ${by}` }]),
  ...Object.entries(byOthers),
])
