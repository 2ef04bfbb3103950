// SPDX-License-Identifier: Apache-2.0
// An engine's score, seen by one side.

import { argumentError } from '../core/errors.js'
import { LARGEST_INT } from './text/parse-info.js'

/** @typedef {import('../game/squares.js').Color} Color */
/** @typedef {import('./text/parse-info.js').RawScore} RawScore */

/**
 * A score's fields, without its methods.
 * @typedef {RawScore & { color: Color, mated?: Color }} PlainScore
 */

/** What a mate on the board is worth as a number: more than any centipawns; a mate in n is n less. */
const MATE = 1e10

/** An immutable score. From whose side it is seen is part of it; white() and pov() turn it. */
export class Score {
  static {
    // Minifiers rename classes, and people read the names.
    Object.defineProperty(Score, 'name', { value: 'Score', configurable: true })
  }

  /**
   * @param {RawScore & { mated?: Color }} raw as the engine sees it, or another score's toJSON()
   * @param {Color} turn who is to move at the root, or the other score's color
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(raw, turn) {
    checkRaw(raw)
    checkColor(turn)
    /** @readonly @type {'cp' | 'mate'} Centipawns, or moves to mate. */
    this.kind = raw.kind
    /** @readonly @type {number} From the side of `color`: positive is good; -3 with 'mate' is to be mated in three. */
    this.value = raw.value === 0 ? 0 : raw.value
    /** @readonly @type {Color} From whose side it is seen. */
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

  /** @returns {Score} seen by white */
  white() {
    return this.pov('white')
  }

  /**
   * @param {Color} color
   * @returns {Score} seen by that side
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
   * For sorting from the worst to the best, from this score's side; bounds and wdl do not count.
   * @param {Score} other is turned to this one's side
   * @returns {number} negative when this one is worse, 0, or positive when it is better
   * @throws {ChessError} ERR_ARGUMENT
   */
  compare(other) {
    if (!(other instanceof Score)) throw argumentError('a score is compared with another Score', other)
    return this.valueOf() - other.pov(this.color).valueOf()
  }

  /** @returns {number} orders scores of one side as compare() does: centipawns as they are, mates beyond all of them */
  valueOf() {
    if (this.kind === 'cp') return this.value
    if (this.value === 0) return this.mated === this.color ? -MATE : MATE
    return this.value > 0 ? MATE - this.value : -MATE - this.value
  }

  /** @returns {string} such as '+0.27', '0.00', '#3', '#-2', '≥+1.50' */
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

  /** @returns {PlainScore} */
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
  if (color !== 'white' && color !== 'black') throw argumentError(`a side is 'white' or 'black'`, color)
}

/** @param {RawScore & { mated?: Color }} raw */
function checkRaw(raw) {
  if (typeof raw !== 'object' || raw === null) throw argumentError('a score is made of an object', raw)
  const { kind, value, bound, wdl, mated } = raw
  if (kind !== 'cp' && kind !== 'mate') throw argumentError(`a score's kind is 'cp' or 'mate'`, kind)
  if (!Number.isInteger(value) || Math.abs(value) > LARGEST_INT)
    throw argumentError(`a score's value is an integer, at most ${LARGEST_INT} either way`, value)
  if (bound !== undefined && bound !== 'lower' && bound !== 'upper')
    throw argumentError(`a score's bound is 'lower' or 'upper'`, bound)
  if (wdl !== undefined && !(Array.isArray(wdl) && wdl.length === 3 && wdl.every(isChance)))
    throw argumentError(`a score's wdl is three integers`)
  if (mated !== undefined) checkColor(mated)
}

/** @param {unknown} value */
function isChance(value) {
  return Number.isInteger(value) && /** @type {number} */ (value) >= 0
}
