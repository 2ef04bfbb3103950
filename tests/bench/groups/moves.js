// SPDX-License-Identifier: Apache-2.0
import { compare, REPETITIONS } from '../harness.js'
import { ratioRow, valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

const WALKS_PER_REPETITION = 2000
const WALKS_PER_BRIEF_REPETITION = 1000
const PLIES = 40
/** Games that are alive at once. */
const BATCH = 125
const share = { chessops: 0.4, 'chess-js': 0.01 }

/** @type {{ method: 'move' | 'sanMove', goals: Record<string, { must: number, stretch: number }> }[]} */
const figures = [
  { method: 'move', goals: { chessops: { must: 5, stretch: 10 }, 'chess-js': { must: 300, stretch: 1000 } } },
  {
    method: 'sanMove',
    goals: { chessops: { must: 5, stretch: 10 }, 'chess-js': { must: 300, stretch: 1000 } },
  },
]

/** Moves played in live games, with the status after each. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ walks, names, brief }) => {
  const warmUp = walks(50, PLIES)
  const count = brief ? WALKS_PER_BRIEF_REPETITION : WALKS_PER_REPETITION
  const repetitions = Array.from({ length: REPETITIONS }, () => walks(count, PLIES))
  /** @type {Row[]} */
  const rows = []
  for (const { method, goals } of figures) {
    const samples = await compare({
      libraries: ['binbo', ...Object.keys(goals)],
      caseName: method,
      warmUp,
      share,
      batch: BATCH,
      repetition: index => repetitions[index],
      operations: items => items.length * PLIES,
    })
    for (const [peer, goal] of Object.entries(goals)) {
      const figure = `\`${method}\`, status after each`
      rows.push(
        ratioRow({
          figure,
          unit: 'ns',
          ours: samples.binbo,
          peer: names[peer],
          theirs: samples[peer],
          ...goal,
        }),
      )
    }
    if (method === 'move') {
      rows.push(
        valueRow({
          figure: 'live moves through `move`',
          unit: 'moves/s',
          ours: samples.binbo.map(nanoseconds => 1e9 / nanoseconds),
          lower: false,
          must: 2_000_000,
          stretch: 4_000_000,
        }),
      )
    }
  }
  return rows
}
