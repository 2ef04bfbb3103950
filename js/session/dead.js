// SPDX-License-Identifier: Apache-2.0
// Dead positions (FIDE 5.2.2). The question costs as much as several moves, so it is asked only where one can be: with few men, or
// where pawns lock the board. A look at the men finds that out, and holds for as many plies as there are pieces too many.

/** @import { Live } from './live.js' */
/** @import { SessionState } from './state.js' */

/** With so many men, also without a lock: a forced capture may leave too few. */
const FEW_MEN = 4
/** Besides kings and pawns: more of them open most locks. */
const MOST_PIECES = 3
/** A lock has pairs of pawns that stop each other, and few that no pawn stops. */
const LEAST_PAIRS = 2
const MOST_FREE = 2
/** Games from the start position are not looked at before this ply: eleven pieces must have been taken. */
const FIRST_LOOK = 30
/** How many men an atomic capture may take; others take one. */
const EXPLODING = 10

const WHITE_PAWN = 0x50 // P
const BLACK_PAWN = 0x70 // p
const SPACE = 0x20
const SLASH = 0x2f
const ZERO = 0x30
const BRACKET = 0x5b // of a pocket
const PROMOTED = 0x7e // behind a promoted man

/** By the code of a letter. */
const IS_PIECE = new Uint8Array(128)
for (const letter of 'nbrqNBRQ') IS_PIECE[letter.charCodeAt(0)] = 1

/**
 * @param {Pick<SessionState, 'dead' | 'fen' | 'variant'>} state
 * @param {Live} live whose Game is in the position after a move
 * @param {number} ply of that position
 * @returns {boolean} whether the position is proved to be dead. The game's option is the effort where pawns lock the board
 */
export function isDeadNow({ dead, fen: start, variant }, live, ply) {
  if (dead === undefined || ply < live.quietUntil || (ply < FIRST_LOOK && start === null)) return false
  const { game } = live
  const { fen } = game
  const pieces = countPieces(fen)
  if (pieces > MOST_PIECES) {
    live.quietUntil = ply + Math.ceil((pieces - MOST_PIECES) / (variant === 'atomic' ? EXPLODING : 1))
    return false
  }
  const { men, pairs, free } = survey(fen)
  const isLocked = pairs >= LEAST_PAIRS && free <= MOST_FREE
  if (men > FEW_MEN && !isLocked) return false
  // Pieces go back: what could not be proved after the last capture or pawn move is not searched again.
  const effort = dead === 'normal' && isLocked && game.halfmoveClock === 0 ? 'normal' : 'low'
  return game.isDead({ effort }) === true
}

/**
 * @param {string} fen
 * @returns {number} pieces besides kings and pawns on the board
 */
function countPieces(fen) {
  let pieces = 0
  for (let at = 0; at < fen.length; at++) {
    const sign = fen.charCodeAt(at)
    if (sign === SPACE || sign === BRACKET) break
    if (IS_PIECE[sign] === 1) pieces++
  }
  return pieces
}

/**
 * @param {string} fen
 * @returns {{ men: number, pairs: number, free: number }} pairs of pawns that stop each other; pawns that no pawn stops
 */
function survey(fen) {
  let men = 0
  let pairs = 0
  let free = 0
  let file = 0
  /** What stands on the rank above, by file. */
  const above = [0, 0, 0, 0, 0, 0, 0, 0]
  const put = (/** @type {number} */ man) => {
    const isPawn = man === WHITE_PAWN || man === BLACK_PAWN
    if (above[file] === BLACK_PAWN && !isPawn) free++
    if (man === WHITE_PAWN && above[file] === BLACK_PAWN) pairs++
    if (man === WHITE_PAWN && above[file] !== BLACK_PAWN && above[file] !== WHITE_PAWN) free++
    above[file++] = man
  }
  for (let at = 0; at < fen.length; at++) {
    const sign = fen.charCodeAt(at)
    if (sign === SPACE || sign === BRACKET) break
    if (sign === SLASH) file = 0
    else if (sign > ZERO && sign <= ZERO + 8) for (let empty = sign - ZERO; empty > 0; empty--) put(0)
    else if (sign !== PROMOTED) {
      men++
      put(sign)
    }
  }
  return { men, pairs, free }
}
