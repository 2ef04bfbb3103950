// SPDX-License-Identifier: Apache-2.0
// node tests/bench/stream.js [bytes]: reads a generated PGN of 1 GB as a stream; fails where that takes more memory than
// LIMIT, or where games are lost.
import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** @import { StreamReport } from './stream-worker.js' */

/** Resident, at most, in bytes. */
const LIMIT = 200e6
const bytes = Number(process.argv[2] ?? 1e9)
const worker = fileURLToPath(new URL('./stream-worker.js', import.meta.url))
const execFileAsync = promisify(execFile)

/** @param {StreamReport} report @returns {string[]} what is wrong with it */
const faults = ({ games, read, inOrder, errors, maxRss }) => [
  ...(maxRss > LIMIT ? [`more than ${LIMIT / 1e6} MB`] : []),
  ...(read !== games ? [`${games - read} games are missing`] : []),
  ...(inOrder ? [] : ['games are out of order']),
  ...(errors ? [`${errors} errors`] : []),
]

/** @type {StreamReport[]} */
const reports = []
for (const reader of ['readPgn', 'validatePgn']) {
  const { stdout } = await execFileAsync(process.execPath, [worker, reader, String(bytes)])
  /** @type {StreamReport} */
  const report = JSON.parse(stdout)
  const { read, plies, seconds, maxRss } = report
  console.log(
    `${reader}: ${(report.bytes / 1e6).toFixed(0)} MB, ${read} games, ${plies} plies in ${seconds.toFixed(1)} s, ` +
      `${(report.bytes / 1e6 / seconds).toFixed(1)} MB/s, at most ${(maxRss / 1e6).toFixed(0)} MB resident`,
  )
  for (const fault of faults(report)) {
    console.error(`FAILED: ${fault}`)
    process.exitCode = 1
  }
  reports.push(report)
}
const [read, validated] = reports
console.log(`readPgn beside validatePgn: ${(validated.seconds / read.seconds).toFixed(2)} of its speed`)
if (read.plies !== validated.plies) {
  console.error('FAILED: readPgn and validatePgn count different plies')
  process.exitCode = 1
}
