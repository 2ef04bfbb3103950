// SPDX-License-Identifier: Apache-2.0
/**
 * Prints the compressed size of all code that `import 'binbo'` loads, with the wasm, bundled into one minified file as by a
 * user's bundler, and that of `binbo/chess.js`. Fails above a limit.
 *
 * usage: node js/tools/size.js    (after make build)
 */
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { isMain } from './main-module.js'

/** @typedef {{ gzip: number, brotli: number }} Sizes in bytes, at the best level of each */

/** @type {Readonly<Sizes>} */
export const LIMITS = { gzip: 80_200, brotli: 71_700 }

/** The limit of `import 'binbo/chess.js'`, in bytes, gzipped. */
export const CHESS_JS_LIMIT = 75_700

/**
 * @param {string} entry a path
 * @returns {Promise<Sizes>}
 */
export async function compressedSizes(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'warning',
  })
  const [{ contents }] = outputFiles
  return { gzip: gzipSync(contents, { level: 9 }).length, brotli: brotliCompressSync(contents).length }
}

/**
 * @param {Sizes} sizes
 * @returns {boolean}
 */
export const withinLimits = ({ gzip, brotli }) => gzip <= LIMITS.gzip && brotli <= LIMITS.brotli

if (isMain(import.meta.url)) {
  const sizes = await compressedSizes(fileURLToPath(new URL('../../dist/index.js', import.meta.url)))
  console.log(
    `dist/index.js and all that it loads: ${sizes.gzip} bytes gzipped of ${LIMITS.gzip}, ` +
      `${sizes.brotli} in brotli of ${LIMITS.brotli}`,
  )
  const compat = await compressedSizes(fileURLToPath(new URL('../../dist/chess-js.js', import.meta.url)))
  console.log(`dist/chess-js.js: ${compat.gzip} bytes gzipped of ${CHESS_JS_LIMIT}`)
  process.exitCode = withinLimits(sizes) && compat.gzip <= CHESS_JS_LIMIT ? 0 : 1
}
