// SPDX-License-Identifier: Apache-2.0
// The same suite against the other builds: slim after init, and the default entry bundled once more. The
// wasm is the same, so the random games are fewer here.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { entry } from './support/binbo.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** These test all builds at once, or what is the same in all of them. */
const ONCE = ['entries.test.js', 'environment.test.js', 'package.test.js']
/** What imports other entries takes dist/ as it is: another copy of Game would be a stranger there. */
const takesDist = name => /^(uci|bridge|cli|chess-js|openings|session|server|redis|store)\b/.test(name)
const usesBuild = name => /'\.\/support\/(binbo|pgn)\.js'/.test(readFileSync(`${folder}${name}`, 'utf8'))
const suite = readdirSync(folder)
  .filter(name => name.endsWith('.test.js') && !ONCE.includes(name) && !takesDist(name) && usesBuild(name))
  .map(name => `${folder}${name}`)

for (const other of ['slim', 'bundled']) {
  test(`the suite against the ${other} build`, () => {
    assert.equal(entry, 'inline', 'run this file with the default entry')
    assert.ok(suite.length >= 12)
    const env = { ...process.env, BINBO_ENTRY: other, BINBO_GAMES: process.env.BINBO_GAMES ?? '0.1' }
    delete env.NODE_TEST_CONTEXT
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--test', '--test-timeout=200000', '--test-reporter=tap', ...suite],
      { env, encoding: 'utf8', maxBuffer: 1 << 28 },
    )
    const failures = stdout.split('\n').filter(line => /^\s*not ok /.test(line))
    assert.equal(status, 0, [...failures, stdout.slice(-4000), stderr.slice(-2000)].join('\n'))
    assert.match(stdout, /^# pass [1-9]/m)
  })
}
