// SPDX-License-Identifier: Apache-2.0
/**
 * The entries of the package, a row for each, and the fields of package.json about them.
 *
 * usage: node js/tools/entries.js         writes package.json (from the top of the repository)
 *        node js/tools/entries.js check   exit code 1: package.json is different
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { isMain } from './main-module.js'

/**
 * The name of each entry, and its topic, in the order of the documents.
 * @type {readonly (readonly [name: string, about: string])[]}
 */
export const ENTRIES = [
  ['binbo', 'Game, Position, Setup, Move'],
  ['binbo/pgn', 'Readers, trees and writers'],
  ['binbo/openings', 'Names of openings'],
  ['binbo/book', 'Opening books'],
  ['binbo/epd', 'Records and suites'],
  ['binbo/compact', 'Packed games'],
  ['binbo/database', 'Databases'],
  ['binbo/svg', 'Pictures'],
  ['binbo/uci', 'Engines and analysis'],
  ['binbo/match', 'Matches of engines'],
  ['binbo/tablebase', 'Syzygy tables'],
  ['binbo/session', 'Games between people'],
  ['binbo/server', 'Game servers'],
  ['binbo/node', 'Files, processes, the bridge'],
  ['binbo/slim', 'Without the bytes of the core'],
  ['binbo/chess.js', 'The API of chess.js'],
]

/**
 * What needs WebAssembly: a second module that is wasm alone, threads, or init(). The other entries have a twin below `binbo/js`
 * with the core in JS, and the same types.
 */
const NEEDING_WASM = ['binbo/database', 'binbo/tablebase', 'binbo/server', 'binbo/node', 'binbo/slim']
/** Export conditions of runtimes that cannot compile bytes, but import wasm files. Entries have a variant for each. */
const VARIANTS = ['workerd', 'edge-light']
const NEEDING_NODE = ['binbo/server', 'binbo/node']
/** Entries without a side effect; all others provide the wasm when they are imported. */
const WITHOUT_WASM = ['binbo/slim']

/** @param {string} entry such as 'binbo/chess.js' @returns {string} its path below the package, such as 'chess.js'; '' of 'binbo' */
const pathOf = entry => entry.slice('binbo/'.length)

/** @param {string} entry such as 'binbo/chess.js' @returns {string} the name of its files, such as 'chess-js' */
export const fileOf = entry => pathOf(entry).replace('.', '-') || 'index'

/** @param {string} entry */
const variantsOf = entry => ([...NEEDING_NODE, ...WITHOUT_WASM].includes(entry) ? [] : VARIANTS)

/** @param {string} entry @returns {string} the name of its files with the core in JS */
const fileInJs = entry => `${fileOf(entry)}-in-js`

/**
 * @param {string} entry
 * @param {string} [file] the name of its files
 * @param {string[]} [variants]
 * @returns {Record<string, string | object>} the targets of its imports
 */
function targetsOf(entry, file = fileOf(entry), variants = variantsOf(entry)) {
  const modules = { module: `./dist/${file}.js`, 'module-sync': `./dist/${file}.js` }
  return {
    types: { require: `./dist/${fileOf(entry)}.d.cts`, default: `./dist/${fileOf(entry)}.d.ts` },
    // Lowered as far as its bundler, Metro, does not do that itself.
    ...(!NEEDING_WASM.includes(entry) && { 'react-native': `./dist/react-native/${fileInJs(entry)}.js` }),
    ...Object.fromEntries(variants.map(name => [name, `./dist/${file}-${name}.js`])),
    ...modules,
    node: { import: `./dist/cjs/${file}.mjs`, require: `./dist/cjs/${file}.js` },
    require: `./dist/cjs/${file}.js`,
    default: `./dist/${file}.js`,
  }
}

/**
 * Only tools that read `exports` find `binbo/js`: js/ is the folder of the sources, and has no folders of entries when packed.
 * Such tools know the conditions `node` or `module`, so that it has no plain `require`.
 * @param {string} entry that needs no WebAssembly
 */
function entryInJs(entry) {
  const { require: _, ...targets } = targetsOf(entry, fileInJs(entry), [])
  return targets
}

/**
 * The fields of package.json that name entries. Tools that do not read `exports` look for folders of their names.
 * @param {string[]} files the field `files` of package.json
 */
function fieldsFor(files) {
  const names = ENTRIES.map(([entry]) => entry)
  const inJs = names.filter(entry => !NEEDING_WASM.includes(entry))
  const folders = [...names, 'binbo/core.wasm'].map(pathOf).filter(path => path !== '')
  const others = files.filter(file => !/^[\w.]+\/package\.json$/.test(file))
  const [dist, ...documents] = others
  return {
    files: [dist, ...folders.map(folder => `${folder}/package.json`), ...documents],
    sideEffects: [
      ...names
        .filter(entry => !WITHOUT_WASM.includes(entry))
        .flatMap(entry =>
          ['', ...variantsOf(entry).map(name => `-${name}`)].map(end => `./dist/${fileOf(entry)}${end}.js`),
        ),
      ...inJs.map(entry => `./dist/${fileInJs(entry)}.js`),
      './dist/cjs/*',
      './dist/react-native/*-in-js.js',
    ],
    // Metro without `exports`, the default before React Native 0.79.
    'react-native': `./dist/react-native/${fileInJs('binbo')}.js`,
    exports: {
      ...Object.fromEntries(
        names.map(entry => [pathOf(entry) === '' ? '.' : `./${pathOf(entry)}`, targetsOf(entry)]),
      ),
      ...Object.fromEntries(
        inJs.map(entry => [`./js${pathOf(entry) && `/${pathOf(entry)}`}`, entryInJs(entry)]),
      ),
      './core.wasm': { types: './dist/core.wasm.d.ts', default: './dist/core.wasm' },
      './package.json': './package.json',
    },
  }
}

/** @returns {{ before: string, after: string }} the text of package.json, and the right text */
function packageText() {
  const before = readFileSync('package.json', 'utf8')
  const manifest = JSON.parse(before)
  return { before, after: `${JSON.stringify({ ...manifest, ...fieldsFor(manifest.files) }, undefined, 2)}\n` }
}

if (isMain(import.meta.url)) {
  const { before, after } = packageText()
  if (process.argv[2] !== 'check') writeFileSync('package.json', after)
  else if (before !== after) {
    console.error('package.json: its entries are not those of js/tools/entries.js, which writes them')
    process.exitCode = 1
  }
}
