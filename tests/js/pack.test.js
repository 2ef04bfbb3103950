// SPDX-License-Identifier: Apache-2.0
// What the packer takes, the unpacker in the bundle gives back: js/tools/packer/ and src/tools/unpack.c.

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { decodeWasm, wasmText } from '../../js/core/generated/wasm-text.js'
import { pack } from '../../js/tools/packer/pack.js'
import { randomFrom } from '../../js/tools/random.js'
import { seed } from './support/random-games.js'

const core = decodeWasm(wasmText)

/** Packs and unpacks, and returns how many bytes the packed digits are. */
function roundTrip(bytes, message) {
  const packed = pack(bytes)
  assert.match(packed, /^[(-Ia-~]*$/)
  assert.ok(Buffer.compare(decodeWasm(packed), bytes) === 0, message)
  return (packed.length * 6) / 8
}

/** @param {() => number} random */
const randomBytes = (random, length) => Uint8Array.from({ length }, () => random() * 256)

const random = randomFrom(seed)
const noise = randomBytes(random, 3000)

for (const [name, bytes] of [
  ['nothing', []],
  ['one byte', [255]],
  ['two bytes', [0, 0]],
  ['every byte value', Uint8Array.from({ length: 256 }, (_, value) => value)],
  [
    'every byte value, downwards and often',
    Uint8Array.from({ length: 4096 }, (_, i) => 255 - ((i * i) & 255)),
  ],
  ['random bytes', noise],
  ['random bytes of few values', noise.map(byte => byte & 3)],
  ['random opcodes and operands', noise.map(byte => byte % 0x46)],
  ['the highest bytes, where digits carry', Uint8Array.from(noise, byte => (byte < 250 ? 255 : byte))],
  ['random bytes first', [...noise, ...core.subarray(0, 3000)]],
  ['random bytes last', [...core.subarray(0, 3000), ...noise]],
  ['random bytes in between', [...core.subarray(0, 3000), ...noise, ...core.subarray(3000, 6000)]],
  ['random bytes twice', [...noise, ...core.subarray(0, 500), ...noise]],
]) {
  test(`packed and back: ${name}`, () => {
    roundTrip(Uint8Array.from(bytes))
  })
}

test('packed and back: pieces of the core, repeats and random bytes in any order', () => {
  for (let round = 0; round < 40; round++) {
    const pieces = Array.from({ length: 1 + random() * 8 }, () => {
      const length = Math.floor(random() ** 3 * 2000)
      const from = Math.floor(random() * (core.length - length))
      if (random() < 0.2) return randomBytes(random, length)
      if (random() < 0.2) return new Uint8Array(length).fill(random() * 256)
      return core.subarray(from, from + length)
    })
    roundTrip(Uint8Array.from(Buffer.concat(pieces)), `seed ${seed}, round ${round}`)
  }
})

test('what repeats costs next to nothing, random bytes cost what they are', () => {
  assert.ok(roundTrip(new Uint8Array(20_000)) < 60)
  assert.ok(roundTrip(Uint8Array.from({ length: 20_000 }, (_, i) => i % 77)) < 150)
  assert.ok(roundTrip(noise) < noise.length + 40)
})

test('the core is packed the same each time', () => {
  assert.equal(pack(core), wasmText)
})
