// SPDX-License-Identifier: Apache-2.0
// Passes text and lists through C's I/O buffer.
//
// The views cover the fixed buffer. They are borrowed: a call into wasm that grows memory detaches them, so every access gets
// new ones from io8(), io16() or io32(). Longer input and longer results have a larger buffer, which releaseBuffer() frees.

import { chessError } from './errors.js'
import { decode, decodeStrictly, encode, encodeInto } from './utf8.js'
import { wasm } from './wasm.js'

/** Below this length, a loop over charCodeAt() is faster than encodeInto(), as measured in Node 20. */
const SHORT_TEXT = 24
/** Texts up to this length are decoded through cached views. */
const KEPT_VIEWS = 128

let address = 0
let capacity = 0
let bytes = new Uint8Array(0)
let halves = new Uint16Array(0)
let words = new Int32Array(0)
/** Beginnings of the three views, by their length. */
let kept: [Uint8Array[], Uint16Array[], Int32Array[]]
let enlarged = false
let memory = new Uint8Array(0)

/** Makes the views, on first use and after memory has grown. */
function refresh() {
  if (capacity === 0) {
    address = wasm.binbo_buffer_address() >>> 0
    capacity = wasm.binbo_buffer_capacity() >>> 0
  }
  const { buffer } = wasm.memory
  bytes = new Uint8Array(buffer, address, capacity)
  halves = new Uint16Array(buffer, address, capacity >>> 1)
  words = new Int32Array(buffer, address, capacity >>> 2)
  kept = [noViews(), noViews(), noViews()]
}

/** Drops the views. For the core in JS, which cannot detach the buffer of a memory that has grown. */
export function forgetViews() {
  bytes = memory = new Uint8Array(0)
  halves = new Uint16Array(0)
  words = new Int32Array(0)
}

/** @returns all memory of wasm; borrowed, valid until it grows */
export function memoryView(): Uint8Array {
  if (memory.length === 0) memory = new Uint8Array(wasm.memory.buffer)
  return memory
}

const noViews = () => new Array(KEPT_VIEWS + 1).fill(undefined)

/** @returns the fixed buffer as bytes */
export function io8(): Uint8Array {
  if (bytes.length === 0) refresh()
  return bytes
}

/** @returns the fixed buffer as packed moves */
export function io16(): Uint16Array {
  if (halves.length === 0) refresh()
  return halves
}

/** @returns the fixed buffer as move words */
export function io32(): Int32Array {
  if (words.length === 0) refresh()
  return words
}

/** @returns the beginning of the whole; borrowed, like the whole */
function view<T extends { subarray(begin: number, end: number): T }>(
  whole: T,
  views: T[],
  length: number,
): T {
  if (length > KEPT_VIEWS) return whole.subarray(0, length)
  views[length] ??= whole.subarray(0, length)
  return views[length]
}

export const ioBytes = (length: number) => view(io8(), kept[0], length)

export const ioHalves = (length: number) => view(io16(), kept[1], length)

export const ioWords = (length: number) => view(io32(), kept[2], length)

/** @returns the size of the fixed buffer in bytes */
function ioCapacity(): number {
  if (capacity === 0) refresh()
  return capacity
}

/**
 * Writes a text to the start of the buffer. If it may be long, releaseBuffer() must follow the call that reads it.
 * @returns its length in bytes of UTF-8
 * @throws {ChessError} ERR_MEMORY
 */
export function writeText(text: string): number {
  const { length } = text
  if (length > SHORT_TEXT) return writeLongText(text)
  const target = io8()
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 127) return writeLongText(text)
    target[i] = unit
  }
  return length
}

function writeLongText(text: string) {
  if (text.length * 3 > ioCapacity()) return writeBytes(encode(text))
  return encodeInto(text, io8()).written
}

/**
 * Writes bytes to the start of the buffer; releaseBuffer() must follow the call that reads them.
 * @param source bytes; those of users must come from bytesOf()
 * @returns their number
 * @throws {ChessError} ERR_MEMORY
 */
export function writeBytes(source: Uint8Array): number {
  const { length } = source
  const target = length <= ioCapacity() ? io8() : reserve(length)
  target.set(source)
  return length
}

/**
 * Makes the buffer hold at least `size` bytes; releaseBuffer() must follow.
 * @param size in bytes
 * @returns borrowed, valid until releaseBuffer()
 * @throws {ChessError} ERR_MEMORY
 */
export function reserve(size: number): Uint8Array<ArrayBuffer> {
  enlarged = true
  if (wasm.binbo_buffer_reserve(size) < 0) {
    releaseBuffer()
    throw chessError('ERR_MEMORY')
  }
  const { buffer } = wasm.memory
  return new Uint8Array(buffer, wasm.binbo_buffer_address() >>> 0, size)
}

/** Frees the larger buffer, if one is reserved. */
export function releaseBuffer() {
  if (!enlarged) return
  enlarged = false
  wasm.binbo_buffer_reserve(0)
}

/** @param length the length of ASCII text at the start of the fixed buffer, in bytes */
export function readText(length: number): string {
  return decode(ioBytes(length))
}

/**
 * Copies a result that may be longer than the fixed buffer.
 * @param length in bytes
 * @returns a copy, owned by the caller
 */
export function takeBytes(length: number): Uint8Array<ArrayBuffer> {
  enlarged ||= length > ioCapacity()
  const copy = new Uint8Array(
    enlarged
      ? new Uint8Array(wasm.memory.buffer, wasm.binbo_buffer_address() >>> 0, length)
      : ioBytes(length),
  )
  releaseBuffer()
  return copy
}

/** @returns the text, as UTF-8; if it is not valid UTF-8, as Latin-1, the character set of the PGN standard */
export function decodeText(source: Uint8Array): string {
  const text = decode(source)
  if (!text.includes('\ufffd')) return text
  try {
    return decodeStrictly(source)
  } catch {
    return decodeLatin1(source)
  }
}

/**
 * @param source texts with a 0 after each, such as tags
 * @returns the same texts, each decoded for itself by decodeText()
 */
export function decodeTexts(source: Uint8Array): string {
  const all = decode(source)
  if (!all.includes('\ufffd')) return all
  let texts = ''
  for (let at = 0; at < source.length; ) {
    const end = source.indexOf(0, at) + 1 || source.length
    texts += decodeText(source.subarray(at, end))
    at = end
  }
  return texts
}

/** The characters of Windows-1252 where Latin-1 has control characters, 0x80 to 0x9f. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** @returns a character for each byte, as browsers read Latin-1 */
function decodeLatin1(source: Uint8Array): string {
  let text = ''
  for (const byte of source) text += byte >> 5 === 4 ? WINDOWS[byte - 0x80] : String.fromCharCode(byte)
  return text
}
