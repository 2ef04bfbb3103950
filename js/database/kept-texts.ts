// SPDX-License-Identifier: Apache-2.0
// The texts of games that a database keeps itself, one after the other: in memory, and in files if the database is in files.
// The offset of a text among all texts stays the same when files are joined. A file ends with checksums of its text, so that
// a part of it can be read and checked:
//
//     text    the bytes of some texts
//     sums    four bytes for each BLOCK bytes of text, little-endian

import { storageError } from './errors.js'
import type { OpenFile } from './folder.js'

export type TextFile = {
  /** its name */
  file: string
  /** the bytes of its texts */
  bytes: number
}

/** `from`: the offset of its text; `reason`: why it is damaged */
type KnownFile = TextFile & { from: number; sums?: Uint32Array | undefined; reason?: string | undefined }

/** The folder of the files. */
export type TextFolder = {
  open: (name: string) => Promise<OpenFile>
  /** writes a new file; returns its name; undefined if the files are only read */
  write?: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  remove?: (name: string) => Promise<void>
  /**
   * returns the current files if another program has changed them; throws ERR_DATABASE_CHANGED if they have other texts
   */
  newer?: () => Promise<readonly TextFile[] | undefined>
}

const BLOCK = 1 << 14
const SUM_BYTES = 4
/** So many smaller files at the end are joined into one. */
const MOST_PARTS = 8
const SMALL = 1 << 23

export class KeptTexts {
  /** The bytes of all texts, which is the offset of the next one. */
  size = 0
  #files: KnownFile[] = []
  /** Texts that are not in files, which follow those in files. */
  #pieces: { from: number; bytes: Uint8Array }[] = []
  #folder: TextFolder | undefined
  /** Files that only readers with open texts still need. */
  #left: string[] = []
  #users = 0

  /** @param folder undefined: in memory */
  constructor(folder?: TextFolder, files: readonly TextFile[] = []) {
    this.#folder = folder
    this.follow(files)
  }

  /** @param files of a newer list, with the same texts and more */
  follow(files: readonly TextFile[]) {
    const known = new Map(this.#files.map(file => [file.file, file]))
    const newer: KnownFile[] = []
    for (const { file, bytes } of files) newer.push(known.get(file) ?? { file, bytes, from: endOf(newer) })
    if (endOf(newer) < this.size) return
    this.#files = newer
    this.size = endOf(newer)
  }

  /** The bytes that are not yet in files. */
  get unwritten() {
    return this.size - endOf(this.#files)
  }

  get files(): TextFile[] {
    return this.#files.map(({ file, bytes }) => ({ file, bytes }))
  }

  /** @returns files that cannot be read, and the offsets of their texts */
  get damaged(): { file: string; from: number; to: number; reason: string }[] {
    return this.#files.flatMap(({ file, from, bytes, reason }) =>
      reason === undefined ? [] : [{ file, from, to: from + bytes, reason }],
    )
  }

  /** @returns an object without texts, in the same folder */
  emptied(): KeptTexts {
    return new KeptTexts(this.#folder)
  }

  /** @param texts they are copied; the first one gets the offset `size` */
  append(texts: readonly Uint8Array[]) {
    const bytes = joinedBytes(texts)
    if (bytes.length === 0) return
    this.#pieces.push({ from: this.size, bytes })
    this.size += bytes.length
  }

  /** Checks whether the files exist. */
  async check(): Promise<void> {
    for (const known of this.#files) {
      await this.#use(known, async () => {}).catch(() => {})
    }
  }

  /**
   * Writes a file of the texts that are not in files.
   * @returns older files that it replaces
   * @throws errors of the folder
   */
  async write(): Promise<string[]> {
    const folder = this.#folder
    const pieces = [...this.#pieces]
    if (folder?.write === undefined || pieces.length === 0) return []
    const { size } = this
    let parts = this.#files.slice(
      this.#files.findLastIndex(({ bytes, reason }) => bytes >= SMALL || reason) + 1,
    )
    if (parts.length < MOST_PARTS) parts = []
    const joined = parts.map(({ from, bytes }) => ({ from, to: from + bytes }))
    let before: Uint8Array[] = []
    try {
      before = await Promise.all(joined.map(({ from, to }) => this.#read(from, to)))
    } catch {
      // One of the files is damaged, so it stays unchanged.
      parts = []
    }
    const file = await folder.write(withSums([...before, ...pieces.map(({ bytes }) => bytes)]))
    const kept = this.#files.length - parts.length
    const from = parts[0]?.from ?? pieces[0].from
    this.#files = [...this.#files.slice(0, kept), { file, from, bytes: size - from }]
    this.#pieces.splice(0, pieces.length)
    return parts.map(({ file }) => file)
  }

  /** @param files they are removed as soon as no reader has the texts open */
  async leave(files: readonly string[]): Promise<void> {
    this.#left.push(...files)
    if (this.#users > 0) return
    for (const name of this.#left.splice(0)) await this.#folder?.remove?.(name).catch(() => {})
  }

  /** @returns all texts as a file; current texts stay until it is closed */
  open(): OpenFile {
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
   * @param from an offset
   * @throws if a file cannot be read, or its checksum is wrong
   */
  async #read(from: number, to: number): Promise<Uint8Array> {
    for (;;) {
      const files = this.#files
      try {
        return await this.#readParts(from, to)
      } catch (error) {
        // Texts that have moved to other files are read there.
        if (files === this.#files) throw error
      }
    }
  }

  async #readParts(from: number, to: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (let at = from; at < to; ) {
      const known = lastBefore(this.#files, at)
      if (known && at < known.from + known.bytes) {
        const end = Math.min(to, known.from + known.bytes)
        parts.push(await this.#readFile(known, at - known.from, end - known.from))
        at = end
      } else {
        const piece = lastBefore(this.#pieces, at)
        if (!piece) throw new RangeError(`no text at ${at}`)
        const part = piece.bytes.subarray(at - piece.from, to - piece.from)
        if (part.length === 0) throw new RangeError(`no text at ${at}`)
        parts.push(part)
        at += part.length
      }
    }
    return parts.length === 1 ? parts[0] : joinedBytes(parts)
  }

  /** @param from the offset in the text of the file */
  #readFile(known: KnownFile, from: number, to: number): Promise<Uint8Array> {
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

  /** @param known counts as damaged if the action fails */
  async #use<T>(known: KnownFile, act: (file: OpenFile) => Promise<T>): Promise<T> {
    let file: OpenFile | undefined
    try {
      file = await (this.#folder as TextFolder).open(known.file)
      const size = known.bytes + SUM_BYTES * Math.ceil(known.bytes / BLOCK)
      if (file.size !== size) throw new Error(`it has ${file.size} bytes of ${size}`)
      return await act(file)
    } catch (error) {
      const newer = await this.#folder?.newer?.()
      if (newer !== undefined) this.follow(newer)
      else known.reason ??= error instanceof Error ? error.message : String(error)
      throw storageError(error)
    } finally {
      await file?.close()
    }
  }
}

/** @returns the offset after the last file */
function endOf(files: readonly KnownFile[]): number {
  const last = files.at(-1)
  return last === undefined ? 0 : last.from + last.bytes
}

/**
 * @param list sorted by `from`
 * @returns the last one that does not begin after the offset
 */
function lastBefore<T extends { from: number }>(list: readonly T[], at: number): T | undefined {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle].from <= at) low = middle + 1
    else high = middle
  }
  return list[low - 1]
}

/** @param more the number of bytes to add at the end */
export function joinedBytes(parts: readonly Uint8Array[], more = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, more))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** @returns the bytes of a file: the texts and their checksums */
function withSums(texts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
 * @param bytes they begin with a block
 * @returns a checksum of each block: a change of any 32-bit number changes it
 */
function sumsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const sums = new Uint32Array(Math.ceil(bytes.length / BLOCK))
  for (let block = 0; block < sums.length; block++) {
    const end = Math.min(bytes.length, (block + 1) * BLOCK)
    let sum = end - block * BLOCK
    let at = block * BLOCK
    for (; at + SUM_BYTES <= end; at += SUM_BYTES) sum = mix(sum, view.getUint32(at, true))
    for (; at < end; at++) sum = mix(sum, bytes[at])
    sums[block] = sum
  }
  return sums
}

/** @param number a number of 32 bits */
function mix(sum: number, number: number) {
  const product = Math.imul(sum ^ number, 0x9e3779b1)
  return product ^ (product >>> 15)
}

/** @returns little-endian numbers of 32 bits */
function numbersOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Uint32Array.from({ length: Math.floor(bytes.length / SUM_BYTES) }, (_, i) =>
    view.getUint32(SUM_BYTES * i, true),
  )
}
