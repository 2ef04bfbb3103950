// SPDX-License-Identifier: Apache-2.0
// Reads a file of games in a Worker, keeps the index, and reports what the list shows.

import type { PgnGame, PgnProgress } from 'binbo/pgn'
import { readPgn } from 'binbo/pgn'
import { errorWords } from '../page/error-words.js'
import { startCore } from '../page/load.js'
import { GameIndex, hasContents, hasHeaders } from './game-index.js'
import type { Part } from './input.js'
import type { Question, Reading } from './pgn-file.js'
import { inAnyLetters } from './pgn-text.js'

/** Milliseconds between two reports, and for one piece of a search. */
const REPORT_INTERVAL = 100
const SEARCH_TIME = 30
/** Rows in a report, and how many of them precede the first visible one. */
const ROWS = 150
const ROWS_BEFORE = 50

const started = startCore()
const index = new GameIndex()
const abort = new AbortController()
const reading: Pick<Reading, 'phase' | 'bytes' | 'totalBytes' | 'failure'> = {
  phase: 'reading',
  bytes: 0,
  totalBytes: 0,
  failure: '',
}
let wanted = { version: 0, filters: 0, from: 0, opened: 0 }
let restarts = 0
let timer: ReturnType<typeof setTimeout> | undefined

addEventListener('message', ({ data }) => take(data))

function take(question: Question) {
  if (question.type === 'read') return read(question.file, question.parts)
  if (question.type === 'cancel') return abort.abort()
  const { filters, filter, sorting } = question.wanted
  if (filters !== wanted.filters) {
    index.filter(filter, sorting)
    restarts++
  }
  wanted = question.wanted
  reportSoon(0)
}

/** @param parts read separately, so that errors have line numbers of their file */
async function read(file: Blob, parts: Part[]) {
  reading.totalBytes = file.size
  reportSoon(REPORT_INTERVAL)
  try {
    await started
    for (const part of parts) {
      const options = { signal: abort.signal, onProgress: takeProgress(part.from) }
      for await (const game of readPgn(file.slice(part.from, part.to), options)) await add(file, game, part)
    }
    reading.phase = 'done'
  } catch (error) {
    reading.phase = abort.signal.aborted ? 'cancelled' : 'failed'
    if (reading.phase === 'failed') reading.failure = errorWords(error).text
  }
  if (index.isOutOfOrder) {
    index.refresh()
    restarts++
  }
  reportSoon(0)
}

async function add(file: Blob, read: PgnGame, part: Part) {
  const game = await inAnyLetters(
    read,
    async () => new Uint8Array(await sliceOf(file, read, part).arrayBuffer()),
  )
  index.add(game, part, hasContents(game) || hasHeaders(await sliceOf(file, read, part).text()), read.range)
}

/** Only for a game whose text is needed: each Blob costs messages between processes. @returns its PGN */
const sliceOf = (file: Blob, { range }: PgnGame, { from }: Part): Blob =>
  file.slice(from + (range?.from ?? 0), from + (range?.to ?? 0))

/** @param from first byte of the current part */
const takeProgress =
  (from: number) =>
  ({ bytes }: PgnProgress) => {
    reading.bytes = from + bytes
  }

function reportSoon(milliseconds: number) {
  clearTimeout(timer)
  timer = setTimeout(report, milliseconds)
}

function report() {
  const searching = index.search(SEARCH_TIME)
  const { games, found, faulty, readable, firstError } = index
  const firstReadable = readable === 0 ? null : index.row(index.firstReadable)
  const from = Math.max(0, Math.min(wanted.from, found) - ROWS_BEFORE)
  const rows = index.rows(from, from + ROWS)
  const list = { found, games, restarts, from, rows, near: index.near(wanted.opened) }
  const counts = { games, faulty, readable, firstReadable, firstError }
  const answer: Reading = { ...reading, ...counts, version: wanted.version, searching, list }
  postMessage(answer)
  if (searching) reportSoon(0)
  else if (reading.phase === 'reading') reportSoon(REPORT_INTERVAL)
}
