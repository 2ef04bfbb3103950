// SPDX-License-Identifier: Apache-2.0
// What endgame tables say about a position, in words for players, and why they say nothing.

import type { Color, Position } from 'binbo'
import type { Tablebase, TablebaseMove } from 'binbo/tablebase'
import type { TablePlace } from './places.js'

/** Moves that lead to the same, the best first. */
export type MoveGroup = {
  name: string
  kind: 'win' | 'draw' | 'loss' | 'unknown'
  moves: readonly TablebaseMove[]
}
export type Answer = {
  /** such as 'White wins' */
  verdict: string
  /** of the position, without a sign; 0: there is none to tell */
  dtz: number
  groups: readonly MoveGroup[]
}
/** Why there is no answer, as text for users. `retry`: the name of the button that helps, '' for none. */
export type Problem = { text: string; code: string; retry: string }

/** With that many plies since the last capture or pawn move the game is a draw. */
const FIFTY_MOVES = 100
const NAMES = { white: 'White', black: 'Black' }
const BY_RULE = 'but the 50-move rule makes it a draw'
const GROUPS: Record<TablebaseMove['category'], Omit<MoveGroup, 'moves'>> = {
  win: { name: 'Win', kind: 'win' },
  cursed_win: { name: '50-move draw', kind: 'draw' },
  draw: { name: 'Draw', kind: 'draw' },
  blessed_loss: { name: 'Saved by the 50-move rule', kind: 'draw' },
  loss: { name: 'Loss', kind: 'loss' },
  unknown: { name: 'Not known', kind: 'unknown' },
}
/** Of what tables have no answer to, and need not say so. */
const SILENT = new Set(['ERR_TABLEBASE_CASTLING', 'ERR_TABLEBASE_MEN', 'ERR_ARGUMENT'])

/**
 * @returns null: tables are not for such positions
 * @throws {ChessError} ERR_TABLEBASE_MISSING, ERR_TABLEBASE_DAMAGED, ERR_BYTES_*
 */
export async function answerOf(tables: Tablebase, position: Position): Promise<Answer | null> {
  try {
    const wdl = await tables.wdl(position, { throws: true })
    // Folders may have the tables of results alone.
    const dtz = wdl === 0 ? null : await tables.dtz(position)
    const moves = await tables.moves(position, { dtz: wdl === 0 || dtz !== null })
    const distance = Math.abs(dtz?.dtz ?? 0)
    return {
      verdict: verdictOf(wdl ?? 0, position, distance),
      dtz: distance,
      groups: groupsOf(moves),
    }
  } catch (error) {
    if (SILENT.has((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/**
 * @param wdl of the side to move
 * @param dtz without a sign; 0: not known
 */
export function verdictOf(
  wdl: number,
  { sideToMove, halfmoveClock }: Pick<Position, 'sideToMove' | 'halfmoveClock'>,
  dtz: number,
): string {
  if (wdl === 0) return 'Draw'
  const winner: Color = wdl > 0 === (sideToMove === 'white') ? 'white' : 'black'
  const isTooSlow = Math.abs(wdl) === 1 || (dtz > 0 && dtz + halfmoveClock > FIFTY_MOVES)
  return isTooSlow ? `${NAMES[winner]} wins, ${BY_RULE}` : `${NAMES[winner]} wins`
}

/** @param moves the best first */
function groupsOf(moves: TablebaseMove[]): MoveGroup[] {
  const categories = [...new Set(moves.map(({ category }) => category))]
  return categories.map(category => ({
    ...GROUPS[category],
    moves: moves.filter(move => move.category === category),
  }))
}

/** @param error of tables, of the browser's files, or of the network */
export function problemOf(error: unknown, place: TablePlace): Problem {
  const { code, name, table } = error as { code?: unknown; name?: string; table?: string }
  const known = typeof code === 'string' ? code : ''
  const isUrl = place.kind === 'url'
  const where = isUrl ? new URL(place.name).host : `“${place.name}”`
  const problem = (text: string, retry = '') => ({ text, code: known, retry })
  if (known === 'ERR_TABLEBASE_MISSING') return problem(`There is no table ${table} at ${where}.`)
  if (known === 'ERR_TABLEBASE_DAMAGED') return problem(`The table ${table} is damaged: get it again.`)
  if (known === 'ERR_BYTES_RANGE')
    return problem(
      `${where} does not send parts of files, which tables need. Use another address, or a folder.`,
    )
  if (name === 'TimeoutError') return problem(`The tables at ${where} do not answer.`, 'Try again')
  if (name === 'NotAllowedError')
    return problem(`The browser asks before it opens the folder ${where} again.`, 'Open the tables')
  if (name === 'NotFoundError')
    return problem(
      `There are no tables in ${where}. Choose the folder with the .rtbw and .rtbz files in the settings.`,
    )
  if (isUrl && known === 'ERR_BYTES_AWAY')
    return problem(
      `The tables at ${where} cannot be read: it does not answer, or does not allow this page to.`,
      'Try again',
    )
  if (!isUrl && (known !== '' || error instanceof DOMException))
    return problem(
      `The tables in ${where} can no longer be read. Choose the folder again in the settings.`,
      'Try again',
    )
  return problem('The part of this page that reads tables could not be loaded.', 'Try again')
}
