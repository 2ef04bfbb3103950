// SPDX-License-Identifier: Apache-2.0
/**
 * Nothing is proved twice: a job that has passed is left out as long as all files that it reads, the tools and the settings are
 * the same. build/passed has the last pass of each job. CI and `make test-all` run everything.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { nameOf } from './jobs.js'
import { Tree } from './reads.js'

/** @import { Counts, Job, Settings } from './jobs.js' */

const FOLDER = 'build/passed'
/** Programs that tests start. A new version of one is another file. */
const PROGRAMS = [
  'node',
  'git',
  'stockfish',
  'fairy-stockfish',
  'polyglot',
  'redis-server',
  'nginx',
  'curl',
  'psql',
].concat(['chromium', 'chromium-headless-shell', 'clang', 'gcc'])
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/games', '/usr/sbin']
/** Variables that change what tests do. */
const VARIABLES =
  /^(BINBO_(?!RUN|BUNDLE|BROWSER_RUN)|NODE_|SEED$|DEATHS$|PATIENCE$|CHROMIUM$|FIREFOX$|STOCKFISH$|TZ$|LANG$|LC_)/

/** @param {string} path @returns {string} equal as long as the file is not written */
function stampOf(path) {
  const { size, mtimeMs, ino } = statSync(path)
  return `${path} ${size} ${mtimeMs} ${ino}`
}

/** @param {Settings} settings @returns {string} */
function surroundings({ scale, seed, fuzzTimes }) {
  const programs = PROGRAMS.flatMap(name => FOLDERS.map(folder => join(folder, name)))
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name))
  return JSON.stringify([
    process.version,
    scale,
    seed,
    fuzzTimes,
    variables.sort(),
    programs.filter(existsSync).map(stampOf),
  ])
}

/** @type {Map<string, string>} by stamp */
const digests = new Map()

/** @param {string} path @returns {string} of what it has in it */
function digestOf(path) {
  if (!existsSync(path)) return 'none'
  const stamp = stampOf(path)
  const digest = digests.get(stamp) ?? createHash('sha256').update(readFileSync(path)).digest('hex')
  digests.set(stamp, digest)
  return digest
}

/** @param {Job} job */
const fileOf = job => `${FOLDER}/${nameOf(job).replace(/[^\w.-]+/g, '-')}.json`

/** @typedef {{ file: string, reads: string[], key: string, counts?: Counts }} Before counts: of a pass with the same key */

export class Passed {
  /** @type {Map<Job, Before>} */
  #before = new Map()
  #surroundings

  /** @param {Job[]} jobs @param {Settings} settings */
  constructor(jobs, settings) {
    this.#surroundings = surroundings(settings)
    const tree = new Tree()
    for (const job of jobs) {
      const file = fileOf(job)
      const reads = [...tree.filesOf(job)].sort()
      const key = this.#keyOf(job, reads)
      const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
      this.#before.set(job, { file, reads, key, counts: kept?.key === key ? kept.counts : undefined })
    }
  }

  /** @param {Job} job @param {string[]} reads @returns {string} equal only if the same would run again */
  #keyOf(job, reads) {
    const hash = createHash('sha256').update(JSON.stringify([job, this.#surroundings]))
    for (const path of reads) hash.update(`${path} ${digestOf(path)}\n`)
    return hash.digest('hex')
  }

  /** @param {Job} job @returns {Counts | undefined} of its last pass, if nothing has changed since */
  countsOf(job) {
    return this.#before.get(job)?.counts
  }

  /** Keeps that a job has passed, unless what it reads has changed meanwhile. @param {Job} job @param {Counts} counts */
  keep(job, counts) {
    const before = this.#before.get(job)
    if (!before || this.#keyOf(job, before.reads) !== before.key) return
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(before.file, JSON.stringify({ key: before.key, counts }))
  }
}
