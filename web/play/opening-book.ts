// SPDX-License-Identifier: Apache-2.0
// The opening book: a Polyglot file of the user. The computer plays from it; if the book has no move or fails, the engine
// plays. The reader of books is loaded when there is a book.

import type { Game } from 'binbo'
import type { BookMove } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import { loadPart } from '../page/load.js'
import { storedKeys } from '../page/local-storage.js'
import type { BookFile } from './book-file.js'

export class OpeningBook {
  /** Set by the page: called after each change, and when moves of the book were read. */
  changed = () => {}
  #name = storedKeys('books')[0] ?? ''
  #loading: Promise<BookFile> | null = null
  #file: BookFile | null = null

  /** @returns the file's name; '' without a book */
  get name(): string {
    return this.#name
  }

  /** @param name of a new book that has been read; '' for none */
  use(name: string) {
    this.#name = name
    this.changed()
  }

  /** Makes a file the book, or shows the reason for its refusal. */
  take(file: File): Promise<unknown> {
    return loadPart(
      () => this.#load(),
      part => part.take(file),
    )
  }

  remove() {
    this.use('')
    this.#load().then(
      part => part.remove(),
      () => {},
    )
  }

  /**
   * @param game borrowed until this resolves
   * @param isWatched whether the computer plays both sides, at a pace that users can follow
   * @returns a move in UCI, chosen by weight; null: the engine must find one
   */
  async pick(game: Game, signal: AbortSignal, isWatched: boolean): Promise<string | null> {
    const part = this.#name && (await this.#load().catch(() => null))
    return part ? part.pick(game, signal, isWatched) : null
  }

  /** @returns the moves of its position, by weight; the next change may bring more */
  movesAt(node: PgnNode): readonly BookMove[] {
    if (this.#name === '') return NONE
    if (!this.#loading)
      void this.#load().then(
        () => this.changed(),
        () => {},
      )
    return this.#file?.movesAt(node) ?? NONE
  }

  /** Rejects if the reader cannot be loaded. */
  #load(): Promise<BookFile> {
    this.#loading ??= import('./book-file.js').then(({ BookFile }) => (this.#file = new BookFile(this)))
    return this.#loading
  }
}

const NONE: readonly BookMove[] = []
