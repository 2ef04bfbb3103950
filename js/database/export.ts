// SPDX-License-Identifier: Apache-2.0
// Games written for other programs, in pieces that are made on demand.

import { argumentError } from '../core/errors.js'
import { hasKey } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { encode } from '../core/utf8.js'
import { headTable, positionTable } from './export-arrow.js'
import { polyglotBook } from './export-polyglot.js'
import type { GameHead } from './heads.js'
import { HEAD_COLUMNS, headOf } from './heads.js'
import { gamePgns } from './kept-games.js'
import { joinedBytes } from './kept-texts.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

/**
 * The format of an export: PGN, tables of games (CSV, Apache Arrow), a table of positions (Apache Arrow), or an opening
 * book.
 */
export type ExportFormat = 'pgn' | 'csv' | 'arrow' | 'arrow-positions' | 'polyglot'

/**
 * Writes games. `open` returns the store or throws, and is called for each piece. An undefined piece only marks time spent.
 */
export type Pieces = (
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
) => Generator<Uint8Array | undefined, void, unknown> | AsyncGenerator<Uint8Array, void>

/** Characters or bytes of a piece of text, about. */
const PIECE = 1 << 16
/** The line between two games. */
const BLANK = encode('\n')

const WRITERS: Record<ExportFormat, Pieces> = {
  pgn: pgnPieces,
  csv: csvPieces,
  arrow: headTable,
  'arrow-positions': positionTable,
  polyglot: polyglotBook,
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkFormat(as: unknown): asserts as is ExportFormat {
  if (typeof as !== 'string' || !hasKey(WRITERS, as))
    throw argumentError(`An export is one of '${Object.keys(WRITERS).join("', '")}'`, as)
}

/**
 * @param open throws if the database is closed
 * @param ids of the games, ascending; owned by this
 * @param sources of their texts
 * @param as ExportFormat
 * @throws {ChessError} ERR_ARGUMENT
 */
export function exportGames(
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
  as: unknown,
): ReadableStream<Uint8Array> {
  checkFormat(as)
  // compact() leaves the texts where they are until they are closed.
  const texts = sources.texts.open()
  const pieces = WRITERS[as](open, ids, sources)
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

async function* pgnPieces(
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
): AsyncGenerator<Uint8Array, void> {
  let games: Uint8Array[] = []
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

function* csvPieces(open: () => Store, ids: Uint32Array) {
  let text = CSV_HEADER
  for (const id of ids) {
    text += csvRow(headOf(open(), id))
    if (text.length < PIECE) continue
    yield encode(text)
    text = ''
  }
  if (text !== '') yield encode(text)
}

const csvRow = (head: GameHead) => `${HEAD_COLUMNS.map(({ name }) => csvField(head[name])).join(',')}\r\n`

function csvField(value: string | number | undefined = '') {
  const text = String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
