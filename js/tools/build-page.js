// SPDX-License-Identifier: Apache-2.0
// Puts the page together: its scripts with the package that they import, its styles, and Stockfish beside them.
// A plain folder of files, for any web server and any path.

import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ENGINES = ['stockfish-19-lite-single', 'stockfish-19-lite']

/**
 * Needs a built package in dist/, which `import 'binbo'` finds by the package's own name.
 * @param {string} [folder] replaced; default build/page
 * @returns {Promise<string>} the folder
 */
export async function buildPage(folder = `${ROOT}build/page`) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(`${folder}/engine`, { recursive: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: { app: 'web/app.js', page: 'web/styles/page.css' },
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
  })
  for (const name of await readdir(`${ROOT}web`)) {
    if (/\.(html|svg|png|webmanifest)$/.test(name)) await cp(`${ROOT}web/${name}`, `${folder}/${name}`)
  }
  for (const name of ENGINES) {
    for (const ending of ['js', 'wasm']) {
      await cp(`${ROOT}node_modules/stockfish/bin/${name}.${ending}`, `${folder}/engine/${name}.${ending}`)
    }
  }
  return folder
}
