// SPDX-License-Identifier: Apache-2.0
// Dead positions (FIDE 5.2.2). The search with effort 'low' costs as much as several moves, so it runs only if the position
// may be dead: with few men, or if pawns lock the board. Counting the pieces decides that, for as many plies as there are
// pieces too many. Games with effort 'normal' pay for a search after every move.

import { ioWords } from '../core/buffer.js'
import {
  POSITION_BLACK,
  POSITION_DIAGONAL,
  POSITION_ORTHOGONAL,
  POSITION_STEPS,
  TRAIT_EXPLODES,
} from '../core/generated/bindings.js'
import { wasm } from '../core/wasm.js'
import { HANDLE } from '../game/internals.js'
import { hasTrait } from '../game/traits.js'
import type { Live } from './live.js'
import type { SessionState } from './state.js'

/** The search runs with this many men even without a lock: a forced capture may leave too few. */
const FEW_MEN = 4
/** The most pieces besides kings and pawns: more of them can open most locks. */
const MOST_PIECES = 3
/** A lock has at least this many pairs of pawns that block each other, and at most this many free pawns. */
const LEAST_PAIRS = 2
const MOST_FREE = 2
/** The most men that an atomic capture takes; other captures take one. */
const EXPLODING = 10

/** Index of the upper half of a set of squares, a5 to h8. */
const UPPER = 1

/**
 * @param live its Game has the position after a move
 * @param ply of that position
 * @returns whether the position is proved to be dead
 */
export function isDeadNow(
  { dead, variant }: Pick<SessionState, 'dead' | 'variant'>,
  live: Live,
  ply: number,
): boolean {
  if (dead === undefined) return false
  const { game } = live
  if (dead === 'normal') return game.isDead() === true
  if (ply < live.lookAt) return false
  const numbers = ioWords(wasm.binbo_position_of(game[HANDLE]()))
  const pieces = countPieces(numbers, 0) + countPieces(numbers, UPPER)
  if (pieces > MOST_PIECES) {
    live.lookAt =
      ply + Math.ceil((pieces - MOST_PIECES) / (hasTrait(variant, TRAIT_EXPLODES) ? EXPLODING : 1))
    return false
  }
  const { men, isLocked } = survey(numbers)
  return (men <= FEW_MEN || isLocked) && game.isDead({ effort: 'low' }) === true
}

/**
 * @param numbers of a position, borrowed from C
 * @param half 0 or UPPER
 * @returns the men in that half besides kings and pawns
 */
function countPieces(numbers: Int32Array, half: number): number {
  const steps = numbers[POSITION_STEPS + half]
  return count(numbers[POSITION_DIAGONAL + half] | (numbers[POSITION_ORTHOGONAL + half] & ~steps))
}

/**
 * @param numbers of a position, borrowed from C
 * @returns `isLocked`: whether pawns block each other, and few are free
 */
function survey(numbers: Int32Array): { men: number; isLocked: boolean } {
  let men = 0
  /** By half. */
  const white = [0, 0]
  const black = [0, 0]
  for (const half of [0, UPPER]) {
    const sliding = numbers[POSITION_DIAGONAL + half] | numbers[POSITION_ORTHOGONAL + half]
    const steps = numbers[POSITION_STEPS + half]
    men += count(sliding | steps)
    white[half] = steps & ~sliding & ~numbers[POSITION_BLACK + half]
    black[half] = steps & ~sliding & numbers[POSITION_BLACK + half]
  }
  // In front of them, on the next rank.
  const whiteAhead = [white[0] << 8, (white[1] << 8) | (white[0] >>> 24)]
  const blackAhead = [(black[0] >>> 8) | (black[1] << 24), black[1] >>> 8]
  let pairs = 0
  let free = 0
  for (const half of [0, UPPER]) {
    const pawns = white[half] | black[half]
    pairs += count(whiteAhead[half] & black[half])
    free += count(whiteAhead[half] & ~pawns) + count(blackAhead[half] & ~pawns)
  }
  return { men, isLocked: pairs >= LEAST_PAIRS && free <= MOST_FREE }
}

/**
 * @param set of 32 bits
 * @returns the number of bits that are set
 */
function count(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
