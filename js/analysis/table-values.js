// SPDX-License-Identifier: Apache-2.0
// What endgame tables say, as the evaluation of a position.

import { argumentError } from '../core/errors.js'
import { Score } from '../uci/engine/score.js'

/** @import { Evaluated } from './game-analysis.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Position } from '../game/position.js' */

/**
 * Who wins for a side: 2 a win, 1 a win that the fifty-move rule makes a draw, 0 a draw, -1 a loss that the rule makes a draw, -2
 * a loss.
 * @typedef {-2 | -1 | 0 | 1 | 2} TableValue
 */

/**
 * Endgame tables, such as a Tablebase of binbo/tablebase.
 * @typedef {object} AnalysisTables
 * @property {(position: Position) => TableValue | null | Promise<TableValue | null>} wdl for the side to move; null: not known
 * @property {((position: Position) => boolean) | undefined} [covers] may wdl() be asked? Default: about every position
 * @property {((position: Position) => TableMoves | Promise<TableMoves>) | undefined} [moves] all legal moves, the best first;
 *   without it, `lines` of known positions are empty
 */
/**
 * Moves with what they lead to for the mover; null is not known.
 * @typedef {readonly { uci: string, san: string, wdl: TableValue | null }[]} TableMoves
 */

/** What Stockfish gives a position that its tables say is won, in centipawns. */
const WON = 20_000
/** The code of errors of files that cannot be read now. */
const AWAY = /^ERR_BYTES_/

export class TableValues {
  #tables
  #variations
  #isAway = false

  /**
   * @param {unknown} tables AnalysisTables
   * @param {number} variations moves of each position
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(tables, variations) {
    const { wdl, covers, moves } = /** @type {any} */ (tables ?? {})
    const isCall = (/** @type {unknown} */ call) => call === undefined || typeof call === 'function'
    if (typeof wdl !== 'function' || !isCall(covers) || !isCall(moves))
      throw argumentError('tablebase is a Tablebase, or { wdl(position) }', tables)
    this.#tables = /** @type {AnalysisTables} */ (tables)
    this.#variations = variations
  }

  /** @param {Position} position @returns {boolean} whether evaluate() may know it */
  covers(position) {
    return !this.#isAway && (this.#tables.covers?.(position) ?? true)
  }

  /**
   * @param {Position} position in which the game goes on
   * @returns {Promise<Evaluated | null>} null: it is not known, or the tables cannot be read, and are not asked again
   * @throws {ChessError} of the tables: ERR_TABLEBASE_DAMAGED
   */
  async evaluate(position) {
    try {
      const wdl = await this.#tables.wdl(position)
      if (wdl === null || wdl === undefined) return null
      const { sideToMove } = position
      const moves = (await this.#tables.moves?.(position)) ?? []
      const known = moves.flatMap(move => (move.wdl === null ? [] : [{ ...move, wdl: move.wdl }]))
      const lines = known.slice(0, this.#variations).map(({ uci, wdl }, index) => ({
        multipv: index + 1,
        score: scoreOf(wdl, sideToMove),
        pv: [uci],
        ...movesOf(position, uci),
      }))
      return { lines, score: scoreOf(wdl, sideToMove), wdl }
    } catch (error) {
      if (!AWAY.test(/** @type {{ code?: string }} */ (error)?.code ?? '')) throw error
      this.#isAway = true
      return null
    }
  }
}

/** @param {Position} position @param {string} uci */
function movesOf(position, uci) {
  const moves = position.line([uci])
  return { moves, san: moves.map(({ san }) => san) }
}

/**
 * @param {TableValue} wdl
 * @param {Position['sideToMove']} side
 */
const scoreOf = (wdl, side) => new Score({ kind: 'cp', value: Math.trunc(wdl / 2) * WON }, side)
