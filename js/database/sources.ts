// SPDX-License-Identifier: Apache-2.0
// The sources of games' texts, by their numbers in places: texts that the database keeps itself, files on disk, and Blobs,
// which are known until the database is closed.

import { codeOf } from '../core/caught.js'
import { attempt } from '../core/waiting.js'
import { LARGEST_GAME } from '../pgn/pgn-options.js'
import { openBlob } from './blob-file.js'
import { builtIn, openDiskFile } from './disk-file.js'
import type { OpenFile } from './folder.js'
import type { TextFile } from './kept-texts.js'
import { KeptTexts } from './kept-texts.js'
import type { Place } from './places.js'
import { MOST_SOURCES } from './places.js'

/** `changed`: milliseconds since 1970 */
export type FileSource = { number: number; path: string; size: number; changed: number }
type BlobSource = { number: number; blob: Blob }
/** The sources in the list of files; `next`: the next number. */
export type SourceList = { next: number; files: FileSource[] }

/** The number of the texts that the database keeps itself. */
export const KEPT = 1
/** The number of the first file or Blob. */
export const FIRST_SOURCE = KEPT + 1
/** Texts with at most GAP bytes between them are read together, up to READ bytes. */
const GAP = 1 << 14
const READ = 1 << 20

export class Sources {
  texts: KeptTexts
  #known: Map<number, FileSource | BlobSource> = new Map()
  /** The numbers of the latest sources, by Blob or path. */
  #numbers: Map<Blob | string, number> = new Map()
  #next: number

  constructor(
    texts: KeptTexts = new KeptTexts(),
    { next, files }: SourceList = { next: FIRST_SOURCE, files: [] },
  ) {
    this.texts = texts
    this.#next = next
    for (const file of files) this.#know(file)
  }

  get list(): SourceList {
    const files = [...this.#known.values()].flatMap(source => ('path' in source ? [source] : []))
    return { next: this.#next, files }
  }

  /** The files on this machine. */
  get paths(): string[] {
    return this.list.files.map(({ path }) => path).filter(isHere)
  }

  /**
   * @param texts the files of texts of a newer list
   * @param files its sources
   */
  follow(texts: readonly TextFile[], { next, files }: SourceList) {
    this.texts.follow(texts)
    this.#next = next
    for (const file of files) this.#know(file)
  }

  /** @returns the number of the source; 0 if all numbers are taken */
  addBlob(blob: Blob): number {
    return this.#numbers.get(blob) ?? this.#add(number => ({ number, blob }))
  }

  /** @returns the number of the source; 0 if all numbers are taken, or the file cannot be read */
  addFile(path: string): number {
    try {
      const whole = builtIn('path').resolve(path)
      const stats = builtIn('fs').statSync(hereOnly(whole))
      const { size, mtimeMs: changed } = stats
      if (!stats.isFile()) return 0
      const known = this.#known.get(this.#numbers.get(whole) ?? 0)
      if (known && 'path' in known && known.size === size && known.changed === changed) return known.number
      return this.#add(number => ({ number, path: whole, size, changed }))
    } catch {
      return 0
    }
  }

  #add(make: (number: number) => FileSource | BlobSource) {
    if (this.#next >= MOST_SOURCES) return 0
    const number = this.#next++
    this.#know(make(number))
    return number
  }

  #know(source: FileSource | BlobSource) {
    this.#known.set(source.number, source)
    this.#numbers.set('path' in source ? source.path : source.blob, source.number)
  }

  /** @returns a bit for each number so far: whether its texts can be read; 1 for numbers that are not given yet */
  async readable(): Promise<Uint32Array> {
    const words = new Uint32Array(Math.ceil(this.#next / 32)).fill(0xffffffff)
    const lost = await this.lost()
    for (let number = 0; number < this.#next; number++)
      if (!this.has(number) || lost.has(number)) words[number >>> 5] &= ~(1 << (number & 31))
    return words
  }

  /** @returns the numbers of files that have changed or are not there, and of Blobs that cannot be read */
  async lost(): Promise<Set<number>> {
    const lost: Set<number> = new Set()
    for (const number of this.#known.keys()) {
      const file = await this.#open(number)
      const isReadable = await file?.read(0, Math.min(1, file.size)).then(
        () => true,
        () => false,
      )
      await file?.close()
      if (!isReadable) lost.add(number)
    }
    return lost
  }

  has(number: number): boolean {
    return number === KEPT || this.#known.has(number)
  }

  /** @returns the used sources, with these texts */
  only(texts: KeptTexts, used: Set<number>): Sources {
    const sources = new Sources(texts, { next: this.#next, files: [] })
    for (const [number, source] of this.#known) if (used.has(number)) sources.#know(source)
    return sources
  }

  /** @returns the texts; undefined for texts that cannot be read */
  async read(places: readonly (Place | undefined)[]): Promise<(Uint8Array | undefined)[]> {
    const texts: (Uint8Array | undefined)[] = Array(places.length).fill(undefined)
    const wanted: Map<number, { place: Place; index: number }[]> = new Map()
    places.forEach((place, index) => {
      if (place === undefined) return
      const some = wanted.get(place.source) ?? []
      wanted.set(place.source, some)
      some.push({ place, index })
    })
    for (const [number, some] of wanted) {
      const file = await this.#open(number)
      if (file === undefined) continue
      try {
        for (const group of groupsOf(some)) {
          // If a part of the file is damaged, the others can still be read.
          if (!(await readGroup(file, group, texts)) && group.length > 1)
            for (const one of group) await readGroup(file, [one], texts)
        }
      } finally {
        await file.close()
      }
    }
    return texts
  }

  /** @returns undefined if the file has changed */
  async #open(number: number): Promise<OpenFile | undefined> {
    if (number === KEPT) return this.texts.open()
    const source = this.#known.get(number)
    if (source === undefined) return undefined
    if ('blob' in source) return openBlob(source.blob)
    const { path } = source
    const file = await attempt(() => openDiskFile(hereOnly(path))).catch(() => undefined)
    if (file === undefined || (file.size === source.size && file.changed === source.changed)) return file
    await file.close()
    return undefined
  }
}

/** The name of a file on another machine, in Windows. */
const REMOTE = /^[\\/]{2}/

const isHere = (path: string): boolean => !REMOTE.test(path) && builtIn('path').isAbsolute(path)

/**
 * @param path it may come from a list that an attacker has written
 * @returns the same path
 * @throws for a file on another machine: opening it would send that machine the user's identity
 */
function hereOnly(path: string): string {
  if (!isHere(path)) throw new Error(`${path} is elsewhere`)
  return path
}

/**
 * @param group places in the file, in order
 * @param texts gets the texts of the group
 * @returns whether they could be read
 * @throws {ChessError} ERR_DATABASE_CHANGED
 */
async function readGroup(
  file: OpenFile,
  group: { place: Place; index: number }[],
  texts: (Uint8Array | undefined)[],
): Promise<boolean> {
  const from = group[0].place.offset
  const to = Math.max(...group.map(({ place }) => place.offset + place.length))
  try {
    if (to > file.size || group.some(({ place }) => place.length > LARGEST_GAME)) return false
    const bytes = await file.read(from, to)
    for (const { place, index } of group) {
      const at = place.offset - from
      texts[index] = bytes.subarray(at, at + place.length)
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'ERR_DATABASE_CHANGED') throw error
    return false
  }
}

/**
 * @param some places of one source; this function sorts them
 * @returns the groups that are read together
 */
function* groupsOf(
  some: { place: Place; index: number }[],
): Generator<{ place: Place; index: number }[], void> {
  some.sort((a, b) => a.place.offset - b.place.offset)
  let first = 0
  for (let i = 1; i <= some.length; i++) {
    if (i < some.length) {
      const { offset, length } = some[i].place
      const last = some[i - 1].place
      const isNear = offset - last.offset - last.length <= GAP
      if (isNear && offset + length - some[first].place.offset <= READ) continue
    }
    yield some.slice(first, i)
    first = i
  }
}
