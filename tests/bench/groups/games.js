// SPDX-License-Identifier: Apache-2.0
import { compare, REPETITIONS } from '../harness.js'
import { ratioRow, valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Question } from '../positions.js' */
/** @import { Row } from '../table.js' */

const PER_REPETITION = 40_000
const PER_BRIEF_REPETITION = 10_000
const BINBO = 'binbo'

/**
 * `share` is what slower libraries get to do of it, so that a run stays short.
 * @type {{ figure: string, caseName: string, share: Record<string, number>, goals: Record<string, { must?: number, stretch?: number }> }[]}
 */
const figures = [
  {
    figure: '`new Game({ fen })`',
    caseName: 'newGame',
    share: { chessops: 0.25, 'chess-js': 0.05 },
    goals: { chessops: { must: 8, stretch: 20 }, 'chess-js': { must: 25, stretch: 60 } },
  },
  {
    figure: "`legalMoves('uci')`",
    caseName: 'uciMoves',
    share: { chessops: 0.25 },
    goals: { chessops: { must: 12, stretch: 25 } },
  },
  {
    figure: "`legalMoves('san')`",
    caseName: 'sanMoves',
    share: { chessops: 0.05, 'chess-js': 0.025 },
    goals: { chessops: { must: 12, stretch: 18 }, 'chess-js': { must: 40, stretch: 55 } },
  },
  {
    figure: '`fen`',
    caseName: 'fen',
    share: { chessops: 0.5, 'chess-js': 0.5 },
    goals: { chessops: { must: 6 }, 'chess-js': { must: 5 } },
  },
]

/** One call on one position. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ questions, names, brief }) => {
  /** @type {Row[]} */
  const rows = []
  const asked = {
    warmUp: questions(4000),
    repetitions: Array.from({ length: REPETITIONS }, () =>
      questions(brief ? PER_BRIEF_REPETITION : PER_REPETITION),
    ),
  }
  for (const { figure, caseName, share, goals } of figures) {
    const samples = await compare({
      libraries: [BINBO, ...Object.keys(goals)],
      caseName,
      warmUp: asked.warmUp,
      share,
      repetition: index => asked.repetitions[index],
    })
    for (const [peer, goal] of Object.entries(goals)) {
      rows.push(
        ratioRow({
          figure,
          unit: 'ns',
          ours: samples[BINBO],
          peer: names[peer],
          theirs: samples[peer],
          ...goal,
        }),
      )
    }
  }
  return brief ? rows : [...rows, ...(await newGames(asked))]
}

/** @param {number[]} nanoseconds */
const perSecond = nanoseconds => nanoseconds.map(value => 1e9 / value)

/** @param {{ warmUp: Question[], repetitions: Question[][] }} asked @returns {Promise<Row[]>} */
const newGames = async asked => {
  const count = Array.from({ length: 50_000 }, () => 0)
  const start = await compare({
    libraries: [BINBO],
    caseName: 'startGame',
    warmUp: count,
    repetition: () => count,
  })
  const stopped = await compare({
    libraries: [BINBO],
    caseName: 'newGameStop',
    warmUp: asked.warmUp,
    repetition: index => asked.repetitions[index],
  })
  return [
    valueRow({
      figure: 'new games without moves',
      unit: 'games/s',
      ours: perSecond(start[BINBO]),
      lower: false,
      must: 300_000,
    }),
    valueRow({
      figure: '`new Game({ fen })` and `stop()`',
      unit: 'ns',
      ours: stopped[BINBO],
      lower: true,
    }),
  ]
}
