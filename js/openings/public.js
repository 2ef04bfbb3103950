// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/openings`.

/** @typedef {import('./openings.js').Continuation} Continuation */
/** @typedef {import('./openings.js').Opening} Opening */
/** @typedef {import('../game/position.js').PositionSource} PositionSource */

export { continuations, openingAt, openingOf, openingsWith } from './openings.js'
