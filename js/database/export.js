// SPDX-License-Identifier: Apache-2.0
// Games written for other programs, in pieces that are made when they are asked for.

import { argumentError } from '../core/errors.js'
import { Pause } from '../core/pause.js'
import { encode } from '../core/utf8.js'
import { headTable, positionTable } from './export-arrow.js'
import { polyglotBook } from './export-polyglot.js'
import { HEAD_COLUMNS, headOf } from './heads.js'
import { gamePgns } from './kept-games.js'
import { joinedBytes } from './kept-texts.js'

/** @import { GameHead } from './heads.js' */
/** @import { Sources } from './sources.js' */
/** @import { Store } from './store.js' */

/**
 * What games are written as: PGN, tables of games (CSV, Apache Arrow), a table of positions (Apache Arrow), or an opening book.
 * @typedef {'pgn' | 'csv' | 'arrow' | 'arrow-positions' | 'polyglot'} ExportFormat
 */

/**
 * Writes games. `open` gives the store as long as there is one, and is called for each piece. Undefined is no piece, but
 * some time of work.
 * @typedef {(open: () => Store, ids: Uint32Array, sources: Sources) => Generator<Uint8Array | undefined, void, unknown> | AsyncGenerator<Uint8Array, void>} Pieces
 */

/** Characters or bytes of a piece of text, about. */
const PIECE = 1 << 16
/** The line between two games. */
const BLANK = encode('\n')

/** @type {Record<ExportFormat, Pieces>} */
const WRITERS = {
  pgn: pgnPieces,
  csv: csvPieces,
  arrow: headTable,
  'arrow-positions': positionTable,
  polyglot: polyglotBook,
}

/**
 * @param {() => Store} open throws where the database is closed
 * @param {Uint32Array} ids of the games, ascending; owned by this
 * @param {Sources} sources of their texts
 * @param {unknown} as ExportFormat
 * @returns {ReadableStream<Uint8Array>}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function exportGames(open, ids, sources, as) {
  const formats = Object.keys(WRITERS)
  if (!formats.includes(/** @type {string} */ (as)))
    throw argumentError(`An export is one of '${formats.join("', '")}'`, as)
  // compact() leaves the texts where they are until they are closed.
  const texts = sources.texts.open()
  const pieces = WRITERS[/** @type {ExportFormat} */ (as)](open, ids, sources)
  const pause = new Pause()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          for (;;) {
            if (pause.isDue()) await pause.take()
            const { done, value } = await pieces.next()
            if (done) await texts.close()
            if (value !== undefined) controller.enqueue(value)
            if (done) controller.close()
            if (done || value !== undefined) return
          }
        } catch (error) {
          await texts.close()
          throw error
        }
      },
      async cancel() {
        await pieces.return()
        await texts.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * @param {() => Store} open
 * @param {Uint32Array} ids
 * @param {Sources} sources
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* pgnPieces(open, ids, sources) {
  /** @type {Uint8Array[]} */
  let games = []
  let size = 0
  let isFirst = true
  for await (const game of gamePgns(open(), sources, ids)) {
    open()
    if (!isFirst) games.push(BLANK)
    games.push(game)
    isFirst = false
    size += game.length
    if (size < PIECE) continue
    yield joinedBytes(games)
    games = []
    size = 0
  }
  if (size > 0) yield joinedBytes(games)
}

// --- CSV -------------------------------------------------------------------------------------------
// Source: RFC 4180.

const CSV_HEADER = `${HEAD_COLUMNS.map(({ name }) => name).join(',')}\r\n`

/** @type {Pieces} */
function* csvPieces(open, ids) {
  let text = CSV_HEADER
  for (const id of ids) {
    text += csvRow(headOf(open(), id))
    if (text.length < PIECE) continue
    yield encode(text)
    text = ''
  }
  if (text !== '') yield encode(text)
}

/** @param {GameHead} head */
const csvRow = head =>
  `${HEAD_COLUMNS.map(({ name }) => csvField(head[/** @type {keyof GameHead} */ (name)])).join(',')}\r\n`

/** @param {string | number | undefined} value */
function csvField(value = '') {
  const text = String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
