// SPDX-License-Identifier: Apache-2.0
// Where the texts of games come from, by the numbers in their places: texts that the database keeps itself, files on
// disk, and Blobs, which are known until the database is closed.

import { LARGEST_GAME } from '../pgn/pgn-options.js'
import { openBlob } from './blob-file.js'
import { builtIn, openDiskFile } from './disk-file.js'
import { KeptTexts } from './kept-texts.js'
import { MOST_SOURCES } from './places.js'

/** @import { OpenFile } from './folder.js' */
/** @import { Place } from './places.js' */

/** @typedef {{ number: number, path: string, size: number, changed: number }} FileSource `changed`: milliseconds since 1970 */
/** @typedef {{ number: number, blob: Blob }} BlobSource */
/** @typedef {{ next: number, files: FileSource[] }} SourceList what is kept of them; `next`: the next number */

/** The number of the texts that the database keeps itself. */
export const KEPT = 1
/** That of the first file or Blob. */
export const FIRST_SOURCE = KEPT + 1
/** Texts with less between them are read at once, up to so many bytes. */
const GAP = 1 << 14
const READ = 1 << 20

export class Sources {
  /** @type {KeptTexts} */
  texts
  /** @type {Map<number, FileSource | BlobSource>} */
  #known = new Map()
  #next

  /**
   * @param {KeptTexts} [texts]
   * @param {SourceList} [list]
   */
  constructor(texts = new KeptTexts(), { next, files } = { next: FIRST_SOURCE, files: [] }) {
    this.texts = texts
    this.#next = next
    for (const file of files) this.#known.set(file.number, file)
  }

  /** @returns {SourceList} */
  get list() {
    const files = [...this.#known.values()].flatMap(source => ('path' in source ? [source] : []))
    return { next: this.#next, files }
  }

  /**
   * @param {Blob} blob
   * @returns {number} its number; 0 where there are no more
   */
  addBlob(blob) {
    for (const source of this.#known.values())
      if ('blob' in source && source.blob === blob) return source.number
    return this.#add(number => ({ number, blob }))
  }

  /**
   * @param {string} path
   * @returns {Promise<number>} its number; 0 where there are no more, or it cannot be read
   */
  async addFile(path) {
    try {
      const whole = builtIn('path').resolve(path)
      const { size, changed = 0, close } = await openHere(whole)
      await close()
      for (const source of this.#known.values())
        if ('path' in source && source.path === whole && source.size === size && source.changed === changed)
          return source.number
      return this.#add(number => ({ number, path: whole, size, changed }))
    } catch {
      return 0
    }
  }

  /** @param {(number: number) => FileSource | BlobSource} make */
  #add(make) {
    if (this.#next >= MOST_SOURCES) return 0
    const number = this.#next++
    this.#known.set(number, make(number))
    return number
  }

  /** @param {number} number @returns {boolean} */
  has(number) {
    return number === KEPT || this.#known.has(number)
  }

  /**
   * @param {KeptTexts} texts
   * @param {Set<number>} used
   * @returns {Sources} those that are used, with these texts
   */
  only(texts, used) {
    const sources = new Sources(texts, { next: this.#next, files: [] })
    for (const [number, source] of this.#known) if (used.has(number)) sources.#known.set(number, source)
    return sources
  }

  /**
   * @param {readonly (Place | undefined)[]} places
   * @returns {Promise<(Uint8Array | undefined)[]>} the texts that can be reached
   */
  async read(places) {
    /** @type {(Uint8Array | undefined)[]} */
    const texts = Array(places.length).fill(undefined)
    /** @type {Map<number, { place: Place, index: number }[]>} */
    const wanted = new Map()
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
          // Where a part of the file is damaged, the others are not.
          if (!(await readGroup(file, group, texts)) && group.length > 1)
            for (const one of group) await readGroup(file, [one], texts)
        }
      } finally {
        await file.close()
      }
    }
    return texts
  }

  /**
   * @param {number} number
   * @returns {Promise<OpenFile | undefined>} undefined where it is not what it was
   */
  async #open(number) {
    if (number === KEPT) return this.texts.open()
    const source = this.#known.get(number)
    if (source === undefined) return undefined
    if ('blob' in source) return openBlob(source.blob)
    const file = await openHere(source.path).catch(() => undefined)
    if (file === undefined || (file.size === source.size && file.changed === source.changed)) return file
    await file.close()
    return undefined
  }
}

/** The name of a file on another machine, as Windows has it. */
const REMOTE = /^[\\/]{2}/

/**
 * @param {string} path perhaps of a list that a stranger has written
 * @returns {Promise<OpenFile>}
 * @throws where the name is not one of this machine: to ask another one would tell it who is here
 */
async function openHere(path) {
  if (REMOTE.test(path) || !builtIn('path').isAbsolute(path)) throw new Error(`${path} is elsewhere`)
  return openDiskFile(path)
}

/**
 * @param {OpenFile} file
 * @param {{ place: Place, index: number }[]} group of its places, in order
 * @param {(Uint8Array | undefined)[]} texts get those of the group
 * @returns {Promise<boolean>} false where they cannot be read
 */
async function readGroup(file, group, texts) {
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
  } catch {
    return false
  }
}

/**
 * @param {{ place: Place, index: number }[]} some of one source; sorted by this
 * @returns {Generator<{ place: Place, index: number }[], void>} those that are read at once
 */
function* groupsOf(some) {
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
