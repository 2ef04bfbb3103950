// SPDX-License-Identifier: Apache-2.0
// What a user asks to be searched, checked.

import { argumentError, chessError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { Root } from './position.js'
import { SearchTask } from './search.js'
import { checkLimits } from './text/limits.js'

/** @typedef {import('./option-table.js').OptionTable} OptionTable */

/**
 * @typedef {object} SearchOptions
 * @property {number | undefined} [multipv] how many lines; default: what the option MultiPV was set to
 * @property {AbortSignal | undefined} [signal] cancels the search
 * @property {string[] | undefined} [searchMoves] only these first moves, in UCI or SAN; none: all
 * @property {boolean | undefined} [ponder] think on the opponent's time, until ponderHit(); the position has the expected move
 */

const NAMES = ['multipv', 'signal', 'searchMoves', 'ponder']

/**
 * @param {OptionTable} table of the engine
 * @param {unknown} position
 * @param {unknown} limits
 * @param {unknown} options
 * @returns {SearchTask}
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_OPTION, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
 *   ERR_ARGUMENT
 */
export function readSearch(table, position, limits, options) {
  const { multipv, signal, searchMoves, ponder } = checkOptions(options, NAMES)
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw argumentError('signal is an AbortSignal', signal)
  const checkedLimits = checkLimits(limits)
  const pondering = flag('ponder', ponder, false)
  // An engine without the option gives one line.
  if (multipv !== undefined && (multipv !== 1 || table.has('MultiPV'))) table.check('MultiPV', multipv)
  const root = readRoot(table, position)
  try {
    checkClock(checkedLimits, root.turn)
    const task = new SearchTask({
      root,
      limits: checkedLimits,
      searchMoves: searchMoves === undefined ? [] : root.checkMoves(searchMoves),
      ponder: pondering,
      multipv: /** @type {number | undefined} */ (multipv),
    })
    if (signal !== undefined) task.follow(signal)
    return task
  } catch (error) {
    root.free()
    throw error
  }
}

/**
 * Engines think without end when the only clock is the other side's.
 * @param {import('./text/limits.js').Limits} limits checked
 * @param {import('../game/squares.js').Color} turn
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkClock({ wtime, btime, depth, nodes, mate, movetime }, turn) {
  const [own, other, name] = turn === 'white' ? [wtime, btime, 'wtime'] : [btime, wtime, 'btime']
  const isLimited = [own, depth, nodes, mate, movetime].some(limit => limit !== undefined)
  if (other !== undefined && !isLimited) throw argumentError(`${turn} is to move, and ${name} is missing`)
}

/**
 * @param {OptionTable} table of the engine
 * @param {unknown} position
 * @returns {Root} that the engine can play
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT
 */
export function readRoot(table, position) {
  const root = new Root(position)
  try {
    checkVariant(table, root)
    return root
  } catch (error) {
    root.free()
    throw error
  }
}

/**
 * @param {OptionTable} table of the engine
 * @param {Root} root
 * @throws {ChessError} ERR_UCI_VARIANT
 */
export function checkVariant(table, { variant }) {
  if (variant === 'chess960' && !table.has('UCI_Chess960'))
    throw chessError('ERR_UCI_VARIANT', 'it has no option UCI_Chess960', { input: variant })
}
