// SPDX-License-Identifier: Apache-2.0
// Values of endgame tables as evaluations of positions.

import { argumentError } from '../core/errors.js'
import type { Position } from '../game/position.js'
import { Score } from '../uci/engine/score.js'
import type { Evaluated } from './game-analysis.js'

/**
 * The result for a side: 2 a win, 1 a win that the fifty-move rule makes a draw, 0 a draw, -1 a loss that the rule makes a draw, -2
 * a loss.
 */
export type TableValue = -2 | -1 | 0 | 1 | 2

/** Endgame tables, such as a Tablebase of binbo/tablebase. */
export type AnalysisTables = {
  /** For the side to move; null: not known. */
  wdl: (position: Position) => TableValue | null | Promise<TableValue | null>
  /** Whether wdl() may be called for a position; default: for every position. */
  covers?: ((position: Position) => boolean) | undefined
  /** All legal moves, the best first; without it, `lines` of known positions are empty. */
  moves?: ((position: Position) => TableMoves | Promise<TableMoves>) | undefined
}
/** Moves with what they lead to for the mover; null is not known. */
export type TableMoves = readonly { uci: string; san: string; wdl: TableValue | null }[]

/** The score that Stockfish gives a position that its tables know as won, in centipawns. */
const WON = 20_000
/** The code of errors of files that cannot be read now. */
const AWAY = /^ERR_BYTES_/

export class TableValues {
  #tables: AnalysisTables
  #variations: number
  #isAway = false

  /**
   * @param tables AnalysisTables
   * @param variations moves of each position
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(tables: unknown, variations: number) {
    if (!isTables(tables)) throw argumentError('tablebase is a Tablebase, or { wdl(position) }', tables)
    this.#tables = tables
    this.#variations = variations
  }

  /** @returns whether evaluate() may know it */
  covers(position: Position): boolean {
    return !this.#isAway && (this.#tables.covers?.(position) ?? true)
  }

  /**
   * @param position of a game that has not ended
   * @returns null if it is not known, or if the tables cannot be read: they are not probed again then
   * @throws {ChessError} of the tables: ERR_TABLEBASE_DAMAGED
   */
  async evaluate(position: Position): Promise<Evaluated | null> {
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
      const { code = '' }: { code?: string } = error ?? {}
      if (!AWAY.test(code)) throw error
      this.#isAway = true
      return null
    }
  }
}

export function isTables(value: unknown): value is AnalysisTables {
  const { wdl, covers, moves }: Partial<Record<keyof AnalysisTables, unknown>> = value ?? {}
  const isCall = (call: unknown) => call === undefined || typeof call === 'function'
  return typeof wdl === 'function' && isCall(covers) && isCall(moves)
}

function movesOf(position: Position, uci: string) {
  const moves = position.line([uci])
  return { moves, san: moves.map(({ san }) => san) }
}

const scoreOf = (wdl: TableValue, side: Position['sideToMove']) =>
  new Score({ kind: 'cp', value: Math.trunc(wdl / 2) * WON }, side)
