// SPDX-License-Identifier: Apache-2.0
// The file of the opening book: checks it, saves it for the next visit, and finds moves in it. Games go on if it fails.

import type { Game, Variant } from 'binbo'
import { ChessError, Position, START_FEN } from 'binbo'
import type { BookMove } from 'binbo/book'
import { Book } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import { hasStandardRules } from '../../js/game/traits.js'
import { pause, WATCHED } from '../engine/engine-move.js'
import { clearStore, readStored, storeValue } from '../page/indexed-db.js'
import { notify } from '../page/notices.js'
import { say } from '../page/texts.js'
import type { OpeningBook } from './opening-book.js'

const BOOKS = 'books'
/** Bytes of the largest book that is saved. */
const MOST_SAVED = 64_000_000

export class BookFile {
  #owner: OpeningBook
  /** null until the first search */
  #book: Promise<Book | null> | null = null
  #moves: WeakMap<PgnNode, readonly BookMove[]> = new WeakMap()
  #closeNotice = () => {}

  /** @param owner has the name; it is notified of changes */
  constructor(owner: OpeningBook) {
    this.#owner = owner
  }

  async take(file: File) {
    const { book, refusal } = await readBook(file)
    this.#closeNotice()
    if (!book) {
      this.#closeNotice = notify({ text: refusal, tone: 'error', until: 'closed' })
      return
    }
    this.#use(Promise.resolve(book))
    this.#owner.use(file.name)
    const end = (await saveBook(file))
      ? ''
      : ` ${say`It is gone when the page is closed: the browser cannot keep it.`}`
    const text = `${say`The computer opens by the book ${file.name}.`}${end}`
    this.#closeNotice = notify({ text, actions: [{ label: say`Remove`, run: () => this.#owner.remove() }] })
  }

  remove() {
    this.#use(null)
    clearStore(BOOKS).catch(() => {})
  }

  /** @returns a move in UCI; null if the book has none */
  async pick(game: Game, signal: AbortSignal, isWatched: boolean): Promise<string | null> {
    const move = await this.#search(game.options.variant, book => book.pick(game))
    if (move && isWatched) await pause(WATCHED, signal)
    return move?.uci ?? null
  }

  movesAt(node: PgnNode): readonly BookMove[] {
    const known = this.#moves.get(node)
    if (known) return known
    this.#moves.set(node, [])
    void this.#search(node.position.variant, book => book.find(node.position)).then(moves => {
      if (!moves || moves.length === 0) return
      this.#moves.set(node, moves)
      this.#owner.changed()
    })
    return []
  }

  #use(book: Promise<Book> | null) {
    this.#book = book
    this.#moves = new WeakMap()
  }

  /** @returns null if the book cannot be used */
  async #search<T>(variant: Variant, question: (book: Book) => Promise<T>): Promise<T | null> {
    // Other variants have the same positions, but not the same good moves.
    if (!hasStandardRules(variant)) return null
    const { name } = this.#owner
    const opened = (this.#book ??= openSaved(name))
    try {
      const book = await opened
      return book && (await question(book))
    } catch {
      // Only one notice: the book is not used again before a reload.
      if (this.#book === opened) {
        notify({
          text: say`The book ${name} cannot be read: the engine finds all moves itself.`,
          tone: 'error',
        })
        this.#book = Promise.resolve(null)
      }
      return null
    }
  }
}

/** @returns the book, or the reason for the refusal, for players */
async function readBook(file: File): Promise<{ book: Book | null; refusal: string }> {
  const { name } = file
  const refused = (refusal: string) => ({ book: null, refusal })
  try {
    const book = await Book.open(await copyOf(file))
    if (await opens(book)) return { book, refusal: '' }
    return refused(say`${name} is no opening book: it knows no move at the start of a game.`)
  } catch (error) {
    if (!(error instanceof ChessError || error instanceof DOMException)) throw error
    if (error instanceof ChessError && error.code === 'ERR_BOOK_SIZE')
      return refused(say`${name} is no opening book in the format of Polyglot, or it is cut off.`)
    return refused(say`${name} cannot be read: it has changed or is gone. Open it again.`)
  }
}

/** @returns whether the book survives a reload */
async function saveBook(file: File): Promise<boolean> {
  try {
    if (file.size > MOST_SAVED) throw new DOMException('', 'QuotaExceededError')
    await storeValue(BOOKS, file.name, await copyOf(file))
    return true
  } catch {
    await clearStore(BOOKS).catch(() => {})
    return false
  }
}

/** @returns null if it is no longer saved */
async function openSaved(name: string): Promise<Book | null> {
  const blob = await readStored(BOOKS, name)
  return blob instanceof Blob ? Book.open(blob) : null
}

/** @returns a copy in memory, which later changes of the file do not reach; a large file itself */
const copyOf = async (file: File): Promise<Blob> =>
  file.size > MOST_SAVED ? file : new Blob([await file.arrayBuffer()])

/** @returns whether it has a move of White at the start, or an answer of Black */
async function opens(book: Book): Promise<boolean> {
  const start = Position.from(START_FEN)
  const first = [start, ...start.legalMoves('uci').map(move => start.play(move))]
  for (const position of first) if ((await book.find(position)).length > 0) return true
  return false
}
