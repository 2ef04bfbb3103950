// SPDX-License-Identifier: Apache-2.0
// The calls of clients in a game: one method per command, with the command's name.

import type { Color } from '../game/squares.js'
import type { SessionRefusal } from './commands.js'
import type { RefusalDetails } from './family.js'

/**
 * The server's answer to a command. `code` 'unavailable': there was no answer in 30 s; 'closed': the link or its client is
 * closed. The server may still have executed the command. All other codes are refusals.
 */
export type Answer =
  | { ok: true; version: number; duplicate?: true; code?: undefined }
  | ({ ok: false; code: SessionRefusal; version?: number } & RefusalDetails)

/** The fields of commands in a game. */
export type CommandFields = { color?: Color; ply?: number; uci?: string; ms?: number }

/** The commands of a game's players; GameLink sends them. */
export class GameCalls {
  /**
   * Sends a command of the game.
   * @internal
   * @returns never rejects
   */
  send(_type: string, _fields?: CommandFields): Promise<Answer> {
    throw new Error('abstract')
  }

  /**
   * The fields of a move in the position of the view.
   * @internal
   * @param isChecked whether to throw what the server would refuse as 'illegal'
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_* if it is checked; ERR_ARGUMENT
   */
  fieldsOf(_move: string, _isChecked: boolean): { ply: number; uci: string } {
    throw new Error('abstract')
  }

  /**
   * Takes a free seat.
   * @param color default: the free one
   */
  join(color?: Color) {
    return this.send('join', color === undefined ? {} : { color })
  }

  /**
   * Plays a move in the position of the view. It is shown at once, and taken back if the server refuses it. On the
   * opponent's turn the server refuses it as 'notYourTurn'.
   * @param move UCI or SAN; before the first view UCI
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_* for a text that is neither, or on the user's turn a move that is not legal;
   *   nothing is sent then. ERR_ARGUMENT
   */
  move(move: string): Promise<Answer> {
    return this.send('move', this.fieldsOf(move, true))
  }

  /** Resigns the game. */
  resign() {
    return this.send('resign')
  }

  /** Ends a game with fewer than two moves; it does not count. */
  abort() {
    return this.send('abort')
  }

  /** Offers a draw, or accepts the other side's offer. */
  offerDraw() {
    return this.send('offerDraw')
  }

  /** Accepts the other side's offer of a draw. */
  acceptDraw() {
    return this.send('acceptDraw')
  }

  /** Declines the other side's offer of a draw. */
  declineDraw() {
    return this.send('declineDraw')
  }

  /**
   * Claims a draw by repetition or by the 50-move rule.
   * @param move the move that completes the repetition or the 50 moves, if the position itself does not (FIDE 9.2.1):
   *   UCI or SAN
   * @throws {ChessError} ERR_ARGUMENT
   */
  claimDraw(move?: string) {
    return this.send('claimDraw', move === undefined ? {} : this.fieldsOf(move, false))
  }

  /** Requests a takeback. */
  offerTakeback() {
    return this.send('offerTakeback')
  }

  /** Accepts the other side's takeback. */
  acceptTakeback() {
    return this.send('acceptTakeback')
  }

  /** Declines the other side's takeback. */
  declineTakeback() {
    return this.send('declineTakeback')
  }

  /**
   * Adds time to the opponent's clock.
   * @param ms 5,000 to 60,000
   */
  giveTime(ms: number) {
    return this.send('giveTime', { ms })
  }

  /** Claims that the other side's time is up. */
  flag() {
    return this.send('flag')
  }

  /** Claims the win of a game that the opponent has left. */
  claimWin() {
    return this.send('claimWin')
  }

  /** Claims a draw in a game that the opponent has left. */
  claimAbsenceDraw() {
    return this.send('claimAbsenceDraw')
  }

  /** Pauses the own clock in a correspondence game, as long as there are days of vacation. */
  pause() {
    return this.send('pause')
  }

  /** Resumes the own clock. */
  resume() {
    return this.send('resume')
  }

  /** Offers another game, or accepts the offer: the event 'rematched' then has the new game's id. */
  rematch() {
    return this.send('rematch')
  }

  /** Declines the other side's offer of another game. */
  declineRematch() {
    return this.send('declineRematch')
  }
}
