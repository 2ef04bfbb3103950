// SPDX-License-Identifier: Apache-2.0
// The runner of these tests: no test is lost, failures make it fail, and files that measure run alone.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { reaches } from '../runner/imports.js'
import { nameOf, repeatable } from '../runner/jobs.js'
import { LOCK } from '../runner/lock.js'
import { isAlone, jobsOf, testFiles } from '../runner/plan.js'
import { order } from '../runner/run.js'
import { root } from './support/binbo.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-runner-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Runs files of tests with these contents. */
function run(contents, env = {}) {
  const files = contents.map((code, index) => {
    const file = join(folder, `${index}.test.mjs`)
    writeFileSync(file, `import { test, describe } from 'node:test'\n${code}`)
    return file
  })
  const { status, stdout } = spawnSync(process.execPath, ['tests/runner/run.js', ...files], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  const count = name => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { status, stdout, count, lastLine: stdout.trim().split('\n').at(-1) }
}

const PASS = "test('good', () => {})"
const FAIL = "test('bad', () => { throw new Error('no') })"

test('make test and make test-more have every file of tests; the longest run first, those that measure alone', () => {
  const [jobs, more, wide] = ['test', 'more', 'wide'].map(jobsOf)
  const names = [...jobs, ...wide].map(nameOf)
  assert.equal(new Set(names).size, names.length, 'each job once')
  const inMore = new Set(more.map(nameOf))
  assert.ok(
    wide.every(job => inMore.has(nameOf(job))),
    'make test-more has make test-wide',
  )
  const both = new Set([...jobs, ...more].map(({ file }) => file))
  assert.deepEqual(
    testFiles().filter(file => !both.has(file)),
    [],
  )
  assert.ok(more.filter(({ build }) => build === 'slim').length >= 40)
  assert.ok(more.some(({ file, build }) => file === 'tests/js/laws-moves.test.js' && !build))
  const groups = order([...jobs, ...wide], ({ file }) => file.length)
  const { together, alone } = groups
  assert.deepEqual(Object.values(groups).flat().map(nameOf).sort(), names.toSorted())
  assert.deepEqual(
    together.map(({ file }) => file.length),
    together.map(({ file }) => file.length).sort((a, b) => b - a),
  )
  assert.ok(alone.every(isAlone))
})

test('a second run in the same folder that would overwrite the first one says so', () => {
  const second = ({ holder = '' }) =>
    spawnSync(
      process.execPath,
      ['--input-type=module', '-e', "const { lock } = await import('./tests/runner/lock.js'); lock()"],
      { cwd: folder, env: { ...process.env, BINBO_RUN: holder }, encoding: 'utf8' },
    )
  mkdirSync(join(folder, 'tests/runner'), { recursive: true })
  copyFileSync('tests/runner/lock.js', join(folder, 'tests/runner/lock.js'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const file = join(folder, LOCK)
  assert.equal(second({}).status, 0)
  assert.ok(!existsSync(file), 'it ends with its run')
  writeFileSync(file, String(process.pid))
  const { status, stderr } = second({})
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`process ${process.pid} is running tests in this folder: wait`))
  assert.equal(readFileSync(file, 'utf8'), String(process.pid))
  assert.equal(second({ holder: '1' }).status, 0, 'a program of that run')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, String(pid))
  assert.equal(second({}).status, 0, 'the run before was killed')
})

test('a runner that a test starts takes no pages from the run that it is in', t => {
  const run = `build/browser-tests/${process.pid}`
  mkdirSync(`${run}/quick`, { recursive: true })
  t.after(() => rmSync(run, { recursive: true }))
  const code = "const { removePages } = await import('./tests/browser/support/pages.js'); await removePages()"
  const remove = (/** @type {NodeJS.ProcessEnv} */ env) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...env } })
  assert.equal(remove({ BINBO_BROWSER_RUN: String(process.pid) }).status, 0)
  assert.ok(existsSync(`${run}/quick`))
})

test('no test of the page waits for an async function, whose promise Playwright takes for true', () => {
  const files = readdirSync('tests/browser', { recursive: true }).filter(name => name.endsWith('.js'))
  assert.ok(files.length > 60)
  const waiting = files.filter(name =>
    /waitForFunction\(\s*async/.test(readFileSync(`tests/browser/${name}`, 'utf8')),
  )
  assert.deepEqual(waiting, [])
})

test('what a file needs is found through the build', () => {
  const needed = new Set(reaches('tests/js/pgn-tree.test.js'))
  for (const file of [
    'tests/js/support/pgn.js',
    'js/entries/pgn.ts',
    'js/pgn/reader.ts',
    'js/core/errors.ts',
  ])
    assert.ok(needed.has(file), file)
  assert.ok(!needed.has('js/session/replay.js'))
  assert.ok(
    new Set(reaches('tests/js/database-export.test.js')).has('js/database/export.ts'),
    'binbo/database',
  )
})

test('one summary, as the test runner prints it; the exit code is 1 after a failure', () => {
  const good = run([PASS, `${PASS}\ndescribe('all', () => { test.skip('later', () => {}); ${PASS} })`])
  assert.equal(good.status, 0, good.stdout)
  assert.deepEqual(['tests', 'suites', 'pass', 'fail', 'skipped'].map(good.count), [4, 1, 3, 0, 1])
  assert.match(good.lastLine, /^# duration_ms [\d.]+$/)
  const bad = run([PASS, FAIL, PASS])
  assert.equal(bad.status, 1)
  assert.deepEqual(['tests', 'pass', 'fail'].map(bad.count), [3, 2, 1])
  assert.match(bad.stdout, /FAIL bad\n[\s\S]*Error: no/)
  assert.match(bad.stdout, /^FAILED: .*1\.test\.mjs$/m)
  const ended = run([PASS, 'process.exit(3)'])
  assert.equal(ended.status, 1)
  assert.match(ended.stdout, /it failed as a whole[\s\S]*exit code 3/)
  assert.equal(run([PASS, '']).status, 1, 'a file without tests')
})

const FUZZER = 'build/fuzz/fuzz_state'

test('a fuzz target gets the same inputs in each run', {
  skip: !existsSync(FUZZER) && 'it is not built',
}, () => {
  const [first, ...others] = ['', 'x'.repeat(16), 'x'.repeat(40), 'x'.repeat(4000)].map(text => {
    // Other variables put the stack elsewhere.
    const options = { env: { ...process.env, BINBO_PLACE: text }, encoding: 'utf8' }
    const { stderr } = spawnSync(FUZZER, ['-seed=1', ...repeatable('state', { fuzzTimes: 0.5 })], options)
    return /DONE\s+(cov: .*corp: \S+)/.exec(stderr)?.[1]
  })
  assert.match(first, /cov: \d\d\d/)
  for (const other of others) assert.equal(other, first)
})

test('a file that hangs has failed', () => {
  const { status, stdout } = run(
    ["test('slow', async () => { setInterval(() => {}, 1000); await new Promise(() => {}) })"],
    {
      FILE_SECONDS: '2',
    },
  )
  assert.equal(status, 1)
  assert.match(stdout, /timed out|did not finish|Promise resolution/)
})

test('a file may have more seconds than a timer of Node can count', () => {
  const { status, stdout } = run([PASS], { FILE_SECONDS: '4000000' })
  assert.equal(status, 0, stdout)
})
