// SPDX-License-Identifier: Apache-2.0
// Seats: a game is created, its seats are taken, and it starts; a seat may also forget its player.

import type { Variant } from '../../core/generated/bindings.js'
import { blackStarts } from '../../game/fen.js'
import type { Color } from '../../game/squares.js'
import { COLORS, otherColor } from '../../game/squares.js'
import type { VariantName } from '../../game/variants.js'
import { dueAt, firstQuota, runningAt, startTime } from '../clock.js'
import { sessionError } from '../errors.js'
import type { CommandBase, CommandTable, Decision, EventBase, EventTable, ServerBase } from '../family.js'
import { baseOf, COLOR_FIELD, nothing, refuse } from '../family.js'
import type { Allowed, ClockSetup, GameTags, GivenClock, Seat, SessionUser } from '../setup.js'
import { COLOR_FORM, DAY, isColor, publicSeat, readSeat, readSetup } from '../setup.js'
import type { SessionState, SessionTime } from '../state.js'
import { next, remember, turnOf, withColor } from '../state.js'
import { endedEvent, endWith, late, withoutWords } from './end.js'

/** The fields of the command 'create'. */
export type CreateFields = {
  type: 'create'
  /** The new game's id: letters, digits and _ . ~ : -, at most 64. */
  game: string
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Default: the variant's start position; Chess960 positions are drawn by the server. */
  fen?: string | null | undefined
  /** Default: none. */
  clock?: GivenClock | undefined
  /** Of the creator; default 'white'. */
  color?: Color | undefined
  /** Gets the other seat, and the game starts. */
  opponent?: SessionUser | undefined
  /** 'claim' (default): threefold repetition and 50 moves must be claimed. */
  draws?: 'claim' | 'automatic' | undefined
  /**
   * The effort of the search for dead positions after each move, like Game's option; they end the game as
   * 'dead_position' (FIDE 5.2.2); default 'low'.
   */
  dead?: 'off' | 'low' | 'normal' | undefined
  /** Default: all. */
  allow?: Partial<Allowed> | undefined
  /**
   * Marks of the game, such as { Rated: 'yes', Tournament: 'Spring' }, which everybody can see: at most 8, with 400 bytes of
   * UTF-8 in all. A name is that of a PGN tag (letters, digits, _), but not one of every game or of this package, such as Result
   * and TimeControl, or of facts about players and moves, such as WhiteElo and ECO, and not another one in other case.
   */
  tags?: GameTags | undefined
}
/** Creates a game. */
export type CreateCommand = CommandBase & CreateFields
/** Takes a free seat. */
export type JoinCommand = CommandBase & { type: 'join'; color?: Color | undefined }
/** The fields of the event 'created'. */
export type CreatedFields = {
  type: 'created'
  /** Of the log. */
  format: 1
  /** Its id. */
  game: string
  variant: Variant
  /** The start position; null for the variant's own. */
  fen: string | null
  clock: ClockSetup
  draws: 'claim' | 'automatic'
  /** Absent: no search for dead positions. */
  dead?: 'low' | 'normal' | undefined
  allow: Allowed
  /** Absent: none. */
  tags?: GameTags | undefined
  white: Seat | null
  black: Seat | null
}
/** A game was created. */
export type CreatedEvent = EventBase & CreatedFields
/** A player has taken a seat. */
export type JoinedEvent = EventBase & { type: 'joined'; color: Color; player: Seat }
/** The game starts with these clocks; `running` is null without a clock, and while first moves are free. */
export type StartedEvent = EventBase & {
  type: 'started'
  white: number | null
  black: number | null
  running: Color | null
}
/** Forgets a player; withoutUser() does the rest. */
export type ForgetCommand = ServerBase & { type: 'forget'; color: Color }
/** The player of the seat is forgotten: from then on the seat has an id that no user can have, and no name. */
export type ForgottenEvent = EventBase & { type: 'forgotten'; color: Color }
/** The commands of seats. */
export type SeatCommands = CreateCommand | JoinCommand | ForgetCommand
/** The events of seats. */
export type SeatEvents = CreatedEvent | JoinedEvent | StartedEvent | ForgottenEvent
/** The refusals of 'create' and 'join'. */
export type SeatRefusal = 'badCommand' | 'exists' | 'badFen' | 'badClock' | 'full' | 'seated'

/** The format of logs that this version writes and reads. */
export const FORMAT = 1

const NONE_DECLINED = Object.freeze({ count: 0, at: 0 })
// Shared, because most games never have other values.
const NEVER_OFFERED = Object.freeze({ white: -1, black: -1 })
const NEVER_DECLINED = Object.freeze({ white: NONE_DECLINED, black: NONE_DECLINED })
const NOBODY_AWAY = Object.freeze({ white: null, black: null })
/** Anonymous ids, longer than any that a server draws. */
const FORGOTTEN = { white: '~forgotten-white', black: '~forgotten-black' }

/** @returns the seat of a forgotten player */
const forgottenSeat = (color: Color): Seat => ({ id: FORGOTTEN[color] })

/** @returns whether its player is forgotten */
export const isForgotten = (seat: Seat | null | undefined): boolean =>
  COLORS.some(color => FORGOTTEN[color] === seat?.id)

export const commands: CommandTable<SeatCommands> = {
  create: {
    by: 'anyone',
    fields: null,
    decide(state, command, _, at) {
      if (state !== null) return refuse(state, 'exists')
      const setup = readSetup(command)
      if ('code' in setup) {
        const { code, ...details } = setup
        return refuse(null, code, details)
      }
      const { game, variant, fen, clock, draws, dead, allow, tags } = setup
      const by = command.color ?? 'white'
      const creator = readSeat(command.by) as Seat
      const opponent = readSeat(command.opponent) ?? null
      if (opponent?.id === creator.id) return refuse(null, 'badCommand', { why: 'opponent is another user' })
      const event: CreatedEvent = {
        type: 'created',
        ...baseOf(command, at, by),
        format: FORMAT,
        game,
        variant,
        fen,
        clock,
        draws,
        allow,
        white: by === 'white' ? creator : opponent,
        black: by === 'black' ? creator : opponent,
      }
      if (dead !== 'off') event.dead = dead
      if (tags !== undefined) event.tags = tags
      const after = events.created.fold(state, event)
      return opponent === null ? { ok: true, state: after, events: [event] } : withStart(after, at, event)
    },
  },
  join: {
    by: 'anyone',
    fields: {
      color: { fits: color => color === undefined || color === null || isColor(color), form: COLOR_FORM },
    },
    beforeStart: true,
    permits: ({ status }) => status === 'waiting',
    decide(state, command, seated, now) {
      if (seated !== null) return refuse(state, 'seated')
      const free = freeSeat(state)
      if (state.status !== 'waiting' || free === null) {
        return state.status === 'over' && free !== null
          ? refuse(state, 'over', { result: state.result })
          : refuse(state, 'full')
      }
      if (now >= Number(dueAt(state))) return late(state, now)
      if ((command.color ?? free) !== free) return refuse(state, 'full')
      const player = readSeat(command.by) as Seat
      const event: JoinedEvent = { type: 'joined', ...baseOf(command, now, free), color: free, player }
      return withStart(events.joined.fold(state, event), now, event)
    },
  },
  forget: {
    by: 'server',
    beforeStart: true,
    afterEnd: true,
    fields: COLOR_FIELD,
    decide(state, command, _, now) {
      const { color } = command
      const { players, status } = state
      if (players[color] === null || isForgotten(players[color])) return nothing(state)
      const base = baseOf(command, now)
      const event: ForgottenEvent = { type: 'forgotten', ...base, color }
      // A waiting game ends without its creator, and a running one if both players are forgotten.
      const isOn = status === 'playing' && !isForgotten(players[otherColor(color)])
      if (isOn || status === 'over') return event
      const after = events.forgotten.fold(state, event)
      const ended = endedEvent(after, { at: now }, { winner: null, reason: 'aborted' })
      return { ok: true, state: endWith(after, ended), events: [event, ended] }
    },
  },
}

export const events: EventTable<SeatEvents> = {
  created: {
    code: 'c',
    fields: {
      format: 'format',
      game: 'text',
      variant: 'text',
      fen: 'text?',
      clock: 'object?',
      draws: 'text',
      allow: 'object',
      white: 'object?',
      black: 'object?',
    },
    optional: { dead: 'text', tags: 'object' },
    isFirst: true,
    fold(_, event) {
      if (event.format !== FORMAT) {
        throw sessionError('ERR_SESSION_FORMAT', '', { input: `format ${String(event.format)}` })
      }
      const { at, by, command, game, variant, fen, clock, draws, dead, allow, tags, white, black } = event
      const seen = { white: [], black: [] }
      const created: SessionState = {
        format: FORMAT,
        version: 1,
        id: game,
        status: 'waiting',
        variant,
        fen,
        startPly: fen && blackStarts(fen) ? 1 : 0,
        clock,
        draws,
        allow,
        players: { white, black },
        moves: '',
        ply: 0,
        time: { white: null, black: null, running: null, since: at },
        lag: { white: 0, black: 0 },
        draw: null,
        drawAt: NEVER_OFFERED,
        takeback: null,
        declined: NEVER_DECLINED,
        rematch: null,
        away: NOBODY_AWAY,
        seen: by === undefined || command === undefined ? seen : remember(seen, by, command),
        moveVersion: 1,
        outage: 0,
        at,
        createdAt: at,
        result: null,
      }
      if (dead !== undefined) created.dead = dead
      if (tags !== undefined) created.tags = tags
      return created
    },
    disguise: event => ({
      ...event,
      white: event.white && disguisedSeat(event.white),
      black: event.black && disguisedSeat(event.black),
    }),
    redact({ tags: _, ...event }, color) {
      return event[color] === null ? event : { ...event, [color]: forgottenSeat(color) }
    },
  },
  joined: {
    code: 'j',
    fields: { color: 'color', player: 'object' },
    fold(state, event) {
      return next(state, event, { players: withColor(state.players, event.color, event.player) })
    },
    disguise: event => ({ ...event, player: disguisedSeat(event.player) }),
    redact: (event, color) => (event.color === color ? { ...event, player: forgottenSeat(color) } : event),
  },
  started: {
    code: 's',
    fields: { white: 'int?', black: 'int?', running: 'color?' },
    fold(state, event) {
      const { clock, away, allow } = state
      const { white, black, running, at } = event
      const time: SessionTime = { white, black, running, since: at }
      if (clock !== null && 'base' in clock) {
        if (clock.stages !== undefined) time.stage = { white: 0, black: 0 }
        if (clock.periods !== undefined) time.periods = { white: clock.periods, black: clock.periods }
      }
      if (allow.vacation !== undefined) {
        const days = allow.vacation * DAY
        time.vacation = { white: days, black: days, paused: null }
      }
      const since = (left: number | null) => (left === null ? null : at)
      const isHere = away.white === null && away.black === null
      return next(state, event, {
        status: 'playing',
        time,
        lag: { white: firstQuota(clock), black: firstQuota(clock) },
        away: isHere ? away : { white: since(away.white), black: since(away.black) },
      })
    },
  },
  forgotten: {
    code: 'f',
    fields: { color: 'color' },
    fold(state, event) {
      const { color } = event
      // Tags may name either player.
      const { tags: _, ...rest } = state
      const { players, seen, rematch, result } = state
      return next(rest, event, {
        players: withColor(players, color, forgottenSeat(color)),
        // Ids of commands are the player's own texts.
        seen: withColor(seen, color, []),
        rematch: rematch === color ? null : rematch,
        result: result && withoutWords(result),
      })
    },
  },
}

/** @returns the seat as others see it; its type is Seat, although the id of an anonymous player is missing */
const disguisedSeat = (seat: Seat): Seat => publicSeat(seat) as Seat

function freeSeat({ players }: SessionState): Color | null {
  if (players.white === null) return 'white'
  return players.black === null ? 'black' : null
}

/** @param state after the event, with both seats taken */
function withStart(state: SessionState, at: number, event: CreatedEvent | JoinedEvent): Decision {
  const { clock } = state
  const time = startTime(clock)
  const running = runningAt(clock, 0, turnOf(state))
  const start: StartedEvent = { type: 'started', at, white: time, black: time, running }
  return { ok: true, state: events.started.fold(state, start), events: [event, start] }
}
