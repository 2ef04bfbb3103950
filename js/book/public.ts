// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/book`.

export type { Bytes } from '../bytes/byte-source.js'
export type { BookMove, BookOptions, FindOptions, PickOptions } from './book.js'
export { Book } from './book.js'
export type { BookEntry } from './entries.js'
