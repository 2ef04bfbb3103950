// SPDX-License-Identifier: Apache-2.0
/**
 * The sizes in the documents: those of programs and entries in a user's bundle, minified by esbuild. A row of size.md has the
 * imports to measure, a row of entries.md the name of its entry.
 *
 * usage: node js/tools/size-tables.js    (after make build) updates the figures of both documents
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { isMain } from './main-module.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * @typedef {object} Figure a number of a document, in kB of 1,000 bytes
 * @property {string} row its row
 * @property {number[]} written
 * @property {number[]} measured
 */

/** @param {Uint8Array} bytes @returns {number} */
const gzipped = bytes => gzipSync(bytes, { level: 9 }).length

/** @param {Uint8Array} bytes @returns {number[]} raw, gzipped, in brotli */
const sizesOf = bytes => [bytes.length, gzipped(bytes), brotliCompressSync(bytes).length]

/**
 * @param {string} code it must export the names that it uses; otherwise a bundler would leave them out
 * @param {string[]} [conditions] export conditions
 * @returns {Promise<Uint8Array>}
 */
async function bundled(code, conditions = []) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    conditions,
    external: ['*.wasm'],
    logLevel: 'warning',
  })
  return outputFiles[0].contents
}

/** @param {string} cell a cell of size.md: imports, `with` a condition, or a file @returns {Promise<number[]>} */
async function sizesOfProgram(cell) {
  const words = [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
  const imports = words.filter(word => word.startsWith('import '))
  if (imports.length === 0) return sizesOf(readFileSync(`${ROOT}dist/${words[0].replace('binbo/', '')}`))
  const conditions = words.filter(word => !word.startsWith('import '))
  return sizesOf(
    await bundled(imports.map(line => line.replace('import ', 'export ')).join('\n'), conditions),
  )
}

const CORE = "export * from 'binbo'\n"
/** @type {Promise<number> | undefined} */
let core

/** @param {string} entry @returns {Promise<number[]>} gzipped sizes: alone, and in addition to `binbo` */
async function sizesOfEntry(entry) {
  core ??= bundled(CORE).then(gzipped)
  if (entry === 'binbo') return [await core]
  const alone = gzipped(await bundled(`export * from '${entry}'`))
  const both = gzipped(await bundled(`${CORE}export * as more from '${entry}'`))
  return [alone, both - (await core)]
}

/** Measures a row, by document; cells with figures are the last ones. @type {Record<string, (cells: string[]) => Promise<number[]>>} */
const TABLES = {
  'web/docs/size.md': ([, program]) => sizesOfProgram(program),
  'web/docs/entries.md': ([entry]) => sizesOfEntry(entry.replaceAll('`', '')),
}
/** Cells such as `78 kB` and `+6 kB`. */
const FIGURE = /(?<=\| \+?)[\d.]+(?= kB)/g

/** @param {number} bytes @returns {string} */
const kilobytes = bytes => (bytes < 9950 ? (bytes / 1000).toFixed(1) : String(Math.round(bytes / 1000)))

/**
 * Measures all figures of a document.
 * @param {string} path
 * @returns {Promise<Figure[]>}
 */
export async function measureTable(path) {
  const rows = readFileSync(ROOT + path, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|') && line.match(FIGURE))
  /** @type {Figure[]} */
  const figures = []
  for (const row of rows) {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    const measured = await TABLES[path](cells)
    figures.push({ row, written: (row.match(FIGURE) ?? []).map(Number), measured })
  }
  return figures
}

/** The documents with tables of sizes. */
export const SIZED = Object.keys(TABLES)

if (isMain(import.meta.url)) {
  for (const path of SIZED) {
    let text = readFileSync(ROOT + path, 'utf8')
    for (const { row, measured } of await measureTable(path)) {
      const left = [...measured]
      text = text.replace(row, () =>
        row.replace(FIGURE, () => kilobytes(/** @type {number} */ (left.shift()))),
      )
    }
    writeFileSync(ROOT + path, text)
  }
}
