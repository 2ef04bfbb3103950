// SPDX-License-Identifier: Apache-2.0
// Whether the position being set up can be played. For each error code: the reason for players, its squares, and a fix.

import { Game, Setup, validateFen } from 'binbo'
import { colorName, pieceName } from '../game/descriptions.js'
import { hasRight, RIGHTS, writeDraft } from './draft.js'

/** @typedef {import('binbo').ChessError} ChessError */
/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo').Square} Square */
/** @typedef {import('./draft.js').Draft} Draft */

/** Fields of the draft to change. @typedef {{ label: string, changes: Partial<Draft> }} Fix */
/** @typedef {{ text: string, squares?: Square[], fix?: Fix }} Reason */

/**
 * @typedef {object} Judgement
 * @property {'legal' | 'unreachable' | 'illegal'} kind 'unreachable': playable, but no game leads to it
 * @property {string} code of the error, '' for a legal position
 * @property {string} text
 * @property {Square[]} squares that the text is about
 * @property {Fix | null} fix
 */

/** Judges whether a position can be played. @param {Draft} draft @returns {Judgement} */
export function judge(draft) {
  const { variant } = draft
  const setup = new Setup(writeDraft(draft))
  const problems = setup.problems({ variant })
  if (problems.length > 0) return refusal('illegal', draft, problems)
  const unreachable = setup.problems({ variant, strict: true })
  if (unreachable.length > 0) return refusal('unreachable', draft, unreachable)
  return { kind: 'legal', code: '', text: 'This position is legal.', squares: [], fix: null }
}

/**
 * @param {'unreachable' | 'illegal'} kind
 * @param {Draft} draft
 * @param {ChessError[]} problems all of them are told, the first one that can be fixed has its fix
 * @returns {Judgement}
 */
function refusal(kind, draft, problems) {
  const reasons = problems.map(
    problem => REASONS[problem.code]?.(draft, problem) ?? { text: problem.message },
  )
  return {
    kind,
    code: problems[0].code,
    text: [...new Set(reasons.map(({ text }) => text))].join(' '),
    squares: [...new Set(problems.flatMap(({ squares = [] }) => squares))],
    fix: reasons.find(({ fix }) => fix)?.fix ?? null,
  }
}

const MOST_PAWNS = 8
const MOST_PIECES = 16
const COLORS = /** @type {const} */ (['white', 'black'])

/** @type {Record<string, (draft: Draft, error: ChessError) => Reason>} */
const REASONS = {
  ERR_FEN_NO_KING: draft => {
    const missing = COLORS.filter(color => squaresOf(draft, color, 'k').length === 0).map(colorName)
    return { text: `${missing.join(' and ')} ${missing.length > 1 ? 'have' : 'has'} no king.` }
  },
  ERR_FEN_TOO_MANY_KINGS: draft => tooMany(draft, 'k', 1, 'kings'),
  ERR_FEN_TOO_MANY_PAWNS: draft => tooMany(draft, 'p', MOST_PAWNS, 'pawns'),
  ERR_FEN_TOO_MANY_PIECES: draft => tooMany(draft, 'kqrbnp', MOST_PIECES, 'pieces and pawns'),
  ERR_FEN_PAWN_ON_EDGE: draft => {
    const squares = COLORS.flatMap(color => squaresOf(draft, color, 'p')).filter(square =>
      /[18]/.test(square[1]),
    )
    return { text: `No pawn can stand on rank 1 or 8: ${list(squares)}.`, squares }
  },
  ERR_FEN_KINGS_ADJACENT: draft => ({
    text: 'The kings stand next to each other.',
    squares: COLORS.flatMap(color => squaresOf(draft, color, 'k')),
  }),
  ERR_FEN_OPPONENT_IN_CHECK: draft => {
    const [mover, other] = sides(draft)
    const [king] = squaresOf(draft, other, 'k')
    const checkers = checkersOf(draft, king, mover)
    const but = `but it is ${colorName(mover)}’s move`
    if (checkers.length === 0) return { text: `${colorName(other)} is in check, ${but}.`, squares: [king] }
    /** @type {Draft['side']} */
    const side = draft.side === 'w' ? 'b' : 'w'
    return {
      text: `${colorName(other)} is in check from ${piecesOn(draft, checkers)}, ${but}.`,
      squares: [king, ...checkers],
      fix: { label: `Let ${colorName(other)} move`, changes: { side, enPassant: '-' } },
    }
  },
  ERR_FEN_CASTLING_KING: (draft, error) => lostRight(draft, error, 'king'),
  ERR_FEN_CASTLING_ROOK: (draft, error) => lostRight(draft, error, 'rook'),
  ERR_FEN_CASTLING_VARIANT: () => FOR_CHESS960,
  ERR_FEN_EN_PASSANT_SIDE: draft => {
    const [, other] = sides(draft)
    return {
      text: `En passant on ${draft.enPassant} would capture a pawn of the side to move; the last move was ${colorName(other)}’s.`,
      squares: [/** @type {Square} */ (draft.enPassant)],
      fix: NO_EN_PASSANT,
    }
  },
  ERR_FEN_EN_PASSANT_PAWN: draft => ({
    text: `The last move cannot have been a double step over ${draft.enPassant}.`,
    squares: [/** @type {Square} */ (draft.enPassant)],
    fix: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_PROMOTED: () => ({
    text: 'One side has more promoted pieces than missing pawns.',
  }),
  ERR_FEN_STRICT_CHECKERS: checks,
  ERR_FEN_STRICT_CHECK_PAIR: checks,
  ERR_FEN_STRICT_EN_PASSANT: draft => ({
    text: `No game can have reached this position by the double step over ${draft.enPassant}.`,
    squares: [/** @type {Square} */ (draft.enPassant)],
    fix: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_CASTLING: () => ({ text: 'No game can leave both sides these castling rights.' }),
  ERR_FEN_STRICT_PAWNS: () => ({
    text: 'The pawns need more captures than there are missing pieces and pawns.',
  }),
  ERR_FEN_STRICT_CLOCK: () => ({ text: 'The move number is too low for so many moves without a capture.' }),
  ERR_FEN_STRICT_UNMOVED: () => ({
    text: 'A king, queen or rook stands where it cannot go before a pawn has moved.',
  }),
  ERR_FEN_STRICT_SIDE: ({ side }) => ({
    text: `Only knights and rooks have moved, so it cannot be ${side === 'w' ? 'White' : 'Black'}’s turn.`,
    fix: {
      label: `${side === 'w' ? 'Black' : 'White'} to move`,
      changes: { side: side === 'w' ? 'b' : 'w' },
    },
  }),
}

/** @type {Reason} */
const FOR_CHESS960 = {
  text: 'These castling rights are for Chess960: in standard chess the king castles from the e-file with a rook from the corner.',
  fix: { label: 'Make it Chess960', changes: { variant: 'chess960' } },
}
const NO_EN_PASSANT = { label: 'No en passant', changes: { enPassant: '-' } }

/**
 * @param {Draft} draft
 * @param {string} kinds lower-case letters
 * @param {number} most
 * @param {string} what
 * @returns {Reason}
 */
function tooMany(draft, kinds, most, what) {
  const [color] = COLORS.filter(each => squaresOf(draft, each, kinds).length > most)
  const squares = squaresOf(draft, color, kinds)
  const limit = most === 1 ? 'a side has one' : `a side has at most ${most}`
  return { text: `${colorName(color)} has ${squares.length} ${what}; ${limit}.`, squares }
}

/**
 * @param {Draft} draft
 * @param {ChessError} error its offset is that of the right's letter in the FEN
 * @param {'king' | 'rook'} what is not where the right needs it
 * @returns {Reason}
 */
function lostRight(draft, error, what) {
  const fen = writeDraft(draft)
  if (validateFen(fen, { variant: 'chess960' }).ok) return FOR_CHESS960
  const letter = fen[error.offset ?? 0]
  const castling = draft.castling.replace(letter, '')
  const without = { ...draft, castling }
  const [right, name] =
    RIGHTS.find(([each]) => hasRight(draft, each) && !hasRight(without, each)) ?? RIGHTS[0]
  const color = right < 'a' ? 'white' : 'black'
  const [rank, side] = [color === 'white' ? '1' : '8', right.toLowerCase()]
  const home = what === 'king' ? `e${rank}` : `${side === 'k' ? 'h' : 'a'}${rank}`
  const needs =
    draft.variant === 'standard'
      ? `needs the ${what} on ${home}`
      : `needs the king on rank ${rank} and a rook on that side of it`
  return {
    text: `Castling ${needs} (${name}).`,
    squares: draft.variant === 'standard' ? [/** @type {Square} */ (home)] : squaresOf(draft, color, 'k'),
    fix: { label: 'Remove the right', changes: { castling } },
  }
}

/** @param {Draft} draft @returns {Reason} */
function checks(draft) {
  const [mover, other] = sides(draft)
  const [king] = squaresOf(draft, mover, 'k')
  const checkers = checkersOf(draft, king, other)
  return {
    text: `No single move can have given ${colorName(mover)} check from ${piecesOn(draft, checkers)}.`,
    squares: [king, ...checkers],
  }
}

/** @param {Draft} draft @returns {[mover: Color, other: Color]} */
const sides = ({ side }) => (side === 'w' ? ['white', 'black'] : ['black', 'white'])

/**
 * @param {Draft} draft
 * @param {Color} color
 * @param {string} kinds lower-case letters
 * @returns {Square[]}
 */
function squaresOf(draft, color, kinds) {
  const letters = color === 'white' ? kinds.toUpperCase() : kinds
  return [...draft.pieces].filter(([, letter]) => letters.includes(letter)).map(([square]) => square)
}

/**
 * @param {Draft} draft
 * @param {Square} king
 * @param {Color} by
 * @returns {Square[]} none if both kings are in check: a Game cannot hold that position
 */
function checkersOf(draft, king, by) {
  const fen = writeDraft({ ...draft, side: by === 'white' ? 'b' : 'w', castling: '', enPassant: '-' })
  if (!validateFen(fen).ok) return []
  const game = new Game({ fen })
  try {
    return game.attackers(king, by)
  } finally {
    game.stop()
  }
}

/** @param {Draft} draft @param {Square[]} squares @returns {string} such as 'the rook on e1 and the bishop on b5' */
const piecesOn = (draft, squares) =>
  list(squares.map(square => `the ${pieceName(draft.pieces.get(square) ?? '')} on ${square}`))

/** @param {string[]} words */
const list = words => words.join(', ').replace(/, ([^,]*)$/, ' and $1')
