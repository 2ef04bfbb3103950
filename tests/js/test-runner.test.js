// SPDX-License-Identifier: Apache-2.0
// The runner of these tests: no test is lost, failures make it fail, and files that measure run alone.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { reaches } from '../runner/imports.js'
import { nameOf } from '../runner/jobs.js'
import { ALONE, jobsOf, testFiles } from '../runner/plan.js'
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
  const [jobs, more] = ['test', 'more'].map(jobsOf)
  const names = jobs.map(nameOf)
  assert.equal(new Set(names).size, names.length, 'each job once')
  const both = new Set([...jobs, ...more].map(({ file }) => file))
  assert.deepEqual(
    testFiles().filter(file => !both.has(file)),
    [],
  )
  assert.ok(more.filter(({ build }) => build === 'slim').length >= 40)
  assert.ok(more.some(({ file, build }) => file === 'tests/js/laws-moves.test.js' && !build))
  const { together, timed, alone } = order(jobs, ({ file }) => file.length)
  assert.deepEqual([...together, ...timed, ...alone].map(nameOf).sort(), names.toSorted())
  assert.deepEqual(
    together.map(({ file }) => file.length),
    together.map(({ file }) => file.length).sort((a, b) => b - a),
  )
  assert.ok(alone.every(({ file }) => ALONE.includes(file)))
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
    'js/entries/pgn.js',
    'js/pgn/reader.js',
    'js/core/errors.js',
  ])
    assert.ok(needed.has(file), file)
  assert.ok(!needed.has('js/session/replay.js'))
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
  assert.equal(run([PASS, 'process.exit(3)']).status, 1)
  assert.equal(run([PASS, '']).status, 1, 'a file without tests')
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
