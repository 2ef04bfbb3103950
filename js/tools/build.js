// SPDX-License-Identifier: Apache-2.0
/**
 * Makes dist/, what npm packs: every entry that package.json exports, bundled together so that all of
 * them share one core chunk (bundled apart, each would be a wasm instance and a Game class of its own),
 * the wasm as a file, and the types that tsc reads out of the JSDoc.
 *
 * usage: node js/tools/build.js    (from the top of the repository, after build/core.wasm is made)
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { isMain } from './main-module.js'

/**
 * The entries stand in package.json only: './dist/x.js' is made of js/x.js.
 * @param {object | string} exports the exports map, or a part of it
 * @returns {string[]} sources, each once
 */
export function entriesOf(exports) {
  if (typeof exports !== 'string') return [...new Set(Object.values(exports).flatMap(entriesOf))]
  const entry = /^\.\/dist\/([\w-]+\.js)$/.exec(exports)
  return entry ? [`js/${entry[1]}`] : []
}

/** @param {string} outdir */
async function bundle(outdir) {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  await build({
    entryPoints: entriesOf(exports),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    minify: true,
    lineLimit: 500, // Node quotes the line of an uncaught error
    legalComments: 'none',
    chunkNames: 'chunk-[hash]',
    external: ['*/core.wasm', '*/core.wasm?module'],
    logLevel: 'warning',
  })
}

/** Builds beside and then swaps, so that a process that reads dist/ meanwhile finds it whole. */
async function main() {
  const fresh = 'build/dist'
  rmSync(fresh, { recursive: true, force: true })
  await bundle(fresh)
  cpSync('build/core.wasm', `${fresh}/core.wasm`)
  chmodSync(`${fresh}/core.wasm`, 0o644) // the linker makes it executable
  execFileSync('node_modules/.bin/tsc', ['-p', 'js/tools/tsconfig-dist.json', '--outDir', `${fresh}/types`], {
    stdio: 'inherit',
  })
  rmSync('dist', { recursive: true, force: true })
  renameSync(fresh, 'dist')
}

if (isMain(import.meta.url)) {
  // esbuild and tsc have told what is wrong already.
  await main().catch(error => {
    console.error(`dist/ was not built: ${error.message.split('\n')[0]}`)
    process.exitCode = 1
  })
}
