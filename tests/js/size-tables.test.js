// SPDX-License-Identifier: Apache-2.0
// The sizes in web/docs/size.md and entries.md are those of the build; `make size-tables` writes them anew.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { measureTable, SIZED } from '../../js/tools/size-tables.js'
import { root } from './support/binbo.js'

/** What a figure may be off, in bytes: of small ones a kilobyte, of large ones a part, so that not every change must write them anew. */
const tolerance = bytes => Math.max(1000, 0.03 * bytes)

for (const path of SIZED)
  test(`${path}: each figure is what a bundle weighs`, async () => {
    const figures = await measureTable(path)
    assert.ok(figures.length >= 10, `${figures.length} rows`)
    for (const { row, written, measured } of figures) {
      assert.equal(written.length, measured.length, row)
      for (const [i, bytes] of measured.entries())
        assert.ok(Math.abs(written[i] * 1000 - bytes) <= tolerance(bytes), `${row}: in fact ${measured}`)
    }
  })

test('entries.md has a row for each entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const rows = [...readFileSync(`${root}web/docs/entries.md`, 'utf8').matchAll(/^\| `(binbo[\w./-]*)` \|/gm)]
  const entries = Object.keys(exports)
    .filter(path => path !== './package.json')
    .map(path => `binbo${path.slice(1)}`)
  assert.deepEqual(rows.map(([, entry]) => entry).toSorted(), entries.toSorted())
})
