// SPDX-License-Identifier: Apache-2.0
// How moves, scores and results are written for players.

import { otherColor } from '../../game/squares.js'
import { printable } from '../text.js'

/** @import { Strength, ThinkingLimits } from './arguments.js' */
/** @import { Game } from '../../game/game.js' */
/** @import { Color } from '../../game/squares.js' */
/** @import { DrawReason, Status, VariantWinReason } from '../../game/status.js' */
/** @import { Info } from '../../uci/engine/search.js' */

/** The detail of a result by resignation. */
export const RESIGNATION = 'resignation'

/** @type {Partial<Record<DrawReason, string>>} Other reasons are shown as they are spelled. */
const DRAWS = {
  insufficient_material: 'Neither side can mate',
  rule50: 'Fifty moves without a capture or a pawn move',
  rule75: 'Seventy-five moves without a capture or a pawn move',
  threefold_repetition: 'The position has come up three times',
  fivefold_repetition: 'The position has come up five times',
  manual: 'The players agree',
  race: 'Both kings have reached the eighth rank',
  dead_position: 'No series of moves can lead to mate',
}

/** @type {Record<VariantWinReason, string>} How a variant was won. */
const WINS = {
  king_exploded: 'The king has exploded',
  three_checks: 'The third check',
  hill: 'King of the hill',
  race: 'The king has reached the eighth rank',
  no_pieces: 'No pieces left',
  no_moves: 'No moves left',
  horde_destroyed: 'The horde is destroyed',
}

/** @param {Color} color */
export const colorName = color => (color === 'white' ? 'White' : 'Black')

/**
 * @param {Status} status
 * @returns {string} such as 'Checkmate: White wins, 1-0.'
 */
export function statusSentence(status) {
  if (!status.over) return 'The game is not over: *'
  if (status.type === 'draw') return `${DRAWS[status.reason] ?? wordsOf(status.reason)}: a draw, 1/2-1/2.`
  const winner = /** @type {Color} */ (status.winner)
  return `${howWon(status, winner)}: ${colorName(winner)} wins, ${winner === 'white' ? '1-0' : '0-1'}.`
}

/**
 * @param {Exclude<Status, { over: false } | { type: 'draw' }>} status
 * @param {Color} winner
 */
function howWon(status, winner) {
  if (status.type === 'variant_win') return WINS[status.reason]
  return status.type === 'checkmate' ? 'Checkmate' : `${colorName(otherColor(winner))} resigns`
}

/** @param {string} reason such as 'dead_position' */
const wordsOf = reason => reason[0].toUpperCase() + reason.slice(1).replaceAll('_', ' ')

/**
 * @param {Color} color the side that moves
 * @param {number} number of the move
 * @returns {string} '12.' or '12...'
 */
export const moveNumber = (color, number) => `${number}${color === 'white' ? '.' : '...'}`

/**
 * @param {Game} game
 * @returns {string} the last move with its number, such as '12... Nf6'
 */
export function lastMoveText(game) {
  const { lastMove, fullmoveNumber } = game
  if (lastMove === null) return ''
  const { color, san } = lastMove
  return `${moveNumber(color, color === 'white' ? fullmoveNumber : fullmoveNumber - 1)} ${san}`
}

/**
 * @param {Info | null} info
 * @returns {string[]} such as ['+0.27', 'depth 12']; the score is White's
 */
export function scoreWords(info) {
  const words = []
  if (info?.score) words.push(String(info.score.white()))
  if (info?.depth !== undefined) words.push(`depth ${info.depth}`)
  return words
}

/**
 * @param {Game} game at the position that the engine searches
 * @param {readonly string[]} line in UCI
 * @returns {string} in SAN with move numbers, such as '12... Nf6 13. d4'
 */
export function lineText(game, line) {
  let number = game.fullmoveNumber
  const words = game.line(line).map(({ color, san }, index) => {
    const text = color === 'white' || index === 0 ? `${moveNumber(color, number)} ${san}` : san
    if (color === 'black') number++
    return text
  })
  return words.join(' ')
}

/**
 * @param {Strength} strength
 * @param {ThinkingLimits} limits
 * @returns {string} such as 'full strength, 1 s a move' or '1500 Elo, depth 8'
 */
export function levelText({ elo, skill }, { movetime, depth }) {
  const words = []
  if (elo !== undefined) words.push(`${elo} Elo`)
  if (skill !== undefined) words.push(`skill ${skill}`)
  if (words.length === 0) words.push('full strength')
  if (movetime !== undefined) words.push(`${movetime / 1000} s a move`)
  if (depth !== undefined) words.push(`depth ${depth}`)
  return words.join(', ')
}

/**
 * @param {Error} error
 * @returns {string} a sentence
 */
export function sentence({ message }) {
  const text = printable(message)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
