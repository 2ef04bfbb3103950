// SPDX-License-Identifier: Apache-2.0
// The tables of faults that tests/mutation/run.js plants: each row still says what it changes, and where.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMutants, replaceOnce } from '../mutation/mutants.js'
import { root } from './support/binbo.js'

for (const language of /** @type {const} */ (['c', 'js'])) {
  const mutants = readMutants(language)

  test(`each fault of mutants-${language}.tsv stands once in its file, and changes it`, () => {
    const wrong = mutants.flatMap(mutant => {
      try {
        const source = readFileSync(root + mutant.file, 'utf8')
        return replaceOnce(source, mutant) === source ? [`changes nothing: ${mutant.key}`] : []
      } catch (error) {
        return [/** @type {Error} */ (error).message]
      }
    })
    assert.deepEqual(wrong, [])
  })

  test(`mutants-${language}.tsv has each fault once`, () => {
    const keys = mutants.map(({ key }) => key)
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
    )
  })
}
