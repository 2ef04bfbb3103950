// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/pgn.

export type {
  ChessError,
  Game,
  GameOptions,
  Move,
  MoveSquares,
  Position,
  PositionSource,
  Square,
  Status,
  VariantName,
} from '../game/public.js'
export type {
  Arrow,
  ArrowInput,
  Evaluation,
  MarkColor,
  SquareMark,
  SquareMarkInput,
} from './comment-commands.js'
export type { PgnGameJson, PgnNodeJson } from './game-json.js'
export type { Locale } from './locales.js'
export { parsePgn } from './parse-pgn.js'
export type { PgnGameOptions, PgnResult } from './pgn-game.js'
export { PgnGame } from './pgn-game.js'
export type { PgnMoveNode, PgnPath } from './pgn-node.js'
export { PgnNode } from './pgn-node.js'
export type { PgnProgress, ReadPgnOptions } from './pgn-options.js'
export type { Reaches } from './reaches.js'
export { readPgn, validatePgn } from './reader.js'
export type { PgnSource } from './source.js'
export type { TextRange } from './text-places.js'
export type { TreePgnOptions } from './tree-writer.js'
export type { NodeOrder } from './walk.js'
