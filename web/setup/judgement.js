// SPDX-License-Identifier: Apache-2.0
// Whether a position that is set up can be played, and if not why, in a player's words and with the squares.

import { Game, validateFen } from 'binbo'
import { colorName, pieceName } from '../game/descriptions.js'
import { hasRight, RIGHTS, writeDraft } from './draft.js'

/** @typedef {import('binbo').ChessError} ChessError */
/** @typedef {import('binbo').Square} Square */
/** @typedef {import('./draft.js').Draft} Draft */

/**
 * What would mend a position: the fields of the draft that change.
 * @typedef {{ label: string, changes: Partial<Draft> }} Mend
 */

/** @typedef {{ text: string, squares?: Square[], mend?: Mend }} Reason */

/**
 * @typedef {object} Judgement
 * @property {'legal' | 'unreachable' | 'illegal'} kind an unreachable position can be played
 * @property {string} code of the error, '' for a legal position
 * @property {string} text
 * @property {Square[]} squares that the text is about
 * @property {Mend | null} mend
 */

/** @param {Draft} draft @returns {Judgement} */
export function judge(draft) {
  const { variant } = draft
  const fen = writeDraft(draft)
  const checked = validateFen(fen, { variant })
  if (!checked.ok) return refusal('illegal', draft, checked.error)
  const reached = validateFen(fen, { variant, strict: true })
  if (!reached.ok) return refusal('unreachable', draft, reached.error)
  return { kind: 'legal', code: '', text: 'This position is legal.', squares: [], mend: null }
}

/**
 * @param {'unreachable' | 'illegal'} kind
 * @param {Draft} draft
 * @param {ChessError} error
 * @returns {Judgement}
 */
function refusal(kind, draft, error) {
  const { text, squares = [], mend = null } = REASONS[error.code]?.(draft, error) ?? { text: error.message }
  return { kind, code: error.code, text, squares, mend }
}

/** @typedef {import('binbo').Color} Color */

const MOST_PAWNS = 8
const MOST_MEN = 16
const COLORS = /** @type {const} */ (['white', 'black'])

/** @type {Record<string, (draft: Draft, error: ChessError) => Reason>} */
export const REASONS = {
  ERR_FEN_NO_KING: draft => {
    const missing = COLORS.filter(color => squaresOf(draft, color, 'k').length === 0).map(colorName)
    return { text: `${missing.join(' and ')} ${missing.length > 1 ? 'have' : 'has'} no king.` }
  },
  ERR_FEN_TOO_MANY_KINGS: draft => tooMany(draft, 'k', 1, 'kings'),
  ERR_FEN_TOO_MANY_PAWNS: draft => tooMany(draft, 'p', MOST_PAWNS, 'pawns'),
  ERR_FEN_TOO_MANY_PIECES: draft => tooMany(draft, 'kqrbnp', MOST_MEN, 'pieces and pawns'),
  ERR_FEN_PAWN_ON_EDGE: draft => {
    const squares = COLORS.flatMap(color => squaresOf(draft, color, 'p')).filter(square =>
      /[18]/.test(square[1]),
    )
    return { text: `No pawn can stand on the first or the last rank: ${list(squares)}.`, squares }
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
      text: `${colorName(other)} is in check from ${men(draft, checkers)}, ${but}.`,
      squares: [king, ...checkers],
      mend: { label: `Let ${colorName(other)} move`, changes: { side, enPassant: '-' } },
    }
  },
  ERR_FEN_CASTLING_KING: (draft, error) => lostRight(draft, error, 'king'),
  ERR_FEN_CASTLING_ROOK: (draft, error) => lostRight(draft, error, 'rook'),
  ERR_FEN_CASTLING_VARIANT: () => FOR_CHESS960,
  ERR_FEN_EN_PASSANT_SIDE: draft => {
    const [, other] = sides(draft)
    return {
      text: `En passant on ${draft.enPassant} would pass a pawn of the side to move; the last move was ${colorName(other)}’s.`,
      squares: [/** @type {Square} */ (draft.enPassant)],
      mend: NO_EN_PASSANT,
    }
  },
  ERR_FEN_EN_PASSANT_PAWN: draft => ({
    text: `No pawn can just have passed ${draft.enPassant}: it would stand right behind it, and the two squares that it came over would be empty.`,
    squares: [/** @type {Square} */ (draft.enPassant)],
    mend: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_PROMOTED: () => ({
    text: 'One side has more pieces than its missing pawns can have become.',
  }),
  ERR_FEN_STRICT_CHECKERS: checks,
  ERR_FEN_STRICT_CHECK_PAIR: checks,
  ERR_FEN_STRICT_EN_PASSANT: draft => ({
    text: `The double step over ${draft.enPassant} cannot have been the last move.`,
    squares: [/** @type {Square} */ (draft.enPassant)],
    mend: NO_EN_PASSANT,
  }),
  ERR_FEN_STRICT_CASTLING: () => ({ text: 'Both sides cannot have these castling rights in one game.' }),
}

/** @type {Reason} */
const FOR_CHESS960 = {
  text: 'These castling rights are for Chess960: in standard chess the king castles from the e-file with the rook in the corner.',
  mend: { label: 'Make it Chess960', changes: { variant: 'chess960' } },
}
const NO_EN_PASSANT = { label: 'No en passant', changes: { enPassant: '-' } }

/**
 * @param {Draft} draft
 * @param {string} kinds small letters
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
 * @param {ChessError} error its place is the right's letter in the FEN
 * @param {'king' | 'rook'} what stands elsewhere
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
    mend: { label: 'Take the right away', changes: { castling } },
  }
}

/** @param {Draft} draft @returns {Reason} */
function checks(draft) {
  const [mover, other] = sides(draft)
  const [king] = squaresOf(draft, mover, 'k')
  const checkers = checkersOf(draft, king, other)
  return {
    text: `No single move can have given ${colorName(mover)} check from ${men(draft, checkers)}.`,
    squares: [king, ...checkers],
  }
}

/** @param {Draft} draft @returns {[mover: Color, other: Color]} */
const sides = ({ side }) => (side === 'w' ? ['white', 'black'] : ['black', 'white'])

/**
 * @param {Draft} draft
 * @param {Color} color
 * @param {string} kinds small letters
 * @returns {Square[]}
 */
function squaresOf(draft, color, kinds) {
  const letters = color === 'white' ? kinds.toUpperCase() : kinds
  return [...draft.men].filter(([, letter]) => letters.includes(letter)).map(([square]) => square)
}

/**
 * @param {Draft} draft
 * @param {Square} king
 * @param {Color} by
 * @returns {Square[]} none where both kings are in check: no game can have that position
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
const men = (draft, squares) =>
  list(squares.map(square => `the ${pieceName(draft.men.get(square) ?? '')} on ${square}`))

/** @param {string[]} words */
const list = words => words.join(', ').replace(/, ([^,]*)$/, ' and $1')
