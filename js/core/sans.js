// SPDX-License-Identifier: Apache-2.0
// SANs come as 8 bytes, padded with zeros, read as two 32-bit words. Games repeat the same few thousand
// of them, so that each is made a string once: a direct-mapped cache gives it back afterwards.

const SIZE_BITS = 12
const SIZE = 1 << SIZE_BITS

const lows = new Int32Array(SIZE)
const highs = new Int32Array(SIZE)
/** @type {string[]} */
const texts = new Array(SIZE).fill('')

/**
 * @param {number} low bytes 0 to 3, little endian
 * @param {number} high bytes 4 to 7
 * @returns {string}
 */
export function sanText(low, high) {
  const slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - SIZE_BITS)
  if (lows[slot] === low && highs[slot] === high) return texts[slot]
  lows[slot] = low
  highs[slot] = high
  texts[slot] = decode(low) + decode(high)
  return texts[slot]
}

/**
 * @param {number} word
 * @returns {string} its bytes up to the first zero
 */
function decode(word) {
  let text = ''
  for (let rest = word; rest !== 0; rest >>>= 8) text += String.fromCharCode(rest & 255)
  return text
}
