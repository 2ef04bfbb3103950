// SPDX-License-Identifier: Apache-2.0
// The stream format of Apache Arrow: a message with the schema, a message for each record batch, and an end.
//
// Source: https://arrow.apache.org/docs/format/Columnar.html, format/Message.fbs and format/Schema.fbs of apache/arrow. All
// numbers are little-endian. A message:
//
//    0            4                  8            8 + size, a multiple of 8
//    0xffffffff   size of metadata   metadata     body: the buffers, each at a multiple of 8

import { encode } from '../core/utf8.js'

/** The type of a column's values. */
type ArrowType = 'int8' | 'uint16' | 'uint32' | 'uint64' | 'utf8'

export type ArrowField = { name: string; type: ArrowType; nullable: boolean }

/** The values of a column of a record batch, in Arrow's layout. */
export type ArrowColumn = { nulls: number; buffers: Uint8Array[] }

const ALIGNMENT = 8
const METADATA_V5 = 4
const HEADER_SCHEMA = 1
const HEADER_RECORD_BATCH = 3
const TYPE_INT = 2
const TYPE_UTF8 = 5
const NONE = new Uint8Array(0)

/** The number of bits, and whether the type is signed. */
const INTEGERS: Record<Exclude<ArrowType, 'utf8'>, [number, boolean]> = {
  int8: [8, true],
  uint16: [16, false],
  uint32: [32, false],
  uint64: [64, false],
}

/** The end of a stream. */
export const ARROW_END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0)

// --- flatbuffers -----------------------------------------------------------------------------------
// Source: https://flatbuffers.dev/internals. A table begins with the distance back to its vtable: the sizes of both, then
// the place of each field in the table, 0 if it is left out. Tables, texts and vectors come after the parts
// that refer to them.

/** Writes the referenced part, and returns its place. */
type Part = (buffer: FlatBuffer) => number

/** A number, a reference to a Part, or undefined for a field that is left out. */
type TableField = { size: 1 | 2 | 4 | 8; value: number } | Part | undefined

class FlatBuffer {
  #view = new DataView(new ArrayBuffer(1 << 10))
  #length = 0

  /** @param behind the distance from the place to the bytes that are aligned @returns the place */
  take(size: number, alignment = 1, behind = 0): number {
    while ((this.#length + behind) % alignment !== 0) this.#length++
    const at = this.#length
    this.#length += size
    if (this.#length > this.#view.byteLength) {
      const grown = new Uint8Array(2 * this.#length)
      grown.set(new Uint8Array(this.#view.buffer))
      this.#view = new DataView(grown.buffer)
    }
    return at
  }

  /** @param value below 2^53 */
  set(at: number, size: 1 | 2 | 4 | 8, value: number) {
    if (size === 1) this.#view.setUint8(at, value)
    else if (size === 2) this.#view.setUint16(at, value, true)
    else if (size === 4) this.#view.setInt32(at, value, true)
    else this.#view.setBigUint64(at, BigInt(value), true)
  }

  refer(at: number, part: Part) {
    this.set(at, 4, part(this) - at)
  }

  put(bytes: Uint8Array, at: number) {
    new Uint8Array(this.#view.buffer).set(bytes, at)
  }

  /** @returns borrowed */
  bytes(): Uint8Array {
    this.take(0, ALIGNMENT)
    return new Uint8Array(this.#view.buffer, 0, this.#length)
  }
}

const table =
  (fields: TableField[]): Part =>
  buffer => {
    const vtable = buffer.take(4 + 2 * fields.length, 2)
    const at = buffer.take(4, 8)
    const offsets = fields.map(field => {
      if (field === undefined) return 0
      const size = typeof field === 'function' ? 4 : field.size
      return buffer.take(size, size) - at
    })
    buffer.set(vtable, 2, 4 + 2 * fields.length)
    buffer.set(vtable + 2, 2, buffer.take(0) - at)
    buffer.set(at, 4, at - vtable)
    for (const [i, field] of fields.entries()) {
      buffer.set(vtable + 4 + 2 * i, 2, offsets[i])
      if (typeof field === 'function') buffer.refer(at + offsets[i], field)
      else if (field) buffer.set(at + offsets[i], field.size, field.value)
    }
    return at
  }

const vector =
  (parts: Part[]): Part =>
  buffer => {
    const at = buffer.take(4 + 4 * parts.length, 4)
    buffer.set(at, 4, parts.length)
    for (const [i, part] of parts.entries()) buffer.refer(at + 4 + 4 * i, part)
    return at
  }

/** Structs of two numbers of 64 bits. */
const pairVector =
  (pairs: [number, number][]): Part =>
  buffer => {
    const at = buffer.take(4 + 16 * pairs.length, 8, 4)
    buffer.set(at, 4, pairs.length)
    for (const [i, number] of pairs.flat().entries()) buffer.set(at + 4 + 8 * i, 8, number)
    return at
  }

const text =
  (value: string): Part =>
  buffer => {
    const bytes = encode(value)
    const at = buffer.take(4 + bytes.length + 1, 4)
    buffer.set(at, 4, bytes.length)
    buffer.put(bytes, at + 4)
    return at
  }

const number = (size: 1 | 2 | 4 | 8, value: number) => ({ size, value })

// --- messages --------------------------------------------------------------------------------------

const padded = (size: number): number => Math.ceil(size / ALIGNMENT) * ALIGNMENT

/**
 * @param kind the kind of the header
 * @returns the message
 */
function message(kind: number, header: Part, buffers: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = buffers.reduce((sum, buffer) => sum + padded(buffer.byteLength), 0)
  const flat = new FlatBuffer()
  flat.take(4)
  flat.refer(0, table([number(2, METADATA_V5), number(1, kind), header, number(8, size)]))
  const metadata = flat.bytes()
  const bytes = new Uint8Array(8 + metadata.length + size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0xffffffff, true)
  view.setUint32(4, metadata.length, true)
  bytes.set(metadata, 8)
  let at = 8 + metadata.length
  for (const buffer of buffers) {
    bytes.set(buffer, at)
    at += padded(buffer.byteLength)
  }
  return bytes
}

/** @returns the message that a stream begins with */
export function arrowSchema(fields: readonly ArrowField[]): Uint8Array<ArrayBuffer> {
  const parts = fields.map(({ name, type, nullable }) => {
    const [kind, facts] =
      type === 'utf8'
        ? [TYPE_UTF8, table([])]
        : [TYPE_INT, table([number(4, INTEGERS[type][0]), number(1, Number(INTEGERS[type][1]))])]
    return table([text(name), number(1, Number(nullable)), number(1, kind), facts, undefined, vector([])])
  })
  return message(HEADER_SCHEMA, table([number(2, 0), vector(parts)]), [])
}

/**
 * @param columns the columns of the schema
 * @returns the message of a record batch
 */
export function arrowBatch(rows: number, columns: readonly ArrowColumn[]): Uint8Array<ArrayBuffer> {
  const buffers = columns.flatMap(column => column.buffers)
  let at = 0
  const offsets = buffers.map(({ byteLength }): [number, number] => {
    const offset = at
    at += padded(byteLength)
    return [offset, byteLength]
  })
  const nodes = columns.map(({ nulls }): [number, number] => [rows, nulls])
  const header = table([number(8, rows), pairVector(nodes), pairVector(offsets)])
  return message(HEADER_RECORD_BATCH, header, buffers)
}

// --- columns ---------------------------------------------------------------------------------------

/** A bit for each row, set if it has a value. */
export class Validity {
  nulls = 0
  bits

  /** @param rows the number of rows, all of which have a value */
  constructor(rows: number) {
    this.bits = new Uint8Array(Math.ceil(rows / 8)).fill(255)
  }

  /** @param row a row without a value; called once for each */
  clear(row: number) {
    this.bits[row >> 3] &= ~(1 << (row & 7))
    this.nulls++
  }

  has(row: number): boolean {
    return (this.bits[row >> 3] & (1 << (row & 7))) !== 0
  }
}

/** @param validity default: no value is missing */
export const numberColumn = (
  { buffer, byteOffset, byteLength }: Int8Array | Uint16Array | Uint32Array | BigUint64Array,
  validity?: Validity,
): ArrowColumn => ({
  nulls: validity?.nulls ?? 0,
  buffers: [validity?.bits ?? NONE, new Uint8Array(buffer, byteOffset, byteLength)],
})

/** @param validity default: no value is missing */
export function textColumn(values: readonly string[], validity?: Validity): ArrowColumn {
  const bytes = encode(values.join(''))
  const ends = new Int32Array(values.length + 1)
  let end = 0
  for (const [i, value] of values.entries()) ends[i + 1] = end += utf8Length(value)
  return {
    nulls: validity?.nulls ?? 0,
    buffers: [validity?.bits ?? NONE, new Uint8Array(ends.buffer), bytes],
  }
}

/** @param value text without lone surrogates @returns the number of its bytes in UTF-8 */
function utf8Length(value: string): number {
  let length = value.length
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    if (unit < 0x80) continue
    // Each half of a pair is two of its four bytes.
    length += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return length
}
