// SPDX-License-Identifier: Apache-2.0
// A solver of king and one man against king that shares nothing with the library: values spread backwards from mate, a
// ply a sweep. White has the man.

const ALL = [7, 8, 9, -1, 1, -7, -8, -9]
const LINES = { Q: ALL, R: [8, -8, 1, -1], B: [7, 9, -7, -9] }
const LEAPS = [6, 10, 15, 17, -6, -10, -15, -17]
const DRAW = 255

/** @param {number} from @param {readonly number[]} steps @returns {number[]} those that stay on the board */
const stepsFrom = (from, steps) =>
  steps.map(step => from + step).filter(to => to >= 0 && to < 64 && Math.abs((from % 8) - (to % 8)) <= 2)
const KING = Array.from({ length: 64 }, (_, s) => stepsFrom(s, ALL))

/** @param {string} man @param {number} from @param {number} block the only square that blocks @returns {number[]} */
function attacksOf(man, from, block) {
  const known = (attacks[man] ??= new Array(1 << 12))
  known[(from << 6) | block] ??= newAttacks(man, from, block)
  return known[(from << 6) | block]
}

/** @type {Record<string, number[][]>} By man; index: square << 6 | block. */
const attacks = {}

/** @param {string} man @param {number} from @param {number} block @returns {number[]} */
function newAttacks(man, from, block) {
  if (man === 'P') return stepsFrom(from, [7, 9])
  if (man === 'N') return stepsFrom(from, LEAPS)
  return LINES[man].flatMap(step => {
    const squares = []
    for (let at = from; at === from || at !== block; ) {
      const [next] = stepsFrom(at, [step])
      if (next === undefined) break
      squares.push(next)
      at = next
    }
    return squares
  })
}

/** White's king goes to files a to d, the others with it. */
const indexOf = (/** @type {number} */ king, /** @type {number} */ man, /** @type {number} */ other) => {
  const mirror = king & 4 ? 7 : 0
  return ((king ^ mirror) << 12) | ((man ^ mirror) << 6) | (other ^ mirror)
}

/** @param {string} man @param {number} king @param {number} at @param {number} other */
function whiteMoves(man, king, at, other) {
  const kings = KING[king].filter(to => to !== at && !KING[other].includes(to)).map(to => [to, at])
  const targets = man === 'P' ? [] : attacksOf(man, at, king).filter(to => to !== king && to !== other)
  const free = (/** @type {number} */ to) => to !== king && to !== other
  if (man === 'P' && free(at + 8)) {
    targets.push(at + 8)
    if (at < 16 && free(at + 16)) targets.push(at + 16)
  }
  return [...kings, ...targets.map(to => [king, to])]
}

/**
 * @param {string} man
 * @param {number} king
 * @param {number} at
 * @param {number} other
 * @returns {number[]} where Black's king may go
 */
const blackMoves = (man, king, at, other) =>
  KING[other].filter(to => !KING[king].includes(to) && (to === at || !attacksOf(man, at, king).includes(to)))

/**
 * Plies to mate by side to move: odd where White mates, even where Black is mated; DRAW.
 * @typedef {{ white: Uint8Array, black: Uint8Array }} Solution
 */

/** @type {Map<string, Solution>} */
const solutions = new Map()

/**
 * @param {string} man Q, R or P
 * @returns {Solution}
 */
export function solve(man) {
  const known = solutions.get(man)
  if (known) return known
  const promoted = man === 'P' ? ['Q', 'R'].map(solve) : []
  const white = new Uint8Array(1 << 18).fill(DRAW)
  const black = new Uint8Array(1 << 18).fill(DRAW)
  /** @type {{ index: number, next: number[], promoted: number }[]} */
  let attackers = []
  /** @type {{ index: number, next: number[] }[]} */
  let defenders = []
  for (let king = 0; king < 64; king++) {
    if (king & 4) continue
    for (let at = 0; at < 64; at++)
      for (let other = 0; other < 64; other++) {
        if (king === at || at === other || king === other || KING[king].includes(other)) continue
        if (man === 'P' && (at < 8 || at > 55)) continue
        const index = indexOf(king, at, other)
        const checks = attacksOf(man, at, king).includes(other)
        const moves = checks ? [] : whiteMoves(man, king, at, other)
        const promotes = (/** @type {number[]} */ [, to]) => man === 'P' && to > 55
        const quickest = moves
          .filter(promotes)
          .flatMap(([k, to]) => promoted.map(p => p.black[indexOf(k, to, other)]))
        const next = moves.filter(move => !promotes(move)).map(([k, to]) => indexOf(k, to, other))
        attackers.push({ index, next, promoted: Math.min(DRAW, ...quickest) })
        const escapes = blackMoves(man, king, at, other)
        if (escapes.length === 0 && checks) black[index] = 0
        // A king that takes the man, or has no move, draws.
        else if (escapes.length > 0 && !escapes.includes(at))
          defenders.push({ index, next: escapes.map(to => indexOf(king, at, to)) })
      }
  }
  for (let plies = 1, idle = 0; idle < 4; plies += 2) {
    idle++
    attackers = attackers.filter(({ index, next, promoted: by }) => {
      if (by !== plies - 1 && !next.some(child => black[child] === plies - 1)) return true
      white[index] = plies
      idle = 0
      return false
    })
    defenders = defenders.filter(({ index, next }) => {
      if (!next.every(child => white[child] <= plies)) return true
      black[index] = plies + 1
      return false
    })
  }
  solutions.set(man, { white, black })
  return { white, black }
}

/**
 * @param {string} man
 * @param {'white' | 'black'} side to move
 * @param {number} king White's
 * @param {number} at
 * @param {number} other Black's king
 * @returns {number | null} plies to mate; null for a draw
 */
export function pliesToMate(man, side, king, at, other) {
  if (man === 'B' || man === 'N') return null // no position of these is a mate
  const plies = solve(man)[side][indexOf(king, at, other)]
  return plies === DRAW ? null : plies
}

/**
 * @param {string} man
 * @param {'white' | 'black'} side to move
 * @param {number} king White's
 * @param {number} at
 * @param {number} other Black's king
 * @returns {boolean} is it a position?
 */
export function isPosition(man, side, king, at, other) {
  if (king === at || at === other || king === other || KING[king].includes(other)) return false
  if (man === 'P' && (at < 8 || at > 55)) return false
  return side === 'black' || !attacksOf(man, at, king).includes(other)
}
