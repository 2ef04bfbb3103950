// SPDX-License-Identifier: Apache-2.0
// The end of a game in words.

import type { Status } from '../game/status.js'
import { ENDS } from './ends.js'
import type { SessionResult } from './state.js'

/** The detail that flag() gives, as a reason of results. */
const BY_HAND: ReadonlyMap<unknown, string> = new Map([['time_vs_no_win', 'time_no_win']])

/** @returns whether the game does not count */
export const isUndecided = ({ reason }: { reason?: string | undefined }): boolean =>
  reason === 'aborted' || reason === 'no_start'

/**
 * Returns the end of a game in words, for players, from the `result` of a view, or the `status` of a Game or a Position.
 * @returns a sentence, such as 'White wins by checkmate.', 'Draw by threefold repetition.' or 'Black wins on time.';
 *   '' while the game goes on, and for anything else, such as the `{ gone }` of a link
 */
export function endText(end: SessionResult | Status | null | undefined): string {
  if (!end || ('over' in end && !end.over) || !('winner' in end || 'reason' in end || 'type' in end))
    return ''
  const { winner, detail } = end
  // A mate is a reason of a result, and a type of a status; a result by hand may have its reason as the detail.
  const given = end.reason ?? ('type' in end ? end.type : '')
  const reason = given === 'manual' ? (BY_HAND.get(detail) ?? detail) : given
  const words = ENDS.get(reason)?.words ?? (given === 'manual' ? '' : given)
  const note = given === 'manual' && words !== '' ? '' : noteOf(detail)
  return `${[outcomeOf(end, winner), words, note].filter(Boolean).join(' ')}.`
}

/** @param winner a color, or the value that was passed to setWinner() */
function outcomeOf(end: SessionResult | Status, winner: unknown) {
  if (isUndecided(end)) return 'No result:'
  if (winner === 'white') return 'White wins'
  if (winner === 'black') return 'Black wins'
  if (typeof winner === 'string') return `${winner} wins`
  return 'type' in end && end.type === 'winner' ? 'Decided' : 'Draw'
}

/** @param detail of an arbiter, or the value that was passed for a result by hand */
function noteOf(detail: unknown) {
  if (detail === undefined || detail === null) return ''
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  // In PGN, brackets would make it a command such as [%clk].
  return `(${text.replaceAll('[', '(').replaceAll(']', ')')})`
}
