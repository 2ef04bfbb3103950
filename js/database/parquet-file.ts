// SPDX-License-Identifier: Apache-2.0
// Files of Apache Parquet: row groups, with a chunk for each column, and a footer that describes them.
//
// Source: https://parquet.apache.org/docs/file-format and parquet.thrift of apache/parquet-format; the footer and the headers of
// pages are in the compact protocol of https://github.com/apache/thrift. All numbers are little-endian. A file:
//
//    "PAR1"  row group, ...                                                footer  size of footer  "PAR1"
//            column chunk, ...                                                     4 bytes
//            header, page of the dictionary, header, page of the rows
//
// A column has a dictionary if at most half of its values are different; its rows are then numbers of entries. Pages are
// compressed by gzip, which platforms have, if that makes a column smaller.

import { encode } from '../core/utf8.js'
import type { ArrowField } from './arrow-ipc.js'
import { joinedBytes } from './kept-texts.js'

/** The values of a column; null: none. */
export type ParquetValues = Iterable<string | number | bigint | null>

const MAGIC = encode('PAR1')
/** As parquet.thrift numbers them. */
const [INT32, INT64, BYTE_ARRAY] = [1, 2, 6]
const [REQUIRED, OPTIONAL] = [0, 1]
const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8]
const [UNCOMPRESSED, GZIP] = [0, 2]
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2]

// --- Thrift ----------------------------------------------------------------------------------------

type Thrift = { type: number; bytes: number[] }

const [TRUE, FALSE, I8, I32, I64, BINARY, LIST, STRUCT] = [1, 2, 3, 5, 6, 8, 9, 12]

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}

/** @param value from 0 to 2^52 */
const i32 = (value: number): Thrift => ({ type: I32, bytes: varint(2 * value) })
/** @param value from 0 to 2^52 */
const i64 = (value: number): Thrift => ({ ...i32(value), type: I64 })
const i8 = (value: number): Thrift => ({ type: I8, bytes: [value] })
const bool = (value: boolean): Thrift => ({ type: value ? TRUE : FALSE, bytes: [] })

function text(value: string): Thrift {
  const bytes = encode(value)
  return { type: BINARY, bytes: [...varint(bytes.length), ...bytes] }
}

function list(items: readonly Thrift[]): Thrift {
  const { type } = items[0] ?? { type: STRUCT }
  const head = items.length < 15 ? [items.length * 16 + type] : [15 * 16 + type, ...varint(items.length)]
  return { type: LIST, bytes: [...head, ...items.flatMap(({ bytes }) => bytes)] }
}

/** @param fields by number; an undefined one is left out */
function struct(fields: Record<number, Thrift | undefined>): Thrift {
  let before = 0
  const parts = Object.entries(fields).map(([key, field]) => {
    if (field === undefined) return []
    const step = Number(key) - before
    before = Number(key)
    return [step * 16 + field.type, ...field.bytes]
  })
  return { type: STRUCT, bytes: [...parts.flat(), 0] }
}

// --- values ----------------------------------------------------------------------------------------

const integer = (bits: number, isSigned: boolean) =>
  struct({ 10: struct({ 1: i8(bits), 2: bool(isSigned) }) })

const TYPES: Record<ArrowField['type'], { physical: number; converted: number; logical: Thrift }> = {
  int8: { physical: INT32, converted: 15, logical: integer(8, true) },
  uint16: { physical: INT32, converted: 12, logical: integer(16, false) },
  uint32: { physical: INT32, converted: 13, logical: integer(32, false) },
  uint64: { physical: INT64, converted: 14, logical: integer(64, false) },
  utf8: { physical: BYTE_ARRAY, converted: 0, logical: struct({ 1: struct({}) }) },
}

type Value = string | number | bigint

function plainValues(values: readonly Value[], physical: number): Uint8Array<ArrayBuffer> {
  if (physical === INT32) return new Uint8Array(Uint32Array.from(values, Number).buffer)
  if (physical === INT64) return new Uint8Array(BigUint64Array.from(values, BigInt).buffer)
  return joinedBytes(
    values.flatMap(value => {
      const bytes = encode(String(value))
      return [new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes]
    }),
  )
}

/**
 * Runs of equal numbers, and numbers of a fixed width, eight at a time.
 * @param width bits of a number, from 0 to 24
 */
function hybrid(numbers: readonly number[], width: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  const pack = (from: number, to: number) => {
    if (from === to) return
    const groups = Math.ceil((to - from) / 8)
    for (const byte of varint(2 * groups + 1)) bytes.push(byte)
    let bits = 0
    let held = 0
    for (let i = from; i < from + 8 * groups; i++) {
      bits |= (i < to ? numbers[i] : 0) << held
      // Fewer than 8 bits are left from before, so there are at most 31.
      for (held += width; held >= 8; held -= 8) {
        bytes.push(bits & 255)
        bits >>>= 8
      }
    }
  }
  let packed = 0
  for (let i = 0, end = 0; i < numbers.length; i = end) {
    for (end = i + 1; end < numbers.length && numbers[end] === numbers[i]; ) end++
    const from = i + ((8 - ((i - packed) % 8)) % 8)
    if (end - from < 8) continue
    pack(packed, from)
    for (const byte of varint(2 * (end - from))) bytes.push(byte)
    for (let shift = 0; shift < width; shift += 8) bytes.push((numbers[i] >>> shift) & 255)
    packed = end
  }
  pack(packed, numbers.length)
  return Uint8Array.from(bytes)
}

/** @returns the different values, and the place of each among them; undefined if more than half are different */
function dictionaryOf(values: readonly Value[]): { entries: Value[]; places: number[] } | undefined {
  const known: Map<Value, number> = new Map()
  const places: number[] = []
  for (const value of values) {
    const place = known.get(value) ?? known.size
    if (place === known.size) known.set(value, place)
    if (2 * known.size > values.length) return undefined
    places.push(place)
  }
  return { entries: Array.from(known.keys()), places }
}

// --- pages -----------------------------------------------------------------------------------------

/** `key` and `facts`: the field of the page's header. */
type Page = { kind: number; content: Uint8Array<ArrayBuffer>; key: number; facts: Thrift }

/** The page of a dictionary, if the column has one, and the page of its rows. */
function pagesOf({ type, nullable }: ArrowField, rows: ParquetValues): { pages: Page[]; count: number } {
  const { physical } = TYPES[type]
  const values: Value[] = []
  const levels: number[] = []
  for (const value of rows) {
    levels.push(value === null ? 0 : 1)
    if (value !== null) values.push(value)
  }
  const pages: Page[] = []
  const parts: Uint8Array[] = []
  if (nullable) {
    const bytes = hybrid(levels, 1)
    parts.push(new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes)
  }
  const dictionary = dictionaryOf(values)
  if (dictionary === undefined) parts.push(plainValues(values, physical))
  else {
    const { entries, places } = dictionary
    const width = 32 - Math.clz32(Math.max(0, entries.length - 1))
    parts.push(Uint8Array.of(width), hybrid(places, width))
    const facts = struct({ 1: i32(entries.length), 2: i32(PLAIN) })
    pages.push({ kind: DICTIONARY_PAGE, content: plainValues(entries, physical), key: 7, facts })
  }
  const encoding = dictionary === undefined ? PLAIN : RLE_DICTIONARY
  const facts = struct({ 1: i32(levels.length), 2: i32(encoding), 3: i32(RLE), 4: i32(RLE) })
  pages.push({ kind: DATA_PAGE, content: joinedBytes(parts), key: 5, facts })
  return { pages, count: levels.length }
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === 'undefined') return bytes
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** @returns its bytes, and what the footer says of it if it begins at a place of the file */
async function chunkOf(field: ArrowField, values: ParquetValues) {
  const { pages, count } = pagesOf(field, values)
  const plain = pages.map(({ content }) => content)
  const small = await Promise.all(plain.map(gzip))
  const codec = sizeOf(small) < sizeOf(plain) ? GZIP : UNCOMPRESSED
  const contents = codec === GZIP ? small : plain
  const headers = pages.map(({ kind, key, facts }, i) =>
    Uint8Array.from(
      struct({ 1: i32(kind), 2: i32(plain[i].length), 3: i32(contents[i].length), [key]: facts }).bytes,
    ),
  )
  const bytes = joinedBytes(headers.flatMap((header, i) => [header, contents[i]]))
  const uncompressed = sizeOf(headers) + sizeOf(plain)
  const dictionary = pages.length > 1 ? headers[0].length + contents[0].length : 0
  const metadata = (at: number) =>
    struct({
      2: i64(0),
      3: struct({
        1: i32(TYPES[field.type].physical),
        2: list([PLAIN, RLE, RLE_DICTIONARY].map(i32)),
        3: list([text(field.name)]),
        4: i32(codec),
        5: i64(count),
        6: i64(uncompressed),
        7: i64(bytes.length),
        9: i64(at + dictionary),
        11: dictionary > 0 ? i64(at) : undefined,
      }),
    })
  return { bytes, uncompressed, metadata }
}

// --- files -----------------------------------------------------------------------------------------

/** Writes a file: begin(), group() for each group of rows, end(). */
export class ParquetFile {
  #fields
  #groups: Thrift[] = []
  #rows = 0
  #size = 0

  constructor(fields: readonly ArrowField[]) {
    this.#fields = fields
  }

  begin(): Uint8Array<ArrayBuffer> {
    this.#size = MAGIC.length
    return MAGIC.slice()
  }

  /**
   * @param rows their number
   * @param columns the values of each column; with these and their bytes a group is in memory
   */
  async group(rows: number, columns: readonly ParquetValues[]): Promise<Uint8Array<ArrayBuffer>> {
    const chunks = await Promise.all(columns.map((values, i) => chunkOf(this.#fields[i], values)))
    let [at, uncompressed] = [this.#size, 0]
    const described = chunks.map(chunk => {
      const metadata = chunk.metadata(at)
      at += chunk.bytes.length
      uncompressed += chunk.uncompressed
      return metadata
    })
    this.#groups.push(struct({ 1: list(described), 2: i64(uncompressed), 3: i64(rows) }))
    this.#rows += rows
    this.#size = at
    return joinedBytes(chunks.map(({ bytes }) => bytes))
  }

  end(): Uint8Array<ArrayBuffer> {
    const root = struct({ 4: text('table'), 5: i32(this.#fields.length) })
    const columns = this.#fields.map(({ name, type, nullable }) => {
      const { physical, converted, logical } = TYPES[type]
      const repetition = nullable ? OPTIONAL : REQUIRED
      return struct({
        ...{ 1: i32(physical), 3: i32(repetition), 4: text(name), 6: i32(converted), 10: logical },
      })
    })
    const { bytes } = struct({
      1: i32(2),
      2: list([root, ...columns]),
      3: i64(this.#rows),
      4: list(this.#groups),
      6: text('binbo'),
    })
    return joinedBytes([Uint8Array.from(bytes), new Uint8Array(Uint32Array.of(bytes.length).buffer), MAGIC])
  }
}
