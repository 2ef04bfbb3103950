// SPDX-License-Identifier: Apache-2.0
/**
 * Do the tests in C notice faults in the core? Puts each fault of mutants.tsv into a copy of src/, compiles what
 * depends on it, and runs the tests in C, those that have most to do with the file first, until one fails. What passes
 * them all is run once more under sanitizers. Fails if a fault survives that mutants.tsv does not explain.
 *
 * Results stay in build/mutants/results.json, so that a run which was cut off goes on where it was. A result is dropped
 * when src/ or tests/c/ has changed.
 *
 * usage: node tests/mutation/run.js [PART OF A FILE'S NAME OR OF A TEXT]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readMutants, relatedTests, replaceOnce } from './mutants.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = `${ROOT}build/mutants`
const RESULTS = `${FOLDER}/results.json`
const JOBS = Math.min(2, availableParallelism())
const FLAGS = '-std=c11 -Isrc -Isrc/wasm -O1 -w'.split(' ')
const SANITIZERS = ['-fno-sanitize-recover=all', '-fsanitize=address,undefined']
const LINK = ['malloc', 'calloc', 'realloc'].map(name => `-Wl,--wrap=${name}`)
/** A test may take this many times as long as without a fault, and some seconds besides: else it hangs. */
const PATIENCE = 8
const LEAST_LIMIT = 15_000
/** These replace parts of the C library, on WebAssembly only. */
const WASM_ONLY = ['src/wasm/sbrk.c', 'src/wasm/string.c']

/** @typedef {{ folder: string, flags: string[], tests: string[], limits: Map<string, Promise<number>> }} Build */

/**
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 * @param {number} [limit] ms
 * @returns {Promise<{ failed: boolean, output: string }>}
 */
function run(folder, program, args, limit = 600_000) {
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '5', program, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), limit)
    const keep = (/** @type {Buffer} */ text) => {
      if (output.length < 2000) output += text
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', code => {
      clearTimeout(timer)
      resolve({ failed: code !== 0, output })
    })
  })
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, job: number) => Promise<void>} work
 */
async function inJobs(items, work) {
  const rest = [...items]
  const one = async (/** @type {number} */ job) => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item, job)
  }
  await Promise.all(Array.from({ length: JOBS }, (_, job) => one(job)))
}

const objectOf = (/** @type {string} */ source) => `obj/${source.replaceAll('/', '-')}.o`

/** @returns {string[]} files of src/ and tests/c/ that are compiled */
function sources() {
  const found = ['src', 'src/rules', 'src/pgn', 'src/wasm', 'tests/c'].flatMap(folder =>
    readdirSync(ROOT + folder)
      .filter(name => name.endsWith('.c'))
      .map(name => `${folder}/${name}`),
  )
  return found.filter(name => !WASM_ONLY.includes(name))
}

const isTest = (/** @type {string} */ source) => source.endsWith('_test.c')

/** @param {string} folder @param {string} source @param {string[]} flags */
async function compile(folder, source, flags) {
  const { failed, output } = await run(folder, 'clang', [
    ...FLAGS,
    ...flags,
    '-MMD',
    '-c',
    source,
    '-o',
    objectOf(source),
  ])
  if (failed) throw new Error(`${source} does not compile:\n${output}`)
}

/**
 * Links a test and runs it.
 *
 * @param {string} folder @param {string} test @param {string[]} flags @param {number} limit ms
 */
async function runTest(folder, test, flags, limit) {
  const shared = sources().filter(source => !isTest(source))
  const objects = [...shared, `tests/c/${test}.c`].map(objectOf)
  const linked = await run(folder, 'clang', [...flags, ...LINK, ...objects, '-o', test])
  if (linked.failed) throw new Error(`${test} does not link:\n${linked.output}`)
  return run(folder, `./${test}`, [], limit)
}

/**
 * A build without faults, in a folder for each job and one that stays as it is.
 *
 * @param {string} name @param {string[]} flags @returns {Promise<Build>}
 */
async function prepare(name, flags) {
  const folder = `${FOLDER}/${name}`
  const tests = sources()
    .filter(isTest)
    .map(source => source.replace(/.*\/(.*)\.c$/, '$1'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(`${folder}/0/obj`, { recursive: true })
  for (const part of ['src', 'tests/c']) cpSync(ROOT + part, `${folder}/0/${part}`, { recursive: true })
  await inJobs(sources(), source => compile(`${folder}/0`, source, flags))
  for (const copy of ['base', '1'].slice(0, JOBS))
    cpSync(`${folder}/0`, `${folder}/${copy}`, { recursive: true })
  return { folder, flags, tests, limits: new Map() }
}

/**
 * How long a test may take, by its time without a fault; it must pass there.
 *
 * @param {Build} build @param {string} test @returns {Promise<number>} ms
 */
function limitOf(build, test) {
  const measure = async () => {
    const start = performance.now()
    const { failed, output } = await runTest(`${build.folder}/base`, test, build.flags, 600_000)
    if (failed) throw new Error(`${test} fails without a fault:\n${output}`)
    return LEAST_LIMIT + PATIENCE * (performance.now() - start)
  }
  const known = build.limits.get(test) ?? measure()
  build.limits.set(test, known)
  return known
}

/** @param {string} folder @param {string} file @returns {string[]} what must be compiled when the file changes */
function dependents(folder, file) {
  return sources().filter(source => {
    const rule = readFileSync(`${folder}/${objectOf(source).replace(/o$/, 'd')}`, 'utf8')
    const paths = rule.split(/[\s\\]+/).map(path => path.replace(/[^/]+\/\.\.\//g, ''))
    return paths.includes(file)
  })
}

/**
 * @param {Build} build @param {import('./mutants.js').Mutant} mutant @param {string[]} tests @param {number} job
 * @returns {Promise<string | undefined>} the test that fails
 */
async function findTest(build, mutant, tests, job) {
  const folder = `${build.folder}/${job}`,
    path = `${folder}/${mutant.file}`
  const source = readFileSync(path, 'utf8')
  const changed = dependents(folder, mutant.file)
  try {
    writeFileSync(path, replaceOnce(source, mutant))
    for (const name of changed) if (!isTest(name)) await compile(folder, name, build.flags)
    for (const test of tests) {
      const main = `tests/c/${test}.c`
      if (changed.includes(main)) await compile(folder, main, build.flags)
      const limit = await limitOf(build, test)
      if ((await runTest(folder, test, build.flags, limit)).failed) return test
    }
    return undefined
  } finally {
    writeFileSync(path, source)
    for (const name of changed)
      cpSync(`${build.folder}/base/${objectOf(name)}`, `${folder}/${objectOf(name)}`)
  }
}

/** @returns {string} changes with each file that the results depend on */
function fingerprint() {
  const hash = createHash('sha256')
  for (const folder of ['src', 'src/rules', 'src/pgn', 'src/wasm', 'tests/c'])
    for (const name of readdirSync(ROOT + folder))
      if (/\.(c|h|inc)$/.test(name)) hash.update(readFileSync(`${ROOT}${folder}/${name}`))
  return hash.digest('hex')
}

/** @typedef {{ by: string | null, passes: number }} Result */

const part = process.argv[2] ?? ''
const mutants = readMutants().filter(mutant => mutant.key.includes(part))
for (const mutant of mutants) replaceOnce(readFileSync(ROOT + mutant.file, 'utf8'), mutant)
if (spawnSync('clang', ['--version']).status !== 0) throw new Error('clang is missing')

mkdirSync(FOLDER, { recursive: true })
const print = fingerprint()
/** @type {{ print: string, results: Record<string, Result> }} */
let kept = { print, results: {} }
if (existsSync(RESULTS)) {
  const old = JSON.parse(readFileSync(RESULTS, 'utf8'))
  if (old.print === print) kept = old
}
const resultOf = (/** @type {import('./mutants.js').Mutant} */ mutant) =>
  kept.results[mutant.key] ?? { by: null, passes: 0 }

/**
 * Runs tests for the faults that have passed as many times as `passes` says and were never caught.
 *
 * @param {number} passes
 * @param {Build | undefined} made
 * @param {string[]} flags
 * @param {(file: string, tests: string[]) => string[]} choose
 * @returns {Promise<Build | undefined>}
 */
async function pass(passes, made, flags, choose) {
  const todo = mutants.filter(
    mutant => !resultOf(mutant).by && resultOf(mutant).passes === passes && !(mutant.explained && passes > 0),
  )
  if (!todo.length) return made
  const name = flags.length ? 'sanitized' : 'plain'
  console.log(
    `${todo.length} faults, ${['related tests', 'other tests', 'all tests with sanitizers'][passes]}`,
  )
  const build = made ?? (await prepare(name, flags))
  await inJobs(todo, async (mutant, job) => {
    const start = performance.now()
    const by = (await findTest(build, mutant, choose(mutant.file, build.tests), job)) ?? null
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    kept.results[mutant.key] = { by, passes: passes + 1 }
    writeFileSync(RESULTS, JSON.stringify(kept, null, 1))
    console.log(`${by ? `caught by ${by}` : 'passed'} in ${seconds} s  ${mutant.key}`)
  })
  return build
}

let plain = await pass(0, undefined, [], relatedTests)
plain = await pass(1, plain, [], (file, tests) => {
  const related = relatedTests(file, tests)
  return tests.filter(test => !related.includes(test))
})
await pass(2, undefined, SANITIZERS, (_, tests) => tests)

const caught = mutants.filter(mutant => resultOf(mutant).by)
const explained = mutants.filter(mutant => !resultOf(mutant).by && mutant.explained)
const survivors = mutants.filter(mutant => !resultOf(mutant).by && !mutant.explained)
for (const mutant of caught)
  if (mutant.explained)
    console.log(`has an explanation, and ${resultOf(mutant).by} catches it: ${mutant.key}`)
for (const mutant of survivors) console.log(`SURVIVED ${mutant.key}`)
console.log(
  `${mutants.length} faults: ${caught.length} caught, ${explained.length} explained, ${survivors.length} survived`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
