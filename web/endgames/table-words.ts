// SPDX-License-Identifier: Apache-2.0
// Probes endgame tables, and describes their answers and errors in words for players.

import type { Color, Position } from 'binbo'
import type { Tablebase, TablebaseMove } from 'binbo/tablebase'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'
import type { TableLocation } from './locations.js'

/** Moves with the same result, the best first. */
export type MoveGroup = {
  name: string
  kind: 'win' | 'draw' | 'loss' | 'unknown'
  moves: readonly TablebaseMove[]
}
export type Answer = {
  /** such as 'White wins' */
  verdict: string
  /** distance to zeroing, without a sign; 0 if unknown */
  dtz: number
  groups: readonly MoveGroup[]
}
/** Why there is no answer, as text for users. `retry`: the label of a button that tries again, '' for none. */
export type Problem = { text: string; code: string; retry: string }

/** Plies without a capture or pawn move that make the game a draw. */
const FIFTY_MOVES = 100
const WINS = { white: say`White wins`, black: say`Black wins` }
const WINS_TOO_SLOWLY = {
  white: say`White wins, but the 50-move rule makes it a draw`,
  black: say`Black wins, but the 50-move rule makes it a draw`,
}
const GROUPS: Record<TablebaseMove['category'], Omit<MoveGroup, 'moves'>> = {
  win: { name: say`Win`, kind: 'win' },
  cursed_win: { name: say`50-move draw`, kind: 'draw' },
  draw: { name: say`Draw`, kind: 'draw' },
  blessed_loss: { name: say`Saved by the 50-move rule`, kind: 'draw' },
  loss: { name: say`Loss`, kind: 'loss' },
  unknown: { name: say`Not known`, kind: 'unknown' },
}
/** Errors for positions that tables do not cover: users see no answer and no problem. */
const SILENT: ReadonlySet<unknown> = new Set(['ERR_TABLEBASE_CASTLING', 'ERR_TABLEBASE_MEN', 'ERR_ARGUMENT'])

/**
 * @returns null for positions that tables do not cover
 * @throws {ChessError} ERR_TABLEBASE_MISSING, ERR_TABLEBASE_DAMAGED, ERR_BYTES_*
 */
export async function answerOf(tables: Tablebase, position: Position): Promise<Answer | null> {
  try {
    const wdl = await tables.wdl(position, { throws: true })
    // Folders may have WDL tables without DTZ tables.
    const dtz = wdl === 0 ? null : await tables.dtz(position)
    const moves = await tables.moves(position, { dtz: wdl === 0 || dtz !== null })
    const distance = Math.abs(dtz?.dtz ?? 0)
    return {
      verdict: verdictOf(wdl ?? 0, position, distance),
      dtz: distance,
      groups: groupsOf(moves),
    }
  } catch (error) {
    if (SILENT.has(codeOf(error))) return null
    throw error
  }
}

/** @returns '' if there is none; the codes of a DOMException are numbers */
const codeOf = (error: unknown): string =>
  hasFields<{ code: unknown }>(error, 'code') && typeof error.code === 'string' ? error.code : ''

/**
 * @param wdl of the side to move
 * @param dtz without a sign; 0 if unknown
 */
export function verdictOf(
  wdl: number,
  { sideToMove, halfmoveClock }: Pick<Position, 'sideToMove' | 'halfmoveClock'>,
  dtz: number,
): string {
  if (wdl === 0) return say`Draw`
  const winner: Color = wdl > 0 === (sideToMove === 'white') ? 'white' : 'black'
  const isTooSlow = Math.abs(wdl) === 1 || (dtz > 0 && dtz + halfmoveClock > FIFTY_MOVES)
  return (isTooSlow ? WINS_TOO_SLOWLY : WINS)[winner]
}

/** @param moves the best one first */
function groupsOf(moves: TablebaseMove[]): MoveGroup[] {
  const categories = [...new Set(moves.map(({ category }) => category))]
  return categories.map(category => ({
    ...GROUPS[category],
    moves: moves.filter(move => move.category === category),
  }))
}

/** @param error of tables, of the browser's files, or of the network */
export function problemOf(error: unknown, location: TableLocation): Problem {
  const code = codeOf(error)
  const table = hasFields<{ table: string }>(error, 'table') ? error.table : ''
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const isUrl = location.kind === 'url'
  const where = isUrl ? new URL(location.name).host : `“${location.name}”`
  const problem = (text: string, retry = '') => ({ text, code, retry })
  if (code === 'ERR_TABLEBASE_MISSING') return problem(say`There is no table ${table} at ${where}.`)
  if (code === 'ERR_TABLEBASE_DAMAGED') return problem(say`The table ${table} is damaged: get it again.`)
  if (code === 'ERR_BYTES_RANGE')
    return problem(
      say`${where} does not send parts of files, which tables need. Use another address, or a folder.`,
    )
  if (name === 'TimeoutError') return problem(say`The tables at ${where} do not answer.`, say`Try again`)
  if (name === 'NotAllowedError')
    return problem(say`The browser asks before it opens the folder ${where} again.`, say`Open the tables`)
  if (name === 'NotFoundError')
    return problem(
      say`There are no tables in ${where}. Choose the folder with the .rtbw and .rtbz files in the settings.`,
    )
  if (isUrl && code === 'ERR_BYTES_AWAY')
    return problem(
      say`The tables at ${where} cannot be read: it does not answer, or does not allow this page to.`,
      say`Try again`,
    )
  if (!isUrl && (code !== '' || error instanceof DOMException))
    return problem(
      say`The tables in ${where} can no longer be read. Choose the folder again in the settings.`,
      say`Try again`,
    )
  return problem(say`The part of this page that reads tables could not be loaded.`, say`Try again`)
}
