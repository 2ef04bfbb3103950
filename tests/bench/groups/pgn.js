// SPDX-License-Identifier: Apache-2.0
import { progress, REPETITIONS, Worker } from '../harness.js'
import { ratioRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

const PEERS = ['chessops', 'chess-js']
const GOALS = { chessops: { must: 15, stretch: 40 }, 'chess-js': { must: 150 } }

/** @param {string} library @param {(worker: Worker) => Promise<any>} action in a process of its own */
const withWorker = async (library, action) => {
  const worker = new Worker(library, 'loadPgn')
  try {
    return await action(worker)
  } finally {
    await worker.close()
  }
}

/**
 * The games that every library reads to the same end; what the others say is noted.
 * @param {Context} context
 * @returns {Promise<string[]>}
 */
const agreedGames = async ({ games, names, notes }) => {
  /** @type {Record<string, string[]>} */
  const ends = {}
  for (const library of ['binbo', ...PEERS]) {
    progress(`loadPgn: which games ${library} reads`)
    ends[library] = await withWorker(library, worker => worker.check(games))
    const rejected = ends[library].filter(end => end.startsWith('rejected'))
    notes.push(`loadPgn: ${names[library]} reads ${games.length - rejected.length} of ${games.length} games`)
    if (rejected.length) notes.push(`  the first it does not read: ${rejected[0].slice(0, 160)}`)
  }
  const agreed = games.filter((_, index) => PEERS.every(peer => ends[peer][index] === ends.binbo[index]))
  const differing = games.filter((_, index) => {
    const read = PEERS.map(peer => ends[peer][index]).filter(end => !end.startsWith('rejected'))
    return !ends.binbo[index].startsWith('rejected') && read.some(end => end !== ends.binbo[index])
  })
  if (differing.length)
    throw new Error(`loadPgn: ${differing.length} games end differently:\n${differing[0]}`)
  return agreed
}

/** Whole games as text, one at a time. @param {Context} context @returns {Promise<Row[]>} */
export const run = async context => {
  const { source, warmUpGames, names, notes } = context
  const games = await agreedGames(context)
  if (games.length === 0) throw new Error('loadPgn: there is no game that all libraries read')
  notes.push(`loadPgn: timed on ${games.length} games of ${source}, each process reads each once`)
  /** @type {Record<string, number[]>} */
  const samples = { binbo: [], chessops: [], 'chess-js': [] }
  for (let index = 0; index < REPETITIONS; index++) {
    for (const library of Object.keys(samples)) {
      progress(`loadPgn ${index + 1}/${REPETITIONS} ${library}`)
      const microseconds = await withWorker(library, async worker => {
        await worker.warm(warmUpGames.slice(0, library === 'chess-js' ? 20 : 400), 1000)
        return (await worker.run(games)).microseconds
      })
      samples[library].push((microseconds * 1000) / games.length)
    }
  }
  progress('')
  return Object.entries(GOALS).map(([peer, goal]) =>
    ratioRow({
      figure: `\`loadPgn\`, ${source}, a game`,
      unit: 'ns',
      ours: samples.binbo,
      peer: names[peer],
      theirs: samples[peer],
      ...goal,
    }),
  )
}
