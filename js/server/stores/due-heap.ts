// SPDX-License-Identifier: Apache-2.0
// Keys ordered by time: a binary heap whose entries know their index, so that a timer can be changed in place.

type Entry = { key: string; at: number; index: number }

export class DueHeap {
  /** the earliest entry is first; the children of i are 2i + 1 and 2i + 2 */
  #heap: Entry[] = []
  #entries: Map<string, Entry> = new Map()

  /** The earliest time; Infinity if there is none. */
  get first() {
    return this.#heap.length === 0 ? Number.POSITIVE_INFINITY : this.#heap[0].at
  }

  /** The key of the earliest time. There must be one. */
  get firstKey() {
    return this.#heap[0].key
  }

  /** @returns the time of the key */
  get(key: string): number | undefined {
    return this.#entries.get(key)?.at
  }

  /** @param at the new time of the key */
  set(key: string, at: number) {
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = { key, at, index: this.#heap.length }
      this.#entries.set(key, entry)
      this.#heap.push(entry)
    }
    entry.at = at
    this.#settle(entry)
  }

  delete(key: string) {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    const last = this.#heap.pop()
    if (last === undefined || last === entry) return
    this.#place(last, entry.index)
    this.#settle(last)
  }

  clear() {
    this.#heap = []
    this.#entries.clear()
  }

  /** @param entry an entry whose time may have changed */
  #settle(entry: Entry) {
    const heap = this.#heap
    let { index } = entry
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (heap[parent].at <= entry.at) break
      this.#place(heap[parent], index)
      index = parent
    }
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1].at < heap[child].at) child++
      if (heap[child].at >= entry.at) break
      this.#place(heap[child], index)
      index = child
    }
    this.#place(entry, index)
  }

  #place(entry: Entry, index: number) {
    this.#heap[index] = entry
    entry.index = index
  }
}
