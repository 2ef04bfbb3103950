// SPDX-License-Identifier: Apache-2.0
// The position being set up, legal or not: the six fields of a FEN as plain data. Changes return a new draft.

import { START_FEN } from 'binbo'

/** @typedef {import('binbo').Square} Square */
/** @typedef {import('binbo').Variant} Variant */
/** @typedef {ReadonlyMap<Square, string>} Placement FEN letters by square */

/**
 * @typedef {object} Draft
 * @property {Placement} pieces
 * @property {'w' | 'b'} side to move
 * @property {string} castling letters as in a FEN, '' for none
 * @property {string} enPassant a square, or '-'
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {Variant} variant
 */

const FILES = [...'abcdefgh']

/** In the order of a FEN: a8, b8 … h1. */
export const SQUARES = /** @type {Square[]} */ (
  [8, 7, 6, 5, 4, 3, 2, 1].flatMap(rank => FILES.map(file => `${file}${rank}`))
)

/** @param {Variant} variant @returns {Draft} the start position */
export const startDraft = variant => readDraft(START_FEN, variant)

/** @param {Variant} variant @returns {Draft} the empty board */
export const emptyDraft = variant => readDraft('8/8/8/8/8/8/8/8 w - - 0 1', variant)

/**
 * Reads a FEN into a draft, which holds no pockets, promoted pieces and counts of checks.
 * @param {string} fen well-formed; it may be illegal
 * @param {Variant} variant
 * @returns {Draft}
 */
export function readDraft(fen, variant) {
  const fields = fen
    .replace(/~|\[.*\]| \+?\d\+\d/g, '')
    .trim()
    .split(' ')
  const [placement, side, castling, enPassant, halfmove = '0', fullmove = '1'] = fields
  const letters = placement.replaceAll('/', '').replace(/\d/g, count => ' '.repeat(Number(count)))
  /** @type {Map<Square, string>} */
  const pieces = new Map()
  for (const [at, square] of SQUARES.entries()) if (letters[at] !== ' ') pieces.set(square, letters[at])
  return {
    pieces,
    side: side === 'b' ? 'b' : 'w',
    castling: castling.replace('-', ''),
    enPassant,
    halfmove: Number(halfmove),
    fullmove: Number(fullmove),
    variant,
  }
}

/** @param {Draft} draft @returns {string} its FEN */
export function writeDraft({ pieces, side, castling, enPassant, halfmove, fullmove }) {
  const letters = SQUARES.map(square => pieces.get(square) ?? '1').join('')
  const placement = letters.replace(/.{8}(?!$)/g, '$&/').replace(/1+/g, ones => String(ones.length))
  return `${placement} ${side} ${castling || '-'} ${enPassant} ${halfmove} ${fullmove}`
}

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

/** @param {Draft} draft @returns {Draft} the same position with the colours swapped, the other side to move */
export function swapped(draft) {
  const pieces = [...draft.pieces].map(
    ([square, letter]) => /** @type {const} */ ([mirrored(square), otherCase(letter)]),
  )
  const castling = [...draft.castling].map(otherCase).sort().join('')
  return {
    ...draft,
    pieces: new Map(pieces),
    side: draft.side === 'w' ? 'b' : 'w',
    castling,
    enPassant: draft.enPassant === '-' ? '-' : mirrored(/** @type {Square} */ (draft.enPassant)),
  }
}

/** @param {Square} square @returns {Square} the opposite one on the same file */
const mirrored = square => /** @type {Square} */ (`${square[0]}${9 - Number(square[1])}`)

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
