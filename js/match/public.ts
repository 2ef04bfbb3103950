// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/match.

export type { AnalysisTables, TableMoves, TableValue } from '../analysis/public.js'
export type { Epd } from '../epd/public.js'
export type {
  ChessError,
  Color,
  DrawReason,
  Game,
  Position,
  Variant,
  VariantName,
  VariantWinReason,
} from '../game/public.js'
export type { PgnGame } from '../pgn/public.js'
export type {
  CloseReason,
  Engine,
  Limits,
  OptionValue,
  PlainScore,
  Restart,
  RestartOptions,
  Score,
  StartOptions,
  Transport,
} from '../uci/public.js'
export type { DrawRule, ResignRule } from './adjudication.js'
export type { Clock } from './clock.js'
export type { LoggedGame, MatchGame, MatchMove, MatchReason } from './match-game.js'
export type { MatchLog } from './match-log.js'
export { memoryLog } from './match-log.js'
export type { Opening, OpeningSource, Pairing, PairingOptions } from './pairings.js'
export { pairings } from './pairings.js'
export type { PlayGameOptions } from './play-game.js'
export { playGame } from './play-game.js'
export type { Match, MatchOptions, MatchProgress, MatchResult } from './play-match.js'
export { playMatch } from './play-match.js'
export type { Player, Seat } from './players.js'
export type { Rules } from './rules.js'
export type { PairCounts, PairScore, ScoredGame } from './scores.js'
export { scoreOf } from './scores.js'
export type { Bounds, SprtCounts, SprtState } from './sprt.js'
export { sprt } from './sprt.js'
export type { Standing, StandingGame } from './standings.js'
export { standings } from './standings.js'
