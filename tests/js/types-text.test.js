// SPDX-License-Identifier: Apache-2.0
// What users read of the types in editors, and the public API as the report in tests/types/api has it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { compareReports } from '../../js/tools/api-report.js'
import { readWrittenTypes } from '../../js/tools/types/written.js'

let entries
before(() => {
  entries = readWrittenTypes('dist')
})

test('every type, class, function, method, getter, overload and option says in its first sentence what it is', () => {
  const bare = entries.flatMap(entry => entry.bare.map(line => `${entry.name}: ${line}`))
  assert.deepEqual(bare, [])
})

test('the public API is that of the report; after a change, make api-report writes it anew', () => {
  assert.equal(compareReports(entries), '')
})
