// SPDX-License-Identifier: Apache-2.0
// Archives finished games in a PGN file. A game is archived when it is written and synchronised. It is in the file exactly once,
// even if the process or the machine dies at any time, because games are found by their GameId tags.

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, realpath, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isA } from '../../core/brand.js'
import { soundText } from '../../session/setup.js'
import type { GameRecord } from './archive.js'
import { copyWithout, hasPlayer } from './file-forget.js'

/** The size of a read, in bytes. */
const CHUNK = 1 << 18
/** The longest GameId tag of this archive, in bytes. */
const LONGEST_TAG = 200
const TAG = '[GameId "'
const ID_TAG = /^\[GameId "([^"\\]*)"\]/
const FIRST_TAG = '[Event "'
/** The end of a game that was written completely. */
const END = /(?:1-0|0-1|1\/2-1\/2|\*)\n\n/g
const GAP = Buffer.from('\n\n')
const LINE_FEED = 10

export class ArchiveFile {
  #path: string | URL
  /** The size of the file after this program's last write, in bytes; -1 if it must be read. */
  #end = -1
  #ids = new IdTable()
  #waiting: { record: GameRecord; resolve: () => void; reject: (error: unknown) => void }[] = []
  /** other work on the file, which runs between the writing of games */
  #jobs: (() => Promise<void>)[] = []
  #isWriting = false

  constructor(path: string | URL) {
    this.#path = path
  }

  keep(record: GameRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject })
      if (!this.#isWriting) this.#writeAll()
    })
  }

  /**
   * Removes a player from all games. Games that arrive in between are written afterwards.
   * @returns the number of games that were changed
   */
  forget(id: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#jobs.push(() => this.#forget(id).then(resolve, reject))
      if (!this.#isWriting) this.#writeAll()
    })
  }

  /** Writes waiting games until none is left; games that arrive in between share the next synchronisation. */
  async #writeAll() {
    this.#isWriting = true
    while (this.#waiting.length + this.#jobs.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        if (batch.length > 0) await this.#write(batch.map(({ record }) => record))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await this.#jobs.shift()?.()
    }
    this.#isWriting = false
  }

  async #forget(id: string) {
    /** the path may be a symbolic link */
    const path: string = await realpath(this.#path).catch(error =>
      error.code === 'ENOENT' ? '' : Promise.reject(error),
    )
    if (path === '') return 0
    const fresh = `${path}.new`
    const handle = await open(path, 'r+')
    let copied: { games: number; size: number }
    try {
      const { size } = await handle.stat()
      if (size !== this.#end) await this.#scan(handle, size)
      if (!(await hasPlayer(handle, this.#end, id))) return 0
      copied = await copyWithout(handle, this.#end, id, fresh)
    } finally {
      await handle.close()
    }
    this.#end = -1
    await rename(fresh, path)
    await syncFolder(path)
    this.#end = copied.size
    return copied.games
  }

  async #write(records: GameRecord[]) {
    // The file is open only while it is written: an idle archive can be moved away, and a new file is created.
    const handle = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o644)
    try {
      const { size } = await handle.stat()
      if (size === 0) await syncFolder(this.#path)
      if (size !== this.#end || size === 0) await this.#scan(handle, size)
      const texts = []
      const ids: Set<string> = new Set()
      for (const { id, pgn } of records) {
        if (ids.has(id) || (this.#ids.has(id) && (await hasGame(handle, this.#end, id)))) continue
        ids.add(id)
        texts.push(`${soundText(pgn).trimEnd()}\n\n`)
      }
      if (texts.length === 0) return
      const bytes = Buffer.from(texts.join(''))
      await writeAt(handle, bytes, this.#end)
      await handle.sync()
      this.#end += bytes.length
      for (const id of ids) this.#ids.add(id)
    } catch (error) {
      // The next scan removes the part that was written.
      this.#end = -1
      throw error
    } finally {
      await handle.close()
    }
  }

  /** Reads which games the file has, and cuts off an incomplete game at its end. */
  async #scan(handle: FileHandle, size: number) {
    this.#end = -1
    /** the last game */
    let last: { id: string; offset: number } | undefined
    for await (const tag of idsIn(handle, size)) {
      if (last) this.#ids.add(last.id)
      last = tag
    }
    const from = Math.max(0, size - CHUNK)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
    // One character per byte.
    const tail = buffer.toString('latin1', 0, bytesRead)
    const whole = lengthOfGames(tail)
    const rest = tail.slice(whole)
    const hasLast = last !== undefined && last.offset >= from + whole
    if (last && !hasLast) this.#ids.add(last.id)
    if (rest.trim() !== '' && (hasLast || isBegin(rest))) {
      await handle.truncate(from + whole)
      await handle.sync()
      this.#end = from + whole
    } else if (size > 0 && !tail.endsWith('\n\n')) {
      // Text of other programs is kept.
      await writeAt(handle, GAP, size)
      this.#end = size + GAP.length
    } else this.#end = size
  }
}

/** @returns the length of the part that ends with a complete game */
function lengthOfGames(text: string): number {
  let length = 0
  for (const { index, 0: end } of text.matchAll(END)) length = index + end.length
  return length
}

/** @returns whether the text may be the beginning of a game, before its GameId */
const isBegin = (text: string): boolean =>
  FIRST_TAG.startsWith(text) || (text.startsWith(FIRST_TAG) && !text.includes('\n\n'))

/** A set of texts with 8 to 16 bytes each. It reports a text that it does not have in one of 10^14 cases. */
class IdTable {
  #slots = new Float64Array(1024)
  #size = 0

  has(id: string) {
    return this.#slots[this.#slotOf(hashOf(id))] !== 0
  }

  add(id: string) {
    this.#put(hashOf(id))
    if (this.#size * 2 < this.#slots.length) return
    const full = this.#slots
    this.#slots = new Float64Array(full.length * 2)
    this.#size = 0
    for (const hash of full) if (hash !== 0) this.#put(hash)
  }

  #put(hash: number) {
    const slot = this.#slotOf(hash)
    if (this.#slots[slot] === 0) this.#size++
    this.#slots[slot] = hash
  }

  /** @returns the index of the text, or the one at which it belongs */
  #slotOf(hash: number): number {
    const { length } = this.#slots
    let slot = hash % length
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) % length
    return slot
  }
}

/** @returns an integer from 1, below 2^48 */
const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6) || 1

async function hasGame(handle: FileHandle, end: number, wanted: string): Promise<boolean> {
  for await (const { id } of idsIn(handle, end)) if (id === wanted) return true
  return false
}

/** @returns the GameId tags, each at the beginning of a line */
async function* idsIn(handle: FileHandle, end: number): AsyncGenerator<{ id: string; offset: number }> {
  const buffer = Buffer.alloc(CHUNK)
  // Bytes of an incomplete line, at the beginning of the buffer.
  let kept = 0
  for (let position = 0; position < end; ) {
    const { bytesRead } = await handle.read(buffer, kept, Math.min(CHUNK - kept, end - position), position)
    if (bytesRead === 0) return
    position += bytesRead
    const text = buffer.subarray(0, kept + bytesRead)
    const base = position - text.length
    const lines = text.lastIndexOf(LINE_FEED) + 1
    for (let at = text.indexOf(TAG); at >= 0 && at < lines; at = text.indexOf(TAG, at + 1)) {
      if (at > 0 && text[at - 1] !== LINE_FEED) continue
      const [, id] = ID_TAG.exec(text.toString('latin1', at, Math.min(lines, at + LONGEST_TAG))) ?? []
      if (id !== undefined) yield { id, offset: base + at }
    }
    // Keeps the line feed before it, too, which marks the beginning of the line.
    const begin = Math.max(lines - 1, text.length - LONGEST_TAG, 0)
    kept = text.length - begin
    buffer.copyWithin(0, begin, text.length)
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number) {
  for (let written = 0; written < bytes.length; )
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten
}

/** Synchronises the folder: otherwise the name of a new file can be lost. */
async function syncFolder(path: string | URL) {
  const folder = await open(dirname(isA(path, 'URL') ? fileURLToPath(path) : path), 'r')
  try {
    await folder.sync()
  } catch {
    // Not all file systems support it.
  } finally {
    await folder.close()
  }
}
