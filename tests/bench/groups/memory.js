// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { median, progress, REPETITIONS } from '../harness.js'
import { openings } from '../positions.js'
import { ratioRow, valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

/**
 * @typedef {{ rss: number, javascript: number, external: number, wasm: number, peakRss: number,
 *   seconds: number, wrong: number }} Report bytes above the empty process; `external` has `wasm` in it
 */

const PLIES = 80
const MILLION = 1_000_000
const COUNTS = { binbo: 100_000, 'chess-js': 500 }
const BRIEF_COUNTS = { binbo: 20_000, 'chess-js': 200 }
const worker = fileURLToPath(new URL('../memory-worker.js', import.meta.url))

/**
 * @param {keyof typeof COUNTS} library
 * @param {number} count
 * @param {string[][]} lines
 * @returns {Promise<Report>}
 */
const keep = async (library, count, lines) => {
  const child = spawn(process.execPath, ['--expose-gc', worker], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ library, count, lines }))
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  if (!output) throw new Error(`${library}: ${count} games could not be kept`)
  const report = JSON.parse(output)
  if (report.wrong) throw new Error(`${library}: ${report.wrong} of ${count} games answer wrongly`)
  return report
}

/** @param {Report} report @param {number} count */
const parts = (report, count) =>
  `${Math.round(report.javascript / count)} B JS heap, ${Math.round(report.wasm / count)} B wasm memory, ` +
  `${Math.round((report.external - report.wasm) / count)} B other, ${Math.round(report.rss / count)} B of RSS`

/** What live games cost. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ games, names, notes, brief }) => {
  const lines = openings(games, PLIES)
  if (lines.length === 0) throw new Error(`memory: no game of ${PLIES} plies`)
  /** @type {Record<keyof typeof COUNTS, number[]>} */
  const bytes = { binbo: [], 'chess-js': [] }
  const counts = brief ? BRIEF_COUNTS : COUNTS
  for (let index = 0; index < REPETITIONS; index++) {
    for (const library of /** @type {(keyof typeof COUNTS)[]} */ (Object.keys(COUNTS))) {
      progress(`memory ${index + 1}/${REPETITIONS} ${library}`)
      const count = counts[library]
      const report = await keep(library, count, lines)
      bytes[library].push((report.javascript + report.external) / count)
      if (index === 0)
        notes.push(`memory: ${names[library]}, ${count.toLocaleString('en')} games: ${parts(report, count)}`)
    }
  }
  const figure = `a live game after ${PLIES} plies`
  const beside = ratioRow({
    figure,
    unit: 'B',
    ours: bytes.binbo,
    peer: names['chess-js'],
    theirs: bytes['chess-js'],
  })
  if (brief) return [beside]
  progress('memory: a million live games')
  const million = await keep('binbo', MILLION, lines)
  progress('')
  notes.push(
    `memory: a million live games of ${PLIES} plies (${lines.length} different real lines): ${parts(million, MILLION)}; ` +
      `RSS at its highest ${(million.peakRss / 1e9).toFixed(2)} GB; all answer; made in ${million.seconds.toFixed(0)} s`,
  )
  return [
    beside,
    valueRow({ figure, unit: 'B', ours: [median(bytes.binbo)], lower: true, must: 1200, stretch: 700 }),
    valueRow({
      figure: 'a million live games, RSS',
      unit: 'GB',
      ours: [million.rss / 1e9],
      lower: true,
      must: 1.2,
    }),
  ]
}
