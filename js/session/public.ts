// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/session.

export type { Answer } from './calls.js'
export type { ConnectGamesOptions, GameClient, GameClientEvents, NewGame } from './client.js'
export { connectGames } from './client.js'
export type { SessionClocks } from './clock.js'
export { clocksAt, dueAt } from './clock.js'
export type {
  EndReason,
  OfferEvent,
  PlainCommand,
  PlayerCommand,
  ServerCommand,
  SessionCommand,
  SessionEvent,
  SessionRefusal,
} from './commands.js'
export type { ConnectionStatus } from './connection.js'
export { endText } from './end-text.js'
export type { Accepted, Decision, RefusalDetails, Refused } from './family.js'
export type { GameGone, GameLink, GameLinkEvents, GoneReason, Presence } from './link.js'
export { sessionPgn } from './pgn.js'
export { foldSession, permissions, reduceSession } from './reducer.js'
export type {
  Allowed,
  ClockSetup,
  GivenClock,
  PerMoveClock,
  Seat,
  SessionUser,
  Stage,
  TimedClock,
} from './setup.js'
export type { SessionResult, SessionState, Vacation } from './state.js'
export type { Challenge, GameSummary } from './summary.js'
export type { PlayerView, SessionRole, SessionView } from './view.js'
export { eventFor, sessionView } from './view.js'
