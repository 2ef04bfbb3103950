// SPDX-License-Identifier: Apache-2.0
// A PGN of any length that is nowhere stored: the project's own games over and over, each time with other headers.
import { readFileSync } from 'node:fs'
import { splitGames } from './pgn-files.js'
import { seededRandom } from './random.js'

const CHUNK = 1 << 16
const NAMES = [
  'Anand, Viswanathan',
  'Réti, Richard',
  'Menchik, Vera',
  'Полугаевский, Лев',
  'Ding Liren 丁立人',
  '"Quote", \\',
]
const REPLACED = /^\[(Event|Site|Date|Round|White|Black) .*\n/gm

/** @param {string} value */
const quoted = value => `"${value.replace(/[\\"]/g, '\\$&')}"`

/** The same for the same number of bytes, always. */
export class GeneratedPgn {
  /** Games given so far. */
  games = 0
  /** Bytes given so far. */
  bytes = 0
  #random = seededRandom(20_260_103)
  #bodies
  #limit

  /** @param {number} bytes it ends with the game that reaches this length */
  constructor(bytes) {
    const text = readFileSync(new URL('../data/games.pgn', import.meta.url), 'utf8')
    this.#bodies = splitGames(text).map(game => Buffer.from(`${game.replace(REPLACED, '').trimEnd()}\n\n`))
    this.#limit = bytes
  }

  /** Pieces of one size, as a file gives them: their borders are anywhere. @returns {AsyncGenerator<Uint8Array>} */
  async *chunks() {
    let chunk = Buffer.allocUnsafeSlow(CHUNK)
    let filled = 0
    while (this.bytes < this.#limit) {
      for (const part of this.#nextGame()) {
        this.bytes += part.length
        for (let at = 0; at < part.length; ) {
          const copied = part.copy(chunk, filled, at)
          at += copied
          filled += copied
          if (filled < CHUNK) continue
          yield chunk
          chunk = Buffer.allocUnsafeSlow(CHUNK)
          filled = 0
        }
      }
    }
    yield chunk.subarray(0, filled)
  }

  #nextGame() {
    const body = this.#bodies[this.games % this.#bodies.length]
    this.games++
    const [white, black] = [0, 1].map(() => quoted(NAMES[this.#random(NAMES.length)]))
    const date = `${1900 + this.#random(127)}.??.??`
    const tags = `[Event "Generated"]\n[Site "?"]\n[Date "${date}"]\n[Round "${this.games}"]\n[White ${white}]\n[Black ${black}]\n`
    return [Buffer.from(tags), body]
  }
}
