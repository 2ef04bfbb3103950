// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median, progress } from '../harness.js'
import { valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

const RUNS = 11
const worker = fileURLToPath(new URL('../startup-worker.js', import.meta.url))
const execFileAsync = promisify(execFile)

/** From import to the first legal move list, wall time. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ names, notes }) => {
  /** @type {Record<string, number[]>} */
  const samples = { binbo: [], chessops: [], 'chess-js': [] }
  for (let index = 0; index < RUNS; index++) {
    for (const library of Object.keys(samples)) {
      progress(`startup ${index + 1}/${RUNS} ${library}`)
      const { stdout } = await execFileAsync(process.execPath, [worker, library])
      samples[library].push(Number(stdout))
    }
  }
  progress('')
  for (const peer of ['chessops', 'chess-js']) {
    notes.push(`startup: ${names[peer]} ${median(samples[peer]).toFixed(1)} ms`)
  }
  return [
    valueRow({
      figure: 'import to the first legal move list',
      unit: 'ms',
      ours: samples.binbo,
      lower: true,
      must: 7,
    }),
  ]
}
