// SPDX-License-Identifier: Apache-2.0
// The exports of every entry.

/** @typedef {import('./board-text.js').BoardOptions} BoardOptions */
/** @typedef {import('../core/errors.js').ErrorCode} ErrorCode */
/** @typedef {import('../core/errors.js').ErrorPlace} ErrorPlace */
/** @typedef {import('./fen.js').ValidateFenOptions} ValidateFenOptions */
/** @typedef {import('./game.js').ClaimableDraw} ClaimableDraw */
/** @typedef {import('./fen.js').FenOptions} FenOptions */
/** @typedef {import('./move-lists.js').LegalMovesForm} LegalMovesForm */
/** @typedef {import('./move-lists.js').LegalMovesOptions} LegalMovesOptions */
/** @typedef {import('./move.js').DropOfPiece} DropOfPiece */
/** @typedef {import('./move.js').Move} Move */
/** @typedef {import('./move.js').MoveFlag} MoveFlag */
/** @typedef {import('./move.js').MoveSquares} MoveSquares */
/** @typedef {import('./move.js').SquaresOfMove} SquaresOfMove */
/** @typedef {import('./options.js').DrawMode} DrawMode */
/** @typedef {import('./options.js').GameOptions} GameOptions */
/** @typedef {import('./options.js').LifeOptions} LifeOptions */
/** @typedef {import('./options.js').TerminateHandler} TerminateHandler */
/** @typedef {import('./options.js').TerminationReason} TerminationReason */
/** @typedef {import('./fen.js').PerftOptions} PerftOptions */
/** @typedef {import('./pgn-writer.js').PgnOptions} PgnOptions */
/** @typedef {import('./position.js').EqualsOptions} EqualsOptions */
/** @typedef {import('./position.js').PositionOptions} PositionOptions */
/** @typedef {import('./position.js').PositionSource} PositionSource */
/** @typedef {import('./position-reader.js').PieceCounts} PieceCounts */
/** @typedef {import('./position-reader.js').Dests} Dests */
/** @typedef {import('./setup.js').Pockets} Pockets */
/** @typedef {import('./setup.js').ProblemsOptions} ProblemsOptions */
/** @typedef {import('./setup.js').SetupPiece} SetupPiece */
/** @typedef {import('./squares.js').Color} Color */
/** @typedef {import('./squares.js').DropLetter} DropLetter */
/** @typedef {import('./squares.js').PieceType} PieceType */
/** @typedef {import('./squares.js').Promotion} Promotion */
/** @typedef {import('./squares.js').PromotionName} PromotionName */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./squares.js').SquareName} SquareName */
/** @typedef {import('./status.js').DrawReason} DrawReason */
/** @typedef {import('./status.js').Json} Json */
/** @typedef {import('./status.js').Status} Status */
/** @typedef {import('./status.js').VariantWinReason} VariantWinReason */
/** @typedef {import('./status.js').Winner} Winner */
/** @typedef {import('./status.js').WinnerName} WinnerName */
/** @typedef {import('./variants.js').Pocket} Pocket */
/** @typedef {import('../core/generated/bindings.js').Variant} Variant */
/** @typedef {import('./variants.js').VariantName} VariantName */
/** @typedef {import('./variants.js').VariantNameForm} VariantNameForm */

export { ChessError } from '../core/errors.js'
export { chess960Fen, perft, START_FEN, validateFen } from './fen.js'
export { Game } from './game.js'
export { Position } from './position.js'
export { Setup } from './setup.js'
export { isSquare, SQUARE_NAMES as SQUARES } from './squares.js'
export { VARIANTS, variantName } from './variants.js'
