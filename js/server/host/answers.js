// SPDX-License-Identifier: Apache-2.0
// Who sends commands to a host, what they are answered, and what watchers get.

/** @import { RefusalDetails } from '../../session/family.js' */
/** @import { SessionEvent, SessionRefusal } from '../../session/commands.js' */

/**
 * Who sends a command, as the embedding program has authenticated them.
 * @typedef {object} User
 * @property {string} id seats belong to it; at most 64 characters
 * @property {string} [name] shown to others; at most 64 characters
 * @property {readonly string[]} [roles] 'arbiter': may adjudicate
 * @property {number} [since] when the identity was made, in the store's time; default: long ago. A game waits for an
 *   opponent while its maker watches it, and a minute longer; longer only if the identity was then a minute old
 * @property {string} [place] where the user comes from, a short text that says no more: few challenges of a place
 *   are in the lobby; default: nowhere that has a limit
 */

/**
 * The answer to a command. With `ok: true` it is kept, as far as the store promises. A refusal may come with events: a
 * move after the flag is 'late', and ends the game. 'unavailable': the store is away, or has not said whether it has
 * kept the command: send it again with the same id. 'tooFast': too many commands of the player, or of all without a seat, wait.
 * @typedef {object} AcceptedAnswer
 * @property {true} ok
 * @property {number} version of the game after it
 * @property {string} [game] that `create` has made
 * @property {SessionEvent[]} [events] that it has added
 * @property {true} [duplicate] it was accepted before
 */
/** The answer to a command that was refused.
 * @typedef {{ ok: false, code: SessionRefusal, game?: undefined, version?: number, events?: SessionEvent[] } & RefusalDetails} RefusedAnswer */
/** The answer to a command. @typedef {AcceptedAnswer | RefusedAnswer} Answer */

/**
 * Why a game is not watched any more. 'private': only its players may; 'removed': it is over, and in the archive;
 * 'unknownEvent': it was played on by a newer version of this package.
 * @typedef {'noGame' | 'private' | 'removed' | 'unknownEvent'} Gone
 */

/**
 * What a watcher gets: events that follow those that it has had, or, if the log is shorter than that, all events with
 * `rewound`; or a last message that the game is gone.
 * @typedef {{ version: number, events: SessionEvent[], rewound?: true, gone?: undefined }
 *   | { gone: Gone, version?: undefined, events?: undefined, rewound?: undefined }} GameNews
 */

export {}
