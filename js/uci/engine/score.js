// SPDX-License-Identifier: Apache-2.0
// An engine's score, from the view of one side.

import { argumentError } from '../../core/errors.js'
import { LARGEST_INT } from '../text/lines.js'

/** @import { RawScore } from '../text/parse-line.js' */
/** @import { Color } from '../../game/squares.js' */

/**
 * A score's fields, without its methods.
 * @typedef {RawScore & { color: Color, mated?: Color }} PlainScore
 */

/** A mate on the board as a number, more than any centipawns; a mate in n is n less. */
const MATE = 1e10

/** Centipawns beyond which winningChance() does not grow; a mate counts as that many. */
const DECIDED = 1000
/** How steeply chances grow with centipawns: fitted by lichess to its games (lichess.org/page/accuracy). */
const STEEPNESS = 0.00368208

/** An immutable score from the view of one side; white() and pov() return it from another side's. */
export class Score {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Score, 'name', { value: 'Score', configurable: true })
  }

  /**
   * Makes a score, such as from another one's toJSON().
   * @param {RawScore & { mated?: Color }} raw from the view of the engine, or another score's toJSON()
   * @param {Color} turn the side to move at the root, or the other score's color
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(raw, turn) {
    checkRaw(raw)
    checkColor(turn)
    /** @readonly @type {'cp' | 'mate'} Centipawns, or moves to mate. */
    this.kind = raw.kind
    /** @readonly @type {number} From the view of `color`: positive is good; -3 with 'mate' means mated in three. */
    this.value = raw.value === 0 ? 0 : raw.value
    /** @readonly @type {Color} The side from whose view it is. */
    this.color = turn
    if (raw.bound !== undefined) {
      /** @readonly @type {'lower' | 'upper' | undefined} The true score is at least, or at most, this one. */
      this.bound = raw.bound
    }
    if (raw.wdl !== undefined) {
      /** @readonly @type {readonly [number, number, number] | undefined} Chances to win, draw, lose, in thousandths. */
      this.wdl = Object.freeze([...raw.wdl])
    }
    if (raw.kind === 'mate' && raw.value === 0) {
      /** @readonly @type {Color | undefined} With mate 0, which has no sign: the side that is mated. */
      this.mated = raw.mated ?? turn
    }
    Object.freeze(this)
  }

  /** @returns {Score} the score from White's view */
  white() {
    return this.pov('white')
  }

  /**
   * @param {Color} color
   * @returns {Score} the score from that side's view
   * @throws {ChessError} ERR_ARGUMENT
   */
  pov(color) {
    checkColor(color)
    if (color === this.color) return this
    const { bound, wdl, mated } = this
    return new Score(
      {
        kind: this.kind,
        value: -this.value,
        ...(bound && { bound: bound === 'lower' ? 'upper' : 'lower' }),
        ...(wdl && { wdl: [wdl[2], wdl[1], wdl[0]] }),
        ...(mated && { mated }),
      },
      color,
    )
  }

  /**
   * For sorting from worst to best, from this score's side; bounds and wdl do not count.
   * @param {Score} other from either side
   * @returns {number} negative if this one is worse, positive if it is better, else 0
   * @throws {ChessError} ERR_ARGUMENT
   */
  compare(other) {
    if (!(other instanceof Score)) throw argumentError('A score is compared with another Score', other)
    return this.valueOf() - other.pov(this.color).valueOf()
  }

  /** @returns {number} sorts scores of one side as compare() does: centipawns, with mates beyond all of them */
  valueOf() {
    if (this.kind === 'cp') return this.value
    if (this.value === 0) return this.mated === this.color ? -MATE : MATE
    return this.value > 0 ? MATE - this.value : -MATE - this.value
  }

  /**
   * The expected result, estimated from the score alone: 2 / (1 + e^(−0.00368208 · cp)) − 1, with centipawns cut at
   * ±1,000 and a mate counted as ±1,000 (source: https://lichess.org/page/accuracy). `wdl` is the engine's own estimate.
   * @returns {number} from −1, a loss of this score's side, to 1, its win; 0 is even. A bound counts as exact
   */
  winningChance() {
    const centipawns = Math.min(Math.max(this.valueOf(), -DECIDED), DECIDED)
    return 2 / (1 + Math.exp(-STEEPNESS * centipawns)) - 1
  }

  /** @returns {string} the score as text, such as '+0.27', '0.00', '#3', '#-2', '≥+1.50' */
  toString() {
    const sign = this.bound === undefined ? '' : this.bound === 'lower' ? '≥' : '≤'
    return `${sign}${this.kind === 'cp' ? this.#pawns() : this.#moves()}`
  }

  #pawns() {
    const sign = this.value > 0 ? '+' : this.value < 0 ? '-' : ''
    return `${sign}${(Math.abs(this.value) / 100).toFixed(2)}`
  }

  #moves() {
    return this.mated === this.color ? '#-0' : `#${this.value}`
  }

  /**
   * Returns a plain object, which the constructor takes.
   * @returns {PlainScore}
   */
  toJSON() {
    const { kind, value, color, bound, wdl, mated } = this
    return {
      kind,
      value,
      color,
      ...(bound && { bound }),
      ...(wdl && { wdl: /** @type {[number, number, number]} */ ([...wdl]) }),
      ...(mated && { mated }),
    }
  }
}

/** @param {unknown} color */
function checkColor(color) {
  if (color !== 'white' && color !== 'black') throw argumentError(`A side is 'white' or 'black'`, color)
}

/** @param {RawScore & { mated?: Color }} raw */
function checkRaw(raw) {
  if (typeof raw !== 'object' || raw === null) throw argumentError('A score is created from an object', raw)
  const { kind, value, bound, wdl, mated } = raw
  if (kind !== 'cp' && kind !== 'mate') throw argumentError(`A score's kind is 'cp' or 'mate'`, kind)
  if (!Number.isInteger(value) || Math.abs(value) > LARGEST_INT)
    throw argumentError(`A score's value is an integer from -${LARGEST_INT} to ${LARGEST_INT}`, value)
  if (bound !== undefined && bound !== 'lower' && bound !== 'upper')
    throw argumentError(`A score's bound is 'lower' or 'upper'`, bound)
  if (wdl !== undefined && !(Array.isArray(wdl) && wdl.length === 3 && wdl.every(isChance)))
    throw argumentError(`A score's wdl is three integers`)
  if (mated !== undefined) checkColor(mated)
}

/** @param {unknown} value */
function isChance(value) {
  return Number.isInteger(value) && /** @type {number} */ (value) >= 0
}
