// SPDX-License-Identifier: Apache-2.0
/** A declaration as it stands in the types of its entry. */
import { SyntaxKind } from 'typescript/unstable/ast'
import { commentOf, docText, ownDoc } from './comments.js'
import { docsBefore, docsOfFunction, isInternal } from './modules.js'

/** @import { Declaration, Node } from './modules.js' */
/** @import { Reference } from './references.js' */
/** @typedef {{ from: number, to: number, text: string }} Edit of a module's text */

const CALLED = new Set([
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.Constructor,
  SyntaxKind.CallSignature,
  SyntaxKind.ConstructSignature,
])
const MEMBERS = new Set([
  ...CALLED,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.IndexSignature,
])

/** @param {Declaration} declaration */
export const isType = ({ nodes: [{ kind }] }) =>
  kind === SyntaxKind.TypeAliasDeclaration || kind === SyntaxKind.InterfaceDeclaration

/**
 * @param {Node} node of a class or a type
 * @param {string} text
 * @returns {Edit[]} that write the comments of its members anew, and remove members that are not for users. A constructor
 *   becomes private
 */
function commentEdits(node, text) {
  /** @type {Edit[]} */
  const edits = []
  /** @type {Map<string, number>} */
  const counts = new Map()
  const visit = (/** @type {Node} */ child) => {
    if (MEMBERS.has(child.kind)) {
      const start = child.getStart()
      // Overloads follow each other: one belongs to the member with the same text before the parameters.
      const member = CALLED.has(child.kind)
        ? `${child.parent.pos} ${text.slice(start, text.indexOf('(', start))}`
        : ''
      const index = counts.get(member) ?? 0
      counts.set(member, index + 1)
      const docs = docsBefore(text, child)
      if (node.kind === SyntaxKind.ClassDeclaration && isInternal(text, child)) {
        const left = child.kind === SyntaxKind.Constructor ? '\n    private constructor();' : ''
        edits.push({ from: child.pos, to: child.end, text: left })
        return
      }
      if (docs.length > 0) {
        const indent = /\n( *)[^\n]*$/.exec(text.slice(0, start))?.[1] ?? ''
        const doc = ownDoc(docs, index)
        const comment = commentOf(doc ? docText(doc, !CALLED.has(child.kind)) : '', indent)
        edits.push({ from: child.pos, to: start, text: `\n${indent}${comment}` })
      }
    }
    child.forEachChild(visit)
  }
  node.forEachChild(visit)
  return edits
}

/**
 * @param {Node} node of a class
 * @param {string} text
 * @returns {Edit[]} those of comments, and those that make it an interface
 */
function interfaceEdits(node, text) {
  const isDropped = (/** @type {Node} */ { kind, name }) =>
    kind === SyntaxKind.Constructor || name?.kind === SyntaxKind.PrivateIdentifier
  const dropped = node.members.filter(isDropped).map((/** @type {Node} */ { pos, end }) => ({ pos, end }))
  const bases = (node.heritageClauses ?? []).map(
    (/** @type {Node} */ clause, /** @type {number} */ index) => ({
      from: clause.pos,
      to: clause.types.pos,
      text: index === 0 ? ' extends' : ',',
    }),
  )
  return [
    { from: text.indexOf('declare class', node.getStart()), to: node.name.pos, text: 'interface' },
    ...bases,
    ...commentEdits(node, text).filter(
      ({ from, to }) => !dropped.some((/** @type {Node} */ { pos, end }) => pos <= from && to <= end),
    ),
    ...dropped.map((/** @type {Node} */ { pos, end }) => ({ from: pos, to: end, text: '' })),
  ]
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {Edit[]} edits
 */
function edited(text, from, to, edits) {
  let out = ''
  let at = from
  for (const edit of edits
    .filter(edit => edit.from >= from && edit.to <= to)
    .sort((a, b) => a.from - b.from)) {
    out += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  // A list of fields that the source has on several lines ends with a comma.
  return (out + text.slice(at, to)).replace(/, (?=\}\??: )/g, ' ')
}

/**
 * @param {Declaration} declaration
 * @param {string} name that it has in its entry
 * @param {'value' | 'type' | undefined} exported a class that is no value of its entry's module becomes an interface
 * @param {Reference[]} references what it names
 * @param {(target: Declaration) => string} nameOf
 * @returns {string}
 */
export function declarationText({ module, name: own, nodes }, name, exported, references, nameOf) {
  const { text, typeTexts } = module
  const named = references.map(({ from, to, target, isQuery }) => ({
    from,
    to,
    text: `${isQuery ? 'typeof ' : ''}${nameOf(target)}`,
  }))
  return nodes
    .map((/** @type {Node} */ node, /** @type {number} */ index) => {
      const isVariable = node.kind === SyntaxKind.VariableStatement
      const identifier = isVariable ? node.declarationList.declarations[0].name : node.name
      const isInterface = exported === 'type' && node.kind === SyntaxKind.ClassDeclaration
      const edits = [
        ...named,
        ...(isInterface ? interfaceEdits : commentEdits)(node, text),
        { from: identifier.getStart(), to: identifier.end, text: name },
      ]
      const isFunctionOfJs = node.kind === SyntaxKind.FunctionDeclaration && !module.isTyped
      const docs = isFunctionOfJs ? docsOfFunction(module.source, own) : docsBefore(text, node)
      const doc = ownDoc(docs, index)
      const said =
        (doc && docText(doc, isVariable)) || docText({ text: typeTexts.get(own) ?? '', tags: [] }, true)
      const start = node.getStart()
      const from = text.startsWith('export ', start) ? start + 'export '.length : start
      return `${commentOf(said, '')}${exported ? 'export ' : ''}${edited(text, from, node.end, edits)}\n`
    })
    .join('')
}
