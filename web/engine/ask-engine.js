// SPDX-License-Identifier: Apache-2.0
// The engine for oneself, as long as one has something to ask it. Who chooses another engine meanwhile gets that one's
// answer.

import { strengthOptions } from './strength.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/uci').BestMove} BestMove */
/** @typedef {import('binbo/uci').Engine} Engine */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('binbo/uci').Limits} Limits */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

/**
 * @template T
 * @param {EngineRoom} room
 * @param {AbortSignal} signal
 * @param {(engine: Engine) => Promise<T>} ask is called again where another engine was chosen; it sets the options that
 *   it needs
 * @returns {Promise<T>}
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED when it was aborted
 */
export async function withEngine(room, signal, ask) {
  const release = await room.claim(signal)
  try {
    for (;;) {
      const { source } = room
      try {
        return await ask(await room.engine(signal))
      } catch (error) {
        if (signal.aborted || room.source === source) throw error
      }
    }
  } finally {
    release()
  }
}

/**
 * The best move as it is at full strength.
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
  try {
    return await withEngine(room, signal, async engine => {
      await engine.setOptions(strengthOptions('full', engine.options))
      return engine.bestMove(position, limits, { multipv: 1, signal })
    })
  } finally {
    position.stop()
  }
}
