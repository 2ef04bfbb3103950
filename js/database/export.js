// SPDX-License-Identifier: Apache-2.0
// Games written for other programs, in pieces that are made when they are asked for.

import { argumentError } from '../core/errors.js'
import { encode } from '../core/utf8.js'
import { Pause } from '../pgn/reader.js'
import { headTable, positionTable } from './export-arrow.js'
import { polyglotBook } from './export-polyglot.js'
import { HEAD_COLUMNS, headOf, pgnOf } from './heads.js'

/** @import { GameHead } from './heads.js' */
/** @import { Store } from './store.js' */

/**
 * What games are written as: PGN, tables of games (CSV, Apache Arrow), a table of positions (Apache Arrow), or an opening book.
 * @typedef {'pgn' | 'csv' | 'arrow' | 'arrow-positions' | 'polyglot'} ExportFormat
 */

/**
 * Writes games. `open` gives the store as long as there is one, and is called for each piece. Undefined is no piece, but
 * some time of work.
 * @typedef {(open: () => Store, ids: Uint32Array) => Generator<Uint8Array | undefined, void, unknown>} Pieces
 */

/** Characters of a piece of text, about. */
const PIECE = 1 << 16

/** @type {Record<ExportFormat, Pieces>} */
const WRITERS = {
  pgn: (open, ids) => textPieces(open, ids, '', (store, id, i) => (i > 0 ? '\n' : '') + pgnOf(store, id)),
  csv: (open, ids) => textPieces(open, ids, CSV_HEADER, (store, id) => csvRow(headOf(store, id))),
  arrow: headTable,
  'arrow-positions': positionTable,
  polyglot: polyglotBook,
}

/**
 * @param {() => Store} open throws where the database is closed
 * @param {Uint32Array} ids of the games, ascending; owned by this
 * @param {unknown} as ExportFormat
 * @returns {ReadableStream<Uint8Array>}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function exportGames(open, ids, as) {
  const formats = Object.keys(WRITERS)
  if (!formats.includes(/** @type {string} */ (as)))
    throw argumentError(`An export is one of '${formats.join("', '")}'`, as)
  const pieces = WRITERS[/** @type {ExportFormat} */ (as)](open, ids)
  const pause = new Pause()
  return new ReadableStream(
    {
      async pull(controller) {
        for (;;) {
          if (pause.isDue()) await pause.take()
          const { done, value } = pieces.next()
          if (value !== undefined) controller.enqueue(value)
          if (done) controller.close()
          if (done || value !== undefined) return
        }
      },
      cancel() {
        pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * @param {() => Store} open
 * @param {Uint32Array} ids
 * @param {string} head
 * @param {(store: Store, id: number, i: number) => string} write
 * @returns {Generator<Uint8Array, void, unknown>}
 */
function* textPieces(open, ids, head, write) {
  let text = head
  for (const [i, id] of ids.entries()) {
    text += write(open(), id, i)
    if (text.length < PIECE) continue
    yield encode(text)
    text = ''
  }
  if (text !== '') yield encode(text)
}

// --- CSV -------------------------------------------------------------------------------------------
// Source: RFC 4180.

const CSV_HEADER = `${HEAD_COLUMNS.map(({ name }) => name).join(',')}\r\n`

/** @param {GameHead} head */
const csvRow = head =>
  `${HEAD_COLUMNS.map(({ name }) => csvField(head[/** @type {keyof GameHead} */ (name)])).join(',')}\r\n`

/** @param {string | number | undefined} value */
function csvField(value = '') {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
