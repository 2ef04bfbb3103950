// SPDX-License-Identifier: Apache-2.0
// Markdown to the HTML of the site, with the headings that its table of contents and its search need.

import { Marked, Renderer } from 'marked'
import { siteAddress } from './documents.js'

/**
 * @typedef {object} Heading
 * @property {number} depth 1 to 6
 * @property {string} id its fragment
 * @property {string} html
 * @property {string} text without markup
 */

/**
 * @typedef {object} Section a heading and what stands below it, up to the next one
 * @property {Heading} heading
 * @property {string} text without markup
 */

/**
 * @typedef {object} Rendered
 * @property {string} title the first heading, without markup
 * @property {string} html
 * @property {Section[]} sections
 */

/**
 * The fragment that a heading has on common Markdown sites: small letters and digits, '-' for blanks.
 * @param {string} text of the heading, without markup
 * @returns {string}
 */
export const fragmentOf = text =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|&\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const ENTITIES = /** @type {Record<string, string>} */ ({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" })

/** @param {string} html @returns {string} */
const textOf = html =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

/** @param {string} fragment @returns {string} HTML: what a mouse can copy the address of a heading from */
const anchorTo = fragment =>
  `<a class="anchor" href="#${fragment}" aria-hidden="true" tabindex="-1" title="Link to this heading">#</a>`
const ANCHOR = /<a class="anchor"[^>]*>#<\/a>/

const plain = new Renderer()
const markdown = new Marked({
  renderer: {
    // A heading may end with its fragment: {#name}.
    heading({ tokens, depth }) {
      const [, html, id] = /^([\s\S]*?)(?: \{#([\w-]+)\})?$/.exec(this.parser.parseInline(tokens)) ?? []
      const fragment = id ?? fragmentOf(html)
      return `<h${depth} id="${fragment}">${html}${depth > 1 ? anchorTo(fragment) : ''}</h${depth}>\n`
    },
    // Wide code and tables scroll in themselves, not the page with them; the keyboard must reach what scrolls.
    code: token => plain.code(token).replace('<pre>', '<pre tabindex="0">'),
    table(token) {
      plain.parser = this.parser
      return `<div class="table" tabindex="0">${plain.table(token)}</div>\n`
    },
    html: ({ text }) =>
      text.startsWith('<!--') ? '' : text.replace(/src="([^"]*)"/g, (_, src) => `src="${siteAddress(src)}"`),
  },
  walkTokens(token) {
    if (token.type === 'link' || token.type === 'image') token.href = siteAddress(token.href)
  },
})

/**
 * @param {string} html of a document
 * @returns {Section[]}
 * @throws {Error} where two headings have one fragment
 */
function sectionsOf(html) {
  const seen = new Set()
  const parts = html.split(/(?=<h[1-6] id=")/).filter(part => part.startsWith('<h'))
  return parts.map(part => {
    const found = /^<h(\d) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part)
    if (!found) throw new Error(`no heading: ${part.slice(0, 80)}`)
    const [whole, depth, id, marked] = found
    const inner = marked.replace(ANCHOR, '')
    if (seen.has(id)) throw new Error(`a document has two headings #${id}`)
    seen.add(id)
    const heading = { depth: Number(depth), id, html: inner, text: textOf(inner) }
    return { heading, text: textOf(part.slice(whole.length)) }
  })
}

/**
 * @param {string} text Markdown
 * @returns {Rendered}
 * @throws {Error} where it has no title, a link that leads nowhere, or two headings with one fragment
 */
export function renderDocument(text) {
  if (!/^# .+$/m.test(text)) throw new Error('a document needs a title: # …')
  const html = /** @type {string} */ (markdown.parse(text, { async: false }))
  const sections = sectionsOf(html)
  return { title: sections[0].heading.text, html, sections }
}
