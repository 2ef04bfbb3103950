// SPDX-License-Identifier: Apache-2.0
// The record of a game of a match.

import type { VariantWinReason } from '../core/generated/bindings.js'
import type { Color } from '../game/squares.js'
import type { DrawReason } from '../game/status.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { PlainScore, Score } from '../uci/engine/score.js'
import type { Pairing } from './pairings.js'

/** Why a game of a match ended. */
export type MatchReason =
  | 'checkmate'
  | DrawReason
  | VariantWinReason
  | 'draw_adjudicated'
  | 'resign_adjudicated'
  | 'tablebase'
  | 'max_moves'
  | 'time'
  | 'illegal_move'
  | 'died'
  | 'stalled'
  | 'aborted'

/** A move of an engine, and what it said of it. */
export type MatchMove = {
  uci: string
  /** The mover's; null without one. */
  score: Score | null
  depth: number
  seldepth: number
  nodes: number
  /** From the end of `go` to `bestmove`, ms. */
  time: number
  /** On the mover's clock after the move, ms. */
  left?: number
}

/** A game of a match. */
export type MatchGame = {
  pairing: Pairing
  white: string
  black: string
  /** '*' of an aborted game. */
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  reason: MatchReason
  /** Who is at fault: for an illegal move, a death, a stall or the time. */
  loser?: Color
  /** For people, such as the illegal move. */
  detail?: string
  game: PgnGame
  /** Of the engines, without those of the opening. */
  moves: MatchMove[]
}

/** A MatchGame as plain JSON. */
export type LoggedGame = Omit<MatchGame, 'game' | 'moves'> & {
  moves: (Omit<MatchMove, 'score'> & { score: PlainScore | null })[]
  pgn: string
}
