// SPDX-License-Identifier: Apache-2.0
// The games of one database: an instance of database.wasm, and views of its memory, which grows.

import { SecondWasm } from '../core/second-wasm.js'
import { decode, encodeInto } from '../core/utf8.js'
import { databaseError } from './errors.js'
import type { Exports } from './generated/bindings.js'
import { DATABASE_ABI, FACTS_BYTES, MATCH_WHOLE, PLAYERS_BYTES, ROW_BYTES } from './generated/bindings.js'
import type { Aliases } from './names.js'
import { OPENING_LIST } from './openings.js'
import type { Pieces } from './pieces.js'

export const databaseWasm: SecondWasm<Exports> = new SecondWasm()

/** More bytes than any FEN has. */
const INPUT_LEAST = 1 << 10

/** All memory of wasm; borrowed, valid until the next call that may allocate. */
type Views = { longs: BigUint64Array; words: Uint32Array; halves: Uint16Array; bytes: Uint8Array }

/**
 * A game for opening books: the Polyglot keys of its positions, one more than moves, and the halves of these keys, the lower
 * half first; its moves, as api.h draws them; `side`: 1 if Black moves first. Borrowed, valid until the next call.
 */
type Line = { keys: BigUint64Array; keyHalves: Uint32Array; moves: Uint16Array; side: number }

export class Store {
  /** The number of games in a segment. */
  segmentGames
  /** Whether postings have all plies. */
  isFull
  wasm
  /** How many openings there are. */
  openings
  /** The query that C has. */
  query: unknown
  /** The aliases that C has. */
  aliases: Aliases | undefined
  #views = viewsOf(new ArrayBuffer(0))

  /**
   * @param segmentGames a power of two from 64 to 65536
   * @throws {ChessError} ERR_INIT, ERR_WASM
   */
  constructor(segmentGames: number, isFull: boolean) {
    this.segmentGames = segmentGames
    this.isFull = isFull
    const full = isFull ? 1 : 0
    this.wasm = databaseWasm.instance(
      exports => exports.binbo_database_init?.(segmentGames, full) === DATABASE_ABI,
    )
    this.openings = this.#readOpenings()
  }

  /** @throws {ChessError} ERR_DATABASE_MEMORY */
  #readOpenings(): number {
    const { moves, text } = OPENING_LIST
    const size = this.writeText(text)
    const lines = this.wasm.binbo_database_openings(moves, size - 3 * moves)
    this.wasm.binbo_database_release()
    return lines
  }

  get games(): number {
    return this.wasm.binbo_database_games() >>> 0
  }

  /** @returns the number of segments that have games */
  get segments(): number {
    return Math.ceil(this.games / this.segmentGames)
  }

  /** @returns the bytes of its memory */
  get memory(): number {
    return this.wasm.memory.buffer.byteLength
  }

  views(): Views {
    if (this.#views.bytes.length === 0) this.#views = viewsOf(this.wasm.memory.buffer)
    return this.#views
  }

  /**
   * @param size in bytes
   * @returns the address of the input, which has room for so many
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  input(size: number): number {
    const address = this.wasm.binbo_database_input(Math.max(size, INPUT_LEAST)) >>> 0
    if (address === 0) throw databaseError('ERR_DATABASE_MEMORY')
    return address
  }

  /**
   * Makes a file of games, valid until games are added. It takes memory until binbo_database_release().
   * @param first the first game of the segment in the file
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  save(segment: number, first: number): Pieces {
    const size = this.wasm.binbo_database_save(segment, first) >>> 0
    if (size === 0) throw databaseError('ERR_DATABASE_MEMORY')
    const { words } = this.views()
    const spans: { address: number; from: number; to: number }[] = []
    let to = 0
    for (let at = (this.wasm.binbo_database_saved() >>> 0) / 4; to < size; at += 2) {
      const from = to
      to += words[at + 1]
      spans.push({ address: words[at] - from, from, to })
    }
    const copy = (target: Uint8Array, place: number) => {
      const { bytes } = this.views()
      for (const { address, from, to } of spans) {
        const [begin, end] = [Math.max(from, place), Math.min(to, place + target.length)]
        if (begin < end) target.set(bytes.subarray(address + begin, address + end), begin - place)
      }
    }
    return { size, copy }
  }

  /**
   * @returns how many bytes of input it is
   */
  writeText(text: string): number {
    const address = this.input(3 * text.length)
    return encodeInto(text, this.views().bytes.subarray(address)).written
  }

  /** @returns the address of the segment's first row; rows have ROW_BYTES bytes */
  rows(segment: number): number {
    return this.wasm.binbo_database_rows(segment) >>> 0
  }

  /**
   * @param id the number of a game
   * @returns the address of its row
   */
  row(id: number): number {
    return this.rows(Math.floor(id / this.segmentGames)) + (id % this.segmentGames) * ROW_BYTES
  }

  /** @returns the address of the players of its first game; the next ones are PLAYERS_BYTES behind them */
  players(segment: number): number {
    return this.wasm.binbo_database_players(segment) >>> 0
  }

  /** @returns the address of the facts of its first game; the next ones are FACTS_BYTES behind them */
  facts(segment: number): number {
    return this.wasm.binbo_database_facts(segment) >>> 0
  }

  /**
   * @param id of a game
   * @returns the addresses of its players and facts
   */
  columns(id: number): { players: number; facts: number } {
    const [segment, local] = [Math.floor(id / this.segmentGames), id % this.segmentGames]
    return {
      players: this.players(segment) + local * PLAYERS_BYTES,
      facts: this.facts(segment) + local * FACTS_BYTES,
    }
  }

  /**
   * @param id of a game
   * @returns all tags, in their order
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  tags(id: number): [name: string, value: string][] {
    const { segmentGames, wasm } = this
    const size = wasm.binbo_database_tags(Math.floor(id / segmentGames), id % segmentGames)
    if (size < 0) throw databaseError('ERR_DATABASE_MEMORY')
    const at = this.input(0)
    const parts = decode(this.views().bytes.subarray(at, at + size)).split('\0')
    return Array.from({ length: parts.length >> 1 }, (_, i) => [parts[2 * i], parts[2 * i + 1]])
  }

  /**
   * @param id of a game
   * @param name of a tag
   * @returns its value; undefined for a game without it
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  tag(id: number, name: string): string | undefined {
    const { segmentGames, wasm } = this
    const length = this.writeText(name)
    const size = wasm.binbo_database_tag(Math.floor(id / segmentGames), id % segmentGames, length)
    if (size < 0) return undefined
    const at = this.input(0)
    return decode(this.views().bytes.subarray(at, at + size))
  }

  /**
   * @param name of a tag
   * @returns for each game of a segment the name that is its value, TAG_MISSING, or TAG_TEXT where tag() has it
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  tagValues(segment: number, name: string): Uint32Array {
    const { wasm } = this
    if (wasm.binbo_database_choose_tag(this.writeText(name), MATCH_WHOLE, 0) === 0)
      throw databaseError('ERR_DATABASE_MEMORY')
    if (wasm.binbo_database_tag_values(segment) === 0) throw databaseError('ERR_DATABASE_MEMORY')
    const at = this.input(0) / Uint32Array.BYTES_PER_ELEMENT
    const count = Math.min(this.games - segment * this.segmentGames, this.segmentGames)
    return this.views().words.slice(at, at + count)
  }

  /** @returns by number of a name: where it occurs, FIELD_*; borrowed, valid until the next call that may allocate */
  roles(): Uint8Array {
    const at = this.wasm.binbo_database_names_roles() >>> 0
    return this.views().bytes.subarray(at, at + this.names)
  }

  /**
   * @param id the number of a game
   * @param most the most plies
   * @throws {ChessError} ERR_DATABASE_MEMORY
   */
  line(id: number, most: number): Line {
    const { segmentGames, wasm } = this
    const count = wasm.binbo_database_keys(Math.floor(id / segmentGames), id % segmentGames, most)
    if (count < 0) throw databaseError('ERR_DATABASE_MEMORY')
    const { longs, words, halves } = this.views()
    const at = this.input(0)
    const behind = at / 2 + 4 * (count + 1)
    return {
      keys: longs.subarray(at / 8, at / 8 + count + 1),
      keyHalves: words.subarray(at / 4, at / 4 + 2 * (count + 1)),
      moves: halves.subarray(behind, behind + count),
      side: halves[behind + count],
    }
  }

  /** @returns the number of names, including the empty one */
  get names(): number {
    return this.wasm.binbo_database_names() >>> 0
  }

  name(name: number): string {
    if (name === 0) return ''
    const text = this.wasm.binbo_database_names_text() >>> 0
    const ends = (this.wasm.binbo_database_names_ends() >>> 0) / Uint32Array.BYTES_PER_ELEMENT
    const { words, bytes } = this.views()
    return decode(bytes.subarray(text + words[ends + name - 1], text + words[ends + name]))
  }
}

const viewsOf = (buffer: ArrayBuffer): Views => ({
  longs: new BigUint64Array(buffer),
  words: new Uint32Array(buffer),
  halves: new Uint16Array(buffer),
  bytes: new Uint8Array(buffer),
})
