// SPDX-License-Identifier: Apache-2.0
// Writes what the search reads: the chapters of all documents as text.

import { DOCUMENTS } from './documents.js'

/** @import { Rendered } from './markdown.js' */

/**
 * @typedef {'guide' | 'reference' | 'drop-in' | 'project'} Kind of a document, by which results are weighed: what users ask for,
 *   what the package exports, what it exports in another library's place, what those read who work on it
 */

/**
 * @typedef {object} SearchIndex
 * @property {[name: string, title: string, kind: Kind, about: string][]} pages
 * @property {[page: number, depth: number, id: string, heading: string, text: string][]} sections in the order of the documents
 */

/** @param {import('./documents.js').Document} document @returns {Kind} */
function kindOf({ name, entry, source }) {
  if (name === 'chess-js' || entry === 'binbo/chess.js') return 'drop-in'
  if (entry) return 'reference'
  return name === 'design' || /^C[A-Z]+\.md$/.test(source) ? 'project' : 'guide'
}

/** @param {Map<string, Rendered>} pages by name @returns {SearchIndex} */
export function searchIndex(pages) {
  /** @type {SearchIndex} */
  const index = { pages: [], sections: [] }
  for (const document of DOCUMENTS) {
    const { title, sections } = /** @type {Rendered} */ (pages.get(document.name))
    const page = index.pages.push([document.name, title, kindOf(document), document.about]) - 1
    for (const { heading, text } of sections)
      index.sections.push([page, heading.depth, heading.depth === 1 ? '' : heading.id, heading.text, text])
  }
  return index
}

/** @param {Map<string, Rendered>} pages by name @returns {string} a script, since pages from files can fetch nothing */
export const writeSearchIndex = pages => `globalThis.searchIndex=${JSON.stringify(searchIndex(pages))}\n`
