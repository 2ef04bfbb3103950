// SPDX-License-Identifier: Apache-2.0
/** Reads the modules that tsc has written: their declarations, imports, exports and comments. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { typedPath } from '../strip-types.js'
import { parseDoc, typeTexts } from './comments.js'

/** @typedef {any} Node of the compiler's tree: which fields one has depends on its kind */
/**
 * A name of a module.
 * @typedef {{ kind: 'local', name: string, nodes: Node[] } | { kind: 'import', from: string, name: string, isAlias?: boolean }} Binding
 */
/**
 * @typedef {object} Module
 * @property {string} path
 * @property {string} text
 * @property {Map<string, Binding>} bindings its names
 * @property {Map<string, Binding>} exports what it exports by name
 * @property {string[]} stars modules whose exports are its own
 * @property {boolean} isTyped whether it was made from TypeScript, whose comments are all there
 * @property {string} source the JS that it was made from: tsc drops most comments of its types, and those of functions
 *   with overloads
 * @property {Map<string, string>} typeTexts descriptions of its types
 */
/**
 * A declaration: overloads of a function are one.
 * @typedef {object} Declaration
 * @property {Module} module
 * @property {string} name
 * @property {Node[]} nodes
 */

/**
 * @param {string} path of a module
 * @param {string} specifier
 * @returns {string} the path of what it imports, or the name of a package
 */
const besides = (path, specifier) =>
  specifier.startsWith('.') ? join(dirname(path), specifier.replace(/\.js$/, '.d.ts')) : specifier

/**
 * The import type of an alias that only gives a type of another module a name here.
 * @param {any} statement
 * @returns {{ from: string, name: string } | undefined}
 */
function aliasOf({ kind, type, typeParameters }) {
  if (kind !== SyntaxKind.TypeAliasDeclaration || type.kind !== SyntaxKind.ImportType || type.isTypeOf)
    return undefined
  const name = type.qualifier?.text
  const specifier = type.argument.literal.text
  const names = (typeParameters ?? []).map((/** @type {Node} */ { name }) => name.text)
  const passed = (type.typeArguments ?? []).map((/** @type {Node} */ argument) => argument.typeName?.text)
  return name && specifier.startsWith('.') && names.join() === passed.join()
    ? { from: specifier, name }
    : undefined
}

/**
 * @param {string} path
 * @param {any} file
 * @param {string} source
 * @param {boolean} isTyped
 * @returns {Module}
 */
function readModule(path, file, source, isTyped) {
  const { text } = file
  /** @type {Map<string, Binding>} */
  const bindings = new Map()
  /** @type {Map<string, Binding>} */
  const exports = new Map()
  const stars = []
  const other = (/** @type {string} */ specifier) => besides(path, specifier)
  for (const statement of file.statements) {
    switch (statement.kind) {
      case SyntaxKind.ImportDeclaration:
        for (const { name, propertyName } of statement.importClause?.namedBindings?.elements ?? [])
          bindings.set(name.text, {
            kind: 'import',
            from: other(statement.moduleSpecifier.text),
            name: (propertyName ?? name).text,
          })
        break
      case SyntaxKind.ExportDeclaration: {
        const from = statement.moduleSpecifier && other(statement.moduleSpecifier.text)
        if (!statement.exportClause) stars.push(from)
        for (const { name, propertyName } of statement.exportClause?.elements ?? []) {
          const origin = (propertyName ?? name).text
          const { isTypeOnly: isAlias } = statement
          const binding = from ? { kind: 'import', from, name: origin, isAlias } : bindings.get(origin)
          if (!binding) throw new Error(`${path}: ${origin} is exported before it is declared`)
          exports.set(name.text, /** @type {Binding} */ (binding))
        }
        break
      }
      case SyntaxKind.TypeAliasDeclaration:
      case SyntaxKind.InterfaceDeclaration:
      case SyntaxKind.ClassDeclaration:
      case SyntaxKind.FunctionDeclaration:
      case SyntaxKind.VariableStatement: {
        const isVariable = statement.kind === SyntaxKind.VariableStatement
        const declared = isVariable ? statement.declarationList.declarations : [statement]
        if (declared.length !== 1) throw new Error(`${path}: a statement declares several names`)
        const name = declared[0].name.text
        const alias = aliasOf(statement)
        const known = bindings.get(name)
        if (alias)
          bindings.set(name, { kind: 'import', from: other(alias.from), name: alias.name, isAlias: true })
        else if (known?.kind === 'local') known.nodes.push(statement)
        else if (!known) bindings.set(name, { kind: 'local', name, nodes: [statement] })
        else throw new Error(`${path}: ${name} is declared and imported`)
        if (statement.modifiers?.some((/** @type {Node} */ { kind }) => kind === SyntaxKind.ExportKeyword))
          exports.set(name, /** @type {Binding} */ (bindings.get(name)))
        break
      }
      default:
        throw new Error(`${path}: no rule for ${SyntaxKind[statement.kind]}`)
    }
  }
  return { path, text, isTyped, source, bindings, exports, stars, typeTexts: typeTexts(docsOf(source)) }
}

/** @param {string} text */
const docsOf = text => [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(([comment]) => parseDoc(comment))

/**
 * @param {string} text
 * @param {Node} node
 * @returns {import('./comments.js').Doc[]} the comments before it
 */
export const docsBefore = (text, node) => docsOf(text.slice(node.pos, node.getStart()))

/**
 * @param {string} source
 * @param {string} name of a function
 * @returns {import('./comments.js').Doc[]} the comments before it
 */
export function docsOfFunction(source, name) {
  const comments = '(?:/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*)+'
  return docsOf(new RegExp(`(${comments})export (?:async )?function ${name}\\(`).exec(source)?.[1] ?? '')
}

/**
 * @param {string} text
 * @param {Node} member
 * @returns {boolean} whether it is not for users
 */
export const isInternal = (text, member) =>
  docsBefore(text, member)
    .at(-1)
    ?.tags.some(({ name }) => name === 'internal') ?? false

/** The modules of a folder of types. */
export class Modules {
  /** @type {Map<string, Module>} */
  #modules = new Map()
  /** @type {WeakMap<Node[], Declaration>} */
  #declarations = new WeakMap()

  /**
   * @param {string} folder what tsc wrote
   * @param {string[]} roots paths below it
   */
  constructor(folder, roots) {
    const config = resolve(folder, 'tsconfig.json')
    mkdirSync(dirname(config), { recursive: true })
    writeFileSync(
      config,
      JSON.stringify({ compilerOptions: { noLib: true, types: [], module: 'nodenext' }, files: roots }),
    )
    const api = new API({ cwd: process.cwd() })
    try {
      const [{ program }] = api.updateSnapshot({ openProject: config }).getProjects()
      const paths = program.getSourceFileNames().filter(path => path.startsWith(resolve(folder)))
      for (const path of paths) {
        const source = typedPath(join('js', relative(folder, path).replace(/\.d\.ts$/, '.js')))
        this.#modules.set(
          path,
          readModule(path, program.getSourceFile(path), readFileSync(source, 'utf8'), source.endsWith('.ts')),
        )
      }
    } finally {
      api.close()
    }
  }

  /**
   * @param {string} path
   * @returns {Module}
   */
  get(path) {
    const module = this.#modules.get(path)
    if (!module) throw new Error(`${path}: users might not have the types of other packages`)
    return module
  }

  /**
   * @param {Module} module
   * @returns {Map<string, Declaration>} what it exports, by its public name, without classes of which it exports the type alone:
   *   what names them does
   */
  exportsOf(module) {
    /** @type {Map<string, Declaration>} */
    const found = new Map()
    for (const path of module.stars)
      for (const [name, declaration] of this.exportsOf(this.get(path))) found.set(name, declaration)
    for (const [name, binding] of module.exports) {
      const declaration = this.#resolve(module, binding)
      const isAlias = binding.kind === 'import' && binding.isAlias
      if (!isAlias || declaration.nodes[0].kind !== SyntaxKind.ClassDeclaration) found.set(name, declaration)
    }
    return found
  }

  /**
   * @param {Module} module
   * @param {string} name as the module's own code uses it
   * @returns {Declaration | undefined} undefined for a global name
   */
  named(module, name) {
    const binding = module.bindings.get(name)
    return binding && this.#resolve(module, binding)
  }

  /**
   * @param {string} path of a module
   * @param {string} name
   * @returns {Declaration | undefined}
   */
  #exported(path, name) {
    const module = this.get(path)
    const binding = module.exports.get(name)
    if (binding) return this.#resolve(module, binding)
    for (const star of module.stars) {
      const found = this.#exported(star, name)
      if (found) return found
    }
    return undefined
  }

  /**
   * @param {Module} module
   * @param {string} specifier
   * @param {string} name
   * @returns {Declaration} what an import type of this module names
   */
  imported({ path }, specifier, name) {
    const found = this.#exported(besides(path, specifier), name)
    if (!found) throw new Error(`${path}: ${specifier} exports no ${name}`)
    return found
  }

  /**
   * @param {Module} module
   * @param {Binding} binding
   * @returns {Declaration}
   */
  #resolve(module, binding) {
    if (binding.kind === 'import') {
      const found = this.#exported(binding.from, binding.name)
      if (!found) throw new Error(`${module.path}: ${binding.from} exports no ${binding.name}`)
      return found
    }
    let declaration = this.#declarations.get(binding.nodes)
    if (!declaration) {
      declaration = { module, name: binding.name, nodes: binding.nodes }
      this.#declarations.set(binding.nodes, declaration)
    }
    return declaration
  }
}
