// SPDX-License-Identifier: Apache-2.0
/** What a declaration names: other declarations, types of other packages, global names. */
import { SyntaxKind } from 'typescript/unstable/ast'
import { isInternal } from './modules.js'

/** @import { Declaration, Modules, Node } from './modules.js' */
/**
 * @typedef {object} Reference
 * @property {number} from in the module's text
 * @property {number} to
 * @property {Declaration} target
 * @property {boolean} isBase the target is extended here
 * @property {boolean} isQuery `typeof` of it
 */

/**
 * @param {Node} name an identifier or a qualified name
 * @returns {Node} its first identifier
 */
const leftOf = name => (name.kind === SyntaxKind.QualifiedName ? leftOf(name.left) : name)

/**
 * @param {Modules} modules
 * @param {Declaration} declaration
 * @returns {{ references: Reference[], globals: Set<string> }}
 */
export function referencesOf(modules, { module, nodes }) {
  /** @type {Reference[]} */
  const references = []
  /** @type {Set<string>} */
  const globals = new Set()
  /** @type {Set<string>} */
  const parameters = new Set()
  /**
   * @param {Node} identifier
   * @param {boolean} isBase
   */
  const note = (identifier, isBase) => {
    const name = identifier.text
    if (parameters.has(name)) return
    const target = modules.named(module, name)
    if (target)
      references.push({ from: identifier.getStart(), to: identifier.end, target, isBase, isQuery: false })
    else globals.add(name)
  }
  const collect = (/** @type {Node} */ node) => {
    if (node.kind === SyntaxKind.TypeParameter) parameters.add(node.name.text)
    node.forEachChild(collect)
  }
  const visit = (/** @type {Node} */ node) => {
    if (node.kind === SyntaxKind.TypeReference) note(leftOf(node.typeName), false)
    else if (node.kind === SyntaxKind.TypeQuery) note(leftOf(node.exprName), false)
    else if (node.kind === SyntaxKind.ExpressionWithTypeArguments) note(node.expression, true)
    else if (node.kind === SyntaxKind.ImportType) {
      const specifier = node.argument.literal.text
      const { text: name, end } = leftOf(node.qualifier)
      const target = modules.imported(module, specifier, name)
      references.push({ from: node.getStart(), to: end, target, isBase: false, isQuery: node.isTypeOf })
    }
    node.forEachChild((/** @type {Node} */ child) => {
      if (node.kind !== SyntaxKind.ClassDeclaration || !isInternal(module.text, child)) visit(child)
    })
  }
  for (const node of nodes) collect(node)
  for (const node of nodes) visit(node)
  return { references, globals }
}
