// SPDX-License-Identifier: Apache-2.0
// The files of a database beside the program that changes them. A reader has no lock. Files never change, so a file that has gone
// was replaced by a commit, which a newer list shows. A file that joins others has their games, and new ones after these. So, as
// long as games keep their numbers, a newer list only adds games to those that are loaded.

import { codeOf } from '../core/caught.js'
import { decode } from '../core/utf8.js'
import { alarm } from '../core/waiting.js'
import { databaseError, storageError } from './errors.js'
import type { FileList, ListedGames } from './file-list.js'
import { bitsOfText, readList } from './file-list.js'
import type { ReadFolder } from './folder.js'
import { KeptTexts } from './kept-texts.js'
import type { LoadedGames, Loading } from './loading.js'
import { gamesFiles, hasList, loadGames, readListFile, removedBits } from './loading.js'
import { Aliases } from './names.js'
import { Sources } from './sources.js'
import { Store } from './store.js'

/** `text`: the whole list */
type Listed = FileList & { text: string }
/** `first`, `games`: its games in the store; `reason`: why it is damaged */
type LoadedFile = { first: number; games: number; reason: string | undefined }
/** A store, and the files whose games it has, by name. */
type Loaded = { store: Store; numbering: string; files: Map<string, LoadedFile> }
/** `first`: the place of its games in the store; `known`: how many of them the store has */
type WantedFile = ListedGames & { first: number; known: number }

/** So often an unreadable list is read: in browsers it is missing or unreadable for a moment while it is replaced. */
const TRIES = 8
/** The wait before the second try, in milliseconds; each wait is twice as long as the one before. */
const WAIT = 5

export class ReadFiles {
  sources: Sources = new Sources()
  aliases: Aliases = new Aliases()
  #folder: ReadFolder
  /** The list that the database shows. */
  #list: Listed | undefined
  /** Undefined if the store has games that are not in this order in a newer list. */
  #loaded: Loaded | undefined

  constructor(folder: ReadFolder) {
    this.#folder = folder
  }

  /**
   * Looks for the list.
   * @returns the games in a segment
   * @throws {ChessError} ERR_DATABASE_DAMAGED; ERR_DATABASE_STORAGE, also if there is no database
   */
  async open(): Promise<number> {
    try {
      return (await this.#readList()).segmentGames
    } catch (error) {
      const names = await this.#folder.list().catch(reason => {
        throw storageError(reason)
      })
      throw hasList(names) ? error : databaseError('ERR_DATABASE_STORAGE', 'there is no database')
    }
  }

  /**
   * Reads the games of the newest list.
   * @param store an empty store
   * @returns another store if the segments have changed since open()
   * @throws {ChessError} as refresh()
   */
  async load(store: Store, loading: Loading): Promise<LoadedGames> {
    const list = await this.#readList()
    if (list.segmentGames === store.segmentGames)
      this.#loaded = { store, numbering: list.numbering, files: new Map() }
    return this.#follow(list, store.isFull, loading, () => {})
  }

  /**
   * Reads what is new.
   * @param store the store of load(), or of the last refresh()
   * @param onLoad called when games were added to this store; `first`: the first one
   * @returns the same store, or another one if games have new numbers; undefined if nothing is new
   * @throws {ChessError} ERR_DATABASE_DAMAGED, ERR_DATABASE_MEMORY, ERR_DATABASE_STORAGE; errors of `check`. Nothing is new then
   */
  async refresh(
    store: Store,
    loading: Loading,
    onLoad: (first: number) => void,
  ): Promise<LoadedGames | undefined> {
    const list = await this.#readList()
    loading.check()
    if (list.text === this.#list?.text) return undefined
    return this.#follow(list, store.isFull, loading, onLoad)
  }

  /** Has the next refresh() load all games again. */
  forget() {
    this.#list = this.#loaded = undefined
  }

  /** @param onLoad called for the store that the database shows */
  async #follow(
    newest: Listed,
    isFull: boolean,
    loading: Loading,
    onLoad: (first: number) => void,
  ): Promise<LoadedGames> {
    let list = newest
    let loaded = this.#loaded
    for (;;) {
      const wanted = loaded && wantedFiles(list, loaded)
      if (loaded === undefined || wanted === undefined) {
        this.#loaded = undefined
        const { numbering, segmentGames } = list
        loaded = { store: new Store(segmentGames, isFull), numbering, files: new Map() }
        continue
      }
      const isShown = loaded === this.#loaded
      const failed = await this.#load(wanted, loaded, loading, isShown ? onLoad : () => {})
      if (failed === undefined) break
      // Either a commit has replaced the file, or it is damaged.
      const now = await this.#readList()
      loading.check()
      if (now.text !== list.text) list = now
      else if (failed.file.known > 0) loaded = undefined
      else {
        const { file, first } = failed.file
        loaded.files.set(file, { first, games: loaded.store.games - first, reason: failed.reason })
      }
    }
    return this.#show(list, loaded)
  }

  /** @returns the first file that cannot be loaded, and the reason */
  async #load(
    wanted: WantedFile[],
    { store, files }: Loaded,
    loading: Loading,
    onLoad: (first: number) => void,
  ): Promise<{ file: WantedFile; reason: string } | undefined> {
    const more = wanted.filter(({ known, games }) => known < games)
    for (const { file, first, games } of wanted)
      if (!more.some(one => one.file === file)) files.set(file, { first, games, reason: undefined })
    for await (const { file, bytes } of gamesFiles(this.#folder, more, loading.maxMemory)) {
      loading.check()
      const before = store.games
      let reason: string | undefined
      try {
        reason = typeof bytes === 'string' ? bytes : loadGames(store, file, bytes, loading, file.known)
      } finally {
        store.wasm.binbo_database_release()
        if (store.games > before) onLoad(before)
      }
      if (reason !== undefined) return { file, reason }
      files.set(file.file, { first: file.first, games: file.games, reason })
    }
    return undefined
  }

  async #show(list: Listed, loaded: Loaded): Promise<LoadedGames> {
    const { store, files } = loaded
    if (loaded === this.#loaded && this.#list) this.sources.follow(list.texts, list.sources)
    else this.sources = new Sources(this.#textsOf(list), list.sources)
    await this.sources.texts.check()
    const names = new Set(list.files.map(({ file }) => file))
    for (const file of files.keys()) if (!names.has(file)) files.delete(file)
    this.#loaded = loaded
    this.#list = list
    this.aliases = list.aliases
    const removed: number[] = []
    const damaged = list.files.flatMap(({ file, games, removed: bits }) => {
      const { first = 0, reason } = files.get(file) ?? {}
      if (reason !== undefined) return [{ file, reason, games }]
      for (const game of bitsOfText(bits)) removed.push(first + game)
      return []
    })
    return { store, removed: removedBits(store, removed), damaged }
  }

  /** @returns the texts of the list. Files of texts may be joined, which does not change the offsets of texts */
  #textsOf({ numbering, text, texts }: Listed): KeptTexts {
    let last = text
    const newer = async () => {
      const list = await this.#readList().catch(() => undefined)
      if (list === undefined || list.text === last) return undefined
      if (list.numbering !== numbering) throw databaseError('ERR_DATABASE_CHANGED')
      last = list.text
      return list.texts
    }
    return new KeptTexts({ open: name => this.#folder.open(name), newer }, texts)
  }

  /** @throws {ChessError} ERR_DATABASE_DAMAGED, ERR_DATABASE_STORAGE */
  async #readList(): Promise<Listed> {
    let last: string | undefined
    for (let tried = 1, wait = WAIT; ; tried++, wait *= 2) {
      let text: string | undefined
      try {
        const bytes = await readListFile(this.#folder)
        text = decode(bytes)
        return { ...readList(bytes), text }
      } catch (error) {
        const isSame = text !== undefined && text === last
        // Folders on disk replace files in one step.
        if (tried === TRIES || isSame || codeOf(error) === 'ENOENT') throw storageError(error)
      }
      last = text
      await new Promise(resolve => alarm(wait, () => resolve(undefined)))
    }
  }
}

/**
 * @param loaded games of an earlier list
 * @returns the files of the list that are not loaded; undefined if its games are others, or in another order
 */
function wantedFiles(
  { numbering, files: listed }: Listed,
  { store, numbering: old, files }: Loaded,
): WantedFile[] | undefined {
  if (numbering !== old) return undefined
  const wanted: WantedFile[] = []
  let first = 0
  for (const entry of listed) {
    const file = files.get(entry.file)
    if (file !== undefined) {
      if (file.games > 0 && file.first !== first) return undefined
      first += file.games
      continue
    }
    const known = Math.min(Math.max(store.games - first, 0), entry.games)
    wanted.push({ ...entry, first, known })
    first += entry.games
  }
  // The games of a damaged file may have come into another one, so that they would be new.
  const names = new Set(listed.map(({ file }) => file))
  const isLost = [...files].some(([name, { reason }]) => reason !== undefined && !names.has(name))
  return isLost || first < store.games ? undefined : wanted
}
