// SPDX-License-Identifier: Apache-2.0
// Writes moves, scores and results for players.

import { reasonOf } from '../../core/caught.js'
import { CHECKMATE_WORDS, capitalTitle, DRAW_WORDS, endSentence, VARIANT_END_WORDS } from '../../game/ends.js'
import type { Game } from '../../game/game.js'
import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import type { Status } from '../../game/status.js'
import type { Info } from '../../uci/engine/search.js'
import { printable } from '../text.js'
import type { Strength, ThinkingLimits } from './arguments.js'

/** The detail of a result by resignation. */
export const RESIGNATION = 'resignation'

export const colorName = (color: Color) => (color === 'white' ? 'White' : 'Black')

/** @returns such as 'Checkmate: White wins, 1-0.' or 'Race: a draw, 1/2-1/2. Both kings have reached rank 8.' */
export function statusSentence(status: Status): string {
  if (!status.over) return 'The game is not over: *'
  if (status.type === 'draw') {
    if (status.reason === 'manual') return 'The players agree: a draw, 1/2-1/2.'
    const words = DRAW_WORDS[status.reason]
    return `${capitalTitle(words)}: a draw, 1/2-1/2. ${words[2]}`
  }
  const winner = status.winner === 'white' ? 'white' : 'black'
  const won = `${colorName(winner)} wins, ${winner === 'white' ? '1-0' : '0-1'}.`
  if (status.type === 'winner') return `${colorName(otherColor(winner))} resigns: ${won}`
  const words = status.type === 'checkmate' ? CHECKMATE_WORDS : VARIANT_END_WORDS[status.reason]
  return `${capitalTitle(words)}: ${won} ${endSentence(words, winner)}`.trim()
}

/**
 * @param color the side that moves
 * @param number the number of the move
 * @returns '12.' or '12...'
 */
export const moveNumber = (color: Color, number: number): string =>
  `${number}${color === 'white' ? '.' : '...'}`

/** @returns the last move with its number, such as '12... Nf6' */
export function lastMoveText(game: Game): string {
  const { lastMove, fullmoveNumber } = game
  if (lastMove === null) return ''
  const { color, san } = lastMove
  return `${moveNumber(color, color === 'white' ? fullmoveNumber : fullmoveNumber - 1)} ${san}`
}

/** @returns such as ['+0.27', 'depth 12']; the score is White's */
export function scoreWords(info: Info | null): string[] {
  const words = []
  if (info?.score) words.push(String(info.score.white()))
  if (info?.depth !== undefined) words.push(`depth ${info.depth}`)
  return words
}

/**
 * @param game a game at the position that the engine searches
 * @param line moves in UCI
 * @returns the line in SAN with move numbers, such as '12... Nf6 13. d4'
 */
export function lineText(game: Game, line: readonly string[]): string {
  let number = game.fullmoveNumber
  const words = game.line(line).map(({ color, san }, index) => {
    const text = color === 'white' || index === 0 ? `${moveNumber(color, number)} ${san}` : san
    if (color === 'black') number++
    return text
  })
  return words.join(' ')
}

/** @returns such as 'full strength, 1 s a move' or '1500 Elo, depth 8' */
export function levelText({ elo, skill }: Strength, { movetime, depth }: ThinkingLimits): string {
  const words = []
  if (elo !== undefined) words.push(`${elo} Elo`)
  if (skill !== undefined) words.push(`skill ${skill}`)
  if (words.length === 0) words.push('full strength')
  if (movetime !== undefined) words.push(`${movetime / 1000} s a move`)
  if (depth !== undefined) words.push(`depth ${depth}`)
  return words.join(', ')
}

/** @returns the message of an error, as a sentence */
export function sentence(error: unknown): string {
  const text = printable(reasonOf(error))
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
