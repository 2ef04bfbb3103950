// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/epd`.

/** @typedef {import('./epd.js').ParseEpdOptions} ParseEpdOptions */
/** @typedef {import('./operations.js').EpdValue} EpdValue */
/** @typedef {import('./read-epd.js').ReadEpdOptions} ReadEpdOptions */
/** @typedef {import('./epd.js').ReadEpd} ReadEpd */
/** @typedef {import('./run-epd.js').EpdResult} EpdResult */
/** @typedef {import('./run-epd.js').RunEpdOptions} RunEpdOptions */

export { Epd, parseEpd, toEpd } from './epd.js'
export { readEpd } from './read-epd.js'
export { runEpd } from './run-epd.js'
