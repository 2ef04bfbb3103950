// SPDX-License-Identifier: Apache-2.0
// The shim of node:assert for Chromium gives the same verdicts as Node's.

import nodeAssert from 'node:assert/strict'
import { test } from './support/fixtures.js'
import shim from './support/shims/node-assert.js'

/** @param {() => unknown} action @returns {Promise<boolean>} */
async function passes(action) {
  try {
    await action()
    return true
  } catch {
    return false
  }
}

class Point {
  x = 1
}

const VALUES = [
  0,
  -0,
  1,
  1n,
  '1',
  '',
  null,
  undefined,
  true,
  Number.NaN,
  [],
  {},
  [1],
  [1, 2],
  [undefined],
  { x: 1 },
  { x: 1, y: undefined },
  { x: [1, { z: 2n }] },
  { x: [1, { z: 3n }] },
  new Point(),
  new Map([['a', [1]]]),
  new Map([['a', [2]]]),
  new Set(['a']),
  new Set(['b']),
  Uint8Array.of(1),
  Uint8Array.of(2),
  Uint16Array.of(1),
  new Date(0),
  new Date(1),
  /a/,
  /b/,
  new Error('a'),
  new Error('b'),
  new TypeError('a'),
]

const copy = (/** @type {any} */ value) =>
  value instanceof Point ? new Point() : value instanceof RegExp ? new RegExp(value) : structuredClone(value)

test('equality', async () => {
  for (const a of VALUES) {
    for (const b of VALUES) {
      for (const method of /** @type {const} */ (['equal', 'notEqual', 'deepEqual', 'notDeepEqual'])) {
        const other = copy(b)
        const expected = await passes(() => nodeAssert[method](a, other))
        nodeAssert.equal(
          await passes(() => shim[method](a, other)),
          expected,
          `${method} of ${String(a)}, ${String(b)}`,
        )
      }
    }
    nodeAssert.equal(await passes(() => shim.ok(a)), await passes(() => nodeAssert.ok(a)))
  }
})

test('errors', async () => {
  const error = Object.assign(new TypeError('no such move'), { code: 'ERR_X', ply: 3 })
  const expectations = [
    undefined,
    'a message',
    /such/,
    /other/,
    TypeError,
    Error,
    RangeError,
    { code: 'ERR_X' },
    { code: 'ERR_X', ply: 4 },
    { message: /move/ },
    { message: /game/ },
    (/** @type {any} */ thrown) => thrown.ply === 3,
    (/** @type {any} */ thrown) => thrown.ply === 4,
  ]
  const raise = () => {
    throw error
  }
  for (const expected of expectations) {
    for (const action of [raise, () => {}]) {
      const node = await passes(() => nodeAssert.throws(action, /** @type {any} */ (expected)))
      nodeAssert.equal(await passes(() => shim.throws(action, expected)), node, `throws ${String(expected)}`)
      const later = async () => action()
      const nodeLater = await passes(() => nodeAssert.rejects(later, /** @type {any} */ (expected)))
      nodeAssert.equal(
        await passes(() => shim.rejects(later, expected)),
        nodeLater,
        `rejects ${String(expected)}`,
      )
    }
  }
})

test('texts', async () => {
  for (const pattern of [/a/, /b/]) {
    nodeAssert.equal(
      await passes(() => shim.match('a', pattern)),
      await passes(() => nodeAssert.match('a', pattern)),
    )
    nodeAssert.equal(
      await passes(() => shim.doesNotMatch('a', pattern)),
      await passes(() => nodeAssert.doesNotMatch('a', pattern)),
    )
  }
  nodeAssert.equal(await passes(() => shim.fail('x')), false)
})
