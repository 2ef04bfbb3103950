// SPDX-License-Identifier: Apache-2.0
/**
 * Runs files of tests under strace, and prints which files of the repository they have opened, or folders listed, that
 * reads.js does not know of: a change there would not run them again. The exit code is 1 if there are any.
 *
 * usage: node tests/runner/check-reads.js [FILE...]    default: all in Node, which takes half an hour
 */
import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { sourceOf } from './imports.js'
import { jobsOf } from './plan.js'
import { Tree } from './reads.js'

/** Few random games: they read the same. */
const ENV = { BINBO_SCALE: '0.02', TIMES: '0.01' }
const OPENED = /O_(?:RDONLY|RDWR)(.*)\) += \d+<(\/[^>]*)>$/

const folder = mkdtempSync(join(tmpdir(), 'binbo-reads-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** @param {string} file @returns {Promise<{ files: Set<string>, folders: Set<string> }>} that it has opened, and any program of it */
async function openedBy(file) {
  const log = join(folder, file.replaceAll('/', '-'))
  const options = ['-f', '-qq', '-y', '-e', 'trace=open,openat', '-o', log]
  await new Promise(resolve => {
    const child = spawn('strace', [...options, process.execPath, '--expose-gc', file], {
      env: { ...process.env, ...ENV },
      stdio: 'ignore',
      timeout: 300_000,
    })
    child.once('error', error => {
      throw error
    })
    child.once('exit', resolve)
  })
  const opened = { files: new Set(), folders: new Set() }
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const [, flags, path] = OPENED.exec(line) ?? []
    if (path) opened[flags.includes('O_DIRECTORY') ? 'folders' : 'files'].add(relative('.', path))
  }
  rmSync(log)
  return opened
}

const tree = new Tree()
const chosen = process.argv.slice(2)
const files =
  chosen.length > 0
    ? chosen
    : ['js', 'wide'].flatMap(jobsOf).flatMap(({ file }) => (/test\.js$|run\.js$/.test(file) ? [file] : []))
const left = [...new Set(files)].filter(file => tree.filesOf({ file }) !== tree.files)
console.log(`${files.length - left.length} of ${files.length} count the whole repository`)
const lane = async () => {
  for (let file = left.shift(); file; file = left.shift()) {
    const known = new Set(tree.filesOf({ file }))
    const opened = await openedBy(file)
    // Entries share the parts of dist/; the sources of an entry are known.
    const isKnown = (/** @type {string} */ path) =>
      known.has(path) || known.has(sourceOf(path)) || path.startsWith('dist/parts/')
    const missed = [...opened.files].filter(path => tree.files.has(sourceOf(path)) && !isKnown(path))
    const lists = [...opened.folders].filter(path =>
      tree.below(path).some(below => dirname(below) === path && !known.has(below)),
    )
    if (missed.length + lists.length > 0) process.exitCode = 1
    console.log(
      `${file}: ${opened.files.size} opened${missed.length ? `, NOT KNOWN ${missed.join(' ')}` : ''}${lists.length ? `, LISTS ${lists.join(' ')}` : ''}`,
    )
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, lane))
