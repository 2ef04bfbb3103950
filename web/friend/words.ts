// SPDX-License-Identifier: Apache-2.0
// Texts for games between people: clocks, ends and refusals.

import type { Color } from 'binbo'
import type { PgnResult } from 'binbo/pgn'
import type { ClockSetup, SessionResult, SessionView } from 'binbo/session'
import { controlText } from '../play/clock-text.js'
import { CLAIMS, colorName, otherColor, variantName } from '../study/descriptions.js'

const DAY = 86_400_000

/** @returns the moves, such as 'Nf3' or 'Nf3 and Nc6' */
export const takebackWords = ({ moves }: NonNullable<SessionView['takeback']>): string => moves.join(' and ')

/** @returns such as '5+3', '3 days a move' or 'no clock' */
export function clockWords(clock: ClockSetup): string {
  if (clock === null) return 'no clock'
  if ('perMove' in clock) return `${daysWords(clock.perMove)} a move`
  const { base, increment = 0, delay = 0, periods = 0, period = 0 } = clock
  const more = [
    delay > 0 && `delay ${delay / 1000} s`,
    periods > 0 && `${periods} × ${period / 1000} s`,
    clock.stages && 'stages',
  ].filter(Boolean)
  return [controlText({ base, increment }), ...more].join(', ')
}

/** @returns such as 'Your vacation: 14 days left.'; '' if the game has no vacations */
export function vacationWords({ vacation }: SessionView, seat: Color | null): string {
  if (!vacation) return ''
  const { paused } = vacation
  if (!paused) return seat ? `Your vacation: ${daysWords(vacation[seat])} left.` : ''
  const who = paused.by === seat ? 'You are' : `${colorName(paused.by)} is`
  const until = new Date(paused.until).toLocaleDateString('en', { day: 'numeric', month: 'long' })
  return `${who} on vacation, until ${until} at most.`
}

/** @returns such as '3 days' or '1.5 days' */
function daysWords(ms: number): string {
  const days = Math.round((10 * ms) / DAY) / 10
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** @returns such as '5+3 · Crazyhouse' */
export const setupWords = ({ variant, clock }: Pick<SessionView, 'variant' | 'clock'>): string =>
  `${clockWords(clock)} · ${variantName(variant)}`

const ENDS: Record<string, (winner: string, loser: string, result: SessionResult) => string> = {
  agreement: () => 'The players agreed to a draw',
  resignation: (_, loser) => `${loser} resigned`,
  time: (_, loser) => `${loser}’s time is up`,
  time_no_material: drawnOnTime,
  time_no_win: drawnOnTime,
  abandonment: (_, loser) => `${loser} left the game`,
  abandonment_draw: () => 'A player left the game, and the other one took a draw',
  too_long: () => 'The game had too many moves',
  adjudication: (_winner, _loser, { detail }) => `An arbiter decided${detail ? `: ${detail}` : ''}`,
  aborted: () => 'Aborted: no result',
  no_start: () => 'No first move in time: no result',
  threefold_repetition: () => `Draw by ${CLAIMS.threefold_repetition}`,
  rule50: () => `Draw by ${CLAIMS.rule50}`,
}

function drawnOnTime(_winner: string, _loser: string, { flagged }: SessionResult) {
  return flagged
    ? `${colorName(flagged)}’s time is up, and ${colorName(otherColor(flagged))} cannot win`
    : 'Time is up, and the other side cannot win'
}

/** @returns how the game ended, without a full stop, as the study stores it */
export function endWords(result: SessionResult): string {
  const { winner, reason } = result
  const [won, lost] = winner ? [colorName(winner), colorName(otherColor(winner))] : ['', '']
  return ENDS[reason]?.(won, lost, result) ?? reason.replaceAll('_', ' ')
}

export function pgnResult({ winner, reason }: SessionResult): PgnResult {
  if (reason === 'aborted' || reason === 'no_start') return '*'
  return winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1'
}

/** By refusal code: why the server has not executed the user's command. */
const REFUSALS: Record<string, string> = {
  late: 'Time was up before it.',
  over: 'The game is over.',
  stale: 'The position has changed meanwhile.',
  full: 'Both seats are taken: you can watch the game.',
  seated: 'You have the other seat of this game, in another tab perhaps.',
  tooEarly: 'It is too early for that.',
  tooOften: 'That was asked for not long ago. Try again later.',
  tooFast: 'That was too fast for the server. Try again.',
  notAway: 'Your opponent is back, or it is your move.',
  cannotWin: 'You cannot win any more: claim a draw.',
  paused: 'The clock stands: end the vacation first.',
  noVacation: 'No days of vacation are left.',
  noOffer: 'The offer does not stand any more.',
  enough: 'Your opponent’s clock has its most.',
  unavailable: 'The server has not answered. The board shows what it knows.',
  closed: 'The game is not connected to its server any more.',
  noGame: 'There is no such game any more.',
}

/** @param refusal `why`: the server's own words */
export const refusalWords = ({ code, why }: { code: string; why?: string | undefined }): string =>
  code === 'refused' && why
    ? `The server refuses it: ${why}`
    : (REFUSALS[code] ?? `The server refuses it (${code}).`)

/** By code: why a game cannot be shown. */
const GONE: Record<string, string> = {
  noGame: 'There is no such game on this server: it may have ended long ago.',
  private: 'This game is not for spectators.',
  removed: 'The game is no longer on its server.',
  full: 'This game has too many spectators.',
  tooMany: 'You watch too many games at once. Close some of them.',
  unknownEvent: 'The server is newer than this page: reload it.',
  refused: 'The server of this game does not accept visitors without its own login.',
}

export const goneWords = (gone: string): string => GONE[gone] ?? `The game cannot be shown (${gone}).`

/** @returns such as '0:12' */
export function secondsWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
