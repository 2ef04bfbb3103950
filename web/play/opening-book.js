// SPDX-License-Identifier: Apache-2.0
// The opening book of the page: a Polyglot file that the user gave. The computer plays from it; without an answer, for
// whatever reason, the engine plays. What reads books is loaded when there is one.

import { shelved } from '../page/keep.js'
import { loadPart } from '../page/load.js'

/** @import { Game } from 'binbo' */
/** @import { BookMove } from 'binbo/book' */
/** @import { PgnNode } from 'binbo/pgn' */
/** @import { BookFile } from './book-file.js' */

export class OpeningBook {
  /** The page sets it: called after each change, and when moves of the book were read. */
  changed = () => {}
  #name = shelved('books')[0] ?? ''
  /** @type {Promise<BookFile> | null} */
  #loading = null
  /** @type {BookFile | null} */
  #file = null

  /** @returns {string} of the file; '' without a book */
  get name() {
    return this.#name
  }

  /** @param {string} name of another book, which was read; '' for none */
  use(name) {
    this.#name = name
    this.changed()
  }

  /** Takes a file as the book, in place of another one, or says why it is none. @param {File} file @returns {Promise<unknown>} */
  take(file) {
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
   * @param {Game} game borrowed until this resolves
   * @param {AbortSignal} signal
   * @param {boolean} isWatched whether the computer plays both sides, and no faster than can be followed
   * @returns {Promise<string | null>} a move in UCI by its weight; null: the engine has to find one
   */
  async pick(game, signal, isWatched) {
    const part = this.#name && (await this.#load().catch(() => null))
    return part ? part.pick(game, signal, isWatched) : null
  }

  /** @param {PgnNode} node @returns {readonly BookMove[]} of its position, the heaviest first; they are there after the next change */
  movesAt(node) {
    if (this.#name === '') return NONE
    if (!this.#loading)
      void this.#load().then(
        () => this.changed(),
        () => {},
      )
    return this.#file?.movesAt(node) ?? NONE
  }

  /** @returns {Promise<BookFile>} rejects if it cannot be loaded */
  #load() {
    this.#loading ??= import('./book-file.js').then(({ BookFile }) => (this.#file = new BookFile(this)))
    return this.#loading
  }
}

/** @type {readonly BookMove[]} */
const NONE = []
