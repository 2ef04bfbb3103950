// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, renderModule } from '../../js/tools/inline-wasm.js'

/** @param {Uint8Array} bytes what goes in, and comes out again */
async function throughModule(bytes) {
  const { decodeWasm, wasmText } = await import(
    `data:text/javascript,${encodeURIComponent(renderModule(encode(bytes)))}`
  )
  return decodeWasm(wasmText)
}

/** @param {number} length */
const sequence = length => Uint8Array.from({ length }, (_, i) => (i * i * 7 + (i >> 8) * 13) & 255)

for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(255)],
  ['every byte value', Uint8Array.from({ length: 256 }, (_, value) => value)],
  [
    'every byte value, the high ones most often',
    Uint8Array.from({ length: 4096 }, (_, i) => 255 - ((i % 256) & (i >> 4))),
  ],
  ['50,000 bytes', sequence(50_000)],
])) {
  test(`text and back: ${name}`, async () => {
    assert.deepEqual(await throughModule(bytes), bytes)
  })
}

test('the text is printable ASCII that no quote or escape breaks', () => {
  assert.match(encode(sequence(10_000)), /^[0-9a-f]{72}[(-[\]-~]+$/)
})
