// SPDX-License-Identifier: Apache-2.0
// Bundles the tests of tests/js that do not need Node into one module for Chromium: node:test, node:assert/strict,
// node:fs and the library are replaced by the modules in shims/.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fixtures.js'

/** What counts the calls of a new instance, reads the tree, or brings a second copy of the library, with errors of its own. */
const ALONE = [
  'position-crossings.test.js',
  'mutation-tables.test.js',
  'match-scores.test.js',
  'match-pairings.test.js',
]
/** What sets Node's timers, or has a document of its own. */
const OF_NODE = /\btimers\b.*\benable\b|\benable\(\{ apis|globalThis\.document\b/
const SHIMS = join(root, 'tests/browser/support/shims')
const REPLACED = /** @type {Record<string, string>} */ ({
  'node:test': 'node-test.js',
  'node:assert/strict': 'node-assert.js',
  'node:assert': 'node-assert.js',
  'node:fs': 'node-fs.js',
})

/**
 * @param {string[]} foreign filled with the modules of Node that cannot be replaced
 * @returns {import('esbuild').Plugin}
 */
function shimPlugin(foreign) {
  return {
    name: 'shims',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:/ }, ({ path }) => {
        if (Object.hasOwn(REPLACED, path)) return { path: join(SHIMS, REPLACED[path]) }
        foreign.push(path)
        return { path, external: true }
      })
      onResolve({ filter: /(^|\/)binbo\.js$/ }, ({ importer }) =>
        importer.includes('/tests/js/') ? { path: join(SHIMS, 'library.js') } : undefined,
      )
      // Templates need a document, which a Worker lacks.
      onResolve({ filter: /^lit-html\b/ }, ({ path }) => {
        foreign.push(path)
        return { path, external: true }
      })
      onResolve({ filter: /\/stockfish\.js$/ }, () => ({ path: join(SHIMS, 'stockfish.js') }))
      onResolve({ filter: /^test-data$/ }, ({ path }) => ({ path, namespace: 'data' }))
      onResolve({ filter: /^begin:/ }, ({ path }) => ({ path, namespace: 'begin' }))
      onLoad({ filter: /.*/, namespace: 'begin' }, ({ path }) => ({
        contents: `import { beginFile } from 'node:test'\nbeginFile(${JSON.stringify(path.slice('begin:'.length))})`,
      }))
      onLoad({ filter: /.*/, namespace: 'data' }, () => ({ contents: `export const files = ${dataFiles()}` }))
    },
  }
}

/** @returns {string} the files that tests read, in Base64, by their path in the repository, as JSON */
function dataFiles() {
  const paths = ['src/error.h', 'web/classics.bin']
  for (const folder of ['tests/data', 'tests/data/sessions', 'tests/js']) {
    const names = readdirSync(join(root, folder)).filter(name => /\.(jsonl?|log|pgn|txt|js)$/.test(name))
    paths.push(...names.map(name => `${folder}/${name}`))
  }
  return JSON.stringify(
    Object.fromEntries(paths.map(path => [path, readFileSync(join(root, path), 'base64')])),
  )
}

/**
 * Bundles a module.
 * @param {string} contents
 * @param {number} share of the random games that the tests would play in Node, 0 to 1
 */
async function bundle(contents, share) {
  /** @type {string[]} */
  const foreign = []
  const { build } = await import('esbuild')
  const result = await build({
    stdin: { contents, resolveDir: join(root, 'tests/js') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    // package.json says that only the entries have side effects, but tests consist of side effects.
    ignoreAnnotations: true,
    inject: [join(SHIMS, 'buffer.js')],
    define: { 'process.env': JSON.stringify({ BINBO_SCALE: String(share) }), global: 'globalThis' },
    plugins: [shimPlugin(foreign)],
  }).catch(error => {
    // A file may import a function that the shim lacks.
    foreign.push(error.message)
    return null
  })
  return { text: result?.outputFiles[0].text ?? '', foreign }
}

/**
 * Bundles all tests that can run in Chromium.
 * @param {number} share of the random games that the tests would play in Node, 0 to 1
 * @returns {Promise<{ text: string, names: string[] }>} the module, which exports runAll(), and the test files in it
 */
export async function bundleSuite(share) {
  const all = readdirSync(join(root, 'tests/js')).filter(
    name =>
      name.endsWith('.test.js') &&
      !ALONE.includes(name) &&
      !OF_NODE.test(readFileSync(join(root, 'tests/js', name), 'utf8')),
  )
  /** @type {string[]} */
  const names = []
  for (const name of all.sort()) {
    const { foreign } = await bundle(`import './${name}'`, share)
    if (foreign.length === 0) names.push(name)
  }
  // Imports are evaluated in order, so each file is named before its tests are declared.
  const imports = names.map(name => `import 'begin:${name}'\nimport './${name}'\n`)
  const { text, foreign } = await bundle(`${imports.join('')}export { runAll } from 'node:test'\n`, share)
  if (foreign.length > 0) throw new Error(`the tests cannot be bundled: ${foreign.join(', ')}`)
  return { text, names }
}
