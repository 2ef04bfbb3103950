// SPDX-License-Identifier: Apache-2.0
import { Model } from './model.js'

/** @import { Coder } from './format.js' */

/** What a bit costs, in bits, by its probability in 4096ths. */
const COSTS = Float64Array.from({ length: 4097 }, (_, p) => -Math.log2(p / 4096))

/**
 * Says what things would cost, and learns nothing.
 * @implements {Coder}
 */
export class Estimate {
  /** @param {Model} model */
  constructor(model) {
    this.model = model
  }

  /**
   * @param {number} slot
   * @param {number} other
   * @param {number} bit
   */
  bit(slot, other, bit) {
    const p = this.model.probability(slot, other)
    return COSTS[bit ? p : 4096 - p]
  }

  /**
   * @param {number} _value
   * @param {number} bits
   */
  even(_value, bits) {
    return bits
  }
}

/**
 * A binary range encoder with digits of 6 bits. The interval is [low, low + range) in units that get 64
 * times smaller with each digit; 2^24 <= range <= 2^30. Where low grows over 2^30, the digits that are
 * out already carry.
 * @implements {Coder}
 */
export class Encoder extends Estimate {
  bits = 0
  #low = 0
  #range = 2 ** 24
  /** @type {number[]} the first one is a 0 for the carry, and stays one: the number is below 1 */
  #digits = []

  constructor() {
    super(new Model())
  }

  /**
   * @override
   * @param {number} slot
   * @param {number} other
   * @param {number} bit
   */
  bit(slot, other, bit) {
    const bound = (this.#range >>> 12) * this.model.probability(slot, other)
    const cost = super.bit(slot, other, bit)
    this.model.learn(slot, other, bit)
    this.bits++
    if (bit) this.#narrow(0, bound)
    else this.#narrow(bound, this.#range - bound)
    return cost
  }

  /**
   * @override
   * @param {number} value
   * @param {number} bits
   */
  even(value, bits) {
    const unit = this.#range >>> bits
    this.#narrow(value * unit, unit)
    return bits
  }

  /**
   * @param {number} from
   * @param {number} width
   */
  #narrow(from, width) {
    this.#low += from
    this.#range = width
    if (this.#low >= 2 ** 30) this.#carry()
    while (this.#range < 2 ** 24) {
      this.#digits.push(this.#low >>> 24)
      this.#low = (this.#low % 2 ** 24) * 64
      this.#range *= 64
    }
  }

  #carry() {
    this.#low -= 2 ** 30
    let last = this.#digits.length - 1
    while (this.#digits[last] === 63) this.#digits[last--] = 0
    this.#digits[last]++
  }

  /** @returns {number[]} all digits, 0 to 63; the encoder is used up */
  finish() {
    for (let i = 0; i < 5; i++) {
      this.#digits.push(this.#low >>> 24)
      this.#low = (this.#low % 2 ** 24) * 64
    }
    return this.#digits.slice(1)
  }
}
