// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the report of the public API, tests/types/api/<entry>.md: the types of dist/ without their comments. A test
 * compares it, so that no change of the API goes unnoticed.
 *
 * usage: node js/tools/api-report.js    (from the top of the repository, after make build)
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRIES, fileOf } from './entries.js'
import { isMain } from './main-module.js'

const FOLDER = 'tests/types/api'

/** @returns {Map<string, string>} the types of each entry in dist/, without comments, by the name of its files */
export const readTypes = () =>
  new Map(
    ENTRIES.map(([entry]) => {
      const text = readFileSync(`dist/${fileOf(entry)}.d.cts`, 'utf8')
      return [fileOf(entry), text.replace(/ *\/\*\*[\s\S]*?\*\/\n/g, '')]
    }),
  )

/** @param {string} block an import, a list of exports, or a declaration @returns {string} the name by which it is sorted */
const nameIn = block =>
  /^(?:export )?(?:declare )?(?:class|const|function|interface|type) (\w+)/.exec(block)?.[1] ?? ''

/**
 * @param {string} text declarations
 * @returns {string} the declarations sorted by name: their order in the file depends on imports
 */
const sorted = text =>
  text
    .trim()
    .split(/\n+(?=\w)/)
    .map(block => ({ block, name: nameIn(block) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ block }) => block)
    .join('\n')

/** @returns {Map<string, string>} the report of each entry, by the name of its file */
function reports() {
  return new Map(
    Array.from(readTypes(), ([name, text], index) => [
      `${name}.md`,
      `<!-- Written by make api-report. -->\n# ${ENTRIES[index][0]}\n\n\`\`\`ts\n${sorted(text)}\n\`\`\`\n`,
    ]),
  )
}

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {string[]} removed lines, with '-', and added lines, with '+', in order
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

/** @returns {string} the lines in which the report differs from dist/; '' for none */
export function compareReports() {
  const now = reports()
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
  for (const [name, text] of reports()) writeFileSync(join(FOLDER, name), text)
}

if (isMain(import.meta.url)) main()
