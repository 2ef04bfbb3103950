// SPDX-License-Identifier: Apache-2.0
// What is kept of the texts of the games that are added: a copy, where they stand in a Blob or a file, or nothing.

import { argumentError } from '../core/errors.js'
import { choice } from '../core/options.js'
import { isBlob } from '../pgn/source.js'
import { placeOf, setPlace } from './places.js'
import { KEPT } from './sources.js'

/** @import { KeptText } from '../pgn/kept-text.js' */
/** @import { PgnSource } from '../pgn/source.js' */
/** @import { Place } from './places.js' */
/** @import { Sources } from './sources.js' */
/** @import { Store } from './store.js' */

/** What is kept of games: a copy of the text, where it stands, or the moves alone. @typedef {'text' | 'reference' | 'moves'} Kept */
/** A file as a source: a stream of Node's fs, or a PgnFileSource. @typedef {{ path: string, start?: number, isCompressed?: boolean }} FileStream */

/** What may be kept; the first one of texts and streams by default. */
export const KINDS = /** @type {const} */ (['moves', 'text', 'reference'])

export class Keeper {
  /** @type {Kept} */
  kept
  #sources
  #source
  /** The number of the source. */
  #number
  /** Where the source begins in its file. */
  #start

  /**
   * @param {Sources} sources
   * @param {PgnSource} source
   * @param {Kept} kept
   * @param {number} number
   */
  constructor(sources, source, kept, number) {
    this.#sources = sources
    this.#source = source
    this.#number = number
    this.#start = fileOf(source)?.start ?? 0
    this.kept = number === 0 ? 'moves' : kept
  }

  /**
   * @param {Sources} sources
   * @param {PgnSource} source
   * @param {unknown} keep as users say it
   * @returns {Promise<Keeper>}
   * @throws {ChessError} ERR_ARGUMENT
   */
  static async of(sources, source, keep) {
    const file = fileOf(source)
    const canRefer = isBlob(source) || file !== undefined
    const kept = keep === undefined && canRefer ? 'reference' : KINDS[choice('keep', keep, KINDS)]
    if (kept !== 'reference') return new Keeper(sources, source, kept, kept === 'text' ? KEPT : 0)
    if (!canRefer)
      throw argumentError(
        "keep: 'reference' takes a Blob or a stream of a file, and keep: 'text' all sources",
      )
    const number =
      file === undefined ? sources.addBlob(/** @type {Blob} */ (source)) : await sources.addFile(file.path)
    return new Keeper(sources, source, kept, number)
  }

  /**
   * Says where the games stand that are added next.
   * @param {Store} store
   * @param {KeptText} text
   * @param {number} from in the text
   */
  begin(store, text, from) {
    // Compressed files are known when their first piece is there.
    if (this.kept === 'reference' && (text.isEncoded || fileOf(this.#source)?.isCompressed))
      this.kept = 'moves'
    const number = this.kept === 'moves' ? 0 : this.#number
    const offset = this.kept === 'text' ? from : this.#start + text.start + from
    if (store.wasm.binbo_database_source(number, offset) === 0) this.kept = 'moves'
  }

  /**
   * Copies the texts of the games that were added.
   * @param {Store} store
   * @param {KeptText} text
   * @param {number} first of these games
   */
  end(store, text, first) {
    const { games } = store
    if (this.kept !== 'text' || games === first) return
    const { texts } = this.#sources
    const added = []
    let at = texts.size
    for (let id = first; id < games; id++) {
      const { offset, length } = /** @type {Place} */ (placeOf(store, id))
      added.push(text.bytes.subarray(offset, offset + length))
      setPlace(store, id, { source: KEPT, offset: at, length })
      at += length
    }
    texts.append(added)
  }
}

/**
 * @param {PgnSource} source
 * @returns {FileStream | undefined}
 */
function fileOf(source) {
  const given = /** @type {Record<string, any>} */ (Object(source))
  const { path, bytesRead, start } = given
  const isFile = typeof path === 'string' && typeof bytesRead === 'number'
  return isFile && Number.isInteger(start ?? 0) ? /** @type {FileStream} */ (given) : undefined
}
