// SPDX-License-Identifier: Apache-2.0
// Keeps the texts of added games: as a copy, as places in a Blob or a file, or not at all.

import { argumentError } from '../core/errors.js'
import { choice } from '../core/options.js'
import type { KeptText } from '../pgn/kept-text.js'
import type { PgnSource } from '../pgn/source.js'
import { isBlob } from '../pgn/source.js'
import type { Place } from './places.js'
import { placeOf, setPlace } from './places.js'
import type { Sources } from './sources.js'
import { KEPT } from './sources.js'
import type { Store } from './store.js'

/** The form in which games are kept: a copy of the text, its place, or the moves alone. */
export type Kept = 'text' | 'reference' | 'moves'
/** A file as a source: a stream of Node's fs, or a PgnFileSource. */
type FileStream = { path: string; start?: number; isCompressed?: boolean }

/** The values of the option `keep`, the least first, which is the default for texts and streams. */
export const KINDS = ['moves', 'reference', 'text'] as const

export class Keeper {
  kept: Kept
  #sources: Sources
  #source: PgnSource
  /** The number of the source. */
  #number: number
  /** The offset of the source in its file. */
  #start: number

  constructor(sources: Sources, source: PgnSource, kept: Kept, number: number) {
    this.#sources = sources
    this.#source = source
    this.#number = number
    this.#start = fileOf(source)?.start ?? 0
    this.kept = number === 0 ? 'moves' : kept
  }

  /**
   * @param keep the option of add()
   * @throws {ChessError} ERR_ARGUMENT
   */
  static of(sources: Sources, source: PgnSource, keep: unknown): Keeper {
    const file = fileOf(source)
    const blob = isBlob(source) ? source : undefined
    const canRefer = blob !== undefined || file !== undefined
    const kept = keep === undefined && canRefer ? 'reference' : KINDS[choice('keep', keep, KINDS)]
    if (kept !== 'reference') return new Keeper(sources, source, kept, kept === 'text' ? KEPT : 0)
    if (file !== undefined) return new Keeper(sources, source, kept, sources.addFile(file.path))
    if (blob !== undefined) return new Keeper(sources, source, kept, sources.addBlob(blob))
    throw argumentError("keep: 'reference' takes a Blob or a stream of a file, and keep: 'text' all sources")
  }

  /**
   * Sets the places of the games that are added next.
   * @param from the place in the text
   */
  begin(store: Store, text: KeptText, from: number) {
    // A compressed file is recognized with its first piece.
    if (this.kept === 'reference' && (text.isEncoded || fileOf(this.#source)?.isCompressed))
      this.kept = 'moves'
    const number = this.kept === 'moves' ? 0 : this.#number
    const offset = this.kept === 'text' ? from : this.#start + text.start + from
    if (store.wasm.binbo_database_source(number, offset) === 0) this.kept = 'moves'
  }

  /**
   * Copies the texts of the games that were added.
   * @param first the first of these games
   */
  end(store: Store, text: KeptText, first: number) {
    const { games } = store
    if (this.kept !== 'text' || games === first) return
    const { texts } = this.#sources
    const added = []
    let at = texts.size
    for (let id = first; id < games; id++) {
      const { offset, length } = placeOf(store, id) as Place
      added.push(text.bytes.subarray(offset, offset + length))
      setPlace(store, id, { source: KEPT, offset: at, length })
      at += length
    }
    texts.append(added)
  }
}

function fileOf(source: PgnSource): FileStream | undefined {
  return isFileStream(source) ? source : undefined
}

function isFileStream(value: unknown): value is FileStream {
  const { path, bytesRead, start }: Partial<FileStream> & { bytesRead?: unknown } = Object(value)
  return typeof path === 'string' && typeof bytesRead === 'number' && Number.isInteger(start ?? 0)
}
