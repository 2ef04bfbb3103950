// SPDX-License-Identifier: Apache-2.0
// The position being set up, legal or not: a Setup of the package as plain data. Changes return a new draft.

import { Game, Setup } from 'binbo'

/** @import { Color, PieceType, Pocket, Square, Variant } from 'binbo' */
/** @typedef {ReadonlyMap<Square, string>} Placement FEN letters by square, with a ~ behind promoted pieces of crazyhouse */

/**
 * @typedef {object} Draft
 * @property {Placement} pieces
 * @property {'w' | 'b'} side to move
 * @property {string} castling letters as in a FEN, '' for none
 * @property {string} enPassant a square, or '-'
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {Variant} variant
 * @property {Record<Color, Pocket> | null} pockets of crazyhouse
 * @property {Record<Color, number> | null} checks still to give in three-check
 */

const FILES = [...'abcdefgh']

/** In the order of a FEN: a8, b8 … h1. */
export const SQUARES = /** @type {Square[]} */ (
  [8, 7, 6, 5, 4, 3, 2, 1].flatMap(rank => FILES.map(file => `${file}${rank}`))
)

const LETTERS = /** @type {Record<PieceType, string>} */ ({
  king: 'k',
  queen: 'q',
  rook: 'r',
  bishop: 'b',
  knight: 'n',
  pawn: 'p',
})
const TYPES = /** @type {[PieceType, string][]} */ (Object.entries(LETTERS))
/** The pieces of a pocket, in the order in which they are shown. */
export const POCKET = /** @type {const} */ (['queen', 'rook', 'bishop', 'knight', 'pawn'])
/** @type {Pocket} */
const EMPTY_POCKET = { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0 }
export const MOST_CHECKS = 3
/** In these no side ever castles. */
const WITHOUT_CASTLING = /** @type {Variant[]} */ (['antichess', 'racingkings'])

/** @param {Variant} variant @returns {boolean} whether there is castling */
export const hasCastling = variant => !WITHOUT_CASTLING.includes(variant)

/** @param {Variant} variant @returns {Draft} its start position */
export function startDraft(variant) {
  const game = new Game({ variant })
  const draft = readDraft(game.fen, variant)
  game.stop()
  return draft
}

/** @param {Variant} variant @returns {Draft} the empty board */
export const emptyDraft = variant => draftOf(new Setup(), variant)

/**
 * Reads a FEN. Pockets and promoted pieces make it crazyhouse, a count of checks three-check.
 * @param {string} fen well-formed; it may be illegal
 * @param {Variant} variant for other FENs
 * @returns {Draft}
 */
export function readDraft(fen, variant) {
  const setup = new Setup(fen)
  const isHouse = setup.pockets !== null || SQUARES.some(square => setup.pieceAt(square)?.promoted)
  return draftOf(setup, isHouse ? 'crazyhouse' : setup.remainingChecks ? '3check' : variant)
}

/** @param {Setup} setup @param {Variant} variant @returns {Draft} */
function draftOf(setup, variant) {
  /** @type {Map<Square, string>} */
  const pieces = new Map()
  for (const square of SQUARES) {
    const piece = setup.pieceAt(square)
    if (!piece) continue
    const letter = LETTERS[piece.type]
    pieces.set(
      square,
      (piece.color === 'white' ? letter.toUpperCase() : letter) + (piece.promoted ? '~' : ''),
    )
  }
  return withVariant(
    {
      pieces,
      side: setup.sideToMove === 'black' ? 'b' : 'w',
      castling: setup.castling.replace('-', ''),
      enPassant: setup.enPassant ?? '-',
      halfmove: setup.halfmoveClock,
      fullmove: setup.fullmoveNumber,
      pockets: setup.pockets,
      checks: setup.remainingChecks,
      variant,
    },
    variant,
  )
}

/** @param {Draft} draft @param {Variant} variant @returns {Draft} with what only this variant has, and without what others have */
export function withVariant(draft, variant) {
  const isHouse = variant === 'crazyhouse'
  const pieces = isHouse
    ? draft.pieces
    : new Map([...draft.pieces].map(([square, letter]) => [square, letter[0]]))
  return {
    ...{ ...draft, variant, pieces },
    castling: variant === 'antichess' ? '' : draft.castling,
    pockets: isHouse ? (draft.pockets ?? { white: EMPTY_POCKET, black: EMPTY_POCKET }) : null,
    checks: variant === '3check' ? (draft.checks ?? { white: MOST_CHECKS, black: MOST_CHECKS }) : null,
  }
}

/** @param {Draft} draft @returns {Setup} */
export function setupOf({ pieces, side, castling, enPassant, halfmove, fullmove, pockets, checks }) {
  const setup = new Setup()
  for (const [square, letter] of pieces) {
    const [type] = TYPES.find(([, each]) => each === letter[0].toLowerCase()) ?? TYPES[0]
    setup.put(square, {
      ...{ type, color: letter < 'a' ? 'white' : 'black' },
      promoted: letter.endsWith('~'),
    })
  }
  setup.sideToMove = side === 'w' ? 'white' : 'black'
  setup.castling = castling || '-'
  setup.enPassant = enPassant === '-' ? null : /** @type {Square} */ (enPassant)
  setup.halfmoveClock = halfmove
  setup.fullmoveNumber = fullmove
  setup.pockets = pockets
  setup.remainingChecks = checks
  return setup
}

/** @param {Draft} draft @returns {string} its FEN */
export const writeDraft = draft => setupOf(draft).fen

/**
 * Puts pieces on squares and removes them. Castling rights and an en passant square that the result does not allow are
 * dropped.
 * @param {Draft} draft
 * @param {Iterable<readonly [Square, string]>} changes '' empties a square
 * @returns {Draft}
 */
export function withPieces(draft, changes) {
  const pieces = new Map(draft.pieces)
  for (const [square, letter] of changes) {
    if (letter) pieces.set(square, letter)
    else pieces.delete(square)
  }
  const next = { ...draft, pieces }
  return {
    ...next,
    castling: [...next.castling].filter(letter => isPossibleRight(next, letter)).join(''),
    enPassant: enPassantSquares(next).includes(next.enPassant) ? next.enPassant : '-',
  }
}

/** @param {Draft['side']} side @returns {Draft['side']} */
export const otherSide = side => (side === 'w' ? 'b' : 'w')

/** @param {Draft} draft @returns {Draft} the same position with the colours swapped, the other side to move */
export function swapped(draft) {
  const pieces = [...draft.pieces].map(
    ([square, letter]) => /** @type {const} */ ([mirrored(square), otherCase(letter)]),
  )
  const castling = [...draft.castling].map(otherCase).sort().join('')
  return {
    ...draft,
    pieces: new Map(pieces),
    side: otherSide(draft.side),
    castling,
    pockets: exchanged(draft.pockets),
    checks: exchanged(draft.checks),
    enPassant: draft.enPassant === '-' ? '-' : mirrored(/** @type {Square} */ (draft.enPassant)),
  }
}

/**
 * @template T
 * @param {Record<Color, T> | null} sides
 * @returns {Record<Color, T> | null} of the other colours
 */
const exchanged = sides => sides && { white: sides.black, black: sides.white }

/** @param {Square} square @returns {Square} the opposite one on the same file */
const mirrored = square => /** @type {Square} */ (`${square[0]}${9 - Number(square[1])}`)

/** @param {Placement} pieces @param {Square} square @returns {string} the piece there, promoted or not by turns */
export function promotedByTurns(pieces, square) {
  const letter = pieces.get(square) ?? ''
  if (letter.endsWith('~')) return letter[0]
  return /^[QRBN]$/i.test(letter) ? `${letter}~` : letter
}

/** @param {string} letter */
const otherCase = letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

/** The four castling rights and their names, in the order of a FEN. */
export const RIGHTS = /** @type {const} */ ([
  ['K', 'White kingside'],
  ['Q', 'White queenside'],
  ['k', 'Black kingside'],
  ['q', 'Black queenside'],
])

/**
 * @param {Draft} draft
 * @param {string} right 'K', 'Q', 'k' or 'q'
 * @returns {boolean} whether the draft has this castling right
 */
export const hasRight = ({ castling, pieces }, right) =>
  [...castling].some(letter => rightOf(letter, pieces) === right)

/**
 * @param {Draft} draft
 * @param {string} right 'K', 'Q', 'k' or 'q'
 * @param {boolean} wanted
 * @returns {string} the draft's castling letters with or without this right
 */
export function withRight({ castling, pieces }, right, wanted) {
  const others = [...castling].filter(letter => rightOf(letter, pieces) !== right)
  const place = (/** @type {string} */ letter) => 'KQkq'.indexOf(rightOf(letter, pieces))
  return (wanted ? [...others, right] : others).sort((a, b) => place(a) - place(b)).join('')
}

/**
 * @param {string} letter of a FEN: KQkq, or the file of a rook
 * @param {Placement} pieces
 * @returns {string} 'K', 'Q', 'k' or 'q'; for a file, the side of the king that it is on
 */
function rightOf(letter, pieces) {
  if ('KQkq'.includes(letter)) return letter
  const isWhite = letter < 'a'
  const kingFile = fileOfKing(pieces, isWhite ? '1' : '8', isWhite ? 'K' : 'k')
  const side = letter.toLowerCase() > kingFile ? 'k' : 'q'
  return isWhite ? side.toUpperCase() : side
}

/** @param {Draft} draft @param {string} letter of a FEN @returns {boolean} whether king and rook stand as it needs */
function isPossibleRight({ pieces, variant }, letter) {
  const [rank, king, rook] = letter < 'a' ? ['1', 'K', 'R'] : ['8', 'k', 'r']
  const kingFile = fileOfKing(pieces, rank, king)
  const right = rightOf(letter, pieces).toLowerCase()
  const rooks = FILES.filter(
    file =>
      pieces.get(/** @type {Square} */ (file + rank)) === rook &&
      (right === 'k' ? file > kingFile : file < kingFile),
  )
  if (variant === 'standard') return kingFile === 'e' && rooks.includes(right === 'k' ? 'h' : 'a')
  const isFile = !'kq'.includes(letter.toLowerCase())
  return kingFile !== '' && (isFile ? rooks.includes(letter.toLowerCase()) : rooks.length > 0)
}

/** @param {Placement} pieces @param {string} rank @param {string} king @returns {string} '' if it is not on that rank */
const fileOfKing = (pieces, rank, king) =>
  FILES.find(file => pieces.get(/** @type {Square} */ (file + rank)) === king) ?? ''

/** @param {Draft} draft @returns {string[]} squares that a double step can just have passed, by file */
export function enPassantSquares({ pieces, side }) {
  const [from, passed, to, pawn] = side === 'w' ? [7, 6, 5, 'p'] : [2, 3, 4, 'P']
  const at = (/** @type {string} */ file, /** @type {string | number} */ rank) =>
    pieces.get(/** @type {Square} */ (`${file}${rank}`))
  return FILES.filter(file => at(file, to) === pawn && !at(file, passed) && !at(file, from)).map(
    file => `${file}${passed}`,
  )
}
