// SPDX-License-Identifier: Apache-2.0
import { geometricMean, progress, REPETITIONS, Worker } from '../harness.js'
import { findStockfish, Stockfish, stockfishName } from '../stockfish.js'
import { ratioRow, valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

/**
 * The six positions of the Chess Programming Wiki's page "Perft Results", with its node counts.
 * `depths` are what each library is timed with; those without are for the count alone.
 * @type {{ name: string, fen: string, depth: number, nodes: number,
 *   timed?: { stockfish: number, chessops: [number, number], 'chess-js': [number, number] } }[]}
 */
const POSITIONS = [
  {
    name: 'start',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    depth: 6,
    nodes: 119_060_324,
    timed: { stockfish: 1, chessops: [5, 4_865_609], 'chess-js': [4, 197_281] },
  },
  {
    name: 'Kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    depth: 5,
    nodes: 193_690_690,
    timed: { stockfish: 1, chessops: [4, 4_085_603], 'chess-js': [3, 97_862] },
  },
  {
    name: 'position 4',
    fen: 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    depth: 5,
    nodes: 15_833_292,
    timed: { stockfish: 5, chessops: [4, 422_333], 'chess-js': [4, 422_333] },
  },
  { name: 'position 3', fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', depth: 6, nodes: 11_030_083 },
  {
    name: 'position 5',
    fen: 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    depth: 5,
    nodes: 89_941_194,
  },
  {
    name: 'position 6',
    fen: 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    depth: 5,
    nodes: 164_075_551,
  },
]

const timed = POSITIONS.flatMap(position => (position.timed ? [{ ...position, timed: position.timed }] : []))

/** Other positions than those that are timed. @param {number} less plies fewer than the known count's */
const warmUp = (less, bulk = true) =>
  POSITIONS.filter(position => !position.timed).map(({ fen, depth }) => ({ fen, depth: depth - less, bulk }))

/**
 * In a process of its own each time, so that nothing is asked twice of it.
 * @param {string} library
 * @param {{ fen: string, depth: number, nodes: number, bulk?: boolean }[]} questions
 * @param {object[]} warm
 * @returns {Promise<number>} nodes a second, geometric mean
 */
const measure = async (library, questions, warm) => {
  const worker = new Worker(library, 'perft')
  try {
    await worker.warm(warm, 700)
    const rates = []
    for (const question of questions) {
      const { microseconds, answer } = await worker.run([question])
      if (answer[0] !== question.nodes)
        throw new Error(`${library}: ${answer[0]} nodes, not ${question.nodes}`)
      rates.push((question.nodes * 1e6) / microseconds)
    }
    return geometricMean(rates)
  } finally {
    await worker.close()
  }
}

/** @param {'chessops' | 'chess-js'} peer */
const peerQuestions = peer =>
  timed.map(({ fen, timed }) => ({ fen, depth: timed[peer][0], nodes: timed[peer][1] }))

/** @param {boolean} bulk */
const ourQuestions = bulk => timed.map(({ fen, depth, nodes }) => ({ fen, depth, nodes, bulk }))

/** @param {Stockfish} stockfish */
const measureStockfish = async stockfish => {
  const rates = []
  for (const { fen, depth, nodes, timed: counts } of timed) {
    const answer = await stockfish.perft(fen, depth, counts.stockfish)
    if (answer.nodes !== nodes) throw new Error(`Stockfish: ${answer.nodes} nodes, not ${nodes}`)
    rates.push(answer.nodesPerSecond)
  }
  return geometricMean(rates)
}

/** All six positions, counted. @returns {Promise<number>} nodes */
const checkCounts = async () => {
  const worker = new Worker('binbo', 'perft')
  try {
    const counts = await worker.check(POSITIONS.map(({ fen, depth }) => ({ fen, depth, bulk: true })))
    for (const [index, { name, depth, nodes }] of POSITIONS.entries()) {
      if (counts[index] !== nodes)
        throw new Error(`perft ${depth} of ${name}: ${counts[index]}, not ${nodes}`)
    }
    return POSITIONS.reduce((sum, { nodes }) => sum + nodes, 0)
  } finally {
    await worker.close()
  }
}

/** @param {'chessops' | 'chess-js'} peer */
const depths = peer => timed.map(({ timed }) => timed[peer][0]).join(' ')

/** Counting the move tree. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ names, notes, brief }) => {
  const program = findStockfish()
  const stockfish = program ? new Stockfish(program) : undefined
  await stockfish?.measureStartUp(7)
  /** @type {Record<'stockfish' | 'bulk' | 'listed' | 'chessops' | 'chess-js', number[]>} */
  const samples = { stockfish: [], bulk: [], listed: [], chessops: [], 'chess-js': [] }
  /** @type {[keyof typeof samples, () => Promise<number>][]} */
  const turns = [
    ['bulk', () => measure('binbo', ourQuestions(true), warmUp(1))],
    ['listed', () => measure('binbo', ourQuestions(false), warmUp(1, false))],
    ['chessops', () => measure('chessops', peerQuestions('chessops'), warmUp(3))],
    ['chess-js', () => measure('chess-js', peerQuestions('chess-js'), warmUp(3))],
  ]
  if (stockfish) turns.splice(1, 0, ['stockfish', () => measureStockfish(stockfish)])
  for (let index = 0; index < REPETITIONS; index++) {
    for (const [name, turn] of turns) {
      progress(`perft ${index + 1}/${REPETITIONS} ${name}`)
      samples[name].push(await turn())
    }
  }
  const nodes = brief ? 0 : await checkCounts()
  progress('')
  if (!brief)
    notes.push(
      `perft: the six positions of the Chess Programming Wiki, ${nodes.toLocaleString('en')} nodes, all counts right`,
    )
  notes.push('perft rates: geometric mean of start d6, Kiwipete d5, position 4 d5; peers at the depths named')

  const figure = '`perft`'
  const listedFigure = '`perft`, `bulk: false`'
  const common = { unit: /** @type {const} */ ('nodes/s') }
  const against = program
    ? [
        { figure, ours: samples.bulk, must: 5 },
        { figure: listedFigure, ours: samples.listed, must: 1.8 },
      ].map(row => ({ ...row, peer: `${names.stockfish}, native` }))
    : []
  if (!program) notes.push('perft: stockfish is not installed, so that its two lines are missing')
  return [
    ...against.map(row => ratioRow({ ...common, ...row, theirs: samples.stockfish })),
    ...(program
      ? []
      : [valueRow({ figure: listedFigure, unit: 'nodes/s', ours: samples.listed, lower: false })]),
    ratioRow({
      ...common,
      figure,
      ours: samples.bulk,
      peer: `${names.chessops}, d ${depths('chessops')}`,
      theirs: samples.chessops,
      must: 120,
    }),
    ratioRow({
      ...common,
      figure,
      ours: samples.bulk,
      peer: `${names['chess-js']}, d ${depths('chess-js')}`,
      theirs: samples['chess-js'],
      must: 900,
    }),
  ]
}

/** @returns {Promise<string>} what names.stockfish is to be */
export const referenceName = async () => {
  const program = findStockfish()
  return program ? stockfishName(program) : 'no Stockfish'
}
