// SPDX-License-Identifier: Apache-2.0
/**
 * Makes dist/ for npm: every entry that package.json exports, and its program, bundled together so that all share one core
 * (otherwise each would have a wasm instance and a Game class of its own), the same entries as CommonJS, the wasm as a file,
 * and the types of all entries.
 *
 * usage: node js/tools/build.js    (from the top of the repository, after build/core.wasm is made)
 *   COVERAGE=1  keeps the lines of sources unchanged, and writes a source map beside each file, for coverage-js.js
 */
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { transform } from 'esbuild'
import { rollup } from 'rollup'
import { isMain } from './main-module.js'
import { readStripped, typedPath } from './strip-types.js'
import { writeTypes } from './write-types.js'

/** The suffix of a wasm file that runtimes import as a compiled module, by export condition. */
const COMPILED = new Map([
  ['workerd', ''],
  ['edge-light', '?module'],
])
/** The end of the name of an entry whose core is JS. */
const IN_JS = 'in-js'
/** What Metro's preset for Babel does not lower, and Hermes does not know. */
const LOWERED = { 'class-static-blocks': false }
const WASM_FILES = ['core.wasm', 'compact.wasm', 'database.wasm', 'tablebase.wasm']
/** The prefix of the ids of such entries. */
const VARIANT = 'variant:'
/** Imports of the wasm modules that entries contain, one on each line. */
const CARRIED_IMPORT = /^import \{ (carried\w+) \} from '\.\.\/(\w+)\/carried-wasm\.js'$/gm
/** In characters; longer texts are written on several lines. */
const LONGEST_LINE = 500
const LONGEST_CONSTANT = 100
/** The modules that all entries for require() load as one file. */
const SHARED =
  /\/js\/(core(?!.*\/(carried-wasm|carried-js|wasm-text|in-js|decode-wasm|second-wasm)\.[jt]s)|game)\//
/** What endText() needs, in a chunk of its own: bundlers drop no part of a chunk that fills tables when it is loaded. */
const END_WORDS = /\/js\/session\/end(-text|s)\.ts$/
const MAPS = process.env.COVERAGE === '1'

/** @param {string} entry */
const isProgram = entry => entry.includes('/')

/**
 * The files in dist/ that package.json names, except those in dist/cjs/ and dist/react-native/.
 * @param {object | string} targets the exports map or the bin map, or a part of one
 * @returns {string[]} names below dist/ without '.js', each once
 */
export function entriesOf(targets) {
  if (typeof targets !== 'string') return [...new Set(Object.values(targets).flatMap(entriesOf))]
  const entry = /^(?:\.\/)?dist\/(?!cjs\/|react-native\/)([\w/-]+)\.js$/.exec(targets)
  return entry ? [entry[1]] : []
}

/**
 * @param {string} entry a name below dist/
 * @returns {{ source: string, condition?: string }} its source, and what it is a variant for: a condition, or IN_JS
 */
export function sourceOf(entry) {
  if (isProgram(entry)) return { source: typedPath(`js/${entry}.js`) }
  const condition = [...COMPILED.keys(), IN_JS].find(name => entry.endsWith(`-${name}`))
  const name = condition ? entry.slice(0, -condition.length - 1) : entry
  return { source: typedPath(`js/entries/${name}.js`), condition }
}

/**
 * Writes the variant of an entry: for a runtime that gives wasm as compiled modules, or with the core in JS.
 * @param {string} text the entry
 * @param {string} condition a key of COMPILED, or IN_JS
 * @returns {string}
 * @throws {Error} if the entry does not import the carried wasm
 */
function variantOf(text, condition) {
  if (!/carriedWasm/.test(text)) throw new Error('an entry does not import the wasm that it carries')
  if (condition === IN_JS) return text.replaceAll('/carried-wasm.js', '/carried-js.js')
  return text.replace(
    CARRIED_IMPORT,
    (_, carried, name) =>
      `import ${name}Module from './${name}.wasm${COMPILED.get(condition)}'\nconst ${carried} = () => ${name}Module`,
  )
}

/** @type {import('rollup').Plugin} */
const variants = {
  name: 'entry variants',
  resolveId(source, importer) {
    if (source.startsWith(VARIANT)) return source
    if (/^\.\/\w+\.wasm\b/.test(source)) return { id: source, external: true }
    return importer?.startsWith(VARIANT) ? typedPath(resolve('js/entries', source)) : undefined
  },
  load(id) {
    if (!id.startsWith(VARIANT)) return
    const { source, condition = '' } = sourceOf(id.slice(VARIANT.length))
    return variantOf(readStripped(source), condition)
  },
}

/** @type {import('rollup').Plugin} */
const typed = {
  name: 'sources with types',
  resolveId: (source, importer) =>
    importer && source.startsWith('.') ? typedPath(resolve(dirname(importer), source)) : undefined,
  load: id => (id.endsWith('.ts') ? readStripped(id) : undefined),
}

/** @type {import('rollup').Plugin} */
const licences = {
  name: 'licences of carried packages',
  banner: ({ moduleIds }) => {
    const folders = moduleIds.map(id => /^.*\/node_modules\/[^/]+\//.exec(id)?.[0] ?? '')
    return [...new Set(folders)]
      .filter(folder => folder !== '')
      .map(licenceOf)
      .join('\n')
  },
}

/** @param {string} folder of a package @returns {string} a comment that minifiers keep */
function licenceOf(folder) {
  const { name, version, repository } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  return `/*! ${name} ${version}, ${repository.url}\n\n${readFileSync(`${folder}LICENSE`, 'utf8').trim()}\n*/`
}

/**
 * Packed code keeps its names and lines, so that stack traces are readable; bundlers of users minify. Comments are removed,
 * because the types have their text.
 * @param {Record<string, boolean>} supported syntax that is lowered, by esbuild's names
 * @returns {import('rollup').Plugin}
 */
const readable = supported => ({
  name: 'readable code without comments',
  async transform(code, id) {
    if (id.endsWith('/generated/in-js.js')) return // minified, as the wasm is
    const options = /** @type {const} */ ({ target: 'es2022', format: 'esm', supported })
    const bare = await transform(code, { ...options, minifyWhitespace: true, legalComments: 'none' })
    // Node quotes the line of an uncaught error, and the carried wasm is one long string.
    return { ...(await transform(bare.code, { ...options, lineLimit: LONGEST_LINE })), map: null }
  },
  renderChunk(code) {
    return constantsFirst(code, /** @type {Statement[]} */ (this.parse(code).body))
  },
})

/** @typedef {import('estree').Program['body'][number] & import('rollup').AstNode} Statement */

/**
 * Moves the numbers and texts that a file defines to the place after its imports, where esbuild inlines them, which saves users
 * half a kilobyte. Re-exported files come first, as in the sources of entries.
 * @param {string} code
 * @param {Statement[]} statements the statements of the code
 * @returns {string}
 */
function constantsFirst(code, statements) {
  const passed = statements.filter(node => node.type === 'ExportNamedDeclaration' && node.source)
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const constants = statements.filter(isConstant)
  const first = new Set([...passed, ...imports, ...constants])
  const texts = [passed, imports, constants, statements.filter(node => !first.has(node))].map(group =>
    group.map(({ start, end }) => code.slice(start, end)).join('\n'),
  )
  const head = code.slice(0, statements[0].start) // the first line of a program
  return `${head}${texts.filter(text => text !== '').join('\n\n')}\n`
}

/** @param {Statement} node */
const isConstant = node =>
  node.type === 'VariableDeclaration' &&
  node.kind === 'const' &&
  node.declarations.every(
    ({ init }) =>
      init?.type === 'Literal' && String(init.value).length < LONGEST_CONSTANT && !('regex' in init),
  )

/** @returns {Record<string, string>} the entries that package.json names, and the id of the source of each */
function allEntries() {
  const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.fromEntries(
    entriesOf({ bin, exports }).map(entry => {
      const { source, condition } = sourceOf(entry)
      return [entry, condition ? VARIANT + entry : resolve(source)]
    }),
  )
}

/**
 * @param {Record<string, string>} input
 * @param {import('rollup').OutputOptions} options
 * @param {Record<string, boolean>} [supported] syntax that is lowered, by esbuild's names
 * @param {import('rollup').Plugin[]} [others] plugins of this bundle alone
 * @returns {Promise<import('rollup').OutputChunk[]>} the written entries
 */
async function bundle(input, options, supported = {}, others = []) {
  const bundled = await rollup({
    input,
    plugins: [
      ...others,
      variants,
      typed,
      nodeResolve({ exportConditions: ['browser'] }),
      licences,
      ...(MAPS ? [] : [readable(supported)]),
    ],
    external: [/^node:/, 'ws', 'redis', 'bullmq', 'pg'],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const { output } = await bundled.write({
    chunkFileNames: 'parts/[name]-[hash].js',
    hashCharacters: 'base36',
    generatedCode: 'es2015',
    // The parts only define names, and other files import these.
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    sourcemap: MAPS && 'hidden', // Node would copy known maps into the coverage of each process
    ...options,
  })
  await bundled.close()
  return output.filter(file => file.type === 'chunk').filter(chunk => chunk.isEntry)
}

/** React Native has no threads, and Metro bundles what is imported later, too. @type {import('rollup').Plugin} */
const threadless = {
  name: 'threadless',
  load: id => {
    if (id.endsWith('/js/pgn/check-parts.ts'))
      return 'export const findCuts = async () => undefined, checkParts = findCuts, readFound = findCuts'
    return id.endsWith('/js/perft/perft-threads.ts')
      ? 'export const countInThreads = async () => false'
      : null
  },
}

/** Reports progress: on a busy machine each step takes a minute. @param {string} step */
const report = step => console.log(`bundle dist: ${step}`)

/**
 * Writes all entries as ES modules, and those for require() also as CommonJS: for Jest, for Node before 20.19, and for tools
 * that do not know conditions.
 * @param {string} folder
 * @returns {Promise<Map<string, string[]>>} what each entry exports, by its name
 */
async function bundleAll(folder) {
  const entries = allEntries()
  report('ES modules')
  await bundle(entries, {
    dir: folder,
    format: 'es',
    manualChunks: id => (END_WORDS.test(id) ? 'end-text' : undefined),
    onlyExplicitManualChunks: true,
  })
  for (const program of Object.keys(entries).filter(isProgram)) chmodSync(`${folder}/${program}.js`, 0o755)
  report('React Native')
  const inJs = Object.entries(entries).filter(([name]) => name.endsWith(IN_JS))
  await bundle(Object.fromEntries(inJs), { dir: `${folder}/react-native`, format: 'es' }, LOWERED, [
    threadless,
  ])
  report('CommonJS')
  const required = Object.entries(entries).filter(
    ([name, id]) => !isProgram(name) && (!id.startsWith(VARIANT) || name.endsWith(IN_JS)),
  )
  const written = await bundle(Object.fromEntries(required), {
    dir: `${folder}/cjs`,
    format: 'cjs',
    exports: 'named',
    dynamicImportInCjs: false, // Jest has no import()
    // The result of require() is used unchanged: packages that Bun has bundled cannot be copied, as import() does.
    interop: id => (/^(ws|redis)$/.test(id ?? '') ? 'esModule' : 'default'),
    // Each file costs a millisecond at start; bundlers, which drop unused code, take the ES modules.
    manualChunks: id => (SHARED.test(id) ? 'game' : undefined),
  })
  writeFileSync(`${folder}/cjs/package.json`, '{ "type": "commonjs" }\n')
  // For import, if require() gets CommonJS: the same instance.
  for (const { name, exports } of written)
    writeFileSync(
      `${folder}/cjs/${name}.mjs`,
      `import entry from './${name}.js'\nexport const { ${exports.toSorted().join(', ')} } = entry\n`,
    )
  return new Map(written.map(({ name, exports }) => [name, exports]))
}

/** Builds in another folder and then renames it, so that dist/ is always complete for other processes. */
async function main() {
  const fresh = `build/dist-${process.pid}`
  const old = `${fresh}-old`
  const entries = await bundleAll(fresh)
  for (const name of WASM_FILES) {
    cpSync(`build/${name}`, `${fresh}/${name}`)
    chmodSync(`${fresh}/${name}`, 0o644) // the linker makes it executable
  }
  report('types')
  await writeTypes(fresh, new Map([...entries].filter(([name]) => !name.endsWith(IN_JS))))
  if (existsSync('dist')) renameSync('dist', old)
  renameSync(fresh, 'dist')
  rmSync(old, { recursive: true, force: true })
}

if (isMain(import.meta.url)) {
  // esbuild and tsc have printed the reason.
  await main().catch(error => {
    console.error(`dist/ was not built: ${error.message.split('\n')[0]}`)
    process.exitCode = 1
  })
}
