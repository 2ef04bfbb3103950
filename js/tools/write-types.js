// SPDX-License-Identifier: Apache-2.0
/**
 * Makes one file of types for each entry from those that tsc writes for each module: rollup bundles them. Every declaration is
 * in one file only, because classes with private fields would otherwise be different types.
 *
 * Declarations are in <entry>.d.cts, and <entry>.d.ts exports them: before TypeScript 5.8, a CommonJS file cannot import the
 * types of an ES module, while the reverse works everywhere.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const HEADER = '// SPDX-License-Identifier: Apache-2.0\n'
const PLATFORM = 'js/entries/platform.d.ts'
const PLATFORM_TYPES = Array.from(
  readFileSync(PLATFORM, 'utf8').matchAll(/^export (?:type|declare namespace) (\w+)/gm),
  ([, name]) => name,
)

/** Modules whose declarations belong to an entry with another name than their folder; the first match counts. */
const HOMES = /** @type {const} */ ([
  ['core/init', 'slim'],
  ['core/web-socket', 'uci'],
  ['core/', 'index'],
  ['game/', 'index'],
  ['bytes/', 'book'],
  ['analysis/', 'uci'],
  ['perft/', 'uci'],
  ['net/', 'node'],
  ['compat/', 'chess-js'],
])

/** A constructor that users must not call. */
const HIDDEN =
  /\/\*\*(?:(?!\*\/)[\s\S])*@hideconstructor(?:(?!\*\/)[\s\S])*\*\/\s*constructor\([\s\S]*?\);$/gm
/** An array with an ArrayBuffer of its own, which TypeScript before 5.7 cannot name. */
const OWN_ARRAY = /\b(Uint\d+Array)<ArrayBuffer>/g
const COMMENT = /\/\*\*[\s\S]*?\*\//g
/** The line that begins a declaration, and the next one of a class with private fields. */
const DECLARATION = /^(?:declare )?(class|const|function|interface|type) (\w+)(.*?)(\n {4}#private;)?$/gm
const EXPORTS = /^export (?:type )?\{ (.*) \}(.*)\n/gm

/**
 * @param {string} id the id of a module
 * @returns {string} the entry whose file has its declarations
 */
function homeOf(id) {
  const [, path, folder] = /\/types-\d+\/((\w+)\/.*)\.d\.ts$/.exec(id) ?? ['', '', '']
  if (folder === 'entries') return path.slice('entries/'.length)
  return HOMES.find(([start]) => path.startsWith(start))?.[1] ?? folder
}

/** @type {import('rollup').Plugin} */
const forUsers = {
  name: 'hidden constructors, and types that not all programs have',
  resolveId: source => (source === './platform.cjs' ? { id: source, external: true } : undefined),
  transform(code) {
    const text = code.replace(HIDDEN, 'private constructor();').replace(OWN_ARRAY, 'Own$1')
    const bare = text.replace(COMMENT, '')
    const names = PLATFORM_TYPES.filter(name => new RegExp(`\\b${name}\\b`).test(bare))
    return names.length === 0 ? text : `import { ${names.join(', ')} } from './platform.cjs';\n${text}`
  },
}

/**
 * rollup-plugin-dts lists exports at the end of a file, where compilers do not search for names of types in users' modules. And
 * it exports a class as a value if the source exports only its type: that becomes an interface, which is not a value.
 * @param {string} code
 * @param {readonly string[]} values the exports of the entry in JS
 * @returns {string} the code with exports at its declarations, and with lists of exports from other entries
 */
function exportedInPlace(code, values) {
  const exported = new Set(Array.from(code.matchAll(EXPORTS), ([, list]) => list.split(', ')).flat())
  const own = new Set()
  const isValue = (/** @type {string} */ name) => values.includes(name)
  const declared = code.replace(DECLARATION, (line, kind, name, rest) => {
    if (!exported.has(name)) return line
    own.add(name)
    if (kind !== 'class' || isValue(name)) return `export ${line}`
    return `export interface ${name}${rest.replace(' implements ', rest.includes(' extends ') ? ', ' : ' extends ')}`
  })
  return declared.replace(EXPORTS, (_, list, from) => {
    /** @type {string[]} */
    const others = list.split(', ').filter((/** @type {string} */ name) => !own.has(name))
    const line = (/** @type {string} */ word, /** @type {string[]} */ names) =>
      names.length > 0 ? `${word} { ${names.join(', ')} }${from}\n` : ''
    return (
      line('export', others.filter(isValue)) +
      line(
        'export type',
        others.filter(name => !isValue(name)),
      )
    )
  })
}

/**
 * Writes <entry>.d.cts and <entry>.d.ts of all entries, and the types of core.wasm.
 * @param {string} to a folder
 * @param {ReadonlyMap<string, readonly string[]>} entries the exports of each entry in JS, by its name
 */
export async function writeTypes(to, entries) {
  const modules = `build/types-${process.pid}`
  execFileSync('node_modules/.bin/tsc', ['-p', 'js/tools/tsconfig-dist.json', '--outDir', modules], {
    stdio: 'inherit',
  })
  const bundled = await rollup({
    input: Object.fromEntries([...entries.keys()].map(name => [name, `${modules}/entries/${name}.d.ts`])),
    external: [/^node:/, 'ws', 'redis', 'pg'],
    plugins: [forUsers, dts()],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const { output } = await bundled.generate({
    entryFileNames: '[name].d.cts',
    hoistTransitiveImports: false,
    manualChunks: homeOf,
  })
  for (const chunk of output) {
    const values = chunk.type === 'chunk' && entries.get(chunk.name)
    if (!values) throw new Error(`${chunk.fileName} is not the file of an entry`)
    writeFileSync(
      join(to, chunk.fileName),
      `${HEADER}${exportedInPlace(`${chunk.code}\n`, values)}export {};\n`,
    )
    // If the other entries are in the program, compilers can use them to name their types.
    const others = chunk.imports.filter(name => name.endsWith('.d.cts')).sort()
    const lines = others.map(name => `import type {} from './${name.replace('.d.cts', '.js')}';\n`)
    writeFileSync(
      join(to, `${chunk.name}.d.ts`),
      `${HEADER}${lines.join('')}export * from './${chunk.name}.cjs';\n`,
    )
  }
  copyFileSync(PLATFORM, join(to, 'platform.d.cts'))
  copyFileSync('js/entries/core.wasm.d.ts', join(to, 'core.wasm.d.ts'))
  rmSync(modules, { recursive: true })
}
