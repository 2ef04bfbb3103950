// SPDX-License-Identifier: Apache-2.0
// Comments, suffixes and NAGs, by the FEN of the position that they are about.

import { SUFFIX_LIST } from './constants.js'

/** @typedef {import('./constants.js').NAG} NAG */
/** @typedef {import('./constants.js').Suffix} Suffix */

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
    this.nags[fen] = nags.filter(one => one !== nag)
    return nags.includes(nag)
  }

  /**
   * Forgets what is about other positions.
   * @param {Iterable<string>} fens
   */
  keep(fens) {
    this.comments = kept(this.comments, fens)
    this.suffixes = kept(this.suffixes, fens)
    this.nags = kept(this.nags, fens)
  }

  /** @returns {boolean} */
  get isEmpty() {
    return [this.comments, this.suffixes, this.nags].every(byFen => Object.keys(byFen).length === 0)
  }

  /**
   * @param {Iterable<string>} fens
   * @returns {AnnotatedPosition[]} those of these positions about which something is said
   */
  list(fens) {
    /** @type {AnnotatedPosition[]} */
    const list = []
    for (const fen of new Set(fens)) {
      const comment = this.comments[fen]
      const suffixAnnotation = this.suffixes[fen]
      const nags = this.nags[fen] ?? []
      if (comment === undefined && suffixAnnotation === undefined && nags.length === 0) continue
      list.push({
        fen,
        ...(comment !== undefined && { comment }),
        ...(suffixAnnotation !== undefined && { suffixAnnotation }),
        nags: [...nags],
      })
    }
    return list
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

/**
 * @template T
 * @param {ByFen<T>} byFen
 * @param {Iterable<string>} fens
 * @returns {ByFen<T>} the part about these positions, in their order
 */
function kept(byFen, fens) {
  /** @type {ByFen<T>} */
  const part = {}
  for (const fen of fens) if (byFen[fen] !== undefined) part[fen] = byFen[fen]
  return part
}
