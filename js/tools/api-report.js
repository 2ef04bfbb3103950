// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the report of the public API, tests/types/api/<entry>.md: the types of dist/ without their comments. A test
 * compares it, so that no change of the API goes unnoticed.
 *
 * usage: node js/tools/api-report.js    (from the top of the repository, after make build)
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './main-module.js'
import { readWrittenTypes } from './types/written.js'

/** @import { WrittenTypes } from './types/written.js' */

const FOLDER = 'tests/types/api'

/**
 * @param {WrittenTypes} types
 * @returns {string}
 */
function reportOf({ name, text }) {
  const specifier = name === 'index' ? 'binbo' : `binbo/${name === 'chess-js' ? 'chess.js' : name}`
  return `<!-- Written by make api-report. -->\n# ${specifier}\n\n\`\`\`ts\n${text.trim()}\n\`\`\`\n`
}

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {string[]} lines that were removed, with '-', and that were added, with '+', in order
 */
function changedLines(before, after) {
  // The longest common subsequence, from the end: lengths[i][j] is that of before.slice(i) and after.slice(j).
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i][j] =
        before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1])
  const lines = []
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++
      j++
    } else if (j === after.length || (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1]))
      lines.push(`- ${before[i++]}`)
    else lines.push(`+ ${after[j++]}`)
  }
  return lines
}

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(join(FOLDER, name), 'utf8')
  } catch {
    return ''
  }
}

/**
 * @param {readonly WrittenTypes[]} entries
 * @returns {string} the lines in which the report differs from them; '' for none
 */
export function compareReports(entries) {
  const now = new Map(entries.map(types => [`${types.name}.md`, reportOf(types)]))
  const names = new Set([...now.keys(), ...readdirSync(FOLDER)])
  return [...names]
    .flatMap(name => {
      const [before, after] = [read(name), now.get(name) ?? '']
      return before === after ? [] : [`${name}:`, ...changedLines(before.split('\n'), after.split('\n'))]
    })
    .join('\n')
}

function main() {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const types of readWrittenTypes('dist'))
    writeFileSync(join(FOLDER, `${types.name}.md`), reportOf(types))
}

if (isMain(import.meta.url)) main()
