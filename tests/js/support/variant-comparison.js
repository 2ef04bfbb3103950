// SPDX-License-Identifier: Apache-2.0
// Plays random games of a variant on several libraries at once and reports where they differ.

import { COLORS } from '#js/game/squares.js'
import { chooseMove, randomOf, randomStart, randomStyle } from './random-variants.js'
import { VARIANTS } from './variant-boards.js'
import { differenceOf } from './variant-differences.js'
import { canonicalFen, fieldsOf } from './variant-fen.js'

const PLIES = 100
/** SAN is compared for the move that is played and some others, in every eighth position for many. */
const OTHER_SANS = 2
const MANY_SANS = 30
const MANY_EVERY = 8

/**
 * @typedef {object} Difference
 * @property {string} variant
 * @property {string} witness its title
 * @property {'accepts' | 'moves' | 'fen' | 'readFen' | 'check' | 'result' | 'material' | 'san' | 'readSan'} kind
 * @property {string} fen as the subject writes it
 * @property {any} ours the subject's answer
 * @property {any} theirs
 * @property {string} [detail] the move or the colour that the question is about
 * @property {string} [reason] why it is allowed; undefined if it is not
 * @property {number} game
 * @property {number} ply
 */

/** What a call returns, or the error that it throws. */
function answer(call) {
  try {
    return call()
  } catch (error) {
    return `${error.name}: ${error.message}`
  }
}

const open = (Board, variant, fen, chess960) => {
  try {
    return new Board(variant, fen, chess960)
  } catch {
    return null
  }
}

/** A start position that the subject accepts, and the boards on it; reports who else does not. */
function begin({ random, variant, Subject, Witnesses, report }) {
  for (let tries = 0; tries < 1000; tries++) {
    const { fen, chess960 } = randomStart(random, variant)
    const ours = open(Subject, variant, fen, chess960)
    const boards = Witnesses.map(Witness => open(Witness, variant, fen, chess960))
    for (const [index, board] of boards.entries()) {
      // ffish does not say no.
      if (Witnesses[index].title === 'ffish') continue
      report(Witnesses[index].title, 'accepts', fen, ours !== null, board !== null)
    }
    if (ours && boards.every(Boolean)) return { ours, boards, chess960 }
    ours?.close()
    for (const board of boards) board?.close()
  }
  throw new Error(`${Subject.title} accepts no start position of ${variant}`)
}

/**
 * Plays one game and compares every position of it.
 * @param {object} options
 * @param {string} options.variant
 * @param {number} options.seed
 * @param {number} options.game its number
 * @param {any} options.Subject the class under test, of variant-boards.js
 * @param {any[]} options.Witnesses
 * @param {(difference: Difference) => void} onDifference
 * @returns {{ plies: number, result: string }}
 */
export function compareGame({ variant, seed, game, Subject, Witnesses }, onDifference) {
  const random = randomOf(seed, variant, game)
  let ply = 0
  let context = {}
  const report = (witness, kind, fen, ours, theirs, detail) => {
    if (ours === theirs) return
    const difference = { variant, witness, kind, fen, ours, theirs, detail, game, ply }
    onDifference({ ...difference, reason: differenceOf({ ...difference, context }) })
  }
  const { ours, boards, chess960 } = begin({ random, variant, Subject, Witnesses, report })
  const style = randomStyle(random)
  let result = '*'
  let sinceDrop = Number(fieldsOf(ours.fen()).halfmove)
  try {
    for (; ; ply++) {
      const fen = ours.fen()
      const moves = ours.moves()
      result = ours.result()
      context = { moves, result, sinceDrop }
      const canonical = canonicalFen(fen, moves)
      const here = { fen, moves: moves.toSorted().join(' '), canonical, result, chess960, variant, Subject }
      const sans = new Set()
      const chosen = moves.length
        ? chooseMove(random, { variant, ...fieldsOf(fen), moves, style })
        : undefined
      if (chosen) sans.add(chosen)
      const others = ply % MANY_EVERY ? OTHER_SANS : MANY_SANS
      for (let count = 0; count < others && moves.length; count++) {
        sans.add(moves[Math.floor(random() * moves.length)])
      }
      // A witness for which the game is over cannot go on.
      let all = true
      for (const [index, board] of boards.entries()) {
        const say = (kind, us, them, detail) => report(Witnesses[index].title, kind, fen, us, them, detail)
        const theirs = comparePosition({ ...here, sans, ours, board, Witness: Witnesses[index] }, say)
        all &&= theirs.has(chosen)
      }
      if (!chosen || !all || result !== '*' || ply === PLIES) break
      sinceDrop = chosen[1] === '@' ? 0 : sinceDrop + 1
      ours.play(chosen)
      for (const board of boards) board.play(chosen)
      if (Number(fieldsOf(ours.fen()).halfmove) === 0) sinceDrop = 0
    }
  } finally {
    ours.close()
    for (const board of boards) board.close()
  }
  return { plies: ply + 1, result }
}

/** @returns {Set<string>} the witness's moves */
function comparePosition(here, say) {
  const { ours, board, moves, sans, canonical, result } = here
  const theirMoves = board.moves().sort()
  say('moves', moves, theirMoves.join(' '))
  say('fen', canonical, canonicalFen(board.fen(), theirMoves))
  say('check', ours.isCheck(), board.isCheck())
  say('result', result, board.result())
  for (const color of COLORS) say('material', ours.cannotWin(color), board.cannotWin(color), color)
  compareReading(here, theirMoves, say)
  const theirs = new Set(theirMoves)
  for (const move of sans) {
    if (!theirs.has(move)) continue
    const [san, theirSan] = [answer(() => ours.san(move)), board.san(move)]
    say('san', san, theirSan, move)
    say(
      'readSan',
      answer(() => ours.readSan(theirSan)),
      move,
      `their ${theirSan}`,
    )
    if (board.readSan) say('readSan', move, board.readSan(san), `our ${san}`)
  }
  return theirs
}

/** Each reads what the other writes. */
function compareReading({ variant, chess960, fen, canonical, board, Subject, Witness }, theirMoves, say) {
  const read = (Board, text) =>
    answer(() => {
      const reader = new Board(variant, text, chess960)
      const written = canonicalFen(reader.fen(), reader.moves())
      reader.close()
      return written
    })
  const theirFen = board.fen()
  say('readFen', canonical, read(Witness, fen), 'our FEN')
  say('readFen', read(Subject, theirFen), canonicalFen(theirFen, theirMoves), `their FEN ${theirFen}`)
}

/**
 * A line that plays the game again.
 * @param {Difference} difference
 * @param {number} seed
 */
export const replay = ({ variant, game }, seed) =>
  `make variants VARIANT=${variant} GAME=${game} BINBO_SEED=${seed}`

/** @param {Difference} difference */
export const describe = ({ variant, witness, kind, fen, ours, theirs, detail, ply }) => {
  const [us, them] = kind === 'moves' ? onlyIn(ours, theirs) : [ours, theirs]
  return `${variant} ${kind}${detail ? ` (${detail})` : ''} at ply ${ply}: ${fen}\n  binbo: ${us}\n  ${witness}: ${them}`
}

/** The moves that only one of two lists has. */
function onlyIn(ours, theirs) {
  const [a, b] = [ours, theirs].map(list => list.split(' '))
  return [a.filter(move => !b.includes(move)).join(' '), b.filter(move => !a.includes(move)).join(' ')].map(
    list => list && `also ${list}`,
  )
}

export { VARIANTS }
