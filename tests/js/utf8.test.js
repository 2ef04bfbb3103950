// SPDX-License-Identifier: Apache-2.0
// UTF-8 without TextEncoder and TextDecoder equals what these two make of it, for random texts and bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainDecode, plainEncoder } from '#js/core/utf8.js'
import { pick, randomFrom } from '../random.js'
import { seed } from './support/random-games.js'

const RUNS = 5000
/** Units of UTF-16 at the borders of what UTF-8 tells apart, among them halves of surrogate pairs. */
const UNITS = [
  0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfeff, 0xffff,
]
/** Bytes at the borders of what a UTF-8 sequence may hold. */
const BYTES = [
  0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
  0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
]

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const encoder = new TextEncoder()

/** What a function returns, or the class of what it throws. */
function outcome(action) {
  try {
    return action()
  } catch (error) {
    return error.constructor
  }
}

test(`texts are encoded as TextEncoder does, seed ${seed}`, () => {
  const random = randomFrom(seed)
  for (let run = 0; run < RUNS; run++) {
    const length = Math.floor(random() * 12)
    const text = String.fromCharCode(
      ...Array.from({ length }, () =>
        random() < 0.7 ? pick(random, UNITS) : Math.floor(random() * 0x10000),
      ),
    )
    const shown = JSON.stringify(text)
    assert.deepEqual(plainEncoder.encode(text), encoder.encode(text), shown)
    const size = Math.floor(random() * 20)
    const [given, expected] = [new Uint8Array(size), new Uint8Array(size)]
    assert.deepEqual(plainEncoder.encodeInto(text, given), encoder.encodeInto(text, expected), shown)
    assert.deepEqual(given, expected, shown)
  }
})

test(`bytes are decoded as TextDecoder does, seed ${seed}`, () => {
  const random = randomFrom(seed)
  let valid = 0
  for (let run = 0; run < RUNS; run++) {
    const length = Math.floor(random() * 8)
    const bytes = Uint8Array.from({ length }, () =>
      random() < 0.7 ? pick(random, BYTES) : Math.floor(random() * 256),
    )
    const expected = outcome(() => strict.decode(bytes))
    if (typeof expected === 'string' && length > 0) valid++
    assert.equal(plainDecode(bytes, false), lenient.decode(bytes), bytes.join())
    assert.equal(
      outcome(() => plainDecode(bytes, true)),
      expected,
      bytes.join(),
    )
  }
  assert.ok(valid > RUNS / 50, `${valid} sequences were valid`)
})

test('every sequence of two bytes, and every code point', () => {
  for (let first = 0x80; first < 256; first++)
    for (let second = 0; second < 256; second++) {
      const bytes = Uint8Array.of(first, second)
      assert.equal(plainDecode(bytes, false), lenient.decode(bytes), bytes.join())
    }
  for (let point = 0; point < 0x110000; point += point < 0x3000 ? 1 : 97) {
    const text = String.fromCodePoint(point)
    const bytes = encoder.encode(text)
    assert.deepEqual(plainEncoder.encode(text), bytes, point.toString(16))
    assert.equal(plainDecode(bytes, false), lenient.decode(bytes), point.toString(16))
  }
})
