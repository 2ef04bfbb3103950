// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/session.

export type { WebSocketLike } from '../core/web-socket.js'
export type { Color, DrawReason, Status, Variant, VariantName, VariantWinReason } from '../game/public.js'
export type { PgnGame } from '../pgn/public.js'
export type { Answer } from './calls.js'
export type { ConnectGamesOptions, GameClient, GameClientEvents, NewGame } from './client.js'
export { connectGames } from './client.js'
export type { SessionClocks } from './clock.js'
export { clocksAt, dueAt } from './clock.js'
export type {
  AbsenceCommands,
  AbsenceEnd,
  AbsenceEvents,
  AbsenceRefusal,
  PresenceCommand,
  PresenceEvent,
} from './commands/absence.js'
export type { AgreedEnd, ClaimDrawCommand, DrawCommands, DrawEvents, DrawRefusal } from './commands/draws.js'
export type {
  AdjudicateCommand,
  DeclaredEnd,
  EndCommands,
  EndEvents,
  EndedEvent,
  EndedFields,
  EndRefusal,
} from './commands/end.js'
export type {
  MoveCommand,
  MoveCommands,
  MovedEvent,
  MovedFields,
  MoveEvents,
  MoveFields,
  MoveRefusal,
  RuleEnd,
} from './commands/moves.js'
export type { RematchCommands, RematchEvents, RematchedEvent, RematchRefusal } from './commands/rematch.js'
export type {
  CreateCommand,
  CreatedEvent,
  CreatedFields,
  CreateFields,
  ForgetCommand,
  ForgottenEvent,
  JoinCommand,
  JoinedEvent,
  SeatCommands,
  SeatEvents,
  SeatRefusal,
  StartedEvent,
} from './commands/seats.js'
export type {
  TakebackCommands,
  TakebackEvents,
  TakebackOfferedEvent,
  TakebackRefusal,
  TookBackEvent,
} from './commands/takebacks.js'
export type {
  CompensateCommand,
  CompensatedEvent,
  DueCommand,
  GiveTimeCommand,
  TimeCommands,
  TimeEvents,
  TimeGivenEvent,
  TimeRefusal,
} from './commands/time.js'
export type {
  PausedEvent,
  ResumedEvent,
  VacationCommands,
  VacationEvents,
  VacationRefusal,
} from './commands/vacation.js'
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
export type {
  Accepted,
  CommandBase,
  Decision,
  EventBase,
  Plain,
  RefusalDetails,
  Refused,
  ServerBase,
} from './family.js'
export type { GameGone, GameLink, GameLinkEvents, GoneReason, Presence } from './link.js'
export { sessionPgn } from './pgn.js'
export type { GoneMessage } from './protocol.js'
export { foldSession, permissions, reduceSession } from './reducer.js'
export type {
  Allowed,
  ClockSetup,
  GameSetup,
  GameTags,
  GivenClock,
  PerMoveClock,
  Seat,
  SessionUser,
  Stage,
  TimedClock,
} from './setup.js'
export type { Declined, SessionResult, SessionState, SessionTime, Vacation } from './state.js'
export type { Challenge, GameSummary, PlayingOptions, RunningGame } from './summary.js'
export type { PlayerView, SessionRole, SessionView } from './view.js'
export { eventFor, sessionView } from './view.js'
