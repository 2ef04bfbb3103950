// SPDX-License-Identifier: Apache-2.0
// Puts the demo page together in build/demo: its scripts and the package that they import in one file, the
// rest as it is. A plain folder of files, for any web server.

import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Needs a built package in dist/, which `import 'binbo'` finds by the package's own name.
 * @param {string} [folder] replaced; default build/demo
 * @returns {Promise<string>} the folder
 */
export async function buildDemo(folder = `${ROOT}build/demo`) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['web/app.js'],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
  })
  for (const name of await readdir(`${ROOT}web`)) {
    if (/\.(html|css|svg)$/.test(name)) await cp(`${ROOT}web/${name}`, `${folder}/${name}`)
  }
  return folder
}
