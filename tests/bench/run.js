// SPDX-License-Identifier: Apache-2.0
/**
 * Speed, memory and size, beside other libraries. Prints a table; writes build/bench.json, with every figure, and
 * build/bench.svg, a chart of the ratios. REPETITIONS in the environment is how often each figure is measured.
 *
 * usage: node tests/bench/run.js [group …] [--pgn file] [--json file] [--brief] [--markdown]    (after make build)
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chartOf } from './chart.js'
import { progress, REPETITIONS } from './harness.js'
import { readGames } from './pgn-files.js'
import { QuestionMaker } from './positions.js'
import { markdownTable, textTable } from './table.js'

/** @import { Row } from './table.js' */
/** @import { Question, Walk } from './positions.js' */

/**
 * What a group of figures works with.
 * @typedef {{
 *   source: string, games: string[], warmUpGames: string[], names: Record<string, string>, notes: string[],
 *   brief: boolean, questions(count: number): Question[], walks(count: number, plies: number): Walk[]
 * }} Context `questions` and `walks` never give the same position twice; `brief` asks for ratios alone, from smaller inputs
 */

/**
 * What a run measured, as build/bench.json holds it.
 * @typedef {{
 *   machine: { processor: string, cores: number, memory: number, system: string },
 *   versions: Record<string, string>, date: string, seconds: number, source: string, repetitions: number,
 *   notes: string[], rows: (Row & { group: string })[]
 * }} Report `memory` in bytes, `date` in ISO 8601
 */

const GROUPS = [
  'perft',
  'variants',
  'games',
  'moves',
  'pgn',
  'pgn-bulk',
  'pgn-tree',
  'pgn-memory',
  'memory',
  'startup',
  'size',
]

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pgn: { type: 'string', default: process.env.PGN || undefined },
    json: { type: 'string', default: fileURLToPath(new URL('../../build/bench.json', import.meta.url)) },
    brief: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find(name => !GROUPS.includes(name))
if (unknown) {
  console.error(`no such group: ${unknown}. The groups: ${GROUPS.join(' ')}`)
  process.exit(2)
}
if (!existsSync(new URL('../../dist/index.js', import.meta.url))) {
  console.error('dist/index.js is missing: run make build first')
  process.exit(2)
}

/** @param {string} folder of a package */
const versionIn = folder =>
  JSON.parse(readFileSync(new URL(`../../${folder}package.json`, import.meta.url), 'utf8')).version

/** @param {string} name of an installed package */
const versionOf = name => versionIn(`node_modules/${name}/`)

/** @returns {Promise<Context>} */
const makeContext = async () => {
  const { source, games } = readGames(options.pgn)
  const { referenceName } = await import('./groups/perft.js')
  progress('making positions')
  const maker = new QuestionMaker(games)
  return {
    source,
    games,
    brief: options.brief,
    warmUpGames: maker.pgnGames(400, 70),
    notes: [
      `positions: a few random moves from ${maker.seedCount} positions of games in ${source}, each asked once`,
    ],
    names: {
      binbo: 'binbo',
      chessops: `chessops ${versionOf('chessops')}`,
      'chess-js': `chess.js ${versionOf('chess.js')}`,
      kokopu: `kokopu ${versionOf('kokopu')}`,
      stockfish: await referenceName(),
      ffish: `ffish ${versionOf('ffish')}`,
    },
    questions: count => maker.questions(count),
    walks: (count, plies) => maker.walks(count, plies),
  }
}

const started = performance.now()
const [{ model }] = cpus()
const machine = {
  processor: model.trim(),
  cores: cpus().length,
  memory: totalmem(),
  system: `${process.platform} ${process.arch}`,
}
const date = new Date().toISOString()
console.log(`${machine.processor}, ${machine.cores} cores, Node ${process.versions.node}, ${date}`)
const context = await makeContext()
/** @type {Report['rows']} */
const rows = []
let failed = false
for (const group of positionals.length ? positionals : GROUPS) {
  try {
    /** @type {{ run(context: Context): Promise<Row[]> }} */
    const { run } = await import(`./groups/${group}.js`)
    rows.push(...(await run(context)).map(row => ({ group, ...row })))
  } catch (error) {
    progress('')
    console.error(`${group}: ${/** @type {Error} */ (error).stack}`)
    failed = true
  }
}
progress('')
console.log(options.markdown ? `\n${markdownTable(rows)}\n` : `\n${textTable(rows)}\n`)
console.log(
  `CPU time of the measuring process, median of ${REPETITIONS}, min – max as the spread; startup: wall time, median of 11; ` +
    'pgn-bulk and pgn-tree: wall time. A ratio is that of one repetition, in which all libraries take turns',
)
for (const note of context.notes) console.log(note)
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`took ${seconds} s`)

/** @type {Report} */
const report = {
  machine,
  versions: {
    node: process.versions.node,
    binbo: versionIn(''),
    ...Object.fromEntries(['chessops', 'chess.js', 'kokopu', 'ffish'].map(name => [name, versionOf(name)])),
    stockfish: context.names.stockfish,
  },
  date,
  seconds,
  source: context.source,
  repetitions: REPETITIONS,
  notes: context.notes,
  rows,
}
const chart = options.json.replace(/(\.json)?$/, '.svg')
mkdirSync(dirname(options.json), { recursive: true })
writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
writeFileSync(chart, chartOf(rows))
console.log(`wrote ${options.json} and ${chart}`)
process.exitCode = failed ? 1 : 0
