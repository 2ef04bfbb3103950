// SPDX-License-Identifier: Apache-2.0
// Comments, suffixes and NAGs, by the FEN of the position that they are about.

import { SUFFIX_LIST } from './constants.js'

/** @import { NAG, Suffix } from './constants.js' */

/**
 * What is said about a position.
 * @typedef {object} AnnotatedPosition
 * @property {string} fen
 * @property {string} [comment]
 * @property {Suffix} [suffixAnnotation]
 * @property {NAG[]} nags
 */

/** @template T @typedef {Record<string, T | undefined>} ByFen */

export class Annotations {
  /** @type {ByFen<string>} */
  comments = {}
  /** @type {ByFen<Suffix>} */
  suffixes = {}
  /** @type {ByFen<NAG[]>} */
  nags = {}

  /**
   * @param {string} fen
   * @param {string} comment braces become brackets, as no PGN can hold them
   */
  setComment(fen, comment) {
    this.comments[fen] = comment.replaceAll('{', '[').replaceAll('}', ']')
  }

  /**
   * @param {string} fen
   * @param {Suffix} suffix
   * @throws {Error} if it is none of SUFFIX_LIST
   */
  setSuffix(fen, suffix) {
    if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${suffix}`)
    this.suffixes[fen] = suffix
  }

  /**
   * @param {string} fen
   * @param {NAG} nag
   */
  addNag(fen, nag) {
    const nags = this.nags[fen] ?? []
    if (!nags.includes(nag)) this.nags[fen] = [...nags, nag]
  }

  /**
   * @param {string} fen
   * @param {NAG} nag
   * @returns {boolean} whether it was there
   */
  removeNag(fen, nag) {
    const nags = this.nags[fen] ?? []
    const at = nags.indexOf(nag)
    if (at < 0) return false
    nags.splice(at, 1)
    if (nags.length === 0) delete this.nags[fen]
    return true
  }

  /**
   * Forgets comments on other positions. Suffixes and NAGs stay, as in chess.js: they can be given to any position.
   * @param {Iterable<string>} fens
   */
  keepComments(fens) {
    /** @type {ByFen<string>} */
    const kept = {}
    for (const fen of fens) if (this.comments[fen] !== undefined) kept[fen] = this.comments[fen]
    this.comments = kept
  }

  /** @returns {string[]} the FENs of all annotated positions: first those with comments, then those with suffixes */
  get fens() {
    const { comments, suffixes, nags } = this
    return [...new Set([comments, suffixes, nags].flatMap(byFen => Object.keys(byFen)))]
  }

  /** @returns {AnnotatedPosition[]} */
  list() {
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
 * Takes a value out.
 * @template T
 * @param {ByFen<T>} byFen
 * @param {string} fen
 * @returns {T | undefined} what was there
 */
export function take(byFen, fen) {
  const value = byFen[fen]
  delete byFen[fen]
  return value
}
