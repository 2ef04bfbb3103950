// SPDX-License-Identifier: Apache-2.0
// What stands around the text of a document: the head, the list of documents, the contents, the neighbours.

import { PAGE_META_CSP } from '../../../js/tools/static-server.js'
import { DOCUMENTS, GROUPS } from './documents.js'

/** @import { Document } from './documents.js' */
/** @import { Rendered } from './markdown.js' */

const LOGO =
  '<svg class="logo" viewBox="0 0 64 64" aria-hidden="true"><path d="M14 56h39c1-26-3-41-21-45l-5-6-3 7c-4 2-7 5-8 9l-7 13c-1 4 1 6 4 7 2 0 4-1 5-3 8-2 11-4 13-7 0 7-14 11-17 25z" /></svg>'
const MENU = icon('M4 7h16M4 12h16M4 17h16')
const HALF = icon('M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18')

/** The keyboard stays in the field: arrows choose among the results below it. */
const SEARCH = `      <search class="search">
        <input type="search" id="site-search" role="combobox" placeholder="Search" aria-label="Search the documents" aria-expanded="false" aria-controls="site-results" aria-autocomplete="list" aria-keyshortcuts="/" autocomplete="off" spellcheck="false" />
        <kbd aria-hidden="true">/</kbd>
        <div class="results" hidden>
          <div id="site-results" role="listbox" aria-label="Results"></div>
        </div>
        <p class="search-status" role="status"></p>
      </search>`

/** @param {string} path @returns {string} */
function icon(path) {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" /></svg>`
}

/** @param {string} text @returns {string} for an attribute */
const quoted = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** @param {string} source address of the repository, '' for none @returns {string} HTML: links to what is beside the documents */
const places = source =>
  `<a href="index.html">Documents</a><a href="../index.html">Board</a>${source ? `<a href="${quoted(source)}">Source</a>` : ''}`

/** @param {string} current name of the page @param {string} source @returns {string} HTML of the list of documents */
function documentList(current, source) {
  const link = (/** @type {Document} */ { name, label }) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<li><a href="${name}.html"${mark}>${label}</a></li>`
  }
  const groups = GROUPS.map(([group, documents]) => {
    const id = `site-${group.toLowerCase()}`
    return `<p id="${id}">${group}</p>\n<ul aria-labelledby="${id}">${documents.map(link).join('')}</ul>`
  })
  return `<div class="places">${places(source)}</div>\n${groups.join('\n')}`
}

/** @param {Rendered} document @returns {string} HTML of its contents; '' where it has less than three chapters */
function contentsOf({ sections }) {
  const headings = sections.map(({ heading }) => heading).filter(({ depth }) => depth === 2 || depth === 3)
  if (headings.length < 3) return ''
  const items = headings.map(
    ({ depth, id, html }) =>
      `<li class="depth-${depth}"><a href="#${id}">${html.replace(/<\/?a[^>]*>/g, '')}</a></li>`,
  )
  // Open beside the text, by the script or the style; a line above it on small screens.
  return `<nav class="contents" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>${items.join('')}</ul>
</details>
</nav>`
}

/** @param {string} current name of the page @returns {string} HTML: the documents before and after it */
function neighbours(current) {
  const at = DOCUMENTS.findIndex(({ name }) => name === current)
  const link = (/** @type {number} */ index, /** @type {string} */ rel, /** @type {string} */ word) => {
    const document = DOCUMENTS[index]
    return document
      ? `<a href="${document.name}.html" rel="${rel}"><span>${word}</span>${document.label}</a>`
      : '<span></span>'
  }
  return `<nav class="neighbours" aria-label="Previous and next">${link(at - 1, 'prev', 'Previous')}${link(at + 1, 'next', 'Next')}</nav>`
}

/** @returns {string} HTML: all documents by group, each with what it is about */
export function overview() {
  const card = (/** @type {Document} */ { name, label, about }) =>
    `<li><a href="${name}.html">${label}</a><span>${about}</span></li>`
  const groups = GROUPS.map(([group, documents]) => {
    const others = documents.filter(({ name }) => name !== 'index')
    return `<h3>${group}</h3>\n<ul class="cards">${others.map(card).join('')}</ul>`
  })
  return groups.join('\n')
}

/**
 * @param {Document} document
 * @param {Rendered} rendered
 * @param {string} source address of the repository, '' for none
 * @returns {string} HTML of its page
 */
export function pageOf({ name, about }, rendered, source) {
  const { title, html } = rendered
  return `<!doctype html>
<html lang="en" data-page="..">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${PAGE_META_CSP}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${quoted(about)}" />
    <title>${title === 'binbo' ? 'binbo: documents' : `${title} · binbo`}</title>
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <script src="theme.js"></script>
    <link rel="stylesheet" href="docs.css" />
    <script src="docs.js" defer></script>
  </head>
  <body class="document">
    <a class="skip" href="#site-text">Skip to the text</a>
    <header>
      <button type="button" class="menu" popovertarget="site-documents" aria-label="Menu">${MENU}</button>
      <a class="brand" href="index.html" aria-label="binbo, documents">${LOGO}<b>binbo</b></a>
      <nav class="places" aria-label="Places">${places(source)}</nav>
${SEARCH}
      <button type="button" class="theme" id="site-theme" aria-label="Dark theme" aria-pressed="false">${HALF}</button>
    </header>
    <nav id="site-documents" class="documents" popover aria-label="Documents">
${documentList(name, source)}
    </nav>
    ${contentsOf(rendered)}
    <main id="site-text" tabindex="-1">
${html}${neighbours(name)}
    </main>
  </body>
</html>
`
}
