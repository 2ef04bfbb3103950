// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { ChessError } from './binbo.js'

/**
 * The action throws a ChessError with this code, and with every further property given.
 * @returns {ChessError}
 */
export function assertThrows(action, code, place = {}, note = '') {
  let error
  try {
    action()
  } catch (thrown) {
    error = thrown
  }
  assert.ok(error, `${note} should throw ${code}`)
  assert.ok(error instanceof ChessError, `${note} threw ${error?.stack ?? error}`)
  assert.ok(error instanceof Error)
  assert.equal(error.code, code, `${note} ${error.message}`)
  assert.ok(error.message.length > 0)
  for (const [key, value] of Object.entries(place))
    assert.deepEqual(error[key], value, `${note} ${key} of ${code}`)
  return error
}

/** Everything that a game shows, in a form that deepEqual compares. */
export function snapshot(game) {
  return {
    state: Buffer.from(game.state()).toString('base64'),
    fen: game.fen,
    hash: game.hash,
    status: game.status,
    ply: game.ply,
    lastMove: game.lastMove,
    claimable: game.claimableDraws,
    headers: [...game.headers],
  }
}

/** The game after JSON.stringify() and back. */
export const throughJson = game => game.constructor.fromJSON(JSON.parse(JSON.stringify(game)))

/** The action throws this code and the game is as it was. */
export function assertKept(game, action, code, place = {}, note = '') {
  const before = snapshot(game)
  const error = assertThrows(action, code, place, note)
  assert.deepEqual(snapshot(game), before, `${note} ${code} changed the game`)
  return error
}

/** Status objects, as the public API names them. */
export const CONTINUE = { over: false, type: 'continue' }
export const mate = winner => ({ over: true, type: 'checkmate', winner })
export const draw = reason => ({ over: true, type: 'draw', reason })
