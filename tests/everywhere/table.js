// SPDX-License-Identifier: Apache-2.0
// Writes the outcomes between the marks of web/docs/runs-in.md.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, ROOT } from './project.js'
import { ROWS } from './rows.js'

const PAGE = join(ROOT, 'web/docs/runs-in.md')
/** The rows of the table as earlier runs have left them. */
const KNOWN = join(FOLDER, 'table.json')
const MARKS = /(<!-- rows: make everywhere -->\n).*(<!-- end of rows -->)/s

/** @import { Outcome } from './run.js' */

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

/** @param {Outcome[]} outcomes that replace those of earlier runs; a row without any is left out */
export function writeTable(outcomes) {
  /** @type {Record<string, string>} by name */
  const known = existsSync(KNOWN) ? JSON.parse(readFileSync(KNOWN, 'utf8')) : {}
  for (const outcome of outcomes) known[outcome.row.name] = rowOf(outcome)
  writeFileSync(KNOWN, JSON.stringify(known))
  const shown = ROWS.filter(({ name }) => name in known)
  const groups = [...new Set(shown.map(({ group }) => group))]
  const tables = groups.map(group => {
    const rows = shown.filter(row => row.group === group).map(({ name }) => known[name])
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
