// SPDX-License-Identifier: Apache-2.0
// Renders README.md, web/docs/*.md and the reference as pages of the site, with a search: docs/index.html, docs/pgn.html, …

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { readDeclarations } from './declarations.js'
import { DOCUMENTS } from './documents.js'
import { overview, pageOf } from './layout.js'
import { renderDocument } from './markdown.js'
import { writeReference } from './reference.js'
import { writeSearchIndex } from './write-search-index.js'

/** @import { Rendered } from './markdown.js' */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The chapter of README.md that the site has as a list of its own: all documents, each with what it is about. */
const LIST = /(<h2 id="documents">.*<\/h2>\n)[\s\S]*$/

/**
 * Needs the built package in dist/.
 * @param {string} folder of the page; the documents go to docs/ in it
 * @param {{ source?: string }} [options] the address of the repository; default none
 * @throws {Error} where web/docs/ has a document that is not in the navigation
 */
export async function writeDocs(folder, { source = '' } = {}) {
  const pages = await renderAll()
  await mkdir(`${folder}/docs`, { recursive: true })
  for (const document of DOCUMENTS) {
    const page = /** @type {Rendered} */ (pages.get(document.name))
    await writeFile(`${folder}/docs/${document.name}.html`, pageOf(document, page, source))
  }
  await writeFile(`${folder}/docs/search-index.js`, writeSearchIndex(pages))
  for (const name of await readdir(`${ROOT}web/screenshots`))
    await copyFile(`${ROOT}web/screenshots/${name}`, `${folder}/docs/${name}`)
  // No modules: browsers load none from files.
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'web/docs/browser/theme.ts', out: 'theme' },
      { in: 'web/docs/browser/documents.ts', out: 'docs' },
      { in: 'web/styles/docs.css', out: 'docs' },
    ],
    outdir: `${folder}/docs`,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  })
}

/** @returns {Promise<Map<string, Rendered>>} all pages by name, in the order of the navigation */
export async function renderAll() {
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
  withOverview(pages)
  return pages
}

/** @param {Map<string, Rendered>} pages in the first of which the list of README.md is replaced */
function withOverview(pages) {
  const index = pages.get('index')
  const [list] = (index && LIST.exec(index.html)) ?? []
  if (!index || !list) throw new Error('README.md has no last chapter ## Documents')
  const licence = /<li>(Licence: [\s\S]*)<\/li>/.exec(list)?.[1] ?? ''
  const html = index.html.replace(LIST, (_, heading) => `${heading}${overview()}\n<p>${licence}</p>\n`)
  pages.set('index', { ...index, html })
}
