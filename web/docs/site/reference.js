// SPDX-License-Identifier: Apache-2.0
// The reference: a page of Markdown for each entry of the package, made of its declarations.

import { referencePage } from './documents.js'
import { fragmentOf } from './markdown.js'

/** @import { Entry, Item, Signature } from './declarations.js' */

const SECTIONS = /** @type {const} */ ([
  ['Functions', 'function'],
  ['Classes', 'class'],
  ['Constants', 'constant'],
  ['Types', 'type'],
])

/**
 * @param {Entry[]} entries
 * @param {Set<string>} codes of errors, each a heading of errors.md
 * @returns {Map<string, string>} Markdown by entry
 * @throws {Error} where a comment names an error that does not exist
 */
export function writeReference(entries, codes) {
  return new Map(entries.map(entry => [entry.name, pageOf(entry, entries, codes)]))
}

/**
 * @param {Entry} entry
 * @param {Entry[]} entries
 * @param {Set<string>} codes
 * @returns {string}
 */
function pageOf(entry, entries, codes) {
  const places = placesFrom(entry, entries)
  const names = entry.items.filter(({ kind }) => kind !== 'type').map(({ name }) => name)
  const lines = [
    `# Reference: ${entry.name}`,
    'What the entry exports, from the declarations of the package.',
    names.length > 0 ? `\`\`\`javascript\nimport { ${names.join(', ')} } from '${entry.name}'\n\`\`\`` : '',
    ...[...entry.again].map(([other, again]) => {
      const items = entries.find(({ name }) => name === other)?.items ?? []
      const links = items
        .filter(({ name }) => again.includes(name))
        .map(item => link(item.name, addressOf(other, item)))
      return `Also exported here, from [${other}](${referencePage(other)}.md): ${links.join(', ')}.`
    }),
  ]
  for (const [title, kind] of SECTIONS) {
    const items = entry.items.filter(item => item.kind === kind)
    if (items.length > 0) lines.push(`## ${title}`)
    for (const item of items) lines.push(...itemLines(item, places, codes))
  }
  return `${lines.filter(Boolean).join('\n\n')}\n`
}

/** @param {Item} item @returns {string} `VariantName` is a type, `variantName` a function */
const idOf = ({ kind, name }) => (kind === 'type' ? `type-${fragmentOf(name)}` : fragmentOf(name))

/** @param {string} entry @param {Item} item @returns {string} */
const addressOf = (entry, item) => `${referencePage(entry)}.md#${idOf(item)}`

/** @param {string} name @param {string} address @returns {string} */
const link = (name, address) => `[${name}](${address})`

/**
 * @param {Entry} entry
 * @param {Entry[]} entries
 * @returns {Map<string, string>} where the names that it can use are described
 */
function placesFrom(entry, entries) {
  const places = new Map()
  for (const other of [...entries].reverse()) {
    const isKnown = entry.again.has(other.name)
    for (const item of other.items) if (isKnown) places.set(item.name, addressOf(other.name, item))
  }
  for (const item of entry.items) places.set(item.name, `#${idOf(item)}`)
  return places
}

/** @param {import('./declarations.js').Member} member @returns {number} constructors first, then what is static */
const rankOf = ({ name, isStatic }) => (name === 'constructor' ? 0 : isStatic ? 1 : 2)

/**
 * @param {Item} item
 * @param {Map<string, string>} places
 * @param {Set<string>} codes
 * @returns {string[]} paragraphs
 */
function itemLines(item, places, codes) {
  const lines = [
    `### ${item.name} {#${idOf(item)}}`,
    ...signatureLines(item.signatures, places, codes, item.name),
  ]
  for (const member of item.members.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const isConstructor = member.name === 'constructor'
    const owner = isConstructor ? `new ${item.name}` : `${item.name}.${member.name}`
    const isCall = member.signatures.some(({ text }) =>
      /^(static |get |set |readonly )*[\w#[\].]+(<[^(]*>)?\(/.test(text),
    )
    const isAccessor = member.signatures.some(({ text }) => /^(static )?[gs]et /.test(text))
    const call = isCall && !isAccessor ? '()' : ''
    const id = fragmentOf(`${item.name} ${member.name}`) // `Game.options` is not the type GameOptions
    lines.push(`#### ${owner.replace(/[[\]]/g, '\\$&')}${call} {#${id}}`)
    lines.push(...signatureLines(member.signatures, places, codes, item.name))
  }
  return lines
}

/**
 * @param {Signature[]} signatures
 * @param {Map<string, string>} places
 * @param {Set<string>} codes
 * @param {string} own name, which is not linked
 * @returns {string[]} paragraphs
 */
function signatureLines(signatures, places, codes, own) {
  const comments = signatures.map(({ comment }) => commentLines(comment, codes).join('\n\n'))
  const lines = [
    `\`\`\`signature\n${signatures.map(({ text }) => text).join('\n')}\n\`\`\``,
    ...new Set(comments.filter(Boolean)),
  ]
  const used = new Set(signatures.flatMap(({ text }) => text.match(/\b[A-Z]\w+\b/g) ?? []))
  const links = [...used]
    .filter(name => name !== own && places.has(name))
    .map(name => link(name, places.get(name) ?? ''))
  if (links.length > 0) lines.push(`Types: ${links.join(', ')}`)
  return lines
}

/**
 * @param {import('./declarations.js').Comment} comment
 * @param {Set<string>} codes
 * @returns {string[]} paragraphs
 */
function commentLines({ summary, params, returns, throws }, codes) {
  const lines = [summary]
  const rows = params.map(({ name, text }) => `| \`${name.replace(/^\[|\]$/g, '')}\` | ${cell(text)} |`)
  if (rows.length > 0) lines.push(`| parameter | |\n|---|---|\n${rows.join('\n')}`)
  if (returns) lines.push(`Returns ${inline(returns)}`)
  if (throws.length > 0)
    lines.push(`Throws ${throws.map(text => errorLinks(inline(text), codes)).join('; ')}`)
  return lines.filter(Boolean).map(escapeTags)
}

/** @param {string} text @returns {string} without HTML outside of code */
const escapeTags = text => text.replace(/(`[^`]*`)|</g, (_, code) => code ?? '&lt;')

/** @param {string} text @returns {string} */
const inline = text => text.replace(/\s*\n\s*/g, ' ')

/** @param {string} text @returns {string} */
const cell = text => inline(text).replaceAll('|', '\\|')

/**
 * @param {string} text
 * @param {Set<string>} codes
 * @returns {string} with links to the codes; ERR_FEN_* leads to the first of its family
 * @throws {Error} where there is no such code
 */
function errorLinks(text, codes) {
  return text.replace(/ERR_[A-Z0-9_]+\*?/g, written => {
    const isFamily = written.endsWith('*')
    const code = isFamily ? [...codes].find(code => code.startsWith(written.slice(0, -1))) : written
    if (!code || !codes.has(code)) throw new Error(`a comment names ${written}, which does not exist`)
    return `[${written.replace('*', '\\*')}](errors.md#${code.toLowerCase()})`
  })
}
