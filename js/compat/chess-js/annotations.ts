// SPDX-License-Identifier: Apache-2.0
// Comments, suffixes and NAGs, by the FEN of their position.

import type { NAG, Suffix } from './constants.js'
import { SUFFIX_LIST } from './constants.js'

/** The annotations of positions. */
export type AnnotatedPosition = {
  fen: string
  comment?: string
  suffixAnnotation?: Suffix
  nags: NAG[]
}

/** Values by FEN; not every FEN has one. */
type ByFen<T> = Record<string, T>

export class Annotations {
  comments: ByFen<string> = {}
  suffixes: ByFen<Suffix> = {}
  nags: ByFen<NAG[]> = {}

  /** @param comment braces become brackets, because PGN comments cannot contain them */
  setComment(fen: string, comment: string) {
    this.comments[fen] = comment.replaceAll('{', '[').replaceAll('}', ']')
  }

  /** @throws {Error} if the suffix is not in SUFFIX_LIST */
  setSuffix(fen: string, suffix: Suffix) {
    if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${suffix}`)
    this.suffixes[fen] = suffix
  }

  addNag(fen: string, nag: NAG) {
    const nags = this.nags[fen] ?? []
    if (!nags.includes(nag)) this.nags[fen] = [...nags, nag]
  }

  /** @returns whether the position had the NAG */
  removeNag(fen: string, nag: NAG): boolean {
    const nags = this.nags[fen] ?? []
    const at = nags.indexOf(nag)
    if (at < 0) return false
    nags.splice(at, 1)
    if (nags.length === 0) delete this.nags[fen]
    return true
  }

  /** Removes comments on other positions. Suffixes and NAGs stay, as in chess.js, where any position may have them. */
  keepComments(fens: Iterable<string>) {
    const kept: ByFen<string> = {}
    for (const fen of fens) if (this.comments[fen] !== undefined) kept[fen] = this.comments[fen]
    this.comments = kept
  }

  /** @returns the FENs of all annotated positions, first those with comments, and then those with suffixes */
  get fens(): string[] {
    const { comments, suffixes, nags } = this
    return [...new Set([comments, suffixes, nags].flatMap(byFen => Object.keys(byFen)))]
  }

  list(): AnnotatedPosition[] {
    return this.fens.map(fen => {
      const comment = this.comments[fen]
      const suffixAnnotation = this.suffixes[fen]
      return {
        fen,
        nags: [...(this.nags[fen] ?? [])],
        ...(comment !== undefined && { comment }),
        ...(suffixAnnotation !== undefined && { suffixAnnotation }),
      }
    })
  }
}

/**
 * Removes a value and returns it.
 */
export function take<T>(byFen: ByFen<T>, fen: string): T {
  const value = byFen[fen]
  delete byFen[fen]
  return value
}
