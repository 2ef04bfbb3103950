// SPDX-License-Identifier: Apache-2.0
// Writes what the search reads: the chapters of all documents as text.

import { DOCUMENTS, GROUPS } from './documents.js'

/** @import { Rendered } from './markdown.js' */

/**
 * @typedef {'start' | 'guide' | 'core' | 'reference' | 'drop-in' | 'project'} Kind of a document, by which results are weighed: what
 *   new users read, what others ask for, what `binbo` exports, what other entries export, what stands beside other libraries, what
 *   those read who work on it
 */

/**
 * @typedef {object} SearchIndex
 * @property {[name: string, title: string, kind: Kind, about: string][]} pages
 * @property {[page: number, depth: number, id: string, heading: string, text: string][]} sections in the order of the documents
 */

const START = new Set(GROUPS[0][1].map(({ name }) => name))

/** @param {import('./documents.js').Document} document @returns {Kind} */
function kindOf({ name, entry, source }) {
  if (name === 'migration' || name === 'chess-js' || entry === 'binbo/chess.js') return 'drop-in'
  if (entry) return entry === 'binbo' ? 'core' : 'reference'
  if (START.has(name)) return 'start'
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
