// SPDX-License-Identifier: Apache-2.0
// Where a piece may go after any move of the other side: by how pieces move, without rules.

import { isPocket } from './targets.js'

/** @import { Color } from 'binbo' */
/** @typedef {Map<string, string>} Pieces FEN letters by square */

/** @param {string} fen @returns {Pieces} */
export function piecesOf(fen) {
  /** @type {Pieces} */
  const pieces = new Map()
  const rows = fen.split(/[ []/, 1)[0].split('/').slice(0, 8)
  for (const [row, text] of rows.entries()) {
    let file = 0
    for (const letter of text.replaceAll('~', '')) {
      if (letter >= '1' && letter <= '8') file += Number(letter)
      else pieces.set(squareAt(file++, 7 - row), letter)
    }
  }
  return pieces
}

/** @param {string} fen @returns {Map<string, number> | null} how many of each FEN letter the pockets hold; null without pockets */
export function pocketsOf(fen) {
  const [, letters] = /\[(\w*)\]/.exec(fen) ?? []
  if (letters === undefined) return null
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}

/** @type {Record<string, [files: number, ranks: number][]>} */
const STEPS = {
  n: [
    [1, 2],
    [2, 1],
    [-1, 2],
    [-2, 1],
    [1, -2],
    [2, -1],
    [-1, -2],
    [-2, -1],
  ],
  b: [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ],
  r: [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ],
}
STEPS.q = [...STEPS.b, ...STEPS.r]
STEPS.k = STEPS.q

/**
 * Nothing stands in a piece's way, and it may go where an own piece stands, which the other side may take.
 * @param {string} fen with the other side to move
 * @param {Color} color of the piece
 * @param {string} origin
 * @returns {Set<string>} empty if no such piece is there
 */
export function premoveTargets(fen, color, origin) {
  const pieces = piecesOf(fen)
  if (isPocket(origin)) return dropTargets(fen, pieces, color, origin[0])
  const letter = pieces.get(origin) ?? ''
  const kind = letter.toLowerCase()
  if (letter === '' || (letter === kind) !== (color === 'black')) return new Set()
  const [file, rank] = placeOf(origin)
  const targets = kind === 'p' ? pawnTargets(file, rank, color) : walk(file, rank, kind)
  if (kind === 'k') for (const square of castlingTargets(fen, pieces, color, origin)) targets.add(square)
  return targets
}

/**
 * @param {string} fen with the other side to move
 * @param {Color} color
 * @returns {string[]} where pieces that can be premoved come from
 */
export function premoveOrigins(fen, color) {
  const all = [...piecesOf(fen).keys(), ...(pocketsOf(fen)?.keys() ?? [])]
  const origins = all.map(one => (one.length === 1 ? `${one.toUpperCase()}@` : one))
  return [...new Set(origins)].filter(origin => premoveTargets(fen, color, origin).size > 0)
}

/** @param {number} file @param {number} rank @param {string} kind */
function walk(file, rank, kind) {
  /** @type {Set<string>} */
  const targets = new Set()
  const most = kind === 'n' || kind === 'k' ? 1 : 7
  for (const [files, ranks] of STEPS[kind])
    for (let step = 1; step <= most; step++) add(targets, file + files * step, rank + ranks * step)
  return targets
}

/** @param {number} file @param {number} rank @param {Color} color */
function pawnTargets(file, rank, color) {
  const up = color === 'white' ? 1 : -1
  /** @type {Set<string>} */
  const targets = new Set()
  for (const side of [-1, 0, 1]) add(targets, file + side, rank + up)
  // Horde has pawns on the first rank, which go two squares as well.
  const ahead = color === 'white' ? rank : 7 - rank
  if (ahead <= 1) add(targets, file, rank + 2 * up)
  return targets
}

/** @param {string} fen @param {Pieces} pieces @param {Color} color @param {string} king its square */
function castlingTargets(fen, pieces, color, king) {
  const rights = fen.split(' ')[2] ?? '-'
  const own = [...rights].filter(letter => letter < 'a' === (color === 'white'))
  const rank = king[1]
  return own.flatMap(right => {
    const rook = rookOf(right.toLowerCase(), pieces, king, color === 'white' ? 'R' : 'r')
    if (!rook) return []
    const isShort = rook > king
    return [rook, `${isShort ? 'g' : 'c'}${rank}`].filter(square => square !== king)
  })
}

/** @param {string} right lower case: k, q or a file @param {Pieces} pieces @param {string} king @param {string} letter */
function rookOf(right, pieces, king, letter) {
  const files = right === 'k' ? [...'hgfedcb'] : right === 'q' ? [...'abcdefg'] : [right]
  return files
    .map(file => file + king[1])
    .find(square => pieces.get(square) === letter && (right !== 'k' || square > king))
}

/** @param {string} fen @param {Pieces} pieces @param {Color} color @param {string} piece upper case */
function dropTargets(fen, pieces, color, piece) {
  const letter = color === 'white' ? piece : piece.toLowerCase()
  /** @type {Set<string>} */
  const targets = new Set()
  if (!pocketsOf(fen)?.has(letter)) return targets
  for (let index = 0; index < 64; index++) {
    const square = squareAt(index % 8, index >> 3)
    const isEdge = index < 8 || index >= 56
    if (!pieces.has(square) && !(piece === 'P' && isEdge)) targets.add(square)
  }
  return targets
}

/** @param {Set<string>} targets @param {number} file @param {number} rank may be off the board */
function add(targets, file, rank) {
  if (file >= 0 && file < 8 && rank >= 0 && rank < 8) targets.add(squareAt(file, rank))
}

/** @param {string} square @returns {[file: number, rank: number]} from 0 */
const placeOf = square => [square.charCodeAt(0) - 97, Number(square[1]) - 1]

/** @param {number} file @param {number} rank from 0 @returns {string} */
const squareAt = (file, rank) => 'abcdefgh'[file] + (rank + 1)
