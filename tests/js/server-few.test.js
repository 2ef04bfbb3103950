// SPDX-License-Identifier: Apache-2.0
// Few: the same as a Set, whatever its form.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf, isIn, itemsOf, withItem, withoutItem } from '#js/server/stores/few.js'
import { randomFrom } from '../random.js'

test('few items are what a Set of them is, in its order', () => {
  const random = randomFrom(7)
  const values = Array.from({ length: 14 }, (_, at) => (at % 2 ? { at } : `${at}`))
  const sizes = new Set()
  for (let round = 0; round < 40; round++) {
    let few
    const set = new Set()
    for (let step = 0; step < 60; step++) {
      const value = values[Math.floor(random() * values.length)]
      if (random() < (step < 30 ? 0.9 : 0.2)) {
        few = withItem(few, value)
        set.add(value)
      } else {
        few = withoutItem(few, value)
        set.delete(value)
      }
      assert.deepEqual([...itemsOf(few)], [...set])
      assert.equal(countOf(few), set.size)
      assert.equal(few === undefined, set.size === 0)
      for (const each of values) assert.equal(isIn(few, each), set.has(each))
      sizes.add(set.size)
    }
  }
  assert.ok(sizes.has(0) && sizes.has(1) && sizes.has(11), 'all forms')
})

test('items may be removed while all are visited, and none is missed', () => {
  let few
  for (const item of [1, 2, 3]) few = withItem(few, item)
  const called = []
  for (const item of itemsOf(few)) {
    called.push(item)
    few = withoutItem(few, item)
  }
  assert.deepEqual(called, [1, 2, 3])
  assert.equal(few, undefined)
})
