// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/tablebase`.

/** @typedef {import('../bytes/byte-source.js').ByteReader} ByteReader */
/** @typedef {import('../bytes/byte-source.js').Bytes} Bytes */
/** @typedef {import('../game/position.js').PositionSource} PositionSource */
/** @typedef {import('./errors.js').TablebaseError} TablebaseError */
/** @typedef {import('./table-files.js').TableSource} TableSource */
/** @typedef {import('./table-files.js').TableSources} TableSources */
/** @typedef {import('./tablebase.js').Dtz} Dtz */
/** @typedef {import('./tablebase.js').ProbeOptions} ProbeOptions */
/** @typedef {import('./tablebase.js').TablebaseMove} TablebaseMove */
/** @typedef {import('./tablebase.js').TablebaseOptions} TablebaseOptions */
/** @typedef {import('./tablebase.js').Wdl} Wdl */

export { Tablebase } from './tablebase.js'
