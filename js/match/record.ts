// SPDX-License-Identifier: Apache-2.0
// A game of a match as PGN, and as plain JSON.

import { PgnGame } from '../pgn/pgn-game.js'
import type { Score } from '../uci/engine/score.js'
import type { LoggedGame, MatchGame, MatchMove, MatchReason } from './match-game.js'
import type { CheckedPlayer } from './players.js'
import { timeControl } from './players.js'

type GameFacts = Pick<MatchGame, 'pairing' | 'result' | 'reason' | 'moves'> & {
  fen: string
  players: readonly [white: CheckedPlayer, black: CheckedPlayer]
}

/** The words of the tag Termination that the PGN standard has. */
const TERMINATIONS: { [reason in MatchReason]?: string } = {
  draw_adjudicated: 'adjudication',
  resign_adjudicated: 'adjudication',
  tablebase: 'adjudication',
  max_moves: 'adjudication',
  time: 'time forfeit',
  illegal_move: 'rules infraction',
  died: 'abandoned',
  stalled: 'abandoned',
  aborted: 'unterminated',
}

/** @returns the game with its tags and comments */
export function pgnOf({ pairing, result, reason, moves, fen, players }: GameFacts): PgnGame {
  const { opening, round } = pairing
  const book = opening.moves ?? []
  const [white, black] = players.map(timeControl)
  const times =
    white === black
      ? [['TimeControl', white]]
      : [
          ['WhiteTimeControl', white],
          ['BlackTimeControl', black],
        ]
  const headers: [string, string][] = [
    ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.')],
    ['Round', String(round)],
    ['White', players[0].name],
    ['Black', players[1].name],
    ['Result', result],
  ]
  const game = new PgnGame({ fen, variant: opening.variant ?? 'standard', headers })
  for (const [name, value] of [
    ['Termination', TERMINATIONS[reason] ?? 'normal'],
    ...times,
    ['PlyCount', String(book.length + moves.length)],
  ])
    game.headers.set(name, value)
  let node = game.root
  for (const uci of book) {
    node = node.add(uci)
    node.comments = ['book']
  }
  for (const move of moves) {
    node = node.add(move.uci)
    node.comments = [commentOf(move)]
  }
  return game
}

/** @returns such as '+0.35/12 1.204s' */
function commentOf({ score, depth, time }: MatchMove): string {
  const seconds = `${(time / 1000).toFixed(3)}s`
  return score === null ? seconds : `${scoreText(score)}/${depth} ${seconds}`
}

/** @returns in pawns; a mate in plies, as engine tools write it */
function scoreText({ kind, value }: Score): string {
  const sign = value > 0 ? '+' : value < 0 ? '-' : ''
  if (kind === 'cp') return `${sign}${(Math.abs(value) / 100).toFixed(2)}`
  return value > 0 ? `+M${2 * value - 1}` : `-M${-2 * value}`
}

/** @returns a copy */
export function loggedGame({ game, moves, ...facts }: MatchGame): LoggedGame {
  return {
    ...facts,
    moves: moves.map(({ score, ...move }) => ({ ...move, score: score?.toJSON() ?? null })),
    pgn: game.toString(),
  }
}
