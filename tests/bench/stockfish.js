// SPDX-License-Identifier: Apache-2.0
// Stockfish is measured from outside, and the CPU time of a run with `go perft 1` in place of the question is the
// start-up to take out.
import { findProgram, timed } from './programs.js'

export const findStockfish = () => findProgram('stockfish')
export const findFairyStockfish = () => findProgram('fairy-stockfish')

/**
 * @param {string} program
 * @param {string[]} commands
 * @returns {Promise<{ seconds: number, output: string }>} CPU time, user and system
 */
const run = async (program, commands) => {
  const { cpu, output } = await timed(program, [], `${[...commands, 'quit'].join('\n')}\n`)
  return { seconds: cpu, output }
}

/** @param {string} program @returns {Promise<string>} its name and version */
export const stockfishName = async program =>
  (await run(program, ['uci'])).output.match(/^id name (.+)$/m)?.[1] ?? 'Stockfish'

/** Native `go perft`. */
export class Stockfish {
  #startUp = 0

  /** @param {string} program */
  constructor(program) {
    this.program = program
  }

  /** Measures the start-up to take out: of a run, not of a question. @param {number} runs */
  async measureStartUp(runs) {
    const times = []
    for (let index = 0; index < runs; index++) {
      times.push((await run(this.program, ['position startpos', 'go perft 1'])).seconds)
    }
    this.#startUp = times.sort((a, b) => a - b)[runs >> 1]
    return this.#startUp
  }

  /**
   * @param {string} fen
   * @param {number} depth
   * @param {number} times how often the question is asked in one process (nothing is kept from one to the next),
   *   so that what is measured is long against the start-up
   * @param {string} [variant] as UCI_Variant names it, for Fairy-Stockfish
   * @returns {Promise<{ nodes: number, nodesPerSecond: number }>}
   */
  async perft(fen, depth, times, variant) {
    const rules = variant ? [`setoption name UCI_Variant value ${variant}`] : []
    const commands = [
      ...rules,
      `position fen ${fen}`,
      ...Array.from({ length: times }, () => `go perft ${depth}`),
    ]
    const { seconds, output } = await run(this.program, commands)
    const nodes = Number(output.match(/Nodes searched: (\d+)/)?.[1])
    return { nodes, nodesPerSecond: (nodes * times) / (seconds - this.#startUp) }
  }
}
