// SPDX-License-Identifier: Apache-2.0
// The opening book of the page: a Polyglot file that the user gave. The computer plays from it; without an answer, for
// whatever reason, the engine plays. What reads books is loaded when there is one.

import type { Game } from 'binbo'
import type { BookMove } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import { shelved } from '../page/keep.js'
import { loadPart } from '../page/load.js'
import type { BookFile } from './book-file.js'

export class OpeningBook {
  /** The page sets it: called after each change, and when moves of the book were read. */
  changed = () => {}
  #name = shelved('books')[0] ?? ''
  #loading: Promise<BookFile> | null = null
  #file: BookFile | null = null

  /** @returns of the file; '' without a book */
  get name(): string {
    return this.#name
  }

  /** @param name of another book, which was read; '' for none */
  use(name: string) {
    this.#name = name
    this.changed()
  }

  /** Takes a file as the book, in place of another one, or says why it is none. */
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
   * @param isWatched whether the computer plays both sides, and no faster than can be followed
   * @returns a move in UCI by its weight; null: the engine has to find one
   */
  async pick(game: Game, signal: AbortSignal, isWatched: boolean): Promise<string | null> {
    const part = this.#name && (await this.#load().catch(() => null))
    return part ? part.pick(game, signal, isWatched) : null
  }

  /** @returns of its position, the heaviest first; they are there after the next change */
  movesAt(node: PgnNode): readonly BookMove[] {
    if (this.#name === '') return NONE
    if (!this.#loading)
      void this.#load().then(
        () => this.changed(),
        () => {},
      )
    return this.#file?.movesAt(node) ?? NONE
  }

  /** @returns rejects if it cannot be loaded */
  #load(): Promise<BookFile> {
    this.#loading ??= import('./book-file.js').then(({ BookFile }) => (this.#file = new BookFile(this)))
    return this.#loading
  }
}

const NONE: readonly BookMove[] = []
