// SPDX-License-Identifier: Apache-2.0
// Writes the index of the search: an entry for each heading, with what stands below it.

import MiniSearch from 'minisearch'
import { INDEX_FIELDS, termsOfText } from '../../../web/search/terms.js'

/** Letters of the text that results show. */
const EXCERPT = 140

/**
 * @param {Map<string, import('./markdown.js').Rendered>} pages by name
 * @returns {string} JSON, which web/search/ reads
 */
export function writeSearchIndex(pages) {
  const index = new MiniSearch({ ...INDEX_FIELDS, tokenize: termsOfText, processTerm: term => term })
  let id = 0
  for (const [name, { title, sections }] of pages) {
    for (const { heading, text } of sections) {
      const address = `${name}.html${heading.depth === 1 ? '' : `#${heading.id}`}`
      const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/, '')} …` : text
      index.add({ id: id++, address, title, heading: heading.text, text, excerpt })
    }
  }
  return JSON.stringify(index)
}
