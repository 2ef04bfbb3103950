// SPDX-License-Identifier: Apache-2.0
// One instance of tablebase.wasm, with the pages of files that it has.

import type { ByteSource } from '../bytes/byte-source.js'
import { ioBytes } from '../core/buffer.js'
import { chessError } from '../core/errors.js'
import { EN_PASSANT_LEGAL } from '../core/generated/bindings.js'
import { SecondWasm } from '../core/second-wasm.js'
import { decode } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import { ANSWER } from '../game/internals.js'
import type { Position } from '../game/position.js'
import { tablebaseError } from './errors.js'
import type { Exports } from './generated/bindings.js'
import {
  BUFFER_BYTES,
  PROBE_FAILED,
  PROBE_MEMORY,
  PROBE_MISSING,
  PROBE_PAGES,
  TABLEBASE_ABI,
} from './generated/bindings.js'

export const tablebaseWasm: SecondWasm<Exports> = new SecondWasm()

const SQUARES = 64
const BUFFER_NUMBERS = BUFFER_BYTES / 4

/** A page that a probe needs. */
export type PageRequest = { table: number; page: number }

/** calls wasm */
export type Probe = (exports: Exports) => number

/**
 * The result of a probe: its answer, or the pages that it needs. The answer has `count` numbers, borrowed until the next
 * probe.
 */
type Outcome = { answer: Int32Array; count: number } | { requests: PageRequest[] }

/** Probes tables with the pages that it was given. */
export class Prober {
  #wasm: Exports
  #buffer: number
  #memory = new Uint8Array(0)
  #numbers = new Int32Array(0)

  declare pageSize: number

  /**
   * @param pageSize a power of two, in bytes
   * @throws {ChessError} ERR_INIT, ERR_WASM
   */
  constructor(pageSize: number, maxPages: number) {
    this.#wasm = tablebaseWasm.instance(exports => exports.binbo_tablebase_init?.() === TABLEBASE_ABI)
    this.#wasm.binbo_tablebase_reset(Math.log2(pageSize), maxPages)
    this.#buffer = this.#wasm.binbo_tablebase_buffer() >>> 0
    this.pageSize = pageSize
  }

  /** Makes the views, on first use and after memory has grown. */
  #refresh() {
    const buffer: ArrayBuffer = this.#wasm.memory.buffer
    this.#memory = new Uint8Array(buffer)
    this.#numbers = new Int32Array(buffer, this.#buffer, BUFFER_NUMBERS)
  }

  /**
   * @param position a position of standard rules without castling rights
   * @throws {ChessError} ERR_TABLEBASE_MISSING, ERR_TABLEBASE_DAMAGED, with `table`; ERR_TABLEBASE_MEN, ERR_MEMORY
   */
  probe(position: Position, probe: Probe): Outcome {
    const men = menOf(position)
    const enPassant = rightsOf(position) >> 4
    if (this.#memory.length === 0) this.#refresh()
    this.#memory.set(men, this.#buffer)
    this.#memory[this.#buffer + SQUARES] = position.sideToMove === 'black' ? 1 : 0
    this.#memory[this.#buffer + SQUARES + 1] = enPassant
    const count = probe(this.#wasm)
    if (this.#memory.length === 0) this.#refresh()
    if (count < PROBE_PAGES) return { answer: this.#numbers, count }
    if (count === PROBE_PAGES) return { requests: this.#requests() }
    if (count === PROBE_FAILED) throw tablebaseError('ERR_TABLEBASE_MEN', position.fen)
    if (count === PROBE_MEMORY) throw chessError('ERR_MEMORY')
    const table = this.nameOf(this.#numbers[0])
    const code = count === PROBE_MISSING ? 'ERR_TABLEBASE_MISSING' : 'ERR_TABLEBASE_DAMAGED'
    throw tablebaseError(code, table, table)
  }

  #requests() {
    const count = this.#wasm.binbo_tablebase_requests()
    const numbers = this.#numbers
    return Array.from({ length: count }, (_, i) => ({ table: numbers[2 * i], page: numbers[2 * i + 1] }))
  }

  /** @returns the file name of the table, such as KQvK.rtbw */
  nameOf(table: number): string {
    const length = this.#wasm.binbo_tablebase_name(table)
    return decode(this.#memory.slice(this.#buffer, this.#buffer + length))
  }

  /** Reports that the file of a table was opened, or does not exist; further calls have no effect. */
  opened(table: number, source: ByteSource | null) {
    this.#wasm.binbo_tablebase_size(table, source?.size ?? -1)
  }

  /** @returns whether the page is loaded */
  has(table: number, page: number): boolean {
    return this.#wasm.binbo_tablebase_has_page(table, page) === 1
  }

  /**
   * @param bytes the bytes of the page
   * @throws {ChessError} ERR_MEMORY
   */
  put(table: number, page: number, bytes: Uint8Array) {
    const address = this.#wasm.binbo_tablebase_page(table, page) >>> 0
    if (address === 0) throw chessError('ERR_MEMORY')
    if (this.#memory.length === 0) this.#refresh()
    this.#memory.set(bytes, address)
  }
}

/** @returns the pieces on a1 to h8, as C writes them */
const menOf = (position: Position): Uint8Array => position[ANSWER]('men', readMen)
/** @returns castling rights in the lower four bits, and above them the legal en passant square */
export const rightsOf = (position: Position) => position[ANSWER]('rights', readRights)
const readMen = (handle: number) => ioBytes(wasm.binbo_game_pieces(handle))
const readRights = (handle: number) => wasm.binbo_game_rights(handle, EN_PASSANT_LEGAL)
