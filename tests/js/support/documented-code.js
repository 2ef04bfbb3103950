// SPDX-License-Identifier: Apache-2.0
// The code of README.md and web/docs/ as TypeScript modules; scripts of pages are code, too. A comment before a block of code, which no reader sees, says how it
// is compiled where that is not alone:
//
//   <!-- compiled in: declare const game: Game; import { Game } from 'binbo'; … -->     the block takes the place of …
//   <!-- not compiled: the reason -->

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './binbo.js'

/**
 * @typedef {object} Code
 * @property {string} file where it is compiled: folder of its document, and its own name or its line
 * @property {string} text its lines have the numbers that they have in the document
 * @property {boolean} isTyped whether it is TypeScript in the document
 * @property {boolean} needsNode
 * @property {boolean} needsDom
 */

const NODE = /from '(?:node:|binbo\/node|binbo\/server|bullmq|pg|redis|ws\b|@duckdb)|\bprocess\./
const DOM =
  /from '(?:chessground|cm-chessboard|react|react-dom)\b|\b(?:document|location|localStorage|addEventListener|onmessage|postMessage)\b/
const BLOCK =
  /(?:^<!-- (?<how>compiled in|not compiled): (?<more>[^`]*?) -->\n\n?)?^```(?<language>js|javascript|ts|typescript|tsx)\n(?<code>[\s\S]*?)^```$/gm
const SCRIPT = /^ *<script type="module">\n([\s\S]*?)^ *<\/script>$/gm
const NAME = /^\/\/ ([\w./-]+)\.m?[jt]sx?\b/

/**
 * @param {string} document its name
 * @param {string} markdown
 * @returns {{ compiled: Code[], skipped: string[] }} the reasons for what is not compiled
 */
export function codeIn(document, markdown) {
  const text = markdown.replace(SCRIPT, '```js\n$1```')
  const compiled = []
  const skipped = []
  for (const { 0: whole, index, groups = {} } of text.matchAll(BLOCK)) {
    const { how, more = '', language, code } = groups
    if (how === 'not compiled') {
      skipped.push(more)
      continue
    }
    const line = text.slice(0, index + whole.indexOf('```')).split('\n').length
    const [before, after] = how ? more.replaceAll('\n', ' ').split('…') : ['', '']
    if (after === undefined) throw new Error(`${document}.md:${line}: no … for the code`)
    const extension = language === 'tsx' ? 'tsx' : 'ts'
    const module = `${'\n'.repeat(line - 1)}${before}\n${code}${after}\nexport {}\n`
    compiled.push({
      file: `${document}/${NAME.exec(code)?.[1] ?? `line-${line}`}.${extension}`,
      text: module,
      isTyped: language.startsWith('t'),
      needsNode: NODE.test(module),
      needsDom: DOM.test(module),
    })
  }
  return { compiled, skipped }
}

/** @returns {ReturnType<typeof codeIn>} of README.md and all documents */
export function documentedCode() {
  const folder = join(root, 'web/docs')
  const documents = readdirSync(folder).filter(name => name.endsWith('.md'))
  const paths = [join(root, 'README.md'), ...documents.map(name => join(folder, name))]
  const found = paths.map(path => codeIn(/([\w-]+)\.md$/.exec(path)?.[1] ?? '', readFileSync(path, 'utf8')))
  return {
    compiled: found.flatMap(({ compiled }) => compiled),
    skipped: found.flatMap(({ skipped }) => skipped),
  }
}
