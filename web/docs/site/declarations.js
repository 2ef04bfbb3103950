// SPDX-License-Identifier: Apache-2.0
// Reads the declarations of the package, dist/*.d.cts: what each entry exports, with signatures and comments.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * @typedef {object} Comment of one signature
 * @property {string} summary Markdown, may be ''
 * @property {{ name: string, text: string }[]} params those with a text
 * @property {string} returns may be ''
 * @property {string[]} throws
 * @property {boolean} isDeprecated
 */

/**
 * @typedef {object} Signature
 * @property {string} text as in the declaration
 * @property {Comment} comment
 */

/**
 * @typedef {object} Member of a class
 * @property {string} name
 * @property {boolean} isStatic
 * @property {Signature[]} signatures more than one for overloads, and for a getter with a setter
 */

/**
 * @typedef {object} Item
 * @property {'function' | 'class' | 'type' | 'constant'} kind
 * @property {string} name that is not deprecated
 * @property {Signature[]} signatures
 * @property {Member[]} members of a class, those of a base class that is not exported included
 * @property {string} base the exported class that it extends, or ''
 */

/**
 * @typedef {object} Entry
 * @property {string} name such as 'binbo/pgn'
 * @property {Item[]} items in the order of their names
 * @property {Map<string, string[]>} again the names that it exports of other entries, by entry
 */

const { SyntaxKind } = ts

const KINDS = new Map([
  [SyntaxKind.FunctionDeclaration, /** @type {const} */ ('function')],
  [SyntaxKind.ClassDeclaration, /** @type {const} */ ('class')],
  [SyntaxKind.TypeAliasDeclaration, /** @type {const} */ ('type')],
  // A class that users do not make themselves: a function returns it.
  [SyntaxKind.InterfaceDeclaration, /** @type {const} */ ('class')],
  [SyntaxKind.VariableStatement, /** @type {const} */ ('constant')],
])

/**
 * @param {string} root of the package, built
 * @returns {Entry[]} in the order of its package.json
 * @throws {Error} where an entry has no declarations
 */
export function readDeclarations(root) {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries(exports)
    // Entries below binbo/js have the declarations of their twins.
    .filter(([path]) => !/^\.\/js(\/|$)/.test(path))
    // core.wasm has other types than an entry.
    .filter(([, conditions]) => JSON.stringify(conditions).includes('.d.cts"'))
    .map(([key, conditions]) => ({ name: name + key.slice(1), path: join(root, typesOf(conditions)) }))
  const nameOf = new Map(entries.map(({ name, path }) => [path, name]))
  return entries.map(({ name, path }) => {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    const entryAt = (/** @type {string} */ target) =>
      nameOf.get(join(path, '..', target.replace('.cjs', '.d.cts')))
    return { name, ...readEntry(source, entryAt) }
  })
}

/** @param {unknown} conditions of an export @returns {string} its declarations: the .d.ts beside it only exports them again */
function typesOf(conditions) {
  const path = /"(\.\/[^"]+\.d\.)c?ts"/.exec(JSON.stringify(conditions))?.[1]
  if (!path) throw new Error('an entry without types')
  return `${path}cts`
}

/**
 * @param {any} source a SourceFile
 * @param {(target: string) => string | undefined} entryAt the entry of a file that it imports
 * @returns {Omit<Entry, 'name'>}
 */
function readEntry(source, entryAt) {
  /** @type {Map<string, Item>} */
  const all = new Map()
  const exported = new Set()
  /** @type {Map<string, string>} the entries that names are from */
  const imported = new Map()
  const again = new Map()
  const add = (/** @type {string} */ entry, /** @type {string} */ name) =>
    again.set(entry, [...(again.get(entry) ?? []), name])
  for (const node of source.statements) {
    const entry = node.moduleSpecifier && entryAt(node.moduleSpecifier.text)
    if (node.kind === SyntaxKind.ImportDeclaration && entry)
      for (const { name } of node.importClause?.namedBindings?.elements ?? []) imported.set(name.text, entry)
    if (node.kind === SyntaxKind.ExportDeclaration)
      for (const { name } of node.exportClause?.elements ?? []) {
        const home = entry ?? imported.get(name.text)
        if (home) add(home, name.text)
        else exported.add(name.text)
      }
    const kind = KINDS.get(node.kind)
    if (!kind) continue
    const name = (node.name ?? node.declarationList.declarations[0].name).text
    const signature = signatureOf(source, node, kind === 'class')
    const known = all.get(name)
    if (known) known.signatures.push(signature)
    else
      all.set(name, {
        kind,
        name,
        signatures: [signature],
        members: membersOf(source, node),
        base: baseOf(node),
      })
    if (/^export\b/.test(node.getText(source))) exported.add(name)
  }
  const items = [...all.values()].filter(
    ({ name, signatures }) => exported.has(name) && !signatures[0].comment.isDeprecated,
  )
  for (const item of items) adoptHiddenBases(item, all, exported)
  return { items: items.sort((a, b) => (a.name < b.name ? -1 : 1)), again }
}

/** @param {Item} item @param {Map<string, Item>} all @param {Set<string>} exported */
function adoptHiddenBases(item, all, exported) {
  while (all.has(item.base) && !exported.has(item.base)) {
    const base = /** @type {Item} */ (all.get(item.base))
    const own = new Set(item.members.map(({ name }) => name))
    item.members.push(...base.members.filter(({ name }) => !own.has(name)))
    item.base = base.base
  }
}

/** @param {any} node @returns {string} */
const baseOf = node => node.heritageClauses?.[0]?.types?.[0]?.expression?.text ?? ''

/** @param {any} source @param {any} node @returns {Member[]} */
function membersOf(source, node) {
  if (KINDS.get(node.kind) !== 'class') return []
  /** @type {Map<string, Member>} */
  const members = new Map()
  for (const member of node.members) {
    const text = member.getText(source)
    if (/^(private|protected)\b|^#/.test(text)) continue
    const isStatic = /^static\b/.test(text)
    const name = member.kind === SyntaxKind.Constructor ? 'constructor' : member.name.getText(source)
    const key = `${isStatic} ${name}`
    const signature = signatureOf(source, member, false)
    const known = members.get(key)
    if (known) known.signatures.push(signature)
    else members.set(key, { name, isStatic, signatures: [signature] })
  }
  return [...members.values()]
}

/**
 * @param {any} source
 * @param {any} node
 * @param {boolean} isClass of which only the head is written
 * @returns {Signature}
 */
function signatureOf(source, node, isClass) {
  const whole = node.getText(source)
  const head = isClass ? whole.slice(0, whole.indexOf(' {')) : whole
  const indent = /(?<=\n)[ ]*(?=\/\*\*|\S)/.exec(source.text.slice(node.pos, node.end))?.[0] ?? ''
  const text = head
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replace(/;$/, '')
    .replace(/\bOwn(Uint\d+Array)\b/g, '$1<ArrayBuffer>')
    .replaceAll(`\n${indent}`, '\n')
  const before = source.text.slice(node.pos, node.end - whole.length)
  return { text, comment: readComment(before.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1) ?? '') }
}

/**
 * @param {string} text a comment with its stars, or ''
 * @returns {Comment}
 */
export function readComment(text) {
  const lines = text
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trimEnd())
  const parts = lines
    .join('\n')
    .trim()
    .split(/\n(?=@)|^(?=@)/)
  /** @type {Comment} */
  const comment = { summary: '', params: [], returns: '', throws: [], isDeprecated: false }
  for (const part of parts) {
    const [, tag, rest] = /^@(\w+)\s*([\s\S]*)$/.exec(part) ?? [null, '', part]
    const plain = rest
      .replace(/^\{[^{}]*\}\s*/, '')
      .replace(/\{@link (\w+)\}/g, '`$1`')
      .trim()
    if (tag === '') comment.summary = plain
    else if (tag === 'param') {
      const [, name, about] = /^(\S+)\s*([\s\S]*)$/.exec(plain) ?? []
      if (about) comment.params.push({ name, text: about.replace(/^- /, '') })
    } else if (tag === 'returns') comment.returns = plain
    else if (tag === 'throws') comment.throws.push(plain)
    else if (tag === 'deprecated') comment.isDeprecated = true
  }
  return comment
}
