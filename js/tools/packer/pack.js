// SPDX-License-Identifier: Apache-2.0
/**
 * Packs a wasm module into text, for src/tools/unpack.c, which draws the format. What a part of the
 * packing costs depends on all that stands before it, so the packing is made again and again, each time
 * by what things cost in the ones before, and the best is kept.
 */
import { Costs } from './costs.js'
import { Encoder } from './encoder.js'
import { codeFlag, codeHead, codeLiteral, codeNumber, distances, LENGTHS, surroundingsOf } from './format.js'
import { findMatches } from './matches.js'
import { cheapestTokens } from './parse.js'

/** @import { Frequent, Run, Surroundings, Token } from './format.js' */

const ROUNDS = 8

/** What a modelled bit's time is worth when packings are compared, in bits of size. */
const BIT_PRICE = 0.05

/** What raw bytes must save, in bits. */
const RAW_GAIN = 64

/** Until they are counted. @type {Frequent} */
const USUAL = [Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7), Uint8Array.of(0, 1, 2, 3, 4, 0x0b, 0x20, 0x41)]

/**
 * What does not change from round to round.
 * @typedef {object} Frame
 * @property {Uint8Array} bytes
 * @property {Run} raw
 * @property {Surroundings} around
 * @property {Frequent} frequent
 */

/**
 * @typedef {object} Packing
 * @property {Token[]} tokens
 * @property {number[]} spent what each token has cost, in bits
 * @property {number[]} digits
 * @property {number} price
 */

/**
 * @param {Uint8Array} bytes less than 256 KB, and so few that no more than 64 K characters come out
 * @returns {string}
 */
export function pack(bytes) {
  const costs = new Costs(bytes.length)
  const noRun = { start: 0, size: 0 }
  const around = surroundingsOf(bytes, noRun)
  const { tokens, spent } = best({ bytes, raw: noRun, around, frequent: USUAL }, costs, 1)

  const raw = randomRun(tokens, spent)
  const frequent = frequentLiterals(bytes, tokens, around)
  const { digits } = best({ bytes, raw, around: surroundingsOf(bytes, raw), frequent }, costs, ROUNDS)
  return textOf(digits)
}

/**
 * The characters are those that scripts have often, as far as two runs of them can be. A gzipped block
 * holds both the end of a script and the start of this text, and has one code for both.
 * @param {number[]} digits 0 to 63
 */
const textOf = digits => digits.map(digit => String.fromCharCode(digit + (digit < 34 ? 40 : 63))).join('')

/**
 * @param {Frame} frame
 * @param {Costs} costs better ones with each round
 * @param {number} rounds
 * @returns {Packing}
 */
function best(frame, costs, rounds) {
  const matches = findMatches(frame.bytes, frame.raw)
  const packings = Array.from({ length: rounds }, () =>
    encode(frame, cheapestTokens(frame.bytes, frame.raw, matches, costs), costs),
  )
  return packings.reduce((a, b) => (b.price < a.price ? b : a))
}

/**
 * @param {Frame} frame
 * @param {Token[]} tokens
 * @param {Costs} costs that are brought up to date
 * @returns {Packing}
 */
function encode({ bytes, raw, around, frequent }, tokens, costs) {
  const encoder = new Encoder()
  const spent = []
  let at = 0
  let afterMatch = false
  let last = 1
  const codeRaw = () => {
    for (; at < raw.start + raw.size; at++) encoder.even(bytes[at], 8)
  }

  codeHead(encoder, bytes.length, raw, frequent)
  for (const { length, distance } of tokens) {
    if (at === raw.start) codeRaw()
    costs.lookAt(encoder, around, frequent, bytes, at, at + length)
    let cost = codeFlag(encoder, around, at, afterMatch, distance ? 1 : 0)
    if (distance) {
      cost += codeNumber(encoder, LENGTHS, length)
      cost += codeNumber(encoder, distances(length), distance === last ? 1 : distance + 1)
      last = distance
    } else cost += codeLiteral(encoder, around, frequent, at, bytes[at])
    spent.push(cost)
    afterMatch = distance > 0
    at += length
  }
  if (at === raw.start) codeRaw()
  costs.lookAtNumbers(encoder)
  const digits = encoder.finish()
  return { tokens, spent, digits, price: digits.length * 6 + encoder.bits * BIT_PRICE }
}

/**
 * @param {Uint8Array} bytes
 * @param {Token[]} tokens
 * @param {Surroundings} around
 * @returns {Frequent}
 */
function frequentLiterals(bytes, tokens, { atOpcode }) {
  const counts = [new Uint32Array(256), new Uint32Array(256)]
  let at = 0
  for (const { length, distance } of tokens) {
    if (distance === 0) counts[atOpcode[at]][bytes[at]]++
    at += length
  }
  return [eightMost(counts[0]), eightMost(counts[1])]
}

/** @param {Uint32Array} counts by byte value */
function eightMost(counts) {
  const values = Uint8Array.from(counts.keys())
  values.sort((a, b) => counts[b] - counts[a] || a - b)
  return values.subarray(0, 8).sort()
}

/**
 * Finds where 8 bits a byte save most, if anywhere: tables of random numbers.
 * @param {Token[]} tokens of a packing without raw bytes
 * @param {number[]} spent
 * @returns {Run}
 */
function randomRun(tokens, spent) {
  let best = { start: 0, size: 0, gain: RAW_GAIN }
  let start = 0
  let gain = 0
  let at = 0
  for (const [index, { length }] of tokens.entries()) {
    if (gain <= 0) {
      gain = 0
      start = at
    }
    gain += spent[index] - 8 * length
    at += length
    if (gain > best.gain) best = { start, size: at - start, gain }
  }
  return best
}
