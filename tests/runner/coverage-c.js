// SPDX-License-Identifier: Apache-2.0
/**
 * Which lines of src/ do the tests in C and the seeds of the fuzzers run? Prints a table, and writes the sources with how
 * often each line ran to build/coverage/lines.txt. Fails where the tests fail, or run too few lines.
 *
 * usage: node tests/runner/coverage-c.js PROGRAM...   built for coverage by `make coverage-c`
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { unpack } from '../fuzz/seeds.js'

/** Percent of all lines. */
const LIMIT = 95
const FOLDER = 'build/coverage'

/** @typedef {{ count: number, covered: number }} Lines */

/** The version of LLVM has to be that of clang, which knows where its own tools are. @param {string} name */
const toolOfClang = name => execFileSync('clang', [`--print-prog-name=${name}`], { encoding: 'utf8' }).trim()

/** @param {string} tool @param {string[]} options */
function run(tool, options) {
  const maxBuffer = 1 << 28
  return execFileSync(toolOfClang(tool), options, { encoding: 'utf8', maxBuffer })
}

/** A fuzzer without its own instrumentation runs the files that it is given, once each. @param {string} program */
function inputsOf(program) {
  const target = /^fuzz_(.*)/.exec(basename(program))?.[1]
  if (!target) return []
  const folder = unpack(target)
  const seeds = readdirSync(folder).map(name => `${folder}/${name}`)
  if (seeds.length === 0) throw new Error(`${target} has no seeds`)
  return seeds
}

/** @param {string} program @returns {string} the file of what it ran */
function profile(program) {
  const file = `${program}.profraw`
  console.log(`run ${basename(program)}`)
  const env = { ...process.env, LLVM_PROFILE_FILE: file }
  const { status, stderr } = spawnSync(program, inputsOf(program), { env, encoding: 'utf8' })
  if (status !== 0) {
    console.error(`${stderr.slice(-3000)}\n${program} failed`)
    process.exit(1)
  }
  return file
}

/** @param {Lines} lines */
const percent = ({ count, covered }) => (100 * covered) / count

/** @param {string} name @param {Lines} lines */
function print(name, lines) {
  const figures = [lines.count, lines.count - lines.covered].map(n => String(n).padStart(7))
  console.log(`${name.padEnd(30)}${figures.join('')}${percent(lines).toFixed(1).padStart(8)}`)
}

/** @param {Lines[]} parts @returns {Lines} */
const sum = parts => ({
  count: parts.reduce((n, part) => n + part.count, 0),
  covered: parts.reduce((n, part) => n + part.covered, 0),
})

const programs = process.argv.slice(2)
const merged = `${FOLDER}/all.profdata`
run('llvm-profdata', ['merge', '-sparse', ...programs.map(profile), '-o', merged])

const objects = programs.flatMap((program, i) => (i ? ['-object', program] : [program]))
const source = [...objects, `-instr-profile=${merged}`]
writeFileSync(`${FOLDER}/lines.txt`, run('llvm-cov', ['show', ...source]))

const { files } = JSON.parse(run('llvm-cov', ['export', '-summary-only', ...source])).data[0]
/** @type {Map<string, [string, Lines][]>} */
const folders = new Map()
for (const { filename, summary } of files) {
  if (!summary.lines.count) continue
  const name = relative('.', filename)
  const folder = dirname(name)
  folders.set(folder, [...(folders.get(folder) ?? []), [name, summary.lines]])
}

console.log(`\n${'lines of src/'.padEnd(30)}${'all'.padStart(7)}${'not run'.padStart(8)}${'%'.padStart(7)}`)
for (const [folder, members] of [...folders].sort()) {
  for (const [name, lines] of members) print(`  ${name}`, lines)
  print(`${folder}/`, sum(members.map(([, lines]) => lines)))
}
const total = sum([...folders.values()].flat().map(([, lines]) => lines))
print('total', total)
console.log(`each line: ${FOLDER}/lines.txt`)
if (percent(total) < LIMIT) {
  console.error(`fewer than ${LIMIT} % of the lines ran`)
  process.exitCode = 1
}
