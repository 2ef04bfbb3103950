// SPDX-License-Identifier: Apache-2.0
// Castling rights while a position is set up. A FEN writes them as KQkq, or as the files of the rooks.

/** @typedef {import('binbo').Square} Square */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('./draft.js').Men} Men */

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
