// SPDX-License-Identifier: Apache-2.0
/**
 * Every call of the API of chess.js, in chess.js and in binbo/chess.js: processor time a call on the same positions, as a
 * table in Markdown. Exits with 1 where a call that takes chess.js over 1 µs is not faster, or another is more than
 * 0.2 µs slower.
 *
 * usage: node tests/bench/chess-js.js    (after make build)
 */
import process from 'node:process'
import * as reference from 'chess.js'
import * as subject from '../../dist/chess-js.js'

const WINDOW = Number(process.env.WINDOW ?? 60) // ms
const WINDOWS = 7
const MOST_SLOWER = 200 // ns
const LONG = 1000 // ns
const MIDGAME = 'r3k2r/p2pqpb1/1n2pnp1/2pPN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R w KQkq - 0 2'
const QUEENLESS = '8/8/8/8/8/8/8/8 w - - 0 1'

/** 80 plies, the same ones each time. */
const PGN = gameOf(80)

/** @param {number} plies */
function gameOf(plies) {
  const chess = new subject.Chess()
  for (let i = 0; i < plies; i++) {
    const moves = chess.moves()
    chess.move(moves[(i * 7919) % moves.length])
  }
  return chess.pgn()
}

/**
 * Each makes one call, or a call and what takes it back.
 * @type {[name: string, prepare: (library: any) => () => unknown][]}
 */
const CALLS = [
  [
    'new Chess()',
    ({ Chess }) =>
      () =>
        new Chess(),
  ],
  [
    'new Chess(fen)',
    ({ Chess }) =>
      () =>
        new Chess(MIDGAME),
  ],
  [
    'validateFen(fen)',
    ({ validateFen }) =>
      () =>
        validateFen(MIDGAME),
  ],
  ['load(fen)', library => onBoard(library, chess => chess.load(MIDGAME))],
  ['clear()', library => onBoard(library, chess => chess.clear())],
  ['reset()', library => onBoard(library, chess => chess.reset())],
  ['fen()', library => onBoard(library, chess => chess.fen())],
  ['get(square)', library => onBoard(library, chess => chess.get('e1'))],
  ['findPiece(piece)', library => onBoard(library, chess => chess.findPiece({ type: 'n', color: 'w' }))],
  [
    'put() and remove()',
    library => onBoard(library, chess => [chess.put({ type: 'q', color: 'w' }, 'a3'), chess.remove('a3')]),
  ],
  ['board()', library => onBoard(library, chess => chess.board())],
  ['ascii()', library => onBoard(library, chess => chess.ascii())],
  ['hash()', library => onBoard(library, chess => chess.hash())],
  ['turn()', library => onBoard(library, chess => chess.turn())],
  ['moveNumber()', library => onBoard(library, chess => chess.moveNumber())],
  ['squareColor()', library => onBoard(library, chess => chess.squareColor('e4'))],
  ['getCastlingRights()', library => onBoard(library, chess => chess.getCastlingRights('w'))],
  ['setCastlingRights()', library => onBoard(library, chess => chess.setCastlingRights('w', { k: true }))],
  ['attackers(square)', library => onBoard(library, chess => chess.attackers('f6'))],
  ['isAttacked(square, color)', library => onBoard(library, chess => chess.isAttacked('f6', 'w'))],
  ['isCheck()', library => onBoard(library, chess => chess.isCheck())],
  ['isCheckmate()', library => onBoard(library, chess => chess.isCheckmate())],
  ['isStalemate()', library => onBoard(library, chess => chess.isStalemate())],
  ['isInsufficientMaterial()', library => onBoard(library, chess => chess.isInsufficientMaterial())],
  ['isThreefoldRepetition()', library => onBoard(library, chess => chess.isThreefoldRepetition())],
  ['isDrawByFiftyMoves()', library => onBoard(library, chess => chess.isDrawByFiftyMoves())],
  ['isDraw()', library => onBoard(library, chess => chess.isDraw())],
  ['isGameOver()', library => onBoard(library, chess => chess.isGameOver())],
  ['isGameOver() after 80 plies', library => afterGame(library, chess => chess.isGameOver())],
  ['moves()', library => onBoard(library, chess => chess.moves())],
  ['moves({ square })', library => onBoard(library, chess => chess.moves({ square: 'f3' }))],
  ['moves({ verbose })', library => onBoard(library, chess => chess.moves({ verbose: true }))],
  ["move('Qxf6') and undo()", library => onBoard(library, chess => [chess.move('Qxf6'), chess.undo()])],
  ["move('f3f6') and undo()", library => onBoard(library, chess => [chess.move('f3f6'), chess.undo()])],
  [
    'move({ from, to }) and undo()',
    library => onBoard(library, chess => [chess.move({ from: 'f3', to: 'f6' }), chess.undo()]),
  ],
  ['an illegal move()', library => onBoard(library, chess => refused(() => chess.move('Qa8')))],
  ['undo() and move() after 80 plies', library => afterGame(library, chess => chess.move(chess.undo().san))],
  ["move('--') and undo()", library => onBoard(library, chess => [chess.move('--'), chess.undo()])],
  ['perft(2)', library => onBoard(library, chess => chess.perft(2))],
  ['history() of 80 plies', library => afterGame(library, chess => chess.history())],
  [
    'history({ verbose }) of 80 plies',
    library => afterGame(library, chess => chess.history({ verbose: true })),
  ],
  ['pgn() of 80 plies', library => afterGame(library, chess => chess.pgn())],
  ['loadPgn() of 80 plies', library => onBoard(library, chess => chess.loadPgn(PGN))],
  [
    'setComment() and getComment()',
    library => onBoard(library, chess => [chess.setComment('x'), chess.getComment()]),
  ],
  ['getComments() of 80 plies', library => afterGame(library, chess => chess.getComments())],
  ['setHeader()', library => onBoard(library, chess => chess.setHeader('White', 'x'))],
  ['getHeaders()', library => onBoard(library, chess => chess.getHeaders())],
  ['header()', library => onBoard(library, chess => chess.header())],
  [
    'moves() without kings',
    ({ Chess }) => {
      const chess = new Chess(QUEENLESS, { skipValidation: true })
      for (const square of ['d1', 'e5', 'b2']) chess.put({ type: 'q', color: 'w' }, square)
      return () => chess.moves()
    },
  ],
]

/** @param {any} library @param {(chess: any) => unknown} call */
function onBoard({ Chess }, call) {
  const chess = new Chess(MIDGAME)
  return () => call(chess)
}

/** @param {any} library @param {(chess: any) => unknown} call */
function afterGame({ Chess }, call) {
  const chess = new Chess()
  chess.loadPgn(PGN)
  return () => call(chess)
}

/** @param {() => void} call */
function refused(call) {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('an illegal move was played')
}

/** @returns {number} nanoseconds of processor time: other programs do not count */
function processorTime() {
  const { user, system } = process.cpuUsage()
  return 1000 * (user + system)
}

/**
 * @param {() => unknown} call
 * @returns {number} nanoseconds, the least of several windows
 */
function timeOf(call) {
  const run = (/** @type {number} */ count) => {
    const start = processorTime()
    for (let i = 0; i < count; i++) call()
    return processorTime() - start
  }
  call()
  let count = 1
  for (let time = run(1); time < (WINDOW * 1e6) / 8; time = run(count)) count *= 2
  const whole = Math.ceil(count * 4)
  return Math.min(...Array.from({ length: WINDOWS }, () => run(whole) / whole))
}

/** @param {number} nanoseconds */
function written(nanoseconds) {
  if (nanoseconds < LONG) return `${nanoseconds.toFixed(0)} ns`
  const [value, unit] = nanoseconds < 1e6 ? [nanoseconds / 1e3, 'µs'] : [nanoseconds / 1e6, 'ms']
  return `${Number(value.toPrecision(3))} ${unit}`
}

let failures = 0
console.log('| call | chess.js | binbo/chess.js | |\n|---|---|---|---|')
for (const [name, prepare] of CALLS) {
  const theirs = timeOf(prepare(reference))
  const ours = timeOf(prepare(subject))
  const isTooSlow = theirs > LONG ? ours >= theirs : ours > theirs + MOST_SLOWER
  if (isTooSlow) failures++
  const ratio = theirs / ours
  const factor = theirs > LONG || ratio >= 2 ? `× ${Number(ratio.toPrecision(2))}` : ''
  console.log(`| \`${name}\` | ${written(theirs)} | ${written(ours)} | ${isTooSlow ? 'too slow' : factor} |`)
}
process.exitCode = failures > 0 ? 1 : 0
