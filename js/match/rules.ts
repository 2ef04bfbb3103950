// SPDX-License-Identifier: Apache-2.0
// The rules of a match, besides those of chess: when a game is decided early, and what a dead engine means.

import type { AnalysisTables } from '../analysis/table-values.js'
import { isTables } from '../analysis/table-values.js'
import { argumentError } from '../core/errors.js'
import { flag } from '../core/options.js'
import type { DrawRule, ResignRule, ScoreRules } from './adjudication.js'
import { readRules } from './adjudication.js'

/** When games are decided early, and what happens when an engine dies. */
export type Rules = {
  /** Default: scores draw no game. */
  draw?: DrawRule | undefined
  /** Default: scores decide no game. */
  resign?: ResignRule | undefined
  /** A game is drawn after this many full moves since the opening. Default: no limit. */
  maxMoves?: number | undefined
  /** Decide a game where they know it: a Tablebase of binbo/tablebase, or { wdl(position) }. */
  tablebase?: AnalysisTables | undefined
  /** The most men for the tables. Default: all that they cover. */
  tablebaseMen?: number | undefined
  /** True (default): an engine that dies loses its game and starts anew. False: the match ends with ERR_UCI_ENGINE_DEAD. */
  recover?: boolean | undefined
}

export type CheckedRules = ScoreRules & {
  tablebase: AnalysisTables | undefined
  tablebaseMen: number
  recover: boolean
}

export const RULE_NAMES = ['draw', 'resign', 'maxMoves', 'tablebase', 'tablebaseMen', 'recover']

/** @throws {ChessError} ERR_ARGUMENT */
export function checkRules(given: Record<string, unknown>): CheckedRules {
  const { tablebase, tablebaseMen = Number.POSITIVE_INFINITY, recover } = given
  if (tablebase !== undefined && !isTables(tablebase))
    throw argumentError('tablebase is a Tablebase, or { wdl(position) }', tablebase)
  if (typeof tablebaseMen !== 'number' || !(tablebaseMen >= 2))
    throw argumentError('tablebaseMen is a number from 2', tablebaseMen)
  return { ...readRules(given), tablebase, tablebaseMen, recover: flag('recover', recover, true) }
}
