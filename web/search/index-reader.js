// SPDX-License-Identifier: Apache-2.0
// Finds headings in the index that the build writes.

import MiniSearch from 'minisearch'
import { INDEX_FIELDS, termsOfText, wordsOfQuery } from './terms.js'

/**
 * @typedef {object} Found
 * @property {string} address of a heading, from the documents' folder
 * @property {string} title of its document
 * @property {string} heading
 * @property {string} excerpt the beginning of what stands below it
 */

const MOST = 12

/** Guides come before the errors and the reference, and types, whose names repeat many words, last. */
const weightOf = (/** @type {string} */ address) => {
  if (!address.startsWith('reference-')) return address.startsWith('errors.html#err') ? 0.8 : 1
  if (address.includes('#type-')) return 0.4
  return address.startsWith('reference-binbo-chess-js') ? 0.6 : 0.8
}

/** How many letters may differ, as in mistyped words, or German ones with another ending. */
const fuzzy = (/** @type {string} */ term) => (term.length >= 8 ? 2 : term.length >= 5 ? 1 : false)

/**
 * @param {string} text as typed
 * @param {'AND' | 'OR'} combineWith
 * @returns {import('minisearch').Query} each name whole, or all of its parts: ERR_FEN_KINGS leads to what is nearest
 */
const queryOf = (text, combineWith) => ({
  combineWith,
  queries: wordsOfQuery(text).map(([word, ...parts]) =>
    parts.length > 1
      ? { combineWith: 'OR', queries: [word, { combineWith: 'AND', queries: parts, prefix: false }] }
      : word,
  ),
})

/**
 * @param {string} json as written by the build
 * @returns {(query: string) => Found[]} the best first
 */
export function readIndex(json) {
  const index = MiniSearch.loadJSON(json, {
    ...INDEX_FIELDS,
    tokenize: termsOfText,
    processTerm: term => term,
  })
  const options = {
    tokenize: (/** @type {string} */ term) => [term],
    prefix: true,
    fuzzy,
    boost: { heading: 6, title: 2 },
    boostDocument: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {any} */ { address }) =>
      weightOf(address),
  }
  return query => {
    const all = index.search(queryOf(query, 'AND'), options)
    const found = all.length > 0 ? all : index.search(queryOf(query, 'OR'), options)
    return /** @type {any[]} */ (found.slice(0, MOST))
  }
}
