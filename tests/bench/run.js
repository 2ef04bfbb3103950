// SPDX-License-Identifier: Apache-2.0
// node tests/bench/run.js [group …] [--pgn file] [--json file] [--markdown]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { progress } from './harness.js'
import { readGames } from './pgn-files.js'
import { QuestionMaker } from './positions.js'
import { markdownTable, textTable } from './table.js'

/** @import { Row } from './table.js' */
/** @import { Question, Walk } from './positions.js' */

/**
 * What a group of figures works with.
 * @typedef {{
 *   source: string, games: string[], warmUpGames: string[], names: Record<string, string>, notes: string[],
 *   questions(count: number): Question[], walks(count: number, plies: number): Walk[]
 * }} Context `questions` and `walks` never give the same position twice
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
    json: { type: 'string' },
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

/** @param {string} name of an installed package */
const versionOf = name =>
  JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8'))
    .version

/** @returns {Promise<Context>} */
const makeContext = async () => {
  const { source, games } = readGames(options.pgn)
  const { referenceName } = await import('./groups/perft.js')
  progress('making positions')
  const maker = new QuestionMaker(games)
  return {
    source,
    games,
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
const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString()}`
console.log(machine)
const context = await makeContext()
/** @type {Row[]} */
const rows = []
let failed = false
for (const group of positionals.length ? positionals : GROUPS) {
  try {
    /** @type {{ run(context: Context): Promise<Row[]> }} */
    const { run } = await import(`./groups/${group}.js`)
    rows.push(...(await run(context)))
  } catch (error) {
    progress('')
    console.error(`${group}: ${/** @type {Error} */ (error).stack}`)
    failed = true
  }
}
progress('')
console.log(options.markdown ? `\n${markdownTable(rows)}\n` : `\n${textTable(rows)}\n`)
console.log(
  'CPU time of the measuring process, median of five, min – max as the spread; startup: wall time, median of 11; ' +
    'pgn-bulk and pgn-tree: wall time',
)
for (const note of context.notes) console.log(note)
console.log(`took ${((performance.now() - started) / 1000).toFixed(0)} s`)
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ machine, notes: context.notes, rows }, null, 2)}\n`)
process.exitCode = failed ? 1 : 0
