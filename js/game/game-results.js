// SPDX-License-Identifier: Apache-2.0
// How a game ends: its status, results by hand and by claim, and who can still win.

import { chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  CLAIM_RULE50,
  CLAIM_THREEFOLD,
  STATUS_MANUAL_DRAW,
  STATUS_MANUAL_WINNER,
} from '../core/generated/bindings.js'
import { wasm } from '../core/wasm.js'
import { canWin, helpmate, isDead, readFlagRules } from './dead.js'
import { changed, GameLife, recordOf, statusOf, use } from './game-life.js'
import { COLORS, requireColor } from './squares.js'
import { frozenJson, manualDraw, manualWinner } from './status.js'

/** @import { CanWin, EffortOptions, FlagOptions } from './dead.js' */
/** @import { Color } from './squares.js' */
/** @import { Json, Status, Winner } from './status.js' */

/**
 * A draw that may be claimed, by its reason.
 * @typedef {'threefold_repetition' | 'rule50'} ClaimableDraw
 */

/** What Game knows of its end. */
export class GameResults extends GameLife {
  /**
   * The status of the game: whether it is over, and how.
   * @returns {Status}
   */
  get status() {
    return statusOf(this, wasm.binbo_game_status(use(this)))
  }

  /**
   * Has this color material with which a mate is possible?
   * @param {Color} color
   * @returns {boolean} false when no series of legal moves can let it mate, or win as the variant has it, judged by
   *   material (FIDE 6.9)
   * @throws {ChessError} ERR_ARGUMENT
   */
  hasMatingMaterial(color) {
    return checked(wasm.binbo_game_has_mating_material(use(this), requireColor(color))) === 1
  }

  /**
   * May any series of legal moves, both sides helping, let this color mate (FIDE 6.9)? Clocks and repetition do not
   * count. In a variant: win as it has it.
   * @param {Color} color
   * @param {EffortOptions} [options] effort 'normal' by default, mostly below a millisecond; 'high' may take a second
   * @returns {CanWin} 'no' and 'yes' are proved, 'unknown' is what the effort did not settle
   * @throws {ChessError} ERR_ARGUMENT
   */
  canWin(color, options) {
    return canWin(use(this), requireColor(color), options)
  }

  /**
   * Can neither side mate, so that the game is drawn (FIDE 5.2.2)?
   * @param {EffortOptions} [options] as for canWin()
   * @returns {boolean | 'unknown'} true and false are proved
   * @throws {ChessError} ERR_ARGUMENT
   */
  isDead(options) {
    return isDead(use(this), options)
  }

  /**
   * Moves by which both sides together let this color mate, or win as a variant has it.
   * @param {Color} color
   * @param {EffortOptions} [options] as for canWin()
   * @returns {string[] | null} UCI; not the fewest; empty when it has won; null when none were found
   * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY
   */
  helpmate(color, options) {
    return helpmate(use(this), requireColor(color), options)
  }

  /**
   * Ends the game as drawn, by agreement or decision.
   * @param {Json} [detail] such as the reason
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  draw(detail) {
    use(this)
    const result = manualDraw(detail === undefined ? undefined : frozenJson(detail, 'detail'))
    checked(wasm.binbo_game_set_result(use(this), STATUS_MANUAL_DRAW))
    if (detail !== undefined) recordOf(this).result = result
    changed(this)
  }

  /**
   * Ends the game as won, by resignation, time or decision.
   * @param {Winner} winner 'white', 'black', or any other JSON
   * @param {Json} [detail] such as the reason
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  setWinner(winner, detail) {
    use(this)
    const why = detail === undefined ? undefined : frozenJson(detail, 'detail')
    const result = manualWinner(frozenJson(winner, 'winner'), why)
    checked(wasm.binbo_game_set_result(use(this), STATUS_MANUAL_WINNER))
    recordOf(this).result = result
    changed(this)
  }

  /**
   * Ends the game because this color's time is up (FIDE 6.9): the other one wins, with the detail 'time', or it is a
   * draw, with the detail 'time_vs_no_win', where the other one is proved not to be able to win.
   * @param {Color} color whose time is up
   * @param {FlagOptions} [options] rules: 'fide' (default) asks canWin() with its normal effort, 'material' asks
   *   hasMatingMaterial() only, as most servers do
   * @returns {Status}
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  flag(color, options) {
    const handle = use(this)
    const winner = 1 - requireColor(color)
    const byMaterial = readFlagRules(options)
    if (this.status.over) throw chessError('ERR_GAME_OVER')
    const wins = byMaterial
      ? checked(wasm.binbo_game_has_mating_material(handle, winner)) === 1
      : canWin(handle, winner) !== 'no'
    if (wins) this.setWinner(COLORS[winner], 'time')
    else this.draw('time_vs_no_win')
    return this.status
  }

  /** @returns {ClaimableDraw[]} the draws that the side to move may claim now; only with draws: 'claim' */
  get claimableDraws() {
    const bits = checked(wasm.binbo_game_claimable(use(this)))
    /** @type {ClaimableDraw[]} */
    const draws = []
    if (bits & CLAIM_THREEFOLD) draws.push('threefold_repetition')
    if (bits & CLAIM_RULE50) draws.push('rule50')
    return draws
  }

  /**
   * Ends the game by a draw that may be claimed now.
   * @returns {Status}
   * @throws {ChessError} ERR_DRAW_CLAIM, ERR_GAME_OVER
   */
  claimDraw() {
    return changed(this, statusOf(this, wasm.binbo_game_claim(use(this))))
  }
}
