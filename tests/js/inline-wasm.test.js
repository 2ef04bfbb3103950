// SPDX-License-Identifier: Apache-2.0
// The wasm as text: what js/tools/inline-wasm.js writes, js/core/carried-wasm.ts reads.

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transform } from 'esbuild'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { bytesOfText } from '#js/core/decode-wasm.js'
import { decoderText, wasmText } from '#js/core/generated/wasm-text.js'
import { renderModule, textOf } from '../../js/tools/inline-wasm.js'
import { trim } from '../../js/tools/trim-wasm.js'
import { randomFrom } from '../random.js'
import { seed } from './support/random-games.js'

test('text that does not fit into the decoder is refused', () => {
  assert.equal(textOf(new Uint8Array(11 << 14)).length, 11 << 14)
  assert.equal(bytesOfText(textOf(new Uint8Array(11 << 14)), decoderText).length, 11 << 14)
  assert.throws(() => textOf(new Uint8Array((11 << 14) + 1)), /do not fit/)
})

test('the text is printable ASCII without quotation mark and backslash', () => {
  assert.match(wasmText, /^[#-[\]-~]+$/)
})

test('the text is the module, each time that it is decoded', () => {
  const core = readFileSync(new URL('../../build/core.wasm', import.meta.url))
  for (let i = 0; i < 3; i++) assert.equal(Buffer.compare(carriedWasm(), core), 0)
})

test('bytes survive the text: all values, none, random ones', () => {
  const random = randomFrom(seed)
  for (const bytes of [
    new Uint8Array(0),
    Uint8Array.from({ length: 256 }, (_, value) => value),
    Uint8Array.from({ length: 5000 }, () => random() * 256),
  ])
    assert.deepEqual(bytesOfText(textOf(bytes), decoderText), bytes)
})

test('a minifier leaves the text as it is', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value)
  const { code } = await transform(renderModule(bytes, bytes), { minify: true, format: 'esm' })
  assert.ok(code.includes(`"${textOf(bytes)}"`))
})
test('trimmed, a module has no exports of the runtime but _initialize, and works', () => {
  const section = (number, ...content) => [number, content.length, ...content]
  const entry = name => [name.length, ...Buffer.from(name), 0, 0] // of function 0
  const bytes = Uint8Array.of(
    ...Buffer.from('\0asm\x01\0\0\0'),
    ...section(1, 1, 0x60, 0, 1, 0x7f), // type 0: () => i32
    ...section(3, 1, 0), // function 0 is of type 0
    ...section(7, 4, ...['__errno', '_initialize', 'seven', 'stackSave'].flatMap(entry)),
    ...section(10, 1, 4, 0, 0x41, 7, 0x0b), // i32.const 7
  )
  const trimmed = trim(bytes)
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trimmed))
  assert.deepEqual(Object.keys(exports), ['_initialize', 'seven'])
  assert.equal(exports.seven(), 7)
  assert.deepEqual(trim(trimmed), trimmed)
})
