// SPDX-License-Identifier: Apache-2.0
// A database in files: files of games and of texts, which are never changed, and a list of the current files. A commit writes
// new files, and then the list. If a crash leaves files that are not listed, they are removed when the database is opened.

import { encode } from '../core/utf8.js'
import { databaseError, storageError } from './errors.js'
import type { ListedGames } from './file-list.js'
import { bitsOfText, listText, MOST_LIST, MOST_NUMBER, readList, textOfBits } from './file-list.js'
import type { Folder, OpenFile } from './folder.js'
import { DATABASE_DAMAGED, DATABASE_NO_MEMORY } from './generated/bindings.js'
import type { TextFile, TextFolder } from './kept-texts.js'
import { KeptTexts } from './kept-texts.js'
import { Aliases } from './names.js'
import type { Pieces } from './pieces.js'
import { piecesOf } from './pieces.js'
import { Sources } from './sources.js'
import type { Store } from './store.js'

/** A file of games that could not be opened. It is not removed before compact(). */
export type DamagedFile = {
  /** Its name. */
  file: string
  reason: string
  /** The number of games in it. */
  games: number
}

/** `first`: the number of its first game; undefined if it is damaged */
type GamesFile = ListedGames & { first: number | undefined }

/** The list of files. */
const LIST = 'database.json'
/** Names of files that a crashed process may leave. */
const OURS = /^(?:games|text)-\d+(?:\.new)?$|^database\.json\.new$|^lock-\d+-[a-z\d]+(?:-old)?$/
/** Names of files that never exist without a list. */
const KEPT = /^(?:games|text)-\d+$/
/** So many bytes of texts or more are written before a commit. */
const MOST_UNWRITTEN = 1 << 24
/** So many files of a segment are joined into one. */
const MOST_PARTS = 8

export class DatabaseFiles {
  sources: Sources
  /** Names of players that are one; written by the next commit. */
  aliases: Aliases = new Aliases()
  #folder: Folder
  #textFolder: TextFolder
  /** Files of texts that are no longer needed once the list is written. */
  #oldTexts: string[] = []
  /** The files of games, in the order of their games. */
  #files: GamesFile[] = []
  /** The number in the name of the next file. */
  #next = 0
  /** Whether the list was never written. */
  #isNew = false
  /** The number of games in files. */
  #written = 0
  #listed = ''
  /** The commit in progress. */
  #work: Promise<void> = Promise.resolve()

  /** @param folder owned from now on */
  constructor(folder: Folder) {
    this.#folder = folder
    this.#textFolder = {
      open: name => folder.open(name),
      write: bytes => this.#newFile('text', piecesOf(bytes)),
      remove: name => folder.remove(name),
    }
    this.sources = new Sources(new KeptTexts(this.#textFolder))
  }

  /** The number of committed games. */
  get committed() {
    return this.#written
  }

  /**
   * Reads the list.
   * @param segmentGames the games in a segment of a new database
   * @returns the games in a segment
   * @throws {ChessError} ERR_DATABASE_DAMAGED, ERR_DATABASE_STORAGE
   */
  async open(segmentGames: number): Promise<number> {
    const names = await this.#try(() => this.#folder.list())
    if (!names.includes(LIST)) {
      const lost = names.find(name => KEPT.test(name))
      if (lost !== undefined)
        throw databaseError('ERR_DATABASE_DAMAGED', `${LIST} is not there, but ${lost} is`)
      this.#isNew = true
      return segmentGames
    }
    const list = readList(await this.#try(() => this.#readList()))
    this.#files = list.files.map(file => ({ ...file, first: undefined }))
    this.#next = list.next
    this.aliases = list.aliases
    this.sources = new Sources(new KeptTexts(this.#textFolder, list.texts), list.sources)
    const there = new Set([...this.#files, ...list.texts].map(({ file }) => file))
    for (const name of names)
      if (OURS.test(name) && !there.has(name)) await this.#folder.remove(name).catch(() => {})
    return list.segmentGames
  }

  async #readList(): Promise<Uint8Array> {
    const file = await this.#folder.open(LIST)
    try {
      if (file.size > MOST_LIST) throw databaseError('ERR_DATABASE_DAMAGED', `it has ${file.size} bytes`)
      return await file.read(0, file.size)
    } finally {
      await file.close()
    }
  }

  /**
   * Reads the games.
   * @param store an empty store
   * @param options `isLite`: without postings
   * @returns a bit for each removed game
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_STORAGE; the signal's reason
   */
  async load(
    store: Store,
    { isLite, maxMemory, signal }: { isLite: boolean; maxMemory: number; signal: AbortSignal | undefined },
  ): Promise<{ removed: Uint32Array; damaged: DamagedFile[] }> {
    const damaged: DamagedFile[] = []
    const removed: number[] = []
    if (this.#files.some(({ bytes }) => bytes > maxMemory)) throw databaseError('ERR_DATABASE_MEMORY')
    // The next file is read while the games of this one are loaded.
    let ahead = this.#read(this.#files[0])
    for (const [place, entry] of this.#files.entries()) {
      signal?.throwIfAborted()
      const { file, games } = entry
      const first = store.games
      const bytes = await ahead
      ahead = this.#read(this.#files[place + 1])
      const reason = typeof bytes === 'string' ? bytes : loadFile(store, entry, bytes, isLite)
      if (store.memory > maxMemory) throw databaseError('ERR_DATABASE_MEMORY')
      if (reason !== undefined) damaged.push({ file, reason, games })
      else {
        entry.first = first
        for (const game of bitsOfText(entry.removed)) removed.push(first + game)
      }
    }
    store.wasm.binbo_database_release()
    await this.sources.texts.check()
    this.#written = store.games
    this.#listed = this.#text(store)
    const bits = new Uint32Array(Math.ceil(store.games / 32))
    for (const id of removed) bits[id >>> 5] |= 1 << (id & 31)
    return { removed: bits, damaged }
  }

  /** @returns its bytes, or the reason why it cannot be read */
  async #read(entry: GamesFile | undefined): Promise<Uint8Array | string> {
    if (entry === undefined) return ''
    let file: OpenFile | undefined
    try {
      file = await this.#folder.open(entry.file)
      const { size } = file
      return size === entry.bytes ? await file.read(0, size) : `it has ${size} bytes of ${entry.bytes}`
    } catch (error) {
      return `it cannot be read: ${error instanceof Error ? error.message : error}`
    } finally {
      await file?.close()
    }
  }

  /**
   * Writes games and texts that are not yet in files.
   * @param removed a bit for each removed game; borrowed
   * @throws {ChessError} ERR_DATABASE_FULL, ERR_DATABASE_STORAGE, ERR_DATABASE_MEMORY; earlier commits stay
   */
  commit(store: Store, removed: Uint32Array): Promise<void> {
    this.#work = this.#work.catch(() => {}).then(() => this.#commit(store, removed))
    return this.#work
  }

  async #commit(store: Store, removed: Uint32Array) {
    const { games, segmentGames } = store
    const old: string[] = []
    await this.#writeTexts(this.sources.texts)
    let files = this.#files
    for (
      let from = this.#written;
      from < games;
      from = (Math.floor(from / segmentGames) + 1) * segmentGames
    ) {
      const begin = Math.floor(from / segmentGames) * segmentGames
      const parts = files.filter(({ first }) => first !== undefined && first >= begin)
      const isFull = games >= begin + segmentGames
      // A full segment is one file, with its index, of all games that are not in a file of the segment before. That file may end in
      // this segment if a damaged file with fewer games was repaired.
      const ends = files.map(file =>
        file.first === undefined || file.first >= begin ? 0 : file.first + file.games,
      )
      const joined = isFull || parts.length >= MOST_PARTS
      const replaced = joined ? parts : []
      const entry = await this.#write(store, joined ? Math.max(begin, ...ends) : from)
      old.push(...replaced.map(({ file }) => file))
      files = [...files.filter(file => !replaced.includes(file)), entry]
    }
    await this.#list(store, files, removed)
    this.#written = files.reduce((sum, file) => sum + (file.first === undefined ? 0 : file.games), 0)
    for (const name of old) await this.#folder.remove(name).catch(() => {})
    await this.sources.texts.leave(this.#oldTexts.splice(0))
  }

  /**
   * Writes texts that are not yet in files, if they are many; the next commit adds them to the list.
   * @throws {ChessError} ERR_DATABASE_FULL, ERR_DATABASE_STORAGE
   */
  async writeTexts(texts: KeptTexts): Promise<void> {
    if (texts.unwritten >= MOST_UNWRITTEN) await this.#writeTexts(texts)
  }

  async #writeTexts(texts: KeptTexts) {
    this.#oldTexts.push(...(await texts.write()))
  }

  /** @returns the name of the file */
  async #newFile(kind: 'games' | 'text', pieces: Pieces): Promise<string> {
    if (this.#isNew) await this.#try(() => this.#folder.write(LIST, piecesOf(encode(this.#listed))))
    this.#isNew = false
    if (this.#next === MOST_NUMBER) throw databaseError('ERR_DATABASE_FULL', `${kind}-N has no more numbers`)
    const file = `${kind}-${this.#next++}`
    await this.#try(() => this.#folder.write(file, pieces))
    return file
  }

  /**
   * @param first a game
   * @returns the new file of the games of its segment, from this one on
   */
  async #write(store: Store, first: number): Promise<GamesFile> {
    const { segmentGames } = store
    const local = first % segmentGames
    const games = Math.min(store.games - first, segmentGames - local)
    const pieces = store.save(Math.floor(first / segmentGames), local)
    try {
      const file = await this.#newFile('games', pieces)
      return { file, games, bytes: pieces.size, removed: undefined, first }
    } finally {
      store.wasm.binbo_database_release()
    }
  }

  async #list(store: Store, files: GamesFile[], removed: Uint32Array) {
    const before = this.#files
    this.#files = files.map(file =>
      file.first === undefined ? file : { ...file, removed: textOfBits(file.games, file.first, removed) },
    )
    const text = this.#text(store)
    if (text === this.#listed) return
    try {
      await this.#try(() => this.#folder.write(LIST, piecesOf(encode(text))))
    } catch (error) {
      this.#files = before
      throw error
    }
    this.#listed = text
  }

  #text({ segmentGames }: Store): string {
    const files = this.#files.map(({ first, ...file }) => file)
    const { texts, list: sources } = this.sources
    const { aliases } = this
    return listText({ segmentGames, next: this.#next, files, texts: texts.files, sources, aliases })
  }

  /**
   * Replaces all files, including damaged ones, with the games of another store.
   * @param sources the sources of their texts
   * @throws {ChessError} as commit(); the files are then unchanged
   */
  replace(store: Store, sources: Sources): Promise<void> {
    this.#work = this.#work.catch(() => {}).then(() => this.#replace(store, sources))
    return this.#work
  }

  async #replace(store: Store, sources: Sources) {
    const old = { files: this.#files, sources: this.sources }
    this.sources = sources
    try {
      await this.#writeTexts(sources.texts)
      const files: GamesFile[] = []
      for (let first = 0; first < store.games; first += store.segmentGames)
        files.push(await this.#write(store, first))
      await this.#list(store, files, new Uint32Array(0))
    } catch (error) {
      this.sources = old.sources
      if (sources.texts !== old.sources.texts) await sources.texts.leave(namesOf(sources.texts.files))
      throw error
    }
    this.#written = store.games
    for (const { file } of old.files) await this.#folder.remove(file).catch(() => {})
    const { texts } = old.sources
    const names = texts === sources.texts ? [] : namesOf(texts.files)
    await texts.leave([...this.#oldTexts.splice(0), ...names])
  }

  /** Waits for the commit in progress. */
  async close(): Promise<void> {
    await this.#work.catch(() => {})
    await this.#folder.close()
  }

  async #try<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw storageError(error)
    }
  }
}

const namesOf = (files: readonly TextFile[]) => files.map(({ file }) => file)

/**
 * @returns the fault of the file; undefined if there is none
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function loadFile(
  store: Store,
  { games }: GamesFile,
  bytes: Uint8Array,
  isLite: boolean,
): string | undefined {
  const address = store.input(bytes.length)
  store.views().bytes.set(bytes, address)
  const read = store.wasm.binbo_database_load(bytes.length, isLite ? 1 : 0, 0)
  if (read === DATABASE_NO_MEMORY) throw databaseError('ERR_DATABASE_MEMORY')
  if (read === DATABASE_DAMAGED) return 'its checksum is wrong'
  return read === games ? undefined : `it has ${read} games of ${games}`
}
