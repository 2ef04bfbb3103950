// SPDX-License-Identifier: Apache-2.0
// The runner of these tests: no test is lost, failures make it fail, and files that measure run alone.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { order, testFiles } from '../runner/run-js-tests.js'
import { ALONE, LONG } from '../runner/test-order.js'
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
  const { NODE_TEST_CONTEXT: _, ...own } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['tests/runner/run-js-tests.js', ...files], {
    cwd: root,
    env: { ...own, ...env },
    encoding: 'utf8',
  })
  const count = name => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { status, stdout, count, lastLine: stdout.trim().split('\n').at(-1) }
}

const PASS = "test('good', () => {})"
const FAIL = "test('bad', () => { throw new Error('no') })"

test('every file is run once: the longest first, those that measure alone', () => {
  const all = testFiles()
  const { together, alone } = order(all)
  assert.ok(all.length > 180)
  assert.deepEqual([...together, ...alone].sort(), all.toSorted())
  assert.deepEqual(together.slice(0, LONG.length), LONG)
  assert.deepEqual(
    alone,
    ALONE.toSorted((a, b) => all.indexOf(a) - all.indexOf(b)),
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
  assert.equal(run(['process.exit(3)']).status, 1)
})

test('a file that fails runs once more, alone, and is named if it passes then', () => {
  const flag = join(folder, 'ran')
  const flaky = `import { existsSync, writeFileSync } from 'node:fs'
    ${PASS}
    test.skip('later', () => {})
    describe('all', () => {
      test('late', () => {
        if (existsSync(${JSON.stringify(flag)})) return
        writeFileSync(${JSON.stringify(flag)}, '')
        throw new Error('once')
      })
    })`
  const names = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped']
  const repaired = run([PASS, flaky], { AGAIN: '1' })
  assert.equal(repaired.status, 0, repaired.stdout)
  assert.deepEqual(names.map(repaired.count), [4, 1, 3, 0, 0, 1])
  assert.match(repaired.stdout, /FAIL late\n[\s\S]*Error: once/)
  assert.match(repaired.stdout, /^# unsteady: .*1\.test\.mjs failed, and passed when it ran again, alone$/m)
  assert.match(repaired.lastLine, /^# duration_ms [\d.]+$/)

  rmSync(flag)
  assert.equal(run([PASS, flaky]).status, 1, 'files that are named run once')
  rmSync(flag)
  assert.equal(run([flaky, FAIL], { AGAIN: '1' }).status, 1, 'more files than may run again')
  const broken = run([PASS, FAIL], { AGAIN: '2' })
  assert.equal(broken.status, 1)
  assert.deepEqual(names.map(broken.count), [2, 0, 1, 1, 0, 0])
  assert.doesNotMatch(broken.stdout, /unsteady/)
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
