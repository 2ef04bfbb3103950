// SPDX-License-Identifier: Apache-2.0
// Reads a file of games in a Worker, keeps the index, and answers the requests of the list.

import { readPgn } from 'binbo/pgn'
import { errorWords } from '../page/error-words.js'
import { startCore } from '../page/load.js'
import { GameIndex } from './game-index.js'

/** @import { Part } from './input.js' */
/** @import { Answer, Question, Reading } from './pgn-file.js' */

/** Milliseconds between two reports, and for one piece of a search. */
const REPORT_INTERVAL = 100
const SEARCH_TIME = 30

const started = startCore()
const index = new GameIndex()
const abort = new AbortController()
/** @type {Pick<Reading, 'phase' | 'bytes' | 'totalBytes' | 'failure'>} */
const reading = { phase: 'reading', bytes: 0, totalBytes: 0, failure: '' }
let filters = 0
let restarts = 0
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** @param {Answer} answer */
const answer = answer => postMessage(answer)

addEventListener('message', ({ data }) => take(data))

/** @param {Question} question */
function take(question) {
  if (question.type === 'read') read(question.file, question.parts)
  else if (question.type === 'cancel') abort.abort()
  else if (question.type === 'rows') {
    const { id, from, to } = question
    answer({ type: 'answer', id, value: index.rows(from, to) })
  } else if (question.type === 'near') {
    answer({ type: 'answer', id: question.id, value: index.near(question.number) })
  } else {
    index.filter(question.text, question.errorsOnly, question.sorting)
    filters++
    restarts++
    reportSoon(0)
  }
}

/** @param {Blob} file @param {Part[]} parts read one by one, so that errors name the lines of their file */
async function read(file, parts) {
  reading.totalBytes = file.size
  reportSoon(REPORT_INTERVAL)
  try {
    await started
    for (const part of parts) {
      const options = { signal: abort.signal, onProgress: takeProgress(part.from) }
      for await (const game of readPgn(file.slice(part.from, part.to), options)) index.add(game, part)
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

/** @param {number} from first byte of the current part */
const takeProgress =
  from =>
  (/** @type {import('binbo/pgn').PgnProgress} */ { bytes }) => {
    reading.bytes = from + bytes
  }

/** @param {number} milliseconds */
function reportSoon(milliseconds) {
  clearTimeout(timer)
  timer = setTimeout(report, milliseconds)
}

function report() {
  const searching = index.search(SEARCH_TIME)
  const { games, found, faulty, readable, firstReadable, firstError } = index
  const counts = { games, found, faulty, readable, firstReadable, firstError }
  answer({ type: 'reading', reading: { ...reading, ...counts, filters, restarts, searching } })
  if (searching) reportSoon(0)
  else if (reading.phase === 'reading') reportSoon(REPORT_INTERVAL)
}
