// SPDX-License-Identifier: Apache-2.0
// Writes games for other programs, in pieces that are made on demand.

import { argumentError } from '../core/errors.js'
import { hasKey } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { encode } from '../core/utf8.js'
import type { Sort } from './columns.js'
import { checkSort, orderOf } from './columns.js'
import { gameTable, positionTable } from './export-arrow.js'
import type { Cell, ExportColumn, TableColumn } from './export-columns.js'
import { checkColumns, rowOf } from './export-columns.js'
import { gameParquet, positionParquet } from './export-parquet.js'
import { polyglotBook } from './export-polyglot.js'
import { idsInOrder, readOptions } from './game-set.js'
import { gamePgns } from './kept-games.js'
import { joinedBytes } from './kept-texts.js'
import type { Sources } from './sources.js'
import type { Store } from './store.js'

/**
 * The format of an export: PGN, tables of games (CSV, JSON Lines, Apache Arrow or Parquet), tables of positions (Apache Arrow
 * or Parquet), or an opening book.
 */
export type ExportFormat =
  | 'pgn'
  | 'csv'
  | 'jsonl'
  | 'arrow'
  | 'parquet'
  | 'arrow-positions'
  | 'parquet-positions'
  | 'polyglot'

/** What an export has. */
export type ExportOptions = {
  /** The columns of a table of games. Default: those of a GameHead, with the opening's name and code. */
  columns?: readonly ExportColumn[] | undefined
  /** The order of the games, as of heads(); default 'id'. A book has no order. */
  sort?: Sort | undefined
}

/** Bytes as a ReadableStream of the platform; for await reads it, also where the platform's streams have no iterator. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>> & {
  values: (options?: { preventCancel?: boolean }) => AsyncIterableIterator<Uint8Array<ArrayBuffer>>
  [Symbol.asyncIterator]: (options?: {
    preventCancel?: boolean
  }) => AsyncIterableIterator<Uint8Array<ArrayBuffer>>
}

/**
 * Writes games. `open` returns the store or throws; it is called for each piece. An undefined piece lets other work run.
 */
export type Pieces = (
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
  columns: readonly TableColumn[],
) =>
  | Generator<Uint8Array<ArrayBuffer> | undefined, void, unknown>
  | AsyncGenerator<Uint8Array<ArrayBuffer> | undefined, void>

/** The approximate size of a piece of text, in characters or bytes. */
const PIECE = 1 << 16
/** The line between two games. */
const BLANK = encode('\n')

const WRITERS: Record<ExportFormat, Pieces> = {
  pgn: pgnPieces,
  csv: csvPieces,
  jsonl: jsonPieces,
  arrow: gameTable,
  parquet: gameParquet,
  'arrow-positions': positionTable,
  'parquet-positions': positionParquet,
  polyglot: polyglotBook,
}

/** The formats with a row for each game. */
const GAME_TABLES: readonly ExportFormat[] = ['csv', 'jsonl', 'arrow', 'parquet']

/** @throws {ChessError} ERR_ARGUMENT */
export function checkFormat(as: unknown): asserts as is ExportFormat {
  if (typeof as !== 'string' || !hasKey(WRITERS, as))
    throw argumentError(`An export is one of '${Object.keys(WRITERS).join("', '")}'`, as)
}

/**
 * @param open throws if the database is closed
 * @param ids the games, ascending; owned by this function
 * @param sources the sources of their texts
 * @param as ExportFormat
 * @param options ExportOptions
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
export function exportGames(
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
  as: unknown,
  options: unknown,
): ByteStream {
  checkFormat(as)
  const given = readOptions(options, ['columns', 'sort'])
  const columns = checkColumns(given.columns)
  if (given.columns !== undefined && !GAME_TABLES.includes(as))
    throw argumentError(`columns is of exports as '${GAME_TABLES.join("', '")}'`, as)
  const sort = checkSort(given.sort)
  if (sort !== undefined && as === 'polyglot') throw argumentError('sort is not of a book', given.sort)
  const sorted = sort === undefined ? ids : idsInOrder(bitsOfIds(ids), orderOf(open(), sort), 0, ids.length)
  // compact() does not remove the texts before they are closed.
  const texts = sources.texts.open()
  const pieces = WRITERS[as](open, sorted, sources, columns)
  const pause = new Pause()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
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
  return isIterable(stream) ? stream : iterable(stream)
}

/** @param ids ascending */
function bitsOfIds(ids: Uint32Array): Uint32Array {
  const bits = new Uint32Array(1 + ((ids.at(-1) ?? 0) >>> 5))
  for (const id of ids) bits[id >>> 5] |= 1 << (id & 31)
  return bits
}

/** Not every browser iterates over streams. */
const isIterable = (stream: object): stream is ByteStream => Symbol.asyncIterator in stream

/** @returns the same stream; for await cancels it when it ends early */
function iterable(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ByteStream {
  async function* values({ preventCancel = false }: { preventCancel?: boolean } = {}) {
    const reader = stream.getReader()
    let isLeft = true
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
      isLeft = false
    } finally {
      if (isLeft && !preventCancel) await reader.cancel()
      reader.releaseLock()
    }
  }
  return Object.assign(stream, { values, [Symbol.asyncIterator]: values })
}

async function* pgnPieces(
  open: () => Store,
  ids: Uint32Array,
  sources: Sources,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
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

// --- rows of text ----------------------------------------------------------------------------------

/** Source: RFC 4180. */
function* csvPieces(open: () => Store, ids: Uint32Array, _: Sources, columns: readonly TableColumn[]) {
  const names = columns.map(({ name }) => name)
  yield* textPieces(csvRow(names), ids, id => csvRow(rowOf(open(), id, columns)))
}

const csvRow = (cells: readonly Cell[]) => `${cells.map(csvField).join(',')}\r\n`

function csvField(value: Cell) {
  const text = String(value ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** JSON Lines: https://jsonlines.org. */
function* jsonPieces(open: () => Store, ids: Uint32Array, _: Sources, columns: readonly TableColumn[]) {
  const keys = columns.map(({ name }) => JSON.stringify(name))
  const rowText = (id: number) => {
    const cells = rowOf(open(), id, columns)
    return `{${cells.map((cell, i) => `${keys[i]}:${JSON.stringify(cell)}`).join(',')}}\n`
  }
  yield* textPieces('', ids, rowText)
}

function* textPieces(begin: string, ids: Uint32Array, rowText: (id: number) => string) {
  let text = begin
  for (const id of ids) {
    text += rowText(id)
    if (text.length < PIECE) continue
    yield encode(text)
    text = ''
  }
  if (text !== '') yield encode(text)
}
