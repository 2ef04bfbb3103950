// SPDX-License-Identifier: Apache-2.0
// The files of tables: which there are, and their bytes, each opened once.

import { openBytes } from '../bytes/byte-source.js'
import { isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { tablebaseError } from './errors.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { ByteSource, Bytes } from '../bytes/byte-source.js' */

/**
 * Tables that are found by name: list() has the names of all files, such as 'KQvK.rtbw', and bytes() gives one of them.
 * @typedef {object} TableSource
 * @property {() => Iterable<string> | PromiseLike<Iterable<string>>} list
 * @property {(name: string) => Bytes | PromiseLike<Bytes>} bytes
 */

/**
 * Where tables are: the base of their URLs, files by name, or a source.
 * @typedef {string | URL | Map<string, Bytes> | TableSource} TableSources
 */

/** How many bytes are read at once when a file at a URL is opened: the whole head of most tables. */
const AHEAD = 1 << 16
/** Of how many files, those opened last, what came ahead is kept. */
const MOST_HEADS = 32
const NO_BYTES = new Uint8Array(0)

/** @param {unknown} value @returns {value is PromiseLike<any>} */
const isPromise = value => typeof (/** @type {any} */ (value)?.then) === 'function'

/**
 * @param {unknown} sources TableSources
 * @returns {TableFiles | Promise<TableFiles>} a promise where list() returns one
 * @throws {ChessError} ERR_ARGUMENT; errors of list() unchanged
 */
export function tableFiles(sources) {
  if (typeof sources === 'string' || isA(sources, 'URL')) return new TableFiles(undefined, urlsBelow(sources))
  if (isA(sources, 'Map')) return new TableFiles(sources.keys(), name => sources.get(name))
  const { list, bytes } = /** @type {Partial<TableSource>} */ (Object(sources))
  if (typeof list !== 'function' || typeof bytes !== 'function')
    throw argumentError('Tables are a URL, a Map of files or { list(), bytes(name) }', sources)
  const given = /** @type {TableSource} */ (sources)
  const names = given.list()
  const filesOf = (/** @type {Iterable<string>} */ list) => new TableFiles(list, name => given.bytes(name))
  return isPromise(names) ? Promise.resolve(names).then(filesOf) : filesOf(names)
}

/**
 * @param {string | URL} base
 * @returns {(name: string) => URL}
 * @throws {ChessError} ERR_ARGUMENT
 */
function urlsBelow(base) {
  const { document, location } = /** @type {any} */ (globalThis)
  const from = document?.baseURI ?? location?.href
  try {
    const folder = new URL(String(base), from)
    if (!folder.pathname.endsWith('/')) folder.pathname += '/'
    return name => {
      const url = new URL(folder)
      url.pathname += name
      return url
    }
  } catch {
    throw argumentError('The base of tables is a URL', String(base))
  }
}

/** The files by name. */
export class TableFiles {
  /** @type {Set<string> | undefined} undefined: not known, as at a URL */
  #names
  #bytes
  /** @type {Map<string, ByteSource | null>} null: there is no such file */
  #open = new Map()
  /** @type {Map<string, Promise<ByteSource | null>>} */
  #opening = new Map()
  /** @type {ByteSource[]} */
  #withHead = []

  /**
   * @param {Iterable<string> | undefined} names
   * @param {(name: string) => unknown} bytes
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(names, bytes) {
    this.#bytes = bytes
    if (names === undefined) return
    if (typeof (/** @type {any} */ (names)?.[Symbol.iterator]) !== 'function')
      throw argumentError('list() returns the names of files', names)
    this.#names = new Set(names)
  }

  /** @returns {Iterable<string> | undefined} undefined where they are not known */
  get names() {
    return this.#names
  }

  /**
   * @param {string} name
   * @returns {boolean} whether there is such a file; at a URL true until it was not found
   */
  has(name) {
    return this.#names ? this.#names.has(name) : this.#open.get(name) !== null
  }

  /**
   * @param {string} name
   * @returns {ByteSource | null} null where there is no such file
   * @throws {ChessError} ERR_TABLEBASE_AWAY where it must be waited for; what bytes() throws
   */
  openNow(name) {
    const known = this.#open.get(name)
    if (known !== undefined) return known
    const opened = this.#begin(name)
    if (!isPromise(opened)) return this.#keep(name, opened)
    this.open(name, opened).catch(() => {})
    throw tablebaseError('ERR_TABLEBASE_AWAY', name, name)
  }

  /**
   * @param {string} name
   * @param {Promise<ByteSource | null>} [begun]
   * @returns {Promise<ByteSource | null>} null where there is no such file
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE; what bytes() throws. It may be opened again then
   */
  async open(name, begun) {
    const known = this.#open.get(name)
    if (known !== undefined) return known
    let opening = this.#opening.get(name)
    if (opening === undefined) {
      opening = Promise.resolve(begun ?? this.#begin(name))
        .then(source => this.#keep(name, source))
        .finally(() => this.#opening.delete(name))
      this.#opening.set(name, opening)
    }
    return opening
  }

  /**
   * Reads all of a file, and keeps it in memory.
   * @param {string} name
   * @returns {Promise<boolean>} whether there is such a file
   * @throws {ChessError} as open()
   */
  async load(name) {
    const source = await this.open(name)
    if (source === null) return false
    const whole = await source.read(0, source.size)
    const copy = openBytes(whole.slice())
    this.#open.set(name, /** @type {ByteSource} */ (copy))
    return true
  }

  /** @param {string} name @param {ByteSource | null} source */
  #keep(name, source) {
    this.#open.set(name, source)
    if (source?.head.length && this.#withHead.push(source) > MOST_HEADS)
      /** @type {ByteSource} */ (this.#withHead.shift()).head = NO_BYTES
    return source
  }

  /**
   * @param {string} name
   * @returns {ByteSource | null | Promise<ByteSource | null>}
   */
  #begin(name) {
    if (this.#names && !this.#names.has(name)) return null
    const bytes = this.#bytes(name)
    const open = (/** @type {unknown} */ given) => openBytes(/** @type {Bytes} */ (given), { ahead: AHEAD })
    return isPromise(bytes) ? Promise.resolve(bytes).then(open) : open(bytes)
  }
}
