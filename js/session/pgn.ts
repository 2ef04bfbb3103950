// SPDX-License-Identifier: Apache-2.0
// The PGN of a game's log, for archives and readers.
//
// Sources: PGN standard 9.6.1 (TimeControl) and 9.8.1 (Termination), its supplement of 2001 (%clk).

import { argumentError } from '../core/errors.js'
import type { PgnResult } from '../pgn/pgn-game.js'
import { PgnGame } from '../pgn/pgn-game.js'
import { clocksAt } from './clock.js'
import type { SessionEvent } from './commands.js'
import { endText, isUndecided } from './end-text.js'
import { ENDS } from './ends.js'
import { liveGame } from './live.js'
import { foldSession } from './reducer.js'
import type { ClockSetup, Seat } from './setup.js'
import type { SessionResult, SessionState } from './state.js'
import { byOf } from './state.js'

/**
 * Returns the game of a log, without moves that were taken back. Headers: GameId, names, Date, UTCDate and UTCTime of the
 * start, Result, Termination, TimeControl, the game's own tags, and FEN, SetUp and Variant if it has them. Each move has the mover's
 * clock after it (`clock` of the node, %clk), except with a time per move, where it is always the same; the last move has
 * the result in words.
 *
 * TimeControl has no field for a delay or for byo-yomi: it is '?' then, and the tag Binbo-Clock and a comment of the first
 * move describe the clock.
 * @param events a log, or the beginning of one
 * @returns owned by the caller
 * @throws {ChessError} ERR_SESSION_FORMAT as foldSession; ERR_ARGUMENT for an empty log
 */
export function sessionPgn(events: Iterable<SessionEvent>): PgnGame {
  /** By ply. */
  const clocks: (number | null)[] = []
  let state: SessionState | null = null
  let startedAt: number | undefined
  for (const event of events) {
    state = foldSession(state, [event])
    if (event.type === 'started') startedAt = event.at
    else if (event.type === 'moved') clocks.push(clocksAt(state, event.at)[byOf(event)])
    else if (event.type === 'tookBack') clocks.length -= event.plies
  }
  if (state === null) throw argumentError('A log has at least one event')
  const game = PgnGame.fromGame(liveGame(state))
  setHeaders(game, state, startedAt ?? state.createdAt)
  setComments(game, state, clocks)
  return game
}

function setHeaders(game: PgnGame, state: SessionState, at: number) {
  const { players, clock, result, id, tags = {} } = state
  const { date, time } = utc(at)
  const headers = game.headers
  headers.set('Event', 'Game')
  headers.set('Date', date)
  headers.set('White', nameOf(players.white))
  headers.set('Black', nameOf(players.black))
  headers.set('GameId', id)
  headers.set('UTCDate', date)
  headers.set('UTCTime', time)
  headers.set('TimeControl', timeControl(clock))
  const words = clockWords(clock)
  if (words !== '') headers.set('Binbo-Clock', words)
  headers.set(
    'Termination',
    result === null ? 'unterminated' : (ENDS.get(result.reason)?.termination ?? 'normal'),
  )
  for (const [name, value] of Object.entries(tags)) headers.set(name, value)
  game.result = pgnResult(result)
}

/** @param clocks by ply */
function setComments(game: PgnGame, { clock, result }: SessionState, clocks: (number | null)[]) {
  const hasClocks = clock !== null && !('perMove' in clock)
  const words = clockWords(clock)
  let last = game.root
  let ply = 0
  for (const node of game.mainline()) {
    const left = clocks[ply++]
    if (hasClocks && left !== null) node.clock = left / 1000
    if (ply === 1 && words !== '') node.comments = [`Clock: ${words}`]
    last = node
  }
  if (result !== null) last.comments = [...last.comments, endText(result)]
}

/**
 * @param at ms
 * @returns date and time in the form of PGN; '?' if it is out of the range of dates
 */
function utc(at: number): { date: string; time: string } {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return { date: '????.??.??', time: '??:??:??' }
  const [date, time] = moment.toISOString().split('T')
  return { date: date.replaceAll('-', '.'), time: time.slice(0, 8) }
}

/** @returns never an anonymous id */
function nameOf(seat: Seat | null): string {
  return seat?.name ?? (seat === null || seat.id === undefined || seat.id.startsWith('~') ? '?' : seat.id)
}

const seconds = (ms: number) => String(ms / 1000)

/** @returns such as '300+3', '40/7200:3600' or, for three days per move, '1/259200'; '-' without a clock */
function timeControl(clock: ClockSetup): string {
  if (clock === null) return '-'
  if ('perMove' in clock) return `1/${seconds(clock.perMove)}`
  const { base, increment = 0, delay = 0, periods = 0, stages = [] } = clock
  if (delay > 0 || periods > 0) return '?'
  let before = 0
  let [time, added] = [base, increment]
  const fields = []
  for (const stage of stages) {
    fields.push(`${stage.moves - before}/${seconds(time)}${added > 0 ? `+${seconds(added)}` : ''}`)
    before = stage.moves
    time = stage.base
    added = stage.increment ?? increment
  }
  fields.push(`${seconds(time)}${added > 0 ? `+${seconds(added)}` : ''}`)
  return fields.join(':')
}

/** @returns the clock in words; '' if TimeControl can express it */
function clockWords(clock: ClockSetup): string {
  if (clock === null || 'perMove' in clock) return ''
  const { base, increment = 0, delay = 0, show, periods = 0, period = 0, stages = [] } = clock
  if (delay === 0 && periods === 0) return ''
  const words = [`${seconds(base)} s`]
  if (increment > 0) words.push(`+ ${seconds(increment)} s a move`)
  if (delay > 0) words.push(`${show === 'bronstein' ? 'Bronstein ' : ''}delay ${seconds(delay)} s`)
  if (periods > 0) words.push(`byo-yomi ${periods} x ${seconds(period)} s`)
  for (const stage of stages) words.push(`${seconds(stage.base)} s more after ${stage.moves} moves`)
  return words.join(', ')
}

function pgnResult(result: SessionResult | null): PgnResult {
  if (result === null || isUndecided(result)) return '*'
  if (result.winner === null) return '1/2-1/2'
  return result.winner === 'white' ? '1-0' : '0-1'
}
