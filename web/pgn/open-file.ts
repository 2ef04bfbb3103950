// SPDX-License-Identifier: Apache-2.0
// The open file of games: reads it, and puts its games on the board. The panel "Games" shows it.

import { ChessError } from 'binbo'
import type { PgnGame, PgnNode } from 'binbo/pgn'
import type { Words } from '../page/error-words.js'
import { focusTable } from '../page/focus.js'
import { loadPart, openPart, reportError } from '../page/load.js'
import { storedKeys } from '../page/local-storage.js'
import { notify } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'
import { gameOfFen, hashOf, isPacked, openLink, packer } from '../storage/links.js'
import type { OpenGames, TabsState } from '../storage/open-games.js'
import type { StoredMatch } from '../storage/record.js'
import { isFenLike, tidyFen } from '../study/fen-text.js'
import { playersOf } from '../study/headers.js'
import type { Places, PlacesState } from '../study/places.js'
import type { GameState, Study } from '../study/study.js'
import type { Row } from './game-index.js'
import type { Source } from './input.js'
import { sourceOf } from './input.js'
import type { PgnFile } from './pgn-file.js'

/** The models that this folder uses. */
type FilePage = {
  study: Study
  games: OpenGames
  places: Places
  /** the computer's opening book */
  book: { take(file: File): unknown }
  /** returns whether the games go into the database */
  intoDatabase: (source: Source) => boolean
}

/** The part of the snapshot that the views of this folder read. */
export type State = GameState &
  PlacesState & { asks: PgnNode | null } & TabsState & {
    file: PgnFile['shown'] | null
    flipped: boolean
    database: Database['shown'] | null
  }

/** The models that the views of this folder use. */
export type Page = {
  openFile: OpenFile
  study: Study
  match: StoredMatch
  games: OpenGames
  places: Places
  board: { readonly flipped: boolean }
  /** null until it is used */
  database: Database | null
  /** loads the database and uses it */
  withDatabase: (use: (database: Database) => unknown) => Promise<boolean>
  store: Views<State>
}

/** The database, which may replace the open file in the panel. */
type Database = {
  shown: { isShown: boolean }
  show: (isShown: boolean) => void
  /** opens the dialog with the databases and the open file */
  choose: () => void
  /** opens the dialog that fetches games of a site by user name */
  askPlayer: () => void
  /** writes the game on the board into it */
  keepGame: () => Promise<void>
  /** the template; `redraw` draws it again */
  view: (redraw: () => void) => unknown
}

/** Shorter texts are usually read within these milliseconds; the list is shown only after them. */
const SHORT = 100_000
const PATIENCE = 300
const FILES = 'files'
/** Names of opening books. */
const BOOK = /\.bin$/i

export class OpenFile {
  /** Set by the page: called after each change, several times a second. */
  changed = () => {}
  #page: FilePage
  #file: PgnFile | null = null
  /** Place of a game to open when it is loaded, or -1. */
  #awaited = -1
  #closeNotice = () => {}
  /** Closes the notice about the last input that could not be read. */
  #closeProblem = () => {}
  /** Of the game that was put on the board last. */
  #openedTree: PgnGame | null = null
  /** Number of inputs so far. */
  #inputs = 0
  /** Whether no other game came on the board since the last input. */
  #isWanted = () => true

  constructor(page: FilePage) {
    this.#page = page
  }

  get file(): PgnFile | null {
    return this.#file
  }

  /** Shows the panel. @returns hides it again, if it is still shown */
  show(): () => void {
    const hide = this.#page.places.reveal('games')
    focusPanel()
    return hide
  }

  /**
   * Reads files and lists their games; a single game is put on the board at once. A book becomes the page's opening book.
   */
  async readFiles(given: File[]) {
    if (given.length === 0 || isBlocked()) return
    const book = given.findLast(({ name }) => BOOK.test(name))
    if (book) void this.#page.book.take(book)
    const files = given.filter(({ name }) => !BOOK.test(name))
    if (files.length === 0) return
    const number = this.#begin()
    await loadPart(
      () => import('./files.js'),
      async ({ takeTexts, joinTexts }) => {
        const { texts, refusals } = await takeTexts(files)
        // A later input takes precedence.
        if (number === this.#inputs) this.#take(refusals, texts.length > 0 ? joinTexts(texts) : null)
      },
    )
  }

  /** @returns the number of the input */
  #begin(): number {
    this.#isWanted = this.#page.study.request()
    return ++this.#inputs
  }

  #take(refusals: string[], source: Source | null) {
    this.#closeProblem()
    if (refusals.length > 0)
      this.#closeProblem = notify({ text: refusals.join(' '), tone: 'error', until: 'closed' })
    if (source && !this.#page.intoDatabase(source)) this.#read(source)
  }

  /** Reads text: a FEN, a link to such a page, or games in PGN. */
  readText(text: string) {
    if (isBlocked()) return
    this.#begin()
    this.#closeNotice()
    this.#closeProblem()
    // On a square the arrow keys would move over the board instead of through the game.
    if (document.activeElement?.closest('#board')) focusTable()
    const hash = hashOf(text)
    if (hash) {
      const open = () => {
        if (!this.#isWanted()) return
        openLink(this.#page, hash)
        this.#page.places.showGame()
      }
      if (isPacked(hash) && !packer) void loadPart(() => import('../storage/packed.js'), open)
      else open()
    } else if (isFenLike(text)) this.#setUp(text)
    else if (isAddress(text))
      void openPart(
        () => import('./address-dialog.js'),
        part => {
          this.#closeProblem = part.openAddress(text, pgn => this.readText(pgn))
        },
      )
    else this.#read({ ...sourceOf(say`Pasted text`, new Blob([text])), isKept: false })
  }

  /** Closes the file; its game stays on the board. */
  close() {
    this.#file?.close()
    this.#file = null
    this.changed()
    if (storedKeys(FILES).length > 0) withIndexedDb(({ clearStore }) => clearStore(FILES))
  }

  /** Lists the file that was open before a reload. */
  async bringBack() {
    const [name] = storedKeys(FILES)
    if (this.#file || name === undefined) return
    const number = this.#inputs
    const source = await withIndexedDb(({ readStored }) => readStored(FILES, name))
    if (hasFields<Source>(source, 'name', 'blob', 'parts') && number === this.#inputs)
      this.#list(source, () => {})
  }

  /** Puts a game of the list on the board, when it is loaded. */
  openAt(place: number) {
    this.#awaited = place
    this.#openAwaited()
  }

  #openAwaited() {
    if (this.#awaited < 0 || !this.#file?.isSettled) return
    const row = this.#file.rowAt(this.#awaited)
    this.#awaited = -1
    if (row) this.open(row)
  }

  /** Puts a game of the file on the board. */
  async open(row: Row) {
    const file = this.#file
    if (!file) return
    const { study, games, places } = this.#page
    const isOpen = row.number === file.opened?.number && this.#showAgain()
    if (isOpen) return this.#uncoverBoard()
    const { games: count, readable } = file.reading
    const name = `${playersOf(row)}.`
    const title = count > 1 ? say`Game ${String(row.number)} of ${count}: ${name}` : name
    try {
      const game = await file.game(row)
      if (file !== this.#file) return
      this.#closeNotice()
      // A pasted text with one game has no file to reopen.
      const isKept = file.isKept || readable > 1
      this.#openedTree = game
      const { text, code } = faultWords(row)
      this.#closeNotice = games.open(() => study.load(game), `${title} ${text}`.trim(), {
        ...{ tone: row.errors > 0 ? 'error' : 'plain', code },
        quiet: row.errors === 0,
        ...{ isLook: isKept, isOfFile: isKept },
      })
      if (count === 1) places.showGame()
      else this.#uncoverBoard()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (file !== this.#file) return
      this.#closeNotice()
      const refused = `${title} ${say`It cannot be shown.`}`
      // The list knows errors with their place in the file, which a single game does not.
      const [words] = error instanceof ChessError ? row.errorTexts : []
      this.#closeNotice = words
        ? notify({ text: `${refused} ${words.text}`, tone: 'error', code: words.code })
        : reportError(error, refused)
    }
    file.mark(row)
  }

  /** Shows the opened game as the user left it. @returns whether it is still open */
  #showAgain(): boolean {
    const { games, study } = this.#page
    const tree = this.#openedTree
    const game =
      study.tree === tree ? games.current : games.games.find(({ waiting }) => waiting?.tree === tree)
    if (game) games.show(game)
    return game !== undefined
  }

  /** Small windows have no room for the board beside the list. */
  #uncoverBoard() {
    if (!document.querySelector('#board')?.checkVisibility()) this.#page.places.showGame()
  }

  #setUp(fen: string) {
    const { study, games, places } = this.#page
    try {
      const game = gameOfFen(fen, 'standard', study.position.variant)
      this.#closeNotice = games.open(() => study.load(game), say`The position is on the board.`, {
        isLook: true,
      })
      places.showGame()
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      this.#closeNotice = reportError(error, say`The position cannot be set up.`, async () =>
        (await import('../study/judgement.js')).fenWords(error, tidyFen(fen)),
      )
    }
  }

  #read(source: Source) {
    // The notice is about a game of the previous file.
    this.#closeNotice()
    if (this.#file?.reading.phase === 'reading')
      notify({ text: say`Reading of ${this.#file.name} was stopped.` })
    this.#file?.close()
    this.#inputs++
    this.#list(source, file => {
      clearTimeout(timer)
      this.#finish(file, source, hide)
    })
    // A single game is put on the board without a list.
    const isShort = source.blob.size < SHORT
    let hide = () => {}
    const timer = setTimeout(
      () => {
        const back = this.show()
        if (isShort) hide = back
      },
      isShort ? PATIENCE : 0,
    )
  }

  /** @param onEnd called when reading ends */
  #list(source: Source, onEnd: (file: PgnFile) => void) {
    const number = this.#inputs
    return loadPart(
      () => import('./pgn-file.js'),
      ({ PgnFile }) => {
        if (number !== this.#inputs) return
        let isRead = false
        const file = new PgnFile(source, () => {
          this.changed()
          if (file.reading.phase !== 'reading' && !isRead) {
            isRead = true
            onEnd(file)
          }
          this.#openAwaited()
        })
        this.#file = file
        this.#awaited = -1
        this.changed()
      },
    )
  }

  /**
   * Opens the only game of a file, or shows the list and saves the file for the next visit.
   * @param source of the file
   * @param hide hides the list again if it was shown because a short text took long
   */
  #finish(file: PgnFile, source: Source, hide: () => void) {
    const { phase, readable, games, firstReadable } = file.reading
    const isOnly = phase === 'done' && readable === 1
    if (readable > 1) this.#save(file, source)
    if (isOnly && games === 1) hide()
    // The user has gone on to another game: the list has this one.
    else if (this.#isWanted()) this.show()
    if (isOnly && firstReadable && !file.opened && this.#isWanted()) this.open(firstReadable)
  }

  async #save(file: PgnFile, source: Source) {
    if (await withIndexedDb(({ storeValue }) => storeValue(FILES, source.name, source).then(() => true)))
      return
    file.remark = say`The browser has no room for this file: open it again after a reload.`
    this.changed()
  }
}

/**
 * Loads indexed-db.ts and uses it.
 * @returns null if storage is full or forbidden
 */
const withIndexedDb = <T>(
  use: (part: typeof import('../page/indexed-db.js')) => Promise<T>,
): Promise<T | null> => import('../page/indexed-db.js').then(use).catch(() => null)

/** Moves the focus to the start of the panel, unless the user types or is among the games. */
export function focusPanel() {
  // The focus would open a phone's keyboard.
  if (matchMedia('(pointer: coarse)').matches) return
  if (!document.activeElement?.matches('input, textarea, select, .pgn-games *'))
    panelStart()?.focus({ preventScroll: true })
}

/** @returns the element that gets the focus when the panel is shown */
export const panelStart = (): HTMLElement | undefined =>
  ['#games-find', '#games-cancel', '#games-open', '#database-find', '#database-cancel', '#database-add']
    .map(query => document.querySelector<HTMLElement>(query))
    .find(found => found?.checkVisibility()) ?? undefined

/** @returns whether a dialog is open: it would hide the result, and closing it could lose input */
function isBlocked(): boolean {
  const isOpen = document.querySelector('dialog[open]') !== null
  if (isOpen) notify({ text: say`Nothing was opened: close this dialog first.` })
  return isOpen
}

/** @returns whether the text is only a web address, but not a game */
const isAddress = (text: string): boolean =>
  /^\s*(https?:\/\/|www\.|lichess\.org\/|chess\.com\/)\S+\s*$/i.test(text)

/** @returns the first error or warning; an empty text without both */
export function faultWords({ errors, errorTexts: [first], warningTexts: [warning] }: Row): Words {
  const { text, code } = first ?? warning ?? { text: errors > 0 ? say`It has errors.` : '', code: '' }
  return {
    text: errors > 1 ? `${text} ${say`More errors: ${String(errors - 1)}.`}` : text,
    code,
  }
}
