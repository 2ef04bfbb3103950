// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/book`.

export type { Bytes } from '../bytes/byte-source.js'
export type { Color, Game, PositionSource } from '../game/public.js'
export type { PgnGame } from '../pgn/public.js'
export type { ByteReader } from '../tablebase/public.js'
export type { BookMove, BookOptions, FindOptions, PickingOptions, PickOptions } from './book.js'
export { Book } from './book.js'
export type { BookEntry } from './entries.js'
