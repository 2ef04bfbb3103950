// SPDX-License-Identifier: Apache-2.0
// PGN streams of any length within little memory; `make stream` does the same with 1 GB.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const BYTES = 50e6
const LIMIT = 200e6

const worker = fileURLToPath(new URL('../bench/stream-worker.js', import.meta.url))
const execFileAsync = promisify(execFile)

/** In a process of its own, whose memory is that of nothing else. */
const streamed = async reader => {
  const { stdout } = await execFileAsync(process.execPath, [worker, reader, String(BYTES)])
  return JSON.parse(stdout)
}

test('a stream of 50 MB is read and validated within 200 MB resident, and no game is lost', async () => {
  const [read, validated] = await Promise.all([streamed('readPgn'), streamed('validatePgn')])
  for (const report of [read, validated]) {
    assert.ok(report.bytes >= BYTES && report.games > 5000, 'the stream is as long as that')
    assert.equal(report.read, report.games)
    assert.equal(report.errors, 0)
    assert.ok(report.inOrder)
    assert.ok(report.maxRss < LIMIT, `${(report.maxRss / 1e6).toFixed(0)} MB resident`)
  }
  assert.equal(read.plies, validated.plies)
})
