// SPDX-License-Identifier: Apache-2.0
// The file of the opening book: checked, kept for the next visit, and asked for moves. A book that fails stops no game.

import type { Game, Variant } from 'binbo'
import { ChessError, Position, START_FEN } from 'binbo'
import type { BookMove } from 'binbo/book'
import { Book } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import { pause, WATCHED } from '../engine/engine-move.js'
import { notify } from '../page/notices.js'
import { clearShelf, putOnShelf, takeFromShelf } from '../page/shelf.js'
import type { OpeningBook } from './opening-book.js'

const BOOKS = 'books'
/** Bytes of the largest book that is kept. */
const MOST_KEPT = 64_000_000
/** Books have the moves of these rules alone; other ones have the same positions. */
const VARIANTS: unknown[] = ['standard', 'chess960']

export class BookFile {
  #owner: OpeningBook
  /** null until it is asked */
  #book: Promise<Book | null> | null = null
  #moves: WeakMap<PgnNode, readonly BookMove[]> = new WeakMap()
  #closeNotice = () => {}

  /** @param owner knows the name, and is told of changes */
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
    const end = (await keepBook(file))
      ? ''
      : ' It is gone when the page is closed: the browser cannot keep it.'
    const text = `The computer opens by the book ${file.name}.${end}`
    this.#closeNotice = notify({ text, actions: [{ label: 'Remove', run: () => this.#owner.remove() }] })
  }

  remove() {
    this.#use(null)
    clearShelf(BOOKS).catch(() => {})
  }

  /** @returns UCI; null without an answer */
  async pick(game: Game, signal: AbortSignal, isWatched: boolean): Promise<string | null> {
    const move = await this.#ask(game.options.variant, book => book.pick(game))
    if (move && isWatched) await pause(WATCHED, signal)
    return move?.uci ?? null
  }

  movesAt(node: PgnNode): readonly BookMove[] {
    const known = this.#moves.get(node)
    if (known) return known
    this.#moves.set(node, [])
    void this.#ask(node.position.variant, book => book.find(node.position)).then(moves => {
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

  /** @returns null without an answer */
  async #ask<T>(variant: Variant | undefined, question: (book: Book) => Promise<T>): Promise<T | null> {
    if (!VARIANTS.includes(variant)) return null
    const { name } = this.#owner
    const asked = (this.#book ??= openKept(name))
    try {
      const book = await asked
      return book && (await question(book))
    } catch {
      // Said once; it may be back after a reload.
      if (this.#book === asked) {
        notify({ text: `The book ${name} cannot be read: the engine finds all moves itself.`, tone: 'error' })
        this.#book = Promise.resolve(null)
      }
      return null
    }
  }
}

/** @returns the book, or why it is none, for players */
async function readBook(file: File): Promise<{ book: Book | null; refusal: string }> {
  const { name } = file
  const refused = (why: string) => ({ book: null, refusal: `${name} ${why}` })
  try {
    const book = await Book.open(await copyOf(file))
    if (await opens(book)) return { book, refusal: '' }
    return refused('is no opening book: it knows no move at the start of a game.')
  } catch (error) {
    if (!(error instanceof ChessError || error instanceof DOMException)) throw error
    if (error instanceof ChessError && error.code === 'ERR_BOOK_SIZE')
      return refused('is no opening book in the format of Polyglot, or it is cut off.')
    return refused('cannot be read: it has changed or is gone. Open it again.')
  }
}

/** @returns whether it is there after a reload */
async function keepBook(file: File): Promise<boolean> {
  try {
    if (file.size > MOST_KEPT) throw new DOMException('', 'QuotaExceededError')
    await putOnShelf(BOOKS, file.name, await copyOf(file))
    return true
  } catch {
    await clearShelf(BOOKS).catch(() => {})
    return false
  }
}

/** @returns null if it is no longer kept */
async function openKept(name: string): Promise<Book | null> {
  const blob = await takeFromShelf(BOOKS, name)
  return blob ? Book.open(blob) : null
}

/** @returns of a file that fits into memory its bytes, which stay when it changes */
const copyOf = async (file: File): Promise<Blob> =>
  file.size > MOST_KEPT ? file : new Blob([await file.arrayBuffer()])

/** @returns whether it knows a move for White at the start, or an answer of Black */
async function opens(book: Book): Promise<boolean> {
  const start = Position.from(START_FEN)
  const first = [start, ...start.legalMoves('uci').map(move => start.play(move))]
  for (const position of first) if ((await book.find(position)).length > 0) return true
  return false
}
