// SPDX-License-Identifier: Apache-2.0
// Writes the outcomes between the marks of web/docs/runs-in.md.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.js'

const PAGE = join(ROOT, 'web/docs/runs-in.md')
const MARKS = /(<!-- rows: make everywhere -->\n).*(<!-- end of rows -->)/s

/** @typedef {import('./run.js').Outcome} Outcome */

/** @param {string} text @returns {string} its first line, for a cell */
const cell = text => text.split('\n', 1)[0].replaceAll('|', '\\|')

/** @param {Outcome} outcome */
function rowOf({ row, versions, missing, results }) {
  const ran = results.filter(({ error }) => error === undefined).map(({ what }) => what)
  const not = results
    .filter(({ error }) => error !== undefined)
    .map(
      ({ what, error = '', limit }) => `${what === 'everything' ? '' : `${what}: `}${limit ?? cell(error)}`,
    )
  if (row.note) not.push(row.note)
  if (missing) not.push(`not installed: ${cell(missing)}`)
  return `| ${row.title} | ${versions} | ${ran.join('; ')} | ${not.join('; ')} |`
}

/** @param {Outcome[]} outcomes of all rows */
export function writeTable(outcomes) {
  const groups = [...new Set(outcomes.map(({ row }) => row.group))]
  const tables = groups.map(group => {
    const rows = outcomes.filter(({ row }) => row.group === group).map(rowOf)
    return `## ${group}\n\n| | version | runs | does not |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const machine = `On ${process.platform} ${process.arch}, with Node ${process.versions.node} where a row names no other.`
  const page = readFileSync(PAGE, 'utf8')
  if (!MARKS.test(page)) throw new Error(`${PAGE} has no marks for the rows`)
  writeFileSync(
    PAGE,
    page.replace(MARKS, (_, start, end) => `${start}\n${machine}\n\n${tables.join('\n')}\n${end}`),
  )
}
