// SPDX-License-Identifier: Apache-2.0
// Writes Syzygy files of any material, whose values are random: the format is real, so that Stockfish reads them, too.

import { pick } from '../../random.js'

const TYPES = 'PNBRQK'
const MAGIC = { w: [0x71, 0xe8, 0x23, 0x5d], z: [0xd7, 0x66, 0x0c, 0xa5] }
const BLOCK_VALUES = 1 << 16
const BLOCK_LOG = 7
const SPAN_LOG = 17
const SYMBOLS = 16

/** @param {number} n @param {number} k */
const choose = (n, k) =>
  Array.from({ length: k }, (_, i) => i).reduce((product, i) => (product * (n - i)) / (i + 1), 1)

/** How many places leading pawns have, by the file of the first one. @param {number} count @param {number} file */
function leadingPlaces(count, file) {
  const numbers = Array.from({ length: 6 }, (_, rank) => 47 - 12 * file - 2 * rank)
  return numbers.reduce((sum, number) => sum + choose(number, count - 1), 0)
}

/**
 * The men of a table in an order that is allowed, and in groups.
 * @param {string} material
 * @param {() => number} random
 */
function arrange(material, random) {
  const [first, second] = material.split('v')
  const men = [...first].map(c => TYPES.indexOf(c) + 1).concat([...second].map(c => TYPES.indexOf(c) + 9))
  const counts = new Map(men.map(man => [man, men.filter(other => other === man).length]))
  const isPawn = (/** @type {number} */ man) => (man & 7) === 1
  const pawnsOf = (/** @type {number} */ man) => counts.get(man) ?? 0
  const pawns = men.some(isPawn)
  const bothPawns = pawnsOf(1) > 0 && pawnsOf(9) > 0
  const unique = [...counts].filter(([man, count]) => count === 1 && (man & 7) !== 6).map(([man]) => man)
  /** @type {number[][]} */
  const groups = []
  if (pawns) {
    const leader = pawnsOf(9) === 0 || (pawnsOf(1) > 0 && pawnsOf(9) >= pawnsOf(1)) ? 1 : 9
    groups.push(men.filter(man => man === leader))
    if (bothPawns) groups.push(men.filter(man => man === (leader ^ 8)))
  } else groups.push([6, 14, ...(unique.length > 0 ? [pick(random, unique)] : [])])
  const placed = new Set(groups.flat())
  const rest = [...counts.keys()].filter(man => !placed.has(man)).sort(() => random() - 0.5)
  for (const man of rest) groups.push(men.filter(other => other === man))
  return { groups, pawns, bothPawns, isSymmetric: first === second }
}

/** @param {ReturnType<typeof arrange>} arranged @param {number} file */
function sizeOf({ groups, pawns, bothPawns }, file) {
  const leading = groups[0].length
  let size = pawns ? leadingPlaces(leading, file) : leading === 3 ? 31332 : 462
  let empty = 64 - leading - (bothPawns ? groups[1].length : 0)
  for (const [i, { length }] of groups.entries()) {
    if (i === 0) continue
    if (i === 1 && bothPawns) size *= choose(48 - leading, length)
    else {
      size *= choose(empty, length)
      empty -= length
    }
  }
  return size
}

/** Random pairs of pairs: each of the first 16 symbols stands for 256 values. @param {number} values @param {() => number} random */
function symbolsOf(values, random) {
  /** @type {[left: number, right: number][]} */
  const symbols = []
  for (let level = 8; level > 0; level--) {
    const next = SYMBOLS * (9 - level)
    const below = level === 1 ? values : SYMBOLS
    for (let i = 0; i < SYMBOLS; i++)
      symbols.push([next + Math.floor(random() * below), next + Math.floor(random() * below)])
  }
  for (let value = 0; value < values; value++) symbols.push([value, 0xfff])
  return symbols
}

const u16 = (/** @type {number} */ n) => [n & 255, n >> 8]
const u32 = (/** @type {number} */ n) => [...u16(n & 0xffff), ...u16(n >>> 16)]

/**
 * @param {string} material such as 'KRPvKBP', as file names have it
 * @param {'w' | 'z'} kind WDL or DTZ
 * @param {() => number} random
 * @returns {{ bytes: Uint8Array, size: number }} the file, and how many positions its largest part has
 */
export function writeTable(material, kind, random) {
  const arranged = arrange(material, random)
  const { groups, pawns, bothPawns, isSymmetric } = arranged
  const sides = kind === 'w' && !isSymmetric ? 2 : 1
  const files = pawns ? 4 : 1
  const parts = files * sides
  const orders = Array.from({ length: files }, () => groups.map((_, i) => i).sort(() => random() - 0.5))
  const nibbles = (/** @type {number} */ n) => n | (n << 4)
  const head = [...MAGIC[kind], (isSymmetric ? 0 : 1) | (pawns ? 2 : 0)]
  for (const order of orders) {
    head.push(nibbles(order[0]))
    if (bothPawns) head.push(nibbles(order[1]))
    head.push(...groups.flat().map(nibbles))
  }
  if (head.length % 2) head.push(0)
  const isMapped = random() < 0.7
  const isWide = isMapped && random() < 0.5
  const sizes = Array.from({ length: parts }, (_, i) => sizeOf(arranged, Math.floor(i / sides)))
  const blocks = sizes.map(size => Math.ceil(size / BLOCK_VALUES))
  for (const i of sizes.keys()) {
    const values = kind === 'w' ? 5 : 40
    const symbols = symbolsOf(values, random)
    const side = isSymmetric ? 0 : Math.floor(random() * 2)
    const bits = side | (isMapped ? 2 : 0) | (random() < 0.5 ? 12 : 0) | (isWide ? 16 : 0)
    head.push(
      kind === 'w' ? 0 : bits,
      BLOCK_LOG,
      SPAN_LOG,
      1,
      ...u32(blocks[i]),
      4,
      4,
      0,
      0,
      ...u16(symbols.length),
    )
    for (const [left, right] of symbols) head.push(left & 255, (left >> 8) | ((right & 15) << 4), right >> 4)
    if (symbols.length % 2) head.push(0)
  }
  if (kind === 'z' && isMapped)
    for (let file = 0; file < files; file++) {
      if (isWide && head.length % 2) head.push(0)
      for (let index = 0; index < 4; index++) {
        const map = Array.from({ length: 40 }, () => Math.floor(random() * (isWide ? 600 : 256)))
        head.push(...(isWide ? [40, ...map].flatMap(u16) : [40, ...map]))
      }
    }
  if (head.length % 2) head.push(0)
  return { bytes: withBlocks(Uint8Array.from(head), sizes, blocks, random), size: Math.max(...sizes) }
}

/**
 * @param {Uint8Array} head
 * @param {number[]} sizes of the parts
 * @param {number[]} blocks how many each has
 * @param {() => number} random
 */
function withBlocks(head, sizes, blocks, random) {
  const spans = sizes.map(size => Math.ceil(size / 2 ** SPAN_LOG))
  let at = head.length
  const spansAt = at
  at += 6 * spans.reduce((sum, n) => sum + n)
  const lengthsAt = at
  at += 2 * blocks.reduce((sum, n) => sum + n + 1, 0)
  const blocksAt = blocks.map(count => {
    const begin = Math.ceil(at / 64) * 64
    at = begin + (count << BLOCK_LOG)
    return begin
  })
  const bytes = new Uint8Array(Math.ceil(at / 64) * 64 + 16)
  const view = new DataView(bytes.buffer)
  bytes.set(head)
  let span = spansAt
  let length = lengthsAt
  for (const i of sizes.keys()) {
    // The middle of each span is where a block begins. The last block claims as many values as the others.
    for (let k = 0; k < spans[i]; k++, span += 6) view.setUint32(span, 2 * k + 1, true)
    for (let block = 0; block <= blocks[i]; block++, length += 2)
      view.setUint16(length, BLOCK_VALUES - 1, true)
    for (let k = 0; k < blocks[i] << BLOCK_LOG; k += 4)
      view.setUint32(blocksAt[i] + k, random() * 2 ** 32, true)
  }
  return bytes
}
