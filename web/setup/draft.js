// SPDX-License-Identifier: Apache-2.0
// A position while it is set up, legal or not: what a FEN says, as plain data. Changes make a new draft.

import { START_FEN } from 'binbo'

/** @typedef {import('binbo').Square} Square */
/** @typedef {import('binbo').Variant} Variant */
/** @typedef {ReadonlyMap<Square, string>} Men the letters of a FEN by square */

/**
 * @typedef {object} Draft
 * @property {Men} men
 * @property {'w' | 'b'} side to move
 * @property {string} castling letters as a FEN has them, '' for none
 * @property {string} enPassant a square, or '-'
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {Variant} variant
 */

/** In the order of a FEN: a8, b8 … h1. */
export const SQUARES = /** @type {Square[]} */ (
  [8, 7, 6, 5, 4, 3, 2, 1].flatMap(rank => [...'abcdefgh'].map(file => `${file}${rank}`))
)

/** @param {Variant} variant @returns {Draft} */
export const startDraft = variant => readDraft(START_FEN, variant)

/** @param {Variant} variant @returns {Draft} */
export const emptyDraft = variant => readDraft('8/8/8/8/8/8/8/8 w - - 0 1', variant)

/**
 * @param {string} fen in form; it need not be legal
 * @param {Variant} variant
 * @returns {Draft}
 */
export function readDraft(fen, variant) {
  const [placement, side, castling, enPassant, halfmove = '0', fullmove = '1'] = fen.trim().split(' ')
  const letters = placement.replaceAll('/', '').replace(/\d/g, count => ' '.repeat(Number(count)))
  /** @type {Map<Square, string>} */
  const men = new Map()
  for (const [at, square] of SQUARES.entries()) if (letters[at] !== ' ') men.set(square, letters[at])
  return {
    men,
    side: side === 'b' ? 'b' : 'w',
    castling: castling.replace('-', ''),
    enPassant,
    halfmove: Number(halfmove),
    fullmove: Number(fullmove),
    variant,
  }
}

/** @param {Draft} draft @returns {string} */
export function writeDraft({ men, side, castling, enPassant, halfmove, fullmove }) {
  const letters = SQUARES.map(square => men.get(square) ?? '1').join('')
  const placement = letters.replace(/.{8}(?!$)/g, '$&/').replace(/1+/g, ones => String(ones.length))
  return `${placement} ${side} ${castling || '-'} ${enPassant} ${halfmove} ${fullmove}`
}

/**
 * Puts men on squares and takes them away. Rights that the men on the board no longer allow go with them.
 * @param {Draft} draft
 * @param {Iterable<readonly [Square, string]>} changes '' empties a square
 * @returns {Draft}
 */
export function withMen(draft, changes) {
  const men = new Map(draft.men)
  for (const [square, letter] of changes) {
    if (letter) men.set(square, letter)
    else men.delete(square)
  }
  return settled({ ...draft, men })
}

/** @param {Draft} draft @returns {Draft} without castling and en passant that this position cannot have */
const settled = draft => ({
  ...draft,
  castling: keptRights(draft),
  enPassant: passedSquares(draft).includes(draft.enPassant) ? draft.enPassant : '-',
})

/** @param {Draft} draft @returns {Draft} the same position with White and Black changed over, the other side to move */
export function swapped(draft) {
  const men = [...draft.men].map(
    ([square, letter]) => /** @type {const} */ ([mirrored(square), otherCase(letter)]),
  )
  const castling = [...draft.castling].map(otherCase).sort().join('')
  return {
    ...draft,
    men: new Map(men),
    side: draft.side === 'w' ? 'b' : 'w',
    castling,
    enPassant: draft.enPassant === '-' ? '-' : mirrored(/** @type {Square} */ (draft.enPassant)),
  }
}

/** @param {Square} square @returns {Square} the one opposite, on the same file */
const mirrored = square => /** @type {Square} */ (`${square[0]}${9 - Number(square[1])}`)

/** @param {string} letter */
const otherCase = letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

/** The letters and names of the four rights, in the order of a FEN. */
export const RIGHTS = /** @type {const} */ ([
  ['K', 'White kingside'],
  ['Q', 'White queenside'],
  ['k', 'Black kingside'],
  ['q', 'Black queenside'],
])

/**
 * @param {Draft} draft
 * @param {string} right 'K', 'Q', 'k' or 'q'
 * @returns {boolean}
 */
export const hasRight = ({ castling, men }, right) =>
  [...castling].some(letter => rightOf(letter, men) === right)

/**
 * @param {Draft} draft
 * @param {string} right 'K', 'Q', 'k' or 'q'
 * @param {boolean} wanted
 * @returns {string} the draft's castling letters with it, or without it
 */
export function withRight({ castling, men }, right, wanted) {
  const others = [...castling].filter(letter => rightOf(letter, men) !== right)
  const place = (/** @type {string} */ letter) => 'KQkq'.indexOf(rightOf(letter, men))
  return (wanted ? [...others, right] : others).sort((a, b) => place(a) - place(b)).join('')
}

/** @param {Draft} draft @returns {string} the castling letters whose king and rook stand where they have to */
export const keptRights = draft => [...draft.castling].filter(letter => isPossible(draft, letter)).join('')

/**
 * @param {string} letter of a FEN
 * @param {Men} men
 * @returns {string} 'K', 'Q', 'k' or 'q'; a rook's file is to one side of the king
 */
function rightOf(letter, men) {
  if ('KQkq'.includes(letter)) return letter
  const isWhite = letter < 'a'
  const side = letter.toLowerCase() > fileOfKing(men, isWhite ? '1' : '8', isWhite ? 'K' : 'k') ? 'k' : 'q'
  return isWhite ? side.toUpperCase() : side
}

/** @param {Draft} draft @param {string} letter of a FEN @returns {boolean} */
function isPossible({ men, variant }, letter) {
  const [rank, king, rook] = letter < 'a' ? ['1', 'K', 'R'] : ['8', 'k', 'r']
  const kingFile = fileOfKing(men, rank, king)
  const right = rightOf(letter, men).toLowerCase()
  const rooks = [...'abcdefgh'].filter(
    file =>
      men.get(/** @type {Square} */ (file + rank)) === rook &&
      (right === 'k' ? file > kingFile : file < kingFile),
  )
  if (variant === 'standard') return kingFile === 'e' && rooks.includes(right === 'k' ? 'h' : 'a')
  const isFile = !'kq'.includes(letter.toLowerCase())
  return kingFile !== '' && (isFile ? rooks.includes(letter.toLowerCase()) : rooks.length > 0)
}

/** @param {Men} men @param {string} rank @param {string} king @returns {string} '' where it is not on that rank */
const fileOfKing = (men, rank, king) =>
  [...'abcdefgh'].find(file => men.get(/** @type {Square} */ (file + rank)) === king) ?? ''

/** @param {Draft} draft @returns {string[]} in the order of the files */
export function passedSquares({ men, side }) {
  const [from, passed, to, pawn] = side === 'w' ? [7, 6, 5, 'p'] : [2, 3, 4, 'P']
  const at = (/** @type {string} */ file, /** @type {string | number} */ rank) =>
    men.get(/** @type {Square} */ (`${file}${rank}`))
  return [...'abcdefgh']
    .filter(file => at(file, to) === pawn && !at(file, passed) && !at(file, from))
    .map(file => `${file}${passed}`)
}
