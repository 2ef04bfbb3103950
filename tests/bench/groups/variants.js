// SPDX-License-Identifier: Apache-2.0
import { geometricMean, progress, REPETITIONS, Worker } from '../harness.js'
import { findFairyStockfish, Stockfish, stockfishName } from '../stockfish.js'
import { ratioRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

/**
 * @typedef {{ fen: string, depth: number, nodes: number }} Position `nodes` as tests/data/variant-perft.json has them, or as
 *   Fairy-Stockfish counts them
 */

/**
 * In racing kings no king can come home within the tree, since Fairy-Stockfish 11.1 does not give Black a last move.
 * @type {Record<string, Position[]>}
 */
const POSITIONS = {
  crazyhouse: [
    {
      fen: 'r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1',
      depth: 4,
      nodes: 2_083_382,
    },
    {
      fen: '2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - - 0 1',
      depth: 4,
      nodes: 10_118_606,
    },
  ],
  antichess: [{ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', depth: 5, nodes: 2_732_672 }],
  atomic: [
    { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', depth: 5, nodes: 4_864_979 },
    {
      fen: 'rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1',
      depth: 4,
      nodes: 1_434_825,
    },
  ],
  horde: [
    {
      fen: 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1',
      depth: 6,
      nodes: 5_396_554,
    },
    { fen: '4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1', depth: 5, nodes: 1_796_270 },
  ],
  racingkings: [
    { fen: '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1', depth: 5, nodes: 9_472_927 },
    { fen: '8/8/8/8/q7/1k2N1K1/1rbn1BR1/2b2B1Q w - - 0 1', depth: 4, nodes: 643_246 },
  ],
  '3check': [
    { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1', depth: 5, nodes: 4_865_609 },
    {
      fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1',
      depth: 4,
      nodes: 4_081_798,
    },
  ],
  kingofthehill: [
    { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', depth: 5, nodes: 4_865_609 },
    { fen: 'rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12', depth: 4, nodes: 808_163 },
  ],
}

const VARIANTS = Object.keys(POSITIONS)
/** Debian's Fairy-Stockfish 11.1 does not know it. */
const UNKNOWN_TO_FAIRY = new Set(['atomic'])

/** @param {string} variant @param {Position[]} positions */
const questions = (variant, positions) => positions.map(position => ({ ...position, variant, bulk: true }))

/** In a process of its own each time. @param {string} library @param {string} variant @returns {Promise<number>} nodes a second */
const measure = async (library, variant) => {
  const worker = new Worker(library, 'perft')
  try {
    const asked = questions(variant, POSITIONS[variant])
    await worker.warm([{ ...asked[0], depth: asked[0].depth - 1 }], 300)
    const rates = []
    for (const question of asked) {
      const { microseconds, answer } = await worker.run([question])
      if (answer[0] !== question.nodes)
        throw new Error(`${library}, ${variant}: ${answer[0]} nodes, not ${question.nodes}`)
      rates.push((question.nodes * 1e6) / microseconds)
    }
    return geometricMean(rates)
  } finally {
    await worker.close()
  }
}

/** @param {Stockfish} fairy @param {string} variant */
const measureFairy = async (fairy, variant) => {
  const rates = []
  for (const { fen, depth, nodes } of POSITIONS[variant]) {
    const answer = await fairy.perft(fen, depth, 1, variant)
    if (answer.nodes !== nodes)
      throw new Error(`Fairy-Stockfish, ${variant}: ${answer.nodes} nodes, not ${nodes}`)
    rates.push(answer.nodesPerSecond)
  }
  return geometricMean(rates)
}

/** Counting the move trees of variants. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ names, notes }) => {
  const program = findFairyStockfish()
  const fairy = program ? new Stockfish(program) : undefined
  await fairy?.measureStartUp(7)
  if (!fairy) notes.push('variants: fairy-stockfish is not installed, so that its lines are missing')
  notes.push(
    'variants: Fairy-Stockfish 11.1 does not know atomic chess; ffish is its library of 2023 in WebAssembly',
  )
  const native = program ? await stockfishName(program) : ''
  const rows = []
  for (const variant of VARIANTS) {
    const peer = UNKNOWN_TO_FAIRY.has(variant) ? 'ffish' : 'native'
    if (peer === 'native' && !fairy) continue
    const [ours, theirs] = [[], []].map(list => /** @type {number[]} */ (list))
    for (let index = 0; index < REPETITIONS; index++) {
      progress(`variants ${variant} ${index + 1}/${REPETITIONS}`)
      ours.push(await measure('binbo', variant))
      theirs.push(
        await (peer === 'native' && fairy ? measureFairy(fairy, variant) : measure('ffish', variant)),
      )
    }
    rows.push(
      ratioRow({
        figure: `\`perft\`, ${variant}`,
        unit: 'nodes/s',
        ours,
        peer: peer === 'native' ? `${native}, native` : names.ffish,
        theirs,
        must: 1,
        stretch: 3,
      }),
    )
  }
  return rows
}
