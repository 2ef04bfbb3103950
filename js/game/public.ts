// SPDX-License-Identifier: Apache-2.0
// The exports of every entry.

export type { ErrorCode, ErrorPlace } from '../core/errors.js'
export { ChessError } from '../core/errors.js'
export type { Variant, VariantWinReason } from '../core/generated/bindings.js'
export type { CoreErrorCode } from '../core/generated/errors.js'
export type { BoardOptions } from './board-text.js'
export type { CanWin, Effort, EffortOptions, FlagOptions } from './dead.js'
export type { FenOptions, PerftOptions, ValidateFenOptions } from './fen.js'
export { chess960Fen, perft, START_FEN, validateFen } from './fen.js'
export type { ClaimableDraw } from './game.js'
export { Game } from './game.js'
export type { GameJson } from './game-json.js'
export type { DropOfPiece, Move, MoveFacts, MoveFlag, MoveSquares, SquaresOfMove } from './move.js'
export type { LegalMovesForm, LegalMovesOptions } from './move-lists.js'
export type {
  DeadMode,
  DrawMode,
  GameOptions,
  LifeOptions,
  RulesOptions,
  TerminateHandler,
  TerminationReason,
} from './options.js'
export type { PgnOptions } from './pgn-writer.js'
export type { EqualsOptions, PositionOptions, PositionSource } from './position.js'
export { Position } from './position.js'
export type { Dests, DestsOptions, PieceCounts } from './position-reader.js'
export type { Pockets, ProblemsOptions, SetupPiece } from './setup.js'
export { Setup } from './setup.js'
export type { Color, DropLetter, PieceType, Promotion, PromotionName, Square, SquareName } from './squares.js'
export { isSquare, SQUARES } from './squares.js'
export type {
  CheckmateStatus,
  ContinueStatus,
  DrawReason,
  DrawStatus,
  Json,
  Status,
  VariantWinStatus,
  Winner,
  WinnerName,
  WinnerStatus,
} from './status.js'
export type { Pocket, VariantName, VariantNameForm } from './variants.js'
export { VARIANTS, variantName } from './variants.js'
