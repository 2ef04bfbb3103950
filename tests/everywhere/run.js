// SPDX-License-Identifier: Apache-2.0
// make everywhere: packs the package, installs it in a throw-away project for each row, runs it there, and writes the
// table of web/docs/runs-in.md. ONLY=vite runs one row, ONLY=vite,jest two; the others keep their places in the table.

import { Project, packBinbo } from './project.js'
import { ROWS } from './rows.js'
import { writeTable } from './table.js'

/** Milliseconds for a row, without its installation. */
const ROW_LIMIT = 400_000

/** @typedef {{ what: string, error?: string, limit?: string }} Result */
/**
 * @typedef {object} Outcome
 * @property {import('./rows.js').Row} row
 * @property {string} [missing] why it could not be installed
 * @property {string} versions
 * @property {Result[]} results
 */

const only = (process.env.ONLY ?? '').split(',').filter(Boolean)
const chosen = only.length > 0 ? ROWS.filter(({ name }) => only.includes(name)) : ROWS
if (chosen.length === 0) {
  console.error(`ONLY is one or more of ${ROWS.map(({ name }) => name).join(',')}`)
  process.exit(1)
}

/**
 * @param {import('./rows.js').Row} row
 * @param {string} tarball
 * @returns {Promise<Outcome>}
 */
async function runRow(row, tarball) {
  const { packages, type = 'module', limits = {} } = row
  const project = new Project(row.name)
  current = project
  try {
    await project.install(packages, tarball, type)
  } catch (error) {
    return { row, versions: '', missing: error instanceof Error ? error.message : String(error), results: [] }
  }
  /** @type {NodeJS.Timeout | undefined} */
  let alarm
  const late = new Promise((_, reject) => {
    alarm = setTimeout(() => reject(new Error(`more than ${ROW_LIMIT / 1000} s`)), ROW_LIMIT)
  })
  try {
    await Promise.race([row.run(project), late])
  } catch (error) {
    project.results.push({
      what: 'everything',
      error: error instanceof Error ? error.message : String(error),
    })
  } finally {
    clearTimeout(alarm)
    project.stop()
  }
  const results = project.results.map(result => ({ ...result, limit: limits[result.what] }))
  return { row, versions: project.shown ?? project.versions(packages), results }
}

const isWrong = (/** @type {Result} */ { error, limit }) => (error === undefined) !== (limit === undefined)

/** @param {Outcome} outcome @param {number} seconds */
function report({ row, versions, missing, results }, seconds) {
  console.log(`${row.name}: ${row.title} ${versions} (${seconds} s)`)
  if (missing) console.log(`  not installed: ${missing}`)
  for (const { what, error, limit } of results) {
    if (error === undefined) console.log(`  ok      ${what}${limit ? ' -- but it is listed as a limit' : ''}`)
    else console.log(`  ${limit ? 'limit ' : 'FAILED'}  ${what}: ${error.replace(/\n/g, '\n          ')}`)
  }
}

/** @type {Project | undefined} */
let current
process.on('exit', () => current?.stop())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const tarball = packBinbo()
/** @type {Outcome[]} */
const outcomes = []
for (const [index, row] of chosen.entries()) {
  console.log(`[${index + 1}/${chosen.length}] ${row.name} …`)
  const start = Date.now()
  const outcome = await runRow(row, tarball)
  report(outcome, Math.round((Date.now() - start) / 1000))
  outcomes.push(outcome)
}

const wrong = outcomes.filter(({ results }) => results.some(isWrong))
const missing = outcomes.filter(outcome => outcome.missing)
writeTable(outcomes)
console.log(
  `${outcomes.length - wrong.length - missing.length} rows passed, ${wrong.length} failed, ${missing.length} not installed` +
    (wrong.length ? `: ${wrong.map(({ row }) => row.name).join(' ')}` : ''),
)
process.exit(wrong.length ? 1 : 0)
