// SPDX-License-Identifier: Apache-2.0
// state(), setState() and fromState(): all of a game in bytes, and nothing from bytes that are not one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept, assertThrows, snapshot } from './support/assertions.js'
import { ChessError, Game } from './support/binbo.js'
import { CASTLES, finishedGames, played, rewind, SHUFFLE } from './support/games.js'

test('every result is restored', () => {
  for (const [name, make] of Object.entries(finishedGames)) {
    const game = make()
    const restored = Game.fromState(game.state())
    assert.deepEqual(snapshot(restored), snapshot(game), name)
    assert.ok(Object.isFrozen(restored.status))
  }
  const claimed = played([...SHUFFLE, ...SHUFFLE], { draws: 'claim' })
  claimed.claimDraw()
  assert.deepEqual(snapshot(Game.fromState(claimed.state())), snapshot(claimed))
})

test('variant, draws, start FEN, headers and repetition counts come from the bytes', () => {
  const game = new Game({ fen: CASTLES, variant: 'chess960', draws: 'claim' })
  game.playMoves(['O-O', 'O-O-O'])
  game.headers.set('White', 'Żółć 😀')
  game.headers.delete('Round')
  const into = new Game({ idleTimeout: 100_000 })
  assert.deepEqual(into.setState(game.state()), game.status)
  assert.deepEqual(snapshot(into), snapshot(game))
  assert.equal(into.options.variant, 'chess960')
  assert.equal(into.options.draws, 'claim')
  assert.equal(into.options.idleTimeout, 100_000, 'the timer is the object’s, not the state’s')
  rewind(into)
  assert.equal(into.fen, CASTLES)
})

test('states are small, and the same game gives the same bytes', () => {
  const game = played([...SHUFFLE, 'e2e4', 'e7e5'])
  assert.deepEqual(game.state(), game.state())
  assert.deepEqual(Game.fromState(game.state()).state(), game.state())
  const empty = new Game().state().length
  assert.ok(empty < 400, `${empty} bytes for a new game`)
  assert.ok(game.state().length - empty <= 2 * game.ply + 8, 'about two bytes a move')
  assert.ok(game.state() instanceof Uint8Array)
})

test('a state from a longer buffer, a Buffer and a copy are the same', () => {
  const state = played(['e2e4']).state()
  const wide = new Uint8Array(state.length + 32).fill(7)
  wide.set(state, 16)
  for (const bytes of [Buffer.from(state), wide.subarray(16, 16 + state.length), state.slice()]) {
    assert.equal(Game.fromState(bytes).lastMove.uci, 'e2e4')
  }
})

test('every single flipped bit is noticed and changes nothing', () => {
  for (const game of [played(['e2e4', 'e7e5', 'g1f3']), finishedGames.winner()]) {
    const state = game.state()
    const target = played(['d2d4'])
    const before = snapshot(target)
    for (let bit = 0; bit < state.length * 8; bit++) {
      const bytes = state.slice()
      bytes[bit >> 3] ^= 1 << (bit & 7)
      for (const action of [() => target.setState(bytes), () => Game.fromState(bytes)]) {
        const error = thrownBy(action)
        assert.ok(error instanceof ChessError, `bit ${bit}: ${error?.stack ?? 'was taken'}`)
        assert.match(error.code, /^ERR_STATE_(FORMAT|VERSION|CHECKSUM|INVALID)$/)
      }
    }
    assert.deepEqual(snapshot(target), before)
  }
})

function thrownBy(action) {
  try {
    action()
  } catch (error) {
    return error
  }
}

test('cut, lengthened, swapped and invented bytes are refused', () => {
  const state = played([...SHUFFLE, 'e2e4']).state()
  const target = new Game()
  for (let length = 0; length < state.length; length++) {
    assert.match(
      thrownBy(() => target.setState(state.slice(0, length)))?.code ?? '',
      /^ERR_STATE_/,
      `cut to ${length}`,
    )
  }
  const longer = new Uint8Array(state.length + 1)
  longer.set(state)
  assert.match(thrownBy(() => target.setState(longer))?.code ?? '', /^ERR_STATE_/)
  assertKept(target, () => target.setState(new Uint8Array(0)), 'ERR_STATE_FORMAT')
  assertKept(target, () => target.setState(new Uint8Array(1000)), 'ERR_STATE_FORMAT')
  assertKept(
    target,
    () => target.setState(new TextEncoder().encode('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6')),
    'ERR_STATE_FORMAT',
  )
  for (let at = 0; at + 1 < state.length; at++) {
    if (state[at] === state[at + 1]) continue
    const swapped = state.slice()
    ;[swapped[at], swapped[at + 1]] = [swapped[at + 1], swapped[at]]
    assert.match(
      thrownBy(() => target.setState(swapped))?.code ?? '',
      /^ERR_STATE_/,
      `bytes ${at} and ${at + 1} swapped`,
    )
  }
  assert.equal(target.ply, 0)
})

test('wrong types', () => {
  const game = new Game()
  for (const bad of [
    undefined,
    null,
    {},
    [],
    'bytes',
    5,
    new ArrayBuffer(64),
    new Uint16Array(32),
    new DataView(new ArrayBuffer(9)),
  ]) {
    assertKept(game, () => game.setState(bad), 'ERR_ARGUMENT')
    assertThrows(() => Game.fromState(bad), 'ERR_ARGUMENT')
  }
})

test('headers that are not strings are refused or converted, never a broken state', () => {
  const game = new Game()
  game.headers.set('Round', 7)
  let state
  try {
    state = game.state()
  } catch (error) {
    assert.equal(error.code, 'ERR_ARGUMENT')
    return
  }
  assert.equal(Game.fromState(state).headers.get('Round'), '7')
})
