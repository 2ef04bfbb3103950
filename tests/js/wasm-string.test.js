// SPDX-License-Identifier: Apache-2.0
// src/wasm/string.c against plain loops: every short length, overlap in both directions, every alignment.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { randomFrom } from '../random.js'

const path = fileURLToPath(new URL('../../build/string.wasm', import.meta.url))
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)))
const { memory, memcpy, memmove, memset, memcmp, memchr, strlen } = exports

const AT = memory.buffer.byteLength - 65_536 // of the bytes that a test uses, past the module's data and stack
const SIZE = 512
const bytes = new Uint8Array(memory.buffer, AT, SIZE)
const LENGTHS = 100
const random = randomFrom(1)
const byte = () => Math.floor(random() * 256)

/** Fills the bytes at random and returns a copy of them. */
function scramble() {
  for (let i = 0; i < SIZE; i++) bytes[i] = byte()
  return Uint8Array.from(bytes)
}

test('memmove copies ranges that overlap in either direction, and nothing beside them', () => {
  for (let length = 0; length < LENGTHS; length++) {
    for (let distance = -40; distance <= 40; distance++) {
      const expected = scramble()
      const from = 100 + (length % 16)
      assert.equal(memmove(AT + from + distance, AT + from, length), AT + from + distance)
      expected.copyWithin(from + distance, from, from + length)
      assert.deepEqual(bytes, expected, `${length} bytes by ${distance}`)
    }
  }
})

test('memcpy copies to any alignment', () => {
  for (let length = 0; length < LENGTHS; length++) {
    for (let offset = 0; offset < 16; offset++) {
      const expected = scramble()
      assert.equal(memcpy(AT + 300 + offset, AT + 7, length), AT + 300 + offset)
      expected.copyWithin(300 + offset, 7, 7 + length)
      assert.deepEqual(bytes, expected, `${length} bytes to ${offset}`)
    }
  }
})

test('memset takes the low byte of its value', () => {
  for (let length = 0; length < LENGTHS; length++) {
    const expected = scramble()
    const value = byte()
    assert.equal(memset(AT + 33, value - 256 * (length % 3), length), AT + 33)
    expected.fill(value, 33, 33 + length)
    assert.deepEqual(bytes, expected, `${length} bytes`)
  }
})

test('memcmp compares bytes without sign, at the first that differs', () => {
  for (let length = 0; length < LENGTHS; length++) {
    scramble()
    bytes.copyWithin(200, 3, 3 + length)
    assert.equal(memcmp(AT + 3, AT + 200, length), 0)
    for (let at = 0; at < length; at++) {
      const kept = bytes[200 + at]
      bytes[200 + at] = kept ^ 0x80
      const expected = Math.sign(bytes[3 + at] - bytes[200 + at])
      assert.equal(Math.sign(memcmp(AT + 3, AT + 200, length)), expected, `${length} bytes, ${at}`)
      bytes[200 + at] = kept
    }
  }
})

test('memchr and strlen find the first, within their range', () => {
  for (let length = 0; length < LENGTHS; length++) {
    const start = 17 + (length % 16)
    bytes.fill(0xff)
    bytes[start + length] = 0
    assert.equal(memchr(AT + start, 0, length), 0, `${length} bytes without it`)
    assert.equal(strlen(AT + start), length)
    for (let at = 0; at < length; at++) {
      bytes[start + at] = 0xf1
      bytes[start + length - 1] = 0xf1
      assert.equal(memchr(AT + start, 0xf1 - 256, length), AT + start + at, `${length} bytes, ${at}`)
      bytes[start + at] = 0xff
    }
  }
})
