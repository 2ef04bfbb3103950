// SPDX-License-Identifier: Apache-2.0
// What endgame tables say about a position, in words for players, and why they say nothing.

/** @import { Color, Position } from 'binbo' */
/** @import { Tablebase, TablebaseMove } from 'binbo/tablebase' */
/** @import { TablePlace } from './places.js' */

/** Moves that lead to the same, the best first. @typedef {{ name: string, kind: 'win' | 'draw' | 'loss' | 'unknown', moves: readonly TablebaseMove[] }} MoveGroup */
/**
 * @typedef {object} Answer
 * @property {string} verdict such as 'White wins'
 * @property {number} dtz of the position, without a sign; 0: there is none to tell
 * @property {readonly MoveGroup[]} groups
 */
/**
 * Why there is no answer, as text for users. `retry`: the name of the button that helps, '' for none.
 * @typedef {{ text: string, code: string, retry: string }} Problem
 */

/** With that many plies since the last capture or pawn move the game is a draw. */
const FIFTY_MOVES = 100
const NAMES = { white: 'White', black: 'Black' }
const BY_RULE = 'but the 50-move rule makes it a draw'
/** @type {Record<TablebaseMove['category'], Omit<MoveGroup, 'moves'>>} */
const GROUPS = {
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
 * @param {Tablebase} tables
 * @param {Position} position
 * @returns {Promise<Answer | null>} null: tables are not for such positions
 * @throws {ChessError} ERR_TABLEBASE_MISSING, ERR_TABLEBASE_DAMAGED, ERR_BYTES_*
 */
export async function answerOf(tables, position) {
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
    if (SILENT.has(/** @type {{ code?: string }} */ (error).code ?? '')) return null
    throw error
  }
}

/**
 * @param {number} wdl of the side to move
 * @param {Pick<Position, 'sideToMove' | 'halfmoveClock'>} position
 * @param {number} dtz without a sign; 0: not known
 * @returns {string}
 */
export function verdictOf(wdl, { sideToMove, halfmoveClock }, dtz) {
  if (wdl === 0) return 'Draw'
  /** @type {Color} */
  const winner = wdl > 0 === (sideToMove === 'white') ? 'white' : 'black'
  const isTooSlow = Math.abs(wdl) === 1 || (dtz > 0 && dtz + halfmoveClock > FIFTY_MOVES)
  return isTooSlow ? `${NAMES[winner]} wins, ${BY_RULE}` : `${NAMES[winner]} wins`
}

/** @param {TablebaseMove[]} moves the best first @returns {MoveGroup[]} */
function groupsOf(moves) {
  const categories = [...new Set(moves.map(({ category }) => category))]
  return categories.map(category => ({
    ...GROUPS[category],
    moves: moves.filter(move => move.category === category),
  }))
}

/**
 * @param {unknown} error of tables, of the browser's files, or of the network
 * @param {TablePlace} place
 * @returns {Problem}
 */
export function problemOf(error, place) {
  const { code, name, table } = /** @type {{ code?: unknown, name?: string, table?: string }} */ (error)
  const known = typeof code === 'string' ? code : ''
  const isUrl = place.kind === 'url'
  const where = isUrl ? new URL(place.name).host : `“${place.name}”`
  const problem = (/** @type {string} */ text, retry = '') => ({ text, code: known, retry })
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
