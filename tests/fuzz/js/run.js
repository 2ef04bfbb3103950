// SPDX-License-Identifier: Apache-2.0
// Fuzzes the parsers written in JS, and calls of Game in any order. The exit code is 1 if there is a finding.
//
// usage: node tests/fuzz/js/run.js [TARGET...]    default: all
//   TIMES    multiplies the number of inputs, which take about a second; default 1
//   SECONDS  processor time for each target, instead of a number of inputs
//   SEED     default 1; with SECONDS a new one each time
//   INPUT    a file with a finding, or the number of a sequence: checks only this input
//   KEEP     1: adds inputs that reach new code to tests/fuzz/seeds/js

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { targets as argumentTargets } from './arguments.js'
import { targets as bookTargets } from './book.js'
import { targets as callTargets } from './calls.js'
import { targets as chessJsTargets } from './chess-js.js'
import { targets as compactTargets } from './compact.js'
import { targets as epdTargets } from './epd.js'
import { fuzz, save, shortened } from './fuzz.js'
import { targets as gameTargets } from './game.js'
import { targets as pgnTargets } from './pgn.js'
import { targets as sessionTargets } from './session.js'
import { targets as uciTargets } from './uci.js'
import { targets as wireTargets } from './wire.js'

const ALL = [
  ...[uciTargets, pgnTargets, gameTargets, callTargets, chessJsTargets],
  ...[sessionTargets, wireTargets, argumentTargets, epdTargets, bookTargets, compactTargets],
].flat()
/** The number of inputs that takes about a second for most targets. */
const RUNS = 5000
const FINDINGS = 'build/fuzz/findings'
const SEEDS = fileURLToPath(new URL('../seeds/js/', import.meta.url))
/** The number of inputs kept for a target, and the longest one in UTF-16 units. */
const MOST_KEPT = 120
const LONGEST_KEPT = 400
/** Shorter runs do not measure the coverage. */
const LONG_RUN = 20

/** @param {string} name @returns {string[]} */
function corpusOf(name) {
  const file = `${SEEDS}${name}.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** @param {string} name @param {string[]} found in the order in which they were found */
function keep(name, found) {
  const old = corpusOf(name)
  const all = [...new Set([...old, ...found.filter(input => input.length <= LONGEST_KEPT)])]
  const lines = all.slice(0, MOST_KEPT).map(input => `  ${JSON.stringify(input)}`)
  if (lines.length > 0) writeFileSync(`${SEEDS}${name}.json`, `[\n${lines.join(',\n')}\n]\n`)
}

const { TIMES = '1', SECONDS, INPUT, KEEP } = process.env
const { SEED = SECONDS ? String(Date.now() % 2 ** 31) : '1' } = process.env
const seconds = SECONDS ? Number(SECONDS) : Number.POSITIVE_INFINITY
const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !ALL.some(target => target.name === name))
if (unknown.length > 0)
  throw new Error(`no target ${unknown}; there are ${ALL.map(({ name }) => name).join(', ')}`)

for (const target of ALL.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  if (INPUT !== undefined) {
    await target.check(existsSync(INPUT) ? JSON.parse(readFileSync(INPUT, 'utf8')) : INPUT)
    continue
  }
  const grows = (SECONDS && seconds >= LONG_RUN) || KEEP === '1'
  const { runs, corpus, finding } = await fuzz(target, {
    runs: SECONDS ? Number.POSITIVE_INFINITY : Number(TIMES) * (target.runs ?? RUNS),
    seconds,
    seed: Number(SEED),
    grows,
    corpus: corpusOf(target.name),
  })
  const inputs = runs.toLocaleString('en-US')
  console.log(`fuzz ${target.name}: ${inputs} inputs${grows ? `, ${corpus.length} reach new code` : ''}`)
  if (KEEP === '1') keep(target.name, corpus)
  if (finding === undefined) continue
  const { input, error } = await shortened(target, finding)
  process.exitCode = 1
  console.log(`FINDING of ${target.name}, SEED=${SEED}: ${JSON.stringify(input.slice(0, 400))}`)
  console.log(error.stack)
  console.log(`INPUT=${save(FINDINGS, target, input)} node tests/fuzz/js/run.js ${target.name}`)
}

// The server of a target listens until here.
process.exit()
