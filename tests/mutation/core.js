// SPDX-License-Identifier: Apache-2.0
// Faults in the core, each in a copy of src/: what depends on it is compiled, and the tests in C run, those that have most
// to do with the file first, until one fails. What passes them all is run once more under sanitizers.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relatedTests, replaceOnce } from './mutants.js'
import { FOLDER, inJobs, JOBS, limitFrom, printOf, Results, ROOT, report, run } from './running.js'

/** @import { Fault, Mutant } from './mutants.js' */

const FLAGS = '-std=c11 -Isrc -Isrc/wasm -O1 -w'.split(' ')
const SANITIZERS = ['-fno-sanitize-recover=all', '-fsanitize=address,undefined']
const LINK = ['malloc', 'calloc', 'realloc'].map(name => `-Wl,--wrap=${name}`)
/** Of these the sources are left out, and nothing in the core depends on them. */
const TESTS_OF_PRODUCTS = /\/(compact|database|tablebase)_\w*\.c$/
/** These replace parts of the C library, on WebAssembly only. */
const WASM_ONLY = ['src/wasm/sbrk.c', 'src/wasm/string.c']

/** @typedef {{ folder: string, flags: string[], tests: string[], limits: Map<string, Promise<number>> }} Build */

const objectOf = (/** @type {string} */ source) => `obj/${source.replaceAll('/', '-')}.o`

/** @returns {string[]} files of src/ and tests/c/ that are compiled */
function sources() {
  const found = ['src', 'src/fen', 'src/rules', 'src/pgn', 'src/wasm', 'tests/c'].flatMap(folder =>
    readdirSync(ROOT + folder)
      .filter(name => name.endsWith('.c'))
      .map(name => `${folder}/${name}`),
  )
  return found.filter(name => !WASM_ONLY.includes(name) && !TESTS_OF_PRODUCTS.test(name))
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
    const { failed, output, ms } = await runTest(`${build.folder}/base`, test, build.flags, 600_000)
    if (failed) throw new Error(`${test} fails without a fault:\n${output}`)
    return limitFrom(ms)
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
 * @param {Build} build @param {Mutant} mutant @param {string[]} tests @param {number} job
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
const fingerprint = () =>
  printOf(
    ['src', 'src/fen', 'src/rules', 'src/pgn', 'src/wasm', 'tests/c'].flatMap(folder =>
      readdirSync(ROOT + folder)
        .filter(name => /\.(c|h|inc)$/.test(name))
        .map(name => `${folder}/${name}`),
    ),
  )

/** @param {Mutant[]} mutants @returns {Promise<Fault[]>} */
export async function findInCore(mutants) {
  if (mutants.length > 0 && spawnSync('clang', ['--version']).status !== 0)
    throw new Error('clang is missing')
  const print = fingerprint()
  const results = new Results('results-c')
  const resultOf = (/** @type {Mutant} */ { key }) => results.of(key, () => print)

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
    const todo = mutants.filter(mutant => {
      const { by, passes: done } = resultOf(mutant)
      return !by && done === passes && !(mutant.explained && passes > 0)
    })
    if (!todo.length) return made
    const name = flags.length ? 'sanitized' : 'plain'
    console.log(
      `${todo.length} faults, ${['related tests', 'other tests', 'all tests with sanitizers'][passes]}`,
    )
    const build = made ?? (await prepare(name, flags))
    await inJobs(todo, async (mutant, job) => {
      const start = performance.now()
      const by = (await findTest(build, mutant, choose(mutant.file, build.tests), job)) ?? null
      results.set(mutant.key, { by, passes: passes + 1, print })
      report(mutant, by, performance.now() - start)
    })
    return build
  }

  let plain = await pass(0, undefined, [], relatedTests)
  plain = await pass(1, plain, [], (file, tests) => {
    const related = relatedTests(file, tests)
    return tests.filter(test => !related.includes(test))
  })
  await pass(2, undefined, SANITIZERS, (_, tests) => tests)
  return mutants.map(mutant => ({ mutant, by: resultOf(mutant).by }))
}
