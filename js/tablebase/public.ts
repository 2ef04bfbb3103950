// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/tablebase`.

export type { ByteReader, Bytes } from '../bytes/byte-source.js'
export type { PositionSource } from '../game/position.js'
export type { ChessError, Game, Position, Setup } from '../game/public.js'
export type { TablebaseError } from './errors.js'
export type { TableSource, TableSources } from './table-files.js'
export type { Dtz, ProbeOptions, TablebaseMove, TablebaseOptions, Wdl } from './tablebase.js'
export { Tablebase } from './tablebase.js'
