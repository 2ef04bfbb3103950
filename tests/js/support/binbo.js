// SPDX-License-Identifier: Apache-2.0
// The build under test, chosen by BINBO_ENTRY:
//   inline   dist/index.js, as `import 'binbo'` loads it (the default)
//   js       dist/index-in-js.js, as `import 'binbo/js'` loads it
//   jitless  the same; the runner gives Node --jitless
//   slim     dist/slim.js after await init(bytes of dist/core.wasm)
//   bundled  dist/index.js and dist/pgn.js bundled and minified once more, as a user's bundler does it; BINBO_BUNDLE is
//            the path of a bundle() that is there

import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './bundle.js'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const dist = `${root}dist/`
export const entry = process.env.BINBO_ENTRY || 'inline'

const load = {
  inline: () => import(pathToFileURL(`${dist}index.js`).href),
  js: () => import(pathToFileURL(`${dist}index-in-js.js`).href),
  jitless: () => load.js(),
  slim: async () => {
    const slim = await import(pathToFileURL(`${dist}slim.js`).href)
    await slim.init(readFileSync(`${dist}core.wasm`))
    return slim
  },
  bundled: async () => import(pathToFileURL(process.env.BINBO_BUNDLE ?? (await bundle())).href),
}

if (!Object.hasOwn(load, entry))
  throw new Error(`BINBO_ENTRY must be one of ${Object.keys(load)}, not ${entry}`)
export const binbo = await load[entry]()
export const {
  Game,
  Position,
  ChessError,
  perft,
  validateFen,
  chess960Fen,
  isSquare,
  SQUARES,
  START_FEN,
  Setup,
  VARIANTS,
} = binbo
