// SPDX-License-Identifier: Apache-2.0

import { median, progress, REPETITIONS, Worker } from '../harness.js'
import { checkFile, countGames, pgnExtractName } from '../pgn-extract.js'
import { oneText, repeated } from '../pgn-files.js'
import { ratioRow } from '../table.js'
import { withTemporaryFiles } from '../temporary-files.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */
/** @import { BulkAnswer } from '../libraries/common.js' */

const NATIVE = 'pgn-extract'
/** A brief run reads this part of the bytes. */
const BRIEF = 0.25

/**
 * One way to read a file. `bytes` would be the same for all, but that slow ones make the run long; `work` says what is
 * done with the file, so that the figures can be read.
 * @typedef {{
 *   library: string, way?: string, caseName?: string, bytes: number, must?: number, stretch?: number, work: string
 * }} Reader
 */

/** @type {Reader} */
const OURS = {
  library: 'binbo',
  bytes: 50e6,
  work: '`validatePgn` of bytes: every main-line move resolved and played, variations tokenised',
}

/** @type {Reader[]} */
const PEERS = [
  {
    library: NATIVE,
    way: 'native',
    bytes: 50e6,
    must: 12,
    work: '`-s -r`, the start of the process included: every move resolved and played, in variations too',
  },
  {
    library: 'chessops',
    way: 'PgnParser',
    bytes: 50e6,
    must: 25,
    stretch: 55,
    work: 'game by game; every main-line move resolved (parseSan) and played; variations become trees, unchecked',
  },
  {
    library: 'chessops',
    way: 'parsePgn',
    caseName: 'pgnBulkList',
    bytes: 10e6,
    must: 25,
    stretch: 55,
    work: 'the same, all games in a list first, whose trees take many times the size of the text',
  },
  {
    library: 'kokopu',
    bytes: 10e6,
    work: 'pgnRead and its main-line nodes; every move resolved and played, in variations too, and kept as a tree',
  },
  {
    library: 'chess-js',
    bytes: 1e6,
    work: 'loadPgn of games that were split for it before; main-line moves resolved and played, variations dropped',
  },
]

/** @typedef {{ elapsed: number, cpu: number }} Seconds */

/** @param {Reader} reader */
const startWorker = ({ library, caseName = 'pgnBulk' }) => new Worker(library, caseName)

/** @param {Reader} reader @param {string} file @param {string} warmUp @returns {Promise<Seconds>} of one pass */
const readOnce = async (reader, file, warmUp) => {
  if (reader.library === NATIVE) return checkFile(file)
  const worker = startWorker(reader)
  try {
    await worker.warm([warmUp], 1000)
    const { elapsed, microseconds } = await worker.run([file])
    return { elapsed: elapsed / 1e3, cpu: microseconds / 1e6 }
  } finally {
    await worker.close()
  }
}

/** @param {Reader} reader @param {string} file @returns {Promise<string>} what it makes of the games there */
const whatItReads = async (reader, file) => {
  if (reader.library === NATIVE) {
    const { read, games } = await countGames(file)
    return `${games} games, ${games - read} with errors`
  }
  const worker = startWorker(reader)
  try {
    /** @type {BulkAnswer} */
    const { games, plies, errors } = await worker.check([file])
    return `${games} games, ${plies} plies, ${errors} games with errors`
  } finally {
    await worker.close()
  }
}

/**
 * Every reader once a repetition, by turns.
 * @param {Context} context
 * @returns {Promise<Map<Reader, { size: number, seconds: Seconds[], reads: string }>>} `size` in bytes of what it was
 *   timed with; `reads` is what it makes of the games
 */
const measure = ({ games, warmUpGames, brief }) =>
  withTemporaryFiles(async write => {
    const once = oneText(games)
    const onceFile = write('once.pgn', once)
    const warmUp = write('warm-up.pgn', oneText(warmUpGames))
    const readers = [OURS, ...PEERS]
    /** @type {Map<Reader, { size: number, file: string, seconds: Seconds[], reads: string }>} */
    const results = new Map()
    for (const reader of readers) {
      const text = repeated(once, reader.bytes * (brief ? BRIEF : 1))
      results.set(reader, {
        size: Buffer.byteLength(text),
        file: write(`${reader.bytes}.pgn`, text),
        seconds: [],
        reads: await whatItReads(reader, onceFile),
      })
    }
    for (let index = 0; index < REPETITIONS; index++) {
      for (const [reader, { file, seconds }] of results) {
        progress(`pgn-bulk ${index + 1}/${REPETITIONS} ${reader.library}`)
        seconds.push(await readOnce(reader, file, warmUp))
      }
    }
    progress('')
    return results
  })

/** A large file, read and checked, nothing kept. Wall time. @param {Context} context @returns {Promise<Row[]>} */
export const run = async context => {
  const { source, notes } = context
  const names = { ...context.names, [NATIVE]: await pgnExtractName() }
  const results = await measure(context)
  /** @param {Reader} reader */
  const nameOf = ({ library, way }) => (way ? `${names[library]}, ${way}` : names[library])
  /** @param {Reader} reader @param {keyof Seconds} kind @returns {number[]} MB/s */
  const rates = (reader, kind) => {
    const { size, seconds } = /** @type {{ size: number, seconds: Seconds[] }} */ (results.get(reader))
    return seconds.map(value => size / 1e6 / value[kind])
  }
  notes.push(`pgn-bulk: ${source} repeated; wall time, each pass in a process of its own`)
  for (const [reader, { size, reads }] of results) {
    const cpu = median(rates(reader, 'cpu')).toPrecision(3)
    notes.push(
      `  ${nameOf(reader)}, ${(size / 1e6).toFixed(1)} MB, ${cpu} MB/s of CPU time: ${reader.work}`,
      `    of ${source} once: ${reads}`,
    )
  }
  return PEERS.map(reader =>
    ratioRow({
      figure: `\`validatePgn\`, ${source} repeated`,
      unit: 'MB/s',
      ours: rates(OURS, 'elapsed'),
      peer: nameOf(reader),
      theirs: rates(reader, 'elapsed'),
      must: reader.must,
      stretch: reader.stretch,
    }),
  )
}
