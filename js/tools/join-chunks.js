// SPDX-License-Identifier: Apache-2.0
// Joins the chunks that the page's first script imports. esbuild makes a chunk for each set of entries that share modules: about
// thirty files, each with its own headers and compression. Rollup puts them into the first script, and terser makes it 3 %
// smaller than esbuild does. The other scripts import the first one, so it must not wait for any of them before it has run.

import { dirname, join } from 'node:path'
import { rollup } from 'rollup'

/** @import { OutputFile } from 'esbuild' */
/** @import { ExistingRawSourceMap } from 'rollup' */

const ESBUILD_HASH = /-[A-Z0-9]{8}$/

/**
 * Writes the scripts of a build with splitting; the first script and those that it needs become one file.
 * @param {OutputFile[]} files scripts and their source maps
 * @param {string} entry the path of the first script; the others are in its folder or below it
 * @param {Set<string>} first the paths of the scripts that it imports statically
 * @param {boolean} small whether terser minifies them
 */
export async function joinChunks(files, entry, first, small) {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const bundle = await rollup({
    input: entry,
    preserveEntrySignatures: false,
    treeshake: small,
    plugins: [
      {
        name: 'files of esbuild',
        resolveId: (source, importer) => (importer ? join(dirname(importer), source) : source),
        load: id => ({ code: texts.get(id) ?? '', map: texts.get(`${id}.map`) ?? null }),
        renderChunk: small ? minified : undefined,
      },
    ],
  })
  const { output } = await bundle.write({
    dir: dirname(entry),
    format: 'es',
    sourcemap: small,
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `parts/${name.replace(ESBUILD_HASH, '')}-[hash].js`,
    manualChunks: id => (id === entry || first.has(id) ? 'app' : undefined),
  })
  await bundle.close()
  const app = output.find(file => file.type === 'chunk' && file.isEntry)
  if (app?.type !== 'chunk' || app.imports.length > 0) throw new Error('Rollup did not join the scripts')
}

/** @param {string} script @returns {Promise<{ code: string, map: ExistingRawSourceMap }>} the script, minified by terser */
export async function minified(script) {
  const { minify } = await import('terser')
  const compress = { passes: 2 }
  const { code = '', map } = await minify(script, { module: true, ecma: 2020, sourceMap: true, compress })
  return { code, map: /** @type {ExistingRawSourceMap} */ (map) }
}
