// SPDX-License-Identifier: Apache-2.0
// Debian's fairy-stockfish as a witness for variants: `go perft` with the count under every root move.

import { spawnSync } from 'node:child_process'
import { FAIRY_STOCKFISH, findProgram } from '#js/cli/find-program.js'

/** The engine's path, or null where it is not installed. */
export const findFairyStockfish = () => findProgram(FAIRY_STOCKFISH, process.env) ?? null

/**
 * Divided perft counts of valid positions.
 * @param {string} path
 * @param {{ variant: string, fen: string, chess960?: boolean, depth: number }[]} jobs `variant` as UCI_Variant names it
 * @returns {Map<string, number>[]} for each job the leaves under every root move
 */
export function fairyDivide(path, jobs) {
  const commands = jobs.flatMap(({ variant, fen, chess960 = false, depth }) => [
    `setoption name UCI_Variant value ${variant}`,
    `setoption name UCI_Chess960 value ${chess960}`,
    `position fen ${fen}`,
    `go perft ${depth}`,
  ])
  const { stdout, status } = spawnSync(path, {
    input: [...commands, 'quit', ''].join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${path} ended with ${status}`)
  const results = []
  let divide = new Map()
  for (const line of stdout.split('\n')) {
    const count = /^([a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8]): (\d+)$/.exec(line)
    if (count) divide.set(count[1], Number(count[2]))
    if (line.startsWith('Nodes searched')) {
      results.push(divide)
      divide = new Map()
    }
  }
  if (results.length !== jobs.length)
    throw new Error(`${path} answered ${results.length} of ${jobs.length} positions`)
  return results
}
