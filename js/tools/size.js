// SPDX-License-Identifier: Apache-2.0
/**
 * The gzipped size of everything that `import 'binbo'` loads, bundled into one minified file as a user's
 * bundler does, with the wasm in it. Fails above the limit.
 *
 * usage: node js/tools/size.js    (after make build)
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { isMain } from './main-module.js'

/** In bytes, gzip -9. */
export const LIMIT = 45_000

/**
 * @param {string} entry a path
 * @returns {Promise<number>} bytes
 */
export async function gzippedSize(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'warning',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}

if (isMain(import.meta.url)) {
  const size = await gzippedSize(fileURLToPath(new URL('../../dist/index.js', import.meta.url)))
  console.log(`dist/index.js, all that it loads: ${size} bytes gzipped of ${LIMIT}`)
  process.exitCode = size > LIMIT ? 1 : 0
}
