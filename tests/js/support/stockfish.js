// SPDX-License-Identifier: Apache-2.0
// Native Stockfish as a second oracle: `go perft` of many positions in one process.

import { spawnSync } from 'node:child_process'
import { findProgram, STOCKFISH } from '#js/cli/find-program.js'

/** The engine's path, or null where it is not installed. */
export const findStockfish = () => findProgram(STOCKFISH, process.env) ?? null

/**
 * Divided perft counts of valid positions.
 * @param {string} path
 * @param {{ fen: string, variant: 'standard' | 'chess960', depth: number }[]} jobs
 * @returns {Map<string, number>[]} for each job the leaves under every root move
 */
export function stockfishDivide(path, jobs) {
  const commands = jobs.flatMap(({ fen, variant, depth }) => [
    `setoption name UCI_Chess960 value ${variant === 'chess960'}`,
    `position fen ${fen}`,
    `go perft ${depth}`,
  ])
  const { stdout, status } = spawnSync(path, {
    input: [...commands, 'quit', ''].join('\n'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${path} ended with ${status}`)
  const results = []
  let divide = new Map()
  for (const line of stdout.split('\n')) {
    const count = /^([a-h][1-8][a-h][1-8][qrbn]?): (\d+)$/.exec(line)
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
