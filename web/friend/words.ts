// SPDX-License-Identifier: Apache-2.0
// Texts for games between people: clocks, ends and refusals.

import type { Color } from 'binbo'
import type { PgnResult } from 'binbo/pgn'
import type { ClockSetup, SessionResult, SessionView } from 'binbo/session'
import { language, say } from '../page/texts.js'
import { controlText } from '../play/clock-text.js'
import { colorName, otherColor, variantName } from '../study/descriptions.js'

const DAY = 86_400_000

/** @returns the moves, such as 'Nf3' or 'Nf3 and Nc6' */
export const takebackWords = ({ moves: [first, answer] }: NonNullable<SessionView['takeback']>): string =>
  answer === undefined ? first : say`${first} and ${answer}`

/** @returns such as '5+3', '3 days a move' or 'no clock' */
export function clockWords(clock: ClockSetup): string {
  if (clock === null) return say`no clock`
  if ('perMove' in clock) {
    const days = daysOf(clock.perMove)
    return days === 1 ? say`1 day a move` : say`${days} days a move`
  }
  const { base, increment = 0, delay = 0, periods = 0, period = 0 } = clock
  const more = [
    delay > 0 && say`delay ${String(delay / 1000)} s`,
    periods > 0 && `${periods} × ${period / 1000} s`,
    clock.stages && say`stages`,
  ].filter(Boolean)
  return [controlText({ base, increment }), ...more].join(', ')
}

/** @returns such as 'Your vacation: 14 days left.'; '' if the game has no vacations */
export function vacationWords({ vacation }: SessionView, seat: Color | null): string {
  if (!vacation) return ''
  const { paused } = vacation
  if (!paused) {
    if (!seat) return ''
    const days = daysOf(vacation[seat])
    return days === 1 ? say`Your vacation: 1 day left.` : say`Your vacation: ${days} days left.`
  }
  const until = new Date(paused.until).toLocaleDateString(language, { day: 'numeric', month: 'long' })
  return paused.by === seat
    ? say`You are on vacation, until ${until} at most.`
    : say`${colorName(paused.by)} is on vacation, until ${until} at most.`
}

/** @returns such as 3 or 1.5 */
const daysOf = (ms: number): number => Math.round((10 * ms) / DAY) / 10

/** @returns such as '5+3 · Crazyhouse' */
export const setupWords = ({ variant, clock }: Pick<SessionView, 'variant' | 'clock'>): string =>
  `${clockWords(clock)} · ${variantName(variant)}`

const ENDS: Record<string, (winner: string, loser: string, result: SessionResult) => string> = {
  agreement: () => say`The players agreed to a draw`,
  resignation: (_, loser) => say`${loser} resigned`,
  time: (_, loser) => say`${loser}’s time is up`,
  time_no_material: drawnOnTime,
  time_no_win: drawnOnTime,
  abandonment: (_, loser) => say`${loser} left the game`,
  abandonment_draw: () => say`A player left the game, and the other one took a draw`,
  too_long: () => say`The game had too many moves`,
  adjudication: (_winner, _loser, { detail }) =>
    detail ? say`An arbiter decided: ${detail}` : say`An arbiter decided`,
  aborted: () => say`Aborted: no result`,
  no_start: () => say`No first move in time: no result`,
  threefold_repetition: () => say`Draw by threefold repetition`,
  rule50: () => say`Draw by the fifty-move rule`,
}

function drawnOnTime(_winner: string, _loser: string, { flagged }: SessionResult) {
  return flagged
    ? say`${colorName(flagged)}’s time is up, and ${colorName(otherColor(flagged))} cannot win`
    : say`Time is up, and the other side cannot win`
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
  late: say`Time was up before it.`,
  over: say`The game is over.`,
  stale: say`The position has changed meanwhile.`,
  full: say`Both seats are taken: you can watch the game.`,
  seated: say`You have the other seat of this game, in another tab perhaps.`,
  tooEarly: say`It is too early for that.`,
  tooOften: say`That was asked for not long ago. Try again later.`,
  tooFast: say`That was too fast for the server. Try again.`,
  notAway: say`Your opponent is back, or it is your move.`,
  cannotWin: say`You cannot win any more: claim a draw.`,
  paused: say`The clock stands: end the vacation first.`,
  noVacation: say`No days of vacation are left.`,
  noOffer: say`The offer does not stand any more.`,
  enough: say`Your opponent’s clock has its most.`,
  unavailable: say`The server has not answered. The board shows what it knows.`,
  closed: say`The game is not connected to its server any more.`,
  noGame: say`There is no such game any more.`,
}

/** @param refusal `why`: the server's own words */
export const refusalWords = ({ code, why }: { code: string; why?: string | undefined }): string =>
  code === 'refused' && why
    ? say`The server refuses it: ${why}`
    : (REFUSALS[code] ?? say`The server refuses it (${code}).`)

/** By code: why a game cannot be shown. */
const GONE: Record<string, string> = {
  noGame: say`There is no such game on this server: it may have ended long ago.`,
  private: say`This game is not for spectators.`,
  removed: say`The game is no longer on its server.`,
  full: say`This game has too many spectators.`,
  tooMany: say`You watch too many games at once. Close some of them.`,
  unknownEvent: say`The server is newer than this page: reload it.`,
  refused: say`The server of this game does not accept visitors without its own login.`,
}

export const goneWords = (gone: string): string => GONE[gone] ?? say`The game cannot be shown (${gone}).`

/** @returns such as '0:12' */
export function secondsWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
