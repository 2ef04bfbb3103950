// SPDX-License-Identifier: Apache-2.0
// A native UCI engine as a child process, for tools that create test data: one request at a time, with node limits
// instead of time controls, so that every answer is reproducible.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findProgram, STOCKFISH } from '../cli/find-program.js'

/**
 * The result of a search, from the view of the side to move.
 * @typedef {object} SearchResult
 * @property {string | null} move in UCI, castling as king takes rook; null if there is no legal move
 * @property {{ kind: 'cp' | 'mate', value: number }} score centipawns, or moves to mate (negative: being mated)
 * @property {string[]} pv the principal variation
 * @property {{ move: string, cp: number }[]} choices the best moves, with MultiPV more than one
 */

/**
 * Finds the native Stockfish: on PATH, or where Debian installs it.
 * @returns {string} its path
 * @throws {Error} if there is none
 */
export function findStockfish() {
  const found = findProgram(STOCKFISH, process.env)
  if (!found) throw new Error('stockfish is not installed: apt-get install stockfish')
  return found
}

/** One engine process. Every method waits for the engine's answer; close() ends the process. */
export class UciProcess {
  #child
  #lines
  #multipv = 1

  /** @param {string} path the engine's executable */
  constructor(path) {
    this.#child = spawn(path, [], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /**
   * Completes the handshake; afterwards castling is written as king takes rook.
   * @returns {Promise<string>} the engine's name
   */
  async start() {
    this.#send('uci')
    const lines = await this.#until(line => line === 'uciok')
    this.#send('setoption name UCI_Chess960 value true')
    this.#send('setoption name Hash value 16')
    return lines.find(line => line.startsWith('id name '))?.slice(8) ?? 'unknown engine'
  }

  /** Clears what the engine knows of the last game, so that games do not depend on earlier ones. */
  async newGame() {
    this.#send('ucinewgame')
    this.#send('isready')
    await this.#until(line => line === 'readyok')
  }

  /**
   * Searches a position up to a number of nodes.
   * @param {string} fen the game's start
   * @param {string[]} moves UCI moves played since
   * @param {{ nodes: number, multipv?: number }} limits
   * @returns {Promise<SearchResult>}
   */
  async search(fen, moves, { nodes, multipv = 1 }) {
    if (multipv !== this.#multipv) this.#send(`setoption name MultiPV value ${multipv}`)
    this.#multipv = multipv
    this.#position(fen, moves)
    this.#send(`go nodes ${nodes}`)
    const lines = await this.#until(line => line.startsWith('bestmove'))
    const best = lines[lines.length - 1].split(' ')[1]
    return readSearch(lines, best === '(none)' ? null : best)
  }

  /**
   * Counts the leaves of the legal move tree.
   * @param {string} fen
   * @param {number} depth from 1
   * @returns {Promise<number>}
   */
  async perft(fen, depth) {
    this.#position(fen, [])
    this.#send(`go perft ${depth}`)
    const lines = await this.#until(line => line.startsWith('Nodes searched'))
    return Number(lines[lines.length - 1].split(':')[1])
  }

  close() {
    this.#child.stdin.end('quit\n')
  }

  /** @param {string} fen @param {string[]} moves */
  #position(fen, moves) {
    this.#send(`position fen ${fen}${moves.length ? ` moves ${moves.join(' ')}` : ''}`)
  }

  /** @param {string} line */
  #send(line) {
    this.#child.stdin.write(`${line}\n`)
  }

  /**
   * @param {(line: string) => boolean} isLast
   * @returns {Promise<string[]>} the lines up to and including that one
   */
  async #until(isLast) {
    const seen = []
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`the engine ended; its last line was: ${seen.at(-1) ?? 'none'}`)
      seen.push(value)
      if (isLast(value)) return seen
    }
  }
}

/**
 * @param {string[]} lines the whole output of a search
 * @param {string | null} move
 * @returns {SearchResult}
 */
function readSearch(lines, move) {
  /** @type {SearchResult} */
  const result = { move, score: { kind: 'cp', value: 0 }, pv: [], choices: [] }
  for (const line of lines) {
    const found = / multipv (\d+) score (cp|mate) (-?\d+).* pv (.+)$/.exec(line)
    if (!found) continue
    const kind = found[2] === 'mate' ? 'mate' : 'cp'
    const value = Number(found[3])
    const pv = found[4].split(' ')
    const cp = kind === 'cp' ? value : Math.sign(value) * 10000
    result.choices[Number(found[1]) - 1] = { move: pv[0], cp }
    if (found[1] === '1') Object.assign(result, { score: { kind, value }, pv })
  }
  return result
}
