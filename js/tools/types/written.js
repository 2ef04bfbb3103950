// SPDX-License-Identifier: Apache-2.0
/** Reads the types of dist/: what users see of them on hover, and their text without comments. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** @import { Node } from './modules.js' */

const COMMENT = /\/\*\*([\s\S]*?)\*\//g

/**
 * The types of an entry.
 * @typedef {object} WrittenTypes
 * @property {string} name the entry
 * @property {string} text without comments
 * @property {string[]} bare what has no summary
 */

/** Kinds whose members users read one by one. */
const PARTS = new Set([
  SyntaxKind.TypeLiteral,
  SyntaxKind.UnionType,
  SyntaxKind.IntersectionType,
  SyntaxKind.ParenthesizedType,
])

/**
 * @param {string} text
 * @param {Node} node
 * @returns {boolean} whether its comment begins with text, not with a tag
 */
function hasSummary(text, node) {
  const last = [...text.slice(node.pos, node.getStart()).matchAll(COMMENT)].at(-1)
  return last !== undefined && /^[\s*]*[^\s*@]/.test(last[1])
}

/** Classes that are no values are interfaces. @param {Node} node */
const isClass = ({ kind }) => kind === SyntaxKind.ClassDeclaration || kind === SyntaxKind.InterfaceDeclaration

/** Types whose fields are options: each says what it does. Of other types the fields may speak for themselves. */
const OPTIONS = /(Options|Limits)$/

/**
 * @param {Node} declaration
 * @returns {Node[]} what must say what it is: itself, and members
 */
function described(declaration) {
  /** @type {Node[]} */
  const nodes = [declaration]
  const visit = (/** @type {Node} */ type) => {
    if (type.kind === SyntaxKind.TypeLiteral) nodes.push(...type.members)
    if (PARTS.has(type.kind)) type.forEachChild(visit)
  }
  if (isClass(declaration)) nodes.push(...declaration.members.filter(isShown))
  if (declaration.kind === SyntaxKind.TypeAliasDeclaration && OPTIONS.test(declaration.name.text))
    visit(declaration.type)
  return nodes
}

/** @param {Node} member of a class */
const isShown = ({ kind, name, modifiers }) =>
  kind !== SyntaxKind.SetAccessor &&
  name?.kind !== SyntaxKind.PrivateIdentifier &&
  !modifiers?.some((/** @type {Node} */ modifier) => modifier.kind === SyntaxKind.PrivateKeyword)

/** @param {Node} statement */
const isExported = ({ modifiers }) => modifiers?.[0]?.kind === SyntaxKind.ExportKeyword

/**
 * @param {string} folder with <entry>.d.cts
 * @returns {WrittenTypes[]}
 */
export function readWrittenTypes(folder) {
  const entries = readdirSync(folder)
    .filter(name => name.endsWith('.d.cts'))
    .map(name => name.slice(0, -'.d.cts'.length))
    .sort()
  const at = mkdtempSync(join('build', 'written-types-'))
  const api = new API({ cwd: process.cwd() })
  try {
    const files = entries.map(entry => resolve(folder, `${entry}.d.cts`))
    const config = resolve(at, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({ compilerOptions: { noLib: true, types: [], module: 'nodenext' }, files }),
    )
    const [{ program }] = api.updateSnapshot({ openProject: config }).getProjects()
    return entries.map((name, index) => {
      const file = /** @type {Node} */ (program.getSourceFile(files[index]))
      const bare = file.statements
        // Classes that are not exported are bases of such that are.
        .filter((/** @type {Node} */ node) => isExported(node) || isClass(node))
        .flatMap((/** @type {Node} */ statement) =>
          described(statement)
            .filter(node => !hasSummary(file.text, node))
            .map(
              node =>
                `${statement.name?.text ?? ''}: ${file.text.slice(node.getStart(), node.end).split('\n')[0]}`,
            ),
        )
      return { name, text: file.text.replace(/ *\/\*\*[\s\S]*?\*\/\n/g, ''), bare }
    })
  } finally {
    api.close()
    rmSync(at, { recursive: true })
  }
}
