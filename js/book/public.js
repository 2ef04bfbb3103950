// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/book`.

/** @typedef {import('./entries.js').BookEntry} BookEntry */
/** @typedef {import('./book.js').BookMove} BookMove */
/** @typedef {import('./book.js').BookOptions} BookOptions */
/** @typedef {import('../bytes/byte-source.js').Bytes} Bytes */
/** @typedef {import('./book.js').FindOptions} FindOptions */
/** @typedef {import('./book.js').PickOptions} PickOptions */

export { Book } from './book.js'
