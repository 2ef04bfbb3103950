// SPDX-License-Identifier: Apache-2.0
// The duties that `make engines` tries with all engines, with the two that are always there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tryDuties } from './support/engine-duties.js'
import { FAIRY, NATIVE, processTransport } from './support/engines.js'

describe('twenty duties', { concurrency: 2 }, () => {
  for (const [path, refused] of [
    [NATIVE, ['variant']],
    [FAIRY, []],
  ]) {
    test(`${path}`, async t => {
      const { name, results } = await tryDuties(() => processTransport(path), path)
      const wrong = results.filter(({ outcome }) => outcome === 'failed')
      assert.deepEqual(wrong, [])
      assert.equal(results.length, 20)
      const notDone = results.filter(({ outcome }) => outcome !== 'done').map(({ duty }) => duty)
      assert.deepEqual(notDone, refused)
      t.diagnostic(name)
    })
  }
})
