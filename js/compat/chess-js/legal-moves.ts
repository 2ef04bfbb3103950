// SPDX-License-Identifier: Apache-2.0
// Lists legal moves in the order of chess.js, and finds a move in such a list, by a user's text or by its squares. C makes the
// list; nothing is played here.

import { io32 } from '../../core/buffer.js'
import { checked } from '../../core/failure.js'
import { ANY_SQUARE, LIST_WORDS, MOVE_CASTLE, PAWN } from '../../core/generated/bindings.js'
import { fromOf, isKingside, kindOf, pieceOf, toOf } from '../../core/move-word.js'
import { sanOf } from '../../core/san-writer.js'
import { wasm } from '../../core/wasm.js'
import { SYMBOLS } from './constants.js'
import { promotionOf, squareName, targetOf } from './move.js'

/**
 * Moves are sorted by the square of origin, from a8 to h1, and then by direction and distance: lines clockwise from up-left,
 * except for the last three, and jumps of knights from the one two files to the left and up. Castling comes last.
 */
const LINES = [-9, -8, -7, 1, 9, 8, 7, -1]
const JUMPS = [
  [-2, -1],
  [-1, -2],
  [1, -2],
  [2, -1],
  [2, 1],
  [1, 2],
  [-1, 2],
  [-2, 1],
]

/** Ranks of moves by from | to << 6, where a8 is 0. */
let ranks: Uint8Array | undefined

function makeRanks() {
  const table = new Uint8Array(4096)
  for (let move = 0; move < table.length; move++) {
    const files = ((move >> 6) & 7) - (move & 7)
    const rows = (move >> 9) - ((move >> 3) & 7)
    const distance = Math.max(Math.abs(files), Math.abs(rows))
    const jump = JUMPS.findIndex(([x, y]) => x === files && y === rows)
    const line = LINES.indexOf(Math.sign(files) + 8 * Math.sign(rows))
    table[move] = jump >= 0 ? jump : 8 * line + distance
  }
  return table
}

/**
 * @param table the result of makeRanks()
 * @param color C's number, 0 for White
 * @returns the key by which moves are sorted
 */
function keyOf(table: Uint8Array, word: number, color: number): number {
  const from = fromOf(word) ^ 56
  const to = toOf(word) ^ 56
  const kind = kindOf(word)
  if (kind === MOVE_CASTLE) return (1 << 20) | (isKingside(word) ? 0 : 1)
  if (pieceOf(word) !== PAWN) return (from << 10) | table[from | (to << 6)]
  // First straight ahead, and then to the side that comes first in LINES.
  const files = (to & 7) - (from & 7)
  const step = files === 0 ? Math.abs(to - from) >> 4 : files < 0 === (color === 0) ? 2 : 3
  return (from << 10) | (step << 4) | kind
}

/** The keys of the list that is being sorted. */
const keys = new Int32Array(1024)

/**
 * @param color the side to move
 * @param from a square, or ANY_SQUARE
 * @returns the words of the legal moves
 */
export function legalWords(handle: number, color: number, from: number = ANY_SQUARE): number[] {
  const count = checked(wasm.binbo_game_legal_moves(handle, LIST_WORDS, from))
  ranks ??= makeRanks()
  const list = io32()
  const words: number[] = new Array(count)
  for (let i = 0; i < count; i++) {
    const word = list[i]
    const key = keyOf(ranks, word, color)
    let at = i
    for (; at > 0 && keys[at - 1] > key; at--) {
      keys[at] = keys[at - 1]
      words[at] = words[at - 1]
    }
    keys[at] = key
    words[at] = word
  }
  return words
}

/** @returns the move without '=' and the marks after it */
export const bare = (san: string): string => san.replace('=', '').replace(/(?:[+#]|(?<![+#?!]))[?!]*$/, '')

/** Both squares, as in 'Ng1-f3' or 'e7xf8Q'. As in chess.js, any text may surround them. */
const TWO_SQUARES = /([pnbrqkPNBRQK])?([a-h][1-8])x?-?([a-h][1-8])([qrbnQRBN])?/
/** The same with the file or rank of the origin, or nothing of it. */
const ONE_SQUARE = /([pnbrqkPNBRQK])?([a-h]?[1-8]?)x?-?([a-h][1-8])([qrbnQRBN])?/

/**
 * @param words the legal moves
 * @param text a move in SAN; unless `strict`, also with the square of origin, without 'x', or castling with zeros
 * @returns the move's word, or 0
 */
export function findByText(words: number[], text: string, strict: boolean): number {
  for (const word of words) if (sanOf(word) === text) return word
  const wanted = bare(text)
  for (const word of words) if (bare(sanOf(word)) === wanted) return word
  if (strict) return 0
  if (/^0-0/.test(wanted)) return findByText(words, wanted.replaceAll('0', 'O'), true)
  const match = TWO_SQUARES.exec(wanted) ?? ONE_SQUARE.exec(wanted)
  if (match === null) return 0
  const [, piece, origin, target, promotion] = match
  const type = piece?.toLowerCase() ?? typeMeant(wanted)
  const fits = (word: number) =>
    (type === undefined || SYMBOLS[pieceOf(word)] === type) &&
    (origin === ''
      ? bare(sanOf(word)).replace('x', '') === wanted
      : squareName(fromOf(word)).includes(origin) &&
        squareName(targetOf(word)) === target &&
        (promotion === undefined || promotionOf(word) === promotion.toLowerCase()))
  return words.find(fits) ?? 0
}

/**
 * @param text the text of a move
 * @returns the piece that its first letter names; undefined if there are two squares
 */
function typeMeant(text: string): string | undefined {
  const sign = text[0].toLowerCase()
  if (/^[a-h]/.test(text)) return /[a-h]\d.*[a-h]\d/.test(text) ? undefined : 'p'
  return sign === 'o' ? 'k' : sign
}

/**
 * @param words the legal moves
 * @returns the move's word, or 0
 */
export function findBySquares(
  words: number[],
  { from, to, promotion }: { from?: unknown; to?: unknown; promotion?: unknown },
): number {
  const isIt = (word: number) => {
    const promoted = promotionOf(word)
    return (
      squareName(fromOf(word)) === from &&
      squareName(targetOf(word)) === to &&
      (promoted === undefined || promoted === promotion)
    )
  }
  return words.find(isIt) ?? 0
}
