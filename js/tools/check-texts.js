// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the tables of the page's texts, web/languages/: each has all texts of the code and of the HTML files, no others, in
 * the order of a sort, with the same places for values. `write` sorts the tables, removes unused texts and adds those that are
 * missing with an empty translation, which is a fault.
 *
 * usage: node js/tools/check-texts.js [write]    (at the top of the repository; exit code 1 for a fault)
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMain } from './main-module.js'

const LANGUAGES = 'web/languages'
const PAGES = ['web/index.html', 'web/embed.html']
const TAGS = new Set(['say', 'sayWith'])
/** Documents and tables. */
const NO_PAGE = /^(docs|languages)\b/
/** Sentences of the library that the page shows, unless it has one of its own for the code: web/page/error-words.ts. */
const ERRORS = 'src/error.h'
const ERROR = /\bX\((ERR_\w+), \d+, ("(?:[^"\\]|\\.)*")\)/g
const OWN_ERRORS = 'web/page/error-words.ts'
/** The library's words for ends of games: of each three the page shows the second one and the third one. */
const ENDS = ['js/game/ends.ts', 'src/rules/status.h']
const END = /(["'])[^"'\n]+\1,\s*\1([^"'\n]+)\1,\s*\1([^"'\n]*)\1/g
/** What translateDocument() of web/page/texts.ts translates. */
const NAMES = /<title>([^<]+)<|class="skip"[^>]*>([^<]+)<|aria-label="([^"]+)"/g

/** @typedef {{ file: string, line: number, key: string }} Use a text of the page */
/** @typedef {Record<string, string | Record<string, string>>} Table */

/**
 * @param {typeof import('typescript')} ts
 * @param {string} file
 * @param {string} code
 * @returns {Use[]} its texts, with places for values, such as '{0} games'
 */
export function textsIn(ts, file, code) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true)
  /** @type {Use[]} */
  const found = []
  const visit = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isTaggedTemplateExpression(node) && TAGS.has(node.tag.getText(source))) {
      const { template } = node
      const parts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template.text]
        : [template.head.text, ...template.templateSpans.map(span => span.literal.text)]
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({ file, line, key: parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {string} file @param {string} html @returns {Use[]} */
export const textsOfPage = (file, html) =>
  [...html.matchAll(NAMES)].map(({ index, 1: title, 2: link, 3: label }) => ({
    file,
    line: html.slice(0, index).split('\n').length,
    key: title ?? link ?? label,
  }))

/**
 * @param {string} header the text of src/error.h
 * @param {string} own the text of web/page/error-words.ts
 * @returns {Use[]}
 */
export const textsOfErrors = (header, own) =>
  [...header.matchAll(ERROR)]
    .filter(([, code]) => !own.includes(`  ${code}: say`))
    .map(({ index, 2: message }) => ({
      file: ERRORS,
      line: header.slice(0, index).split('\n').length,
      key: `${JSON.parse(message)}.`,
    }))

/** @param {string} file @param {string} code @returns {Use[]} */
export const textsOfEnds = (file, code) =>
  [...code.matchAll(END)].flatMap(({ index, 2: title, 3: sentence }) =>
    [title, sentence]
      .filter(Boolean)
      .map(key => ({ file, line: code.slice(0, index).split('\n').length, key })),
  )

/** @param {string} text @returns {string} its places, each once, sorted */
const placesOf = text => [...new Set(text.match(/\{\d\}/g))].sort().join()

/** Such as 'a key, with places {0}'. @param {Use} use @returns {string[]} */
function faultsOfKey({ file, line, key }) {
  const shown = key.replace(/\|\w+$/, '')
  if (shown.trim() === '' || !/\p{L}/u.test(shown.replace(/\{\d+\}/g, '')))
    return [`${file}:${line}: '${key}' has no words`]
  if (/\||\{\d{2,}\}/.test(shown))
    return [`${file}:${line}: '${key}' has a | inside, or more than ten values`]
  return shown === shown.trim() && !/\s{2}|\n/.test(shown)
    ? []
    : [`${file}:${line}: '${key}' has blanks at an end, several in a row, or a line break`]
}

/**
 * @param {string} file
 * @param {Table} table
 * @param {Set<string>} keys the texts of the page
 * @returns {string[]} faults
 */
export function faultsOfTable(file, table, keys) {
  const rules = new Intl.PluralRules(basename(file, '.json'))
  const { pluralCategories } = rules.resolvedOptions()
  const faults = [...keys].filter(key => !Object.hasOwn(table, key)).map(key => `'${key}' is missing`)
  const names = Object.keys(table)
  if (names.join('\n') !== names.toSorted().join('\n')) faults.push('is not sorted')
  for (const [key, value] of Object.entries(table)) {
    if (!keys.has(key)) faults.push(`'${key}' is not a text of the page`)
    const forms = typeof value === 'string' ? { other: value } : value
    if (!Object.hasOwn(forms, 'other')) faults.push(`'${key}' has no form 'other'`)
    for (const [category, form] of Object.entries(forms)) {
      if (!pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (category)))
        faults.push(`'${key}' has a form '${category}', which the language has not`)
      if (form.trim() === '') faults.push(`'${key}' has no translation`)
      // The form for one may leave out the number.
      else if (category !== 'one' && placesOf(form) !== placesOf(key))
        faults.push(`'${key}' has other places than its translation`)
    }
  }
  return faults.map(fault => `${file}:1: ${fault}`)
}

/**
 * Reads a table line by line, as branches that both add texts leave it: commas may be missing, and texts occur twice.
 * @param {string} text
 * @returns {Table}
 */
const readLines = text =>
  Object.assign(
    {},
    ...text.split('\n').flatMap(line => {
      const entry = line.trim().replace(/,$/, '')
      return entry.startsWith('"') ? [JSON.parse(`{${entry}}`)] : []
    }),
  )

/** @param {Table} table @returns {string} JSON, one text a line, sorted */
const written = table =>
  `{\n${Object.keys(table)
    .toSorted()
    .map(key => `  ${JSON.stringify(key)}: ${JSON.stringify(table[key])}`)
    .join(',\n')}\n}\n`

async function main() {
  const { default: ts } = await import('typescript')
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8')
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !NO_PAGE.test(name))
    .toSorted()
    .map(name => join('web', name))
  const uses = [
    ...PAGES.filter(existsSync).flatMap(path => textsOfPage(path, read(path))),
    ...textsOfErrors(read(ERRORS), read(OWN_ERRORS)),
    ...ENDS.flatMap(path => textsOfEnds(path, read(path))),
    ...sources.flatMap(path => textsIn(ts, path, read(path))),
  ]
  const keys = new Set(uses.map(({ key }) => key))
  const faults = uses.flatMap(faultsOfKey)
  for (const name of readdirSync(LANGUAGES)) {
    const path = join(LANGUAGES, name)
    if (process.argv[2] === 'write') {
      const known = readLines(read(path))
      writeFileSync(path, written(Object.fromEntries([...keys].map(key => [key, known[key] ?? '']))))
    }
    const text = read(path)
    try {
      const table = JSON.parse(text)
      faults.push(...faultsOfTable(path, table, keys))
      if (text !== written(table)) faults.push(`${path}:1: is not one text a line; 'write' mends it`)
    } catch (error) {
      faults.push(`${path}:1: ${error}`)
    }
  }
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}

if (isMain(import.meta.url)) await main()
