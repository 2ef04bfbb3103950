// SPDX-License-Identifier: Apache-2.0
// The parts of the format that src/tools/unpack.c draws, and the contexts that it sees them in. A coder
// takes them: encoder.js has one that writes them, and one that only says what they would cost.

import { FIXED, slotOf } from './model.js'

/**
 * Takes bits and returns what they cost, in bits.
 * @typedef {object} Coder
 * @property {(slot: number, other: number, bit: number) => number} bit a modelled one
 * @property {(value: number, bits: number) => number} even bits of even odds, at most 18
 */

/**
 * @typedef {object} Run bytes that are stored as they are
 * @property {number} start
 * @property {number} size
 */

/**
 * The 8 byte values that literals have most often: as operands, as opcodes.
 * @typedef {[operands: Uint8Array, opcodes: Uint8Array]} Frequent
 */

/**
 * `length` bytes at once: a match as far back as `distance` says, or one literal, where it is 0.
 * @typedef {object} Token
 * @property {number} length
 * @property {number} distance
 */

const BY_OPCODE = 1 << 18
const AFTER_MATCH = 510
const FLAGS = FIXED
export const LENGTHS = FLAGS + 512

/** From this length on, matches share the contexts of their distances. */
export const LONG = 5

/** @param {number} length of the match */
export const distances = length => LENGTHS + Math.min(length, LONG) * 32

/**
 * What stands around each byte of a module.
 * @typedef {object} Surroundings
 * @property {Int32Array} byByte slots, by the byte before
 * @property {Int32Array} byOpcode slots, by the opcode before
 * @property {Uint8Array} atOpcode 1 where an opcode stands, 0 at an operand
 */

/**
 * @param {Uint8Array} bytes
 * @param {Run} raw
 * @returns {Surroundings}
 */
export function surroundingsOf(bytes, raw) {
  const byByte = new Int32Array(bytes.length)
  const byOpcode = new Int32Array(bytes.length)
  const atOpcode = new Uint8Array(bytes.length)
  let opcode = 0
  let before = 0
  let operands = 0
  for (const [at, byte] of bytes.entries()) {
    if (at >= raw.start && at < raw.start + raw.size) continue
    const state = operands ? opcode | (operands << 8) : 0
    byByte[at] = slotOf((state << 8) | (bytes[at - 1] ?? 0))
    byOpcode[at] = slotOf(BY_OPCODE | (state << 8) | (operands ? before : opcode))
    atOpcode[at] = operands ? 0 : 1
    if (operands === 0) {
      before = opcode
      opcode = byte
      operands = operandsOf(opcode)
    } else if (byte < 128) operands--
  }
  return { byByte, byOpcode, atOpcode }
}

/** @param {number} opcode */
function operandsOf(opcode) {
  if (opcode >= 0x20 && opcode <= 0x42) return opcode >= 0x28 && opcode <= 0x3e ? 2 : 1
  return opcode < 0x20 ? (0x1301c >> opcode) & 1 : 0
}

/**
 * @param {Coder} coder
 * @param {Surroundings} around
 * @param {number} at
 * @param {boolean} afterMatch whether the token before it is one
 * @param {number} bit 1 for a match, 0 for a literal
 */
export function codeFlag(coder, around, at, afterMatch, bit) {
  const after = afterMatch ? AFTER_MATCH : 0
  return coder.bit(FLAGS + after + around.atOpcode[at], around.byOpcode[at] + after, bit)
}

/**
 * @param {Coder} coder
 * @param {Surroundings} around
 * @param {Frequent} frequent
 * @param {number} at
 * @param {number} byte
 */
export function codeLiteral(coder, around, frequent, at, byte) {
  const slot = around.byByte[at]
  const other = around.byOpcode[at]
  const index = frequent[around.atOpcode[at]].indexOf(byte)
  const leaf = index < 0 ? (2 << 8) | byte : (3 << 3) | index
  let cost = 0
  for (let depth = 30 - Math.clz32(leaf); depth >= 0; depth--) {
    const node = leaf >> (depth + 1)
    cost += coder.bit(slot + node, other + node, (leaf >> depth) & 1)
  }
  return cost
}

/**
 * @param {Coder} coder
 * @param {number} slot
 * @param {number} value 1 to 65535
 */
export function codeNumber(coder, slot, value) {
  const bits = 31 - Math.clz32(value)
  let cost = 0
  for (let depth = 3; depth >= 0; depth--) {
    const node = (16 | bits) >> (depth + 1)
    cost += coder.bit(slot + node, slot + 16 + node, (bits >> depth) & 1)
  }
  return cost + coder.even(value - (1 << bits), bits)
}

/**
 * @param {Coder} coder
 * @param {number} size of all bytes
 * @param {Run} raw
 * @param {Frequent} frequent
 */
export function codeHead(coder, size, raw, [operands, opcodes]) {
  for (const byte of [...opcodes, ...operands]) coder.even(byte, 8)
  for (const value of [size, raw.start, raw.size]) coder.even(value, 18)
}
