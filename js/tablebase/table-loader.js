// SPDX-License-Identifier: Apache-2.0
// Probes, and loads what they lack, until they have their answer.

import { tablebaseError } from './errors.js'

/** @import { ByteSource } from '../bytes/byte-source.js' */
/** @import { Position } from '../game/position.js' */
/** @import { PageRequest, Probe, Prober } from './prober.js' */
/** @import { TableFiles } from './table-files.js' */

/** @typedef {PageRequest & { bytes: Uint8Array }} LoadedPage */

/** @template T @typedef {(answer: Int32Array, count: number) => T} ReadAnswer the answer is borrowed */

export class TableLoader {
  #files
  #prober
  /** @type {Map<string, Promise<LoadedPage[]>>} By table and page: reads that are under way. */
  #reading = new Map()

  /**
   * @param {TableFiles} files
   * @param {Prober} prober
   */
  constructor(files, prober) {
    this.#files = files
    this.#prober = prober
  }

  /**
   * Pages of all that a probe lacks are read at the same time.
   * @template T
   * @param {Position} position
   * @param {Probe} probe
   * @param {ReadAnswer<T>} read
   * @returns {Promise<T>}
   */
  async ask(position, probe, read) {
    /** @type {Map<string, LoadedPage>} Others may push them out meanwhile; with these every round gets further. */
    const own = new Map()
    for (;;) {
      const outcome = this.#prober.probe(position, probe)
      if ('answer' in outcome) return read(outcome.answer, outcome.count)
      const lacking = outcome.requests.filter(request => !own.has(keyOf(request)))
      const loaded = await Promise.all(byTable(lacking).map(requests => this.#load(requests)))
      for (const page of loaded.flat()) own.set(keyOf(page), page)
      for (const page of own.values())
        if (!this.#prober.has(page.table, page.page)) this.#prober.put(page.table, page.page, page.bytes)
    }
  }

  /**
   * @template T
   * @param {Position} position
   * @param {Probe} probe
   * @param {ReadAnswer<T>} read
   * @returns {T}
   * @throws {ChessError} ERR_TABLEBASE_AWAY where bytes must be waited for
   */
  askNow(position, probe, read) {
    for (;;) {
      const outcome = this.#prober.probe(position, probe)
      if ('answer' in outcome) return read(outcome.answer, outcome.count)
      for (const { table, page } of outcome.requests) this.#loadNow(table, page)
    }
  }

  /**
   * @param {PageRequest[]} requests of one table
   * @returns {Promise<LoadedPage[]>}
   */
  async #load(requests) {
    const [{ table }] = requests
    const name = this.#prober.nameOf(table)
    const source = await this.#files.open(name)
    this.#prober.opened(table, source)
    if (source === null || source.size === 0) return []
    const { pageSize } = this.#prober
    const wanted = new Set(requests.map(({ page }) => page))
    const inHead = Math.floor(source.head.length / pageSize)
    /** @type {LoadedPage[]} */
    const pages = []
    const whole = source.head.length === source.size
    const heads = whole ? Math.ceil(source.size / pageSize) : inHead
    if (wanted.has(0))
      for (let page = 0; page < heads; page++) {
        pages.push({ table, page, bytes: source.head.subarray(page * pageSize, (page + 1) * pageSize) })
        wanted.delete(page)
      }
    const reads = new Set([...wanted].map(page => this.#reading.get(`${table} ${page}`)).filter(Boolean))
    const fresh = [...wanted].filter(page => !this.#reading.has(`${table} ${page}`))
    for (const [first, count] of runsOf(fresh)) reads.add(this.#readRun(table, source, first, count))
    return [...pages, ...(await Promise.all(reads)).flatMap(read => read ?? [])]
  }

  /**
   * @param {number} table
   * @param {ByteSource} source
   * @param {number} first page
   * @param {number} count of pages in a row
   * @returns {Promise<LoadedPage[]>}
   */
  #readRun(table, source, first, count) {
    const { pageSize } = this.#prober
    const at = first * pageSize
    const numbers = Array.from({ length: count }, (_, i) => first + i)
    const reading = Promise.resolve(source.read(at, Math.min(count * pageSize, source.size - at)))
      .then(bytes =>
        numbers.map((page, i) => ({ table, page, bytes: bytes.subarray(i * pageSize, (i + 1) * pageSize) })),
      )
      .finally(() => {
        for (const page of numbers) this.#reading.delete(`${table} ${page}`)
      })
    for (const page of numbers) this.#reading.set(`${table} ${page}`, reading)
    return reading
  }

  /**
   * @param {number} table
   * @param {number} page
   */
  #loadNow(table, page) {
    const name = this.#prober.nameOf(table)
    const source = this.#files.openNow(name)
    this.#prober.opened(table, source)
    if (source === null || source.size === 0) return
    const { pageSize } = this.#prober
    const at = page * pageSize
    const bytes = source.read(at, Math.min(pageSize, source.size - at))
    if (!(bytes instanceof Promise)) return this.#prober.put(table, page, bytes)
    bytes.catch(() => {})
    throw tablebaseError('ERR_TABLEBASE_AWAY', name, name)
  }
}

/** @param {PageRequest} request */
const keyOf = ({ table, page }) => `${table} ${page}`

/**
 * @param {PageRequest[]} requests
 * @returns {PageRequest[][]}
 */
function byTable(requests) {
  /** @type {Map<number, PageRequest[]>} */
  const tables = new Map()
  for (const request of requests) {
    const list = tables.get(request.table)
    if (list) list.push(request)
    else tables.set(request.table, [request])
  }
  return [...tables.values()]
}

/**
 * @param {number[]} pages
 * @returns {[first: number, count: number][]} those that follow each other as one
 */
function runsOf(pages) {
  /** @type {[number, number][]} */
  const runs = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === page) last[1]++
    else runs.push([page, 1])
  }
  return runs
}
