// SPDX-License-Identifier: Apache-2.0
// Markdown to the HTML of the site, with the headings that its table of contents and its search need.

import { readFileSync } from 'node:fs'
import { Marked, Renderer } from 'marked'
import { siteAddress } from './documents.js'
import { highlight } from './highlight.js'

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

/** Elements that stand within a word. */
const INLINE = /<\/?(?:a|b|code|em|i|strong)\b[^>]*>/g

/** @param {string} html @returns {string} */
const textOf = html =>
  html
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

const PICTURES = new URL('../../screenshots/', import.meta.url)

/** @param {string} name of a PNG or SVG @returns {string} attributes that keep its place until it is loaded */
function sizeOf(name) {
  const bytes = readFileSync(new URL(name, PICTURES))
  const [, width, height] = name.endsWith('.svg')
    ? (/viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('latin1')) ?? [])
    : [0, bytes.readUInt32BE(16), bytes.readUInt32BE(20)] // of the header of a PNG
  return `width="${width}" height="${height}"`
}

/** A picture that scrolls in itself on narrow screens, since its texts would be too small. */
const WIDE = 'bench.svg'

const plain = new Renderer()
const markdown = new Marked({
  renderer: {
    // A heading may end with its fragment: {#name}. It is a link to itself, whose address can be copied.
    heading({ tokens, depth }) {
      const [, html, id] = /^([\s\S]*?)(?: \{#([\w-]+)\})?$/.exec(this.parser.parseInline(tokens)) ?? []
      const fragment = id ?? fragmentOf(html)
      const inner = depth > 1 && !html.includes('<a ') ? `<a href="#${fragment}">${html}</a>` : html
      return `<h${depth} id="${fragment}">${inner}</h${depth}>\n`
    },
    // Wide code and tables scroll in themselves, not the page with them; the keyboard must reach what scrolls.
    code({ text, lang = '' }) {
      const kind = lang === 'signature' ? 'class="signature"' : 'tabindex="0"'
      return `<div class="code"><pre ${kind}><code>${highlight(text, lang)}\n</code></pre></div>\n`
    },
    table(token) {
      plain.parser = this.parser
      return `<div class="table" tabindex="0">${plain.table(token)}</div>\n`
    },
    paragraph({ tokens }) {
      const html = this.parser.parseInline(tokens)
      const isWide = tokens.length === 1 && tokens[0].type === 'image' && tokens[0].href.endsWith(WIDE)
      const start = isWide ? 'p class="wide" tabindex="0" role="group" aria-label="Chart"' : 'p'
      return `<${start}>${html}</p>\n`
    },
    image: ({ href, text }) =>
      `<img src="${href}" alt="${text.replaceAll('"', '&quot;')}" ${sizeOf(href)} loading="lazy" />`,
    html: ({ text }) =>
      text.startsWith('<!--') ? '' : text.replace(/src="([^"]*)"/g, (_, src) => `src="${siteAddress(src)}"`),
  },
  walkTokens(token) {
    if (token.type === 'link' || token.type === 'image') token.href = siteAddress(token.href)
  },
})

const HEADING_OR_TABLE = /<h[1-6] id="[^"]*">([\s\S]*?)<\/h[1-6]>|<div class="table"/g

/** @param {string} html of a document @returns {string} the same, whose tables are named by the heading above them */
function withTableNames(html) {
  let name = ''
  return html.replace(HEADING_OR_TABLE, (found, heading) => {
    if (heading === undefined) return `${found} role="group" aria-label="Table: ${name}"`
    name = textOf(heading)
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    return found
  })
}

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
    const [whole, depth, id, linked] = found
    const inner = linked.replace(/^<a href="#[^>]*>(.*)<\/a>$/s, '$1')
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
  const html = withTableNames(/** @type {string} */ (markdown.parse(text, { async: false })))
  const sections = sectionsOf(html)
  return { title: sections[0].heading.text, html, sections }
}
