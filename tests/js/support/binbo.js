// SPDX-License-Identifier: Apache-2.0
// The build under test, chosen by BINBO_ENTRY:
//   inline   dist/index.js, as `import 'binbo'` loads it (the default)
//   slim     dist/slim.js after await init(bytes of dist/core.wasm)
//   bundled  dist/index.js and dist/pgn.js bundled and minified once more, as a user's bundler does it; BINBO_BUNDLE is
//            the path of a bundle() that is there

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const dist = `${root}dist/`
export const entry = process.env.BINBO_ENTRY || 'inline'

const load = {
  inline: () => import(pathToFileURL(`${dist}index.js`).href),
  slim: async () => {
    const slim = await import(pathToFileURL(`${dist}slim.js`).href)
    await slim.init(readFileSync(`${dist}core.wasm`))
    return slim
  },
  bundled: async () => import(pathToFileURL(process.env.BINBO_BUNDLE ?? (await bundle())).href),
}

/** Bundles the default entries into one minified file and returns its path. */
export async function bundle() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: "export * from './index.js'\nexport * from './pgn.js'", resolveDir: dist },
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

if (!Object.hasOwn(load, entry)) throw new Error(`BINBO_ENTRY must be inline, slim or bundled, not ${entry}`)
export const binbo = await load[entry]()
export const {
  Game,
  ChessError,
  perft,
  validateFen,
  chess960Fen,
  isSquare,
  SQUARES,
  START_FEN,
  Setup,
  variants,
} = binbo
