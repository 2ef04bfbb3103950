// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { regexpsIn } from '../../js/tools/check-regexps.js'
import { root } from './support/binbo.js'

const tool = pathToFileURL(`${root}js/tools/check-regexps.js`).href

/** @param {string[]} sources @returns {string[]} the fault of each; its own program ends recheck's with itself */
function faultsOf(sources) {
  const code = `
    const { regexpFault } = await import(${JSON.stringify(tool)})
    const faults = []
    for (const source of ${JSON.stringify(sources)}) faults.push(await regexpFault(source, ''))
    process.stdout.write(JSON.stringify(faults), () => process.exit())
  `
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' }),
  )
}

test('patterns that are slow for some text have a fault, others none', () => {
  const slow = String.raw`.*\s*$ \s+$ ^(a+)+$ \[%[^\]]*\] error\b.*: ^([\w.-]+)\S*\s*$ [+#]?[?!]*$`.split(' ')
  const linear =
    String.raw`^.*\s{0,2}$ ^\s+ ^a+$ \[%[^\]]*\]? ^([\w.-]+)(?:[^\s\w.-]\S*)?\s*$ (?<![+#!?])[+#!?]+$`.split(
      ' ',
    )
  const faults = faultsOf([...slow, ...linear])
  assert.deepEqual(
    [...slow, ...linear].filter((_, at) => faults[at] !== ''),
    slow,
  )
})

test('literals and calls of RegExp are found where they stand', () => {
  const text = "const A = /a+/g // not /this/\nconst b = 'nor /this/' + new RegExp(A + '$')\n"
  assert.deepEqual(regexpsIn('x.js', text), [
    { file: 'x.js', line: 1, text: '/a+/g', pattern: 'a+', flags: 'g' },
    { file: 'x.js', line: 2, text: "new RegExp(A + '$')" },
  ])
})
