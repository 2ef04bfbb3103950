// SPDX-License-Identifier: Apache-2.0
// The page's snapshot: one for each frame in which a model has changed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store } from '#web/page/store.js'

/** A page whose frames a test draws. */
function page() {
  /** @type {(() => void)[]} */
  const frames = []
  globalThis.document = /** @type {any} */ ({ hidden: false })
  globalThis.requestAnimationFrame = draw => frames.push(/** @type {() => void} */ (draw))
  let number = 0
  const store = new Store(() => ({ number }))
  /** @type {[now: number, before: number | undefined][]} */
  const seen = []
  store.react((now, before) => seen.push([now.number, before?.number]))
  const change = () => {
    number++
    store.change()
  }
  return { store, frames, seen, change }
}

test('many changes are one frame, and each frame can be asked for anew', () => {
  const { store, frames, seen, change } = page()
  for (const count of [1, 2]) {
    for (let i = 0; i < 3; i++) change()
    assert.equal(frames.length, count, 'one frame for all of them')
    frames[count - 1]()
  }
  assert.deepEqual(seen, [
    [3, undefined],
    [6, 3],
  ])
  frames[0]()
  store.draw()
  assert.equal(seen.length, 2, 'nothing has changed')
})

test('a view that fails is reported, and stops no other one', t => {
  const { store, seen, change } = page()
  const failure = new Error('of the test')
  /** @type {unknown[]} */
  const reported = []
  globalThis.reportError = error => reported.push(error)
  t.after(() => Reflect.deleteProperty(globalThis, 'reportError'))
  store.drawWith(() => {
    throw failure
  })
  let drawn = 0
  store.drawWith(({ number }) => {
    drawn = number
  })
  change()
  store.draw()
  assert.deepEqual([drawn, seen.length, reported], [1, 1, [failure]])
})

test('what depends on a few values runs when one of them has changed, until it is removed', () => {
  const { store, change } = page()
  /** @type {number[]} */
  const seen = []
  const remove = store.watch(
    ({ number }) => [number > 1],
    ({ number }) => void seen.push(number),
  )
  for (let times = 0; times < 3; times++) {
    change()
    store.draw()
  }
  assert.deepEqual(seen, [2])
  remove()
  change()
  store.draw()
  assert.deepEqual(seen, [2])
})
