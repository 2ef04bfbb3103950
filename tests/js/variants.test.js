// SPDX-License-Identifier: Apache-2.0
// The variants in the library: names, options, pockets, drops, ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { binbo, perft, START_FEN, validateFen } from './support/binbo.js'

const { variantName, variants } = binbo

/** By our name: that of PGN, of UCI, of Lichess, and others that people write. */
const NAMES = {
  standard: ['Standard', 'chess', 'standard', 'Normal', 'From Position'],
  chess960: ['Chess960', 'chess960', 'chess960', 'Chess 960', 'Fischerandom', 'fischer-random'],
  crazyhouse: ['Crazyhouse', 'crazyhouse', 'crazyhouse', 'Crazy House', 'zh'],
  antichess: ['Antichess', 'antichess', 'antichess', 'Giveaway', 'anti-chess'],
  atomic: ['Atomic', 'atomic', 'atomic', 'ATOMIC'],
  horde: ['Horde', 'horde', 'horde'],
  kingofthehill: ['King of the Hill', 'kingofthehill', 'kingOfTheHill', 'king-of-the-hill', 'KOTH'],
  racingkings: ['Racing Kings', 'racingkings', 'racingKings', 'racing_kings'],
  '3check': ['Three-check', '3check', 'threeCheck', '3-check', 'Three Check'],
}

test('variants lists their names, frozen', () => {
  assert.deepEqual(
    variants,
    Object.keys(NAMES).sort((a, b) => variants.indexOf(a) - variants.indexOf(b)),
  )
  assert.equal(variants[0], 'standard')
  assert.ok(Object.isFrozen(variants))
})

test('variantName gives the names of PGN, UCI and Lichess', () => {
  for (const [variant, [pgn, uci, lichess]] of Object.entries(NAMES)) {
    assert.equal(variantName(variant, 'pgn'), pgn)
    assert.equal(variantName(variant, 'uci'), uci)
    assert.equal(variantName(variant, 'lichess'), lichess)
    assert.equal(variantName(lichess.toUpperCase(), 'pgn'), pgn)
  }
  for (const form of ['PGN', 'binbo', '', 1, null])
    assertThrows(() => variantName('atomic', form), 'ERR_ARGUMENT')
  for (const variant of ['bughouse', '', null, undefined, 2])
    assertThrows(() => variantName(variant, 'pgn'), 'ERR_ARGUMENT')
})

const WRONG = [
  '',
  ' ',
  'bughouse',
  'losers',
  'atom ic!',
  'atomic\n',
  'åtomic',
  'standard'.repeat(99),
  null,
  1,
  ['atomic'],
  {},
]

test('whatever takes a variant takes all its names, and refuses others by ERR_ARGUMENT', () => {
  for (const [variant, names] of Object.entries(NAMES).slice(0, 2)) {
    const fen =
      variant === 'standard' ? START_FEN : 'bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1'
    for (const name of [variant, variant.toUpperCase(), ...names]) {
      assert.equal(new binbo.Game({ variant: name }).options.variant, variant, name)
      assert.deepEqual(validateFen(fen, { variant: name }), { ok: true }, name)
      assert.equal(perft(fen, 1, { variant: name }), 20, name)
    }
  }
  for (const variant of WRONG) {
    const place = typeof variant === 'string' && variant.length < 100 ? { input: variant } : {}
    assertThrows(() => new binbo.Game({ variant }), 'ERR_ARGUMENT', place, String(variant))
    assertThrows(() => validateFen(START_FEN, { variant }), 'ERR_ARGUMENT', place)
    assertThrows(() => perft(START_FEN, 1, { variant }), 'ERR_ARGUMENT', place)
  }
})
