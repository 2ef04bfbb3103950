// SPDX-License-Identifier: Apache-2.0
// Renders README.md, web/docs/*.md and the reference as pages of the site, with a search: docs/index.html, docs/pgn.html, …

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import { PAGE_META_CSP } from '../../../js/tools/static-server.js'
import { INDEX_FIELDS, termsOfText } from '../../search/terms.js'
import { readDeclarations } from './declarations.js'
import { DOCUMENTS, GROUPS } from './documents.js'
import { renderDocument } from './markdown.js'
import { writeReference } from './reference.js'

/** @import { Document } from './documents.js' */
/** @import { Rendered } from './markdown.js' */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Letters of the text that results of the search show. */
const EXCERPT = 140

/**
 * @param {Map<string, Rendered>} pages by name
 * @returns {string} the index of the search, an entry for each heading with the text below it: JSON, which web/search/ reads
 */
function writeSearchIndex(pages) {
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

/** @param {string} current name of the page @returns {string} HTML of the navigation */
function navigation(current) {
  const link = (/** @type {Document} */ { name, label }) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<li><a href="${name}.html"${mark}>${label}</a></li>`
  }
  const play =
    '<p id="group-page">Page</p>\n<ul aria-labelledby="group-page"><li><a href="../">Play</a></li></ul>'
  const groups = GROUPS.map(([group, documents]) => {
    const id = `group-${group.toLowerCase()}`
    return `<p id="${id}">${group}</p>\n<ul aria-labelledby="${id}">${documents.map(link).join('')}</ul>`
  })
  return [...groups, play].join('\n')
}

/** @param {Rendered} document @returns {string} HTML of its table of contents; '' where it has less than three headings */
function tableOfContents({ sections }) {
  const headings = sections.map(({ heading }) => heading).filter(({ depth }) => depth === 2 || depth === 3)
  if (headings.length < 3) return ''
  const items = headings.map(
    ({ depth, id, html }) =>
      `<li class="depth-${depth}"><a href="#${id}">${html.replace(/<\/?a[^>]*>/g, '')}</a></li>`,
  )
  return `<nav id="contents" class="contents" popover aria-labelledby="contents-title">
<p id="contents-title">On this page</p>
<ul>${items.join('')}</ul>
</nav>`
}

/** @param {string} current name of the page @returns {string} HTML: the pages before and after it */
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

/**
 * @param {string} current name of the page
 * @param {Rendered} document
 * @returns {string} HTML
 */
function completeDocument(current, document) {
  const { title, html } = document
  const contents = tableOfContents(document)
  const contentsButton = contents
    ? '\n      <button type="button" popovertarget="contents">Contents</button>'
    : ''
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${PAGE_META_CSP}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title === 'binbo' ? 'binbo' : `${title} · binbo`}</title>
    <link rel="icon" href="../icon.svg" />
    <link rel="stylesheet" href="docs.css" />
    <script type="module" src="docs.js"></script>
  </head>
  <body class="document">
    <a class="skip" href="#main">Skip to the text</a>
    <header>
      <button type="button" popovertarget="documents">Menu</button>${contentsButton}
      <a class="brand" href="index.html">binbo</a>
    </header>
    <nav id="documents" class="documents" popover aria-label="Documents">
${navigation(current)}
    </nav>
    <main id="main">
${html}${neighbours(current)}
    </main>
    ${contents}
  </body>
</html>
`
}

/**
 * Needs the built package in dist/.
 * @param {string} folder of the page; the documents go to docs/ in it
 * @throws {Error} where web/docs/ has a document that is not in the navigation
 */
export async function writeDocs(folder) {
  const pages = await renderAll()
  await mkdir(`${folder}/docs`, { recursive: true })
  for (const [name, page] of pages)
    await writeFile(`${folder}/docs/${name}.html`, completeDocument(name, page))
  await writeFile(`${folder}/docs/search-index.json`, writeSearchIndex(pages))
  for (const name of await readdir(`${ROOT}web/screenshots`))
    await copyFile(`${ROOT}web/screenshots/${name}`, `${folder}/docs/${name}`)
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'web/search/documents.js', out: 'docs' },
      { in: 'web/styles/docs.css', out: 'docs' },
    ],
    outdir: `${folder}/docs`,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  })
}

/** @returns {Promise<Map<string, Rendered>>} all pages by name, in the order of the navigation */
async function renderAll() {
  const known = new Set(DOCUMENTS.map(({ source }) => basename(source)))
  const unknown = (await readdir(`${ROOT}web/docs`)).filter(name => name.endsWith('.md') && !known.has(name))
  if (unknown.length > 0) throw new Error(`web/docs/site/documents.js does not list ${unknown.join(', ')}`)
  const errors = await readFile(`${ROOT}web/docs/errors.md`, 'utf8')
  const codes = new Set([...errors.matchAll(/^### (ERR_\w+)$/gm)].map(([, code]) => code))
  const reference = writeReference(readDeclarations(ROOT), codes)
  const pages = new Map()
  for (const { name, source, entry } of DOCUMENTS) {
    const text = entry ? reference.get(entry) : await readFile(`${ROOT}${source}`, 'utf8')
    if (text === undefined) throw new Error(`package.json has no entry ${entry}`)
    try {
      pages.set(name, renderDocument(text))
    } catch (error) {
      throw new Error(`${source}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }
  return pages
}
