// SPDX-License-Identifier: Apache-2.0
// Texts of games that a database keeps itself, one behind the other: in memory, and in files where the database is kept.
// A text has an offset among all of them, which stays when files are joined. A file ends with the checksums of its
// text, so that a part of it can be read and checked:
//
//     text    the bytes of some texts
//     sums    four bytes for each BLOCK bytes of text, little-endian

import { storageError } from './errors.js'

/** @import { OpenFile } from './folder.js' */

/**
 * @typedef {object} TextFile
 * @property {string} file its name
 * @property {number} bytes of text
 */

/** @typedef {TextFile & { from: number, sums?: Uint32Array | undefined, reason?: string | undefined }} KnownFile `from`: the offset of its text; `reason`: what is wrong with it */

/**
 * Where the files are.
 * @typedef {object} TextFolder
 * @property {(name: string) => Promise<OpenFile>} open
 * @property {(bytes: Uint8Array<ArrayBuffer>) => Promise<string>} write writes a new file; returns its name
 * @property {(name: string) => Promise<void>} remove
 */

const BLOCK = 1 << 14
const SUM_BYTES = 4
/** So many files at the end that are smaller are made one. */
const MOST_PARTS = 8
const SMALL = 1 << 23

export class KeptTexts {
  /** Bytes of all texts: the offset of the next one. */
  size = 0
  /** @type {KnownFile[]} */
  #files = []
  /** Texts behind those in files. @type {{ from: number, bytes: Uint8Array }[]} */
  #pieces = []
  #folder
  /** Files that are in use no more, but by those who have the texts open. @type {string[]} */
  #left = []
  #users = 0

  /**
   * @param {TextFolder} [folder] undefined: in memory
   * @param {readonly TextFile[]} [files]
   */
  constructor(folder, files = []) {
    this.#folder = folder
    for (const { file, bytes } of files) {
      this.#files.push({ file, bytes, from: this.size })
      this.size += bytes
    }
  }

  /** Bytes that are not in files yet. */
  get unwritten() {
    return this.size - endOf(this.#files)
  }

  /** @returns {TextFile[]} */
  get files() {
    return this.#files.map(({ file, bytes }) => ({ file, bytes }))
  }

  /** @returns {{ file: string, from: number, to: number, reason: string }[]} files that cannot be read, and their offsets */
  get damaged() {
    return this.#files.flatMap(({ file, from, bytes, reason }) =>
      reason === undefined ? [] : [{ file, from, to: from + bytes, reason }],
    )
  }

  /** @returns {KeptTexts} without texts, in the same folder */
  emptied() {
    return new KeptTexts(this.#folder)
  }

  /** @param {readonly Uint8Array[]} texts are copied; the first one's offset is `size` */
  append(texts) {
    const bytes = joinedBytes(texts)
    if (bytes.length === 0) return
    this.#pieces.push({ from: this.size, bytes })
    this.size += bytes.length
  }

  /** Looks whether the files are there. @returns {Promise<void>} */
  async check() {
    for (const known of this.#files) {
      await this.#use(known, async () => {}).catch(() => {})
    }
  }

  /**
   * Writes a file of what is in none.
   * @returns {Promise<string[]>} files that are in it, too, and not needed any more
   * @throws what the folder throws
   */
  async write() {
    const folder = this.#folder
    const pieces = [...this.#pieces]
    if (folder === undefined || pieces.length === 0) return []
    const { size } = this
    let parts = this.#files.slice(
      this.#files.findLastIndex(({ bytes, reason }) => bytes >= SMALL || reason) + 1,
    )
    if (parts.length < MOST_PARTS) parts = []
    const joined = parts.map(({ from, bytes }) => ({ from, to: from + bytes }))
    /** @type {Uint8Array[]} */
    let before = []
    try {
      before = await Promise.all(joined.map(({ from, to }) => this.#read(from, to)))
    } catch {
      // One is damaged, and stays as it is.
      parts = []
    }
    const file = await folder.write(withSums([...before, ...pieces.map(({ bytes }) => bytes)]))
    const kept = this.#files.length - parts.length
    const from = parts[0]?.from ?? pieces[0].from
    this.#files = [...this.#files.slice(0, kept), { file, from, bytes: size - from }]
    this.#pieces.splice(0, pieces.length)
    return parts.map(({ file }) => file)
  }

  /**
   * @param {readonly string[]} files are removed as soon as nobody has the texts open
   * @returns {Promise<void>}
   */
  async leave(files) {
    this.#left.push(...files)
    if (this.#users > 0) return
    for (const name of this.#left.splice(0)) await this.#folder?.remove(name).catch(() => {})
  }

  /** @returns {OpenFile} all texts, as a file; those that are there stay until it is closed */
  open() {
    this.#users++
    let isOpen = true
    return {
      size: this.size,
      read: (from, to) => this.#read(from, to),
      close: async () => {
        if (isOpen) this.#users--
        isOpen = false
        await this.leave([])
      },
    }
  }

  /**
   * @param {number} from an offset
   * @param {number} to
   * @returns {Promise<Uint8Array>}
   * @throws where a file cannot be read, or its checksum is wrong
   */
  async #read(from, to) {
    /** @type {Uint8Array[]} */
    const parts = []
    for (let at = from; at < to; ) {
      const known = lastBefore(this.#files, at)
      if (known && at < known.from + known.bytes) {
        const end = Math.min(to, known.from + known.bytes)
        parts.push(await this.#readFile(known, at - known.from, end - known.from))
        at = end
      } else {
        const piece = lastBefore(this.#pieces, at)
        if (!piece) throw new RangeError(`there is no text at ${at}`)
        const part = piece.bytes.subarray(at - piece.from, to - piece.from)
        if (part.length === 0) throw new RangeError(`there is no text at ${at}`)
        parts.push(part)
        at += part.length
      }
    }
    return parts.length === 1 ? parts[0] : joinedBytes(parts)
  }

  /**
   * @param {KnownFile} known
   * @param {number} from in its text
   * @param {number} to
   * @returns {Promise<Uint8Array>}
   */
  #readFile(known, from, to) {
    const first = Math.floor(from / BLOCK)
    const begin = first * BLOCK
    const end = Math.min(known.bytes, Math.ceil(to / BLOCK) * BLOCK)
    return this.#use(known, async file => {
      known.sums ??= numbersOf(await file.read(known.bytes, file.size))
      const blocks = await file.read(begin, end)
      sumsOf(blocks).forEach((sum, i) => {
        if (sum !== known.sums?.[first + i]) throw new Error('its checksum is wrong')
      })
      return blocks.subarray(from - begin, to - begin)
    })
  }

  /**
   * @template T
   * @param {KnownFile} known is damaged where it fails
   * @param {(file: OpenFile) => Promise<T>} act
   * @returns {Promise<T>}
   */
  async #use(known, act) {
    /** @type {OpenFile | undefined} */
    let file
    try {
      file = await /** @type {TextFolder} */ (this.#folder).open(known.file)
      const size = known.bytes + SUM_BYTES * Math.ceil(known.bytes / BLOCK)
      if (file.size !== size) throw new Error(`it has ${file.size} bytes of ${size}`)
      return await act(file)
    } catch (error) {
      known.reason ??= error instanceof Error ? error.message : String(error)
      throw storageError(error)
    } finally {
      await file?.close()
    }
  }
}

/** @param {readonly KnownFile[]} files @returns {number} the offset behind them */
function endOf(files) {
  const last = files.at(-1)
  return last === undefined ? 0 : last.from + last.bytes
}

/**
 * @template {{ from: number }} T
 * @param {readonly T[]} list in the order of `from`
 * @param {number} at
 * @returns {T | undefined} the last one that does not begin behind it
 */
function lastBefore(list, at) {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle].from <= at) low = middle + 1
    else high = middle
  }
  return list[low - 1]
}

/** @param {readonly Uint8Array[]} parts @param {number} [more] bytes behind them @returns {Uint8Array<ArrayBuffer>} */
export function joinedBytes(parts, more = 0) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, more))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** @param {readonly Uint8Array[]} texts @returns {Uint8Array<ArrayBuffer>} of a file */
function withSums(texts) {
  const size = texts.reduce((sum, { length }) => sum + length, 0)
  const blocks = Math.ceil(size / BLOCK)
  const bytes = joinedBytes(texts, SUM_BYTES * blocks)
  const view = new DataView(bytes.buffer)
  sumsOf(bytes.subarray(0, size)).forEach((sum, i) => {
    view.setUint32(size + SUM_BYTES * i, sum, true)
  })
  return bytes
}

/**
 * @param {Uint8Array} bytes that begin with a block
 * @returns {Uint32Array} a sum of each block, in which every number of 32 bits counts, whatever stands behind it
 */
function sumsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const sums = new Uint32Array(Math.ceil(bytes.length / BLOCK))
  for (let block = 0; block < sums.length; block++) {
    const end = Math.min(bytes.length, (block + 1) * BLOCK)
    let sum = end - block * BLOCK
    let at = block * BLOCK
    for (; at + SUM_BYTES <= end; at += SUM_BYTES) sum = mixed(sum, view.getUint32(at, true))
    for (; at < end; at++) sum = mixed(sum, bytes[at])
    sums[block] = sum
  }
  return sums
}

/** @param {number} sum @param {number} number of 32 bits */
function mixed(sum, number) {
  const product = Math.imul(sum ^ number, 0x9e3779b1)
  return product ^ (product >>> 15)
}

/** @param {Uint8Array} bytes @returns {Uint32Array} little-endian numbers of 32 bits */
function numbersOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Uint32Array.from({ length: Math.floor(bytes.length / SUM_BYTES) }, (_, i) =>
    view.getUint32(SUM_BYTES * i, true),
  )
}
