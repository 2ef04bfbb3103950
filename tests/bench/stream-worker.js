// SPDX-License-Identifier: Apache-2.0
// Reads a generated PGN of so many bytes as a stream, in this process, and prints, as JSON, what it saw and what the
// process took at most. node stream-worker.js readPgn|validatePgn bytes
import process from 'node:process'
import { readPgn, validatePgn } from '../../dist/pgn.js'
import { GeneratedPgn } from './generated-pgn.js'

/**
 * `games` were made, `read` came out in their order; `inOrder` says whether all did.
 * @typedef {{ bytes: number, games: number, read: number, inOrder: boolean, plies: number, errors: number, seconds: number,
 *   maxRss: number }} StreamReport bytes; `maxRss` of the whole process
 */

/** @type {Record<string, (source: AsyncIterable<Uint8Array>) => Promise<{ read: number, inOrder: boolean, plies: number, errors: number }>>} */
const readers = {
  /** Each game as a program looks at it: a header, and every move of its main line. */
  async readPgn(source) {
    const sums = { read: 0, inOrder: true, plies: 0, errors: 0 }
    for await (const game of readPgn(source)) {
      sums.read++
      if (game.headers.get('Round') !== String(sums.read)) sums.inOrder = false
      for (const node of game.mainline()) if (node.san) sums.plies++
      sums.errors += game.errors.length
    }
    return sums
  },
  async validatePgn(source) {
    const { games, plies, errors } = await validatePgn(source)
    return { read: games, inOrder: true, plies, errors: errors.length }
  },
}

const [reader, bytes] = process.argv.slice(2)
const pgn = new GeneratedPgn(Number(bytes))
const start = performance.now()
const sums = await readers[reader](pgn.chunks())
const seconds = (performance.now() - start) / 1000
const maxRss = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ bytes: pgn.bytes, games: pgn.games, ...sums, seconds, maxRss }))
