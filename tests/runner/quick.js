// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the tests that reach what has changed since main: the nearest ones first, as many as fit in half a minute. It names
 * those that are left out.
 *
 * usage: node tests/runner/quick.js
 *   SINCE  a commit, default: where this branch left main, or the last commit on main itself
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { relatedTests } from '../mutation/mutants.js'
import { distances } from './imports.js'
import { nameOf } from './jobs.js'
import { isAlone, jobsOf } from './plan.js'
import { Progress } from './progress.js'

/** @import { Job } from './jobs.js' */

/** Of work; two programs run at a time. Building and checking take the other half of a minute. */
const SECONDS = 40
/** How a change in C reaches JS. */
const CORE = 'js/core/generated/wasm-text.js'

/** @param {string[]} args @returns {string[]} */
const git = args => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** @returns {string[]} files */
function changedFiles() {
  const since = process.env.SINCE ?? git(['merge-base', 'HEAD', 'main'])[0]
  const untracked = git(['ls-files', '--others', '--exclude-standard'])
  return [...git(['diff', '--name-only', since]), ...untracked]
}

/**
 * @param {Job} job
 * @param {Set<string>} changed
 * @returns {number} imports between it and the nearest change; Infinity: nothing of it has changed
 */
function distanceOf({ file }, changed) {
  if (changed.has(file)) return 0
  if (file.endsWith('.c')) return relatedC(file, changed)
  const far = [...distances(file)].filter(([reached]) => changed.has(reached))
  return Math.min(...far.map(([, distance]) => distance))
}

/** @param {string} file @param {Set<string>} changed */
function relatedC(file, changed) {
  if (!file.startsWith('tests/c/')) return Infinity
  const test = basename(file, '.c')
  return [...changed].some(
    source => /^src\/.*\.[ch]$/.test(source) && relatedTests(source, [test]).length > 0,
  )
    ? 1
    : Infinity
}

const changed = new Set(changedFiles())
if ([...changed].some(file => /^src\/.*\.(c|h|inc)$/.test(file))) changed.add(CORE)
const jobs = ['test', 'wide'].flatMap(jobsOf).filter(({ build }) => !build)
const progress = new Progress(jobs, 2)
const found = jobs
  .map(job => ({ job, distance: distanceOf(job, changed), seconds: progress.expect(job) }))
  .filter(({ distance }) => distance < Infinity)
  .sort((a, b) => a.distance - b.distance || a.seconds - b.seconds)

let sum = 0
const fits = found.filter(({ job, seconds }) => {
  if (isAlone(job) || seconds > SECONDS / 4 || sum + seconds > SECONDS) return false
  sum += seconds
  return true
})
const left = found.filter(one => !fits.includes(one))
console.log(`${changed.size} changed files, ${found.length} files of tests reach them`)
if (left.length > 0) {
  const minutes = (left.reduce((all, { seconds }) => all + seconds, 0) / 60).toFixed(1)
  console.log(`left out, ${minutes} minutes: ${left.map(({ job }) => nameOf(job)).join(' ')}`)
}
const files = fits.map(({ job }) => job.file)
const programs = files
  .filter(file => file.startsWith('tests/c/'))
  .map(file => `build/native/${basename(file, '.c')}`)
const run = (/** @type {string} */ program, /** @type {string[]} */ args) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
if (programs.length > 0) run(process.env.MAKE ?? 'make', ['--no-print-directory', ...programs])
if (files.length > 0) run(process.execPath, ['tests/runner/run.js', ...files])
