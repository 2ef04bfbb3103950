// SPDX-License-Identifier: Apache-2.0
// The default entries in one minified file, as a user's bundler makes it.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** @returns {Promise<string>} the path of the bundle of dist/index.js and dist/pgn.js */
export async function bundle() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: "export * from './index.js'\nexport * from './pgn.js'", resolveDir: `${root}dist/` },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const folder = `${root}build/test-bundle/`
  const path = `${folder}binbo.js`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${process.pid}.js`, outputFiles[0].contents)
  renameSync(`${folder}${process.pid}.js`, path)
  return path
}
