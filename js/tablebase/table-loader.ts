// SPDX-License-Identifier: Apache-2.0
// Probes tables and loads the missing pages, until the answer is complete.

import type { ByteSource } from '../bytes/byte-source.js'
import type { Position } from '../game/position.js'
import { tablebaseError } from './errors.js'
import type { PageRequest, Probe, Prober } from './prober.js'
import type { TableFiles } from './table-files.js'

type LoadedPage = PageRequest & { bytes: Uint8Array }

/** Converts an answer of C; the answer is borrowed. */
type ReadAnswer<T> = (answer: Int32Array, count: number) => T

export class TableLoader {
  #files: TableFiles
  #prober: Prober
  /** Reads in progress, by table and page. */
  #reading: Map<string, Promise<LoadedPage[]>> = new Map()

  constructor(files: TableFiles, prober: Prober) {
    this.#files = files
    this.#prober = prober
  }

  /** Probes a position, in rounds: each round reads the missing pages in parallel. */
  async probe<T>(position: Position, probe: Probe, read: ReadAnswer<T>): Promise<T> {
    /** Pages by table and page. They are put back if other probes have displaced them, so that every round makes progress. */
    const own: Map<string, LoadedPage> = new Map()
    for (;;) {
      const outcome = this.#prober.probe(position, probe)
      if ('answer' in outcome) return read(outcome.answer, outcome.count)
      const missing = outcome.requests.filter(request => !own.has(keyOf(request)))
      const loaded = await Promise.all(byTable(missing).map(requests => this.#load(requests)))
      for (const page of loaded.flat()) own.set(keyOf(page), page)
      for (const page of own.values())
        if (!this.#prober.has(page.table, page.page)) this.#prober.put(page.table, page.page, page.bytes)
    }
  }

  /**
   * Like probe(), but synchronously.
   * @throws {ChessError} ERR_TABLEBASE_AWAY if bytes can only be read asynchronously
   */
  probeNow<T>(position: Position, probe: Probe, read: ReadAnswer<T>): T {
    for (;;) {
      const outcome = this.#prober.probe(position, probe)
      if ('answer' in outcome) return read(outcome.answer, outcome.count)
      for (const { table, page } of outcome.requests) this.#loadNow(table, page)
    }
  }

  /** @param requests requests for pages of one table */
  async #load(requests: PageRequest[]): Promise<LoadedPage[]> {
    const [{ table }] = requests
    const name = this.#prober.nameOf(table)
    const source = await this.#files.open(name)
    this.#prober.opened(table, source)
    if (source === null || source.size === 0) return []
    const { pageSize } = this.#prober
    const wanted = new Set(requests.map(({ page }) => page))
    const inHead = Math.floor(source.head.length / pageSize)
    const pages: LoadedPage[] = []
    const isWhole = source.head.length === source.size
    const headPages = isWhole ? Math.ceil(source.size / pageSize) : inHead
    if (wanted.has(0))
      for (let page = 0; page < headPages; page++) {
        pages.push({ table, page, bytes: source.head.subarray(page * pageSize, (page + 1) * pageSize) })
        wanted.delete(page)
      }
    const reads = new Set([...wanted].map(page => this.#reading.get(`${table} ${page}`)).filter(Boolean))
    const fresh = [...wanted].filter(page => !this.#reading.has(`${table} ${page}`))
    for (const [first, count] of runsOf(fresh)) reads.add(this.#readRun(table, source, first, count))
    return [...pages, ...(await Promise.all(reads)).flatMap(read => read ?? [])]
  }

  /**
   * Reads consecutive pages at once.
   * @param first the first page
   * @param count the number of pages
   */
  #readRun(table: number, source: ByteSource, first: number, count: number): Promise<LoadedPage[]> {
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

  #loadNow(table: number, page: number) {
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

const keyOf = ({ table, page }: PageRequest) => `${table} ${page}`

function byTable(requests: PageRequest[]): PageRequest[][] {
  const tables: Map<number, PageRequest[]> = new Map()
  for (const request of requests) {
    const list = tables.get(request.table)
    if (list) list.push(request)
    else tables.set(request.table, [request])
  }
  return [...tables.values()]
}

/** @returns consecutive pages as one run */
function runsOf(pages: number[]): [first: number, count: number][] {
  const runs: [number, number][] = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === page) last[1]++
    else runs.push([page, 1])
  }
  return runs
}
