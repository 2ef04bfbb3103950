// SPDX-License-Identifier: Apache-2.0
// Colours code when the site is built: HTML with a class of one letter for each kind of word (web/styles/docs-code.css).

import css from '@shikijs/langs/css'
import erlang from '@shikijs/langs/erlang'
import html from '@shikijs/langs/html'
import ini from '@shikijs/langs/ini'
import javascript from '@shikijs/langs/javascript'
import json from '@shikijs/langs/json'
import jsx from '@shikijs/langs/jsx'
import nginx from '@shikijs/langs/nginx'
import python from '@shikijs/langs/python'
import shell from '@shikijs/langs/shellscript'
import sql from '@shikijs/langs/sql'
import svelte from '@shikijs/langs/svelte'
import tsx from '@shikijs/langs/tsx'
import typescript from '@shikijs/langs/typescript'
import vue from '@shikijs/langs/vue'
import yaml from '@shikijs/langs/yaml'
import { createHighlighterCoreSync } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'

/** What has a colour, by its class: the TextMate scopes of the grammars. */
const KINDS = {
  c: ['comment', 'punctuation.definition.comment'],
  k: ['keyword', 'storage', 'variable.language', 'keyword.operator.new', 'keyword.operator.expression'],
  s: ['string', 'punctuation.definition.string', 'constant.character'],
  n: ['constant.numeric', 'constant.language', 'constant.other.option'],
  f: ['entity.name.function', 'support.function', 'entity.name.command', 'entity.other.attribute-name'],
  t: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.class',
    'support.type',
    'entity.name.tag',
    'new.expr entity.name.function',
  ],
}
/** Of what stands among these, and has none. */
const PLAIN_SCOPES = ['keyword.operator', 'string.unquoted', 'meta.template.expression']

/** A theme needs colours; these stand for the classes. @param {string} kind */
const colourOf = kind => `#${kind.charCodeAt(0).toString(16).repeat(3)}`
const CLASSES = new Map(Object.keys(KINDS).map(kind => [colourOf(kind).toUpperCase(), kind]))

const THEME = {
  name: 'classes',
  settings: [
    { settings: { foreground: '#000000' } },
    ...Object.entries(KINDS).map(([kind, scope]) => ({ scope, settings: { foreground: colourOf(kind) } })),
    { scope: PLAIN_SCOPES, settings: { foreground: '#000000' } },
  ],
}

const highlighter = createHighlighterCoreSync({
  engine: await createOnigurumaEngine(import('shiki/wasm')),
  themes: [THEME],
  langs: [
    css,
    erlang,
    html,
    ini,
    javascript,
    json,
    jsx,
    nginx,
    python,
    shell,
    sql,
    svelte,
    tsx,
    typescript,
    vue,
  ].concat(yaml),
})

/** Languages of documents that have other names there. */
const NAMES = /** @type {Record<string, string>} */ ({ conf: 'ini' })
/** No colours: they are output. */
const PLAIN = new Set(['', 'text'])
/** The words of a signature: there are more than a thousand, many of them no whole statement, and a grammar takes seconds for them. */
const SIGNATURE = RegExp(
  [
    /(?<c>\/\*[\s\S]*?\*\/|\/\/.*)/,
    /(?<s>'[^'\n]*'|"[^"\n]*"|`[^`]*`)/,
    /(?<k>\b(?:abstract|class|const|constructor|extends|function|get|implements|infer|interface|is|keyof|new|readonly|set|static|this|type|typeof)\b(?![?:(]))/,
    /(?<f>\b[a-z]\w*(?=[(<]))/,
    /(?<t>\b[A-Z]\w*\b|\b(?:any|bigint|boolean|never|null|number|object|string|symbol|true|false|undefined|unknown|void)\b(?!\??:))/,
    /(?<n>\b\d[\d_.]*\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** @param {string} text @returns {string} */
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * @param {string} code
 * @param {string} language as the fence names it
 * @returns {string} HTML of what stands in <code>
 * @throws {Error} where the language is not one of the documents'
 */
export function highlight(code, language) {
  if (PLAIN.has(language)) return escaped(code)
  if (language === 'signature') return signature(code)
  const lang = NAMES[language] ?? language
  if (!highlighter.getLoadedLanguages().includes(lang))
    throw new Error(`web/docs/site/highlight.js has no colours for ${language}`)
  const lines = highlighter.codeToTokensBase(code, {
    lang,
    theme: THEME.name,
    tokenizeTimeLimit: 0, // none: on a busy machine a line would lose its colours
  })
  return lines.map(lineOf).join('\n')
}

/** @param {string} code @returns {string} HTML */
function signature(code) {
  let html = ''
  let end = 0
  for (const found of code.matchAll(SIGNATURE)) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += `${escaped(code.slice(end, found.index))}<i class=${kind}>${escaped(found[0])}</i>`
    end = found.index + found[0].length
  }
  return html + escaped(code.slice(end))
}

/** @param {{ content: string, color?: string }[]} tokens @returns {string} HTML, with one element for neighbours of one kind */
function lineOf(tokens) {
  /** @type {{ kind: string, text: string }[]} */
  const runs = []
  for (const { content, color = '' } of tokens) {
    const last = runs.at(-1)
    const kind = CLASSES.get(color.toUpperCase()) ?? ''
    const isBlank = content.trim() === ''
    if (last && (last.kind === kind || isBlank)) last.text += content
    else runs.push({ kind, text: content })
  }
  return runs
    .map(({ kind, text }) => (kind ? `<i class=${kind}>${escaped(text)}</i>` : escaped(text)))
    .join('')
}
