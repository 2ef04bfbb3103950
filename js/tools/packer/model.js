// SPDX-License-Identifier: Apache-2.0
// The model of src/tools/unpack.c, where each number here is explained: what it expects the next bit to
// be, and how it learns. Both sides must count alike, to the last bit.

const SLOT_BITS = 17
const CERTAIN = (1 << 15) - 1

/** Slots from here on are not hashed. */
export const FIXED = (1 << SLOT_BITS) + 512
const SLOTS = FIXED + 512 + 6 * 32

const { logits, probabilities } = tables()

/** Probabilities of 12 bits to logits, and back. */
function tables() {
  const logits = new Uint16Array(4096)
  const probabilities = new Uint16Array(4096)
  let p = 1n << 31n
  for (let x = 0; x < 2048; x++) {
    probabilities[2048 + x] = Number(p >> 20n)
    probabilities[2047 - x] = 4096 - probabilities[2048 + x]
    p += ((p >> 8n) * ((1n << 32n) - p)) >> 32n
  }
  for (let i = 0, logit = 0; i < 4096; i++) {
    while (logit < 4095 && probabilities[logit] < i) logit++
    logits[i] = logit
  }
  return { logits, probabilities }
}

export class Model {
  #counters = new Int16Array(SLOTS)

  /**
   * @param {number} slot
   * @param {number} other the second context's
   * @returns {number} the probability of a 1, in 4096ths; never 0 or 1
   */
  probability(slot, other) {
    return probabilities[(this.#logit(slot) + this.#logit(other)) >> 1]
  }

  /**
   * @param {number} slot
   * @param {number} other
   * @param {number} bit what it was
   */
  learn(slot, other, bit) {
    this.#count(slot, bit)
    this.#count(other, bit)
  }

  /** @param {number} slot */
  #logit(slot) {
    return logits[2048 + (this.#counters[slot] >> 4)]
  }

  /**
   * @param {number} slot
   * @param {number} bit
   */
  #count(slot, bit) {
    const counter = this.#counters[slot]
    const count = counter & 15
    const p = counter + (((bit ? CERTAIN : ~CERTAIN) - counter) >> (1 + (count >> 2)))
    this.#counters[slot] = (p & ~15) | Math.min(count + 1, 15)
  }
}

/**
 * @param {number} context
 * @returns {number} where its slots begin
 */
export const slotOf = context => Math.imul(context, 0x9e3779b1) >>> (32 - SLOT_BITS)
