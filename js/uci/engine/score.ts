// SPDX-License-Identifier: Apache-2.0
// An engine's score, from the view of one side.

import { argumentError } from '../../core/errors.js'
import type { Color } from '../../game/squares.js'
import { LARGEST_INT } from '../text/lines.js'
import type { RawScore } from '../text/parse-line.js'

/** A score's fields, without its methods. */
export type PlainScore = RawScore & { color: Color; mated?: Color }

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

  /** Centipawns, or moves to mate. */
  declare kind: 'cp' | 'mate'
  /** From the view of `color`: positive is good; -3 with 'mate' means mated in three. */
  declare value: number
  /** The side from whose view it is. */
  declare color: Color
  /** The true score is at least, or at most, this one. */
  declare bound: 'lower' | 'upper' | undefined
  /** Chances to win, draw, lose, in thousandths. */
  declare wdl: readonly [number, number, number] | undefined
  /** With mate 0, which has no sign: the side that is mated. */
  declare mated: Color | undefined

  /**
   * Makes a score, such as from another one's toJSON().
   * @param raw from the view of the engine, or another score's toJSON()
   * @param turn the side to move at the root, or the other score's color
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(raw: RawScore & { mated?: Color }, turn: Color) {
    checkRaw(raw)
    checkColor(turn)
    this.kind = raw.kind
    this.value = raw.value === 0 ? 0 : raw.value
    this.color = turn
    if (raw.bound !== undefined) {
      this.bound = raw.bound
    }
    if (raw.wdl !== undefined) {
      this.wdl = Object.freeze([...raw.wdl])
    }
    if (raw.kind === 'mate' && raw.value === 0) {
      this.mated = raw.mated ?? turn
    }
    Object.freeze(this)
  }

  /** Returns the score from White's view. */
  white(): Score {
    return this.pov('white')
  }

  /**
   * Returns the score from that side's view.
   * @throws {ChessError} ERR_ARGUMENT
   */
  pov(color: Color): Score {
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
   * @param other from either side
   * @returns negative if this one is worse, positive if it is better, otherwise 0
   * @throws {ChessError} ERR_ARGUMENT
   */
  compare(other: Score): number {
    if (!(other instanceof Score)) throw argumentError('A score is compared with another Score', other)
    return this.valueOf() - other.pov(this.color).valueOf()
  }

  /** Returns sorts scores of one side as compare() does: centipawns, with mates beyond all of them. */
  valueOf(): number {
    if (this.kind === 'cp') return this.value
    if (this.value === 0) return this.mated === this.color ? -MATE : MATE
    return this.value > 0 ? MATE - this.value : -MATE - this.value
  }

  /**
   * The expected result, estimated from the score alone: 2 / (1 + e^(−0.00368208 · cp)) − 1, with centipawns cut at
   * ±1,000 and a mate counted as ±1,000 (source: https://lichess.org/page/accuracy). `wdl` is the engine's own estimate.
   * @returns the chance, from −1, a loss of this score's side, to 1, its win; 0 is even. A bound counts as exact
   */
  winningChance(): number {
    const centipawns = Math.min(Math.max(this.valueOf(), -DECIDED), DECIDED)
    return 2 / (1 + Math.exp(-STEEPNESS * centipawns)) - 1
  }

  /** Returns the score as text, such as '+0.27', '0.00', '#3', '#-2', '≥+1.50'. */
  toString(): string {
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

  /** Returns a plain object, which the constructor takes. */
  toJSON(): PlainScore {
    const { kind, value, color, bound, wdl, mated } = this
    return {
      kind,
      value,
      color,
      ...(bound && { bound }),
      ...(wdl && { wdl: [...wdl] }),
      ...(mated && { mated }),
    }
  }
}

function checkColor(color: unknown) {
  if (color !== 'white' && color !== 'black') throw argumentError(`A side is 'white' or 'black'`, color)
}

function checkRaw(raw: RawScore & { mated?: Color }) {
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

function isChance(value: unknown) {
  return Number.isInteger(value) && Number(value) >= 0
}
