// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/epd`.

export type { ChessError, Move, MoveSquares, Position, PositionSource, VariantName } from '../game/public.js'
export type { PgnSource } from '../pgn/public.js'
export type { Engine, EnginePool, Info, Limits, MapProgress } from '../uci/public.js'
export type { ParseEpdOptions, ReadEpd } from './epd.js'
export { Epd, parseEpd, toEpd } from './epd.js'
export type { EpdValue } from './operations.js'
export type { PuzzleAnswer, ReadPuzzlesOptions } from './puzzles.js'
export { Puzzle, readPuzzles } from './puzzles.js'
export type { ReadEpdOptions } from './read-epd.js'
export { readEpd } from './read-epd.js'
export type { EpdResult, RunEpdOptions } from './run-epd.js'
export { runEpd } from './run-epd.js'
