// SPDX-License-Identifier: Apache-2.0
/**
 * Makes one file of types an entry out of those that tsc writes, one a module. A declaration has one home, the first
 * entry that exports it, else the first that needs it, and the other entries import it from there: classes with private
 * fields would otherwise be different types. An entry exports all types that its signatures name, so that compilers can name them in the types of
 * users' modules: classes, too, as interfaces, since its module does not export them.
 *
 * Declarations stand in <entry>.d.cts, and <entry>.d.ts exports what is there: before TypeScript 5.8 a CommonJS
 * file cannot import the types of an ES module, while the other way round works everywhere.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { declarationText, isType } from './types/declaration-text.js'
import { DISPOSE, GLOBALS } from './types/globals.js'
import { Modules } from './types/modules.js'
import { referencesOf } from './types/references.js'

/** @import { Declaration } from './types/modules.js' */
/** @typedef {Map<string, string[]>} Lists names by the file that they come from */

const HEADER = '// SPDX-License-Identifier: Apache-2.0\n'

/**
 * @param {string} a
 * @param {string} b
 */
const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

class Entry {
  /** @type {Map<Declaration, string>} what lives here, by the name that it has here */
  homed = new Map()
  /** @type {Map<Declaration, string>} what lives elsewhere and is used here */
  imported = new Map()
  /** @type {Set<string>} global names that its declarations use */
  globals = new Set()
  /** @type {Map<string, Declaration>} what the entry's source exports */
  exported
  /** @type {Set<Declaration>} what it exports as well because a signature names it */
  named = new Set()

  /**
   * @param {string} name
   * @param {Map<string, Declaration>} exported
   */
  constructor(name, exported) {
    this.name = name
    this.exported = exported
  }

  /** @param {string} name */
  isTaken(name) {
    return this.exported.has(name) || [...this.homed.values(), ...this.imported.values()].includes(name)
  }
}

class RollUp {
  #modules
  /** @type {Entry[]} */
  #entries
  /** @type {Map<Declaration, Entry>} */
  #homes = new Map()
  /** @type {Map<Declaration, ReturnType<typeof referencesOf>>} */
  #references = new Map()

  /**
   * @param {string} folder what tsc wrote
   * @param {string[]} names of modules in entries/
   */
  constructor(folder, names) {
    const paths = names.map(name => `entries/${name}.d.ts`)
    this.#modules = new Modules(folder, paths)
    this.#entries = names.map(
      (name, at) => new Entry(name, this.#modules.exportsOf(this.#modules.get(resolve(folder, paths[at])))),
    )
    for (const entry of this.#entries)
      for (const declaration of entry.exported.values())
        if (!this.#homes.has(declaration)) this.#homes.set(declaration, entry)
    for (const entry of this.#entries) this.#settle(entry)
    for (const entry of this.#entries) this.#import(entry)
    for (const entry of this.#entries) this.#name(entry)
  }

  /** @param {Declaration} declaration */
  #referencesOf(declaration) {
    const found = this.#references.get(declaration) ?? referencesOf(this.#modules, declaration)
    this.#references.set(declaration, found)
    return found
  }

  /** @param {Declaration} declaration */
  #home(declaration) {
    return /** @type {Entry} */ (this.#homes.get(declaration))
  }

  /** @param {Declaration} declaration */
  #nameAtHome(declaration) {
    return /** @type {string} */ (this.#home(declaration).homed.get(declaration))
  }

  /** @param {Entry} entry which becomes the home of what it reaches, where no other is */
  #settle(entry) {
    const names = new Map([...entry.exported].map(([name, declaration]) => [declaration, name]))
    const waiting = [...names.keys()]
    for (const declaration of waiting) {
      if (entry.homed.has(declaration) || (this.#homes.get(declaration) ?? entry) !== entry) continue
      const name = names.get(declaration) ?? declaration.name
      if (!names.has(declaration) && entry.isTaken(name))
        throw new Error(
          `${entry.name} has two types named ${name}; one is that of ${declaration.module.path}`,
        )
      this.#homes.set(declaration, entry)
      entry.homed.set(declaration, name)
      const { references, globals } = this.#referencesOf(declaration)
      for (const global of globals) entry.globals.add(global)
      waiting.push(...references.map(({ target }) => target))
    }
  }

  /** @param {Entry} entry whose declarations use some of other entries */
  #import(entry) {
    for (const declaration of entry.homed.keys())
      for (const { target } of this.#referencesOf(declaration).references)
        if (this.#home(target) !== entry && !entry.imported.has(target)) {
          let name = this.#nameAtHome(target)
          while (entry.isTaken(name) && entry.exported.get(name) !== target) name += '_'
          entry.imported.set(target, name)
          this.#home(target).named.add(target)
        }
  }

  /** @param {Entry} entry whose signatures name types */
  #name(entry) {
    const own = [...entry.exported.values(), ...entry.homed.keys()]
    for (const declaration of own)
      for (const { target, isBase } of this.#referencesOf(declaration).references)
        if (!isBase) entry.named.add(target)
    for (const declaration of entry.exported.values()) entry.named.delete(declaration)
  }

  /** @param {string} folder */
  write(folder) {
    for (const entry of this.#entries) {
      const text = this.#textOf(entry)
      writeFileSync(join(folder, `${entry.name}.d.cts`), text)
      // With the other entries in the program, compilers can name their types as those of these.
      const others = [
        ...new Set([...text.matchAll(/ from '(\.\/[\w-]+)\.cjs';$/gm)].map(([, other]) => other)),
      ]
      const imports = others.sort(byName).map(other => `import type {} from '${other}.js';\n`)
      writeFileSync(
        join(folder, `${entry.name}.d.ts`),
        `${HEADER}${imports.join('')}export * from './${entry.name}.cjs';\n`,
      )
    }
  }

  /**
   * @param {Entry} entry
   * @returns {string} its <entry>.d.cts
   */
  #textOf(entry) {
    const body = [...entry.homed]
      .sort(([, a], [, b]) => byName(a, b))
      .map(([declaration, name]) => {
        const isNamed = entry.named.has(declaration) ? 'type' : undefined
        const exported = entry.exported.get(name) === declaration ? 'value' : isNamed
        const { references } = this.#referencesOf(declaration)
        const local = (/** @type {Declaration} */ target) =>
          entry.homed.get(target) ?? entry.imported.get(target) ?? ''
        return declarationText(declaration, name, exported, references, local)
      })
      .join('')
    const globals = [...GLOBALS].map(([name, text]) => (entry.globals.has(name) ? text : '')).join('')
    const dispose = /\[Symbol\./.test(body + globals) ? DISPOSE : ''
    return `${HEADER}${this.#importsOf(entry)}${globals}${dispose}${body}export {};\n`
  }

  /**
   * @param {Entry} entry
   * @returns {string} what it imports from other entries, and exports of them
   */
  #importsOf(entry) {
    /** @type {[Lists, Lists, Lists]} */
    const [imports, values, types] = [new Map(), new Map(), new Map()]
    /**
     * @param {Lists} lists
     * @param {Declaration} declaration
     * @param {string} name here
     */
    const add = (lists, declaration, name) => {
      const file = `./${this.#home(declaration).name}.cjs`
      const atHome = this.#nameAtHome(declaration)
      lists.set(file, [...(lists.get(file) ?? []), name === atHome ? name : `${atHome} as ${name}`])
    }
    for (const [declaration, name] of entry.imported) add(imports, declaration, name)
    for (const [name, declaration] of entry.exported)
      if (entry.homed.get(declaration) !== name) add(isType(declaration) ? types : values, declaration, name)
    for (const declaration of entry.named) {
      if (this.#home(declaration) === entry) continue
      const name = this.#nameAtHome(declaration)
      // Where the entry has another type of this name, its own one counts.
      if (!entry.isTaken(name) || entry.imported.get(declaration) === name) add(types, declaration, name)
    }
    /**
     * @param {Lists} lists
     * @param {string} word
     */
    const lines = (lists, word) =>
      [...lists]
        .sort(([a], [b]) => byName(a, b))
        .map(([file, names]) => `${word} { ${names.sort(byName).join(', ')} } from '${file}';\n`)
    return [...lines(imports, 'import'), ...lines(values, 'export'), ...lines(types, 'export type')].join('')
  }
}

/**
 * Writes <entry>.d.cts and <entry>.d.ts of all entries in package.json, and the types of core.wasm.
 * @param {string} to a folder
 */
export function writeTypes(to) {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const entries = Object.values(exports).flatMap(
    ({ default: file = '' }) => /^\.\/dist\/([\w-]+)\.js$/.exec(file)?.[1] ?? [],
  )
  const modules = `build/types-${process.pid}`
  execFileSync('node_modules/.bin/tsc', ['-p', 'js/tools/tsconfig-dist.json', '--outDir', modules], {
    stdio: 'inherit',
  })
  new RollUp(modules, entries).write(to)
  copyFileSync('js/entries/core.wasm.d.ts', join(to, 'core.wasm.d.ts'))
  rmSync(modules, { recursive: true })
}
