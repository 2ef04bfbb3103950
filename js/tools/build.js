// SPDX-License-Identifier: Apache-2.0
/**
 * Makes dist/, what npm packs: every entry that package.json exports and its program, bundled together so that
 * all of them share one core chunk (bundled apart, each would be a wasm instance and a Game class of its
 * own), the wasm as a file, and the types that tsc reads out of the JSDoc.
 *
 * usage: node js/tools/build.js    (from the top of the repository, after build/core.wasm is made)
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { isMain } from './main-module.js'
import { writeTypes } from './roll-up-types.js'

/** How the runtimes of an export condition import core.wasm as a compiled module. */
const COMPILED = new Map([
  ['workerd', './core.wasm'],
  ['edge-light', './core.wasm?module'],
])
const CARRIED_IMPORT = "import { carriedWasm } from '../core/carried-wasm.js'"

/**
 * The files that package.json names in dist/.
 * @param {object | string} targets the exports map or the bin map, or a part of one
 * @returns {string[]} names below dist/ without '.js', each once
 */
export function entriesOf(targets) {
  if (typeof targets !== 'string') return [...new Set(Object.values(targets).flatMap(entriesOf))]
  const entry = /^(?:\.\/)?dist\/([\w/-]+)\.js$/.exec(targets)
  return entry ? [entry[1]] : []
}

/**
 * @param {string} entry a name below dist/
 * @returns {{ source: string, condition?: string }} its source, and the condition that it is a variant for
 */
export function sourceOf(entry) {
  if (entry.includes('/')) return { source: `js/${entry}.js` }
  const condition = [...COMPILED.keys()].find(name => entry.endsWith(`-${name}`))
  return { source: `js/entries/${condition ? entry.slice(0, -condition.length - 1) : entry}.js`, condition }
}

/**
 * Writes the variant of an entry for a runtime that gives core.wasm as a compiled module.
 * @param {string} text the entry
 * @param {string} condition a key of COMPILED
 * @returns {string}
 * @throws {Error} if the entry does not import the carried wasm
 */
function variantOf(text, condition) {
  if (!text.includes(CARRIED_IMPORT)) throw new Error(`an entry lacks the line: ${CARRIED_IMPORT}`)
  return text.replace(
    CARRIED_IMPORT,
    `import module from '${COMPILED.get(condition)}'\nconst carriedWasm = () => module`,
  )
}

/** @type {import('esbuild').Plugin} */
const variants = {
  name: 'entry variants',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^variant:/ }, ({ path }) => ({ path: path.slice(8), namespace: 'variant' }))
    onLoad({ filter: /.*/, namespace: 'variant' }, ({ path }) => {
      const { source, condition = '' } = sourceOf(path)
      return { contents: variantOf(readFileSync(source, 'utf8'), condition), resolveDir: dirname(source) }
    })
  },
}

/** @param {string} outdir */
async function bundle(outdir) {
  const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { outputFiles } = await build({
    entryPoints: entriesOf({ bin, exports }).map(out => {
      const { source, condition } = sourceOf(out)
      return { in: condition ? `variant:${out}` : source, out }
    }),
    plugins: [variants],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    minify: true,
    lineLimit: 500, // Node quotes the line of an uncaught error
    legalComments: 'none',
    chunkNames: 'chunk-[hash]',
    external: ['*/core.wasm', '*/core.wasm?module', 'node:*', 'ws', 'redis', 'pg'],
    logLevel: 'warning',
    write: false,
  })
  for (const { path, text } of withoutEmptyImports(outputFiles)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const program of entriesOf(bin)) chmodSync(`${outdir}/${program}.js`, 0o755)
}

/**
 * Removes imports without a name: chunks only define things, so these have no effect, and bundlers warn of them. Also
 * removes empty chunks, which modules that only re-export become.
 * @param {{ path: string, text: string }[]} files
 * @returns {{ path: string, text: string }[]}
 */
function withoutEmptyImports(files) {
  return files
    .filter(({ text }) => text.trim() !== '')
    .map(({ path, text }) => ({ path, text: text.replace(/import"\.\/chunk-\w+\.js";/g, '') }))
}

/** Builds in another folder and then renames it, so that processes that read or build dist/ meanwhile find it complete. */
async function main() {
  const fresh = `build/dist-${process.pid}`
  const old = `${fresh}-old`
  await bundle(fresh)
  cpSync('build/core.wasm', `${fresh}/core.wasm`)
  chmodSync(`${fresh}/core.wasm`, 0o644) // the linker makes it executable
  writeTypes(fresh)
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
