// SPDX-License-Identifier: Apache-2.0
// The same suite against another build. The wasm is the same, so the random games are fewer there.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { bundle, entry, root } from './binbo.js'

const folder = 'tests/js/'

/** These test all builds at once, or what is the same in all of them. */
const ONCE = [
  'entries-bundled.test.js',
  'entries-slim.test.js',
  'environment.test.js',
  'package.test.js',
  'run-js-tests.test.js',
]
/** What imports other entries takes dist/ as it is: another copy of Game would be a stranger there. */
const takesDist = name => /^(uci|bridge|cli|chess-js|openings|session|server|redis|store)\b/.test(name)
const usesBuild = name =>
  /'\.\/support\/(binbo|pgn)\.js'/.test(readFileSync(`${root}${folder}${name}`, 'utf8'))

/** @param {'slim' | 'bundled'} other whose suite must pass */
export async function assertSuitePasses(other) {
  assert.equal(entry, 'inline', 'run this file with the default entry')
  const suite = readdirSync(`${root}${folder}`)
    .filter(name => name.endsWith('.test.js') && !ONCE.includes(name) && !takesDist(name) && usesBuild(name))
    .map(name => `${folder}${name}`)
  assert.ok(suite.length >= 12)
  const env = { ...process.env, BINBO_ENTRY: other, BINBO_GAMES: process.env.BINBO_GAMES ?? '0.1' }
  if (other === 'bundled') env.BINBO_BUNDLE = await bundle()
  delete env.NODE_TEST_CONTEXT
  const child = spawn(process.execPath, ['--expose-gc', 'tests/runner/run-js-tests.js', ...suite], {
    cwd: root,
    env,
  })
  const exit = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await exit
  const failures = stdout.split('\n').filter(line => /^FAIL /.test(line))
  assert.equal(status, 0, [...failures, stdout.slice(-4000), stderr.slice(-2000)].join('\n'))
  assert.match(stdout, /^# pass [1-9]/m)
}
