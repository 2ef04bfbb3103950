// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/database`.

export type {
  ChessError,
  Color,
  Game,
  PieceType,
  Position,
  PositionSource,
  Promotion,
  PromotionName,
  Square,
  SquareName,
  Variant,
  VariantName,
} from '../game/public.js'
export type { PgnGame, PgnPath, PgnSource } from '../pgn/public.js'
export type { AddError, AddedGames, AddOptions, AddProgress } from './add.js'
export type { Sort, SortColumn } from './columns.js'
export type { HeadsOptions } from './database.js'
export { Database } from './database.js'
export type { Exploration, ExploredMove, ExploreOptions } from './explore.js'
export type { ByteStream, ExportFormat, ExportOptions } from './export.js'
export type { ExportColumn } from './export-columns.js'
export type { GameFilter } from './filter.js'
export { GameSet } from './game-set.js'
export type { GameGroup, GroupBy } from './groups.js'
export type { GameHead, GameSpeed } from './heads.js'
export type { Kept } from './keeper.js'
export type { LeavesOptions, RepertoireLeaves, RepertoireLeft, RepertoirePlace } from './leaves.js'
export type { DamagedFile } from './loading.js'
export type { AddSource, GameSource } from './many-sources.js'
export type { DatabaseOptions } from './open-database.js'
export { openDatabase } from './open-database.js'
export type { GameOpening } from './openings.js'
export type { DatabasePlayer, PlayersOptions } from './players.js'
export type { GameQuery, MoveQuery } from './query.js'
export type { Hit, SearchOptions, SearchProgress } from './search.js'
export { GameSearch } from './search.js'
export type { TreeOptions } from './tree.js'
