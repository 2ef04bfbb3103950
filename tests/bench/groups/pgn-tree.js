// SPDX-License-Identifier: Apache-2.0
import { median, progress, REPETITIONS, Worker } from '../harness.js'
import { oneText, repeated } from '../pgn-files.js'
import { ratioRow } from '../table.js'
import { withTemporaryFiles } from '../temporary-files.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */
/** @import { TreeAnswer } from '../libraries/common.js' */

/** A text so long that the collector has work to do, as it has in a program. */
const BYTES = 1e6
/** Of a repetition: one takes a few hundredths of a second. */
const ROUNDS_EACH = 3
const ROUNDS = ROUNDS_EACH * REPETITIONS
const TOGETHER = '`parsePgn` and the walk'

/** @type {Record<string, { must?: number, stretch?: number }>} */
const GOALS = { chessops: { must: 1.5, stretch: 3 }, kokopu: {} }

/** What each does, so that the figures can be read. @type {Record<string, string>} */
const WORK = {
  binbo:
    'checks every move; the walk makes the nodes, writes SAN anew and takes the known commands out of comments',
  chessops: 'checks nothing: any move-like token becomes a node; SAN and comments are slices of the text',
  kokopu: 'checks every move while parsing; the walk writes SAN anew; one comment a node, commands taken out',
}

/** @param {Record<string, Worker>} workers @param {string} file @returns {Promise<Record<string, TreeAnswer[]>>} */
const measure = async (workers, file) => {
  /** @type {Record<string, TreeAnswer[]>} */
  const answers = Object.fromEntries(Object.keys(workers).map(library => [library, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [library, worker] of Object.entries(workers)) {
      progress(`pgn-tree ${round + 1}/${ROUNDS} ${library}`)
      answers[library].push((await worker.run([file])).answer)
    }
  }
  progress('')
  return answers
}

/** Games as trees, each node of them visited. Wall time. @param {Context} context @returns {Promise<Row[]>} */
export const run = context =>
  withTemporaryFiles(async write => {
    const { source, games, names, notes } = context
    const text = repeated(oneText(games), BYTES)
    const file = write('games.pgn', text)
    const warmUp = write('warm-up.pgn', oneText(context.warmUpGames))
    const libraries = ['binbo', ...Object.keys(GOALS)]
    const workers = Object.fromEntries(libraries.map(library => [library, new Worker(library, 'pgnTree')]))
    /** @type {Record<string, TreeAnswer[]>} */
    let answers
    try {
      for (const worker of Object.values(workers)) await worker.warm([warmUp], 1000)
      answers = await measure(workers, file)
    } finally {
      await Promise.all(Object.values(workers).map(worker => worker.close()))
    }
    notes.push(
      `pgn-tree: ${source}, ${(Buffer.byteLength(text) / 1e6).toFixed(2)} MB; wall time, ${ROUNDS} rounds in one process a library`,
    )
    for (const library of libraries) {
      const { nodes, letters, comments, nags } = answers[library][0]
      notes.push(
        `  ${names[library]}: ${WORK[library]}`,
        `    it sees ${nodes} nodes, ${letters} letters of SAN, ${comments} comments, ${nags} NAGs`,
      )
    }
    /** @param {string} library @param {(answer: TreeAnswer) => number} part */
    const samples = (library, part) => {
      const rounds = answers[library].map(part)
      return Array.from({ length: REPETITIONS }, (_, at) =>
        median(rounds.slice(ROUNDS_EACH * at, ROUNDS_EACH * (at + 1))),
      )
    }
    /** @type {[string, (answer: TreeAnswer) => number, string[]][]} */
    const parts = [
      [`\`parsePgn\`, 1 MB of ${source}`, answer => answer.parse, ['chessops']],
      ['a walk of its nodes: `san`, `comments`, `nags`', answer => answer.walk, ['chessops']],
      [TOGETHER, answer => answer.parse + answer.walk, Object.keys(GOALS)],
    ]
    return parts.flatMap(([figure, part, peers]) =>
      peers.map(peer =>
        ratioRow({
          figure,
          unit: 'ms',
          ours: samples('binbo', part),
          peer: names[peer],
          theirs: samples(peer, part),
          ...(figure === TOGETHER ? GOALS[peer] : {}),
        }),
      ),
    )
  })
