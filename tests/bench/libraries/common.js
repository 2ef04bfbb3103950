// SPDX-License-Identifier: Apache-2.0

/** Lets finalizers run, as they do in a program that is not one synchronous loop. */
export const eventLoopTurn = () => new Promise(resolve => setImmediate(resolve))

/**
 * What all libraries write alike; they differ in when they show an en passant square.
 * @param {string} fen
 */
export const placementSideCastling = fen => fen.split(' ', 3).join(' ')
