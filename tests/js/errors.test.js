// SPDX-License-Identifier: Apache-2.0
// Every error code of src/error.h is produced by somebody who does the wrong thing. The codes that need a
// process of their own (ERR_INIT, ERR_WASM, ERR_MEMORY) have theirs in environment.test.js.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { Game, root } from './support/binbo.js'
import { FOOLS_MATE, fromFen, played } from './support/games.js'

const read = path => readFileSync(`${root}${path}`, 'utf8')

const load = pgn => new Game().loadPgn(pgn)

/** A state whose bytes are changed and whose checksum, wherever it stands, is made to fit by trying. */
const START = () => new Game()

const PRODUCED = {
  ERR_MOVE_SYNTAX: () => START().move('e2'),
  ERR_MOVE_SQUARE: () => START().indexMove(64, 0),
  ERR_MOVE_NO_PIECE: () => START().move('e4e5'),
  ERR_MOVE_WRONG_SIDE: () => START().move('e7e5'),
  ERR_MOVE_OWN_CAPTURE: () => START().move('a1a2'),
  ERR_MOVE_ILLEGAL: () => START().move('e2e5'),
  ERR_MOVE_KING_IN_CHECK: () => fromFen('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1').move('e2c3'),
  ERR_MOVE_PROMOTION: () => START().move('e2e4q'),
  ERR_SAN_SYNTAX: () => START().sanMove('Sf3'),
  ERR_SAN_ILLEGAL: () => START().sanMove('Nd2'),
  ERR_SAN_AMBIGUOUS: () => fromFen('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1').sanMove('Nd2'),
  ERR_PGN_EMPTY: () => load(''),
  ERR_PGN_TAG: () => load('[Event "x]\n'),
  ERR_PGN_TAG_FEN: () => load('[FEN "x"]\n\n*'),
  ERR_PGN_VARIANT: () => load('[Variant "Atomic"]\n\n*'),
  ERR_PGN_TOKEN: () => load('1. e4 @'),
  ERR_PGN_MOVE: () => load('1. e5'),
  ERR_PGN_AMBIGUOUS: () => load('[FEN "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"]\n\n1. Nd2'),
  ERR_PGN_NULL_MOVE: () => load('1. --'),
  ERR_PGN_COMMENT: () => load('1. e4 {'),
  ERR_PGN_VARIATION: () => load('1. e4 ('),
  ERR_PGN_TOO_LARGE: () => load(`[Event "${'x'.repeat(1 << 22)}"]\n\n1. e4`),
  ERR_STATE_FORMAT: () => START().setState(new Uint8Array(99)),
  ERR_STATE_CHECKSUM: () => START().setState(damaged(START().state())),
  ERR_STATE_VERSION: () => START().setState(forged('version')),
  ERR_STATE_INVALID: () => START().setState(forged('move')),
  ERR_GAME_OVER: () => played(FOOLS_MATE).move('a2a3'),
  ERR_GAME_STOPPED: () => {
    const game = START()
    game.stop()
    game.move('e2e4')
  },
  ERR_DRAW_CLAIM: () => START().claimDraw(),
  ERR_ARGUMENT: () => START().move(5),
}

const ELSEWHERE = ['ERR_INIT', 'ERR_WASM', 'ERR_MEMORY']

/** The last byte of a move that still leaves a state by its looks. */
function damaged(state) {
  const bytes = played(['e2e4', 'e7e5']).state()
  assert.notDeepEqual(bytes, state)
  bytes[Math.floor(bytes.length / 2)] ^= 0x10
  return bytes
}
