// SPDX-License-Identifier: Apache-2.0
// Faults in js/ and web/, each in a copy of the tree whose dist/ takes the sources as they are: the tests in Node run that
// import the file, the nearest first, then those of the page in the browser, until one fails.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import process from 'node:process'
import { entriesOf, sourceOf } from '../../js/tools/build.js'
import { strippedPath } from '../../js/tools/strip-types.js'
import { distances } from '../runner/imports.js'
import { nameOf, ONLY_MORE, PAGE } from '../runner/jobs.js'
import { isAlone, jobsOf, SECONDS, TIMED, testFiles, USUAL_SECONDS } from '../runner/plan.js'
import { replaceOnce } from './mutants.js'
import { FOLDER, inJobs, JOBS, limitFrom, printOf, Results, ROOT, report, run } from './running.js'

/** @import { Job } from '../runner/jobs.js' */
/** @import { Fault, Mutant } from './mutants.js' */

const TREES = `${FOLDER}/js`
const COPIED = ['js', 'web', 'tests']
/** By folder: the script of its threads, which is built of it. */
const WORKERS = { database: 'worker', pgn: 'check-worker', perft: 'perft-worker' }
const NEAREST = 3
/** A file of the core's wrapping, or of the page's model, is imported by most tests: what the first do not notice, the last do not. */
const MOST = { js: 30, web: 8 }
/** Imports between a test and what it is about; on the page, more of them are those of types. */
const FARTHEST = { js: 7, web: 2 }
/** A test that takes so many seconds more stands where one import more would put it. */
const SECONDS_A_STEP = 6
/** Milliseconds that a test of the page in Node waits for what a fault may keep away; without a fault, it comes at once. */
const PAGE_PATIENCE = '4000'
/** Files of tests of the page for a fault, in Node and in the browser, where each takes a minute. */
const OF_PAGE = 8
const IN_BROWSER = 3
/** Seconds, about, that the tests in Node of a file of tests of the page take. */
const SPEC_SECONDS = 10
/** Of the pages that are built with a fault. */
const PAGES = 'mutant'
const NAMES = ['nearest tests in Node', 'other tests in Node', 'tests in the browser']

const PLAYWRIGHT = 'node_modules/.bin/playwright'

/** @param {string} test the name of a job */
export const isOfBrowser = test => test.endsWith('.spec.js')

/** @param {string} folder a copy: its entries are the sources, without types, so that no fault needs a build */
function writeDist(folder) {
  for (const part of ['dist/cli', 'dist/cjs']) mkdirSync(`${folder}/${part}`, { recursive: true })
  const { bin, exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  for (const entry of entriesOf({ bin, exports })) {
    const { source: typed, condition } = sourceOf(entry)
    if (condition) continue
    const source = strippedPath(typed)
    const isProgram = entry.includes('/')
    const text = isProgram
      ? `#!/usr/bin/env node\nimport '../../${source}'\n`
      : `export * from '../${source}'\n`
    writeFileSync(`${folder}/dist/${entry}.js`, text, { mode: 0o755 })
    if (!isProgram) writeFileSync(`${folder}/dist/cjs/${entry}.mjs`, `export * from '../${entry}.js'\n`)
  }
  mkdirSync(`${folder}/build`, { recursive: true })
  for (const name of readdirSync(`${ROOT}build`).filter(name => name.endsWith('.wasm'))) {
    cpSync(`${ROOT}build/${name}`, `${folder}/build/${name}`)
    cpSync(`${ROOT}build/${name}`, `${folder}/dist/${name}`)
  }
}

/** Makes a copy for each job, and one that stays as it is. */
async function prepare() {
  rmSync(TREES, { recursive: true, force: true })
  for (const name of ['base', '0', '1'].slice(0, JOBS + 1)) {
    const folder = `${TREES}/${name}`
    mkdirSync(folder, { recursive: true })
    for (const entry of readdirSync(ROOT, { withFileTypes: true }))
      if (entry.isFile() || COPIED.includes(entry.name))
        cpSync(ROOT + entry.name, `${folder}/${entry.name}`, { recursive: true })
    symlinkSync(`${ROOT}node_modules`, `${folder}/node_modules`)
    writeDist(folder)
    await strip(folder)
  }
}

/** @param {string} file */
const folderOf = file => (file.startsWith('web/') ? 'web' : 'js')

/** @param {string} path @returns {string[]} */
const wordsOf = path => path.replace(/\.\w+$/, '').split(/\W+/)

/**
 * How much of a file's path the names of tests have; a word that many of them have counts little.
 * @param {string} file
 * @param {string[]} tests
 * @returns {number[]}
 */
function kinships(file, tests) {
  const named = tests.map(test => wordsOf(basename(test)))
  const has = (/** @type {string[]} */ names, /** @type {string} */ word) =>
    names.some(name => name.startsWith(word))
  const [, ...words] = wordsOf(file) // the first one is js or web
  const weights = words.map(word => ({
    word,
    weight: 4 / Math.max(2, named.filter(names => has(names, word)).length),
  }))
  return named.map(names =>
    weights.reduce((sum, { word, weight }) => sum + (has(names, word) ? weight : 0), 0),
  )
}

/** @param {string} test @param {string} file @returns {number} from 0 to 1: how often the test has the file's name in its text */
function mentions(test, file) {
  const [name] = wordsOf(basename(file))
  return Math.min(1, readFileSync(ROOT + test, 'utf8').split(name).length / 8)
}

/** @param {Job} job @returns {number} seconds */
const expect = ({ file, build }) => SECONDS[file] ?? (build === 'node' ? SPEC_SECONDS : USUAL_SECONDS)

/** @param {string} file @param {Results} results @returns {Job[]} the tests in Node that import or name it, the nearest first */
function testsInNode(file, results) {
  const caught = results.catchers(dirname(file))
  const files = testFiles()
  const kin = kinships(file, files)
  const named = new RegExp(`\\b${file.replace(/\.\w+$/, '')}(?![\\w-])`)
  const found = files.flatMap((test, index) => {
    // What runs in a realm of its own is read, not imported; tables say in their test what they are about.
    const imports = distances(test)
    const text = workerOf(file)?.[1] ?? '' // which has the script of threads, and what it imports
    const isNamed = named.test(readFileSync(ROOT + test, 'utf8'))
    const far = isNamed ? 1 : (imports.get(file) ?? imports.get(text))
    if (far === undefined || far > FARTHEST[folderOf(file)]) return []
    const isSlow = TIMED.includes(test) || isAlone({ file: test })
    if (isSlow && kin[index] < 1) return []
    const near = 2 * kin[index] + mentions(test, file) + (caught.get(test) ?? 0)
    return [{ file: test, far: far - near + (isSlow ? 3 : 0) + expect({ file: test }) / SECONDS_A_STEP }]
  })
  return found.sort((a, b) => a.far - b.far).map(({ file }) => ({ file }))
}

/** Words in quotes: names of elements, and texts. @param {string} text @returns {Set<string>} */
const quoted = text =>
  new Set(
    [...text.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].flatMap(([, , words]) => words.match(/[\w-]{4,}/g) ?? []),
  )

/** @param {string} file of the page @param {string[]} specs @returns {string[]} those first that have most of its words in quotes */
function nearestSpecs(file, specs) {
  const words = specs.map(spec => quoted(readFileSync(ROOT + spec, 'utf8')))
  const own = quoted(readFileSync(ROOT + file, 'utf8'))
  const kin = kinships(file, specs)
  const weight = (/** @type {string} */ word) => 1 / Math.max(1, words.filter(all => all.has(word)).length)
  const found = specs.map((spec, index) => ({
    spec,
    fit: [...own].reduce((sum, word) => sum + (words[index].has(word) ? weight(word) : 0), kin[index]),
  }))
  return found.sort((a, b) => b.fit - a.fit).map(({ spec }) => spec)
}

/**
 * @param {string} file
 * @param {Results} results
 * @returns {Job[]} tests of the page that run in Node, those first that have noticed most faults of the folder
 */
function testsOfPage(file, results) {
  if (!file.startsWith('web/')) return []
  const caught = results.catchers(dirname(file))
  const jobs = jobsOf('dom')
  const near = nearestSpecs(
    file,
    jobs.map(job => job.file),
  )
  const rank = (/** @type {Job} */ job) => near.indexOf(job.file) - 2 * (caught.get(nameOf(job)) ?? 0)
  return jobs.sort((a, b) => rank(a) - rank(b)).slice(0, OF_PAGE)
}

/** @param {string} file @returns {Job[]} */
function testsInBrowser(file) {
  if (!file.startsWith('web/')) return []
  const names = readdirSync(`${ROOT}tests/browser`).filter(name => /^page-.*\.spec\.js$/.test(name))
  const specs = names.filter(name => !ONLY_MORE.test(name)).map(name => `tests/browser/${name}`)
  return nearestSpecs(file, specs)
    .slice(0, IN_BROWSER)
    .map(spec => ({ file: spec }))
}

/** @param {string} name of a job */
const fileOf = name => name.replace(/ .*/, '')

/** @param {string} test @param {string} file besides @returns {string} changes with all that the test imports */
const printOfTest = (test, file) => printOf(new Set([...distances(test).keys(), file]))

/** @param {string} folder @param {Job} job @param {number} [limit] ms @param {boolean} [isPatient] of a page in Node: whether it waits as long as ever */
function runTest(folder, { file, build }, limit, isPatient = false) {
  // Without one of their own, a folder of pages that is removed before each fault.
  const env = { BINBO_BROWSER_RUN: PAGES }
  if (build === 'node')
    return run(
      folder,
      process.execPath,
      ['--expose-gc', file],
      limit,
      { ...env, BINBO_DOM: '1', ...(isPatient ? {} : { BINBO_PATIENCE: PAGE_PATIENCE }) },
      true,
    )
  if (file.endsWith('.spec.js'))
    return run(folder, PLAYWRIGHT, ['test', '-c', PAGE, '--project=page', '-x', basename(file)], limit, env)
  // What servers have started ends with the last test of the file.
  const untilFailed = !TIMED.includes(file)
  return run(folder, process.execPath, ['--expose-gc', file], limit, { BINBO_SCALE: '0.25' }, untilFailed)
}

/** @param {string} folder @param {string[]} args of Node */
async function runTool(folder, ...args) {
  const { failed, output } = await run(folder, process.execPath, args)
  if (failed) throw new Error(output)
}

/** @param {string} folder */
const strip = folder => runTool(folder, 'js/tools/strip-types.js')

/** @param {string} file @returns {[script: string, text: string] | undefined} of the threads that run it */
function workerOf(file) {
  const worker = Object.entries(WORKERS).find(([name]) => file.startsWith(`js/${name}/`))
  return worker && [`js/${worker[0]}/${worker[1]}.ts`, `js/${worker[0]}/generated/worker-text.js`]
}

/** @param {Mutant[]} mutants @returns {Promise<Fault[]>} */
export async function findInScripts(mutants) {
  const results = new Results('results-js')
  const whole = printOf(
    ['js', 'web', 'tests'].flatMap(folder =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
        .filter(name => /\.[jt]s$/.test(name))
        .map(name => `${folder}/${name}`),
    ),
  )
  const printFor = (/** @type {string} */ file, /** @type {string | null} */ by) =>
    by && existsSync(ROOT + fileOf(by)) ? printOfTest(fileOf(by), file) : whole
  const resultOf = (/** @type {Mutant} */ { key, file }) => results.of(key, by => printFor(file, by))

  /** @type {Map<string, Promise<number>>} */
  const times = new Map()
  /** @param {Job} job @returns {Promise<number>} ms that it takes in a copy without a fault; Infinity: it fails there */
  function timeOf(job) {
    const name = nameOf(job)
    const measure = async () => {
      const { failed, output, ms } = await runTest(`${TREES}/base`, job)
      if (failed) console.log(`${name} fails without a fault, and is left out:\n${output.slice(-500)}`)
      return failed ? Number.POSITIVE_INFINITY : ms
    }
    const known = times.get(name) ?? measure()
    times.set(name, known)
    return known
  }

  /**
   * Most tests pass with most faults: only one that fails has to pass without the fault.
   * @param {string} folder
   * @param {Job} job
   * @returns {Promise<{ failed: boolean, test: string }>}
   */
  async function ask(folder, job) {
    const { failed, test } = await runTest(folder, job, limitFrom(1000 * expect(job)))
    if (!failed) return { failed, test }
    // Beside other programs a page may take longer than its patience, and a server miss its deadlines.
    const mayBeLate = job.build === 'node' || TIMED.includes(job.file)
    if (mayBeLate && !(await runTest(folder, job, limitFrom(1000 * expect(job)), true)).failed)
      return { failed: false, test: '' }
    const ms = await timeOf(job)
    if (ms === Number.POSITIVE_INFINITY) return { failed: false, test }
    return test ? { failed, test } : runTest(folder, job, limitFrom(ms))
  }

  /** @param {Mutant} mutant @param {Job[]} tests @param {number} tree @returns {Promise<{ by: string | null, test?: string }>} the file that fails, and its test */
  async function findTest(mutant, tests, tree) {
    const folder = `${TREES}/${tree}`
    const path = `${folder}/${mutant.file}`
    const source = readFileSync(path, 'utf8')
    const worker = workerOf(mutant.file)
    try {
      writeFileSync(path, replaceOnce(source, mutant))
      if (worker) await runTool(folder, 'js/tools/inline-worker.js', ...worker)
      await strip(folder)
      const { failed, output } = await run(folder, process.execPath, ['--check', strippedPath(mutant.file)])
      if (failed) throw new Error(`${mutant.key} is not JS:\n${output}`)
      rmSync(`${folder}/build/browser-tests`, { recursive: true, force: true })
      // A file of tests that came after the copies is for the next run.
      for (const test of tests.filter(({ file }) => existsSync(`${folder}/${file}`))) {
        const { failed, test: failing } = await ask(folder, test)
        if (failed) return { by: nameOf(test), test: failing }
      }
      return { by: null }
    } finally {
      writeFileSync(path, source)
      if (worker) cpSync(ROOT + worker[1], `${folder}/${worker[1]}`)
    }
  }

  const choose = [
    (/** @type {string} */ file) => testsInNode(file, results).slice(0, NEAREST),
    (/** @type {string} */ file) => [
      ...testsInNode(file, results).slice(0, MOST[folderOf(file)]),
      ...testsOfPage(file, results),
    ],
    ...(process.env.BROWSER === '0' ? [] : [testsInBrowser]),
  ].slice(0, Number(process.env.PASSES ?? 3))
  let isPrepared = false
  for (const [passes, tests] of choose.entries()) {
    const todo = mutants.filter(mutant => {
      const { by, passes: done } = resultOf(mutant)
      return !by && done === passes && !(mutant.explained && passes > 0)
    })
    if (todo.length === 0) continue
    console.log(`${todo.length} faults, ${NAMES[passes]}`)
    if (!isPrepared) await prepare()
    isPrepared = true
    await inJobs(todo, async (mutant, job) => {
      const start = performance.now()
      // What is near may have changed since the pass before, with what has been noticed.
      const { asked } = resultOf(mutant)
      const jobs = tests(mutant.file).filter(one => !asked.includes(nameOf(one)))
      const { by, test } = await findTest(mutant, jobs, job)
      const print = printFor(mutant.file, by)
      results.set(mutant.key, { by, passes: passes + 1, asked: [...asked, ...jobs.map(nameOf)], print })
      report(mutant, by, performance.now() - start, test)
    })
  }
  return mutants.map(mutant => ({ mutant, by: resultOf(mutant).by }))
}
