// SPDX-License-Identifier: Apache-2.0
// The table of named lines, and of the positions along them.

import { Game } from '../game/game.js'
import { FIRST_RANK_CODE, packedLines } from './generated/packed-lines.js'

/**
 * A named line.
 * @typedef {object} Row
 * @property {string} eco
 * @property {string} name
 * @property {readonly number[]} line moves, packed as legalMoves('packed') has them
 */

/** Row of a position that lies on a line and has no name of its own. */
const UNNAMED = -1

/** Made of the packed text, once, in some ten milliseconds. */
class OpeningTable {
  /** @type {Row[]} in the order of the data: by ECO code, then by name */
  rows = []
  /** @type {Map<bigint, number>} by the hash of a position: its row, or UNNAMED */
  #positions = new Map()

  constructor() {
    const [lines, ecos, names] = packedLines.split('\t').map(column => column.split('\n'))
    const game = new Game({ draws: 'none' })
    let before = { eco: '', family: '', line: /** @type {number[]} */ ([]) }
    for (const [row, packed] of lines.entries()) {
      const eco = ecos[row] || before.eco
      const [family, variation] = names[row].split(/:(.*)/s)
      const line = this.#play(game, before.line.slice(0, rankOf(packed, 0)), packed)
      before = { eco, family: family || before.family, line }
      this.rows.push({ eco, name: before.family + (variation === undefined ? '' : `: ${variation}`), line })
      this.#positions.set(game.hash, row)
    }
    game.stop()
  }

  /**
   * @param {Game} game gets the line's moves
   * @param {number[]} line what it shares with the line before
   * @param {string} packed
   * @returns {number[]} the whole line
   */
  #play(game, line, packed) {
    game.newGame()
    for (const move of line) play(game, move)
    for (let i = 1; i < packed.length; i++) {
      const move = game.legalMoves('packed')[rankOf(packed, i)]
      play(game, move)
      line.push(move)
      if (!this.#positions.has(game.hash)) this.#positions.set(game.hash, UNNAMED)
    }
    return line
  }

  /**
   * @param {bigint} hash of a position of standard chess
   * @returns {Row | undefined} the line that names it
   */
  named(hash) {
    return this.rows[this.#positions.get(hash) ?? UNNAMED]
  }

  /**
   * @param {bigint} hash of a position of standard chess
   * @returns {boolean} whether it lies on a line
   */
  has(hash) {
    return this.#positions.has(hash)
  }
}

/**
 * @param {string} packed
 * @param {number} i
 * @returns {number} what the character stands for
 */
const rankOf = (packed, i) => packed.charCodeAt(i) - FIRST_RANK_CODE

/**
 * @param {Game} game
 * @param {number} packed no promotion
 */
const play = (game, packed) => game.indexMove(packed & 63, packed >> 6)

/** @type {OpeningTable | undefined} */
let table

/** The table, which the first call makes. */
export function openingTable() {
  table ??= new OpeningTable()
  return table
}
