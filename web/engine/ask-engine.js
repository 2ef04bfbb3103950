// SPDX-License-Identifier: Apache-2.0
// One question to the engine, answered at full strength, whatever it plays at.

import { strengthOptions } from './strength.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/uci').BestMove} BestMove */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('binbo/uci').Limits} Limits */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

/**
 * @param {EngineRoom} room
 * @param {Game} game
 * @param {Limits} limits
 * @param {AbortSignal} signal
 * @returns {Promise<BestMove & { info: Info | null }>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED when it was aborted
 */
export async function askEngine(room, game, limits, signal) {
  // Of the position as it is now, whatever becomes of the game.
  const position = game.clone()
  let release = () => {}
  try {
    release = await room.claim(signal)
    const engine = await room.engine(signal)
    await engine.setOptions(strengthOptions('full', engine.options))
    return await engine.bestMove(position, limits, { multipv: 1, signal })
  } finally {
    release()
    position.stop()
  }
}
