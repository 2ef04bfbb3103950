// SPDX-License-Identifier: Apache-2.0
// Splits texts into words for the search: to write the index, and to read it.

/** The settings of the index that both sides must agree on. */
export const INDEX_FIELDS = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['address', 'heading', 'title', 'excerpt'],
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*/gu
/** Where a name of a program is divided: legal|Moves, ERR|_FEN, UCI|Game. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu

/** @param {string} word @returns {string} without case and accents */
const plain = word => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** @param {string} word @returns {string[]} the word and, of a name, its parts */
function withParts(word) {
  const parts = word.match(PART) ?? []
  return (parts.length > 1 ? [word, ...parts] : [word]).map(plain)
}

/**
 * @param {string} text
 * @returns {string[]} its words, and the parts of names: `legalMoves` is also found by `moves`
 */
export const termsOfText = text => (text.match(WORD) ?? []).flatMap(withParts)

/**
 * @param {string} text as typed
 * @returns {string[][]} each of its words, followed by its parts
 */
export const wordsOfQuery = text => (text.match(WORD) ?? []).map(withParts)
