// SPDX-License-Identifier: Apache-2.0
// The styles of the page follow the reading direction.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Boards, moves, curves, code, and what a script puts at the pointer: their sides are the same in every language. */
const SAME_SIDES =
  /^(board\/(board|drag|promotion)|moves\/(moves|notes)|analysis\/(bar|curve)|embed\/embed|styles\/docs-code)\.css$/
const SIDES =
  /^\s*((left|right|(margin|padding|border)-(left|right)[a-z-]*):|(text-align|float): (left|right);).*/gm

test('only what has the same sides in every language names left or right', () => {
  const files = readdirSync('web', { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.css') && !SAME_SIDES.test(name))
  assert.ok(files.length > 30)
  const found = files.flatMap(name =>
    (readFileSync(`web/${name}`, 'utf8').match(SIDES) ?? []).map(line => `${name}: ${line.trim()}`),
  )
  assert.deepEqual(found, [])
})
