// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/session.

/** @typedef {import('./calls.js').Answer} Answer */
/** @typedef {import('./client.js').ConnectGamesOptions} ConnectGamesOptions */
/** @typedef {import('./client.js').GameClient} GameClient */
/** @typedef {import('./client.js').GameClientEvents} GameClientEvents */
/** @typedef {import('./client.js').NewGame} NewGame */
/** @typedef {import('./clock.js').SessionClocks} SessionClocks */
/** @typedef {import('./commands.js').OfferEvent} OfferEvent */
/** @typedef {import('./commands.js').PlainCommand} PlainCommand */
/** @typedef {import('./commands.js').PlayerCommand} PlayerCommand */
/** @typedef {import('./commands.js').ServerCommand} ServerCommand */
/** @typedef {import('./commands.js').SessionCommand} SessionCommand */
/** @typedef {import('./family.js').Accepted} Accepted */
/** @typedef {import('./family.js').Decision} Decision */
/** @typedef {import('./family.js').RefusalDetails} RefusalDetails */
/** @typedef {import('./family.js').Refused} Refused */
/** @typedef {import('./commands.js').SessionRefusal} SessionRefusal */
/** @typedef {import('./commands.js').EndReason} EndReason */
/** @typedef {import('./commands.js').SessionEvent} SessionEvent */
/** @typedef {import('./connection.js').ConnectionStatus} ConnectionStatus */
/** @typedef {import('./link.js').GameGone} GameGone */
/** @typedef {import('./link.js').GameLink} GameLink */
/** @typedef {import('./link.js').GameLinkEvents} GameLinkEvents */
/** @typedef {import('./link.js').GoneReason} GoneReason */
/** @typedef {import('./link.js').Presence} Presence */
/** @typedef {import('./setup.js').Allowed} Allowed */
/** @typedef {import('./setup.js').ClockSetup} ClockSetup */
/** @typedef {import('./setup.js').GivenClock} GivenClock */
/** @typedef {import('./setup.js').PerMoveClock} PerMoveClock */
/** @typedef {import('./setup.js').Seat} Seat */
/** @typedef {import('./setup.js').SessionUser} SessionUser */
/** @typedef {import('./setup.js').Stage} Stage */
/** @typedef {import('./setup.js').TimedClock} TimedClock */
/** @typedef {import('./state.js').SessionResult} SessionResult */
/** @typedef {import('./state.js').SessionState} SessionState */
/** @typedef {import('./state.js').Vacation} Vacation */
/** @typedef {import('./summary.js').Challenge} Challenge */
/** @typedef {import('./summary.js').GameSummary} GameSummary */
/** @typedef {import('./view.js').PlayerView} PlayerView */
/** @typedef {import('./view.js').SessionRole} SessionRole */
/** @typedef {import('./view.js').SessionView} SessionView */

export { connectGames } from './client.js'
export { clocksAt, dueAt } from './clock.js'
export { endText } from './end-text.js'
export { sessionPgn } from './pgn.js'
export { foldSession, permissions, reduceSession } from './reducer.js'
export { eventFor, sessionView } from './view.js'
