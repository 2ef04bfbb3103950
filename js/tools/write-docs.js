// SPDX-License-Identifier: Apache-2.0
// Renders README.md and web/docs/*.md as pages of the site: docs/index.html, docs/pgn.html, …

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Marked, Renderer } from 'marked'
import { PAGE_META_CSP } from './static-server.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The documents in the order of the navigation: name of the page, source. */
const DOCUMENTS = /** @type {const} */ ([
  ['index', 'README.md'],
  ['variants', 'web/docs/variants.md'],
  ['dead', 'web/docs/dead.md'],
  ['pgn', 'web/docs/pgn.md'],
  ['setups', 'web/docs/setups.md'],
  ['openings', 'web/docs/openings.md'],
  ['engines', 'web/docs/engines.md'],
  ['sessions', 'web/docs/sessions.md'],
  ['servers', 'web/docs/servers.md'],
  ['deployment', 'web/docs/deployment.md'],
  ['runs-in', 'web/docs/runs-in.md'],
  ['chess-js', 'web/docs/chess-js.md'],
  ['page', 'web/docs/page.md'],
  ['errors', 'web/docs/errors.md'],
  ['performance', 'web/docs/performance.md'],
  ['design', 'web/docs/design.md'],
])

/**
 * Makes the address of a link or picture one of the site.
 * @param {string} href as written in a document
 * @returns {string}
 * @throws {Error} where it leads to a file that the site does not have
 */
export function siteAddress(href) {
  if (/^(https?:|#)/.test(href)) return href
  const [path, fragment] = href.split('#')
  const name = basename(path)
  const page = DOCUMENTS.find(([, source]) => basename(source) === name)?.[0]
  if (page) return `${page}.html${fragment ? `#${fragment}` : ''}`
  if (/^web\/screenshots\/[\w-]+\.png$/.test(path)) return name
  throw new Error(`a document links to ${href}, which is not part of the site`)
}

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

const plain = new Renderer()
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      return `<h${depth} id="${fragmentOf(html)}">${html}</h${depth}>\n`
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
 * @param {string} text Markdown
 * @returns {{ title: string, html: string }} the title is the first heading
 */
export function renderDocument(text) {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (!title) throw new Error('a document needs a title: # …')
  return { title, html: /** @type {string} */ (markdown.parse(text, { async: false })) }
}

/**
 * @param {string} current name of the page
 * @param {Map<string, { title: string, html: string }>} pages
 * @returns {string} HTML
 */
function completeDocument(current, pages) {
  const { title, html } = /** @type {{ title: string, html: string }} */ (pages.get(current))
  const links = Array.from(pages, ([name, { title }]) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<a href="${name}.html"${mark}>${title}</a>`
  })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${PAGE_META_CSP}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title === 'binbo' ? 'binbo' : `${title} · binbo`}</title>
    <link rel="icon" href="../icon.svg" />
    <link rel="stylesheet" href="docs.css" />
  </head>
  <body class="document">
    <nav aria-label="Documents"><a href="../">Play</a>${links.join('')}</nav>
    <main>
${html}    </main>
  </body>
</html>
`
}

/**
 * @param {string} folder of the page; the documents go to docs/ in it
 * @throws {Error} where web/docs/ has a document that is not in the navigation
 */
export async function writeDocs(folder) {
  const known = new Set(DOCUMENTS.map(([, source]) => basename(source)))
  const unknown = (await readdir(`${ROOT}web/docs`)).filter(name => !known.has(name))
  if (unknown.length > 0) throw new Error(`js/tools/write-docs.js does not list ${unknown.join(', ')}`)
  const pages = new Map()
  for (const [name, source] of DOCUMENTS)
    pages.set(name, renderDocument(await readFile(`${ROOT}${source}`, 'utf8')))
  await mkdir(`${folder}/docs`, { recursive: true })
  for (const name of pages.keys())
    await writeFile(`${folder}/docs/${name}.html`, completeDocument(name, pages))
  for (const name of await readdir(`${ROOT}web/screenshots`))
    await copyFile(`${ROOT}web/screenshots/${name}`, `${folder}/docs/${name}`)
  await build({
    absWorkingDir: ROOT,
    entryPoints: { docs: 'web/styles/docs.css' },
    outdir: `${folder}/docs`,
    bundle: true,
    minify: true,
    logLevel: 'warning',
  })
}
