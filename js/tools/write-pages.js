// SPDX-License-Identifier: Apache-2.0
// Writes the page as a folder for a static host: make pages. It works at any path, with or without the headers that
// make demo sends. Beside each text and wasm file is a copy that is compressed with Brotli, for hosts that send it in place of
// the file (brotli_static of nginx, Caddy's precompressed); other hosts and the service worker ignore it.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { buildPage } from './build-page.js'
import { isMain } from './main-module.js'

const compress = promisify(brotliCompress)
/** Files that are sent compressed; pictures are already compressed. */
const COMPRESSED = /\.(html|js|css|json|map|md|svg|txt|wasm|webmanifest)$/

/**
 * Writes `name.br` beside each text and wasm file of a folder. The same file gives the same bytes.
 * @param {string} folder
 * @param {number} [quality] the quality of Brotli, 0 to 11; lower ones are faster
 * @returns {Promise<string[]>} the written files, relative to the folder
 */
export async function writeCompressed(folder, quality = constants.BROTLI_MAX_QUALITY) {
  const names = await readdir(folder, { recursive: true })
  const waiting = names.filter(name => COMPRESSED.test(name)).toSorted()
  const written = waiting.map(name => `${name}.br`)
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const bytes = await readFile(join(folder, name))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return written
}

async function main() {
  const folder = fileURLToPath(new URL('../../build/pages', import.meta.url))
  await buildPage(folder)
  const written = await writeCompressed(folder)
  console.log(`The page is in ${folder}, ${written.length} of its files also as .br.`)
  console.log('Copy this folder to any web server.')
}

if (isMain(import.meta.url)) await main()
