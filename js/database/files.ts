// SPDX-License-Identifier: Apache-2.0
// A database in files: files of games and of texts, which are never changed, and a list of the current files. A commit writes
// new files, and then the list. If a crash leaves files that are not listed, they are removed when the database is opened.

import { encode } from '../core/utf8.js'
import { databaseError, storageError } from './errors.js'
import type { ListedGames } from './file-list.js'
import { bitsOfText, listText, MOST_NUMBER, newNumbering, readList, textOfBits } from './file-list.js'
import type { Folder } from './folder.js'
import { countBits } from './game-set.js'
import type { TextFile, TextFolder } from './kept-texts.js'
import { KeptTexts } from './kept-texts.js'
import type { DamagedFile, LoadedGames, Loading } from './loading.js'
import { gamesFiles, hasList, LIST, loadGames, readListFile, removedBits } from './loading.js'
import { Aliases } from './names.js'
import type { Pieces } from './pieces.js'
import { piecesOf } from './pieces.js'
import { Sources } from './sources.js'
import type { Store } from './store.js'

/** `first`: the number of its first game; undefined if it is damaged */
type GamesFile = ListedGames & { first: number | undefined }

/** Names of files that a crashed process may leave. */
const OURS = /^(?:games|text)-\d+(?:\.new)?$|^database\.json\.new$|^lock-\d+-[a-z\d]+(?:-old)?$/
/** So many bytes of texts or more are written before a commit. */
const MOST_UNWRITTEN = 1 << 24
/** So many files of a segment are joined into one. */
const MOST_PARTS = 8

export class DatabaseFiles {
  sources: Sources
  /** Names of players that are one; written by the next commit. */
  aliases: Aliases = new Aliases()
  #folder: Folder
  #numbering = newNumbering()
  #textFolder: TextFolder
  /** Files of texts that are no longer needed once the list is written. */
  #oldTexts: string[] = []
  /** The files of games, in the order of their games. */
  #files: GamesFile[] = []
  /** The number in the name of the next file. */
  #next = 0
  /** The number of games in files. */
  #written = 0
  /** The same without removed ones. */
  #games = 0
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

  /** The number of committed games, without removed ones. */
  get games() {
    return this.#games
  }

  /**
   * Reads the list.
   * @param segmentGames the games in a segment of a new database
   * @returns the games in a segment
   * @throws {ChessError} ERR_DATABASE_DAMAGED, ERR_DATABASE_STORAGE
   */
  async open(segmentGames: number): Promise<number> {
    const names = await this.#try(() => this.#folder.list())
    if (!hasList(names)) {
      // Readers beside this program find it, without games.
      this.#listed = this.#text(segmentGames)
      await this.#try(() => this.#folder.write(LIST, piecesOf(encode(this.#listed))))
      return segmentGames
    }
    const list = readList(await this.#try(() => readListFile(this.#folder)))
    this.#numbering = list.numbering
    this.#files = list.files.map(file => ({ ...file, first: undefined }))
    this.#next = list.next
    this.aliases = list.aliases
    this.sources = new Sources(new KeptTexts(this.#textFolder, list.texts), list.sources)
    const there = new Set([...this.#files, ...list.texts].map(({ file }) => file))
    for (const name of names)
      if (OURS.test(name) && !there.has(name)) await this.#folder.remove(name).catch(() => {})
    return list.segmentGames
  }

  /**
   * Reads the games.
   * @param store an empty store
   * @returns the store, and a bit for each removed game
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_STORAGE; errors of `check`
   */
  async load(store: Store, loading: Loading): Promise<LoadedGames> {
    const damaged: DamagedFile[] = []
    const removed: number[] = []
    for await (const { file, bytes } of gamesFiles(this.#folder, this.#files, loading.maxMemory)) {
      loading.check()
      const first = store.games
      const reason = typeof bytes === 'string' ? bytes : loadGames(store, file, bytes, loading)
      if (reason !== undefined) damaged.push({ file: file.file, reason, games: file.games })
      else {
        file.first = first
        for (const game of bitsOfText(file.removed)) removed.push(first + game)
      }
    }
    store.wasm.binbo_database_release()
    await this.sources.texts.check()
    this.#written = store.games
    this.#games = store.games - removed.length
    this.#listed = this.#text(store.segmentGames)
    return { store, removed: removedBits(store, removed), damaged }
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
    this.#games = this.#written - countBits(removed)
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
    const text = this.#text(store.segmentGames)
    if (text === this.#listed) return
    try {
      await this.#try(() => this.#folder.write(LIST, piecesOf(encode(text))))
    } catch (error) {
      this.#files = before
      throw error
    }
    this.#listed = text
  }

  #text(segmentGames: number): string {
    const files = this.#files.map(({ first, ...file }) => file)
    const { texts, list: sources } = this.sources
    const [numbering, next, aliases] = [this.#numbering, this.#next, this.aliases]
    return listText({ numbering, segmentGames, next, files, texts: texts.files, sources, aliases })
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
    const old = { files: this.#files, sources: this.sources, numbering: this.#numbering }
    this.sources = sources
    this.#numbering = newNumbering()
    try {
      await this.#writeTexts(sources.texts)
      const files: GamesFile[] = []
      for (let first = 0; first < store.games; first += store.segmentGames)
        files.push(await this.#write(store, first))
      await this.#list(store, files, new Uint32Array(0))
    } catch (error) {
      this.sources = old.sources
      this.#numbering = old.numbering
      if (sources.texts !== old.sources.texts) await sources.texts.leave(namesOf(sources.texts.files))
      throw error
    }
    this.#games = this.#written = store.games
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
