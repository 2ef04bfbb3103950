// SPDX-License-Identifier: Apache-2.0
// The files of tables, by name. Each file is opened once.

import type { ByteSource, Bytes } from '../bytes/byte-source.js'
import { openBytes } from '../bytes/byte-source.js'
import { isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { isThenable } from '../core/waiting.js'
import { tablebaseError } from './errors.js'

/**
 * Tables that are found by name: list() has the names of all files, such as 'KQvK.rtbw', and bytes() gives one of them.
 */
export type TableSource = {
  list: () => Iterable<string> | PromiseLike<Iterable<string>>
  bytes: (name: string) => Bytes | PromiseLike<Bytes>
}

/** The location of tables: the base of their URLs, files by name, or a source. */
export type TableSources = string | URL | Map<string, Bytes> | TableSource

/** How many bytes are read at once when a file at a URL is opened: the whole head of most tables. */
const AHEAD = 1 << 16
/** The number of files, the last ones opened, whose heads are kept. */
const MOST_HEADS = 32
const NO_BYTES = new Uint8Array(0)

/**
 * @param sources TableSources
 * @returns a promise if list() returns one
 * @throws {ChessError} ERR_ARGUMENT; errors of list() unchanged
 */
export function tableFiles(sources: unknown): TableFiles | Promise<TableFiles> {
  if (typeof sources === 'string' || isA(sources, 'URL')) return new TableFiles(undefined, urlsBelow(sources))
  if (isA(sources, 'Map')) return new TableFiles(sources.keys(), name => Object(sources).get(name))
  if (!isTableSource(sources))
    throw argumentError('Tables are a URL, a Map of files or { list(), bytes(name) }', sources)
  const names = sources.list()
  const filesOf = (list: Iterable<string>) => new TableFiles(list, name => sources.bytes(name))
  return isThenable(names) ? Promise.resolve(names).then(filesOf) : filesOf(names)
}

function isTableSource(value: unknown): value is TableSource {
  const { list, bytes }: Partial<TableSource> = Object(value)
  return typeof list === 'function' && typeof bytes === 'function'
}

/** @throws {ChessError} ERR_ARGUMENT */
function urlsBelow(base: string | URL): (name: string) => URL {
  const { document, location }: { document?: { baseURI?: string }; location?: { href?: string } } = globalThis
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
  /** undefined if the names are not known, such as at a URL */
  #names: Set<string> | undefined
  #bytes: TableSource['bytes']
  /** null: the file does not exist */
  #open: Map<string, ByteSource | null> = new Map()
  #opening: Map<string, Promise<ByteSource | null>> = new Map()
  #withHead: ByteSource[] = []

  /** @throws {ChessError} ERR_ARGUMENT */
  constructor(names: Iterable<string> | undefined, bytes: TableSource['bytes']) {
    this.#bytes = bytes
    if (names === undefined) return
    if (typeof names?.[Symbol.iterator] !== 'function')
      throw argumentError('list() returns the names of files', names)
    this.#names = new Set(names)
  }

  /** @returns undefined if the names are not known */
  get names(): Iterable<string> | undefined {
    return this.#names
  }

  /** @returns whether the file exists; at a URL, true until it was not found */
  has(name: string): boolean {
    return this.#names ? this.#names.has(name) : this.#open.get(name) !== null
  }

  /**
   * @returns null if the file does not exist
   * @throws {ChessError} ERR_TABLEBASE_AWAY if it can only be opened asynchronously; errors of bytes()
   */
  openNow(name: string): ByteSource | null {
    const known = this.#open.get(name)
    if (known !== undefined) return known
    const opened = this.#begin(name)
    if (!isThenable(opened)) return this.#keep(name, opened)
    this.open(name, opened).catch(() => {})
    throw tablebaseError('ERR_TABLEBASE_AWAY', name, name)
  }

  /**
   * @returns null if the file does not exist
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE; errors of bytes(). The file may then be opened again
   */
  async open(name: string, begun?: Promise<ByteSource | null>): Promise<ByteSource | null> {
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
   * Reads a whole file, and keeps it in memory.
   * @returns whether the file exists
   * @throws {ChessError} as open()
   */
  async load(name: string): Promise<boolean> {
    const source = await this.open(name)
    if (source === null) return false
    const whole = await source.read(0, source.size)
    const copy = openBytes(whole.slice())
    this.#open.set(name, copy)
    return true
  }

  #keep(name: string, source: ByteSource | null) {
    this.#open.set(name, source)
    if (source?.head.length && this.#withHead.push(source) > MOST_HEADS) {
      const [oldest] = this.#withHead.splice(0, 1)
      oldest.head = NO_BYTES
    }
    return source
  }

  #begin(name: string): ByteSource | null | Promise<ByteSource | null> {
    if (this.#names && !this.#names.has(name)) return null
    const bytes = this.#bytes(name)
    const open = (given: Bytes) => openBytes(given, { ahead: AHEAD })
    return isThenable(bytes) ? Promise.resolve(bytes).then(open) : open(bytes)
  }
}
